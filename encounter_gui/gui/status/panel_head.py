"""Whose panel it is: shape, name, role, number."""

from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.marks import key_cap_width, paint_faction, paint_key_cap
from encounter_gui.gui.theme.painting.text_runs import paint_text
from encounter_gui.gui.theme.pictures import Pictures
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import CombatantView

_HEIGHT = 32
_MOST_PIXELS = 500_000  # of pictures kept (2 MB): a dozen heads, at two device pixels to each
_SHAPE = 14.0
_SIDE, _GAP = 10.0, 8.0


class PanelHead(QWidget):
    """Shows the head line of a sheet; the name keeps its room, the role gives way."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._sheet: CombatantView | None = None
        self._pictures = Pictures(_MOST_PIXELS)
        icons.recoloured.connect(self._pictures.clear)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_view(self, view: CombatantView) -> None:
        """Shows another combatant's head line."""
        before, self._sheet = self._sheet, view
        if before is not None and _shown_values(before) == _shown_values(view):
            return
        number = self._texts.text(say("gui.status.number", number=view.number))
        words = ", ".join(part for part in (view.name, view.role, number) if part)
        self.setAccessibleName(words)
        self.setToolTip(plain_tip(words))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._sheet is not None:
            draw = partial(self._draw, self._sheet)
            self._pictures.paint(QPainter(self), _shown_values(self._sheet), self.rect(), draw)

    def _draw(self, view: CombatantView, painter: QPainter) -> None:
        theme = self._icons.theme
        painter.fillRect(self.rect(), theme.colour("surface.dock"))
        middle, number = self.height() / 2 + 1, str(view.number)
        paint_faction(painter, theme, QRectF(_SIDE, middle - _SHAPE / 2, _SHAPE, _SHAPE), view.side)
        right = self.width() - _SIDE - key_cap_width(theme, number)
        paint_key_cap(painter, theme, QPointF(round(right), round(middle - 8)), number)
        line = QRectF(_SIDE + _SHAPE + _GAP, middle - 12, right - _SIDE - _SHAPE - 2 * _GAP, 24)
        name = theme.elided(view.name, "title", line.width(), mode=Qt.TextElideMode.ElideMiddle)
        paint_text(painter, theme, line, name, "title", "text.primary")
        line.adjust(theme.fonts.width(name, "title") + _GAP, 1, 0, 1)
        role = theme.elided(view.role, "body", line.width())
        paint_text(painter, theme, line, role, "body", "text.muted")


def _shown_values(view: CombatantView) -> tuple[object, ...]:
    return view.name, view.role, view.number, view.side
