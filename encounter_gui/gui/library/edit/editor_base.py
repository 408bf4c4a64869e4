"""What editors of the library share: their keys, and the question before changes that are not saved are lost."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.edit.draft import RecordDraft
from encounter_gui.gui.library.edit.editor_foot import EditorFoot
from encounter_gui.gui.theme.icons import Icons

_Keys = QKeySequence.StandardKey
_BARE = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier


class RecordEditor(QWidget):
    """Edits one thing at a time; nothing is kept before it is saved, and nothing lost unasked."""

    left = Signal()
    """Esc: the keyboard goes back to where it was."""
    opened = Signal(str)
    """Something (its key) is being edited; "" if nothing."""

    def __init__(
        self,
        draft: RecordDraft[Any, Any],
        icons: Icons,
        texts: MessageCatalog,
        parent: QWidget | None,
    ) -> None:
        """Takes the draft, icons with the theme, and the texts."""
        super().__init__(parent)
        self._edited = draft
        self._next: Callable[[], None] | None = None
        self.foot = EditorFoot(icons, texts, self)
        self.foot.save_chosen.connect(self._save_and_go)
        self.foot.drop_chosen.connect(self._drop_and_go)
        self.foot.stay_chosen.connect(self._stay)

    # ---- what each editor says of itself

    @property
    def key(self) -> str:
        """The key of what is edited; empty: nothing is."""
        return str(self._edited.one.key) if self._edited.one is not None else ""

    @property
    def troubles(self) -> tuple[str, ...]:
        """What is wrong with the fields in words, the first first; nothing: it can be saved."""
        raise NotImplementedError

    @property
    def edited_name(self) -> str:
        """The name of what is edited."""
        raise NotImplementedError

    def open_now(self, key: str) -> None:
        """Edits something else at once; empty: nothing."""
        raise NotImplementedError

    def save(self) -> bool:
        """Keeps it, in one write; returns whether it is kept. What is wrong is said instead."""
        raise NotImplementedError

    def drop_changes(self) -> None:
        """Shows it as the library has it."""
        raise NotImplementedError

    def focus_field(self, key: str = "") -> None:
        """Puts the keyboard into a field, or into the name."""
        raise NotImplementedError

    def show_state(self) -> None:
        """Says what edits change, or what is wrong."""
        raise NotImplementedError

    # ---- opening and leaving

    def open(self, key: str) -> None:
        """Edits something else; changes that are not saved are asked about first."""
        if key != self.key:
            self.leave(lambda: self.open_now(key))

    @property
    def is_at_risk(self) -> bool:
        """Whether something would be lost if something else were opened now."""
        return self._edited.is_open and (self._edited.is_changed or bool(self.troubles))

    def leave(self, go: Callable[[], None]) -> bool:
        """Goes on to something else at once, or once it is known what becomes of changes; returns whether at once."""
        if not self.is_at_risk:
            go()
            return True
        self._next = go
        self.foot.ask(self.edited_name, can_save=not self.troubles)
        return False

    def close_entry(self) -> None:
        """Edits nothing any more; what was not saved is dropped."""
        self._next = None
        self.foot.end()
        self._edited.open(None)

    @Slot()
    def _save_and_go(self) -> None:
        if self.save():
            self._go()

    @Slot()
    def _drop_and_go(self) -> None:
        self.drop_changes()
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

    # ---- keys

    @override
    def event(self, event: QEvent) -> bool:
        """Keeps the editor's keys from the window: undo here takes back an edit, not a turn."""
        is_ours = (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and (self._deed_for(event) is not None or _is_for_fields(event))
        )
        if is_ours:
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        deed = self._deed_for(event)
        if deed is not None:
            deed()
        else:
            super().keyPressEvent(event)

    def _deed_for(self, event: QKeyEvent) -> Callable[[], object] | None:
        if event.matches(_Keys.Undo):
            return self._edited.undo
        is_y = event.key() == Qt.Key.Key_Y
        if event.matches(_Keys.Redo) or (
            is_y and event.modifiers() == Qt.KeyboardModifier.ControlModifier
        ):
            return self._edited.redo
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
    """Whether a key is for typing and choosing: no letter moves a fight on while somebody writes a sheet."""
    is_bare = not event.modifiers() & ~_BARE
    is_letter = bool(event.text()) and event.text().isprintable()
    return is_bare and (is_letter or event.key() == Qt.Key.Key_Delete)
