"""What an expression may cost, decided on its tree before anything is rolled or worked out."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from encounter_gui.dice.bounds import Interval, combine, look_up
from encounter_gui.dice.notation_errors import excess, misuse
from encounter_gui.dice.tree import (
    Arithmetic,
    Dice,
    Expression,
    Extreme,
    Name,
    Rounded,
    parts,
    walk,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The largest that is still worked on.

    At these limits the dearest expression takes about 0.2 seconds.
    """

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
    keep_cost: int = 10**7
    """Dice² × kept × faces² where several, but not all, dice are kept."""
    bins: int = 20_000
    """Different values of an exact result, and cells of a product of dice."""
    literal: int = 10**6
    """A number that is written, or the value of a name."""
    result: int = 10**9
    """Any result on the way, so that 64-bit numbers never wrap."""


LIMITS = Limits()


def check_size(expression: Expression) -> None:
    """Refuses what can be told from the tree alone: too many parts or dice, misplaced divisions, dear keeps.

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
            _check_keep(node)
        if dice > LIMITS.total_dice:
            raise excess("dice.too_many_dice", node.at, count=dice, limit=LIMITS.total_dice)
    _check_division(expression)


def _check_keep(dice: Dice) -> None:
    cost = dice.count**2 * dice.kept_count * dice.sides**2
    if 1 < dice.kept_count < dice.count and cost > LIMITS.keep_cost:
        raise excess("dice.keep_too_large", dice.at, kept=dice.kept_count, count=dice.count)


def _check_division(node: Expression) -> None:
    """Looks for ``/`` everywhere but inside roundings."""
    if isinstance(node, Rounded):
        return
    if isinstance(node, Arithmetic) and node.operator == "/":
        raise misuse("dice.division_not_rounded", node.at)
    for part in parts(node):
        _check_division(part)


def check_values(expression: Expression, names: Mapping[str, int] | None) -> Interval | None:
    """Refuses results that are too large or too many.

    Args:
        expression: a tree whose size was checked.
        names: values of names; None if they are not known yet, then whatever depends on a name is left for later.

    Returns:
        Where the values lie, None if that depends on an unknown name.

    Raises:
        DiceLimitError: a result, the number of different results or the value of a name is too
            large, or a divisor is 0.
        DiceSyntaxError: a divisor is not a fixed whole number, or a name is not known.
    """
    if isinstance(expression, Name):
        if names is None:
            return None
        _check_name(expression, look_up(expression, names))
    below = [check_values(part, names) for part in parts(expression)]
    of = [interval for interval in below if interval is not None]
    return _checked(expression, of, names or {}) if len(of) == len(below) else None


def _checked(node: Expression, of: list[Interval], names: Mapping[str, int]) -> Interval:
    """Returns the interval of a node whose parts passed, if it passes too."""
    if isinstance(node, Arithmetic) and node.operator == "*":
        _check_product(node, of[0], of[1])
    result = combine(node, of, names, LIMITS.extra_dice)
    if isinstance(node, Extreme):  # compares its parts over their common denominator
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


def check(expression: Expression, names: Mapping[str, int] | None) -> None:
    """Refuses an expression that must not be rolled or worked out; see ``check_size`` and ``check_values``."""
    check_size(expression)
    check_values(expression, names)
