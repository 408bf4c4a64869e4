"""What asks for an answer is seen wherever it arises: from every page, in all four games."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.rules.model.ruleset import CreatureDef
from encounter_gui.rules.systems import SYSTEMS
from tests.gui.window.conftest import Start, look, show

Key = Qt.Key


def planned(start: Start, qtbot: QtBot, folder: Path, game: str) -> Program:
    """Opens a new campaign of a game with a player character and a foe in its roster, in prep."""
    program = start()
    program.campaigns.create(folder / "Night.encounter", game)
    show(program, qtbot)
    qtbot.waitUntil(lambda: program.prep is not None, timeout=10_000)
    assert program.prep is not None
    names = [one_of(program, side).name for side in ("pc", "foe")]
    assert program.prep.plans.editor.type_roster(", ".join(names))
    program.window.actions_of["prep"].trigger()
    assert program.window.is_prep
    return program


def one_of(program: Program, side: str) -> CreatureDef:
    """Returns the first shipped creature of a side."""
    creatures = program.controller.context.ruleset.creatures
    return next(each for each in creatures if each.side == side)


def press(qtbot: QtBot, *keys: Qt.Key) -> None:
    """Presses keys wherever the keyboard is."""
    for key in keys:
        focus = QApplication.focusWidget()
        assert focus is not None
        qtbot.keyClick(focus, key)


@pytest.mark.parametrize("game", sorted(SYSTEMS))
def test_start_in_prep_leads_to_the_fight_and_what_it_asks_for(
    game: str, start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """Initiative was asked for in a strip that the creature editor hid; Start and N did nothing (PHA-19)."""
    program = planned(start, qtbot, tmp_path, game)
    assert program.prep is not None
    qtbot.mouseClick(program.prep.panel.start, Qt.MouseButton.LeftButton)
    window, strip = program.window, program.window.log.prompt
    assert not window.is_prep
    assert window.table.isVisible()
    look(program)
    if program.controller.waits_for is not None:
        assert strip.isVisible()
        assert window.log.isAncestorOf(strip)
        assert strip.isAncestorOf(QApplication.focusWidget())
    for _ in range(12):
        if program.controller.context.state.acting:
            break
        press(qtbot, Key.Key_Return if program.controller.waits_for is not None else Key.Key_N)
    assert program.controller.context.state.stage == "running"
    assert program.controller.context.state.acting


@pytest.mark.parametrize("game", sorted(SYSTEMS))
def test_a_question_that_arises_in_prep_is_seen_and_answered_there(
    game: str, start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """Who prepares the next encounter while a fight runs sees what is asked for below the editor."""
    program = planned(start, qtbot, tmp_path, game)
    assert program.prep is not None
    program.prep.plans.staging.start()
    program.window.actions_of["prep"].trigger()
    window, strip = program.window, program.window.log.prompt
    assert window.is_prep
    for _ in range(40):
        if program.controller.waits_for is not None:
            break
        program.controller.step()
    else:
        pytest.skip("nothing is asked for in forty steps")
    assert strip.isVisible()
    assert window.is_prep or window.log.isAncestorOf(strip)
    at = strip.mapTo(window, strip.rect().center())
    shown = window.childAt(at)
    assert shown is strip or strip.isAncestorOf(shown)
    assert strip.take_focus()
    head = program.controller.session.log.head
    press(qtbot, Key.Key_Return)
    assert program.controller.session.log.head != head


def test_the_keyboard_stays_in_the_strip_when_the_fight_takes_the_window(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """Half a total typed in prep is there in the fight, with the cursor behind it."""
    program = planned(start, qtbot, tmp_path, "phases")
    assert program.prep is not None
    program.prep.plans.staging.start()
    strip = program.window.log.prompt
    qtbot.keyClicks(strip.field, "1")
    program.window.actions_of["prep"].trigger()
    assert strip.isVisible()
    strip.take_focus()
    program.window.actions_of["prep"].trigger()
    assert strip.isVisible()
    assert strip.field.text() == "1"


@pytest.mark.parametrize("page", ["prep", "tuning", "no log", "recap"])
def test_the_strip_is_seen_on_every_page(
    page: str, start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """Also with the log switched off, and back in the log afterwards."""
    program = planned(start, qtbot, tmp_path, "phases")
    assert program.prep is not None
    window, strip = program.window, program.window.log.prompt
    if page != "prep":
        window.actions_of["prep"].trigger()
    if page == "tuning":
        assert program.prep.show_tuning()
    elif page == "no log":
        window.large_panels.show_part("log", is_shown=False)
    elif page == "recap":
        program.prep.plans.staging.start()
        panel = program.prep.panel
        window.large_panels.add(panel, over=("table", "bench", "log"))
        window.large_panels.open(panel)
    strip.show_error("A sentence.")
    assert strip.isVisible()
    assert not window.log.isAncestorOf(strip)
    strip.show_error("")
    window.show_prep(False)
    window.show_tuning(is_shown=False)
    window.large_panels.close()
    window.large_panels.show_part("log", is_shown=True)
    assert window.log.isAncestorOf(strip)


def test_a_broken_ruleset_of_ones_own_is_told_in_prep(
    start: Start, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told when an encounter is to be made with it, in the strip, which prep hid."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = paths.user_folder() / "rulesets" / "mine"
    folder.mkdir(parents=True)
    (folder / "ruleset.toml").write_text('id = "mine"\nextends = "nobody"\n', encoding="utf-8")
    program = planned(start, qtbot, tmp_path, "cwn")
    strip = program.window.log.prompt
    program.handlers.files.encounter_created.emit("Roof", "mine")
    assert "nobody" in strip.text
    assert program.window.is_prep
    assert strip.isVisible()
