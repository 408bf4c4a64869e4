"""Yellow stands on one button at a time, also where an encounter is prepared."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.gui.theme.yellow import is_yellow
from encounter_gui.rules.model.commands import Add
from tests.gui.window.conftest import look, show


def test_the_start_of_what_is_prepared_takes_the_yellow(
    program: Program, qtbot: QtBot, tmp_path: Path
) -> None:
    """Beside the roster it says more than the one above; back at the table Next has it again."""
    program.campaigns.create(tmp_path / "Night.encounter")
    program.campaigns.create_encounter("Night", "d6pool")
    assert program.controller.perform(Add(creature="ganger"))
    show(program, qtbot)
    window = program.window
    program.room.prepare(True)
    qtbot.waitUntil(lambda: program.prep is not None and window.is_prep)
    assert program.prep is not None
    panel = program.prep.panel
    qtbot.waitUntil(lambda: panel.start.isVisible() and panel.start.isEnabled())
    assert is_yellow(panel.start)
    assert not is_yellow(window.turn_bar.next)
    program.room.prepare(False)
    look(program)
    qtbot.waitUntil(lambda: not panel.start.isVisible())
    qtbot.waitUntil(lambda: is_yellow(window.turn_bar.next))
