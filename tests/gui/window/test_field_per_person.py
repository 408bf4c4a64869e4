"""Where several roll, each has a field with a name; one line for all of them is taken as well."""

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.gui.log.faces_field import FacesField
from encounter_gui.play.session.rollers import Rollers
from encounter_gui.rules.model.commands import Add
from tests.gui.window.conftest import look
from tests.gui.window.test_shot_at_player import CASES, Case, press_next

Key = Qt.Key
HAND = Rollers(by_side={"pc": "hand", "foe": "dice"})
NAMES = ("Ann", "Ben", "Cid")


def focus() -> FacesField:
    """Returns the field that has the keyboard."""
    found = QApplication.focusWidget()
    assert isinstance(found, FacesField)
    return found


def type_and(text: str, key: Key) -> None:
    """Types wherever the keyboard is, and presses a key there."""
    QTest.keyClicks(focus(), text)
    QTest.keyClick(focus(), key)
    QCoreApplication.processEvents()


def asked_together(program: Program, system: str, creature: str) -> None:
    """Goes on until the three are asked for their rolls together, with the keyboard in the strip."""
    program.campaigns.create_encounter("Three", system)
    controller = program.controller
    for name in NAMES:
        assert controller.perform(Add(creature=creature, name=name, side="pc"))
    assert controller.perform(Add(creature=creature, name="Foe", side="foe"))
    controller.set_rollers(HAND)
    for _ in range(4):
        press_next(program)
        if isinstance(controller.waits_for, tuple):
            break
    assert isinstance(controller.waits_for, tuple)
    program.window.log.prompt.take_focus()


def physical(program: Program) -> list[tuple[str, int]]:
    """Returns whose typed dice came to what in the latest entry."""
    entry = program.controller.session.log.path()[-1]
    combatants = program.controller.context.state.combatants
    return [
        (combatants[each.request.who].name if each.request.who else "", each.total)
        for each in entry.rolls
        if each.physical
    ]


TOGETHER = [each for each in CASES if each.system != "cwn"]
"""The games in which each has an initiative of its own; in Cities Without Number a side has one."""


@pytest.mark.parametrize("case", TOGETHER, ids=lambda case: case.system)
@pytest.mark.parametrize("key", [Key.Key_Tab, Key.Key_Return])
def test_each_has_a_field_with_a_name(program: Program, case: Case, key: Key) -> None:
    """A number, Tab or Enter, the next one's number; Enter behind the last takes all."""
    asked_together(program, case.system, case.player)
    waits = program.controller.waits_for
    assert isinstance(waits, tuple)
    places = program.window.log.prompt.fields.places
    assert [each.name.text() for each in places] == list(NAMES)
    totals = [each.least + number for number, each in enumerate(waits)]
    for number, total in enumerate(totals):
        assert focus() is places[number].field
        type_and(f"={total}", key if number < len(totals) - 1 else Key.Key_Return)
    assert physical(program) == list(zip(NAMES, totals, strict=True))


@pytest.mark.parametrize("case", TOGETHER, ids=lambda case: case.system)
def test_one_number_each_in_one_line(program: Program, case: Case) -> None:
    """``14 10 9`` is Ann's, Ben's and Cid's, whatever dice they are."""
    asked_together(program, case.system, case.player)
    waits = program.controller.waits_for
    assert isinstance(waits, tuple)
    totals = [each.most - number for number, each in enumerate(waits)]
    type_and(" ".join(map(str, totals)), Key.Key_Return)
    assert physical(program) == list(zip(NAMES, totals, strict=True))


def test_what_is_typed_for_one_stays_with_it(program: Program) -> None:
    """Also while something else is settled; nothing is taken before the last of them has a number."""
    asked_together(program, "d6pool", "hening")
    entries = len(program.controller.session.log)
    type_and("5", Key.Key_Return)
    type_and("4", Key.Key_Tab)
    places = program.window.log.prompt.fields.places
    assert [each.field.text() for each in places] == ["5", "4", ""]
    assert len(program.controller.session.log) == entries
    type_and("", Key.Key_Return)
    assert focus() is places[2].field
    assert "the table rolls" in program.window.log.prompt.text


def test_a_wrong_number_is_said_in_its_own_field(program: Program) -> None:
    """The others keep theirs."""
    asked_together(program, "d6pool", "hening")
    type_and("5", Key.Key_Tab)
    type_and("77", Key.Key_Return)
    places = program.window.log.prompt.fields.places
    assert focus() is places[1].field
    assert [each.field.property("wrong") for each in places] == ["false", "true", "false"]
    assert places[0].field.text() == "5"


def test_the_strip_with_a_field_each_fits_in_the_window(program: Program, qtbot: QtBot) -> None:
    """They go to further rows where there is no room, and overlap nothing."""
    asked_together(program, "d6pool", "hening")
    strip = program.window.log.prompt
    rooms = [each.geometry() for each in strip.fields.places]
    rooms.append(strip.button.geometry())
    assert all(strip.rect().contains(each) for each in rooms)
    assert not any(one.intersects(other) for one in rooms for other in rooms if one is not other)


def test_a_crowd_that_owes_initiative_has_one_field(program: Program, qtbot: QtBot) -> None:
    """32 who join in the middle of a turn: told by their count, one line takes all their dice, blank rolls them."""
    asked_together(program, "d6pool", "hening")
    controller = program.controller
    controller.answer((None,) * len(controller.waits_for or ()))
    before = set(controller.context.state.combatants)
    assert controller.perform(Add(creature="gang_a", count=32, is_group=True))
    look(program)
    strip = program.window.log.prompt
    qtbot.waitUntil(strip.isVisible)
    assert [each.test.name for each in strip.state.owed.items] == ["Gang A ×32"]
    assert len(strip.fields.places) == 1
    controller.settle_next()
    new = set(controller.context.state.combatants) - before
    owed = {each.who for each in controller.context.state.obligations}
    assert len(new) == 32
    assert not new & owed
