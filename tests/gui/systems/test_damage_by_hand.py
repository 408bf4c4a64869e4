"""Damage typed at the real window goes through the rules, is one entry, and is taken back exactly."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.encounter.values import Side
from encounter_gui.rules.model.commands import Add, Next
from tests.gui.systems.whole_fight import undone_redone_reopened
from tests.gui.window.conftest import Start, show
from tests.gui.window.test_window import press, type_text

Key, Ctrl = Qt.Key, Qt.KeyboardModifier.ControlModifier

CAST: tuple[tuple[str, str, Side], ...] = (
    ("halloran", "Halloran", "pc"),
    ("gang_lieutenant", "Cutter", "foe"),
    ("gang_bruiser", "Bruiser", "foe"),
    ("gang_gunman", "Gunman A", "foe"),
)


@pytest.fixture
def depot(start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """A player and three Redlines; the fight has begun."""
    program = start()
    program.campaigns.create(tmp_path / "Depot.encounter")
    program.campaigns.create_encounter("Depot", "cwn")
    for creature, name, side in CAST:
        assert program.controller.perform(Add(creature=creature, name=name, side=side))
    assert program.controller.perform(Next())
    show(program, qtbot)
    return program


def gauges(program: Program) -> list[tuple[int, int]]:
    """Returns hit points and soak of everybody."""
    found = program.controller.context.state.combatants.values()
    return [(each.gauges["hp"], each.gauges.get("soak", 0)) for each in found]


def line(program: Program, qtbot: QtBot, text: str) -> None:
    """Types a line into the command field."""
    press(qtbot, Key.Key_K, Ctrl)
    type_text(qtbot, text)
    press(qtbot, Key.Key_Return)


@pytest.mark.rule("CWN-07")
def test_damage_past_zero_and_undo_gives_the_exact_old_hit_points(
    depot: Program, start: Start, qtbot: QtBot
) -> None:
    """peers.md 2.9, case 2: soak, hit points and death of several come back as they were, also after a restart."""
    before, entries = depot.controller.context.state, len(depot.controller.session.log)
    line(depot, qtbot, "1 2 3 4 -90 steam pipe")
    assert len(depot.controller.session.log) == entries + 1
    assert all(each == (0, 0) for each in gauges(depot))
    press(qtbot, Key.Key_Z, Ctrl)
    assert depot.controller.context.state == before
    press(qtbot, Key.Key_Y, Ctrl)
    assert all(each == (0, 0) for each in gauges(depot))
    undone_redone_reopened(depot, start, qtbot)


@pytest.mark.rule("CWN-07")
def test_a_minus_goes_through_soak_and_raw_past_it(depot: Program, qtbot: QtBot) -> None:
    """The same 4: off the soak through the rules; raw straight off the hit points; and soak by its name."""
    (_, (hp, soak), *_) = gauges(depot)
    assert soak >= 4
    line(depot, qtbot, "2 -4")
    assert gauges(depot)[1] == (hp, soak - 4)
    line(depot, qtbot, "2 raw -4")
    assert gauges(depot)[1] == (hp - 4, soak - 4)
    line(depot, qtbot, "2 soak =3")
    assert gauges(depot)[1] == (hp - 4, 3)
    line(depot, qtbot, "2 +2")
    assert gauges(depot)[1] == (hp - 2, 3)


def test_ten_damages_as_fast_as_keys_repeat(depot: Program, qtbot: QtBot) -> None:
    """peers.md 2.9, case 18: each is an entry of its own, and none is lost."""
    entries, before = len(depot.controller.session.log), sum(gauges(depot)[1])
    for _ in range(10):
        line(depot, qtbot, "2 -1")
    assert len(depot.controller.session.log) == entries + 10
    assert sum(gauges(depot)[1]) == before - 10
