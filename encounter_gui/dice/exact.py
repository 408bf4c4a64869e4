"""Exact distributions of whole numbers, and one driver that reads a rule as probabilities.

Probabilities are float64 and every sum adds non-negative numbers, so nothing is lost by
cancellation. Take a small tail as ``at_least``, never as one minus the rest.
"""

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

MOST_CELLS = 20_000
"""Largest open grid of one stage; about 12 ns a cell."""

Probabilities = NDArray[np.float64]
Outcomes = NDArray[np.integer] | NDArray[np.bool_]


class GridTooLarge(ValueError):  # noqa: N818 - says what happened
    """A stage multiplies too many values: a bug in the caller, which has to split it into stages."""


class Dist:
    """A distribution over the whole numbers ``lo`` … ``hi``: value ``lo + i`` has probability ``p[i]``.

    Immutable: ``p`` and ``x`` (the values, of the same shape) are read-only.
    """

    __slots__ = ("lo", "p", "x")

    def __init__(self, lo: int, p: Probabilities) -> None:
        """Takes the least value and the probabilities from there on, at least one."""
        self.lo = lo
        self.p = p.view()
        self.p.setflags(write=False)
        self.x = np.arange(lo, lo + p.size)
        self.x.setflags(write=False)

    @property
    def hi(self) -> int:
        """The largest value carried, even if its probability should be 0."""
        return self.lo + self.p.size - 1

    @property
    def mean(self) -> float:
        """The expected value."""
        return float(self.p @ self.x)

    def prob(self, value: int) -> float:
        """Returns the probability of exactly this value; 0 outside the range."""
        index = value - self.lo
        return float(self.p[index]) if 0 <= index < self.p.size else 0.0

    def at_least(self, value: int) -> float:
        """Returns the probability of this value or more, summed from the tail."""
        return min(1.0, float(self.p[max(0, value - self.lo) :].sum()))

    def at_most(self, value: int) -> float:
        """Returns the probability of this value or less."""
        return min(1.0, float(self.p[: max(0, value - self.lo + 1)].sum()))


def push(rule: Callable[..., Outcomes], *dists: Dist, lo: int | None = None) -> Dist:
    """Returns the distribution of ``rule(x, y, …)`` of independent values.

    The rule is called once, with the values of the n-th distribution along the n-th axis, and
    returns whole numbers (or truths, as 0 and 1) that broadcast to the grid.

    Args:
        rule: array arithmetic without branches on a value.
        dists: one for each argument of the rule; at least one.
        lo: least value of the result; no outcome may lie below. None takes the least outcome.

    Raises:
        GridTooLarge: the grid has more than 20,000 cells.
    """
    _check_cells(dists)
    values, weights = _open_grid(dists)
    outcomes = np.asarray(rule(*values), dtype=np.int64)
    if outcomes.shape != weights.shape:
        outcomes = np.broadcast_to(outcomes, weights.shape)
    least = int(outcomes.min()) if lo is None else lo
    return Dist(
        least,
        np.bincount((outcomes - least).ravel(), weights.ravel()).astype(np.float64, copy=False),
    )


def _check_cells(dists: tuple[Dist, ...]) -> None:
    cells = 1
    for dist in dists:
        cells *= dist.p.size
    if cells > MOST_CELLS:
        raise GridTooLarge(f"{' × '.join(str(dist.p.size) for dist in dists)} = {cells} cells")


def _open_grid(dists: tuple[Dist, ...]) -> tuple[list[NDArray[np.int64]], Probabilities]:
    """Returns the values, each along its own axis, and the product of their probabilities."""
    if len(dists) == 1:
        return [dists[0].x], dists[0].p
    values, weights = [], dists[0].p
    for axis, dist in enumerate(dists):
        shape = [-1 if other == axis else 1 for other in range(len(dists))]
        values.append(dist.x.reshape(shape))
        weights = weights * dist.p.reshape(shape) if axis else dist.p.reshape(shape)
    return values, weights


def constant(value: int) -> Dist:
    """Returns the distribution that is always this value."""
    return Dist(value, np.ones(1))


def shift(dist: Dist, by: int) -> Dist:
    """Returns the distribution of the value plus a constant."""
    return Dist(dist.lo + by, dist.p)


def convolve(first: Dist, second: Dist) -> Dist:
    """Returns the distribution of the sum of two independent values."""
    return Dist(first.lo + second.lo, np.convolve(first.p, second.p))


def mixture(*parts: tuple[float, Dist]) -> Dist:
    """Returns the distribution that is each of these with the given probability; the probabilities sum to 1."""
    lo, hi = min(dist.lo for _, dist in parts), max(dist.hi for _, dist in parts)
    p = np.zeros(hi - lo + 1)
    for weight, dist in parts:
        p[dist.lo - lo : dist.hi - lo + 1] += weight * dist.p
    return Dist(lo, p)


def power(dist: Dist, count: int) -> Dist:
    """Returns the distribution of the sum of ``count`` independent values; of none, 0."""
    total, square, left = np.ones(1), dist.p, count
    while left:
        if left & 1:
            total = np.convolve(total, square)
        left >>= 1
        if left:
            square = np.convolve(square, square)
    return Dist(dist.lo * count, total)


@lru_cache(maxsize=4096)
def pool(n: int, s: int = 6) -> Dist:
    """Returns the distribution of the sum of ``n`` dice with faces 1 … ``s``; no dice sum to 0."""
    return power(Dist(1, np.full(s, 1.0 / s)), n)


@lru_cache(maxsize=4096)
def tail(n: int, s: int = 6) -> Probabilities:
    """Returns the tail sums of a pool: element ``i`` is the probability of ``n + i`` or more.

    The last element is 0. Read-only.
    """
    sums = np.append(pool(n, s).p[::-1].cumsum()[::-1], 0.0)
    sums.setflags(write=False)
    return sums
