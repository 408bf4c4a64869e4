"""The worked example of the D6-pool rules, GT-D6P-1 to 16, clicked and typed through the real window with real dice."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.core.ids import ROOT, CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.dialogs.switches_dialog import SwitchesDialog
from tests.gui.window.conftest import Start, end, go_on, look, show, wait_for_options

pytestmark = pytest.mark.timeout(120)


class Hands:
    """The game master's hands: keys, clicks and dice from the table; nothing is called that a hand cannot reach."""

    def __init__(self, program: Program, qtbot: QtBot) -> None:
        """Takes the window and what moves in it."""
        self.program = program
        self.qtbot = qtbot

    def combatant(self, name: str) -> Combatant:
        """Returns a combatant as the file has it."""
        combatants = self.program.controller.session.state.combatants
        return next(each for each in combatants.values() if each.name == name)

    def result(self, what: str) -> dict[str, object]:
        """Returns the numbers of the last result of this kind in the last gesture."""
        path = self.program.controller.session.log.path()
        first = path[-1].gesture or path[-1].id
        events = (event for entry in path if entry.id >= first for event in entry.events)
        found = [each for each in events if isinstance(each, ev.Resolved) and each.what == what]
        return dict(found[-1].values)

    def click(self, button: QWidget) -> None:
        """Clicks a button that can be seen and used."""
        self.qtbot.waitUntil(button.isVisible)
        assert button.isEnabled()
        self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    def next(self) -> None:
        """Presses N in the table."""
        self.program.window.table.setFocus()
        self.qtbot.keyClick(self.program.window.table, Qt.Key.Key_N)

    def answer(self, text: str) -> None:
        """Types into the strip and presses Enter."""
        field = self.program.window.log.prompt.field
        assert field.isVisible()
        field.setFocus()
        self.qtbot.keyClicks(field, text)
        self.qtbot.keyClick(field, Qt.Key.Key_Return)

    def choose(self, key: str, text: str) -> None:
        """Chooses in a list of the bench with the arrow keys."""
        look(self.program)
        chooser = self.program.window.attack_panel.head.widget(key)
        assert isinstance(chooser, QComboBox)
        chooser.setFocus()
        self.qtbot.keyClick(chooser, Qt.Key.Key_Home)
        for _ in range(chooser.count()):
            if chooser.currentText() != text:
                self.qtbot.keyClick(chooser, Qt.Key.Key_Down)
        assert chooser.currentText() == text

    def segment(self, key: str, place: int, name: str = "") -> None:
        """Clicks a segment of the bench; of a blast, that of somebody in it."""
        key = f"{key}.{self.combatant(name).id}" if name else key
        chooser = self.program.window.attack_panel.head.widget(key)
        assert chooser is not None
        self.click(chooser.buttons[place])  # type: ignore[union-attr]  # a row of segments

    def resolve(self, **dice: str) -> None:
        """Types dice into the bench and presses Enter in the last field."""
        fields = {field.key: field for field in self.program.window.attack_panel.set_up.dice.inputs}
        for key, faces in dice.items():
            fields[key].setFocus()
            self.qtbot.keyClicks(fields[key], faces)
        self.qtbot.keyClick(fields[next(reversed(dice))], Qt.Key.Key_Return)

    def action(self, name: str, text: str) -> None:
        """Selects somebody in the table and clicks one of the quick actions, in the row or its menu."""
        look(self.program)
        self.program.window.table.select([self.combatant(name).id])
        actions = self.program.window.status.quick_actions
        wait_for_options(self.program, self.qtbot)
        button = next(each for each in actions.findChildren(QPushButton) if each.text() == text)
        if button.isVisible():
            self.click(button)
            return
        more = actions.menu
        more.aboutToShow.emit()
        found = next(each for each in more.actions() if each.text() == text)
        assert found.isEnabled()
        found.trigger()

    def switch(self, name: str, words: str) -> None:
        """Sets a house rule in its dialog to what reads like this."""
        self.program.window.actions_of["switches"].trigger()
        self.qtbot.waitUntil(lambda: QApplication.activeModalWidget() is not None)
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, SwitchesDialog)
        box = next(each for each in dialog.findChildren(QComboBox) if each.accessibleName() == name)
        box.setFocus()
        self.qtbot.keyClick(box, Qt.Key.Key_Home)
        for _ in range(box.findText(words)):
            self.qtbot.keyClick(box, Qt.Key.Key_Down)
        assert box.currentText() == words
        dialog.accept()
        with self.qtbot.waitActive(self.program.window):
            self.program.window.activateWindow()  # what a desktop does by itself
        assert self.program.controller.session.state.switches["d6pool.rangeLadder"] == "example"


@pytest.mark.rule("D6P-51")
@pytest.mark.rule("D6P-52")
def test_the_worked_example_by_hand(program: Program, start: Start, qtbot: QtBot) -> None:
    """Every printed number of the example comes up; then it is undone to the start, redone, closed and reopened."""
    hands = Hands(program, qtbot)
    hands.switch("Range ladder", "5, 10, 15, 20")
    _first_turn(hands)
    _second_turn(hands)
    hands.next()
    hands.action("Gang B", "Leave the fight")  # GT-D6P-16
    assert "left" in hands.combatant("Gang B").flags
    _undone_redone_reopened(program, start, qtbot)


def _first_turn(hands: Hands) -> None:
    hands.next()
    hands.next()
    hands.answer("5 6 4")  # GT-D6P-1
    slots = hands.program.controller.session.state.slots
    assert [slot.score for slot in slots] == [9, 9, 8]
    assert hands.program.controller.session.state.is_tied
    hands.choose("who", "Gang A")
    hands.choose("target", "Hening")
    hands.segment("band", 1)
    hands.segment("dodge", 2)
    hands.resolve(dodge="2 4", attack="3 3 3 3 3")  # GT-D6P-2
    assert hands.result("attack")["dn"] == 16
    assert hands.result("attack")["hit"] is False
    hands.segment("dodge", 1)
    hands.resolve(dodge="3", attack="2 3 3 3 3", damage="4 4 4 4 3 3", resistance="4 4 4 4 4 3")
    shot = hands.result("attack")  # GT-D6P-3, GT-D6P-4
    assert (shot["dn"], shot["hit"], shot["damage"], shot["resistance"]) == (13, True, 22, 23)
    assert hands.combatant("Hening").gauges["dodge"] == 1
    assert not hands.combatant("Hening").has("stunned")
    _grenade(hands)
    hands.next()  # results of the tie take effect; GT-D6P-8
    assert hands.combatant("Hening").has("stunned")
    assert hands.combatant("Gang A").gauges["th"] == -8
    assert hands.combatant("Gang A").has("bleeding")
    hands.action("Gang B", "Run")  # GT-D6P-10


def _grenade(hands: Hands) -> None:
    hands.choose("who", "Hening")
    hands.segment("band", 2)
    hands.resolve(throw="3 3 3 3")  # GT-D6P-5: no die off for a stun that does not count yet
    hands.answer("3")
    hands.answer("2")  # GT-D6P-6
    thrown = hands.result("throw")
    assert (thrown["dn"], thrown["total"], thrown["metres"], thrown["direction"]) == (15, 12, 3, 2)
    hands.choose("target", "Gang A")
    hands.segment("band", 0, "Gang A")
    hands.segment("dodge", 2, "Gang A")
    hands.resolve(
        dodge="3 3", attack="3 3 3 4", damage="5 5 5 5 5 4 4 4 4 4", resistance="4 4 4 4 3 3 3"
    )
    blast = hands.result("blast")  # GT-D6P-7, GT-D6P-8
    assert (blast["dn"], blast["level"], blast["wounds"]) == (11, 10, 20)
    hands.choose("target", "Gang B")
    hands.segment("band", 2, "Gang B")
    hands.segment("dodge", 2, "Gang B")
    hands.resolve(dodge="5 5", attack="4 4 4 3")  # GT-D6P-9
    assert hands.result("blast")["dn"] == 25
    assert hands.result("blast")["hit"] is False
    hands.click(hands.program.window.log.prompt.button)  # nobody else in the blast


def _second_turn(hands: Hands) -> None:
    hands.next()
    assert hands.program.controller.session.state.round == 2
    assert not hands.combatant("Hening").has("stunned")
    hands.next()
    hands.answer("3 5")  # GT-D6P-11
    assert hands.program.controller.session.state.acting == (hands.combatant("Gang B").id,)
    hands.action("Gang B", "Run")
    hands.choose("target", "Hening")
    hands.segment("dodge", 2)
    hands.resolve(dodge="2 3", attack="5 5 4")  # GT-D6P-12
    blow = hands.result("attack")
    assert (blow["dice"], blow["dn"], blow["total"], blow["hit"]) == (3, 15, 14, False)
    hands.next()
    hands.action("Hening", "Fast draw Knife")
    hands.answer("3 3 3 4")  # GT-D6P-13
    assert hands.result("fast_draw")["drawn"] is True
    hands.choose("target", "Gang B")
    hands.segment("dodge", 2)
    hands.resolve(dodge="4 4", attack="5 4 4 4 4", damage="5 5 5 4", resistance="3 3 3 3 3")
    stab = hands.result("attack")  # GT-D6P-14, GT-D6P-15
    assert (stab["dn"], stab["total"], stab["level"], stab["wounds"]) == (18, 21, 4, 4)
    assert hands.combatant("Gang B").gauges["th"] == 8


def _undone_redone_reopened(program: Program, start: Start, qtbot: QtBot) -> None:
    last = program.controller.session.state
    window, entries = program.window, len(program.controller.session.log.path())
    for _ in range(entries):
        qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert program.controller.session.log.head == ROOT
    assert program.controller.session.state == EncounterState()
    for _ in range(entries):
        qtbot.keyClick(
            window,
            Qt.Key.Key_Z,
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
        )
    assert program.controller.session.state == last
    campaign = program.window.windowTitle()
    end(program)
    again = start()
    from encounter_gui.cli.window_options import WindowOptions

    again.start.begin(WindowOptions())
    go_on(again)
    show(again, qtbot)
    assert again.window.windowTitle() == campaign
    assert again.controller.session.state == last
    assert again.controller.session.can_undo
    assert CombatantId("hening_1") in again.controller.session.state.combatants
