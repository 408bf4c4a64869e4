"""Weapons, or armour, or gear of a creature: a table to type into, and a field to add from the library."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.combatants.cells.row_paint import write
from encounter_gui.gui.library.fields.item_chooser import ItemChooser
from encounter_gui.gui.library.fields.item_model import (
    CHANGED_ROLE,
    HELD_ROLE,
    WRONG_ROLE,
    Index,
    ItemModel,
)
from encounter_gui.gui.library.fields.section_head import SectionHead
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.layouts import column_layout
from encounter_gui.rules.model.items import hand_keys, keys_of, number
from encounter_gui.rules.model.ruleset import CarriedDef, CreatureDef, Ruleset

_ROW, _HEADER = 26, 24
_MOST_WIDE, _NAME_WIDTH = 112, 116
_TITLE_SIDE, _MOST_LINES = 6, 3
_SCROLL_BAR = 10
_State = QStyle.StateFlag


class ItemTable(QWidget):
    """One table of items under a heading; Del takes an item out, its menu puts one in hand."""

    items_changed = Signal(object, str, str)
    """All the creature carries (``tuple[CarriedDef, ...]``), and the keys of what is in hand and in the other hand."""
    trouble_changed = Signal(str)
    """What is wrong in it, in words; empty: nothing."""

    def __init__(
        self, icons: Icons, texts: MessageCatalog, name: str, kinds: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        """Takes icons with the theme, the texts, the name of its texts, and the kinds of items."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._kinds = tuple(kinds)
        self._creature: CreatureDef | None = None
        self._ruleset: Ruleset | None = None
        self._more: set[str] = set()
        self.head = SectionHead(icons, texts.text_of(f"gui.editor.{name}"), parent=self)
        self.model = ItemModel(texts, kinds, self)
        self.view = _Table(self)
        self.chooser = ItemChooser(texts, kinds, texts.text_of(f"gui.editor.add_{name}"), self)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        column_layout(self, self.head, self.view, self.chooser, spacing=2)
        self.view.setModel(self.model)
        self.view.setItemDelegate(_CellDelegate(self._icons, self.view))
        self.view.setAccessibleName(self.head.accessibleName())

    def _connect(self) -> None:
        self.model.edited.connect(self._replace)
        self.model.refused.connect(self._refuse)
        self.chooser.chosen.connect(self._add)
        self.view.removal_requested.connect(self._remove)
        self.view.menu_requested.connect(lambda row, point: self.menu(row).popup(point))

    # ---- state downward

    def show_creature(self, ruleset: Ruleset, creature: CreatureDef) -> None:
        """Shows what a creature carries."""
        if ruleset is not self._ruleset:
            self._more = set()
            self.chooser.offer(ruleset)
        self._ruleset, self._creature = ruleset, creature
        self.model.show(ruleset, creature, self._more)
        self.view.fit()

    def forget(self) -> None:
        """Drops what was typed and wrong."""
        self._more = set()
        self.model.forget()
        self.head.show_note("")

    def edit_place(self, key: str, name: str) -> None:
        """Opens the value of the best item over a place of the body; where none is, the field that adds one."""
        fields = enumerate(self.model.fields, 1)
        column, field = next((each for each in fields if each[1].kind == "number"), (0, None))
        over = [row for row, each in enumerate(self.model.rows) if each.names(key)]
        if over and field is not None:
            best = max(over, key=lambda row: number(self.model.rows[row].value(field.key)))
            self.view.edit_cell(self.model.index(best, column))
            return
        self.head.show_note(self._texts.text_of("gui.editor.uncovered", place=name))
        self.chooser.setFocus(Qt.FocusReason.OtherFocusReason)

    # ---- intents upward

    def _tell(self, items: tuple[CarriedDef, ...], hands: Sequence[int | None]) -> None:
        """Tells what is carried, and the places of what is in the two hands: keys may change with what is before."""
        self.head.show_note("")
        keys = keys_of(items)
        held, off = ("" if place is None else keys[place] for place in hands)
        self.items_changed.emit(items, held, off)

    @property
    def _hands(self) -> tuple[int | None, int | None]:
        """The places of what is in hand and in the other hand; None: nothing is."""
        if self._creature is None or self._ruleset is None:
            return None, None
        keys = keys_of(self._creature.items)
        hands = hand_keys(self._ruleset, self._creature)
        held, off = (keys.index(key) if key else None for key in hands)
        return held, off

    @Slot(int, object)
    def _replace(self, place: int, item: CarriedDef) -> None:
        if self._creature is not None:
            items = list(self._creature.items)
            items[place] = item
            self._tell(tuple(items), self._hands)

    @Slot(object)
    def _add(self, item: CarriedDef) -> None:
        if self._creature is not None:
            self._tell((*self._creature.items, item), self._hands)
            self.view.selectRow(self.model.rowCount() - 1)

    @Slot(int)
    def _remove(self, row: int) -> None:
        if self._creature is not None and 0 <= row < len(self.model.rows):
            gone, items = self.model.rows[row].place, self._creature.items
            hands = [
                None if place in (None, gone) else place - (place > gone) for place in self._hands
            ]
            self._tell((*items[:gone], *items[gone + 1 :]), hands)

    def _hold(self, row: int, hand: int) -> None:
        """Puts an item in hand (0) or in the other hand (1); one that is there already is put away."""
        if self._creature is not None and 0 <= row < len(self.model.rows):
            place, hands = self.model.rows[row].place, self._hands
            new = [None if each == place else each for each in hands]
            new[hand] = None if hands[hand] == place else place
            self._tell(self._creature.items, new)

    @Slot(str)
    def _refuse(self, trouble: str) -> None:
        self.head.show_note(trouble, is_trouble=bool(trouble))
        self.trouble_changed.emit(trouble)

    def menu(self, row: int) -> QMenu:
        """Returns the menu of an item."""
        text_of = self._texts.text_of
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for deed in ("hold", "hold_off", "remove_item"):
            action = menu.addAction(text_of(f"gui.editor.do.{deed}"))
            action.setData((deed, row))
        self._add_values(menu)
        menu.triggered.connect(self._choose)
        return menu

    def _add_values(self, menu: QMenu) -> None:
        """Values that none of the items has yet get a column when they are asked for."""
        inner = menu.addMenu(self._texts.text_of("gui.editor.do.more_values"))
        shown = {each.key for each in self.model.fields}
        for field in self._ruleset.item_fields if self._ruleset else ():
            if field.key not in shown and set(field.on) & set(self._kinds):
                inner.addAction(field.name.replace("&", "&&")).setData(("value", field.key))

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        match action.data():
            case ("hold", row):
                self._hold(row, 0)
            case ("hold_off", row):
                self._hold(row, 1)
            case ("remove_item", row):
                self._remove(row)
            case ("value", key):
                self._more.add(key)
                if self._ruleset is not None and self._creature is not None:
                    self.show_creature(self._ruleset, self._creature)


class _Table(QTableView):
    """As high as its rows: the page scrolls, not the table."""

    removal_requested = Signal(int)
    menu_requested = Signal(int, QPoint)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(
            triggers.DoubleClicked | triggers.EditKeyPressed | triggers.AnyKeyPressed
        )
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_ROW)
        header = self.horizontalHeader()
        header.setMinimumSectionSize(30)
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideNone)
        header.setFixedHeight(_HEADER)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._ask_menu)

    def edit_cell(self, index: QModelIndex) -> None:
        """Opens a cell for typing, unless one is open already."""
        self.setCurrentIndex(index)
        if self.state() != QAbstractItemView.State.EditingState:
            self.edit(index)

    def fit(self) -> None:
        """Takes the height of its rows, and gives columns the width of their words; names take what is left.

        Titles are wrapped where the columns have too little room otherwise.
        """
        header, rows = self.horizontalHeader(), self.model().rowCount()
        widths = self._widths(wraps=False)
        if sum(widths) + _NAME_WIDTH > self.width():
            widths = self._widths(wraps=True)
        scrolls = sum(widths) + _NAME_WIDTH > self.width()
        for column, width in enumerate(widths, start=1):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            header.resizeSection(column, width)
        mode = QHeaderView.ResizeMode
        header.setSectionResizeMode(0, mode.Interactive if scrolls else mode.Stretch)
        if scrolls:
            header.resizeSection(0, _NAME_WIDTH)
        self.setVisible(rows > 0)
        height = max([_HEADER, *(self._title_height(column) for column in range(len(widths) + 1))])
        header.setFixedHeight(height)
        self.setFixedHeight(height + rows * _ROW + 2 + (_SCROLL_BAR if scrolls else 0))

    def _title_height(self, column: int) -> int:
        """Returns how high the title of a column is in its width, over as many lines as it takes."""
        header = self.horizontalHeader()
        title = str(self.model().headerData(column, Qt.Orientation.Horizontal) or "")
        room = QRect(0, 0, header.sectionSize(column) - 2 * _TITLE_SIDE, 1000)
        flags = int(Qt.TextFlag.TextWordWrap)
        return header.fontMetrics().boundingRect(room, flags, title).height() + 8

    def _widths(self, *, wraps: bool) -> list[int]:
        """Returns the width of each column but the first, in logical pixels."""
        header, widths = self.horizontalHeader(), []
        for column in range(1, self.model().columnCount()):
            title = header.sectionSizeHint(column) + 4
            if wraps:
                words = str(self.model().headerData(column, Qt.Orientation.Horizontal) or "")
                longest = max(map(header.fontMetrics().horizontalAdvance, words.split()), default=0)
                title = max(longest + 2 * _TITLE_SIDE + 2, title // _MOST_LINES + 2 * _TITLE_SIDE)
            widths.append(min(_MOST_WIDE, max(title, self.sizeHintForColumn(column) + 4)))
        return widths

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentIndex().row()
        if event.key() == Qt.Key.Key_Delete:
            self.removal_requested.emit(row)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.edit_cell(self.currentIndex())
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
        else:
            super().keyPressEvent(event)

    @Slot(QPoint)
    def _ask_menu(self, point: QPoint) -> None:
        index = self.indexAt(point)
        if index.isValid():
            self.menu_requested.emit(index.row(), self.viewport().mapToGlobal(point))


class _CellDelegate(QStyledItemDelegate):
    """Paints a value: bold names, a dot for what is other than the library's, a line of danger under what is wrong."""

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons = icons

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        text = str(index.data() or "")
        return QSize(round(self._icons.theme.fonts.width(text, "body")) + 22, _ROW)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, rect = self._icons.theme, QRectF(option.rect)
        if option.state & _State.State_Selected:
            painter.fillRect(rect, theme.colour("surface.row_selected"))
        line = QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1)
        painter.fillRect(line, theme.colour("line.subtle"))
        room = rect.adjusted(6, 0, -6, 0)
        if index.data(CHANGED_ROLE):
            marks.paint_changed(painter, theme, QPointF(rect.left() + 4, rect.center().y()))
        if index.data(HELD_ROLE):
            box = QRectF(room.right() - 12, room.center().y() - 6, 12, 12)
            self._icons.paint(painter, "hand", box, theme.colour("text.muted"))
            room.setRight(box.left() - 4)
        is_wrong, is_name = bool(index.data(WRONG_ROLE)), index.column() == 0
        role = "status.danger" if is_wrong else "text.primary" if is_name else "text.secondary"
        text = str(index.data() or ("" if is_name else "–"))
        align = Qt.AlignmentFlag(index.data(Qt.ItemDataRole.TextAlignmentRole))
        side = align & Qt.AlignmentFlag.AlignHorizontal_Mask
        write(painter, theme, room, text, weight=500 if is_name else 0, role=role, align=side)
        if option.state & _State.State_HasFocus:
            marks.paint_focus(painter, theme, rect, radius=theme.radius("chip"))
