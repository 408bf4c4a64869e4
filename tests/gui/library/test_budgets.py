"""The tasks a game master does with the library, counted in keys and clicks."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from tests.gui.library.conftest import Ctrl, Hands, Key, begin, names


@pytest.mark.parametrize("key", [Key.Key_A, Key.Key_L])
def test_reinforcement_in_the_middle_of_a_round(program: Program, hands: Hands, key: Key) -> None:
    """At most seven: the library, four letters of the name, Enter. Who acts still does, and is on the screen."""
    begin(program)
    acting = program.controller.context.state.acting
    hands.press(key)
    hands.type("enfo")
    hands.press(Key.Key_Return)
    assert names(program)[3:] == ["Enforcer"]
    assert hands.count <= 7
    assert program.controller.context.state.acting == acting
    assert program.window.table.isVisible()


def test_four_more_of_somebody_and_back_to_the_fight(program: Program, hands: Hands) -> None:
    """At most nine: A, a number, four letters, Enter, Esc; the second time the same is two and Esc."""
    begin(program)
    hands.press(Key.Key_A)
    hands.type("4 enfo")
    hands.press(Key.Key_Return)
    hands.press(Key.Key_Escape)
    assert hands.count <= 9
    assert len(names(program)) == 7
    assert program.window.table.hasFocus()
    hands.press(Key.Key_A)
    hands.press(Key.Key_Return)
    hands.press(Key.Key_Escape)
    assert hands.count <= 9 + 3
    assert len(names(program)) == 8


def test_duplicating_somebody_who_is_there(program: Program, hands: Hands, qtbot: QtBot) -> None:
    """At most two: a click on the row, Ctrl+D."""
    begin(program)
    table = program.window.table
    place = table.visualRect(table.model().index(1, 3)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    hands.press(Key.Key_D, Ctrl)
    assert len(names(program)) == 4
    assert hands.count + 1 <= 2


@pytest.mark.parametrize(
    ("letters", "field", "key", "value"),
    [("enfor", "f", "firearms", 6), ("enfor", "s", "strength", 6), ("enfo", "me", "medicine", 6)],
)
def test_finding_somebody_by_name_and_editing_a_stat(
    program: Program, hands: Hands, letters: str, field: str, key: str, value: int
) -> None:
    """At most ten, from anywhere, and the fight stays on the screen: L, name, =, field, value, Enter."""
    begin(program)
    acting = program.controller.context.state.acting
    hands.press(Key.Key_L)
    hands.type(letters)
    hands.type("=")
    hands.type(f"{field}{value}")
    hands.press(Key.Key_Return)
    assert hands.count <= 10
    (made,) = [item for item in program.room.parts.library.creatures.items if item.is_own]
    assert made.value.name == "Enforcer"
    assert made.value.creature.sheet[key] == value
    assert program.window.table.isVisible()
    assert not program.window.is_prep
    assert program.controller.context.state.acting == acting
