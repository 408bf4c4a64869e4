"""Wounds: a fill, a pattern and a letter, the same in a table cell, on the body and on paper."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QTransform

from encounter_gui.gui.theme.canvas import centred, inset, paint_cached, painting, pen
from encounter_gui.gui.theme.painting.patterns import paint_pattern, rounded_path
from encounter_gui.gui.theme.theme import Theme, WoundStyle

_HALO = 4.0
_LETTER_WEIGHT = 800


def wound_strip_width(theme: Theme, count: int) -> float:
    """Returns the width of a strip of wound cells."""
    return count * (theme.extent("wound_cell").width() + theme.size("wound_cell_gap"))


def paint_wound_cell(
    painter: QPainter, theme: Theme, rect: QRectF, level: int, *, ringed: bool = False
) -> None:
    """Paints one wound cell over the whole rectangle, a dash for level 0; ``ringed`` marks one about to change."""
    key = f"wound:{theme.digest}:{level}"
    paint_cached(painter, key, rect, lambda inner, at: _draw_cell(inner, theme, at, level))
    if ringed:
        with painting(painter):
            painter.setPen(pen(theme.colour("accent.focus"), theme.size("focus_width")))
            painter.drawRoundedRect(inset(rect, 0), theme.radius("chip"), theme.radius("chip"))


def paint_wound_strip(
    painter: QPainter,
    theme: Theme,
    rect: QRectF,
    levels: Sequence[int],
    *,
    ringed: Collection[int] = (),
) -> None:
    """Paints the cells of a combatant from the left, in the ruleset's order of locations.

    ``ringed`` holds the positions about to change.
    """
    size, step = theme.extent("wound_cell"), wound_strip_width(theme, 1)
    row = centred(rect, rect.width(), size.height())
    for position, level in enumerate(levels):
        cell = QRectF(QPointF(row.left() + position * step, row.top()), size)
        paint_wound_cell(painter, theme, cell, level, ringed=position in ringed)


def paint_wound_area(
    painter: QPainter,
    theme: Theme,
    path: QPainterPath,
    level: int,
    *,
    pattern_scale: float = 1.0,
    lost: bool = False,
) -> None:
    """Paints a body location; a lost limb is a dashed outline without a fill.

    ``path`` is in the painter's units: map the figure's path, do not scale the painter, or the pattern shrinks too.
    """
    style = theme.wound(level)
    line = pen(theme.wound(0).edge if lost else style.edge)
    with painting(painter):
        if lost:
            line.setDashPattern([3, 3])
        else:
            painter.fillPath(path, style.fill)
            paint_pattern(painter, path, style.pattern.scaled(pattern_scale), style.ink)
        painter.strokePath(path, line)


def paint_wound_badge(
    painter: QPainter, theme: Theme, centre: QPointF, level: int, *, diameter: float = 20
) -> None:
    """Paints the round badge with the letter that stands on a wounded location; nothing for level 0."""
    style = theme.wound(level)
    if not style.letter:
        return
    radius = diameter / 2
    with painting(painter):
        painter.setPen(pen(style.ink, 1.2))
        painter.setBrush(style.fill)
        painter.drawEllipse(centre, radius, radius)
        box = QRectF(centre.x() - radius, centre.y() - radius, diameter, diameter)
        painter.fillPath(
            letter_path(style.letter, theme.font("row", weight=_LETTER_WEIGHT), box), style.ink
        )


def letter_path(text: str, font: QFont, rect: QRectF) -> QPainterPath:
    """Returns text as a path, its capitals' visible middle in the middle of a rectangle."""
    path = QPainterPath()
    path.addText(0, 0, font, text)
    offset = rect.center() - path.boundingRect().center()
    return QTransform.fromTranslate(offset.x(), offset.y()).map(path)


def _draw_cell(painter: QPainter, theme: Theme, rect: QRectF, level: int) -> None:
    style = theme.wound(level)
    radius = theme.radius("cell")
    body = rounded_path(rect, radius)
    with painting(painter):
        painter.fillPath(body, style.fill)
        paint_pattern(painter, body, style.pattern, style.ink)
        if style.letter or theme.framed:
            painter.setPen(pen(style.edge))
            painter.drawRoundedRect(inset(rect), radius, radius)
        if style.letter:
            _draw_letter(painter, theme, rect, style)
        else:
            painter.fillRect(centred(rect, 6, 1.5), style.edge)


def _draw_letter(painter: QPainter, theme: Theme, rect: QRectF, style: WoundStyle) -> None:
    path = letter_path(style.letter, theme.font("small", weight=_LETTER_WEIGHT), rect)
    painter.strokePath(path, _halo(style.fill))
    painter.fillPath(path, style.ink)


def _halo(colour: QColor) -> QPen:
    line = pen(colour, _HALO)
    line.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return line
