"""The dice of weapon tables, ``2d6+4`` or ``1d2+1d8``, as numbers.

The full notation, which people type, is read by ``dice``; it costs a parser, and weapons need only sums of dice.
"""

import re
from dataclasses import dataclass

from encounter_gui.encounter.values import Value
from encounter_gui.rules.model.text_format import with_sign

_TERM = re.compile(
    r"(?P<sign>[-+−]?)(?:(?P<count>\d{0,2})d(?P<sides>\d{1,3})|(?P<flat>\d{1,3}))", re.IGNORECASE
)
_MOST_KINDS = 4
"""Most kinds of dice in a sum; the longest of printed weapons has two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceSum:
    """``count`` dice of ``sides`` sides, plus ``flat``; ``count`` 0: the flat number alone.

    ``more`` are dice of other sides in the same sum, each kind as (count, sides).
    """

    count: int
    sides: int = 6
    flat: int = 0
    more: tuple[tuple[int, int], ...] = ()

    @property
    def kinds(self) -> tuple[tuple[int, int], ...]:
        """The dice as (count, sides), each kind once, in the order they are written; empty: there are none."""
        return ((self.count, self.sides), *self.more) if self.count else ()

    def rolls(self, key: str) -> tuple[tuple[str, int, int], ...]:
        """Returns its rolls as (key, count, sides): of the further kinds of dice the keys are numbered from 2."""
        return tuple(
            (key if place == 1 else f"{key}_{place}", count, sides)
            for place, (count, sides) in enumerate(self.kinds, 1)
        )

    @property
    def least(self) -> int:
        """The smallest it can come to."""
        return sum(count for count, _ in self.kinds) + self.flat

    @property
    def most(self) -> int:
        """The largest it can come to."""
        return sum(count * sides for count, sides in self.kinds) + self.flat

    @property
    def text(self) -> str:
        """As it is written: ``2d6+4``."""
        if not self.count:
            return str(self.flat)
        flat = with_sign(self.flat) if self.flat else ""
        return "+".join(f"{count}d{sides}" for count, sides in self.kinds) + flat


def read_sum(value: Value | None) -> DiceSum | None:
    """Returns the dice a text of a ruleset stands for; None: it is no sum of dice, or of numbers alone."""
    if isinstance(value, int) and not isinstance(value, bool):
        return DiceSum(count=0, flat=value)
    words = value.replace(" ", "") if isinstance(value, str) else ""
    kinds: dict[int, int] = {}
    place = flat = 0
    for match in _TERM.finditer(words):
        is_minus = match["sign"] in ("-", "−")
        if match.start() != place or (place and not match["sign"]):
            return None
        place = match.end()
        if match["flat"]:
            flat += -int(match["flat"]) if is_minus else int(match["flat"])
        elif is_minus:
            return None
        else:
            sides = int(match["sides"])
            kinds[sides] = kinds.get(sides, 0) + int(match["count"] or 1)
    if place != len(words) or not kinds or len(kinds) > _MOST_KINDS:
        return None
    (sides, count), *more = kinds.items()
    return DiceSum(count=count, sides=sides, flat=flat, more=tuple((n, s) for s, n in more))
