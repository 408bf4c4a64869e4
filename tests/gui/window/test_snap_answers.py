"""A Snap Attack offered on a shown die, in the real window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Faces
from encounter_gui.play.session.rollers import Rollers
from encounter_gui.rules.model.commands import Add, Flag, Next
from encounter_gui.rules.systems.cwn.commands import Attack
from tests.gui.window.test_window import press, type_text


@pytest.fixture
def stairs(program: Program) -> tuple[CombatantId, CombatantId]:
    """Ann, who may snap, and a foe whose attack on her has shown its die."""
    program.campaigns.create_encounter("Stairs", "cwn")
    controller = program.controller
    controller.perform(Add(creature="gang_member", name="Ann", side="pc"))
    controller.perform(Add(creature="gang_member", name="Foe", side="foe"))
    ann, foe = controller.context.state.combatants
    controller.perform(Flag(who=(ann,), flag="named"))
    controller.perform(Next())
    order = {"@pc": Faces(values=(1,)), "@foe": Faces(values=(8,))}
    controller.start(Next(), order)
    return ann, foe


def test_a_snap_attack_is_a_button_with_the_name_of_who_makes_it(
    program: Program, stairs: tuple[CombatantId, CombatantId]
) -> None:
    """Clicked, it is rolled before the attack goes on; one undo takes back all of it. Source: CWN-24."""
    ann, foe = stairs
    controller = program.controller
    before = controller.context.state
    controller.start(Attack(who=foe, target=ann), {"attack": Faces(values=(19,))})
    buttons = program.window.log.prompt.option_buttons
    assert [each.accessibleName() for each in buttons] == ["Let it stand", "Snap Attack by Ann"]
    QTest.mouseClick(buttons[1], Qt.MouseButton.LeftButton)
    state = controller.context.state
    assert not state.obligations
    assert state.combatants[ann].gauges["main"] == 1
    rolled_by = {
        roll.request.who for entry in controller.session.log.path() for roll in entry.rolls
    }
    assert ann in rolled_by
    controller.undo()
    assert controller.context.state == before


def test_the_arithmetic_of_its_first_roll_does_not_stand_beside_the_next(
    program: Program, stairs: tuple[CombatantId, CombatantId], qtbot: QtBot
) -> None:
    """It is the player's: the attack is asked for, then trauma and damage, of which d20 says nothing."""
    ann, foe = stairs
    program.controller.set_rollers(Rollers())
    program.controller.start(Attack(who=foe, target=ann), {"attack": Faces(values=(19,))})
    prompt = program.window.log.prompt
    qtbot.mouseClick(prompt.option_buttons[1], Qt.MouseButton.LeftButton)
    assert prompt.text.startswith("Ann Attack d20")
    prompt.take_focus()
    type_text(qtbot, "20")
    press(qtbot, Qt.Key.Key_Return)
    assert prompt.text.startswith("Ann")
    assert [each.name.text() for each in prompt.fields.places] == ["Trauma", "Damage d8"]
    assert "d20" not in prompt.text.partition("Ann answers")[0]
