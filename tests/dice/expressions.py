"""Random trees of the dice notation, and icepool as the independent reading of them."""

import math
from fractions import Fraction
from typing import assert_never

import icepool
from hypothesis import strategies as st

from encounter_gui.dice.limits import LIMITS, check
from encounter_gui.dice.notation_errors import NotationError
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

NAMES = {"REF": 5, "dex_mod": -2, "Stärke": 3}


def is_admitted(expression: Expression) -> bool:
    """Whether the expression stays within the limits."""
    try:
        check(expression, NAMES)
    except NotationError:
        return False
    return True


@st.composite
def dice_terms(draw: st.DrawFn) -> Dice:
    """Dice with any one kind of modifier, or with keep and clamps together."""
    lowest = draw(st.integers(0, 1))
    sides = draw(st.integers(2, 8))
    faces = st.integers(lowest, lowest + sides - 1)
    kind = draw(st.sampled_from(["plain", "clamped", "success", "explode"]))
    if kind == "explode":
        explode = Explode(
            least=draw(st.integers(lowest + max(1, sides - 2), lowest + sides - 1)),
            penetrating=draw(st.booleans()),
        )
        return Dice(count=draw(st.integers(1, 2)), sides=sides, lowest=lowest, explode=explode)
    count = draw(st.integers(1, 4))
    reroll = draw(st.none() | rerolls(lowest, sides))
    if kind == "success":
        success = Success(face=draw(faces), at_most=draw(st.booleans()))
        return Dice(count=count, sides=sides, lowest=lowest, success=success, reroll=reroll)
    keep = draw(st.none() | st.builds(Keep, count=st.integers(1, count), highest=st.booleans()))
    floor, cap = sorted([draw(faces), draw(faces)]) if kind == "clamped" else (None, None)
    return Dice(
        count=count,
        sides=sides,
        lowest=lowest,
        keep=keep,
        floor=floor,
        cap=cap,
        reroll=reroll,
    )


def rerolls(lowest: int, sides: int) -> st.SearchStrategy[Reroll]:
    """Rerolls of one face, of the lowest, or of the highest, that leave at least one face."""
    highest = lowest + sides - 1
    spans = st.one_of(
        st.integers(lowest, highest).map(lambda face: (face, face)),
        st.integers(lowest, highest - 1).map(lambda face: (lowest, face)),
        st.integers(lowest + 1, highest).map(lambda face: (face, highest)),
    )
    return st.builds(
        lambda span, once: Reroll(least=span[0], most=span[1], once=once), spans, st.booleans()
    )


def divisors() -> st.SearchStrategy[Expression]:
    """Whole numbers that one can divide by."""
    numbers = st.builds(Number, value=st.integers(1, 5))
    return numbers | st.builds(Negative, of=numbers)


def _positive() -> st.SearchStrategy[Expression]:
    return st.builds(Number, value=st.integers(1, 5))


@st.composite
def groups(draw: st.DrawFn, parts: st.SearchStrategy[Expression]) -> Group:
    """Up to three values, of which some are kept."""
    of = tuple(draw(st.lists(parts, min_size=1, max_size=3)))
    keep = draw(st.none() | st.builds(Keep, count=st.integers(1, len(of)), highest=st.booleans()))
    return Group(of=of, keep=keep)


def _larger(parts: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    quotients = st.builds(Arithmetic, operator=st.just("/"), left=parts, right=divisors())
    fractions = quotients | st.builds(
        Arithmetic, operator=st.sampled_from("+-*"), left=quotients, right=quotients | parts
    )
    fractions |= st.builds(
        Extreme, function=st.sampled_from(["min", "max"]), of=st.tuples(quotients, parts)
    )
    return st.one_of(
        st.builds(Negative, of=parts),
        st.builds(Arithmetic, operator=st.sampled_from("+-*"), left=parts, right=parts),
        st.builds(Arithmetic, operator=st.just("//"), left=parts, right=divisors()),
        st.builds(
            Extreme,
            function=st.sampled_from(["min", "max"]),
            of=st.lists(parts, min_size=1, max_size=3).map(tuple),
        ),
        st.builds(Arithmetic, operator=st.just("%"), left=parts, right=_positive()),
        groups(parts),
        st.builds(Rounded, function=st.sampled_from(["floor", "ceil"]), of=fractions),
    )


def expressions(leaves: int = 4) -> st.SearchStrategy[Expression]:
    """Trees of up to about this many leaves, within the limits."""
    leaf = st.one_of(
        dice_terms(),
        st.builds(Number, value=st.integers(0, 20)),
        st.builds(Name, name=st.sampled_from(sorted(NAMES))),
    )
    return st.recursive(leaf, _larger, max_leaves=leaves).filter(is_admitted)


def icepool_reading(node: Expression) -> "icepool.Die[Fraction]":
    """What icepool makes of a tree."""
    match node:
        case Number(value=value):
            return icepool.Die([value])
        case Name(name=name):
            return icepool.Die([NAMES[name]])
        case Dice():
            return _icepool_dice(node)
        case Negative(of=of):
            return -icepool_reading(of)
        case Arithmetic(operator=operator, left=left, right=right):
            return icepool.map(
                _OPERATIONS[operator],
                icepool_reading(left),
                icepool_reading(right),
            )
        case Extreme(function=function, of=several):
            choose = min if function == "min" else max
            return icepool.map(lambda *x: choose(x), *(icepool_reading(one) for one in several))
        case Group(of=several, keep=keep):
            return icepool.map(
                lambda *x: sum(_left(x, keep)), *(icepool_reading(one) for one in several)
            )
        case Rounded(function=function, of=of):
            return icepool_reading(of).map(math.floor if function == "floor" else math.ceil)
        case _ as never:
            assert_never(never)


_OPERATIONS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: Fraction(a) / b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
}


def _left(values: tuple[Fraction, ...], keep: Keep | None) -> list[Fraction]:
    """What a group keeps of its values."""
    order = sorted(values, reverse=keep is None or keep.highest)
    return order[: keep.count if keep else len(order)]


def _icepool_dice(dice: Dice) -> "icepool.Die[int]":
    die = icepool.Die(range(dice.lowest, dice.highest + 1))
    if dice.reroll:
        again = set(range(dice.reroll.least, dice.reroll.most + 1))
        die = die.reroll(again, depth=1 if dice.reroll.once else "inf")
    if dice.success:
        face, at_most = dice.success.face, dice.success.at_most
        return dice.count @ die.map(lambda x: int(x <= face if at_most else x >= face))
    if dice.explode:
        return dice.count @ _icepool_exploding(die, dice.explode)
    low = dice.lowest if dice.floor is None else dice.floor
    high = dice.highest if dice.cap is None else dice.cap
    clipped = die.clip(low, high)
    if dice.keep is None:
        return dice.count @ clipped
    select = clipped.highest if dice.keep.highest else clipped.lowest
    return select(dice.count, dice.keep.count)


def _icepool_exploding(die: "icepool.Die[int]", explode: Explode) -> "icepool.Die[int]":
    """One die, whose chain ends with the twentieth further die whatever it shows."""
    off = int(explode.penetrating)
    more = die - off
    for _ in range(LIMITS.extra_dice - 1):
        more = _icepool_next(die, explode.least, off, more)
    return _icepool_next(die, explode.least, 0, more)


def _icepool_next(
    die: "icepool.Die[int]", least: int, off: int, more: "icepool.Die[int]"
) -> "icepool.Die[int]":
    return die.map(lambda x: (x - off) + more if x >= least else x - off)
