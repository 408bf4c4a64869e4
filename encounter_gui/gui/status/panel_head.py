"""Whose panel it is: shape, name, role, number."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import Catalogue, say
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.marks import key_cap_width, paint_faction, paint_key_cap
from encounter_gui.rules.view import Sheet

_HEIGHT = 32
_SHAPE = 14.0
_SIDE, _GAP = 10.0, 8.0
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class Head(QWidget):
    """Shows the head line of a sheet; the name keeps its room, the role gives way."""

    def __init__(self, icons: Icons, catalogue: Catalogue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._catalogue = catalogue
        self._sheet: Sheet | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_sheet(self, sheet: Sheet) -> None:
        """Shows another combatant's head line."""
        self._sheet = sheet
        number = self._catalogue.text(say("gui.status.number", number=sheet.number))
        words = ", ".join(part for part in (sheet.name, sheet.role, number) if part)
        self.setAccessibleName(words)
        self.setToolTip(words.replace("<", "&lt;"))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._sheet is None:
            return
        painter, theme, sheet = QPainter(self), self._icons.theme, self._sheet
        middle, number = self.height() / 2 + 1, str(sheet.number)
        paint_faction(
            painter, theme, QRectF(_SIDE, middle - _SHAPE / 2, _SHAPE, _SHAPE), sheet.side
        )
        right = self.width() - _SIDE - key_cap_width(theme, number)
        paint_key_cap(painter, theme, QPointF(round(right), round(middle - 8)), number)
        line = QRectF(_SIDE + _SHAPE + _GAP, middle - 12, right - _SIDE - _SHAPE - 2 * _GAP, 24)
        name = theme.metrics("title").elidedText(
            sheet.name, Qt.TextElideMode.ElideMiddle, line.width()
        )
        painter.setFont(theme.font("title"))
        painter.setPen(theme.colour("text.primary"))
        painter.drawText(line, _LEFT, name)
        line.adjust(theme.fonts.width(name, "title") + _GAP, 1, 0, 1)
        painter.setFont(theme.font("body"))
        painter.setPen(theme.colour("text.muted"))
        painter.drawText(
            line,
            _LEFT,
            theme.metrics("body").elidedText(sheet.role, Qt.TextElideMode.ElideRight, line.width()),
        )
