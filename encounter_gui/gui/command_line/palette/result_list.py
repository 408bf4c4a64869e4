"""What was found, in groups: an icon or the shape of a side, the title with what was typed in it, a note, the key."""

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.command_line.finding.source import Group, Hit
from encounter_gui.gui.command_line.palette.columns import GROUP, SIDE, TITLE
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.list_rows import RowsModel
from encounter_gui.gui.widgets.tool_tips import plain_tip

_ROW, _ICON, _GAP = 25, 14.0, 8.0
_LEAST_NOTE = 40.0
_Role = Qt.ItemDataRole
_Align = Qt.AlignmentFlag
Index = QModelIndex | QPersistentModelIndex
Row = tuple[Group, Hit]


class ResultModel(RowsModel[Row]):
    """The rows; a group's name belongs to its first row."""

    def __init__(self, texts: MessageCatalog, parent: QObject | None = None) -> None:
        """Takes the texts."""
        super().__init__(parent)
        self._texts = texts

    def group_at(self, place: int) -> str:
        """Returns the name of the group that begins with a row; empty: none does."""
        group = self.rows[place][0]
        is_first = place == 0 or self.rows[place - 1][0] != group
        return self._texts.text_of(f"gui.palette.group.{group}") if is_first else ""

    @override
    def row_data(self, row: Row, role: int) -> Any:
        group, hit = row
        found = hit.found
        match role:
            case _Role.DisplayRole:
                return found.title
            case _Role.AccessibleTextRole:
                name = self._texts.text_of(f"gui.palette.group.{group}")
                said = (name, found.title, found.note, found.why_not, found.cap)
                return ", ".join(part for part in said if part)
            case _Role.ToolTipRole:
                tip = (found.title, found.note, found.why_not)
                return plain_tip("\n".join(part for part in tip if part))
            case _:
                return None


class _RowDelegate(QStyledItemDelegate):
    def __init__(self, icons: Icons, model: ResultModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._model = model

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, _ROW)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, rect = self._icons.theme, QRectF(option.rect)
        group, hit = self._model.rows[index.row()]
        if option.state & QStyle.StateFlag.State_Selected:
            room = rect.adjusted(GROUP - 6, 0, -4, 0)
            painter.fillRect(room, theme.colour("surface.row_selected"))
            painter.fillRect(
                QRectF(room.left(), room.top(), 2, room.height()),
                theme.colour("accent.interactive"),
            )
        name = self._model.group_at(index.row())
        if name:
            line = QRectF(rect.left(), rect.top(), rect.width(), 1)
            painter.fillRect(line, theme.colour("line.subtle"))
            painter.setFont(theme.font("body"))
            painter.setPen(theme.colour("text.muted"))
            painter.drawText(rect.adjusted(SIDE, 0, 0, 0), _Align.AlignVCenter, name)
        left = rect.left() + GROUP
        self._paint_sign(painter, QRectF(left, rect.center().y() - _ICON / 2, _ICON, _ICON), hit)
        right = self._paint_keys(painter, rect, hit)
        room = QRectF(left + TITLE, rect.top(), right - left - TITLE - _GAP, rect.height())
        self._paint_words(painter, room, hit, is_line=group == "command")

    def _paint_sign(self, painter: QPainter, box: QRectF, hit: Hit) -> None:
        theme, found = self._icons.theme, hit.found
        if found.side is not None:
            marks.paint_faction(painter, theme, box.adjusted(1.5, 1.5, -1.5, -1.5), found.side)
        elif found.icon:
            self._icons.paint(painter, found.icon, box, theme.colour("text.secondary"))

    def _paint_keys(self, painter: QPainter, rect: QRectF, hit: Hit) -> float:
        """Paints what Enter does and the keys that do it without the palette; returns where that begins."""
        theme, found = self._icons.theme, hit.found
        x, top = rect.right() - SIDE, rect.center().y() - 8
        if not found.why_not:
            for cap in reversed(caps_of(found.cap)):
                x -= marks.key_cap_width(theme, cap)
                marks.paint_key_cap(painter, theme, QPointF(x, top), cap)
                x -= 3
        words = found.why_not or found.says
        if words:
            width = min(theme.fonts.width(words, "small"), rect.width() / 2)
            shown = theme.elided(words, "small", width + 1)
            painter.setFont(theme.font("small"))
            painter.setPen(theme.colour("status.warn" if found.why_not else "text.muted"))
            painter.drawText(
                QRectF(x - width - 4, rect.top(), width + 4, rect.height()),
                _Align.AlignVCenter | _Align.AlignLeft,
                shown,
            )
            x -= width + 6
        return x

    def _paint_words(self, painter: QPainter, room: QRectF, hit: Hit, *, is_line: bool) -> None:
        theme, found = self._icons.theme, hit.found
        font = "dice" if is_line else "row"
        role = "text.muted" if found.why_not else "text.primary"
        title = found.title
        runs = tuple(_runs(title, hit.places, role))
        width = marks.runs_width(theme, runs, font)
        if width > room.width():
            title = theme.elided(title, font, room.width())
            runs = tuple(_runs(title, tuple(p for p in hit.places if p < len(title) - 1), role))
        written = marks.paint_runs(painter, theme, room, runs, font)
        left = 200.0 if is_line else written + 12
        if found.note and room.width() - left > _LEAST_NOTE:
            rest = QRectF(room.left() + max(left, written + 12), room.top(), 0, room.height())
            rest.setRight(room.right())
            note = theme.elided(found.note, "body", rest.width())
            marks.paint_text(painter, theme, rest, note, "body", "text.muted")


def caps_of(keys: str) -> list[str]:
    """Returns the keys of a shortcut one by one: ``Ctrl+P`` is two caps, and ``+`` may itself be one."""
    if len(keys) < 2:
        return [keys] if keys else []
    head, _, last = keys[:-1].rpartition("+")
    return [*(part for part in head.split("+") if part), last + keys[-1]]


def _runs(title: str, places: tuple[int, ...], role: str) -> Iterator[marks.Run]:
    """Yields a title in pieces: what was typed in it is bold and cyan."""
    hits, start = set(places), 0
    while start < len(title):
        end = start + 1
        while end < len(title) and (end in hits) == (start in hits):
            end += 1
        is_hit = start in hits
        yield marks.Run(
            text=title[start:end],
            role="accent.interactive" if is_hit else role,
            weight=700 if is_hit else 0,
        )
        start = end


class ResultList(QListView):
    """The list below the line; the keyboard stays in the line, which moves its selection."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self.results = ResultModel(texts, self)
        self.setModel(self.results)
        self.setItemDelegate(_RowDelegate(icons, self.results, self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(texts.text_of("gui.palette.results"))
        self.setObjectName("palette_results")

    @property
    def place(self) -> int:
        """The row that is selected; -1: none is."""
        return self.currentIndex().row()

    def choose(self, place: int) -> None:
        """Selects a row; -1: none."""
        if place < 0:
            self.setCurrentIndex(QModelIndex())
        else:
            self.setCurrentIndex(self.results.index(place))

    def show_rows(self, rows: tuple[Row, ...], chosen: int) -> None:
        """Shows rows, one of them chosen."""
        self.results.show(rows)
        self.setVisible(bool(rows))
        self.setFixedHeight(max(len(rows), 1) * _ROW)
        self.choose(chosen)
