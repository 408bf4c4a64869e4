"""How much of the plan the players see is chosen in its head, too: one choice, kept with the encounter."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

pytest.importorskip("aiohttp", reason="the optional extra share is not installed")

from encounter_gui.app.program import Program
from encounter_gui.gui.field.field_head import FieldHead
from encounter_gui.gui.players.players_view import PlayersViewController
from encounter_gui.play.players.reveal import PLAN_REVEALS
from tests.gui.field.conftest import Start, open_field, show


def seen(program: Program, qtbot: QtBot) -> tuple[FieldHead, PlayersViewController]:
    """Returns the head of the plan and what the players see, once both are there."""
    qtbot.waitUntil(lambda: program.players is not None, timeout=20_000)
    assert program.players is not None
    return program.field.panel.head, program.players


def test_head_and_panel_are_one_choice(redlines: Program, qtbot: QtBot) -> None:
    """The head sets what the panel shows and the other way round; the rest of what is revealed stays."""
    head, view = seen(redlines, qtbot)
    panel = view.panel
    assert head.reveal.isVisible()
    assert head.reveal.text() == "Players see: nothing"
    panel.clock.click()
    for step in PLAN_REVEALS:
        head.reveals[step].trigger()
        assert view.players.table.plan == step
        assert panel.plan.currentData() == step
        assert head.reveal.accessibleName().endswith(head.reveals[step].text())
    assert view.players.table.shows_clock
    panel.plan.setCurrentIndex(panel.plan.findData("tokens"))
    panel.plan.activated.emit(panel.plan.currentIndex())
    assert head.reveal.text() == "Players see: tokens"
    assert [step for step, action in head.reveals.items() if action.isChecked()] == ["tokens"]


def test_it_is_kept_with_the_encounter(redlines: Program, qtbot: QtBot) -> None:
    """Another fight begins with nothing; the first has its choice when it is opened again."""
    head, _ = seen(redlines, qtbot)
    head.reveals["all"].trigger()
    first = redlines.campaigns.encounter
    redlines.campaigns.create_encounter("Another", "cwn")
    assert head.reveal.text() == "Players see: nothing"
    redlines.campaigns.open_encounter(first)
    assert head.reveal.text() == "Players see: all"


def test_the_keyboard_gets_there_and_a_narrow_head_keeps_it(
    redlines: Program, qtbot: QtBot
) -> None:
    """Where words have no room, the icon with the name and the tip stays."""
    head, _ = seen(redlines, qtbot)
    head.reveals["tokens"].trigger()
    window = redlines.window
    window.resize(1024, 700)
    qtbot.waitUntil(lambda: window.width() == 1024)
    assert head.reveal.isVisible()
    assert head.reveal.geometry().right() <= head.width()
    assert "who stands where" in head.reveal.toolTip()
    menu = head.reveal.menu()
    head.reveal.setFocus()
    assert head.reveal.hasFocus()
    assert [each.text() for each in menu.actions()] == ["nothing", "tokens", "all"]


def test_without_the_extra_nothing_is_offered(
    start: Start, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where what serves the page is not installed, the head says nothing of players."""
    monkeypatch.setattr("encounter_gui.gui.players.sharing.is_available", lambda: False)
    program = start()
    program.campaigns.create(tmp_path / "Alone.encounter")
    program.campaigns.create_encounter("Alone", "cwn")
    show(program, qtbot)
    qtbot.waitUntil(lambda: program.players is not None, timeout=20_000)
    open_field(program, qtbot)
    assert not program.field.panel.head.reveal.isVisible()
