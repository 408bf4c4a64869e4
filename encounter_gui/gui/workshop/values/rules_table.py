"""The table of the rules: typed over like a table, with the way back to the book at the end of a row."""

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QRect,
    QRectF,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QPushButton,
    QTableView,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.combatants.cells.row_paint import write
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.workshop.values.rules_delegate import (
    BACK_ROOM,
    FIRST,
    MOST_TITLE,
    ROW_HEIGHT,
    RulesDelegate,
)
from encounter_gui.gui.workshop.values.rules_model import (
    MISTAKE_ROLE,
    NEW_ROLE,
    OWN_ROLE,
    RulesModel,
)
from encounter_gui.gui.workshop.values.title_header import TitleHeader
from encounter_gui.rules.files.layers import Place

_HEADER = 24
_NAME_LEAST, _NAME_MOST, _WIDEST = 150, 260, 190
_ICON = 13.0
_BACK_HEIGHT = 21
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_MODE = QHeaderView.ResizeMode


class RulesTable(QTableView):
    """Shows one table; several rows can be selected, and what is typed goes into all of them."""

    back_requested = Signal(bool)
    """The selected go back to the book: the values of the current column (False), or whole rows (True)."""
    width_changed = Signal()
    """There is another width for columns."""
    row_changed = Signal()
    """Another row is current."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self.rules = RulesModel(texts, self)
        self.cells = RulesDelegate(icons, texts.text_of("gui.workshop.new_word"), self)
        self.cells.entered.connect(self._go_down)
        self.back = self._back_button()
        self._hover_back = self._back_button()
        self._hover_back.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setModel(self.rules)
        self.setItemDelegate(self.cells)
        self._set_up()
        self.back.clicked.connect(self._ask_back)
        self._hover_back.clicked.connect(self._ask_hovered_back)
        self.rules.modelReset.connect(self._fit_later)
        self.rules.dataChanged.connect(self._fit_later)
        for bar in (self.horizontalScrollBar(), self.verticalScrollBar()):
            bar.valueChanged.connect(self._place_back)
        self.selectionModel().currentChanged.connect(self._tell_current)

    def _set_up(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(
            triggers.DoubleClicked | triggers.EditKeyPressed | triggers.AnyKeyPressed
        )
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        header = TitleHeader(self._icons, FIRST, BACK_ROOM + 6, self)
        self.setHorizontalHeader(header)
        header.setMinimumSectionSize(36)
        header.setHighlightSections(False)
        header.setFixedHeight(_HEADER)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setAccessibleName(self._texts.text_of("gui.workshop.table"))

    def _back_button(self) -> QPushButton:
        button = QPushButton(self._texts.text_of("gui.workshop.back"), self.viewport())
        button.setProperty("small", "true")
        button.setProperty("tiny", "true")
        button.setIcon(self._icons.icon("undo"))
        button.setCursor(Qt.CursorShape.ArrowCursor)
        button.hide()
        return button

    # ---- where the keyboard is

    @property
    def selected_places(self) -> tuple[Place, ...]:
        """The places of the selected entries, from above to below."""
        rows = sorted({each.row() for each in self.selectionModel().selectedRows()})
        found = (self.rules.row_at(row) for row in rows or [self.currentIndex().row()])
        return tuple(each.place for each in found if each is not None)

    def go_to(self, row: int, column: int) -> None:
        """Takes the keyboard to a cell, and selects its row alone."""
        index = self.rules.index(row, column)
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.scrollTo(index)

    @Slot()
    def _go_down(self) -> None:
        """After Enter: the cell below, unless several rows were meant."""
        current = self.currentIndex()
        if (
            len(self.selectionModel().selectedRows()) <= 1
            and current.row() + 1 < self.rules.rowCount()
        ):
            self.go_to(current.row() + 1, current.column())

    @Slot(QModelIndex, QModelIndex)
    def _tell_current(self, current: QModelIndex, before: QModelIndex) -> None:
        self._place_back()
        if current.row() != before.row():
            self.row_changed.emit()

    def edit_current(self) -> None:
        """Opens the current cell for typing, unless one is open already."""
        index = self.currentIndex()
        if index.isValid() and self.state() != QAbstractItemView.State.EditingState:
            self.edit(index)

    # ---- widths

    @Slot()
    def _fit_later(self) -> None:
        self.fit()

    def fit(self) -> None:
        """Gives columns the width of what is in them; the first takes what is left."""
        header, count = self.horizontalHeader(), self.rules.columnCount()
        if count == 0:
            return
        hints = [self.sizeHintForColumn(column) for column in range(count)]
        widths = [self._width(column, hint) for column, hint in enumerate(hints)]
        room = self.viewport().width()
        spare = room - sum(widths)
        if -BACK_ROOM < spare < 0:  # a name in bold is wider than was thought: the last gives way
            widths[-1] += spare
            spare = 0
        if spare > 0:
            grows = _growing(widths, hints)
            for at in grows:
                widths[at] += spare // len(grows)
        for column, width in enumerate(widths):
            header.setSectionResizeMode(column, _MODE.Interactive)
            header.resizeSection(column, width)
        header.setSectionResizeMode(count - 1, _MODE.Stretch if spare >= 0 else _MODE.Interactive)
        self._place_back()

    def _width(self, column: int, hint: int) -> int:
        words = str(self.rules.headerData(column, Qt.Orientation.Horizontal) or "")
        title = min(round(self._icons.theme.fonts.width(words, "small")), MOST_TITLE) + 16
        wanted = max(title, hint + 4)
        least = _NAME_LEAST if column == 0 else 0
        most = _WIDEST if column else _NAME_MOST
        if column == self.rules.columnCount() - 1:
            most += BACK_ROOM
            wanted = max(wanted, title + BACK_ROOM)
        return max(least, min(most, wanted))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()
            self.width_changed.emit()

    # ---- back to the book

    @Slot()
    def _place_back(self) -> None:
        current = self.currentIndex().row()
        self._place(self.back, current)
        self._place(self._hover_back, self.cells.hovered if self.cells.hovered != current else -1)

    def _place(self, button: QPushButton, row: int) -> None:
        entry = self.rules.row_at(row)
        index = self.rules.index(row, 0)
        is_own = entry is not None and bool(index.data(OWN_ROLE))
        has_place = is_own and not self._row_mistake(row)
        if not has_place or entry is None:
            if button.hasFocus():
                self.setFocus()
            button.hide()
            return
        key = "remove" if index.data(NEW_ROLE) else "back"
        button.setText(self._texts.text_of(f"gui.workshop.{key}"))
        button.setAccessibleName(self._texts.text_of(f"gui.workshop.{key}_name", name=entry.name))
        width = button.sizeHint().width()
        top = self.rowViewportPosition(row) + (ROW_HEIGHT - _BACK_HEIGHT) // 2
        button.setGeometry(self.viewport().width() - width - 4, top - 1, width, _BACK_HEIGHT)
        button.show()

    @Slot()
    def _ask_back(self) -> None:
        self.setFocus()
        self.back_requested.emit(True)

    @Slot()
    def _ask_hovered_back(self) -> None:
        self.go_to(self.cells.hovered, max(self.currentIndex().column(), 0))
        self._ask_back()

    # ---- mistakes beside their cells

    def _row_mistake(self, row: int) -> tuple[QModelIndex, str] | None:
        for column in range(self.rules.columnCount()):
            index = self.rules.index(row, column)
            words = index.data(MISTAKE_ROLE)
            if words and not self.isColumnHidden(column):
                return index, str(words)
        return None

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        first, last = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        last = self.rules.rowCount() - 1 if last < 0 else last
        for row in range(max(first, 0), last + 1):
            found = self._row_mistake(row)
            if found is not None:
                self._paint_mistake(painter, *found)

    def _paint_mistake(self, painter: QPainter, index: QModelIndex, words: str) -> None:
        """Writes what is wrong beside its cell: behind it, or before it where there is more room."""
        theme, cell = self._icons.theme, self.visualRect(index)
        wide = self.viewport().width()
        right = QRect(cell.right() + 2, cell.top() + 1, wide - cell.right() - 2, cell.height() - 2)
        start = self.columnViewportPosition(0) + self.columnWidth(0)
        left = QRect(start, cell.top() + 1, cell.left() - start - 2, cell.height() - 2)
        needed = theme.fonts.width(words, "small") + _ICON + 20
        room = QRectF(right if right.width() >= min(needed, left.width()) else left)
        is_selected = self.selectionModel().isRowSelected(index.row(), QModelIndex())
        painter.fillRect(
            room, theme.colour("surface.row_selected" if is_selected else "surface.dock")
        )
        box = QRectF(room.left() + 6, room.center().y() - _ICON / 2, _ICON, _ICON)
        self._icons.paint(painter, "error", box, theme.colour("status.danger"))
        text = room.adjusted(_ICON + 12, 0, -6, 0)
        write(painter, theme, text, words, font="small", role="status.danger")

    # ---- keys and mouse

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, held = Qt.Key(event.key()), event.modifiers()
        if key == Qt.Key.Key_Delete:
            self.back_requested.emit(bool(held & Qt.KeyboardModifier.ShiftModifier))
        elif key in _ENTER and not held & ~Qt.KeyboardModifier.KeypadModifier:
            self.edit_current()
        elif held & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
            is_all = key == Qt.Key.Key_A or key in (
                Qt.Key.Key_Home,
                Qt.Key.Key_End,
                Qt.Key.Key_Space,
            )
            super().keyPressEvent(event) if is_all else event.ignore()
        elif key == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(self.rowAt(event.position().toPoint().y()))

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave and not self._is_over_button():
            self._hover(-1)
        return super().viewportEvent(event)

    def _is_over_button(self) -> bool:
        point: QPoint = self.viewport().mapFromGlobal(self.cursor().pos())
        return self._hover_back.isVisible() and self._hover_back.geometry().contains(point)

    def _hover(self, row: int) -> None:
        if row != self.cells.hovered:
            self.cells.hovered = row
            self._place_back()
            self.viewport().update()


def _growing(widths: list[int], hints: list[int]) -> list[int]:
    """Returns which columns take what is left: prose that was cut, else all but the first."""
    cut = [at for at in range(1, len(widths)) if hints[at] > widths[at]]
    return cut or list(range(1, len(widths))) or [0]
