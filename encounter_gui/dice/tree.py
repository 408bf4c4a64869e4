"""The syntax tree of the dice notation, and its way back to text.

``at`` is where a node stood in its text; it does not take part in comparisons.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, assert_never

from msgspec import Struct

Operator = Literal["+", "-", "*", "/", "//", "%"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A literal whole number, never negative."""

    value: int
    at: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """A value that the caller's mapping supplies."""

    name: str
    at: int = field(default=0, compare=False, repr=False)


class Keep(Struct, frozen=True, kw_only=True):
    """Only the ``count`` highest (or lowest) dice count."""

    count: int
    highest: bool


class Explode(Struct, frozen=True, kw_only=True):
    """A die that shows ``least`` or more brings another; a penetrating one is worth its face less 1."""

    least: int
    penetrating: bool = False


class Success(Struct, frozen=True, kw_only=True):
    """Each die counts 1 if its face is at least (or, ``at_most``, no more than) ``face``, else 0."""

    face: int
    at_most: bool = False


class Reroll(Struct, frozen=True, kw_only=True):
    """A die that shows ``least`` … ``most`` is rolled again: until it shows something else, or only ``once``."""

    least: int
    most: int
    once: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Dice:
    """Equal dice and what is done with them.

    Faces run from ``lowest`` (1, or 0 for z-dice) over ``sides`` values. ``floor`` and ``cap``
    limit what a die is worth. ``keep`` goes together with ``floor`` and ``cap``; ``explode`` and
    ``success`` do not. ``reroll`` goes together with all but ``explode``.
    """

    count: int
    sides: int
    lowest: int = 1
    keep: Keep | None = None
    explode: Explode | None = None
    success: Success | None = None
    reroll: Reroll | None = None
    floor: int | None = None
    cap: int | None = None
    at: int = field(default=0, compare=False, repr=False)

    @property
    def highest(self) -> int:
        """The largest face of one die."""
        return self.lowest + self.sides - 1

    @property
    def kept_count(self) -> int:
        """How many of the dice count."""
        return self.keep.count if self.keep else self.count


@dataclass(frozen=True, slots=True, kw_only=True)
class Negative:
    """The value with its sign changed."""

    of: "Expression"
    at: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arithmetic:
    """Two values combined. ``//`` rounds down, ``%`` is what it leaves; ``/`` is exact, only inside ``Rounded``."""

    operator: Operator
    left: "Expression"
    right: "Expression"
    at: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Extreme:
    """The smallest or largest of one or more values."""

    function: Literal["min", "max"]
    of: tuple["Expression", ...]
    at: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Values that are compared as dice are: the sum of those that ``keep`` leaves, None: of all."""

    of: tuple["Expression", ...]
    keep: Keep | None = None
    at: int = field(default=0, compare=False, repr=False)

    @property
    def kept_count(self) -> int:
        """How many of the values count."""
        return self.keep.count if self.keep else len(self.of)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounded:
    """A value, which may be a fraction, rounded down or up."""

    function: Literal["floor", "ceil"]
    of: "Expression"
    at: int = field(default=0, compare=False, repr=False)


Expression = Number | Name | Dice | Negative | Arithmetic | Extreme | Group | Rounded


def parts(node: Expression) -> tuple[Expression, ...]:
    """Returns the direct children, left to right."""
    match node:
        case Number() | Name() | Dice():
            return ()
        case Negative(of=of) | Rounded(of=of):
            return (of,)
        case Arithmetic(left=left, right=right):
            return (left, right)
        case Extreme(of=several) | Group(of=several):
            return several
        case _ as never:
            assert_never(never)


def walk(node: Expression) -> Iterator[Expression]:
    """Yields the node and everything below it, left to right; dice come in the order in which they are rolled."""
    waiting = [node]
    while waiting:
        yield (current := waiting.pop())
        waiting.extend(reversed(parts(current)))


def map_dice(node: Expression, change: Callable[[Dice], Dice]) -> Expression:
    """Returns the expression with each of its dice changed."""
    return _map_leaves(node, lambda each: change(each) if isinstance(each, Dice) else each)


def with_values(node: Expression, values: Mapping[str, int]) -> Expression:
    """Returns the expression with numbers in place of the names that are known; others stay."""

    def value(leaf: _Leaf) -> Expression:
        if not isinstance(leaf, Name) or leaf.name not in values:
            return leaf
        known = values[leaf.name]
        return Number(value=known) if known >= 0 else Negative(of=Number(value=-known))

    return _map_leaves(node, value)


_Leaf = Number | Name | Dice


def _map_leaves(node: Expression, change: Callable[[_Leaf], Expression]) -> Expression:
    match node:
        case Number() | Name() | Dice():
            return change(node)
        case Negative(of=of) | Rounded(of=of):
            return replace(node, of=_map_leaves(of, change))
        case Arithmetic(left=left, right=right):
            return replace(node, left=_map_leaves(left, change), right=_map_leaves(right, change))
        case Extreme(of=several) | Group(of=several):
            return replace(node, of=tuple(_map_leaves(one, change) for one in several))
        case _ as never:
            assert_never(never)


_STRENGTH = {"+": 1, "-": 1, "*": 2, "/": 2, "//": 2, "%": 2}
_UNARY = 3


def render(node: Expression) -> str:  # noqa: PLR0911 - one return for each kind of node
    """Returns a text that parses to an equal tree, with no more brackets than needed."""
    match node:
        case Number(value=value):
            return str(value)
        case Name(name=name):
            return name
        case Dice():
            return _render_dice(node)
        case Negative(of=of):
            return f"-{_inside(of, _UNARY)}"
        case Arithmetic(operator=operator, left=left, right=right):
            strength = _STRENGTH[operator]
            return f"{_inside(left, strength)} {operator} {_inside(right, strength + 1)}"
        case Extreme(function=function, of=several):
            return f"{function}({', '.join(render(one) for one in several)})"
        case Group(of=several):
            return f"{{{', '.join(render(one) for one in several)}}}{_render_keep(node.keep)}"
        case Rounded(function=function, of=of):
            return f"{function}({render(of)})"
        case _ as never:
            assert_never(never)


def _inside(node: Expression, strength: int) -> str:
    """Renders an operand, in brackets if it binds less than what stands around it."""
    text = render(node)
    weak = isinstance(node, Arithmetic) and _STRENGTH[node.operator] < strength
    return f"({text})" if weak else text


def _render_dice(dice: Dice) -> str:
    words = [f"{dice.count}{'d' if dice.lowest else 'z'}{dice.sides}"]
    if dice.reroll:
        words.append(_render_reroll(dice, dice.reroll))
    if dice.explode:
        words.append(f"!{'p' if dice.explode.penetrating else ''}>={dice.explode.least}")
    if dice.floor is not None:
        words.append(f"min{dice.floor}")
    if dice.cap is not None:
        words.append(f"max{dice.cap}")
    words.append(_render_keep(dice.keep))
    if dice.success:
        words.append(f"{'<=' if dice.success.at_most else '>='}{dice.success.face}")
    return "".join(words)


def _render_keep(keep: Keep | None) -> str:
    return f"k{'h' if keep.highest else 'l'}{keep.count}" if keep else ""


def _render_reroll(dice: Dice, reroll: Reroll) -> str:
    word = "ro" if reroll.once else "r"
    if reroll.least == reroll.most:
        return f"{word}{reroll.most}"
    at_most = reroll.least == dice.lowest
    return f"{word}<={reroll.most}" if at_most else f"{word}>={reroll.least}"
