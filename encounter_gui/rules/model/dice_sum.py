"""The short dice notation of weapon tables, ``2d6+4``, as numbers.

The full notation, which people type, is read by ``dice``; it costs a parser, and weapons never need it.
"""

import re
from dataclasses import dataclass

from encounter_gui.encounter.values import Value
from encounter_gui.rules.model.text_format import with_sign

_SUM = re.compile(r"(?P<count>\d{0,2})d(?P<sides>\d{1,3})(?P<flat>[-+−]\d{1,3})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceSum:
    """``count`` dice of ``sides`` sides, plus ``flat``; ``count`` 0: the flat number alone."""

    count: int
    sides: int = 6
    flat: int = 0

    @property
    def least(self) -> int:
        """The smallest it can come to."""
        return self.count + self.flat

    @property
    def most(self) -> int:
        """The largest it can come to."""
        return self.count * self.sides + self.flat

    @property
    def text(self) -> str:
        """As it is written: ``2d6+4``."""
        if not self.count:
            return str(self.flat)
        flat = with_sign(self.flat) if self.flat else ""
        return f"{self.count}d{self.sides}{flat}"


def read_sum(value: Value | None) -> DiceSum | None:
    """Returns the dice a text of a ruleset stands for; None: it is none."""
    if isinstance(value, int) and not isinstance(value, bool):
        return DiceSum(count=0, flat=value)
    match = _SUM.fullmatch(value.replace(" ", "")) if isinstance(value, str) else None
    if match is None:
        return None
    flat = (match["flat"] or "0").replace("−", "-")
    return DiceSum(count=int(match["count"] or 1), sides=int(match["sides"]), flat=int(flat))
