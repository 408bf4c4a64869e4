"""One step less or more, for hands on a mouse; keys step in the number itself."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.gui.theme.canvas import inset, painting, pen
from encounter_gui.gui.theme.icons import Icons

_ICON = 11.0


class StepButton(QAbstractButton):
    """A small square with a sign; held down, it goes on stepping."""

    def __init__(self, icons: Icons, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._icon = icon
        self.setAutoRepeat(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        side = int(self._icons.theme.size("min_target"))
        return QSize(side, side)

    @override
    def paintEvent(self, e: QPaintEvent) -> None:
        painter, theme, rect = QPainter(self), self._icons.theme, QRectF(self.rect())
        with painting(painter):
            ground = "surface.raised_hover" if self.underMouse() else "surface.raised"
            painter.setBrush(theme.colour(ground))
            painter.setPen(pen(theme.colour("line.control")))
            painter.drawRoundedRect(inset(rect), theme.radius("control"), theme.radius("control"))
        icon = QRectF(0, 0, _ICON, _ICON)
        icon.moveCenter(rect.center())
        self._icons.paint(painter, self._icon, icon, theme.colour("text.primary"))
