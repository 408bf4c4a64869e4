"""A Snap Attack offered on a shown die, in the real window."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from encounter_gui.app.program import Program
from encounter_gui.dice.requests import Faces
from encounter_gui.rules.model.commands import Add, Flag, Next
from encounter_gui.rules.systems.cwn.commands import Attack


def test_a_snap_attack_is_a_button_with_the_name_of_who_makes_it(program: Program) -> None:
    """Clicked, it is rolled before the attack goes on; one undo takes back all of it. Source: CWN-24."""
    program.campaigns.create_encounter("Stairs", "cwn")
    controller = program.controller
    controller.perform(Add(creature="gang_member", name="Ann", side="pc"))
    controller.perform(Add(creature="gang_member", name="Foe", side="foe"))
    ann, foe = controller.context.state.combatants
    controller.perform(Flag(who=(ann,), flag="named"))
    controller.perform(Next())
    order = {"@pc": Faces(values=(1,)), "@foe": Faces(values=(8,))}
    controller.start(Next(), order)
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
