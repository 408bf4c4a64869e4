"""The first columns of a row: mark, stable number, initiative; and plain texts."""

from math import ceil

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem
from typing_extensions import override

from encounter_gui.gui.combatants.cells.cell_delegate import CellDelegate
from encounter_gui.gui.combatants.cells.row_paint import padding_box, write
from encounter_gui.gui.combatants.row_order import INITIATIVE
from encounter_gui.gui.theme.canvas import centred, inset, painting, pen
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import Align, Column, Row, TextCell

_BOX_HEIGHT = 16.0
_BOX_WIDTH = 15.0
_CHECK = 13.0
_NOTE_GAP = 2.0
_ALIGN: dict[Align, Qt.AlignmentFlag] = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "right": Qt.AlignmentFlag.AlignRight,
    "center": Qt.AlignmentFlag.AlignHCenter,
}


class MarkDelegate(CellDelegate):
    """Whose turn it is (triangle), who is done (check)."""

    kind = "mark"
    paints = (TextCell,)

    @override
    def paint_cell(
        self, painter: QPainter, option: QStyleOptionViewItem, place: int, row: Row, column: Column
    ) -> None:
        theme, rect = self.rows.theme, QRectF(option.rect)
        if row.is_now:
            # In the first column it stands beside the yellow bar.
            left = 0.0 if self.rows.model.band_key else theme.size("now_bar")
            marks.paint_now(painter, theme, rect.adjusted(left, -1, 0, -1))
        elif row.is_done:
            side = centred(rect.adjusted(4, 0, 4, 0), _CHECK, _CHECK)
            self.rows.icons.paint(painter, "check", side, theme.colour("text.secondary"))


class NumberDelegate(CellDelegate):
    """The stable number in its box; any other number bold, initiative as long as its turn is still to come."""

    kind = "number"
    paints = (TextCell,)

    @override
    def paint_cell(
        self, painter: QPainter, option: QStyleOptionViewItem, place: int, row: Row, column: Column
    ) -> None:
        theme = self.rows.theme
        if column.key == "number":
            paint_number(painter, theme, QRectF(option.rect), row.number)
            return
        cell = row.cells.get(column.key)
        if isinstance(cell, TextCell):
            is_past = row.is_done and column.key == INITIATIVE
            weight, role = (400, "text.muted") if is_past else (700, "text.primary")
            align = _ALIGN[column.align]
            write(
                painter,
                theme,
                padding_box(option),
                cell.text,
                font="row",
                weight=weight,
                role=role,
                align=align,
            )
        if row.is_tied and column.key == INITIATIVE:
            self._paint_bracket(painter, QRectF(option.rect), place)

    def _paint_bracket(self, painter: QPainter, rect: QRectF, place: int) -> None:
        """Paints this row's part of the bracket that holds combatants together who act at once."""
        above, below = self.rows.ties_at(place)
        x, middle = rect.left() + 4, round(rect.center().y()) + 0.5
        theme = self.rows.theme
        with painting(painter):
            painter.setClipRect(rect)
            painter.setPen(pen(theme.colour("accent.now_edge"), 2))
            painter.drawLine(QLineF(x - 1, middle, x + 5, middle))
            if above:
                painter.drawLine(QLineF(x, rect.top(), x, middle))
            if below:
                painter.drawLine(QLineF(x, middle, x, rect.bottom() + 1))


class TextDelegate(CellDelegate):
    """A text, and at the right edge its note: what is counted, such as rounds left."""

    kind = "text"
    paints = (TextCell,)

    @override
    def paint_cell(
        self, painter: QPainter, option: QStyleOptionViewItem, place: int, row: Row, column: Column
    ) -> None:
        cell = row.cells.get(column.key)
        if not isinstance(cell, TextCell):
            return
        theme, rect = self.rows.theme, padding_box(option)
        if cell.note:
            right = Qt.AlignmentFlag.AlignRight
            write(painter, theme, rect, cell.note, role="text.primary", align=right)
            rect.adjust(0, 0, -theme.fonts.width(cell.note, "body") - _NOTE_GAP, 0)
        weight, role = (600, "text.primary") if cell.is_strong else (0, "text.secondary")
        lacks = ceil(theme.fonts.width(cell.text, "body", weight=weight) - rect.width())
        if lacks > 0:
            self.rows.want(column.key, option.rect.width() + lacks)
        write(painter, theme, rect, cell.text, weight=weight, role=role, align=_ALIGN[column.align])


DELEGATES = (MarkDelegate, NumberDelegate, TextDelegate)
"""The delegates of this module, for the table of all."""


def paint_number(painter: QPainter, theme: Theme, rect: QRectF, number: int) -> None:
    """Paints the stable number of a combatant in its box, in the middle of a rectangle."""
    text = str(number)
    width = max(_BOX_WIDTH, round(theme.fonts.width(text, "caption")) + 6.0)
    box = centred(rect, width, _BOX_HEIGHT)
    with painting(painter):
        painter.setPen(pen(theme.colour("line.divider")))
        painter.drawRoundedRect(inset(box), theme.radius("chip"), theme.radius("chip"))
    marks.paint_text(painter, theme, box, text, "caption", "text.secondary", marks.CENTRE)
