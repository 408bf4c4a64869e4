"""A test that is left half answered in the window: listed once, waived with its reason, gone on with."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Choice
from encounter_gui.play.session.rollers import Rollers
from encounter_gui.rules.model.commands import Damage, DamageTarget
from tests.gui.window.conftest import Start, show
from tests.gui.window.test_window import press, type_text

Key = Qt.Key
BISHOP = CombatantId("bishop")


@pytest.fixture
def static(start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """Bishop owes a Panic Check, and Juno may soothe him."""
    program = start()
    program.campaigns.create(tmp_path / "Static.encounter")
    program.campaigns.replay(paths.data_folder("resources") / "samples" / "deep-static.toml")
    show(program, qtbot)
    program.controller.set_rollers(Rollers())
    program.controller.perform(Damage(targets=(DamageTarget(who=BISHOP, amount=7),)))
    return program


def owed(program: Program) -> list[tuple[str, str]]:
    return [(each.kind, str(each.who)) for each in program.controller.context.state.obligations]


def listed(program: Program) -> list[tuple[str, str]]:
    """What the strip and its row list, by name and title."""
    owing = program.controller.system.owed(program.controller.context)
    return [(each.name, each.title) for each in owing]


def say_no(program: Program, qtbot: QtBot) -> None:
    """Juno does not soothe: Bishop's die is asked for."""
    prompt = program.window.log.prompt
    assert prompt.take_focus()
    press(qtbot, Key.Key_Return)
    assert prompt.text.startswith("Bishop Panic Check")


@pytest.mark.rule("CHR-60")
def test_words_typed_for_waive_after_a_decision_are_the_reason(
    static: Program, qtbot: QtBot
) -> None:
    prompt = static.window.log.prompt
    say_no(static, qtbot)
    prompt.take_focus()
    type_text(qtbot, "friends near")
    qtbot.mouseClick(prompt.waive, Qt.MouseButton.LeftButton)
    assert owed(static) == [("panic", "nova")]
    entry = static.controller.session.log.path()[-1]
    assert entry.label.params["note"] == "friends near"
    static.controller.undo()
    assert ("panic", "bishop") in owed(static)


@pytest.mark.rule("CHR-60")
def test_a_check_left_half_answered_is_listed_once_and_goes_on_with_its_die(
    static: Program, qtbot: QtBot
) -> None:
    prompt = static.window.log.prompt
    say_no(static, qtbot)
    static.window.log.prompt.dismiss()
    assert "Bishop" not in prompt.text
    assert sorted(listed(static)) == [("Bishop", "Panic Check"), ("Nova Reyes", "Panic Check")]
    assert static.window.turn_bar.heading.owed.isVisible()
    static.window.turn_bar.heading.owed.click()
    while not prompt.text.startswith("Bishop"):
        prompt.turn(1)
    type_text(qtbot, "3")
    press(qtbot, Key.Key_Return)
    assert owed(static) == [("panic", "nova")]
    assert static.controller.session.log.path()[-1].rolls[-1].faces == (3,)


@pytest.mark.rule("CHR-60")
def test_a_decision_left_for_later_is_counted_and_comes_back(static: Program, qtbot: QtBot) -> None:
    prompt = static.window.log.prompt
    prompt.take_focus()
    press(qtbot, Key.Key_Escape)
    assert not prompt.text.startswith("Juno")
    assert sorted(listed(static)) == [("Bishop", "Panic Check"), ("Nova Reyes", "Panic Check")]
    static.window.turn_bar.heading.owed.click()
    assert {each.item.test.name for each in prompt.others.entries} | {
        prompt.state.head.test.name if prompt.state.head else ""
    } >= {"Bishop"}


def test_what_was_left_for_later_and_answered_comes_back_with_undo(
    static: Program, qtbot: QtBot
) -> None:
    prompt = static.window.log.prompt
    prompt.dismiss()
    while prompt.text:
        prompt.dismiss()
    nova = next(each.ids for each in static.controller.system.owed(static.controller.context))
    assert static.controller.settle(nova, ())
    while static.controller.waits_for is not None:
        if isinstance(static.controller.waits_for, Choice):
            static.controller.choose("no")
        else:
            static.controller.answer((None,) * len(static.controller.waits_for))
    assert prompt.text == ""
    count = len(owed(static))
    static.controller.undo()
    assert len(owed(static)) > count
    assert prompt.text != ""


@pytest.mark.rule("CHR-60")
def test_a_digit_chooses_the_option_of_that_number(static: Program, qtbot: QtBot) -> None:
    """A digit typed at a question with buttons was swallowed."""
    prompt = static.window.log.prompt
    assert prompt.take_focus()
    options = prompt.option_buttons
    assert [each.cap for each in options] == ["1", "2"]
    type_text(qtbot, "7")
    assert prompt.text == "7: type 1–2"
    assert prompt.option_buttons == options
    assert options[0].hasFocus()
    yes = [each.words for each in options].index("Yes") + 1
    type_text(qtbot, str(yes))
    assert prompt.text.startswith("Juno"), prompt.text


@pytest.mark.rule("CHR-60")
def test_a_digit_typed_at_a_button_of_the_strip_stands_in_the_field(
    static: Program, qtbot: QtBot
) -> None:
    prompt = static.window.log.prompt
    say_no(static, qtbot)
    for button in (prompt.button, prompt.waive, prompt.later):
        prompt.field.clear()
        button.setFocus()
        type_text(qtbot, "5")
        assert prompt.field.text() == "5"
        assert prompt.field.hasFocus()
    type_text(qtbot, "0")
    assert prompt.field.text() == "50"


def test_a_notice_left_for_later_is_in_the_badge_and_comes_back(
    sample: Program, qtbot: QtBot
) -> None:
    """A plain notice put off with Esc was gone without a trace."""
    badge, prompt = sample.window.turn_bar.heading.owed, sample.window.log.prompt
    assert badge.isHidden()
    said = prompt.text
    assert said.startswith("Simultaneous")
    prompt.dismiss()
    assert (prompt.text, badge.text()) == ("", "1 for later")
    sample.controller.view_entry(sample.controller.session.log.path()[3].id)
    sample.controller.view_head()
    assert (prompt.text, badge.text()) == ("", "1 for later")
    qtbot.mouseClick(badge, Qt.MouseButton.LeftButton)
    assert prompt.text == said
    assert badge.isHidden()
