"""The band beside the rows of a side or block: painted row by row, its words in the first rows of each run."""

from collections.abc import Hashable
from re import split

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem
from typing_extensions import override

from encounter_gui.gui.combatants.bands import band_at, ends_run, starts_run
from encounter_gui.gui.combatants.cells.cell_delegate import CellDelegate
from encounter_gui.gui.combatants.cells.row_paint import write
from encounter_gui.gui.combatants.model import Index
from encounter_gui.gui.theme.canvas import centred
from encounter_gui.gui.theme.painting import marks
from encounter_gui.rules.view import BandCell, Column, Row

_LEFT = 12.0
_RIGHT = 4.0
_SHAPE = 10.0
_SHAPE_GAP = 6.0
_NOTE_HEIGHT = 15.0
_LOW_NOTE = 13.0


class BandDelegate(CellDelegate):
    """Paints no row but the part of the order it belongs to: selection and mouse light up what stands right of it.

    When the first row of a run has been scrolled away, the words stand in the first row that is seen whole.
    """

    kind = "band"
    paints = (BandCell,)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rows, place, key = self.rows.model.shown, index.row(), self.rows.model.band_key
        band, rect = band_at(rows, place, key), QRectF(option.rect)
        is_last = ends_run(rows, place, key)
        self._paint_ground(painter, rect, is_now=band is not None and band.is_now, is_last=is_last)
        if band is None:
            return
        if self._is_top(place):
            self._paint_label(painter, rect, band, is_alone=is_last)
        elif band.note and self._is_top(place - 1):
            # Close below the label, not in the middle of its row.
            note = QRectF(rect.left(), rect.top(), rect.width(), _NOTE_HEIGHT)
            self._paint_note(painter, note, band)

    @override
    def picture_key(self, look: Hashable, place: int, row: Row, column: Column) -> Hashable | None:
        rows, key = self.rows.model.shown, self.rows.model.band_key
        is_top = self._is_top(place)
        is_below_top = not is_top and self._is_top(place - 1)
        band, is_sorted = band_at(rows, place, key), bool(self.rows.model.order.key)
        return (key, band, is_top, is_below_top, ends_run(rows, place, key), is_sorted)

    def _is_top(self, place: int) -> bool:
        """Returns whether a row is the first of its run that is seen whole."""
        model = self.rows.model
        return place == self.rows.pointed.top or starts_run(model.shown, place, model.band_key)

    def _paint_ground(
        self, painter: QPainter, rect: QRectF, *, is_now: bool, is_last: bool
    ) -> None:
        colour = self.rows.theme.colour
        painter.fillRect(rect, colour("surface.row_now" if is_now else "surface.dock"))
        bar = QRectF(rect.left(), rect.top(), self.rows.theme.size("now_bar"), rect.height())
        painter.fillRect(bar, colour("accent.now_edge" if is_now else "line.divider"))
        painter.fillRect(
            QRectF(rect.right() - 1, rect.top(), 1, rect.height()), colour("line.subtle")
        )
        if is_last:
            line = QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1)
            painter.fillRect(line, colour("line.subtle"))

    def _paint_label(
        self, painter: QPainter, rect: QRectF, band: BandCell, *, is_alone: bool
    ) -> None:
        """Writes the label in the row, or with its note in two lines when no second row follows.

        Sorted by something else, sides stand mixed: then the label alone is enough.
        """
        theme, room = self.rows.theme, rect.adjusted(_LEFT, 0, -_RIGHT, 0)
        if is_alone and band.note and not self.rows.model.order.key:
            note = QRectF(rect.left(), rect.bottom() - 1 - _LOW_NOTE, rect.width(), _LOW_NOTE)
            self._paint_note(painter, note, band, font="caption")
            room.setBottom(note.top() + 1)
        if band.side is not None:
            shape = QRectF(room.left(), room.top(), _SHAPE, room.height())
            marks.paint_faction(painter, theme, centred(shape, _SHAPE, _SHAPE), band.side)
            room.adjust(_SHAPE + _SHAPE_GAP, 0, 0, 0)
        write(painter, theme, room, band.text, weight=600, role="text.primary")

    def _paint_note(
        self, painter: QPainter, rect: QRectF, band: BandCell, *, font: str = "small"
    ) -> None:
        """Writes the note; the numbers in it decide something, so they are bold."""
        theme, room = self.rows.theme, rect.adjusted(_LEFT, 0, -_RIGHT, 0)
        runs = [
            marks.Run(text=part, role="text.primary", weight=700)
            if part.isdecimal()
            else marks.Run(text=part, role="text.secondary")
            for part in split(r"(\d+)", band.note)
            if part
        ]
        if marks.runs_width(theme, runs, font) > room.width():
            write(painter, theme, room, band.note, font=font)
        else:
            marks.paint_runs(painter, theme, room, runs, font)


DELEGATES = (BandDelegate,)
"""The delegates of this module, for the table of all."""
