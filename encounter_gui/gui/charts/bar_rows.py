"""A few outcomes as a bar each, e.g. the Health that is left."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from typing_extensions import override

from encounter_gui.gui.charts.exhibit_size import ChartSize
from encounter_gui.gui.charts.fills import paint_look_bar
from encounter_gui.gui.charts.number_text import percent
from encounter_gui.gui.charts.painted_chart import TITLE, PaintedChart, least_row
from encounter_gui.gui.charts.reading.chart_reader import Mark
from encounter_gui.gui.charts.reading.copies import ChartTable
from encounter_gui.gui.theme.painting.text_runs import RIGHT
from encounter_gui.rules.view import Bars, LaterBars, Share

_ROW = 21
_BAR, _GAP = 12, 8
_FIGURE = 48
_NARROW, _WIDE = 140, 220
_SHARE_OF_HEAD = 0.55


class BarRows(PaintedChart):
    """Shows rows of head, bar and chance."""

    _shares: tuple[Share, ...] = ()
    _is_awaited = False
    """Whether the chances are still being worked out: the heads stand without them."""

    def show_bars(self, bars: Bars | None) -> None:
        """Shows these, in place; None: none."""
        title, shares = (bars.title, bars.shares) if bars else ("", ())
        shown = (title, shares, isinstance(bars, LaterBars))
        if shown == (self._title, self._shares, self._is_awaited):
            return
        _, self._shares, self._is_awaited = shown
        self.describe(title, self._said())

    def _said(self) -> list[str]:
        if self._is_awaited:
            return [self._texts.text_of("gui.chart.awaited")]
        return [self.share_words(share) for share in self._shares]

    @property
    @override
    def room(self) -> ChartSize:
        count = len(self._shares)
        width = round(self._head() + _GAP + 70 + _FIGURE)
        return ChartSize(
            least_width=_NARROW,
            least_height=TITLE + count * least_row(count),
            width=min(max(width, _NARROW + 40), _WIDE),
            height=TITLE + count * _ROW,
            stacks=True,
        )

    @override
    def marks(self) -> Sequence[Mark]:
        if self._is_awaited:
            return [Mark(QRectF(self.rect()), said) for said in self._said()]
        high = self._row_height()
        return [
            Mark(QRectF(0, TITLE + index * high, self.width(), high), self.share_words(share))
            for index, share in enumerate(self._shares)
        ]

    @override
    def table(self) -> ChartTable:
        return self.share_table(() if self._is_awaited else self._shares)

    def _head(self) -> float:
        return max((self.text_width(share.text, weight=600) for share in self._shares), default=0)

    def _row_height(self) -> float:
        return min(_ROW, max(1.0, (self.height() - TITLE) / max(1, len(self._shares))))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, height = QPainter(self), self._row_height()
        self.paint_title(painter)
        for index, share in enumerate(self._shares):
            row = QRectF(0, TITLE + index * height, self.width(), height)
            self._paint_row(painter, share, row)

    def _paint_row(self, painter: QPainter, share: Share, row: QRectF) -> None:
        head = min(self._head() + 1, _SHARE_OF_HEAD * row.width())
        place = QRectF(0, row.top(), head, row.height())
        font = self.row_font(row.height())
        self.write(painter, place, share.text, font=font, weight=600)
        if self._is_awaited:
            return
        left, right = round(head + _GAP), row.right() - _FIGURE
        high = min(_BAR, round(row.height()) - 4)
        long = round(max(0.0, right - left) * share.probability)
        if share.probability > 0:  # what is possible is never invisible
            bar = QRectF(left, round(row.center().y() - high / 2), max(1, long), high)
            paint_look_bar(painter, self._icons.theme, bar, share.look)
        note = QRectF(left + long + _GAP, row.top(), right - left - long - _GAP, row.height())
        if share.note and note.width() > self.text_width(share.note, "small"):
            self.write(painter, note, share.note, font="small", role="text.muted")
        self.write(painter, row, percent(share.probability), font=font, weight=700, align=RIGHT)
