"""The editor of a library item: a head, pages, a foot; asks before unsaved changes are lost."""

from collections.abc import Callable
from typing import Generic

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.edit.draft import Draft
from encounter_gui.gui.library.edit.editor_foot import EditorFoot
from encounter_gui.gui.library.edit.editor_head import EditorHead
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import add_items, column_layout
from encounter_gui.gui.widgets.separator import Separator
from encounter_gui.play.prep.repository import LibraryItem, T

_Keys = QKeySequence.StandardKey
_BARE = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier


class RecordEditor(QWidget, Generic[T]):
    """Edits one item at a time; nothing is stored before it is saved, and nothing is lost without a question."""

    left = Signal()
    """Esc: the keyboard goes back to where it was."""
    opened = Signal(str)
    """An item (its key) is being edited; "" if none."""

    def __init__(
        self, texts_key: str, icons: Icons, texts: MessageCatalog, parent: QWidget | None
    ) -> None:
        """Takes the key under which the editor's texts stand, icons with the theme, and the texts."""
        super().__init__(parent)
        self._texts_key = texts_key
        self._icons = icons
        self._texts = texts
        self._next: Callable[[], None] | None = None
        self.draft: Draft[T] = Draft(self)
        self.head = EditorHead(icons, texts, self)
        self.foot = EditorFoot(icons, texts, self)

    def _lay_out(self, page: QWidget, empty: str, tabs: QHBoxLayout | None = None) -> None:
        """Lays out head, tabs, page and foot; ``empty`` is the text while nothing is edited."""
        self._empty = QLabel(empty, self)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._body = QWidget(self)
        body = column_layout(self._body, self.head, spacing=0)
        if tabs is not None:
            body.addLayout(tabs)
        add_items(
            body, Separator(self._icons, self), (page, 1), Separator(self._icons, self), self.foot
        )
        column_layout(self, self._body, self._empty)
        self._connect_parts()
        self._show_draft()

    def _connect_parts(self) -> None:
        self.draft.opened.connect(self._show_draft)
        self.draft.changed.connect(self._show_draft)
        self.head.save_requested.connect(self.save)
        self.head.duplicate_requested.connect(self._duplicate)
        self.foot.save_chosen.connect(self._save_and_go)
        self.foot.drop_chosen.connect(self._drop_and_go)
        self.foot.stay_chosen.connect(self._stay)

    # ---- what each editor does its own way

    @property
    def troubles(self) -> tuple[str, ...]:
        """What is wrong with the fields, as texts; if there is nothing, the draft can be saved."""
        raise NotImplementedError

    def focus_field(self, key: str = "") -> None:
        """Puts the keyboard into a field, or into the name."""
        raise NotImplementedError

    def _find(self, key: str) -> LibraryItem[T] | None:
        """Returns the library's item with this key; None if it is not there or cannot be edited."""
        raise NotImplementedError

    def _store(self, key: str, value: T) -> LibraryItem[T] | None:
        """Saves a value and returns its item; None if that was refused."""
        raise NotImplementedError

    def _copy(self, key: str) -> LibraryItem[T] | None:
        """Adds a copy of an item and returns it; None if that was refused."""
        raise NotImplementedError

    def _forget_input(self) -> None:
        """Drops input that was invalid."""
        raise NotImplementedError

    def _show_pages(self, item: LibraryItem[T]) -> bool:
        """Shows the draft in head and pages; returns False if it cannot be shown."""
        raise NotImplementedError

    def _show_use(self, item: LibraryItem[T]) -> None:
        """Shows in the foot what changes of an own item affect."""
        raise NotImplementedError

    def _begin(self, item: LibraryItem[T]) -> None:
        """Called when another item is edited."""

    def _begin_copy(self) -> None:
        """Called when the copy of an item is edited."""

    def _follow_rules(self, item: LibraryItem[T]) -> None:
        """Called when the library has changed, but not the item."""

    # ---- opening and leaving

    @property
    def key(self) -> str:
        """The key of the item; "" if none is edited."""
        return self.draft.item.key if self.draft.item is not None else ""

    def open(self, key: str) -> None:
        """Edits another item, after a question about unsaved changes."""
        if key != self.key:
            self.leave(lambda: self.open_now(key))

    def open_now(self, key: str) -> None:
        """Edits another item at once; "": none."""
        self._forget_input()
        self.foot.end()
        item = self._find(key) if key else None
        self.draft.open(item)
        if item is not None:
            self._begin(item)
        self.opened.emit(self.key)

    @property
    def is_at_risk(self) -> bool:
        """Whether something would be lost if another item were opened now."""
        return self.draft.is_open and (self.draft.is_changed or bool(self.troubles))

    def leave(self, go: Callable[[], None]) -> bool:
        """Calls ``go`` at once, or after the answer about unsaved changes; returns whether at once."""
        if not self.is_at_risk:
            go()
            return True
        self._next = go
        self.foot.ask(self.draft.value.name, can_save=not self.troubles)
        return False

    def close_entry(self) -> None:
        """Edits nothing any more; unsaved changes are dropped."""
        self._next = None
        self.foot.end()
        self.draft.open(None)
        self.opened.emit("")

    @Slot()
    def _save_and_go(self) -> None:
        if self.save():
            self._go()

    @Slot()
    def _drop_and_go(self) -> None:
        self._forget_input()
        self.draft.open(self._find(self.key))
        self._go()

    def _go(self) -> None:
        go, self._next = self._next, None
        if go is not None:
            go()

    @Slot()
    def _stay(self) -> None:
        self._next = None
        self.show_state()
        self.opened.emit(self.key)
        self.focus_field()

    # ---- showing

    @Slot()
    def _show_draft(self) -> None:
        item = self.draft.item
        is_shown = item is not None and self._show_pages(item)
        self._body.setVisible(is_shown)
        self._empty.setVisible(not is_shown)
        if is_shown:
            self.show_state()

    @Slot()
    def show_state(self) -> None:
        """Shows in the foot what changes affect, or what is wrong; enables the Save button."""
        item = self.draft.item
        if item is None:
            return
        troubles, has_name = self.troubles, bool(self.draft.value.name.strip())
        self.head.save.setEnabled(self.draft.is_changed and has_name and not troubles)
        if troubles:
            self.refuse(troubles[0])
        elif not has_name:
            self.refuse(self._texts.text_of(f"{self._texts_key}.no_name"))
        elif not item.is_own:
            self.foot.say(self._texts.text_of(f"{self._texts_key}.of_ruleset"))
        else:
            self._show_use(item)

    @Slot(str)
    def refuse(self, sentence: str) -> None:
        """Shows in the foot what is wrong."""
        self.foot.say(sentence, "danger")

    @Slot()
    def follow_library(self) -> None:
        """Shows the item as it is after a change of the library; unsaved changes stay."""
        if not self.draft.is_open:
            return
        item, is_changed = self._find(self.key), self.draft.is_changed
        if item is None:
            if not is_changed:
                self.open_now("")
        elif item != self.draft.item and not is_changed:
            self.draft.open(item)
        else:
            self._follow_rules(item)

    # ---- saving

    @Slot()
    def save(self) -> bool:
        """Saves the draft in one write; returns whether nothing unsaved is left. What is wrong is said."""
        self.show_state()
        if not self.head.save.isEnabled():
            return not self.draft.is_changed
        self.foot.end()
        saved = self._store(self.key, self.draft.value)
        if saved is None:
            return False
        self.draft.saved(saved)
        self.opened.emit(saved.key)
        return True

    @Slot()
    def _duplicate(self) -> None:
        key = self.key
        self.leave(lambda: self._open_copy(key))

    def _open_copy(self, key: str) -> None:
        copy = self._copy(key)
        if copy is not None:
            self.open_now(copy.key)
            self._begin_copy()

    # ---- keys

    @override
    def event(self, event: QEvent) -> bool:
        """Keeps the editor's keys from the window: undo here takes back an edit, not a turn."""
        is_ours = (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and (self._action_for(event) is not None or _is_for_fields(event))
        )
        if is_ours:
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        action = self._action_for(event)
        if action is not None:
            action()
        else:
            super().keyPressEvent(event)

    def _action_for(self, event: QKeyEvent) -> Callable[[], object] | None:
        if event.matches(_Keys.Undo):
            return self.draft.undo
        is_y = event.key() == Qt.Key.Key_Y
        if event.matches(_Keys.Redo) or (
            is_y and event.modifiers() == Qt.KeyboardModifier.ControlModifier
        ):
            return self.draft.redo
        if event.matches(_Keys.Save):
            return self.save
        if event.key() == Qt.Key.Key_Escape:
            return self._escape
        return None

    def _escape(self) -> None:
        if self.foot.is_asking:
            self.foot.stay.click()
        else:
            self.left.emit()


def _is_for_fields(event: QKeyEvent) -> bool:
    """Returns whether a key is for typing and choosing: no letter moves an encounter on while a sheet is edited."""
    is_bare = not event.modifiers() & ~_BARE
    is_letter = bool(event.text()) and event.text().isprintable()
    return is_bare and (is_letter or event.key() == Qt.Key.Key_Delete)
