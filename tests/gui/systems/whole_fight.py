"""What every fight in the window goes through at its end."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.cli.window_options import WindowOptions
from encounter_gui.core.ids import ROOT
from tests.gui.window.conftest import Start, end, go_on, show


def undone_redone_reopened(program: Program, start: Start, qtbot: QtBot) -> None:
    """Undoes a fight to its beginning, redoes it, and opens its file again: each time it is what it was."""
    last, session = program.controller.session.state, program.controller.session
    ctrl, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    entries = len(session.log.path())
    for _ in range(entries):
        qtbot.keyClick(program.window, Qt.Key.Key_Z, ctrl)
    assert session.log.head == ROOT
    assert not session.state.combatants
    for _ in range(entries):
        qtbot.keyClick(program.window, Qt.Key.Key_Z, ctrl | shift)
    assert session.state == last
    end(program)
    again = start()
    again.start.begin(WindowOptions())
    go_on(again)
    show(again, qtbot)
    assert again.controller.session.state == last
    assert again.controller.session.can_undo
