"""A real window on a real campaign, ready to prepare in; and a hand that counts what it does."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QTreeWidgetItem, QWidget
from pytestqt.qtbot import QtBot

from encounter_gui.app.assembly.prep_assembly import Prep
from encounter_gui.app.program import Program
from tests.gui.window.conftest import Lent, Start, lent, settings_file, show, start

__all__ = ["lent", "settings_file", "start"]


@pytest.fixture
def program(lent: Lent, qtbot: QtBot, tmp_path: Path) -> Iterator[Program]:
    """A campaign whose first encounter nobody is in yet."""
    yield lent.program(qtbot, lambda program: begun(program, tmp_path), "empty")
    lent.give_back()


@pytest.fixture
def prep(program: Program) -> Prep:
    """What that campaign is prepared with."""
    assert program.prep is not None
    return program.prep


@pytest.fixture
def hand(program: Program, qtbot: QtBot) -> "Hand":
    """Somebody at the keyboard."""
    return Hand(qtbot)


def begun(program: Program, folder: Path) -> None:
    """Makes a campaign."""
    path = folder / "Docks.encounter"
    path.unlink(missing_ok=True)  # the window before this one was not as new
    program.campaigns.create(path)


def ready(program: Program, qtbot: QtBot) -> None:
    """Shows the window and waits until it can be prepared in."""
    show(program, qtbot)
    qtbot.waitUntil(lambda: program.prep is not None, timeout=10_000)


@dataclass
class Hand:
    """Presses keys and clicks, and counts: a click, key or chord is 1, each typed character 1."""

    qtbot: QtBot
    count: int = field(default=0)

    def press(
        self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        """Presses a key wherever the focus is."""
        self.qtbot.keyClick(focus(), key, modifier)
        self.count += 1

    def type(self, text: str) -> None:
        """Types into whatever has the focus."""
        self.qtbot.keyClicks(focus(), text)
        self.count += len(text)

    def click(self, widget: QWidget) -> None:
        """Clicks in the middle of something that can be seen."""
        assert widget.isVisible()
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)
        self.count += 1

    def click_row(self, view: QAbstractItemView, row: int) -> None:
        """Clicks a row of a list."""
        place: QPoint = view.visualRect(view.model().index(row, 0)).center()
        self.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        self.count += 1


def fight(prep: Prep, *places: int) -> QTreeWidgetItem:
    """Returns an encounter or a folder of the list, by its places from the top down."""
    item = prep.panel.fights.tree.topLevelItem(places[0])
    assert item is not None
    for place in places[1:]:
        item = item.child(place)
        assert item is not None
    return item


def focus() -> QWidget:
    """Returns what has the keyboard."""
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


Reopen = Callable[[], Program]


@pytest.fixture
def reopen(program: Program, start: Start, qtbot: QtBot, tmp_path: Path) -> Reopen:
    """Closes the program and opens its campaign in another."""

    def again() -> Program:
        program.end()
        program.window.close()
        other = start()
        other.campaigns.open(tmp_path / "Docks.encounter")
        ready(other, qtbot)
        return other

    return again
