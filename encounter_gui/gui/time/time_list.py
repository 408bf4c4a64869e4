"""The list of what runs: painted lines that the keyboard goes through, and a screen reader can read."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.time.row_delegate import ROW, Index, RowDelegate
from encounter_gui.gui.time.time_lines import Key, TimeLine
from encounter_gui.gui.widgets.list_rows import RowsModel
from encounter_gui.gui.widgets.tool_tips import plain_tip

MOST_ROWS = 12
"""So many rows the page is high at most; more are scrolled to."""

_FOLDS = {Qt.Key.Key_Right: True, Qt.Key.Key_Left: False}


class TimeModel(RowsModel[TimeLine]):
    """What runs, each line with all of it in words."""

    def __init__(self, texts: MessageCatalog, parent: QObject | None = None) -> None:
        """Takes the words; nothing runs yet."""
        super().__init__(parent)
        self._texts = texts

    @override
    def row_data(self, row: TimeLine, role: int) -> Any:
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(row.words(self._texts))
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.words(self._texts)
        return None


class TimeList(QListView):
    """Rows of one height; ↑ ↓ go through them, Enter opens who it is, Del ends it, O lets it run to its end."""

    opened = Signal(object)
    """``TimeLine``: who it is shall be shown, or, where it stands for several, what it stands for."""
    end_requested = Signal(object)
    """``TimeLine``: it is to be ended by the game master's word."""
    until_over_requested = Signal(object)
    """``TimeLine``: time is to pass until it runs no more."""
    chosen = Signal(object)
    """``TimeLine | None``: the row the keyboard is on from now on."""
    fold_requested = Signal(object, bool)
    """``TimeLine``: what it stands for is to be seen, or not any more."""
    left = Signal()
    """Escape was pressed."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons, self._nothing = icons, texts.text_of("gui.time.nothing")
        self.shown = TimeModel(texts, self)
        self.setModel(self.shown)
        self.setItemDelegate(RowDelegate(icons, texts, self.shown, self))
        self.setAccessibleName(texts.text_of("gui.time.list"))
        self.setAccessibleDescription(self._nothing)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.doubleClicked.connect(self._open)
        icons.loaded.connect(self.viewport().update)
        icons.recoloured.connect(self.viewport().update)

    @property
    def current(self) -> TimeLine | None:
        """The line the keyboard is on; None: nothing runs."""
        place = self.currentIndex().row()
        return self.shown.rows[place] if 0 <= place < len(self.shown.rows) else None

    def show_lines(self, lines: Sequence[TimeLine]) -> None:
        """Shows what runs now; the keyboard stays on what it was on, or goes to the place where that stood."""
        before, place = self.current, max(self.currentIndex().row(), 0)
        known = tuple(lines)
        if known == self.shown.rows:
            return
        top = self.verticalScrollBar().value()
        self.shown.show(known)
        places: dict[Key, int] = {line.key: at for at, line in enumerate(known)}
        if before is not None:
            place = places.get(before.key, min(place, len(known) - 1))
        if known:
            self.setCurrentIndex(self.shown.index(place))
        self.verticalScrollBar().setValue(top)
        if known:
            self.scrollTo(self.currentIndex())
        self.setAccessibleDescription("" if known else self._nothing)
        self.updateGeometry()

    @property
    def whole_height(self) -> int:
        """How high it is with all its rows, or with as many as are seen at once, in logical pixels."""
        return ROW * min(max(len(self.shown.rows), 1), MOST_ROWS)

    @override
    def sizeHint(self) -> QSize:
        return QSize(600, self.whole_height)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(300, ROW)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.shown.rows:
            theme, painter = self._icons.theme, QPainter(self.viewport())
            room = self.viewport().rect()
            marks.paint_text(
                painter, theme, room, self._nothing, "body", "text.muted", marks.CENTRE
            )
            if self.hasFocus():
                marks.paint_focus(painter, theme, room.toRectF())

    @override
    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.chosen.emit(self.current)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self.shown.rows:
            self.setCurrentIndex(self.shown.index(0))

    @override
    def event(self, event: QEvent) -> bool:
        """Keeps its keys from the shortcuts of the window."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys = (Qt.Key.Key_Delete, Qt.Key.Key_O, Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if event.key() in keys and event.modifiers() in (
                Qt.KeyboardModifier.NoModifier,
                Qt.KeyboardModifier.KeypadModifier,
            ):
                event.accept()
                return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, line = Qt.Key(event.key()), self.current
        is_plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key == Qt.Key.Key_Escape:
            self.left.emit()
        elif not is_plain or line is None:
            self._pass_on(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(line)
        elif key == Qt.Key.Key_Delete:
            self.end_requested.emit(line)
        elif key == Qt.Key.Key_O:
            self.until_over_requested.emit(line)
        elif key in _FOLDS:
            self.fold_requested.emit(line, _FOLDS[key])
        else:
            self._pass_on(event)

    def _pass_on(self, event: QKeyEvent) -> None:
        """Leaves digits to the page: in a list they would be searched for."""
        if event.text().isdecimal():
            event.ignore()
        else:
            super().keyPressEvent(event)

    @Slot(QModelIndex)
    def _open(self, _index: Index) -> None:
        line = self.current
        if line is not None:
            self.opened.emit(line)
