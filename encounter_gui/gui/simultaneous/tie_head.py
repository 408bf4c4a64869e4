"""The head of a tie: its name, who acts as if at once, and what all of them roll from."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.gui.combatants.cells.row_paint import write
from encounter_gui.gui.theme.canvas import centred
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import Tie

_GAP, _ICON = 10.0, 14.0


class TieHead(QWidget):
    """Paints the title and, as far as there is room, who acts at once and from what they roll."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes icons with the theme."""
        super().__init__(parent)
        self._icons = icons
        self._tie: Tie | None = None
        icons.recoloured.connect(self.update)
        icons.loaded.connect(self.update)

    def show_tie(self, tie: Tie) -> None:
        """Shows which tie it is."""
        self._tie = tie
        words = (tie.title, tie.text, tie.before.lstrip("· "))
        self.setAccessibleName(". ".join(words))
        self.setToolTip(plain_tip("\n".join(words)))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, 30)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, 30)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        tie, theme = self._tie, self._icons.theme
        if tie is None:
            return
        painter, height = QPainter(self), float(self.height())
        icon = centred(QRectF(0, 0, _ICON, height), _ICON, _ICON)
        self._icons.paint(painter, "equals", icon, theme.colour("accent.interactive"))
        x = _ICON + _GAP
        for text, font, weight, role in (
            (tie.title, "title", 700, "text.primary"),
            (tie.text, "body", 0, "text.muted"),
            (tie.before, "body", 600, "text.primary"),
        ):
            room = self.width() - x
            if room < 40:
                return
            place = QRectF(x, 0, room, height)
            write(painter, theme, place, text, font=font, weight=weight, role=role)
            x += theme.fonts.width(text, font, weight=weight) + _GAP
