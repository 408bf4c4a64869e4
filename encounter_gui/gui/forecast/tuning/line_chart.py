"""A value over a number of foes, as a line for each quality: told apart by dash and mark, named at their ends."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPolygonF
from typing_extensions import override

from encounter_gui.gui.charts.exhibit_size import ChartSize
from encounter_gui.gui.charts.painted_chart import TITLE, PaintedChart
from encounter_gui.gui.charts.reading.chart_reader import Mark
from encounter_gui.gui.charts.reading.copies import ChartTable
from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.painting.text_runs import CENTRE, RIGHT

_LEFT, _RIGHT, _BOTTOM, _MARK, _REACH, _NAME = 34.0, 84.0, 32.0, 4.0, 8.0, 14.0
_COUNTS = 16.0
_NARROW = 16.0
"""Numbers below the axis are left out where they would stand closer."""
_SERIES = ("chart.s1", "chart.s2", "chart.s3", "chart.s4")
_DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine)
_HEAD_GAP = 10
_MOST_LINES = 6
"""Of so many people each has a line of its own."""


class Series(Struct, frozen=True, kw_only=True):
    """A line: its name, and its values by number of foes."""

    name: str
    values: tuple[tuple[int, float], ...]


class Axes(Struct, frozen=True, kw_only=True):
    """Counts from 0 to ``most``, values from 0 to ``top``; ``now`` is the present count.

    ``wanted`` is a dashed line at this value; None: none. ``name`` is what is counted, written below.
    """

    most: int
    top: float
    now: int
    unit: str = ""
    wanted: float | None = None
    name: str = ""


class LineChart(PaintedChart):
    """Up to four lines over whole numbers; the band stands at the number that is planned."""

    series: tuple[Series, ...] = ()
    _axes = Axes(most=1, top=1, now=0)

    def show_series(self, title: str, series: Sequence[Series], axes: Axes) -> None:
        """Shows these lines."""
        self.series, self._axes = tuple(series), axes
        self.describe(
            title, [self._value_words(each, *value) for each in series for value in each.values]
        )

    def _value_words(self, series: Series, count: int, value: float) -> str:
        return f"{count} × {series.name}: {self._figure(value)}"

    def _figure(self, value: float) -> str:
        return f"{value:.0f} %" if self._axes.unit else f"{value:.1f}"

    @property
    @override
    def room(self) -> ChartSize:
        return ChartSize(least_width=230, least_height=170, width=340, height=220, grows=True)

    def _place(self, count: int, value: float) -> QPointF:
        axes = self._axes
        wide = self.width() - _LEFT - _RIGHT
        high = self.height() - TITLE - _BOTTOM - _HEAD_GAP
        return QPointF(
            _LEFT + wide * count / max(axes.most, 1),
            TITLE + _HEAD_GAP + high * (1 - min(value / (axes.top or 1), 1.0)),
        )

    @override
    def marks(self) -> Sequence[Mark]:
        return [
            Mark(_around(self._place(*value), _REACH), self._value_words(each, *value))
            for each in self.series
            for value in each.values
        ]

    @override
    def table(self) -> ChartTable:
        counts = sorted({count for each in self.series for count, _ in each.values})
        return (
            (self._title, *(str(count) for count in counts)),
            *(
                (each.name, *(f"{dict(each.values).get(count, '')}" for count in counts))
                for each in self.series
            ),
        )

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        with painting(QPainter(self)) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.paint_title(painter)
            self._paint_axes(painter)
            for number, each in enumerate(self.series):
                self._paint_line(painter, number, each)
            self._paint_names(painter)

    def _paint_axes(self, painter: QPainter) -> None:
        theme, axes = self._icons.theme, self._axes
        band = QRectF(self._place(axes.now, axes.top), self._place(axes.now, 0))
        painter.fillRect(band.adjusted(-10, 0, 10, 0), theme.colour("surface.row_selected"))
        parts = int(axes.top) if not axes.unit and 2 <= axes.top <= _MOST_LINES else 4
        for part in range(parts + 1):
            value = axes.top * part / parts
            start, end = self._place(0, value), self._place(axes.most, value)
            painter.setPen(pen(theme.colour("line.subtle")))
            painter.drawLine(start, end)
            words = QRectF(0, start.y() - 8, _LEFT - 6, 16)
            text = f"{value:.0f}" if axes.unit else f"{value:.1f}"
            self.write(painter, words, text, font="caption", role="text.secondary", align=RIGHT)
        counts = max(axes.most, 1)
        step = -(-_NARROW * counts // (self.width() - _LEFT - _RIGHT))
        for count in range(axes.most + 1):
            if count % max(step, 1) and count != axes.now:
                continue
            foot = self._place(count, 0)
            words = QRectF(foot.x() - 12, foot.y() + 2, 24, _COUNTS)
            weight = 700 if count == axes.now else 0
            self.write(painter, words, str(count), font="caption", weight=weight, align=CENTRE)
        below = QRectF(_LEFT, self.height() - _COUNTS, self.width() - _LEFT - _RIGHT, _COUNTS)
        self.write(painter, below, axes.name, font="caption", role="text.muted", align=CENTRE)
        if axes.wanted is not None:
            line = pen(theme.colour("accent.interactive"), 1.5)
            line.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(line)
            painter.drawLine(self._place(0, axes.wanted), self._place(axes.most, axes.wanted))

    def _paint_line(self, painter: QPainter, number: int, series: Series) -> None:
        if not series.values:
            return
        colour = self._icons.theme.colour(_SERIES[number % len(_SERIES)])
        line = pen(colour, 1.75)
        line.setStyle(_DASHES[number % len(_DASHES)])
        painter.setPen(line)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        places = [self._place(*value) for value in series.values]
        painter.drawPolyline(QPolygonF(places))
        for place in places:
            _paint_mark(painter, number, place, colour)

    def _paint_names(self, painter: QPainter) -> None:
        """Writes the names at the ends of the lines, as near to them as they can stand without covering another."""
        ends = [(self._place(*each.values[-1]), each.name) for each in self.series if each.values]
        ends.sort(key=lambda end: end[0].y())
        lowest = float(self.height() - _BOTTOM)
        tops = [min(place.y(), lowest) for place, _ in ends]
        for at in range(len(tops) - 2, -1, -1):
            tops[at] = min(tops[at], tops[at + 1] - _NAME)
        least = float(TITLE + _HEAD_GAP)
        for (place, name), top in zip(ends, tops, strict=True):
            middle = max(top, least)
            least = middle + _NAME
            box = QRectF(place.x() + 8, middle - _NAME / 2, _RIGHT - 8, _NAME)
            self.write(painter, box, name, font="small")


def _around(place: QPointF, reach: float) -> QRectF:
    return QRectF(place.x() - reach, place.y() - reach, 2 * reach, 2 * reach)


def _paint_mark(painter: QPainter, number: int, place: QPointF, colour: QColor) -> None:
    """Paints a square, a ring or a triangle."""
    box = _around(place, _MARK)
    painter.setPen(pen(colour, 1.5))
    match number % 3:
        case 0:
            painter.fillRect(box, colour)
        case 1:
            painter.drawEllipse(box)
        case _:
            top = QPointF(place.x(), box.top())
            painter.setBrush(colour)
            painter.drawPolygon(QPolygonF([top, box.bottomRight(), box.bottomLeft()]))
            painter.setBrush(Qt.BrushStyle.NoBrush)
