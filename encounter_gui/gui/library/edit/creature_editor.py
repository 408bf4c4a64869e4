"""The creature editor: the middle column in prep."""

from dataclasses import replace

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QTabBar, QVBoxLayout, QWidget
from typing_extensions import override

from encounter_gui.core.messages import Catalogue
from encounter_gui.gui.library.control.library_controller import LibraryDesk
from encounter_gui.gui.library.control.sandbox import Workbench
from encounter_gui.gui.library.edit.draft import Draft
from encounter_gui.gui.library.edit.editor_base import EntryEditor
from encounter_gui.gui.library.edit.editor_head import EditorHead
from encounter_gui.gui.library.edit.editor_results import EditorResults
from encounter_gui.gui.library.edit.notes_and_source import NotesPage, SourcePage
from encounter_gui.gui.library.edit.sheet_page import SheetPage
from encounter_gui.gui.library.fields.field_edits import FieldLabel
from encounter_gui.gui.library.fields.field_groups import Comparison
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.body_figure import Figure
from encounter_gui.gui.widgets.separator import Hairline
from encounter_gui.play.prep.creature_repository import Shelved
from encounter_gui.rules.model.ruleset import CarriedDef, Ruleset
from encounter_gui.rules.systems import system_for

_TABS = ("sheet", "notes", "source")


class CreatureEditor(EntryEditor):
    """Edits one creature of the library at a time."""

    def __init__(
        self, desk: LibraryDesk, icons: Icons, figure: Figure, words: Catalogue,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        """Takes the library's desk, icons with the theme, the figure, and the texts."""
        self.draft = Draft()
        super().__init__(self.draft, icons, words, parent)
        self.draft.setParent(self)
        self._desk = desk
        self._icons = icons
        self._words = words
        self._bench: Workbench | None = None
        self.head = EditorHead(icons, words, self)
        self.tabs = QTabBar(self)
        self.legend = QLabel(self)
        self.sheet = SheetPage(self.draft, icons, figure, words, self)
        self.notes = NotesPage(self.draft, icons, words, self)
        self.source = SourcePage(self.draft, icons, words, self)
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
        self.sheet.trouble_changed.connect(self.show_state)
        self.notes.portrait_chosen.connect(self._keep_portrait)
        self.notes.refused.connect(self._refuse)
        self.foot.update_requested.connect(self._update_copies)
        self._desk.changed.connect(self._follow_library)
        self._desk.joined.connect(self.show_state)

    # ---- opening

    @property
    @override
    def troubles(self) -> tuple[str, ...]:
        return self.sheet.troubles

    @property
    @override
    def edited_name(self) -> str:
        return self.draft.creature.name

    def close_creature(self) -> None:
        """Edits nobody any more; what was not saved is dropped."""
        self.close_entry()

    @override
    def open_now(self, key: str) -> None:
        one = self._desk.library.one(key) if key else None
        ruleset = self._desk.ruleset(one.ruleset) if one is not None else None
        self.sheet.forget()
        self.foot.end()
        if one is None or ruleset is None:
            self.draft.open(None)
            return
        bench = self._bench_for(ruleset)
        self.draft.open(one)
        self.source.show_source(self._desk.library.source(key), ruleset)
        self.results.begin(bench, one)
        self.opened.emit(key)

    def _bench_for(self, ruleset: Ruleset) -> Workbench:
        if self._bench is None or self._bench.ruleset is not ruleset:
            system = system_for(ruleset.system)
            self._bench = Workbench(system=system, ruleset=ruleset, words=self._words)
        return self._bench

    @override
    def focus_field(self, key: str = "") -> None:
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
        self.show_state()
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
    @override
    def show_state(self) -> None:
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

    def carry(self, item: str) -> None:
        """Has the creature carry an item of the library, as one step."""
        creature = self.draft.creature
        items = (*creature.items, CarriedDef(item=item))
        self.draft.set_creature("", replace(creature, items=items))

    # ---- saving and leaving

    @Slot()
    @override
    def save(self) -> bool:
        self.show_state()
        if not self.head.save.isEnabled():
            return not self.draft.is_changed
        self.foot.end()
        kept = self._desk.edits.save(self.key, self.draft.entry)
        if kept is None:
            return False
        self.draft.saved(kept)
        self.opened.emit(kept.key)
        return True

    @override
    def drop_changes(self) -> None:
        self.sheet.forget()
        self.draft.open(self.draft.one and self._desk.library.one(self.key))

    @Slot()
    def _duplicate(self) -> None:
        key = self.key
        self.leave(lambda: self._open_copy(key))

    def _open_copy(self, key: str) -> None:
        made = self._desk.edits.duplicate([key])
        if made:
            self.open_now(made[0].key)
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
                self.open_now("")
        elif there != self.draft.one and not self.draft.is_changed:
            self.draft.open(there)
        else:
            self._follow_gear(there)

    def _follow_gear(self, one: Shelved) -> None:
        """What it could carry has changed: the same creature on another bench."""
        ruleset = self._desk.ruleset(one.ruleset)
        if ruleset is not None and self._bench is not None and self._bench.ruleset is not ruleset:
            self.results.begin(self._bench_for(ruleset), one)
            self._show_draft()
