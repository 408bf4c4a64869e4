"""The arithmetic of an attack in one line of the fixed-width font: numbers bold, words muted."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.tool_tips import plain_tip

_HEIGHT = 16
_LEAST_SPACE = 2.5
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class SumLine(QWidget):
    """Shows a sum such as ``6d6 against 15 + 1d6 then 6d6 − 5d6``, cut at the right where room ends."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._text = ""

    def show_sum(self, text: str) -> None:
        """Shows another sum."""
        if text != self._text:
            self._text = text
            self.setAccessibleName(text)
            self.setToolTip(plain_tip(text))
            self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme = self._icons.theme
        words = [(word, word.isalpha()) for word in self._text.split()]
        used = sum(
            theme.fonts.width(word, "body" if is_word else "dice") for word, is_word in words
        )
        # In a narrow form the words move together before the last one is cut.
        left_over = (self.width() - used) / max(1, len(words) - 1)
        x, space = 0.0, min(theme.fonts.width(" ", "dice"), max(_LEAST_SPACE, left_over))
        for word, is_word in words:
            painter.setFont(theme.font("body" if is_word else "dice"))
            painter.setPen(theme.colour("text.muted" if is_word else "text.primary"))
            painter.drawText(QRectF(x, 0, max(0.0, self.width() - x), self.height()), _LEFT, word)
            x += theme.fonts.width(word, "body" if is_word else "dice") + space
