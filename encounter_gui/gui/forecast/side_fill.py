"""How a share that means a side is filled: its colour, and a pattern as the second sign."""

from collections.abc import Mapping

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath

from encounter_gui.encounter.values import Side
from encounter_gui.gui.theme.painting.marks import paint_pattern
from encounter_gui.gui.theme.theme import Pattern, Theme

_PATTERNS: Mapping[Side, Pattern] = {
    "pc": Pattern(kind="none"),
    "ally": Pattern(kind="dots", pitch=5, stroke=0.8, opacity=0.6),
    "foe": Pattern(kind="crosshatch", pitch=4, stroke=1, opacity=0.55),
    "neutral": Pattern(kind="diagonal", pitch=5, stroke=1, opacity=0.6),
}


def paint_side_bar(painter: QPainter, theme: Theme, rect: QRectF, side: Side) -> None:
    """Fills a rectangle as a side is filled; nothing if it is empty."""
    if rect.width() <= 0 or rect.height() <= 0:
        return
    path = QPainterPath()
    path.addRect(rect)
    painter.fillPath(path, theme.colour(f"faction.{side}"))
    paint_pattern(painter, path, _PATTERNS[side], theme.colour("surface.dock"))
