"""What may break a side, and whom a roll breaks. Source: CWN-66."""

from msgspec import Struct

from encounter_gui.rules.engine.reading.asks import Dice, Play, Rule, Truth, Whole
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.rules.fighter import Fighter

POINTS = ("first_death", "half_down", "leader_down", "defeat")
"""What a side can have seen that may break it."""

MORALE = Dice("morale", ((2, 6),), whose="side")
"""The one roll for all of a side."""


class SideCounts(Struct, frozen=True, kw_only=True):
    """How a side stands: how many it has, who can go on, who is down; whether one is dead, or its leader down."""

    size: int
    able: Whole
    down: Whole
    any_dead: Truth
    leader_down: Truth


def points(side: SideCounts) -> tuple[Truth, ...]:
    """Returns whether a side has seen each of ``POINTS``; where nobody can go on it has seen nothing."""
    seen = (
        side.any_dead,
        mechanics.is_halved(side.down, side.size),
        side.leader_down,
        mechanics.is_near_defeat(side.size - side.able, side.size),
    )
    return tuple(each & (side.able > 0) for each in seen)


def breaks(roll: Whole, morale: Whole, fearless: int, *, is_below: bool) -> Truth:
    """Returns whether a roll breaks somebody of this Morale; ``is_below``: by house rule below it, not above."""
    return mechanics.breaks(roll, morale, fearless, below=is_below)


def flee(play: Play, who: Fighter) -> Rule[None]:
    """Whoever breaks leaves the fight."""
    yield from ()
    who.broken = True
    who.has_left = True
    who.is_in = False
