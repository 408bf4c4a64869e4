"""What panels in the place of the bench have in common: a head over a line, what is shown, a foot of one line."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.attack.odds.remark_line import RemarkLine
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import column_layout
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton

_SIDE, _LINE = 10, 15


class LargePanel(QFrame):
    """Has places for what is in the head, in the body and in the foot; ``close_button`` is the last of the head."""

    left = Signal()
    """The panel is to be closed."""
    room_wanted = Signal()
    """What is shown needs another height than before."""

    def __init__(
        self, icons: Icons, texts: MessageCatalog, title: str, parent: QWidget | None = None
    ) -> None:
        """Takes icons with the theme, the texts, and the key of the text that names the panel."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self.setProperty("dock", "true")
        self.setAccessibleName(texts.text_of(title))
        self.close_button = ShortcutButton(icons, "Esc", self)
        self.close_button.show_words(texts.text_of("gui.close"))
        self.close_button.clicked.connect(self.left)
        self.foot = RemarkLine(icons, self)
        self.head_row, self.body_row, self.foot_row = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        self.head_row.setContentsMargins(_SIDE, 0, _SIDE, 0)
        self.head_row.setSpacing(6)
        self.body_row.setContentsMargins(_SIDE, 4, _SIDE, 0)
        self.body_row.setSpacing(20)
        self.foot_row.setContentsMargins(_SIDE, 4, _SIDE, 0)
        self.foot_row.setSpacing(10)
        self.foot_row.addWidget(self.foot, 1)
        self.foot.setMinimumHeight(_LINE)
        column_layout(
            self, self.head_row, (self.body_row, 1), self.foot_row, margins=(0, 4, 0, 6), spacing=0
        )

    @property
    def least_height(self) -> int:
        """The height in which nothing of it has to be scrolled, in logical pixels; 0: it can do with any."""
        return 0

    @property
    def most_height(self) -> int:
        """The height beyond which nothing more of it would be seen, in logical pixels; 0: it takes what there is."""
        return 0

    def take_focus(self) -> None:
        """Takes the keyboard to where it is wanted first."""
        raise NotImplementedError

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        below = self.body_row.geometry().top()
        line = self._icons.theme.colour("line.subtle")
        painter.fillRect(1, below, self.width() - 2, 1, line)


def scrolled(content: QWidget, name: str, *, fills: bool = False) -> QScrollArea:
    """Returns an area in which the content is as wide as there is room, and scrolls where it has to be larger.

    ``fills``: the content is also at least as high as there is room.
    """
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setAccessibleName(name)
    inside = QWidget()
    column = column_layout(inside, (content, 1 if fills else 0))
    if not fills:
        column.addStretch(1)
    area.setWidget(inside)
    for part in (area.viewport(), inside):
        part.setAutoFillBackground(False)
    return area
