"""Paints a line of what runs: whose, what, its marks on the axis, when it is due, and with what dice."""

from PySide6.QtCore import (
    QLineF,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
)
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.time.time_axis import TICKS, TimeAxis
from encounter_gui.gui.time.time_lines import TimeLine
from encounter_gui.gui.widgets.list_rows import RowsModel
from encounter_gui.gui.widgets.roller_icons import ROLLER_ICONS
from encounter_gui.rules.view.scene.time import RunningRow

ROW = 37
SIDE = 14.0
_SHAPE, _GAP, _INNER = 11.0, 8.0, 18.0
_DIAMOND, _STROKE, _SKULL, _ICON = 6.0, 10.0, 14.0, 12.0
_ROLES = {
    "test": "status.warn",
    "damage": "status.danger",
    "healing": "status.good",
    "end": "accent.interactive",
    "reminder": "text.secondary",
}
_STATE = QStyle.StateFlag

Index = QModelIndex | QPersistentModelIndex


class RowDelegate(QStyledItemDelegate):
    """Paints the lines of a model; what is due next is marked through all of them."""

    def __init__(
        self, icons: Icons, texts: MessageCatalog, model: RowsModel[TimeLine], parent: QObject
    ) -> None:
        """Takes icons with the theme, the words, and the lines."""
        super().__init__(parent)
        self._icons, self._texts, self._model = icons, texts, model

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, ROW)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line, rect, theme = self._model.rows[index.row()], QRectF(option.rect), self._icons.theme
        is_selected = bool(option.state & _STATE.State_Selected)
        ground = (
            "surface.row_selected"
            if is_selected
            else "surface.row_hover"
            if option.state & _STATE.State_MouseOver
            else "surface.row_alt"
            if index.row() % 2
            else "surface.dock"
        )
        painter.fillRect(rect, theme.colour(ground))
        axis = TimeAxis.of_width(rect.width())
        self._paint_lines(painter, rect, axis)
        self._paint_name(painter, rect, axis, line)
        for row in line.rows:
            self._paint_marks(painter, rect, axis, row, line.now)
        self._paint_when(painter, rect, axis, line)
        edge = "accent.interactive" if is_selected else "line.subtle"
        painter.fillRect(QRectF(rect.left(), rect.bottom(), rect.width(), 1), theme.colour(edge))
        if is_selected:
            painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 1), theme.colour(edge))
        if option.state & _STATE.State_HasFocus:
            marks.paint_focus(painter, theme, rect)

    def _paint_lines(self, painter: QPainter, rect: QRectF, axis: TimeAxis) -> None:
        """Paints the lines of the axis, now, and what is due next of all."""
        theme, first = self._icons.theme, self._model.rows[0]
        places = [(axis.x(seconds), "line.divider", 1) for seconds, _, _ in TICKS]
        places.append((axis.left, "text.secondary", 1))
        places.append((axis.x(first.row.due - first.now) - 1, "accent.interactive", 2))
        for x, role, width in places:
            line = QRectF(round(rect.left() + x), rect.top(), width, rect.height())
            painter.fillRect(line, theme.colour(role))

    def _paint_name(self, painter: QPainter, rect: QRectF, axis: TimeAxis, line: TimeLine) -> None:
        theme, x, row = self._icons.theme, rect.left() + SIDE, line.row
        right = rect.left() + axis.left - 6
        ink = theme.colour("text.secondary")
        if line.is_head:
            icon = "caret_down" if line.is_open else "caret_right"
            place = QRectF(x - 10, rect.center().y() - 5, 10, 10)
            self._icons.paint(painter, icon, place, ink)
        x += _INNER if line.is_inner else 0
        shape = QRectF(x, rect.center().y() - _SHAPE / 2, _SHAPE, _SHAPE)
        if row.side is not None:
            marks.paint_faction(painter, theme, shape, row.side)
        elif not row.names:
            self._icons.paint(painter, "clock", shape, ink)
        x += _SHAPE + _GAP
        if row.names and not line.is_inner:
            room = max((right - x) * 0.6, 40.0)
            names = theme.elided(row.names, "row", room, weight=600)
            place = QRectF(x, rect.top(), room + 2, rect.height())
            marks.paint_text(painter, theme, place, names, "row", "text.primary", weight=600)
            x += theme.fonts.width(names, "row", weight=600) + _GAP
        room = max(right - x, 0.0)
        words = theme.elided(line.what(self._texts), "body", room)
        place = QRectF(x, rect.top(), room + 2, rect.height())
        marks.paint_text(painter, theme, place, words, "body", "text.secondary")

    # ---- the axis

    def _paint_marks(
        self, painter: QPainter, rect: QRectF, axis: TimeAxis, row: RunningRow, now: int
    ) -> None:
        theme, middle = self._icons.theme, rect.center().y()
        colour = theme.colour(_ROLES[row.asks])
        if row.asks == "test" and not row.every:
            colour = theme.colour("accent.interactive")
        start, due = rect.left() + axis.left, rect.left() + axis.x(row.due - now)
        repeats = [rect.left() + x for x in axis.repeats(row, now)]
        with painting(painter):
            if row.every:
                end = rect.left() + (axis.x(row.ends - now) if row.ends is not None else axis.right)
                _line(painter, due, end, middle, colour, is_dotted=True)
            else:
                is_dotted = row.asks == "reminder"
                _line(painter, start, due, middle, colour, is_dotted=is_dotted)
            painter.setPen(pen(colour, 2.0))
            for x in repeats:
                painter.drawLine(QLineF(x, middle - _STROKE / 2, x, middle + _STROKE / 2))
            self._paint_diamond(painter, QPointF(due, middle), colour)
        if row.ends is not None and row.end_text and (row.is_deadly or row.ends != row.due):
            self._paint_end(painter, rect, axis, row, now)

    def _paint_diamond(self, painter: QPainter, centre: QPointF, colour: QColor) -> None:
        steps = [(0, -_DIAMOND), (_DIAMOND, 0), (0, _DIAMOND), (-_DIAMOND, 0)]
        painter.setPen(pen(self._icons.theme.colour("surface.dock"), 1.0))
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF([centre + QPointF(x, y) for x, y in steps]))

    def _paint_end(
        self, painter: QPainter, rect: QRectF, axis: TimeAxis, row: RunningRow, now: int
    ) -> None:
        """Paints what it ends with: a skull and when, where that is death; the words alone else."""
        theme, middle = self._icons.theme, rect.center().y()
        x = rect.left() + axis.x((row.ends or now) - now) + 4
        if row.ends == row.due:  # behind the diamond
            x += _DIAMOND
        if row.is_deadly:
            place = QRectF(x, middle - _SKULL / 2, _SKULL, _SKULL)
            self._icons.paint(painter, "skull", place, theme.colour("status.danger"))
            x += _SKULL + 4
        width = theme.fonts.width(row.end_text, "body")
        room = QRectF(x, rect.top(), width + 2, rect.height())
        if x + width > rect.left() + axis.right + 30:  # before the first mark, then
            room.moveLeft(rect.left() + axis.x(row.due - now) - width - 12)
            if room.left() < rect.left() + axis.left + 4:
                return
        marks.paint_text(painter, theme, room, row.end_text, "body", "text.primary")

    # ---- when

    def _paint_when(self, painter: QPainter, rect: QRectF, axis: TimeAxis, line: TimeLine) -> None:
        theme, half = self._icons.theme, rect.height() / 2
        left, right = rect.left() + axis.right + 8, rect.right() - 12
        upper = QRectF(left, rect.top() + 2, right - left, half - 2)
        marks.paint_text(
            painter,
            theme,
            upper,
            line.row.due_text,
            "body",
            "text.primary",
            marks.RIGHT,
            weight=600,
        )
        font = "dice" if line.row.dice else "small"
        width = right - left - (_ICON + 5 if line.roller else 0)
        words = theme.elided(line.dice(), font, width)
        lower = QRectF(left, rect.top() + half - 1, right - left, half - 2)
        weight = 400 if line.row.dice else 0
        marks.paint_text(
            painter, theme, lower, words, font, "text.secondary", marks.RIGHT, weight=weight
        )
        if line.roller is not None:
            x = right - theme.fonts.width(words, font, weight=weight) - 5 - _ICON
            place = QRectF(x, lower.center().y() - _ICON / 2, _ICON, _ICON)
            icon = ROLLER_ICONS[line.roller]
            self._icons.paint(painter, icon, place, theme.colour("text.secondary"))


def _line(
    painter: QPainter, left: float, right: float, y: float, colour: QColor, *, is_dotted: bool
) -> None:
    if right <= left:
        return
    drawn = QPen(pen(colour, 1.6))
    if is_dotted:
        drawn.setDashPattern([1.0, 2.0])
    painter.setPen(drawn)
    painter.drawLine(QLineF(left, y, right, y))
