"""The gauge cell: a bar and its number; while something changes, before → after."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem
from typing_extensions import override

from encounter_gui.gui.combatants.cell_delegate import CellDelegate
from encounter_gui.gui.combatants.row_paint import padded, write
from encounter_gui.gui.theme import marks
from encounter_gui.gui.theme.canvas import centred
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import Change, Column, GaugeCell, Row

_NUMBER = 50.0
_GAP = 6.0


class GaugeDelegate(CellDelegate):
    """Paints a running number; what a preview would take away, or a blow has just taken, is hatched."""

    @override
    def paint_cell(
        self, painter: QPainter, option: QStyleOptionViewItem, place: int, row: Row, column: Column
    ) -> None:
        cell = row.cells.get(column.key)
        if not isinstance(cell, GaugeCell):
            return
        rect = padded(option)
        change = self.rows.model.change_in(place, cell)
        if change is not None:
            paint_change(painter, self.rows.theme, rect, change)
            return
        lost = self.rows.model.lost_from(place, column)
        paint_gauge(painter, self.rows.theme, rect, level(cell, before=lost))
        if cell.text:
            right = Qt.AlignmentFlag.AlignRight
            write(painter, self.rows.theme, rect, cell.text, role="text.primary", align=right)
        else:
            marks.paint_gauge_number(painter, self.rows.theme, rect, level(cell))


def level(cell: GaugeCell, *, before: int | None = None) -> marks.Level:
    """Returns a gauge as the theme paints it; ``before`` is what it fell from."""
    return marks.Level(
        current=cell.current, high=cell.high, low=cell.low, before=before, role=cell.role
    )


def paint_change(painter: QPainter, theme: Theme, rect: QRectF, change: Change) -> None:
    """Paints a gauge as it would be after a change, with the lost part hatched and the number before → after."""
    after = level(change.after, before=change.before.current)
    before = theme.fonts.width(f"{marks.figure_text(change.before.current)}→", "row", weight=400)
    number = before + theme.fonts.width(marks.figure_text(change.after.current), "row", weight=700)
    paint_gauge(painter, theme, rect, after, number=max(_NUMBER, number + _GAP))
    marks.paint_gauge_number(painter, theme, rect, after)


def paint_gauge(
    painter: QPainter, theme: Theme, rect: QRectF, shown: marks.Level, *, number: float = _NUMBER
) -> None:
    """Paints the bar alone, leaving room for the number at its right."""
    width = round(rect.width() - number)
    bar = QRectF(rect.left(), rect.top(), width, rect.height())
    marks.paint_gauge(painter, theme, centred(bar, width, theme.size("gauge")), shown)
