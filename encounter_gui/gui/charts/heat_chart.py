"""What a hit does by location: a row each, a column for each wound it may come to, a number in every cell."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from typing_extensions import override

from encounter_gui.core.messages import say
from encounter_gui.gui.charts.exhibit_size import ChartSize
from encounter_gui.gui.charts.fills import ink_on
from encounter_gui.gui.charts.number_text import percent
from encounter_gui.gui.charts.painted_chart import TITLE, PaintedChart
from encounter_gui.gui.charts.reading.chart_reader import Mark
from encounter_gui.gui.charts.reading.copies import ChartTable, exact
from encounter_gui.gui.theme.canvas import inset, mixed_color, painting, pen
from encounter_gui.gui.theme.painting.marks import paint_wound_cell
from encounter_gui.gui.theme.painting.text_runs import CENTRE, LEFT, RIGHT
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import HeatRow, HeatStrip, Threshold

_CELL, _NARROW_CELL = 28, 24
_HEAD, _LETTER_WIDE = 18, 20
_ROW, _LOW_ROW = 17, 12
_SHARE = 34
_GAP = 6
_MOST_NAME = 84
_BOLD_FROM = 0.25


class HeatChart(PaintedChart):
    """Shows a heat strip; an empty cell is a wound that cannot be."""

    _strip = HeatStrip(title="", columns=(), rows=())
    _names = 0.0
    """The width of the locations' names."""

    def show_strip(self, strip: HeatStrip | None) -> None:
        """Shows this one, in place; None: none."""
        strip = strip or HeatStrip(title="", columns=(), rows=())
        if strip == self._strip:
            return
        self._measure(strip)
        self._strip = strip
        self.describe(strip.title, [self._row_words(row) for row in strip.rows])

    def _row_words(self, row: HeatRow) -> str:
        """A location, the chance that it is the one, and what a hit there does."""
        head = self.chance_words(row.text, row.share)
        chances = zip(self._strip.columns, row.chances, strict=True)
        cells = [self.chance_words(self._name(edge), chance) for edge, chance in chances if chance]
        return f"{head} ({', '.join(cells)})"

    def _name(self, edge: Threshold) -> str:
        return edge.text or self._icons.theme.wound(edge.level).name

    @property
    @override
    def room(self) -> ChartSize:
        count, columns = len(self._strip.rows), len(self._strip.columns)
        head = round(self._names + _SHARE + _GAP)
        return ChartSize(
            least_width=head + columns * _NARROW_CELL,
            least_height=TITLE + _HEAD + count * _LOW_ROW,
            width=head + columns * _CELL,
            height=TITLE + _HEAD + count * _ROW,
        )

    def _measure(self, strip: HeatStrip) -> None:
        """Names take more room and never less under the same columns: an aim is dragged from place to place."""
        widest = max((self.text_width(row.text) for row in strip.rows), default=0.0)
        is_same = strip.columns == self._strip.columns
        self._names = max(min(_MOST_NAME, widest + 2), self._names if is_same else 0.0)

    def cell(self, row: int, column: int) -> QRectF:
        """Returns the place of a cell, on whole pixels; row −1 is the head."""
        left = self._names + _SHARE + _GAP
        columns = max(1, len(self._strip.columns))
        wide = max(1, min(_CELL, int((self.width() - left) / columns)))
        rows = max(1, len(self._strip.rows))
        high = max(1, min(_ROW, int((self.height() - TITLE - _HEAD) / rows)))
        x = round(left) + column * wide
        if row < 0:
            return QRectF(x, TITLE, wide, _HEAD - 1)
        return QRectF(x, TITLE + _HEAD + row * high, wide, high)

    @override
    def marks(self) -> Sequence[Mark]:
        """The name of each location, which says its whole row, and its cells."""
        names = [self._name(edge) for edge in self._strip.columns]
        found = []
        for row, line in enumerate(self._strip.rows):
            first = self.cell(row, 0)
            head = QRectF(0, first.top(), first.left(), first.height())
            found.append(Mark(head, self._row_words(line)))
            found += (
                Mark(
                    self.cell(row, column),
                    f"{line.text} · {self.chance_words(names[column], chance)}",
                )
                for column, chance in enumerate(line.chances)
            )
        return found

    @override
    def table(self) -> ChartTable:
        names = (self._name(edge) for edge in self._strip.columns)
        share = self._texts.text_of("gui.attack.place_share")
        return (
            (self._strip.title, share, *names),
            *(
                (line.text, exact(line.share), *map(exact, line.chances))
                for line in self._strip.rows
            ),
        )

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.paint_title(painter)
        if not self._strip.rows:
            return
        self._paint_heads(painter)
        for index, row in enumerate(self._strip.rows):
            self._paint_row(painter, index, row)
        self._paint_cells(painter)

    def _paint_heads(self, painter: QPainter) -> None:
        first = self.cell(-1, 0)
        words = self._texts.text(say("gui.attack.place_share"))
        place = QRectF(0, first.top(), first.left() - _GAP, first.height())
        self.write(painter, place, words, font="small", role="text.muted", align=RIGHT)
        for column, edge in enumerate(self._strip.columns):
            cell = self.cell(-1, column)
            if edge.level:
                letter = QRectF(cell.center().x() - _LETTER_WIDE / 2, cell.top(), _LETTER_WIDE, 16)
                paint_wound_cell(painter, self._icons.theme, letter, edge.level)
            else:
                self.write(painter, cell, edge.text, font="small", role="text.muted", align=CENTRE)

    def _paint_row(self, painter: QPainter, index: int, row: HeatRow) -> None:
        first = self.cell(index, 0)
        role = "text.primary" if row.share else "text.disabled"
        name = QRectF(0, first.top(), self._names, first.height())
        self.write(painter, name, row.text, role=role, align=LEFT)
        share = QRectF(name.right(), first.top(), _SHARE, first.height())
        figure = percent(row.share, sign=False).replace("\u00a0", "")
        self.write(painter, share, figure, font="small", role="text.muted", align=RIGHT)

    def _paint_cells(self, painter: QPainter) -> None:
        """Grounds, then frames, then figures: a painter that changes its mind at every cell takes twice as long."""
        theme = self._icons.theme
        cells = [
            (inset(self.cell(row, column)), chance, heat(theme, chance))
            for row, line in enumerate(self._strip.rows)
            for column, chance in enumerate(line.chances)
        ]
        with painting(painter):
            for cell, _, ground in cells:
                painter.fillRect(cell, ground)
            painter.setPen(pen(theme.colour("line.control" if theme.framed else "line.subtle")))
            painter.drawRects([cell for cell, _, _ in cells])
        for is_bold in (False, True):
            painter.setFont(theme.font("caption", weight=700 if is_bold else 500))
            for cell, chance, ground in cells:
                if chance and (chance >= _BOLD_FROM) == is_bold:
                    painter.setPen(ink_on(ground))
                    painter.drawText(
                        cell, CENTRE, percent(chance, sign=False).replace("\u00a0", "")
                    )


def heat(theme: Theme, chance: float) -> QColor:
    """Returns the ground of a cell: from the dock's colour for 0 to the interactive one for nearly 1."""
    cold, hot = theme.colour("chart.heat_0"), theme.colour("chart.heat_1")
    return mixed_color(cold, hot, min(1.0, 1.05 * chance**0.8))
