"""The creature editor: the middle column in prep."""

from msgspec import structs
from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QTabBar, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.control.library_controllers import LibraryControllers
from encounter_gui.gui.library.edit.editor_results import EditorResults
from encounter_gui.gui.library.edit.notes_and_source import NotesPage, SourcePage
from encounter_gui.gui.library.edit.record_editor import RecordEditor
from encounter_gui.gui.library.edit.sheet_page import SheetPage
from encounter_gui.gui.library.fields.field_edits import FieldLabel
from encounter_gui.gui.library.fields.field_groups import Comparison
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.body_figure import BodyFigure
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.play.prep.creature_repository import CreatureItem
from encounter_gui.play.prep.record_edits import with_creature
from encounter_gui.play.trial_fight import Sandbox
from encounter_gui.rules.model.prepared import LibraryCreature
from encounter_gui.rules.model.ruleset import CarriedDef, CreatureDef, Ruleset
from encounter_gui.rules.systems import system_for

_TABS = ("sheet", "notes", "source")


class CreatureEditor(RecordEditor[LibraryCreature]):
    """Edits one creature of the library at a time."""

    def __init__(
        self, controllers: LibraryControllers, icons: Icons, figure: BodyFigure,
        texts: MessageCatalog, parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        """Takes the library's controllers, icons with the theme, the figure, and the texts."""
        super().__init__("gui.editor", icons, texts, parent)
        self._controller = controllers.library
        self._joining = controllers.joining
        self._sandbox: Sandbox | None = None
        self.tabs = QTabBar(self)
        self.legend = QLabel(self)
        self.sheet = SheetPage(self.draft, icons, figure, texts, self)
        self.notes = NotesPage(self.draft, icons, texts, self)
        self.source = SourcePage(self.draft, icons, texts, self)
        self.results = EditorResults(self._controller, self.draft, self.sheet, self)
        self.setAccessibleName(texts.text_of("gui.editor"))
        self._pages = QStackedWidget(self)
        for page in (self.sheet, self.notes, self.source):
            self._pages.addWidget(page)
        self._lay_out(self._pages, texts.text_of("gui.editor.nobody"), self._tab_row())
        self._connect()

    def _tab_row(self) -> QHBoxLayout:
        for tab in _TABS:
            self.tabs.addTab(self._texts.text_of(f"gui.editor.tab.{tab}"))
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.legend.setTextFormat(Qt.TextFormat.PlainText)
        self._dot = FieldLabel(self._icons, "", self)
        self._dot.setFixedWidth(10)
        self._dot.mark(differs=True, is_guessed=False)
        return row_layout(
            None, (self.tabs, 1), self._dot, self.legend, margins=(15, 0, 15, 0), spacing=2
        )

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._pages.setCurrentIndex)
        self.sheet.trouble_changed.connect(self.show_state)
        self.notes.portrait_chosen.connect(self._set_portrait)
        self.notes.refused.connect(self.refuse)
        self.foot.update_requested.connect(self._update_copies)
        self._controller.changed.connect(self.follow_library)
        self._joining.joined.connect(self.show_state)

    @property
    def creature(self) -> CreatureDef:
        """The creature as edited.

        Raises:
            LookupError: none is edited.
        """
        return self.draft.value.creature

    # ---- opening

    @property
    @override
    def troubles(self) -> tuple[str, ...]:
        return self.sheet.troubles

    @override
    def _find(self, key: str) -> CreatureItem | None:
        item = self._controller.one(key)
        has_ruleset = item is not None and self._controller.ruleset(item.ruleset) is not None
        return item if has_ruleset else None

    @override
    def open_now(self, key: str) -> None:
        item = self._controller.one(key) if key else None
        ruleset = self._controller.ruleset(item.ruleset) if item is not None else None
        if ruleset is not None:
            self._use(ruleset)
        super().open_now(key)

    @override
    def _begin(self, item: CreatureItem) -> None:
        if self._sandbox is not None:
            source = self._controller.creatures.source(item.key)
            self.source.show_source(source, self._sandbox.ruleset)
            self.results.begin(self._sandbox, item)
            self._show_uses(item.key)

    def follow_plan(self) -> None:
        """Shows anew where the creature is used: a plan has changed, or another encounter is open."""
        if self.isVisible() and self.draft.is_open and self._controller.is_open:
            self._show_uses(self.key)

    def _show_uses(self, key: str) -> None:
        self.sheet.used_in.show_uses(self._controller.services.uses(key))

    def _use(self, ruleset: Ruleset) -> Sandbox:
        """Returns the sandbox for a ruleset; it is kept until another one is needed."""
        if self._sandbox is None or self._sandbox.ruleset is not ruleset:
            system = system_for(ruleset.system)
            self._sandbox = Sandbox(system=system, ruleset=ruleset, texts=self._texts)
        return self._sandbox

    @override
    def focus_field(self, key: str = "") -> None:
        self.tabs.setCurrentIndex(0)
        edit = self.sheet.edit_of(key) or self.sheet.identity.name
        edit.setFocus(Qt.FocusReason.TabFocusReason)

    # ---- showing

    @override
    def _show_pages(self, item: CreatureItem) -> bool:
        if self._sandbox is None:
            return False
        base = self._controller.base_of(item)
        self._show_head(item, self._sandbox.ruleset, base)
        self.sheet.show_draft(self._sandbox.ruleset, self._comparison(base))
        self.notes.show_draft(self._controller.creatures.portrait(self.draft.value))
        self.source.show_draft()
        self.results.follow()
        return True

    def _show_head(self, item: CreatureItem, ruleset: Ruleset, base: CreatureItem | None) -> None:
        text_of = self._texts.text_of
        owner = text_of("gui.editor.own") if item.is_own else text_of("gui.editor.shipped")
        parts = [owner, ruleset.name]
        if base is not None:
            parts.append(text_of("gui.editor.from", name=base.name))
        self.head.show_head(self.creature.name, self.creature.side, " · ".join(parts))
        legend = text_of("gui.editor.legend", name=base.name) if base is not None else ""
        self.legend.setText(legend)
        self._dot.setVisible(base is not None)

    def _comparison(self, base: CreatureItem | None) -> Comparison:
        guessed = self.draft.value.guessed
        if base is None:
            return Comparison(guessed=guessed)
        return Comparison(base=base.value.creature.sheet, base_name=base.name, guessed=guessed)

    @override
    def _show_use(self, item: CreatureItem) -> None:
        count = len(self._joining.copies_of(item.key))
        if count:
            text = self._texts.text_of("gui.editor.has_copies", count=count)
            self.foot.say(text, has_copies=True)
        else:
            self.foot.say(self._texts.text_of("gui.editor.changes_library"))

    # ---- changing

    def carry(self, item: str) -> None:
        """Gives the creature an item of the library, as one step."""
        items = (*self.creature.items, CarriedDef(item=item))
        self.draft.set("", with_creature(self.draft.value, items=items))

    @override
    def _store(self, key: str, value: LibraryCreature) -> CreatureItem | None:
        return self._controller.edits.save(key, value)

    @override
    def _copy(self, key: str) -> CreatureItem | None:
        return next(iter(self._controller.edits.duplicate([key])), None)

    @override
    def _forget_input(self) -> None:
        self.sheet.forget()

    @Slot()
    def _update_copies(self) -> None:
        if not self.draft.is_changed or self.save():
            self._joining.update_copies(self.key)

    @Slot(bytes)
    def _set_portrait(self, picture: bytes) -> None:
        name = self._controller.creatures.add_portrait(picture) if picture else ""
        self.draft.set("", structs.replace(self.draft.value, portrait=name))

    @override
    def _follow_rules(self, item: CreatureItem) -> None:
        """The gear of the ruleset may have changed."""
        ruleset, sandbox = self._controller.ruleset(item.ruleset), self._sandbox
        if ruleset is not None and sandbox is not None and sandbox.ruleset is not ruleset:
            self.results.begin(self._use(ruleset), item)
            self._show_draft()
