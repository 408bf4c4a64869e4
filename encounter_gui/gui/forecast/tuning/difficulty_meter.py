"""The difficulty meter: zones with their words, the box of what is set, the flag of what is wanted."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPolygonF
from typing_extensions import override

from encounter_gui.gui.charts.exhibit_size import ChartSize
from encounter_gui.gui.charts.painted_chart import PaintedChart
from encounter_gui.gui.charts.reading.chart_reader import Mark
from encounter_gui.gui.charts.reading.copies import ChartTable, exact
from encounter_gui.gui.forecast.forecast_words import ZONES, counted_percent
from encounter_gui.gui.theme.canvas import mixed_color, painting, pen
from encounter_gui.gui.theme.painting.text_runs import CENTRE, LEFT, RIGHT

_ABOVE, _BAR, _BELOW, _FLAG, _GAP = 22.0, 20.0, 18.0, 14.0, 6.0
_BOX = 20.0
_DARKEST, _LIGHTEST = 0.5, 0.06
"""Shares of the hue in the ground of the lowest and of the highest zone."""


class MeterMark(Struct, frozen=True, kw_only=True):
    """A place on the meter, from 0 to 1, and what it is, such as “as planned”."""

    share: float
    words: str


class DifficultyMeter(PaintedChart):
    """A bar from 0 to 100 % of winning; what is wanted can be seen before anything is worked out."""

    _set: MeterMark | None = None
    _planned: float | None = None
    _wanted = MeterMark(share=0.7, words="")

    def show_marks(
        self, now: MeterMark | None, wanted: MeterMark, planned: float | None = None
    ) -> None:
        """Shows the win chance of what is set and of what is planned, None while it is worked out."""
        self._set, self._wanted, self._planned = now, wanted, planned
        words = [wanted.words]
        if now is not None:
            words.insert(0, now.words)
        self.describe(self._texts.text_of("gui.tuning.meter"), words)

    @property
    @override
    def room(self) -> ChartSize:
        height = round(_ABOVE + _BAR + _BELOW)
        return ChartSize(least_width=300, least_height=height, width=900, height=height)

    @property
    def _zones(self) -> Sequence[tuple[str, float, float]]:
        """The zones from the lowest up: word, from, to."""
        least = [0.0, *sorted(share for _, share in ZONES), 1.0]
        names = ["hopeless", *(word for word, _ in sorted(ZONES, key=lambda zone: zone[1]))]
        return [
            (self._texts.text_of(f"gui.tuning.zone.{name}"), low, high)
            for name, low, high in zip(names, least[:-1], least[1:], strict=True)
        ]

    def _across(self, share: float) -> float:
        return 1 + (self.width() - 2) * share

    def _box_of(self, low: float, high: float) -> QRectF:
        left, right = self._across(low), self._across(high)
        return QRectF(left, _ABOVE, right - left - (2 if high < 1 else 0), _BAR)

    @override
    def marks(self) -> Sequence[Mark]:
        return [
            Mark(self._box_of(low, high), f"{name}: {low:.0%} – {high:.0%}".replace("%", " %"))
            for name, low, high in self._zones
        ]

    @override
    def table(self) -> ChartTable:
        heads = (self._title, self._texts.text_of("gui.chart.chance"))
        there = [each for each in (self._set, self._wanted) if each is not None]
        return (heads, *((each.words, exact(each.share)) for each in there))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        with painting(QPainter(self)) as painter:
            self._paint_zones(painter)
            if self._planned is not None:
                self._paint_planned(painter, self._planned)
            self._paint_wanted(painter)
            if self._set is not None:
                self._paint_set(painter, self._set)

    def _paint_zones(self, painter: QPainter) -> None:
        theme, zones = self._icons.theme, self._zones
        for number, (name, low, high) in enumerate(zones):
            share = _DARKEST + (_LIGHTEST - _DARKEST) * number / (len(zones) - 1)
            box = self._box_of(low, high)
            ground = mixed_color(theme.colour("surface.dock"), theme.colour("chart.s1"), share)
            painter.fillRect(box, ground)
            painter.setPen(pen(theme.colour("line.control" if theme.framed else "line.divider")))
            painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
            place = box.adjusted(8, 0, -4, 0)
            if self._set is not None and self._set_box(self._set).intersects(place):
                place.setLeft(max(place.left(), self._set_box(self._set).right() + _GAP))
                if self.text_width(name, "small", weight=600) > place.width():
                    place = box.adjusted(8, 0, -_BOX - _GAP, 0)
            self.write(painter, place, name, font="small", weight=600)
            limit = QRectF(self._across(low) - 20, _ABOVE + _BAR, 40, _BELOW)
            if not number:
                limit.moveLeft(0)
            align = CENTRE if number else LEFT
            self._write_small(painter, limit, f"{low:.0%}".removesuffix("%"), align)
        words = self._texts.text_of("gui.tuning.meter.end")
        room = self.width() - self._across(zones[-1][1]) - 20
        end = QRectF(self.width() - room, _ABOVE + _BAR, room, _BELOW)
        has_room = self.text_width(words, "caption") <= room
        self._write_small(painter, end, words if has_room else "100", RIGHT)

    def _write_small(
        self, painter: QPainter, place: QRectF, words: str, align: Qt.AlignmentFlag
    ) -> None:
        self.write(painter, place, words, font="caption", role="text.secondary", align=align)

    def _paint_planned(self, painter: QPainter, share: float) -> None:
        """A dotted line where the plan stands, once something else is set."""
        ink = pen(self._icons.theme.colour("text.secondary"), 1.5)
        ink.setDashPattern([2, 2])
        painter.setPen(ink)
        at = self._across(share)
        painter.drawLine(QPointF(at, _ABOVE - 3), QPointF(at, _ABOVE + _BAR + 3))

    def _paint_wanted(self, painter: QPainter) -> None:
        colour = self._icons.theme.colour("accent.interactive")
        at = self._across(self._wanted.share)
        painter.setPen(pen(colour, 2))
        painter.drawLine(QPointF(at, 3), QPointF(at, _ABOVE + _BAR + 4))
        towards = -_FLAG if self._is_wanted_left else _FLAG
        painter.setPen(pen(colour, 1))
        painter.setBrush(QColor(colour))
        painter.drawPolygon(QPolygonF([QPointF(at, 3), QPointF(at + towards, 8), QPointF(at, 13)]))
        self._write_beside(
            painter, self._wanted, _FLAG, "accent.interactive", is_left=self._is_wanted_left
        )

    def _set_box(self, now: MeterMark) -> QRectF:
        left = min(max(self._across(now.share) - _BOX / 2, 1.0), self.width() - _BOX - 1)
        return QRectF(left, _ABOVE - 3, _BOX, _BAR + 6)

    def _paint_set(self, painter: QPainter, now: MeterMark) -> None:
        theme = self._icons.theme
        painter.setBrush(theme.colour("surface.dock"))
        painter.setPen(pen(theme.colour("text.primary"), 2))
        painter.drawRoundedRect(self._set_box(now), 3, 3)
        self._write_beside(painter, now, _BOX / 2, "text.primary", is_left=not self._is_wanted_left)

    @property
    def _is_wanted_left(self) -> bool:
        """Which of both has its words at its left: the lower one, so that they do not cross."""
        if self._set is None:
            return self._wanted.share > 0.5
        return self._wanted.share <= self._set.share

    def _write_beside(
        self, painter: QPainter, mark: MeterMark, away: float, role: str, *, is_left: bool
    ) -> None:
        """Writes what a place is, on its own side of it; where there is no room, inward from the edge."""
        width = self.text_width(mark.words, "small", weight=600) + 2
        at = self._across(mark.share)
        left = at - away - _GAP / 2 - width if is_left else at + away + _GAP / 2
        left = min(max(left, 0.0), self.width() - width)
        self.write(
            painter,
            QRectF(left, 0, width, _ABOVE - 4),
            mark.words,
            font="small",
            weight=600,
            role=role,
        )


def share_words(share: float, what: str) -> str:
    """Returns a share with what it is, e.g. ``77 % as planned``."""
    return f"{counted_percent(share)} % {what}"
