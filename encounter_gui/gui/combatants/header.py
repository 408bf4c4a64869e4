"""The header of the combatant table: small muted words, the column sorted by stands out with its arrow."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHeaderView, QWidget
from typing_extensions import override

from encounter_gui.gui.combatants.model import CombatantModel
from encounter_gui.gui.combatants.row_paint import PADDING
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.marks import wound_strip_width
from encounter_gui.rules.view import Column

_ALIGN = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "right": Qt.AlignmentFlag.AlignRight,
    "center": Qt.AlignmentFlag.AlignHCenter,
}
_NARROWEST = 16
_TURN_ORDER_COLUMN = "init"


class CombatantHeader(QHeaderView):
    """Paints the titles; a click is the table's business."""

    def __init__(self, icons: Icons, model: CombatantModel, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the model whose columns it heads."""
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._icons = icons
        self._columns = model
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(_NARROWEST)
        self.setFixedHeight(round(icons.theme.size("row_header")))

    @override
    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), round(self._icons.theme.size("row_header")))

    @override
    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        theme = self._icons.theme
        painter.save()
        painter.fillRect(rect, theme.colour("surface.dock"))
        line = QRectF(rect.left(), rect.bottom(), rect.width(), 1)
        painter.fillRect(line, theme.colour("line.divider"))
        if 0 <= logicalIndex < len(self._columns.columns):
            self._paint_title(painter, QRectF(rect), self._columns.columns[logicalIndex])
        painter.restore()

    def _paint_title(self, painter: QPainter, rect: QRectF, column: Column) -> None:
        theme, text = self._icons.theme, column.title
        is_sorted = self._is_sorted(column)
        if is_sorted and text:
            text = f"{text} {self._arrow()}"
        weight = 600 if is_sorted else 0
        painter.setFont(theme.font("small", weight=weight))
        painter.setPen(theme.colour("text.primary" if is_sorted else "text.muted"))
        if column.kind == "wounds" and " " in column.title:
            self._paint_locations(painter, rect, column)
            return
        room = rect.adjusted(PADDING, 0, -PADDING, 0)
        wanted = theme.fonts.width(text, "small", weight=weight)
        if wanted > room.width():
            room = rect.adjusted(1, 0, -1, 0)
            text = theme.metrics("small", weight=weight).elidedText(
                text, Qt.TextElideMode.ElideRight, room.width()
            )
        painter.drawText(room, _ALIGN[column.align] | Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_locations(self, painter: QPainter, rect: QRectF, column: Column) -> None:
        theme, step = self._icons.theme, wound_strip_width(self._icons.theme, 1)
        width = theme.extent("wound_cell").width()
        for position, word in enumerate(column.title.split()):
            cell = QRectF(rect.left() + PADDING + position * step, rect.top(), width, rect.height())
            painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, word)

    def _is_sorted(self, column: Column) -> bool:
        return column.key == (self._columns.order.key or _TURN_ORDER_COLUMN)

    def _arrow(self) -> str:
        order = self._columns.order
        return "▾" if order.is_descending or not order.key else "▴"
