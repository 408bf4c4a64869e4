"""Chances that an end has come within so many steps, against the chain over all states."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.dice.absorbing import Move, Step, losing
from encounter_gui.dice.exact import Probabilities


def ended_within(standing: npt.NDArray[np.float64], steps: Sequence[Step]) -> tuple[float, ...]:
    """Returns the chance that the end has come after 1, 2 … of these steps.

    Args:
        standing: the chances of what stands before the first step, of any shape; they sum to 1, or to less where the
            end may have come already.
        steps: one after the other, each perhaps another one.
    """
    left = []
    for step in steps:
        standing = step(standing)
        left.append(standing)
    if not left:
        return ()
    ended = 1.0 - np.array(left).reshape(len(left), -1).sum(axis=1)
    return tuple(np.clip(ended, 0.0, 1.0).tolist())


def used_up_within(
    points: int, k: int, first: Probabilities, later: Probabilities
) -> tuple[float, ...]:
    """The probability that so many points are used up within 1, 2 … losses, the first perhaps another one."""
    if points <= 0:
        return (1.0,) * k
    standing = np.zeros((1, points))
    standing[0, 0] = 1.0
    then = losing((Move(0, 0, later),), 1, points)
    now = then if later is first else losing((Move(0, 0, first),), 1, points)
    return ended_within(standing, (now, *(then,) * (k - 1)))


@given(
    st.lists(st.integers(0, 9), min_size=1, max_size=8).filter(any),
    st.integers(-1, 20),
    st.integers(1, 6),
)
def test_within_equals_the_whole_chain(weights: list[int], points: int, k: int) -> None:
    """Down within 1 … k, against the chain over all states."""
    loss = np.array(weights) / sum(weights)
    state, expected = {points: 1.0}, []
    for _ in range(k):
        after: dict[int, float] = defaultdict(float)
        for left, chance in state.items():
            for lost, p in enumerate(loss):
                after[left - lost if left > 0 else left] += chance * p
        state = after
        expected.append(sum(chance for left, chance in state.items() if left <= 0))
    assert used_up_within(points, k, loss, loss) == pytest.approx(tuple(expected), abs=1e-12)


@given(st.lists(st.lists(st.integers(0, 9), min_size=4, max_size=4), min_size=4, max_size=4))
def test_modes_and_points_equal_an_enumeration(weights: list[list[int]]) -> None:
    """Two modes, up to three points lost at once, three of five steps: every course summed by itself."""
    rows = np.array(weights, dtype=float).reshape(2, 2, 4)
    rows /= np.maximum(rows.sum(axis=(1, 2), keepdims=True), 1.0)  # what is missing from 1 ends
    moves = [Move(a, b, rows[a, b]) for a in (0, 1) for b in (0, 1)]
    standing = np.zeros((2, 5))
    standing[0, 0] = 1.0

    def stands(mode: int, lost: int, steps: int) -> float:
        if lost >= 5:
            return 0.0
        if not steps:
            return 1.0
        return sum(
            float(rows[mode, to, more]) * stands(to, lost + more, steps - 1)
            for to in (0, 1)
            for more in range(4)
        )

    expected = [1.0 - stands(0, 0, k) for k in (1, 2, 3)]
    assert ended_within(standing, (losing(moves, 2, 5),) * 3) == pytest.approx(expected, abs=1e-12)


def test_many_points_are_carried_without_a_matrix() -> None:
    """A thousand points, two modes: the same as one mode of the same losses."""
    loss = np.array([0.2, 0.3, 0.0, 0.5])
    standing = np.zeros((2, 1000))
    standing[0, 0] = 1.0
    moves = (Move(0, 1, loss), Move(1, 0, loss))
    found = ended_within(standing, (losing(moves, 2, 1000),) * 555)
    assert 0 < found[-1] < 1
    assert found == pytest.approx(used_up_within(1000, 555, loss, loss), abs=1e-12)


def test_what_stood_no_more_before_has_ended() -> None:
    """Without any mass that stands the chance is 1, without any step there is none."""
    assert ended_within(np.zeros((1, 3)), (losing([Move(0, 0, np.ones(1))], 1, 3),)) == (1.0,)
    assert ended_within(np.ones((1, 3)), ()) == ()
