"""Pictures kept from one repaint to the next: most of a list that is painted again looks as it did."""

from collections.abc import Callable, Hashable

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QPaintEngine, QPainter, QPixmap

_MOST_PIXELS = 1_500_000
"""What is kept at most, in device pixels (6 MB): some screens full of rows."""


class Pictures:
    """A cache of opaque pictures; the key holds everything a picture depends on beside its size."""

    def __init__(self, most_pixels: int = _MOST_PIXELS) -> None:
        """Makes an empty cache; when it would keep more than these device pixels, it begins anew."""
        self._most_pixels = most_pixels
        self._kept: dict[Hashable, QPixmap] = {}
        self._pixels = 0

    def clear(self) -> None:
        """Empties the cache: colours, fonts or icons have changed."""
        self._kept.clear()
        self._pixels = 0

    def paint(
        self,
        painter: QPainter,
        key: Hashable | None,
        rect: QRect,
        draw: Callable[[QPainter], None],
        ratio: int | None = None,
    ) -> None:
        """Paints what ``draw`` paints into a rectangle, from a picture if there is one.

        ``draw`` fills the rectangle. Without a key, on a screen of a broken scale and on paper it paints directly.
        ``ratio`` is the painter's ``whole_ratio``: whoever paints many asks once.
        """
        ratio = whole_ratio(painter) if ratio is None else ratio
        if not ratio or key is None:
            draw(painter)
            return
        full_key = (key, rect.width(), rect.height(), ratio)
        picture = self._kept.get(full_key)
        if picture is None:
            picture = _draw_picture(painter, rect, ratio, draw)
            self._keep(full_key, picture)
        painter.drawPixmap(rect.topLeft(), picture)

    def _keep(self, key: Hashable, picture: QPixmap) -> None:
        pixels = picture.width() * picture.height()
        if self._pixels + pixels > self._most_pixels:
            self.clear()
        self._kept[key] = picture
        self._pixels += pixels


def whole_ratio(painter: QPainter) -> int:
    """Returns how many device pixels a pixel has in each direction; 0 where that is no whole number."""
    engine = painter.paintEngine()
    if engine is None or engine.type() != QPaintEngine.Type.Raster:
        return 0
    ratio = painter.device().devicePixelRatio()
    return int(ratio) if ratio == int(ratio) and not painter.transform().isScaling() else 0


def _draw_picture(
    painter: QPainter, rect: QRect, ratio: int, draw: Callable[[QPainter], None]
) -> QPixmap:
    picture = QPixmap(QSize(rect.width() * ratio, rect.height() * ratio))
    picture.setDevicePixelRatio(ratio)
    inner = QPainter(picture)
    inner.setRenderHints(painter.renderHints())
    inner.translate(QPoint(0, 0) - rect.topLeft())
    draw(inner)
    inner.end()
    return picture
