"""A blow at a place of somebody's body, in the whole window; the places are the test's, the rules the D6 pool's."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.dialogs.side_dialog import SideDialog
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Adjust, Command
from encounter_gui.rules.systems.d6pool.system import D6Pool
from encounter_gui.rules.view import BodyView, Odds
from tests.gui.status.body_values import PLACES, WOUNDED
from tests.gui.window.conftest import look
from tests.gui.window.test_window import health, press, select, type_text, who

Key = Qt.Key


@pytest.fixture
def placed(program: Program, monkeypatch: pytest.MonkeyPatch) -> Program:
    """The three of the docks, with places on their bodies; the head cannot be hit."""

    def body(_self: D6Pool, context: RulesContext, one: CombatantId) -> BodyView:
        return replace(WOUNDED, who=one, name=context.combatant(one).name)

    def struck(
        _self: D6Pool, _scene: RulesContext, one: CombatantId, place: str, damage: int
    ) -> Command:
        if place == "head":
            raise refuse("rules.not_running")
        return Adjust(who=(one,), change=f"-{damage}")

    def odds(_self: D6Pool, _scene: RulesContext, _command: Command) -> Odds:
        return PLACES

    functions = {"body": body, "hit_command": struck, "odds": odds, "first_odds": odds}
    for name, function in functions.items():
        monkeypatch.setattr(D6Pool, name, function)
    return program


def test_a_blow_takes_six_keys_from_the_table(placed: Program, qtbot: QtBot) -> None:
    """``B`` ``l`` ``a`` ``1`` ``4`` Enter, and the keyboard is back in the table."""
    select(placed, "Hening")
    before = health(placed, "Hening")
    press(qtbot, Key.Key_B)
    type_text(qtbot, "la14")
    press(qtbot, Key.Key_Return)
    assert health(placed, "Hening") == before - 14
    assert placed.window.status.body_page.hit_field.isHidden()
    assert placed.window.table.hasFocus()


def test_a_blow_by_mouse(placed: Program, qtbot: QtBot) -> None:
    """Click the torso, type the damage, Enter; it is one entry and can be undone."""
    select(placed, "Gang A")
    placed.window.status.show_tab("body")
    before = health(placed, "Gang A")
    look(placed)
    spot = placed.window.status.body.spot_of("torso")
    assert isinstance(spot, QPoint)
    qtbot.mouseClick(placed.window.status.body.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    type_text(qtbot, "3")
    press(qtbot, Key.Key_Return)
    assert health(placed, "Gang A") == before - 3
    press(qtbot, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert health(placed, "Gang A") == before


def test_a_refused_blow_is_explained_where_it_was_typed(placed: Program, qtbot: QtBot) -> None:
    """What was typed stays, and nothing has happened."""
    select(placed, "Hening")
    count = len(placed.controller.session.log.path())
    press(qtbot, Key.Key_B)
    type_text(qtbot, "h14")
    press(qtbot, Key.Key_Return)
    hit_field = placed.window.status.body_page.hit_field
    assert hit_field.field.text() == "h14"
    assert hit_field.field.property("wrong") == "true"
    assert hit_field.hint
    assert len(placed.controller.session.log.path()) == count
    press(qtbot, Key.Key_Escape)
    assert placed.window.table.hasFocus()


def test_whoever_is_selected_is_hit(placed: Program, qtbot: QtBot) -> None:
    """Even if the panel was to stay on somebody else: the field says whom it is about."""
    select(placed, "Hening")
    placed.window.status._pin.click()
    select(placed, "Gang B")
    press(qtbot, Key.Key_B)
    field = placed.window.status.body_page.hit_field.field
    assert field.accessibleName() == "Hit Gang B, damage before armor"
    before = health(placed, "Gang B")
    type_text(qtbot, "t2")
    press(qtbot, Key.Key_Return)
    assert health(placed, "Gang B") == before - 2


def test_a_closed_panel_opens_for_it(placed: Program, qtbot: QtBot) -> None:
    """The key works whatever is shown."""
    select(placed, "Hening")
    placed.window._docks["status"].hide()
    press(qtbot, Key.Key_B)
    page = placed.window.status.body_page
    qtbot.waitUntil(page.hit_field.field.hasFocus)
    qtbot.waitUntil(lambda: page.rect().contains(page.hit_field.geometry()))


def test_where_there_are_no_places_it_says_so(program: Program, qtbot: QtBot) -> None:
    """A system of whole bodies: the strip says what to do instead."""
    select(program, "Hening")
    with qtbot.waitSignal(program.controller.refused) as refused:
        press(qtbot, Key.Key_B)
    assert refused.args == ["Hening has no places to hit. Damage (D) hurts the whole of them."]
    who_is_hit = who(program, "Hening")
    assert not program.controller.strike(who_is_hit, "torso", 3)


def test_the_odds_of_the_bench_lie_over_its_target(placed: Program, qtbot: QtBot) -> None:
    """And over nobody else."""
    for _ in range(3):
        press(qtbot, Key.Key_N)
    actor = placed.connections.attack.form.actor
    placed.connections.attack.set_choices({"who": str(actor), "weapon": "unarmed"})
    status = placed.window.status
    status.show_tab("body")
    status.body_page.odds_button.click()
    aimed: list[str] = []
    for name in ("Hening", "Gang A", "Gang B"):
        select(placed, name)
        look(placed)
        if "hit" in status.body.accessibleDescription():
            aimed.append(name)
    assert 0 < len(aimed) < 3


# ---- names of sides


def test_a_side_gets_a_name(program: Program, qtbot: QtBot) -> None:
    """From the menu: what the log and the order call the gang from now on; nothing typed takes it back."""
    for typed, called in (("Redlines", "Redlines"), ("", "Foes")):
        select(program, "Gang A")
        program.window.actions_of["name_side"].trigger()
        dialog = program.window.findChild(SideDialog)
        assert isinstance(dialog, SideDialog)
        qtbot.waitUntil(dialog.isVisible)
        dialog.name.clear()
        qtbot.keyClicks(dialog.name, typed)
        qtbot.keyClick(dialog.name, Key.Key_Return)
        side = program.controller.context.combatant(who(program, "Gang A")).side
        assert program.controller.context.side_name(side) == called
        qtbot.waitUntil(lambda: program.window.findChild(SideDialog) is None)


def test_naming_a_side_changes_nobodys(program: Program) -> None:
    """It stands in the menu of sides, but it is none."""
    select(program, "Gang A")
    before = program.controller.context.combatant(who(program, "Gang A")).side
    action = program.window.actions_of["name_side"]
    assert action in program.window.menus["side"].actions()
    program.window.menus["side"].triggered.emit(action)
    assert program.controller.context.combatant(who(program, "Gang A")).side == before
    assert QApplication.activeModalWidget() is None
