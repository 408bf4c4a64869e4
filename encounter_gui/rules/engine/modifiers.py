"""What speaks for and against a roll: parts with their reasons, and what they come to."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Something that speaks for (or against) a roll, in the system's unit (dice, points), why, and by which rule."""

    name: str
    amount: int
    rule: str = ""
    key: str = ""


def total(parts: Iterable[Part]) -> int:
    """Returns what the parts come to."""
    return sum(part.amount for part in parts)


def sum_text(parts: Iterable[Part]) -> str:
    """Returns the arithmetic, e.g. ``Firearms 4 + Laser sight 1 − Running 1``."""
    first, *rest = parts
    others = (f" {'−' if part.amount < 0 else '+'} {part.name} {abs(part.amount)}" for part in rest)
    return f"{first.name} {first.amount}" + "".join(others)
