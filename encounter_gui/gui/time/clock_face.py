"""A clock face with two hands: what time it is, seen from across the table."""

from math import cos, radians, sin

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.engine.time.clock import DAY, HOUR

_FACE = 92
_TICKS = 12


class ClockFace(QWidget):
    """Paints the time of day; the words beside it say the same."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes icons with the theme."""
        super().__init__(parent)
        self._icons, self._now = icons, 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        icons.recoloured.connect(self.update)

    def show_time(self, now: int) -> None:
        """Shows another second of the clock."""
        if now != self._now:
            self._now = now
            self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(_FACE, _FACE)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._icons.theme, QPainter(self)
        centre, radius = QPointF(_FACE / 2, _FACE / 2), _FACE / 2 - 2
        with painting(painter):
            painter.setPen(pen(theme.colour("line.control"), 1.5))
            painter.setBrush(theme.colour("surface.sunken"))
            painter.drawEllipse(centre, radius, radius)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for tick in range(_TICKS):
                is_quarter = tick % 3 == 0
                painter.setPen(pen(theme.colour("text.secondary"), 1.8 if is_quarter else 1.0))
                inner = radius - (7 if is_quarter else 4)
                painter.drawLine(_hand(centre, tick / _TICKS, inner, radius - 2))
            ink = theme.colour("text.primary")
            of_day = self._now % DAY
            for share, length, width in (
                (of_day / (12 * HOUR), radius * 0.5, 3.4),
                (of_day % HOUR / HOUR, radius * 0.78, 2.2),
            ):
                painter.setPen(pen(ink, width))
                painter.drawLine(_hand(centre, share, 0, length))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ink)
            painter.drawEllipse(QRectF(centre.x() - 3, centre.y() - 3, 6, 6))


def _hand(centre: QPointF, share: float, start: float, end: float) -> QLineF:
    """Returns a line from the middle outwards, ``share`` of the way round from twelve."""
    angle = radians(share * 360 - 90)
    way = QPointF(cos(angle), sin(angle))
    return QLineF(centre + way * start, centre + way * end)
