"""What the strip says: an icon, who in bold, what, and the sum in mono; the end gives way first."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.encounter.values import Side
from encounter_gui.gui.theme.canvas import centred
from encounter_gui.gui.theme.icons import ICON_NAMES, Icons
from encounter_gui.gui.theme.painting.marks import paint_faction
from encounter_gui.gui.widgets.tool_tips import plain_tip

_ICON = 15.0
_ICON_ROOM = 32.0
_GAP = 8.0
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter

Piece = tuple[str, str, str, int]
"""A piece of the line: its text, font, colour role and weight."""


class PromptWords(QWidget):
    """Shows one line; all of it is in the tool tip and spoken."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes icons with the theme."""
        super().__init__(parent)
        self._icons = icons
        self._icon, self._role = "", "status.info"
        self._pieces: tuple[Piece, ...] = ()
        self._side: Side | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def text(self) -> str:
        """Returns all it says."""
        return " ".join(text for text, *_ in self._pieces)

    def show_words(
        self, icon: str, role: str, pieces: tuple[Piece, ...], side: Side | None = None
    ) -> None:
        """Shows these pieces, those without text left out, behind an icon in the colour of a role.

        ``side`` puts the shape of that side before them.
        """
        self._icon = icon if icon in ICON_NAMES else "info"
        self._side = side
        self._role, self._pieces = role, tuple(piece for piece in pieces if piece[0])
        self.setAccessibleName(self.text)
        self.setToolTip(plain_tip(self.text))
        self.update()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, round(self._icons.theme.size("prompt")))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        box = centred(QRectF(4, 0, _ICON_ROOM - 4, self.height()), _ICON, _ICON)
        self._icons.paint(painter, self._icon, box, theme.colour(self._role))
        x = _ICON_ROOM + 6
        if self._side is not None:
            side = theme.icon_size("faction")
            shape = centred(QRectF(x, 0, side, self.height()), side, side)
            paint_faction(painter, theme, shape, self._side)
            x += side + _GAP
        for text, font, role, weight in self._pieces:
            room = QRectF(x, 0, self.width() - x, self.height())
            if room.width() < 12:
                break
            metrics = theme.metrics(font, weight=weight)
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
            painter.setFont(theme.font(font, weight=weight))
            painter.setPen(theme.colour(role))
            painter.drawText(room, _LEFT, shown)
            x += theme.fonts.width(shown, font, weight=weight) + _GAP
