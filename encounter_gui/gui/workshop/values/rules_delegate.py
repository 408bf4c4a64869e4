"""Cells of the rules: what is inherited is grey, what is own is bold with a dot, what is wrong stands in a frame."""

from collections.abc import Callable

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from encounter_gui.gui.combatants.cells.row_paint import write
from encounter_gui.gui.theme.canvas import inset, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import mark_wrong
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.line_edit import LONGEST
from encounter_gui.gui.widgets.list_rows import Index
from encounter_gui.gui.workshop.values.rules_model import MISTAKE_ROLE, NEW_ROLE, OWN_ROLE

ROW_HEIGHT = 27
BACK_ROOM = 140
"""Kept free at the right of a row for the way back to the book, in logical pixels."""
MOST_TITLE = 220
"""The most a title takes of a column whose values are shorter; its tip has all of it, in logical pixels."""
FIRST = 36
"""Left of the names, where the dot of an entry stands, in logical pixels."""
_DOT, _SIDE = 14, 6
DOT_ROOM = 12
"""Beside an own value, for its dot, in logical pixels."""
_State = QStyle.StateFlag
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class CellField(QLineEdit):
    """The field of a cell that is typed over; it keeps its keys from the page around it."""


class RulesDelegate(QStyledItemDelegate):
    """Paints cells, and opens the field in which they are typed over."""

    typing = Signal(object, str)
    """``QModelIndex, str``: what stands in the open field of a cell, after each letter."""
    entered = Signal()
    """Enter in the field: the cell below is next."""

    def __init__(self, icons: Icons, new_word: str, parent: QObject | None = None) -> None:
        """Takes icons with the theme, and the word beside entries that the book does not have."""
        super().__init__(parent)
        self._icons = icons
        self._new = new_word
        self.hovered = -1
        """The row under the mouse; −1: none."""
        self.refusal: Callable[[Index, str], str] = lambda _index, _text: ""
        """Returns why a text cannot stand in a cell, in words; empty: it can."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        text = str(index.data() or "–")
        is_own = bool(index.data(OWN_ROLE))
        font = "row" if index.column() == 0 else "body"
        width = self._icons.theme.fonts.width(text, font, weight=600 if is_own else 0) + 2 * _SIDE
        width += FIRST - _SIDE if index.column() == 0 else DOT_ROOM if is_own else 0
        if index.column() == 0 and index.data(NEW_ROLE):
            width += marks.tag_width(self._icons.theme, self._new) + 10
        if _is_last(index):
            width += BACK_ROOM
        return QSize(round(width) + 2, ROW_HEIGHT)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, rect = self._icons.theme, QRectF(option.rect)
        self.paint_ground(painter, option, index.row())
        if _keeps_room(index):
            rect.setRight(rect.right() - BACK_ROOM)
        room = rect.adjusted(_SIDE, 0, -_SIDE, 0)
        is_own, is_new = bool(index.data(OWN_ROLE)), bool(index.data(NEW_ROLE))
        is_wrong = bool(index.data(MISTAKE_ROLE))
        is_name = index.column() == 0
        if is_name:
            room.setLeft(rect.left() + FIRST)
            if is_own:
                marks.paint_changed(painter, theme, QPointF(rect.left() + _DOT, rect.center().y()))
            if is_new:
                room.setRight(self._paint_new(painter, room))
        role = "text.primary" if is_own or is_new else "text.secondary" if is_name else "text.muted"
        weight = 600 if is_own or is_new else 0
        text = str(index.data() or ("" if is_name else "–"))
        side = Qt.AlignmentFlag(index.data(Qt.ItemDataRole.TextAlignmentRole))
        side &= Qt.AlignmentFlag.AlignHorizontal_Mask
        font = "row" if is_name else "body"
        if is_own and not is_new and not is_name and not is_wrong:
            width = min(theme.fonts.width(text, font, weight=weight), room.width() - DOT_ROOM)
            left = room.right() - width if side == Qt.AlignmentFlag.AlignRight else room.left()
            dot = left - 8 if side == Qt.AlignmentFlag.AlignRight else left + 3
            marks.paint_changed(painter, theme, QPointF(dot, rect.center().y()))
            if side != Qt.AlignmentFlag.AlignRight:
                room.setLeft(left + DOT_ROOM)
        if is_wrong:
            self._paint_wrong(painter, rect)
        write(painter, theme, room, text, font=font, weight=weight, role=role, align=side)
        if option.state & _State.State_HasFocus and not is_wrong:
            marks.paint_focus(painter, theme, rect, radius=theme.radius("chip"))

    def is_selected(self, option: QStyleOptionViewItem) -> bool:
        """Returns whether a cell looks selected."""
        return bool(option.state & _State.State_Selected)

    def paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, row: int) -> None:
        """Paints what lies under a cell of a row: its ground, and the lines around it."""
        theme, rect = self._icons.theme, QRectF(option.rect)
        is_selected = self.is_selected(option)
        role = "surface.dock"  # Qt has painted its own under it
        if is_selected:
            role = "surface.row_selected"
        elif row == self.hovered:
            role = "surface.row_hover"
        painter.fillRect(rect, theme.colour(role))
        line = theme.colour("accent.interactive" if is_selected else "line.subtle")
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), line)
        if is_selected:
            painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 1), line)

    def _paint_new(self, painter: QPainter, room: QRectF) -> float:
        """Paints the word at the end of a name; returns where the name has to end."""
        theme = self._icons.theme
        left = room.right() - marks.tag_width(theme, self._new)
        marks.paint_tag(painter, theme, QPointF(left, room.center().y() - 7.5), self._new)
        return left - 6

    def _paint_wrong(self, painter: QPainter, rect: QRectF) -> None:
        theme = self._icons.theme
        with painting(painter):
            painter.setBrush(theme.colour("surface.sunken"))
            painter.setPen(pen(theme.colour("status.danger"), 2))
            box = inset(rect.adjusted(1, 2, -1, -3), 1)
            painter.drawRoundedRect(box, theme.radius("control"), theme.radius("control"))

    # ---- typing

    @override
    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        field = CellField(parent)
        field.setMaxLength(LONGEST)
        field.setAccessibleName(str(index.data(Qt.ItemDataRole.AccessibleTextRole)))
        field.setAlignment(Qt.AlignmentFlag(index.data(Qt.ItemDataRole.TextAlignmentRole)))
        field.textEdited.connect(lambda text: self._follow(field, index, text))
        return field

    def _follow(self, field: QLineEdit, index: Index, text: str) -> None:
        refusal = self.refusal(index, text)
        mark_wrong(field, is_wrong=bool(refusal))
        field.setAccessibleDescription(refusal)
        self.typing.emit(index, text)

    @override
    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QLineEdit) and not editor.isModified():
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole) or ""))

    @override
    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        rect = option.rect
        if _is_last(index):
            rect = rect.adjusted(0, 0, -BACK_ROOM, 0)
        left = FIRST - 8 if index.column() == 0 else 0
        wanted = max(rect.width() - left, 72)
        editor.setGeometry(rect.left() + left, rect.top(), wanted, rect.height())

    @override
    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, QLineEdit) and editor.isModified():
            model.setData(index, editor.text())

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter keeps what was typed and goes to the cell below, as in a table."""
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() in _ENTER
            and isinstance(watched, QLineEdit)
        ):
            self.commitData.emit(watched)
            self.closeEditor.emit(watched, QAbstractItemDelegate.EndEditHint.NoHint)
            self.entered.emit()
            return True
        return super().eventFilter(watched, event)


def _keeps_room(index: Index) -> bool:
    """Whether the way back to the book stands, or could, at the end of a cell; what begins at its left is cut."""
    if not _is_last(index) or index.column() == 0:
        return False
    align = Qt.AlignmentFlag(index.data(Qt.ItemDataRole.TextAlignmentRole))
    is_right = bool(align & Qt.AlignmentFlag.AlignRight)
    return is_right or bool(index.sibling(index.row(), 0).data(OWN_ROLE))


def _is_last(index: Index) -> bool:
    return index.column() == index.model().columnCount() - 1
