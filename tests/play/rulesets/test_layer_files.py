"""Own rules as the text of a file and back: equal, whatever they say."""

import random
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encounter_gui import paths
from encounter_gui.play.rulesets.layer_files import layer_in, layer_text
from encounter_gui.rules.files.layers import Layer, Place, layer_of, places, with_value
from encounter_gui.rules.files.loader import source_of

GAMES = ("chrome", "cwn", "d6pool", "phases")
HEAD = {"name": "Mine", "version": "3", "text": ""}


@cache
def book(game: str) -> Layer:
    """All that the files of a game say, as a layer."""
    return layer_of(source_of(game, paths.ruleset_texts).data)


@cache
def all_places(game: str) -> tuple[Place, ...]:
    return places(book(game))


def other(value: Any, dice: random.Random) -> Any:
    """A value of the same type that somebody could have typed, signs that mean something to TOML among it."""
    match value:
        case bool():
            return not value
        case int():
            return value + dice.randint(-9, 9)
        case float():
            return value + dice.choice((0.5, 1e-7, 1e16))
        case str():
            return dice.choice((value + "+1", "", 'a "b" \\ c\nd\t=#[x]', "−3 ünïcödé 龍", "'"))
        case list():
            return [other(each, dice) for each in value][: dice.randint(0, len(value))]
        case Mapping():
            return {key: other(each, dice) for key, each in value.items()}
    return value


def at(game: str, place: Place) -> Any:
    value: Any = book(game).data
    for name in place:
        value = value[name]
    return value


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), key=st.text(min_size=1, max_size=12))
def test_a_layer_written_out_and_read_again_is_equal(game: str, seed: int, key: str) -> None:
    dice = random.Random(seed)
    layer = Layer()
    for place in dice.sample(all_places(game), dice.randint(0, 25)):
        if len(place) > 1:
            layer = with_value(layer, place, other(at(game, place), dice))
    if dice.random() < 0.5:  # an entry that is not in the book, its key anything
        layer = with_value(layer, ("items", key), {"name": key, "kind": "gear", "values": {key: 3}})
    text = layer_text(layer, {**HEAD, "extends": game})
    assert layer_in("mine", {"ruleset.toml": text}) == layer


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_written_out_and_read_again_is_equal(game: str) -> None:
    text = layer_text(book(game), {**HEAD, "extends": game})
    assert layer_in("mine", {"ruleset.toml": text}) == book(game)


def test_a_file_can_be_read_by_people() -> None:
    """Head first, numbers before weapons, and a table for each entry however short it is."""
    layer = Layer(
        data={
            "items": {
                "knife": {"values": {"hit": 1}},
                "own_rail": {"name": "Rail", "kind": "weapon"},
            },
            "numbers": {"burst_hit": {"value": 3}},
        }
    )
    assert layer_text(layer, {"name": "Mine", "version": "3", "extends": "cwn", "text": ""}) == (
        'name = "Mine"\nversion = "3"\nextends = "cwn"\n\n'
        "[numbers.burst_hit]\nvalue = 3\n\n"
        '[[items]]\nkey = "knife"\n\n[items.values]\nhit = 1\n\n'
        '[[items]]\nkey = "own_rail"\nname = "Rail"\nkind = "weapon"\n'
    )
