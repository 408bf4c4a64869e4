"""The gauge cell: a bar or boxes, and the number; while something changes, before → after."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem
from typing_extensions import override

from encounter_gui.gui.combatants.cells.cell_delegate import CellDelegate
from encounter_gui.gui.combatants.cells.row_paint import RowPainter, padding_box, write
from encounter_gui.gui.theme.canvas import centred
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import Column, GaugeCell, GaugeChange, Row, SlotsCell

_NUMBER = 50.0
_LEAST_NUMBER = 38.0
_GAP = 6.0
_LEAST_BAR = 12.0
_MOST_SLOTS = 10


class GaugeDelegate(CellDelegate):
    """Paints a running number; what a preview would take away, or a blow has just taken, is hatched."""

    kind = "gauge"
    paints = (GaugeCell,)

    @override
    def paint_cell(
        self, painter: QPainter, option: QStyleOptionViewItem, place: int, row: Row, column: Column
    ) -> None:
        cell = row.cells.get(column.key)
        if not isinstance(cell, GaugeCell):
            return
        rect, theme = padding_box(option), self.rows.theme
        number = number_room(self.rows, option, column, cell)
        change = self.rows.model.change_in(place, cell)
        if change is not None:
            paint_change(painter, theme, rect, change, least=number)
            if self.rows.model.shows_waiting:
                marks.paint_focus(painter, theme, QRectF(option.rect).adjusted(1, 2, -1, -2))
            return
        lost = self.rows.model.lost_from(place, column)
        paint_gauge(
            painter,
            theme,
            rect,
            marks.gauge_level(cell, before=lost),
            number=number,
            ticks=cell.ticks,
        )
        if cell.text:
            right = Qt.AlignmentFlag.AlignRight
            write(painter, theme, rect, cell.text, role="text.primary", align=right)
        else:
            marks.paint_gauge_number(painter, theme, rect, marks.gauge_level(cell))


class SlotsDelegate(CellDelegate):
    """Paints a short gauge as boxes that can be counted, the number left at the right; too many are a bar."""

    kind = "slots"
    paints = (SlotsCell,)

    @override
    def paint_cell(
        self, painter: QPainter, option: QStyleOptionViewItem, place: int, row: Row, column: Column
    ) -> None:
        cell = row.cells.get(column.key)
        if not isinstance(cell, SlotsCell):
            return
        theme, rect, change = (
            self.rows.theme,
            padding_box(option),
            self.rows.model.change_in(place, cell),
        )
        if change is not None:
            shown = marks.gauge_level(change.after, before=change.before.current)
        else:
            lost = self.rows.model.lost_from(place, column)
            shown = marks.Level(current=cell.left, high=cell.total, before=lost)
        if _fits(theme, rect, cell):
            marks.paint_slots(painter, theme, rect, shown)
            _paint_left(painter, theme, rect, shown, is_change=change is not None)
        elif change is not None:
            paint_change(painter, theme, rect, change)
        else:
            number = number_room(self.rows, option, column, cell)
            paint_gauge(painter, theme, rect, shown, number=number)
            plain = marks.Level(current=cell.left, high=cell.total)
            marks.paint_gauge_number(painter, theme, rect, plain)


DELEGATES = (GaugeDelegate, SlotsDelegate)
"""The delegates of this module, for the table of all."""


def number_room(
    rows: RowPainter, option: QStyleOptionViewItem, column: Column, cell: GaugeCell | SlotsCell
) -> float:
    """Returns the room right of the bars of a column: one width for all rows, or the bars would not line up.

    When a longer number than all before comes in sight, the rows already painted are painted again.
    """
    view = option.widget
    if rows.model.widen(column.key, cell) and isinstance(view, QAbstractItemView):
        view.viewport().update()
    theme, longest = rows.theme, rows.model.longest_figure(column.key)
    return max(_LEAST_NUMBER, round(theme.fonts.width(longest, "row", weight=600)) + _GAP)


def paint_change(
    painter: QPainter, theme: Theme, rect: QRectF, change: GaugeChange, *, least: float = _NUMBER
) -> None:
    """Paints a gauge as it would be after a change, with the lost part hatched and the number before → after."""
    after = marks.gauge_level(change.after, before=change.before.current)
    before = theme.fonts.width(f"{marks.figure_text(change.before.current)}→", "row", weight=400)
    number = before + theme.fonts.width(marks.figure_text(change.after.current), "row", weight=700)
    ticks = change.after.ticks
    paint_gauge(painter, theme, rect, after, number=max(least, number + _GAP), ticks=ticks)
    marks.paint_gauge_number(painter, theme, rect, after)


def paint_gauge(
    painter: QPainter,
    theme: Theme,
    rect: QRectF,
    shown: marks.Level,
    *,
    number: float = _NUMBER,
    ticks: tuple[int, ...] = (),
) -> None:
    """Paints the bar alone, leaving room for the number at its right; without room for both, no bar."""
    width = round(rect.width() - number)
    if width < _LEAST_BAR:
        return
    bar = QRectF(rect.left(), rect.top(), width, rect.height())
    box = centred(bar, width, theme.size("gauge"))
    marks.paint_gauge(painter, theme, box, shown, ticks=ticks)


def _fits(theme: Theme, rect: QRectF, cell: SlotsCell) -> bool:
    number = theme.fonts.width(str(cell.total), "row", weight=700)
    wanted = marks.slots_width(theme, cell.total) + _GAP + number
    return cell.total <= _MOST_SLOTS and wanted <= rect.width()


def _paint_left(
    painter: QPainter, theme: Theme, rect: QRectF, shown: marks.Level, *, is_change: bool
) -> None:
    """Writes what is left; what it was is seen in the boxes, so a change needs no more than its end."""
    runs = [marks.Run(text=marks.figure_text(shown.current), weight=700)]
    if is_change:
        runs.insert(0, marks.Run(text="→", role="text.secondary", weight=400))
    left = rect.width() - marks.runs_width(theme, runs)
    marks.paint_runs(painter, theme, rect.adjusted(left, 0, 0, 0), runs)
