"""A roll rule exactly, against every die by recursion."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from encounter_gui.dice.exact import GridTooLarge
from encounter_gui.rules.engine.reading.asks import (
    Dice,
    Play,
    Rule,
    at_least,
    at_most,
    dice,
    either,
    fork,
    moment,
    no,
    owe,
)
from encounter_gui.rules.engine.reading.spread import spread
from tests.rules.engine.reading.duel import Blow, Duelist, Swing, attack, swing, ways


def expected(plan: Swing) -> Counter[tuple[int, bool]]:
    found: Counter[tuple[int, bool]] = Counter()
    for chance, _, blow, _ in ways(lambda play: swing(play, plan), (), ()):
        found[int(blow.harm), bool(blow.is_grave)] += chance
    return found


@pytest.mark.parametrize("target", range(8))
@pytest.mark.parametrize("sides", [1, 2, 4, 7])
def test_each_outcome_has_its_chance(target: int, sides: int) -> None:
    """Hits and misses, forks that divide and forks that do not."""
    plan = Swing(target, sides)
    found = spread(swing, plan)
    got = {
        (int(harm), bool(grave)): p
        for harm, grave, p in zip(found.of["harm"], found.of["is_grave"], found.p, strict=True)
        if p > 0
    }
    assert set(got) == set(expected(plan))
    for key, chance in expected(plan).items():
        assert got[key] == pytest.approx(float(chance), abs=1e-15)
    assert found.p.sum() == pytest.approx(1.0, abs=1e-15)


def test_a_fork_on_two_dice_weighs_both() -> None:
    """The truth of two axes is summed with the chances of both, and of a third that comes after it."""

    def rule(play: Play, plan: None) -> Rule[Blow]:
        one = yield from dice(Dice("one", ((2, 6),)))
        two = yield from dice(Dice("two", ((1, 8),)))
        if (yield from fork(one > two)):
            return Blow((yield from dice(Dice("three", ((1, 4),)))) + two)
        return Blow(one)

    found = spread(rule, None)
    counts: Counter[int] = Counter()
    for chance, _, blow, _ in ways(lambda play: rule(play, None), (), ()):
        counts[int(blow.harm)] += chance
    sums = np.bincount(found.of["harm"], found.p)
    assert sums == pytest.approx([float(counts[each]) for each in range(sums.size)], abs=1e-15)


def test_a_moment_is_unanswered() -> None:
    """Exact odds are those of an attack in which nobody cuts in."""

    def rule(play: Play, plan: None) -> Rule[Blow]:
        face = yield from dice(Dice("one", ((1, 2),)))
        return Blow((yield from moment("die", face)))

    assert spread(rule, None).chance(spread(rule, None).of["harm"] == 2) == 0.5


def test_a_roll_that_hangs_on_too_many_dice_says_so() -> None:
    """A mistake in a rule, not a question of patience."""

    class Three(Blow):
        third: object = 0

    def rule(play: Play, plan: None) -> Rule[Blow]:
        one = yield from dice(Dice("one", ((1, 200),)))
        two = yield from dice(Dice("two", ((1, 200),)))
        three = yield from dice(Dice("three", ((1, 200),)))
        return Three(one, two > 3, three)

    with pytest.raises(GridTooLarge):
        spread(rule, None)


def test_a_roll_rule_owes_nothing() -> None:
    """It sees no combatant who could owe it."""

    def rule(play: Play, plan: None) -> Rule[Blow]:
        yield from owe("test", swing, None)
        return Blow(0)

    with pytest.raises(TypeError, match="roll rule"):
        spread(rule, None)


def test_a_plain_branch_on_a_column_is_refused() -> None:
    """Who forgets the fork is told by numpy, and not given half of the truth."""

    def rule(play: Play, plan: None) -> Rule[Blow]:
        face = yield from dice(Dice("one", ((1, 6),)))
        return Blow(1 if face > 3 else 0)

    with pytest.raises(ValueError, match="ambiguous"):
        spread(rule, None)


@pytest.mark.parametrize("value", [3, np.array([1, 3, 5])])
def test_numbers_and_columns_are_bounded_alike(value: object) -> None:
    """The same words for a number at the table and a column elsewhere."""
    assert np.array_equal(at_most(value, 3), np.minimum(value, 3))
    assert np.array_equal(at_least(value, 3), np.maximum(value, 3))
    assert np.array_equal(either(value > 2, value, -value), np.where(value > 2, value, -value))
    assert np.array_equal(no(value > 2), np.logical_not(value > 2))


def test_the_oracle_sums_to_one() -> None:
    """The recursion itself goes every way once."""
    state = ({"hp": 3, "ammo": 1}, {"hp": 3, "shield": False, "is_in": True, "wound": (0, 0, 0)})
    state = tuple({"dazed": False, "ammo": 0, "wound": (0, 0, 0), **each} for each in state)
    assert sum(chance for chance, *_ in ways(attack, state, (Swing(3),))) == Fraction(1)
    assert Duelist.fields().keys() >= {"hp", "wound", "melee"}
