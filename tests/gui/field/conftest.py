"""A real window on a fight whose people stand on a plan."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.field.field_panel import FieldPanel
from encounter_gui.rules.model.commands import Command, Put, PutArea, SetPlan
from tests.gui.window.conftest import Start, settings_file, show, start

__all__ = ["settings_file", "start"]

SAMPLES = paths.data_folder("resources") / "samples"
PLAN: tuple[Command, ...] = (
    SetPlan(size=(80, 40), name="Redline depot"),
    PutArea(at=(27, 18), size=(3, 10), name="Crates", is_="cover"),
)
PLACES = {
    "Halloran": (36, 23),
    "Vee": (39.5, 22),
    "Sister Ash": (46, 31),
    "Cutter": (23, 23),
    "Bruiser": (34.5, 21),
    "Gunman A": (35, 26),
    "Gunman B": (14, 33),
    "Corp guard 1": (60, 12),
    "Corp guard 2": (61, 30),
}


@pytest.fixture
def redlines(start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """The CWN sample fight in the window, its plan open; the captain stands nowhere."""
    program = start()
    program.campaigns.create(tmp_path / "Redlines.encounter")
    program.campaigns.replay(SAMPLES / "redlines.toml")
    known = {each.name: each.id for each in program.controller.context.state.combatants.values()}
    places = [Put(who=(known[name],), at=at) for name, at in PLACES.items()]
    assert program.controller.perform_each((*PLAN, *places))
    show(program, qtbot)
    open_field(program, qtbot)
    return program


def open_field(program: Program, qtbot: QtBot) -> FieldPanel:
    """Opens the plan by its action."""
    program.window.actions_of["field"].trigger()
    panel = program.field.panel
    qtbot.waitUntil(panel.isVisible)
    program.controller.second_frame.flush()
    return panel


def who(program: Program, name: str) -> CombatantId:
    """Returns the id of somebody."""
    everybody = program.controller.context.state.combatants.values()
    return next(each.id for each in everybody if each.name == name)


def where(program: Program, name: str) -> tuple[float, float] | None:
    """Returns where somebody stands."""
    place = program.controller.context.combatant(who(program, name)).place
    return None if place is None else place.point


def seen_at(program: Program, point: tuple[float, float]) -> QPointF:
    """Returns where a point of the plan is seen."""
    return program.field.panel.surface.port.to_surface(point)
