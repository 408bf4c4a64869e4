"""One roster, one list: who is prepared stands in the table, who is added to the table stands in the roster."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.app.start.welcome_assembly import game_choices
from encounter_gui.rules.model.commands import Add
from tests.gui.window.conftest import Start, show

GAMES = [game.ruleset for game in game_choices()]


@pytest.fixture
def prepared(start: Start, qtbot: QtBot, tmp_path: Path, request: pytest.FixtureRequest) -> Program:
    """An empty encounter of a game, everything in the window there."""
    program = start()
    program.campaigns.create(tmp_path / "Docks.encounter", request.param)
    show(program, qtbot)
    qtbot.waitUntil(lambda: program.prep is not None, timeout=15_000)
    return program


each_game = pytest.mark.parametrize("prepared", GAMES, indirect=True)


def names(program: Program) -> list[str]:
    """Returns the names in the table, top to bottom."""
    model = program.window.table.rows
    column = model.column_of("name")
    return [str(model.index(row, column).data()) for row in range(model.rowCount())]


def foe(program: Program) -> str:
    """Returns the name of a creature of the game that is played."""
    creatures = program.controller.context.ruleset.creatures
    return next(each.name for each in creatures if each.side == "foe")


def type_roster(program: Program, text: str) -> None:
    """Types a roster into the panel."""
    assert program.prep is not None
    program.window.show_encounter(shown=True)
    QTest.keyClicks(program.prep.panel.add, text)
    QTest.keyClick(program.prep.panel.add, Qt.Key.Key_Return)


@each_game
def test_whoever_is_prepared_stands_in_the_table_before_the_start(prepared: Program) -> None:
    assert not prepared.controller.context.state.combatants
    type_roster(prepared, f"2 {foe(prepared)}")
    table = prepared.window.table
    assert names(prepared) == [f"{foe(prepared)} 1", f"{foe(prepared)} 2"]
    assert all(row.is_planned for row in table.rows.shown)
    assert not table._empty.isVisible()
    assert not prepared.controller.context.state.combatants  # nothing is written before the start
    table.selectAll()
    assert table.selected() == ()


@each_game
def test_whoever_is_added_with_a_stands_in_the_same_list(prepared: Program) -> None:
    assert prepared.prep is not None
    creature = next(each.key for each in prepared.controller.context.ruleset.creatures)
    type_roster(prepared, f"2 {foe(prepared)}")
    assert prepared.controller.perform(Add(creature=creature))
    lines = prepared.prep.panel.roster.lines.lines
    assert [line.kind for line in lines] == ["recruit", "present"]
    assert len(names(prepared)) == 3
    assert "3 combatants" in prepared.prep.panel.summary.text()
    prepared.prep.panel.roster.removed.emit(lines[1])
    assert not prepared.controller.context.state.combatants
    assert len(names(prepared)) == 2


@each_game
def test_at_the_start_those_who_were_shown_have_joined(prepared: Program) -> None:
    assert prepared.prep is not None
    type_roster(prepared, f"2 {foe(prepared)}")
    shown = names(prepared)
    prepared.window.actions_of["next"].trigger()
    joined = [each.name for each in prepared.controller.context.state.combatants.values()]
    assert joined == shown
    assert not any(row.is_planned for row in prepared.window.table.rows.shown)


@each_game
def test_start_with_nobody_in_it_leads_to_adding(prepared: Program) -> None:
    entries = len(prepared.controller.session.log.path())
    prepared.window.actions_of["next"].trigger()
    focus = QApplication.focusWidget()
    assert focus is prepared.room.parts.panel.search
    assert len(prepared.controller.session.log.path()) == entries


@each_game
def test_an_empty_encounter_says_what_to_do_next_until_somebody_is_in_it(prepared: Program) -> None:
    assert prepared.prep is not None
    prepared.window.actions_of["prep"].trigger()
    parts = prepared.room.parts
    assert parts.steps.isVisible()
    assert not parts.editor.isVisible()
    assert foe(prepared) in parts.steps._words[0].text()
    assert prepared.prep.panel.nobody.isVisible()
    type_roster(prepared, foe(prepared))
    assert not parts.steps.isVisible()
    assert parts.editor.isVisible()
    assert not prepared.prep.panel.nobody.isVisible()


@pytest.mark.parametrize("prepared", ["d6pool"], indirect=True)
def test_a_click_on_a_creature_shows_its_sheet_instead_of_the_steps(
    prepared: Program, qtbot: QtBot
) -> None:
    prepared.window.actions_of["prep"].trigger()
    parts = prepared.room.parts
    view = parts.panel.list
    key = next(line.key for line in view.rows.lines if hasattr(line, "side"))
    box = view.visualRect(view.rows.index(view.rows.place_of(key)))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    assert parts.editor.isVisible()
    assert parts.editor.key == key


@pytest.mark.parametrize("prepared", ["cwn"], indirect=True)
def test_a_double_click_adds_enter_adds_and_e_edits(prepared: Program, qtbot: QtBot) -> None:
    assert prepared.prep is not None
    prepared.window.actions_of["prep"].trigger()
    panel = prepared.room.parts.panel
    view = panel.list
    key = next(line.key for line in view.rows.lines if hasattr(line, "side"))
    box = view.visualRect(view.rows.index(view.rows.place_of(key)))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    assert [line.count for line in prepared.prep.panel.roster.lines.lines] == ["1"]
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert [line.count for line in prepared.prep.panel.roster.lines.lines] == ["2"]
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_E)
    assert prepared.room.parts.editor.key == key
    focus = QApplication.focusWidget()
    assert focus is not None
    assert prepared.room.parts.editor.isAncestorOf(focus)


@pytest.mark.parametrize("prepared", ["phases"], indirect=True)
def test_add_to_encounter_adds_what_stands_in_the_editor(prepared: Program, qtbot: QtBot) -> None:
    """The search still shows the ganger; in the editor somebody else was made from it."""
    assert prepared.prep is not None
    prepared.window.actions_of["prep"].trigger()
    parts = prepared.room.parts
    QTest.keyClicks(parts.panel.search, "ganger")
    made = parts.library.edits.create("phases")
    assert made is not None
    parts.edit(made.key)
    name = parts.editor.sheet.identity.name
    name.selectAll()
    QTest.keyClicks(name, "Nightingale")
    parts.panel.search.setFocus()
    qtbot.mouseClick(parts.panel.add, Qt.MouseButton.LeftButton)
    assert [line.name for line in prepared.prep.panel.roster.lines.lines] == ["Nightingale"]


@pytest.mark.parametrize("prepared", ["chrome"], indirect=True)
def test_what_the_library_lets_be_dragged_the_roster_takes(prepared: Program) -> None:
    """The mime data are those of the list itself."""
    assert prepared.prep is not None
    prepared.window.actions_of["prep"].trigger()
    view = prepared.room.parts.panel.list
    key = next(line.key for line in view.rows.lines if hasattr(line, "side"))
    data: QMimeData = view.rows.mimeData([view.rows.index(view.rows.place_of(key))])
    roster = prepared.prep.panel.roster
    drop = QDropEvent(
        QPointF(20, 20),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    roster.dropEvent(drop)
    assert drop.isAccepted()
    assert len(roster.lines.lines) == 1
