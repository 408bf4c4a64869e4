"""How a share of the outcomes is filled: a colour, and a pattern as its second sign."""

from collections.abc import Mapping
from functools import lru_cache

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath

from encounter_gui.gui.theme.canvas import inset, paint_cached, painting, pen
from encounter_gui.gui.theme.painting.marks import paint_pattern
from encounter_gui.gui.theme.theme import Pattern, Theme
from encounter_gui.rules.view import ShareLook

_FILLS: Mapping[ShareLook, str] = {
    "none": "surface.sunken",
    "weak": "chart.s2",
    "good": "chart.s1",
    "strong": "gauge.health_low",
    "bad": "chart.s5",
}
_PATTERNS: Mapping[ShareLook, Pattern] = {
    "none": Pattern(kind="diagonal", pitch=5, stroke=1, opacity=1),
    "weak": Pattern(kind="dots", pitch=5, stroke=0.8, opacity=0.6),
    "good": Pattern(kind="none"),
    "strong": Pattern(kind="crosshatch", pitch=4, stroke=1, opacity=0.5),
    "bad": Pattern(kind="crosses", pitch=6, stroke=1.2, opacity=0.8),
}
_LIGHT, _DARK = QColor("#FFFFFF"), QColor("#000000")


def look_fill(theme: Theme, look: ShareLook) -> QColor:
    """Returns the ground of a look."""
    return theme.colour(_FILLS[look])


def look_ink(theme: Theme, look: ShareLook) -> QColor:
    """Returns the colour of what is drawn on a look's ground."""
    return theme.colour("line.control") if look == "none" else ink_on(look_fill(theme, look))


def ink_on(ground: QColor) -> QColor:
    """Returns white or black, whichever is read better on a ground; never under 4.5 to 1."""
    return QColor(_LIGHT if _is_dark(ground.rgb()) else _DARK)


@lru_cache(512)  # a strip of chances has few colours, and is painted at every move of an aim
def _is_dark(rgb: int) -> bool:
    light = luminance(QColor(rgb))
    return 1.05 / (light + 0.05) > (light + 0.05) / 0.05


def luminance(colour: QColor) -> float:
    """Returns the relative luminance of WCAG 2, 0 for black to 1 for white."""
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in (colour.redF(), colour.greenF(), colour.blueF())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def paint_look(painter: QPainter, theme: Theme, path: QPainterPath, look: ShareLook) -> None:
    """Fills and hatches an area."""
    painter.fillPath(path, look_fill(theme, look))
    paint_pattern(painter, path, _PATTERNS[look], look_ink(theme, look))


def paint_look_bar(painter: QPainter, theme: Theme, rect: QRectF, look: ShareLook) -> None:
    """Fills and hatches a rectangle on whole pixels; nothing if it is empty.

    Where the ground is nearly the dock's, a line goes around it.
    """
    if rect.width() <= 0 or rect.height() <= 0:
        return
    path = QPainterPath()
    path.addRect(rect)
    paint_look(painter, theme, path, look)
    if look == "none" or theme.framed:
        with painting(painter):
            painter.setPen(pen(theme.colour("line.control")))
            painter.drawRect(inset(rect))


def paint_swatch(painter: QPainter, theme: Theme, rect: QRectF, look: ShareLook) -> None:
    """Paints the small square of a legend, kept from one repaint to the next."""
    key = f"look:{theme.digest}:{look}"
    paint_cached(painter, key, rect, lambda inner, place: paint_look_bar(inner, theme, place, look))
