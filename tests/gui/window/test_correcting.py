"""A misread die is corrected where it stands, with real clicks and keys, in every game."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.core.ids import EntryId
from encounter_gui.core.messages import Message
from encounter_gui.dice.requests import Choice, Faces, RollRequest
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.attack.step_cell import StepCell
from encounter_gui.gui.correction.correction_field import CorrectionField
from encounter_gui.play.session.override_text import die_step
from encounter_gui.play.session.rollers import Rollers
from encounter_gui.rules.model.commands import Next, Note
from tests.gui.window.conftest import Start, look, show

Key = Qt.Key
LEFT = Qt.MouseButton.LeftButton
SAMPLES = ("deep-static", "redlines", "night-harbour", "canal-bridge")
"""One fight of each game."""

BY_HAND = Rollers(by_side={"pc": "hand", "ally": "hand", "foe": "hand", "neutral": "hand"})

Play = Callable[[str], Program]


@pytest.fixture
def play(start: Start, qtbot: QtBot, tmp_path: Path) -> Play:
    """Opens a sample fight in a window."""

    def open_sample(name: str) -> Program:
        program = start()
        program.campaigns.create(tmp_path / f"{name}.encounter")
        program.campaigns.replay(paths.data_folder("resources") / "samples" / f"{name}.toml")
        program.window.resize(1366, 731)
        show(program, qtbot)
        look(program)
        return program

    return open_sample


def path(program: Program) -> list[Entry]:
    return list(program.controller.session.log.path())


def rolled(program: Program) -> list[Entry]:
    """The entries with faces that stand in the log, the newest first."""
    rows = program.window.log.log.rows
    return [
        each
        for each in reversed(path(program))
        if each.rolls and each.rolls[0].faces and rows.row_at(rows.place_of(each.id)).dice
    ]


def field(program: Program) -> CorrectionField:
    found = program.connections.corrections.field
    assert found is not None
    return found


def place_of(program: Program, entry: EntryId, step: str) -> QRect:
    """Where a die stands in the list of the log."""
    view = program.window.log.log
    view.scrollTo(view.rows.index(view.rows.place_of(entry)))
    on_screen = view.place_of_die(entry, step)
    return QRect(view.viewport().mapFromGlobal(on_screen.topLeft()), on_screen.size())


def click_die(program: Program, qtbot: QtBot, entry: Entry, die: int = 0, roll: int = 0) -> None:
    where = place_of(program, entry.id, die_step(roll, die)).center()
    qtbot.mouseClick(program.window.log.log.viewport(), LEFT, pos=where)


def focus() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


def other_face(entry: Entry, die: int = 0) -> int:
    request, faces = entry.rolls[0].request, entry.rolls[0].faces or ()
    return request.lowest + 1 if faces[die] != request.lowest + 1 else request.lowest


def extremes(entry: Entry) -> tuple[str, str]:
    """What is typed for all dice of the first roll of an entry to show their lowest, or their highest face."""
    request = entry.rolls[0].request
    return tuple(  # type: ignore[return-value]  # the lowest and the highest
        " ".join([str(face)] * request.count) for face in (request.lowest, request.highest)
    )


def look_of(combatant: Combatant) -> tuple[object, ...]:
    conditions = {each.key for each in combatant.conditions}
    gauges = {key: each for key, each in combatant.gauges.items() if each}
    places = {key: (each.level, each.marks) for key, each in combatant.locations.items()}
    return gauges, places, conditions


def preview(program: Program, qtbot: QtBot) -> str:
    """What the field says once it is known."""
    text_of = program.controller.session.game.texts.text_of
    not_yet = {text_of("gui.correct.help"), text_of("gui.correct.working")}
    qtbot.waitUntil(lambda: not not_yet & set(field(program).preview), timeout=10_000)
    return "\n".join(field(program).preview)


def text(program: Program, message: Message) -> str:
    return program.controller.session.game.texts.sentence(message)


def correctable(program: Program, qtbot: QtBot) -> tuple[Entry, int]:
    """The newest entry in the log whose first die can be another, and that face."""
    for entry in rolled(program):
        click_die(program, qtbot, entry)
        face = other_face(entry)
        qtbot.keyClicks(focus(), str(face))
        said = preview(program, qtbot)
        is_free = field(program).without.isHidden()
        qtbot.keyClick(focus(), Key.Key_Escape)
        if is_free and "Nothing was changed" not in said:
            return entry, face
    raise AssertionError("no die can be corrected")


# ---- four gestures


@pytest.mark.parametrize("name", SAMPLES)
def test_a_die_in_the_log_is_corrected_by_a_click_digits_and_enter(
    play: Play, qtbot: QtBot, name: str
) -> None:
    program = play(name)
    entry, face = correctable(program, qtbot)
    before, head = program.controller.context.state, program.controller.session.log.head
    gestures = 0
    click_die(program, qtbot, entry)
    gestures += 1
    for digit in str(face):
        qtbot.keyClicks(focus(), digit)
        gestures += 1
    assert "Played again" in preview(program, qtbot) or "Nothing has happened" in preview(
        program, qtbot
    )
    qtbot.keyClick(focus(), Key.Key_Return)
    gestures += 1
    assert gestures <= 4
    assert program.connections.corrections.field is None
    again = [each for each in path(program) if each.rolls and each.command == entry.command]
    assert any(each.rolls[0].faces and each.rolls[0].faces[0] == face for each in again)
    assert program.window.log.log.verticalScrollBar().value() == 0, "the newest line is followed"
    program.controller.undo()
    assert program.controller.session.log.head == head
    assert program.controller.context.state == before


@pytest.mark.parametrize("name", SAMPLES)
def test_a_click_on_a_die_opens_the_field_over_it_and_explains_nothing(
    play: Play, qtbot: QtBot, name: str
) -> None:
    """The line of the field lies on the die; neither leaves the window."""
    program = play(name)
    window = program.window
    entry = rolled(program)[0]
    click_die(program, qtbot, entry)
    die = window.log.log.place_of_die(entry.id, die_step(0, 0))
    shown = field(program)
    line = shown.line
    around = QRect(line.mapToGlobal(QPoint(0, 0)), line.size())
    assert abs(around.center().y() - die.center().y()) <= line.height()
    assert window.rect().contains(shown.geometry())
    assert window.log.explanation.isHidden()
    assert line.hasFocus()
    assert window.regions.current == "log"


@pytest.mark.parametrize("name", SAMPLES)
def test_escape_and_a_click_elsewhere_leave_everything_as_it_was(
    play: Play, qtbot: QtBot, name: str
) -> None:
    program = play(name)
    entry = rolled(program)[0]
    before = (program.controller.session.log.head, len(program.controller.session.log))
    click_die(program, qtbot, entry)
    qtbot.keyClicks(focus(), str(other_face(entry)))
    qtbot.keyClick(focus(), Key.Key_Escape)
    assert program.connections.corrections.field is None
    click_die(program, qtbot, entry)
    qtbot.keyClicks(focus(), str(other_face(entry)))
    qtbot.mouseClick(program.window.table.viewport(), LEFT, pos=QPoint(200, 20))
    assert program.connections.corrections.field is None
    assert (program.controller.session.log.head, len(program.controller.session.log)) == before


def test_by_keys_f2_opens_the_first_die_and_arrows_go_to_the_others(
    play: Play, qtbot: QtBot
) -> None:
    program = play("canal-bridge")
    entry = next(each for each in rolled(program) if len(each.rolls[0].faces or ()) > 1)
    view = program.window.log.log
    view.setFocus()
    view.select_entry(entry.id)
    qtbot.keyClick(view, Key.Key_F2)
    assert "die 1 of" in field(program).title
    qtbot.keyClick(focus(), Key.Key_Right)
    assert "die 2 of" in field(program).title
    qtbot.keyClick(focus(), Key.Key_Left)
    qtbot.keyClick(focus(), Key.Key_Left)
    assert "die 1 of" in field(program).title
    qtbot.keyClick(focus(), Key.Key_Escape)
    assert view.hasFocus()


def test_while_something_is_typed_arrows_move_in_it(play: Play, qtbot: QtBot) -> None:
    program = play("canal-bridge")
    entry = next(each for each in rolled(program) if len(each.rolls[0].faces or ()) > 1)
    click_die(program, qtbot, entry)
    qtbot.keyClicks(focus(), "5")
    qtbot.keyClick(focus(), Key.Key_Right)
    assert field(program).line.text() == "5"
    assert "die 1 of" in field(program).title


# ---- what it says


@pytest.mark.parametrize("name", SAMPLES)
def test_the_preview_names_who_changes_and_says_the_truth(
    play: Play, qtbot: QtBot, name: str
) -> None:
    """Of a correction whose dice all lie: whoever is named differs afterwards, and nobody else does."""
    program = play(name)
    named = 0
    for entry, line in [(each, line) for each in rolled(program)[:8] for line in extremes(each)]:
        click_die(program, qtbot, entry)
        qtbot.keyClicks(focus(), line)
        said = preview(program, qtbot)
        is_known = field(program).without.isHidden() and "New dice" not in said
        before = program.controller.context.state
        if not is_known or "Nothing was changed" in said:
            qtbot.keyClick(focus(), Key.Key_Escape)
            continue
        qtbot.keyClick(focus(), Key.Key_Return)
        after = program.controller.context.state
        for who, was in before.combatants.items():
            differs = look_of(was) != look_of(after.combatants[who])
            if "more people" not in said:
                assert (f"{was.name}: " in said) == differs
            named += differs
        program.controller.undo()
        if named > 3:
            break
    assert named


def test_a_face_the_die_does_not_have_is_said_and_stays_typed(play: Play, qtbot: QtBot) -> None:
    program = play("night-harbour")
    entry = rolled(program)[0]
    before = len(program.controller.session.log)
    click_die(program, qtbot, entry)
    qtbot.keyClicks(focus(), "99 99 99 99 99")
    qtbot.keyClick(focus(), Key.Key_Return)
    assert field(program).line.text() == "99 99 99 99 99"
    assert field(program).preview[0]
    assert len(program.controller.session.log) == before


def test_a_die_of_an_undone_line_says_that_it_was_undone(play: Play, qtbot: QtBot) -> None:
    program = play("redlines")
    entry = rolled(program)[0]
    while entry.id in {each.id for each in path(program)}:
        program.controller.undo()
    before = len(program.controller.session.log)
    click_die(program, qtbot, entry)
    assert "undone" in field(program).preview[0]
    qtbot.keyClicks(focus(), str(other_face(entry)))
    assert "not part of the fight" in preview(program, qtbot)
    qtbot.keyClick(focus(), Key.Key_Return)
    assert len(program.controller.session.log) == before


def test_a_line_without_dice_and_numbers_says_so(play: Play, qtbot: QtBot) -> None:
    program = play("redlines")
    program.controller.perform(Note(text="rain"))
    view = program.window.log.log
    view.setFocus()
    view.select_entry(path(program)[-1].id)
    qtbot.keyClick(view, Key.Key_F2)
    assert program.connections.corrections.field is None
    assert "No dice were rolled" in program.window.log.prompt.text


def test_what_stands_in_the_way_is_named_and_dropped_by_enter(play: Play, qtbot: QtBot) -> None:
    """Enter takes the offer, says what is dropped, and Enter then corrects without it."""
    program = play("deep-static")
    for entry in [each for each in rolled(program) if each.rolls[0].request.sides == 100]:
        for face in (99, 1):
            click_die(program, qtbot, entry)
            qtbot.keyClicks(focus(), str(face))
            preview(program, qtbot)
            if not field(program).without.isHidden():
                break
            qtbot.keyClick(focus(), Key.Key_Escape)
        if program.connections.corrections.field is not None:
            break
    shown, head = field(program), program.controller.session.log.head
    assert "Correct without it" in shown.preview[0]
    qtbot.keyClick(focus(), Key.Key_Return)
    assert program.controller.session.log.head == head
    assert shown.without.hasFocus()
    for _ in range(60):
        qtbot.keyClick(focus(), Key.Key_Return)
        if program.connections.corrections.field is None:
            break
        preview(program, qtbot)
    assert program.controller.session.log.head != head
    labels = [text(program, each.label) for each in path(program)]
    assert any("without “" in each for each in labels)


# ---- what is under way


@pytest.mark.parametrize("name", SAMPLES)
def test_a_die_of_an_attack_under_way_is_corrected_at_its_chip_and_it_goes_on(
    play: Play, qtbot: QtBot, name: str
) -> None:
    """The chip of the bench opens the same field; the attack waits again for what it waited for, or is over."""
    program = play(name)
    program.controller.set_rollers(BY_HAND)
    cells = under_way(program)
    cell = next(each for each in cells if each.step.look == "done")
    entries = len(program.controller.session.log)
    qtbot.mouseClick(cell, LEFT)
    session = program.controller.session
    waiting = session.waiting_entry
    assert waiting is not None
    request, faces = waiting.rolls[0].request, waiting.rolls[0].faces or ()
    face = faces[0] - 1 if faces[0] > request.lowest else faces[0] + 1
    qtbot.keyClicks(focus(), str(face))
    preview(program, qtbot)
    assert len(session.log) == entries, "looking changes nothing"
    qtbot.keyClick(focus(), Key.Key_Return)
    assert program.connections.corrections.field is None
    look(program)
    corrected = [each for each in path(program) if each.rolls and each.rolls[0].faces]
    assert (corrected[-1].rolls[0].faces or ())[0] == face


def under_way(program: Program) -> list[StepCell]:
    """Plays on until an attack of the bench has rolled its first dice and waits for more; returns its chips."""
    bench, controller = program.window.attack_panel, program.controller
    row = bench.set_up.dice
    for _ in range(60):
        controller.set_rollers(BY_HAND)
        look(program)
        if controller.waits_for is None and bench.isEnabled() and not row.steps:
            bench.resolve()
        for _ in range(4):
            look(program)
            done = any(each.step.look == "done" for each in row._steps)
            kept = controller.session.waiting_entry
            if done and controller.is_uncommitted and kept is not None and kept.rolls:
                return row._steps
            match controller.waits_for:
                case Choice(options=options):
                    controller.choose(options[-1])
                case tuple() as requests:
                    controller.answer([_highest(each) for each in requests])
        controller.put_off()
        controller.set_rollers(Rollers(by_side={}))
        roll_on(program)
    raise AssertionError("no attack was under way")


def roll_on(program: Program) -> None:
    """Lets the program roll all that is owed, and goes on to the next turn."""
    controller = program.controller
    for _ in range(40):
        match controller.waits_for:
            case Choice(options=options):
                controller.choose(options[-1])
            case tuple() as requests:
                controller.answer([None] * len(requests))
            case None:
                owed = controller.system.owed(controller.context)
                if not owed:
                    break
                controller.settle(owed[0].ids, ())
    controller.start(Next())


def _highest(request: RollRequest) -> Faces:
    return Faces(values=(request.highest,) * request.count)
