"""The dashed lines of a chart where something begins, each with its word on top."""

from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF
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
        self._thresholds = tuple(edge for edge in thresholds if edge.text)
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
        ends: list[float] = []
        for edge in self._thresholds:
            x = round(to_pixels.map(QPointF(edge.value - 0.5, 0)).x()) + 0.5
            if area.left() - 1 <= x <= area.right():
                self._paint_edge(p, edge, x, area, ends)
        p.restore()

    def _paint_edge(
        self, p: QPainter, edge: Threshold, x: float, area: QRectF, ends: list[float]
    ) -> None:
        pen = QPen(self._theme.colour("text.muted"), 1)
        pen.setDashPattern(_DASHES)
        p.setPen(pen)
        p.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        metrics = self._theme.metrics("small", weight=600)
        width = metrics.horizontalAdvance(edge.text)
        left = x + _WORD_GAP if x + _WORD_GAP + width <= area.right() else x - _WORD_GAP - width
        line = _free_line(ends, left)
        ends[line : line + 1] = [left + width + _WORD_GAP]
        p.setPen(self._theme.colour("text.primary"))
        p.drawText(
            QPointF(left, area.top() + metrics.ascent() + line * metrics.height()), edge.text
        )


def _free_line(ends: Sequence[float], left: float) -> int:
    """The first line of words whose last word ends before ``left``."""
    return next((index for index, end in enumerate(ends) if end <= left), len(ends))
