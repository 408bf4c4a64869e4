"""The combatant table: rows by turn, several of them selected at once, everything reachable by keys."""

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSignalBlocker,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QDrag,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QHeaderView,
    QTableView,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.combatants.bands import neighbour_after_step
from encounter_gui.gui.combatants.cells.cell_painter import CellPainter
from encounter_gui.gui.combatants.cells.delegates import delegates
from encounter_gui.gui.combatants.cells.row_paint import Pointed, RowPainter
from encounter_gui.gui.combatants.column_layout import lay_out, row_height, share_out
from encounter_gui.gui.combatants.digit_keys import DigitKeys
from encounter_gui.gui.combatants.empty_state import EmptyState
from encounter_gui.gui.combatants.header import CombatantHeader
from encounter_gui.gui.combatants.model import CombatantModel
from encounter_gui.gui.combatants.row_order import tells_turns
from encounter_gui.gui.theme.ground import fills_ground, paint_ground
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.list_rows import turning_points
from encounter_gui.gui.widgets.quiet import without_repaint
from encounter_gui.play.session.rollers import Roller
from encounter_gui.rules.view import ChangePreview, Column, Row

_EDGES = 4
"""What the frame around the table takes of its height, in logical pixels."""
_ROWS_A_STEP = 5
"""How many rows the room for all of them grows by: who joins does not move the bench every time."""
_Index = QModelIndex | QPersistentModelIndex
_Key = Qt.Key
_Flag = QItemSelectionModel.SelectionFlag
_MOVES = {_Key.Key_Up: -1, _Key.Key_Down: 1}
_STEPS = {_Key.Key_J: _Key.Key_Down, _Key.Key_K: _Key.Key_Up}
_FOLDS = (_Key.Key_Left, _Key.Key_Right)
_LEAVING = (_Key.Key_Return, _Key.Key_Enter, _Key.Key_Escape)
_CHANGES = ("-", "−", "+", "=")
_OWN_MODIFIERS = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier


ROWS_KIND = "application/x-encounter-combatants"
"""The kind of data as which combatants are dragged out of the table: their ids, one a line."""


class CombatantTable(QTableView):
    """Shows the combatants of a fight and says what the game master wants with them; changes nothing itself."""

    combatant_selected = Signal(str)
    """The id of the one combatant to show in full; "" when nobody is selected."""
    selection_changed = Signal(tuple)
    """The ids of all selected combatants, top to bottom."""
    selected_again = Signal()
    """Whoever is selected alone was clicked, or named by number, once more."""
    planned_opened = Signal()
    """Somebody who is only planned was clicked twice: the plan is wanted."""
    opened = Signal(str)
    """Double click on a combatant (its id)."""
    entered = Signal()
    """Enter: the keyboard goes to what the combatants do."""
    left = Signal()
    """Escape: whatever waits may wait longer."""
    change_begun = Signal(str)
    """The first character of a change by hand (``-``, ``+``, ``=``) typed on the selected combatants."""
    rename_requested = Signal(str, str)
    """A combatant's id and the name it shall have."""
    initiative_requested = Signal(str, str)
    """A combatant's id and the initiative it, or its side, shall have, as it was typed."""
    menu_requested = Signal(str, QPoint)
    """A context menu is wanted for a combatant (its id; "" beside the rows), at a point of the screen."""
    reordered = Signal(str, str)
    """A combatant (its id) was moved by keys: it is to come before another (its id; "": last of its band)."""
    group_toggled = Signal(str)
    """All of a group (its name) are to be seen in rows of their own, or as one row again."""
    members_wanted = Signal(tuple)
    """These ids, who stand in the row of a group, are to have rows of their own."""
    add_requested = Signal()
    """The button of the empty table."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self.drag_kind = ""
        """The kind of data as which rows can be dragged out of the table; empty: a drag selects rows."""
        self._pressed_at = QPoint()
        self.drag_kind = ""
        """The kind of data as which rows can be dragged out of the table; empty: a drag selects rows."""
        self._pressed_at = QPoint()
        self._icons = icons
        self._model = CombatantModel(texts, self)
        self._pointed = Pointed()
        self._rows = RowPainter(icons, texts, self._model, self._pointed)
        self._delegates = delegates(self._rows, self)
        self._cells = CellPainter(self, self._rows, self._delegates)
        self._empty = EmptyState(texts, self.viewport())
        self._number_keys = DigitKeys(self._model.begins_number, self)
        self._settling = QTimer(self, singleShot=True)
        self._widening = QTimer(self, singleShot=True, interval=0)
        self._announced: tuple[CombatantId, tuple[CombatantId, ...]] = (CombatantId(""), ())
        self._now: tuple[CombatantId, ...] = ()
        self._unseen: tuple[CombatantId, ...] = ()
        self._filtered_out: tuple[CombatantId, ...] = ()
        self._row_size = "row"
        self._set_up(texts)
        self._connect()
        fills_ground(self.viewport())

    def _set_up(self, texts: MessageCatalog) -> None:
        self.setModel(self._model)
        self.setHorizontalHeader(CombatantHeader(self._icons, self._model, self))
        self.setAccessibleName(texts.text_of("gui.fight.table"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setMouseTracking(True)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(0)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.use_row_size(self._row_size)

    def _connect(self) -> None:
        selection = self.selectionModel()
        selection.selectionChanged.connect(self._announce)
        selection.currentRowChanged.connect(self._follow_current)
        # Where rows move, come or go, the current one has another place, of which the selection says nothing.
        for moved in (
            self._model.layoutChanged,
            self._model.rowsInserted,
            self._model.rowsRemoved,
        ):
            moved.connect(self._mark_current)
        self.horizontalHeader().sectionClicked.connect(self._model.sort_next)
        self.doubleClicked.connect(self._open_or_edit)
        self._model.name_edited.connect(self.rename_requested)
        self._model.initiative_edited.connect(self.initiative_requested)
        self._empty.add_requested.connect(self.add_requested)
        self._number_keys.number_typed.connect(self._select_number)
        self._settling.timeout.connect(self._model.settle)
        self._rows.when_wanted = self._widening.start
        self._widening.timeout.connect(self._share_out)
        self._icons.loaded.connect(self._repaint)
        self._icons.recoloured.connect(self._repaint)
        self._model.modelReset.connect(self._rows.pictures.clear)

    # ---- what it shows

    @property
    def rows(self) -> CombatantModel:
        """Returns the model with the rows shown."""
        return self._model

    def show_rows(self, columns: tuple[Column, ...], rows: tuple[Row, ...]) -> None:
        """Shows these combatants, in turn order; selection and scrolling stay with them, NOW stays in sight."""
        before = self._announced[1]
        if columns == self._model.columns:
            self._model.show(columns, rows)
        else:
            self._start_over(columns, rows)
        self._keep_selected(before)
        self._empty.setVisible(not rows)
        self._follow_now(tuple(row.who for row in rows if row.is_now))
        if self._model.has_losses:
            self._settling.start(self._icons.theme.duration("flash_ms"))

    @Slot(int, int, object)
    def show_hidden(self, _shown: int, _count: int, hidden: Mapping[CombatantId, int]) -> None:
        """Takes who is left out by a filter, with the number; they are selected by it all the same."""
        self._model.hidden = hidden

    def preview(self, changes: tuple[ChangePreview, ...]) -> None:
        """Lights up what these changes would do; none: back to what is."""
        self._model.preview(changes)

    def show_waiting(self, changes: tuple[ChangePreview, ...]) -> None:
        """Lights up what waits for the end of a tie; none: nothing waits."""
        self._model.show_waiting(changes)

    def mark_target(self, who: CombatantId | None) -> None:
        """Tags the combatant that the attack bench aims at; None: nobody."""
        before, self._pointed.target = self._pointed.target, who
        if who != before:
            for each in (before, who):
                if each is not None:
                    self._update_row(self._model.place_of(each))

    def mark_declaring(self, who: CombatantId | None) -> None:
        """Marks the combatant that declares now; None: nobody."""
        before, self._pointed.declaring = self._pointed.declaring, who
        if who != before:
            for each in (before, who):
                if each is not None:
                    self._update_row(self._model.place_of(each))

    def mark_rollers(self, differing: Mapping[CombatantId, Roller]) -> None:
        """Marks at their names those whose dice another rolls than for the rest of their side."""
        if differing != self._pointed.rollers:
            self._pointed.rollers = dict(differing)
            self._repaint()

    def light(self, who: CombatantId | None) -> None:
        """Lights up the row of somebody who is pointed to elsewhere; None: nobody."""
        self._point("hovered", self._model.place_of(who) if who is not None else -1)

    def use_row_size(self, name: str) -> None:
        """Sets the height of rows by the theme's name for it: ``row``, ``row_compact`` or ``row_roomy``."""
        self._row_size = name
        height = row_height(self._icons.theme, name)
        self.verticalHeader().setDefaultSectionSize(height)
        self.verticalScrollBar().setSingleStep(height)

    def whole_height(self) -> int:
        """Returns the height in which no row has to be scrolled to; for every few rows another, in steps."""
        rows = -(-self._model.rowCount() // _ROWS_A_STEP) * _ROWS_A_STEP
        bar = self.horizontalScrollBar().sizeHint().height()
        around = self.horizontalHeader().height() + bar + _EDGES
        return around + rows * self.verticalHeader().defaultSectionSize()

    def spare_height(self, height: int) -> int:
        """Returns what of a height would show a part of a row alone; 0 where there are no more rows, or none fits."""
        row, bar = self.verticalHeader().defaultSectionSize(), self.horizontalScrollBar()
        room = height - self.horizontalHeader().height()
        room -= bar.sizeHint().height() if bar.minimum() < bar.maximum() else 0
        return room % row if row <= room < row * self._model.rowCount() else 0

    def _start_over(self, columns: tuple[Column, ...], rows: tuple[Row, ...]) -> None:
        current, selected = self._announced
        with QSignalBlocker(self.selectionModel()):
            self._model.show(columns, rows)
            for place, column in enumerate(columns):
                self.setItemDelegateForColumn(place, self._delegates[column.kind])
            lay_out(self.horizontalHeader(), columns, self._icons.theme)
            self._rows.wanted.clear()
            self._share_out()
            self._select_places(self._places(selected), self._model.place_of(current))
        self._announce()

    def _follow_now(self, now: tuple[CombatantId, ...]) -> None:
        if now and now != self._now:
            for place in turning_points(self._places(reversed(now))):
                self.scrollTo(self._model.index(place, 0))
        self._now = now

    # ---- selection

    def selected(self) -> tuple[CombatantId, ...]:
        """Returns the ids of the selected combatants, top to bottom."""
        places = sorted(index.row() for index in self.selectionModel().selectedRows())
        rows = (self._model.row_at(place) for place in places)
        return tuple(row.who for row in rows if not row.is_planned)

    def selected_crowds(self) -> frozenset[CombatantId]:
        """Returns those of the selected who stand for the row of a group."""
        rows = (self._model.row_at(at.row()) for at in self.selectionModel().selectedRows())
        return frozenset(row.who for row in rows if row.members)

    def select(self, who: Iterable[CombatantId]) -> None:
        """Selects these combatants and no others, the first of them foremost; unknown ones are left out."""
        who = tuple(who)
        members = self._model.members(who)
        if members:
            self.members_wanted.emit(members)
        places = self._places(who)
        self._select_places(places, places[0] if places else -1)
        if len(places) > 1:  # as many of them are seen as there is room for, the first in any case
            for place in (max(places), places[0]):
                self.scrollTo(self._model.index(place, 0))

    def extend(self, step: int) -> tuple[CombatantId, ...]:
        """Extends the selection by a row up (-1) or down (+1), as Shift and an arrow key do, and returns it."""
        key = _Key.Key_Down if step > 0 else _Key.Key_Up
        held = Qt.KeyboardModifier.ShiftModifier
        self.keyPressEvent(QKeyEvent(QEvent.Type.KeyPress, key, held))
        return self.selected()

    def _keep_selected(self, before: tuple[CombatantId, ...]) -> None:
        """Selects again whom a filter had left out and who is shown again, if nobody else is selected."""
        if self._announced[1]:
            self._unseen, self._filtered_out = (), ()
            return
        self._unseen = before or self._unseen
        hidden = tuple(who for who in before if who in self._model.hidden)
        self._filtered_out = hidden or self._filtered_out
        places = self._places(self._filtered_out)
        if places:
            self._select_places(places, places[0])

    def select_group_again(self) -> None:
        """Selects the row of the group in which those stand now who were selected and have no row any more."""
        rows = {member: row.who for row in self._model.shown for member, _ in row.members}
        places = self._places(dict.fromkeys(rows[who] for who in self._unseen if who in rows))
        if places and not self._announced[1]:
            self._select_places(places, places[0])

    def _places(self, who: Iterable[CombatantId]) -> list[int]:
        known = {row_id: place for place, row_id in enumerate(self._model.ids())}
        return [known[key] for key in who if key in known]

    def _select_places(self, places: list[int], current: int) -> None:
        selection = QItemSelection()
        for place in places:
            index = self._model.index(place, 0)
            selection.select(index, index)
        model = self.selectionModel()
        if current >= 0:
            index = self._model.index(current, 0)
            model.setCurrentIndex(index, _Flag.NoUpdate)
        model.select(selection, _Flag.ClearAndSelect | _Flag.Rows)

    @Slot(int)
    def _select_number(self, number: int) -> None:
        before = self._announced[1]
        place = self._model.place_of_number(number)
        member = self._model.member_of_number(number) if place < 0 else None
        if member is not None:
            self.select((member,))
        elif place >= 0:
            self._select_places([place], place)
            self.scrollTo(self._model.index(place, 0))
        self._tell_again(before)

    def _tell_again(self, before: tuple[CombatantId, ...]) -> None:
        if len(before) == 1 and before == self._announced[1]:
            self.selected_again.emit()

    @Slot()
    def _announce(self) -> None:
        selected = self.selected()
        place = self.currentIndex().row()
        current = self._model.row_at(place).who if 0 <= place < self._model.rowCount() else None
        foremost = current if current in selected else next(iter(selected), CombatantId(""))
        old_foremost, old_selected = self._announced
        self._announced = (foremost or CombatantId(""), selected)
        if selected != old_selected:
            self.selection_changed.emit(selected)
        if self._announced[0] != old_foremost:
            self.combatant_selected.emit(self._announced[0])

    @Slot()
    def _follow_current(self) -> None:
        self._mark_current()
        self._announce()

    @Slot()
    def _mark_current(self) -> None:
        self._point("current", self.currentIndex().row() if self.hasFocus() else -1)

    def _point(self, what: str, place: int) -> None:
        old = getattr(self._pointed, what)
        if old != place:
            setattr(self._pointed, what, place)
            self._update_row(old)
            self._update_row(place)

    @override
    def dataChanged(self, topLeft: _Index, bottomRight: _Index, roles: Sequence[int] = ()) -> None:
        # WORKAROUND Qt 6.11: it asks for a pixel too many at the right and below, which is a row and a column of cells.
        with without_repaint(self):
            QTableView.dataChanged(self, topLeft, bottomRight, roles)
        self.viewport().update(self.visualRect(topLeft) | self.visualRect(bottomRight))

    def _update_row(self, place: int) -> None:
        if 0 <= place < self._model.rowCount():
            top, height = self.rowViewportPosition(place), self.rowHeight(place)
            self.viewport().update(QRect(0, top, self.viewport().width(), height))

    # ---- keys and mouse

    def take_digit(self, text: str) -> bool:
        """Takes what a key typed elsewhere as part of a combatant's number; returns whether it was a digit."""
        return self._number_keys.take(text)

    @override
    def event(self, event: QEvent) -> bool:
        """Keeps the keys of the rows from the window.

        A space after a digit is one of them: whoever types dice with spaces does not mean Next.
        """
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and self._is_own(event):
            event.accept()
            return True
        return super().event(event)

    def _is_own(self, event: QKeyEvent) -> bool:
        if event.modifiers() & ~_OWN_MODIFIERS:
            return False
        if event.key() == _Key.Key_Space:
            return self._number_keys.is_typing
        return event.key() in _STEPS or event.text() in _CHANGES or event.text().isdecimal()

    def edit_name(self) -> None:
        """Opens the name of the foremost selected combatant for editing, or where the cursor is, its initiative."""
        place, column = self._model.place_of(self._announced[0]), self.currentIndex().column()
        if not self._is_initiative(column):
            column = self._model.column_of("name")
        if place >= 0 and self.state() != self.State.EditingState:
            self.edit(self._model.index(place, column))

    def _is_initiative(self, column: int) -> bool:
        columns = self._model.columns
        return 0 <= column < len(columns) and tells_turns(columns[column])

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        paint_ground(self.viewport(), event, self._icons)
        self._cells.paint(QPainter(self.viewport()), event.region())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not event.text().isdecimal():
            self._number_keys.forget()
        if self.state() == self.State.EditingState or not self._press(event):
            super().keyPressEvent(event)
        self._follow_current()

    def _press(self, event: QKeyEvent) -> bool:
        """Does what a key does here beside what it does in every list; returns whether it does anything."""
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        if key in _MOVES and modifiers == Qt.KeyboardModifier.AltModifier:
            self._move_current(_MOVES[key])
        elif modifiers & ~_OWN_MODIFIERS:
            return False
        elif key in _FOLDS:
            return self._fold(is_open=key == _Key.Key_Right)
        elif key in _STEPS:
            super().keyPressEvent(QKeyEvent(QEvent.Type.KeyPress, _STEPS[key], modifiers))
        elif key in _LEAVING:
            (self.left if key == _Key.Key_Escape else self.entered).emit()
        elif event.text() in _CHANGES:
            if self._announced[1]:
                self.change_begun.emit(event.text())
        else:
            # A space here ends a number, see ``event``; no row is chosen by it.
            return key == _Key.Key_Space or self._number_keys.take(event.text())
        return True

    def _fold(self, *, is_open: bool) -> bool:
        """Opens or closes the group of the current row; returns whether it has one to open or close."""
        place = self.currentIndex().row()
        row = self._model.row_at(place) if place >= 0 else None
        if row is None or not row.group or bool(row.members) != is_open:
            return False
        self.group_toggled.emit(row.group)
        return True

    def _move_current(self, step: int) -> None:
        """Asks for the current combatant to change places with its neighbour in the order of turns."""
        place = self.currentIndex().row()
        if place < 0 or self._model.order.key:
            return
        before = neighbour_after_step(self._model.shown, place, step, self._model.band_key)
        if before is not None:
            self.reordered.emit(self._model.row_at(place).who, before)

    @override
    def moveCursor(
        self, cursorAction: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        # Rows are what is walked through: Home and End mean the first and the last of them.
        column = max(0, self.currentIndex().column())
        if cursorAction == QAbstractItemView.CursorAction.MoveHome:
            return self._model.index(0, column)
        if cursorAction == QAbstractItemView.CursorAction.MoveEnd:
            return self._model.index(self._model.rowCount() - 1, column)
        return super().moveCursor(cursorAction, modifiers)

    @override
    def keyboardSearch(self, search: str) -> None:
        """Does nothing: letters are shortcuts here."""

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        if index.isValid() and self._model.row_at(index.row()).is_planned:
            self.planned_opened.emit()
        elif index.isValid():
            row = self._model.row_at(index.row())
            if row.members:
                self.group_toggled.emit(row.group)
            else:
                self.opened.emit(row.who)

    @Slot(QModelIndex)
    def _open_or_edit(self, index: QModelIndex) -> None:
        """Opens what was clicked twice; an initiative is edited where it stands."""
        if self._is_initiative(index.column()) and not self._model.row_at(index.row()).is_planned:
            self.edit(index)
        else:
            self._open(index)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        before = self._announced[1]
        super().mousePressEvent(event)
        self._pressed_at = event.position().toPoint()
        self._follow_current()
        is_on_row = self.indexAt(self._pressed_at).isValid()
        if is_on_row and event.button() == Qt.MouseButton.LeftButton and not event.modifiers():
            self._tell_again(before)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        far = (event.position().toPoint() - self._pressed_at).manhattanLength()
        is_held = bool(event.buttons() & Qt.MouseButton.LeftButton)
        if self.drag_kind and is_held and not event.modifiers():
            if far >= QApplication.startDragDistance() and self.selected():
                self._drag_out()
            return
        super().mouseMoveEvent(event)
        self._point("hovered", self.rowAt(round(event.position().y())))

    def _drag_out(self) -> None:
        """Has the selected dragged out of the table, to where somebody has a use for them."""
        data = QMimeData()
        data.setData(self.drag_kind, "\n".join(self.selected()).encode())
        drag = QDrag(self)
        drag.setMimeData(data)
        drag.exec(Qt.DropAction.CopyAction)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point("hovered", -1)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        with without_repaint(self):
            super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._model.rowCount():
            self.selectionModel().setCurrentIndex(self._model.index(0, 0), _Flag.NoUpdate)
        self._follow_current()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        with without_repaint(self):
            super().focusOutEvent(event)
        self._follow_current()

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        place = self.rowAt(event.pos().y())
        point = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            place = self.currentIndex().row()
            corner = self.visualRect(self._model.index(place, 0)).bottomLeft()
            point = self.viewport().mapToGlobal(corner)
        is_there = place >= 0 and not self._model.row_at(place).is_planned
        who = self._model.row_at(place).who if is_there else ""
        self.menu_requested.emit(who, point)

    @override
    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        if dy and self._model.band_key:
            # The words of a band stay in sight: they are not where they were.
            width = self.columnWidth(0)
            self.viewport().update(QRect(0, 0, width, self.viewport().height()))

    @Slot()
    def _share_out(self) -> None:
        """Shares the width out among the columns; what was cut when it was painted gets what others do not need."""
        theme, width = self._icons.theme, self.viewport().width()
        share_out(self.horizontalHeader(), self._model.columns, theme, width, self._rows.wanted)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._empty.setGeometry(self.viewport().rect())
        self._share_out()

    @Slot()
    def _repaint(self) -> None:
        self._rows.pictures.clear()
        self.viewport().update()
        self.horizontalHeader().viewport().update()
