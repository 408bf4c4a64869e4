"""A throw is aimed at a bare point of the plan: by a click, by its menu, and by a line."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Point
from encounter_gui.gui.field.field_panel import FieldPanel
from encounter_gui.rules.model.commands import Add, Next, Put, SetPlan
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.cwn.commands import Throw
from tests.gui.field.conftest import Start, open_field, show
from tests.gui.window.conftest import look
from tests.rules.systems.cwn.field.ground import Ground


@pytest.fixture
def thrown(start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """A fight on a plan; who acts has grenades in hand, and one foe stands 20 m away."""
    program = start()
    program.campaigns.create(tmp_path / "Thrown.encounter")
    program.campaigns.create_encounter("Thrown", "cwn")
    controller, maker = program.controller, Ground()
    three = CarriedDef(item="frag_grenade", values={"count": 3})
    who = maker.pc("Op", side="foe", items=[three], shoot=4, dexterity=18)
    assert controller.perform(Add(combatant=maker.combatant(who)))
    assert controller.perform(Add(creature="halloran", name="Guard", side="pc"))
    assert controller.perform(SetPlan(size=(80, 40)))
    for name, at in (("Op", (10, 20)), ("Guard", (30, 20))):
        assert controller.perform(Put(who=(named(program, name),), at=at))
    show(program, qtbot)
    for _ in range(20):
        if named(program, "Op") in controller.context.state.acting:
            break
        controller.perform(Next())
        look(program)
    panel = open_field(program, qtbot)
    panel.take_focus()
    program.window.attack_panel.choose({"weapon": "frag_grenade"})
    look(program)
    return program


def named(program: Program, name: str) -> CombatantId:
    """Returns the id of somebody."""
    everybody = program.controller.context.state.combatants.values()
    return next(each.id for each in everybody if each.name == name)


def click(program: Program, point: Point) -> FieldPanel:
    """Clicks a point of the plan."""
    panel: FieldPanel = program.field.panel
    at = panel.surface.port.to_surface(point).toPoint()
    QTest.mouseClick(panel.surface, Qt.MouseButton.LeftButton, pos=at)
    settle(program)
    return panel


def settle(program: Program) -> None:
    look(program)
    program.controller.second_frame.flush()


def test_a_click_on_a_bare_place_aims_the_throw_there(thrown: Program) -> None:
    """Bench, plate and odds are of that point; a click on somebody aims at them again."""
    panel = click(thrown, (28, 21))
    command = thrown.connections.attack.form.command
    assert isinstance(command, Throw)
    assert (command.at, command.towards) == ((28, 21), None)
    blast = panel.state.view.blast
    assert blast is not None
    assert blast.head.startswith("18 m · Op to the point 28, 21")
    assert "Guard 2.2 m" in blast.text
    assert panel.state.view.line is None
    assert "the point 28, 21" in panel.surface.accessibleDescription()
    thrown.field.field.aim(named(thrown, "Guard"))
    settle(thrown)
    command = thrown.connections.attack.form.command
    assert isinstance(command, Throw)
    assert (command.at, command.towards) == (None, named(thrown, "Guard"))


def test_with_anything_else_in_hand_a_click_aims_at_nothing(thrown: Program) -> None:
    """Bare hands keep their target."""
    thrown.window.attack_panel.choose({"weapon": "unarmed"})
    settle(thrown)
    click(thrown, (28, 21))
    form = thrown.connections.attack.form
    assert not form.takes_point
    target = next(each.chosen for each in form.fields if each.key == "target")
    assert target == named(thrown, "Guard")


def test_the_throw_lands_at_the_point_that_was_clicked(thrown: Program) -> None:
    """T throws it there: the next form is of the blast at the place where it has come down."""
    panel = click(thrown, (28, 21))
    panel.take_focus()
    QTest.keyClick(panel.surface, Qt.Key.Key_T)
    settle(thrown)
    in_air = thrown.controller.context.combatant(named(thrown, "Op")).condition("in_air")
    assert in_air is not None
    assert len(in_air.keys) == 4


def test_the_menu_of_a_place_throws_there(thrown: Program) -> None:
    """The entry is there as long as something to throw is in hand."""
    field = thrown.field.field
    shown: list[QMenu] = []
    thrown.window.popup = lambda menu, _where: shown.append(menu)  # type: ignore[method-assign,assignment]
    field.panel.surface.menu_requested.emit(None, (26.0, 18.0), QPoint())
    action = next(each for each in shown[0].actions() if each.text() == "Throw here")
    action.trigger()
    settle(thrown)
    command = thrown.connections.attack.form.command
    assert isinstance(command, Throw)
    assert command.at == (26, 18)


@pytest.mark.parametrize("line", ["aim at 26 18", "op throws frag at 26 18", "blast at 26 18"])
def test_a_line_aims_the_throw(thrown: Program, line: str) -> None:
    """It says before Enter where, and the bench is set up so."""
    runner = thrown.connections.commands
    asked = runner.reading(line)
    assert asked.words
    assert any("the point 26, 18" in each.words for each in asked.legend)
    assert runner.run(line)
    runner.follow_up()
    settle(thrown)
    command = thrown.connections.attack.form.command
    assert isinstance(command, Throw)
    assert command.at == (26, 18)


def test_the_point_is_not_kept_for_the_next_turn(thrown: Program) -> None:
    """With what is attacked stays, but nobody stands at the point: the nearest opponent is meant again."""
    click(thrown, (28, 21))
    for _ in range(8):
        thrown.controller.perform(Next())
        while isinstance(thrown.controller.waits_for, tuple):
            thrown.controller.answer((None,) * len(thrown.controller.waits_for))
        settle(thrown)
        is_next = thrown.controller.context.state.round > 1
        if is_next and named(thrown, "Op") in thrown.controller.context.state.acting:
            break
    command = thrown.connections.attack.form.command
    assert isinstance(command, Throw)
    assert (command.at, command.towards) == (None, named(thrown, "Guard"))
