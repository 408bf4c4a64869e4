"""Hatching as clipped lines at the token's pitch: scales with pixels and paper, unlike Qt's brush styles."""

from functools import lru_cache
from math import sqrt
from typing import assert_never

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.theme import Pattern

LOST = Pattern(kind="diagonal", pitch=2.8, stroke=1.1, opacity=0.6)
"""The part of a gauge that a blow has just taken, or would take."""

NEGATIVE = Pattern(kind="crosshatch", pitch=4, stroke=0.9, opacity=0.5)
"""The part of a gauge below zero."""


def paint_pattern(painter: QPainter, path: QPainterPath, pattern: Pattern, ink: QColor) -> None:
    """Hatches the inside of a path; lines start at its bounding box, so equal cells look equal."""
    if pattern.kind == "none" or pattern.pitch <= 0:
        return
    box = path.boundingRect()
    colour = QColor(ink)
    colour.setAlphaF(pattern.opacity)
    with painting(painter):
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        painter.translate(box.topLeft())
        if pattern.kind == "dots":
            dot = pen(colour, 2 * pattern.stroke)
            dot.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(dot)
            painter.drawPoints(_dots(pattern, box.width(), box.height()))
        else:
            painter.setPen(pen(colour, pattern.stroke))
            painter.drawLines(_lines(pattern, box.width(), box.height()))


def rounded_path(rect: QRectF, radius: float) -> QPainterPath:
    """Returns a rectangle with round corners as a path."""
    path = QPainterPath()
    path.addRoundedRect(rect, radius, radius)
    return path


# The same few sizes are hatched again and again: cells, chips, the parts of the figure.


@lru_cache(64)
def _dots(pattern: Pattern, width: float, height: float) -> list[QPointF]:
    # Every other row is shifted by half a pitch: a grid of dots would read as lines.
    step, radius = pattern.pitch / 2, pattern.stroke
    return [
        QPointF(radius + step * (row % 2) + column * pattern.pitch, radius + row * step)
        for row in range(int(height / step) + 2)
        for column in range(int(width / pattern.pitch) + 2)
    ]


@lru_cache(64)
def _lines(pattern: Pattern, width: float, height: float) -> list[QLineF]:
    pitch = pattern.pitch
    match pattern.kind:
        case "diagonal":
            return _rising(pitch, width, height)
        case "crosshatch":
            return _rising(pitch, width, height) + _falling(pitch, width, height)
        case "vertical":
            return _upright(pitch, width, height)
        case "crosses":
            return _crosses(pitch, width, height)
        case "none" | "dots":
            return []
        case _:
            assert_never(pattern.kind)


def _rising(pitch: float, width: float, height: float) -> list[QLineF]:
    step = pitch * sqrt(2)
    count = int((width + height) / step) + 1
    starts = [step * (number + 0.5) - height for number in range(count)]
    return [QLineF(x, height, x + height, 0) for x in starts]


def _falling(pitch: float, width: float, height: float) -> list[QLineF]:
    return [QLineF(line.x1(), 0, line.x2(), height) for line in _rising(pitch, width, height)]


def _upright(pitch: float, width: float, height: float) -> list[QLineF]:
    places = [pitch * (n + 0.5) for n in range(int(width / pitch) + 1)]
    return [QLineF(x, 0, x, height) for x in places]


def _crosses(pitch: float, width: float, height: float) -> list[QLineF]:
    arm, lines = pitch / 4, []
    for row in range(int(height / pitch) + 1):
        for column in range(int(width / pitch) + 1):
            x, y = pitch * (column + 0.5), pitch * (row + 0.5)
            lines.append(QLineF(x - arm, y - arm, x + arm, y + arm))
            lines.append(QLineF(x - arm, y + arm, x + arm, y - arm))
    return lines
