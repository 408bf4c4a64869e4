"""The frame of the lower panels: a head, rows, and a foot."""

from PySide6.QtCore import QRectF, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QWidget
from typing_extensions import override

from encounter_gui.gui.theme.canvas import inset, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import dress_label, plain_label
from encounter_gui.gui.widgets.layouts import STRETCH, column_layout, row_layout

_SIDE = 15
_GAP = 6


class PanelFrame(QFrame):
    """Holds rows between a title and a foot."""

    def __init__(self, title: str, note: str, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes its title, a muted note beside that, and icons with the theme."""
        super().__init__(parent)
        self._icons = icons
        self.setAccessibleName(title)
        self.title, self.note = (
            plain_label(title, self, wraps=False),
            plain_label(note, self, wraps=False),
        )
        self.head, self.foot = QWidget(self), QWidget(self)
        row_layout(self.head, self.title, STRETCH, self.note, margins=(_SIDE, 10, _SIDE, 10))
        self.foot_row = row_layout(self.foot, margins=(_SIDE, 8, _SIDE, 8), spacing=8)
        self.rows = column_layout(margins=(1, 0, 1, 0), spacing=0)
        column_layout(self, self.head, (self.rows, 1), self.foot, spacing=0)
        self.foot.setMinimumHeight(48)
        icons.recoloured.connect(self.dress)
        self.dress()

    @Slot()
    def dress(self) -> None:
        """Gives the labels the fonts and colours of the theme."""
        theme = self._icons.theme
        self.title.setFont(theme.font("row", weight=600))
        for label in self.foot.findChildren(QLabel):
            dress_label(label, self._icons.theme, "body", "text.muted")
        dress_label(self.note, self._icons.theme, "small", "text.muted")
        self.update()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """The note beside the title gives way where it would cut that."""
        super().resizeEvent(event)
        words = self.title.sizeHint().width() + self.note.sizeHint().width()
        self.note.setVisible(words + 2 * _SIDE + _GAP <= self.width())

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """The style sheet forgets what was set before it saw the labels."""
        super().showEvent(event)
        self.dress()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        with painting(painter):
            painter.setBrush(theme.colour("surface.dock"))
            painter.setPen(pen(theme.colour("line.divider")))
            shape = inset(QRectF(self.rect()))
            painter.drawRoundedRect(shape, theme.radius("dock"), theme.radius("dock"))
        for y in (self.head.geometry().bottom(), self.foot.geometry().top()):
            painter.fillRect(1, y, self.width() - 2, 1, theme.colour("line.subtle"))
