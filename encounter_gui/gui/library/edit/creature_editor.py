"""The creature editor: the middle column in prep."""

from dataclasses import replace

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QTabBar, QVBoxLayout, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.control.library_controller import LibraryController
from encounter_gui.gui.library.control.sandbox import Sandbox
from encounter_gui.gui.library.edit.draft import Draft
from encounter_gui.gui.library.edit.editor_base import RecordEditor
from encounter_gui.gui.library.edit.editor_head import EditorHead
from encounter_gui.gui.library.edit.editor_results import EditorResults
from encounter_gui.gui.library.edit.notes_and_source import NotesPage, SourcePage
from encounter_gui.gui.library.edit.sheet_page import SheetPage
from encounter_gui.gui.library.fields.field_edits import FieldLabel
from encounter_gui.gui.library.fields.field_groups import Comparison
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.body_figure import BodyFigure
from encounter_gui.gui.widgets.separator import Separator
from encounter_gui.play.prep.creature_repository import LibraryItem
from encounter_gui.rules.model.ruleset import CarriedDef, Ruleset
from encounter_gui.rules.systems import system_for

_TABS = ("sheet", "notes", "source")


class CreatureEditor(RecordEditor):
    """Edits one creature of the library at a time."""

    def __init__(
        self, controller: LibraryController, icons: Icons, figure: BodyFigure, texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        """Takes the library's desk, icons with the theme, the figure, and the texts."""
        self.draft = Draft()
        super().__init__(self.draft, icons, texts, parent)
        self.draft.setParent(self)
        self._controller = controller
        self._icons = icons
        self._texts = texts
        self._bench: Sandbox | None = None
        self.head = EditorHead(icons, texts, self)
        self.tabs = QTabBar(self)
        self.legend = QLabel(self)
        self.sheet = SheetPage(self.draft, icons, figure, texts, self)
        self.notes = NotesPage(self.draft, icons, texts, self)
        self.source = SourcePage(self.draft, icons, texts, self)
        self.results = EditorResults(controller, self.draft, self.sheet, self)
        self._lay_out()
        self._connect()
        self._show_nobody()

    # ---- laying out

    def _lay_out(self) -> None:
        self.setAccessibleName(self._texts.text_of("gui.editor"))
        self._pages = QStackedWidget(self)
        for page in (self.sheet, self.notes, self.source):
            self._pages.addWidget(page)
        for tab in _TABS:
            self.tabs.addTab(self._texts.text_of(f"gui.editor.tab.{tab}"))
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
        self._empty = QLabel(self._texts.text_of("gui.editor.nobody"), self)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._body = QWidget(self)
        body = QVBoxLayout(self._body)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(self.head)
        body.addLayout(row)
        body.addWidget(Separator(self._icons, self))
        body.addWidget(self._pages, 1)
        body.addWidget(Separator(self._icons, self))
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
        self._controller.changed.connect(self._follow_library)
        self._controller.joined.connect(self.show_state)

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
        item = self._controller.library.one(key) if key else None
        ruleset = self._controller.ruleset(item.ruleset) if item is not None else None
        self.sheet.forget()
        self.foot.end()
        if item is None or ruleset is None:
            self.draft.open(None)
            return
        bench = self._bench_for(ruleset)
        self.draft.open(item)
        self.source.show_source(self._controller.library.source(key), ruleset)
        self.results.begin(bench, item)
        self.opened.emit(key)

    def _bench_for(self, ruleset: Ruleset) -> Sandbox:
        if self._bench is None or self._bench.ruleset is not ruleset:
            system = system_for(ruleset.system)
            self._bench = Sandbox(system=system, ruleset=ruleset, texts=self._texts)
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
        item, text_of = self.draft.one, self._texts.text_of
        if item is None or self._bench is None:
            return
        base = self._controller.base_of(item)
        owner = text_of("gui.editor.own") if item.is_own else text_of("gui.editor.shipped")
        parts = [owner, self._bench.ruleset.name]
        if base is not None:
            parts.append(text_of("gui.editor.from", name=base.entry.name))
        creature = self.draft.creature
        self.head.show_head(creature.name, creature.side, " · ".join(parts))
        self.legend.setText(
            text_of("gui.editor.legend", name=base.entry.name) if base is not None else ""
        )
        self._dot.setVisible(base is not None)

    def _comparison(self) -> Comparison:
        item = self.draft.one
        base = self._controller.base_of(item) if item is not None else None
        if base is None:
            return Comparison(guessed=self.draft.entry.guessed)
        return Comparison(
            base=base.entry.creature.sheet,
            base_name=base.entry.name,
            guessed=self.draft.entry.guessed,
        )

    def _picture(self) -> bytes:
        entry = self.draft.entry
        item = self.draft.one
        if item is None or not entry.portrait:
            return b""
        return self._controller.library.portrait(
            LibraryItem(key="", ruleset=item.ruleset, entry=entry)
        )

    @Slot()
    @override
    def show_state(self) -> None:
        if not self.draft.is_open:
            return
        troubles = self.sheet.troubles
        can_save = self.draft.is_changed and not troubles and bool(self.draft.creature.name.strip())
        self.head.save.setEnabled(can_save)
        item, text_of = self.draft.one, self._texts.text_of
        copies = len(self._controller.copies_of(self.key))
        if troubles:
            self.foot.say(troubles[0], "danger")
        elif not self.draft.creature.name.strip():
            self.foot.say(text_of("gui.editor.no_name"), "danger")
        elif item is not None and not item.is_own:
            self.foot.say(text_of("gui.editor.copies_shipped"))
        elif copies:
            self.foot.say(text_of("gui.editor.has_copies", count=copies), has_copies=True)
        else:
            self.foot.say(text_of("gui.editor.changes_library"))

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
        kept = self._controller.edits.save(self.key, self.draft.entry)
        if kept is None:
            return False
        self.draft.saved(kept)
        self.opened.emit(kept.key)
        return True

    @override
    def drop_changes(self) -> None:
        self.sheet.forget()
        self.draft.open(self.draft.one and self._controller.library.one(self.key))

    @Slot()
    def _duplicate(self) -> None:
        key = self.key
        self.leave(lambda: self._open_copy(key))

    def _open_copy(self, key: str) -> None:
        made = self._controller.edits.duplicate([key])
        if made:
            self.open_now(made[0].key)
            self.opened.emit(made[0].key)

    @Slot()
    def _update_copies(self) -> None:
        if not self.draft.is_changed or self.save():
            self._controller.update_copies(self.key)

    @Slot(bytes)
    def _keep_portrait(self, picture: bytes) -> None:
        name = self._controller.library.keep_portrait(picture) if picture else ""
        self.draft.set_entry("", portrait=name)

    @Slot()
    def _follow_library(self) -> None:
        """Somebody else has changed, or taken away, what is edited: unsaved work stays, the rest follows."""
        if not self.draft.is_open or not self._controller.is_open:
            return
        there = self._controller.library.one(self.key)
        if there is None:
            if not self.draft.is_changed:
                self.open_now("")
        elif there != self.draft.one and not self.draft.is_changed:
            self.draft.open(there)
        else:
            self._follow_gear(there)

    def _follow_gear(self, item: LibraryItem) -> None:
        """What it could carry has changed: the same creature on another bench."""
        ruleset = self._controller.ruleset(item.ruleset)
        if ruleset is not None and self._bench is not None and self._bench.ruleset is not ruleset:
            self.results.begin(self._bench_for(ruleset), item)
            self._show_draft()
