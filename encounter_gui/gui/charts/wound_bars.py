"""Bars that carry the fill and the pattern of the wound they cause."""

from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget
from typing_extensions import override

from encounter_gui.gui.theme.painting.marks import paint_pattern
from encounter_gui.gui.theme.theme import Theme

_GAP = 1.0
_ENDS = ((2.0, 2.0), (6.0, 1.0))
"""The lines an open bar runs out in: how far from its edge each begins, and how wide it is, in pixels."""


def open_end(bar: QRectF) -> QPainterPath:
    """Returns the end of a bar that stands for what lies beyond it too: thin lines right of it, as high as it is."""
    path = QPainterPath()
    for gap, width in _ENDS:
        path.addRect(QRectF(bar.right() + gap, bar.top(), width, bar.height()))
    return path


class WoundBars(pg.BarGraphItem):  # type: ignore[misc]  # pyqtgraph has no types
    """A bar graph whose bars are hatched by wound level; ``opts`` holds what pyqtgraph knows of it."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._levels: tuple[int | None, ...] = ()
        self._goes_on = False
        super().__init__(x=[], height=[], width=1.0)

    def set_theme(self, theme: Theme) -> None:
        """Paints with another theme from now on."""
        self._theme = theme
        self.update()

    def show_bars(
        self,
        *,
        x: Sequence[int],
        height: Sequence[float],
        levels: Sequence[int | None],
        goes_on: bool,
    ) -> None:
        """Shows bars at ``x`` of ``height`` (per cent), each of a wound level; None: none is caused.

        ``goes_on``: the last one stands for what lies beyond it too.
        """
        self._levels, self._goes_on = tuple(levels), goes_on
        self.setOpts(x=list(x), height=list(height))

    def fill(self, level: int | None) -> QColor:
        """Returns the ground of a bar; 0 is a plain series, None lies below everything that counts."""
        if level is None:
            return self._theme.colour("line.control")
        return self._theme.wound(level).fill if level else self._theme.colour("chart.s1")

    @override
    def paint(self, p: QPainter, *args: QStyleOptionGraphicsItem | QWidget | None) -> None:
        """Draws in pixels, not in units of the axes, so that patterns and gaps keep their size."""
        to_pixels = p.worldTransform()
        p.save()
        p.setWorldTransform(QTransform())
        p.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        for level, path in self._paths(to_pixels).items():
            self._paint_level(p, level, path)
        p.restore()

    def _paths(self, to_pixels: QTransform) -> dict[int | None, QPainterPath]:
        """One path a level, so that a pattern runs on from bar to bar."""
        paths: dict[int | None, QPainterPath] = {}
        for index, level in enumerate(self._levels):
            bar = self._bar(index, to_pixels)
            if bar.height() > 0:
                path = paths.setdefault(level, QPainterPath())
                path.addRect(bar)
                if self._goes_on and index == len(self._levels) - 1:
                    path.addPath(open_end(bar))
        return paths

    def _bar(self, index: int, to_pixels: QTransform) -> QRectF:
        """One bar on whole pixels: all gaps are equally wide."""
        x, height = self.opts["x"][index], self.opts["height"][index]
        edges = to_pixels.mapRect(QRectF(x - 0.5, 0, 1, height))
        left, right = round(edges.left()), round(edges.right())
        gap = _GAP if right - left > 3 else 0
        return QRectF(left, edges.top(), max(1.0, right - left - gap), edges.height())

    def _paint_level(self, p: QPainter, level: int | None, path: QPainterPath) -> None:
        p.fillPath(path, self.fill(level))
        if level:
            wound = self._theme.wound(level)
            paint_pattern(p, path, wound.pattern, wound.ink)
