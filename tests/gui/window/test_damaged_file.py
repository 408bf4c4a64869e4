"""A campaign with damaged rows: the window opens, names what is left out, and plays what is sound."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.rules.model.commands import Add
from tests.gui.window.conftest import Start, show


@pytest.fixture
def path(start: Start, tmp_path: Path) -> Path:
    """A closed campaign with two encounters, "Encounter 1" of three and "Cellar" of two."""
    program = start()
    path = tmp_path / "Docks.encounter"
    program.campaigns.create(path)
    for key in ("hening", "gang_a", "gang_b"):
        assert program.controller.perform(Add(creature=key))
    program.campaigns.create_encounter("Cellar", "d6pool")
    for key in ("hening", "gang_a"):
        assert program.controller.perform(Add(creature=key))
    program.campaigns.close()
    return path


def altered(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            assert connection.execute(statement).rowcount == 1
        connection.commit()


def opened(start: Start, qtbot: QtBot, path: Path) -> Program:
    program = start()
    program.campaigns.open(path)
    show(program, qtbot)
    return program


def test_a_damaged_entry_is_said_and_the_fight_open_up_to_it(
    start: Start, qtbot: QtBot, path: Path
) -> None:
    entry, name = "entries SET at = '2000' WHERE id = 7", "campaign SET name = 'Night'"
    altered(path, f"UPDATE {entry}", f"UPDATE {name}")
    program = opened(start, qtbot, path)
    assert len(program.controller.context.state.combatants) == 1
    text = program.window.banner.text("entry")
    assert text.startswith("Entry 3 of “Cellar” in “Docks.encounter”")
    assert "up to entry 2" in text  # as the timeline counts: made, and one has joined
    qtbot.waitUntil(lambda: bool(program.window.banner.text("damage")), timeout=8000)
    assert "the name of the campaign" in program.window.banner.text("damage")
    assert "Cellar" not in program.window.banner.text("damage")  # said once, by the other banner
    program.window.banner.button("damage", 1).click()
    qtbot.waitUntil(lambda: program.window.banner.text("damage") == "")
    assert program.controller.perform(Add(creature="gang_b"))
    program.campaigns.open_encounter(program.campaigns.campaign.encounters()[0].id)
    assert program.window.banner.text("entry") == ""
    assert len(program.controller.context.state.combatants) == 3


def test_what_is_left_out_is_named_within_seconds(start: Start, qtbot: QtBot, path: Path) -> None:
    altered(path, "UPDATE campaign SET name = 'Night'")
    program = opened(start, qtbot, path)
    qtbot.waitUntil(lambda: bool(program.window.banner.text("damage")), timeout=5000)
    assert "the name of the campaign" in program.window.banner.text("damage")


def test_rules_that_are_damaged_close_one_encounter_only(
    start: Start, qtbot: QtBot, path: Path
) -> None:
    altered(
        path,
        "INSERT INTO rulesets (ruleset, hash, payload) VALUES ('d6pool', x'00', x'00')",
        "UPDATE encounters SET ruleset = (SELECT max(id) FROM rulesets) WHERE name = 'Cellar'",
    )
    program = opened(start, qtbot, path)
    assert len(program.controller.context.state.combatants) == 3
    assert "the rules of this encounter" in program.window.log.prompt.text
