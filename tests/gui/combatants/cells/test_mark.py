"""Whose turn it is and who is done, in the narrow column of marks."""

import pytest
from msgspec.structs import replace
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.combatants.table import CombatantTable
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.view import TextCell
from tests.gui.combatants.side_values import BLOCK_COLUMNS, BLOCKS


@pytest.mark.parametrize(("place", "is_marked"), [(0, True), (2, True), (3, False)])
def test_a_mark_is_painted_over_an_empty_cell(
    icons: Icons, texts: MessageCatalog, qtbot: QtBot, place: int, is_marked: bool
) -> None:
    """Systems say an empty text there: a check for who is done, a triangle for whose turn it is, else nothing."""
    table = CombatantTable(icons, texts)
    qtbot.addWidget(table)
    table.resize(1008, 306)
    mark = {"mark": TextCell(text="")}
    rows = tuple(replace(row, cells={**row.cells, **mark}) for row in BLOCKS)
    table.show_rows(BLOCK_COLUMNS, rows)
    with qtbot.waitExposed(table):
        table.show()
    column = [each.key for each in BLOCK_COLUMNS].index("mark")
    rect = table.visualRect(table.rows.index(place, column)).adjusted(3, 3, -3, -3)
    image = table.viewport().grab(rect).toImage()
    ground = QColor(image.pixelColor(0, 0))
    seen = {
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    }
    assert (seen != {ground.name()}) is is_marked
