"""A gauge with room: its ends, its zero and where it stands are named under it."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from encounter_gui.gui.theme.painting.marks import figure_text, gauge_level, paint_gauge
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import GaugeCell

_ABOVE, _BAR, _TICK, _LINE = 12.0, 14.0, 4.0, 14.0


def paint_tall(painter: QPainter, theme: Theme, gauge: GaugeCell, rect: QRectF) -> None:
    """Paints a gauge and its names over the width of a rectangle."""
    bar = QRectF(round(rect.left()), rect.top() + _ABOVE, round(rect.width()), _BAR)
    paint_gauge(painter, theme, bar, gauge_level(gauge))
    names = _Names(painter, theme, gauge, bar)
    for value in _values(gauge):
        names.paint(value)


def _values(gauge: GaugeCell) -> tuple[int, ...]:
    """What is named, the most important first: where room is short, the rest goes without."""
    zero = (0,) if gauge.low < 0 else ()
    wanted = (gauge.current, gauge.low, gauge.high, *zero, *(value for value, _ in gauge.marks))
    return tuple(dict.fromkeys(wanted))


class _Names:
    """Writes values under a bar, none over another; the current one is bold."""

    def __init__(self, painter: QPainter, theme: Theme, gauge: GaugeCell, bar: QRectF) -> None:
        self._painter = painter
        self._theme = theme
        self._gauge = gauge
        self._bar = bar
        self._words = dict(gauge.marks)
        self._taken: list[QRectF] = []

    def paint(self, value: int) -> None:
        """Marks a value, and names it if there is room."""
        x = self._x(value)
        tick = QRectF(round(x) - 0.5, self._bar.bottom(), 1, _TICK)
        self._painter.fillRect(tick, self._theme.colour("gauge.tick"))
        is_current = value == self._gauge.current
        text = f"{figure_text(value)} {self._words.get(value, '')}".strip()
        box = self._box(text, x, weight=700 if is_current else 400)
        if any(box.adjusted(-6, 0, 6, 0).intersects(other) for other in self._taken):
            return
        self._taken.append(box)
        self._painter.setFont(self._theme.font("small", weight=700 if is_current else 400))
        self._painter.setPen(self._theme.colour("text.primary" if is_current else "text.muted"))
        self._painter.drawText(box.adjusted(0, 0, 2, 0), Qt.AlignmentFlag.AlignVCenter, text)

    def _box(self, text: str, x: float, *, weight: int) -> QRectF:
        width = self._theme.fonts.width(text, "small", weight=weight)
        left = max(self._bar.left(), min(x - width / 2, self._bar.right() - width))
        return QRectF(left, self._bar.bottom() + _TICK + 1, width, _LINE)

    def _x(self, value: int) -> float:
        """Where a value stands; with a floor below zero, zero is in the middle."""
        gauge, bar = self._gauge, self._bar
        if gauge.low < 0 < gauge.high:
            share = value / gauge.high if value >= 0 else value / -gauge.low
            return bar.center().x() + max(-1.0, min(1.0, share)) * (bar.width() - 1) / 2
        share = (value - gauge.low) / max(1, gauge.high - gauge.low)
        return bar.left() + max(0.0, min(1.0, share)) * (bar.width() - 1)
