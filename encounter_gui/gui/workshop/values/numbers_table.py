"""Numbers of the rules as sentences with a field, each with its rule before and its range after."""

from typing import Any

from msgspec import Struct
from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.combatants.cells.row_paint import write
from encounter_gui.gui.theme.canvas import inset, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.list_rows import Index
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.gui.workshop.values.rules_delegate import RulesDelegate
from encounter_gui.gui.workshop.values.title_header import TitleHeader
from encounter_gui.rules.files.layers import Place
from encounter_gui.rules.files.tables import Row
from encounter_gui.rules.model.text_format import around_value

_Role = Qt.ItemDataRole
_State = QStyle.StateFlag
_ROW, _HEADER = 29, 24
_FIELD, _FIELD_HEIGHT = 46, 22
_SIDE, _GAP = 6, 8
_BACK = 22
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_MODE = QHeaderView.ResizeMode
_ID, _SENTENCE, _BOOK, _RANGE = range(4)
_WIDTHS = {_ID: 100, _BOOK: 132, _RANGE: 108}


class NumberLine(Struct, frozen=True, kw_only=True):
    """A number: its entry, what it is now, what the book says if that is another, its range, and what is wrong.

    ``value`` is as it is typed, ``shown`` as it is read, with its sign where the sentence says so.
    """

    row: Row
    value: str
    shown: str
    book: str = ""
    range: str = ""
    mistake: str = ""

    @property
    def around(self) -> tuple[str, str]:
        """What of the sentence stands before the value, and what after it."""
        before, after, _ = around_value(self.row.text or self.row.name)
        return before.rstrip(), after.lstrip()

    @property
    def sentence(self) -> str:
        """The sentence with the value in it."""
        before, after = self.around
        return f"{before} {self.shown} {after}".strip()


class NumbersModel(QAbstractTableModel):
    """Shows numbers; what is typed goes to whoever keeps the draft."""

    edited = Signal(int, str)
    """The place of a number in the list, and what was typed."""

    def __init__(self, texts: MessageCatalog, parent: QObject | None = None) -> None:
        """Takes the words."""
        super().__init__(parent)
        self._texts = texts
        self.lines: tuple[NumberLine, ...] = ()

    def show(self, lines: tuple[NumberLine, ...]) -> None:
        """Shows numbers; the same ones stay where they are."""
        is_same = [each.row.place for each in lines] == [each.row.place for each in self.lines]
        if not is_same:
            self.beginResetModel()
        self.lines = lines
        if not is_same:
            self.endResetModel()
        elif lines:
            self.dataChanged.emit(self.index(0, 0), self.index(len(lines) - 1, _RANGE))

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt declares it
        return 0 if parent.isValid() else len(self.lines)

    @override
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt declares it
        return 0 if parent.isValid() else len(_NAMES)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical or section >= len(_NAMES):
            return None
        if role == _Role.TextAlignmentRole:
            return _align(section)
        if role == _Role.DisplayRole and _NAMES[section]:
            return self._texts.text_of(f"gui.workshop.numbers.{_NAMES[section]}")
        return None

    @override
    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        if not 0 <= index.row() < len(self.lines):
            return None
        line = self.lines[index.row()]
        match role:
            case _Role.EditRole:
                return line.value
            case _Role.DisplayRole:
                return self._text(line, index.column())
            case _Role.TextAlignmentRole:
                return _align(index.column())
            case _Role.AccessibleTextRole:
                return self._spoken(line)
            case _:
                tip = line.mistake or self._text(line, index.column())
                return plain_tip(tip) if role == _Role.ToolTipRole else None

    def _text(self, line: NumberLine, column: int) -> str:
        match column:
            case 0:
                return line.row.rule
            case 1:
                return line.sentence
            case 2:
                return (
                    self._texts.text_of("gui.workshop.book_is", value=line.book)
                    if line.book
                    else ""
                )
            case _:
                return line.range

    def _spoken(self, line: NumberLine) -> str:
        words = [f"{line.row.rule} {line.sentence}".strip(), line.range]
        if line.book:
            words.append(self._texts.text_of("gui.workshop.book", value=line.book))
        return ", ".join([*words, line.mistake] if line.mistake else words)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == _SENTENCE else flags

    @override
    def setData(self, index: Index, value: Any, role: int = _Role.EditRole) -> bool:
        """Hands on what was typed; the number changes when the draft has."""
        if role != _Role.EditRole or not 0 <= index.row() < len(self.lines):
            return False
        self.edited.emit(index.row(), str(value))
        return True


_NAMES = ("id", "rule", "", "range")


def _align(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column >= _BOOK else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


class _NumberDelegate(RulesDelegate):
    """Paints a sentence with its field where the value belongs."""

    def field_rect(self, rect: QRect, line: NumberLine) -> QRectF:
        """Returns where the field of a number is painted, from the rectangle of its sentence."""
        theme = self._icons.theme
        width = max(_FIELD, theme.fonts.width(line.shown, "body", weight=600) + 20)
        before, after = (theme.fonts.width(each, "body") for each in line.around)
        left = rect.left() + _SIDE + (before + _GAP if before else 0)
        after = min(after + _GAP if after else 0, rect.width() / 4)
        left = min(left, rect.right() - width - after - 4)
        top = rect.top() + (rect.height() - _FIELD_HEIGHT) / 2
        return QRectF(left, top, width, _FIELD_HEIGHT)

    def back_rect(self, rect: QRect) -> QRectF:
        """Returns where the way back to the book is painted."""
        top = rect.top() + (rect.height() - _BACK) / 2
        return QRectF(rect.right() - _BACK - 2, top, _BACK, _BACK)

    @override
    def is_selected(self, option: QStyleOptionViewItem) -> bool:
        """Without the keyboard no number looks selected: what is looked at is in the table above."""
        view = self.parent()
        has_keyboard = isinstance(view, QTableView) and view.hasFocus()
        return has_keyboard and super().is_selected(option)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(_WIDTHS.get(index.column(), 200), _ROW)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, NumbersModel):
            return
        line, theme, rect = model.lines[index.row()], self._icons.theme, QRectF(option.rect)
        self.paint_ground(painter, option, index.row())
        room = rect.adjusted(6, 0, -6, 0)
        match index.column():
            case 0:
                if line.book:
                    marks.paint_changed(
                        painter, theme, QPointF(rect.left() + 14, rect.center().y())
                    )
                room.setLeft(rect.left() + 27)
                write(painter, theme, room, line.row.rule, font="dice", weight=400)
            case 1:
                self._paint_sentence(painter, option.rect, line, option)
            case 2:
                self._paint_book(painter, option.rect, str(index.data()), line)
            case _:
                write(
                    painter, theme, room.adjusted(0, 0, -6, 0), line.range, font="small",
                    align=Qt.AlignmentFlag.AlignRight, role="text.muted",
                )  # fmt: skip

    def _paint_sentence(
        self, painter: QPainter, rect: QRect, line: NumberLine, option: QStyleOptionViewItem
    ) -> None:
        theme, box = self._icons.theme, self.field_rect(rect, line)
        is_own = bool(line.book) or bool(line.mistake)
        room = QRectF(rect).adjusted(_SIDE, 0, 0, 0)
        room.setRight(box.left() - 4)
        role = "text.primary" if is_own else "text.secondary"
        before, after = line.around
        write(painter, theme, room, before, role=role)
        rest = QRectF(rect).adjusted(0, 0, -4, 0)
        rest.setLeft(box.right() + _GAP)
        write(painter, theme, rest, after, role=role)
        has_focus = bool(option.state & _State.State_HasFocus)
        edge = "status.danger" if line.mistake else "accent.focus" if has_focus else "line.control"
        with painting(painter):
            painter.setBrush(theme.colour("surface.sunken"))
            painter.setPen(pen(theme.colour(edge), 2 if has_focus or line.mistake else 1))
            painter.drawRoundedRect(
                inset(box, 0.5), theme.radius("control"), theme.radius("control")
            )
        write(
            painter, theme, box.adjusted(4, 0, -9, 0), line.shown, weight=600 if is_own else 0,
            role=role, align=Qt.AlignmentFlag.AlignRight,
        )  # fmt: skip
        if line.mistake:
            rest.setLeft(rest.left() + (theme.fonts.width(after, "body") + _GAP if after else 0))
            icon = QRectF(rest.left(), rest.center().y() - 6.5, 13, 13)
            self._icons.paint(painter, "error", icon, theme.colour("status.danger"))
            write(
                painter, theme, rest.adjusted(18, 0, 0, 0), line.mistake, font="small",
                role="status.danger",
            )  # fmt: skip

    def _paint_book(self, painter: QPainter, rect: QRect, text: str, line: NumberLine) -> None:
        if not line.book:
            return
        theme, box = self._icons.theme, self.back_rect(rect)
        room = QRectF(rect).adjusted(2, 0, 0, 0)
        room.setRight(box.left() - 6)
        write(
            painter, theme, room, text, font="small", role="text.secondary",
            align=Qt.AlignmentFlag.AlignRight,
        )  # fmt: skip
        with painting(painter):
            painter.setBrush(theme.colour("surface.raised"))
            painter.setPen(pen(theme.colour("line.control"), 1))
            painter.drawRoundedRect(inset(box, 0.5), 3, 3)
        icon = QRectF(box.center().x() - 6, box.center().y() - 6, 12, 12)
        self._icons.paint(painter, "undo", icon, theme.colour("text.primary"))

    @override
    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        model = index.model()
        if isinstance(model, NumbersModel):
            box = self.field_rect(option.rect, model.lines[index.row()]).toRect()
            editor.setGeometry(box.adjusted(-1, -1, 1, 1))


class NumbersTable(QTableView):
    """Shows numbers of the rules; typing goes into the field of the current one."""

    back_requested = Signal(tuple)
    """``tuple[Place, ...]``: these go back to the book."""
    row_changed = Signal()
    """Another row is current."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self.numbers = NumbersModel(texts, self)
        self.cells = _NumberDelegate(icons, "", self)
        self.cells.entered.connect(self._go_down)
        self.setModel(self.numbers)
        self.setItemDelegate(self.cells)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(
            triggers.DoubleClicked | triggers.EditKeyPressed | triggers.AnyKeyPressed
        )
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_ROW)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = TitleHeader(icons, 27, 12, self)
        self.setHorizontalHeader(header)
        header.setHighlightSections(False)
        header.setFixedHeight(_HEADER)
        self.setAccessibleName(texts.text_of("workshop.table.numbers"))
        self.selectionModel().currentChanged.connect(self._settle)

    @property
    def current_line(self) -> NumberLine | None:
        """The number the keyboard is on; None: on none."""
        lines, row = self.numbers.lines, self.currentIndex().row()
        return lines[row] if 0 <= row < len(lines) else None

    @property
    def current_place(self) -> Place:
        """The place of the number the keyboard is on; empty: on none."""
        line = self.current_line
        return line.row.place if line is not None else ()

    def show_lines(self, lines: tuple[NumberLine, ...], current: Place) -> None:
        """Shows numbers; the keyboard stays on the one at this place, else goes to the first."""
        self.numbers.show(lines)
        self.clearSpans()
        for at, line in enumerate(lines):
            if (
                not line.book
            ):  # a sentence has the room of what the book says, where it says the same
                self.setSpan(at, _SENTENCE, 1, 2)
        if not self.go_to(current) and lines and not self.currentIndex().isValid():
            self.go_to(lines[0].row.place)

    @property
    def selected_places(self) -> tuple[Place, ...]:
        """The places of the selected numbers, from above to below."""
        rows = sorted({each.row() for each in self.selectionModel().selectedRows()})
        return tuple(self.numbers.lines[row].row.place for row in rows)

    def go_to(self, place: Place) -> bool:
        """Takes the keyboard to a number; returns whether it is shown."""
        places = [each.row.place for each in self.numbers.lines]
        if place[:2] not in places:
            return False
        if places.index(place[:2]) == self.currentIndex().row():
            return True
        index = self.numbers.index(places.index(place[:2]), _SENTENCE)
        self.setCurrentIndex(index)
        self.scrollTo(index)
        return True

    @Slot()
    def _go_down(self) -> None:
        row = self.currentIndex().row() + 1
        if len(self.selectionModel().selectedRows()) <= 1 and row < self.numbers.rowCount():
            self.setCurrentIndex(self.numbers.index(row, _SENTENCE))

    @Slot(QModelIndex, QModelIndex)
    def _settle(self, current: QModelIndex, before: QModelIndex) -> None:
        """The keyboard is always in the field of a sentence: nothing else of it can be typed over."""
        if current.isValid() and current.column() != _SENTENCE:
            self.setCurrentIndex(current.siblingAtColumn(_SENTENCE))
        elif current.row() != before.row():
            self.row_changed.emit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        header = self.horizontalHeader()
        for column in range(self.numbers.columnCount()):
            header.setSectionResizeMode(
                column, _MODE.Stretch if column == _SENTENCE else _MODE.Fixed
            )
            if column in _WIDTHS:
                header.resizeSection(column, _WIDTHS[column])

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, held = Qt.Key(event.key()), event.modifiers()
        if key == Qt.Key.Key_Delete:
            self.back_requested.emit(self.selected_places)
        elif key in _ENTER and self.state() != QAbstractItemView.State.EditingState:
            self.edit(self.currentIndex())
        elif key == Qt.Key.Key_Escape or held & (
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        ):
            event.ignore()
        else:
            super().keyPressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(self.rowAt(event.position().toPoint().y()))

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._hover(-1)
        return super().viewportEvent(event)

    def _hover(self, row: int) -> None:
        if row != self.cells.hovered:
            self.cells.hovered = row
            self.viewport().update()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if not index.isValid() or event.button() != Qt.MouseButton.LeftButton:
            return
        line = self.numbers.lines[index.row()]
        rect = self.visualRect(index)
        if index.column() == _BOOK and line.book:
            if self.cells.back_rect(rect).contains(event.position()):
                self.back_requested.emit((line.row.place,))
        elif index.column() == _SENTENCE and self.cells.field_rect(rect, line).contains(
            event.position()
        ):
            self.edit(index)
