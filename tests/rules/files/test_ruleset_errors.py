"""A ruleset with a mistake is refused with file, key, what was expected, and nothing else happens."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from encounter_gui import paths
from encounter_gui.core.errors import DataError
from encounter_gui.rules.files.loader import build
from encounter_gui.rules.files.ruleset_errors import RulesetError

ROOT = Path(__file__).resolve().parents[3] / "rulesets"


def shipped(ruleset: str) -> dict[str, str]:
    """Returns the files of a ruleset that comes with the program; none for one that does not."""
    return {path.name: path.read_text("utf-8") for path in (ROOT / ruleset).glob("*.toml")}


def refusal(ruleset: str, rulesets: Mapping[str, Mapping[str, str]]) -> RulesetError:
    """Returns how a ruleset is refused."""
    with pytest.raises(RulesetError) as caught:
        build(ruleset, lambda name: rulesets.get(name) or shipped(name))
    return caught.value


def told(problem: DataError) -> str:
    """Returns a problem as a person reads it."""
    return f"{problem.place.file}: {problem.place.pointer}: {paths.message_catalog().text(problem.message)}"


def minimal(file: str, old: str, new: str) -> dict[str, dict[str, str]]:
    """Returns the minimal ruleset with one piece of text replaced."""
    files = shipped("minimal")
    assert files[file].count(old) >= 1, old
    return {"minimal": {**files, file: files[file].replace(old, new, 1)}}


LIBRARY, RULESET = "library.toml", "ruleset.toml"

MISTAKES = [
    # file, what is there, what stands there instead, pointer, words of the message
    (LIBRARY, "damage = 5", 'damage = "5"', "items.zip_gun.values.damage", "whole number"),
    (LIBRARY, "damage = 5", "damage = 5.5", "items.zip_gun.values.damage", "5.5"),
    (LIBRARY, "damage = 5", "damage = true", "items.zip_gun.values.damage", "found true"),
    (LIBRARY, "damage = 5", "damage = 99", "items.zip_gun.values.damage", "at most 20"),
    (LIBRARY, "damage = 5", "damge = 5", "items.zip_gun.values.damge", "“damage”"),
    (LIBRARY, "damage = 5", "xyzzy = 5", "items.zip_gun.values.xyzzy", "Take it out"),
    (LIBRARY, "level = 1", "level = 1979-05-27", "items.coat.values.level", "1979-05-27"),
    (
        LIBRARY,
        "damage = 5",
        "damage = 99999999999999999999",
        "items.zip_gun.values.damage",
        "large",
    ),
    (LIBRARY, "[4, 8, 16, 24]", "[4, 8, 16]", "items.zip_gun.values.ranges", "4 numbers"),
    (LIBRARY, "[4, 8, 16, 24]", "[4, 8, 8, 24]", "items.zip_gun.values.ranges", "rise"),
    (LIBRARY, "[4, 8, 16, 24]", "[0, 8, 16, 24]", "items.zip_gun.values.ranges", "at least 1"),
    (LIBRARY, "[4, 8, 16, 24]", '[4, "8", 16, 24]', "items.zip_gun.values.ranges", "found [4"),
    (LIBRARY, '"SS"', '"SSS"', "items.zip_gun.values.class", '"SS", "SA"'),
    (LIBRARY, 'kind = "weapon"', 'kind = "weapen"', "items.zip_gun.kind", '"weapon", "armor"'),
    (LIBRARY, 'name = "Zip gun"', "", "items.zip_gun.name", "missing"),
    (LIBRARY, 'name = "Zip gun"', 'nam = "Zip gun"', "items.zip_gun.nam", "“name”"),
    (LIBRARY, 'name = "Zip gun"', "name = 5", "items.zip_gun.name", "text in quotes"),
    (LIBRARY, 'key = "pipe"', "", "items.#2.key", "missing"),
    (LIBRARY, 'key = "pipe"', 'key = "coat"', "items.coat", "said already"),
    (
        LIBRARY,
        '{ item = "coat" }',
        '{ item = "cote" }',
        "creatures.alley_cat.items.cote.item",
        "“coat”",
    ),
    (LIBRARY, "{ damage = 2 }", "{ level = 2 }", "creatures.lout.items.pipe.values.level", "mean"),
    (LIBRARY, 'held = "pipe"', 'held = "coat"', "creatures.lout.held", "in hand"),
    (LIBRARY, 'side = "pc"', 'side = "hero"', "creatures.alley_cat.side", '"ally"'),
    (LIBRARY, "armed = 3", "amred = 3", "creatures.lout.sheet.amred", "“armed”"),
    (LIBRARY, "armed = 3", "armed = 33", "creatures.lout.sheet.armed", "at most 10"),
    (LIBRARY, "armed = 3", "armed = true", "creatures.lout.sheet.armed", "whole number"),
    (LIBRARY, 'tags = ["gang"]', 'tags = "gang"', "creatures.lout.tags", "square brackets"),
    (RULESET, 'system = "d6pool"', 'system = "d6pol"', "system", "“d6pool”"),
    (RULESET, 'system = "d6pool"', "", "system", "missing"),
    (RULESET, 'id = "minimal"', 'id = "other"', "id", "name of the folder"),
    (RULESET, 'version = "1"', "version = 1", "version", "text in quotes"),
    (RULESET, 'version = "1"', "changed = []", "changed", "Take it out"),
    (RULESET, "seconds = 5", 'seconds = "5"', "time.seconds", "whole number"),
    (RULESET, "seconds = 5", "secs = 5", "time.secs", "“seconds”"),
    (RULESET, "[time]", "[tyme]", "tyme", "“time”"),
    (RULESET, "default = 3", "default = 30", "fields.strength.default", "at most 10"),
    (RULESET, "default = 3", 'default = "3"', "fields.strength.default", "whole number"),
    (RULESET, "most = 10", "most = -1", "fields.strength.most", "not below"),
    (RULESET, '"-health"', '"-helth"', "gauges.th.floor", "“health”"),
    (RULESET, '"-health"', '"1d6"', "gauges.th.floor", "Take the dice out"),
    (RULESET, '"4 * strength"', '"4 * * strength"', "formulas.health", "column 5"),
    (RULESET, '"1d6 + dexterity"', '"1d6 + "', "formulas.initiative", "too early"),
    (RULESET, "is_main = true", "is_main = false", "gauges.th", "is_main = true"),
    (RULESET, 'role = "gauge.dodge"', "is_main = true", "gauges.dodge.is_main", "one gauge only"),
    (RULESET, "[1, 2, 3, 4, 5]", "[1, 2, 6]", "locations.torso.rolls", "“head”"),
    (
        RULESET,
        'default = "book"',
        'default = "bok"',
        "switches.d6pool.rangeLadder.default",
        '"book"',
    ),
    (RULESET, 'rule = "MIN-03"', 'rule = "MIN-30"', "actions.attack.rule", "MIN-0"),
    (
        RULESET,
        'on = "action", amount = -1',
        'on = "action"',
        "conditions.stunned.effects.action.amount",
        "missing",
    ),
    (RULESET, "level = 1", 'level = "1"', "wound_levels.1.level", "whole number"),
    (RULESET, "short = 8", 'short = "8"', "tables.ladder_book", "“short”"),
    (RULESET, "long = 16", "long = 6", "tables.ladder_book", "fall"),
    (RULESET, "[tables.ladder_book]", "[tables.ladder]", "tables", "ladder_book"),
    (RULESET, 'health = "4 * strength"', "", "formulas", "cannot be played"),
    (
        RULESET,
        'key = "dodge"\nname = "Dodge dice"',
        'key = "duck"\nname = "Ducks"',
        "gauges",
        "dodge",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "pointer", "words"), MISTAKES)
def test_a_mistake_is_told_by_file_and_key(
    file: str, old: str, new: str, pointer: str, words: str
) -> None:
    """And says what was expected, in words that are not Python's."""
    error = refusal("minimal", minimal(file, old, new))
    assert (error.place.file, error.place.pointer) == (f"minimal/{file}", pointer)
    text = told(error)
    assert words in text
    assert error.message.key not in text, "the message has no text"
    assert "pydantic" not in text


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('name = "x', "line 1, column 10"),
        ('id = "minimal"\nname == "x"\n', "line 2, column 7"),
        ('[[items]]\nkey = "a"\nkey = "b"\n', "line 3, column 10"),
        (f"x = {'9' * 5000}", ""),
        (f"x = {'[' * 5000}", ""),
    ],
)
def test_what_is_not_toml_is_told_by_line_and_column(text: str, place: str) -> None:
    """As far as the parser knows them."""
    files = {**shipped("minimal"), "library.toml": text}
    error = refusal("minimal", {"minimal": files})
    assert error.place.file == "minimal/library.toml"
    assert error.place.pointer == place
    assert error.message.key not in told(error)


def test_all_problems_are_collected() -> None:
    """Mending one at a time would take as many attempts as there are mistakes."""
    files = minimal(LIBRARY, "damage = 5", "damage = 55")["minimal"]
    files = {**files, RULESET: files[RULESET].replace('floor = "-health"', 'floor = "-helth"')}
    error = refusal("minimal", {"minimal": files})
    places = {(problem.place.file, problem.place.pointer) for problem in error.problems}
    assert places == {
        ("minimal/ruleset.toml", "gauges.th.floor"),
        ("minimal/library.toml", "items.zip_gun.values.damage"),
    }


def test_broken_files_are_all_named() -> None:
    """Two files with a slip each: both are told."""
    error = refusal("minimal", {"minimal": {"a.toml": "x", "b.toml": "y", "ruleset.toml": ""}})
    assert [problem.place.file for problem in error.problems] == [
        "minimal/a.toml",
        "minimal/b.toml",
    ]


def test_a_ruleset_that_is_not_there() -> None:
    """Not an empty one, but none."""
    error = refusal("nowhere", {})
    assert error.message.key == "ruleset.not_there"
    assert "nowhere" in told(error)


@pytest.mark.parametrize(
    ("rulesets", "key", "words"),
    [
        ({"a": 'extends = "b"', "b": 'extends = "a"'}, "ruleset.extends_circle", "a → b → a"),
        ({"a": 'extends = "a"'}, "ruleset.extends_circle", "a → a"),
        ({"a": 'extends = "d6pol"'}, "ruleset.extends_nothing", "d6pol"),
        ({"a": "extends = 5"}, "ruleset.missing", ""),
    ],
)
def test_what_cannot_be_extended(rulesets: dict[str, str], key: str, words: str) -> None:
    """A circle has no beginning."""
    files = {name: {"ruleset.toml": text} for name, text in rulesets.items()}
    error = refusal("a", files)
    assert key in {problem.message.key for problem in error.problems}
    assert words in told(error)


def test_a_mistake_in_what_is_extended_names_its_own_file() -> None:
    """Each value is somebody's."""
    files = minimal(LIBRARY, "damage = 5", 'damage = "5"')
    house = {
        "ruleset.toml": 'extends = "minimal"\n[[items]]\nkey = "pipe"\nvalues = { damage = "1" }\n'
    }
    error = refusal("house", {**files, "house": house})
    assert [(problem.place.file, problem.place.pointer) for problem in error.problems] == [
        ("minimal/library.toml", "items.zip_gun.values.damage"),
        ("house/ruleset.toml", "items.pipe.values.damage"),
    ]
