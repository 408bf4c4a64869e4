"""Damage and healing by hand: typed, previewed, applied or left alone."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.combatants.change_field import ChangeField
from encounter_gui.gui.combatants.change_text import read_change
from encounter_gui.gui.theme.icons import Icons
from tests.gui.combatants.fight_values import FIGHT, change


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("-7", "-7"),
        ("−7", "-7"),
        ("–7", "-7"),
        (" - 7 ", "-7"),
        ("7", "-7"),
        ("+3", "+3"),
        ("=5", "=5"),
        ("=-2", "=-2"),
        ("=−2", "=-2"),
        ("-007", "-7"),
    ],
)
def test_changes_are_read_as_they_are_written(text: str, wanted: str) -> None:
    """Any dash is a minus; a number alone hurts."""
    assert read_change(text) == wanted


@pytest.mark.parametrize("text", ["", "-", "+", "=", "+-3", "--3", "3+", "a", "1.5", "-1234567"])
def test_anything_else_is_no_change(text: str) -> None:
    """Half-typed changes preview nothing."""
    assert read_change(text) is None


@pytest.fixture
def field(icons: Icons, texts: MessageCatalog, qtbot: QtBot) -> ChangeField:
    """The field, opened by typing a minus."""
    field = ChangeField(icons, texts)
    qtbot.addWidget(field)
    field.resize(1010, 184)
    field.begin("-")
    qtbot.waitExposed(field)
    field.activateWindow()
    qtbot.waitUntil(field.field.hasFocus)
    return field


def test_typing_previews_live(field: ChangeField, qtbot: QtBot) -> None:
    """Each key says what the change is now; half a change is none."""
    said: list[str] = []
    field.text_changed.connect(said.append)
    qtbot.keyClicks(field.field, "12")
    qtbot.keyClick(field.field, Qt.Key_Backspace)
    qtbot.keyClick(field.field, Qt.Key_Backspace)
    assert said == ["-1", "-12", "-1", ""]


def test_enter_applies_and_puts_it_away(field: ChangeField, qtbot: QtBot) -> None:
    """One key from the number to the deed."""
    qtbot.keyClicks(field.field, "7")
    with qtbot.waitSignal(field.applied) as said:
        qtbot.keyClick(field.field, Qt.Key_Return)
    assert said.args == ["-7"]
    assert field.isHidden()


def test_escape_leaves_nothing(field: ChangeField, qtbot: QtBot) -> None:
    """Neither a change nor what was typed."""
    qtbot.keyClicks(field.field, "7")
    field.show_changes((change(FIGHT[3], 1),))
    with qtbot.waitSignal(field.dismissed), qtbot.assertNotEmitted(field.applied):
        qtbot.keyClick(field.field, Qt.Key_Escape)
    assert field.isHidden()
    assert field.field.text() == ""
    assert field.targets.rows.rowCount() == 0


def test_the_button_counts_the_targets(field: ChangeField, qtbot: QtBot) -> None:
    """Nobody is hurt by surprise."""
    qtbot.keyClicks(field.field, "7")
    field.show_changes((change(FIGHT[3], 1, "down"), change(FIGHT[0], 2)))
    assert field.apply_button.words == "Apply to 2"
    assert field.targets.rows.index(0).data() == "Lem, Temporary Health: 8 → 1, down"
    with qtbot.waitSignal(field.applied):
        qtbot.mouseClick(field.apply_button, Qt.LeftButton)


def test_enter_on_half_a_change_says_what_is_wanted(field: ChangeField, qtbot: QtBot) -> None:
    """What was typed stays."""
    with qtbot.assertNotEmitted(field.applied):
        qtbot.keyClick(field.field, Qt.Key_Return)
    assert field.hint.startswith("Type a number")
    assert field.field.text() == "-"
