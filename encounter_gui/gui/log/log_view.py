"""The list of entries: a click explains one, its menu goes back to it."""

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QMenu,
    QTableView,
    QToolTip,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.ids import ROOT, EntryId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.log.log_delegate import LogDelegate
from encounter_gui.gui.log.log_model import LogFilter, LogModel, LogRow
from encounter_gui.gui.theme.ground import fills_ground, paint_ground
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.play.session.override_text import die_of, die_step

_DIE = 18
"""As wide as a die that is not seen is taken to be."""


class LogView(QTableView):
    """Shows what happened, newest first.

    A table of one column: rows of one height cost nothing, where a list lays all of them out again for each new one.
    """

    opened = Signal()
    """Enter: the numbers of the entry are to be explained, and the keyboard goes there."""
    explained = Signal(int)
    """The numbers of this entry (its id) are to be explained."""
    correction_requested = Signal(int, str)
    """A die of this entry (its id) is to be corrected: its step; empty: the first one."""
    rewind_requested = Signal(int)
    """The fight shall go on from right after this entry (its id)."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._rows = LogModel(texts, self)
        self._menu_entry = ROOT
        self._opened = set[EntryId]()
        self.setModel(self._rows)
        undone = texts.text_of("gui.fight.log.undone")
        self._delegate = LogDelegate(icons, self._rows, undone, self._opened, self)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(texts.text_of("gui.fight.log"))
        self._set_up()
        fills_ground(self.viewport())
        self.clicked.connect(self._click)
        icons.loaded.connect(self._repaint)
        icons.recoloured.connect(self._repaint)

    def _set_up(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(0)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._fit_rows()

    def _fit_rows(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self._delegate.row_height)

    @property
    def rows(self) -> LogModel:
        """Returns the model with the rows."""
        return self._rows

    @Slot(int, tuple)
    def show_rows(self, kept: int, rows: tuple[LogRow, ...]) -> None:
        """Keeps so many of the oldest entries and shows these after them, oldest first.

        A list that stood at the top stays there.
        """
        at_top = self.verticalScrollBar().value() == 0
        self._rows.show(kept, rows)
        self._fold(len(rows))
        if at_top:
            self.scrollToTop()
        self.executeDelayedItemsLayout()  # else a timer does so after the first paint, which paints it again

    def narrow(self, wanted: LogFilter) -> None:
        """Shows only the entries that are wanted."""
        self._rows.narrow(wanted)
        self._fold(self._rows.rowCount())
        self._delegate.pictures.clear()
        self.scrollToTop()
        self.executeDelayedItemsLayout()

    def _fold(self, newest: int) -> None:
        """Hides, among so many of the newest rows, those under a heading that is not open; a search hides none.

        Qt keeps what is hidden by its place, also where a search has put other rows there.
        """
        count, is_narrowed = self._rows.rowCount(), self._rows.is_narrowed
        for place in range(count if is_narrowed else min(newest, count)):
            heading = self._rows.row_at(place).heading
            is_hidden = heading is not None and heading not in self._opened and not is_narrowed
            if is_hidden != self.isRowHidden(place):
                self.setRowHidden(place, is_hidden)

    def _open_or_close(self, heading: EntryId, *, is_open: bool) -> None:
        """Shows what stands under a heading, or hides it again."""
        if is_open:
            self._opened.add(heading)
        else:
            self._opened.discard(heading)
        place = self._rows.place_of(heading)
        self._fold(place + 1)
        self.setCurrentIndex(self._rows.index(place))
        self._delegate.pictures.clear()
        self.viewport().update()

    def _fold_at(self, index: QModelIndex, *, is_open: bool) -> bool:
        """Opens or closes the attacks that a row belongs to; returns whether it belongs to any."""
        row = self._rows.row_at(index.row()) if index.isValid() else None
        if row is None or not (row.count or row.heading):
            return False
        self._open_or_close(row.heading or row.entry, is_open=is_open)
        return True

    def select_entry(self, entry: EntryId | None) -> None:
        """Marks one entry, e.g. the one being looked at, and scrolls to it; None: none."""
        place = -1 if entry is None else self._rows.place_of(entry)
        if place < 0:
            self.clearSelection()
        else:
            heading = self._rows.row_at(place).heading
            if heading is not None and self.isRowHidden(place):
                self._open_or_close(heading, is_open=True)
            self.setCurrentIndex(self._rows.index(place))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        paint_ground(self.viewport(), event, self._icons)
        super().paintEvent(event)

    # ---- its dice

    def _die_at(self, point: QPoint) -> tuple[EntryId, str] | None:
        """Returns the entry and the step of the die at a place of the list; None: none is there."""
        index = self.indexAt(point)
        if not index.isValid():
            return None
        row = self._rows.row_at(index.row())
        for roll, die, place in self._delegate.dice_of(self.visualRect(index), row):
            if place.contains(point):
                is_total = row.dice[roll].faces[die].startswith("=")
                return row.entry, die_step(roll, None if is_total else die)
        return None

    def place_of_die(self, entry: EntryId, step: str) -> QRect:
        """Returns where a die stands on the screen; where it is not seen, the right end of its line, or of the list."""
        place = self._rows.place_of(entry)
        index = self._rows.index(max(0, place))
        around = self.visualRect(index) if place >= 0 else self.viewport().rect()
        found = QRect(around.right() - _DIE, around.top(), _DIE, around.height())
        if place >= 0:
            roll, die = die_of(step)
            for at, each, where in self._delegate.dice_of(around, self._rows.row_at(place)):
                if (at, each) == (roll, die or 0):
                    found = where.toAlignedRect()
        seen = found.intersected(self.viewport().rect())
        found = found if seen.isEmpty() else seen
        return QRect(self.viewport().mapToGlobal(found.topLeft()), found.size())

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self._die_at(event.position().toPoint())
        if found is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self.setCurrentIndex(self.indexAt(event.position().toPoint()))
        self.correction_requested.emit(*found)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        is_die = self._die_at(event.position().toPoint()) is not None
        shape = Qt.CursorShape.PointingHandCursor if is_die else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and self._die_at(event.pos()) is not None:
            QToolTip.showText(
                event.globalPos(),
                plain_tip(self._texts.text_of("gui.correct.tip")),
                self.viewport(),
            )
            return True
        return super().viewportEvent(event)

    @override
    def event(self, event: QEvent) -> bool:
        is_key = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_F2
        if is_key and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # F2 renames somebody elsewhere
            return True
        return super().event(event)

    def _correct(self, index: QModelIndex) -> None:
        if index.isValid():
            self.correction_requested.emit(self._rows.row_at(index.row()).entry, "")

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F2:
            self._correct(self.currentIndex())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._explain(self.currentIndex())
            self.opened.emit()
        elif event.key() in (Qt.Key.Key_Right, Qt.Key.Key_Left) and self._fold_at(
            self.currentIndex(), is_open=event.key() == Qt.Key.Key_Right
        ):
            event.accept()
        elif event.text().isdecimal():
            event.ignore()  # a number selects a combatant
        else:
            super().keyPressEvent(event)

    @override
    def keyboardSearch(self, search: str) -> None:
        """Does nothing: letters are shortcuts here."""

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        if not index.isValid():
            return
        corner = self.visualRect(index).bottomLeft() + QPoint(24, 0)
        self._open_menu(index, self.viewport().mapToGlobal(corner) if by_key else event.globalPos())

    def _open_menu(self, index: QModelIndex, point: QPoint) -> None:
        self._menu_entry = self._rows.row_at(index.row()).entry
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        text_of = self._texts.text_of
        explain = menu.addAction(self._icons.icon("info"), text_of("gui.fight.log.explain"))
        explain.triggered.connect(self._explain_chosen)
        correct = menu.addAction(self._icons.icon("edit"), text_of("gui.correct.menu"))
        correct.triggered.connect(self._correct_chosen)
        rewind = menu.addAction(self._icons.icon("history"), text_of("gui.fight.log.rewind"))
        rewind.triggered.connect(self._rewind_chosen)
        menu.popup(point)

    @Slot(QModelIndex)
    def _explain(self, index: QModelIndex) -> None:
        if index.isValid():
            self.explained.emit(self._rows.row_at(index.row()).entry)

    @Slot(QModelIndex)
    def _click(self, index: QModelIndex) -> None:
        """Opens or closes a heading that is clicked, and explains every other entry."""
        row = self._rows.row_at(index.row())
        if row.count:
            self._open_or_close(row.entry, is_open=row.entry not in self._opened)
        else:
            self._explain(index)

    @Slot()
    def _explain_chosen(self) -> None:
        self.explained.emit(self._menu_entry)

    @Slot()
    def _correct_chosen(self) -> None:
        self.correction_requested.emit(self._menu_entry, "")

    @Slot()
    def _rewind_chosen(self) -> None:
        self.rewind_requested.emit(self._menu_entry)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(200, round(self._icons.theme.size("row_log")))

    @Slot()
    def _repaint(self) -> None:
        self._delegate.pictures.clear()
        self._fit_rows()
        self.viewport().update()
