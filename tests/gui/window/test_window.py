"""The whole window, driven by keys and clicks as at the table."""

from pathlib import Path
from time import sleep

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.control.frames.after_paint import AfterPaint
from encounter_gui.gui.dialogs.dice_panel import DicePanel
from encounter_gui.gui.dialogs.encounter_dialog import EncounterDialog
from encounter_gui.gui.window.first_paint import FirstPaint
from encounter_gui.rules.model.commands import Adjust, Next
from tests.gui.window.conftest import Start, end, go_on, look, show

Key = Qt.Key
Ctrl, Shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


FILES = ("open", "new", "save_copy", "replay")


def press(
    qtbot: QtBot, key: Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """Presses a key wherever the focus is."""
    widget = QApplication.focusWidget()
    assert widget is not None
    qtbot.keyClick(widget, key, modifier)


def type_text(qtbot: QtBot, text: str) -> None:
    """Types into whatever has the focus."""
    widget = QApplication.focusWidget()
    assert widget is not None
    qtbot.keyClicks(widget, text)


def names(program: Program) -> list[str]:
    """Returns the combatants by name, in order of joining."""
    return [combatant.name for combatant in program.controller.context.state.combatants.values()]


def health(program: Program, name: str) -> int:
    """Returns somebody's main gauge."""
    gauge = program.controller.context.ruleset.main_gauge
    assert gauge is not None
    combatant = next(
        each for each in program.controller.context.state.combatants.values() if each.name == name
    )
    return combatant.gauges[gauge.key]


def who(program: Program, name: str) -> CombatantId:
    """Returns an id by name."""
    return next(
        combatant.id
        for combatant in program.controller.context.state.combatants.values()
        if combatant.name == name
    )


def select(program: Program, *wanted: str) -> None:
    """Selects rows by name."""
    program.window.table.select([who(program, name) for name in wanted])


# ---- the turn


class Paints(QObject):
    """Counts how often a part of the window is painted."""

    def __init__(self, part: QWidget) -> None:
        super().__init__(part)
        self.count = 0
        part.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


def test_a_click_on_undo_paints_the_table_once_it_is_laid_out(
    sample: Program, qtbot: QtBot
) -> None:
    """Not within the click already: the button would paint all that has changed before it repaints itself."""
    controller, action = sample.controller, sample.window.actions_of["undo"]
    hurt = who(sample, names(sample)[0])
    before = health(sample, names(sample)[0])
    controller.perform(Adjust(who=(hurt,), change="-1"))
    buttons = sample.window.turn_bar.findChildren(QToolButton)
    button = next(each for each in buttons if each.defaultAction() is action)
    QApplication.processEvents()
    paints = Paints(sample.window.table.viewport())
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert health(sample, names(sample)[0]) == before
    assert paints.count == 0
    qtbot.waitUntil(lambda: paints.count > 0, timeout=10_000)


def test_next_starts_the_fight_asks_for_initiative_and_rolls_when_pressed_again(
    program: Program, qtbot: QtBot
) -> None:
    """N moves on; initiative is asked for in the strip, and another N leaves it to the app."""
    press(qtbot, Key.Key_N)
    assert program.controller.context.state.stage == "running"
    press(qtbot, Key.Key_N)
    prompt = program.window.log.prompt
    assert prompt.isVisible()
    assert len(program.controller.waits_for or ()) == 3
    look(program)
    assert program.window.table.hasFocus()
    press(qtbot, Key.Key_N)
    assert program.controller.waits_for is None
    assert program.controller.context.state.acting


def test_initiative_typed_in_the_strip(program: Program, qtbot: QtBot) -> None:
    """The first field takes a line for everybody."""
    press(qtbot, Key.Key_N)
    press(qtbot, Key.Key_N)
    press(qtbot, Key.Key_F6)
    type_text(qtbot, "6 2 3")
    press(qtbot, Key.Key_Return)
    entry = program.controller.session.log.path()[-1]
    assert [rolled.faces for rolled in entry.rolls] == [(6,), (2,), (3,)]
    assert all(rolled.physical for rolled in entry.rolls)


def test_space_moves_on_from_a_button_too_and_enter_presses_it(
    program: Program, qtbot: QtBot
) -> None:
    """Space is Next wherever no text is typed; the button that has the keyboard is pressed by Enter."""
    press(qtbot, Key.Key_Space)
    assert program.controller.context.state.stage == "running"
    button = program.window.rail.findChild(QToolButton, "rail_dice")
    button.setFocus()
    with qtbot.waitSignal(program.window.actions_of["next"].triggered):
        press(qtbot, Key.Key_Space)
    button.setFocus()
    with qtbot.waitSignal(button.clicked):
        press(qtbot, Key.Key_Return)
    close_dialogs(program, qtbot)


def test_back_returns_to_before_the_turn(sample: Program, qtbot: QtBot) -> None:
    """Shift+N leads to before the last Next."""
    acting = sample.controller.context.state.acting
    press(qtbot, Key.Key_N, Shift)
    assert sample.controller.context.state.acting != acting
    press(qtbot, Key.Key_Y, Ctrl)
    assert sample.controller.context.state.acting == acting


def test_who_acts_is_selected_and_shown(sample: Program) -> None:
    """The panel follows the turn."""
    acting = sample.controller.context.state.acting
    assert sample.window.table.selected() == acting[:1]
    assert sample.connections.views.shown == acting[0]


# ---- changes by hand


def test_typing_a_change_on_a_row_hurts_it(program: Program, qtbot: QtBot) -> None:
    """-7 and Enter, with the row lit up before; then the dice that resist it, and what they leave is lost."""
    select(program, "Gang A")
    before = health(program, "Gang A")
    press(qtbot, Key.Key_Minus)
    type_text(qtbot, "7")
    model = program.window.table.rows
    assert model.change_at(model.place_of(who(program, "Gang A"))) is not None
    press(qtbot, Key.Key_Return)
    waits = program.controller.waits_for
    assert isinstance(waits, tuple)
    program.window.log.prompt.take_focus()
    type_text(qtbot, "1" * waits[0].count)
    press(qtbot, Key.Key_Return)
    assert health(program, "Gang A") == before - 7 + waits[0].count
    assert model.change_at(model.place_of(who(program, "Gang A"))) is None


def test_escape_leaves_nothing_behind(program: Program, qtbot: QtBot) -> None:
    """A change begun and dropped is no change."""
    select(program, "Gang A")
    before = len(program.controller.session.log)
    press(qtbot, Key.Key_Minus)
    type_text(qtbot, "7")
    press(qtbot, Key.Key_Escape)
    assert len(program.controller.session.log) == before
    assert not program.window.damage.isVisible()
    assert program.window.attack_panel.isVisible()


def test_undo_and_redo(program: Program, qtbot: QtBot) -> None:
    """Ctrl+Z and both keys of redo."""
    select(program, "Gang A")
    before = health(program, "Gang A")
    press(qtbot, Key.Key_Equal)
    type_text(qtbot, "5")
    press(qtbot, Key.Key_Return)
    press(qtbot, Key.Key_Z, Ctrl)
    assert health(program, "Gang A") == before
    press(qtbot, Key.Key_Z, Ctrl | Shift)
    assert health(program, "Gang A") == 5
    press(qtbot, Key.Key_Z, Ctrl)
    press(qtbot, Key.Key_Y, Ctrl)
    assert health(program, "Gang A") == 5


def test_a_condition_for_two_rounds_by_keys(program: Program, qtbot: QtBot) -> None:
    """C, the beginning of its name, the rounds, Enter."""
    select(program, "Gang A", "Gang B")
    condition = next(each for each in program.controller.context.ruleset.conditions if each.by_hand)
    press(qtbot, Key.Key_C)
    type_text(qtbot, f"{condition.name.split()[0].lower()} 2")
    press(qtbot, Key.Key_Return)
    for name in ("Gang A", "Gang B"):
        assert program.controller.context.combatant(who(program, name)).has(condition.key)


def test_the_command_field_addresses_by_number(program: Program, qtbot: QtBot) -> None:
    """Ctrl+K, numbers of the table, a change."""
    before = health(program, "Gang B")
    press(qtbot, Key.Key_K, Ctrl)
    type_text(qtbot, "2 3 raw -4")
    press(qtbot, Key.Key_Return)
    assert health(program, "Gang B") == before - 4


def test_a_line_that_makes_no_sense_says_so_and_stays(program: Program, qtbot: QtBot) -> None:
    """Nothing is lost, nothing has changed."""
    before = len(program.controller.session.log)
    press(qtbot, Key.Key_K, Ctrl)
    type_text(qtbot, "99 -4")
    press(qtbot, Key.Key_Return)
    assert program.window.command.isVisible()
    assert "99" in program.window.command.said.text()
    assert len(program.controller.session.log) == before


# ---- combatants


def test_duplicate_rename_hide_and_remove(program: Program, qtbot: QtBot) -> None:
    """The keys of the table."""
    select(program, "Gang B")
    press(qtbot, Key.Key_D, Ctrl)
    assert len(names(program)) == 4
    copy = names(program)[-1]
    select(program, copy)
    press(qtbot, Key.Key_F2)
    editor = QApplication.focusWidget()
    assert isinstance(editor, QLineEdit)
    editor.selectAll()
    type_text(qtbot, "Ash <b>")
    press(qtbot, Key.Key_Return)
    qtbot.waitUntil(lambda: names(program)[-1] == "Ash <b>")
    program.window.table.setFocus()
    press(qtbot, Key.Key_V)
    assert "hidden" in program.controller.context.combatant(who(program, "Ash <b>")).flags
    press(qtbot, Key.Key_Delete)
    assert len(names(program)) == 3


def test_adding_four_by_keys(program: Program, qtbot: QtBot) -> None:
    """A, a number and a few letters, Enter; Esc gives the keyboard and the room back to the fight."""
    press(qtbot, Key.Key_A)
    assert open_dialogs(program) == []
    type_text(qtbot, "4 gange")
    press(qtbot, Key.Key_Return)
    assert len(names(program)) == 7
    press(qtbot, Key.Key_Escape)
    assert not program.room.parts.panel.isVisible()
    assert program.window.table.hasFocus()


def test_an_encounter_without_anybody_offers_to_add(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """One sentence and one button, which leads to the library; whoever is added there joins."""
    program = start()
    program.campaigns.create(tmp_path / "Empty.encounter")
    show(program, qtbot)
    assert program.window.table.rows.rowCount() == 0
    program.window.table.add_requested.emit()
    assert program.room.parts.panel.search.hasFocus()
    assert not program.window.is_prep
    type_text(qtbot, "enfo")
    press(qtbot, Key.Key_Return)
    assert names(program) == ["Enforcer"]


# ---- the past


def test_scrubbing_is_read_only_until_continued(sample: Program, qtbot: QtBot) -> None:
    """The banner, the frame, and the way back."""
    sample.window.timeline.scrubbed.emit(20)
    assert not sample.controller.is_live
    assert sample.window.log.prompt.isVisible()
    before = len(sample.controller.session.log)
    select(sample, "Kestrel")
    press(qtbot, Key.Key_N)
    assert len(sample.controller.session.log) == before
    sample.window.log.prompt.live_requested.emit()
    assert sample.controller.is_live


def test_playing_on_from_an_earlier_entry(sample: Program) -> None:
    """Continue from here moves the head; nothing is thrown away."""
    count = len(sample.controller.session.log)
    sample.window.timeline.scrubbed.emit(20)
    sample.window.log.prompt.continue_requested.emit()
    assert sample.controller.is_live
    assert len(sample.controller.session.log.path()) == 21
    assert len(sample.controller.session.log) == count


# ---- the bench


def test_resolving_with_the_apps_dice(sample: Program) -> None:
    """Nothing typed: the app rolls everything at once."""
    before = len(sample.controller.session.log)
    sample.window.attack_panel.resolve()
    assert len(sample.controller.session.log) == before + 1
    assert sample.controller.waits_for is None


def test_resolving_with_one_typed_die_asks_for_the_rest(sample: Program, qtbot: QtBot) -> None:
    """One physical roll: the others are asked for in the strip, one after the other."""
    before = len(sample.controller.session.log)
    form = sample.connections.attack.form
    assert form.command is not None
    field = sample.window.attack_panel.set_up.dice
    field.inputs[0].setFocus()
    count = int(form.dice[0].notation.split("d")[0])
    type_text(qtbot, " ".join("6" * count))
    sample.window.attack_panel.resolve()
    assert sample.controller.waits_for is not None
    while sample.controller.waits_for is not None:
        sample.window.log.prompt.take_focus()
        press(qtbot, Key.Key_Return)
    assert len(sample.controller.session.log) == before + 1


def test_a_form_is_built_once_for_each_step(
    sample: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is next in turn is known beforehand: the form of who acted before is not built for nothing."""
    system, built, shown = type(sample.controller.system), [], []
    real = system.attack_form
    monkeypatch.setattr(
        system, "attack_form", lambda *args: built.append(args) or real(*args), raising=True
    )
    sample.controller.context_changed.connect(shown.append)
    actors = set()
    for _ in range(3):
        sample.controller.step()
        actors.add(sample.connections.attack.form.actor)
    assert len(actors) > 1
    assert len(built) == len(shown)


def test_selecting_an_enemy_makes_it_the_target(sample: Program) -> None:
    """And the table tags it."""
    actor = sample.connections.attack.form.actor
    assert actor is not None
    side = sample.controller.context.combatant(actor).side
    wanted = "Pike" if side == "pc" else "Moth"
    select(sample, wanted)
    command = sample.connections.attack.form.command
    assert getattr(command, "target", None) == who(sample, wanted)


def test_what_follows_a_click_waits_until_it_is_painted_however_long_the_click_took(
    qapp: QApplication, qtbot: QtBot
) -> None:
    step = QObject()
    pause = AfterPaint(step)
    with qtbot.waitSignal(pause.passed, timeout=10_000) as passed:
        pause.start()
        sleep(0.06)  # longer than the pause itself
        qapp.processEvents()
        assert not passed.signal_triggered


def test_odds_stand_beside_the_bench(sample: Program) -> None:
    """They come once the slow imports are done."""
    command = sample.connections.attack.form.command
    assert command is not None
    assert sample.controller.system.odds(sample.controller.context, command) is not None
    assert sample.window.attack_panel.odds.spread.accessibleDescription()


# ---- errors


def test_a_refusal_stands_in_the_strip_and_nothing_changes(program: Program) -> None:
    """What, to whom, what to do."""
    from encounter_gui.rules.model.commands import Rename

    before = len(program.controller.session.log)
    assert not program.controller.perform(Rename(who=who(program, "Gang A"), name="  "))
    assert program.window.log.prompt.isVisible()
    assert len(program.controller.session.log) == before


def test_a_file_that_is_no_campaign_is_refused_in_words(program: Program, tmp_path: Path) -> None:
    """What is open stays open."""
    foreign = tmp_path / "letter.encounter"
    foreign.write_text("Dear Sir", encoding="utf-8")
    program.handlers.files.open_requested.emit(str(foreign))
    assert "letter.encounter" in program.window.log.prompt.text
    assert len(names(program)) == 3


# ---- themes, remembering, dialogs


@pytest.mark.parametrize("name", ["light", "high_contrast", "dark"])
def test_themes_change_while_the_window_is_open(program: Program, name: str) -> None:
    """The icons follow, and the window can still be painted."""
    program.handlers.dialogs.theme_requested.emit(name)
    assert program.window.grab().toImage().width() > 0
    assert program.window.actions_of["theme_dark"].isChecked() is (name == "dark")


def test_the_window_reopens_where_it_was(start: Start, qtbot: QtBot, tmp_path: Path) -> None:
    """Campaign, encounter, panels, and who was selected."""
    from encounter_gui.cli.window_options import WindowOptions
    from encounter_gui.rules.model.commands import Add

    first = start()
    first.campaigns.create(tmp_path / "Docks.encounter")
    first.campaigns.create_encounter("Second", "d6pool")
    first.controller.perform(Add(creature="gang_b"))
    first.controller.perform(Add(creature="gang_a"))
    show(first, qtbot)
    select(first, "Gang A")
    first.window.menus["docks"].actions()[0].trigger()
    end(first)
    second = start()
    second.start.begin(WindowOptions())
    go_on(second)
    show(second, qtbot)
    assert second.controller.context.state.name == "Second"
    assert names(second) == ["Gang B", "Gang A"]
    assert second.controller.selected == (who(second, "Gang A"),)
    assert not second.window.timeline.isVisible()


def open_dialogs(program: Program) -> list[QDialog]:
    """Returns the dialogs that can be seen."""
    return [each for each in program.window.findChildren(QDialog) if each.isVisible()]


def close_dialogs(program: Program, qtbot: QtBot) -> None:
    """Closes every dialog and waits until it is freed."""
    for dialog in open_dialogs(program):
        dialog.reject()
    qtbot.waitUntil(lambda: program.window.findChildren(QDialog) == [])


@pytest.mark.parametrize(
    "action",
    ["switches", "new_encounter", "settings", "shortcuts", "rules_help", "prep_help", "about", *FILES],
)  # fmt: skip
def test_every_dialog_is_freed_when_it_is_closed(
    program: Program, qtbot: QtBot, action: str
) -> None:
    """Opened without blocking, closed by Escape, gone."""
    program.window.actions_of.by_id[action].trigger()
    assert len(open_dialogs(program)) == 1
    close_dialogs(program, qtbot)


def test_house_rules_hold_at_once_and_can_be_undone(program: Program, qtbot: QtBot) -> None:
    """A switch is a command like any other."""
    program.window.actions_of["switches"].trigger()
    (dialog,) = open_dialogs(program)
    before = len(program.controller.session.log)
    line = next(each for each in dialog._lines if each.box is not None)  # type: ignore[attr-defined]
    line.box.click()
    assert len(program.controller.session.log) == before + 1
    close_dialogs(program, qtbot)


def test_the_dice_roller_rolls(program: Program, qtbot: QtBot) -> None:
    """R, an expression, Enter; nothing is written down."""
    before = len(program.controller.session.log)
    press(qtbot, Key.Key_R)
    (panel,) = program.window.findChildren(DicePanel)
    panel.expression.setText("3d6+2")
    panel.roll()
    assert 5 <= int(panel.total.text()) <= 20
    assert len(program.controller.session.log) == before


def test_saving_a_copy(program: Program, tmp_path: Path) -> None:
    """The copy is a campaign of its own; play goes on in the first file."""
    program.handlers.files.copy_requested.emit(str(tmp_path / "Copy.encounter"))
    assert (tmp_path / "Copy.encounter").stat().st_size > 0


def test_switching_between_encounters(program: Program) -> None:
    """Each keeps its own fight."""
    program.campaigns.create_encounter("Other", "d6pool")
    assert names(program) == []
    first = program.window.menus["encounters"].actions()[0]
    first.trigger()
    assert len(names(program)) == 3


def test_an_intent_is_declared_from_the_command_field(program: Program, qtbot: QtBot) -> None:
    """Ctrl+K, declare and some words: they stand in the table, and one undo takes them back."""
    select(program, "Gang A")
    press(qtbot, Key.Key_K, Ctrl)
    type_text(qtbot, "declare shoot Hening")
    press(qtbot, Key.Key_Return)
    combatant = program.controller.context.state.combatants[who(program, "Gang A")]
    assert combatant.memo["intent"] == "shoot Hening"
    press(qtbot, Key.Key_Z, Ctrl)
    combatant = program.controller.context.state.combatants[who(program, "Gang A")]
    assert "intent" not in combatant.memo


def test_buttons_painted_before_the_icons_came_are_painted_again(
    program: Program, qtbot: QtBot
) -> None:
    """Icons load after the first paint; Back, Undo and Redo stood blank until the mouse passed over them."""
    back = program.window.actions_of["back"]
    button = next(
        each
        for each in program.window.turn_bar.findChildren(QToolButton)
        if each.defaultAction() is back
    )
    watch = FirstPaint(button)
    with qtbot.waitSignal(watch.painted):
        program.window._icons.loaded.emit()


def test_a_note_being_written_when_the_campaign_is_closed_is_kept(
    program: Program, qtbot: QtBot, tmp_path: Path
) -> None:
    """Nobody has to leave the field first."""
    select(program, "Hening")
    program.window.status.show_tab("notes")
    program.window.status.notes.setFocus()
    type_text(qtbot, "Owes Brandt")
    program.campaigns.close()
    program.campaigns.open(tmp_path / "Docks.encounter")
    assert program.controller.context.state.combatants[who(program, "Hening")].note == "Owes Brandt"


def test_a_note_being_written_when_another_encounter_is_opened_stays_with_its_own(
    program: Program, qtbot: QtBot
) -> None:
    """It is written to the fight that it is about."""
    before = program.campaigns.encounter
    select(program, "Hening")
    program.window.status.show_tab("notes")
    program.window.status.notes.setFocus()
    type_text(qtbot, "Owes Brandt")
    program.campaigns.create_encounter("Next door", "d6pool")
    assert program.controller.context.state.combatants == {}
    program.campaigns.open_encounter(before)
    assert program.controller.context.state.combatants[who(program, "Hening")].note == "Owes Brandt"


def test_rename_pressed_again_goes_on_with_the_name(program: Program, qtbot: QtBot) -> None:
    """The field stays as it is."""
    select(program, "Hening")
    program.window.actions_of["rename"].trigger()
    editor = QApplication.focusWidget()
    assert isinstance(editor, QLineEdit)
    editor.selectAll()
    type_text(qtbot, "Hen")
    program.window.actions_of["rename"].trigger()
    assert QApplication.focusWidget() is editor
    press(qtbot, Key.Key_Return)
    qtbot.waitUntil(lambda: "Hen" in names(program))


def test_a_window_larger_than_the_screen_fills_it_instead_of_hanging_over(program):
    """1366 × 768 on a screen of that size leaves no room for a title bar: the log hung over the edge."""
    room = program.window.screen().availableGeometry()
    program.window.resize(room.width(), room.height())
    program.window.open_on_screen()
    assert program.window.isMaximized()


@pytest.mark.rule("D6P-15", "D6P-43")
def test_the_turn_selects_the_first_who_can_act(sample: Program, qtbot: QtBot) -> None:
    """One who lay there was selected, and so became the target of whoever acted."""
    controller = sample.controller
    brandt, lem = who(sample, "Brandt"), who(sample, "Lem")
    assert controller.context.state.acting == (brandt, lem)
    for _ in range(2):
        controller.undo()
    assert controller.perform(Adjust(who=(brandt,), change="=-3", gauge="th"))
    assert controller.perform(Next())
    assert lem in controller.context.state.acting
    assert controller.selected == (lem,)


def test_a_new_encounter_waits_for_who_comes(program: Program, qtbot: QtBot) -> None:
    """The keyboard is where the roster is typed, not on whatever Tab would come to next."""
    qtbot.waitUntil(lambda: program.prep is not None, timeout=10_000)
    program.window.attack_panel.set_up.dice.resolve.setFocus()
    program.window.actions_of["new_encounter"].trigger()
    dialog = program.window.findChild(EncounterDialog)
    assert dialog is not None
    qtbot.waitUntil(dialog.isActiveWindow)
    qtbot.keyClicks(dialog.name, "Bridge")
    qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    with qtbot.waitActive(program.window):  # no window manager does it here when the dialog closes
        program.window.activateWindow()
    assert program.prep is not None
    qtbot.waitUntil(program.prep.panel.add.hasFocus)
    qtbot.keyClicks(program.prep.panel.add, "2 ganger")
    qtbot.keyClick(program.prep.panel.add, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(program.window.table.rows.ids()) == 2)
    assert program.controller.context.state.name == "Bridge"
