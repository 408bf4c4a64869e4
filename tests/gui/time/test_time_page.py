"""The page of the time between fights, with real keys and clicks: how time passes, stops, is taken back and refused."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.time.time_axis import TimeAxis
from encounter_gui.rules.engine.time.clock import HOUR, MINUTE, MORNING
from encounter_gui.rules.model import commands as do
from tests.gui.time.conftest import (
    HOOK,
    LEM,
    all_roll,
    click,
    clock,
    health,
    press,
    rows,
    type_text,
)
from tests.gui.window.conftest import end


def seen(program: Program) -> dict[str, bool]:
    """Returns which parts of the window are seen."""
    window = program.window
    return {
        "page": program.time.page.isVisible(),
        "table": window.table.isVisible(),
        "bench": window.attack_panel.isVisible(),
        "timeline": window.timeline.isVisible(),
        "log": window.log.log.isVisible(),
        "still open": program.time.still_open.isVisible(),
    }


# ---- opening and leaving


def test_the_key_opens_the_time_and_goes_back_to_the_fight(program: Program) -> None:
    """Ctrl+T shows the page in place of table, bench and timeline; once more, the fight that was open."""
    fight = program.campaigns.encounter
    press(program, "Ctrl+T")
    assert program.controller.is_between
    assert seen(program) == {
        "page": True, "table": False, "bench": False, "timeline": False, "log": True, "still open": True,
    }  # fmt: skip
    assert program.window.actions_of["time"].isChecked()
    press(program, "Ctrl+T")
    assert program.campaigns.encounter == fight
    assert not program.time.page.isVisible()
    assert not program.time.still_open.isVisible()
    assert not program.window.actions_of["time"].isChecked()


def test_the_rail_opens_and_leaves_it(program: Program) -> None:
    """The clock in the rail does the same."""
    button = program.window.rail.findChild(QToolButton, "rail_time")
    click(button)
    assert program.time.page.isVisible()
    assert button.isChecked()
    click(button)
    assert not program.time.page.isVisible()
    assert not button.isChecked()


def test_the_heading_is_the_clock(between: Program) -> None:
    """The tool bar says what time it is and after which fight, and what Next does; nothing of a fight can be used."""
    bar, actions = between.window.turn_bar, between.window.actions_of
    heading = between.controller.system.heading(between.controller.context)
    assert (heading.state, heading.round, heading.part) == (
        "Between fights",
        "Day 1, 00:00",
        "after Canal bridge",
    )
    assert bar.next.text() == "To next due"
    assert not bar.forecast.isVisible()
    off = (
        "prepare",
        "waves",
        "prep",
        "declare",
        "forecast",
        "compare",
        "resolve",
        "volley",
        "finish",
        "notes",
    )
    assert [each for each in off if actions.by_id[each].isEnabled()] == []
    on = ("next", "undo", "command", "print", "dice", "settings", "library")
    assert [each for each in on if not actions.by_id[each].isEnabled()] == []


def test_actions_of_a_fight_come_back_with_it(between: Program) -> None:
    """Back in the fight they can be used again."""
    press(between, "Ctrl+T")
    assert between.window.actions_of["prepare"].isEnabled()
    assert between.window.actions_of["forecast"].isEnabled()


def test_it_opens_before_any_fight_is_over(program: Program) -> None:
    """In a campaign whose clock has not moved there is time, too: nothing runs in it."""
    program.campaigns.create(program.campaigns.campaign.path.parent / "Other.encounter")
    press(program, "Ctrl+T")
    page = program.time.page
    assert page.isVisible()
    assert rows(program) == ()
    assert page.list.accessibleDescription() == "Nothing runs. Time passes freely."
    press(program, "2")
    assert clock(program) == HOUR


# ---- letting time pass


@pytest.mark.parametrize(
    ("button", "key", "after"),
    [("to_next", "N", MINUTE), ("ten_minutes", "1", 10 * MINUTE), ("hour", "2", HOUR)],
)
def test_buttons_do_what_they_say(between: Program, button: str, key: str, after: int) -> None:
    """Each button lets as much time pass as it says, by click and by key alike; Ctrl+Z takes it back."""
    head, before = between.time.page.head, clock(between)
    click(head.next if button == "to_next" else head.steps[button])
    assert clock(between) == before + after
    by_click = between.controller.context.state.combatants[LEM].gauges
    press(between, "Ctrl+Z")
    assert clock(between) == before
    press(between, key)
    assert clock(between) == before + after
    assert between.controller.context.state.combatants[LEM].gauges == by_click


def test_to_morning_with_everything_due_rolled_by_the_program(bandaged: Program) -> None:
    """Two keys from the fight: the time opens, and it is morning, with all the tests on the way rolled."""
    controller = bandaged.controller
    controller.perform(do.Adjust(who=(LEM,), gauge="th", change="=-9"))  # too far down to wake
    press(bandaged, "Ctrl+T")
    assert not controller.is_between
    press(bandaged, "Ctrl+T", "3")
    assert clock(bandaged) == MORNING
    assert not controller.system.owed(controller.context)
    entries = controller.session.log.path()
    assert sum(len(each.rolls) for each in entries if each.is_of("settle")) >= 2


def test_to_morning_is_one_step_to_take_back(between: Program) -> None:
    """All that came of it goes with it, and comes again the same."""
    before, stood = clock(between), health(between, LEM)
    press(between, "3")
    after = between.controller.context.state
    press(between, "Ctrl+Z")
    assert (clock(between), health(between, LEM)) == (before, stood)
    press(between, "Ctrl+Y")
    assert between.controller.context.state == after


def test_wait_until_hook_wakes(program: Program) -> None:
    """Three keys from the fight: the time opens, ↓ to who may wake, O lets time pass until nobody has to wake."""
    controller = program.controller
    press(program, "Ctrl+T")
    for who in (LEM, HOOK):  # first aid has held
        controller.perform(do.EndRunning(running="bleeding", who=who))
    controller.perform(do.Adjust(who=(HOOK,), gauge="th", change="=5"))
    assert [each.kind for each in rows(program)] == ["waking"]
    press(program, "O")
    assert clock(program) >= HOUR
    assert all(each.kind != "waking" or LEM not in each.who for each in rows(program))


def test_until_over_ends_with_death_at_the_latest(between: Program) -> None:
    """Who bleeds until nobody does is dead: the step ends there, and is one to take back."""
    before = clock(between)
    assert between.time.page.list.current is not None
    assert between.time.page.list.current.row.who == (LEM,)
    press(between, "O")
    assert clock(between) == before + 7 * MINUTE
    assert all(LEM not in each.who for each in rows(between))
    press(between, "Ctrl+Z")
    assert clock(between) == before


def test_a_step_stops_at_dice_of_the_table(bandaged: Program) -> None:
    """What the table rolls stops it; the answer lets it go on to where it was bound for."""
    all_roll(bandaged, "hand")
    press(bandaged, "3")
    strip = bandaged.window.log.prompt
    assert strip.isVisible()
    stopped = clock(bandaged)
    assert stopped < MORNING
    assert "test" in {each.asks for each in rows(bandaged)}
    assert QApplication.focusWidget() is not None
    assert strip.isAncestorOf(QApplication.focusWidget())
    all_roll(bandaged, "dice")
    type_text("666")
    press(bandaged, "Enter")
    assert clock(bandaged) == MORNING


def test_the_strip_stands_below_the_log(bandaged: Program) -> None:
    """What is asked stands at the foot of the window, over the next two that come."""
    all_roll(bandaged, "hand")
    press(bandaged, "3")
    window = bandaged.window
    below = [window.log.log, window.log.prompt, bandaged.time.coming]
    tops = [each.mapTo(window, each.rect().topLeft()).y() for each in below]
    assert tops == sorted(tops)
    assert all(each.isVisible() for each in below)
    press(bandaged, "Ctrl+T")
    bandaged.recap.close()
    assert window.log.isAncestorOf(window.log.prompt)
    assert not bandaged.time.coming.isVisible()


# ---- typing


@pytest.mark.parametrize(
    ("typed", "after"),
    [("2 h", 2 * HOUR), ("+90 min", 90 * MINUTE), ("12 turns", MINUTE), ("1h30m", 90 * MINUTE)],
)
def test_a_typed_time_passes(between: Program, typed: str, after: int) -> None:
    """The field takes a time."""
    before = clock(between)
    field = between.time.page.head.field
    field.setFocus()
    type_text(typed)
    press(between, "Enter")
    assert clock(between) == before + after
    assert field.text() == ""
    assert between.time.page.list.hasFocus()


@pytest.mark.parametrize(
    ("typed", "at"), [("23:30", 23 * HOUR + 30 * MINUTE), ("day 2 08:00", 24 * HOUR + MORNING)]
)
def test_a_typed_moment_comes(between: Program, typed: str, at: int) -> None:
    """The field takes a moment, and Go does the same as Enter."""
    between.time.page.head.field.setFocus()
    type_text(typed)
    click(between.time.page.head.go)
    assert clock(between) == at


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("-2 h", "back"),
        ("day 1000000000 08:00", "days"),
        ("day 1 00:00", "past"),
        ("soon", "no time"),
        ("25:00", "no moment"),
    ],
)
def test_what_is_refused_is_said_beside_the_field(between: Program, typed: str, word: str) -> None:
    """Nothing changes, the words stay to be mended, and the sentence says what is wrong."""
    before = clock(between)
    head = between.time.page.head
    head.field.setFocus()
    type_text(typed)
    press(between, "Enter")
    assert clock(between) == before
    assert head.field.text() == typed
    assert word in head.trouble.text
    assert head.trouble.isVisible()
    assert not head.note.isVisible()
    type_text("2")
    assert not head.trouble.isVisible()


def test_nothing_typed_says_what_to_type(between: Program) -> None:
    """Go without a time lets none pass."""
    before = clock(between)
    click(between.time.page.head.go)
    assert clock(between) == before
    assert "23:30" in between.time.page.head.trouble.text


def test_plus_begins_to_type(between: Program) -> None:
    """The key is the first sign of what is typed; digits are then no keys of the page."""
    before = clock(between)
    press(between, "+")
    assert between.time.page.head.field.text() == "+"
    type_text("2 h")
    assert clock(between) == before
    press(between, "Enter")
    assert clock(between) == before + 2 * HOUR
    press(between, "+", "Esc")
    assert between.time.page.list.hasFocus()
    assert between.time.page.head.field.text() == ""


def test_nothing_due_says_what_to_do(program: Program) -> None:
    """Next where nothing runs changes nothing and says that time passes freely."""
    program.campaigns.create(program.campaigns.campaign.path.parent / "Other.encounter")
    press(program, "Ctrl+T", "N")
    assert clock(program) == 0
    assert "Nothing runs" in program.window.log.prompt.state.error


# ---- rows


def test_rows_are_read_by_a_screen_reader(between: Program) -> None:
    """Each row says all that its marks show."""
    shown = between.time.page.list.shown
    words = [shown.index(at).data(Qt.ItemDataRole.AccessibleTextRole) for at in range(3)]
    assert words[0].startswith("Lem: bleeds")
    assert "; in 1 min; no dice; dead in 7 min" in words[0]
    assert words[2].startswith("Lem, Hook: may wake")
    assert "; in 1 h; 3d6 ≥ 25; the program rolls" in words[2]


def test_arrows_go_through_the_rows_and_select_who_it_is(between: Program) -> None:
    """Who a row is about is selected; Enter shows the sheet in place of what is still open."""
    status = between.window.status
    press(between, "Down")
    assert between.controller.selected == (HOOK,)
    press(between, "Enter")
    assert status.sheet.isVisible()
    assert status.head.isVisible()
    assert not between.time.still_open.isVisible()
    assert between.time.page.list.hasFocus()


def test_a_row_is_ended_with_a_reason(between: Program) -> None:
    """Del asks why; the log keeps it, and Ctrl+Z brings it back."""
    page = between.time.page
    press(between, "Del")
    assert page.ask.isVisible()
    type_text("a tourniquet")
    press(between, "Enter")
    assert not page.ask.isVisible()
    assert page.list.hasFocus()
    assert ("bleeding", (LEM,)) not in {(each.kind, each.who) for each in rows(between)}
    assert not between.controller.context.combatant(LEM).has("bleeding")
    entry = between.controller.session.log.path()[-1]
    assert "a tourniquet" in between.controller.context.texts.sentence(entry.label)
    press(between, "Ctrl+Z")
    assert between.controller.context.combatant(LEM).has("bleeding")


def test_ending_can_be_left(between: Program) -> None:
    """Escape leaves all as it is."""
    before = rows(between)
    press(between, "Del", "Esc")
    assert rows(between) == before
    assert between.time.page.list.hasFocus()
    assert between.time.page.foot.isVisible()


def test_what_ends_with_its_cause_says_so(between: Program) -> None:
    """Whoever is unconscious may wake as long as that lasts: it is not ended by itself."""
    press(between, "Down", "Down")
    before = rows(between)
    click(between.time.page.foot.end)
    assert "ends with what brings it about" in between.time.page.ask.trouble.text
    press(between, "Enter")
    assert rows(between) == before


def test_a_reminder_is_set_and_comes(between: Program) -> None:
    """Shift+R asks what and when; it stands among what runs, and falls due with its words."""
    press(between, "Shift+R")
    type_text("Police at the bridge")
    QApplication.focusWidget().nextInFocusChain().setFocus()
    between.time.page.ask.fields[1].setFocus()
    type_text("30 s")
    press(between, "Enter")
    assert rows(between)[0].what == "Police at the bridge"
    assert rows(between)[0].asks == "reminder"
    press(between, "N")
    assert all(each.asks != "reminder" for each in rows(between))
    entry = between.controller.session.log.path()[-1]
    assert "Police at the bridge" in between.controller.context.texts.sentence(entry.label)


@pytest.mark.parametrize(
    ("what", "when", "word"),
    [("", "2 h", "reminded of"), ("Police", "", "how long"), ("Police", "-2 h", "back")],
)
def test_a_reminder_that_cannot_be_set_says_why(
    between: Program, what: str, when: str, word: str
) -> None:
    """It is said below the fields, and nothing of them is lost."""
    click(between.time.page.head.reminder)
    ask = between.time.page.ask
    ask.fields[0].setText(what)
    ask.fields[1].setText(when)
    click(ask.act)
    assert word in ask.trouble.text
    assert ask.isVisible()
    assert [each.text() for each in ask.fields] == [what, when]


def test_the_log_says_when(between: Program) -> None:
    """Rows of the log bear the time of day."""
    press(between, "1")
    assert (
        between.window.log.log.rows.stamps[-1:] == ["00:10"]
        or "00:10" in between.window.log.log.rows.stamps
    )


def test_a_change_by_hand_stands_below_the_page(between: Program) -> None:
    """Damage by hand is done to whom the row is about, with the page in sight, which has its place again afterwards."""
    between.window.actions_of["damage"].trigger()
    QApplication.processEvents()
    window = between.window
    assert window.shows_damage
    assert between.time.page.isVisible()
    assert window.damage.plan.targets == (LEM,)
    window.damage.dismissed.emit()
    QApplication.processEvents()
    assert not window.shows_damage
    assert not window.attack_panel.isVisible()
    assert between.time.page.list.hasFocus()


def test_the_past_can_be_looked_at(between: Program) -> None:
    """An earlier entry shows the clock as it was; nothing passes there."""
    press(between, "1")
    head = between.controller.session.log.head
    first = between.controller.session.log.path()[1].id
    between.controller.view_entry(first)
    assert between.time.page.head.time.words == "00:00:15"
    press(between, "2")
    assert between.controller.session.log.head == head
    between.controller.view_head()
    assert between.time.page.head.time.words == "00:10:15"


def test_the_program_starts_between_fights_with_the_keyboard_in_the_rows(
    program: Program, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    """Closed between fights, it opens between fights, before the window is shown: 1, 2 and 3 let time pass."""
    press(program, "Ctrl+T")
    program.campaigns.close()
    again = Program(qapp, Settings(tmp_path / "again.ini"), paths.message_catalog(), theme="dark")
    again.campaigns.open(tmp_path / "Bridge.encounter")
    with qtbot.waitActive(again.window):
        again.window.show()
        again.window.activateWindow()
    try:
        qtbot.waitUntil(lambda: again.prep is not None, timeout=10_000)
        qtbot.waitUntil(again.time.page.isVisible)
        assert again.window.focusWidget() is again.time.page.list
    finally:
        end(again)


def test_what_is_asked_for_a_row_covers_no_row(between: Program) -> None:
    """The reason of an end stands in the place of the legend; it is higher, and the page with it."""
    page = between.time.page
    assert page.list.height() >= page.list.whole_height
    press(between, "Del")
    QApplication.processEvents()
    assert page.ask.isVisible()
    assert page.list.height() >= page.list.whole_height
    press(between, "Esc")
    assert page.foot.isVisible()


def test_the_dice_are_whole_in_a_small_window(between: Program) -> None:
    """What is to be reached is not cut off: in a window of 1024 a row is about 720 wide."""
    fonts = between.time.page.foot._icons.theme.fonts
    width = 720.0
    beside = 8 + 12 + 12 + 5  # the gap, the edge, who rolls
    room = width - TimeAxis.of_width(width).right - beside
    assert room >= fonts.width("3d6 + 17 ≥ 14", "dice", weight=400)


def test_a_long_step_says_what_it_reminds_of(bandaged: Program) -> None:
    """A step does not stop at a reminder; it stands beside the field until the next step, and undo takes it away."""
    program, head = bandaged, bandaged.time.page.head
    assert program.controller.perform(do.Remind(text="the cops arrive", for_="5 min"))
    press(program, "1")
    assert head.trouble.isVisible()
    assert head.trouble.text == "Reminder: the cops arrive"
    assert head.field.property("wrong") == "false"
    press(program, "1")
    assert not head.trouble.isVisible()
    press(program, "Ctrl+Z", "Ctrl+Z")
    assert not head.trouble.isVisible()
    press(program, "1")
    assert head.trouble.text == "Reminder: the cops arrive"
    press(program, "Ctrl+Z")
    assert not head.trouble.isVisible()
