"""Between which values an expression can lie, node by node.

An end is a ``Fraction``, or an infinite float where dice explode without end. All parts of an
expression are independent and every operation is monotone in each, so the ends are reached, not
only bounds.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never

from encounter_gui.dice.notation_errors import excess, misuse
from encounter_gui.dice.tree import (
    Arithmetic,
    Dice,
    Expression,
    Extreme,
    Name,
    Negative,
    Number,
    Operator,
    Rounded,
    parts,
)

End = Fraction | float
_ZERO = Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """Least and largest value, and ``grain``: every value is a multiple of 1 / grain."""

    lo: End
    hi: End
    grain: int = 1

    @property
    def fixed(self) -> int | None:
        """The value if there is only one and it is whole, else None."""
        if self.lo == self.hi and isinstance(self.lo, Fraction) and self.lo.denominator == 1:
            return self.lo.numerator
        return None


def look_up(node: Name, names: Mapping[str, int]) -> int:
    """Returns the value of a name: as written, else in any case.

    Raises:
        DiceSyntaxError: nothing has this name.
    """
    if node.name in names:
        return names[node.name]
    wanted = node.name.casefold()
    for name, value in names.items():
        if name.casefold() == wanted:
            return value
    raise misuse("dice.unknown_name", node.at, name=node.name, known=", ".join(names) or "–")


def bounds(
    expression: Expression, names: Mapping[str, int] | None = None
) -> tuple[int | None, int | None]:
    """Returns the least and largest total; None where there is no bound.

    Exploding dice have no largest total, so the whole has none either, and no least one where they
    are subtracted. (The distribution and the roll stop after 20 extra dice for each die.)
    """
    interval = _interval(expression, names or {})
    return _whole(interval.lo), _whole(interval.hi)


def _whole(end: End) -> int | None:
    return end.numerator if isinstance(end, Fraction) else None


def _interval(node: Expression, names: Mapping[str, int]) -> Interval:
    return combine(node, [_interval(part, names) for part in parts(node)], names, None)


def combine(  # noqa: PLR0911 - one return for each kind of node
    node: Expression, of: Sequence[Interval], names: Mapping[str, int], extra_dice: int | None
) -> Interval:
    """Returns the interval of a node from those of its parts.

    Args:
        node: what combines the parts.
        of: the intervals of its parts, left to right.
        names: values of names.
        extra_dice: how many dice an exploding die can bring at most; None for no limit.
    """
    match node:
        case Number(value=value):
            return Interval(lo=Fraction(value), hi=Fraction(value))
        case Name():
            value = look_up(node, names)
            return Interval(lo=Fraction(value), hi=Fraction(value))
        case Dice():
            return _dice(node, extra_dice)
        case Negative():
            return Interval(lo=-of[0].hi, hi=-of[0].lo, grain=of[0].grain)
        case Arithmetic():
            return _arithmetic(node, of[0], of[1])
        case Extreme(function=function):
            choose = min if function == "min" else max
            lo, hi = choose(interval.lo for interval in of), choose(interval.hi for interval in of)
            return Interval(lo=lo, hi=hi, grain=math.lcm(*(interval.grain for interval in of)))
        case Rounded(function=function):
            up = function == "ceil"
            return Interval(lo=_rounded(of[0].lo, up=up), hi=_rounded(of[0].hi, up=up))
        case _ as never:
            assert_never(never)


def _dice(dice: Dice, extra_dice: int | None) -> Interval:
    if dice.success:
        sure = dice.success.face == (dice.highest if dice.success.at_most else dice.lowest)
        return Interval(lo=Fraction(dice.count * sure), hi=Fraction(dice.count))
    least = dice.lowest if dice.floor is None else dice.floor
    most = Fraction(dice.highest if dice.cap is None else dice.cap)
    lo = Fraction(dice.kept_count * least)
    if not dice.explode:
        return Interval(lo=lo, hi=dice.kept_count * most)
    if extra_dice is None:
        return Interval(lo=lo, hi=math.inf)
    more = extra_dice * (most - dice.explode.penetrating)
    return Interval(lo=lo, hi=dice.count * (most + more))


def _arithmetic(node: Arithmetic, left: Interval, right: Interval) -> Interval:
    grain = math.lcm(left.grain, right.grain)
    match node.operator:
        case "+":
            return Interval(lo=left.lo + right.lo, hi=left.hi + right.hi, grain=grain)
        case "-":
            return Interval(lo=left.lo - right.hi, hi=left.hi - right.lo, grain=grain)
        case "*":
            corners = [_times(a, b) for a in (left.lo, left.hi) for b in (right.lo, right.hi)]
            return Interval(lo=min(corners), hi=max(corners), grain=left.grain * right.grain)
        case "/" | "//":
            return _quotient(node.operator, left, divisor(node, right))
        case _ as never:
            assert_never(never)


def _times(a: End, b: End) -> End:
    """Multiplies; nothing times any number of explosions is nothing."""
    return _ZERO if _ZERO in (a, b) else a * b


def divisor(node: Arithmetic, right: Interval) -> int:
    """Returns the fixed whole number on the right of a division.

    Raises:
        DiceSyntaxError: it is rolled, or a fraction.
        DiceLimitError: it is 0.
    """
    fixed = right.fixed
    if fixed is None:
        raise misuse("dice.divisor_not_fixed", node.at)
    if fixed == 0:
        raise excess("dice.divisor_zero", node.at)
    return fixed


def _quotient(operator: Operator, left: Interval, by: int) -> Interval:
    ends = [left.lo * Fraction(1, by), left.hi * Fraction(1, by)]
    if operator == "/":
        return Interval(lo=min(ends), hi=max(ends), grain=left.grain * abs(by))
    return Interval(lo=_rounded(min(ends), up=False), hi=_rounded(max(ends), up=False))


def _rounded(end: End, *, up: bool) -> End:
    if not isinstance(end, Fraction):
        return end
    return Fraction(math.ceil(end) if up else math.floor(end))
