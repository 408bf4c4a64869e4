"""A window closed before everything in it is made: what other threads bring then is not joined to it."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from tests.gui.window.conftest import Start


def test_a_window_closed_at_once_ends_in_peace(start: Start, qtbot: QtBot, tmp_path: Path) -> None:
    """As soon as it is painted, and again a moment later: nothing is raised, and nothing is made any more."""
    for wait in (0, 30, 120, 300):
        program = start()
        program.campaigns.create(tmp_path / f"Early {wait}.encounter")
        program.campaigns.replay(paths.data_folder("resources") / "samples" / "canal-bridge.toml")
        program.window.show()
        qtbot.waitExposed(program.window)
        qtbot.wait(wait)
        is_made = program.prep is not None
        end(program)
        qtbot.wait(300)
        assert (program.prep is not None) == is_made
        program.deleteLater()
        QCoreApplication.sendPostedEvents(program, QEvent.Type.DeferredDelete)


def end(program: Program) -> None:
    """Closes the window, which is gone before the threads have told what they have done."""
    program.end()
    program.window.close()
    program.window.deleteLater()
    QCoreApplication.sendPostedEvents(program.window, QEvent.Type.DeferredDelete)
