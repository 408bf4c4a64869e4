"""A fight on which later time builds: undo asks once, and takes both back or neither."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QAbstractButton, QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.core.errors import AppError
from encounter_gui.play.session.session import TIME_BUILDS_ON
from encounter_gui.rules.model import commands as do
from tests.gui.time.conftest import clock, press


def back_in_the_fight(program: Program) -> None:
    """Goes from the time between fights back to the fight that the party has come out of."""
    if program.controller.is_between:
        press(program, "Ctrl+T")
    assert program.controller.context.state.stage == "ended"


def question(program: Program, qtbot: QtBot) -> QMessageBox:
    """Undoes in the fight, and returns what is asked."""
    program.controller.undo()
    qtbot.waitUntil(
        lambda: program.window.findChild(QMessageBox, "time_question") is not None, timeout=5_000
    )
    box = program.window.findChild(QMessageBox, "time_question")
    assert box is not None
    return box


def button(box: QMessageBox, role: QMessageBox.ButtonRole) -> QAbstractButton:
    """Returns the button of a question with this role."""
    return next(each for each in box.buttons() if box.buttonRole(each) == role)


def people_between(program: Program) -> int:
    """Returns how many there are in the time between fights."""
    campaign = program.campaigns.campaign
    time = campaign.time.of(program.controller.context.ruleset.id)
    assert time is not None
    return len(campaign.look_at(time).state.combatants)


def test_both_are_taken_back_after_one_question(program: Program, qtbot: QtBot) -> None:
    back_in_the_fight(program)
    assert people_between(program) > 0
    box = question(program, qtbot)
    QTimer.singleShot(0, button(box, QMessageBox.ButtonRole.AcceptRole).click)
    qtbot.waitUntil(lambda: program.controller.context.state.stage == "running", timeout=5_000)
    assert people_between(program) == 0
    QApplication.processEvents()


def test_nothing_is_taken_back_where_the_answer_is_no(program: Program, qtbot: QtBot) -> None:
    back_in_the_fight(program)
    before = people_between(program)
    box = question(program, qtbot)
    button(box, QMessageBox.ButtonRole.RejectRole).click()
    QApplication.processEvents()
    assert program.controller.context.state.stage == "ended"
    assert people_between(program) == before


def test_the_party_is_not_put_back_as_it_was_under_time_that_has_passed(between: Program) -> None:
    """What was carried on is taken back at once only while no time builds on it: none is lost without a question."""
    assert between.controller.perform(do.PassTime(for_="2 s"))
    passed = clock(between)
    back_in_the_fight(between)
    refused = list[AppError]()
    between.recap.carrying.refused.connect(refused.append)
    between.recap.carrying.take_back()
    assert [each.message.key for each in refused] == [TIME_BUILDS_ON]
    assert between.recap.carrying.is_carried
    assert between.campaigns.campaign.time.now() == passed
