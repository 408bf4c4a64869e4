"""The creature editor: the middle column in prep."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QTabBar, QVBoxLayout, QWidget
from typing_extensions import override

from encounter_gui.core.messages import Catalogue
from encounter_gui.gui.library.draft import Draft
from encounter_gui.gui.library.editor_foot import EditorFoot
from encounter_gui.gui.library.editor_head import EditorHead
from encounter_gui.gui.library.editor_results import EditorResults
from encounter_gui.gui.library.field_edits import FieldLabel
from encounter_gui.gui.library.field_groups import Comparison
from encounter_gui.gui.library.hairline import Hairline
from encounter_gui.gui.library.library_desk import LibraryDesk
from encounter_gui.gui.library.other_pages import NotesPage, SourcePage
from encounter_gui.gui.library.sheet_page import SheetPage
from encounter_gui.gui.library.trial_fight import Workbench
from encounter_gui.gui.theme.figure import Figure
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.play.library import Shelved
from encounter_gui.rules.systems import system_for

_TABS = ("sheet", "notes", "source")
_Keys = QKeySequence.StandardKey
_BARE = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier


class CreatureEditor(QWidget):
    """Edits one creature of the library at a time; nothing is kept before it is saved, and nothing lost unasked."""

    left = Signal()
    """Esc: the keyboard goes back to where it was."""
    opened = Signal(str)
    """A creature (its key) is being edited; "" if none."""

    def __init__(
        self, desk: LibraryDesk, icons: Icons, figure: Figure, words: Catalogue,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        """Takes the library's desk, icons with the theme, the figure, and the texts."""
        super().__init__(parent)
        self._desk = desk
        self._icons = icons
        self._words = words
        self._bench: Workbench | None = None
        self._next: Callable[[], None] | None = None
        self.draft = Draft(self)
        self.head = EditorHead(icons, words, self)
        self.tabs = QTabBar(self)
        self.legend = QLabel(self)
        self.sheet = SheetPage(self.draft, icons, figure, words, self)
        self.notes = NotesPage(self.draft, icons, words, self)
        self.source = SourcePage(self.draft, icons, words, self)
        self.foot = EditorFoot(icons, words, self)
        self.results = EditorResults(desk, self.draft, self.sheet, self)
        self._lay_out()
        self._connect()
        self._show_nobody()

    # ---- laying out

    def _lay_out(self) -> None:
        self.setAccessibleName(self._words.word("gui.editor"))
        self._pages = QStackedWidget(self)
        for page in (self.sheet, self.notes, self.source):
            self._pages.addWidget(page)
        for tab in _TABS:
            self.tabs.addTab(self._words.word(f"gui.editor.tab.{tab}"))
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.legend.setTextFormat(Qt.TextFormat.PlainText)
        self._dot = FieldLabel(self._icons, "", self)
        self._dot.setFixedWidth(10)
        self._dot.mark(differs=True, is_guessed=False)
        row = QHBoxLayout()
        row.setContentsMargins(15, 0, 15, 0)
        row.setSpacing(2)
        row.addWidget(self.tabs, 1)
        row.addWidget(self._dot)
        row.addWidget(self.legend)
        self._empty = QLabel(self._words.word("gui.editor.nobody"), self)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._body = QWidget(self)
        body = QVBoxLayout(self._body)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(self.head)
        body.addLayout(row)
        body.addWidget(Hairline(self._icons, self))
        body.addWidget(self._pages, 1)
        body.addWidget(Hairline(self._icons, self))
        body.addWidget(self.foot)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._body)
        column.addWidget(self._empty)

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._pages.setCurrentIndex)
        self.draft.opened.connect(self._show_draft)
        self.draft.changed.connect(self._show_draft)
        self.head.save_requested.connect(self.save)
        self.head.duplicate_requested.connect(self._duplicate)
        self.sheet.trouble_changed.connect(self._show_state)
        self.notes.portrait_chosen.connect(self._keep_portrait)
        self.notes.refused.connect(self._refuse)
        self.foot.update_requested.connect(self._update_copies)
        self.foot.save_chosen.connect(self._save_and_go)
        self.foot.drop_chosen.connect(self._drop_and_go)
        self.foot.stay_chosen.connect(self._stay)
        self._desk.changed.connect(self._follow_library)
        self._desk.joined.connect(self._show_state)

    # ---- opening

    @property
    def key(self) -> str:
        """The key of the creature that is edited; empty: none is."""
        return self.draft.one.key if self.draft.one is not None else ""

    def open(self, key: str) -> None:
        """Edits a creature; changes of another that are not saved are asked about first."""
        if key != self.key:
            self.leave(lambda: self._open(key))

    def leave(self, go: Callable[[], None]) -> bool:
        """Goes on to something else at once, or once it is known what becomes of changes; returns whether at once."""
        if not self.is_at_risk:
            go()
            return True
        self._next = go
        self.foot.ask(self.draft.creature.name, can_save=not self.sheet.troubles)
        return False

    @property
    def is_at_risk(self) -> bool:
        """Whether something would be lost if another creature were opened now."""
        return self.draft.is_open and (self.draft.is_changed or bool(self.sheet.troubles))

    def close_creature(self) -> None:
        """Edits nobody any more; what was not saved is dropped."""
        self._next = None
        self.foot.end()
        self.draft.open(None)

    def _open(self, key: str) -> None:
        one = self._desk.library.one(key) if key else None
        ruleset = self._desk.ruleset(one.ruleset) if one is not None else None
        self.sheet.forget()
        self.foot.end()
        if one is None or ruleset is None:
            self.draft.open(None)
            return
        if self._bench is None or self._bench.ruleset is not ruleset:
            system = system_for(ruleset.system)
            self._bench = Workbench(system=system, ruleset=ruleset, words=self._words)
        self.draft.open(one)
        self.source.show_source(self._desk.library.source(key), ruleset)
        self.results.begin(self._bench, one)
        self.opened.emit(key)

    def focus_field(self, key: str = "") -> None:
        """Puts the keyboard into a field of the sheet, or into the name."""
        self.tabs.setCurrentIndex(0)
        edit = self.sheet.edit_of(key) or self.sheet.identity.name
        edit.setFocus(Qt.FocusReason.TabFocusReason)

    # ---- showing

    @Slot()
    def _show_draft(self) -> None:
        is_open = self.draft.is_open
        self._body.setVisible(is_open)
        self._empty.setVisible(not is_open)
        if not is_open or self._bench is None:
            self.opened.emit("")
            return
        self._show_head()
        self.sheet.show_draft(self._bench.ruleset, self._comparison())
        self.notes.show_draft(self._picture())
        self.source.show_draft()
        self._show_state()
        self.results.follow()

    def _show_nobody(self) -> None:
        self._body.hide()
        self._empty.show()

    def _show_head(self) -> None:
        one, word = self.draft.one, self._words.word
        if one is None or self._bench is None:
            return
        base = self._desk.base_of(one)
        owner = word("gui.editor.own") if one.is_own else word("gui.editor.shipped")
        parts = [owner, self._bench.ruleset.name]
        if base is not None:
            parts.append(word("gui.editor.from", name=base.entry.name))
        creature = self.draft.creature
        self.head.show_head(creature.name, creature.side, " · ".join(parts))
        self.legend.setText(
            word("gui.editor.legend", name=base.entry.name) if base is not None else ""
        )
        self._dot.setVisible(base is not None)

    def _comparison(self) -> Comparison:
        one = self.draft.one
        base = self._desk.base_of(one) if one is not None else None
        if base is None:
            return Comparison(guessed=self.draft.entry.guessed)
        return Comparison(
            base=base.entry.creature.sheet,
            base_name=base.entry.name,
            guessed=self.draft.entry.guessed,
        )

    def _picture(self) -> bytes:
        entry = self.draft.entry
        one = self.draft.one
        if one is None or not entry.portrait:
            return b""
        return self._desk.library.portrait(Shelved(key="", ruleset=one.ruleset, entry=entry))

    @Slot()
    def _show_state(self) -> None:
        if not self.draft.is_open:
            return
        troubles = self.sheet.troubles
        can_save = self.draft.is_changed and not troubles and bool(self.draft.creature.name.strip())
        self.head.save.setEnabled(can_save)
        one, word = self.draft.one, self._words.word
        copies = len(self._desk.copies_of(self.key))
        if troubles:
            self.foot.say(troubles[0], "danger")
        elif not self.draft.creature.name.strip():
            self.foot.say(word("gui.editor.no_name"), "danger")
        elif one is not None and not one.is_own:
            self.foot.say(word("gui.editor.copies_shipped"))
        elif copies:
            self.foot.say(word("gui.editor.has_copies", count=copies), has_copies=True)
        else:
            self.foot.say(word("gui.editor.changes_library"))

    @Slot(str)
    def _refuse(self, sentence: str) -> None:
        self.foot.say(sentence, "danger")

    # ---- saving and leaving

    @Slot()
    def save(self) -> bool:
        """Keeps the creature, in one write; returns whether it is kept. What is wrong is said instead."""
        self._show_state()
        if not self.head.save.isEnabled():
            return not self.draft.is_changed
        self.foot.end()
        kept = self._desk.edits.save(self.key, self.draft.entry)
        if kept is None:
            return False
        self.draft.saved(kept)
        self.opened.emit(kept.key)
        return True

    @Slot()
    def _save_and_go(self) -> None:
        if self.save():
            self._go()

    @Slot()
    def _drop_and_go(self) -> None:
        self.sheet.forget()
        self.draft.open(self.draft.one and self._desk.library.one(self.key))
        self._go()

    def _go(self) -> None:
        go, self._next = self._next, None
        if go is not None:
            go()

    @Slot()
    def _stay(self) -> None:
        self._next = None
        self._show_state()
        self.opened.emit(self.key)
        self.focus_field()

    @Slot()
    def _duplicate(self) -> None:
        key = self.key
        self.leave(lambda: self._open_copy(key))

    def _open_copy(self, key: str) -> None:
        made = self._desk.edits.duplicate([key])
        if made:
            self._open(made[0].key)
            self.opened.emit(made[0].key)

    @Slot()
    def _update_copies(self) -> None:
        if not self.draft.is_changed or self.save():
            self._desk.update_copies(self.key)

    @Slot(bytes)
    def _keep_portrait(self, picture: bytes) -> None:
        name = self._desk.library.keep_portrait(picture) if picture else ""
        self.draft.set_entry("", portrait=name)

    @Slot()
    def _follow_library(self) -> None:
        """Somebody else has changed, or taken away, what is edited: unsaved work stays, the rest follows."""
        if not self.draft.is_open or not self._desk.is_open:
            return
        there = self._desk.library.one(self.key)
        if there is None:
            if not self.draft.is_changed:
                self._open("")
        elif there != self.draft.one and not self.draft.is_changed:
            self.draft.open(there)

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
    """Whether a key is for typing and choosing: no letter moves a fight on while somebody writes a sheet."""
    is_bare = not event.modifiers() & ~_BARE
    is_letter = bool(event.text()) and event.text().isprintable()
    return is_bare and (is_letter or event.key() == Qt.Key.Key_Delete)
