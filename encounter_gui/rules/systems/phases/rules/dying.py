"""The clock of Shock, clinical death, death. Source: PHA-70, PHA-72."""

from encounter_gui.rules.engine.reading.asks import Play, Rule, Truth, either, fork, no, roll
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.rules.anatomy import Anatomy
from encounter_gui.rules.systems.phases.rules.ends import HERE, put_out
from encounter_gui.rules.systems.phases.rules.fighter import Fighter
from encounter_gui.rules.systems.phases.rules.harm import next_test, shock_plan
from encounter_gui.rules.systems.phases.rules.tests import test


def buy(play: Play, who: Fighter, body: Anatomy) -> Rule[None]:
    """Sets the clock of who is In Shock to the next test. Source: PHA-70."""
    yield from ()
    who.in_shock = either(who.in_shock >= 0, next_test(play, who, body), who.in_shock)


def on_the_clock(play: Play, who: Fighter, body: Anatomy) -> Rule[None]:
    """Lets the phase of a Shock Test come: the clock is set to the next one, and it is rolled. Source: PHA-70."""
    yield from buy(play, who, body)
    yield from clock_shock(play, who, body)


def clock_shock(play: Play, who: Fighter, body: Anatomy) -> Rule[Truth]:
    """A Shock Test that is due; returns whether it is passed. A failure leads to clinical death, or to death.

    Source: PHA-70, PHA-72.
    """
    level = mechanics.shock_level(who.worst)
    due = who.in_shock >= 0
    tested = yield from roll(test, shock_plan(play, who, level, body, due))
    if (yield from fork(no(tested.passed))):
        who.in_shock = -1
        play.flush()
        yield from give_out(play, who, body)
    return tested.passed


def give_out(play: Play, who: Fighter, body: Anatomy) -> Rule[None]:
    """Lets somebody fail in Shock: clinically dead, or by switch dead. Source: PHA-72."""
    if not body.reanimates:
        yield from die(play, who)
        return
    play.clause("phases.told.clinically_dead", who=play.name(who))
    who.clinically_dead = who.now + body.reanimates
    put_out(play, who, HERE)


def die(play: Play, who: Fighter) -> Rule[None]:
    """Lets somebody die. Source: PHA-61, PHA-65, PHA-71, PHA-72."""
    yield from ()
    play.clause("phases.told.died", who=play.name(who))
    who.dead = True
    put_out(play, who, HERE)
