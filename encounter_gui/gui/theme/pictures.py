"""Pictures kept from one repaint to the next: most of a list that is painted again looks as it did."""

from collections.abc import Callable, Hashable

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QPaintEngine, QPainter, QPixmap

_SCREENS, _LEAST_PIXELS = 2, 200_000
"""What is kept at most: so many times what the painted widget shows, in device pixels, or so many (0.8 MB)."""


class Pictures:
    """A cache of opaque pictures; the key holds everything a picture depends on beside its size."""

    def __init__(self) -> None:
        """Makes an empty cache."""
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
            device = painter.device()
            shown = device.width() * device.height() * ratio * ratio
            self._keep(full_key, picture, max(_SCREENS * shown, _LEAST_PIXELS))
        painter.drawPixmap(rect.topLeft(), picture)

    def _keep(self, key: Hashable, picture: QPixmap, most: int) -> None:
        """Keeps a picture, in the place of the oldest ones where there would be more than so many pixels."""
        self._pixels += picture.width() * picture.height()
        while self._kept and self._pixels > most:
            oldest = self._kept.pop(next(iter(self._kept)))
            self._pixels -= oldest.width() * oldest.height()
        self._kept[key] = picture


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
