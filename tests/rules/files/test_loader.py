"""Rulesets are read from their files as they stand, laid over one another, and pinned."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
import pytest

from encounter_gui.rules.files.loader import build
from encounter_gui.rules.model.formula import evaluate
from encounter_gui.rules.model.ruleset import Ruleset
from tests.helpers import ruleset_keys_page

ROOT = Path(__file__).resolve().parents[3] / "rulesets"

Files = Mapping[str, str]
Read = Callable[[str], Files]


def shipped(ruleset: str) -> Files:
    """Returns the files of a ruleset that comes with the program."""
    return {path.name: path.read_text("utf-8") for path in (ROOT / ruleset).glob("*")}


def with_house(files: Files) -> Read:
    """Returns a reader that knows the shipped rulesets and one called house."""
    return lambda name: files if name == "house" else shipped(name)


@pytest.fixture(scope="module")
def d6pool() -> Ruleset:
    """Returns the D6-pool ruleset."""
    return build("d6pool", shipped)


@pytest.mark.parametrize("name", [path.name for path in sorted(ROOT.iterdir()) if path.is_dir()])
def test_every_shipped_ruleset_loads(name: str) -> None:
    """A ruleset that does not load would be seen only by who opens it."""
    ruleset = build(name, shipped)
    assert ruleset.id == name
    assert ruleset.main_gauge is not None
    assert ruleset.changed == ()


def test_a_ruleset_survives_being_pinned(d6pool: Ruleset) -> None:
    """A started fight keeps its ruleset in the campaign file."""
    pinned = msgspec.json.encode(d6pool)
    assert msgspec.json.decode(pinned, type=Ruleset) == d6pool


def test_what_is_in_the_starter_library_says_where_it_is_from(d6pool: Ruleset) -> None:
    """Numbers of the book and invented ones must not be confused."""
    for each in (*d6pool.items, *d6pool.creatures):
        assert each.source.startswith(("seed example", "invented")), each.key


def test_names_and_keys_of_the_library_are_unique(d6pool: Ruleset) -> None:
    """Creatures are asked for by either."""
    keys = [each.key for each in d6pool.creatures]
    names = [each.name for each in d6pool.creatures]
    assert len({*keys, *names}) == len(keys) + len(names)


@pytest.mark.rule("D6P-10")
def test_task_difficulties(d6pool: Ruleset) -> None:
    """Very Easy 5, Easy 10, Moderate 15, Difficult 20, Very Difficult 30."""
    assert dict(d6pool.tables["task"]) == {
        "very_easy": 5,
        "easy": 10,
        "moderate": 15,
        "difficult": 20,
        "very_difficult": 30,
    }


@pytest.mark.rule("D6P-26")
def test_both_range_ladders(d6pool: Ruleset) -> None:
    """The book's, and the one its example plays with."""
    assert tuple(d6pool.tables["ladder_book"].values()) == (10, 15, 20, 30)
    assert tuple(d6pool.tables["ladder_example"].values()) == (5, 10, 15, 20)
    switch = d6pool.switch("d6pool.rangeLadder")
    assert switch is not None
    assert (switch.default, switch.options) == ("book", ("book", "example"))


@pytest.mark.rule("D6P-28")
@pytest.mark.parametrize(
    ("key", "dice"),
    [
        ("running", -1),
        ("crawling", -1),
        ("got_up", -1),
        ("hurt", -1),
        ("drawn", -1),
        ("dark_partial", -1),
        ("dark_total", -2),
        ("cover_50", -1),
        ("cover_75", -2),
        ("size_10cm", -2),
        ("size_50cm", -1),
        ("size_3m", 1),
        ("size_10m", 2),
        ("laser", 1),
        ("smart", 2),
        ("aimed", 2),
        ("burst", -2),
    ],
)
def test_modifiers_in_dice(d6pool: Ruleset, key: str, dice: int) -> None:
    """The table of the rules, row by row."""
    modifier = d6pool.modifier(key)
    assert modifier is not None
    assert modifier.amount == dice


@pytest.mark.rule("D6P-06")
def test_the_grenade_of_the_example(d6pool: Ruleset) -> None:
    """15 m is Long for the throw; 2 m is Short with damage level 10, 5 m is Long for the blast."""
    grenade = d6pool.item("grenade")
    assert grenade is not None
    throw, blast = grenade.values["ranges"], grenade.values["blast"]
    damage = grenade.values["blast_damage"]
    assert isinstance(throw, tuple)
    assert isinstance(blast, tuple)
    assert isinstance(damage, tuple)
    assert throw[1] < 15 <= throw[2]
    assert blast[0] == 2
    assert damage[0] == 10
    assert blast[1] < 5 <= blast[2]


@pytest.mark.rule("D6P-51")
def test_the_people_of_the_example(d6pool: Ruleset) -> None:
    """Hening, Gang A and Gang B, with what they carry."""
    hening, first, second = (d6pool.creature(name) for name in ("Hening", "Gang A", "Gang B"))
    assert hening is not None
    assert first is not None
    assert second is not None
    assert (hening.sheet["strength"], hening.sheet["health"], hening.side) == (3, 9, "pc")
    assert hening.held == "grenade"
    assert first.items[0].values == {"laser": True}
    assert (first.sheet["health"], second.sheet["health"]) == (12, 12)


@pytest.mark.rule("MIN-01")
def test_health_of_minimal_is_four_times_strength() -> None:
    """A formula of its own, played by the same system."""
    minimal = build("minimal", shipped)
    assert evaluate(minimal.formulas["health"], {"strength": 2}) == 8


@pytest.mark.rule("MIN-02")
def test_minimal_has_two_places_to_be_hit() -> None:
    """So that what draws places needs no real game in its tests."""
    minimal = build("minimal", shipped)
    assert [place.key for place in minimal.locations] == ["head", "torso"]
    assert [level.level for level in minimal.wound_levels] == [1, 2]


@pytest.mark.rule("MIN-03")
def test_shooting_in_minimal() -> None:
    """One ladder, and rain."""
    minimal = build("minimal", shipped)
    assert tuple(minimal.tables["ladder_book"].values()) == (8, 12, 16, 24)
    assert [(each.key, each.amount) for each in minimal.modifiers] == [
        ("rain", -1),
        ("downpour", -2),
    ]


HOUSE = """
name = "Our own"
extends = "d6pool"

[formulas]
health = "4 * strength"

[[items]]
key = "knife"
[items.values]
damage = 2

[[items]]
key = "katana"
name = "Katana"
kind = "weapon"
[items.values]
class = "melee"
damage = 4
damage_adds_strength = true

[[switches]]
key = "d6pool.smartBonus"
default = 1

[[conditions]]
key = "stunned"
kind = "warn"
"""


@pytest.fixture(scope="module")
def house() -> Ruleset:
    """Returns a ruleset that extends D6 pools."""
    return build("house", with_house({"ruleset.toml": HOUSE}))


def test_a_house_ruleset_changes_only_what_it_says(house: Ruleset, d6pool: Ruleset) -> None:
    """Items are found by their key, their values one by one."""
    knife, was = house.item("knife"), d6pool.item("knife")
    assert knife is not None
    assert was is not None
    assert knife.values == {**was.values, "damage": 2}
    assert knife.name == was.name
    assert len(house.items) == len(d6pool.items) + 1
    assert house.creatures == d6pool.creatures


def test_a_house_ruleset_keeps_its_own_name(house: Ruleset) -> None:
    """It is another ruleset, played by the same system."""
    assert (house.id, house.name, house.extends, house.system) == (
        "house",
        "Our own",
        "d6pool",
        "d6pool",
    )


def test_changed_values_are_known_by_their_path(house: Ruleset) -> None:
    """What is said again as it was is no change."""
    assert set(house.changed) == {
        "formulas.health",
        "items.knife.values.damage",
        "items.katana",
        "switches.d6pool.smartBonus.default",
    }


def test_a_house_ruleset_may_be_extended_too() -> None:
    """The paths of all that changed add up from the last one only."""
    files = {"house": HOUSE, "second": 'name = "Second"\nextends = "house"\n[time]\nseconds = 3\n'}

    def read(name: str) -> Files:
        return {"ruleset.toml": files[name]} if name in files else shipped(name)

    second = build("second", read)
    assert second.time.seconds == 3
    assert second.formulas["health"] == "4 * strength"
    assert second.changed == ("time.seconds",)


def test_the_example_of_the_help_page_loads() -> None:
    """People copy it."""
    text = (ROOT.parent / "resources" / "help" / "rulesets.md").read_text("utf-8")
    example, _ = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    assert "items.katana" in build("house", with_house({"ruleset.toml": example})).changed


def test_the_page_of_keys_is_what_the_schema_says() -> None:
    """Renewed by ``python -m tests.helpers.ruleset_keys_page``."""
    assert ruleset_keys_page.PAGE.read_text("utf-8") == ruleset_keys_page.page()


def test_files_are_read_together_whatever_their_names() -> None:
    """How things are spread over files is the author's business; what is no TOML file is left alone."""
    extra = '[[items]]\nkey = "brick"\nname = "Brick"\nkind = "gear"\n'
    house = {"ruleset.toml": HOUSE, "zoo.toml": extra, "notes.md": "# not TOML"}
    assert build("house", with_house(house)).item("brick") is not None


def test_reading_a_pinned_ruleset_needs_no_pydantic() -> None:
    """The window is painted before anything as slow is imported."""
    import subprocess
    import sys

    code = "import sys, encounter_gui.rules.files.loader as _; print('pydantic' in sys.modules, 'lark' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
