"""What speaks for and against a roll: parts with their reasons, and what they come to."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Modifier:
    """Something that speaks for (or against) a roll, in the system's unit (dice, points), why, and by which rule."""

    name: str
    amount: int
    rule: str = ""
    key: str = ""


def total(modifiers: Iterable[Modifier]) -> int:
    """Returns what the parts come to."""
    return sum(modifier.amount for modifier in modifiers)


def sum_text(modifiers: Iterable[Modifier]) -> str:
    """Returns the arithmetic, e.g. ``Firearms 4 + Laser sight 1 − Running 1``."""
    first, *rest = modifiers
    others = (
        f" {'−' if modifier.amount < 0 else '+'} {modifier.name} {abs(modifier.amount)}"
        for modifier in rest
    )
    return f"{first.name} {first.amount}" + "".join(others)
