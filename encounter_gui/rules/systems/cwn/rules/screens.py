"""Getting past those who screen a target. Source: CWN-11, CWN-40."""

from msgspec import Struct

from encounter_gui.rules.engine.reading.asks import (
    Dice,
    Outcome,
    Play,
    Rule,
    Truth,
    Whole,
    either,
    moment,
    together,
)
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.rules.fighter import Fighter

_NOBODY = 1_000


class PastPlan(Struct, frozen=True):
    """What an attacker and those who screen its target add to their 2d6."""

    mine: int
    others: tuple[int, ...]


class Met(Outcome):
    """Whom an attack meets: the place of who stops it among those who screen; -1: its target."""

    stopped_by: Whole


class Totals(Struct, frozen=True):
    """What the attacker and those who screen have rolled."""

    mine: Whole
    others: tuple[Whole, ...]


def past(play: Play, plan: PastPlan) -> Rule[Met]:
    """Everybody rolls at once; of those who stop the attack the one with the least total is met.

    Source: CWN-11, CWN-40.
    """
    mine, *others = yield from together(
        Dice("get_past", ((2, 6),), plan.mine),
        *(
            Dice("screen", ((2, 6),), bonus, whose=name_of_screener(place))
            for place, bonus in enumerate(plan.others)
        ),
    )
    rolled = yield from moment("past", Totals(mine, tuple(others)))
    met: Whole = -1
    least: Whole = _NOBODY
    for place, other in enumerate(rolled.others):
        stops = is_stopped_by(rolled.mine, other) & (other < least)
        met, least = either(stops, place, met), either(stops, other, least)
    return Met(met)


def is_stopped_by(mine: Whole, other: Whole) -> Truth:
    """Returns whether a screener stops an attacker. Source: CWN-11, CWN-40."""
    return mechanics.gets_past(mine, other) ^ True


def name_of_screener(place: int) -> str:
    """Returns the name by which the rule knows a screener."""
    return f"screener {place}"


def face(play: Play, screener: Fighter, attacker: Fighter) -> Rule[None]:
    """Notes that a screener has faced an attacker in this round."""
    yield from ()
    screener.faced.begin(attacker, truth=True)
