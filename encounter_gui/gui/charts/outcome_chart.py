"""Everything that can come of a roll: one bar in parts, and below it what each part is."""

from collections.abc import Sequence
from itertools import accumulate

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from typing_extensions import override

from encounter_gui.gui.charts.exhibit_size import ChartSize
from encounter_gui.gui.charts.fills import paint_look_bar, paint_swatch
from encounter_gui.gui.charts.number_text import percent
from encounter_gui.gui.charts.painted_chart import TITLE, PaintedChart, least_row
from encounter_gui.gui.charts.reading.chart_reader import Mark
from encounter_gui.gui.charts.reading.copies import ChartTable
from encounter_gui.gui.theme.painting.text_runs import RIGHT
from encounter_gui.rules.view import Outcomes, Share

_BAR = 13
_ROW = 19
_SWATCH, _GAP = 10, 6
_FIGURE = 48
_NARROW, _WIDE = 150, 250


class OutcomeChart(PaintedChart):
    """Shows shares that exclude each other."""

    _shares: tuple[Share, ...] = ()

    def show_outcomes(self, outcomes: Outcomes | None) -> None:
        """Shows these, in place; None: none."""
        title, shares = (outcomes.title, outcomes.shares) if outcomes else ("", ())
        if (title, shares) == (self._title, self._shares):
            return
        self._shares = shares
        self.describe(title, [self.share_words(share) for share in shares])

    @property
    @override
    def room(self) -> ChartSize:
        above, count = TITLE + _BAR + 3, len(self._shares)
        text = max((self.text_width(share.text) for share in self._shares), default=0.0)
        note = max((self.text_width(share.note, "small") for share in self._shares), default=0.0)
        width = round(_SWATCH + 2 * _GAP + text + _FIGURE)
        return ChartSize(
            least_width=min(max(_NARROW, width), _WIDE),
            least_height=above + count * least_row(count),
            width=min(max(_NARROW, round(width + (note + _GAP if note else 0))), _WIDE),
            height=above + count * _ROW,
            stacks=True,
        )

    @override
    def marks(self) -> Sequence[Mark]:
        """The parts of the bar that can be seen, then the rows below it."""
        words = [self.share_words(share) for share in self._shares]
        parts = zip(self._parts(), words, strict=True)
        return (
            *(Mark(part, said) for part, said in parts if part.width() >= 1),
            *(Mark(self._row(index), said) for index, said in enumerate(words)),
        )

    @override
    def table(self) -> ChartTable:
        return self.share_table(self._shares)

    def _row(self, index: int) -> QRectF:
        top = TITLE + _BAR + 3
        height = min(_ROW, (self.height() - top) / max(1, len(self._shares)))
        return QRectF(0, top + index * height, self.width(), height)

    def _parts(self) -> list[QRectF]:
        """The parts of the bar, on whole pixels, a gap of one between them."""
        chances = [share.probability for share in self._shares]
        ends = [round(self.width() * min(1.0, end)) for end in accumulate(chances)]
        starts = [0, *ends][: len(ends)]
        return [
            QRectF(start, TITLE, max(0, end - start - (1 if end < self.width() else 0)), _BAR)
            for start, end in zip(starts, ends, strict=True)
        ]

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        self.paint_title(painter)
        for share, part in zip(self._shares, self._parts(), strict=True):
            paint_look_bar(painter, theme, part, share.look)
        for index, share in enumerate(self._shares):
            self._paint_row(painter, share, self._row(index))

    def _paint_row(self, painter: QPainter, share: Share, row: QRectF) -> None:
        swatch = QRectF(0, round(row.center().y() - _SWATCH / 2), _SWATCH, _SWATCH)
        paint_swatch(painter, self._icons.theme, swatch, share.look)
        words = row.adjusted(_SWATCH + _GAP, 0, -_FIGURE, 0)
        font = self.row_font(row.height())
        self.write(painter, words, share.text, font=font, role="text.secondary")
        note = words.adjusted(self.text_width(share.text, font) + _GAP, 0, 0, 0)
        if share.note and note.width() > 20:
            self.write(painter, note, share.note, font="small", role="text.muted")
        self.write(painter, row, percent(share.probability), font=font, weight=700, align=RIGHT)
