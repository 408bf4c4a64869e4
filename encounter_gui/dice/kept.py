"""The exact sum of the highest of several values, by their order statistics.

The least value that is kept is taken one after the other, from the greatest down; what lies above it is a sum of
fewer values, which grows by each value passed. Nothing is ever subtracted, so small chances stay right.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from encounter_gui.dice.exact import Dist, Probabilities, constant, convolve, shift


def sum_of_highest(dist: Dist, count: int, kept: int) -> Dist:
    """Returns the distribution of the sum of the ``kept`` highest of ``count`` independent equal values.

    Args:
        dist: the distribution of one value.
        count: how many there are, at least 1.
        kept: how many of them count, 1 … ``count``.
    """
    shares = _shares_of_least(dist.p, count, kept)
    faces = dist.p.size
    # Sums are told as what they lack of the greatest possible one: the values above the least add few columns then.
    lack = np.zeros(kept * (faces - 1) + 1)
    # Before and behind each row stand as many zeros as the widest shift reads beyond it.
    width = 2 * kept * faces
    cells = np.zeros((kept + 1) * width)
    above = cells[width:].reshape(kept, width)
    above[0, 0] = 1.0
    for below in range(faces):
        face = faces - 1 - below
        if dist.p[face]:
            lack[: kept * below + 1] += shares[face] @ _move(cells, kept, below)
            _pass_value(above, float(dist.p[face]), below)
    return Dist(kept * dist.lo, lack[::-1])


def _move(cells: Probabilities, kept: int, below: int) -> Probabilities:
    """Returns a view of the rows, each moved by what the ``kept − j`` dice at the least face lack."""
    width, size = cells.size // (kept + 1), cells.itemsize
    shape, strides = (kept, kept * below + 1), ((width + below) * size, size)
    return as_strided(cells[width - kept * below :], shape=shape, strides=strides, writeable=False)


def _pass_value(above: Probabilities, chance: float, below: int) -> None:
    """Adds a value to those that may lie above: row ``j`` holds the sums of ``j`` of them, over ``j`` factorial."""
    kept, weight = len(above), 1.0
    wide = (kept - 1) * below + 1
    old = above[:, :wide].copy()
    for more in range(1, kept):
        weight *= chance / more
        by = more * below
        above[more:, by : by + wide] += weight * old[: kept - more]


def _shares_of_least(p: Probabilities, count: int, kept: int) -> NDArray[np.float64]:
    """Returns the share of each face being the least one kept, with so many values above it.

    Element ``[face, higher]`` is to be multiplied by the sums of ``higher`` values above, over ``higher`` factorial.
    """
    lower = np.concatenate(([0.0], p.cumsum()[:-1]))
    orders = np.arange(1, count + 1)
    equal, less = _powers(p, orders), _powers(lower, orders)
    shares = np.empty((p.size, kept))
    rest = count - kept + 1
    for higher in range(kept):
        first = kept - higher
        products = equal[:, first : first + rest] * less[:, rest - 1 :: -1]
        shares[:, higher] = products.sum(axis=1)
    shares *= float(math.factorial(count))
    return shares


def _powers(chances: Probabilities, orders: NDArray[np.int64]) -> NDArray[np.float64]:
    """Returns each chance to the power of 0, 1, 2 …, over the factorial of the power."""
    steps = np.empty((chances.size, orders.size + 1))
    steps[:, 0] = 1.0
    np.divide(chances[:, None], orders, out=steps[:, 1:])
    return np.cumprod(steps, axis=1, out=steps)


def sum_of_best(values: Sequence[Dist], kept: int) -> Dist:
    """Returns the distribution of the sum of the ``kept`` highest of independent values that need not be alike.

    Of equal values the first counts as the higher.
    """
    lo = sum(sorted((each.lo for each in values), reverse=True)[:kept])
    hi = sum(sorted((each.hi for each in values), reverse=True)[:kept])
    p = np.zeros(hi - lo + 1)
    for place, least in enumerate(values):
        for value in range(least.lo, least.hi + 1):
            chance = least.prob(value)
            others = [
                (each, value if before < place else value + 1)
                for before, each in enumerate(values)
                if before != place
            ]
            above = _exactly_above(others, kept - 1)
            if chance and above is not None:
                start = above.lo + value - lo
                p[start : start + above.p.size] += chance * above.p
    return Dist(lo, p)


def _exactly_above(values: Sequence[tuple[Dist, int]], wanted: int) -> Dist | None:
    """Returns the sums of exactly ``wanted`` values that reach their bound, the others staying below it.

    The chances sum to that of the case. None: it cannot happen.
    """
    sums: list[Dist | None] = [constant(0), *([None] * wanted)]
    for dist, bound in values:
        split = min(max(bound - dist.lo, 0), dist.p.size)
        stays = float(dist.p[:split].sum())
        reaches = shift(Dist(dist.lo, dist.p[split:]), split) if split < dist.p.size else None
        for higher in range(wanted, -1, -1):
            same, fewer = sums[higher], sums[higher - 1] if higher else None
            parts = [Dist(same.lo, same.p * stays)] if same and stays else []
            if fewer and reaches:
                parts.append(convolve(fewer, reaches))
            sums[higher] = _add(parts)
    return sums[wanted]


def _add(parts: Sequence[Dist]) -> Dist | None:
    """Returns the sum of partial distributions."""
    if len(parts) < 2:
        return parts[0] if parts else None
    lo, hi = min(each.lo for each in parts), max(each.hi for each in parts)
    p = np.zeros(hi - lo + 1)
    for each in parts:
        p[each.lo - lo : each.hi - lo + 1] += each.p
    return Dist(lo, p)
