"""The palette in the real window, on the sample fight of each game."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.command_line.finding.source import Hit
from encounter_gui.gui.command_line.palette.panel import CommandPanel
from encounter_gui.gui.command_line.preview import Reading
from encounter_gui.gui.control.settings import Settings
from tests.gui.window.conftest import end, show

SAMPLES = {
    "chrome": "deep-static",
    "cwn": "redlines",
    "phases": "night-harbour",
    "d6pool": "canal-bridge",
}


class Palette:
    """Hands on the keyboard: everything goes through real key events to whatever has the focus."""

    def __init__(self, program: Program, qtbot: QtBot) -> None:
        """Takes the program."""
        self.program, self.qtbot = program, qtbot

    @property
    def panel(self) -> CommandPanel:
        """The palette."""
        return self.program.window.command

    @property
    def reading(self) -> Reading:
        """What the line would do."""
        return self.panel.reading

    @property
    def hits(self) -> list[Hit]:
        """What is shown as found."""
        return [hit for _, hit in self.panel.list.results.rows]

    @property
    def titles(self) -> list[str]:
        """The titles of what is shown as found."""
        return [hit.found.title for hit in self.hits]

    def press(
        self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        """Presses a key where the keyboard is; Enter once what was found is on the screen."""
        if key == Qt.Key.Key_Return and self.panel.isVisible():
            self.qtbot.waitUntil(lambda: self.panel.is_seen)
        focus = QApplication.focusWidget()
        assert focus is not None
        self.qtbot.keyClick(focus, key, modifier)

    def open(self) -> None:
        """Opens the palette by its key."""
        self.press(Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        self.qtbot.waitUntil(lambda: self.panel.isVisible() and self.panel.line.hasFocus())

    def type(self, text: str) -> None:
        """Opens the palette and types a line."""
        self.open()
        self.qtbot.keyClicks(self.panel.line, text)

    def enter(self) -> None:
        """Presses Enter."""
        self.press(Qt.Key.Key_Return)

    def up(self, *, count: int) -> list[Combatant]:
        """Returns so many foes that are in the fight, by number."""
        context = self.program.controller.context
        rows = {row.who: row for row in self.program.controller.system.rows(context)}
        there = [each for each in context.state.combatants.values() if not rows[each.id].is_out]
        foes = sorted(there, key=lambda each: (each.side != "foe", each.number))
        return foes[:count]


def begin(program: Program, game: str, folder: Path) -> None:
    """Plays the sample fight of a game into a campaign of its own."""
    program.campaigns.create(folder / f"{game}.encounter")
    program.campaigns.replay(paths.data_folder("resources") / "samples" / f"{SAMPLES[game]}.toml")
    program.window.show_encounter(shown=False)
    program.window.table.setFocus()


@pytest.fixture(params=sorted(SAMPLES))
def game(request: pytest.FixtureRequest) -> str:
    """Each of the four games."""
    return str(request.param)


@pytest.fixture(scope="module")
def window(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Program]]:
    """The one window of a module's tests, once it is made."""
    made: list[Program] = []
    yield made
    for program in made:
        end(program)


@pytest.fixture
def palette(
    window: list[Program], qapp: QApplication, game: str, qtbot: QtBot, tmp_path: Path
) -> Iterator[Palette]:
    """The palette of a window on the sample fight of a game."""
    if not window:
        settings = Settings(tmp_path.parent / "palette.ini")
        window.append(Program(qapp, settings, paths.message_catalog(), theme="dark"))
        show(window[0], qtbot)
        qtbot.waitUntil(lambda: window[0].prep is not None, timeout=10_000)
    program = window[0]
    begin(program, game, tmp_path)
    with qtbot.waitActive(program.window):
        program.window.activateWindow()
    program.window.table.setFocus()
    yield Palette(program, qtbot)
    program.window.command.leave()
    program.window.command.set_history(())
    for dialog in program.window.findChildren(QDialog):
        dialog.close()
    program.room.prepare(False)
    program.campaigns.close()
