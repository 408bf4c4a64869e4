"""From the tokens of the dice notation to tree nodes, bottom up: what a term may say on its own is decided here."""

from dataclasses import replace
from typing import Literal, cast

from lark import Token, Transformer, v_args
from msgspec import Struct

from encounter_gui.dice.limits import LIMITS
from encounter_gui.dice.notation_errors import excess, misuse
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
    Operator,
    Reroll,
    Rounded,
    Success,
)

_OPERATORS: dict[str, Operator] = {
    "PLUS": "+",
    "MINUS": "-",
    "TIMES": "*",
    "OVER": "/",
    "FLOOR_OVER": "//",
    "MODULO": "%",
}


class Modifier(Struct, frozen=True, kw_only=True):
    """One modifier after a die, as written; ``number`` is None if it has none. ``kind`` is the name of its token."""

    kind: str
    word: str
    number: int | None
    at: int


class Builder(Transformer[Token, Expression]):
    """Turns each matched rule of the grammar into a node; the parser calls it, so nothing recurses."""

    @v_args(inline=True)
    def number(self, digits: Token) -> Number:
        """Reads a literal."""
        return Number(value=_integer(digits), at=_at(digits))

    @v_args(inline=True)
    def name(self, word: Token) -> Name:
        """Reads a name; case is left for the lookup."""
        return Name(name=str(word), at=_at(word))

    @v_args(inline=True)
    def negative(self, sign: Token, of: Expression) -> Negative:
        """Reads a unary minus."""
        return Negative(of=of, at=_at(sign))

    @v_args(inline=True)
    def arithmetic(self, left: Expression, sign: Token, right: Expression) -> Arithmetic:
        """Reads an operator between two values."""
        return Arithmetic(operator=_OPERATORS[sign.type], left=left, right=right, at=_at(sign))

    @v_args(inline=True)
    def extreme(self, word: Token, *of: Expression) -> Extreme:
        """Reads ``min(…)`` or ``max(…)``."""
        function = cast('Literal["min", "max"]', word.lower())
        return Extreme(function=function, of=of, at=_at(word))

    @v_args(inline=True)
    def group(self, brace: Token, *of: Expression | Modifier) -> Group:
        """Reads ``{…}`` and what keeps some of its values."""
        values = tuple(each for each in of if not isinstance(each, Modifier))
        kept: Keep | None = None
        for modifier in (each for each in of if isinstance(each, Modifier)):
            _once(kept, modifier)
            kept = _keep_of(len(values), modifier)
        return Group(of=values, keep=kept, at=_at(brace))

    @v_args(inline=True)
    def rounded(self, word: Token, of: Expression) -> Rounded:
        """Reads ``floor(…)`` or ``ceil(…)``."""
        function = cast('Literal["floor", "ceil"]', word.lower())
        return Rounded(function=function, of=of, at=_at(word))

    @v_args(inline=True)
    def modifier(self, word: Token, digits: Token | None = None) -> Modifier:
        """Reads one modifier of a die."""
        number = None if digits is None else _integer(digits)
        return Modifier(kind=word.type, word=word.lower(), number=number, at=_at(word))

    @v_args(inline=True)
    def dice(self, head: Token, *modifiers: Modifier) -> Dice:
        """Reads dice and their modifiers, which stand in any order."""
        dice = _bare(head)
        for modifier in modifiers:
            dice = _modify(dice, modifier)
        _check_combination(dice)
        return dice


def _at(token: Token) -> int:
    return token.start_pos or 0


def _integer(digits: Token) -> int:
    value = int(digits)
    if value > LIMITS.literal:
        raise excess("dice.number_too_large", _at(digits), number=value, limit=LIMITS.literal)
    return value


def _bare(head: Token) -> Dice:
    """Reads ``2d6``, ``d%``, ``z100``."""
    text = "".join(head.lower().split())
    letter = "z" if "z" in text else "d"
    before, after = text.split(letter)
    count, sides = int(before or 1), 100 if after == "%" else int(after)
    if not 1 <= count <= LIMITS.dice:
        raise excess("dice.dice_in_term", _at(head), count=count, limit=LIMITS.dice)
    if not 1 <= sides <= LIMITS.faces:
        raise excess("dice.faces_on_die", _at(head), sides=sides, limit=LIMITS.faces)
    return Dice(count=count, sides=sides, lowest=0 if letter == "z" else 1, at=_at(head))


def _modify(dice: Dice, modifier: Modifier) -> Dice:
    match modifier.kind:
        case "ADVANTAGE":
            return _advantage(dice, modifier)
        case "KEEP":
            return _keep(dice, modifier)
        case "EXPLODE" | "EXPLODE_FROM":
            return _explode(dice, modifier)
        case "SUCCESS":
            return _success(dice, modifier)
        case "REROLL":
            return _reroll(dice, modifier)
        case _:
            return _clamp(dice, modifier)


def _once(taken: object, modifier: Modifier) -> None:
    if taken is not None:
        raise misuse("dice.modifier_twice", modifier.at, modifier=modifier.word)


def _face(dice: Dice, modifier: Modifier) -> int:
    """Returns the face that a modifier names."""
    face = dice.highest if modifier.number is None else modifier.number
    if not dice.lowest <= face <= dice.highest:
        raise excess(
            "dice.face_not_on_die",
            modifier.at,
            modifier=modifier.word,
            face=face,
            least=dice.lowest,
            most=dice.highest,
        )
    return face


def _advantage(dice: Dice, modifier: Modifier) -> Dice:
    _once(dice.keep, modifier)
    if dice.count != 1:
        raise misuse("dice.one_die_only", modifier.at, modifier=modifier.word)
    return replace(dice, count=2, keep=Keep(count=1, highest=modifier.word == "adv"))


def _keep(dice: Dice, modifier: Modifier) -> Dice:
    _once(dice.keep, modifier)
    return replace(dice, keep=_keep_of(dice.count, modifier))


def _keep_of(several: int, modifier: Modifier) -> Keep:
    """Returns how many of so many dice or values a modifier leaves."""
    number = 1 if modifier.number is None else modifier.number
    drops = modifier.word.startswith("d")
    most = several - drops
    if not 1 <= number <= most:
        key = "dice.cannot_drop" if drops else "dice.cannot_keep"
        raise excess(key, modifier.at, number=number, count=several)
    count = several - number if drops else number
    return Keep(count=count, highest=modifier.word in {"k", "kh", "d", "dl"})


def _reroll(dice: Dice, modifier: Modifier) -> Dice:
    _once(dice.reroll, modifier)
    face = _face(dice, modifier)
    word = "".join(modifier.word.split())
    once, sign = word.startswith("ro"), word.lstrip("ro")
    least = dice.lowest if sign in {"<", "<=", "≤"} else face
    most = dice.highest if sign in {">", ">=", "≥"} else face
    stay = dice.sides - (most - least + 1)
    if not once and stay * LIMITS.rerolls < dice.sides:
        raise excess("dice.rerolls_always", modifier.at, stay=stay, sides=dice.sides)
    return replace(dice, reroll=Reroll(least=least, most=most, once=once))


def _explode(dice: Dice, modifier: Modifier) -> Dice:
    _once(dice.explode, modifier)
    least = _face(dice, modifier)
    if least <= dice.lowest:
        raise excess("dice.explodes_always", modifier.at)
    return replace(dice, explode=Explode(least=least, penetrating="p" in modifier.word))


def _success(dice: Dice, modifier: Modifier) -> Dice:
    _once(dice.success, modifier)
    at_most = modifier.word in {"<=", "≤"}
    return replace(dice, success=Success(face=_face(dice, modifier), at_most=at_most))


def _clamp(dice: Dice, modifier: Modifier) -> Dice:
    _once(dice.floor if modifier.word == "min" else dice.cap, modifier)
    face = _face(dice, modifier)
    clamped = replace(dice, floor=face) if modifier.word == "min" else replace(dice, cap=face)
    if clamped.floor is not None and clamped.cap is not None and clamped.floor > clamped.cap:
        raise misuse("dice.min_above_max", modifier.at, floor=clamped.floor, cap=clamped.cap)
    return clamped


def _check_combination(dice: Dice) -> None:
    clamped = dice.floor is not None or dice.cap is not None
    alone = (dice.explode is not None) + (dice.success is not None)
    if alone > 1 or (alone and (clamped or dice.keep is not None)):
        raise misuse("dice.modifiers_clash", dice.at)
    if dice.explode and dice.reroll:
        raise misuse("dice.reroll_or_explode", dice.at)
