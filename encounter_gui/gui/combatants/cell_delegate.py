"""What the delegates of all kinds of cell have in common."""

from PySide6.QtCore import QObject, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from encounter_gui.gui.combatants.model import Index
from encounter_gui.gui.combatants.row_paint import RowPainter
from encounter_gui.rules.view import Column, Row


class CellDelegate(QStyledItemDelegate):
    """Paints the row's ground, then hands the cell to the kind that knows it."""

    def __init__(self, rows: RowPainter, parent: QObject | None = None) -> None:
        """Takes what paints the rows and knows them."""
        super().__init__(parent)
        self.rows = rows

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = self.rows.model
        row, column = model.row_at(index.row()), model.columns[index.column()]
        self.rows.paint(painter, option, index, row)
        self.paint_cell(painter, option, index.row(), row, column)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        # Rows are of one height and columns of given widths: nothing is ever measured.
        return QSize(0, 0)

    def paint_cell(
        self, painter: QPainter, option: QStyleOptionViewItem, place: int, row: Row, column: Column
    ) -> None:
        """Paints the content; a row without this cell stays empty."""
