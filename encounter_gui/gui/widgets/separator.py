"""A line of one pixel between two parts of a dock."""

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.gui.theme.icons import Icons


class Separator(QWidget):
    """Painted rather than framed, so that it follows the theme."""

    def __init__(
        self, icons: Icons, parent: QWidget | None = None, *, upright: bool = False
    ) -> None:
        """Takes icons with the theme; it lies between what is above and below, or ``upright`` between neighbours."""
        super().__init__(parent)
        self._icons = icons
        if upright:
            self.setFixedWidth(1)
        else:
            self.setFixedHeight(1)
        icons.recoloured.connect(self.update)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._icons.theme.colour("line.subtle"))
