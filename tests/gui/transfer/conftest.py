"""A real window to import into, and files as people have them."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from encounter_gui.app.assembly.prep_assembly import Prep
from encounter_gui.app.program import Program
from encounter_gui.gui.transfer.import_dialog import ImportDialog
from tests.gui.encounters.conftest import Hand, begun
from tests.gui.window.conftest import Lent, lent, start

__all__ = ["lent", "start"]

TABLE = "name,hp,ac,ab,weapon,damage,size\nNadia,12,14,+2,Pistol,1d8,tall\nOlek,5,12,+1,Knife,1d4,small\n"


@pytest.fixture
def settings_file(lent: Lent) -> Path:
    """Where the window under test remembers things."""
    return lent.settings_file


@pytest.fixture
def program(lent: Lent, qtbot: QtBot, tmp_path: Path) -> Iterator[Program]:
    """A campaign with nothing in its library."""
    yield lent.program(qtbot, lambda program: begun(program, tmp_path), "empty")
    lent.give_back()


@pytest.fixture
def prep(program: Program) -> Prep:
    """What that campaign is prepared with."""
    assert program.prep is not None
    return program.prep


@pytest.fixture
def hand(program: Program, qtbot: QtBot) -> Hand:
    """Somebody at the keyboard."""
    return Hand(qtbot)


Read = Callable[..., ImportDialog]


@pytest.fixture
def read(prep: Prep, qtbot: QtBot) -> Read:
    """Reads files and returns the preview once it is there."""

    def reading(*paths: Path) -> ImportDialog:
        prep.imports.read(paths)
        return shown(prep, qtbot)

    return reading


def shown(prep: Prep, qtbot: QtBot) -> ImportDialog:
    """Waits for the preview."""
    dialog = prep.imports.dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.import_result is not None, timeout=10_000)
    return dialog


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A roster of two as a spreadsheet writes it."""
    path = tmp_path / "roster.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


@pytest.fixture
def blocks(tmp_path: Path) -> Path:
    """Two stat blocks of another tool, with a key nobody knows."""
    path = tmp_path / "blocks.json"
    known = {"HP": {"Value": 9}, "AC": {"Value": 13}, "Player": ""}
    listed = [{"Name": "Hound", **known, "Mood": "bad"}, {"Name": "Pup", **known}]
    path.write_text(json.dumps({"Name": "Docks", "Combatants": listed}), encoding="utf-8")
    return path
