"""Two distributions of the same thing laid over each other: bars after a change, a dashed line before it."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPolygonF
from typing_extensions import override

from encounter_gui.gui.charts.exhibit_size import ChartSize
from encounter_gui.gui.charts.fills import paint_look_bar, paint_swatch
from encounter_gui.gui.charts.number_text import marks as round_marks
from encounter_gui.gui.charts.number_text import percent, round_step
from encounter_gui.gui.charts.painted_chart import TITLE
from encounter_gui.gui.charts.reading.chart_reader import Mark
from encounter_gui.gui.charts.reading.copies import ChartTable, exact
from encounter_gui.gui.charts.spread_words import chances_between, is_open, last_bar
from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.painting.text_runs import CENTRE, RIGHT
from encounter_gui.gui.workshop.impact.muted_chart import MutedChart
from encounter_gui.rules.view import Bars, Outcomes, ShareLook, Spread

Distribution = Spread | Bars | Outcomes

_LEFT, _AXIS, _WORDS = 24.0, 14.0, 15.0
_SWATCH, _DASH, _GAP = 8.0, 16.0, 5.0
_GRID_LINES, _X_MARKS = 2, 7
_DASHES = (3.0, 2.0)


class _Pair(Struct, frozen=True):
    """Both distributions over the same values: what each is called, and its chance before and after."""

    title: str
    unit: str
    names: tuple[str, ...]
    before: tuple[float, ...]
    after: tuple[float, ...]
    lowest: int | None = None
    """The value of the first bar, where the bars are values."""
    thresholds: tuple[tuple[int, str], ...] = ()


class BeforeAfterChart(MutedChart):
    """Shows what something was likely to come to, and what it is likely to come to now."""

    _pair: _Pair | None = None

    def show_pair(self, before: Distribution | None, after: Distribution | None) -> None:
        """Shows two distributions over each other; one of them None: the other alone; both: nothing."""
        pair = self._pair = _pair_of(before, after)
        if pair is None:
            self.describe("", ())
            return
        self.describe(pair.title, [self._words_of(pair, place) for place in _told(pair)])

    def _words_of(self, pair: _Pair, place: int) -> str:
        return self._texts.text_of(
            "gui.impact.value",
            name=pair.names[place],
            before=percent(pair.before[place]),
            after=percent(pair.after[place]),
        )

    @property
    def _plot(self) -> QRectF:
        top = TITLE + (_WORDS if self._pair is not None and self._pair.thresholds else 0.0)
        return QRectF(_LEFT, top, self.width() - _LEFT, self.height() - top - _AXIS)

    def _edges(self, pair: _Pair) -> list[float]:
        plot = self._plot
        step = plot.width() / max(1, len(pair.names))
        return [plot.left() + step * place for place in range(len(pair.names) + 1)]

    @override
    def marks(self) -> Sequence[Mark]:
        pair, plot = self._pair, self._plot
        if pair is None:
            return ()
        return [
            Mark(QRectF(left, plot.top(), right - left, plot.height()), self._words_of(pair, place))
            for place, (left, right) in enumerate(pairwise(self._edges(pair)))
        ]

    @override
    def table(self) -> ChartTable:
        pair = self._pair
        if pair is None:
            return ()
        heads = (pair.unit or pair.title, *map(self._texts.text_of, _LEGEND))
        rows = zip(pair.names, map(exact, pair.before), map(exact, pair.after), strict=True)
        return (heads, *rows)

    @property
    @override
    def room(self) -> ChartSize:
        return ChartSize(least_width=160, least_height=80, width=272, height=122)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        pair = self._pair
        if pair is None:
            return
        with painting(QPainter(self)) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
            self._paint_head(painter)
            top = max((*pair.before, *pair.after, 0.001))
            self._paint_grid(painter, top)
            self._paint_bars(painter, pair, top)
            self._paint_before(painter, pair, top)
            self._paint_axis(painter, pair)
            self._paint_thresholds(painter, pair)

    def _paint_head(self, painter: QPainter) -> None:
        """Writes the title, and at the right what bars and line are."""
        theme = self._icons.theme
        x = float(self.width())
        before, after = (self._texts.text_of(key) for key in _LEGEND)
        for words, width in ((after, _SWATCH), (before, _DASH)):
            wide = self.text_width(words, "small")
            x -= wide
            self.write(
                painter, QRectF(x, 0, wide + 1, TITLE), words, font="small", role="text.muted"
            )
            x -= width + _GAP
            if words is after:
                place = QRectF(x, (TITLE - _SWATCH) / 2, _SWATCH, _SWATCH)
                paint_swatch(painter, theme, place, "none" if self.is_stale else "good")
            else:
                self._set_dashed(painter)
                painter.drawLine(QPointF(x, TITLE / 2), QPointF(x + _DASH, TITLE / 2))
            x -= 10
        self.write(
            painter, QRectF(0, 0, max(0.0, x), TITLE), self._title, font="small", role="text.muted"
        )

    def _set_dashed(self, painter: QPainter) -> None:
        role = "text.muted" if self.is_stale else "text.primary"
        dashed = pen(self._icons.theme.colour(role), 1.5)
        dashed.setDashPattern(_DASHES)
        painter.setPen(dashed)

    def _paint_grid(self, painter: QPainter, top: float) -> None:
        theme, plot = self._icons.theme, self._plot
        for mark in round_marks(0, top * 100, round_step(top * 99, _GRID_LINES)):
            y = round(plot.bottom() - mark / 100 / top * plot.height())
            painter.fillRect(QRectF(plot.left(), y, plot.width(), 1), theme.colour("chart.grid"))
            place = QRectF(0, y - _AXIS / 2, _LEFT - 4, _AXIS)
            self.write(painter, place, f"{mark:g}", font="caption", role="chart.axis", align=RIGHT)

    def _paint_bars(self, painter: QPainter, pair: _Pair, top: float) -> None:
        theme, plot = self._icons.theme, self._plot
        look: ShareLook = "none" if self.is_stale else "good"
        for (left, right), chance in zip(pairwise(self._edges(pair)), pair.after, strict=True):
            x, end = round(left), round(right)
            gap = 1 if end - x > 3 else 0
            height = round(chance / top * plot.height())
            bar = QRectF(x, plot.bottom() - height, end - x - gap, height)
            paint_look_bar(painter, theme, bar, look)

    def _paint_before(self, painter: QPainter, pair: _Pair, top: float) -> None:
        plot = self._plot
        line = [QPointF(plot.left(), plot.bottom())]
        for (left, right), chance in zip(pairwise(self._edges(pair)), pair.before, strict=True):
            y = round(plot.bottom() - chance / top * plot.height()) + 0.5
            line += [QPointF(round(left), y), QPointF(round(right), y)]
        line.append(QPointF(plot.right(), plot.bottom()))
        self._set_dashed(painter)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(line))

    def _paint_axis(self, painter: QPainter, pair: _Pair) -> None:
        theme, plot, edges = self._icons.theme, self._plot, self._edges(pair)
        painter.fillRect(
            QRectF(plot.left(), plot.bottom(), plot.width(), 1), theme.colour("chart.axis")
        )
        step = round_step(0.99 * max(1, len(pair.names) - 1), _X_MARKS)
        first = pair.lowest or 0
        for place, name in enumerate(pair.names):
            is_marked = pair.lowest is None or (first + place) % max(1, round(step)) == 0
            if not is_marked:
                continue
            wide = edges[place + 1] - edges[place]
            room = max(wide, 24.0) if pair.lowest is not None else wide
            middle = (edges[place] + edges[place + 1]) / 2
            box = QRectF(middle - room / 2, plot.bottom() + 1, room, _AXIS)
            box.moveRight(min(box.right(), self.width()))
            self.write(painter, box, name, font="caption", role="chart.axis", align=CENTRE)

    def _paint_thresholds(self, painter: QPainter, pair: _Pair) -> None:
        if pair.lowest is None:
            return
        plot, edges = self._plot, self._edges(pair)
        free = plot.left()
        for value, words in pair.thresholds:
            place = value - pair.lowest
            if not 0 <= place < len(pair.names):
                continue
            x = round(edges[place]) + 0.5
            self._set_dashed(painter)
            painter.drawLine(QPointF(x, TITLE), QPointF(x, plot.bottom()))
            wide = self.text_width(words, "small", weight=600)
            box = QRectF(beside(x, wide, self.width()), TITLE, wide, _WORDS)
            if box.left() >= free:
                self.write(painter, box, words, font="small", weight=600)
                free = box.left() + wide + _GAP


_LEGEND = ("gui.impact.before", "gui.impact.after")
_SEEN = 0.0005
"""The least chance that is said of a value in words."""


def beside(x: float, wide: float, room: float) -> float:
    """Returns where words of a width begin that belong to a line at ``x``: behind it, or before it for want of room.

    All in logical pixels; ``room`` is where the chart ends.
    """
    return x + 4 if x + 4 + wide <= room else x - 4 - wide


def _told(pair: _Pair) -> list[int]:
    """Returns the places of the values that are likely enough to be said."""
    both = zip(pair.before, pair.after, strict=True)
    return [place for place, chances in enumerate(both) if max(chances) >= _SEEN]


def _pair_of(before: Distribution | None, after: Distribution | None) -> _Pair | None:
    shown = after or before
    if shown is None:
        return None
    if isinstance(shown, Spread):
        spreads = [each if isinstance(each, Spread) else None for each in (before, after)]
        return _spread_pair(shown, spreads[0], spreads[1])
    shares = [_shares(each) for each in (before, after)]
    names = _in_order(dict.fromkeys(name for each in reversed(shares) for name in each))
    was, now = (tuple(each.get(name, 0.0) for name in names) for each in shares)
    return _Pair(shown.title, "", names, was, now)


def _spread_pair(shown: Spread, before: Spread | None, after: Spread | None) -> _Pair:
    known = [each for each in (before, after) if each is not None]
    low = min(each.lowest for each in known)
    last = max(last_bar(each) for each in known)
    none = (0.0,) * (last - low + 1)
    was, now = (
        chances_between(each, low, last) if each is not None else none for each in (before, after)
    )
    goes_on = any(is_open(each) and last_bar(each) == last for each in known)
    names = [str(value).replace("-", "−") for value in range(low, last + 1)]
    names[-1] += "+" if goes_on else ""
    return _Pair(
        shown.title,
        shown.unit,
        tuple(names),
        was,
        now,
        lowest=low,
        thresholds=tuple((each.value, each.text) for each in shown.thresholds if each.text),
    )


def _in_order(names: Iterable[str]) -> tuple[str, ...]:
    """Returns names in their order; numbers from the highest, as what is left of something is shown."""
    listed = tuple(names)
    if all(each.isdecimal() for each in listed):
        return tuple(sorted(listed, key=int, reverse=True))
    return listed


def _shares(chart: Distribution | None) -> dict[str, float]:
    """Returns the chance of each outcome by what it is called."""
    if chart is None or isinstance(chart, Spread):
        return {}
    return {each.text: each.probability for each in chart.shares}
