"""The exact distribution of an expression: the same tree that is rolled, read as probabilities."""

import math
from collections.abc import Callable, Mapping
from functools import lru_cache, reduce
from typing import assert_never

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from encounter_gui.dice.bounds import look_up
from encounter_gui.dice.exact import Dist, constant, convolve, mixture, power, push, shift
from encounter_gui.dice.kept import sum_of_best, sum_of_highest
from encounter_gui.dice.limits import LIMITS, check
from encounter_gui.dice.tree import (
    Arithmetic,
    Dice,
    Explode,
    Expression,
    Extreme,
    Group,
    Keep,
    Name,
    Negative,
    Number,
    Reroll,
    Rounded,
    Success,
)


class Fractional(Struct, frozen=True, kw_only=True):
    """A distribution of fractions: each value of ``dist`` stands for itself over ``grain``."""

    dist: Dist
    grain: int = 1


def distribution(expression: Expression, names: Mapping[str, int] | None = None) -> Dist:
    """Returns the distribution of the total.

    Raises:
        NotationError: a limit is passed, or a name is not known.
    """
    check(expression, names or {})
    return _distribution(expression, names or {}).dist


def _distribution(node: Expression, names: Mapping[str, int]) -> Fractional:  # noqa: PLR0911 - one return for each kind of node
    match node:
        case Number(value=value):
            return Fractional(dist=constant(value))
        case Name():
            return Fractional(dist=constant(look_up(node, names)))
        case Dice():
            return Fractional(dist=_dice(node))
        case Negative(of=of):
            fractional = _distribution(of, names)
            return Fractional(dist=_mirror(fractional.dist), grain=fractional.grain)
        case Arithmetic():
            left = _distribution(node.left, names)
            return _combine(node, left, _distribution(node.right, names))
        case Extreme(function=function, of=several):
            parts = [_distribution(one, names) for one in several]
            return reduce(_highest if function == "max" else _lowest, parts)
        case Group(of=several):
            return _group(node, [_distribution(one, names) for one in several])
        case Rounded(function=function, of=of):
            fractional = _distribution(of, names)
            up = function == "ceil"
            return Fractional(dist=_divide(fractional.dist, fractional.grain, up=up))
        case _ as never:
            assert_never(never)


def _combine(node: Arithmetic, left: Fractional, right: Fractional) -> Fractional:
    match node.operator:
        case "+":
            return _align(left, right, convolve)
        case "-":
            return _align(left, right, lambda a, b: convolve(a, _mirror(b)))
        case "*":
            product = _product(left.dist, right.dist)
            return Fractional(dist=product, grain=left.grain * right.grain)
        case "//":
            by = right.dist.lo // right.grain
            return Fractional(dist=_divide(left.dist, left.grain * by, up=False))
        case "%":
            by = right.dist.lo
            return Fractional(dist=push(lambda x: x % by, left.dist))
        case "/":
            by = right.dist.lo // right.grain
            dist = left.dist if by > 0 else _mirror(left.dist)
            return Fractional(dist=dist, grain=left.grain * abs(by))
        case _ as never:
            assert_never(never)


def _align(
    left: Fractional, right: Fractional, combine: Callable[[Dist, Dist], Dist]
) -> Fractional:
    """Combines two values over their common denominator."""
    grain = math.lcm(left.grain, right.grain)
    a = _product(left.dist, constant(grain // left.grain))
    b = _product(right.dist, constant(grain // right.grain))
    return Fractional(dist=combine(a, b), grain=grain)


def _group(node: Group, values: list[Fractional]) -> Fractional:
    grain = math.lcm(*(value.grain for value in values))
    dists = [_product(value.dist, constant(grain // value.grain)) for value in values]
    if node.kept_count == len(dists):
        return Fractional(dist=reduce(convolve, dists), grain=grain)
    highest = node.keep is None or node.keep.highest
    best = sum_of_best([each if highest else _mirror(each) for each in dists], node.kept_count)
    return Fractional(dist=best if highest else _mirror(best), grain=grain)


def _mirror(dist: Dist) -> Dist:
    return Dist(-dist.hi, dist.p[::-1])


def _product(left: Dist, right: Dist) -> Dist:
    if right.p.size == right.lo == 1:
        return left
    return push(np.multiply, left, right)


def _divide(dist: Dist, by: int, *, up: bool) -> Dist:
    if by == 1:
        return dist
    return push(lambda x: -(-x // by) if up else x // by, dist)


def _highest(left: Fractional, right: Fractional) -> Fractional:
    return _align(left, right, _maximum)


def _lowest(left: Fractional, right: Fractional) -> Fractional:
    return _align(left, right, lambda a, b: _mirror(_maximum(_mirror(a), _mirror(b))))


def _maximum(left: Dist, right: Dist) -> Dist:
    """Multiplies the chances to lie at or below each value."""
    lo, hi = max(left.lo, right.lo), max(left.hi, right.hi)
    return Dist(lo, np.diff(_at_most(left, lo, hi) * _at_most(right, lo, hi), prepend=0.0))


def _at_most(dist: Dist, lo: int, hi: int) -> NDArray[np.float64]:
    """Returns the chance of each value ``lo`` … ``hi`` or less."""
    sums = dist.p.cumsum()
    places = np.arange(lo, hi + 1) - dist.lo
    return np.where(places < 0, 0.0, sums[places.clip(0, sums.size - 1)])


@lru_cache(maxsize=1024)
def _dice(dice: Dice) -> Dist:
    if dice.success:
        return power(_successes(dice, dice.success), dice.count)
    if dice.explode:
        return power(_exploding(dice, dice.explode), dice.count)
    dist = _clamp(dice)
    if dice.keep is None or dice.keep.count == dice.count:
        return power(dist, dice.count)
    if dice.keep.count == 1:
        return _best(dist, dice.count) if dice.keep.highest else _worst(dist, dice.count)
    return _keep(dist, dice, dice.keep)


def _plain(dice: Dice) -> Dist:
    """Returns the distribution of the face that one die ends with, its rerolls made."""
    p = np.full(dice.sides, 1.0 / dice.sides)
    return Dist(dice.lowest, _apply_reroll(p, dice, dice.reroll) if dice.reroll else p)


def _apply_reroll(p: NDArray[np.float64], dice: Dice, reroll: Reroll) -> NDArray[np.float64]:
    again = slice(reroll.least - dice.lowest, reroll.most - dice.lowest + 1)
    if reroll.once:
        chance = (reroll.most - reroll.least + 1) / dice.sides
        stays = p.copy()
        stays[again] = 0.0
        return stays + chance * p
    stays = p.copy()
    stays[again] = 0.0
    stays /= stays.sum()
    return stays


def _successes(dice: Dice, wanted: Success) -> Dist:
    """Returns the distribution of the successes of one die."""
    if wanted.at_most:
        return push(lambda x: x <= wanted.face, _plain(dice), lo=0)
    return push(lambda x: x >= wanted.face, _plain(dice), lo=0)


def _clamp(dice: Dice) -> Dist:
    least = dice.lowest if dice.floor is None else dice.floor
    most = dice.highest if dice.cap is None else dice.cap
    return push(lambda x: x.clip(least, most), _plain(dice))


def _exploding(dice: Dice, explode: Explode) -> Dist:
    """Returns the distribution of one die and all it brings."""
    plain = _plain(dice)
    further = shift(plain, -1) if explode.penetrating else plain
    more = further
    for _ in range(LIMITS.extra_dice - 1):
        more = _another(further, explode.least - plain.lo, more)
    return _another(plain, explode.least - plain.lo, more)


def _another(die: Dist, exploding: int, more: Dist) -> Dist:
    """Returns a die that, from its face at position ``exploding`` on, brings what ``more`` says."""
    ends = Dist(die.lo, die.p[:exploding])
    goes_on = Dist(die.lo + exploding, die.p[exploding:])
    return mixture((1.0, ends), (1.0, convolve(goes_on, more)))


def _best(dist: Dist, count: int) -> Dist:
    return Dist(dist.lo, np.diff(dist.p.cumsum() ** count, prepend=0.0))


def _worst(dist: Dist, count: int) -> Dist:
    return _mirror(_best(_mirror(dist), count))


def _keep(dist: Dist, dice: Dice, keep: Keep) -> Dist:
    """Keeps several, but not all."""
    if keep.highest:
        return sum_of_highest(dist, dice.count, keep.count)
    return _mirror(sum_of_highest(_mirror(dist), dice.count, keep.count))
