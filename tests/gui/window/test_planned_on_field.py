"""Those who are prepared stand on the plan before the fight, and begin where they were put."""

import pytest
from PySide6.QtCore import QPoint

from encounter_gui.encounter.place import Place
from encounter_gui.gui.dialogs.save_dialog import SaveDialog
from encounter_gui.rules.model.commands import SetPlan


@pytest.fixture
def prepared(sample, qtbot):
    """A fight of cwn that has not begun, with two guards prepared, and its plan open."""
    program = sample
    program.campaigns.campaign.new_encounter("Depot", "cwn")
    made = program.campaigns.campaign.encounters()[-1].id
    program.campaigns.open_encounter(made)
    qtbot.waitUntil(lambda: program.prep is not None and program.prep.plans.is_open)
    assert program.prep.plans.editor.type_roster("2 basic corp guard")
    if program.window.is_prep:
        program.window.actions_of["prep"].trigger()
    program.window.actions_of["field"].trigger()
    return program


def tokens(program):
    return [(token.x, token.y) for token in program.field.panel.state.view.tokens]


def test_the_prepared_are_put_dragged_and_begin_there(prepared, qtbot):
    field = prepared.field.field
    assert len(prepared.field.panel.state.view.absent) == 2
    prepared.controller.perform(SetPlan(size=(40, 20)))
    field._place_next((5, 6))
    field._place_next((8, 9))
    assert sorted(tokens(prepared)) == [(5, 6), (8, 9)]
    assert prepared.controller.session.state.combatants == {}
    plan = prepared.prep.plans.plan
    assert plan.recruits[0].places == (Place(x=5, y=6), Place(x=8, y=9))
    prepared.prep.plans.document.undo()
    assert tokens(prepared) == [(5, 6)]
    prepared.prep.plans.document.redo()
    prepared.prep.plans.staging.start()
    places = [each.place for each in prepared.controller.session.state.combatants.values()]
    assert places == [Place(x=5, y=6), Place(x=8, y=9)]
    assert sorted(tokens(prepared)) == [(5, 6), (8, 9)]


def test_without_a_plan_placing_all_makes_one(prepared):
    prepared.field.field.place_all()
    assert prepared.controller.session.state.plan is not None
    assert len(tokens(prepared)) == 2
    assert prepared.prep.plans.plan.recruits[0].places


def test_a_place_beside_the_plan_is_refused_in_words(prepared):
    prepared.controller.perform(SetPlan(size=(40, 20)))
    said = []
    prepared.controller.refused.connect(said.append)
    prepared.field.field._place_next((500, 6))
    prepared.controller.refused.disconnect(said.append)
    assert "beside the plan" in str(said)
    assert tokens(prepared) == []


def test_the_plan_is_saved_as_a_picture_from_its_menu(prepared, tmp_path, monkeypatch):
    prepared.field.field.place_all()
    menus = []
    monkeypatch.setattr(prepared.window, "popup", lambda menu, _where: menus.append(menu))
    prepared.field.field._open_menu(None, (5.0, 5.0), QPoint(5, 5))
    (action,) = [each for each in menus[0].actions() if "picture" in each.text()]
    action.trigger()
    (dialog,) = prepared.window.findChildren(SaveDialog)
    assert "PNG (*.png)" in dialog.nameFilters()
    dialog.reject()
    for name, start in (("plan.png", b"\x89PNG"), ("plan.svg", b"<?xml")):
        prepared.printing.export_plan(str(tmp_path / name))
        assert (tmp_path / name).read_bytes().startswith(start)
    assert "Basic corp guard 1" in (tmp_path / "plan.svg").read_text(encoding="utf-8")
