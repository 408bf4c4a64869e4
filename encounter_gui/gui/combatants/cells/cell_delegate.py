"""What the delegates of all kinds of cell have in common."""

from collections.abc import Hashable, Iterable, Mapping
from types import MappingProxyType
from typing import ClassVar

from PySide6.QtCore import QObject, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from encounter_gui.gui.combatants.cells.row_paint import RowPainter
from encounter_gui.gui.combatants.model import Index
from encounter_gui.rules.view import Cell, CellKind, Column, Row


class CellDelegate(QStyledItemDelegate):
    """Paints the row's ground, then hands the cell to the kind that knows it.

    A cell of another kind than its column's may stand anywhere: a text where there is no gauge to draw.
    """

    kind: ClassVar[CellKind]
    """The kind of column it is for."""
    paints: ClassVar[tuple[type[Cell], ...]] = ()
    """The classes of cell it paints itself."""

    def __init__(self, rows: RowPainter, parent: QObject | None = None) -> None:
        """Takes what paints the rows and knows them."""
        super().__init__(parent)
        self.rows = rows
        self._stand_ins: Mapping[type, CellDelegate] = MappingProxyType({})

    def share(self, delegates: "Iterable[CellDelegate]") -> None:
        """Takes those that paint the kinds of cell it does not."""
        self._stand_ins = {kind: delegate for delegate in delegates for kind in delegate.paints}

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paints a cell: the row's ground, then its content."""
        model, place = self.rows.model, index.row()
        row, column = model.row_at(place), model.columns[index.column()]
        self.rows.paint(painter, option, place, index.column())
        shown = self._painter_of(row.cells.get(column.key))
        shown.paint_cell(painter, option, place, row, column)

    def picture_key(self, look: Hashable, place: int, row: Row, column: Column) -> Hashable | None:
        """Returns everything the picture of a cell depends on; None: it is painted anew each time.

        ``look`` is what all cells of the row depend on.
        """
        model, cell = self.rows.model, row.cells.get(column.key)
        if model.change_at(place) is not None:
            return None
        number = row.number if column.key == "number" else 0
        lost, longest = model.lost_from(place, column), model.longest_figure(column.key)
        return (column.key, cell, number, look, lost, longest)

    def _painter_of(self, cell: Cell | None) -> "CellDelegate":
        kind = type(cell)
        return self if kind in self.paints else self._stand_ins.get(kind, self)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        # Rows are of one height and columns of given widths: nothing is ever measured.
        return QSize(0, 0)

    def paint_cell(
        self, painter: QPainter, option: QStyleOptionViewItem, place: int, row: Row, column: Column
    ) -> None:
        """Paints the content; a row without this cell stays empty."""
