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


def test_a_click_on_a_line_opens_the_same_field(harbour: Program, qtbot: QtBot) -> None:
    opened(harbour, qtbot)
    steps = harbour.window.log.explanation.steps
    index = steps.currentIndex()
    steps.scrollTo(index)
    qtbot.mouseClick(
        steps.viewport(), Qt.MouseButton.LeftButton, pos=steps.visualRect(index).center()
    )
    field = harbour.connections.corrections.field
    assert field is not None
    assert field.line.hasFocus()
    qtbot.keyClick(field.line, Key.Key_Escape)
    assert QApplication.focusWidget() is steps


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


def test_a_refusal_goes_with_the_next_success(harbour: Program, qtbot: QtBot) -> None:
    """A red sentence stayed over what had succeeded since."""
    strip = harbour.window.log.prompt
    opened(harbour, qtbot)
    assert not harbour.controller.override(attack(harbour).id, "99", "12")
    assert strip.state.error
    harbour.controller.perform(Note(text="on we go"))
    assert not strip.state.error


def test_the_log_follows_the_newest_line_again_after_a_correction(
    harbour: Program, qtbot: QtBot
) -> None:
    """It stayed where the wrong number stood, and what came next was seen nowhere."""
    view = harbour.window.log.log
    opened(harbour, qtbot)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    assert view.verticalScrollBar().value() > 0
    faces = attack(harbour).rolls[0].faces
    assert faces is not None
    other = [1 if faces[0] != 1 else 2, *faces[1:]]
    assert harbour.controller.override(attack(harbour).id, "0", " ".join(map(str, other)))
    assert view.verticalScrollBar().value() == 0
    assert harbour.controller.perform(Note(text="seen"))
    assert view.verticalScrollBar().value() == 0
