"""Numbers that count harm: damage raises them, healing lowers them, whichever way others count."""

import msgspec
import pytest

from encounter_gui.rules.engine.adjustments import healing, hurting
from encounter_gui.rules.model.ruleset import GaugeDef, Ruleset
from tests.helpers.rulesets import shipped


@pytest.mark.parametrize(
    ("game", "harm"),
    [("phases", {"fatigue"}), ("cwn", {"strain"}), ("chrome", set()), ("d6pool", set())],
)
def test_fatigue_and_strain_count_harm_and_nothing_else(game: str, harm: set[str]) -> None:
    """PHA-18, CWN-62."""
    assert {each.key for each in shipped(game).gauges if each.is_harm} == harm


@pytest.mark.parametrize(("game", "key"), [("phases", "fatigue"), ("cwn", "strain")])
def test_a_ruleset_pinned_before_it_could_say_so_counts_harm_as_well(game: str, key: str) -> None:
    """A fight that began with an older program has the ruleset without the word."""
    payload = msgspec.json.decode(msgspec.json.encode(shipped(game)))
    for gauge in payload["gauges"]:
        del gauge["counts_harm"]
    old = msgspec.json.decode(msgspec.json.encode(payload), type=Ruleset)
    assert [each.key for each in old.gauges if each.is_harm] == [key]


def test_hurting_and_healing_are_each_others_opposite() -> None:
    """The sign is that of the number, not of what is meant."""
    health = GaugeDef(key="hp", name="HP", most="hp", is_main=True)
    fatigue = GaugeDef(key="fatigue", name="Fatigue", is_main=True)
    assert (hurting(health, 3), healing(health, 3)) == ("-3", "+3")
    assert (hurting(fatigue, 3), healing(fatigue, 3)) == ("+3", "-3")
