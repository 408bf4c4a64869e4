"""Campaigns that version 1 of the events wrote: they open, undo, redo and go on, for ever."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.golden.save_expectations import SAVES, SYSTEMS, expected, probes, tried, unpacked
from tests.golden.save_facts import Fight, Save, played

SCRIPTS = sorted((SAVES / "source").glob("*.toml"))

FIGHTS = [
    pytest.param(system, int(number), id=f"{system}-{fight['name']}")
    for system in SYSTEMS
    for number, fight in expected(system, "facts")["encounters"].items()
]


@pytest.fixture(scope="module")
def facts() -> dict[str, Any]:
    """What is true of every save."""
    return {system: expected(system, "facts") for system in SYSTEMS}


@pytest.fixture(scope="module")
def shown() -> dict[str, Any]:
    """What every save says."""
    return {system: expected(system, "shown") for system in SYSTEMS}


def taken_back(fight: Fight, wanted: dict[str, Any], said: dict[str, Any]) -> None:
    """Undoes everything, looking at the wanted places on the way."""
    while True:
        looked_at(fight, wanted, said)
        if not fight.can_undo:
            break
        fight.undo()
    assert fight.depth == 0


def unordered(facts: list[str]) -> list[list[str]]:
    """Returns facts with the conditions of everybody in one order: in which order they came says nothing."""
    return [[" ".join(sorted(part.split())) for part in line.split(" | ")] for line in facts]


def looked_at(fight: Fight, wanted: dict[str, Any], said: dict[str, Any]) -> None:
    """Compares a fight with what is expected where it stands."""
    place = str(fight.depth)
    if place in wanted["at"]:
        assert fight.facts() == wanted["at"][place], f"after {place} entries"
        assert fight.shown() == said["at"][place], f"after {place} entries"


@pytest.mark.parametrize(("system", "number"), FIGHTS)
def test_a_fight_is_as_it_was_all_the_way_back_and_forth(
    tmp_path: Path, facts: dict[str, Any], shown: dict[str, Any], system: str, number: int
) -> None:
    """Undone to the start and done again to the end: the same numbers, conditions, order and words everywhere."""
    wanted, said = facts[system]["encounters"][str(number)], shown[system][str(number)]
    with Save(unpacked(system, tmp_path)) as save:
        fight = save.fight(number)
        head, depth = fight.head, fight.depth
        assert save.encounters()[number] == wanted["name"]
        assert (depth, fight.others) == (wanted["entries"], wanted["others"])
        assert fight.sheets() == wanted["sheets"]
        assert fight.labels == said["labels"]
        assert fight.panels() == said["panels"]
        assert fight.wordless == set()
        with save.together():
            taken_back(fight, wanted, said)
            while fight.depth < depth:
                fight.redo()
                looked_at(fight, wanted, said)
        assert fight.head == head
        with save.together():
            while fight.can_redo:
                fight.redo()
        assert (fight.depth, fight.facts()) == (wanted["end_entries"], wanted["end"])


@pytest.mark.parametrize(("system", "number"), FIGHTS)
def test_a_fight_goes_on_and_is_kept(
    tmp_path: Path, facts: dict[str, Any], system: str, number: int
) -> None:
    """Next is played where it was then; what came of it is there when the file is opened again, and can be undone."""
    path = unpacked(system, tmp_path)
    with Save(path) as save:
        fight = save.fight(number)
        before, depth = fight.facts(), fight.depth
        is_played = fight.next()
        after = fight.facts()
        assert is_played or not facts[system]["encounters"][str(number)]["next"]
        assert fight.depth == depth + is_played
        assert (after != before) == is_played
    with Save(path) as save:
        fight = save.fight(number)
        assert fight.facts() == after
        if is_played:
            fight.undo()
        assert fight.facts() == before


@pytest.mark.parametrize(
    ("system", "number"),
    [
        pytest.param(system, number, id=f"{system}-{number}-{probe['do']}-{probe['after']}")
        for system in SYSTEMS
        for number, probe in enumerate(probes(system))
    ],
)
def test_what_is_remembered_has_its_consequences(
    tmp_path: Path, facts: dict[str, Any], shown: dict[str, Any], system: str, number: int
) -> None:
    """What no screen shows: refusals, rolls and orders that follow from a memo."""
    wanted = facts[system]["probes"]
    assert len(wanted) == len(probes(system))
    outcome = tried(system, probes(system)[number], tmp_path)
    words = outcome.pop("shown", [])
    assert outcome == wanted[number]
    assert words == shown[system]["probes"][number]


@pytest.mark.parametrize("system", SYSTEMS)
def test_most_fights_could_go_on(facts: dict[str, Any], system: str) -> None:
    """Next was refused only where nobody is there, or somebody has to do something first."""
    assert sum(each["next"] for each in facts[system]["encounters"].values()) >= 9


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_prepared_is_there(tmp_path: Path, facts: dict[str, Any], system: str) -> None:
    """Creatures with pictures and sources, own items and conditions, parties, plans."""
    with Save(unpacked(system, tmp_path)) as save:
        assert save.prepared() == facts[system]["prepared"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_exported_encounter_is_taken_in(
    tmp_path: Path, facts: dict[str, Any], system: str
) -> None:
    """A file of our own format holds whole combatants, with what was remembered about them."""
    file = SAVES / f"{system}.export.json"
    assert json.loads(file.read_text(encoding="utf-8"))
    with Save(unpacked(system, tmp_path)) as save:
        taken = save.taken_in(file)
        found = {"facts": taken.facts(), "sheets": taken.sheets()}
    assert found == facts[system]["taken_in"]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_of_a_save_still_comes_to_the_same(facts: dict[str, Any], script: Path) -> None:
    """The scripts give every die, so what they play now is what they played then."""
    system = script.stem.partition("-")[0]
    fight = played(script)
    kept = facts[system]["encounters"].values()
    then = next(each for each in kept if each["name"] == fight.name)
    assert fight.depth == then["entries"]
    assert unordered(fight.facts()) == unordered(then["at"][str(fight.depth)])
