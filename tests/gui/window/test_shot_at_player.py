"""An NPC shoots a player character: only the player's dice are asked for, all else falls and is shown at once."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.dice.requests import Choice, RollRequest
from encounter_gui.play.session.rollers import Rollers
from encounter_gui.rules.model.commands import Add
from tests.gui.window.conftest import Start, show

Key = Qt.Key

PROGRAM = Rollers(by_side={})
"""The program rolls for everybody: how the fight is begun."""


@dataclass(frozen=True)
class Case:
    """A player character and an enemy of a game."""

    system: str
    player: str
    enemy: str


CASES = (
    Case("phases", "rook", "jackal_gunner"),
    Case("cwn", "halloran", "gang_gunman"),
    Case("chrome", "wraith", "street_scrapper"),
    Case("d6pool", "hening", "gang_a"),
)


@pytest.fixture(params=CASES, ids=lambda case: case.system)
def fight(request: pytest.FixtureRequest, start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """The enemy's turn has begun, and its attack on the player character is on the bench."""
    case: Case = request.param
    program = start()
    program.campaigns.create(tmp_path / "Shot.encounter")
    program.campaigns.create_encounter("Shot", case.system)
    controller = program.controller
    assert controller.perform(Add(creature=case.player, name="Vesper", side="pc"))
    assert controller.perform(Add(creature=case.enemy, name="Gunner", side="foe"))
    show(program, qtbot)
    controller.set_rollers(PROGRAM)
    for _ in range(40):
        state = controller.context.state
        acting = [state.combatants[who].name for who in state.acting]
        if acting == ["Gunner"] and program.window.attack_panel.set_up.dice.resolve.isEnabled():
            break
        press_next(program)
    player = next(each.id for each in state.combatants.values() if each.name == "Vesper")
    program.window.table.select([player])
    assert program.window.attack_panel.set_up.dice.resolve.isEnabled()
    controller.set_rollers(Rollers())
    return program


def press_next(program: Program) -> None:
    program.window.actions_of["next"].trigger()


@dataclass
class Fingers:
    """Real key presses, counted."""

    qtbot: QtBot
    count: int = 0

    def press(self, key: Key) -> None:
        self.qtbot.keyClick(QApplication.focusWidget(), key)
        self.count += 1

    def type(self, text: str) -> None:
        for each in text:
            self.qtbot.keyClicks(QApplication.focusWidget(), each)
            self.count += 1


def faces(request: RollRequest) -> str:
    """Returns middling faces; a d100 as its two dice."""
    return "50" if request.sides == 100 else "4" * request.count


def player_dice(request: RollRequest) -> int:
    """Returns how many dice the player throws: a d100 is two."""
    return 2 if request.sides == 100 else request.count


def test_it_takes_the_players_dice_and_two_keys(fight: Program, qtbot: QtBot) -> None:
    """From the table T shoots, the faces are typed where the keyboard is then, Enter takes them: the shot is kept."""
    controller, prompt = fight.controller, fight.window.log.prompt
    before = len(controller.session.log.path())
    fight.window.table.setFocus()
    fingers = Fingers(qtbot)
    fingers.press(Key.Key_T)
    dice = 0
    while (waits := controller.waits_for) is not None and controller.is_uncommitted:
        if isinstance(waits, Choice):  # whether the player reacts: the first that is offered
            assert prompt.option_buttons[0].hasFocus()
            fingers.press(Key.Key_Return)
            continue
        assert prompt.field.hasFocus()
        names = {controller.context.state.combatants[each.who].name for each in waits}
        assert names == {"Vesper"}
        dice += sum(map(player_dice, waits))
        fingers.type("".join(map(faces, waits)))
        fingers.press(Key.Key_Return)
    assert fingers.count <= dice + 2
    entries = controller.session.log.path()[before:]
    assert entries, "the shot is an entry"
    typed = [roll for entry in entries for roll in entry.rolls if roll.physical]
    assert sum(player_dice(roll.request) for roll in typed) == dice


def test_the_steps_and_what_they_came_to_are_shown_before_the_next_answer(
    fight: Program, qtbot: QtBot
) -> None:
    """The bench shows each roll with who makes it; the strip what has come of those that are done."""
    controller, dice = fight.controller, fight.window.attack_panel.set_up.dice
    dice.resolve.setFocus()
    qtbot.keyClick(dice.resolve, Key.Key_Return)
    waits = controller.waits_for
    if not isinstance(waits, tuple):
        return
    assert [each.key for each in dice.steps if each.look == "waits"] == [each.key for each in waits]
    assert {each.roller for each in dice.steps if each.look == "waits"} == {"hand"}
    assert all(each.number for each in dice.steps if each.look == "done")
    assert dice.resolve.isHidden()
    told = fight.window.log.prompt.told
    assert bool(told) == bool(controller.told)


def test_dice_of_an_attack_are_asked_for_with_whom_it_is_aimed_at(
    fight: Program, qtbot: QtBot
) -> None:
    """Who types the attacker's damage reads whom it hits; the target's own dice name the target as it is."""
    controller, prompt = fight.controller, fight.window.log.prompt
    controller.set_rollers(Rollers(by_side={"pc": "dice", "foe": "hand"}))
    fight.window.attack_panel.set_up.dice.resolve.setFocus()
    qtbot.keyClick(fight.window.attack_panel.set_up.dice.resolve, Key.Key_Return)
    seen = 0
    while (waits := controller.waits_for) is not None and controller.is_uncommitted:
        if isinstance(waits, Choice):
            controller.choose(waits.options[0])
            continue
        assert "Vesper" in prompt.text
        assert "Gunner" in prompt.text
        seen += 1
        controller.answer((None,) * len(waits))
    assert seen or fight.controller.system.id == "chrome"  # its enemies roll no attack, CHR-41
