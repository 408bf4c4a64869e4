"""Exact distributions of several dice expressions below each other, on one axis, against one number."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from typing_extensions import override

from encounter_gui.gui.charts.exhibit_size import ChartSize
from encounter_gui.gui.charts.fills import paint_look_bar
from encounter_gui.gui.charts.painted_chart import PaintedChart
from encounter_gui.gui.charts.reading.chart_reader import Mark
from encounter_gui.gui.charts.reading.copies import ChartTable, exact
from encounter_gui.gui.theme.painting.text_runs import CENTRE, RIGHT
from encounter_gui.rules.view import ShareLook

_HEAD, _BARS, _AXIS, _GAP = 18, 46, 14, 8
_SEEN = 0.0002


class DiceSeries(Struct, frozen=True, kw_only=True):
    """One expression: the chance of each value from ``lowest`` on, and whether it meets what is asked for."""

    name: str
    lowest: int
    chances: tuple[float, ...]
    meets: tuple[bool, ...]

    @property
    def chance(self) -> float:
        """The chance to meet what is asked for."""
        return sum(p for p, is_met in zip(self.chances, self.meets, strict=True) if is_met)

    def at(self, value: int) -> int:
        """Returns the place of a value; -1: it has none."""
        place = value - self.lowest
        return place if 0 <= place < len(self.chances) else -1


class DiceBars(PaintedChart):
    """What meets the number is filled, what does not is hatched."""

    _series: tuple[DiceSeries, ...] = ()
    _span = (0, 0)

    def show_series(self, title: str, series: Sequence[DiceSeries]) -> None:
        """Shows these, in place; ``title`` says what is asked for."""
        self._series = tuple(series)
        values = [
            one.lowest + place
            for one in series
            for place, chance in enumerate(one.chances)
            if chance >= _SEEN
        ]
        self._span = (min(values, default=0), max(values, default=0))
        self.setMinimumHeight(self.room.height)
        self.describe(title, [self._series_words(each) for each in self._series])
        self.updateGeometry()

    @property
    @override
    def room(self) -> ChartSize:
        high = (_HEAD + _BARS + _AXIS + _GAP) * len(self._series)
        return ChartSize(least_width=200, least_height=high, width=280, height=high)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.room.least_width, self.room.height)

    def _series_words(self, one: DiceSeries) -> str:
        return self._texts.text_of(
            "gui.dice.chance", expression=one.name, percent=f"{100 * one.chance:.2f}"
        )

    def _column(self, index: int, value: int) -> QRectF:
        low, high = self._span
        step = self.width() / (high - low + 1)
        top = index * (_HEAD + _BARS + _AXIS + _GAP) + _HEAD
        return QRectF((value - low) * step, top, step, _BARS)

    def _values(self, one: DiceSeries) -> Sequence[int]:
        low, high = self._span
        return range(max(low, one.lowest), min(high, one.lowest + len(one.chances) - 1) + 1)

    @override
    def marks(self) -> Sequence[Mark]:
        return [
            Mark(self._column(index, value), self._value_words(one, value))
            for index, one in enumerate(self._series)
            for value in self._values(one)
        ]

    def _value_words(self, one: DiceSeries, value: int) -> str:
        place = one.at(value)
        return self._texts.text_of(
            "gui.dice.value",
            expression=one.name,
            value=str(value).replace("-", "−"),
            percent=exact(one.chances[place]),
            more=exact(sum(one.chances[place:])),
            less=exact(sum(one.chances[: place + 1])),
        )

    @override
    def table(self) -> ChartTable:
        low, high = self._span
        return (
            (self._title, *(one.name for one in self._series)),
            *(
                (
                    str(value),
                    *(
                        exact(one.chances[one.at(value)]) if one.at(value) >= 0 else ""
                        for one in self._series
                    ),
                )
                for value in range(low, high + 1)
            ),
        )

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        top = max((p for one in self._series for p in one.chances), default=1.0)
        for index, one in enumerate(self._series):
            foot = self._column(index, self._span[0]).bottom()
            head = QRectF(0, foot - _BARS - _HEAD, self.width(), _HEAD)
            self.write(painter, head, one.name, font="dice")
            chance = f"{100 * one.chance:.1f}\u00a0%"
            self.write(painter, head, chance, weight=700, align=RIGHT)
            for value in self._values(one):
                self._paint_bar(painter, one, value, self._column(index, value), top)
            painter.fillRect(QRectF(0, foot, self.width(), 1), theme.colour("chart.axis"))
            for value in dict.fromkeys((self._span[0], sum(self._span) // 2, self._span[1])):
                column = self._column(index, value)
                middle = min(max(column.center().x(), 14), self.width() - 14)
                place = QRectF(middle - 20, foot + 1, 40, _AXIS)
                words = str(value).replace("-", "−")
                self.write(painter, place, words, font="caption", role="chart.axis", align=CENTRE)

    def _paint_bar(
        self, painter: QPainter, one: DiceSeries, value: int, place: QRectF, top: float
    ) -> None:
        chance = one.chances[one.at(value)]
        if not chance:
            return
        look: ShareLook = "good" if one.meets[one.at(value)] else "none"
        high = max(1, round(_BARS * chance / top))
        gap = 1 if place.width() > 3 else 0
        left, right = round(place.left()), round(place.right())
        bar = QRectF(left, place.bottom() - high, max(1, right - left - gap), high)
        paint_look_bar(painter, self._icons.theme, bar, look)
