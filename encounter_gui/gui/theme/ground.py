"""A part of a dock that has a ground of its own, so that what lies around it is not painted whenever it is."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.gui.theme.icons import Icons


class Ground(QWidget):
    """Paints the ground of a dock whole: Qt paints what lies below a widget as well, unless that is known."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes icons with the theme."""
        super().__init__(parent)
        self._icons = icons
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(event.rect(), self._icons.theme.colour("surface.dock"))
