"""What actions use up, and what goes wrong with weapons. Source: PHA-23, PHA-26, PHA-27, PHA-33, PHA-35, PHA-77."""

from encounter_gui.rules.engine.reading.asks import (
    Outcome,
    Play,
    Rule,
    Truth,
    Whole,
    anywhere,
    at_least,
    at_most,
    either,
    fork,
    no,
    roll,
)
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.rules.ends import HERE
from encounter_gui.rules.systems.phases.rules.fighter import Fighter
from encounter_gui.rules.systems.phases.rules.plans import ShotPlan
from encounter_gui.rules.systems.phases.rules.strike import FUMBLE, Volley, volley


class Spent(Outcome):
    """What a discharge uses up, and what may go wrong with the weapon of this name.

    ``place`` is the hand of the weapon, at the table its key. ``is_single``: it allows one attack a phase.
    """

    place: Whole | str
    rounds: Whole
    recoil: Whole
    is_single: Truth
    is_melee: Truth
    can_jam: Truth
    name: str = ""


def spend(play: Play, who: Fighter, of: Spent) -> Rule[None]:
    """Takes the rounds of a discharge, and remembers recoil and the one attack. Source: PHA-27, PHA-33, PHA-77."""
    yield from ()
    if anywhere(of.rounds > 0):
        who.ammo[of.place] = who.ammo[of.place] - of.rounds
    if anywhere(of.recoil > 0):
        who.recoil = who.recoil + of.recoil
    if anywhere(of.is_single):
        who.fired[of.place] = who.fired[of.place] | of.is_single


def fumble(play: Play, who: Fighter, of: Spent, where: Truth) -> Rule[Truth]:
    """A blow that fumbles puts off balance, a weapon that can jams; returns whether it does. Source: PHA-35."""
    yield from ()
    unsteady = where & of.is_melee
    if anywhere(unsteady):
        who.off_balance = who.off_balance | unsteady
        play.clause("phases.told.off_balance")
    jams = where & of.can_jam & no(of.is_melee)
    if not anywhere(jams):
        return jams
    who.jammed[of.place] = who.jammed[of.place] | jams
    if play.tells:
        play.clause("phases.told.jams", weapon=of.name)
    return jams


def fire(play: Play, who: Fighter, plan: ShotPlan, of: Spent) -> Rule[Volley]:
    """A discharge as an action of its own: what it uses up, the roll, what goes wrong with it. Source: PHA-35."""
    yield from act(play, who)
    yield from spend(play, who, of)
    fired = yield from roll(volley, plan)
    fumbled = fired.result == FUMBLE
    if anywhere(fumbled):
        yield from fumble(play, who, of, fumbled)
    return fired


def act(play: Play, who: Fighter) -> Rule[None]:
    """Uses an action; what weighed on it weighs no longer. Source: PHA-23, PHA-35."""
    yield from ()
    who.used = who.used + 1
    if anywhere(who.off_balance):
        who.off_balance = False


def reload(
    play: Play, who: Fighter, place: Whole | str, magazine: Whole, where: Truth = HERE
) -> Rule[None]:
    """Fills a magazine. Source: PHA-26, PHA-77."""
    yield from ()
    who.ammo[place] = either(where, magazine, who.ammo[place])


def clear(play: Play, who: Fighter, place: Whole | str, where: Truth = HERE) -> Rule[None]:
    """Clears a jam. Source: PHA-26, PHA-35."""
    yield from ()
    who.jammed[place] = who.jammed[place] & no(where)


class Unready(Outcome):
    """What keeps weapons from being fired, and whose action it takes to make them ready; ``place`` is the hand."""

    place: Whole
    magazine: Whole
    is_empty: Truth
    is_jammed: Truth
    is_busy: Truth


def make_ready(play: Play, who: Fighter, of: Unready) -> Rule[None]:
    """Reloads what is empty, clears what is jammed. Source: PHA-26, PHA-35, PHA-77."""
    if anywhere(of.is_empty):
        yield from reload(play, who, of.place, of.magazine, of.is_empty)
    if anywhere(of.is_jammed):
        yield from clear(play, who, of.place, of.is_jammed)
    if (yield from fork(of.is_busy)):
        yield from act(play, who)


def recoil_of(before: Whole, is_firearm: Truth) -> Whole:
    """Returns what was fired before takes from an attack. Source: PHA-33."""
    return before * is_firearm


def forgets_recoil(phase: Whole, passed: int = 1) -> Truth:
    """Returns whether recoil that lasts for a round is over as a phase begins, ``passed`` after the one before.

    Source: PHA-11, PHA-33.
    """
    return (phase - 1) % mechanics.PHASES_A_ROUND < passed


def dodge_all(play: Play, who: Fighter) -> Rule[None]:
    """Gives up all actions of a phase for dodging every attack in it. Source: PHA-25, PHA-51."""
    yield from ()
    who.all_out_dodge = True
    who.limit = who.used = 1


def end_dodge(play: Play, who: Fighter) -> Rule[None]:
    """Ends with a phase of dodging what weighed on it. Source: PHA-35, PHA-51."""
    yield from ()
    who.off_balance = False


def carry_over(play: Play, who: Fighter) -> Rule[None]:
    """Lets a stun take the next phase's action that has found none left in this one.

    In a tie its owner may have used the action that it lost before. Source: PHA-19, PHA-64.
    """
    yield from ()
    over = at_least(who.used + who.lost - who.limit, 0)
    late = at_most(over, who.lost)
    who.lost = who.lost - late
    who.stunned = who.stunned + late


def lost_to_stuns(stunned: Whole, limit: Whole) -> Whole:
    """Returns how many actions of a phase stuns take of so many. Source: PHA-64."""
    return at_most(stunned, limit)


def begin_phase(play: Play, who: Fighter) -> Rule[None]:
    """Lets stuns take actions of a phase that begins. Source: PHA-24, PHA-64."""
    yield from ()
    who.lost = lost_to_stuns(who.stunned, who.limit)
    who.stunned = who.stunned - who.lost
