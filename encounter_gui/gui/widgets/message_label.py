"""A sentence with an icon by its tone, over as many lines as the dock is narrow."""

import math

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.message_line import Tone

_LINE = 16
_ICON = 12.0
_LEFT = _ICON + 5
_WIDTH = 200
_FLAGS = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap)
_MARK = {"danger": "error", "hint": "info", "result": "check"}
_ROLE = {"danger": "status.danger", "hint": "text.muted", "result": "text.secondary"}


class MessageLabel(QWidget):
    """Shows one message, wrapped and never cut off."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes icons with the theme."""
        super().__init__(parent)
        self._icons = icons
        self._text = ""
        self._tone: Tone = "hint"
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        icons.loaded.connect(self.update)
        icons.recoloured.connect(self.update)

    @property
    def text(self) -> str:
        """Returns the message; empty: none is shown."""
        return self._text

    @property
    def tone(self) -> Tone:
        """Returns the tone of the message, which sets its icon and colour."""
        return self._tone

    def say(self, text: str, tone: Tone) -> None:
        """Shows another message; empty: none."""
        self._text, self._tone = text, tone
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(_WIDTH, self.heightForWidth(max(_WIDTH, self.width())))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, _LINE)

    @override
    def heightForWidth(self, width: int) -> int:
        metrics = self._icons.theme.metrics("small")
        room = QRectF(0, 0, max(1.0, width - _LEFT), 10_000)
        return max(_LINE, math.ceil(metrics.boundingRect(room, _FLAGS, self._text).height()))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._text:
            return
        painter, theme = QPainter(self), self._icons.theme
        colour = theme.colour(_ROLE[self._tone])
        # Beside the first line, whatever follows.
        icon = QRectF(0, (_LINE - _ICON) / 2, _ICON, _ICON)
        self._icons.paint(painter, _MARK[self._tone], icon, colour)
        painter.setFont(theme.font("small"))
        painter.setPen(colour)
        painter.drawText(QRectF(self.rect()).adjusted(_LEFT, 0, 0, 0), _FLAGS, self._text)
