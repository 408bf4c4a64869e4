"""Keys that the game master changes: the warning before, the keys after, every start, and on paper."""

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.gui.control.actions import ACTIONS
from encounter_gui.gui.dialogs.shortcuts_dialog import ShortcutsDialog
from encounter_gui.gui.keys.bindings import KeyBindings
from encounter_gui.gui.keys.key_map import KEY_MAP, USES
from encounter_gui.gui.library.browse import panel_menu
from tests.gui.window.conftest import Start, end, show

Key = Qt.Key


@pytest.fixture
def dialog(sample: Program, qtbot: QtBot) -> ShortcutsDialog:
    """The list of keys, opened with its key."""
    QTest.keyClick(sample.window.table, Key.Key_F1)
    found = sample.window.findChild(ShortcutsDialog)
    assert found is not None
    qtbot.waitUntil(found.isVisible)
    return found


def choose(dialog: ShortcutsDialog, use: str) -> QTreeWidgetItem:
    """Makes a line the current one."""
    for place in range(dialog.list.topLevelItemCount()):
        head = dialog.list.topLevelItem(place)
        for at in range(head.childCount()):
            if head.child(at).data(0, Qt.ItemDataRole.UserRole) == use:
                dialog.list.setCurrentItem(head.child(at))
                return head.child(at)
    raise AssertionError(use)


def test_the_table_names_each_action_and_each_key_once_in_its_place() -> None:
    """What has a key is an action of the window or belongs to a part; no two actions share a key where they meet."""
    actions = {spec.id for spec in ACTIONS}
    assert [use.id for use in KEY_MAP if "." not in use.id and use.id not in actions] == []
    bindings = KeyBindings()
    shared = [
        (use.id, key, bindings.conflicts(use.id, key))
        for use in KEY_MAP
        if "." not in use.id
        for key in use.keys
        if bindings.conflicts(use.id, key)
    ]
    assert shared == []
    known = {key for use in KEY_MAP if use.where == "library" for key in use.keys}
    assert set(panel_menu.KEYS) <= known


def test_a_key_says_whose_it_is_and_moves_over(
    sample: Program, dialog: ShortcutsDialog, qtbot: QtBot
) -> None:
    """R was the dice: it warns, then R opens the recap and the dice have none; at once, without a restart."""
    choose(dialog, "recap")
    dialog.field.setKeySequence(QKeySequence("R"))
    assert "Dice" in dialog.warning.text()
    dialog.give.click()
    actions = sample.window.actions_of
    assert actions["recap"].shortcut().toString() == "R"
    assert actions["dice"].shortcuts() == []
    assert choose(dialog, "recap").text(1) == "R"
    dialog.accept()
    qtbot.waitUntil(lambda: sample.window.findChild(ShortcutsDialog) is None)
    with qtbot.waitActive(sample.window):
        sample.window.activateWindow()  # what a desktop does by itself
    sample.window.table.setFocus()
    with qtbot.waitSignal(actions["recap"].triggered):
        QTest.keyClick(sample.window.table, Key.Key_R)


def test_a_key_that_a_part_has_for_itself_is_told(dialog: ShortcutsDialog) -> None:
    """J steps through the table whatever else it is given."""
    choose(dialog, "recap")
    dialog.field.setKeySequence(QKeySequence("J"))
    assert "In the table: Next row" in dialog.warning.text()


def test_keys_of_parts_cannot_be_changed_and_it_says_so(dialog: ShortcutsDialog) -> None:
    """Enter, Escape and the digits mean the same at every table."""
    choose(dialog, "strip.take")
    assert not dialog.field.isEnabled()
    assert "stays as it is" in dialog.warning.text()


def test_changed_keys_are_there_at_the_next_start_and_can_be_put_back(
    sample: Program, dialog: ShortcutsDialog, start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """Caps and tool tips carry the new key too."""
    choose(dialog, "next")
    dialog.field.setKeySequence(QKeySequence("M"))
    dialog.give.click()
    dialog.field.setFocus()
    assert sample.window.turn_bar.next.cap == "M"
    assert "M" in sample.window.turn_bar.next.toolTip()
    end(sample)
    again = start()
    again.campaigns.create(tmp_path / "Again.encounter")
    show(again, qtbot)
    keys = [each.toString() for each in again.window.actions_of["next"].shortcuts()]
    assert keys == ["M", "N", "Space"]
    again.keys.show_list()
    dialog = again.window.findChild(ShortcutsDialog)
    dialog.all_usual.click()
    keys = [each.toString() for each in again.window.actions_of["next"].shortcuts()]
    assert keys == list(USES["next"].keys)


def test_the_list_is_searched_by_words_and_keys(dialog: ShortcutsDialog) -> None:
    """Escape empties the search before it closes."""
    QTest.keyClicks(dialog.search, "ctrl+z")
    shown = [
        head.child(at).text(0)
        for head in map(dialog.list.topLevelItem, range(dialog.list.topLevelItemCount()))
        for at in range(head.childCount())
        if not head.child(at).isHidden()
    ]
    assert shown == ["Undo", "Take back what was done last from here"]
    QTest.keyClick(dialog.search, Key.Key_Escape)
    QCoreApplication.processEvents()
    assert dialog.isVisible()
    assert dialog.search.text() == ""


def test_the_cheat_sheet_is_one_page_of_pdf(
    sample: Program, dialog: ShortcutsDialog, tmp_path: Path
) -> None:
    """Everything that has a key is on it."""
    path = tmp_path / "keys.pdf"
    dialog.pdf_requested.emit(dialog._html(), str(path))
    text = path.read_bytes()
    assert text.startswith(b"%PDF")
    assert text.count(b"/Type /Page\n") == 1
    assert str(path) in dialog.warning.text()


def test_settings_spoilt_by_hand_count_as_never_changed() -> None:
    """A window without keys would be a trap."""
    assert KeyBindings.from_text("{nonsense").keys("next") == ("N", "Space")
    assert KeyBindings.from_text('["x"]').keys("next") == ("N", "Space")
    assert KeyBindings.from_text('{"next": "M", "strip.take": ["M"]}').keys("strip.take") == (
        "Return",
    )
