"""Thirty edits, half of them wrong: by real keys in the window they come to what a file with them comes to."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.gui.workshop.workshop_controller import WorkshopController
from encounter_gui.play.workshop.workshop import named
from encounter_gui.rules.files.ruleset_errors import RulesetError
from encounter_gui.rules.model.ruleset import Ruleset
from tests.gui.window.conftest import Lent
from tests.gui.workshop.conftest import click, press, type_text
from tests.helpers.thirty_edits import EDITS, Edit
from tests.play.workshop.test_thirty_edits import OWN, filed, words

Open = Callable[[str], WorkshopController]


@pytest.fixture
def opened(lent: Lent, qtbot: QtBot, tmp_path: Path) -> Open:
    """Opens the workshop of a new campaign of a game, by its key."""

    def open_game(game: str) -> WorkshopController:
        def begin(made: Program) -> None:
            folder = tmp_path / str(len(list(tmp_path.iterdir())))
            folder.mkdir()
            made.campaigns.create(folder / "Harbour.encounter", game)
            made.window.resize(1366, 768)
            made.window.table.setFocus()

        program = lent.program(qtbot, begin, "workshop")
        press("Ctrl+Shift+R")
        assert program.workshop.workshop is not None
        return program.workshop.workshop

    return open_game


def same(ruleset: Ruleset) -> dict[str, object]:
    """Returns what a typed and a filed ruleset must have in common: all but how they are called and numbered."""
    apart = ("id", "name", "extends", "own_name", "own_version", "text", "version", "changed")
    found = {name: getattr(ruleset, name) for name in Ruleset.__dataclass_fields__}
    return {name: each for name, each in found.items() if name not in apart}


def type_edit(workshop: WorkshopController, edit: Edit) -> None:
    """Goes to the table by Alt and arrows, to the value by a click, and types over it."""
    keys = [each.key for each in workshop.shown.draft.tables]
    way = keys.index(edit.table) - keys.index(workshop.values.key)
    press(*["Alt+Down" if way > 0 else "Alt+Up"] * abs(way))
    assert workshop.values.key == edit.table
    page = workshop.page
    view = page.all_numbers if edit.table == "numbers" else page.table
    if edit.table == "numbers":
        places = [each.row.place for each in page.all_numbers.numbers.lines]
        index = page.all_numbers.numbers.index(places.index(edit.entry), 1)
    else:
        if page.head.columns.isVisible() and not workshop.values._has_all_columns:
            click(page.head.columns)
        shown = page.table.rules.shown
        assert shown is not None
        row = [each.place for each in shown.rows].index(edit.entry)
        column = [each.key for each in shown.columns].index(edit.path) + len(shown.keys)
        index = page.table.rules.index(row, column)
    view.scrollTo(index)
    at = view.visualRect(index).topLeft() + QPoint(3, 8)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    QApplication.processEvents()
    type_text(edit.text.replace("−", "-"))  # what a keyboard has
    press("Return")


@pytest.mark.parametrize("game", ["cwn", "phases", "chrome", "d6pool"])
def test_thirty_edits_typed_come_to_what_a_file_says(opened: Open, game: str) -> None:
    """Each alone: the same ruleset, or the same words beside the value and nothing of it counted."""
    workshop = opened(game)
    book = workshop.shown.draft.result.ruleset
    edits = [each for each in EDITS if each.game == game]
    assert edits
    for edit in edits:
        type_edit(workshop, edit)
        draft = workshop.shown.draft
        if edit.is_right:
            assert draft.problems == (), edit
            assert same(named(draft.result.ruleset, OWN)) == same(filed(edit)), edit
            assert workshop.page.foot.count.text() == "Nothing in error", edit
        else:
            with pytest.raises(RulesetError) as refused:
                filed(edit)
            assert words(draft.problems) == words(refused.value.problems), edit
            said = [each.words for each in workshop.shown.mistakes]
            assert len(said) == 1, edit
            assert said[0].startswith(words(refused.value.problems)[0].partition(": ")[2]), edit
            assert draft.result.ruleset == book, edit
            assert workshop.page.foot.count.text() == "1 in error", edit
        press("Ctrl+Z")
        assert workshop.shown.draft.own_places() == (), edit
