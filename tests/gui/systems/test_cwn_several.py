"""Several targets of one Main, and several Snap Attacks at one moment, chosen and typed through the real window."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.encounter import events as ev
from encounter_gui.rules.model.commands import Add
from tests.gui.systems.test_cwn_round import Hands
from tests.gui.window.conftest import Start, show

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def hands(start: Start, qtbot: QtBot, tmp_path: Path) -> Hands:
    """Halloran 1, Vee 2 and a beast with two attacks 3, whose turn it is in round 1."""
    program: Program = start()
    program.campaigns.create(tmp_path / "Kennel.encounter")
    program.campaigns.create_encounter("Kennel", "cwn")
    for creature, name in (("halloran", "Halloran"), ("vee_okonjo", "Vee")):
        assert program.controller.perform(Add(creature=creature, name=name, side="pc"))
    assert program.controller.perform(
        Add(creature="cybered_attack_beast", name="Beast", side="foe")
    )
    show(program, qtbot)
    hands = Hands(program, qtbot)
    hands.next()
    hands.next()
    hands.answer("1 8")
    assert hands.acting == ["Beast"]
    return hands


def struck(hands: Hands) -> list[tuple[str, bool]]:
    """Who was struck at by the last gesture, in order, and whether it was hit."""
    *_, last = path = hands.program.controller.session.log.path()
    first = last.gesture or last.id
    names = {combatant.id: combatant.name for combatant in hands.state.combatants.values()}
    return [
        (names[each.target], bool(each.values["hit"]))
        for entry in path
        if first in (entry.gesture, entry.id)
        for each in entry.events
        if isinstance(each, ev.Resolved) and each.what == "attack" and each.target
    ]


@pytest.mark.rule("CWN-69")
def test_a_beast_bites_two(hands: Hands) -> None:
    """The second attack of the Main is aimed at somebody else, on the bench; each has dice of its own."""
    hands.choose("target", "Halloran")
    second = hands.program.window.attack_panel.set_up.choosers.widget("also_2")
    assert isinstance(second, QComboBox)
    assert second.currentText() == "2. Halloran"
    second.setFocus()
    hands.qtbot.keyClick(second, Qt.Key.Key_Down)
    assert second.currentText() == "2. Vee"
    hands.resolve(attack="2", trauma="1", damage="1")
    hands.instant("Let it stand")
    hands.answer("2")
    assert struck(hands) == [("Halloran", False), ("Vee", False)]
    assert hands.combatant("Beast").gauges["main"] == 1


@pytest.mark.rule("CWN-36c")
def test_simultaneous_snap_attacks_from_the_command_field(hands: Hands) -> None:
    """Both are rolled before any takes effect, with the dice of the table, typed into the strip."""
    window = hands.program.window
    hands.qtbot.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    hands.qtbot.keyClicks(window.command.line, "snap_together 1:3 Vee:3")
    hands.qtbot.keyClick(window.command.line, Qt.Key.Key_Return)
    for faces in ("18", "1 4", "1"):
        hands.answer(faces)
    hands.instant("Let it stand")
    assert struck(hands) == [("Beast", True), ("Beast", False)]
    assert [hands.combatant(name).gauges["main"] for name in ("Halloran", "Vee")] == [1, 1]
