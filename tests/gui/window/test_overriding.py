"""A result opens its chain; one step of it is overridden with the keyboard in the real window."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.encounter.entries import Entry
from encounter_gui.rules.model.commands import Note
from tests.gui.window.conftest import Start, show

Key = Qt.Key


@pytest.fixture
def harbour(start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """The sample of phases and wounds, gone back to just after its last attack."""
    program = start()
    program.campaigns.create(tmp_path / "Harbour.encounter")
    program.campaigns.replay(paths.data_folder("resources") / "samples" / "night-harbour.toml")
    show(program, qtbot)
    entry = next(e for e in reversed(log(program)) if e.command["do"] == "attack" and e.rolls)
    gesture = entry.gesture or entry.id
    last = [each.id for each in log(program) if (each.gesture or each.id) == gesture][-1]
    program.controller.move_head(last)
    return program


def log(program: Program) -> list[Entry]:
    return list(program.controller.session.log.path())


def attack(program: Program) -> Entry:
    return next(e for e in reversed(log(program)) if e.command["do"] == "attack" and e.rolls)


def opened(program: Program, qtbot: QtBot) -> Entry:
    """Opens the chain of the attack with Enter in the log."""
    entry, view = attack(program), program.window.log.log
    view.setFocus()
    view.select_entry(entry.id)
    qtbot.keyClick(view, Key.Key_Return)
    return entry


def type_value(program: Program, qtbot: QtBot, key: Key, text: str) -> None:
    steps = program.window.log.explanation.steps
    assert QApplication.focusWidget() is steps
    qtbot.keyClick(steps, key)
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Key.Key_Return)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not field)


@pytest.mark.parametrize("key", [Key.Key_F2, Key.Key_Return])
def test_a_die_is_overridden_and_undone_with_keys(harbour: Program, qtbot: QtBot, key: Key) -> None:
    entry = opened(harbour, qtbot)
    before, head = harbour.controller.context.state, harbour.controller.session.log.head
    faces = entry.rolls[0].faces
    assert faces is not None
    other = [1 if faces[0] != 1 else 2, *faces[1:]]
    type_value(harbour, qtbot, key, f"{' '.join(map(str, other))} misread")
    assert attack(harbour).rolls[0].faces == tuple(other)
    said = [harbour.controller.context.texts.sentence(each.label) for each in log(harbour)]
    assert any(each.startswith("Override: ") and "(misread)" in each for each in said)
    harbour.controller.undo()
    assert harbour.controller.session.log.head == head
    assert harbour.controller.context.state == before


def test_an_impossible_value_is_refused_in_words_and_nothing_changes(
    harbour: Program, qtbot: QtBot
) -> None:
    opened(harbour, qtbot)
    head, count = harbour.controller.session.log.head, len(harbour.controller.session.log)
    type_value(harbour, qtbot, Key.Key_F2, "99 99 99 99 99")
    assert harbour.window.log.prompt.state.error
    session = harbour.controller.session
    assert (session.log.head, len(session.log)) == (head, count)


def test_escape_leaves_the_chain(harbour: Program, qtbot: QtBot) -> None:
    opened(harbour, qtbot)
    panel = harbour.window.log.explanation
    qtbot.keyClick(panel.steps, Key.Key_Escape)
    assert panel.isHidden()
    assert QApplication.focusWidget() is harbour.window.log.log


def test_a_modifier_of_the_chain_is_overridden_and_undone_with_keys(
    harbour: Program, qtbot: QtBot
) -> None:
    """The lines of the attack roll name each part: with another number the attack comes out anew."""
    entry = opened(harbour, qtbot)
    head, before = harbour.controller.session.log.head, harbour.controller.context.state
    steps = harbour.window.log.explanation.steps
    numbers = {each.key: each for reason in entry.reasons for each in reason.numbers}
    key, number = next(each for each in numbers.items() if each[0].startswith("attack."))
    wanted = f"{number.name} {number.value}"
    rows = [steps.model().index(row, 0) for row in range(steps.model().rowCount())]
    steps.setCurrentIndex(next(each for each in rows if each.data() == wanted))
    type_value(harbour, qtbot, Key.Key_F2, f"{number.value - 9} the sight is broken")
    again = attack(harbour)
    assert again.given == {key: number.value - 9}
    told = [harbour.controller.context.texts.sentence(each.label) for each in log(harbour)]
    assert any("(the sight is broken)" in each for each in told)
    harbour.controller.undo()
    assert harbour.controller.session.log.head == head
    assert harbour.controller.context.state == before


def test_what_stands_in_the_way_of_a_correction_is_named_and_dropped_alone(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """The strip offers to correct without it; once that has succeeded, nothing red is left."""
    program = start()
    program.campaigns.create(tmp_path / "Static.encounter")
    program.campaigns.replay(paths.data_folder("resources") / "samples" / "deep-static.toml")
    show(program, qtbot)
    controller, strip = program.controller, program.window.log.prompt
    entry, blocked = first_blocked(program)
    assert not controller.override(entry.id, "0", blocked)
    assert "Nothing was changed" in strip.text
    head = controller.session.log.head
    strip.take_focus()
    for _ in range(30):
        if strip.button.words != "Correct without it":
            break
        qtbot.mouseClick(strip.button, Qt.MouseButton.LeftButton)
    assert controller.session.log.head != head
    assert "Nothing was changed" not in strip.text


def test_a_refusal_goes_with_the_next_success(harbour: Program, qtbot: QtBot) -> None:
    """A red sentence stayed over what had succeeded since."""
    strip = harbour.window.log.prompt
    opened(harbour, qtbot)
    assert not harbour.controller.override(attack(harbour).id, "99", "12")
    assert strip.state.error
    harbour.controller.perform(Note(text="on we go"))
    assert not strip.state.error


def first_blocked(program: Program) -> tuple[Entry, str]:
    """Returns an entry and a value for its first die with which a later entry cannot be kept."""
    controller = program.controller
    for entry in log(program):
        for value in ("1", "99"):
            if not entry.rolls or entry.rolls[0].request.sides != 100:
                continue
            head = controller.session.log.head
            result = controller.override(entry.id, "0", value)
            if result:
                controller.undo()
                assert controller.session.log.head == head
            elif "could not be kept" in result.sentence:
                controller.perform(Note(text="aside"))
                controller.undo()
                return entry, value
    raise AssertionError("every correction can be kept")
