"""What stands in the window keeps its place while a fight goes on."""

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from tests.gui.window.conftest import Start, look, show

_STEPS = 40
SAMPLES = ("deep-static", "redlines", "night-harbour", "canal-bridge")


def _places(program: Program) -> dict[str, int]:
    """Returns where parts of the tool bar and of the bench begin, in logical pixels."""
    bar, bench = program.window.turn_bar, program.window.attack_panel
    return {"heading": bar.heading.x(), "field": bar.field.x(), "odds": bench.odds.x()}


@pytest.mark.parametrize("name", SAMPLES)
def test_from_turn_to_turn_nothing_moves_back_and_forth(
    name: str, start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """What has to give way gives way once, to the widest there is: whoever acts next finds all where it was."""
    program = start()
    program.campaigns.create(tmp_path / "Still.encounter")
    program.campaigns.replay(paths.data_folder("resources") / "samples" / f"{name}.toml")
    program.window.resize(1366, 768)
    show(program, qtbot)
    moved: dict[str, list[int]] = {"heading": [], "field": [], "odds": []}
    for _ in range(_STEPS):
        QTest.keyClick(program.window.table, Qt.Key.Key_N)
        if program.controller.waits_for is not None:
            QTest.keyClick(QCoreApplication.instance().focusWidget(), Qt.Key.Key_Return)  # type: ignore[union-attr]
        look(program)
        for part, x in _places(program).items():
            if not moved[part] or moved[part][-1] != x:
                moved[part].append(x)
    assert program.window.attack_panel.odds.isVisible()
    assert {part: xs for part, xs in moved.items() if xs != sorted(xs)} == {}
