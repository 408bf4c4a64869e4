"""The worked examples of the rule texts, by the game as it is and by changed rules."""

import re

import pytest

from encounter_gui import paths
from encounter_gui.play.impact.examples import (
    ExampleResult,
    ExamplesStoppedError,
    examples_played,
)
from encounter_gui.rules.model.ruleset import Ruleset
from tests.helpers.drafts import draft
from tests.helpers.rulesets import shipped


def played(ruleset: Ruleset, name: str) -> ExampleResult:
    files = paths.worked_examples(ruleset.system)
    only = {name: files[name]}
    (result,) = examples_played(only, ruleset, paths.message_catalog(), lambda: False)
    return result


@pytest.mark.parametrize("game", ["chrome", "cwn", "d6pool", "phases"])
def test_every_game_ships_worked_examples_and_each_is_green_by_its_own_rules(game: str) -> None:
    files = paths.worked_examples(game)
    assert len(files) >= 4
    results = examples_played(files, shipped(game), paths.message_catalog(), lambda: False)
    assert [each for each in results if not each.is_green] == []


def test_a_changed_number_makes_an_example_differ_and_says_by_what() -> None:
    """The step, the path of what is expected, what the example says, and what came of it."""
    changed = draft("cwn", {("items", "submachine_gun", "values", "hit"): 4}).ruleset
    result = played(changed, "cwn-odds.toml")
    assert result.name == "Odds of a brawl"
    assert not result.is_green
    assert re.fullmatch(
        r"step \d+: odds\.hit: expected [\d.]+, found [\d.]+", result.differences[0]
    )


def test_an_example_that_asks_for_other_dice_by_changed_rules_says_at_which_step() -> None:
    changed = draft("d6pool", {("numbers", "melee_dn", "value"): 14}).ruleset
    result = played(changed, "d6pool-dead-end.toml")
    assert result.name == "Dead end"
    (difference,) = result.differences
    assert difference.startswith("steps.22.dice: ")


def test_an_example_whose_weapon_is_renamed_is_as_it_was() -> None:
    changed = draft("d6pool", {("items", "knife", "name"): "Blade"}).ruleset
    assert played(changed, "d6pool-dead-end.toml").is_green


def test_examples_end_at_the_next_step_once_they_are_told_to_stop() -> None:
    asked = iter([False, False, True])
    files = paths.worked_examples("d6pool")
    results = examples_played(
        files, shipped("d6pool"), paths.message_catalog(), lambda: next(asked)
    )
    with pytest.raises(ExamplesStoppedError):
        list(results)
