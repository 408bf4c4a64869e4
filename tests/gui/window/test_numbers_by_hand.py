"""Numbers of the sheet set in place, in the whole window, in the games as they are shipped."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.gui.status.sections.sheet_button import SheetButton
from encounter_gui.rules.model import items
from encounter_gui.rules.view import SettableValue
from tests.gui.window.conftest import Start, look, show
from tests.gui.window.test_window import press, select, type_text, who

SAMPLES = ("canal-bridge", "deep-static", "night-harbour", "redlines")


@pytest.fixture
def shot(sample: Program, qtbot: QtBot) -> tuple[Program, SheetButton]:
    """The D6 fight with its first combatant's sheet in front; what lies over the rounds of its gun."""
    program = sample
    context = program.controller.context
    name = next(each.name for each in context.state.combatants.values() if rounds(each.gauges))
    select(program, name)
    program.window.status.show_tab("sheet")
    combatant = context.state.combatants[who(program, name)]
    look(program)
    button = program.window.status.sheet.value_button(rounds(combatant.gauges)[0])
    assert button is not None
    return program, button


def rounds(gauges: Mapping[str, int]) -> list[str]:
    """Returns the keys of rounds loaded."""
    return [key for key in gauges if key.startswith("ammo.")]


def number(button: SheetButton) -> SettableValue:
    """What a button of the sheet sets."""
    assert isinstance(button.value, SettableValue)
    return button.value


def test_rounds_are_set_by_keys_and_undone(shot: tuple[Program, SheetButton], qtbot: QtBot) -> None:
    """Enter on the number, 2, Enter; the log says it, the keyboard is back on the number, Ctrl+Z takes it back."""
    program, button = shot
    key, before = number(button).key, number(button).value
    button.setFocus(Qt.FocusReason.TabFocusReason)
    press(qtbot, Qt.Key.Key_Return)
    type_text(qtbot, "2")
    press(qtbot, Qt.Key.Key_Return)
    look(program)
    now = program.window.status.sheet.value_button(key)
    assert now is not None
    assert number(now).value == 2
    assert now.hasFocus()
    last = program.controller.session.log.path()[-1]
    assert "by hand" in paths.message_catalog().text(last.label)
    press(qtbot, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    look(program)
    again = program.window.status.sheet.value_button(key)
    assert again is not None
    assert number(again).value == before


def test_a_double_click_opens_the_field_and_escape_leaves_it(
    shot: tuple[Program, SheetButton], qtbot: QtBot
) -> None:
    """Nothing is set before Enter, and Escape does not reach the window."""
    program, button = shot
    count = len(program.controller.session.log.path())
    qtbot.mouseDClick(button, Qt.MouseButton.LeftButton)  # type: ignore[no-untyped-call]
    field = program.window.status.sheet.value_field
    assert field.field.hasFocus()
    type_text(qtbot, "1")
    press(qtbot, Qt.Key.Key_Escape)
    assert field.isHidden()
    assert len(program.controller.session.log.path()) == count


def test_a_number_out_of_its_range_is_refused_where_it_was_typed(
    shot: tuple[Program, SheetButton], qtbot: QtBot
) -> None:
    """A magazine does not hold 4000: the field says how many, and what was typed stays."""
    program, button = shot
    count = len(program.controller.session.log.path())
    qtbot.mouseDClick(button, Qt.MouseButton.LeftButton)  # type: ignore[no-untyped-call]
    type_text(qtbot, "4000")
    press(qtbot, Qt.Key.Key_Return)
    field = program.window.status.sheet.value_field
    assert field.field.text() == "4000"
    assert field.field.property("wrong") == "true"
    assert str(number(button).most) in field.hint
    assert len(program.controller.session.log.path()) == count


@pytest.mark.parametrize("name", SAMPLES)
def test_every_game_shows_rounds_and_actions_to_set(
    start: Start, qtbot: QtBot, tmp_path: Path, name: str
) -> None:
    """In each of the four games everybody's numbers have a place on the sheet where they can be set."""
    program = start()
    program.campaigns.create(tmp_path / "Sample.encounter")
    program.campaigns.replay(paths.data_folder("resources") / "samples" / f"{name}.toml")
    show(program, qtbot)
    sheet = program.window.status.sheet
    program.window.status.show_tab("sheet")
    for combatant in program.controller.context.state.combatants.values():
        program.window.table.select([combatant.id])
        look(program)
        view = program.controller.system.combatant_view(program.controller.context, combatant.id)
        running = [each for each in view.values if not each.heading]
        assert running
        for number in running:
            button = sheet.value_button(number.key)
            assert button is not None, number
            assert button.value == number


def test_a_line_sets_it_as_well(sample: Program, qtbot: QtBot) -> None:
    """``1 set baretta 3`` says what it will do and does it."""
    program = sample
    context = program.controller.context
    combatant = next(each for each in context.state.combatants.values() if rounds(each.gauges))
    key = rounds(combatant.gauges)[0].removeprefix("ammo.")
    reading = program.connections.commands.reading(f"{combatant.number} set {key} 1")
    assert not reading.error
    assert combatant.name in reading.words
    assert program.connections.commands.run(f"{combatant.number} set {key} 1")
    after = program.controller.context.combatant(combatant.id)
    assert after.gauges[f"ammo.{key}"] == 1


def test_a_line_sets_a_number_of_the_sheet_and_says_what_goes_with_it(
    sample: Program, qtbot: QtBot
) -> None:
    """``1 set max health 30``, ``1 set strength 6``: one step of undo each, Temporary Health along with it."""
    program = sample
    commands = program.connections.commands
    combatant = next(iter(program.controller.context.state.combatants.values()))
    lost = items.number(combatant.sheet["health"]) - combatant.gauges["th"]
    line = f"{combatant.number} set max health 30"
    reading = commands.reading(line)
    assert not reading.error
    assert combatant.name in reading.words
    assert commands.run(line)
    after = program.controller.context.combatant(combatant.id)
    assert (after.sheet["health"], after.gauges["th"]) == (30, 30 - lost)
    assert "→ 30" in paths.message_catalog().text(program.controller.session.log.path()[-1].label)
    program.controller.undo()
    again = program.controller.context.combatant(combatant.id)
    assert (again.sheet, again.gauges) == (combatant.sheet, combatant.gauges)
    assert commands.run(f"{combatant.number} set strength 6")
    assert program.controller.context.combatant(combatant.id).sheet["strength"] == 6
