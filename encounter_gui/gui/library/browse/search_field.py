"""The search field of the library: as you type, with how many were found at its right; arrows walk the list below."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.text_runs import RIGHT, paint_text
from encounter_gui.gui.widgets.line_edit import LONGEST
from encounter_gui.gui.widgets.tool_tips import plain_tip

_ICON = 14.0
_SIDE = 9.0
_MOVES = {
    Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -10, Qt.Key.Key_PageDown: 10,
}  # fmt: skip


class SearchField(QLineEdit):
    """Keeps the focus while the list is walked through, so that one hand types and the eyes stay on the list."""

    moved = Signal(int, bool)
    """So many creatures up (negative) or down, and whether the selection grows."""
    entered = Signal(bool)
    """Enter; and with Ctrl: to be edited rather than added."""
    field_begun = Signal()
    """``=``: a field of the selected is to be set."""
    left = Signal()
    """Esc in a field with nothing in it to lose: it is empty, or the next letter would replace all of it."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self.setMaxLength(LONGEST)
        self._icons = icons
        self._texts = texts
        self.count_text = ""
        self.setPlaceholderText(texts.text_of("gui.library.search_hint"))
        self.setAccessibleName(texts.text_of("gui.library.search"))
        self.setToolTip(plain_tip(texts.text_of("gui.library.search_tip")))
        self.setTextMargins(round(_ICON + 6), 0, 0, 0)
        icons.loaded.connect(self.update)
        icons.recoloured.connect(self.update)

    def show_count(self, found: int, total: int) -> None:
        """Shows how many of how many were found."""
        self.count_text = self._texts.text_of("gui.library.count", found=found, total=total)
        width = self._icons.theme.fonts.width(self.count_text, "small")
        self.setTextMargins(round(_ICON + 6), 0, round(width + 8), 0)
        self.setAccessibleDescription(self.count_text)
        self.update()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        if key in _MOVES:
            by, is_growing = _MOVES[key], bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
            self.moved.emit(by, is_growing)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit(bool(modifiers & Qt.KeyboardModifier.ControlModifier))
        elif key == Qt.Key.Key_F2:
            self.entered.emit(True)
        elif event.text() == "=":
            self.field_begun.emit()
        elif key == Qt.Key.Key_Escape:
            self._leave()
        elif event.matches(QKeySequence.StandardKey.Undo) and not self.isUndoAvailable():
            event.ignore()  # then the last change of the library is meant
        else:
            super().keyPressEvent(event)

    def _leave(self) -> None:
        if self.text() and self.selectedText() != self.text():
            self.clear()
            self.textEdited.emit("")
        else:
            self.left.emit()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter, theme = QPainter(self), self._icons.theme
        box = QRectF(_SIDE, (self.height() - _ICON) / 2, _ICON, _ICON)
        self._icons.paint(painter, "search", box, theme.colour("text.muted"))
        room = QRectF(self.rect()).adjusted(0, 0, -_SIDE, 0)
        paint_text(painter, theme, room, self.count_text, "small", "text.muted", RIGHT)
