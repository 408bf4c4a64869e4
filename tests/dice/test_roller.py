"""The app's own dice."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.core.messages import say
from encounter_gui.dice.exact import pool
from encounter_gui.dice.requests import RollRequest
from encounter_gui.dice.roller import Roller


def surprise(counts: np.ndarray, expected: np.ndarray) -> float:
    """Returns chi-square as standard deviations above what is expected, rare values pooled."""
    common = expected >= 10
    rest = expected[~common].sum()
    terms = (counts[common] - expected[common]) ** 2 / expected[common]
    chi = terms.sum() + ((counts[~common].sum() - rest) ** 2 / rest if rest > 1 else 0.0)
    freedom = common.sum() - (rest <= 1)
    return float((chi - freedom) / np.sqrt(2 * max(freedom, 1)))


@pytest.mark.parametrize(("sides", "lowest"), [(6, 1), (10, 0), (20, 1), (100, 0), (1, 1)])
def test_every_face_is_as_likely(sides: int, lowest: int) -> None:
    drawn = np.array(Roller.seeded(7).faces(20_000, sides, lowest)) - lowest
    counts = np.bincount(drawn, minlength=sides)
    assert counts.size == sides
    assert surprise(counts, np.full(sides, 20_000 / sides)) < 4


def test_a_seed_repeats_the_same_faces() -> None:
    """These very faces: a logged seed of a forecast must stay good."""
    assert Roller.seeded(1).faces(6, 6) == (4, 6, 1, 6, 2, 3)


def test_no_seed_differs() -> None:
    assert Roller.seeded(None).faces(40, 1000) != Roller.seeded(None).faces(40, 1000)


def test_an_answer_is_not_physical_and_sums_its_faces() -> None:
    asked = RollRequest(key="a", label=say("a"), who=None, count=5, sides=100, lowest=0)
    rolled = Roller.seeded(3).answer(asked)
    assert rolled.faces is not None
    assert (len(rolled.faces), rolled.total, rolled.physical) == (5, sum(rolled.faces), False)


def test_a_batch_has_the_dice_along_the_last_axis() -> None:
    batch = Roller.seeded(3).batch(4, 6, (50, 30))
    assert batch.shape == (50, 30, 4)
    assert (batch.min(), batch.max()) == (1, 6)


@pytest.mark.parametrize("size", [1, 3, 6, 7, 15])
@pytest.mark.parametrize("sides", [6, 20])
def test_pool_sums_follow_the_pool(size: int, sides: int) -> None:
    """Also beyond the six dice that one uniform number can name."""
    sums = Roller.seeded(size).pool_sums(np.full(20_000, size), sides)
    counts = np.bincount(sums - size, minlength=size * (sides - 1) + 1)
    assert surprise(counts, 20_000 * pool(size, sides).p) < 4


@given(st.lists(st.integers(-2, 20), max_size=30), st.integers(1, 120), st.integers(0, 99))
def test_pool_sums_lie_within_each_pool(sizes: list[int], sides: int, seed: int) -> None:
    """Mixed sizes in any order; a size below 1 sums to 0."""
    array = np.array(sizes, dtype=np.int64)
    sums = Roller.seeded(seed).pool_sums(array, sides)
    dice = np.maximum(array, 0)
    assert sums.shape == array.shape
    assert (sums >= dice).all()
    assert (sums <= dice * sides).all()


def test_pool_sums_keep_the_shape_of_the_sizes() -> None:
    sums = Roller.seeded(1).pool_sums(np.array([[0, 1], [2, 8]]))
    assert sums.shape == (2, 2)
    assert sums[0, 0] == 0
