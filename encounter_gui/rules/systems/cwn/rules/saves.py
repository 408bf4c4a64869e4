"""Saving throws. Source: CWN-09."""

from msgspec import Struct

from encounter_gui.rules.engine.reading.asks import Dice, Outcome, Play, Rule, Truth, Whole, dice
from encounter_gui.rules.systems.cwn import mechanics


class SavePlan(Struct, frozen=True):
    """What a save is rolled with: what it must reach, and what is added to the d20."""

    target: int
    modifier: int = 0


class Saved(Outcome):
    """Whether a save succeeds."""

    is_saved: Truth


def save(play: Play, plan: SavePlan) -> Rule[Saved]:
    """A d20: a natural 1 never saves, a natural 20 always. Source: CWN-09."""
    die = yield from dice(save_die("save"))
    return Saved(is_saved(plan, die))


def save_die(key: str, whose: str = "who") -> Dice:
    """Returns the die of a save."""
    return Dice(key, ((1, 20),), whose=whose)


def is_saved(plan: SavePlan, die: Whole) -> Truth:
    """Returns whether the d20 of a save succeeds. Source: CWN-09."""
    return mechanics.saves(die, plan.target, plan.modifier)
