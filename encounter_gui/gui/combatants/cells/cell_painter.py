"""Paints the cells of the table that are to be painted, from pictures where they look as they did before."""

from collections import defaultdict
from collections.abc import Callable, Mapping

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QRegion
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QTableView

from encounter_gui.gui.combatants.cells.cell_delegate import CellDelegate
from encounter_gui.gui.combatants.cells.row_paint import RowPainter
from encounter_gui.gui.theme.pictures import whole_ratio
from encounter_gui.rules.view import CellKind


class CellPainter:
    """Paints as ``QTableView`` does, without asking model and delegate seven things about each cell.

    Nearly every cell that is painted again looks as it did before: what it looks like is told by the row and the
    cell alone, and the picture is there.
    """

    def __init__(
        self, view: QTableView, rows: RowPainter, delegates: Mapping[CellKind, CellDelegate]
    ) -> None:
        """Takes the table, what paints its rows, and the delegate of each kind of column."""
        self._view = view
        self._rows = rows
        self._delegates = delegates

    def paint(self, painter: QPainter, region: QRegion) -> None:
        """Paints the cells that lie in a region of the viewport."""
        ratio, model = whole_ratio(painter), self._rows.model
        self._rows.pointed.top = self._first_whole()
        selected = {index.row() for index in self._view.selectionModel().selectedRows()}
        for place, columns in self._exposed(region).items():
            look = self._rows.look(
                place, is_selected=place in selected, is_selected_above=place - 1 in selected
            )
            row = model.row_at(place)
            for at, rect in columns.items():
                column = model.columns[at]
                delegate = self._delegates[column.kind]
                key = delegate.picture_key(look, place, row, column)
                draw = self._drawing(delegate, place, at, rect, is_selected=place in selected)
                self._rows.pictures.paint(painter, key, rect, draw, ratio)

    def _drawing(
        self, delegate: CellDelegate, place: int, column: int, rect: QRect, *, is_selected: bool
    ) -> Callable[[QPainter], None]:
        """Returns what paints a cell anew."""

        def draw(painter: QPainter) -> None:
            option = QStyleOptionViewItem()
            self._view.initViewItemOption(option)
            option.rect = rect
            if is_selected:
                option.state |= QStyle.StateFlag.State_Selected
            delegate.paint(painter, option, self._rows.model.index(place, column))

        return draw

    def _exposed(self, region: QRegion) -> Mapping[int, Mapping[int, QRect]]:
        """Returns the cells that a region touches: by place of the row and of the column, where each is."""
        view = self._view
        found: defaultdict[int, dict[int, QRect]] = defaultdict(dict)
        columns = [
            (at, view.columnViewportPosition(at), view.columnWidth(at))
            for at in range(len(self._rows.model.columns))
        ]
        for part in region:  # type: ignore[attr-defined]  # the stub does not know that it can be iterated
            first, last = view.rowAt(part.top()), view.rowAt(part.bottom())
            if first < 0:
                continue
            for place in range(first, (last if last >= 0 else self._rows.model.rowCount() - 1) + 1):
                top, height = view.rowViewportPosition(place), view.rowHeight(place)
                for at, left, width in columns:
                    if left <= part.right() and left + width > part.left():
                        found[place][at] = QRect(left, top, width, height)
        return found

    def _first_whole(self) -> int:
        """Returns the first row that is seen whole."""
        place = self._view.rowAt(0)
        return place + 1 if self._view.rowViewportPosition(place) < 0 else place
