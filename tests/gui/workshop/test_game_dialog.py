"""The game of an encounter, and of new ones, changed in the window; or said why not."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.dialogs.encounter_dialog import EncounterDialog
from encounter_gui.gui.encounters.game_dialog import GameDialog
from encounter_gui.rules.model.commands import Add
from tests.gui.window.conftest import end, show


@pytest.fixture
def window(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[Program]:
    """A campaign of Cities Without Number with a first encounter that nobody is in."""
    made = Program(qapp, Settings(tmp_path / "settings.ini"), paths.message_catalog(), theme="dark")
    made.campaigns.create(tmp_path / "Docks.encounter", "cwn")
    show(made, qtbot)
    qtbot.waitUntil(lambda: made.prep is not None, timeout=10_000)
    yield made
    end(made)


def opened(window: Program, game: str) -> GameDialog:
    window.window.actions_of["change_game"].trigger()
    dialog = next(each for each in window.window.findChildren(GameDialog) if each.isVisible())
    assert dialog.game == window.controller.context.ruleset.id
    assert not dialog.change.isEnabled()
    dialog.games.setCurrentIndex(dialog.games.findData(game))
    return dialog


def test_an_encounter_nobody_is_in_is_one_of_another_game_and_is_played(window: Program) -> None:
    encounter = window.campaigns.encounter
    dialog = opened(window, "phases")
    assert "it can be one of" in dialog.encounter.text()
    dialog.change.click()
    assert window.campaigns.encounter == encounter
    assert window.controller.context.ruleset.id == window.controller.system.id == "phases"
    creature = window.controller.context.ruleset.creatures[0].key
    assert window.controller.perform(Add(creature=creature, count=1))
    assert [each.ruleset for each in window.campaigns.campaign.encounters()] == ["phases"]


def test_where_somebody_is_in_it_the_dialog_says_why_not_and_what_to_do(window: Program) -> None:
    window.controller.perform(Add(creature="gang_gunman", count=1))
    dialog = opened(window, "chrome")
    assert not dialog.change.isEnabled()
    assert dialog.encounter.text() == (
        "In it, as Cities Without Number has them: Gang gunman. Make a new encounter for CHROME."
    )
    dialog.reject()


def test_new_encounters_are_proposed_with_the_game_that_was_chosen_for_them(
    window: Program,
) -> None:
    dialog = opened(window, "d6pool")
    dialog.new_ones.click()
    assert not dialog.new_ones.isEnabled()
    assert "D6 pools" in dialog.campaign.text()
    dialog.reject()
    window.window.actions_of["new_encounter"].trigger()
    new = next(each for each in window.window.findChildren(EncounterDialog) if each.isVisible())
    assert new.ruleset.currentData().id == "d6pool"
    new.reject()
