"""The line that is typed: each word underlined as what it was understood to be, and what Tab would add, muted."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from encounter_gui.gui.command_line.grammar.tokens import Token, TokenKind
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.line_edit import LONGEST

_THICK, _BELOW = 2.0, 3.0
_ROLES: dict[TokenKind, str] = {
    "change": "status.danger",
    "thing": "accent.interactive",
    "option": "status.warn",
    "unknown": "text.muted",
}


class CommandLine(QLineEdit):
    """A line edit that paints under and behind its text; what it paints never changes what is typed."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes the icons, and with them the theme."""
        super().__init__(parent)
        self._icons = icons
        self._tokens: tuple[Token, ...] = ()
        self._ghost = ""
        self.setMaxLength(LONGEST)
        self.setFrame(False)
        self.setFont(icons.theme.font("command"))

    @property
    def ghost(self) -> str:
        """What Tab would add; empty: nothing."""
        return self._ghost

    def show_tokens(self, tokens: Sequence[Token]) -> None:
        """Underlines the words of the text as it stands."""
        self._tokens = tuple(tokens)
        self.update()

    def show_ghost(self, ghost: str) -> None:
        """Shows what Tab would add."""
        self._ghost = ghost
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter, metrics = QPainter(self), self.fontMetrics()
        text, place = self.text(), self.cursorPosition()
        cursor = self.cursorRect()
        # The text may be scrolled: the cursor knows where its letters stand.
        left = cursor.center().x() - metrics.horizontalAdvance(text[:place])
        bottom = cursor.center().y() + metrics.height() / 2 + _BELOW
        for token in self._tokens:
            pen = self._pen(token)
            if pen is not None and token.start + token.length <= len(text):
                start = left + metrics.horizontalAdvance(text[: token.start])
                word = text[token.start : token.start + token.length]
                painter.setPen(pen)
                end = start + metrics.horizontalAdvance(word)
                painter.drawLine(QPointF(start + 1, bottom), QPointF(end - 1, bottom))
        if self._ghost and place == len(text):
            painter.setPen(self._icons.theme.colour("text.muted"))
            painter.setFont(self.font())
            x = left + metrics.horizontalAdvance(text)
            room = QRectF(x, 0, self.width() - x, self.height())
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, self._ghost)

    def _pen(self, token: Token) -> QPen | None:
        theme = self._icons.theme
        if token.kind == "target" and token.side is not None:
            return QPen(theme.faction(token.side).colour, _THICK)
        if token.kind not in _ROLES:
            return None
        pen = QPen(theme.colour(_ROLES[token.kind]), _THICK)
        if token.kind == "unknown":
            pen.setStyle(Qt.PenStyle.DotLine)
        return pen
