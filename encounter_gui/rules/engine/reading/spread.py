"""The second reading: a roll rule exactly, over every roll at once.

Each die is an axis of an open grid, with its chances. A fork whose truth is the same everywhere goes one way; else the
rule is read again for the other, and each way weighs what it holds for. At its end a way keeps the axes that its
outcome hangs on, all others are summed to a number: a d20 that only decides about a hit costs nothing.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import astuple

from encounter_gui.dice.exact import GridTooLarge
from encounter_gui.rules.engine.reading.asks import (
    QUIET,
    Array,
    Asked,
    Dice,
    Difference,
    Fork,
    Moment,
    Outcome,
    Rule,
    Then,
    Truth,
)

MOST_CELLS = 1_000_000
"""The largest grid of outcomes; a roll that would need more is to be split into several."""

FEW_CELLS = 32
"""Up to so many cells the outcomes of a grid are looked at one by one, which is faster than by columns."""


class Spread(Struct, frozen=True, eq=False):
    """What a roll comes to: ``p[i]`` is the chance of the outcome whose fields are ``of[name][i]``."""

    kind: type[Outcome]
    p: Array
    of: dict[str, Array]

    def chance(self, truth: Truth) -> float:
        """Returns the chance of the outcomes for which a truth holds, or a column of them."""
        if isinstance(truth, np.ndarray) and truth.shape == self.p.shape:
            weight = self.p[truth].sum()
        else:  # the same of all outcomes
            weight = self.p.sum() if truth else 0.0
        return min(1.0, float(weight))  # the last digit may be one too many

    def chances(self, *names: str) -> dict[str, float]:
        """Returns the chance that each of these fields holds, by its name."""
        holds = np.array([self.of[name] for name in names], np.bool_)
        return {
            name: min(1.0, chance)
            for name, chance in zip(names, (holds @ self.p).tolist(), strict=True)
        }

    def weights(self, name: str, where: Array | None = None) -> tuple[int, Array]:
        """Returns the chances of the values of a field from the least on, and the least; not normalised.

        ``where`` are the outcomes that count; None: all. Without any: (0, no chances).
        """
        values, p = self.of[name], self.p
        if where is not None:
            values, p = values[where], p[where]
        if not values.size:
            return 0, np.zeros(0)
        least = int(values.min())
        return least, np.bincount(values.astype(np.int64) - least, p)


@lru_cache(4096)
def _dist(wanted: Dice | Difference) -> tuple[Array, Array]:
    found = wanted.dist
    return found.x, found.p


class _Way:
    """One way through a rule: what is sent in, the chances along each axis, truths that hang on more than one.

    ``weight`` is the chance of what was a way of its own; ``cut`` are the axes of which this way has a part.
    """

    __slots__ = ("answers", "cut", "lines", "truths", "weight")

    def __init__(
        self,
        answers: list[Any],
        weight: float,
        lines: list[Array],
        cut: frozenset[int],
        truths: list[Array],
    ) -> None:
        self.answers, self.weight = answers, weight
        self.lines, self.cut, self.truths = lines, cut, truths

    def also(self, answer: Any, chance: float = 1.0) -> "_Way":
        """Returns the way on which the next answer is another, with its chance."""
        return _Way(
            [*self.answers, answer], self.weight * chance, self.lines, self.cut, self.truths
        )

    def keep(self, truth: Array) -> None:
        """Keeps the part of this way for which a truth holds."""
        axes = _axes(truth.shape)
        if len(axes) != 1:
            self.truths = [*self.truths, truth]
            return
        axis = axes[0]
        self.lines = list(self.lines)
        self.lines[axis] = self.lines[axis] * truth.ravel()
        self.cut = self.cut | {axis}

    def die(self, wanted: Dice | Difference) -> Any:
        """Returns all that a die may show, along an axis of its own."""
        x, p = _dist(wanted)
        if x.size == 1:
            return int(x[0])
        found = x.reshape((-1,) + (1,) * len(self.lines))
        self.lines = [*self.lines, p]
        return found


class _End(Struct, frozen=True, eq=False):
    """The end of a way: the fields of the outcome, and which of them are columns in the grid of its chances."""

    values: list[Any]
    columns: list[int]
    chances: Array


def spread(rule: Callable[..., Rule[Any]], plan: Any) -> Spread:
    """Returns the exact outcomes of a roll rule under a plan.

    Raises:
        GridTooLarge: it hangs on more dice at once than can be looked at.
    """
    ends: list[_End] = []
    ways = [_Way([], 1.0, [], frozenset(), [])]
    while ways:
        way = ways.pop()
        outcome = _read(rule(QUIET, plan), way, ways)
        ends.append(_ended(way, outcome))
    return _together(type(outcome), ends)


@lru_cache(8192)
def known_spread(rule: Callable[..., Rule[Any]], plan: Any) -> Spread:
    """Returns what ``spread`` does, and keeps it; the plan is hashable."""
    return spread(rule, plan)


def _read(run: Rule[Any], way: _Way, others: list[_Way]) -> Any:
    """Reads a rule to its end in one way; adds the other way at each fork that divides."""
    answer = None
    try:
        wanted = next(run)
        for answer in way.answers:
            wanted = run.send(answer)
        while True:
            answer = _answered(wanted, way, others)
            way.answers.append(answer)
            wanted = run.send(answer)
    except StopIteration as done:
        return done.value


def _answered(wanted: Asked, way: _Way, others: list[_Way]) -> Any:
    if isinstance(wanted, Fork):
        return _forked(wanted.truth, way, others)
    if isinstance(wanted, Moment):
        return wanted.lying
    if isinstance(wanted, Then):
        return False
    if isinstance(wanted, Dice):
        return _shown(wanted, way, others) if wanted.branches else way.die(wanted)
    if isinstance(wanted, Difference):
        return way.die(wanted), 0
    if isinstance(wanted, tuple):
        return [way.die(each) for each in wanted]
    raise TypeError(f"{wanted} is not to be asked for in a roll rule")


def _shown(wanted: Dice, way: _Way, others: list[_Way]) -> int:
    """Returns the first outcome of a die each of whose outcomes is a way of its own, and adds the others."""
    x, p = _dist(wanted)
    first, *rest = (
        (value, chance) for value, chance in zip(x.tolist(), p.tolist(), strict=True) if chance
    )
    others += [way.also(value, chance) for value, chance in rest]
    way.weight *= first[1]
    return int(first[0])


def _forked(truth: Truth, way: _Way, others: list[_Way]) -> bool:
    """Goes on where a truth holds, and adds the other way; it is one way where it is the same everywhere."""
    if isinstance(truth, bool):
        return truth
    truth = np.asarray(truth, np.bool_)
    count = int(np.count_nonzero(truth))
    if count in {0, truth.size}:
        return count > 0
    other = way.also(answer=False)
    other.keep(~truth)
    others.append(other)
    way.keep(truth)
    return True


@lru_cache(512)
def _axes(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the axes an array of a shape hangs on, counted from its last."""
    return tuple(len(shape) - 1 - at for at, size in enumerate(shape) if size > 1)


def _ended(way: _Way, outcome: Outcome) -> _End:
    """Returns the end of a way, with the axes that a field of the outcome hangs on."""
    values: list[Any] = list(astuple(outcome))
    columns: list[int] = []
    axes: set[int] = set()
    for place, value in enumerate(values):
        if isinstance(value, np.ndarray):
            if value.size == 1:
                values[place] = value.item()
            else:
                columns.append(place)
                axes.update(_axes(value.shape))
    return _End(values, columns, _folded(way, sorted(axes)))


def _folded(way: _Way, mine: list[int]) -> Array:
    """Returns the product of all chances over these axes; the others are summed out, each as early as it can be."""
    lines = way.lines
    cells = 1
    for axis in mine:
        cells *= lines[axis].size
    if cells > MOST_CELLS:
        raise GridTooLarge(f"{cells} cells")
    if not way.truths:
        total: Any = way.weight
        for axis in way.cut.difference(mine):  # the chances of a whole die are 1 together
            total = total * lines[axis].sum()
        for axis in mine:
            total = total * lines[axis].reshape((-1,) + (1,) * axis)
        return np.asarray(total)
    parts: list[Any] = [way.weight, []]
    for axis, line in enumerate(lines):
        parts += [line, [axis]]
    for truth in way.truths:
        parts += [truth.squeeze().astype(np.float64), list(_axes(truth.shape))]
    # The axes of the result in descending order, as a grid has them, with the missing ones of size 1.
    found = np.einsum(*parts, mine[::-1], optimize="greedy")
    size = [lines[axis].size if axis in mine else 1 for axis in range(max(mine, default=-1) + 1)]
    return np.asarray(found).reshape(size[::-1])


def _together(kind: type[Outcome], ends: list[_End]) -> Spread:
    """Returns all ways as one spread; outcomes that occur several times in a way are one."""
    names = kind.__struct_fields__
    parts = [_rows(each) for each in ends]
    p = np.concatenate([chances for chances, _ in parts])
    table = np.concatenate([values for _, values in parts], axis=1)
    fields = zip(*(each.values for each in ends), strict=True)
    of = {
        name: row.astype(np.bool_) if _are_truths(values) else row
        for name, row, values in zip(names, table, fields, strict=True)
    }
    return Spread(kind, p, of)


def _are_truths(values: tuple[Any, ...]) -> bool:
    """Returns whether the values of a field are truths in every way."""
    kinds = set(map(type, values))
    if int in kinds or kinds == {bool}:
        return int not in kinds
    return all(isinstance(each, bool) or each.dtype == np.bool_ for each in values)


def _rows(end: _End) -> tuple[Array, Array]:
    """Returns the chances of the different outcomes of a way, and for each field its value in each of them."""
    chances, columns = end.chances, end.columns
    if not columns:
        return chances.reshape(1), np.array(end.values, np.int64).reshape(-1, 1)
    grid = np.empty((len(columns), *chances.shape), np.int64)
    for row, place in zip(grid, columns, strict=True):
        value = end.values[place]
        # What hangs on the later axes alone has leading ones of size 1.
        row[...] = value.reshape(value.shape[max(value.ndim - chances.ndim, 0) :])
    alike = _few_alike if chances.size <= FEW_CELLS else _alike
    weight, found = alike(grid.reshape(len(columns), -1), chances.ravel())
    plain = list(end.values)
    for place in columns:
        plain[place] = 0
    values = np.empty((len(plain), weight.size), np.int64)
    values[:] = np.array(plain)[:, None]
    values[columns] = found
    return weight, values


def _few_alike(columns: Array, weight: Array) -> tuple[Array, Array]:
    """Returns what ``_alike`` does, adding the chances up one by one."""
    sums: dict[tuple[int, ...], float] = {}
    for row, chance in zip(zip(*columns.tolist(), strict=True), weight.tolist(), strict=True):
        sums[row] = sums.get(row, 0.0) + chance
    kept = sorted(row for row, chance in sums.items() if chance)
    rows = np.array(kept, np.int64).reshape(-1, len(columns))
    return np.array([sums[row] for row in kept]), rows.T


def _alike(columns: Array, weight: Array) -> tuple[Array, Array]:
    """Returns the chances of the different rows of columns, and these rows."""
    least = columns.min(1)
    sizes = columns.max(1) - least + 1
    each, most = list[int](), 1
    for size in sizes[::-1].tolist():
        each.append(most)
        most *= size
    steps = np.array(each[::-1])
    code = steps @ columns - steps @ least  # each row is a number, which it is found by again
    if most > 16 * code.size + 1024:
        kept, which = np.unique(code, return_inverse=True)
        sums = np.bincount(which.ravel(), weight)
    else:
        every = np.bincount(code, weight, most)
        kept = every.nonzero()[0]
        sums = every[kept]
    return sums, kept // steps[:, None] % sizes[:, None] + least[:, None]
