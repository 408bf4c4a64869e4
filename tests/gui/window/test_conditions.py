"""Conditions by hand in the whole window: chosen by typing or by mouse, changed at the chip, foretold beside Next."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QToolButton
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Duration
from encounter_gui.gui.dialogs.condition_picker import ConditionPicker
from encounter_gui.rules.model.commands import Afflict, Next
from tests.gui.window.conftest import Start, look, show
from tests.gui.window.test_window import press, select, who

Key = Qt.Key
LEFT = Qt.MouseButton.LeftButton
SAMPLES = {
    "chrome": "subway",
    "cwn": "loading-dock",
    "d6pool": "canal-bridge",
    "phases": "night-shift",
}


def picker_of(program: Program) -> ConditionPicker:
    """Returns the picker that is open; fails if there is not exactly one."""
    (found,) = (each for each in program.window.findChildren(ConditionPicker) if each.isVisible())
    return found


def kept(program: Program, name: str, key: str) -> Duration | None:
    """Returns how long a condition was said to last; fails if it is not there."""
    condition = program.controller.context.combatant(who(program, name)).condition(key)
    assert condition is not None
    return condition.duration


def test_a_condition_for_two_rounds_is_seven_keys(program: Program, qtbot: QtBot) -> None:
    """Budget of task 5: at most 8, for all that are selected; the keyboard is back in the table."""
    select(program, "Gang A", "Gang B")
    keys = 0
    for each in ("c", "s", "t", "u", " ", "2"):
        widget = QApplication.focusWidget()
        assert widget is not None
        qtbot.keyClicks(widget, each)
        keys += 1
    assert "2 turns" in picker_of(program).preview.text()
    assert "D6P-35" in picker_of(program).preview.text()
    press(qtbot, Key.Key_Return)
    keys += 1
    assert keys <= 8
    for name in ("Gang A", "Gang B"):
        assert kept(program, name, "stunned") == Duration(kind="turn", count=2)
    assert program.window.table.hasFocus()


def test_letters_in_the_picker_are_no_keys_of_the_window(program: Program, qtbot: QtBot) -> None:
    """N in the list of kinds moved the fight on."""
    select(program, "Gang A")
    press(qtbot, Key.Key_C)
    picker = picker_of(program)
    before = len(program.controller.session.log)
    for widget in (picker.search, picker.list, picker.durations.kind, picker.note):
        widget.setFocus()
        for key in (Key.Key_N, Key.Key_D, Key.Key_X):
            qtbot.keyClick(widget, key)
    assert len(program.controller.session.log) == before
    qtbot.keyClick(picker.list, Key.Key_Escape)
    assert not program.window.findChildren(ConditionPicker, "condition_picker") or (
        not picker.isVisible()
    )
    assert program.window.table.hasFocus()


def test_by_mouse_the_recent_ones_come_first(program: Program, qtbot: QtBot) -> None:
    """Click it, choose the unit, click the button; the next time it stands on top."""
    select(program, "Gang A")
    program.window.actions_of["condition"].trigger()
    picker = picker_of(program)
    rows = [picker.list.item(row) for row in range(picker.list.count())]
    prone = next(item for item in rows if item.text().startswith("Prone"))
    picker.list.scrollToItem(prone)
    qtbot.mouseClick(picker.list.viewport(), LEFT, pos=picker.list.visualItemRect(prone).center())
    picker.durations.kind.setCurrentIndex(picker.durations.kind.findData("minute"))
    picker.durations.count.setValue(3)
    qtbot.mouseClick(picker.apply, LEFT)
    assert kept(program, "Gang A", "prone") == Duration(kind="minute", count=3)
    program.window.actions_of["condition"].trigger()
    again = picker_of(program)
    assert again.list.item(0).text() == "Recent"
    assert again.list.item(1).text().startswith("Prone")


def test_to_the_end_of_somebodys_turn_by_mouse(program: Program, qtbot: QtBot) -> None:
    """Whose turn it is stands beside the kind."""
    select(program, "Gang A")
    program.window.actions_of["condition"].trigger()
    picker = picker_of(program)
    qtbot.keyClicks(picker.search, "prone")
    picker.durations.kind.setCurrentIndex(picker.durations.kind.findData("turn_end"))
    hening = who(program, "Hening")
    picker.durations.whose.setCurrentIndex(picker.durations.whose.findData(hening))
    assert "Hening’s next turn" in picker.preview.text()
    qtbot.mouseClick(picker.apply, LEFT)
    assert kept(program, "Gang A", "prone") == Duration(kind="turn_end", whose=hening)


def test_what_is_no_condition_is_told_and_enter_does_nothing(
    program: Program, qtbot: QtBot
) -> None:
    """What was typed stays."""
    select(program, "Gang A")
    press(qtbot, Key.Key_C)
    picker = picker_of(program)
    before = len(program.controller.session.log)
    for line in ("xyzzy", "stun 2 phases", "stun 0"):
        picker.search.setText(line)
        qtbot.keyClick(picker.search, Key.Key_Return)
        assert picker.isVisible()
        assert not picker.apply.isEnabled()
        assert picker.preview.text()
    assert len(program.controller.session.log) == before


def test_a_chip_is_changed_by_a_click(program: Program, qtbot: QtBot) -> None:
    """Its duration, or its note alone: then it ends when it would have ended."""
    gang = who(program, "Gang A")
    duration = Duration(kind="minute", count=2)
    command = Afflict(who=(gang,), condition="prone", duration=duration)
    assert program.controller.perform(command)
    select(program, "Gang A")
    look(program)
    chips = program.window.status.chips
    chip = next(each for each in chips.buttons if each.chip.key == "prone")
    assert chip.chip.duration == "2 min"
    qtbot.mouseClick(chip, LEFT)
    picker = picker_of(program)
    qtbot.keyClicks(picker.note, "behind the crate")
    qtbot.keyClick(picker.note, Key.Key_Return)
    condition = program.controller.context.combatant(gang).condition("prone")
    assert condition is not None
    assert (condition.note, condition.duration) == ("behind the crate", duration)
    chip = next(each for each in chips.buttons if each.chip.key == "prone")
    chip.setFocus()
    qtbot.keyClick(chip, Key.Key_Return)
    picker = picker_of(program)
    picker.durations.count.setValue(5)
    qtbot.mouseClick(picker.apply, LEFT)
    assert kept(program, "Gang A", "prone") == Duration(kind="minute", count=5)
    chip = next(each for each in chips.buttons if each.chip.key == "prone")
    qtbot.mouseClick(chip, LEFT)
    qtbot.mouseClick(picker_of(program).relieve, LEFT)
    assert not program.controller.context.combatant(gang).has("prone")


def test_the_picker_follows_the_fight_and_closes_with_whom_it_is_about(
    program: Program, qtbot: QtBot
) -> None:
    """It is no modal window: the fight goes on behind it."""
    from encounter_gui.rules.model.commands import Remove

    select(program, "Gang A")
    press(qtbot, Key.Key_C)
    picker = picker_of(program)
    assert QApplication.activeModalWidget() is None
    assert isinstance(QApplication.focusWidget(), QLineEdit)
    program.controller.perform(Remove(who=(who(program, "Gang A"),)))
    assert not picker.isVisible()


@pytest.mark.parametrize("game", ["d6pool", "cwn", "phases", "chrome"])
def test_beside_next_stands_what_it_does_and_it_does_that(
    game: str, start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """The words come from a rehearsal of the very step: what it says ends has ended after it."""
    program = start()
    program.campaigns.create(tmp_path / "Sample.encounter")
    samples = paths.data_folder("resources") / "samples"
    program.campaigns.replay(
        next(each for each in samples.glob("*.toml") if _game_of(each) == game)
    )
    show(program, qtbot)
    controller = program.controller
    _settle(program)
    assert controller.context.state.stage == "running"
    actor = controller.context.state.acting[0]
    key = {"chrome": "exposed", "cwn": "prone", "d6pool": "prone", "phases": "unaware"}[game]
    command = Afflict(who=(actor,), condition=key, duration=Duration(kind="turn_end", count=0))
    assert controller.perform(command)
    bar = program.window.turn_bar
    qtbot.waitUntil(lambda: "ends" in bar.next.toolTip(), timeout=3000)
    told = [line for line in bar.next.toolTip().split("\n") if line.endswith(" ends")]
    combatant = controller.context.combatant(actor)
    name = controller.context.ruleset.condition(key)
    assert name is not None
    assert f"{name.name} on {combatant.name} ends" in told
    assert controller.perform(Next())
    assert not controller.context.combatant(actor).has(key)


def _game_of(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    return next((game for game in SAMPLES if f'"{game}"' in text), "")


def _settle(program: Program) -> None:
    """Waives what is owed and goes on until somebody acts."""
    from encounter_gui.rules.model.commands import Waive

    controller = program.controller
    for _ in range(20):
        if controller.context.state.obligations:
            controller.perform(Waive())
        elif not controller.context.state.acting:
            controller.perform(Next())


def test_many_steps_one_after_another_rehearse_nothing(
    sample: Program, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Next gets no slower: what it will do is worked out when nothing has happened for a moment."""
    rehearsed: list[CombatantId | None] = []
    system = sample.controller.system
    real = type(system).next_effects
    monkeypatch.setattr(
        type(system),
        "next_effects",
        lambda self, context: (rehearsed.append(None), real(self, context))[1],
    )
    select(sample, next(iter(sample.controller.context.state.combatants.values())).name)
    for _ in range(6):
        press(qtbot, Key.Key_N)
    assert not rehearsed
    qtbot.waitUntil(lambda: bool(rehearsed), timeout=3000)
    assert len(rehearsed) == 1


def test_one_is_put_on_from_the_panel_and_the_sheet_below_stays_where_it_is(
    program: Program, qtbot: QtBot
) -> None:
    """The panel may show somebody who is not selected: the condition is theirs."""
    select(program, "Gang A")
    look(program)
    status = program.window.status
    status.show_tab("sheet")
    place = status.sheet.mapToGlobal(status.sheet.rect().topLeft())
    button = status.chips.findChild(QToolButton, "add_condition")
    assert button is not None
    qtbot.mouseClick(button, LEFT)
    for each in ("p", "r", "o", "n", "e"):
        qtbot.keyClicks(QApplication.focusWidget(), each)
    press(qtbot, Key.Key_Return)
    assert program.controller.context.combatant(who(program, "Gang A")).has("prone")
    look(program)
    assert [each.chip.key for each in status.chips.buttons] == ["prone"]
    assert status.sheet.mapToGlobal(status.sheet.rect().topLeft()) == place


EXAMPLES = {
    "chrome": "deep-static",
    "cwn": "redlines",
    "phases": "night-harbour",
    "d6pool": "canal-bridge",
}


@pytest.mark.parametrize("game", EXAMPLES)
def test_the_hint_names_conditions_that_the_game_has(
    start: Start, qtbot: QtBot, tmp_path: Path, game: str
) -> None:
    """``stun 2`` stood there in games without it; each example, typed as it stands, can be put on."""
    program = start()
    program.campaigns.create(tmp_path / "Hint.encounter")
    program.campaigns.replay(paths.data_folder("resources") / "samples" / f"{EXAMPLES[game]}.toml")
    show(program, qtbot)
    program.window.table.select([next(iter(program.controller.context.state.combatants))])
    press(qtbot, Key.Key_C)
    picker = picker_of(program)
    examples = picker.search.placeholderText().split(", ")
    assert len(examples) == 3
    for example in examples:
        picker.search.setText(example)
        assert picker.list.currentItem() is not None
        assert isinstance(picker._command, Afflict), example
