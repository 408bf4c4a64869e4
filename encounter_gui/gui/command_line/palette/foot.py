"""The last line of the palette: its keys."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.command_line.palette.columns import SIDE
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks

_HEIGHT = 28
_LEFT: tuple[tuple[tuple[str, ...], str], ...] = (
    (("↑", "↓"), "choose"),
    (("↵",), "do"),
    (("Tab",), "complete"),
    (("Alt", "↵"), "show"),
    (("F1",), "grammar"),
)


class Foot(QWidget):
    """Names the keys; a screen reader gets them as one sentence."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._left = tuple((keys, texts.text_of(f"gui.palette.key.{name}")) for keys, name in _LEFT)
        self._right = texts.text_of("gui.palette.scopes")
        named = (f"{'+'.join(keys)} {words}" for keys, words in self._left)
        self.setAccessibleName(", ".join((*named, self._right)))

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, _HEIGHT)

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        painter.fillRect(0, 0, self.width(), 1, theme.colour("line.subtle"))
        top, x = (self.height() - 16) / 2, SIDE
        middle = Qt.AlignmentFlag.AlignVCenter
        esc = marks.key_cap_width(theme, "Esc")
        end = self.width() - SIDE - esc
        marks.paint_key_cap(painter, theme, QPointF(end, top), "Esc")
        right = theme.fonts.width(self._right, "small")
        room = end - 10 - right
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("text.muted"))
        painter.drawText(QRectF(room, 0, right + 2, self.height()), middle, self._right)
        for keys, words in self._left:
            width = sum(marks.key_cap_width(theme, key) + 3 for key in keys)
            width += theme.fonts.width(words, "small") + 3
            if x + width > room - 8:
                break
            for key in keys:
                x += marks.paint_key_cap(painter, theme, QPointF(x, top), key) + 3
            painter.setFont(theme.font("small"))
            painter.setPen(theme.colour("text.muted"))
            painter.drawText(QRectF(x + 3, 0, width, self.height()), middle, words)
            x += theme.fonts.width(words, "small") + 18
