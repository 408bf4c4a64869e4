"""The heading of a part of the editor: bold at the left, muted at the right, a hairline below."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.gui.theme.icons import Icons


class SectionHead(QWidget):
    """Says what comes below it."""

    def __init__(
        self, icons: Icons, title: str, note: str = "", parent: QWidget | None = None
    ) -> None:
        """Takes icons with the theme, the title, and a note."""
        super().__init__(parent)
        self._icons = icons
        self._title = title
        self._note = note
        self._is_trouble = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(title)

    @property
    def note(self) -> str:
        """Returns what stands at the right."""
        return self._note

    def show_note(self, note: str, *, is_trouble: bool = False) -> None:
        """Says something else at the right; what is wrong, in the colour for it."""
        self._note, self._is_trouble = note, is_trouble
        self.setAccessibleDescription(note)
        self.setToolTip(note)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(120, 26)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        room = QRectF(0, 0, self.width(), self.height() - 5)
        painter.setFont(theme.font("body", weight=700))
        painter.setPen(theme.colour("text.primary"))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | middle, self._title)
        room.adjust(theme.fonts.width(self._title, "body", weight=700) + 12, 0, 0, 0)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("status.danger" if self._is_trouble else "text.muted"))
        note = theme.metrics("small").elidedText(
            self._note, Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | middle, note)
        line = QRectF(0, self.height() - 3, self.width(), 1)
        painter.fillRect(line, theme.colour("line.subtle"))
