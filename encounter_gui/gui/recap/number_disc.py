"""The number of a turning point in a dark disc: the same in the list and on the course of the fight."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from encounter_gui.gui.theme.canvas import painting
from encounter_gui.gui.theme.theme import Theme

DISC = 16.0


def paint_disc(painter: QPainter, theme: Theme, centre: QPointF, number: int) -> None:
    """Paints a number in a disc, 16 wide, around a point."""
    box = QRectF(centre.x() - DISC / 2, centre.y() - DISC / 2, DISC, DISC)
    with painting(painter):
        painter.setBrush(theme.colour("text.primary"))
        painter.drawEllipse(box)
    painter.setFont(theme.font("caption", weight=700))
    painter.setPen(theme.colour("surface.dock"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number))
