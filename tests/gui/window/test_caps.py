"""The key caps beside the fight, on sheet, recap, library and editor: each does what it says wherever it is seen."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from encounter_gui.app.program import Program
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton
from encounter_gui.play.prep.record_edits import with_creature
from screens import SCREENS
from shots import Stage, staged
from tests.gui.window.test_keys import focus, press_cap, press_sequence, silence, stops

pytestmark = pytest.mark.window


def _declare(program: Program) -> dict[str, SignalInstance]:
    panel: Any = program.window.large_panels.current
    return {"F8": panel.list.covering_changed, "Ctrl ↵": panel.rest_said}


def _recap(program: Program) -> dict[str, SignalInstance]:
    return {"↵": program.recap.carry_panel.carry_requested}


def _library(program: Program) -> dict[str, SignalInstance]:
    return {"↵": program.room.parts.controllers.joining.joined}


CASES: dict[str, Callable[[Program], dict[str, SignalInstance]]] = {
    "declare-phases": _declare,
    "declare-d6pool": _declare,
    "recap": _recap,
    "adding": _library,
}


def shown(program: Program) -> list[ShortcutButton]:
    """Returns the buttons in sight that show a cap now."""
    found = program.window.findChildren(ShortcutButton)
    return [each for each in found if each.isVisible() and each.isEnabled() and each.cap]


def walk(stage: Stage, region: str, done: list[str]) -> tuple[list[str], set[str]]:
    """Presses each cap of a part from each stop where it is seen; returns what did not do it, and the caps seen."""
    program, wrong, seen = stage.program, [], set()
    regions = program.window.regions
    for stop in stops(program):
        stop.setFocus(Qt.FocusReason.TabFocusReason)
        if focus() is not stop:
            continue
        for button in shown(program):
            if regions.region_of(button) != region:
                continue
            stop.setFocus(Qt.FocusReason.TabFocusReason)
            cap = button.cap
            seen.add(cap)
            done.clear()
            press_cap(cap)
            if cap not in done:
                wrong.append(f"{cap} from {type(stop).__name__} {stop.accessibleName()}: {done}")
    return wrong, seen


@pytest.mark.parametrize("screen", CASES)
def test_every_cap_does_what_it_says_from_every_stop(qapp: QApplication, screen: str) -> None:
    """All that Tab comes to, each cap in sight from there, with its real key."""
    with staged(qapp, SCREENS[screen]) as stage:
        done: list[str] = []
        signals = CASES[screen](stage.program)
        for cap, signal in signals.items():
            silence(signal, done, cap)
        region = "library" if screen == "adding" else screen.split("-", maxsplit=1)[0]
        wrong, seen = walk(stage, region, done)
        assert wrong == []
        assert seen == set(signals)


def test_ctrl_enter_while_an_intent_is_written_declares_the_rest(qapp: QApplication) -> None:
    """The words are taken first; the letters of the head are no caps meanwhile."""
    with staged(qapp, SCREENS["declare-phases"]) as stage:
        panel: Any = stage.program.window.large_panels.current
        done: list[str] = []
        silence(panel.rest_said, done, "rest")
        silence(panel.list.field.written, done, "intent")
        panel.list.edit_intent()
        assert isinstance(focus(), QLineEdit)
        QTest.keyClicks(focus(), "over there")
        assert panel.rest.cap == "Ctrl ↵"
        press_cap(panel.rest.cap)
        assert done == ["intent", "rest"]


def test_f8_on_a_button_shows_the_foes_only_while_it_is_held(qapp: QApplication) -> None:
    """Nobody stays uncovered because the keyboard was on a button."""
    with staged(qapp, SCREENS["declare-phases"]) as stage:
        panel: Any = stage.program.window.large_panels.current
        panel.rest.setFocus()
        QTest.keyPress(focus(), Qt.Key.Key_F8)
        assert not panel.list.rows.is_covering
        QTest.keyRelease(focus(), Qt.Key.Key_F8)
        assert panel.list.rows.is_covering


def test_while_something_is_asked_in_the_library_enter_answers_and_adds_nobody(
    qapp: QApplication,
) -> None:
    """One cap at a time says Enter: that of the question in its field, that of the list everywhere else."""
    with staged(qapp, SCREENS["adding"]) as stage:
        panel, done = stage.program.room.parts.panel, []
        silence(stage.program.room.parts.controllers.joining.joined, done, "add")
        silence(panel.ask.answered, done, "answer")
        for deed in ("tag", "field"):
            panel.do(deed)
            assert focus() is panel.ask.field
            assert (panel.ask.go.cap, panel.add.cap) == ("↵", "")
            press_cap("↵")
            assert done.pop() == "answer"
            panel.search.setFocus()
            assert (panel.ask.go.cap, panel.add.cap) == ("", "↵")
            press_cap("↵")
            assert done.pop() == "add"
            assert done == []


def test_undo_redo_and_save_are_the_editors_from_every_stop(qapp: QApplication) -> None:
    """Fields, lists of choices, tabs, tables and buttons: wherever the cap of saving is seen."""
    with staged(qapp, SCREENS["editor-phases"]) as stage:
        program, editor = stage.program, stage.program.room.parts.editor
        entries = len(program.controller.session.log)
        wrong, count = [], 0
        for stop in stops(program):
            if program.window.regions.region_of(stop) != "editor":
                continue
            value = editor.draft.value
            editor.draft.set("", with_creature(value, name=f"{value.name}x"[-40:]))
            stop.setFocus(Qt.FocusReason.TabFocusReason)
            if focus() is not stop or not editor.head.save.cap:
                continue
            count += 1
            changed = editor.draft.value
            press_sequence("Ctrl+Z")
            is_undone = editor.draft.value == value
            press_sequence("Ctrl+Y")
            is_redone = editor.draft.value == changed
            press_sequence("Ctrl+S")
            if not (is_undone and is_redone) or editor.draft.is_changed:
                wrong.append(f"{type(stop).__name__} {stop.accessibleName()}")
        assert wrong == []
        assert len(program.controller.session.log) == entries
        assert count > 5


def test_escape_goes_on_editing_from_every_answer_of_the_question(qapp: QApplication) -> None:
    """Whether to save, to drop or to stay: Escape stays, whichever has the keyboard."""
    with staged(qapp, SCREENS["editor-phases"]) as stage:
        editor = stage.program.room.parts.editor
        editor.draft.set("name", with_creature(editor.draft.value, name="Somebody else"))
        for button in (editor.foot.save, editor.foot.drop, editor.foot.stay):
            assert not editor.leave(lambda: None)
            button.setFocus(Qt.FocusReason.TabFocusReason)
            assert editor.foot.stay.cap == "Esc"
            press_cap("Esc")
            assert not editor.foot.is_asking
            assert editor.draft.is_changed
