"""A real window on a real campaign file."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from encounter_gui import paths
from encounter_gui.app import Program
from encounter_gui.gui.control.settings import Settings
from encounter_gui.rules.model.commands import Add

Start = Callable[[], Program]


@pytest.fixture
def settings_file(tmp_path: Path) -> Path:
    """Where the window under test remembers things."""
    return tmp_path / "settings.ini"


@pytest.fixture
def start(qapp: QApplication, qtbot: QtBot, settings_file: Path) -> Iterator[Start]:
    """Opens the program, as often as asked; each is closed at the end."""
    running: list[Program] = []

    def open_program() -> Program:
        program = Program(qapp, Settings(settings_file), paths.message_catalog(), theme="dark")
        running.append(program)
        return program

    yield open_program
    for program in running:
        if isValid(program):
            end(program)


@pytest.fixture
def program(start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """A campaign with an encounter of three: Hening against Gang A and Gang B."""
    program = start()
    program.create_campaign(tmp_path / "Docks.encounter")
    for key in ("hening", "gang_a", "gang_b"):
        assert program.controller.perform(Add(creature=key))
    show(program, qtbot)
    return program


@pytest.fixture
def sample(start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """The sample fight in the middle of its third turn."""
    program = start()
    program.create_campaign(tmp_path / "Sample.encounter")
    program.replay(paths.data_folder("resources") / "samples" / "canal-bridge.toml")
    show(program, qtbot)
    return program


def show(program: Program, qtbot: QtBot) -> None:
    """Shows the window and waits until everything in it is there."""
    with qtbot.waitActive(program.window):
        program.window.show()
        program.window.activateWindow()
    qtbot.waitUntil(lambda: program.tasks.is_done, timeout=10_000)
    program.window.table.setFocus()
    qtbot.waitUntil(program.window.table.hasFocus)


def end(program: Program) -> None:
    """Closes a program and frees its window."""
    program.end()
    program.window.close()
    program.window.deleteLater()
    program.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
