"""Bars made of parts that stand on each other, each part in its own look."""

from collections.abc import Iterator, Sequence

import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget
from typing_extensions import override

from encounter_gui.gui.charts.fills import paint_look
from encounter_gui.gui.charts.wound_bars import open_end
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import ShareLook

_GAP = 1


class PartBars(pg.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no types
    """Draws the parts of a spread; without any it draws nothing."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._lowest = 0
        self._parts: tuple[tuple[ShareLook, Sequence[float]], ...] = ()
        self._goes_on = False

    def set_theme(self, theme: Theme) -> None:
        """Paints with another theme from now on."""
        self._theme = theme
        self.update()

    def show_parts(
        self, lowest: int, parts: Sequence[tuple[ShareLook, Sequence[float]]], *, goes_on: bool
    ) -> None:
        """Shows these, each its look and the chance it adds to each bar, the first at the bottom.

        The first bar stands at ``lowest``; ``goes_on``: the last one stands for what lies beyond it too.
        """
        self._lowest, self._parts, self._goes_on = lowest, tuple(parts), goes_on
        self.prepareGeometryChange()
        self.update()

    def stacks(self) -> Iterator[tuple[ShareLook, list[QRectF]]]:
        """Yields the look of each part with its bars, in units of the axes (per cent); empty ones are left out."""
        floors: dict[int, float] = {}
        for look, chances in self._parts:
            bars = []
            for index, chance in enumerate(chances):
                floor = floors.get(index, 0.0)
                floors[index] = floor + chance * 100
                if chance > 0:
                    bars.append(QRectF(self._lowest + index - 0.5, floor, 1, chance * 100))
            yield look, bars

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
        """Draws in pixels, so that patterns and gaps keep their size; a path a part, so that patterns run on."""
        to_pixels = p.worldTransform()
        p.save()
        p.setWorldTransform(QTransform())
        p.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        last = self._lowest + max((len(chances) for _, chances in self._parts), default=0) - 1
        for look, bars in self.stacks():
            path = QPainterPath()
            for bar in bars:
                shown = _on_pixels(to_pixels.mapRect(bar))
                path.addRect(shown)
                if self._goes_on and bar.right() > last:
                    path.addPath(open_end(shown))
            paint_look(p, self._theme, path, look)
        p.restore()


def _on_pixels(bar: QRectF) -> QRectF:
    """All gaps are equally wide, and parts meet without one."""
    left, right = round(bar.left()), round(bar.right())
    top, bottom = round(bar.top()), round(bar.bottom())
    gap = _GAP if right - left > 3 else 0
    return QRectF(left, top, max(1, right - left - gap), bottom - top)
