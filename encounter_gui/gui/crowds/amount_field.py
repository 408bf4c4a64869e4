"""A field for a number with a muted word at its right edge: each, or of how many."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from encounter_gui.gui.theme.icons import Icons


class AmountField(QLineEdit):
    """A number; at its right edge stands what it is meant for."""

    def __init__(self, icons: Icons, unit: str, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the word at the right edge."""
        super().__init__(parent)
        self._icons = icons
        self._unit = ""
        self.setFont(icons.theme.font("dice"))
        self.show_unit(unit)

    def show_unit(self, words: str) -> None:
        """Writes other words at its right edge."""
        if words != self._unit:
            self._unit = words
            self.setTextMargins(0, 0, self.unit_width() + 4, 0)
            self.update()

    def unit_width(self) -> int:
        """Returns how wide the words at the right edge are, in logical pixels."""
        return round(self._icons.theme.fonts.width(self._unit, "small"))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme = self._icons.theme
        painter = QPainter(self)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("text.muted"))
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(self.rect().adjusted(0, 0, -8, 0), flags, self._unit)
