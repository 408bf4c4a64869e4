"""The log of a real fight, searched and filtered with keys and mouse."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.rules.model.commands import Note

Key = Qt.Key


def shown(program: Program) -> list[str]:
    rows = program.window.log.log.rows
    return [rows.row_at(place).text for place in range(rows.rowCount())]


def begin(program: Program) -> None:
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(program.window.table, Key.Key_F, both)
    assert program.window.log.search.field.hasFocus()


def test_words_and_rounds_narrow_it_while_they_are_typed(sample: Program) -> None:
    """Who and when, in one field; Escape shows all again, with the keyboard in the log, then in the table."""
    everything = shown(sample)
    begin(sample)
    search = sample.window.log.search
    QTest.keyClicks(search.field, "skinner")
    found = shown(sample)
    assert 0 < len(found) < len(everything)
    assert all("skinner" in each.casefold() for each in found)
    assert search.count.text() == f"{len(found)} of {len(everything)}"
    QTest.keyClicks(search.field, " t2")
    rows = sample.window.log.log.rows
    assert {rows.row_at(place).stamp for place in range(rows.rowCount())} == {"T2"}
    QTest.keyClick(search.field, Key.Key_Escape)
    assert shown(sample) == everything
    assert sample.window.log.log.hasFocus()
    QTest.keyClick(sample.window.log.log, Key.Key_Escape)
    assert sample.window.table.hasFocus()


def test_kind_round_and_typed_dice_are_chosen(sample: Program) -> None:
    """Each alone and together; what comes later is filtered too."""
    begin(sample)
    search, rows = sample.window.log.search, sample.window.log.log.rows
    search.kind.setCurrentIndex(search.kind.findData("attack"))
    attacks = rows.rowCount()
    assert 0 < attacks < rows.count
    assert {rows.row_at(place).kind for place in range(attacks)} == {"attack"}
    search.typed.click()
    assert all(
        any(group.is_physical for group in rows.row_at(place).dice)
        for place in range(rows.rowCount())
    )
    search.typed.click()
    search.kind.setCurrentIndex(search.kind.findData("note"))
    before = rows.rowCount()
    assert sample.controller.perform(Note(text="the crane falls"))
    assert rows.rowCount() == before + 1
    sample.controller.undo()
    search.kind.setCurrentIndex(0)
    search.stamp.setCurrentIndex(1)
    assert len({rows.row_at(place).stamp for place in range(rows.rowCount())}) == 1


def test_a_found_entry_is_explained_with_the_keyboard(sample: Program) -> None:
    """Down leads from the field into what was found, Enter explains it."""
    begin(sample)
    window = sample.window
    QTest.keyClicks(window.log.search.field, "skinner")
    QTest.keyClick(window.log.search.field, Key.Key_Down)
    assert window.log.log.hasFocus()
    window.log.log.setCurrentIndex(window.log.log.rows.index(0))
    QTest.keyClick(window.log.log, Key.Key_Return)
    assert window.log.explanation.isVisible()


def test_an_explanation_opens_beside_the_entries_and_moves_nothing(sample: Program) -> None:
    """However long what it says: sheet, table and the least size of the window stay as they are."""
    window, log = sample.window, sample.window.log
    places = window.status.geometry(), window.table.size(), window.minimumSizeHint().width()
    rows = log.log.rows
    longest = max(range(rows.rowCount()), key=lambda place: len(rows.row_at(place).text))
    log.log.setFocus()
    log.log.setCurrentIndex(rows.index(longest))
    QTest.keyClick(log.log, Key.Key_Return)
    QApplication.processEvents()
    assert log.explanation.isVisible()
    assert (
        window.status.geometry(), window.table.size(), window.minimumSizeHint().width()
    ) == places  # fmt: skip


def test_a_larger_window_shows_more_than_four_entries(sample: Program, qtbot: QtBot) -> None:
    """At 1366 × 768 the log has its three or four rows; what a larger screen has more goes to it too."""
    window = sample.window
    window.resize(1920, 1080)
    qtbot.waitUntil(lambda: window.width() == 1920)
    QApplication.processEvents()
    row = window.log.log.rowHeight(0)
    assert window.log.log.viewport().height() // row > 4
    assert window.table.verticalScrollBar().maximum() == 0  # all its rows are seen


def test_several_things_are_undone_from_a_list_of_their_titles(sample: Program) -> None:
    """U, then the title: that and all after it are undone, and redo brings them back."""
    log = sample.controller.session.log
    before = len(log.path())
    for text in ("one", "two", "three"):
        assert sample.controller.perform(Note(text=text))
    QTest.keyClick(sample.window.table, Key.Key_U)
    menu = sample.window.menus["undo_list"]
    assert menu.isVisible()
    assert [("one" in a.text(), "two" in a.text(), "three" in a.text()) for a in menu.actions()[:3]] == [
        (False, False, True), (False, True, False), (True, False, False)
    ]  # fmt: skip
    for _ in range(3):
        QTest.keyClick(menu, Key.Key_Down)
    QTest.keyClick(menu, Key.Key_Return)
    assert len(log.path()) == before
    sample.controller.redo()
    assert len(log.path()) == before + 1


def test_an_explanation_can_be_read_below_a_prompt_and_the_search(
    sample: Program, qtbot: QtBot
) -> None:
    """The log gets the height of a step for it, and gives it back."""
    window = sample.window
    window.resize(1366, 768)
    begin(sample)
    QApplication.processEvents()
    log, before = window.log, window.log.height()
    assert log.prompt.isVisible()
    log.log.clicked.emit(log.log.model().index(0, 0))
    steps = log.explanation.steps
    qtbot.waitUntil(lambda: steps.viewport().height() >= steps.sizeHintForRow(0))
    log.explanation.dismiss()
    qtbot.waitUntil(lambda: log.height() == before)
