"""What decides the fight: the win chance with one thing changed, as bars from the line of now, best first."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from typing_extensions import override

from encounter_gui.encounter.values import Side
from encounter_gui.gui.charts.exhibit_size import ChartSize
from encounter_gui.gui.charts.painted_chart import TITLE, PaintedChart
from encounter_gui.gui.charts.reading.chart_reader import Mark
from encounter_gui.gui.charts.reading.copies import ChartTable, exact
from encounter_gui.gui.forecast.forecast_run import LeverShare
from encounter_gui.gui.forecast.forecast_words import counted_percent
from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.theme.painting.side_bars import paint_side_fill
from encounter_gui.gui.theme.painting.text_runs import RIGHT

_LEAST_ROW, _ROW, _SHAPE, _BAR, _FIGURE, _MOST_NAME = 15.0, 18.0, 9.0, 9.0, 40.0, 0.55
_BEFORE, _BEHIND = 5.0, 8.0
"""Between shape and name, and between name and bar."""


class LeverList(PaintedChart):
    """Rows of shape, words, bar and share; what is not reckoned yet has an empty track."""

    levers: tuple[LeverShare, ...] = ()
    _now = 0.0
    _waiting: tuple[tuple[str, Side], ...] = ()

    def show_levers(
        self, levers: Sequence[LeverShare], waiting: Sequence[tuple[str, Side]], now: float
    ) -> None:
        """Shows what is reckoned, and by name and side what is not yet, against the win chance as it is."""
        self.levers, self._waiting, self._now = tuple(levers), tuple(waiting), now
        words = [f"{each.name}: {self._figure(each)}" for each in levers]
        waits = self._texts.text_of("gui.forecast.levers", done=len(levers), count=self._count)
        rest = [waits] if waiting else []
        self.describe(self._texts.text_of("gui.forecast.decides"), words + rest)
        self.setMinimumHeight(self.room.least_height)
        self.updateGeometry()

    @property
    def _count(self) -> int:
        return len(self.levers) + len(self._waiting)

    def _figure(self, lever: LeverShare) -> str:
        if lever.is_same:
            return self._texts.text_of("gui.forecast.same")
        return self._texts.text_of("gui.forecast.share", percent=counted_percent(lever.share))

    @property
    @override
    def room(self) -> ChartSize:
        least, high = (round(TITLE + (self._count + 1) * each) for each in (_LEAST_ROW, _ROW))
        return ChartSize(least_width=230, least_height=least, width=260, height=high)

    @property
    def _row(self) -> float:
        return min((self.height() - TITLE) / (self._count + 1), _ROW)

    def _track(self) -> QRectF:
        """Returns where all bars begin and end: behind the longest name, or where that would take too much."""
        names = [each.name for each in self.levers] + [name for name, _ in self._waiting]
        longest = max((self.text_width(each, "small") for each in names), default=0.0)
        left = _SHAPE + _BEFORE + min(longest + 1, self.width() * _MOST_NAME) + _BEHIND
        return QRectF(left, TITLE, self.width() - left - _FIGURE, self._count * self._row)

    @override
    def marks(self) -> Sequence[Mark]:
        return [
            Mark(
                QRectF(0, TITLE + number * self._row, self.width(), self._row),
                f"{each.name}: {each.share * 100:.1f} % ({(each.share - self._now) * 100:+.1f})",
            )
            for number, each in enumerate(self.levers)
        ]

    @override
    def table(self) -> ChartTable:
        heads = (self._title, self._texts.text_of("gui.chart.chance"))
        return (heads, *((each.name, exact(each.share)) for each in self.levers))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        with painting(QPainter(self)) as painter:
            self.paint_title(painter)
            head = QRectF(0, 0, self.width(), TITLE)
            side = self._texts.text_of("gui.forecast.side.pc")
            self.write(painter, head, side, font="small", role="text.muted", align=RIGHT)
            track, row = self._track(), self._row
            for number in range(self._count):
                line = QRectF(0, TITLE + number * row, self.width(), row)
                if number < len(self.levers):
                    self._paint_row(painter, line, track, self.levers[number])
                else:
                    self._paint_waiting(painter, line, track, number - len(self.levers))
            self._paint_now(painter, track)

    def _paint_waiting(self, painter: QPainter, line: QRectF, track: QRectF, number: int) -> None:
        self._paint_head(painter, line, track, *self._waiting[number])
        words = self._texts.text_of("gui.forecast.in_work")
        self.write(painter, line, words, font="caption", role="text.muted", align=RIGHT)

    def _paint_head(
        self, painter: QPainter, line: QRectF, track: QRectF, name: str, side: Side
    ) -> QRectF:
        """Paints shape, words and an empty track; returns where the bar goes."""
        theme = self._icons.theme
        bar = QRectF(track.left(), line.center().y() - _BAR / 2, track.width(), _BAR)
        painter.fillRect(bar, theme.colour("gauge.track"))
        shape = QRectF(0, line.center().y() - _SHAPE / 2, _SHAPE, _SHAPE)
        marks.paint_faction(painter, theme, shape, side)
        before = _SHAPE + _BEFORE
        words = QRectF(before, line.top(), track.left() - _BEHIND - before, line.height())
        self.write(painter, words, self.name_in(words, name), font="small")
        return bar

    def _paint_row(self, painter: QPainter, line: QRectF, track: QRectF, lever: LeverShare) -> None:
        theme = self._icons.theme
        bar = self._paint_head(painter, line, track, lever.name, lever.side)
        low, high = sorted((lever.share, self._now))
        part = QRectF(bar.left() + bar.width() * low, bar.top(), bar.width() * (high - low), _BAR)
        if lever.is_same:
            painter.setPen(pen(theme.colour("text.secondary"), 1.5))
            at = QPointF(bar.left() + bar.width() * self._now, bar.center().y())
            painter.drawEllipse(at, 3.5, 3.5)
        else:
            paint_side_fill(painter, theme, part, "pc" if lever.share > self._now else "foe")
        role = "text.muted" if lever.is_same else "text.primary"
        weight = 0 if lever.is_same else 700
        words = self._figure(lever)
        self.write(painter, line, words, font="small", weight=weight, role=role, align=RIGHT)

    def _paint_now(self, painter: QPainter, track: QRectF) -> None:
        theme = self._icons.theme
        at = track.left() + track.width() * self._now
        painter.setPen(pen(theme.colour("text.secondary"), 1.0))
        painter.drawLine(QPointF(at, track.top()), QPointF(at, track.bottom() + 2))
        words = self._texts.text_of("gui.forecast.now", percent=counted_percent(self._now))
        wide = self.text_width(words, "caption", weight=700) + 2
        left = min(max(at - wide / 2, 0.0), self.width() - wide)
        place = QRectF(left, track.bottom() + 2, wide, self._row - 2)
        self.write(painter, place, words, font="caption", weight=700)
