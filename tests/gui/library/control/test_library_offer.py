"""What was set of a copy in the fight is offered once for the creature of the library, and asks for nothing."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.status.offer_line import OfferLine
from encounter_gui.play.prep.creature_repository import CreatureItem
from encounter_gui.rules.model.commands import Correct, Next
from encounter_gui.rules.model.items import keys_of
from encounter_gui.rules.model.prepared import LibraryCreature
from encounter_gui.rules.model.ruleset import CarriedDef, CreatureDef

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def copy(program: Program) -> tuple[Program, CreatureItem, Combatant]:
    """A copy of a creature of the campaign's own in the fight; it carries a pistol."""
    items = program.controller.context.ruleset.items
    weapon = next(each for each in items if each.kind == "weapon")
    made = CreatureDef(
        key="marrow", name="Marrow", sheet={"firearms": 3}, items=(CarriedDef(item=weapon.key),)
    )
    room = program.room
    room.prepare(True)
    room.prepare(False)
    (item,) = room.parts.library.creatures.add("d6pool", [LibraryCreature(creature=made)])
    room.parts.controllers.joining.add((item.key,), 1)
    who = list(program.controller.context.state.combatants.values())[-1]
    assert who.origin == item.key
    program.window.table.select([who.id])
    return program, item, who


def line(program: Program) -> OfferLine:
    """The line below the sheet."""
    return program.window.status.offer


def creature(program: Program, item: CreatureItem) -> CreatureDef:
    """The creature as the library has it now."""
    found = program.room.parts.library.creatures.one(item.key)
    assert found is not None
    return found.value.creature


def test_what_is_set_in_the_fight_is_set_in_the_library_on_one_click(
    copy: tuple[Program, CreatureItem, Combatant], qtbot: QtBot
) -> None:
    """Two values one after the other, then the button: both are in the library, and its undo takes them back."""
    program, item, who = copy
    assert line(program).isHidden()
    weapon = keys_of(item.value.creature.items)[0]
    program.controller.perform(Correct(who=who.id, number="firearms", to=6))
    assert not line(program).isHidden()
    program.controller.perform(Correct(who=who.id, number=f"{weapon}.damage", to=9))
    assert creature(program, item) == item.value.creature
    qtbot.mouseClick(line(program).take, LEFT)
    now = creature(program, item)
    assert now.sheet == {"firearms": 6}
    assert now.items[0].values["damage"] == 9
    assert line(program).isHidden()
    program.room.parts.library.history.undo()
    assert creature(program, item) == item.value.creature


def test_the_next_step_takes_the_offer_away(
    copy: tuple[Program, CreatureItem, Combatant], qtbot: QtBot
) -> None:
    """It is offered once: another command, an undo or the cross, and the line is gone."""
    program, item, who = copy
    for go_on in (
        lambda: program.controller.perform(Next()),
        program.controller.undo,
        lambda: qtbot.mouseClick(line(program).leave, LEFT),
    ):
        to = 5 if program.controller.context.combatant(who.id).sheet["firearms"] == 4 else 4
        program.controller.perform(Correct(who=who.id, number="firearms", to=to))
        assert not line(program).isHidden()
        go_on()
        assert line(program).isHidden()
    assert creature(program, item) == item.value.creature


def test_a_copy_of_a_shipped_creature_brings_no_offer(program: Program) -> None:
    """Those are as they are printed."""
    who = next(iter(program.controller.context.state.combatants.values()))
    program.controller.perform(Correct(who=who.id, number="firearms", to=9))
    assert line(program).isHidden()
