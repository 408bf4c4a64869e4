"""How far the rules apply themselves, set in the real window, and what they then leave to the game master."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.dialogs.switches_dialog import SwitchesDialog
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.automation import is_left
from tests.gui.window.conftest import Start, show


@pytest.fixture
def harbour(start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """The sample of phases and wounds."""
    program = start()
    program.campaigns.create(tmp_path / "Harbour.encounter")
    program.campaigns.replay(paths.data_folder("resources") / "samples" / "night-harbour.toml")
    show(program, qtbot)
    return program


def choose(program: Program, mode: str) -> None:
    """Chooses in the menu Encounter, Automation."""
    actions = program.window.menus["automation"].actions()
    next(each for each in actions if each.data() == mode).trigger()


def dying(program: Program) -> CombatantId:
    """Puts Clinical Death on somebody by hand, which the rules follow up: out cold, with a clock."""
    state = program.controller.context.state
    busy = ("aiding", "unconscious", "in_shock", "stabilized", "dead")
    who = next(e.id for e in state.combatants.values() if not any(map(e.has, busy)))
    assert program.controller.start(do.Afflict(who=(who,), condition="clinically_dead"))
    return who


def has(program: Program, who: CombatantId) -> bool:
    return program.controller.context.combatant(who).has("unconscious")


def left(program: Program) -> int:
    return sum(map(is_left, program.controller.context.state.obligations))


def test_the_menu_sets_it_and_the_tool_bar_says_so(harbour: Program, qtbot: QtBot) -> None:
    sign = harbour.window.turn_bar.automation
    assert not sign.isVisible()
    choose(harbour, "track")
    qtbot.waitUntil(sign.isVisible)
    assert sign.text() == "Track only"
    harbour.controller.undo()
    qtbot.waitUntil(sign.isHidden)
    ticked = [a.data() for a in harbour.window.menus["automation"].actions() if a.isChecked()]
    assert ticked == ["book"]


def test_a_rule_is_set_in_the_dialog_with_the_keyboard(harbour: Program, qtbot: QtBot) -> None:
    harbour.window.actions_of["switches"].trigger()
    dialog = next(
        each for each in QApplication.topLevelWidgets() if isinstance(each, SwitchesDialog)
    )
    chooser = dialog.automation.lists["shock_test"]
    chooser.setFocus()
    qtbot.keyClick(chooser, Qt.Key.Key_Down)
    qtbot.keyClick(chooser, Qt.Key.Key_Down)
    assert harbour.controller.context.state.automation == {"shock_test": "assist"}
    assert harbour.window.turn_bar.automation.text() == "1 of its own"
    dialog.close()


def test_what_is_proposed_stands_in_the_strip_until_it_is_applied(
    harbour: Program, qtbot: QtBot
) -> None:
    choose(harbour, "assist")
    who = dying(harbour)
    strip = harbour.window.log.prompt
    assert not has(harbour, who)
    assert "Unconscious" in strip.text
    assert strip.button.words.startswith("Apply")
    moment = harbour.controller.context.state.round, harbour.controller.context.state.group
    harbour.window.actions_of["next"].trigger()
    state = harbour.controller.context.state
    assert (state.round, state.group) == moment
    assert left(harbour) == 1
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert has(harbour, who)
    assert left(harbour) == 0
    harbour.controller.undo()
    assert left(harbour) == 1


def test_what_is_proposed_can_be_declined(harbour: Program, qtbot: QtBot) -> None:
    choose(harbour, "assist")
    who = dying(harbour)
    qtbot.mouseClick(harbour.window.log.prompt.waive, Qt.MouseButton.LeftButton)
    assert left(harbour) == 0
    assert not has(harbour, who)


def test_what_is_told_waits_until_it_is_done_by_hand(harbour: Program, qtbot: QtBot) -> None:
    choose(harbour, "track")
    who = dying(harbour)
    assert left(harbour) == 1
    assert harbour.window.log.prompt.button.words.startswith("Done")
    assert harbour.controller.start(do.Afflict(who=(who,), condition="unconscious"))
    qtbot.mouseClick(harbour.window.log.prompt.button, Qt.MouseButton.LeftButton)
    assert has(harbour, who)
    assert left(harbour) == 0
    assert harbour.controller.context.combatant(who).condition("clinically_dead").count
