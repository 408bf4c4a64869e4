"""The numbers of the rules: stated by the shipped rulesets, changed by others, missing in old ones."""

import dataclasses

import pytest

from encounter_gui.rules.files.loader import build
from encounter_gui.rules.files.ruleset_errors import RulesetError
from encounter_gui.rules.model.ruleset import Number, Ruleset
from encounter_gui.rules.systems import SYSTEMS, system_for
from tests.helpers.rulesets import read, shipped

BURST = Number("burst_rounds", 5)


def house(numbers: str) -> Ruleset:
    """Returns a ruleset that changes numbers of the D6-pool rules."""
    text = f'name = "House"\nextends = "d6pool"\n{numbers}'
    return build("house", lambda name: {"ruleset.toml": text} if name == "house" else read(name))


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_shipped_ruleset_states_every_number_of_its_system(system: str) -> None:
    """Each with the value that the code has for rulesets of earlier versions, a rule and a sentence."""
    stated = shipped(system).numbers
    values = {key: each.value for key, each in stated.items()}
    assert {number.key: number.default for number in system_for(system).numbers} == values
    assert all(each.rule and each.text.endswith(".") for each in stated.values())


def test_a_ruleset_that_extends_another_changes_one_number() -> None:
    """Range, rule and sentence stay, and the window can mark what differs."""
    ruleset = house("[numbers.burst_rounds]\nvalue = 3")
    assert ruleset.number(BURST) == 3
    assert ruleset.numbers["burst_rounds"].rule == "D6P-19"
    assert ruleset.changed == ("numbers.burst_rounds.value",)


def test_a_ruleset_of_an_earlier_version_has_the_default() -> None:
    """An encounter goes on by the ruleset it keeps, which states no numbers."""
    assert dataclasses.replace(shipped("d6pool"), numbers={}).number(BURST) == 5


@pytest.mark.parametrize(
    ("numbers", "pointer", "key"),
    [
        ("[numbers.burst_rounds]\nvalue = 0", "numbers.burst_rounds.value", "ruleset.too_small"),
        ("[numbers.burst_rounds]\nvalue = 101", "numbers.burst_rounds.value", "ruleset.too_big"),
        (
            "[numbers.burst_rounds]\nmost = 0",
            "numbers.burst_rounds.most",
            "ruleset.most_below_least",
        ),
        (
            "[numbers.burst_rounds]\nrule = 'D6P-99'",
            "numbers.burst_rounds.rule",
            "ruleset.no_such_rule",
        ),
        (
            "[numbers.burst_round]\nvalue = 5\nleast = 1\nmost = 9",
            "numbers.burst_round",
            "ruleset.unknown_key",
        ),
    ],
)
def test_a_number_that_cannot_be_is_refused(numbers: str, pointer: str, key: str) -> None:
    """Out of its range, by no rule, or a number that the rules do not know."""
    with pytest.raises(RulesetError) as caught:
        house(numbers)
    (problem,) = caught.value.problems
    assert (problem.place.pointer, problem.message.key.removesuffix("_like")) == (pointer, key)
