"""A whole round of CWN, clicked and typed through the real window with real dice."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Side
from encounter_gui.gui.attack.fields.segment_chooser import SegmentChooser
from encounter_gui.gui.status.sections.sheet_button import SheetButton
from encounter_gui.rules.model.commands import Add
from encounter_gui.rules.view import ActionOption
from tests.gui.systems.whole_fight import undone_redone_reopened
from tests.gui.window.conftest import Start, look, show
from tests.gui.window.test_dead_end_by_hand import Hands as AnyHands

pytestmark = pytest.mark.timeout(120)

CAST: tuple[tuple[str, str, Side], ...] = (
    ("halloran", "Halloran", "pc"),
    ("vee_okonjo", "Vee", "pc"),
    ("gang_lieutenant", "Cutter", "foe"),
    ("gang_bruiser", "Bruiser", "foe"),
    ("gang_gunman", "Gunman A", "foe"),
    ("gang_gunman", "Gunman B", "foe"),
    ("basic_corp_guard", "Guard", "neutral"),
)


class Hands(AnyHands):
    """What these rules ask of hands besides: segments by their words, offers of the sheet, Instants in the strip."""

    def way(self, key: str, text: str) -> None:
        """Clicks a segment of the bench by what stands on it, or chooses it where there is only room for a list."""
        chooser = self.program.window.attack_panel.head.widget(key)
        if isinstance(chooser, QComboBox):
            self.choose(key, text)
            return
        assert isinstance(chooser, SegmentChooser)
        self.click(next(each for each in chooser.buttons if each.text() == text))

    def offer(self, name: str, text: str) -> None:
        """Selects somebody and presses Enter on something that is still possible."""
        button = self._offer(name, text)
        assert button.isEnabled(), button.toolTip()
        button.setFocus()
        self.qtbot.keyClick(button, Qt.Key.Key_Return)

    def refusal(self, name: str, text: str) -> str:
        """Selects somebody and reads, in short, why something is not possible."""
        button = self._offer(name, text)
        assert not button.isEnabled()
        assert isinstance(button.value, ActionOption)
        return button.value.short

    def _offer(self, name: str, text: str) -> SheetButton:
        self.program.window.table.select([self.combatant(name).id])
        look(self.program)
        buttons = self.program.window.status.sheet.surface.buttons
        offers = (each for each in buttons if isinstance(each.value, ActionOption))
        button = next(each for each in offers if each.accessibleName().split(", ")[0] == text)
        self.qtbot.waitUntil(button.isVisible)
        return button

    def instant(self, text: str) -> None:
        """Clicks an answer to what is asked in the strip."""
        buttons = self.program.window.log.prompt.option_buttons
        self.click(next(each for each in buttons if each.accessibleName() == text))

    def notice(self) -> None:
        """Clicks the button of what the strip reminds of."""
        self.click(self.program.window.log.prompt.button)

    def press_resolve(self) -> None:
        """Clicks the yellow button of the bench."""
        self.click(self.program.window.attack_panel.set_up.dice.resolve)

    def hp(self, name: str) -> int:
        """Returns somebody's hit points as the file has them."""
        return self.combatant(name).gauges["hp"]

    @property
    def state(self) -> EncounterState:
        """The fight as the file has it."""
        return self.program.controller.session.state

    @property
    def acting(self) -> list[str]:
        """Whose turn it is, by name."""
        return [self.state.combatants[who].name for who in self.state.acting]


@pytest.fixture
def depot(start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """Two of the players, four Redlines and a guard; nothing has begun."""
    program = start()
    program.campaigns.create(tmp_path / "Depot.encounter")
    program.campaigns.create_encounter("Depot", "cwn")
    for creature, name, side in CAST:
        assert program.controller.perform(Add(creature=creature, name=name, side=side))
    show(program, qtbot)
    return program


@pytest.mark.rule("CWN-15")
@pytest.mark.rule("CWN-19")
@pytest.mark.rule("CWN-20")
def test_a_round_by_hand(depot: Program, start: Start, qtbot: QtBot) -> None:
    """Initiative, an attack, Total Defense, Morale, a swarm, side after side; then undone, redone and reopened."""
    hands = Hands(depot, qtbot)
    hands.next()
    hands.next()
    hands.answer("6 6 3")
    assert [slot.score for slot in hands.state.slots] == [7, 7, 6, 6, 6, 6, 3]
    _squad(hands)
    _redlines(hands)
    _guard(hands)
    undone_redone_reopened(depot, start, qtbot)


def _squad(hands: Hands) -> None:
    """A burst that kills, typed at once; Total Defense from the sheet with the Main that is left."""
    assert hands.acting == ["Halloran", "Vee"]
    hands.choose("who", "Halloran")
    hands.choose("target", "Gunman A")
    hands.way("mode", "Burst 3")
    hands.resolve(attack="13", trauma="7", damage="7")
    shot = hands.result("attack")
    assert (shot["total"], shot["ac"], shot["traumatic"], shot["damage"]) == (19, 14, True, 30)
    assert hands.combatant("Gunman A").has("dead")
    assert hands.combatant("Halloran").gauges["ammo.combat_rifle"] == 27
    assert hands.refusal("Halloran", "Total Defense") == "spent Main"
    hands.offer("Vee", "Total Defense")
    assert hands.combatant("Vee").has("total_defense")


def _redlines(hands: Hands) -> None:
    """Morale in the strip, 8 against 8 and 10, which holds; then two swarm, and Halloran lets it stand."""
    hands.next()
    assert hands.acting[0] == "Cutter"
    hands.answer("5 3")
    assert hands.result("morale")["broken"] is False
    for name in ("Gunman B", "Bruiser"):
        hands.choose("who", name)
        hands.choose("target", "Halloran")
        hands.way("how", "Swarm")
        hands.press_resolve()
        assert hands.combatant(name).has("swarming")
    hands.next()
    assert hands.acting[0] == "Cutter", "a swarm that has not struck keeps its side"
    hands.choose("who", "Bruiser")
    hands.choose("target", "Halloran")
    hands.resolve(attack="10", trauma="2", damage="5")
    hands.instant("Let it stand")
    blow = hands.result("attack")
    assert (blow["total"], blow["ac"], blow["rolled"]) == (18, 15, 7)
    assert hands.hp("Halloran") == 16
    assert not hands.combatant("Gunman B").has("swarming")


def _guard(hands: Hands) -> None:
    """The last side, then the next round in the same order: Mains are back, Total Defense is over."""
    hands.next()
    assert hands.acting == ["Guard"]
    hands.offer("Guard", "Hold")
    assert hands.combatant("Guard").has("holding")
    hands.next()
    assert hands.state.round == 2
    assert hands.acting == ["Halloran", "Vee"]
    assert not hands.combatant("Vee").has("total_defense")
    assert not hands.combatant("Guard").has("holding")
    assert hands.combatant("Halloran").gauges["main"] == 0
