"""A real window on a real campaign file, with its library."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.gui.library.browse.library_panel import LibraryPanel
from encounter_gui.gui.library.edit.creature_editor import CreatureEditor
from encounter_gui.play.prep.creature_repository import CreatureItem
from encounter_gui.rules.model.commands import Add
from encounter_gui.rules.model.prepared import LibraryCreature
from encounter_gui.rules.model.ruleset import CreatureDef
from tests.gui.window.conftest import Lent, lent, sample, settings_file, show, start, window_of

__all__ = ["lent", "sample", "settings_file", "show", "start"]

Key = Qt.Key
Ctrl, Shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier

LIBRARY = {"panel": Key.Key_L, "adding": Key.Key_A}
"""Fixtures that begin with the library open beside a fight, and the key that opens it."""


class Hands:
    """Presses keys wherever the focus is, and counts them as peers do: a chord is one, a letter is one."""

    def __init__(self, qtbot: QtBot) -> None:
        self._qtbot = qtbot
        self.count = 0

    def press(
        self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        """One key or chord."""
        widget = QApplication.focusWidget()
        assert widget is not None
        self._qtbot.keyClick(widget, key, modifier)
        self.count += 1

    def type(self, text: str) -> None:
        """Letter by letter, each to whatever has the focus then."""
        for letter in text:
            widget = QApplication.focusWidget()
            assert widget is not None
            self._qtbot.keyClick(widget, letter)
            self.count += 1


@pytest.fixture
def hands(qtbot: QtBot) -> Hands:
    """Somebody at the keyboard."""
    return Hands(qtbot)


@pytest.fixture
def program(
    request: pytest.FixtureRequest, lent: Lent, qtbot: QtBot, hands: Hands, tmp_path: Path
) -> Iterator[Program]:
    """A campaign with an encounter of three: Hening against Gang A and Gang B."""
    # Here and not in those fixtures, so that it is seen whether the library is as new.
    key = next((LIBRARY[each] for each in request.fixturenames if each in LIBRARY), None)

    def enter(program: Program) -> None:
        three(program, tmp_path)
        if key is not None:
            begin(program)
            hands.press(key)
            hands.count = 0

    # Once the dice have been rolled, no fight looks like another.
    part = window_of if key is None else lambda program: program.room.parts.panel
    yield lent.program(qtbot, enter, str(key), part)
    lent.give_back()


@pytest.fixture
def prepared(lent: Lent, qtbot: QtBot, hands: Hands, tmp_path: Path) -> Iterator[Program]:
    """The program in prep: the fight has not begun."""
    yield lent.program(qtbot, lambda program: prepare(program, hands, tmp_path), "prepared")
    lent.give_back()


@pytest.fixture
def panel(program: Program) -> LibraryPanel:
    """The library beside a fight that is on, ready to be typed into."""
    return program.room.parts.panel


@pytest.fixture
def adding(program: Program) -> LibraryPanel:
    """A fight that is on, with A pressed."""
    return program.room.parts.panel


def prepare(program: Program, hands: Hands, folder: Path) -> None:
    """Makes a campaign, and goes to prep."""
    three(program, folder)
    hands.press(Key.Key_L)
    hands.count = 0


def three(program: Program, folder: Path) -> None:
    """Makes a campaign for three to fight in, and puts the keyboard to the table."""
    path = folder / "Docks.encounter"
    path.unlink(missing_ok=True)  # the window before this one was not as new
    program.campaigns.create(path)
    for key in ("hening", "gang_a", "gang_b"):
        assert program.controller.perform(Add(creature=key))
    program.window.table.setFocus()


Open = Callable[[LibraryCreature], CreatureEditor]


@pytest.fixture
def opened(prepared: Program) -> Open:
    """Adds a creature to the campaign's own, and opens it in the editor."""

    def open_one(entry: LibraryCreature) -> CreatureEditor:
        (made,) = prepared.room.parts.library.creatures.add("d6pool", [entry])
        prepared.room.parts.edit(made.key)
        assert prepared.room.parts.editor.key == made.key
        return prepared.room.parts.editor

    return open_one


def begin(program: Program) -> None:
    """Starts the fight, the app rolling initiative."""
    for _ in range(3):
        program.controller.step()
    assert program.controller.context.state.stage == "running"
    program.window.table.setFocus()


def creature(name: str, *tags: str, **sheet: int) -> LibraryCreature:
    """A creature of the campaign's own."""
    made = CreatureDef(key=name.casefold(), name=name, tags=tags, sheet=sheet)
    return LibraryCreature(creature=made)


def own(program: Program, *names: str) -> tuple[CreatureItem, ...]:
    """Adds creatures to the campaign's own."""
    return program.room.parts.library.creatures.add("d6pool", [creature(name) for name in names])


def shown(panel: LibraryPanel) -> list[str]:
    """The names in the list, headings left out."""
    return [line.name for line in panel.list.rows.lines if hasattr(line, "side")]


def names(program: Program) -> list[str]:
    """The combatants of the fight."""
    return [combatant.name for combatant in program.controller.context.state.combatants.values()]


def reopened(path: Path) -> list[str]:
    """The campaign's own creatures as they are in the file."""
    from encounter_gui.storage.campaign import Campaign

    with Campaign.open(path) as campaign:
        return [kept.value.name for kept in campaign.prepared.creatures.all()]
