"""H and a number typed with + heal whoever is selected, in every game."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.rules.model.commands import Add, Damage, DamageTarget
from tests.gui.window.conftest import Start, show
from tests.gui.window.test_shot_at_player import CASES, PROGRAM, Case


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.system)
@pytest.mark.parametrize("keys", ["h2", "+2"])
def test_h_and_plus_heal(start: Start, qtbot: QtBot, tmp_path: Path, case: Case, keys: str) -> None:
    """Of three that were lost two are there again, whichever gauge a game counts by, and the log says so."""
    program = start()
    program.campaigns.create(tmp_path / "Hurt.encounter")
    program.campaigns.create_encounter("Hurt", case.system)
    controller = program.controller
    assert controller.perform(Add(creature=case.player, name="Vesper", side="pc"))
    show(program, qtbot)
    controller.set_rollers(PROGRAM)
    (who,) = controller.context.state.combatants
    whole = dict(controller.context.combatant(who).gauges)
    command = Damage(targets=(DamageTarget(who=who),), amount=3, way="raw")
    assert controller.perform(command)
    assert lost(program, whole) == [3]
    entries = len(controller.session.log.path())
    program.window.table.select([who])
    program.window.table.setFocus()
    for each in (*keys, ""):
        focus = QApplication.focusWidget()
        assert focus is not None
        if each:
            QTest.keyClicks(focus, each)
        else:
            QTest.keyClick(focus, Qt.Key.Key_Return)
    QCoreApplication.processEvents()
    assert lost(program, whole) == [1]
    assert len(controller.session.log.path()) == entries + 1


def lost(program: Program, whole: Mapping[str, int]) -> list[int]:
    """Returns by how much each gauge of the only combatant differs from when it was whole."""
    (combatant,) = program.controller.context.state.combatants.values()
    found = (abs(whole[key] - left) for key, left in combatant.gauges.items() if key in whole)
    return [each for each in found if each]
