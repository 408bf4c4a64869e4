"""A number of the sheet that can be set: a quiet cover over its line, opened by double click or Enter."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import SettableNumber

_OPENING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2)


class NumberButton(QWidget):
    """Lies over a painted line; paints nothing but a rule under it when pointed at, and the focus."""

    opened = Signal(str)
    """The key of the number that is to be set."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes icons with the theme."""
        super().__init__(parent)
        self._icons = icons
        self._number = SettableNumber(key="", name="", value=0)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.IBeamCursor)

    @property
    def number(self) -> SettableNumber:
        """Returns the number."""
        return self._number

    def show_number(self, number: SettableNumber, help_text: str) -> None:
        """Stands for another number; ``help_text`` says how it is set."""
        if number == self._number:
            return
        self._number = number
        self.setAccessibleName(f"{number.name} {number.value}")
        self.setAccessibleDescription(help_text)
        self.setToolTip(plain_tip(f"{number.name}: {help_text}"))

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.opened.emit(self._number.key)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _OPENING:
            self.opened.emit(self._number.key)
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        if self.hasFocus():
            marks.paint_focus(painter, theme, QRectF(self.rect()))
        elif self.underMouse():
            line = QRectF(self.rect()).adjusted(0, self.height() - 1, 0, 0)
            painter.fillRect(line, theme.colour("accent.interactive"))
