"""The list of entries: a click explains one, its menu goes back to it."""

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QMenu,
    QTableView,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.ids import ROOT, EntryId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.log.log_delegate import LogDelegate
from encounter_gui.gui.log.log_model import LogFilter, LogModel, LogRow
from encounter_gui.gui.theme.ground import fills_ground, paint_ground
from encounter_gui.gui.theme.icons import Icons


class LogView(QTableView):
    """Shows what happened, newest first.

    A table of one column: rows of one height cost nothing, where a list lays all of them out again for each new one.
    """

    opened = Signal()
    """Enter: the numbers of the entry are to be explained, and the keyboard goes there."""
    explained = Signal(int)
    """The numbers of this entry (its id) are to be explained."""
    rewind_requested = Signal(int)
    """The fight shall go on from right after this entry (its id)."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._rows = LogModel(texts, self)
        self._menu_entry = ROOT
        self.setModel(self._rows)
        undone = texts.text_of("gui.fight.log.undone")
        self._delegate = LogDelegate(icons, self._rows, undone, self)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(texts.text_of("gui.fight.log"))
        self._set_up()
        fills_ground(self.viewport())
        self.clicked.connect(self._explain)
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
        if at_top:
            self.scrollToTop()
        self.executeDelayedItemsLayout()  # else a timer does so after the first paint, which paints it again

    def narrow(self, wanted: LogFilter) -> None:
        """Shows only the entries that are wanted."""
        self._rows.narrow(wanted)
        self._delegate.pictures.clear()
        self.scrollToTop()
        self.executeDelayedItemsLayout()

    def select_entry(self, entry: EntryId | None) -> None:
        """Marks one entry, e.g. the one being looked at, and scrolls to it; None: none."""
        place = -1 if entry is None else self._rows.place_of(entry)
        if place < 0:
            self.clearSelection()
        else:
            self.setCurrentIndex(self._rows.index(place))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        paint_ground(self.viewport(), event, self._icons)
        super().paintEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._explain(self.currentIndex())
            self.opened.emit()
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
        rewind = menu.addAction(self._icons.icon("history"), text_of("gui.fight.log.rewind"))
        rewind.triggered.connect(self._rewind_chosen)
        menu.popup(point)

    @Slot(QModelIndex)
    def _explain(self, index: QModelIndex) -> None:
        if index.isValid():
            self.explained.emit(self._rows.row_at(index.row()).entry)

    @Slot()
    def _explain_chosen(self) -> None:
        self.explained.emit(self._menu_entry)

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
