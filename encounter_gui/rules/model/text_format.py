"""Numbers, names and lists as people write them."""

from collections.abc import Iterable

from encounter_gui.encounter.values import Combatant

MINUS = "−"


def signed(amount: int) -> str:
    """Returns a modifier with its sign, e.g. ``−2`` or ``+1``."""
    return f"{MINUS if amount < 0 else '+'}{abs(amount)}"


def plain(amount: int) -> str:
    """Returns a number with a proper minus."""
    return f"{MINUS if amount < 0 else ''}{abs(amount)}"


def percent(probability: float) -> str:
    """Returns a probability (0 to 1) in whole percent, number and sign kept on one line."""
    return f"{probability * 100:.0f}\u00a0%"


def short_name(name: str, everybody: Iterable[str], room: int = 9) -> str:
    """Returns a name cut to one word where it has no room: what others do not share, ``Gunner A`` of two Jackals.

    ``room`` is in letters; a name that has no telling word stays whole.
    """
    if len(name) <= room:
        return name
    first, _, rest = name.partition(",")[0].partition(" ")
    shared = sum(1 for other in everybody if other.partition(" ")[0].rstrip(",") == first)
    if shared <= 1 and len(first) > 2:
        return first
    return f"{rest[:1].upper()}{rest[1:]}" if rest else name


def names_of(combatants: Iterable[Combatant]) -> str:
    """Returns the names of several in a row."""
    return ", ".join(combatant.name for combatant in combatants)
