"""Parts of a dock that fill their ground themselves, so that what lies around them is not painted with them."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.gui.theme.icons import Icons


def fills_ground(widget: QWidget) -> None:
    """Tells Qt that a widget fills all of itself; it has to call ``paint_ground`` first whenever it is painted."""
    widget.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)


def paint_ground(widget: QWidget, event: QPaintEvent, icons: Icons) -> None:
    """Fills what is to be painted with the ground of a dock."""
    QPainter(widget).fillRect(event.rect(), icons.theme.colour("surface.dock"))


class Ground(QWidget):
    """Paints the ground of a dock whole: Qt paints what lies below a widget as well, unless that is known."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes icons with the theme."""
        super().__init__(parent)
        self._icons = icons
        fills_ground(self)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        paint_ground(self, event, self._icons)
