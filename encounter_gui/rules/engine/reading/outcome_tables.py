"""Exact distributions as tables, from which many outcomes are drawn at once."""

from typing import Any

import numpy as np
import numpy.typing as npt

Whole = npt.NDArray[np.integer[Any]]


_PARTS = 256
"""A power of 2, so that a number's part of a row is exact."""


_MANY = 1_000
"""For fewer numbers it is no gain to know their parts."""


class OutcomeTables:
    """Exact distributions, from which many outcomes of different attacks are drawn at once.

    Each distribution is a row; an outcome costs one uniform number. Rows are made once and never change.
    """

    def __init__(self) -> None:
        """Begins without a row."""
        self._sums: list[npt.NDArray[np.float64]] = []
        self._values: list[npt.NDArray[np.int32]] = []
        self._all_sums = np.zeros(0)
        self._all_values = np.zeros(0, np.int32)
        self._parts = np.zeros(0, np.int64)

    def add(self, probabilities: npt.NDArray[np.float64], values: npt.NDArray[np.int_]) -> int:
        """Adds a distribution, chances that sum to 1 with the value of each; returns the number of its row."""
        row = len(self._sums)
        sums = probabilities.cumsum()
        sums /= sums[-1]
        sums[-1] = 1.0
        self._sums.append(sums + row)
        self._values.append(values.astype(np.int32))
        self._all_sums, self._parts = np.zeros(0), np.zeros(0, np.int64)
        return row

    def draw(self, rng: np.random.Generator, rows: npt.NDArray[np.int_]) -> npt.NDArray[np.int32]:
        """Returns an outcome for each of these rows, of shape (k,)."""
        if not self._all_sums.size and self._sums:
            self._all_sums = np.concatenate(self._sums)
            # The last value once more: in the last row, a number just below 1 may round up to beyond its end.
            self._all_values = np.concatenate((*self._values, self._values[-1][-1:]))
        chances = rng.random(rows.size)
        if rows.size < _MANY:
            return self._all_values.take(self._all_sums.searchsorted(chances + rows, "right"))
        return self._all_values.take(self._found(rows, chances))

    def _found(self, rows: npt.NDArray[np.int_], chances: npt.NDArray[np.float64]) -> Whole:
        """Returns where these are among the sums: most are in a part of 1 / ``_PARTS`` that holds no other sum."""
        if not self._parts.size:
            bounds = np.arange(len(self._sums) * _PARTS + 1) / _PARTS
            places = self._all_sums.searchsorted(bounds, "right")
            self._parts = np.where(places[1:] == places[:-1], places[1:], -1)
        found = self._parts.take(rows * _PARTS + (chances * _PARTS).astype(np.int64))
        open_ones = (found < 0).nonzero()[0]
        sums = chances[open_ones] + rows[open_ones]
        found[open_ones] = self._all_sums.searchsorted(sums, "right")
        return found
