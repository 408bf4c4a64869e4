"""The heading of a part of the editor: bold at the left, muted at the right, a hairline below."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.tool_tips import plain_tip


class SectionHead(QWidget):
    """The heading of a section, with a note at its right edge."""

    def __init__(
        self, icons: Icons, title: str, note: str = "", parent: QWidget | None = None
    ) -> None:
        """Takes icons with the theme, the title, and a note."""
        super().__init__(parent)
        self._icons = icons
        self._title = title
        self.note: str = note
        """What stands at the right."""
        self._is_trouble = False
        self.more = QPushButton(self)
        self.more.setProperty("small", "true")
        self.more.setProperty("flat", "true")
        self.more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.more.hide()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(title)

    def show_title(self, title: str) -> None:
        """Gives the section another title."""
        self._title = title
        self.setAccessibleName(title)
        self.update()

    def show_note(self, note: str, *, is_trouble: bool = False) -> None:
        """Says something else at the right; what is wrong, in the colour for it."""
        self.note, self._is_trouble = note, is_trouble
        self.setAccessibleDescription(note)
        self.setToolTip(plain_tip(note))
        self.update()

    def show_more(self, words: str) -> None:
        """Offers to show more, by a button at the right; empty: there is no more."""
        self.more.setText(words)
        self.more.setAccessibleName(words)
        self.more.setVisible(bool(words))
        self._place_more()

    def _place_more(self) -> None:
        if not self.more.isHidden():
            width = self.more.sizeHint().width()
            self.more.setGeometry(self.width() - width, 0, width, self.height() - 4)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place_more()

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
        button = 0 if self.more.isHidden() else self.more.width()
        room.adjust(theme.fonts.width(self._title, "body", weight=700) + 12, 0, -button, 0)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("status.danger" if self._is_trouble else "text.muted"))
        note = theme.elided(self.note, "small", room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | middle, note)
        line = QRectF(0, self.height() - 3, self.width(), 1)
        painter.fillRect(line, theme.colour("line.subtle"))
