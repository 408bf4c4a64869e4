"""Bars that mean a side: each in its own colour and pattern, so that no two are told apart by hue alone."""

from collections.abc import Mapping

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath

from encounter_gui.encounter.values import Side
from encounter_gui.gui.theme.canvas import inset, painting, pen
from encounter_gui.gui.theme.painting.marks import paint_pattern
from encounter_gui.gui.theme.theme import Pattern, Theme

_PATTERNS: Mapping[Side, Pattern] = {
    "pc": Pattern(kind="none"),
    "ally": Pattern(kind="dots", pitch=5, stroke=1, opacity=0.6),
    "foe": Pattern(kind="crosshatch", pitch=4, stroke=1, opacity=0.55),
    "neutral": Pattern(kind="diagonal", pitch=4, stroke=1.4, opacity=0.6),
}


def paint_side_fill(painter: QPainter, theme: Theme, rect: QRectF, side: Side) -> None:
    """Fills a rectangle in the colour and pattern of a side; nothing if it is empty."""
    if rect.width() <= 0 or rect.height() <= 0:
        return
    path = QPainterPath()
    path.addRect(rect)
    painter.fillPath(path, theme.faction(side).colour)
    paint_pattern(painter, path, _PATTERNS[side], theme.colour("surface.dock"))
    if theme.framed:
        with painting(painter):
            painter.setPen(pen(theme.colour("line.control")))
            painter.drawRect(inset(rect))


def paint_side_bar(painter: QPainter, theme: Theme, rect: QRectF, side: Side, share: float) -> None:
    """Paints a track and, from the left, a share of it (0 to 1) that belongs to a side."""
    painter.fillRect(rect, theme.colour("gauge.track"))
    filled = QRectF(rect)
    filled.setWidth(round(rect.width() * max(0.0, min(share, 1.0))))
    paint_side_fill(painter, theme, filled, side)
    with painting(painter):
        painter.setPen(pen(theme.colour("line.divider")))
        painter.drawRoundedRect(inset(rect), theme.radius("cell"), theme.radius("cell"))
