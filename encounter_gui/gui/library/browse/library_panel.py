"""The dock of the library: search, filters, the list, and what can be done with what is selected."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLayout,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.keys.live_caps import PART
from encounter_gui.gui.library.browse.category_switch import CategorySwitch
from encounter_gui.gui.library.browse.custom_entry_page import CustomEntryPage
from encounter_gui.gui.library.browse.facet_bar import FacetBar
from encounter_gui.gui.library.browse.facets import tags_of
from encounter_gui.gui.library.browse.inline_question import InlineQuestion, Question
from encounter_gui.gui.library.browse.inline_questions import InlineQuestions
from encounter_gui.gui.library.browse.panel_menu import PanelMenu, deed_for
from encounter_gui.gui.library.browse.search_field import SearchField
from encounter_gui.gui.library.browse.search_text import split_count
from encounter_gui.gui.library.browse.undo_notice import UndoNotice
from encounter_gui.gui.library.control.custom_entry_controller import Category
from encounter_gui.gui.library.control.library_controllers import LibraryControllers
from encounter_gui.gui.library.list.list_lines import Listing
from encounter_gui.gui.library.list.list_view import LibraryListView
from encounter_gui.gui.library.list.picture_drop import PictureDrop
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import STRETCH, add_items, column_layout, row_layout
from encounter_gui.gui.widgets.separator import Separator
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.play.prep.creature_repository import CreatureItem, Facets, Filter

SEVERAL = 4
"""How many the second button adds."""

_WHILE_TYPING = ("duplicate", "tag")


class LibraryPanel(QWidget):
    """Shows what the library's controllers list; its keys work wherever in it the focus is."""

    edit_requested = Signal(str)
    """A creature (its key) is to be edited."""
    current_changed = Signal(str)
    """The creature the keyboard is at; "" if none."""
    export_requested = Signal(tuple)
    """The keys of creatures to be written to a file."""
    party_save_requested = Signal(tuple)
    """The keys of creatures who are to be saved as a party."""
    create_requested = Signal()
    """A new creature is wanted."""
    room_changed = Signal(str)
    """What is shown now: a ``Category``."""
    thing_edit_requested = Signal(str)
    """An item or condition (its key) is to be edited."""
    thing_changed = Signal(str)
    """The item or condition the keyboard is at; "" if none."""
    carry_requested = Signal(str)
    """The creature in the editor is to carry an item (its key)."""
    left = Signal()
    """Esc with nothing to leave any more: the keyboard goes back to the fight."""

    def __init__(
        self,
        controllers: LibraryControllers,
        icons: Icons,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes the library's controllers, icons with the theme, and the texts."""
        super().__init__(parent)
        self._controller = controllers.library
        self._edits = controllers.library.edits
        self._joining = controllers.joining
        self._filters = controllers.filters
        self._icons = icons
        self._texts = texts
        self._count = 0
        self._edited: Callable[[], str] | None = None
        self.search = SearchField(icons, texts, self)
        self.facets = FacetBar(icons, texts, self._all_facets, self)
        self.list = LibraryListView(icons, texts, self)
        self.ask = InlineQuestion(icons, texts, self)
        self.ask.setProperty(PART, "library")  # Enter answers there, and adds everywhere else
        self.notice = UndoNotice(icons, texts, self)
        self.questions = InlineQuestions(controllers, self.ask, texts, self)
        self.add = ShortcutButton(icons, "↵", self)
        self.several = ShortcutButton(icons, "", self)
        self._menu = PanelMenu(self, icons, texts, self.do)
        self._deeds: dict[str, Callable[[], object]] = {
            "add": self._add,
            "add_several": lambda: self._joining.add(self.list.selected(), SEVERAL),
            "add_typed": partial(self._begin, "totals"), "field": partial(self._begin, "field"),
            "tag": partial(self._begin, "tag"), "edit": self._edit,
            "duplicate": lambda: self._select_made(self._edits.duplicate(self.list.selected())),
            "update": self._update, "export": self._export, "party": self._save_party,
            "remove": lambda: self._edits.remove(self.list.selected()),
            "undo": self._joining.undo, "redo": self._controller.history.redo,
        }  # fmt: skip
        self.rooms = CategorySwitch(icons, texts, self)
        self.custom_entries = CustomEntryPage(self._controller.custom_entries, icons, texts, self)
        self._lay_out()
        self._connect()

    # ---- laying out

    def _lay_out(self) -> None:
        self.setAccessibleName(self._texts.text_of("gui.library"))
        column = column_layout(self, self._head(), spacing=0)
        creatures = column_layout(
            None, self._top(), Separator(self._icons, self), (self.list, 1), spacing=0
        )
        self._pages = QStackedWidget(self)
        self._pages.addWidget(_holding(creatures))
        self._pages.addWidget(self.custom_entries)
        self._foot = QWidget(self)
        self._foot.setLayout(self._foot_row())
        add_items(column, (self._pages, 1), self.notice, self.ask)
        self._line = Separator(self._icons, self)
        add_items(column, self._line, self._foot, self.custom_entries.foot)

    def _head(self) -> QHBoxLayout:
        row = row_layout(None, self.rooms, STRETCH, margins=(8, 4, 4, 4), spacing=0)
        self.export = self._tool("export", "gui.library.do.export", self._export)
        self.new = self._tool("plus", "gui.library.new", self._create)
        row.addWidget(self.new)
        return row

    def _tool(self, icon: str, text: str, act: Callable[[], object]) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(self._icons.icon(icon))
        button.setIconSize(QSize(14, 14))
        button.setToolTip(plain_tip(self._texts.text_of(text).rstrip("…")))
        button.setAccessibleName(button.toolTip())
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(act)
        self._icons.loaded.connect(button.update)
        return button

    def _top(self) -> QVBoxLayout:
        return column_layout(None, self.search, self.facets, margins=(9, 2, 9, 7), spacing=7)

    def _foot_row(self) -> QHBoxLayout:
        row = row_layout(margins=(10, 7, 6, 7), spacing=6)
        self._expect(0)
        self.several.show_words(f"+{SEVERAL}")
        self.several.setAccessibleName(self._texts.text_of("gui.library.do.add_several"))
        add_items(row, (self.add, 1), self.several, self.export)
        return row

    def _connect(self) -> None:
        controller = self._controller
        controller.listed.connect(self._show)
        controller.filter_changed.connect(self._show_filter)
        self._filters.changed.connect(self.facets.show_filters)
        controller.history.noticed.connect(self._notice)
        controller.history.refused.connect(self._refuse)
        self._joining.joined.connect(self._expect_next)
        self._joining.planned.connect(self._expect_next)
        self.search.textEdited.connect(self._search)
        self.search.moved.connect(self._move)
        self.search.entered.connect(lambda is_editing: self.do("edit" if is_editing else "add"))
        self.search.field_begun.connect(lambda: self._begin("field"))
        self.search.left.connect(self.left)
        self.facets.narrowed.connect(controller.narrow)
        self.facets.filter_used.connect(self._filters.use_filter)
        self.facets.filter_dropped.connect(self._filters.drop_filter)
        self.facets.keeping_begun.connect(lambda: self._begin("filter"))
        self.facets.recent_chosen.connect(self.show_creature)
        self.list.selection_changed.connect(
            lambda _selected: self.current_changed.emit(self.list.current())
        )
        self._pictures = PictureDrop(self.list.viewport(), self.list.creature_at, self)
        self._pictures.dropped.connect(self._edits.take_portrait)
        self.list.opened.connect(self._add_one)
        self.list.folded.connect(controller.fold)
        self.list.menu_requested.connect(self._open_menu)
        self.questions.made.connect(self._select_made)
        self.notice.undo_requested.connect(self._joining.undo)
        self.add.clicked.connect(self._add_shown)
        self.several.clicked.connect(self._add_several_shown)
        self.rooms.chosen.connect(self._choose_room)
        self.custom_entries.left.connect(self.left)
        self.custom_entries.edit_requested.connect(self.thing_edit_requested)
        self.custom_entries.current_changed.connect(self.thing_changed)
        self.custom_entries.carry_requested.connect(self.carry_requested)

    # ---- state downward

    @Slot()
    def begin(self) -> None:
        """Takes the keyboard, to search for somebody, or something, else."""
        if self.room == "creatures":
            self.search.setFocus()
            self.search.selectAll()
        else:
            self.custom_entries.begin()

    @property
    def room(self) -> Category:
        """Whether creatures, gear or conditions are shown."""
        return (
            "creatures" if self._pages.currentIndex() == 0 else self._controller.custom_entries.kind
        )

    @property
    def current_list(self) -> LibraryListView:
        """The list that is shown."""
        return self.list if self.room == "creatures" else self.custom_entries.list

    @Slot(str)
    def _choose_room(self, room: Category) -> None:
        """Shows another category and puts the keyboard into its search field."""
        self.show_room(room)
        self.begin()

    @Slot(str)
    def show_room(self, room: Category) -> None:
        """Shows creatures, gear or conditions."""
        self.rooms.show_room(room)
        had_focus = self._has_inner_focus()
        is_creatures = room == "creatures"
        self._pages.setCurrentIndex(0 if is_creatures else 1)
        for widget in (self._line, self._foot):
            widget.setVisible(is_creatures)
        self.ask.hide()
        self.notice.say("")
        if room == "creatures":
            self.custom_entries.foot.hide()
        else:
            self.custom_entries.show_kind(room)
        new = "gui.library.new" if room == "creatures" else f"gui.thing.new.{room}"
        self.new.setToolTip(plain_tip(self._texts.text_of(new)))
        self.new.setAccessibleName(self.new.toolTip())
        self.room_changed.emit(room)
        if had_focus:
            self.begin()

    def _has_inner_focus(self) -> bool:
        focus = QApplication.focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    @Slot()
    def _create(self) -> None:
        if self.room == "creatures":
            self.create_requested.emit()
        else:
            self.custom_entries.make_new()

    @Slot(object)
    def _show(self, listing: Listing) -> None:
        is_searching = bool(split_count(self.search.text())[1])
        self.list.show_lines(listing.lines, to_first=is_searching and self.search.hasFocus())
        self.search.show_count(listing.found, listing.total)
        for button in (self.add, self.several):
            button.setEnabled(bool(listing.found))
        if self._controller.is_open:
            self.facets.show_recent(self._controller.creatures.recent)
            self.facets.show_filter(self._controller.wanted, tags_of(self._controller.found))

    @Slot(str, object)
    def _show_filter(self, text: str, _wanted: Filter) -> None:
        if split_count(self.search.text())[1] != text:
            self.search.setText(text)

    @Slot(str, bool)
    def _notice(self, text: str, can_undo: bool) -> None:
        self.notice.say(text, can_undo=can_undo)

    @Slot(str)
    def _refuse(self, sentence: str) -> None:
        self.notice.say(sentence, is_trouble=True)

    def _all_facets(self) -> Facets:
        return self._controller.facets if self._controller.is_open else Facets()

    # ---- searching

    @Slot(str)
    def _search(self, text: str) -> None:
        count, wanted = split_count(text)
        self._expect(count)
        self._controller.search(wanted)

    @Slot(str)
    def show_creature(self, key: str) -> None:
        """Selects a creature; clears the search, and filters by its ruleset alone."""
        item = self._controller.one(key)
        if item is not None:
            self._controller.narrow(Filter(rulesets=frozenset({item.ruleset})))
            self._controller.search("")
            self.list.select([key], key)

    @Slot(int, bool)
    def _move(self, by: int, is_growing: bool) -> None:
        for _ in range(abs(by)):
            self.list.step(1 if by > 0 else -1, is_extending=is_growing)

    # ---- what can be done

    def do(self, deed: str) -> None:
        """Does something with the selected creatures: a deed of ``panel_menu.DEEDS``, or ``vary:<overlay>``."""
        name, _, overlay = deed.partition(":")
        if self.room != "creatures" and name not in ("undo", "redo"):
            self.custom_entries.do(name)
        elif name == "vary":
            self._select_made(self._edits.vary(self.list.selected(), overlay))
        elif name in self._deeds:
            self._deeds[name]()

    @Slot(tuple)
    def _select_made(self, made: Sequence[CreatureItem]) -> None:
        keys = [each.key for each in made]
        if keys:
            self.list.select(keys, keys[0])

    @Slot()
    def _add(self) -> None:
        selected = self.list.selected()
        if len(selected) == 1 and self._is_typed(selected[0]):
            self._begin("totals")
        else:
            self._joining.add(selected, self._count or 1)

    @Slot()
    def _expect_next(self) -> None:
        """After somebody was added, typing begins another name, and Enter adds one more of the same."""
        self._expect(0)
        self.search.setText(self._controller.text)
        self.search.selectAll()

    def _expect(self, count: int) -> None:
        """Shows on the button how many copies Enter adds; 0: no number was typed."""
        self._count = count
        if count > 1:
            self.add.show_words(self._texts.text_of("gui.library.add_count", count=count))
        else:
            self.add.show_words(self._texts.text_of("gui.library.do.add"))

    def _is_typed(self, key: str) -> bool:
        item = self._controller.one(key)
        return item is not None and item.value.total == "typed"

    @Slot(str)
    def _add_one(self, key: str) -> None:
        """Adds a creature that was clicked twice."""
        if self._is_typed(key):
            self._begin("totals")
        else:
            self._joining.add((key,), self._count or 1)

    def show_edited(self, edited: Callable[[], str] | None) -> None:
        """Sets what returns the creature in the editor, saved; its buttons add that one. None: no editor is shown."""
        self._edited = edited

    @Slot()
    def _add_shown(self) -> None:
        """Adds what stands in the editor, whatever the search still shows; without an editor what is selected."""
        if self._select_edited():
            self._add()

    @Slot()
    def _add_several_shown(self) -> None:
        if self._select_edited():
            self._joining.add(self.list.selected(), SEVERAL)

    def _select_edited(self) -> bool:
        """Selects the creature in the editor, if it is not among the selected; returns whether there is one to add."""
        if self._edited is None:
            return True
        key = self._edited()
        if not key:
            return False
        if key not in self.list.selected():
            if self.list.rows.place_of(key) < 0:
                self.show_creature(key)
            self.list.select([key], key)
        return True

    @Slot()
    def _edit(self) -> None:
        selected = self.list.selected()
        if selected:
            self.edit_requested.emit(self.list.current() or selected[0])

    @Slot()
    def _update(self) -> None:
        for key in self.list.selected():
            self._joining.update_copies(key)

    @Slot()
    def _export(self) -> None:
        if self.list.selected():
            self.export_requested.emit(self.list.selected())

    @Slot()
    def _save_party(self) -> None:
        if self.list.selected():
            self.party_save_requested.emit(self.list.selected())

    @Slot(QPoint)
    def _open_menu(self, point: QPoint) -> None:
        selected = self.list.selected()
        has_own = any((item := self._controller.one(key)) and item.is_own for key in selected)
        self._menu.made(self._edits.overlays(selected), has_own=has_own).popup(point)

    # ---- questions

    def _begin(self, question: Question) -> None:
        back_to = self.search if self.search.hasFocus() else self.list
        if self.questions.begin(question, self.list.selected(), back_to):
            self.notice.say("")

    # ---- keys

    @override
    def event(self, event: QEvent) -> bool:
        """Keeps the dock's own keys from the window: Del here means a creature, not a combatant."""
        is_ours = (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and (event.key() == Qt.Key.Key_Escape or self._is_ours(deed_for(event)))
        )
        if is_ours:
            event.accept()
            return True
        return super().event(event)

    def _is_ours(self, deed: str) -> bool:
        """Whether a key is the dock's; in a field, only those that no field has a use for."""
        if self.ask.field.hasFocus():
            return False
        is_typing = self.search.hasFocus() or self.custom_entries.search.hasFocus()
        return bool(deed) and (not is_typing or deed in _WHILE_TYPING)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        deed = deed_for(event)
        if deed:
            self.do(deed)
        elif event.key() == Qt.Key.Key_Escape:
            self._step_back()
        else:
            super().keyPressEvent(event)

    def _step_back(self) -> None:
        if self.current_list.hasFocus():
            (self.search if self.room == "creatures" else self.custom_entries.search).setFocus()
        else:
            self.left.emit()


def _holding(layout: QLayout) -> QWidget:
    widget = QWidget()
    widget.setLayout(layout)
    return widget
