"""What a wound does, worked out from the place, the wound dealt, and the one before. Source: PHA-61 to PHA-64.

What it does is a whole number: the level of the place after it, and a bit for everything else. At the table it is
worked out as it is asked for. Columns look it up: it is worked out once for every place and level.
"""

from functools import lru_cache

from encounter_gui.rules.engine.reading.asks import Array, Truth, Whole, either
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.rules.anatomy import Anatomy

FLESH, SLIGHT, CRITICAL, DESTROYED = (
    mechanics.FLESH,
    mechanics.SLIGHT,
    mechanics.CRITICAL,
    mechanics.DESTROYED,
)
"""Levels of wounds that something depends on. Source: PHA-60 to PHA-63."""

LEVEL = 7
"""The bits of the level."""

FATAL, FAINTS, STUNS, DROPS_RIGHT, DROPS_LEFT, AT_LEG, WORSE, SHOCK, COOL = (
    8 << bit for bit in range(9)
)
"""It kills; one faints, or loses an action; something falls from a hand; it is a leg; the place is worse; the tests."""

DROPS = (DROPS_RIGHT, DROPS_LEFT)

_DEALT, _BEFORE = mechanics.CRITICAL + 1, mechanics.DESTROYED + 1


def wounding(body: Anatomy, place: Whole, dealt: Whole, before: Whole) -> Whole:
    """Returns what a wound of a level does at a place with another; dealt 0: nothing. Source: PHA-61 to PHA-64."""
    if isinstance(before, int):
        return _worked_out(body, place, dealt, before)
    code: Array = (place * _DEALT + dealt) * _BEFORE + before
    return _every(body).take(code)


def at_place(body: Anatomy, place: Whole, level: Whole) -> Whole:
    """Returns what a location that has got worse does at a level. Source: PHA-61, PHA-64."""
    head, torso = place == body.head, place == body.torso
    fatal = (level >= mechanics.DESTROYED) & (head | torso)
    faints = head & (level >= body.head_out) & (level < mechanics.DESTROYED)
    stuns = head & (level >= body.head_stuns) & (level < body.head_out) & (fatal ^ True)
    found = level | FATAL * fatal | FAINTS * faints | STUNS * stuns
    for arm, drops in zip(body.arms, DROPS, strict=True):
        found = found | drops * ((place == arm) & (level >= body.arm_drops))
    leg = (place == body.legs[0]) | (place == body.legs[1])
    return found | (AT_LEG * leg * (min(body.legs) >= 0))


def happens(found: Whole, what: int) -> Truth:
    """Returns whether a wound does something, by its bit."""
    return (found & what) > 0


def together(found: Whole) -> int:
    """Returns all that wounds do in any row."""
    if isinstance(found, int):
        return found
    import numpy as np

    return int(np.bitwise_or.reduce(found)) if found.size else 0


def stacked(before: Whole, dealt: Whole, *, destroys: bool) -> Whole:
    """Returns the level of a location that is dealt another wound. Source: PHA-61."""
    return mechanics.stacked_level(before, dealt, destroys)


def leg_row(right: Whole, left: Whole) -> Whole:
    """Returns the level that two legs amount to. Source: PHA-64."""
    return mechanics.leg_level(right, left)


def _worked_out(body: Anatomy, place: Whole, dealt: Whole, before: Whole) -> Whole:
    level = stacked(before, dealt, destroys=body.destroys)
    hurts = dealt > 0
    worse = hurts & (level != before)
    level = either(worse, level, before)
    found = either(worse, at_place(body, place, level) | WORSE, level)
    found = found | SHOCK * (hurts & mechanics.needs_shock_test(before, level))
    asks = mechanics.needs_cool_test(dealt, before, level, body.tests_flesh)
    return found | COOL * (hurts & asks)


@lru_cache(64)
def _every(body: Anatomy) -> Array:
    """Returns what every wound does, (P · 6 · 7,)."""
    import numpy as np

    place, dealt, before = np.indices((len(body.keys), _DEALT, _BEFORE)).reshape(3, -1)
    return np.asarray(_worked_out(body, place, dealt, before))
