"""From whose place the plan is looked at: whoever attacks on the bench, for whom T does."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.attack.attack_choices import TARGET, chosen_in
from encounter_gui.gui.combatants.model import CombatantModel
from encounter_gui.rules.model.commands import Add, Command, Next, Put, SetPlan
from tests.gui.field.conftest import Start, open_field, seen_at, show, who
from tests.gui.window.conftest import look
from tests.rules.systems.cwn.field.ground import Ground

PLACES = {"Ann": (10.0, 10.0), "Ben": (10.0, 20.0), "Near": (18.0, 10.0), "Far": (18.0, 20.0)}


def shooting(start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """Two with pistols whose turn it is, each with an opponent 8 m away, seen on the plan."""
    program = start()
    program.campaigns.create(tmp_path / "Two.encounter")
    program.campaigns.create_encounter("Two", "cwn")
    controller = program.controller
    made = Ground()
    joined = [made.pc(name, side="foe", items=["heavy_pistol"]) for name in ("Ann", "Ben")]
    joined += [made.npc(name, side="pc", hd=8, hp=90, items=["knife"]) for name in ("Near", "Far")]
    for each in joined:
        assert controller.perform(Add(combatant=made.combatant(each)))
    placed: list[Command] = [SetPlan(size=(40, 30))]
    placed += [Put(who=(who(program, name),), at=at) for name, at in PLACES.items()]
    assert controller.perform_each(placed)
    show(program, qtbot)
    for _ in range(20):
        if who(program, "Ann") in controller.context.state.acting:
            break
        controller.perform(Next())
        look(program)
    open_field(program, qtbot).take_focus()
    look(program)
    return program


def seen(program: Program) -> tuple[CombatantId | None, CombatantId | None]:
    """Returns from whose place the plan is looked at, and whom its line leads to."""
    look(program)
    program.controller.second_frame.flush()
    view = program.field.panel.state.view
    return view.who, view.line.target if view.line else None


def on_the_bench(program: Program) -> tuple[CombatantId | None, CombatantId | None]:
    """Returns who attacks on the bench, and whom."""
    form = program.connections.attack.form
    target = chosen_in(form, TARGET)
    return form.actor, CombatantId(target) if target else None


def test_after_an_attack_the_plan_shows_whoever_t_is_for_now(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """Ann was selected and has a Move left, but the bench goes on to Ben: the line was from Ann to whom Ben aims at."""
    program = shooting(start, qtbot, tmp_path)
    program.window.table.select([who(program, "Ann")])
    assert seen(program) == (who(program, "Ann"), who(program, "Near"))
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_T)
    look(program)
    assert who(program, "Ann") in program.controller.context.state.acting
    assert on_the_bench(program)[0] == who(program, "Ben")
    assert seen(program) == on_the_bench(program)
    assert seen(program)[1] == who(program, "Far")


def test_who_is_selected_with_nothing_but_a_move_left_is_looked_at(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """The rings are those of the one who is to walk; no line leads from there to whom another aims at."""
    program = shooting(start, qtbot, tmp_path)
    program.window.table.select([who(program, "Ann")])
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_T)
    look(program)
    for name in ("Ben", "Ann"):
        program.window.table.select([who(program, name)])
        looked_at, target = seen(program)
        assert looked_at == who(program, name)
        assert target in (None, on_the_bench(program)[1])
        assert target is None or on_the_bench(program)[0] == looked_at


@pytest.mark.parametrize("by", ["token", "row", "number"])
def test_whoever_is_selected_already_is_taken_by_another_click(
    start: Start, qtbot: QtBot, tmp_path: Path, by: str
) -> None:
    """Near was aimed at by Ann; Ben, who is next, aims at Far, and a click on Near did nothing."""
    program = shooting(start, qtbot, tmp_path)
    near, table = who(program, "Near"), program.window.table

    def click() -> None:
        if by == "token":
            point = seen_at(program, PLACES["Near"]).toPoint()
            QTest.mouseClick(program.field.panel.surface, Qt.MouseButton.LeftButton, pos=point)
        elif by == "row":
            model = table.model()
            assert isinstance(model, CombatantModel)
            point = table.visualRect(model.index(model.place_of(near), 2)).center()
            QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=point)
        else:
            table.setFocus()
            QTest.keyClick(table, str(program.controller.context.combatant(near).number))
        look(program)

    table.select([who(program, "Ann")])
    click()
    assert on_the_bench(program) == (who(program, "Ann"), near)
    program.field.panel.take_focus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_T)
    look(program)
    assert on_the_bench(program) == (who(program, "Ben"), who(program, "Far"))
    click()
    assert program.controller.selected == (near,)
    assert seen(program) == on_the_bench(program) == (who(program, "Ben"), near)
