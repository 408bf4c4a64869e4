"""The exact reading of expressions against icepool."""

import pytest
from hypothesis import given

from encounter_gui.dice.distribution import distribution
from encounter_gui.dice.exact import Dist
from encounter_gui.dice.notation import parse
from encounter_gui.dice.tree import Expression
from tests.dice.expressions import NAMES, expressions, icepool_reading


def assert_equal(dist: Dist, oracle) -> None:
    chances = {int(outcome): float(oracle.probability(outcome)) for outcome in oracle.outcomes()}
    assert dist.lo <= min(chances)
    assert dist.hi >= max(chances)
    for value in range(dist.lo, dist.hi + 1):
        assert dist.prob(value) == pytest.approx(chances.get(value, 0.0), abs=1e-12)


@given(expressions(leaves=3))
def test_the_distribution_equals_icepool(expression: Expression) -> None:
    """Keep, drop, explode, penetrate, clamp, count, and all arithmetic."""
    assert_equal(distribution(expression, NAMES), icepool_reading(expression))


@given(expressions(leaves=8))
def test_probabilities_sum_to_one(expression: Expression) -> None:
    dist = distribution(expression, NAMES)
    assert dist.p.sum() == pytest.approx(1.0, abs=1e-12)
    assert (dist.p >= 0).all()


@pytest.mark.parametrize(
    "text",
    [
        "3d6+4", "2d20kh1+7", "4d6k3", "5d10dl2", "d%", "2d6!p+3", "5d6-2d6-10", "max(0,6d6-6d6)",
        "3d8min2kh2", "8d6//2", "2d10!>=9", "(1d8+2)×3", "z100", "6d6>=5", "ceil((2d6+1)/4+1d4/3)",
        "2d6r1", "2d6ro<2", "4d6r<2k3", "2d20ro1kh1", "5d6r3>=5", "{2d6,1d10}kh1", "{1d4,1d6,1d8}dl1",
        "{2d6,1d10,1d8+1}k2", "{2d4-5,1d6}kl1", "{2d6,3}", "(2d6+3)%4", "d%%10", "40d10kh12", "6d20kl3",
    ],
)  # fmt: skip
def test_expressions_of_the_table_equal_icepool(text: str) -> None:
    assert_equal(distribution(parse(text)), icepool_reading(parse(text)))


def test_penetrating_closes_the_gap_at_six() -> None:
    """P(5k + r) = 6^−(k+1) for r = 1 … 5: no total is skipped."""
    dist = distribution(parse("1d6!p"))
    for k in range(5):
        for r in range(1, 6):
            assert dist.prob(5 * k + r) == pytest.approx(6.0 ** -(k + 1), rel=1e-12)


def test_the_chain_of_explosions_ends_after_twenty_dice() -> None:
    """As it does in a roll."""
    dist = distribution(parse("1d2!"))
    assert dist.hi == 42
    assert dist.prob(42) == pytest.approx(2.0**-21)
