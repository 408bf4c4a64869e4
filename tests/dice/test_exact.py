"""Exact distributions against brute force and icepool."""

from collections import defaultdict
from itertools import product

import icepool
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.dice.exact import (
    Dist,
    GridTooLarge,
    constant,
    convolve,
    mixture,
    pool,
    push,
    shift,
    tail,
)


@st.composite
def dists(draw: st.DrawFn, most: int = 6) -> Dist:
    weights = draw(st.lists(st.integers(0, 9), min_size=1, max_size=most).filter(any))
    return Dist(draw(st.integers(-5, 5)), np.array(weights) / sum(weights))


def as_dict(dist: Dist) -> dict[int, float]:
    return {value: dist.prob(value) for value in dist.x.tolist() if dist.prob(value) > 0}


def brute(rule, *several: Dist) -> dict[int, float]:
    """Every combination of values, one by one."""
    out: dict[int, float] = defaultdict(float)
    for values in product(*(range(dist.lo, dist.hi + 1) for dist in several)):
        out[rule(*values)] += float(
            np.prod([dist.prob(value) for dist, value in zip(several, values, strict=True)])
        )
    return {value: chance for value, chance in out.items() if chance > 0}


def scalar_rule(a: int, b: int, c: int) -> int:
    return 2 * a - b if a > c else -c


def array_rule(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    return np.where(a > c, 2 * a - b, -c)


@given(dists(), dists(), dists())
def test_push_is_the_rule_on_every_combination(a: Dist, b: Dist, c: Dist) -> None:
    assert as_dict(push(array_rule, a, b, c)) == pytest.approx(
        brute(scalar_rule, a, b, c), abs=1e-14
    )


@given(dists(), dists())
def test_push_takes_truths_and_outcomes_that_ignore_an_axis(a: Dist, b: Dist) -> None:
    """A rule need not use all its arguments."""
    seen = push(lambda x, _: x >= 1, a, b)
    assert as_dict(seen) == pytest.approx(brute(lambda x, _: int(x >= 1), a, b), abs=1e-14)


def test_push_starts_where_it_is_told() -> None:
    assert push(lambda x: x, constant(2), lo=0).p.tolist() == [0, 0, 1]


def test_push_refuses_outcomes_below_the_stated_least() -> None:
    with pytest.raises(ValueError, match="negative"):
        push(lambda x: x, constant(-1), lo=0)


def test_push_refuses_a_grid_that_should_be_staged() -> None:
    wide = Dist(0, np.full(200, 1 / 200))
    with pytest.raises(GridTooLarge):
        push(np.add, wide, Dist(0, np.full(101, 1 / 101)))
    assert push(np.add, wide, Dist(0, np.full(100, 1 / 100))).hi == 298


@given(dists(), dists(), st.integers(-9, 9))
def test_sums_shifts_and_tails_agree_with_brute_force(a: Dist, b: Dist, at: int) -> None:
    total = convolve(a, shift(b, 3))
    expected = brute(lambda x, y: x + y + 3, a, b)
    assert as_dict(total) == pytest.approx(expected, abs=1e-14)
    assert total.at_least(at) == pytest.approx(sum(p for x, p in expected.items() if x >= at))
    assert total.at_most(at) == pytest.approx(sum(p for x, p in expected.items() if x <= at))
    assert total.mean == pytest.approx(sum(p * x for x, p in expected.items()))


@given(dists(), dists(), st.floats(0, 1))
def test_a_mixture_is_either(a: Dist, b: Dist, share: float) -> None:
    mixed = mixture((share, a), (1 - share, b))
    for value in range(-6, 12):
        expected = share * a.prob(value) + (1 - share) * b.prob(value)
        assert mixed.prob(value) == pytest.approx(expected)


@pytest.mark.parametrize(("n", "s"), [(1, 6), (2, 6), (7, 6), (15, 6), (3, 20), (10, 100)])
def test_a_pool_equals_icepool(n: int, s: int) -> None:
    oracle = n @ icepool.d(s)
    dist = pool(n, s)
    assert (dist.lo, dist.hi) == (oracle.min_outcome(), oracle.max_outcome())
    for outcome in oracle.outcomes():
        assert dist.prob(outcome) == pytest.approx(float(oracle.probability(outcome)), rel=1e-12)


def test_small_tails_keep_their_relative_accuracy() -> None:
    """A chance of 1 in 6^30 is not lost."""
    assert pool(30).at_least(180) == pytest.approx(6.0**-30, rel=1e-12)


def test_no_dice_sum_to_nothing() -> None:
    assert as_dict(pool(0)) == {0: 1.0}
    assert tail(0).tolist() == [1.0, 0.0]


def test_tail_sums_end_with_zero() -> None:
    assert tail(2).tolist() == pytest.approx([*(pool(2).at_least(v) for v in range(2, 13)), 0.0])


def test_what_caches_hand_out_cannot_be_changed() -> None:
    for array in (pool(3).p, pool(3).x, tail(3)):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_a_distribution_leaves_the_array_it_was_given_alone() -> None:
    own = np.ones(1)
    Dist(0, own)
    own[0] = 1.0
