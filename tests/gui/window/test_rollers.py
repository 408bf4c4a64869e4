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
    path = begun.campaigns.campaign.path
    begun.campaigns.close()
    again = start()
    again.campaigns.open(path)
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
    program.campaigns.create_encounter("Lock", "cwn")
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


def rolls_of_last(program: Program) -> list[bool]:
    """Returns of each roll of the latest entry whether it lay on the table."""
    return [each.physical for each in program.controller.session.log.path()[-1].rolls]


def to_initiative(program: Program) -> None:
    """Two times Next: the player's initiative is asked for, with the keyboard in its field."""
    press_next(program)
    press_next(program)
    press_next(program)
    assert names(program, asked(program)) == ["Hening"]
    assert program.window.log.prompt.field.hasFocus()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_N])
def test_a_key_too_many_does_not_roll_the_dice_of_the_table(begun: Program, key: Qt.Key) -> None:
    """Enter in the blank field says who rolls and what to do; so does no Next roll them. Nothing has happened."""
    to_initiative(begun)
    prompt = begun.window.log.prompt
    entries = len(begun.controller.session.log)
    QTest.keyClick(prompt.field, key)
    QTest.keyClick(prompt.field, key)
    assert names(begun, asked(begun)) == ["Hening"]
    assert len(begun.controller.session.log) == entries
    assert prompt.field.hasFocus()
    assert key == Qt.Key.Key_N or "the table rolls" in prompt.text
    assert prompt.button.cap == ""


@pytest.mark.parametrize("by_stop", [True, False])
def test_the_program_rolls_for_the_table_once_where_that_is_said(
    begun: Program, by_stop: bool
) -> None:
    """By a full stop and Enter, or with the button."""
    to_initiative(begun)
    prompt = begun.window.log.prompt
    if by_stop:
        QTest.keyClicks(prompt.field, ".")
        assert prompt.button.cap == "↵"
        QTest.keyClick(prompt.field, Qt.Key.Key_Return)
    else:
        QTest.mouseClick(prompt.button, Qt.MouseButton.LeftButton)
    assert asked(begun) == []
    assert not any(rolls_of_last(begun))


def test_too_few_faces_of_the_table_are_not_filled_up_in_silence(program: Program) -> None:
    """Two players owe their initiative, one face is typed: what is missing is said, and how to have it rolled."""
    controller = program.controller
    controller.perform(Add(creature="hening", side="pc"))
    controller.set_rollers(Rollers())
    press_next(program)
    press_next(program)
    press_next(program)
    prompt = program.window.log.prompt
    waits = controller.waits_for
    assert isinstance(waits, tuple)
    assert len(waits) == 2
    QTest.keyClicks(prompt.field, "5")
    QTest.keyClick(prompt.field, Qt.Key.Key_Return)
    second = prompt.fields.places[1].field
    assert second.hasFocus()
    QTest.keyClick(prompt.field, Qt.Key.Key_Return)
    assert controller.waits_for == waits
    assert "the table rolls d6. Type it, or . for the program to roll it this once" in prompt.text
    QTest.keyClicks(prompt.field, ".")
    QTest.keyClick(prompt.field, Qt.Key.Key_Return)
    assert controller.waits_for is None
    assert sorted(rolls_of_last(program)) == [False, False, False, True]


def test_where_each_roll_is_asked_for_enter_rolls(program: Program) -> None:
    """The field is an offer there: blank, it is rolled."""
    program.controller.set_rollers(Rollers(by_side={"pc": "ask"}))
    assert program.controller.start(Next())
    assert program.controller.start(Next(), ask=True)
    prompt = program.window.log.prompt
    assert asked(program)
    QTest.keyClick(prompt.field, Qt.Key.Key_Return)
    assert asked(program) == []
    assert not any(rolls_of_last(program))
