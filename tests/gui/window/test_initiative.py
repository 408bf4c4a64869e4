"""Initiative by hand in the real window: typed in one pass with Tab, rolled again for one, edited in the table."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Faces
from encounter_gui.gui.combatants.table import CombatantTable
from encounter_gui.gui.initiative.initiative_dialog import InitiativeDialog
from encounter_gui.gui.initiative.initiative_model import AGAIN, ROLLER, SCORE, TYPED
from encounter_gui.gui.initiative.ready_dialog import ReadyDialog
from encounter_gui.gui.window.turn_menu import TurnMenu
from encounter_gui.play.session.rollers import Rollers
from encounter_gui.rules.engine.turns import HOLDING
from encounter_gui.rules.model.commands import Add, ChangeSide, Next
from tests.gui.window.conftest import wait_for_options

Key = Qt.Key


@pytest.fixture
def begun(program: Program) -> Program:
    """Two player characters and a gang member on the first turn; players type, the program rolls for the gang."""
    program.controller.set_rollers(Rollers())
    program.controller.perform(ChangeSide(who=(of(program, "Gang A"),), to="pc"))
    program.controller.perform(Next())
    return program


def of(program: Program, name: str) -> CombatantId:
    combatants = program.controller.context.state.combatants.values()
    return next(each.id for each in combatants if each.name == name)


def opened(program: Program, qtbot: QtBot) -> InitiativeDialog:
    """Opens the dialog by its key."""
    QTest.keyClick(program.window.table, Key.Key_I)
    dialog = program.window.findChild(InitiativeDialog)
    assert dialog is not None
    qtbot.waitUntil(lambda: editor(dialog) is not None)
    return dialog


def is_closed(dialog: InitiativeDialog) -> bool:
    """Returns whether a dialog is gone: a closed one is deleted as soon as the event loop comes to it."""
    return not isValid(dialog) or not dialog.isVisible()


def editor(dialog: InitiativeDialog) -> QLineEdit | None:
    found = dialog.table.viewport().findChildren(QLineEdit)
    return found[-1] if found else None


def type_into(dialog: InitiativeDialog, text: str, key: Key, qtbot: QtBot) -> None:
    field = editor(dialog)
    assert field is not None
    QTest.keyClicks(field, text)
    QTest.keyClick(field, key)
    qtbot.wait(1)


def score(program: Program, name: str) -> int | None:
    who = of(program, name)
    rows = program.controller.system.initiative(program.controller.context)
    return next(row.score for row in rows if who in row.members)


def scores(program: Program) -> list[int | None]:
    return [row.score for row in program.controller.system.initiative(program.controller.context)]


def test_all_players_are_typed_in_one_pass_and_enter_takes(begun: Program, qtbot: QtBot) -> None:
    """Digit, Tab, digit, Enter: the players' dice are theirs, the program has rolled for the others."""
    dialog = opened(begun, qtbot)
    type_into(dialog, "5", Key.Key_Tab, qtbot)
    type_into(dialog, "3", Key.Key_Return, qtbot)
    assert None not in scores(begun)
    rolls = begun.controller.session.log.path()[-1].rolls
    typed = {roll.request.who: roll.total for roll in rolls if roll.physical}
    assert typed == {of(begun, "Hening"): 5, of(begun, "Gang A"): 3}
    assert [roll.physical for roll in rolls].count(False) == 1
    assert is_closed(dialog)


@pytest.mark.parametrize("mode", [0, 1])
def test_one_line_is_for_all_of_the_table(begun: Program, qtbot: QtBot, mode: int) -> None:
    """``5 3`` and Enter: the first is Hening's, the second Gang A's, as dice or as what it comes to."""
    dialog = opened(begun, qtbot)
    QTest.mouseClick(dialog.modes.button(mode), Qt.MouseButton.LeftButton)
    dialog.table.begin(0)
    values = [5 + mode * dialog.model.rows[0].modifier, 3 + mode * dialog.model.rows[1].modifier]
    type_into(dialog, f"{values[0]} {values[1]}", Key.Key_Return, qtbot)
    rolls = begun.controller.session.log.path()[-1].rolls
    typed = {roll.request.who: roll.total for roll in rolls if roll.physical}
    assert typed == {of(begun, "Hening"): 5, of(begun, "Gang A"): 3}


def test_one_escape_leaves_a_blank_field_and_the_dialog(begun: Program, qtbot: QtBot) -> None:
    """What is typed in a field is taken back first."""
    dialog = opened(begun, qtbot)
    type_into(dialog, "5", Key.Key_Escape, qtbot)
    assert dialog.isVisible()
    dialog.table.begin(0)
    type_into(dialog, "", Key.Key_Escape, qtbot)
    assert is_closed(dialog)


def test_a_blank_field_of_the_table_stays_open(begun: Program, qtbot: QtBot) -> None:
    """The program never rolls the dice of the table unless it is told to roll all."""
    dialog = opened(begun, qtbot)
    type_into(dialog, "5", Key.Key_Return, qtbot)
    assert score(begun, "Gang A") is None
    assert score(begun, "Gang B") is not None


def test_roll_npcs_leaves_the_players_alone(begun: Program, qtbot: QtBot) -> None:
    """Bug of another tracker: rolling NPCs rolled the players too. Peers 2.9 case 8."""
    dialog = opened(begun, qtbot)
    QTest.mouseClick(dialog.roll_npcs, Qt.MouseButton.LeftButton)
    assert score(begun, "Gang B") is not None
    assert (score(begun, "Hening"), score(begun, "Gang A")) == (None, None)


def test_one_is_rolled_again_by_its_die(begun: Program, qtbot: QtBot) -> None:
    """Bug of another tracker: re-rolling one re-rolled everyone. Peers 2.9 case 8."""
    dialog = opened(begun, qtbot)
    QTest.mouseClick(dialog.roll_all, Qt.MouseButton.LeftButton)
    before = scores(begun)
    assert None not in before
    place = [row.name for row in dialog.model.rows].index("Gang B")
    click(dialog, place, AGAIN)
    rolls = begun.controller.session.log.path()[-1].rolls
    assert [roll.request.who for roll in rolls] == [of(begun, "Gang B")]
    assert scores(begun)[:2] == before[:2]


def test_totals_are_taken_without_their_modifier(begun: Program, qtbot: QtBot) -> None:
    """Players say what it came to: the die is worked out from it; what no die can show is refused by name."""
    dialog = opened(begun, qtbot)
    QTest.mouseClick(dialog.modes.button(1), Qt.MouseButton.LeftButton)
    dialog.table.begin(0)
    modifier = dialog.model.rows[0].modifier
    type_into(dialog, str(modifier + 4), Key.Key_Tab, qtbot)
    assert dialog.model.index(0, SCORE).data() == str(modifier + 4)
    type_into(dialog, "99", Key.Key_Return, qtbot)
    assert dialog.isVisible()
    assert "Gang A" in dialog._error.text()
    assert scores(begun) == [None, None, None]


def test_who_rolls_is_changed_by_a_click(begun: Program, qtbot: QtBot) -> None:
    """The hand of a row becomes a die: the program rolls for it from then on."""
    dialog = opened(begun, qtbot)
    click(dialog, 0, ROLLER)
    assert begun.controller.rollers.by_combatant == {of(begun, "Hening"): "dice"}
    assert dialog.model.roller(0) == "dice"


def test_a_newcomer_in_mid_fight_is_asked_for_it(begun: Program, qtbot: QtBot) -> None:
    """It stands last and is marked; Next asks the table for its dice, then it has its place."""
    dialog = opened(begun, qtbot)
    QTest.mouseClick(dialog.roll_all, Qt.MouseButton.LeftButton)
    dialog.reject()
    begun.controller.step()
    begun.controller.perform(Add(creature="hening", name="Late", side="pc"))
    rows = begun.controller.system.rows(begun.controller.context)
    assert rows[-1].who == of(begun, "Late")
    assert "Initiative owed" in [chip.text for chip in rows[-1].cells["conditions"].chips]
    begun.window.actions_of["next"].trigger()
    waits = begun.controller.waits_for
    assert isinstance(waits, tuple)
    assert [request.who for request in waits] == [of(begun, "Late")]
    field = begun.window.log.prompt.field
    field.setFocus()
    QTest.keyClicks(field, "4")
    QTest.keyClick(field, Key.Key_Return)
    assert score(begun, "Late") is not None
    assert begun.controller.context.state.obligations == ()


def test_the_dialog_may_be_closed_again_before_it_is_freed(begun: Program, qtbot: QtBot) -> None:
    """One more Enter, or the end of the encounter, before it is freed: the second closing raised an error."""
    dialog = opened(begun, qtbot)
    closings = list[int]()
    dialog.finished.connect(closings.append)
    dialog.accept()
    dialog.accept()
    begun.controller.close()
    assert len(closings) == 1


def test_starting_twice_does_not_double_the_players(program: Program) -> None:
    """Bug of another tracker: here the second press rolls the order. Peers 2.9 case 16."""
    before = len(program.controller.context.state.combatants)
    program.window.actions_of["next"].trigger()
    program.window.actions_of["next"].trigger()
    assert len(program.controller.context.state.combatants) == before
    assert program.window.table.model().rowCount() == before


def click(dialog: InitiativeDialog, place: int, column: int) -> None:
    at = dialog.table.visualRect(dialog.model.index(place, column)).center()
    QTest.mouseClick(dialog.table.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_only_fields_can_be_edited(begun: Program, qtbot: QtBot) -> None:
    """Names and results are for reading."""
    dialog = opened(begun, qtbot)
    flags = [dialog.model.index(0, column).flags() for column in range(6)]
    editable = [bool(flag & Qt.ItemFlag.ItemIsEditable) for flag in flags]
    assert editable.index(True) == TYPED
    assert editable.count(True) == 1


def test_an_initiative_is_edited_in_the_table(begun: Program, qtbot: QtBot) -> None:
    """A double click or F2 on it, a number, Enter; the order follows, and words are refused."""
    begun.window.actions_of["next"].trigger()
    begun.controller.answer((Faces(values=(2,)), Faces(values=(3,))))
    table = begun.window.table
    column = [each.key for each in table.rows.columns].index("init")
    at = table.visualRect(table.rows.index(0, column)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    name = table.rows.row_at(0).cells["name"].name
    type_in_table(table, "14")
    qtbot.waitUntil(lambda: score(begun, name) == 14)
    at = table.visualRect(table.rows.index(0, column)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    QTest.keyClick(table, Key.Key_F2)
    type_in_table(table, "many")
    said: list[str] = []
    begun.controller.refused.connect(said.append)
    qtbot.waitUntil(lambda: bool(said))
    assert "whole number" in said[0]
    assert score(begun, name) == 14


def type_in_table(table: CombatantTable, text: str) -> None:
    field = table.viewport().findChildren(QLineEdit)[-1]
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Key.Key_Return)


def test_a_turn_is_put_off_by_the_menu_of_its_row(begun: Program, qtbot: QtBot) -> None:
    """Bug of another tracker: delaying the active one lost the turn. Peers 2.9 case 17."""
    begun.window.actions_of["next"].trigger()
    begun.controller.answer((Faces(values=(6,)), Faces(values=(1,))))
    first, *_ = begun.controller.context.state.acting
    begun.window.table.select([first])
    menu = begun.window.findChild(TurnMenu)
    menu.fill()
    later = menu.delays.actions()
    assert len(later) > 1
    menu.delays.triggered.emit(later[0])
    assert first not in begun.controller.context.state.acting
    begun.window.table.select([first])
    begun.window.actions_of["act_now"].trigger()
    begun.window.actions_of["next"].trigger()
    assert first in begun.controller.context.state.acting


def quick(program: Program, word: str, qtbot: QtBot) -> QPushButton:
    wait_for_options(program, qtbot)
    buttons = program.window.status.quick_actions.buttons
    return next(each for each in buttons if each.text() == word)


def test_a_turn_is_put_off_by_quick_actions_of_who_acts(begun: Program, qtbot: QtBot) -> None:
    """Ready asks what it waits for; the turn goes on to the next."""
    begun.window.actions_of["next"].trigger()
    begun.controller.answer((Faces(values=(6,)), Faces(values=(1,))))
    first, *_ = begun.controller.context.state.acting
    begun.window.table.select([first])
    quick(begun, "Ready for…", qtbot).click()
    dialog = begun.window.findChild(ReadyDialog)
    assert dialog is not None
    QTest.keyClicks(dialog.field, "the door opens")
    QTest.keyClick(dialog.field, Key.Key_Return)
    state = begun.controller.context.state
    assert first not in state.acting
    assert state.combatants[first].memo[HOLDING] == {"until": "the door opens"}
    second, *_ = state.acting
    begun.window.table.select([second])
    assert quick(begun, "Delay", qtbot).isEnabled()
    assert quick(begun, "Hold", qtbot).isEnabled()
