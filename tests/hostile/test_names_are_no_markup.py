"""Names with mark-up in them: every tip, label and button shows them as they were typed, in all four games."""

from collections.abc import Iterator
from html import unescape
from pathlib import Path
from re import sub

import pytest
from PySide6 import QtGui
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLabel,
    QMenu,
    QMessageBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.rules.model.commands import Rename
from tests.gui.window.conftest import Start, show

NAME = "<b>Zoë</b> & <img src=x> &Co"
SAMPLES = ("canal-bridge", "deep-static", "night-harbour", "redlines")


@pytest.fixture(params=SAMPLES)
def program(request: pytest.FixtureRequest, start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """A sample fight in which everybody is called something like that."""
    program = start()
    program.campaigns.create(tmp_path / "Sample.encounter")
    program.campaigns.replay(paths.data_folder("resources") / "samples" / f"{request.param}.toml")
    for number, who in enumerate(program.controller.context.state.combatants):
        assert program.controller.perform(Rename(who=who, name=f"{NAME}{number}"))
    show(program, qtbot)
    return program


def test_everything_shows_names_as_they_are(program: Program, qtbot: QtBot) -> None:
    """Whoever is selected, wherever one looks."""
    wrong: set[str] = set()
    for who in tuple(program.controller.context.state.combatants)[:4]:
        program.controller.select((who,))
        for tab in ("sheet", "body"):
            program.window.status.show_tab(tab)
            QApplication.processEvents()
            for top in QApplication.topLevelWidgets():
                wrong |= set(_misread(top))
    assert not wrong


def _misread(top: QWidget) -> Iterator[str]:
    for widget in (top, *top.findChildren(QWidget)):
        kind = f"{type(widget).__module__.rpartition('.')[2]}.{type(widget).__name__}"
        yield from (f"{kind}: {words!r}" for words in _misread_words(widget))


def _misread_words(widget: QWidget) -> Iterator[str]:
    words = [widget.toolTip()]
    match widget:
        case QLabel() | QMessageBox() if widget.textFormat() != Qt.TextFormat.PlainText:
            words.append(widget.text())
        case QAbstractButton() if _has_lost_an_and(widget.text()) and _is_plain_qt(widget):
            yield widget.text()
        case QMenu():
            yield from (each.text() for each in widget.actions() if _has_lost_an_and(each.text()))
        case QAbstractItemView() if widget.model() is not None:
            words += _tips(widget.model())
    yield from filter(_is_misread, words)


def _is_plain_qt(widget: QAbstractButton) -> bool:
    """Returns whether Qt itself draws a button, so that an & in its text is a key."""
    return "paintEvent" not in type(widget).__dict__


def _is_misread(words: str) -> bool:
    """Returns whether Qt would read words as mark-up in which a name is not the name."""
    if "Zoë" not in unescape(words) or not QtGui.Qt.mightBeRichText(words):
        return False
    return NAME not in unescape(sub(r"<[^<>]*>", "", words))


def _has_lost_an_and(words: str) -> bool:
    return "Zoë" in words and "&" in words.replace("&&", "")


def _tips(model: QAbstractItemModel, parent: QModelIndex | None = None) -> Iterator[str]:
    parent = parent if parent is not None else QModelIndex()
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
    for row in range(min(model.rowCount(parent), 30)):
        for column in range(columns):
            tip = model.index(row, column, parent).data(Qt.ItemDataRole.ToolTipRole)
            if isinstance(tip, str):
                yield tip
