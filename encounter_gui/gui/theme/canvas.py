"""Painting that is the same on screen and on paper, and pictures kept from one repaint to the next."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPaintEngine, QPainter, QPen, QPixmap, QPixmapCache

_SCREEN = (QPaintEngine.Type.Raster, QPaintEngine.Type.OpenGL2)


@contextmanager
def painting(painter: QPainter) -> Iterator[QPainter]:
    """Yields the painter with smooth edges, no pen and no brush; gives it back as it was."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    try:
        yield painter
    finally:
        painter.restore()


def pen(colour: QColor, width: float = 1.0) -> QPen:
    """Returns a solid pen of a width in logical pixels, which grows with the painter's scale."""
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)


def mixed_color(color: QColor, other: QColor, share: float) -> QColor:
    """Returns a colour between two, ``share`` (0 to 1) of the way to the other."""
    return QColor(
        round(color.red() + (other.red() - color.red()) * share),
        round(color.green() + (other.green() - color.green()) * share),
        round(color.blue() + (other.blue() - color.blue()) * share),
    )


def inset(rect: QRectF, by: float = 0.5) -> QRectF:
    """Returns the rectangle moved in on all sides; by half a pixel, a line of 1 px falls on whole pixels."""
    return rect.adjusted(by, by, -by, -by)


def centred(rect: QRectF, width: float, height: float) -> QRectF:
    """Returns a rectangle of this size in the middle of another, on whole logical pixels."""
    x = rect.x() + (rect.width() - width) / 2
    y = rect.y() + (rect.height() - height) / 2
    return QRectF(round(x), round(y), width, height)


def paint_cached(
    painter: QPainter, key: str, rect: QRectF, draw: Callable[[QPainter, QRectF], None]
) -> None:
    """Paints what ``draw`` paints into a rectangle, from a kept pixmap where the device is a screen.

    ``key`` names everything the picture depends on except its size and the device's pixel ratio. On paper, and under
    a turned painter, ``draw`` is called directly, so lines stay lines.
    """
    engine = painter.paintEngine()
    transform = painter.deviceTransform()
    if engine is None or engine.type() not in _SCREEN or transform.m12() or transform.m21():
        draw(painter, rect)
        return
    box = QRectF(QPointF(round(rect.x()), round(rect.y())), rect.size())
    painter.drawPixmap(box.topLeft(), _cached_pixmap(key, box, transform.m11(), draw))


def _cached_pixmap(
    key: str, rect: QRectF, ratio: float, draw: Callable[[QPainter, QRectF], None]
) -> QPixmap:
    full_key = f"{key}:{rect.width():g}x{rect.height():g}@{ratio:g}"
    kept = QPixmap()
    if QPixmapCache.find(full_key, kept):
        return kept
    made = _blank(rect, ratio)
    inner = QPainter(made)
    draw(inner, QRectF(0, 0, rect.width(), rect.height()))
    inner.end()
    QPixmapCache.insert(full_key, made)
    return made


def _blank(rect: QRectF, ratio: float) -> QPixmap:
    pixels = QSize(max(1, round(rect.width() * ratio)), max(1, round(rect.height() * ratio)))
    blank = QPixmap(pixels)
    blank.setDevicePixelRatio(ratio)
    blank.fill(Qt.GlobalColor.transparent)
    return blank
