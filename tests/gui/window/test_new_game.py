"""A game made in the window alone: typed from a sheet of paper, played at once, its forecast equal to the exact one."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.dialogs.encounter_dialog import EncounterDialog
from encounter_gui.gui.workshop.new_game.new_game_dialog import NewGameDialog
from encounter_gui.rules.engine.battlefield.battle import PC_WINS
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.model.commands import Next
from tests.helpers.opposed_chain import HEALTH, chain, hits

FIGHTS = 100_000


@pytest.fixture
def dialog(
    program: Program, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> NewGameDialog:
    """The dialog, opened as by its action; rulesets are written to a folder of the test."""
    monkeypatch.setattr(paths, "user_folder", lambda: tmp_path / "profile")
    qtbot.waitUntil(lambda: program.prep is not None, timeout=10_000)
    program.window.actions_of["new_game"].trigger()
    assert program.new_games is not None
    found = program.new_games.dialog
    assert found is not None
    qtbot.waitUntil(found.isActiveWindow)
    return found


def people(program: Program) -> list[Combatant]:
    """Returns who is in the fight."""
    return list(program.controller.context.state.combatants.values())


def put(qtbot: QtBot, dialog: NewGameDialog, name: str, text: str) -> None:
    """Types a word over what stands in its field, as a person does."""
    field = dialog.words[name].field
    field.setFocus()
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClicks(field, text)


def test_a_game_from_a_sheet_of_paper_is_played_at_once(
    program: Program, dialog: NewGameDialog, qtbot: QtBot
) -> None:
    assert QApplication.focusWidget() is dialog.words["name"].field
    qtbot.keyClicks(dialog.words["name"].field, "Back alley duel")
    assert dialog.words["id"].text == "back-alley-duel"
    dialog.kind.setCurrentIndex(dialog.kind.findData("opposed"))
    for name, text in (("health", "3"), ("damage", "1"), ("soak", "0"), ("condition", "")):
        put(qtbot, dialog, name, text)
    qtbot.waitUntil(dialog.make.isEnabled)
    qtbot.waitUntil(lambda: "66" in dialog.look.lines.text())
    qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
    context = program.controller.context
    assert (context.ruleset.id, context.ruleset.system) == ("back-alley-duel", "declared")
    assert program.prep is not None
    add = program.prep.panel.add
    qtbot.waitUntil(add.isVisible)
    for number, who in enumerate(("hero", "thug"), 1):
        qtbot.keyClicks(add, who)
        qtbot.keyClick(add, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda wanted=number: len(program.window.table.rows.ids()) == wanted)
    program.window.actions_of["next"].trigger()
    qtbot.waitUntil(lambda: len(people(program)) == 2)
    while not program.controller.context.state.acting:
        assert program.controller.perform(Next())
    context, system = program.controller.context, program.controller.system
    result = system.battle(context).play(FIGHTS, np.random.default_rng(33), Orders(most_rounds=100))
    hero, thug = people(program)
    assert [each.gauges["health"] for each in (hero, thug)] == [HEALTH, HEALTH]
    places = {each.id: at for at, each in enumerate((hero, thug))}
    order = tuple(places[each.who] for each in context.state.slots)
    won, ends = chain((hero.sheet["fight"], thug.sheet["fight"]), order=order)
    for share, chance in (
        (np.mean(result.winner == PC_WINS), won),
        *((np.mean(result.rounds == at), ended) for at, ended in enumerate(ends[:6], 1)),
    ):
        assert share == pytest.approx(chance, abs=4 * (chance * (1 - chance) / FIGHTS) ** 0.5)
    assert hits(hero.sheet["fight"], thug.sheet["fight"]) == pytest.approx(0.6643518518518516)


def test_a_new_encounter_leads_to_a_game_of_ones_own_by_keys(
    program: Program, qtbot: QtBot
) -> None:
    """Tab goes to it from the games there are, Space asks for the new game; no encounter is made."""
    qtbot.waitUntil(lambda: program.prep is not None, timeout=10_000)
    program.window.actions_of["new_encounter"].trigger()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, EncounterDialog)
    qtbot.waitUntil(dialog.isActiveWindow)
    encounters = program.campaigns.campaign.encounters()
    for _ in range(6):
        if QApplication.focusWidget() is dialog.own_game:
            break
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is dialog.own_game
    qtbot.keyClick(dialog.own_game, Qt.Key.Key_Space)
    assert not dialog.isVisible()
    assert program.new_games is not None
    assert program.new_games.dialog is not None
    assert program.new_games.dialog.isVisible()
    assert program.campaigns.campaign.encounters() == encounters
    program.new_games.dialog.reject()
