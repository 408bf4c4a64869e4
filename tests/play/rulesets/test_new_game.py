"""A game made from a few words: it is played, shows odds and a forecast at once, and says what is wrong with a word."""

import json
from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest

from encounter_gui.cli.main import parse
from encounter_gui.play.rulesets import new_game
from encounter_gui.play.rulesets.new_game import KINDS, NewGame, files, key_of, like, problems
from encounter_gui.rules.files.loader import build

FIGHT = """
[fight]
name = "First blood"
ruleset = "docks"

[[combatants]]
id = "hero"
from = "hero"
[[combatants]]
id = "one"
from = "thug"
[[combatants]]
id = "two"
from = "thug"
"""

BEGUN = """
[[steps]]
do = "next"
[[steps]]
do = "next"
dice = [6, 3, 2]
"""

PLAYED = """
[[steps]]
do = "attack"
who = "hero"
target = "one"
dice = [5, 4, 2]
expect = { events.attack.total = 13, events.attack.harm = 5, state.combatants.one.gauges.health = 5 }
[[steps]]
do = "next"
[[steps]]
do = "attack"
who = "one"
target = "hero"
dice = [4, 3]
expect = { events.attack.total = 8, events.attack.hit = true, events.attack.modifiers.shaken = -1 }
"""


@pytest.fixture
def made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Path:
    """A folder with fights, and a profile in which the game ``docks`` has been made."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "profile"))
    assert parse(("ruleset", "new", "docks", "--name", "The docks")) == 0
    assert "The docks" in capsys.readouterr().out
    return tmp_path


def _fight(folder: Path, *parts: str) -> str:
    path = folder / "fight.toml"
    path.write_text("".join(parts), encoding="utf-8")
    return str(path)


def test_what_the_command_makes_is_played_with_dice_of_the_table(
    made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dice = PLAYED.replace("dice = [4, 3]", "dice = [4, 3, 1]")
    assert parse(("play", _fight(made, FIGHT, BEGUN, dice))) == 0
    told = capsys.readouterr().out
    assert "Hero attacks Thug" in told
    assert "hit for 5" in told


def test_dice_that_are_missing_are_named(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The damage of the second attack is not given."""
    assert parse(("play", _fight(made, FIGHT, BEGUN, PLAYED))) != 0
    assert "The roll “damage” of one takes 1 die (1d6)" in capsys.readouterr().err


def test_its_odds_equal_counting_all_dice(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert parse(("odds", _fight(made, FIGHT, BEGUN), "--json")) == 0
    numbers = json.loads(capsys.readouterr().out)["numbers"]
    hits = [one + other + 4 >= 8 for one, other in product(range(1, 7), repeat=2)]
    assert numbers["hit"] == pytest.approx(sum(hits) / 36, abs=1e-12)
    assert numbers["harm"] == pytest.approx(sum(hits) / 36, abs=1e-12)
    assert numbers["out.1"] == 0.0
    two = [a + b + 6 >= 10 for a, b in product(range(1, 7), repeat=2)]  # 10 Health, pistol 3
    assert numbers["out.2"] == pytest.approx(np.mean(hits) ** 2 * np.mean(two), abs=1e-12)


# ---- the fight of one against two, once more and with nothing of the program

_HERO, _THUG = 11, 10


def _attack(states: np.ndarray, who: int, target: int) -> np.ndarray:
    """Axes: health of three, then who of them is shaken. Who is out or has nobody to attack does nothing."""
    fight, harm, armor = ((4, 3, 0), (2, 1, 1), (2, 1, 1))[who]
    after = np.zeros_like(states)
    for shaken in (0, 1):
        chance = np.mean([a + b + fight - shaken >= 8 for a, b in product(range(1, 7), repeat=2)])
        for place in np.argwhere(states):
            state = tuple(place)
            if state[3 + who] != shaken:
                continue
            p = states[state]
            if not state[who] or not state[target]:
                after[state] += p
                continue
            after[state] += p * (1 - chance)
            for die in range(1, 7):
                lost = max(die + harm - armor, 0)
                new = list(state)
                new[target] = max(state[target] - lost, 0)
                new[3 + target] = 1 if lost else state[3 + target]
                after[tuple(new)] += p * chance / 6
    return after


def _played(order: tuple[int, ...], rounds: int = 40) -> float:
    """The chance that the hero wins, if they act in this order."""
    states = np.zeros((_HERO + 1, _THUG + 1, _THUG + 1, 2, 2, 2))
    states[_HERO, _THUG, _THUG, 0, 0, 0] = 1.0
    for _ in range(rounds):
        for who in order:
            if who:
                states = _attack(states, who, 0)
                continue
            second = states.copy()
            second[:, 1:] = 0.0  # the first thug is out: the hero goes for the other
            states = _attack(states - second, 0, 1) + _attack(second, 0, 2)
        together = states.sum(axis=(3, 4, 5))
        states = np.zeros_like(states)
        states[:, :, :, 0, 0, 0] = together  # nobody is shaken any more
    return float(states[1:, 0, 0].sum())


def _order_chances() -> Iterator[tuple[tuple[int, ...], float]]:
    found = dict.fromkeys(permutations(range(3)), 0)
    for dice in product(range(1, 7), repeat=3):
        totals = [die + speed for die, speed in zip(dice, (3, 2, 2), strict=True)]
        found[tuple(sorted(range(3), key=lambda each: (-totals[each], each)))] += 1
    yield from ((order, count / 216) for order, count in found.items() if count)


@pytest.mark.timeout(300)
def test_its_forecast_of_one_against_two_equals_the_exact_chain(
    made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fights = 40_000
    assert parse(("forecast", _fight(made, FIGHT), "--json", "--fights", str(fights))) == 0
    told = json.loads(capsys.readouterr().out)
    exact = sum(chance * _played(order) for order, chance in _order_chances())
    error = (exact * (1 - exact) / fights) ** 0.5
    assert told["win"]["pc"] == pytest.approx(exact, abs=4 * error)


def test_what_is_there_stays_as_it_is(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither an own game nor one of the program is written over."""
    file = made / "profile" / "encounter-gui" / "rulesets" / "docks" / "ruleset.toml"
    file.write_text(file.read_text("utf-8").replace("The docks", "My docks"), "utf-8")
    for name in ("docks", "cwn", "minimal"):
        assert parse(("ruleset", "new", name)) == 2
        assert "There is a ruleset" in capsys.readouterr().err
    assert "My docks" in file.read_text("utf-8")
    assert parse(("ruleset", "new", "../docks")) == 2
    assert not (made / "profile" / "encounter-gui" / "docks").exists()


# ---- words


@pytest.mark.parametrize("kind", KINDS)
def test_every_usual_kind_can_be_played(kind: new_game.Kind) -> None:
    game = like(kind, "docks", "The docks")
    assert problems(game) == ()
    ruleset = build("docks", lambda _: files(game))
    assert [each.key for each in ruleset.creatures] == ["hero", "thug"]
    assert len("".join(files(game).values()).splitlines()) <= 300


@pytest.mark.parametrize(
    ("field", "value", "key"),
    [
        ("id", "The docks", "ruleset.pack.bad_id"),
        ("name", " ", "ruleset.no_name"),
        ("name", "a\nid = 1", "ruleset.pack.too_long"),
        ("attributes", (), "ruleset.new.attributes"),
        ("attributes", ("Fight", "D6"), "ruleset.new.attribute"),
        ("attributes", ("Fight", "fight"), "ruleset.name_taken"),
        ("attributes", ("Fight", "Margin"), "ruleset.name_taken"),
        ("roll", "2d6 + figth", "ruleset.no_such_field_like"),
        ("roll", "", "ruleset.formula_missing"),
        ("against", "1d", "dice.syntax"),
        ("damage", "1d6 // fight", "ruleset.divided_by_name"),
        ("damage", "40d100 + 40d100 + margin", "ruleset.too_many_outcomes"),
        ("soak", "2d6kh1", "ruleset.soak_is_plain"),
        ("initiative", "speed", "ruleset.initiative_dice"),
        ("health", "1d6", "formula.has_dice"),
    ],
)
def test_a_wrong_word_is_named_with_what_was_expected(field: str, value: object, key: str) -> None:
    changed = {"id": "docks", "name": "The docks", field: value}
    found = problems(NewGame(**changed))  # type: ignore[arg-type]  # one of the fields
    assert found
    assert {each.field for each in found} == {field}
    assert key == "dice.syntax" or found[0].message.key == key


def test_a_key_is_what_a_formula_calls_an_attribute() -> None:
    assert key_of("Close combat") == "close_combat"
    assert key_of("…") == ""
