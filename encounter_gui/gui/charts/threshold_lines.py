"""The dashed lines of a chart where something begins, each with its word on top."""

from collections.abc import Sequence
from operator import attrgetter

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget
from typing_extensions import override

from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import Threshold

_DASHES = (2.0, 2.0)
_WORD_GAP = 4.0


class ThresholdLines(pg.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no types
    """Draws all thresholds of a chart; a word without room goes down a line, so that none hides another."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._thresholds: tuple[Threshold, ...] = ()
        self.setZValue(10)

    def set_theme(self, theme: Theme) -> None:
        """Paints with another theme from now on."""
        self._theme = theme
        self.update()

    def show_thresholds(self, thresholds: Sequence[Threshold]) -> None:
        """Shows these; one without a word draws nothing."""
        worded = (edge for edge in thresholds if edge.text)
        self._thresholds = tuple(sorted(worded, key=attrgetter("value")))
        self.prepareGeometryChange()
        self.update()

    @override
    def boundingRect(self) -> QRectF:
        """Returns the visible part of the chart."""
        return QRectF(self.viewRect())

    @override
    def viewTransformChanged(self) -> None:
        """Follows the axes."""
        super().viewTransformChanged()  # forgets the view it remembers
        self.prepareGeometryChange()

    @override
    def paint(self, p: QPainter, *args: QStyleOptionGraphicsItem | QWidget | None) -> None:
        """Draws in pixels: lines of one pixel, words unscaled."""
        view, to_pixels = self.viewRect(), p.worldTransform()
        area = to_pixels.mapRect(QRectF(view))
        p.save()
        p.setWorldTransform(QTransform())
        p.setFont(self._theme.font("small", weight=600))
        self._paint_all(p, to_pixels, area)
        p.restore()

    def word_width(self, text: str) -> float:
        """Returns how wide a word on a line is."""
        return self._theme.fonts.width(text, "small", weight=600)

    def _paint_all(self, p: QPainter, to_pixels: QTransform, area: QRectF) -> None:
        """All lines, then all words: none is crossed by another's line."""
        places = [
            (edge, round(to_pixels.map(QPointF(edge.value - 0.5, 0)).x()) + 0.5)
            for edge in self._thresholds
        ]
        seen = [(edge, x) for edge, x in places if area.left() - 1 <= x <= area.right()]
        words = [(x, self.word_width(edge.text)) for edge, x in seen]
        lines = word_lines(words, area.left(), area.right())
        high = self._theme.metrics("small", weight=600).height()
        for (_, x), (_, line) in zip(seen, lines, strict=True):
            self._paint_line(p, x, area.top() + line * high, area.bottom())
        for (edge, _), (left, line) in zip(seen, lines, strict=True):
            place = QPointF(left, area.top() + line * high)
            self._paint_word(p, edge.text, place, min(area.right() - left, area.width()))

    def _paint_line(self, p: QPainter, x: float, top: float, bottom: float) -> None:
        pen = QPen(self._theme.colour("text.muted"), 1)
        pen.setDashPattern(_DASHES)
        p.setPen(pen)
        p.drawLine(QPointF(x, top), QPointF(x, bottom))

    def _paint_word(self, p: QPainter, text: str, place: QPointF, room: float) -> None:
        metrics = self._theme.metrics("small", weight=600)
        if self.word_width(text) > room:
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        ground = QRectF(place.x() - 1, place.y(), self.word_width(text) + 2, metrics.height())
        p.fillRect(ground, self._theme.colour("chart.background"))
        p.setPen(self._theme.colour("text.primary"))
        p.drawText(place + QPointF(0, metrics.ascent()), text)


def word_lines(
    words: Sequence[tuple[float, float]], left: float, right: float
) -> list[tuple[float, int]]:
    """Places words beside their lines so that none covers another.

    Args:
        words: Where the line of each is, and how wide it is, from left to right.
        left: Where the chart begins.
        right: Where it ends; a word without room stands at the left of its line.

    Returns:
        Where each begins, and the line of text it stands in, 0 at the top.
    """
    placed: list[tuple[float, int]] = []
    ends: list[float] = []
    for x, width in words:
        fits = x + _WORD_GAP + width <= right
        start = x + _WORD_GAP if fits else max(left, x - _WORD_GAP - width)
        line = next((each for each, end in enumerate(ends) if end <= start), len(ends))
        ends[line : line + 1] = [start + width + _WORD_GAP]
        placed.append((start, line))
    return placed
