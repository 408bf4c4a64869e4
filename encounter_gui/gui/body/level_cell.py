"""A wound level as a cell with the letter its ruleset has for it, which need not be the theme's."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.painting.marks import (
    letter_path,
    paint_wound_area,
    paint_wound_cell,
    rounded_path,
)
from encounter_gui.gui.theme.theme import Theme

_HALO = 4.0


def paint_level_cell(
    painter: QPainter, theme: Theme, rect: QRectF, level: int, letter: str
) -> None:
    """Paints a level over the whole rectangle, a dash for level 0."""
    style = theme.wound(level)
    if not level or not letter or letter == style.letter:
        paint_wound_cell(painter, theme, rect, level)
        return
    inner = rect.adjusted(0.5, 0.5, -0.5, -0.5)
    paint_wound_area(painter, theme, rounded_path(inner, theme.radius("cell")), level)
    path = letter_path(letter, theme.font("small", weight=800), rect)
    with painting(painter):
        painter.strokePath(path, pen(style.fill, _HALO))
        painter.fillPath(path, style.ink)
