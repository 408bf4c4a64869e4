"""A window on the time after a fight: two who bleed, both unconscious, with the program's dice."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.control import settings
from encounter_gui.gui.control.settings import Setting, Settings
from encounter_gui.play.session.rollers import SIDES, Roller, Rollers, rollers_text
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.view.scene.time import RunningRow
from tests.gui.window.conftest import end, show

LEM, HOOK = CombatantId("lem"), CombatantId("hook")

Press = Callable[..., None]


@pytest.fixture
def program(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Program]:
    """The sample fight of the D6 pools is over, and the party has come out of it; the fight is what is open."""
    by_program = rollers_text(Rollers(by_side=dict.fromkeys(SIDES, "dice")))
    rolled = Setting(key=settings.ROLLERS.key, default=by_program)
    monkeypatch.setattr(settings, "ROLLERS", rolled)
    made = Program(qapp, Settings(tmp_path / "settings.ini"), paths.message_catalog(), theme="dark")
    made.campaigns.create(tmp_path / "Bridge.encounter")
    show(made, qtbot)
    qtbot.waitUntil(lambda: made.prep is not None, timeout=10_000)
    made.campaigns.replay(paths.sample("canal-bridge"))
    controller = made.controller
    assert controller.perform(do.Adjust(who=(LEM,), gauge="th", change="=-1"))
    assert controller.perform(do.Afflict(who=(LEM,), condition="bleeding"))
    assert controller.perform(do.Finish())
    made.recap.carry_panel.request_carry()
    assert controller.is_between  # it opens by itself
    press(made, "Ctrl+T")
    yield made
    end(made)


@pytest.fixture
def between(program: Program, qtbot: QtBot) -> Program:
    """The same with the time between fights open, the keyboard in its rows."""
    press(program, "Ctrl+T")
    qtbot.waitUntil(program.time.page.list.hasFocus)
    return program


@pytest.fixture
def bandaged(between: Program) -> Program:
    """Nobody bleeds any more; both may wake."""
    for who in (LEM, HOOK):
        assert between.controller.perform(do.EndRunning(running="bleeding", who=who))
    return between


def all_roll(program: Program, roller: Roller) -> None:
    """Has everybody's dice rolled by the program, or typed."""
    program.controller.set_rollers(Rollers(by_side=dict.fromkeys(SIDES, roller)))


_KEYS = {
    "Del": Qt.Key.Key_Delete, "Enter": Qt.Key.Key_Return, "Esc": Qt.Key.Key_Escape, "Down": Qt.Key.Key_Down,
    "Up": Qt.Key.Key_Up, "Right": Qt.Key.Key_Right, "Left": Qt.Key.Key_Left, "+": Qt.Key.Key_Plus,
}  # fmt: skip
_HELD = {"Ctrl": Qt.KeyboardModifier.ControlModifier, "Shift": Qt.KeyboardModifier.ShiftModifier}


def press(program: Program, *keys: str) -> None:
    """Presses keys one after the other, where the keyboard is."""
    for key in keys:
        *held, last = key.split("+") if key != "+" else ["+"]
        modifier = Qt.KeyboardModifier.NoModifier
        for each in held:
            modifier |= _HELD[each]
        code = _KEYS.get(last) or Qt.Key(ord(last))
        QTest.keyClick(QApplication.focusWidget() or program.window, code, modifier)
        QApplication.processEvents()


def type_text(text: str) -> None:
    """Types where the keyboard is."""
    QTest.keyClicks(QApplication.focusWidget(), text)
    QApplication.processEvents()


def click(widget: QWidget) -> None:
    """Clicks in the middle of what can be seen."""
    assert widget.isVisible()
    assert widget.isEnabled()
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=QPoint(*_middle(widget)))
    QApplication.processEvents()


def _middle(widget: QWidget) -> tuple[int, int]:
    return widget.width() // 2, widget.height() // 2


def clock(program: Program) -> int:
    """Returns the second of the clock."""
    return program.controller.context.state.clock


def health(program: Program, who: CombatantId) -> int:
    """Returns somebody's Health."""
    return int(program.controller.context.combatant(who).gauges["th"])


def rows(program: Program) -> tuple[RunningRow, ...]:
    """Returns what runs."""
    return tuple(line.row for line in program.time.page.list.shown.rows)
