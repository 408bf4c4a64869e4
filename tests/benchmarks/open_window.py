"""The whole program with its window open on a campaign, as a person has it in front of them."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_SIZE = (1366, 768)
_REST = 1.2  # s


@contextmanager
def open_window(campaign: Path) -> Iterator[Any]:
    """Opens the program on a campaign, everything loaded and painted, and closes it at the end."""
    from PySide6.QtWidgets import QApplication

    from encounter_gui import paths
    from encounter_gui.app import program
    from encounter_gui.cli.window_options import WindowOptions
    from encounter_gui.gui.control.settings import Settings

    application = QApplication.instance() or QApplication(["encounter-gui"])
    assert isinstance(application, QApplication)
    program = program.Program(application, Settings(paths.settings_file()), paths.message_catalog())
    program.start.begin(WindowOptions(campaign=campaign))
    program.window.resize(*_SIZE)
    program.window.show()
    while not (program.tasks.is_done and program.later.is_done):
        application.processEvents()
    program.window.attack_panel.odds.spread.load()
    _rest()
    try:
        yield program
    finally:
        program.end()
        program.window.close()
        program.window.deleteLater()
        settle()


def _rest() -> None:
    """Waits as long as a person looks at what has opened: meanwhile dropped objects are looked for, once."""
    end = time.monotonic() + _REST
    while time.monotonic() < end:
        settle()
        time.sleep(0.02)


def settle() -> None:
    """Handles everything that waits in the event loop, painting included, and what that has left for later."""
    from PySide6.QtCore import QCoreApplication

    for _ in range(2):
        QCoreApplication.sendPostedEvents()
        QCoreApplication.processEvents()
