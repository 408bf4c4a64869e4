"""A button whose click is painted once: pressed, let go, dragged away, and what it does not answer."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from encounter_gui.gui.widgets.quiet import QuietClick

_IN, _OUT = QPoint(5, 5), QPoint(500, 5)
_LEFT = Qt.MouseButton.LeftButton


class _Button(QuietClick, QPushButton):
    """Counts nothing itself: the tests listen."""


class _Paints(QObject):
    """How often a widget was painted."""

    count = 0

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


@pytest.fixture
def button(qtbot: QtBot) -> Iterator[_Button]:
    """A button in a window of its own."""
    window = QWidget()
    qtbot.addWidget(window)
    made = _Button("Press", window)
    window.resize(300, 100)
    with qtbot.waitExposed(window):
        window.show()
    qtbot.wait(10)
    yield made
    window.close()


def test_a_click_is_a_click(button: _Button, qtbot: QtBot) -> None:
    """It is down while it is held, and clicked once when it is let go."""
    clicks: list[bool] = []
    button.clicked.connect(lambda: clicks.append(True))
    qtbot.mousePress(button, _LEFT, pos=_IN)
    assert (button.isDown(), clicks) == (True, [])
    qtbot.mouseRelease(button, _LEFT, pos=_IN)
    assert (button.isDown(), clicks) == (False, [True])


def test_dragged_away_it_is_no_click(button: _Button, qtbot: QtBot) -> None:
    """Dragged back before it is let go it is one."""
    clicks: list[bool] = []
    button.clicked.connect(lambda: clicks.append(True))
    qtbot.mousePress(button, _LEFT, pos=_IN)
    qtbot.mouseMove(button, _OUT)
    assert not button.isDown()
    qtbot.mouseRelease(button, _LEFT, pos=_OUT)
    assert not clicks
    qtbot.mousePress(button, _LEFT, pos=_IN)
    qtbot.mouseMove(button, _OUT)
    qtbot.mouseMove(button, _IN)
    assert button.isDown()
    qtbot.mouseRelease(button, _LEFT, pos=_IN)
    assert len(clicks) == 1


def test_other_buttons_and_a_button_that_is_off_do_nothing(button: _Button, qtbot: QtBot) -> None:
    """The right button of the mouse is somebody else's, and so is a release nobody pressed."""
    clicks: list[bool] = []
    button.clicked.connect(lambda: clicks.append(True))
    qtbot.mouseClick(button, Qt.MouseButton.RightButton, pos=_IN)
    qtbot.mouseRelease(button, _LEFT, pos=_IN)
    button.setEnabled(False)
    qtbot.mouseClick(button, _LEFT, pos=_IN)
    assert not clicks
    button.setEnabled(True)
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert len(clicks) == 1


def test_let_go_while_it_was_off_it_is_held_no_more(button: _Button, qtbot: QtBot) -> None:
    """Whoever passes over it afterwards does not press it."""
    clicks: list[bool] = []
    button.clicked.connect(lambda: clicks.append(True))
    button.setMouseTracking(True)
    qtbot.mousePress(button, _LEFT, pos=_IN)
    button.setEnabled(False)
    qtbot.mouseRelease(button, _LEFT, pos=_IN)
    button.setEnabled(True)
    qtbot.mouseMove(button, QPoint(6, 6))
    qtbot.mouseRelease(button, _LEFT, pos=_IN)
    assert (button.isDown(), clicks) == (False, [])


def test_it_is_painted_once_with_what_it_changes(button: _Button, qtbot: QtBot) -> None:
    """Nothing is painted between the press and the end of what the click does."""
    paints = _Paints()
    button.installEventFilter(paints)
    seen: list[int] = []
    button.clicked.connect(lambda: seen.append(paints.count))
    qtbot.mouseClick(button, _LEFT, pos=_IN)
    assert seen == [0]
    qtbot.waitUntil(lambda: paints.count == 1)
