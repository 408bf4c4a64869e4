"""What the words at a place of a line may be read as."""

from typing import Any

from msgspec import Struct

from encounter_gui.core.errors import RuleError


class Read(Struct, frozen=True, kw_only=True):
    """So many words, and what they stand for.

    ``error``: they are meant, and something in them is wrong. ``cost`` is how far they are from what is plainly said:
    of several readings of a line the cheapest is taken.
    """

    count: int
    value: Any
    error: RuleError | None = None
    cost: int = 0
