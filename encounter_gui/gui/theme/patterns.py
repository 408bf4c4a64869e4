"""Hatching as clipped lines at the token's pitch: scales with pixels and paper, unlike Qt's brush styles."""

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
        if pattern.kind == "dots":
            dot = pen(colour, 2 * pattern.stroke)
            dot.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(dot)
            painter.drawPoints(_dots(box, pattern))
        else:
            painter.setPen(pen(colour, pattern.stroke))
            painter.drawLines(_lines(box, pattern))


def rounded(rect: QRectF, radius: float) -> QPainterPath:
    """Returns a rectangle with round corners as a path."""
    path = QPainterPath()
    path.addRoundedRect(rect, radius, radius)
    return path


def _dots(box: QRectF, pattern: Pattern) -> list[QPointF]:
    # Every other row is shifted by half a pitch: a grid of dots would read as lines.
    step, radius = pattern.pitch / 2, pattern.stroke
    left, top = box.left() + radius, box.top() + radius
    return [
        QPointF(left + step * (row % 2) + column * pattern.pitch, top + row * step)
        for row in range(int(box.height() / step) + 2)
        for column in range(int(box.width() / pattern.pitch) + 2)
    ]


def _lines(box: QRectF, pattern: Pattern) -> list[QLineF]:
    match pattern.kind:
        case "diagonal":
            return _rising(box, pattern.pitch)
        case "crosshatch":
            return _rising(box, pattern.pitch) + _falling(box, pattern.pitch)
        case "vertical":
            return _upright(box, pattern.pitch)
        case "crosses":
            return _crosses(box, pattern.pitch)
        case "none" | "dots":
            return []
        case _:
            assert_never(pattern.kind)


def _rising(box: QRectF, pitch: float) -> list[QLineF]:
    height, step = box.height(), pitch * sqrt(2)
    count = int((box.width() + height) / step) + 1
    starts = [box.left() - height + step * (number + 0.5) for number in range(count)]
    return [QLineF(x, box.bottom(), x + height, box.top()) for x in starts]


def _falling(box: QRectF, pitch: float) -> list[QLineF]:
    return [QLineF(line.x1(), box.top(), line.x2(), box.bottom()) for line in _rising(box, pitch)]


def _upright(box: QRectF, pitch: float) -> list[QLineF]:
    places = [box.left() + pitch * (n + 0.5) for n in range(int(box.width() / pitch) + 1)]
    return [QLineF(x, box.top(), x, box.bottom()) for x in places]


def _crosses(box: QRectF, pitch: float) -> list[QLineF]:
    arm, lines = pitch / 4, []
    for row in range(int(box.height() / pitch) + 1):
        for column in range(int(box.width() / pitch) + 1):
            x = box.left() + pitch * (column + 0.5)
            y = box.top() + pitch * (row + 0.5)
            lines.append(QLineF(x - arm, y - arm, x + arm, y + arm))
            lines.append(QLineF(x - arm, y + arm, x + arm, y - arm))
    return lines
