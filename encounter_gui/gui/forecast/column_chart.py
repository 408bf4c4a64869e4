"""A few shares as columns, each with its figure above and its name below."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from typing_extensions import override

from encounter_gui.encounter.values import Side
from encounter_gui.gui.charts.exhibit_size import ChartSize
from encounter_gui.gui.charts.painted_chart import TITLE, PaintedChart
from encounter_gui.gui.charts.reading.chart_reader import Mark
from encounter_gui.gui.charts.reading.copies import ChartTable, exact
from encounter_gui.gui.forecast.forecast_words import counted_percent
from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.painting.side_bars import paint_side_fill
from encounter_gui.gui.theme.painting.text_runs import CENTRE, RIGHT

_LINE, _GAP, _WIDEST = 14.0, 3.0, 34.0
_TO = "–"
"""Between the first and the last of what a column stands for."""


class ColumnChart(PaintedChart):
    """Shares from 0 to 1, as high as the highest of them allows; a side colours them, else the first series."""

    columns: tuple[tuple[str, float], ...] = ()
    _side: Side | None = None
    _note = ""

    def show_columns(
        self,
        title: str,
        columns: Sequence[tuple[str, float]],
        *,
        note: str = "",
        side: Side | None = None,
    ) -> None:
        """Shows these names and shares; the note stands at the right of the title."""
        self.columns, self._note, self._side = tuple(columns), note, side
        words = [
            f"{name}: {self._texts.text_of('gui.forecast.share', percent=counted_percent(share))}"
            for name, share in columns
        ]
        self.describe(title, [*words, note] if note else words)

    @property
    @override
    def room(self) -> ChartSize:
        return ChartSize(least_width=120, least_height=80, width=200, height=110, grows=True)

    @override
    def marks(self) -> Sequence[Mark]:
        step = self.width() / max(len(self.columns), 1)
        high = self.height() - TITLE
        return [
            Mark(QRectF(number * step, TITLE, step, high), f"{name}: {share * 100:.1f} %")
            for number, (name, share) in enumerate(self.columns)
        ]

    @override
    def table(self) -> ChartTable:
        heads = (self._title, self._texts.text_of("gui.chart.chance"))
        return (heads, *((name, exact(share)) for name, share in self.columns))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        with painting(QPainter(self)) as painter:
            self.paint_title(painter)
            head = QRectF(0, 0, self.width(), TITLE)
            head.setLeft(self.text_width(self._title, "small") + 2 * _GAP)
            if head.width() < self.text_width(self._note, "small"):
                head.setWidth(0)  # it is among the words all the same
            self.write(
                painter,
                head,
                self._note if head.width() else "",
                font="small",
                role="text.muted",
                align=RIGHT,
            )
            if self.columns:
                self._paint_columns(painter)

    def _paint_columns(self, painter: QPainter) -> None:
        theme = self._icons.theme
        step = self.width() / len(self.columns)
        floor = self.height() - _LINE
        most = max(share for _, share in self.columns) or 1.0
        wide = min(step - _GAP, _WIDEST)
        names = [name for name, _ in self.columns]
        if any(self.text_width(name, "caption") > step - 2 * _GAP for name in names):
            names = [name.partition(_TO)[0] for name in names]  # where each begins says it too
        for number, (_, share) in enumerate(self.columns):
            room = QRectF(number * step, 0, step, _LINE)
            high = (floor - TITLE - _LINE) * share / most
            bar = QRectF(room.center().x() - wide / 2, floor - high, wide, high)
            if self._side is not None:
                paint_side_fill(painter, theme, bar, self._side)
            else:
                painter.fillRect(bar, theme.colour("chart.s1"))
            self.write(
                painter,
                room.translated(0, floor - high - _LINE).adjusted(-_GAP, 0, _GAP, 0),
                counted_percent(share),
                font="small",
                weight=600,
                align=CENTRE,
            )
            self.write(
                painter,
                room.translated(0, floor).adjusted(-_GAP, 0, _GAP, 0),
                names[number],
                font="caption",
                role="text.secondary",
                align=CENTRE,
            )
        painter.setPen(pen(theme.colour("line.control")))
        painter.drawLine(QPointF(0, floor), QPointF(self.width(), floor))
