"""The dice of weapon tables, ``2d6+4`` or ``1d2+1d8``, as numbers.

The full notation, ``2d6kh1`` or ``3d8!``, is read by ``dice``; that costs a parser, which most weapons do not need.
"""

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from encounter_gui.encounter.values import Value
from encounter_gui.rules.model.text_format import with_sign

if TYPE_CHECKING:
    from encounter_gui.dice.tree import Dice, Expression

_TERM = re.compile(
    r"(?P<sign>[-+−]?)(?:(?P<count>\d{0,2})d(?P<sides>\d{1,3})|(?P<flat>\d{1,3}))", re.IGNORECASE
)
_MOST_KINDS = 4
"""Most kinds of dice in a sum; the longest of printed weapons has two."""


class DiceSum(Struct, frozen=True, kw_only=True):
    """``count`` dice of ``sides`` sides, plus ``flat``; ``count`` 0: the flat number alone.

    ``more`` are dice of other sides in the same sum, each kind as (count, sides). ``notation`` is what no sum of dice
    says, in the full notation: then ``count`` is 0, and ``flat`` is added to it. Empty: it is a sum.
    """

    count: int
    sides: int = 6
    flat: int = 0
    more: tuple[tuple[int, int], ...] = ()
    notation: str = ""

    @property
    def kinds(self) -> tuple[tuple[int, int], ...]:
        """The dice as (count, sides), each kind once, in the order they are written; empty: there are none."""
        return ((self.count, self.sides), *self.more) if self.count else ()

    @property
    def pools(self) -> tuple[tuple[int, int, int], ...]:
        """The dice that fall first as (count, sides, lowest face), each term of the notation or kind of dice once."""
        if self.notation:
            return tuple((each.count, each.sides, each.lowest) for each in terms(self.expression))
        return tuple((count, sides, 1) for count, sides in self.kinds)

    @property
    def dice_text(self) -> str:
        """The dice without the flat number, in the notation; empty: there are none."""
        return self.notation or "+".join(f"{count}d{sides}" for count, sides in self.kinds)

    @property
    def expression(self) -> "Expression":
        """The dice without the flat number as the tree that is rolled and worked out; there are some."""
        from encounter_gui.dice.notation import parse

        return parse(self.dice_text)

    @property
    def least(self) -> int:
        """The smallest it can come to."""
        return self._ends[0] + self.flat

    @property
    def most(self) -> int:
        """The largest it can come to, with as many further dice as an exploding one can bring."""
        return self._ends[1] + self.flat

    @property
    def _ends(self) -> tuple[int, int]:
        if self.notation:
            return _ends_of(self.notation)
        return sum(count for count, _ in self.kinds), sum(
            count * sides for count, sides in self.kinds
        )

    @property
    def text(self) -> str:
        """As it is written: ``2d6+4``."""
        if not self.dice_text:
            return str(self.flat)
        return self.dice_text + (with_sign(self.flat) if self.flat else "")


def read_sum(value: Value | None) -> DiceSum | None:
    """Returns the dice a text of a ruleset stands for; None: it is no sum of dice, or of numbers alone."""
    if isinstance(value, int) and not isinstance(value, bool):
        return DiceSum(count=0, flat=value)
    return _read_text(value) if isinstance(value, str) else None


@lru_cache(1024)
def _read_text(text: str) -> DiceSum | None:
    words = text.replace(" ", "")
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


def read_dice(value: Value | None) -> DiceSum | None:
    """Returns the dice a text stands for, a sum or the full notation without names; None: it is neither."""
    known = read_sum(value)
    return known if known is not None or not isinstance(value, str) else _known(value)


@lru_cache(1024)
def _known(text: str) -> DiceSum | None:
    from encounter_gui.dice.notation_errors import NotationError

    try:
        return parse_dice(text)
    except NotationError:
        return None


@lru_cache(1024)
def parse_dice(text: str) -> DiceSum:
    """Returns the dice of a text in the full notation.

    Raises:
        NotationError: it is no notation, asks for too much, holds no dice, or needs the value of a name.
    """
    from encounter_gui.dice.limits import check
    from encounter_gui.dice.notation import parse
    from encounter_gui.dice.notation_errors import misuse

    known = read_sum(text)
    if known is not None:
        return known
    tree = parse(text)
    check(tree, {})
    if not terms(tree):
        raise misuse("dice.no_dice", 0)
    return DiceSum(count=0, notation=text.strip())


def terms(expression: "Expression") -> tuple["Dice", ...]:
    """Returns the dice of an expression, each term in the order in which it is rolled."""
    from encounter_gui.dice.tree import Dice, walk

    return tuple(node for node in walk(expression) if isinstance(node, Dice))


def exploding(expression: "Expression") -> "Expression":
    """Returns an expression whose dice explode on their highest face, each further die less 1.

    Dice with a word of their own (``2d6kh1``) stay as they are, and so do those of one side.
    """
    from encounter_gui.dice.tree import Dice, Explode, map_dice

    def explode(dice: Dice) -> Dice:
        if dice.sides == 1 or dice != Dice(count=dice.count, sides=dice.sides, lowest=dice.lowest):
            return dice
        return replace(dice, explode=Explode(least=dice.highest, penetrating=True))

    return map_dice(expression, explode)


@lru_cache(1024)
def _ends_of(notation: str) -> tuple[int, int]:
    from encounter_gui.dice.limits import check_values
    from encounter_gui.dice.notation import parse

    known = check_values(parse(notation), {})
    if known is None:
        raise ValueError(notation)
    return int(known.interval.lo), int(known.interval.hi)
