"""A real window on a real campaign file."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QTimer
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QTabBar, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.gui.control.settings import Settings
from encounter_gui.play.prep.creature_repository import Filter
from encounter_gui.rules.model.commands import Add
from tests.helpers.looks import Looks, looks_of

Start = Callable[[], Program]
Begin = Callable[[Program], None]


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
    program.campaigns.create(tmp_path / "Docks.encounter")
    for key in ("hening", "gang_a", "gang_b"):
        assert program.controller.perform(Add(creature=key))
    show(program, qtbot)
    return program


@pytest.fixture
def sample(start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """The sample fight in the middle of its third turn."""
    program = start()
    program.campaigns.create(tmp_path / "Sample.encounter")
    program.campaigns.replay(paths.data_folder("resources") / "samples" / "canal-bridge.toml")
    show(program, qtbot)
    return program


def window_of(program: Program) -> QWidget:
    """Returns the window of a program."""
    return program.window


def settled(part: QWidget) -> Looks:
    """Returns how a window, or a part of one, looks when nothing in it moves any more."""
    before: Looks = ()
    for _ in range(20):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QCoreApplication.processEvents()
        now = looks_of(part)
        if now == before:
            break
        before = now
    return now


class Lent:
    """A program that the tests of a module use one after the other, each with a campaign of its own.

    A start costs ten times what a new campaign costs. What a test has moved, typed or opened must not reach the next
    one: all of it is put back, and a window that does not look as a new one does then is closed for a new one.
    """

    def __init__(self, qapp: QApplication, settings_file: Path) -> None:
        """Takes where the window remembers things."""
        self._qapp, self.settings_file = qapp, settings_file
        self._program: Program | None = None
        self._looks: dict[str, Looks] = {}

    def program(
        self, qtbot: QtBot, begin: Begin, kind: str, part: Callable[[Program], QWidget] = window_of
    ) -> Program:
        """Returns the program once it has begun; ``kind`` tells one way to begin from another.

        What ``part`` of a window used before looks like then must be what a new one did that began the same way.
        """
        if self._program is not None:
            with qtbot.waitActive(self._program.window):
                self._program.window.activateWindow()
            begin(self._program)
            if settled(part(self._program)) == self._looks.get(kind):
                return self._program
            self.end()
        program = self._program = self._started(qtbot)
        begin(program)
        self._looks[kind] = settled(part(program))
        return program

    def give_back(self) -> None:
        """Closes the campaign and what was opened, and forgets what was set.

        A window that was closed, or beside which another stays open, is not used again.
        """
        program = self._program
        assert program is not None
        if isValid(program) and program.window.isVisible() and not _others(program):
            _tidy(program)
        else:
            self.end()

    def end(self) -> None:
        """Closes the program."""
        if self._program is not None and isValid(self._program):
            end(self._program)
        self._program = None

    def _started(self, qtbot: QtBot) -> Program:
        settings = Settings(self.settings_file)
        program = Program(self._qapp, settings, paths.message_catalog(), theme="dark")
        show(program, qtbot)
        qtbot.waitUntil(lambda: program.prep is not None, timeout=10_000)
        return program


def _tidy(program: Program) -> None:
    program.room.close()
    if program.room._parts is not None:
        panel = program.room.parts.panel
        panel.custom_entries.search.clear()
        panel.show_room("creatures")
        panel.search.clear()
        program.room.parts.library.search("")
        program.room.parts.library.narrow(Filter())
        panel.list.setCurrentIndex(QModelIndex())
        panel.custom_entries.list.setCurrentIndex(QModelIndex())
        for tabs in program.room.parts.editor.findChildren(QTabBar):
            tabs.setCurrentIndex(0)
    if program.prep is not None:
        for tabs in program.prep.panel.findChildren(QTabBar):
            tabs.setCurrentIndex(0)
        program.prep.panel.form.unfold.setChecked(False)
    program.room.prepare(False)
    program.window.show_encounter(shown=True)
    for area in program.window.findChildren(QAbstractScrollArea):
        area.verticalScrollBar().setValue(0)
        area.horizontalScrollBar().setValue(0)
    program.campaigns.close()
    program._settings._store.clear()
    program.window.table.setFocus()


def _others(program: Program) -> list[QWidget]:
    """Returns what else stands open."""
    everything = QApplication.topLevelWidgets()
    return [each for each in everything if each.isVisible() and each is not program.window]


@pytest.fixture(scope="module")
def lent(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lent]:
    """The window of this module's tests."""
    lent = Lent(qapp, tmp_path_factory.mktemp("lent") / "settings.ini")
    yield lent
    lent.end()


def show(program: Program, qtbot: QtBot) -> None:
    """Shows the window and waits until everything in it is there."""
    with qtbot.waitActive(program.window):
        program.window.show()
        program.window.activateWindow()
    qtbot.waitUntil(lambda: program.tasks.is_done, timeout=10_000)
    program.window.table.setFocus()
    qtbot.waitUntil(program.window.table.hasFocus)


def look(program: Program) -> None:
    """Lets be seen what is shown a frame after the rest: bench, panel and timeline."""
    program.controller.second_frame.flush()


def wait_for_options(program: Program, qtbot: QtBot) -> None:
    """Waits until the panel says what its combatant can do: that follows a moment after everything else."""
    look(program)
    timers = program.connections.views.findChildren(QTimer)
    assert timers
    qtbot.waitUntil(lambda: not any(each.isActive() for each in timers), timeout=10_000)


def go_on(program: Program) -> None:
    """Goes on with the campaign that was open last, on the welcome screen."""
    assert program.start.welcome is not None
    program.start.welcome.page.recent.go_on.click()


def end(program: Program) -> None:
    """Closes a program and frees its window."""
    program.end()
    program.window.close()
    program.window.deleteLater()
    program.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
