"""Gear or conditions in the library's dock: search, kinds as pills, the list."""

from PySide6.QtCore import QPoint, Signal, Slot
from PySide6.QtWidgets import QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.attack.fields.pill import Pill
from encounter_gui.gui.library.browse.panel_menu import PanelMenu
from encounter_gui.gui.library.browse.search_field import SearchField
from encounter_gui.gui.library.control.custom_entry_controller import (
    CustomEntryController,
)
from encounter_gui.gui.library.list.list_lines import Listing
from encounter_gui.gui.library.list.list_view import LibraryListView
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import FlowLayout, add_items, column_layout
from encounter_gui.gui.widgets.separator import Separator
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.play.prep.custom_entries import CustomItem
from encounter_gui.rules.files.custom_entries import ExtraKind
from encounter_gui.rules.view import Toggle

_DEEDS = frozenset({"edit", "duplicate", "remove"})


class CustomEntryPage(QWidget):
    """Shows what its controller lists: either gear or conditions."""

    edit_requested = Signal(str)
    """A thing (its key) is to be edited."""
    current_changed = Signal(str)
    """The thing the keyboard is at; "" if none."""
    carry_requested = Signal(str)
    """The creature in the editor is to carry an item (its key)."""
    left = Signal()
    """Esc with nothing to leave any more."""

    def __init__(
        self,
        controller: CustomEntryController,
        icons: Icons,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes the controller of gear and conditions, icons with the theme, and the texts."""
        super().__init__(parent)
        self._controller = controller
        self._icons = icons
        self._texts = texts
        self._carrier = ""
        self._pills: list[Pill] = []
        self.search = SearchField(icons, texts, self)
        self.list = LibraryListView(icons, texts, self)
        self.carry = ShortcutButton(icons, "↵", self)
        self.foot = QWidget(self)
        self.list.say_nothing(texts.text_of("gui.thing.nothing"))
        self.list.setSelectionMode(LibraryListView.SelectionMode.SingleSelection)
        self.list.setDragEnabled(False)
        self._flow_box = QWidget(self)
        self._flow = FlowLayout(self._flow_box, gap=4, line_gap=4)
        self._menu = PanelMenu(self, icons, texts, self.do)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        column = column_layout(self, spacing=0)
        top = column_layout(None, self.search, self._flow_box, margins=(9, 2, 9, 7), spacing=7)
        add_items(column, top, Separator(self._icons, self), (self.list, 1))
        row = column_layout(None, self.carry, margins=(10, 7, 10, 7))
        column_layout(self.foot, Separator(self._icons, self), row, spacing=0)
        self._show_carrier()

    def _connect(self) -> None:
        self._controller.listed.connect(self._show)
        self.search.textEdited.connect(self._controller.search)
        self.search.moved.connect(self._move)
        self.search.entered.connect(lambda is_editing: self.do("edit" if is_editing else "add"))
        self.search.left.connect(self.left)
        self.list.selection_changed.connect(self._tell_current)
        self.list.opened.connect(self.edit_requested)
        self.list.folded.connect(self._controller.fold)
        self.list.menu_requested.connect(self._open_menu)
        self.carry.clicked.connect(self._carry)

    # ---- state downward

    def show_kind(self, kind: ExtraKind) -> None:
        """Shows items, or conditions."""
        hint = self._texts.text_of(f"gui.thing.search.{kind}")
        self.search.setPlaceholderText(self._texts.text_of("gui.thing.search_hint"))
        self.search.setAccessibleName(hint)
        self.search.setToolTip(plain_tip(hint))
        self.list.setAccessibleName(self._texts.text_of(f"gui.library.room.{kind}"))
        self._controller.show(kind)
        self.search.setText(self._controller.text)
        self._show_carrier()

    def begin(self) -> None:
        """Takes the keyboard, to search for something."""
        self.search.setFocus()
        self.search.selectAll()

    def show_carrier(self, name: str) -> None:
        """Says who is in the editor and would carry what is added; empty: nobody."""
        self._carrier = name
        self._show_carrier()

    def _show_carrier(self) -> None:
        is_page_shown = (
            not self.isHidden()
        )  # its foot lies outside it, below what the dock has to say
        is_offered = is_page_shown and self._controller.kind == "item" and bool(self._carrier)
        self.foot.setVisible(is_offered)
        self.carry.show_words(self._texts.text_of("gui.thing.carry", name=self._carrier))
        self.carry.setEnabled(bool(self.list.current()))

    @property
    def pills(self) -> tuple[Pill, ...]:
        """Returns the pills of kinds, in order."""
        return tuple(self._pills)

    @Slot(object)
    def _show(self, listing: Listing) -> None:
        is_searching = bool(self._controller.text.strip())
        self.list.show_lines(listing.lines, to_first=is_searching and self.search.hasFocus())
        self.search.show_count(listing.found, listing.total)
        self._show_pills(listing)

    def _show_pills(self, listing: Listing) -> None:
        while len(self._pills) > len(listing.kinds):
            pill = self._pills.pop()
            self._flow.removeWidget(pill)
            pill.hide()
            pill.deleteLater()
        while len(self._pills) < len(listing.kinds):
            pill = Pill(self._icons, self._texts, self._flow_box)
            pill.clicked.connect(self._press)
            self._pills.append(pill)
            self._flow.addWidget(pill)
        for pill, kind in zip(self._pills, listing.kinds, strict=True):
            text = self._texts.text_of(f"gui.thing.{kind}")
            pill.show_toggle(Toggle(key=kind, text=text, is_on=kind in listing.wanted))
            pill.show()
        self._flow_box.updateGeometry()

    # ---- intents upward

    @Slot()
    def _press(self) -> None:
        pill = self.sender()
        if isinstance(pill, Pill):
            self._controller.switch_kind(pill.toggle_shown.key)

    @Slot(int, bool)
    def _move(self, by: int, _is_growing: bool) -> None:
        for _ in range(abs(by)):
            self.list.step(1 if by > 0 else -1)

    @Slot(tuple)
    def _tell_current(self, _selected: tuple[str, ...]) -> None:
        self.carry.setEnabled(bool(self.list.current()))
        self.current_changed.emit(self.list.current())

    @Slot()
    def _carry(self) -> None:
        if self.list.current():
            self.carry_requested.emit(self.list.current())

    def do(self, deed: str) -> None:
        """Carries out ``add``, ``edit``, ``duplicate`` or ``remove`` on the current item or condition."""
        key = self.list.current()
        match deed:
            case "add" if self._carrier and self._controller.kind == "item":
                self._carry()
            case "add" | "edit" if key:
                self.edit_requested.emit(key)
            case "duplicate" if key:
                self.show_made(self._controller.duplicate(key))
            case "remove" if key:
                self._controller.remove(key)
            case _:
                pass

    def make_new(self) -> None:
        """Adds an empty item or condition, and opens it in the editor."""
        made = self._controller.create()
        self.show_made(made)
        if made is not None:
            self.edit_requested.emit(made.key)

    def show_made(self, made: CustomItem | None) -> None:
        """Selects an item or condition; clears the search if that hides it. None: nothing is done."""
        if made is not None:
            if self.list.rows.place_of(made.key) < 0:
                self.search.clear()
                self._controller.search("")
            self.list.select([made.key], made.key)

    @Slot(QPoint)
    def _open_menu(self, point: QPoint) -> None:
        item = self._controller.one(self.list.current())
        has_own = item is not None and item.is_own
        self._menu.made((), has_own=has_own, only=_DEEDS).popup(point)
