"""What is still open from a fight, in its tab: each button does what it says, and waiving all asks once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.time.still_open.open_row import OpenRow
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.systems.phases import commands as phases
from tests.gui.time.conftest import all_roll, click, press, type_text
from tests.gui.window.conftest import end, show


@pytest.fixture
def program(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[Program]:
    """The sample fight of the phases is over with two Shock Tests and a COOL test owed; its time is open."""
    made = Program(qapp, Settings(tmp_path / "settings.ini"), paths.message_catalog(), theme="dark")
    made.campaigns.create(tmp_path / "Harbour.encounter")
    show(made, qtbot)
    qtbot.waitUntil(lambda: made.prep is not None, timeout=10_000)
    made.campaigns.replay(paths.sample("night-harbour"))
    controller = made.controller
    all_roll(made, "hand")
    for who in [
        each.id
        for each in controller.context.state.combatants.values()
        if each.name in ("Vesper Kane", "Dr Amadi")
    ]:
        controller.perform(do.Damage(targets=(do.DamageTarget(who=who),), amount=14, place="torso"))
        controller.put_off()
    controller.perform(do.Finish())
    controller.put_off()
    made.recap.carry_panel.request_carry()
    assert made.controller.is_between
    all_roll(made, "hand")
    yield made
    end(made)


def rows_owed(program: Program) -> list[OpenRow]:
    """Returns the rows of the tests."""
    return [row for row in program.time.still_open.rows if row.item.group == "tests"]


def owed(program: Program) -> list[CombatantId | None]:
    """Returns who owes something."""
    return [each.who for each in program.controller.context.state.obligations]


def test_what_was_owed_in_the_fight_is_owed_here(program: Program) -> None:
    """Nothing of it has been rolled by coming out of the fight; it is counted, and in the badge."""
    panel = program.time.still_open
    assert len(rows_owed(program)) == len(owed(program)) == 3
    assert panel.isVisible()
    assert panel.of_what.words.startswith("3 owed")
    assert program.window.turn_bar.heading.owed.text() == "3 owed"
    assert program.window.status._origin.words == "from Night harbour"


def test_roll_rolls_this_one(program: Program) -> None:
    """The program rolls it, even if the table usually does; the other stays owed. Ctrl+Z takes it back."""
    before = owed(program)
    row = rows_owed(program)[1]
    title, who = row.item.title, row.item.name
    click(row.buttons["roll"])
    assert (title, who) not in {(each.item.title, each.item.name) for each in rows_owed(program)}
    assert len(rows_owed(program)) == 2
    press(program, "Ctrl+Z")
    assert owed(program) == before


def test_settle_leads_to_where_the_result_is_typed(program: Program) -> None:
    """It becomes the head of the strip with the keyboard in its field; what is typed there settles it."""
    row = rows_owed(program)[1]
    name = row.item.name
    click(row.buttons["settle"])
    strip = program.window.log.prompt
    focus = QApplication.focusWidget()
    assert focus is not None
    assert strip.isAncestorOf(focus)
    type_text("666")
    press(program, "Enter")
    assert ("Shock Test", name) not in {
        (each.item.title, each.item.name) for each in rows_owed(program)
    }
    assert len(rows_owed(program)) == 2
    last = program.controller.session.log.path()[-1]
    assert [each.faces for each in last.rolls] == [(6, 6, 6)]


def test_waive_asks_why(program: Program) -> None:
    """A reason may be given; the log keeps it. Escape leaves it owed."""
    row = rows_owed(program)[0]
    click(row.buttons["waive"])
    press(program, "Esc")
    assert len(rows_owed(program)) == 3
    assert row.buttons["waive"].hasFocus()
    click(row.buttons["waive"])
    type_text("it was rain")
    press(program, "Enter")
    assert len(rows_owed(program)) == 2
    last = program.controller.session.log.path()[-1]
    assert last.rolls == ()
    assert last.command["note"] == "it was rain"


def test_roll_the_programs(program: Program) -> None:
    """Off while the table rolls all; else it rolls as many as it says and no others."""
    panel = program.time.still_open
    assert panel.roll.text() == "Roll the program’s 0"
    assert not panel.roll.isEnabled()
    all_roll(program, "dice")
    assert panel.roll.text() == "Roll the program’s 3"
    click(panel.roll)
    assert rows_owed(program) == []


def test_waive_all_asks_once(program: Program) -> None:
    """Escape keeps all; Waive lets all of it go, in one step to take back."""
    panel = program.time.still_open
    count = len(panel.rows)
    click(panel.waive)
    box = program.window.findChild(QMessageBox, "waive_all_question")
    assert str(count) in box.text()
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert len(panel.rows) == count
    click(panel.waive)
    box = next(each for each in program.window.findChildren(QMessageBox) if each.isVisible())
    next(each for each in box.buttons() if each.text() == "Waive").click()
    QApplication.processEvents()
    assert panel.rows == ()
    assert panel.count.words == "Nothing is open."
    program.window.activateWindow()
    program.time.page.take_focus()
    QApplication.processEvents()
    press(program, "Ctrl+Z")
    assert len(panel.rows) == count


def test_time_may_pass_with_it_open(program: Program) -> None:
    """What is owed from the fight stays so while time passes, and nothing of it is lost."""
    before, panel = owed(program), program.time.still_open
    assert "Time may pass" in panel.hint.text
    all_roll(program, "dice")
    program.time.page.take_focus()
    clock = program.controller.context.state.clock
    press(program, "2")
    assert program.controller.context.state.clock >= clock + 3_600
    assert set(before) <= set(owed(program))


def test_the_tabs_are_those_of_the_time_and_then_those_of_the_fight(program: Program) -> None:
    """Still open stands before the sheet, and goes with the time."""
    tabs = program.window.status._tabs
    shown = [tabs.tabText(at) for at in range(tabs.count()) if tabs.isTabVisible(at)]
    assert shown == ["Still open", "Sheet", "Notes"]
    program.time.page.take_focus()
    press(program, "Ctrl+T")
    shown = [tabs.tabText(at) for at in range(tabs.count()) if tabs.isTabVisible(at)]
    assert shown == ["Body", "Sheet", "Notes"]


def test_everybody_of_the_party_has_a_sheet_to_open(program: Program) -> None:
    """Also who is unhurt and has no row: their name opens it, by mouse, and the party stands first."""
    panel, window = program.time.still_open, program.window
    state = program.controller.context.state
    names = [button.text() for button in panel.party.buttons]
    assert sorted(names) == sorted(each.name for each in state.combatants.values())
    pcs = {each.name for each in state.combatants.values() if each.side == "pc"}
    assert set(names[: len(pcs)]) == pcs
    amadi = next(each for each in panel.party.buttons if each.text() == "Dr Amadi")
    click(amadi)
    assert window.status.sheet.isVisible()
    assert window.status.accessibleDescription() == "Dr Amadi"


def test_without_a_selection_the_sheet_says_where_the_names_are(program: Program) -> None:
    """Between fights there is no table to click into."""
    program.window.status.show_view(None)
    assert "Still open" in program.window.status.accessibleDescription()


def test_names_and_buttons_have_room_however_long_and_narrow(program: Program) -> None:
    """The sheets of a long name and of many are whole, and so are the words below in a small window."""
    panel, window, controller = program.time.still_open, program.window, program.controller
    who = next(iter(controller.context.state.combatants))
    assert controller.perform(do.Rename(who=who, name="Bartholomew Featherstonehaugh the Third"))
    window.resize(1024, 700)
    for _ in range(3):
        QApplication.processEvents()
    assert panel.party.height() >= panel.party.heightForWidth(panel.party.width())
    assert panel.hint.height() >= panel.hint.heightForWidth(panel.hint.width())
    assert all(each.width() >= each.sizeHint().width() for each in (panel.roll, panel.waive))
    assert panel.waive.geometry().right() < panel.width()


def test_each_of_several_tests_due_at_once_says_what_is_to_be_reached(program: Program) -> None:
    """Several wounds have their healing test at the same second: each is asked with its sum and its place."""
    all_roll(program, "dice")
    program.controller.roll_what_the_program_owes()
    people = program.controller.context.state.combatants.values()
    for each in [each for each in people if each.side == "pc"][:2]:
        assert program.controller.perform(phases.Wound(who=each.id, place="right_leg", level=1))
    program.controller.roll_what_the_program_owes()
    assert program.controller.perform(do.PassTime(for_="23 h"))
    all_roll(program, "hand")
    program.time.pass_time(do.PassTime(for_="2 h"))
    question = program.window.log.prompt._state.question
    assert question is not None
    assert (question.words, len(question.ids) > 1) == ("Healing", True)
    assert question.sum.startswith("3d6")
    assert "≥ 12" in question.sum
    assert "time to heal" in question.note
