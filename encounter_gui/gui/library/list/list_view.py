"""The list of creatures: several selected at once, folded by group, dragged to the fight, all of it by keys."""

from collections.abc import Iterable

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.list.list_delegate import LibraryListDelegate
from encounter_gui.gui.library.list.list_lines import ENTRIES, HeadingLine, Line
from encounter_gui.gui.library.list.list_model import LibraryListModel
from encounter_gui.gui.theme.icons import Icons

_Flag = QItemSelectionModel.SelectionFlag
_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class LibraryListView(QListView):
    """Shows the creatures that were found and emits what the user wants done with them; changes nothing."""

    selection_changed = Signal(tuple)
    """The keys of the selected creatures, from the top."""
    opened = Signal(str)
    """Double click on a creature."""
    folded = Signal(str, bool)
    """A group (its key) is to be folded up, or unfolded."""
    menu_requested = Signal(QPoint)
    """A context menu is wanted for the selected, at a point of the screen."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._told: tuple[tuple[str, ...], str] = ((), "")
        self._nothing = texts.text_of("gui.library.nothing")
        self.rows: LibraryListModel = LibraryListModel(texts, self)
        """The model with the lines."""
        self.setModel(self.rows)
        self.setItemDelegate(LibraryListDelegate(icons, self.rows, self))
        self.setAccessibleName(texts.text_of("gui.library.list"))
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragEnabled(True)
        self.setMouseTracking(True)
        self.selectionModel().selectionChanged.connect(self._announce)
        self.clicked.connect(self._fold_clicked)
        self.doubleClicked.connect(self._open)
        icons.loaded.connect(self.viewport().update)
        icons.recoloured.connect(self.viewport().update)

    # ---- state downward

    def say_nothing(self, words: str) -> None:
        """Sets what is said where there are no lines."""
        self._nothing = words
        self.viewport().update()

    def selected(self) -> tuple[str, ...]:
        """Returns the keys of the selected creatures, from the top."""
        return self.rows.keys_of(self.selectionModel().selectedIndexes())

    def creature_at(self, point: QPoint) -> str:
        """Returns the key of the creature at a point of the viewport; empty: none."""
        line = self.rows.line_at(self.indexAt(point).row())
        return line.key if isinstance(line, ENTRIES) else ""

    def current(self) -> str:
        """Returns the key of the creature the keyboard is at; empty: none."""
        line = self.rows.line_at(self.currentIndex().row())
        return line.key if isinstance(line, ENTRIES) else ""

    def show_lines(self, lines: tuple[Line, ...], *, to_first: bool = False) -> None:
        """Shows other lines; what was selected stays so while it is there, or else the first creature is."""
        was, here = self.selected(), self.current()
        self.rows.show(lines)
        kept = [key for key in was if self.rows.place_of(key) >= 0]
        if to_first or not kept:
            first = next((each.key for each in lines if isinstance(each, ENTRIES)), "")
            kept, here = ([first] if first else []), first
        self.select(kept, here)

    def select(self, keys: Iterable[str], current: str = "") -> None:
        """Selects creatures, and only these."""
        wanted = [place for key in keys if (place := self.rows.place_of(key)) >= 0]
        chosen = QItemSelection()
        for place in wanted:
            chosen.select(self.rows.index(place), self.rows.index(place))
        at = self.rows.place_of(current)
        if at < 0 and wanted:
            at = wanted[0]
        if at >= 0:
            index = self.rows.index(at)
            self.selectionModel().setCurrentIndex(index, _Flag.NoUpdate)
            if isinstance(self.rows.line_at(at - 1), HeadingLine):
                self.scrollTo(self.rows.index(at - 1))
            self.scrollTo(index)
        self.selectionModel().select(chosen, _Flag.ClearAndSelect)
        self._announce()

    def step(self, by: int, *, is_extending: bool = False) -> None:
        """Moves to the next creature up (−1) or down (1), headings left out."""
        place = self.currentIndex().row() + by
        while isinstance(self.rows.line_at(place), HeadingLine):
            place += by
        line = self.rows.line_at(place)
        if not isinstance(line, ENTRIES):
            return
        index = self.rows.index(place)
        flag = _Flag.Select if is_extending else _Flag.ClearAndSelect
        self.selectionModel().setCurrentIndex(index, flag)
        self.scrollTo(index)

    # ---- intents upward

    @Slot()
    def _announce(self) -> None:
        told = (self.selected(), self.current())
        if told != self._told:
            self._told = told
            self.selection_changed.emit(told[0])

    @Slot(QModelIndex)
    def _fold_clicked(self, index: QModelIndex) -> None:
        line = self.rows.line_at(index.row())
        if isinstance(line, HeadingLine):
            self.folded.emit(line.key, not line.is_open)

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        line = self.rows.line_at(index.row())
        if isinstance(line, ENTRIES):
            self.opened.emit(line.key)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        is_extending = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in _MOVES and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.step(_MOVES[key], is_extending=is_extending)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self._fold_around():
            return
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            event.ignore()  # the dock's business
        elif event.text().isprintable() and event.text().strip():
            event.ignore()  # a letter is a key of the dock or the window, never a search here
        else:
            super().keyPressEvent(event)

    def _fold_around(self) -> bool:
        """Folds or unfolds the group the keyboard is in."""
        place = self.currentIndex().row()
        while place >= 0:
            line = self.rows.line_at(place)
            if isinstance(line, HeadingLine):
                self.folded.emit(line.key, not line.is_open)
                return True
            place -= 1
        return False

    @override
    def keyboardSearch(self, search: str) -> None:
        """Does nothing: letters are shortcuts here, and names are searched in the field above."""

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        corner = self.visualRect(self.currentIndex()).bottomLeft() + QPoint(24, 0)
        point = self.viewport().mapToGlobal(corner) if by_key else event.globalPos()
        if self.selected():
            self.menu_requested.emit(point)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.rows.lines:
            painter, theme = QPainter(self.viewport()), self._icons.theme
            painter.setFont(theme.font("body"))
            painter.setPen(theme.colour("text.muted"))
            room = self.viewport().rect().adjusted(16, 0, -16, 0)
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(room, int(flags), self._nothing)
