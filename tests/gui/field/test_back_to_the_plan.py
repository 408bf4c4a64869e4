"""Whoever plays on the plan is back on it after what stood in its place or had the keyboard for a while."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.dice.requests import Choice
from encounter_gui.rules.model.commands import Damage, DamageTarget, Put
from tests.gui.field.conftest import open_field, where, who
from tests.gui.window.conftest import look
from tests.gui.window.test_declaring import harbour

__all__ = ["harbour"]


def test_after_the_command_line_the_keyboard_is_on_the_plan(
    redlines: Program, qtbot: QtBot
) -> None:
    """Escape leads back, and so does a line that was carried out; from the table it is the table."""
    window, surface = redlines.window, redlines.field.panel.surface
    for line, key in (("", Qt.Key.Key_Escape), ("note by hand", Qt.Key.Key_Return)):
        surface.setFocus()
        qtbot.keyClicks(surface, "/")
        qtbot.waitUntil(window.command.line.hasFocus)
        qtbot.keyClicks(window.command.line, line)
        qtbot.waitUntil(lambda: window.command.is_seen or not line)  # noqa: B023 - waited for here
        qtbot.keyClick(window.command.line, key)
        qtbot.waitUntil(lambda: not window.command.isVisible())
        assert surface.hasFocus()
    window.table.setFocus()
    window.actions_of["command"].trigger()
    qtbot.waitUntil(window.command.line.hasFocus)
    qtbot.keyClick(window.command.line, Qt.Key.Key_Escape)
    assert window.table.hasFocus()


def test_what_is_asked_is_answered_without_leaving_the_plan(
    redlines: Program, qtbot: QtBot
) -> None:
    """T leads to the question of an attack under way, and an answer back to the plan."""
    controller, surface = redlines.controller, redlines.field.panel.surface
    for _ in range(9):
        if who(redlines, "Gunman A") in controller.context.state.acting:
            break
        redlines.window.actions_of["next"].trigger()
        if isinstance(controller.waits_for, tuple):
            controller.answer((None,) * len(controller.waits_for))
        look(redlines)
    gunman, captain = who(redlines, "Gunman A"), who(redlines, "Halloran")
    assert controller.perform(Put(who=(gunman,), near=captain))
    for _ in range(20):  # until one hits
        surface.setFocus()
        before = controller.session.log.head
        redlines.window.attack_panel.choose({"who": gunman, "target": captain})
        look(redlines)
        qtbot.keyClick(surface, Qt.Key.Key_T)
        look(redlines)
        if isinstance(controller.waits_for, Choice):
            break
        assert controller.session.log.head != before
        redlines.window.actions_of["undo"].trigger()
        look(redlines)
    assert isinstance(controller.waits_for, Choice)
    strip = redlines.window.log.prompt
    surface.setFocus()
    qtbot.keyClick(surface, Qt.Key.Key_T)
    assert surface.isVisible()
    assert strip.isAncestorOf(QApplication.focusWidget() or surface)
    while isinstance(controller.waits_for, Choice):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
        look(redlines)
    assert surface.isVisible()
    strip.left.emit(True)  # what is owed besides is answered too
    assert surface.hasFocus()
    strip.left.emit(False)  # for later
    assert redlines.window.table.hasFocus()


def test_the_plan_comes_back_after_the_declarations(harbour: Program, qtbot: QtBot) -> None:
    """They stand in its place while a phase is declared; a plan that was closed by hand stays closed."""
    controller, panels = harbour.controller, harbour.window.large_panels
    sheet = panels.current
    assert sheet is not None
    rook = next(iter(controller.context.state.combatants))
    assert controller.perform(Put(who=(rook,), at=(20, 20)))
    panel = open_field(harbour, qtbot)
    harbour.window.actions_of["declare"].trigger()
    look(harbour)
    assert panels.current is sheet
    panels.close(sheet)
    assert panels.current is panel
    assert panel.isAncestorOf(QApplication.focusWidget() or harbour.window)
    assert harbour.window.actions_of["field"].isChecked()
    panels.close(panel)
    assert panels.current is None
    assert not harbour.window.actions_of["field"].isChecked()


def test_a_refused_attack_says_why_and_the_plan_stays(redlines: Program, qtbot: QtBot) -> None:
    """T at somebody who has fallen: the strip says so while the plan stays; T again carries it out all the same."""
    controller, surface = redlines.controller, redlines.field.panel.surface
    for _ in range(9):
        if controller.context.state.acting:
            break
        redlines.window.actions_of["next"].trigger()
        if isinstance(controller.waits_for, tuple):
            controller.answer((None,) * len(controller.waits_for))
        look(redlines)
    form = redlines.connections.attack.form
    assert form.actor is not None
    ash = who(redlines, "Sister Ash")
    hurt = DamageTarget(who=ash)
    assert controller.perform(Damage(targets=(hurt,), amount=99, way="raw", lethal=False))
    look(redlines)
    assert controller.perform(Put(who=(ash,), near=form.actor))
    redlines.window.attack_panel.choose({"who": form.actor, "target": ash})
    look(redlines)
    assert redlines.connections.attack.form.command is not None
    surface.setFocus()
    before = controller.session.log.head
    qtbot.keyClick(surface, Qt.Key.Key_T)
    look(redlines)
    assert surface.isVisible()
    assert surface.hasFocus()
    assert "Sister Ash" in redlines.window.log.prompt.state.error
    assert controller.session.log.head == before
    qtbot.keyClick(surface, Qt.Key.Key_T)
    look(redlines)
    assert controller.waits_for or controller.session.log.head != before
    assert surface.isVisible()
    assert not redlines.window.log.prompt.state.error


@pytest.mark.parametrize("by_button", [False, True])
def test_enter_does_what_the_line_of_the_plan_says(
    redlines: Program, qtbot: QtBot, *, by_button: bool
) -> None:
    """/ opens the line with the example that stands there; Enter carries it out, typing replaces it."""
    window, panel = redlines.window, redlines.field.panel
    redlines.window.table.select([who(redlines, "Cutter")])
    look(redlines)
    redlines.controller.second_frame.flush()
    hint, before = panel.command.hint, where(redlines, "Cutter")
    assert hint.startswith("move cutter")
    opener = panel.command if by_button else panel.surface
    opener.setFocus()
    if by_button:
        qtbot.keyClick(opener, Qt.Key.Key_Return)
    else:
        qtbot.keyClicks(opener, "/")
    qtbot.waitUntil(window.command.line.hasFocus)
    assert window.command.line.text() == hint
    assert window.command.reading.button
    qtbot.waitUntil(lambda: window.command.is_seen)
    qtbot.keyClick(window.command.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not window.command.isVisible())
    assert where(redlines, "Cutter") != before


def test_every_line_that_the_plan_shows_can_be_carried_out(redlines: Program) -> None:
    """Whoever is selected: names of several words and with numbers are understood."""
    runner = redlines.connections.commands
    for each in redlines.controller.context.state.combatants.values():
        redlines.window.table.select([each.id])
        look(redlines)
        redlines.controller.second_frame.flush()
        hint = redlines.field.panel.command.hint
        assert not hint or runner.reading(hint).button, hint
