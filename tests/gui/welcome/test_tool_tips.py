"""Every column, chip and odds figure says in its tool tip what it means in the game that is played."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from encounter_gui.app.start.welcome_assembly import game_choices
from encounter_gui.rules.view import ChipsCell
from tests.gui.window.conftest import Start

GAMES = [game.ruleset for game in game_choices()]


@pytest.mark.parametrize("game", GAMES)
def test_every_column_chip_and_figure_explains_itself(
    start: Start, qtbot: QtBot, game: str
) -> None:
    program = start()
    program.start.open_sample(game)
    context, system = program.controller.context, program.controller.system
    model = program.window.table.rows
    for place, column in enumerate(model.columns):
        tip = model.headerData(place, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
        assert tip
        assert tip != column.title, column.key
    chips = [
        chip
        for row in system.rows(context)
        for cell in row.cells.values()
        if isinstance(cell, ChipsCell)
        for chip in cell.chips
    ]
    assert chips
    assert [chip.words() for chip in chips if not chip.tip] == []
    form = system.attack_form(context, {})
    assert form.command is not None
    odds = system.odds(context, form.command)
    assert odds is not None
    assert [each.label for each in odds.headline_numbers if not each.tip] == []
