"""The name cell: the side's shape, the name as it stands in the fight, and at most one tag."""

from math import ceil

from PySide6.QtCore import QObject, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QLineEdit, QStyleOptionViewItem, QWidget
from typing_extensions import override

from encounter_gui.encounter.values import Side
from encounter_gui.gui.combatants.cells.cell_delegate import CellDelegate
from encounter_gui.gui.combatants.cells.row_paint import PADDING, RowPainter, padding_box
from encounter_gui.gui.combatants.model import Index
from encounter_gui.gui.theme.canvas import centred
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.gui.widgets.roller_icons import ROLLER_ICONS
from encounter_gui.rules.view import Column, NameCell, Row

_GAP = 7.0
_TAG_GAP = 4.0
_LONGEST = 60


class NameDelegate(CellDelegate):
    """Paints names and edits them in place."""

    kind = "name"
    paints = (NameCell,)

    def __init__(self, rows: RowPainter, parent: QObject | None = None) -> None:
        """Takes what paints the rows and knows them."""
        super().__init__(rows, parent)
        self._target_word = rows.texts.text_of("gui.fight.target")

    @override
    def paint_cell(
        self, painter: QPainter, option: QStyleOptionViewItem, place: int, row: Row, column: Column
    ) -> None:
        cell = row.cells.get(column.key)
        if not isinstance(cell, NameCell):
            return
        theme, rect = self.rows.theme, padding_box(option)
        # A ghost still acts: its name is not struck.
        is_out = (cell.is_out or row.is_out) and not cell.is_ghost
        rect.adjust(0, 0, -self._paint_tag(painter, rect, row, cell), 0)
        paint_shape(painter, theme, rect, cell.side, is_out=is_out, is_hollow=row.is_planned)
        rect.adjust(theme.icon_size("faction") + _GAP, 0, 0, 0)
        weight = _weight(row)
        role = "text.muted" if is_out or row.is_planned else "text.primary"
        name = cell.name
        lacks = theme.fonts.width(name, "row", weight=weight) - rect.width()
        if lacks > 0:
            self.rows.want(column.key, option.rect.width() + ceil(lacks))
            # In the middle: "gunner A" keeps its A.
            middle = Qt.TextElideMode.ElideMiddle
            name = theme.elided(name, "row", rect.width(), weight=weight, mode=middle)
        painter.setFont(theme.font("row", weight=weight, italic=cell.is_hidden, struck=is_out))
        painter.setPen(theme.colour(role))
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, name)

    def _paint_tag(self, painter: QPainter, rect: QRectF, row: Row, cell: NameCell) -> float:
        """Paints the most telling of the tags at the right edge and returns the room it takes."""
        if row.who == self.rows.pointed.target:
            return self._paint_target(painter, rect, self._target_room(rect, row, cell))
        roller = self.rows.pointed.rollers.get(row.who)
        icon = _tag(row, cell) or (ROLLER_ICONS[roller] if roller else "")
        return self._paint_icon(painter, rect, icon, "text.secondary") if icon else 0.0

    def _paint_icon(self, painter: QPainter, rect: QRectF, icon: str, role: str) -> float:
        side = self.rows.theme.icon_size("inline")
        box = centred(QRectF(rect.right() - side, rect.top(), side, rect.height()), side, side)
        self.rows.icons.paint(painter, icon, box, self.rows.theme.colour(role))
        return side + _TAG_GAP

    def _target_room(self, rect: QRectF, row: Row, cell: NameCell) -> float:
        """Returns what the name, written in full, leaves for the tag."""
        theme, weight = self.rows.theme, _weight(row)
        name = theme.fonts.width(cell.name, "row", weight=weight)
        return rect.width() - theme.icon_size("faction") - _GAP - name

    def _paint_target(self, painter: QPainter, rect: QRectF, room: float) -> float:
        theme, side = self.rows.theme, self.rows.theme.icon_size("inline")
        word = self._target_word
        width = theme.fonts.width(word, "small", weight=600)
        if width + side + 2 * _TAG_GAP > room:
            return self._paint_icon(painter, rect, "target", "accent.interactive")
        painter.setFont(theme.font("small", weight=600))
        painter.setPen(theme.colour("accent.interactive"))
        painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, word)
        left = rect.right() - width - _TAG_GAP - side
        box = centred(QRectF(left, rect.top(), side, rect.height()), side, side)
        self.rows.icons.paint(painter, "target", box, theme.colour("accent.interactive"))
        return rect.right() - left + _TAG_GAP

    @override
    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = QLineEdit(parent)
        editor.setMaxLength(_LONGEST)
        editor.setFont(self.rows.theme.font("row"))
        editor.setAccessibleName(self.rows.model.columns[index.column()].title)
        return editor

    @override
    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        left = PADDING + self.rows.theme.icon_size("faction")
        editor.setGeometry(option.rect.adjusted(int(left), 1, 0, -2))


DELEGATES = (NameDelegate,)
"""The delegates of this module, for the table of all."""


def _weight(row: Row) -> int:
    return 700 if row.is_now else 500


def _tag(row: Row, cell: NameCell) -> str:
    if row.members:
        return "caret_right"
    if cell.is_ghost:
        return "ghost"
    if cell.is_out or row.is_out:
        return "skull"
    if cell.is_hidden:
        return "eye_off"
    return "group" if row.group else ""


def paint_shape(
    painter: QPainter,
    theme: Theme,
    rect: QRectF,
    side: Side,
    *,
    is_out: bool = False,
    is_hollow: bool = False,
) -> None:
    """Paints the shape of a side at the left of a rectangle; hollow for somebody who is only planned."""
    size = theme.icon_size("faction")
    box = centred(QRectF(rect.left(), rect.top(), size, rect.height()), size, size)
    marks.paint_faction(painter, theme, box, side, defeated=is_out, hollow=is_hollow)
