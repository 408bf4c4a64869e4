"""The tour: five steps on the sample fight, each done with the real keys."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from tests.gui.welcome.test_welcome import press, shown

Key = Qt.Key


def key(qtbot: QtBot, which: Qt.Key, *, ctrl: bool = False) -> None:
    """Presses a key wherever the keyboard is."""
    focus = QApplication.focusWidget()
    assert focus is not None
    held = Qt.KeyboardModifier.ControlModifier if ctrl else Qt.KeyboardModifier.NoModifier
    qtbot.keyClick(focus, which, held)


def test_the_tour_goes_on_with_every_real_key(first: Program, qtbot: QtBot) -> None:
    """T, ↓, B and a key of the figure with 14 and Enter, N, Ctrl+Z, Ctrl+P."""
    shown(first, qtbot)
    press(Key.Key_T, qtbot)
    tour = first.start.tour
    assert tour is not None
    assert first.controller.context.state.name == "Night harbour"
    assert tour.card.isVisible()
    steps = [tour.card.step]
    with qtbot.waitActive(first.window):
        first.window.activateWindow()
    first.window.table.setFocus()
    key(qtbot, Key.Key_Down)
    steps.append(tour.card.step)
    entries = len(first.controller.session.log.path())
    key(qtbot, Key.Key_B)
    field = QApplication.focusWidget()
    assert field is not None
    qtbot.keyClicks(field, "la14")
    key(qtbot, Key.Key_Return)
    assert len(first.controller.session.log.path()) > entries
    steps.append(tour.card.step)
    first.window.table.setFocus()
    key(qtbot, Key.Key_N)
    steps.append(tour.card.step)
    first.window.table.setFocus()
    key(qtbot, Key.Key_Z, ctrl=True)
    steps.append(tour.card.step)
    key(qtbot, Key.Key_P, ctrl=True)
    steps.append(tour.card.step)
    assert steps == [1, 2, 3, 4, 5, 6]


def test_escape_leaves_the_tour_at_any_step(first: Program, qtbot: QtBot) -> None:
    shown(first, qtbot)
    press(Key.Key_T, qtbot)
    assert first.start.tour is not None
    first.start.tour.card.skip.click()
    assert first.start.tour.card.step == 2
    first.window.table.setFocus()
    qtbot.keyClick(first.window.table, Key.Key_Escape)
    assert not first.start.tour.card.isVisible()
    assert first.controller.is_open


def test_escape_leaves_the_tour_from_wherever_the_keyboard_is(first: Program, qtbot: QtBot) -> None:
    """From the dice of the bench it led to the table first, and the card stayed."""
    shown(first, qtbot)
    press(Key.Key_T, qtbot)
    assert first.start.tour is not None
    for field in (first.window.log.log, first.window.turn_bar.next, first.window.status):
        first.start.tour.begin()
        field.setFocus()
        key(qtbot, Key.Key_Escape)
        assert not first.start.tour.card.isVisible()


def test_the_tour_ends_with_its_campaign(first: Program, qtbot: QtBot) -> None:
    shown(first, qtbot)
    press(Key.Key_T, qtbot)
    assert first.start.tour is not None
    first.window.actions_of["close"].trigger()
    assert not first.start.tour.card.isVisible()
    assert first.window.is_welcome
