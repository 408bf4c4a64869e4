"""Mistakes in a ruleset's files are told with the line they are in."""

from collections.abc import Mapping

import pytest

from encounter_gui import paths
from encounter_gui.rules.files.loader import build
from encounter_gui.rules.files.ruleset_errors import RulesetError


def problems(text: str) -> list[tuple[str, str, int]]:
    def read(name: str) -> Mapping[str, str]:
        return {"ruleset.toml": text} if name == "own" else paths.ruleset_texts(name)

    with pytest.raises(RulesetError) as refused:
        build("own", read)
    return [
        (each.place.pointer, each.message.key, each.place.line) for each in refused.value.problems
    ]


HEAD = 'id = "own"\nname = "Own"\nsystem = "cwn"\nextends = "cwn"\n'


def test_every_mistake_names_its_line_whatever_its_class() -> None:
    text = f"""{HEAD}
[[items]]
key = "combat_rifle"
[items.values]
damage = "1d"
magazine = 30
range = [
  100,
  "far",
]

[[conditions]]
key = "prone"
icon = "nothing_like_it"

[numbers.burst_hit]
value = 5000
"""
    found = {each[0]: each[1:] for each in problems(text)}
    assert found["items.combat_rifle.values.damage"][1] == 9
    assert found["items.combat_rifle.values.range"] == ("ruleset.expects_value", 11)
    assert found["conditions.prone.icon"] == ("ruleset.no_such_icon", 18)
    assert found["numbers.burst_hit.value"] == ("ruleset.too_big", 21)


def test_dice_that_cannot_be_rolled_are_refused_in_a_file_as_in_the_window() -> None:
    text = f"""{HEAD}
[[items]]
key = "combat_rifle"
[items.values]
damage = "1d"
trauma = "2d6+1d4"
"""
    found = problems(text)
    assert [each[0] for each in found] == [
        "items.combat_rifle.values.damage",
        "items.combat_rifle.values.trauma",
    ]
    assert [each[2] for each in found] == [9, 10]
