"""The strip above the log: one thing at a time, answered by keys or clicks."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.dice.requests import Faces, RollRequest
from encounter_gui.gui.log.prompt_state import Question
from encounter_gui.gui.log.prompt_strip import PromptStrip
from encounter_gui.gui.log.prompt_words import PromptWords
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.view import Notice, Option

ATTACK = RollRequest(key="attack", label=say("Attack"), who=None, count=3)
DODGE = RollRequest(key="dodge", label=say("Dodge"), who=None, count=2)
NOTICE = Notice(title="Simultaneous at 9", text="both act", button="Apply now", note="1 waits")


def ask_rolls(
    strip: PromptStrip,
    title: str,
    requests: tuple[RollRequest, ...],
    words: str = "",
    *,
    is_primary: bool = False,
) -> None:
    """Asks for rolls made together."""
    strip.ask(Question(title=title, words=words, requests=requests, is_primary=is_primary))


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """A window with something else that has the keyboard."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1000, 100)
    column = QVBoxLayout(window)
    column.addWidget(QLineEdit(window))
    return window


@pytest.fixture
def strip(window: QWidget, icons: Icons, texts: MessageCatalog, qtbot: QtBot) -> PromptStrip:
    """The strip in that window, with nothing to say yet."""
    strip = PromptStrip(icons, texts, window)
    window.layout().addWidget(strip)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    other = window.findChild(QLineEdit)
    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    return strip


def test_with_nothing_to_say_it_is_not_there(strip: PromptStrip) -> None:
    """The log keeps its height."""
    assert not strip.isVisible()
    assert not strip.take_focus()


def test_rolls_are_answered_by_faces(strip: PromptStrip, qtbot: QtBot) -> None:
    """The first field takes the faces of all rolls in order."""
    ask_rolls(strip, "Brandt", (ATTACK, DODGE), "attack and dodge", is_primary=True)
    assert strip.field.placeholderText() == "3d6, blank: roll"
    assert strip.take_focus()
    qtbot.keyClicks(strip.field, "3 6 4 2 5")
    with qtbot.waitSignal(strip.answered) as said:
        qtbot.keyClick(strip.field, Qt.Key_Return)
    assert said.args == [(Faces(values=(3, 6, 4)), Faces(values=(2, 5)))]
    assert not strip.isVisible()


@pytest.mark.parametrize("by_key", [True, False])
def test_blank_lets_the_app_roll(strip: PromptStrip, qtbot: QtBot, by_key: bool) -> None:
    """Enter in the blank field and the button mean the same."""
    ask_rolls(strip, "Brandt", (ATTACK,))
    with qtbot.waitSignal(strip.answered) as said:
        if by_key:
            qtbot.keyClick(strip.field, Qt.Key_Return)
        else:
            qtbot.mouseClick(strip.button, Qt.LeftButton)
    assert said.args == [(None,)]


def test_a_wrong_face_is_named_and_nothing_is_lost(strip: PromptStrip, qtbot: QtBot) -> None:
    """The frame turns, one line says why, the text stays; typing on forgives."""
    ask_rolls(strip, "Brandt", (ATTACK,), "attack")
    qtbot.keyClicks(strip.field, "3 6 7")
    with qtbot.assertNotEmitted(strip.answered):
        qtbot.keyClick(strip.field, Qt.Key_Return)
    assert strip.text == "Attack: 7 is not on the die, type 1–6"
    assert (strip.field.text(), strip.field.property("wrong")) == ("3 6 7", "true")
    qtbot.keyClick(strip.field, Qt.Key_Backspace)
    assert (strip.text, strip.field.property("wrong")) == ("Brandt attack", "false")


def test_asking_does_not_take_the_keyboard(strip: PromptStrip, window: QWidget) -> None:
    """Focus stays where it was until F6."""
    ask_rolls(strip, "Brandt", (ATTACK,))
    assert window.findChild(QLineEdit).hasFocus()


def test_questions_in_a_row_keep_the_keyboard(strip: PromptStrip, qtbot: QtBot) -> None:
    """Whoever types one answer can type the next."""
    ask_rolls(strip, "Brandt", (ATTACK,))
    strip.take_focus()
    qtbot.waitUntil(strip.field.hasFocus)
    strip.answered.connect(lambda _: ask_rolls(strip, "Lem", (DODGE,)))
    qtbot.keyClick(strip.field, Qt.Key_Return)
    assert strip.text == "Lem"
    assert strip.field.hasFocus()


def test_escape_puts_a_question_off(strip: PromptStrip, qtbot: QtBot) -> None:
    """One Escape, and nothing has happened."""
    ask_rolls(strip, "Brandt", (ATTACK,))
    strip.take_focus()
    qtbot.keyClicks(strip.field, "3")
    with qtbot.waitSignal(strip.dismissed), qtbot.assertNotEmitted(strip.answered):
        qtbot.keyClick(strip.field, Qt.Key_Escape)
    assert not strip.isVisible()


def test_a_choice_has_a_button_an_option(strip: PromptStrip, qtbot: QtBot) -> None:
    """What cannot be chosen says why."""
    options = (
        Option(key="stay", text="Stay"),
        Option(key="flee", text="Flee", why_not="The leg is gone."),
    )
    strip.ask(Question(title="Morale", options=options))
    stay, flee = strip.option_buttons
    assert not flee.isEnabled()
    assert flee.toolTip() == "The leg is gone."
    with qtbot.waitSignal(strip.chosen) as said:
        qtbot.mouseClick(stay, Qt.LeftButton)
    assert said.args == ["stay"]


def test_the_roll_a_notice_leads_to_is_typed_where_it_stands(
    strip: PromptStrip, qtbot: QtBot
) -> None:
    """Enter hands the faces on with it, blank lets the app roll; a wrong face is named first."""
    strip.show_notice(NOTICE, (DODGE,))
    assert strip.field.placeholderText() == "2d6, blank: roll"
    assert strip.take_focus()
    qtbot.keyClicks(strip.field, "3 7")
    with qtbot.assertNotEmitted(strip.notice_accepted):
        qtbot.keyClick(strip.field, Qt.Key_Return)
    assert strip.text == "Dodge: 7 is not on the die, type 1–6"
    qtbot.keyClick(strip.field, Qt.Key_Backspace)
    qtbot.keyClicks(strip.field, "4")
    with qtbot.waitSignal(strip.notice_accepted) as said:
        qtbot.keyClick(strip.field, Qt.Key_Return)
    assert said.args == [(Faces(values=(3, 4)),)]
    with qtbot.waitSignal(strip.notice_accepted) as blank:
        qtbot.mouseClick(strip.button, Qt.LeftButton)
    assert blank.args == [(None,)]


def test_what_was_typed_for_one_notice_is_not_for_the_next(
    strip: PromptStrip, qtbot: QtBot
) -> None:
    """Dice half typed go with the notice they were for; one without a roll has no field."""
    strip.show_notice(NOTICE, (DODGE,))
    strip.take_focus()
    qtbot.keyClicks(strip.field, "3")
    strip.show_notice(Notice(title="Morale", text="again", button="Check"), (DODGE,))
    assert strip.field.text() == ""
    strip.show_notice(NOTICE)
    assert not strip.field.isVisible()


def test_a_notice_stays_put_off_until_it_says_something_else(
    strip: PromptStrip, qtbot: QtBot
) -> None:
    """Later means later, not at the next update."""
    strip.show_notice(NOTICE)
    with qtbot.waitSignal(strip.notice_accepted):
        qtbot.mouseClick(strip.button, Qt.LeftButton)
    qtbot.mouseClick(strip.later, Qt.LeftButton)
    strip.show_notice(NOTICE)
    assert not strip.isVisible()
    strip.show_notice(Notice(title="Declare", text="who does what"))
    assert strip.text == "Declare who does what"
    assert not strip.button.isVisible()


def test_what_is_more_pressing_comes_first_and_the_rest_is_kept(strip: PromptStrip) -> None:
    """Error over question over past over notice; one Escape each."""
    strip.show_notice(NOTICE)
    strip.show_history_banner("entry 3 of 9")
    strip.ask(Question(title="Brandt", requests=(ATTACK,)))
    strip.show_error("Hook is out.")
    seen = []
    for _ in range(3):
        seen.append(strip.text)
        strip.dismiss()
    strip.show_history_banner("")
    assert [*seen, strip.text] == [
        "Hook is out.",
        "Brandt",
        "entry 3 of 9",
        "Simultaneous at 9 both act",
    ]


def test_the_past_can_be_continued_or_left(strip: PromptStrip, qtbot: QtBot) -> None:
    """The banner goes when the window says the fight is live."""
    strip.show_history_banner("entry 3 of 9")
    with qtbot.waitSignal(strip.continue_requested):
        qtbot.mouseClick(strip.button, Qt.LeftButton)
    with qtbot.waitSignal(strip.live_requested):
        qtbot.mouseClick(strip.later, Qt.LeftButton)
    assert strip.isVisible()


def test_an_error_keeps_typed_dice(strip: PromptStrip, qtbot: QtBot) -> None:
    """A refused command elsewhere loses nothing here."""
    ask_rolls(strip, "Brandt", (ATTACK,))
    qtbot.keyClicks(strip.field, "3 6")
    strip.show_error("Hook is out.")
    strip.dismiss()
    assert strip.field.text() == "3 6"


def test_a_die_typed_at_an_error_goes_into_the_question_behind_it(
    strip: PromptStrip, qtbot: QtBot
) -> None:
    """The question had to be brought back with Escape first; what was typed before was lost."""
    ask_rolls(strip, "Brandt", (ATTACK,))
    strip.show_error("Hook is out.")
    strip.take_focus()
    qtbot.keyClicks(strip.later, "3")
    assert (strip.text, strip.field.text()) == ("Brandt", "3")


def test_an_error_with_nothing_behind_it_stays(strip: PromptStrip) -> None:
    strip.show_error("Hook is out.")
    strip.uncover()
    assert strip.text == "Hook is out."


def test_no_sentence_takes_the_table_away(strip: PromptStrip) -> None:
    """A hundred names are cut after some lines; the tool tip and a screen reader say all of them."""
    names = [f"Corp guard {number}: has not acted" for number in range(1, 140)]
    strip.show_error(", ".join(names))
    assert strip.minimumHeight() < 200
    assert strip.text == ", ".join(names)
    words = strip.findChild(PromptWords)
    assert names[-1] in words.toolTip()
    assert words.accessibleName() == strip.text


def test_only_what_moves_the_fight_is_yellow(strip: PromptStrip) -> None:
    """Never two yellow buttons, and none without need."""
    ask_rolls(strip, "Brandt", (ATTACK,), is_primary=True)
    assert strip.button.property("primary") == "true"
    ask_rolls(strip, "Brandt", (DODGE,))
    assert strip.button.property("primary") == "false"


def test_everything_has_a_name(strip: PromptStrip) -> None:
    """Each field names its roll, buttons their words."""
    ask_rolls(strip, "Brandt", (ATTACK, DODGE))
    names = [each.field.accessibleName() for each in strip.fields.places]
    assert names == ["Attack 3d6", "Dodge 2d6"]
    assert (strip.button.accessibleName(), strip.later.accessibleName()) == ("Roll", "Later")


def test_the_same_roll_asked_again_starts_blank(strip: PromptStrip, qtbot: QtBot) -> None:
    """Faces typed for one shot are not those of the next."""
    for _ in range(2):
        ask_rolls(strip, "Brandt", (ATTACK,))
        assert strip.field.text() == ""
        qtbot.keyClicks(strip.field, "3 6 4")
        qtbot.keyClick(strip.field, Qt.Key_Return)
