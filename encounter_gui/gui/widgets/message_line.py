"""A message line: what came of something, what is wrong, or what is missing."""

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.tool_tips import plain_tip

Segment = tuple[str, bool]
"""A piece of a sentence, and whether it is strong: a name or the arithmetic that decides."""

Tone = Literal["danger", "hint", "result"]

_HEIGHT = 16
_ICON = 12.0
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_WRAPPED = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
_MARK = {"danger": "error", "hint": "info", "result": "check"}
_ROLE = {"danger": "status.danger", "hint": "text.muted", "result": "text.secondary"}


class MessageLine(QWidget):
    """Shows one sentence with an icon by its tone; what does not fit is in the tool tip.

    Where it is higher than a line, a sentence of one piece goes on in the next.
    """

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._segments: tuple[Segment, ...] = ()
        self._tone: Tone = "hint"

    @property
    def text(self) -> str:
        """Returns the message; empty: none is shown."""
        return "".join(text for text, _ in self._segments)

    @property
    def tone(self) -> Tone:
        """Returns the tone of the message, which sets its icon and colour."""
        return self._tone

    def say(self, segments: Sequence[Segment], tone: Tone) -> bool:
        """Shows another message, no segments: none; returns whether that is news."""
        if (tuple(segments), tone) == (self._segments, self._tone):
            return False
        self._segments, self._tone = tuple(segments), tone
        self.setAccessibleName(self.text)
        self.setToolTip(plain_tip(self.text))
        self.update()
        return True

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._segments:
            return
        painter, theme = QPainter(self), self._icons.theme
        role = _ROLE[self._tone]
        # Beside something higher it stands in the middle; where there are several lines, in the first.
        top = 0.0 if self.height() >= 2 * _HEIGHT else (self.height() - _HEIGHT) / 2
        icon = QRectF(0, top + (_HEIGHT - _ICON) / 2, _ICON, _ICON)
        self._icons.paint(painter, _MARK[self._tone], icon, theme.colour(role))
        x = _ICON + 5
        for text, is_strong in self._segments:
            weight = 700 if is_strong else 400
            painter.setFont(theme.font("small", weight=weight))
            painter.setPen(theme.colour("text.primary" if is_strong else role))
            room = QRectF(x, 0, max(0.0, self.width() - x), self.height())
            metrics = theme.metrics("small", weight=weight)
            if len(self._segments) == 1 and self._wraps(text, room, metrics):
                painter.drawText(room, _WRAPPED, text)
                return
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(QRectF(x, top, room.width() + 2, _HEIGHT), _LEFT, shown)
            x += theme.fonts.width(text, "small", weight=weight)

    @staticmethod
    def _wraps(text: str, room: QRectF, metrics: QFontMetricsF) -> bool:
        """Whether a text needs more than a line and has room for all of them."""
        whole = metrics.boundingRect(QRectF(0, 0, room.width(), 10 * _HEIGHT), _WRAPPED, text)
        return _HEIGHT < whole.height() <= room.height()
