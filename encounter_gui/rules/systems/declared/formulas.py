"""Formulas of a ruleset with the numbers of somebody in place of names, and what they come to in any reading."""

from collections.abc import Iterator
from functools import lru_cache

from encounter_gui.dice.notation import parse
from encounter_gui.dice.tree import (
    Arithmetic,
    Dice,
    Expression,
    Extreme,
    Name,
    Negative,
    Number,
    Rounded,
    render,
    walk,
    with_values,
)
from encounter_gui.rules.engine.asking import numbered
from encounter_gui.rules.engine.reading import asks
from encounter_gui.rules.engine.reading.asks import Rule, SumDice, Whole, at_least, at_most
from encounter_gui.rules.model.dice_sum import parse_dice
from encounter_gui.rules.model.formula import evaluate
from encounter_gui.rules.model.games.declared_game import MARGIN


@lru_cache(1024)
def filled(formula: str, values: tuple[tuple[str, int], ...], plus: int = 0) -> str:
    """Returns a formula with numbers in place of its names, and ``plus`` added; the numbers of a sum as one, behind.

    The margin stays as it is. An empty formula counts as 0.

    Example:
        >>> filled("2d6 + fight + 1", (("fight", 3),))
        '2d6 + 4'
    """
    if not formula:
        return str(plus)
    rest: list[str] = []
    number = plus
    for sign, term in _terms(with_values(parse(formula), dict(values)), 1):
        if any(isinstance(each, Dice | Name) for each in walk(term)):
            text = render(term)
            first = "-" if sign < 0 else ""
            rest.append(f" {'-' if sign < 0 else '+'} {text}" if rest else f"{first}{text}")
        else:
            number += sign * evaluate(render(term), {})
    if not rest:
        return str(number)
    return "".join(rest) + (f" {'-' if number < 0 else '+'} {abs(number)}" if number else "")


def _terms(node: Expression, sign: int) -> Iterator[tuple[int, Expression]]:
    """Yields the terms of a sum, each with its sign."""
    match node:
        case Arithmetic(operator="+", left=left, right=right):
            yield from _terms(left, sign)
            yield from _terms(right, sign)
        case Arithmetic(operator="-", left=left, right=right):
            yield from _terms(left, sign)
            yield from _terms(right, -sign)
        case Negative(of=of):
            yield from _terms(of, -sign)
        case _:
            yield sign, node


@lru_cache(1024)
def has_dice(formula: str) -> bool:
    """Returns whether something of a filled formula is rolled."""
    return any(isinstance(each, Dice) for each in walk(parse(formula)))


@lru_cache(1024)
def _dice(key: str, formula: str, whose: str) -> SumDice:
    return SumDice(key, whose=whose, of=parse_dice(formula))


def worth(key: str, formula: str, whose: str, margin: Whole = 0) -> Rule[Whole]:
    """Returns what a filled formula comes to; the dice in it are asked for under the key, ``whose`` they are."""
    if MARGIN in formula:
        return (yield from _Reader(key, whose, margin).value(parse(formula)))
    if not has_dice(formula):
        return int(formula)
    return (yield from asks.dice(_dice(key, formula, whose)))


def against(first: str, second: str) -> Rule[tuple[Whole, Whole]]:
    """Returns what a roll and what it is against come to, or two numbers with the same difference."""
    if has_dice(first) and has_dice(second):
        one, other = _dice("attack", first, "who"), _dice("defense", second, "target")
        return (yield from asks.difference(one, other))
    rolled = yield from worth("attack", first, "who")
    return rolled, (yield from worth("defense", second, "target"))


class _Reader:
    """Works a formula out in which the margin occurs: term by term, in the order in which they are written."""

    def __init__(self, key: str, whose: str, margin: Whole) -> None:
        self._key, self._whose, self._margin = key, whose, margin
        self._asked = 0

    def value(self, node: Expression) -> Rule[Whole]:  # noqa: PLR0911 - one return for each kind of node
        match node:
            case Number(value=value):
                return value
            case Name():
                return self._margin
            case Dice():
                self._asked += 1
                key = self._key if self._asked == 1 else f"{self._key}_{self._asked}"
                return (yield from asks.dice(_dice(key, render(node), self._whose)))
            case Negative(of=of):
                return -(yield from self.value(of))
            case Rounded(function="floor", of=Arithmetic(operator="/", left=left, right=right)):
                return (yield from self.value(left)) // (yield from self.value(right))
            case Rounded(of=Arithmetic(operator="/", left=left, right=right)):
                return -(-(yield from self.value(left)) // (yield from self.value(right)))
            case Arithmetic():
                return (yield from self._arithmetic(node))
            case Extreme(function=function, of=several):
                found = yield from self.value(several[0])
                for each in several[1:]:
                    other = yield from self.value(each)
                    found = (at_least if function == "max" else at_most)(found, other)
                return found
            case _:
                raise TypeError(f"{render(node)} is no part of a formula with a margin")

    def _arithmetic(self, node: Arithmetic) -> Rule[Whole]:
        left = yield from self.value(node.left)
        right = yield from self.value(node.right)
        match node.operator:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "//":
                return left // right
            case _:
                return left % right


def dice_in(key: str, formula: str) -> Iterator[tuple[str, str, bool]]:
    """Yields what is rolled for a filled formula as (key, dice, whether each face is needed), as it is asked for."""
    if MARGIN in formula:
        nodes = (each for each in walk(parse(formula)) if isinstance(each, Dice))
        texts = [render(each) for each in nodes]
        keys = [key if place == 1 else f"{key}_{place}" for place in range(1, len(texts) + 1)]
    elif has_dice(formula):
        keys, texts = [key], [formula]
    else:
        return
    for name, text in zip(keys, texts, strict=True):
        dice = parse_dice(text)
        for each, count, sides, lowest in numbered(name, dice):
            yield each, f"{count}{'d' if lowest else 'z'}{sides}", bool(dice.notation)
