"""Who is down, and what follows from it. Source: PHA-31, PHA-61, PHA-63, PHA-64, PHA-70, PHA-72."""

from encounter_gui.rules.engine.reading.asks import Play, Truth, anywhere, either, no
from encounter_gui.rules.systems.phases.rules.fighter import Fighter

OVER_BY_DEATH = (
    *("in_shock", "stabilized", "clinically_dead", "unconscious", "incapacitated", "stunned"),
)
"""Conditions that end with death. Source: PHA-61, PHA-72."""


HERE: Truth = True
"""Where a rule applies that is read of one: at the table."""


def put_out(play: Play, who: Fighter, where: Truth) -> None:
    """Lets somebody lie there who is down now, whatever has brought it down. Source: PHA-63, PHA-64, PHA-70, PHA-72."""
    who.is_down = who.is_down | where
    who.is_in = who.is_in & no(where)
    follow(play, who)


def follow(play: Play, who: Fighter) -> None:
    """Lets end what ends for who is down or lies. At the table the follow-ups do it, also after a change by hand.

    Source: PHA-31, PHA-61, PHA-70, PHA-72.
    """
    if play.tells:
        return
    dead: Truth = who.dead
    clinically: Truth = who.clinically_dead >= 0
    if anywhere(clinically):
        who.unconscious = who.unconscious | clinically
        who.in_shock = either(clinically, -1, who.in_shock)
    if anywhere(dead):
        who.stunned = who.stunned * no(dead)
        who.unconscious = who.unconscious & no(dead)
        who.incapacitated = who.incapacitated * no(dead)
        who.clinically_dead = either(dead, -1, who.clinically_dead)
        who.in_shock = either(dead, -1, who.in_shock)
    if anywhere(who.moves):
        who.moves = who.moves & no(who.is_down | who.prone)
