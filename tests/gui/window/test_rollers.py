"""Who rolls for whom, by hand in the window: the table's dice are asked for, the program's fall at once."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from encounter_gui.app.program import Program
from encounter_gui.play.session.rollers import Rollers
from encounter_gui.rules.model.commands import Add, Next


@pytest.fixture
def begun(program: Program) -> Program:
    """Hening against Gang A and Gang B; players type their dice, the program rolls for the gang."""
    program.controller.set_rollers(Rollers())
    return program


def asked(program: Program) -> list[str]:
    waits = program.controller.waits_for
    return [str(request.who) for request in waits] if isinstance(waits, tuple) else []


def press_next(program: Program) -> None:
    program.window.actions_of["next"].trigger()


def names(program: Program, who: list[str]) -> list[str]:
    return [program.controller.context.state.combatants[each].name for each in who]


def test_only_players_are_asked_for_their_initiative(begun: Program) -> None:
    press_next(begun)
    press_next(begun)
    assert names(begun, asked(begun)) == ["Hening"]


def test_next_never_rolls_the_dice_of_the_table(begun: Program) -> None:
    press_next(begun)
    press_next(begun)
    press_next(begun)
    assert names(begun, asked(begun)) == ["Hening"]
    assert begun.window.log.prompt.field.hasFocus()


def test_what_is_typed_moves_the_encounter_on(begun: Program) -> None:
    press_next(begun)
    press_next(begun)
    field = begun.window.log.prompt.field
    field.setFocus()
    QTest.keyClicks(field, "5")
    QTest.keyClick(field, Qt.Key.Key_Return)
    entry = begun.controller.session.log.path()[-1]
    physical = {str(roll.request.who): roll.physical for roll in entry.rolls}
    assert sorted(physical.values()) == [False, False, True]
    assert begun.controller.context.state.slots


def test_a_click_steps_on_and_is_kept(begun: Program, start) -> None:
    cell = begun.window.turn_bar.rollers.cells["foe"]
    assert "program" in cell.accessibleName()
    QTest.mouseClick(cell, Qt.MouseButton.LeftButton)
    assert begun.controller.rollers.of_side("foe") == "ask"
    begun.rollers.set_combatants([next(iter(begun.controller.context.state.combatants))], "dice")
    path = begun._campaign.path
    begun.close_campaign()
    again = start()
    again.open_campaign(path)
    assert again.controller.rollers.of_side("foe") == "ask"
    assert list(again.controller.rollers.by_combatant.values()) == ["dice"]


def test_one_combatant_may_differ_from_its_side(begun: Program) -> None:
    who = next(
        each.id for each in begun.controller.context.state.combatants.values() if each.side == "foe"
    )
    begun.rollers.set_combatants([who], "hand")
    assert begun.controller.start(Next())
    assert begun.controller.start(Next())
    assert who in asked(begun)
    begun.controller.put_off()
    begun.rollers.set_combatants([who], None)
    assert begun.controller.start(Next())
    assert who not in asked(begun)


def test_the_initiative_of_a_side_follows_who_rolls_for_the_side(program: Program) -> None:
    """CWN rolls a die for each side: the players type theirs, the program rolls that of the gang."""
    program.create_encounter("Lock", "cwn")
    controller = program.controller
    controller.set_rollers(Rollers())
    for side in ("pc", "foe"):
        controller.perform(Add(creature="gang_member", side=side))
    press_next(program)
    press_next(program)
    waits = controller.waits_for
    assert isinstance(waits, tuple)
    assert [each.side for each in waits] == ["pc"]
    field = program.window.log.prompt.field
    field.setFocus()
    QTest.keyClicks(field, "5")
    QTest.keyClick(field, Qt.Key.Key_Return)
    rolls = controller.session.log.path()[-1].rolls
    assert {each.request.side: each.physical for each in rolls} == {"pc": True, "foe": False}
    assert controller.context.state.slots
