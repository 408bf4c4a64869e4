"""What an expression may cost, decided on its tree before anything is rolled or worked out."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.dice.bounds import Interval, combine, look_up
from encounter_gui.dice.notation_errors import excess, misuse
from encounter_gui.dice.tree import (
    Arithmetic,
    Dice,
    Expression,
    Extreme,
    Group,
    Name,
    Rounded,
    parts,
    walk,
)


class Limits(Struct, frozen=True, kw_only=True):
    """The largest that is still worked on; the dearest expression takes about 0.2 seconds."""

    characters: int = 200
    """Of a text."""
    depth: int = 24
    """Of brackets within brackets."""
    nodes: int = 100
    dice: int = 100
    """Of one term."""
    faces: int = 1000
    total_dice: int = 300
    """Of an expression."""
    extra_dice: int = 20
    """That one exploding die can bring."""
    rerolls: int = 20
    """That one die takes on average until it shows a face it may keep."""
    work: int = 2 * 10**8
    """Of a whole expression, about in nanoseconds; see ``work``."""
    bins: int = 20_000
    """Different values of an exact result, and cells of a product of dice."""
    literal: int = 10**6
    """A number that is written, or the value of a name."""
    result: int = 10**9
    """Any result on the way, so that 64-bit numbers never wrap."""


LIMITS = Limits()


def check_size(expression: Expression) -> None:
    """Refuses what can be told from the tree alone: too many parts or dice, misplaced divisions.

    Raises:
        DiceLimitError: a limit is passed.
        DiceSyntaxError: ``/`` stands outside ``floor()`` and ``ceil()``.
    """
    dice = 0
    for number, node in enumerate(walk(expression), start=1):
        if number > LIMITS.nodes:
            raise excess("dice.too_many_parts", node.at, limit=LIMITS.nodes)
        if isinstance(node, Dice):
            dice += node.count
        if dice > LIMITS.total_dice:
            raise excess("dice.too_many_dice", node.at, count=dice, limit=LIMITS.total_dice)
    _check_division(expression)


def _check_division(node: Expression) -> None:
    """Looks for ``/`` everywhere but inside roundings."""
    if isinstance(node, Rounded):
        return
    if isinstance(node, Arithmetic) and node.operator == "/":
        raise misuse("dice.division_not_rounded", node.at)
    for part in parts(node):
        _check_division(part)


class Range(Struct, frozen=True, kw_only=True):
    """Where the values of an expression lie, and about how many nanoseconds its distribution takes."""

    interval: Interval
    work: int


def check_values(expression: Expression, names: Mapping[str, int] | None) -> Range | None:
    """Refuses results that are too large or too many, and what takes too long as a whole.

    Args:
        expression: a tree whose size was checked.
        names: values of names; None if they are not known yet, then whatever depends on a name is left for later.

    Returns:
        Where the values lie and what they cost, None if that depends on an unknown name.

    Raises:
        DiceLimitError: a result, the number of different results, the work or the value of a name is
            too large, or a divisor is 0.
        DiceSyntaxError: a divisor is not a fixed whole number, or a name is not known.
    """
    if isinstance(expression, Name):
        if names is None:
            return None
        _check_name(expression, look_up(expression, names))
    below = [check_values(part, names) for part in parts(expression)]
    known = [each for each in below if each is not None]
    if len(known) < len(below):
        return None
    of = [each.interval for each in known]
    result = _check(expression, of, names or {})
    spent = sum(each.work for each in known) + work(expression, of, result)
    if spent > LIMITS.work:
        raise excess("dice.too_much_work", expression.at)
    return Range(interval=result, work=spent)


def _check(node: Expression, of: list[Interval], names: Mapping[str, int]) -> Interval:
    """Returns the interval of a node whose parts passed, if it passes too."""
    if isinstance(node, Arithmetic) and node.operator == "*":
        _check_product(node, of[0], of[1])
    result = combine(node, of, names, LIMITS.extra_dice)
    if isinstance(node, Extreme | Group):  # compares its parts over their common denominator
        for interval in of:
            _check_result(node, replace(interval, grain=result.grain))
    _check_result(node, result)
    return result


def _check_name(node: Name, value: int) -> None:
    if abs(value) > LIMITS.literal:
        raise excess(
            "dice.name_too_large", node.at, name=node.name, value=value, limit=LIMITS.literal
        )


def _check_product(node: Arithmetic, left: Interval, right: Interval) -> None:
    cells = _bins(left) * _bins(right)
    if cells > LIMITS.bins:
        raise excess("dice.product_too_large", node.at, cells=cells, limit=LIMITS.bins)


def _check_result(node: Expression, result: Interval) -> None:
    largest = max(result.grain, int(max(-result.lo, result.hi) * result.grain))
    if largest > LIMITS.result:
        raise excess("dice.result_too_large", node.at, result=largest, limit=LIMITS.result)
    if _bins(result) > LIMITS.bins:
        raise excess("dice.result_too_wide", node.at, bins=_bins(result), limit=LIMITS.bins)


def _bins(interval: Interval) -> int:
    return int((interval.hi - interval.lo) * interval.grain) + 1


_CALL = 3_000
"""Nanoseconds of one step over an array, however short."""
_CELL = 12
"""Nanoseconds of a cell of a product."""


def work(node: Expression, of: Sequence[Interval], result: Interval) -> int:
    """Returns about how many nanoseconds the distribution of a node takes, its parts left out."""
    match node:
        case Dice():
            return _work_of_dice(node, _bins(result))
        case Arithmetic(operator="*"):
            return _CALL + _CELL * _bins(of[0]) * _bins(of[1])
        case Arithmetic(operator="+" | "-"):
            return _CALL + _work_of_sum(_bins(of[0]), _bins(of[1]))
        case Group():
            return _work_of_group(node, [_bins(each) for each in of])
        case _:
            return _CALL + _CELL * _bins(result)


def _work_of_sum(left: int, right: int) -> int:
    """A multiplication and an addition for each pair of values, several at once."""
    return left * right // 4


def _work_of_dice(dice: Dice, bins: int) -> int:
    kept, faces = dice.kept_count, dice.sides
    if 1 < kept < dice.count:
        return 2 * kept * faces * _CALL + faces**2 * kept**3 // 2
    further = LIMITS.extra_dice * faces * bins // (2 * dice.count) if dice.explode else 0
    return _CALL * dice.count.bit_length() + further + _work_of_sum(bins // 2, bins)


def _work_of_group(node: Group, bins: Sequence[int]) -> int:
    kept, several = node.kept_count, len(bins)
    if kept == several:
        return _CALL * several + _work_of_sum(sum(bins), sum(bins))
    widest = sum(sorted(bins)[-kept:])
    each = _CALL * 4 + _work_of_sum(widest, max(bins))
    return sum(bins) * several * kept * each


def check(expression: Expression, names: Mapping[str, int] | None) -> None:
    """Refuses an expression that must not be rolled or worked out; see ``check_size`` and ``check_values``."""
    check_size(expression)
    check_values(expression, names)
