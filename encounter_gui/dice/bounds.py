"""Between which values an expression can lie, node by node.

An end is a ``Fraction``, or an infinite float where dice explode without end. All parts of an
expression are independent and every operation is monotone in each, so the ends are reached, not
only bounds.
"""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import assert_never

from msgspec import Struct

from encounter_gui.dice.notation_errors import excess, misuse
from encounter_gui.dice.tree import (
    Arithmetic,
    Dice,
    Expression,
    Extreme,
    Group,
    Name,
    Negative,
    Number,
    Operator,
    Rounded,
    parts,
)

End = Fraction | float
_ZERO = Fraction(0)


class Interval(Struct, frozen=True, kw_only=True):
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
        case Group():
            return _group(node, of)
        case Rounded(function=function):
            up = function == "ceil"
            return Interval(lo=_round(of[0].lo, up=up), hi=_round(of[0].hi, up=up))
        case _ as never:
            assert_never(never)


def _dice(dice: Dice, extra_dice: int | None) -> Interval:
    if dice.success:
        lowest, highest = faces_left(dice)
        face, at_most = dice.success.face, dice.success.at_most
        sure = face >= highest if at_most else face <= lowest
        never = face < lowest if at_most else face > highest
        return Interval(lo=Fraction(dice.count * sure), hi=Fraction(dice.count * (not never)))
    lowest, highest = faces_left(dice)
    least = lowest if dice.floor is None else max(lowest, dice.floor)
    most = Fraction(highest if dice.cap is None else min(highest, dice.cap))
    least = least if dice.cap is None else min(least, dice.cap)
    most = most if dice.floor is None else max(most, Fraction(dice.floor))
    lo = Fraction(dice.kept_count * least)
    if not dice.explode:
        return Interval(lo=lo, hi=dice.kept_count * most)
    if extra_dice is None:
        return Interval(lo=lo, hi=math.inf)
    more = extra_dice * (most - dice.explode.penetrating)
    return Interval(lo=lo, hi=dice.count * (most + more))


def faces_left(dice: Dice) -> tuple[int, int]:
    """Returns the least and the greatest face that a die can end with, its rerolls made."""
    reroll = dice.reroll
    if reroll is None or reroll.once:
        return dice.lowest, dice.highest
    lowest = reroll.most + 1 if reroll.least == dice.lowest else dice.lowest
    highest = reroll.least - 1 if reroll.most == dice.highest else dice.highest
    return lowest, highest


def _group(node: Group, of: Sequence[Interval]) -> Interval:
    """Returns the interval of the values that are kept; each end is reached when all lie at theirs."""
    highest = node.keep is None or node.keep.highest
    los, his = (
        sorted(ends, reverse=highest) for ends in zip(*((i.lo, i.hi) for i in of), strict=True)
    )
    kept, grain = node.kept_count, math.lcm(*(interval.grain for interval in of))
    return Interval(lo=sum(los[:kept], _ZERO), hi=sum(his[:kept], _ZERO), grain=grain)


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
        case "%":
            return _remainder(node, left, divisor(node, right))
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
    return Interval(lo=_round(min(ends), up=False), hi=_round(max(ends), up=False))


def _remainder(node: Arithmetic, left: Interval, by: int) -> Interval:
    """Returns where a remainder lies: from 0 to below the divisor, of whole numbers.

    Raises:
        DiceLimitError: the divisor is below 1.
        DiceSyntaxError: fractions leave no remainder.
    """
    if by < 1:
        raise excess("dice.divisor_zero", node.at)
    if left.grain != 1:
        raise misuse("dice.remainder_of_fraction", node.at)
    if (
        isinstance(left.lo, Fraction)
        and isinstance(left.hi, Fraction)
        and left.lo // by == left.hi // by
    ):
        return Interval(lo=left.lo % by, hi=left.hi % by)
    return Interval(lo=_ZERO, hi=Fraction(by - 1))


def _round(end: End, *, up: bool) -> End:
    if not isinstance(end, Fraction):
        return end
    return Fraction(math.ceil(end) if up else math.floor(end))
