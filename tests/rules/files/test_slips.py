"""Slips of a game master who writes rules: each is refused with the nearest known word, all of them at once."""

from collections.abc import Mapping

import pytest

from encounter_gui import paths
from encounter_gui.gui.theme.icons import ICON_NAMES as DRAWN
from encounter_gui.gui.theme.theme_file import read_theme
from encounter_gui.rules.files.loader import build
from encounter_gui.rules.files.ruleset_errors import RulesetError
from encounter_gui.rules.model.icon_names import GAUGE_ROLES, ICON_NAMES
from encounter_gui.rules.systems import SYSTEMS
from tests.helpers.rulesets import read


def problems(game: str, text: str) -> list[tuple[str, str, Mapping[str, object]]]:
    """The file and place, the message and its words, of everything that is wrong with a ruleset over a game."""
    whole = f'name = "House"\nextends = "{game}"\n{text}'

    def files(name: str) -> Mapping[str, str]:
        return {"ruleset.toml": whole} if name == "house" else read(name)

    with pytest.raises(RulesetError) as caught:
        build("house", files)
    return [
        (f"{each.place.file}: {each.place.pointer}", each.message.key, each.message.params)
        for each in caught.value.problems
    ]


@pytest.mark.parametrize("game", SYSTEMS)
def test_an_effect_that_would_do_nothing(game: str) -> None:
    """A kind of roll that the game does not make."""
    text = """
[[conditions]]
key = "cursed"
name = "Cursed"
effects = [{ on = "atack", amount = -1 }]
"""
    ((place, key, params),) = problems(game, text)
    assert place == "house/ruleset.toml: conditions.cursed.effects.atack.on"
    assert key.startswith("ruleset.no_such_effect")
    assert params.get("like", "attack") == "attack"


def test_an_icon_that_nobody_draws() -> None:
    text = """
[[conditions]]
key = "cursed"
name = "Cursed"
icon = "skul"
"""
    ((place, key, params),) = problems("cwn", text)
    assert (place, key) == (
        "house/ruleset.toml: conditions.cursed.icon",
        "ruleset.no_such_icon_like",
    )
    assert params["like"] == "skull"


def test_every_icon_a_ruleset_may_name_is_drawn() -> None:
    assert ICON_NAMES <= DRAWN
    for theme in ("dark", "light", "high_contrast"):
        assert (
            set(read_theme(paths.data_folder("resources") / "themes", theme).colours) >= GAUGE_ROLES
        )


def test_a_colour_nobody_draws_is_refused() -> None:
    """It ended the window at the first paint of the gauge."""
    text = """[[gauges]]
key = "strain"
role = "gauge.starin"
"""
    ((place, key, params),) = problems("cwn", text)
    assert (place, key) == ("house/ruleset.toml: gauges.strain.role", "ruleset.no_such_role_like")
    assert params["like"] == "gauge.strain"


def test_a_slip_in_a_key_makes_no_new_item() -> None:
    """It was a new item without a name; who wants one gives it a name."""
    text = """
[[items]]
key = "combat_rifl"
values = { damage = "1d12+1" }
"""
    ((place, key, params),) = problems("cwn", text)
    assert (place, key) == ("house/ruleset.toml: items.combat_rifl", "ruleset.no_such_entry_like")
    assert params["like"] == "combat_rifle"


def test_a_gap_is_blamed_on_the_file_that_makes_it() -> None:
    """Not on the book, whose rolls had none."""
    text = """
[[locations]]
key = "head"
rolls = []
"""
    found = problems("phases", text)
    assert found
    assert {place.partition(":")[0] for place, _, _ in found} == {"house/ruleset.toml"}


def test_all_classes_of_mistakes_are_told_at_once() -> None:
    """A wrong type, a wrong word and a wrong range: a second try does not bring the next ones."""
    text = """
[[conditions]]
key = "cursed"
name = 3

[[conditions]]
key = "hexed"
name = "Hexed"
icon = "skul"

[numbers.burst_hit]
value = 100000
"""
    found = {key for _, key, _ in problems("cwn", text)}
    assert found == {"ruleset.expects_text", "ruleset.no_such_icon_like", "ruleset.too_big"}


@pytest.mark.parametrize(
    "text",
    ["{value} of {value} burst.", "A burst adds {valeu} to hit.", "A burst adds {value to hit."],
)
def test_the_sentence_of_a_number_has_one_place_for_its_value(text: str) -> None:
    """Twice, or another word in braces, is told where it stands; with the sign (as shipped) or without one is right."""
    found = problems("cwn", f'[numbers.burst_hit]\ntext = "{text}"\n')
    assert [(place, key) for place, key, _ in found] == [
        ("house/ruleset.toml: numbers.burst_hit.text", "ruleset.number_text")
    ]
