"""The whole sheet set in a running fight, in the whole window, with real keys, in all four games."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.status.sections.sheet_button import SheetButton
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.items import number
from encounter_gui.rules.view import SettableValue
from tests.gui.window.conftest import Start, look, show
from tests.gui.window.test_window import press

Key = Qt.Key
STATS = {
    "deep-static": ("chrome", "combat", "c", 41),
    "redlines": ("cwn", "ac", "a", 18),
    "night-harbour": ("phases", "reflexes", "r", 9),
    "canal-bridge": ("d6pool", "strength", "s", 7),
}
"""A sample of each game: its system, a field, the letter that names it, and what it is set to."""


def open_sample(start: Start, qtbot: QtBot, tmp_path: Path, name: str) -> Program:
    """Returns the program with the sample fight of a game in the middle of it."""
    program = start()
    program.campaigns.create(tmp_path / "Sample.encounter")
    program.campaigns.replay(paths.data_folder("resources") / "samples" / f"{name}.toml")
    show(program, qtbot)
    return program


def keys(qtbot: QtBot, *pressed: Key | str) -> int:
    """Presses keys one by one where the keyboard is, and returns how many they were."""
    count = 0
    for each in pressed:
        for sign in each if isinstance(each, str) else (each,):
            focus = QApplication.focusWidget()
            assert focus is not None
            if sign == "F" and not isinstance(focus, QLineEdit):
                qtbot.keyClick(focus, Key.Key_F, Qt.KeyboardModifier.ShiftModifier)
            elif isinstance(sign, str):
                qtbot.keyClicks(focus, sign)
            else:
                qtbot.keyClick(focus, sign)
            count += 1
    return count


def last_words(program: Program) -> str:
    """Returns the newest line of the log."""
    return paths.message_catalog().text(program.controller.session.log.path()[-1].label)


def shown(program: Program, key: str) -> SheetButton:
    """Returns what lies over a value of the sheet."""
    button = program.window.status.sheet.value_button(key)
    assert button is not None, key
    return button


def first(program: Program, system: str) -> Combatant:
    """Returns somebody who has the field that is set: in CHROME, an Operator."""
    everybody = program.controller.context.state.combatants.values()
    wanted = (each for each in everybody if each.sheet.get("kind") in ("operator", "npc", None))
    return next(wanted) if system in ("chrome", "cwn") else next(iter(everybody))


def select(program: Program, who: Combatant) -> None:
    """Has somebody's sheet in front, and the keyboard in the table."""
    program.window.table.setFocus()
    program.window.table.select([who.id])
    program.window.status.show_tab("sheet")
    look(program)


@pytest.mark.parametrize("name", STATS)
def test_a_stat_of_somebody_in_the_fight_is_set_with_six_keys(
    start: Start, qtbot: QtBot, tmp_path: Path, name: str
) -> None:
    """The number of the row, Shift+F, a letter of the stat, the value, Enter: at most six, and back in the table."""
    system, field, letter, to = STATS[name]
    program = open_sample(start, qtbot, tmp_path, name)
    who = first(program, system)
    program.window.table.setFocus()
    look(program)
    count = keys(qtbot, str(who.number))
    look(program)
    assert program.controller.selected == (who.id,)
    count += keys(qtbot, "F", letter, str(to), Key.Key_Return)
    look(program)
    assert program.controller.context.combatant(who.id).sheet[field] == to
    assert count <= 6
    assert program.window.table.hasFocus()
    assert f"→ {to}" in last_words(program)
    assert who.name in last_words(program)


@pytest.mark.parametrize("name", STATS)
def test_a_stat_is_set_in_its_place_and_undone_in_one_step(
    start: Start, qtbot: QtBot, tmp_path: Path, name: str
) -> None:
    """Enter over the value, the new one, Enter; the log names old and new, the keyboard is back; Ctrl+Z once."""
    system, field, _, to = STATS[name]
    program = open_sample(start, qtbot, tmp_path, name)
    who = first(program, system)
    select(program, who)
    button = shown(program, f"sheet.{field}")
    value = button.value
    assert isinstance(value, SettableValue)
    before = value.value
    button.setFocus(Qt.FocusReason.TabFocusReason)
    keys(qtbot, Key.Key_Return)
    field_of = program.window.status.sheet.value_field.field
    assert field_of.hasFocus()
    assert field_of.selectedText() == str(before)
    keys(qtbot, str(to), Key.Key_Return)
    look(program)
    assert program.controller.context.combatant(who.id).sheet[field] == to
    assert f"{before} → {to}" in last_words(program)
    assert shown(program, f"sheet.{field}").hasFocus()
    press(qtbot, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    look(program)
    assert program.controller.context.combatant(who.id) == who


@pytest.mark.parametrize("name", STATS)
def test_everything_of_everybody_can_be_set_to_something_else(
    start: Start, qtbot: QtBot, tmp_path: Path, name: str
) -> None:
    """Each value that is declared is shown, in its place or below the fold, and the sheet outlives each of them."""
    program = open_sample(start, qtbot, tmp_path, name)
    who = first(program, STATS[name][0])
    select(program, who)
    sheet = program.window.status.sheet
    sheet.surface.fold()
    view = program.controller.system.combatant_view(program.controller.context, who.id)
    fields = {f"sheet.{each.key}" for each in program.controller.context.ruleset.fields}
    assert fields <= {each.key for each in view.values}
    assert {"name", "side", "note"} <= {each.key for each in view.values}
    assert all(sheet.value_button(each.key) is not None for each in view.values)


def test_tab_takes_a_value_and_goes_to_the_next(start: Start, qtbot: QtBot, tmp_path: Path) -> None:
    """Two attributes, one after the other, without leaving the field."""
    program = open_sample(start, qtbot, tmp_path, "night-harbour")
    who = first(program, "phases")
    select(program, who)
    shown(program, "sheet.strength").setFocus(Qt.FocusReason.TabFocusReason)
    keys(qtbot, Key.Key_F2, "11", Key.Key_Tab, "12", Key.Key_Return)
    look(program)
    sheet = program.controller.context.combatant(who.id).sheet
    assert (sheet["strength"], sheet["reflexes"]) == (11, 12)


def test_arrows_go_from_value_to_value(start: Start, qtbot: QtBot, tmp_path: Path) -> None:
    """Right to the next attribute, and back; each has a name for a screen reader."""
    program = open_sample(start, qtbot, tmp_path, "night-harbour")
    select(program, first(program, "phases"))
    strength = shown(program, "sheet.strength")
    strength.setFocus(Qt.FocusReason.TabFocusReason)
    keys(qtbot, Key.Key_Right)
    focus = QApplication.focusWidget()
    assert focus is shown(program, "sheet.reflexes")
    told = QAccessible.queryAccessibleInterface(focus)
    assert told.text(QAccessible.Text.Name).startswith("Reflexes ")
    assert told.role() == QAccessible.Role.Button
    keys(qtbot, Key.Key_Left)
    assert QApplication.focusWidget() is strength


def test_escape_leaves_a_value_as_it_was(start: Start, qtbot: QtBot, tmp_path: Path) -> None:
    """Nothing is set, and the keyboard is where it was: in the table after F, at the value after Enter."""
    program = open_sample(start, qtbot, tmp_path, "redlines")
    who = first(program, "cwn")
    select(program, who)
    count = len(program.controller.session.log.path())
    keys(qtbot, "F", "99", Key.Key_Escape)
    assert program.window.table.hasFocus()
    shown(program, "sheet.ac").setFocus(Qt.FocusReason.TabFocusReason)
    keys(qtbot, Key.Key_Return, "99", Key.Key_Escape)
    assert shown(program, "sheet.ac").hasFocus()
    assert len(program.controller.session.log.path()) == count


@pytest.mark.parametrize("name", STATS)
def test_beyond_the_rules_it_takes_enter_twice_and_is_marked(
    start: Start, qtbot: QtBot, tmp_path: Path, name: str
) -> None:
    """The first Enter says what the rules allow; the second sets it, and log and sheet say so."""
    system, field, _, _ = STATS[name]
    program = open_sample(start, qtbot, tmp_path, name)
    who = first(program, system)
    select(program, who)
    shown(program, f"sheet.{field}").setFocus(Qt.FocusReason.TabFocusReason)
    value_field = program.window.status.sheet.value_field
    keys(qtbot, Key.Key_Return, "99", Key.Key_Return)
    assert value_field.isVisible()
    assert "anyway" in value_field.hint
    keys(qtbot, Key.Key_Return)
    look(program)
    assert program.controller.context.combatant(who.id).sheet[field] == 99
    assert "anyway" in last_words(program)
    assert "anyway" in shown(program, f"sheet.{field}").accessibleDescription()


def test_f2_renames_on_the_line_of_the_name(start: Start, qtbot: QtBot, tmp_path: Path) -> None:
    """The old name is selected; Enter takes the new one, Escape leaves it."""
    program = open_sample(start, qtbot, tmp_path, "redlines")
    who = first(program, "cwn")
    select(program, who)
    head = program.window.status.head
    head.setFocus(Qt.FocusReason.TabFocusReason)
    keys(qtbot, Key.Key_F2)
    assert head.field.selectedText() == who.name
    keys(qtbot, "Nobody", Key.Key_Escape)
    assert program.controller.context.combatant(who.id).name == who.name
    keys(qtbot, Key.Key_F2, "Razor", Key.Key_Return)
    look(program)
    assert program.controller.context.combatant(who.id).name == "Razor"
    assert who.name in last_words(program)


@pytest.mark.parametrize("name", STATS)
def test_the_dead_and_those_who_are_asked_are_corrected_too(
    start: Start, qtbot: QtBot, tmp_path: Path, name: str
) -> None:
    """A dead combatant's sheet is set and stays dead, also while the death has something to be rolled."""
    system, field, _, to = STATS[name]
    program = open_sample(start, qtbot, tmp_path, name)
    who = first(program, system)
    kill(program, who)
    select(program, who)
    before, owed = program.controller.context, program.controller.system.owed
    assert program.controller.perform(do.Correct(who=who.id, number=f"sheet.{field}", to=to))
    after = program.controller.context
    assert number(after.combatant(who.id).sheet[field]) == to
    assert after.combatant(who.id).conditions == before.combatant(who.id).conditions
    derived = program.controller.system.derived_conditions
    assert derived(after, who.id) == derived(before, who.id)
    assert len(owed(after)) >= len(owed(before))


def kill(program: Program, who: Combatant) -> None:
    """Has somebody dead: by the condition where that can be put on by hand, else by harm past all bounds."""
    known = program.controller.context.ruleset.condition("dead")
    if known is not None and known.by_hand:
        program.controller.perform(do.Afflict(who=(who.id,), condition="dead"))
    else:
        program.controller.perform(do.Adjust(who=(who.id,), change="-500"))


def lines(program: Program, typed: Sequence[str]) -> None:
    """Runs lines of the palette, each of which has to be understood."""
    for line in typed:
        assert program.connections.commands.run(line), line


def test_lines_set_words_and_go_beyond(start: Start, qtbot: QtBot, tmp_path: Path) -> None:
    """``4 set ac 18``, ``set ac 60 anyway``, ``set side ally``."""
    program = open_sample(start, qtbot, tmp_path, "redlines")
    who = first(program, "cwn")
    before = program.controller.system.combatant_view(program.controller.context, who.id)
    old = next(each.value for each in before.values if each.key == "sheet.ac")
    at = who.number
    assert program.connections.commands.reading(f"{at} set ac 18").error == ""
    lines(program, [f"{at} set ac 18"])
    assert f"{old} → 18" in last_words(program)
    assert not program.connections.commands.run(f"{at} set ac 60")
    lines(program, [f"{at} set ac 60 anyway"])
    assert "anyway" in last_words(program)
    lines(program, [f"{at} set side ally", f"{at} note has the key", f"rename {at} to Vex Two"])
    now = program.controller.context.combatant(who.id)
    assert (now.sheet["ac"], now.side, now.note, now.name) == (60, "ally", "has the key", "Vex Two")


def test_what_waits_for_dice_is_still_owed_after_a_correction(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """A prompt is open: the value is set, and what was asked for stays in the strip."""
    program = open_sample(start, qtbot, tmp_path, "deep-static")
    controller, who = program.controller, first(program, "chrome")
    assert controller.start(do.Settle(), ask=True)
    assert controller.waits_for is not None
    owed = [each.title for each in controller.system.owed(controller.context)]
    assert owed
    select(program, who)
    keys(qtbot, "F", "s", "40", Key.Key_Return)
    look(program)
    assert controller.context.combatant(who.id).sheet["strength"] == 40
    assert [each.title for each in controller.system.owed(controller.context)] == owed


def test_nothing_is_set_in_the_past(start: Start, qtbot: QtBot, tmp_path: Path) -> None:
    """While an earlier entry is looked at, a value is refused in words, and the fight stays as it is."""
    program = open_sample(start, qtbot, tmp_path, "redlines")
    controller, who = program.controller, first(program, "cwn")
    path = controller.session.log.path()
    controller.view_entry(path[len(path) // 2].id)
    select(program, who)
    said: list[str] = []
    controller.refused.connect(said.append)
    shown(program, "sheet.ac").setFocus(Qt.FocusReason.TabFocusReason)
    keys(qtbot, Key.Key_Return, "21", Key.Key_Return)
    look(program)
    assert said
    assert controller.session.log.path() == path


@pytest.mark.parametrize("name", STATS)
def test_what_is_typed_is_set_when_the_mouse_goes_elsewhere(
    start: Start, qtbot: QtBot, tmp_path: Path, name: str
) -> None:
    """A click into the log, or on somebody else's row, takes the value with it: it is hers who was shown."""
    system, field, letter, to = STATS[name]
    program = open_sample(start, qtbot, tmp_path, name)
    who = first(program, system)
    select(program, who)
    keys(qtbot, "F", letter, str(to))
    log = program.window.log.log
    qtbot.mouseClick(log.viewport(), Qt.MouseButton.LeftButton, pos=log.viewport().rect().center())
    look(program)
    assert program.controller.context.combatant(who.id).sheet[field] == to
    program.controller.undo()
    select(program, who)
    keys(qtbot, "F", letter, str(to))
    other = next(each for each in program.controller.context.state.combatants if each != who.id)
    program.window.table.select([other])
    look(program)
    assert program.controller.context.combatant(who.id).sheet[field] == to


def test_what_cannot_be_set_stays_where_it_is_typed(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """A click elsewhere does not throw it away: the field says why. Nothing typed is nothing lost."""
    program = open_sample(start, qtbot, tmp_path, "canal-bridge")
    who = first(program, "d6pool")
    select(program, who)
    entries = len(program.controller.session.log.path())
    keys(qtbot, "F", "s", "900")
    field = program.window.status.sheet.value_field
    program.window.log.log.setFocus()
    assert field.isVisible()
    assert "900" in field.field.text()
    assert field.hint
    field.field.clear()
    field.field.setFocus()
    program.window.log.log.setFocus()
    assert not field.isVisible()
    assert len(program.controller.session.log.path()) == entries


def test_a_name_that_is_typed_is_kept_when_the_mouse_goes_elsewhere(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """As a value is; Escape alone leaves the old one."""
    program = open_sample(start, qtbot, tmp_path, "canal-bridge")
    who = first(program, "d6pool")
    select(program, who)
    head = program.window.status.head
    head.begin_rename()
    keys(qtbot, "Vesper", Key.Key_Escape)
    assert program.controller.context.combatant(who.id).name == who.name
    head.begin_rename()
    keys(qtbot, "Vesper")
    program.window.log.log.setFocus()
    look(program)
    assert program.controller.context.combatant(who.id).name == "Vesper"
