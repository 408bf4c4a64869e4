"""Chances that an end has come within so many steps: an absorbing Markov chain, carried by what still stands.

A game declares which modes its combatants can be in between two attacks, and what one attack does in each of them: to
which mode it leads and how many points it costs. Whatever leads nowhere, or costs all that is left, is the end.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from encounter_gui.dice.exact import Probabilities

Step = Callable[[Probabilities], Probabilities]
"""What one step makes of the chances of everything that still stands; what it does not return has ended."""

_MOST_STATES = 256
"""A matrix of more states is slower than convolutions, and grows with their square."""


class Move(NamedTuple):
    """A way from one mode to another: ``loss[i]`` is the chance to take it and to lose ``i`` points by it."""

    source: int
    to: int
    loss: Probabilities


def losing(moves: Sequence[Move], modes: int, points: int) -> Step:
    """Returns the step of these moves over (modes, points): element ``[m, i]`` is in mode ``m`` with ``i`` points lost.

    Whoever loses as many points as there are columns has come to the end.
    """
    if modes * points > _MOST_STATES:
        return partial(_convolve, moves)
    matrix = np.zeros((modes, points, modes, points))
    for source, to, loss in moves:
        matrix[source, :, to] += _shift(loss, points)
    flat = matrix.reshape(modes * points, modes * points)
    return lambda standing: standing.reshape(-1) @ flat


def _shift(loss: Probabilities, points: int) -> Probabilities:
    """Returns the chances to come from so many points lost (rows) to so many (columns)."""
    padded = np.zeros(2 * points - 1)
    least = loss[:points]
    padded[points - 1 : points - 1 + least.size] = least
    return padded[_places(points)]


@lru_cache(64)
def _places(points: int) -> npt.NDArray[np.int64]:
    lost = np.arange(points)
    return lost[None, :] - lost[:, None] + points - 1


def _convolve(moves: Sequence[Move], standing: Probabilities) -> Probabilities:
    """Returns the same without a matrix, which would be too large: losses are convolved mode by mode."""
    points = standing.shape[1]
    after = np.zeros_like(standing)
    for source, to, loss in moves:
        after[to] += np.convolve(standing[source], loss[:points])[:points]
    return after
