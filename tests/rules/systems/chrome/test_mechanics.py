"""The arithmetic: the same for one roll at the table and for arrays of them."""

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from encounter_gui.rules.systems.chrome import mechanics

ROLLS = np.arange(100)
TARGETS = (0, 1, 33, 50, 80, 99, 100)


def same(function: Callable[..., Any], *columns: Any, **fixed: Any) -> None:
    """Makes sure that arrays come to what single numbers come to."""
    grid = list(itertools.product(*columns))
    arrays = [np.array(column) for column in zip(*grid, strict=True)]
    whole = np.broadcast_to(function(*arrays, **fixed), len(grid))
    assert [int(each) for each in whole] == [int(function(*row, **fixed)) for row in grid]


@pytest.mark.parametrize("zero", [True, False])
def test_ranks_of_arrays(zero: bool) -> None:
    """Every roll against every kind of target."""
    same(mechanics.rank, range(100), TARGETS, zero=zero)
    same(mechanics.is_double, range(100), zero=zero)
    same(mechanics.succeeds, range(100), TARGETS)


@pytest.mark.rule("CHR-15")
def test_doubles_are_a_tenth_of_all_rolls() -> None:
    """00, 11 … 99; one less where 00 is none."""
    assert [int(roll) for roll in ROLLS if mechanics.is_double(int(roll))] == list(
        range(0, 100, 11)
    )
    assert int(np.sum(mechanics.is_double(ROLLS, zero=False))) == 9


@pytest.mark.rule("CHR-16")
@pytest.mark.parametrize("edge", [-1, 0, 1])
@pytest.mark.parametrize("by_outcome", [True, False])
def test_which_of_two_rolls_counts(edge: int, by_outcome: bool) -> None:
    """By brute force: the best, the worst, or the first of the two; arrays say the same."""
    few = (0, 7, 11, 12, 44, 49, 50, 55, 60, 98, 99)
    same(mechanics.counting_roll, few, few, (0, 50), edge=edge, by_outcome=by_outcome)
    for first, second in itertools.product(few, few):
        pair = (first, second)

        def worth(roll: int) -> tuple[int, int]:
            return (mechanics.rank(roll, 50) if by_outcome else 0, -roll)  # type: ignore[return-value]  # numbers

        wanted = {0: first, 1: max(pair, key=worth), -1: min(pair, key=worth)}[edge]
        kept = mechanics.counting_roll(first, second, 50, edge=edge, by_outcome=by_outcome)
        assert kept == wanted


@pytest.mark.rule("CHR-21")
@pytest.mark.parametrize("fumble_loses", [True, False])
def test_opposed_checks_by_brute_force(fumble_loses: bool) -> None:
    """The six steps of the rule, one after the other."""
    few = (5, 11, 12, 33, 44, 45, 70, 77, 88)
    for mine, yours in itertools.product(few, few):
        my_rank, your_rank = int(mechanics.rank(mine, 60)), int(mechanics.rank(yours, 40))
        found = mechanics.opposed(my_rank, mine, your_rank, yours, fumble_loses=fumble_loses)
        assert found == by_steps(my_rank, mine, your_rank, yours, fumble_loses=fumble_loses)
    ranks = (0, 1, 2, 3)
    same(mechanics.opposed, ranks, few, ranks, few, fumble_loses=fumble_loses)
    same(mechanics.is_drawn, ranks, few, ranks, few)


def by_steps(mine: int, my_roll: int, yours: int, your_roll: int, *, fumble_loses: bool) -> int:
    """Returns who wins, read off the rule from the top."""
    both_failed = mine <= 1 and yours <= 1
    if (mine == 0) != (yours == 0) and (fumble_loses or not both_failed):
        return 1 if yours == 0 else -1
    if (mine == 3) != (yours == 3):
        return 1 if mine == 3 else -1
    if (mine >= 2) != (yours >= 2):
        return 1 if mine >= 2 else -1
    if mine >= 2 and yours >= 2 and my_roll != your_roll:
        return 1 if my_roll < your_roll else -1
    return 0


@pytest.mark.rule("CHR-36")
@pytest.mark.rule("CHR-37")
def test_damage_and_soak_of_arrays() -> None:
    """Doubled before Soak; never below the least, and nothing of nothing."""
    same(mechanics.damage_through_soak, range(14), range(6), least=1)
    same(mechanics.damage_through_soak, range(14), range(6), least=0)
    assert mechanics.damage_through_soak(mechanics.raw_damage(4, is_doubled=True, extra=4), 3) == 9
    assert mechanics.damage_through_soak(2, 4) == 1
    assert mechanics.damage_through_soak(2, 4, least=0) == 0
    assert mechanics.damage_through_soak(0, 4) == 0


@pytest.mark.rule("CHR-44")
@pytest.mark.parametrize("after_soak", [True, False])
@pytest.mark.parametrize("is_critical", [True, False])
def test_what_frightens(after_soak: bool, is_critical: bool) -> None:
    """A critical hit, or Deadly damage before (or after) Soak, if anything got through."""

    def scares(tier: Any, through: Any) -> Any:
        return mechanics.is_frightening(
            tier, through, 6, is_critical=is_critical, after_soak=after_soak
        )

    same(scares, (2, 4, 6), range(9))
    assert not scares(6, 0)
    assert bool(scares(6, 4)) == (is_critical or not after_soak)
    assert bool(scares(4, 6)) == (is_critical or after_soak)
    assert bool(scares(4, 3)) == is_critical


def test_the_rest_of_arrays() -> None:
    """Panic, Conviction, Stress, rest, reach and hacking."""
    same(mechanics.panics, range(1, 21), range(21))
    same(mechanics.rest_gain, range(81), range(81), step=5)
    same(mechanics.reach, range(81), range(4), range(3))
    same(mechanics.hack_progress, range(4), range(4))
    same(mechanics.is_down, range(-1, 3))
    same(mechanics.stress, range(4), plain=1, critical=3)
    for favoured in (True, False):
        same(mechanics.conviction_gain, range(4), is_favoured=favoured, critical=2, favoured=1)
