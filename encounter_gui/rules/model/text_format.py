"""Numbers, names and lists as people write them."""

from collections.abc import Iterable

from encounter_gui.encounter.values import Combatant

MINUS = "−"


def with_sign(amount: int) -> str:
    """Returns a modifier with its sign, e.g. ``−2`` or ``+1``."""
    return f"{MINUS if amount < 0 else '+'}{abs(amount)}"


def plain(amount: int) -> str:
    """Returns a number with a proper minus."""
    return f"{MINUS if amount < 0 else ''}{abs(amount)}"


def percent(probability: float) -> str:
    """Returns a probability (0 to 1) in whole percent, number and sign kept on one line."""
    return f"{probability * 100:.0f}\u00a0%"


def names_of(combatants: Iterable[Combatant]) -> str:
    """Returns the names of several in a row."""
    return ", ".join(combatant.name for combatant in combatants)
