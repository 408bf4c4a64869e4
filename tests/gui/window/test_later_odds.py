"""Chances of several attacks in a row come after the first frame, and never to another question than their own."""

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.gui.attack.odds.odds_panel import OddsPanel
from encounter_gui.rules.model.commands import Adjust
from encounter_gui.rules.view import Odds
from encounter_gui.rules.view.later_odds import is_whole

WAITS = "Being worked out"


@pytest.fixture
def told(sample: Program, qtbot: QtBot) -> list[Odds | None]:
    """All odds that are told from now on; what stands on the bench now is all there."""
    panel = sample.window.attack_panel.odds
    qtbot.waitUntil(lambda: is_there(panel), timeout=10_000)
    found: list[Odds | None] = []
    sample.connections.attack.odds_changed.connect(found.append)
    return found


def is_there(panel: OddsPanel) -> bool:
    words = panel.within.accessibleDescription()
    return bool(words) and not words.startswith(WAITS)


def set_modifier(program: Program, to: int) -> None:
    """Sets the game master's dice on the bench."""
    attack = program.connections.attack
    attack.set_choices({**attack.choices, "gm": str(to)})


def whole_now(program: Program) -> Odds | None:
    """The odds of what stands on the bench, worked out here."""
    command = program.connections.attack.form.command
    assert command is not None
    return program.controller.system.odds(program.controller.context, command)


def test_the_first_frame_is_without_attacks_in_a_row_and_the_next_has_them_in_the_same_place(
    sample: Program, qtbot: QtBot, told: list[Odds | None]
):
    panel = sample.window.attack_panel.odds
    before, spread = panel.within.geometry(), panel.spread.accessibleDescription()
    set_modifier(sample, 2)
    assert panel.within.accessibleDescription().startswith(WAITS)
    assert panel.spread.accessibleDescription() != ""
    assert panel.within.isVisible()
    assert panel.within.geometry() == before
    assert len(told) == 1
    qtbot.waitUntil(lambda: is_there(panel), timeout=10_000)
    assert panel.within.geometry() == before
    assert told == [told[0], whole_now(sample)]
    assert panel.spread.accessibleDescription() == spread  # dice to hit leave the damage as it is


def test_a_newer_question_wins(sample: Program, qtbot: QtBot, told: list[Odds | None]):
    """A modifier is dragged over three values: what comes later is that of the last."""
    panel = sample.window.attack_panel.odds
    for to in (1, 2, 3):
        set_modifier(sample, to)
        assert panel.within.accessibleDescription().startswith(WAITS)
    qtbot.waitUntil(lambda: is_there(panel), timeout=10_000)
    complete = [each for each in told if each is not None and is_whole(each)]
    assert complete == [whole_now(sample)]


def test_while_a_modifier_is_dragged_each_pause_of_a_frame_is_enough(
    sample: Program, qapp: QApplication, told: list[Odds | None]
):
    """It is live: no rest of the mouse is waited for."""
    panel = sample.window.attack_panel.odds
    for to in (1, 2, 3):
        set_modifier(sample, to)
        for _ in range(4):
            qapp.processEvents()
        assert is_there(panel)
    assert len(told) == 6


def test_a_modifier_dragged_back_has_everything_at_once(
    sample: Program, qtbot: QtBot, told: list[Odds | None]
):
    """What is known needs no second frame: nothing flickers."""
    panel = sample.window.attack_panel.odds
    set_modifier(sample, 1)
    qtbot.waitUntil(lambda: is_there(panel), timeout=10_000)
    set_modifier(sample, 0)
    assert is_there(panel)
    assert told[-1] == whole_now(sample)


def test_what_was_asked_before_the_fight_changed_is_never_told(
    sample: Program, qtbot: QtBot, told: list[Odds | None]
):
    """The bench asks, a hit is taken by hand before the answer: only the fight as it is now is spoken of."""
    controller, panel = sample.controller, sample.window.attack_panel.odds
    set_modifier(sample, 2)
    target = sample.connections.attack.form.command.target
    assert controller.perform(Adjust(who=(target,), change="-1"))
    count = len(told)
    qtbot.waitUntil(lambda: len(told) > count and is_there(panel), timeout=10_000)
    complete = [each for each in told if each is not None and is_whole(each)]
    assert complete == [whole_now(sample)]


def test_what_changes_nothing_of_the_odds_lets_the_rest_come_all_the_same(
    sample: Program, qtbot: QtBot, told: list[Odds | None]
):
    """Something happens between both frames, and is taken back at once."""
    controller, panel = sample.controller, sample.window.attack_panel.odds
    set_modifier(sample, 2)
    controller.context_changed.emit(controller.context)
    qtbot.waitUntil(lambda: is_there(panel), timeout=10_000)
    assert told[-1] == whole_now(sample)
