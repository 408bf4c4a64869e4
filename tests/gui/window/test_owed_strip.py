"""The strip of what is owed: head, the others, badge, focus; by real keys and clicks in the window."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Choice
from encounter_gui.gui.log.owed_entry import OwedEntry
from encounter_gui.gui.log.prompt_strip import PromptStrip
from encounter_gui.play.session.rollers import Roller, Rollers
from tests.gui.window.conftest import Start, show
from tests.gui.window.test_window import press, type_text

Key = Qt.Key
HAND = Rollers(by_side={"pc": "hand", "ally": "hand", "foe": "hand", "neutral": "hand"})
ROOK, AMADI, GUNNER = CombatantId("rook"), CombatantId("amadi"), CombatantId("gunner_a")


@pytest.fixture
def harbour(start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """Rook, Dr Amadi (two tests) and gunner A owe tests; players type, the program rolls for the gunner."""
    program = start()
    program.campaigns.create(tmp_path / "Harbour.encounter")
    program.campaigns.replay(paths.data_folder("resources") / "samples" / "night-harbour.toml")
    show(program, qtbot)
    program.controller.set_rollers(HAND)
    for who in (ROOK, GUNNER, AMADI):
        assert program.controller.strike(who, "right_arm", 15)
        program.window.log.prompt.dismiss()
    program.controller.set_rollers(Rollers())
    program.window.turn_bar.heading.owed.click()
    program.window.table.setFocus()
    return program


def strip(program: Program) -> PromptStrip:
    return program.window.log.prompt


def kinds(program: Program) -> list[tuple[str, str]]:
    return [(str(each.who), each.kind) for each in program.controller.context.state.obligations]


def entry(program: Program, who: CombatantId, title: str) -> OwedEntry:
    return next(
        each
        for each in strip(program).others.entries
        if each.item.test.who == (who,) and each.item.test.title == title
    )


OWED = [
    ("rook", "shock_test"),
    ("gunner_a", "shock_test"),
    ("amadi", "shock_test"),
    ("amadi", "cool_test"),
]


def test_the_head_is_the_first_the_table_rolls_and_the_others_follow(harbour: Program) -> None:
    assert kinds(harbour) == OWED
    prompt = strip(harbour)
    assert prompt.text.startswith("Rook Shock Test")
    assert "3d6 + 7 ≥ 16" in prompt.text
    assert prompt.state.owed.count == 4
    others = [(each.item.test.name, each.item.test.title) for each in prompt.others.entries]
    assert others == [
        ("Dr Amadi", "Shock Test"),
        ("Dr Amadi", "COOL test"),
        ("Jackal gunner A", "Shock Test"),
    ]
    gunner = entry(harbour, GUNNER, "Shock Test").item
    assert (gunner.roller, "≥" in gunner.test.sum, gunner.test.chance[-1]) == ("dice", True, "%")


def test_n_says_what_it_will_do_rolls_the_programs_and_waits_for_the_table(
    harbour: Program, qtbot: QtBot
) -> None:
    prompt = strip(harbour)
    assert prompt.others.next_words == "rolls 1, waits for 3"
    assert "gunner A" in prompt.others.toolTip()
    qtbot.keyClick(harbour.window.table, Key.Key_N)
    assert ("gunner_a", "shock_test") not in kinds(harbour)
    assert [each for each in kinds(harbour) if each[0] != "gunner_a"] == [OWED[0], *OWED[2:]]
    assert prompt.field.hasFocus()


def test_tab_goes_to_the_next_and_what_was_typed_stays(harbour: Program, qtbot: QtBot) -> None:
    prompt = strip(harbour)
    press(qtbot, Key.Key_F6)
    type_text(qtbot, "4 2")
    press(qtbot, Key.Key_Tab)
    assert prompt.text.startswith("Jackal gunner A Shock Test")
    assert (prompt.field.hasFocus(), prompt.field.text()) == (True, "")
    press(qtbot, Key.Key_Backtab)
    assert prompt.text.startswith("Rook")
    assert prompt.field.text() == "4 2"
    assert kinds(harbour) == OWED


def test_roll_becomes_take_and_keeps_its_width(harbour: Program, qtbot: QtBot) -> None:
    prompt = strip(harbour)
    width = prompt.button.width()
    assert prompt.button.words == "Roll"
    press(qtbot, Key.Key_F6)
    type_text(qtbot, "4")
    assert prompt.button.words == "Take"
    assert prompt.button.width() == width


def test_a_wrong_face_is_said_in_one_line_and_nothing_is_lost(
    harbour: Program, qtbot: QtBot
) -> None:
    prompt = strip(harbour)
    press(qtbot, Key.Key_F6)
    type_text(qtbot, "4 2 7")
    press(qtbot, Key.Key_Return)
    assert "7 is not on the die" in prompt.text
    assert (prompt.field.text(), prompt.field.property("wrong")) == ("4 2 7", "true")
    assert kinds(harbour) == OWED


def test_another_is_rolled_and_waived_where_it_stands(harbour: Program, qtbot: QtBot) -> None:
    prompt = strip(harbour)
    shock = entry(harbour, AMADI, "Shock Test")
    qtbot.mouseClick(shock.dice, Qt.MouseButton.LeftButton)
    assert ("amadi", "shock_test") not in kinds(harbour)
    assert prompt.text.startswith("Rook")
    if ("amadi", "cool_test") in kinds(harbour):
        cool = entry(harbour, AMADI, "COOL test")
        qtbot.mouseClick(cool.waive, Qt.MouseButton.LeftButton)
    assert [each for each in kinds(harbour) if each[0] == "amadi"] == []


def test_dice_typed_into_a_field_of_the_programs_are_taken(harbour: Program, qtbot: QtBot) -> None:
    harbour.window.resize(1920, 900)
    qtbot.waitUntil(entry(harbour, GUNNER, "Shock Test").isVisible)
    field = entry(harbour, GUNNER, "Shock Test").field
    field.setFocus()
    qtbot.keyClicks(field, "665")
    qtbot.keyClick(field, Key.Key_Return)
    rolls = [roll for each in harbour.controller.session.log.path()[-1:] for roll in each.rolls]
    assert (rolls[0].faces, rolls[0].physical) == ((6, 6, 5), True)


def test_a_prompt_is_never_cut_in_a_small_window(harbour: Program, qtbot: QtBot) -> None:
    harbour.window.resize(1024, 700)
    words = strip(harbour)._words
    qtbot.waitUntil(lambda: strip(harbour).width() < 700)
    lines = words.lines_in(words.width())
    assert words.height() >= words.height_of(lines)


def test_the_badge_counts_what_is_left_for_later_and_leads_back(
    harbour: Program, qtbot: QtBot
) -> None:
    badge, prompt = harbour.window.turn_bar.heading.owed, strip(harbour)
    assert badge.text() == "4 owed"
    press(qtbot, Key.Key_F6)
    for _ in range(4):
        prompt.take_focus()
        press(qtbot, Key.Key_Escape)
        assert harbour.window.table.hasFocus()
    assert not prompt.others.entries or prompt.isHidden()
    assert (badge.text(), kinds(harbour)) == ("4 owed", OWED)
    qtbot.mouseClick(badge, Qt.MouseButton.LeftButton)
    assert prompt.field.hasFocus()


def test_after_the_last_answer_the_keyboard_is_back_in_the_table(
    harbour: Program, qtbot: QtBot
) -> None:
    press(qtbot, Key.Key_F6)
    for _ in range(8):
        if not kinds(harbour):
            break
        assert strip(harbour).field.hasFocus()
        press(qtbot, Key.Key_Delete)
    assert kinds(harbour) == []
    assert harbour.window.table.hasFocus()
    assert harbour.window.turn_bar.heading.owed.isHidden()


def test_f6_leads_there_and_back(harbour: Program, qtbot: QtBot) -> None:
    press(qtbot, Key.Key_F6)
    assert strip(harbour).field.hasFocus()
    press(qtbot, Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert harbour.window.table.hasFocus()


def test_next_leads_from_a_refusal_to_what_is_owed(harbour: Program, qtbot: QtBot) -> None:
    """It led to Dismiss: what waited came back only with Escape."""
    waiting = strip(harbour).text
    strip(harbour).show_error("SMG is jammed: clear it first")
    qtbot.keyClick(harbour.window.table, Key.Key_N)
    assert strip(harbour).text
    assert waiting.startswith(strip(harbour).text)
    assert strip(harbour).field.hasFocus()


def test_a_message_goes_with_its_fight(harbour: Program, qtbot: QtBot) -> None:
    strip(harbour).show_error("SMG is jammed: clear it first")
    harbour.campaigns.create_encounter("Elsewhere", "cwn")
    assert strip(harbour).text == ""
    assert harbour.window.turn_bar.heading.owed.isHidden()


def test_one_that_differs_from_its_side_wears_the_sign_of_who_rolls(harbour: Program) -> None:
    harbour.rollers.set_combatants([GUNNER], "hand")
    assert harbour.window.table._pointed.rollers == {GUNNER: "hand"}
    harbour.rollers.set_combatants([GUNNER], "dice")
    assert harbour.window.table._pointed.rollers == {}


def test_choosing_another_keeps_a_shot_that_waits(harbour: Program, qtbot: QtBot) -> None:
    """A shot without an answer yet is owed like the rest, and goes on where it stood."""
    prompt, controller = strip(harbour), harbour.controller
    qtbot.keyClick(harbour.window.table, Key.Key_N)
    prompt.take_focus()
    before = len(kinds(harbour))
    press(qtbot, Key.Key_Tab)
    assert len(kinds(harbour)) == before
    assert controller.waits_for is None


@pytest.mark.rule("CWN-19", "CWN-66")
@pytest.mark.parametrize("roller", ["dice", "hand"])
def test_next_does_not_leave_a_side_without_its_morale_check(
    start: Start, qtbot: QtBot, tmp_path: Path, roller: Roller
) -> None:
    """The program rolls it where it rolls for the side; where the table does, Next stops, and it stays owed."""
    program = start()
    program.campaigns.create(tmp_path / "Depot.encounter")
    program.campaigns.replay(paths.data_folder("resources") / "samples" / "redlines.toml")
    show(program, qtbot)
    program.controller.set_rollers(Rollers().with_side("foe", roller))
    assert ("None", "morale") in kinds(program)
    entries = len(program.controller.session.log)
    group = program.controller.context.state.group
    for _ in range(3):
        qtbot.keyClick(program.window.table, Key.Key_N)
        if isinstance(program.controller.waits_for, Choice):
            program.controller.choose("keep")
        assert program.controller.context.state.group == group or roller == "dice"
    rolled = [
        roll.request.key
        for each in program.controller.session.log.path()[entries:]
        for roll in each.rolls
    ]
    assert ("morale" in rolled) is (roller == "dice")
    assert (("None", "morale") in kinds(program)) is (roller == "hand")


def test_later_and_next_list_what_is_owed_once(harbour: Program, qtbot: QtBot) -> None:
    """What Next has begun to settle is the head of the strip, not a second one of the others."""
    for who, kind in kinds(harbour):
        if who != "rook":
            ids = [
                each.id for each in harbour.controller.context.state.obligations if each.who == who
            ]
            assert not ids or harbour.controller.waive(tuple(ids), kind)
    assert kinds(harbour) == [("rook", "shock_test")]
    qtbot.keyClick(strip(harbour).field, Key.Key_Escape)
    for _ in range(2):
        qtbot.keyClick(harbour.window.table, Key.Key_N)
        assert strip(harbour).others.entries == ()
        assert harbour.window.turn_bar.heading.owed.text() == "1 owed"
    strip(harbour).field.setFocus()
    type_text(qtbot, "too long ago")
    qtbot.mouseClick(strip(harbour).waive, Qt.MouseButton.LeftButton)
    assert kinds(harbour) == []
    assert "too long ago" in harbour.controller.session.game.texts.sentence(
        harbour.controller.session.log.path()[-1].label
    )


def test_after_damage_by_hand_the_keyboard_is_where_the_table_types(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """The resistance of a player is asked for: its digits are no numbers of rows."""
    program = start()
    program.campaigns.create(tmp_path / "Bridge.encounter")
    program.campaigns.replay(paths.data_folder("resources") / "samples" / "canal-bridge.toml")
    show(program, qtbot)
    program.controller.set_rollers(Rollers())
    program.window.table.select(["kestrel"])
    program.window.table.setFocus()
    qtbot.keyClicks(program.window.table, "-")
    type_text(qtbot, "9")
    press(qtbot, Key.Key_Return)
    assert program.controller.waits_for is not None
    assert strip(program).field.hasFocus()


def test_dice_typed_for_one_are_no_dice_of_another(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """They come back with whom they were typed for."""
    program = start()
    program.campaigns.create(tmp_path / "Depot.encounter")
    program.campaigns.replay(paths.data_folder("resources") / "samples" / "redlines.toml")
    show(program, qtbot)
    panel, attack = program.window.attack_panel, program.connections.attack
    first = attack.form.actor
    panel.set_up.dice.inputs[0].setText("15")
    (field,) = (each for each in attack.form.fields if each.key == "who")
    other = next(option.key for option in field.options if option.key != first)
    attack.set_choices({**panel.choices, "who": other})
    assert attack.form.actor == other
    assert not any(each.text() for each in panel.set_up.dice.inputs)
    attack.set_choices({**panel.choices, "who": str(first)})
    assert panel.set_up.dice.inputs[0].text() == "15"


def test_a_reason_may_begin_with_n_after_a_space(harbour: Program, qtbot: QtBot) -> None:
    """N alone is Next in a field for dice."""
    prompt = strip(harbour)
    prompt.field.setFocus()
    type_text(qtbot, " nerves of steel")
    assert prompt.field.text() == " nerves of steel"
    qtbot.mouseClick(prompt.waive, Qt.MouseButton.LeftButton)
    assert harbour.controller.session.log.path()[-1].label.params["note"] == "nerves of steel"
