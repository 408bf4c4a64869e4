"""The tables of a ruleset in a list: how many entries each has, how many of them are own, and where a mistake is."""

from typing import Any

from msgspec import Struct
from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.combatants.cells.row_paint import write
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.list_rows import Index, RowsModel

_ROW = 30
_ICON = 14.0
_State = QStyle.StateFlag

ICONS = {
    "weapons": "encounters", "armor": "armour", "explosives": "burning", "gear": "tag",
    "conditions": "dying", "locations": "body", "wound_levels": "wounded", "numbers": "equals",
    "actions": "stunned", "modifiers": "plus", "creatures": "group", "switches": "sliders",
    "gauges": "chart", "fields": "sheet", "names": "user", "scales": "import", "lists": "log",
}  # fmt: skip
"""The icon of each table."""


class TableLine(Struct, frozen=True, kw_only=True):
    """A table in the list: key, name, entries, how many are own, wrong, and found (None: nothing is sought)."""

    key: str
    name: str
    count: int
    own: int = 0
    wrong: int = 0
    found: int | None = None


class _TableLines(RowsModel[TableLine]):
    def __init__(self, texts: MessageCatalog, parent: QObject) -> None:
        super().__init__(parent)
        self._texts = texts

    def renew(self, rows: tuple[TableLine, ...]) -> None:
        """Shows other counts of the same tables in place."""
        if [each.key for each in rows] != [each.key for each in self.rows]:
            self.show(rows)
        elif rows != self.rows:
            self.rows = rows
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))

    @override
    def row_data(self, row: TableLine, role: int) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            parts = [row.name, str(row.count)]
            if row.own:
                parts.append(self._texts.text_of("gui.workshop.own_count", count=row.own))
            if row.wrong:
                parts.append(self._texts.text_of("gui.workshop.wrong_count", count=row.wrong))
            if row.found is not None:
                parts.append(self._texts.text_of("gui.workshop.found_count", count=row.found))
            return ", ".join(parts)
        return None


class _LineDelegate(QStyledItemDelegate):
    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QObject) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(160, _ROW)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, _TableLines):
            return
        line, theme, rect = model.rows[index.row()], self._icons.theme, QRectF(option.rect)
        is_selected = bool(option.state & _State.State_Selected)
        if is_selected:
            painter.fillRect(rect, theme.colour("surface.row_selected"))
        elif option.state & _State.State_MouseOver:
            painter.fillRect(rect, theme.colour("surface.row_hover"))
        edge = theme.colour("accent.interactive" if is_selected else "line.subtle")
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), edge)
        if is_selected:
            painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 1), edge)
        room = rect.adjusted(12, 0, -10, 0)
        is_empty = line.found == 0
        role = "text.disabled" if is_empty else "text.secondary"
        box = QRectF(room.left(), room.center().y() - _ICON / 2, _ICON, _ICON)
        self._icons.paint(painter, ICONS.get(line.key, "table"), box, theme.colour(role))
        count = str(line.count if line.found is None else line.found)
        align = Qt.AlignmentFlag.AlignRight
        write(painter, theme, room, count, font="body", role="text.muted", align=align)
        room.adjust(22, 0, -max(theme.fonts.width(count, "body"), 14) - 7, 0)
        if line.own:
            own = self._texts.text_of("gui.workshop.own_count", count=line.own)
            left = room.width() - theme.fonts.width(own, "small", weight=600) - 19
            if theme.fonts.width(line.name, "row") > left:
                own = str(line.own)  # the dot says what it counts
            width = theme.fonts.width(own, "small", weight=600)
            write(
                painter,
                theme,
                room,
                own,
                font="small",
                weight=600,
                role="text.primary",
                align=align,
            )
            dot = room.right() - width - 7
            marks.paint_changed(painter, theme, QPointF(dot, room.center().y()))
            room.setRight(dot - 7)
        if line.wrong:
            mark = QRectF(room.right() - 13, room.center().y() - 6.5, 13, 13)
            self._icons.paint(painter, "error", mark, theme.colour("status.danger"))
            room.setRight(mark.left() - 6)
        role = "text.disabled" if is_empty else "text.primary"
        write(painter, theme, room, line.name, font="row", role=role)
        if option.state & _State.State_HasFocus:
            marks.paint_focus(painter, theme, rect)


class TablesList(QListView):
    """One of the tables is current."""

    chosen = Signal(str)
    """The key of the table that is wanted."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._lines = _TableLines(texts, self)
        self.setModel(self._lines)
        self.setItemDelegate(_LineDelegate(icons, texts, self))
        self.setAccessibleName(texts.text_of("gui.workshop.tables"))
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().currentChanged.connect(self._tell)
        icons.loaded.connect(self.viewport().update)

    @property
    def lines(self) -> tuple[TableLine, ...]:
        """The tables."""
        return self._lines.rows

    def show_lines(self, lines: tuple[TableLine, ...], current: str) -> None:
        """Shows tables, and which of them is current."""
        self._lines.renew(lines)
        place = next((at for at, each in enumerate(lines) if each.key == current), -1)
        if place != self.currentIndex().row():
            was = self.blockSignals(True)
            self.setCurrentIndex(self._lines.index(place))
            self.blockSignals(was)

    def _tell(self, current: Index) -> None:
        if current.isValid() and not self.signalsBlocked():
            self.chosen.emit(self._lines.rows[current.row()].key)

    @property
    def whole_height(self) -> int:
        """How high it is with all tables, in logical pixels."""
        return _ROW * len(self.lines) + 1
