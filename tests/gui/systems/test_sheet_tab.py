"""A long sheet in the real window."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from encounter_gui import paths
from tests.gui.window.conftest import Start


def test_a_sheet_filled_behind_another_tab_keeps_its_height(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """The game master saw the lines of a sheet cut off when its tab came to the front for the first time."""
    program = start()
    program.campaigns.create(tmp_path / "Quay.encounter")
    program.window.resize(1366, 768)
    program.window.show()
    qtbot.waitUntil(lambda: program.tasks.is_done)
    program.campaigns.replay(paths.data_folder("resources") / "samples" / "night-harbour.toml")
    everybody = program.controller.context.state.combatants.values()
    program.window.table.select(
        [combatant.id for combatant in everybody if combatant.name == "Marrow"]
    )
    program.window.status.show_tab("sheet")
    qtbot.wait(80)
    sheet = program.window.status.sheet
    assert sheet.surface.places
    assert sheet.surface.height() == sheet.surface.sizeHint().height()
    assert sheet.verticalScrollBar().maximum() > 0
