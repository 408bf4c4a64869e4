"""Tests and opposed tests of the shared engine: how they are asked for, ranked, and how likely they are."""

from itertools import product
from typing import Any

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Faces, Total, accept
from encounter_gui.encounter.state import EncounterState
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine import checks
from encounter_gui.rules.engine.checks import CheckPlan, RankName
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from tests.helpers.rulesets import shipped

WHO = CombatantId("ann")


@pytest.fixture
def resolution() -> Resolution:
    """A command in an empty encounter."""
    state = EncounterState(ruleset="minimal")
    return Resolution(
        RulesContext(state=state, ruleset=shipped("minimal"), texts=message_catalog())
    )


def total_rank(plan: CheckPlan, shown: tuple[int, ...]) -> tuple[int, RankName]:
    """Ranks the sum and what the parts add."""
    return checks.by_target(plan, sum(shown) + plan.bonus)


def best_two(plan: CheckPlan, shown: tuple[int, ...]) -> tuple[int, RankName]:
    """Ranks the best two dice; a pair of sixes is critical."""
    kept = sorted(shown)[-2:]
    counts, name = checks.by_target(plan, sum(kept))
    return counts, "critical_success" if kept == [6, 6] else name


def answered(rolling: Any, *dice: Any) -> Any:
    """Plays a test with these answers, one a request; returns it, and what was asked for each time."""
    left, asked = list(dice), []
    answer = None
    while True:
        try:
            requests = rolling.send(answer)
        except StopIteration as done:
            assert not left
            return done.value, asked
        asked.append([request.notation for request in requests])
        answer = tuple(accept(request, left.pop(0)) for request in requests)


def test_a_sum_is_enough_where_faces_do_not_matter(resolution: Resolution) -> None:
    """One request, which a typed sum answers."""
    plan = CheckPlan(key="task", who=WHO, dice=3, target=10)
    check, asked = answered(checks.roll(resolution, plan, total_rank), Total(value=11))
    assert asked == [["3d6"]]
    assert (check.total, check.rank, check.margin, check.is_success) == (11, "success", 1, True)


def test_faces_are_asked_for_again_where_only_a_sum_was_typed(resolution: Resolution) -> None:
    """Nobody can say from a sum which die is kept."""
    plan = CheckPlan(key="task", who=WHO, dice=3, target=10, by="faces")
    check, asked = answered(
        checks.roll(resolution, plan, best_two), Total(value=11), Faces(values=(1, 6, 6))
    )
    assert asked == [["3d6"], ["3d6"]]
    assert (check.total, check.rank) == (12, "critical_success")


def test_dice_that_are_kept_one_by_one_are_asked_for_one_by_one(resolution: Resolution) -> None:
    """Each can be typed by itself."""
    plan = CheckPlan(key="task", who=WHO, dice=3, target=10, by="each")
    dice = (Total(value=2), Total(value=5), Total(value=4))
    check, asked = answered(checks.roll(resolution, plan, best_two), *dice)
    assert asked == [["1d6", "1d6", "1d6"]]
    assert (check.shown, check.total, check.rank) == ((2, 5, 4), 9, "failure")


def test_a_test_without_dice_is_not_asked_for(resolution: Resolution) -> None:
    """It shows nothing, and is ranked all the same."""
    plan = CheckPlan(key="task", who=WHO, dice=0, target=1)
    check, asked = answered(checks.roll(resolution, plan, total_rank))
    assert (asked, check.shown, check.rank) == ([], (), "failure")


def test_several_tests_are_asked_for_together(resolution: Resolution) -> None:
    """In the order of the plans."""
    plans = [CheckPlan(key="task", who=WHO, dice=count, target=4) for count in (1, 0, 2)]
    found, asked = answered(
        checks.roll_together(resolution, plans, total_rank), Total(value=5), Total(value=3)
    )
    assert asked == [["1d6", "2d6"]]
    assert [each.rank for each in found] == ["success", "failure", "failure"]


def test_an_opposed_test_is_rolled_until_it_is_decided(resolution: Resolution) -> None:
    """Both sides again while they tie."""
    plans = [CheckPlan(key="task", who=WHO, dice=1) for _ in range(2)]
    rolling = checks.roll_opposed(
        resolution, *plans, total_rank, again=lambda one, other: one.total == other.total
    )
    dice = [Total(value=value) for value in (4, 4, 3, 5)]
    (first, second), asked = answered(rolling, *dice)
    assert asked == [["1d6", "1d6"], ["1d6", "1d6"]]
    assert (first.total, second.total) == (3, 5)


@pytest.mark.parametrize("target", [2, 7, 12, 13])
def test_the_chance_of_a_sum_is_exact(target: int) -> None:
    """As counted on all faces."""
    plan = CheckPlan(key="task", who=WHO, dice=2, target=target)
    faces = list(product(range(1, 7), repeat=2))
    counted = sum(sum(each) >= target for each in faces) / len(faces)
    assert checks.chance(plan, total_rank) == pytest.approx(counted, abs=1e-12)


def test_the_chance_of_a_rank_counts_what_is_better() -> None:
    """A critical success is a success; of the best two of three dice 16 of 216 are two sixes."""
    plan = CheckPlan(key="task", who=WHO, dice=3, target=13, by="each")
    assert checks.chance(plan, best_two) == pytest.approx(16 / 216, abs=1e-12)
    assert checks.chance(plan, best_two, least="critical_success") == pytest.approx(16 / 216)
    assert checks.chance(CheckPlan(key="task", who=WHO, dice=0, target=1), total_rank) == 0.0
