"""A whole phase of phases and wounds, clicked and typed through the real window with real dice."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Side
from encounter_gui.rules.model.commands import Add
from encounter_gui.rules.systems.phases.sheet import character
from tests.gui.systems.whole_fight import undone_redone_reopened
from tests.gui.window.conftest import Start, look, show
from tests.gui.window.test_dead_end_by_hand import Hands as AnyHands

pytestmark = pytest.mark.timeout(120)

CAST: tuple[tuple[str, str, Side], ...] = (
    ("rook", "Rook", "pc"),
    ("marrow", "Marrow", "foe"),
    ("jackal_gunner", "Gunner", "foe"),
)
MOST_KEYS = 6
"""From the table to the result of a hit that was called out."""


class Hands(AnyHands):
    """What these rules ask of hands besides: hits on the body, lists beside the bench, and keys that are counted."""

    def keys(self, text: str) -> int:
        """Presses keys wherever the keyboard is, one after the other, Enter for a line end; returns how many."""
        for letter in text:
            where = QApplication.focusWidget()
            assert where is not None
            if letter == "\n":
                self.qtbot.keyClick(where, Qt.Key.Key_Return)
            else:
                self.qtbot.keyClicks(where, letter)
        return len(text)

    def in_table(self, name: str) -> None:
        """Selects somebody, the keyboard being in the table."""
        self.program.window.table.select([self.combatant(name).id])
        self.program.window.table.setFocus()

    def click_body(self, name: str, place: str) -> None:
        """Selects somebody and clicks a place of the figure."""
        self.program.window.table.select([self.combatant(name).id])
        self.program.window.status.show_tab("body")
        look(self.program)
        figure = self.program.window.status.body
        self.qtbot.waitUntil(figure.isVisible)
        spot = figure.spot_of(place)
        assert isinstance(spot, QPoint)
        self.qtbot.mouseClick(figure.viewport(), Qt.MouseButton.LeftButton, pos=spot)

    def beside(self, key: str, text: str) -> None:
        """Chooses in a list left of the dice, by how its words begin."""
        chooser = self.program.window.attack_panel.set_up.choosers.widget(key)
        assert isinstance(chooser, QComboBox)
        chooser.setFocus()
        self.qtbot.keyClick(chooser, Qt.Key.Key_Home)
        for _ in range(chooser.count()):
            if not chooser.currentText().startswith(text):
                self.qtbot.keyClick(chooser, Qt.Key.Key_Down)
        assert chooser.currentText().startswith(text)

    @property
    def state(self) -> EncounterState:
        """The fight as the file has it."""
        return self.program.controller.session.state

    @property
    def acting(self) -> list[str]:
        """Whose turn it is, by name."""
        return [self.state.combatants[who].name for who in self.state.acting]

    @property
    def asks(self) -> str:
        """What the strip asks."""
        return self.program.window.log.prompt.text


@pytest.fixture
def quay(start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """One of the players and two Jackals; nothing has begun."""
    program = start()
    program.campaigns.create(tmp_path / "Quay.encounter")
    program.campaigns.create_encounter("Quay", "phases")
    for creature, name, side in CAST:
        assert program.controller.perform(Add(creature=creature, name=name, side=side))
    show(program, qtbot)
    return program


@pytest.mark.rule("PHA-11")
@pytest.mark.rule("PHA-24")
@pytest.mark.rule("PHA-78")
def test_a_phase_by_hand(quay: Program, start: Start, qtbot: QtBot) -> None:
    """Initiative, declaring, a shot that explodes, hits by body, tests in the strip; then undone, redone, reopened."""
    hands = Hands(quay, qtbot)
    _begun(hands)
    _a_shot(hands)
    _hits_called_out(hands)
    _next_phase(hands)
    undone_redone_reopened(quay, start, qtbot)


@pytest.mark.rule("PHA-24")
@pytest.mark.rule("PHA-29")
def test_all_declare_at_once_unseen(quay: Program, qtbot: QtBot) -> None:
    """One line for everybody; until the phase begins nobody has it, then a Snap Shot is first in strip and table."""
    hands = Hands(quay, qtbot)
    hands.next()
    hands.answer("5 4 3 3 3 3 2 2 2")
    qtbot.keyClick(quay.window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    hands.keys("declare_all 1:2,2:1::snap_shot,3:1:run\n")
    assert not hands.combatant("Marrow").has("snap_shot")
    assert _strip(hands) == ["Rook", "Marrow", "Gunner"]
    hands.next()
    assert hands.combatant("Rook").gauges[character.ACTIONS] == 2
    assert hands.combatant("Gunner").memo["gait"] == "run"
    assert [slot.score for slot in hands.state.slots] == [23, 21, 14]
    assert _strip(hands) == ["Marrow", "Rook", "Gunner"]


def _strip(hands: Hands) -> list[str]:
    """Who stands where in the phase, as the strip has it."""
    slots = hands.program.controller.system.timeline(hands.program.controller.context).slots
    return [slot.text for slot in slots][:3]


def _begun(hands: Hands) -> None:
    """Three dice for each of three, typed at once; Rook declares two actions, and the phase begins."""
    hands.next()
    hands.answer("6 6 3 3 3 3 2 2 2")
    hands.action("Rook", "Declare 2 actions")
    assert not hands.acting
    hands.next()
    assert [slot.score for slot in hands.state.slots] == [24, 20, 14]
    assert hands.acting == ["Rook"]


def _a_shot(hands: Hands) -> None:
    """Against a Dodge, 25 to 23: 17, a 3 after the six (less 1) and 2 of success, less 2 of leather."""
    hands.choose("who", "Rook")
    hands.choose("target", "Marrow")
    hands.beside("defense", "Dodge")
    hands.resolve(defense="3 3 3", attack="5 5 4")
    for faces in ("8", "6 5 4 2", "3", "6 5 4", "3 3 3"):
        hands.answer(faces)
    shot = hands.result("attack")
    assert (shot["total"], shot["against"], shot["defense"], shot["dos"]) == (25, 23, "dodge", 2)
    assert hands.result("damage")["past"] == 19
    assert (hands.result("shock")["total"], hands.result("shock")["dn"]) == (21, 18)
    assert hands.result("cool")["total"] == 17
    marrow = hands.combatant("Marrow")
    assert character.wound(marrow, "torso") == 4
    assert marrow.gauges[character.USED] == 1
    assert marrow.has("cool_held")
    assert hands.combatant("Rook").gauges["ammo.assault_rifle"] == 29


def _hits_called_out(hands: Hands) -> None:
    """Clicked: 3 past the vest, a COOL test in the strip. By keys: five to a Flesh wound, six to a Shock Test."""
    hands.click_body("Gunner", "torso")
    hands.keys("9\n")
    hands.answer("6 5 4")
    assert hands.result("cool")["passed"] is True
    assert character.wound(hands.combatant("Gunner"), "torso") == 1
    hands.in_table("Gunner")
    assert hands.keys("bra4\n") <= MOST_KEYS
    assert character.wound(hands.combatant("Gunner"), "right_arm") == 1
    hands.in_table("Gunner")
    assert hands.keys("bla14\n") <= MOST_KEYS
    assert "Shock Test" in hands.asks
    hands.answer("1 1 2")
    assert hands.result("wound")["name"] == "Moderate"
    known = hands.combatant("Gunner").condition("in_shock")
    assert known is not None
    assert known.count == 1 + 300
    assert "dropped" in hands.combatant("Gunner").memo


def _next_phase(hands: Hands) -> None:
    """Through the rest of the phase; the second begins undeclared, in the same order."""
    for name in ("Marrow", "Gunner"):
        hands.next()
        assert hands.acting == [name]
    hands.next()
    assert (hands.state.round, hands.acting) == (2, [])
    hands.next()
    assert hands.acting == ["Rook"]
    heading = hands.program.controller.system.heading(hands.program.controller.context)
    assert (heading.round, heading.part) == ("Round 1 · Phase 2", "of 4")
