"""Gauges and things that are counted: dice, actions, conditions, wounds."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem
from typing_extensions import override

from encounter_gui.gui.combatants.cell_delegate import CellDelegate
from encounter_gui.gui.combatants.row_paint import padded, write
from encounter_gui.gui.theme import marks
from encounter_gui.gui.theme.canvas import centred
from encounter_gui.rules.view import Chip, ChipsCell, Column, DiceCell, GaugeCell, PipsCell, Row, WoundsCell

_NUMBER = 50.0
_TAG_GAP = 4.0
_TAG_HEIGHT = 15.0
_PIPS: dict[str, marks.Pip] = {"free": "left", "spent": "spent", "kept": "kept"}


class GaugeDelegate(CellDelegate):
    """A bar and its number; while a change is previewed, before → after with the lost part hatched."""

    @override
    def paint_cell(
        self, painter: QPainter, option: QStyleOptionViewItem, place: int, row: Row, column: Column
    ) -> None:
        cell = row.cells.get(column.key)
        if not isinstance(cell, GaugeCell):
            return
        theme, rect = self.rows.theme, padded(option)
        change = self.rows.model.change_in(place, cell)
        number = max(_NUMBER, marks_width(theme, cell))
        bar = centred(QRectF(rect.left(), rect.top(), rect.width() - number, rect.height()), rect.width() - number, theme.size("gauge"))
        if change is None:
            lost = self.rows.model.lost_from(place, column)
            marks.paint_gauge(painter, theme, bar, level(cell, before=lost))
            self._paint_number(painter, rect, cell)
        else:
            after = level(change.after, before=change.before.current)
            marks.paint_gauge(painter, theme, bar, after)
            marks.paint_gauge_number(painter, theme, rect, after)
