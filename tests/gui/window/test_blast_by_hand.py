"""A grenade among several, typed through the real window: each target has its own dice, and none keeps another's."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.encounter import events as ev
from encounter_gui.gui.attack.dice_input import DiceInput
from tests.gui.window.test_dead_end_by_hand import Hands

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def hands(program: Program, qtbot: QtBot) -> Hands:
    """Hening's grenade has landed, and whoever is in its blast is still to be struck."""
    hands = Hands(program, qtbot)
    hands.next()
    hands.next()
    hands.answer("5 6 4")
    hands.choose("who", "Hening")
    hands.segment("band", 1)
    hands.resolve(throw="6 6 6 6")
    assert hands.result("throw")["landed"] is True
    return hands


def field(hands: Hands, roll: str, name: str = "") -> DiceInput:
    """Returns the field of the bench for a roll, against somebody; without a name the first one."""
    who = hands.combatant(name).id if name else None
    inputs = hands.program.window.attack_panel.set_up.dice.inputs
    keys = (roll, f"{roll}@{who}") if who else (roll,)
    return next(
        each for each in inputs if each.key in keys or (not who and each.key.startswith(roll))
    )


def put(hands: Hands, roll: str, text: str, name: str = "") -> None:
    """Types dice into a field of the bench."""
    line = field(hands, roll, name)
    line.setFocus()
    hands.qtbot.keyClicks(line, text)


def blasts(hands: Hands) -> list[dict[str, object]]:
    """Returns the numbers of every strike of the blast so far."""
    path = hands.program.controller.session.log.path()
    events = (event for entry in path for event in entry.events)
    found = (each for each in events if isinstance(each, ev.Resolved) and each.what == "blast")
    return [{"target": each.target, **each.values} for each in found]


def test_dice_typed_ahead_are_gone_when_the_attack_is_over(hands: Hands) -> None:
    """What was typed for the resistance of one target must not be rolled for the next."""
    put(hands, "attack", "6 6 6 6")
    hands.qtbot.keyClick(field(hands, "attack"), Qt.Key.Key_Return)
    assert hands.program.window.log.prompt.field.isVisible()  # the damage is asked for
    put(hands, "resistance", "1111111")
    hands.answer("5 5 5 5 5 5 5 5 5 5")
    first = blasts(hands)[-1]
    assert (first["damage"], first["resistance"]) == (50, 7)
    assert [
        each.text() for each in hands.program.window.attack_panel.set_up.dice.inputs if each.text()
    ] == []


def test_the_keyboard_stands_in_the_first_field_of_the_blast(hands: Hands) -> None:
    """Nobody has to look for the field: after the throw, and after each target, the dice can be typed at once."""
    focus = QApplication.focusWidget()
    assert isinstance(focus, DiceInput)
    assert focus is hands.program.window.attack_panel.set_up.dice.inputs[0]


def test_after_each_target_the_keyboard_is_back_in_the_first_field(hands: Hands) -> None:
    """The next target's dice are typed where those of the one before were, in empty fields."""
    put(hands, "attack", "1 1 1 1")
    hands.qtbot.keyClick(field(hands, "attack"), Qt.Key.Key_Return)
    assert blasts(hands)[-1]["hit"] is False
    dice = hands.program.window.attack_panel.set_up.dice
    assert not dice.drafts
    assert QApplication.focusWidget() is dice.inputs[0]


def test_a_blast_is_one_form_with_a_row_of_dice_for_each_target(hands: Hands) -> None:
    """Three in it, twelve pools typed in one pass of Tab: each target is struck with its own dice."""
    panel = hands.program.window.attack_panel
    hands.choose("target", "Gang A")
    for pill in panel.set_up.pills.pills:
        if pill.toggle_shown.text in ("also Gang B", "also Hening"):
            hands.click(pill)
    dice = panel.set_up.dice
    assert [each.key.split("@")[0] for each in dice.inputs] == [
        "attack",
        "damage",
        "resistance",
    ] * 3
    panel.take_focus()
    typed = {"Gang A": 3, "Hening": 4, "Gang B": 5}
    rows = list(dict.fromkeys(each.key.split("@")[1] for each in dice.inputs))
    names = {hands.combatant(name).id: name for name in typed}
    for who in rows:
        face = typed[names[who]]
        for each in [each for each in dice.inputs if each.key.endswith(f"@{who}")]:
            assert QApplication.focusWidget() is each
            count = each._rolls[0].count
            hands.qtbot.keyClicks(each, " ".join([str(face)] * count))
            hands.qtbot.keyClick(each, Qt.Key.Key_Tab)
    hands.qtbot.keyClick(dice.inputs[-1], Qt.Key.Key_Return)
    assert hands.program.controller.waits_for is None
    found = {names[each["target"]]: each for each in blasts(hands)}
    assert {name: each["total"] for name, each in found.items()} == {
        name: 4 * face for name, face in typed.items()
    }
    assert found["Gang B"]["damage"] == 5 * 10
    assert not dice.drafts


def test_blank_fields_of_a_row_are_asked_for_with_their_target(hands: Hands) -> None:
    """What is not typed for one of several is asked for by its name, and goes to nobody else."""
    panel = hands.program.window.attack_panel
    hands.choose("target", "Gang A")
    hands.click(
        next(each for each in panel.set_up.pills.pills if each.toggle_shown.text == "also Gang B")
    )
    put(hands, "attack", "6 6 6 6", "Gang B")
    put(hands, "damage", "50", "Gang B")
    hands.qtbot.keyClick(field(hands, "attack", "Gang B"), Qt.Key.Key_Return)
    (asked,) = hands.program.controller.waits_for
    assert (asked.key, asked.target) == ("attack", hands.combatant("Gang A").id)
    assert "Gang A" in hands.program.window.log.prompt.text
    assert field(hands, "damage", "Gang B").text() == "50"  # typed before, still to come
    hands.answer("1 1 1 1")
    (asked,) = hands.program.controller.waits_for
    assert (asked.key, asked.who) == ("resistance", hands.combatant("Gang B").id)
    hands.answer("=20")
    strikes = {each["target"]: each for each in blasts(hands)}
    assert strikes[hands.combatant("Gang A").id]["hit"] is False
    assert strikes[hands.combatant("Gang B").id]["damage"] == 50
    assert not panel.set_up.dice.drafts
