"""A sign in the heading that several act at once; a click shows them side by side."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.canvas import centred, inset, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.tool_tips import plain_tip

_SIZE, _ICON = QSize(28, 18), 12.0


class TieBadge(QAbstractButton):
    """Shows that several act at once; otherwise it is not there."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._title = ""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        icons.loaded.connect(self.update)
        icons.recoloured.connect(self.update)
        self.hide()

    def show_title(self, title: str) -> bool:
        """Shows the tie of this name, none if it is empty; returns whether that is news."""
        if title == self._title:
            return False
        self._title = title
        words = self._texts.text_of("gui.tie.open", title=title) if title else ""
        self.setAccessibleName(words)
        self.setToolTip(plain_tip(words))
        self.setVisible(bool(title))
        return True

    @override
    def sizeHint(self) -> QSize:
        return _SIZE

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        radius, ink = theme.radius("pill"), theme.colour("accent.interactive")
        rect = QRectF(self.rect())
        with painting(painter):
            painter.setBrush(theme.colour("accent.interactive_fill"))
            if self.hasFocus():
                painter.setPen(pen(theme.colour("accent.focus"), 2.0))
            elif self.underMouse():
                painter.setPen(pen(ink, 1.0))
            painter.drawRoundedRect(inset(rect, 1.0), radius, radius)
        self._icons.paint(painter, "equals", centred(rect, _ICON, _ICON), ink)
