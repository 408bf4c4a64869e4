"""Side shapes, the NOW mark, focus rings: the marks that stand beside a colour so it is never alone."""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPolygonF, QTransform

from encounter_gui.gui.theme.canvas import inset, painting, pen
from encounter_gui.gui.theme.theme import FactionStyle, Theme

_BOX = 12.0


def faction_path(style: FactionStyle, rect: QRectF) -> QPainterPath:
    """Returns a side's shape, as large as fits into the middle of a rectangle."""
    path = QPainterPath()
    if style.points:
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in style.points]))
        path.closeSubpath()
    else:
        path.addEllipse(QPointF(_BOX / 2, _BOX / 2), style.radius, style.radius)
    scale = min(rect.width(), rect.height()) / _BOX
    move = QTransform.fromTranslate(rect.center().x(), rect.center().y())
    return (
        QTransform.fromTranslate(-_BOX / 2, -_BOX / 2) * QTransform.fromScale(scale, scale) * move
    ).map(path)


def paint_faction(
    painter: QPainter,
    theme: Theme,
    rect: QRectF,
    side: str,
    *,
    colour: QColor | None = None,
    hollow: bool = False,
    defeated: bool = False,
) -> None:
    """Paints a side's shape: ``hollow`` for one that has acted, grey when ``defeated``, or in another colour."""
    style = theme.faction(side)
    ink = colour or (theme.colour("text.muted") if defeated else style.colour)
    with painting(painter):
        if hollow:
            painter.setPen(pen(ink, 1.2))
            painter.drawPath(faction_path(style, inset(rect, 0.6)))
        else:
            painter.fillPath(faction_path(style, rect), ink)


def paint_now(painter: QPainter, theme: Theme, rect: QRectF) -> None:
    """Paints the triangle that says whose turn it is, 8 × 10 in the middle of a rectangle."""
    centre = rect.center()
    corners = [QPointF(-4, -5), QPointF(5, 0), QPointF(-4, 5)]
    with painting(painter):
        painter.setBrush(theme.colour("accent.now_edge"))
        painter.drawPolygon(QPolygonF([centre + corner for corner in corners]))


def paint_focus(painter: QPainter, theme: Theme, rect: QRectF, *, radius: float = 0) -> None:
    """Paints the focus ring just inside a rectangle."""
    width = theme.size("focus_width")
    with painting(painter):
        painter.setPen(pen(theme.colour("accent.focus"), width))
        painter.drawRoundedRect(inset(rect, width / 2), radius, radius)


def paint_changed(painter: QPainter, theme: Theme, centre: QPointF) -> None:
    """Paints the dot of 6 px before a label whose value differs from its template or the ruleset."""
    with painting(painter):
        painter.setBrush(theme.colour("accent.interactive"))
        painter.drawEllipse(centre, 3, 3)
