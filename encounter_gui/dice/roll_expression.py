"""Rolling an expression, die by die, from any source of faces."""

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Literal, Protocol, assert_never

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import say
from encounter_gui.dice.bounds import look_up
from encounter_gui.dice.limits import LIMITS, check
from encounter_gui.dice.tree import (
    Arithmetic,
    Dice,
    Expression,
    Extreme,
    Group,
    Name,
    Negative,
    Number,
    Rounded,
    walk,
)

if TYPE_CHECKING:  # numpy comes with it
    from encounter_gui.dice.roller import Roller

DieFate = Literal["kept", "dropped", "exploded", "rerolled"]
"""What became of a die; one that exploded or was rolled again is kept too."""

Value = int | Fraction


class FaceSource(Protocol):
    """Where faces come from."""

    def face(self, sides: int, lowest: int) -> int:
        """Returns the next face, ``lowest`` … ``lowest + sides − 1``."""
        ...


class FacesRanOut(AppError):  # noqa: N818 - says what happened
    """A script has no face left for a die of so many sides, its lowest face 0 or 1."""

    def __init__(self, given: int, sides: int, lowest: int) -> None:
        """Takes how many faces there were, and the die that wants another."""
        super().__init__(say("dice.faces_ran_out", given=given))
        self.sides = sides
        self.lowest = lowest


class ScriptedFaces:
    """Faces decided beforehand, by a person or a test, taken in order."""

    def __init__(self, faces: Sequence[int]) -> None:
        """Takes the faces: first those of all dice, left to right, then those of exploding dice."""
        self._faces = tuple(faces)
        self._taken = 0

    @property
    def left(self) -> tuple[int, ...]:
        """The faces not taken yet."""
        return self._faces[self._taken :]

    def face(self, sides: int, lowest: int) -> int:
        """Returns the next face of the script.

        Raises:
            FacesRanOut: the script has run out.
            AppError: its next face is not on this die.
        """
        if not self.left:
            raise FacesRanOut(len(self._faces), sides, lowest)
        face, most = self.left[0], lowest + sides - 1
        self._taken += 1
        if not lowest <= face <= most:
            message = say(
                "dice.face_scripted", number=self._taken, face=face, least=lowest, most=most
            )
            raise AppError(message)
        return face


class RollerFaces:
    """Faces drawn by the app."""

    def __init__(self, roller: "Roller") -> None:
        """Takes the roller; it is advanced by every face."""
        self._roller = roller

    def face(self, sides: int, lowest: int) -> int:
        """Returns a random face."""
        return self._roller.faces(1, sides, lowest)[0]


class Die(Struct, frozen=True, kw_only=True):
    """One die after the roll: ``value`` is what it is worth, even if dropped.

    ``faces`` has several if it exploded, or was rolled again: then only the last one counts.
    """

    sides: int
    faces: tuple[int, ...]
    value: int
    fate: DieFate


class RollResult(Struct, frozen=True, kw_only=True):
    """A total, and all dice in the order in which they stand in the expression."""

    total: int
    dice: tuple[Die, ...]


def roll(
    expression: Expression, source: FaceSource, names: Mapping[str, int] | None = None
) -> RollResult:
    """Rolls an expression.

    As at a table, all dice fall first, left to right; then each that exploded brings its further
    dice, and each that has to is rolled again, left to right; at most 20 further dice explode.

    Raises:
        NotationError: a limit is passed, or a name is not known. No face has been taken.
        AppError: the source has no fitting face.
    """
    check(expression, names or {})
    terms = [node for node in walk(expression) if isinstance(node, Dice)]
    first = [_draw(term, source) for term in terms]
    pools = [_pool(term, faces, source) for term, faces in zip(terms, first, strict=True)]
    total = _value(expression, iter(pools), names or {})
    return RollResult(total=int(total), dice=tuple(die for pool in pools for die in pool))


def _draw(dice: Dice, source: FaceSource) -> list[int]:
    return [source.face(dice.sides, dice.lowest) for _ in range(dice.count)]


def _pool(dice: Dice, first: list[int], source: FaceSource) -> list[Die]:
    """Completes the dice of one term: explosions, worth, what is kept."""
    chains = [_chain(dice, face, source) for face in first]
    values = [_worth(dice, chain) for chain in chains]
    kept = _keep(dice, values)
    return [
        Die(
            sides=dice.sides,
            faces=chain,
            value=value,
            fate=_fate(dice, chain, is_kept=number in kept),
        )
        for number, (chain, value) in enumerate(zip(chains, values, strict=True))
    ]


def _chain(dice: Dice, face: int, source: FaceSource) -> tuple[int, ...]:
    faces = [face]
    if dice.explode:
        while faces[-1] >= dice.explode.least and len(faces) <= LIMITS.extra_dice:
            faces.append(source.face(dice.sides, dice.lowest))
    if dice.reroll:
        again, once = range(dice.reroll.least, dice.reroll.most + 1), dice.reroll.once
        while faces[-1] in again and not (once and len(faces) > 1):
            faces.append(source.face(dice.sides, dice.lowest))
    return tuple(faces)


def _worth(dice: Dice, faces: tuple[int, ...]) -> int:
    if dice.success:
        wanted, at_most = dice.success.face, dice.success.at_most
        return int(faces[-1] <= wanted if at_most else faces[-1] >= wanted)
    if dice.explode:
        return sum(faces) - dice.explode.penetrating * (len(faces) - 1)
    value = faces[-1] if dice.floor is None else max(faces[-1], dice.floor)
    return value if dice.cap is None else min(value, dice.cap)


def _keep(dice: Dice, values: list[int]) -> set[int]:
    """Returns the positions of the dice that count; of equal dice, the first."""
    if not dice.keep:
        return set(range(dice.count))
    order = sorted(range(dice.count), key=values.__getitem__, reverse=dice.keep.highest)
    return set(order[: dice.keep.count])


def _fate(dice: Dice, faces: tuple[int, ...], *, is_kept: bool) -> DieFate:
    if not is_kept:
        return "dropped"
    if len(faces) == 1:
        return "kept"
    return "rerolled" if dice.reroll else "exploded"


def _value(  # noqa: PLR0911 - one return for each kind of node
    node: Expression, pools: Iterator[list[Die]], names: Mapping[str, int]
) -> Value:
    """Works out a node; the terms of dice take their pools in order."""
    match node:
        case Number(value=value):
            return value
        case Name():
            return look_up(node, names)
        case Dice():
            return sum(die.value for die in next(pools) if die.fate != "dropped")
        case Negative(of=of):
            return -_value(of, pools, names)
        case Arithmetic():
            left = _value(node.left, pools, names)
            return _combine(node, left, _value(node.right, pools, names))
        case Extreme(function=function, of=several):
            values = [_value(one, pools, names) for one in several]
            return min(values) if function == "min" else max(values)
        case Group(of=several):
            return _group(node, [_own_pools(one, pools) for one in several], names)
        case Rounded(function=function, of=of):
            exact = _value(of, pools, names)
            return math.floor(exact) if function == "floor" else math.ceil(exact)
        case _ as never:
            assert_never(never)


def _own_pools(node: Expression, pools: Iterator[list[Die]]) -> list[list[Die]]:
    """Takes the pools of the dice below a node."""
    return list(islice(pools, sum(isinstance(each, Dice) for each in walk(node))))


def _group(node: Group, pools: Sequence[list[list[Die]]], names: Mapping[str, int]) -> Value:
    """Adds up the values that are kept, of equal ones the first; the dice of the others are dropped."""
    values = [_value(one, iter(own), names) for one, own in zip(node.of, pools, strict=True)]
    highest = node.keep is None or node.keep.highest
    order = sorted(range(len(values)), key=values.__getitem__, reverse=highest)
    for place in order[node.kept_count :]:
        for pool in pools[place]:
            pool[:] = [replace(die, fate="dropped") for die in pool]
    return sum(values[place] for place in order[: node.kept_count])


def _combine(node: Arithmetic, left: Value, right: Value) -> Value:
    match node.operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "//":
            return left // right
        case "%":
            return left % right
        case "/":
            return Fraction(left) / right
        case _ as never:
            assert_never(never)
