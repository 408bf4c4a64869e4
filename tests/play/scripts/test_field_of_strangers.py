"""Fight files whose plan is none: refused in words, at once, and nothing of it is kept."""

import time

import pytest

from encounter_gui.core.errors import AppError
from encounter_gui.paths import message_catalog
from encounter_gui.play.scripts.script_runner import play_fight
from tests.helpers.rulesets import shipped

HEAD = """
[fight]
name = "Depot"
ruleset = "cwn"
field = { size = [80, 40] }

[[combatants]]
id = "a"
from = "Basic corp guard"
"""
AREA = '\n[[areas]]\nname = "Crates"\nat = [20, 8]\nsize = [2, 6]\nis = "cover"\n'


@pytest.mark.parametrize(
    "at", ["[nan, 5]", "[inf, 5]", "[-inf, 5]", "[1e9, 5]", "[1000000000, 5]", "[-1, 5]", "[81, 5]"]
)
def test_a_place_that_is_none_is_refused(at):
    with pytest.raises(AppError):
        _play(HEAD + f"at = {at}\n")


@pytest.mark.parametrize(
    "field",
    [
        "{ size = [nan, 40] }",
        "{ size = [inf, 40] }",
        "{ size = [80, 1e9] }",
        "{ size = [0, 40] }",
        "{ size = [80] }",
        "{ size = [80, 40, 3] }",
        '{ size = "large" }',
        "{ size = [80, 40], storey = nan }",
    ],
)
def test_a_size_that_is_none_is_refused(field):
    with pytest.raises(AppError):
        _play(HEAD.replace("{ size = [80, 40] }", field))


@pytest.mark.parametrize(
    "area",
    [
        AREA.replace("[20, 8]", "[nan, 8]"),
        AREA.replace("[20, 8]", "[1e9, 8]"),
        AREA.replace("[2, 6]", "[inf, 6]"),
        AREA.replace("[2, 6]", "[-2, 6]"),
        AREA.replace("size = [2, 6]", "radius = nan"),
        AREA.replace("size = [2, 6]", "radius = 1e9"),
        AREA.replace("Crates", "x" * 500_000),
        AREA + "floor = 1000000000\n",
        AREA + "amount = 1000000000\n",
        AREA + 'until = "999999999999 rounds"\n',
        AREA.replace("cover", "lava"),
        "\n[[areas]]\npoints = [" + "[1, 1], [2, 2], [1, 2], " * 20_000 + "]\n",
        AREA * 10_000,
    ],
    ids=lambda area: area[-40:],
)
def test_an_area_that_is_none_is_refused_at_once(area):
    begun = time.process_time()
    with pytest.raises(AppError):
        _play(HEAD + area)
    assert time.process_time() - begun < 2


def test_a_name_of_a_million_letters_is_refused():
    with pytest.raises(AppError):
        _play(HEAD.replace("[80, 40]", '[80, 40], name = "' + "x" * 900_000 + '"'))


def _play(text):
    return play_fight(
        text, "a.toml", rulesets=shipped, texts=message_catalog(), now=lambda: "2026-11-30"
    )
