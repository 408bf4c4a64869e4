"""Whoever is out of the fight is not aimed at by itself, and an attack on them is asked about first."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Total
from encounter_gui.play.session.rollers import Rollers
from encounter_gui.rules.model.commands import Add, Afflict, Damage, DamageTarget
from tests.gui.window.conftest import Start, show
from tests.gui.window.test_shot_at_player import CASES, PROGRAM, Case, press_next

Key = Qt.Key


@pytest.fixture(params=CASES, ids=lambda case: case.system)
def fight(request: pytest.FixtureRequest, start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """The enemy acts; two player characters, Vesper and Static, stand before it."""
    case: Case = request.param
    program = start()
    program.campaigns.create(tmp_path / "Fallen.encounter")
    program.campaigns.create_encounter("Fallen", case.system)
    controller = program.controller
    for name in ("Vesper", "Static"):
        assert controller.perform(Add(creature=case.player, name=name, side="pc"))
    assert controller.perform(Add(creature=case.enemy, name="Gunner", side="foe"))
    show(program, qtbot)
    controller.set_rollers(PROGRAM)
    for _ in range(60):
        acting = [controller.context.combatant(who).name for who in controller.context.state.acting]
        if acting == ["Gunner"] and program.window.attack_panel.set_up.dice.resolve.isEnabled():
            return program
        press_next(program)
    raise AssertionError("the gunner never acts")


def named(program: Program, name: str) -> CombatantId:
    """Returns the id of a combatant."""
    found = program.controller.context.state.combatants.values()
    return next(each.id for each in found if each.name == name)


def put_out(program: Program, who: CombatantId) -> None:
    """Takes somebody out of the fight by the game's own means."""
    controller = program.controller
    game = controller.system.id
    if game in {"d6pool", "chrome"}:
        command = Damage(targets=(DamageTarget(who=who),), amount=15, way="raw")
        controller.set_rollers(Rollers(by_side={"pc": "hand"}))
        assert controller.perform(command)
        while isinstance(controller.waits_for, tuple):  # the Save at 0 Health is passed
            controller.answer(tuple(Total(value=1) for _ in controller.waits_for))
        controller.set_rollers(PROGRAM)
    else:
        key = "mortally_wounded" if game == "cwn" else "unconscious"
        assert controller.perform(Afflict(who=(who,), condition=key))
    rows = controller.system.rows(controller.context)
    assert next(row.is_out for row in rows if row.who == who)


def aimed_at(program: Program) -> str:
    """Returns whom the bench is aimed at."""
    fields = program.connections.attack.form.fields
    return next((each.chosen for each in fields if each.key == "target"), "")


def test_a_target_that_falls_is_not_aimed_at_any_more(fight: Program) -> None:
    """The next attack went at the one who lay there: "Dies 100 %"."""
    vesper, static = named(fight, "Vesper"), named(fight, "Static")
    fight.window.table.select([vesper])
    assert aimed_at(fight) == vesper
    put_out(fight, vesper)
    assert aimed_at(fight) == static
    put_out(fight, static)
    assert aimed_at(fight) == ""


def test_an_attack_on_the_fallen_is_asked_about_first(fight: Program, qtbot: QtBot) -> None:
    """T on somebody who was chosen though out of the fight says so; the second T attacks."""
    vesper = named(fight, "Vesper")
    put_out(fight, vesper)
    fight.window.table.select([named(fight, "Static")])
    fight.window.table.select([vesper])
    assert aimed_at(fight) == vesper
    head = fight.controller.session.log.head
    table = fight.window.table
    qtbot.keyClick(table, Key.Key_T)
    assert fight.controller.session.log.head == head
    assert "Vesper is out of the fight" in said(fight)
    qtbot.keyClick(table, Key.Key_T)
    has_begun = fight.controller.session.log.head != head or fight.controller.is_uncommitted
    assert has_begun or "Vesper is out of the fight" not in said(fight)


def test_every_attack_on_the_fallen_is_asked_about(fight: Program) -> None:
    """What was said to one attack is not said to the next, though it is the same in all its words."""
    attack, vesper = fight.connections.attack, named(fight, "Vesper")
    put_out(fight, vesper)
    fight.window.table.select([vesper])
    command = attack.form.command
    assert command is not None
    asked = [attack._doubts(command) for _ in range(4)]
    assert asked == [True, False, True, False]


def test_the_question_is_forgotten_when_something_else_is_aimed_at(
    fight: Program, qtbot: QtBot
) -> None:
    """Coming back to the fallen, it is asked again."""
    vesper, static = named(fight, "Vesper"), named(fight, "Static")
    put_out(fight, vesper)
    table = fight.window.table
    for _ in range(2):
        table.select([static])
        table.select([vesper])
        head = fight.controller.session.log.head
        qtbot.keyClick(table, Key.Key_T)
        assert fight.controller.session.log.head == head
        assert "Vesper is out of the fight" in said(fight)


def said(program: Program) -> str:
    """Returns what the bench says in the place of the sum."""
    return program.window.attack_panel._refusal


def test_next_selects_nobody_who_is_out(fight: Program) -> None:
    """A group whose first lies there: what is selected is looked at, and aimed from."""
    vesper, static = named(fight, "Vesper"), named(fight, "Static")
    gunner = named(fight, "Gunner")
    put_out(fight, vesper)
    fight.window.table.select([gunner])
    fight.controller.turn_moved.emit((vesper,))
    assert fight.controller.selected == (gunner,)
    fight.controller.turn_moved.emit((vesper, static))
    assert fight.controller.selected == (static,)
