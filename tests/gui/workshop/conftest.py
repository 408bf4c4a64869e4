"""A window on a campaign of its own with the rules workshop open, and keys and clicks in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.gui.workshop.workshop_controller import WorkshopController
from encounter_gui.rules.files.layers import Place
from encounter_gui.rules.model.ruleset import Ruleset
from tests.gui.window.conftest import Lent, lent

__all__ = ["lent"]


@pytest.fixture
def program(lent: Lent, qtbot: QtBot, tmp_path: Path) -> Iterator[Program]:
    """A campaign of Cities Without Number in a window with room for everything."""

    def begin(made: Program) -> None:
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        made.campaigns.create(folder / "Harbour.encounter", "cwn")
        made.window.resize(1366, 768)
        made.window.table.setFocus()

    yield lent.program(qtbot, begin, "workshop")
    lent.give_back()


@pytest.fixture
def workshop(program: Program) -> WorkshopController:
    """The workshop, opened by its key, with the keyboard in the weapons."""
    press("Ctrl+Shift+R")
    made = program.workshop.workshop
    assert made is not None
    assert made.page.isVisible()
    return made


def press(*keys: str) -> None:
    """Presses keys one after the other, where the keyboard is."""
    for key in keys:
        pressed = QKeySequence(key)[0]
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, pressed.key(), pressed.keyboardModifiers())
        QApplication.processEvents()


def type_text(text: str) -> None:
    """Types letter by letter where the keyboard is then."""
    for letter in text:
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClicks(focus, letter)
        QApplication.processEvents()


def click(widget: QWidget) -> None:
    """Clicks in the middle of what can be seen."""
    assert widget.isVisible()
    assert widget.isEnabled()
    middle = QPoint(widget.width() // 2, widget.height() // 2)
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=middle)
    QApplication.processEvents()


def go_to(workshop: WorkshopController, name: str, column: str) -> None:
    """Takes the keyboard to a value of an entry, as a click does."""
    view, model = workshop.page.table, workshop.page.table.rules
    assert model.shown is not None
    names = [each.name for each in model.shown.rows]
    keys = [each.key for each in model.shown.columns]
    at = keys.index(column) + len(model.shown.keys)
    rect = view.visualRect(model.index(names.index(name), at))
    view.scrollTo(model.index(names.index(name), at))
    rect = view.visualRect(model.index(names.index(name), at))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center() - QPoint(4, 0))
    QApplication.processEvents()


def type_over(workshop: WorkshopController, name: str, column: str, text: str) -> None:
    """Types over a value, and Enter."""
    go_to(workshop, name, column)
    type_text(text)
    press("Return")


def text_of(workshop: WorkshopController, name: str, column: str) -> str:
    """Returns a value as it is shown."""
    model = workshop.page.table.rules
    assert model.shown is not None
    names = [each.name for each in model.shown.rows]
    keys = [each.key for each in model.shown.columns]
    index = model.index(names.index(name), keys.index(column) + len(model.shown.keys))
    return str(index.data())


def own(workshop: WorkshopController) -> tuple[Place, ...]:
    """Returns what the draft has of its own."""
    return workshop.shown.draft.own_places()


def item(ruleset: Ruleset, key: str) -> dict[str, object]:
    """Returns the values of an item."""
    found = ruleset.item(key)
    assert found is not None
    return dict(found.values)
