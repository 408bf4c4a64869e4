"""The header of the combatant table: small muted words, the column sorted by stands out with its arrow."""

from PySide6.QtCore import QEvent, QItemSelection, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QRegion
from PySide6.QtWidgets import QHeaderView, QToolTip, QWidget
from typing_extensions import override

from encounter_gui.gui.combatants.cells.row_paint import PADDING
from encounter_gui.gui.combatants.model import CombatantModel, Index
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.marks import wound_strip_width
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import Column

_ALIGN = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "right": Qt.AlignmentFlag.AlignRight,
    "center": Qt.AlignmentFlag.AlignHCenter,
}
_NARROWEST = 16
_BAND_INSET = 10


class CombatantHeader(QHeaderView):
    """Paints the titles of the columns; the table handles clicks on them."""

    def __init__(self, icons: Icons, model: CombatantModel, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the model whose columns it heads."""
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._icons = icons
        self._columns = model
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(_NARROWEST)
        self.setFixedHeight(round(icons.theme.size("row_header")))

    # Nothing in it shows what is selected or current, so there is nothing to paint when that changes.

    @override
    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        return QRegion()

    @override
    def currentChanged(self, current: Index, _previous: Index) -> None:
        pass

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.length(), round(self._icons.theme.size("row_header")))

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
        if is_sorted and text and column.kind != "band":
            text = f"{text} {self._arrow()}"
        weight = 600 if is_sorted else 0
        painter.setFont(theme.font("small", weight=weight))
        painter.setPen(theme.colour("text.primary" if is_sorted else "text.muted"))
        if column.parts:
            self._paint_parts(painter, rect, column)
            return
        left = _BAND_INSET if column.kind == "band" else PADDING
        room = rect.adjusted(left, 0, -PADDING, 0)
        wanted = theme.fonts.width(text, "small", weight=weight)
        if wanted > room.width():
            room = rect.adjusted(1, 0, -1, 0)
            text = theme.elided(text, "small", room.width(), weight=weight)
        painter.drawText(room, _ALIGN[column.align] | Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_parts(self, painter: QPainter, rect: QRectF, column: Column) -> None:
        for place, (short, _) in enumerate(column.parts):
            painter.drawText(self._part(rect, column, place), Qt.AlignmentFlag.AlignCenter, short)

    def _part(self, rect: QRectF, column: Column, place: int) -> QRectF:
        """Returns the room of the head of one part, right above it in the cells."""
        theme, left = self._icons.theme, rect.left() + PADDING
        if column.kind == "wounds":
            step, width = wound_strip_width(theme, 1), theme.extent("wound_cell").width()
        else:
            step = width = (rect.width() - 2 * PADDING) / len(column.parts)
        return QRectF(left + place * step, rect.top(), width, rect.height())

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            whole = self.part_at(event.pos())
            if whole:
                QToolTip.showText(event.globalPos(), plain_tip(whole), self.viewport())
                return True
        return super().viewportEvent(event)

    def part_at(self, point: QPoint) -> str:
        """Returns the whole word of the head at a point; "" where no column is parted."""
        section = self.logicalIndexAt(point)
        if not 0 <= section < len(self._columns.columns):
            return ""
        column = self._columns.columns[section]
        left, width = self.sectionViewportPosition(section), self.sectionSize(section)
        rect = QRectF(left, 0, width, self.height())
        parts = enumerate(column.parts)
        at = (
            whole for place, (_, whole) in parts if self._part(rect, column, place).contains(point)
        )
        return next(at, "")

    def _is_sorted(self, column: Column) -> bool:
        return self._columns.order.is_by(column, self._columns.columns)

    def _arrow(self) -> str:
        order = self._columns.order
        return "▾" if order.is_descending or not order.key else "▴"
