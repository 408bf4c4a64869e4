"""The editor of gear and conditions: in the place of the creature editor while they are looked at."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.control.custom_entry_controller import CustomEntryController
from encounter_gui.gui.library.edit.condition_form import ConditionForm
from encounter_gui.gui.library.edit.draft import CustomEntryDraft
from encounter_gui.gui.library.edit.editor_base import RecordEditor
from encounter_gui.gui.library.edit.editor_head import EditorHead
from encounter_gui.gui.library.edit.item_form import ItemForm
from encounter_gui.gui.library.edit.read_only_facts import ReadOnlyFacts
from encounter_gui.gui.library.fields.entry_text import icon_of, role_of
from encounter_gui.gui.library.fields.field_edits import PlainEdit
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.separator import Separator
from encounter_gui.rules.files.custom_entries import CustomEntry
from encounter_gui.rules.model.ruleset import ItemDef

_MOST_USERS = 6


class EntryFormEditor(RecordEditor):
    """Edits one item or condition; what comes with the ruleset is only shown, and can be duplicated."""

    def __init__(
        self,
        controller: CustomEntryController,
        icons: Icons,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes the desk of gear and conditions, icons with the theme, and the texts."""
        self.draft = CustomEntryDraft()
        super().__init__(self.draft, icons, texts, parent)
        self.draft.setParent(self)
        self._controller = controller
        self._icons = icons
        self._texts = texts
        self.head = EditorHead(icons, texts, self)
        self.name = PlainEdit(self)
        self.item = ItemForm(self.draft, icons, texts)
        self.condition = ConditionForm(self.draft, icons, texts)
        self.facts = ReadOnlyFacts(icons, texts)
        self._lay_out()
        self._connect()
        self._show_draft()

    # ---- laying out

    def _lay_out(self) -> None:
        self.setAccessibleName(self._texts.text_of("gui.thing.editor"))
        self._empty = QLabel(self._texts.text_of("gui.thing.nothing_open"), self)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._body = QWidget(self)
        body = QVBoxLayout(self._body)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(self.head)
        body.addWidget(Separator(self._icons, self))
        body.addWidget(self._page(), 1)
        body.addWidget(Separator(self._icons, self))
        body.addWidget(self.foot)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._body)
        column.addWidget(self._empty)

    def _page(self) -> QScrollArea:
        inner = QWidget(self)
        column = QVBoxLayout(inner)
        column.setContentsMargins(15, 10, 15, 14)
        column.setSpacing(12)
        self._top = QWidget(inner)
        self._top.setLayout(self._identity())
        column.addWidget(self._top)
        column.addWidget(self.facts)
        column.addWidget(self.item)
        column.addWidget(self.condition)
        column.addStretch(1)
        page = QScrollArea(self)
        page.setAccessibleName(self._texts.text_of("gui.thing.editor"))
        page.setWidgetResizable(True)
        page.setFrameShape(QFrame.Shape.NoFrame)
        page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page.viewport().setAutoFillBackground(False)
        page.setWidget(inner)
        inner.setAutoFillBackground(False)  # a scroll area has just switched it on
        return page

    def _identity(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(3)
        for column, key in enumerate(("gui.editor.name", "gui.thing.kind")):
            label = QLabel(self._texts.text_of(key), self)
            label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
            grid.addWidget(label, 0, column)
        self.name.setAccessibleName(self._texts.text_of("gui.editor.name"))
        grid.addWidget(self.name, 1, 0)
        for kind in (self.item.kind, self.condition.kind):
            grid.addWidget(kind, 1, 1)
        grid.setColumnStretch(0, 3)
        grid.setColumnStretch(1, 1)
        return grid

    def _connect(self) -> None:
        self.draft.opened.connect(self._show_draft)
        self.draft.changed.connect(self._show_draft)
        self.head.save_requested.connect(self.save)
        self.head.duplicate_requested.connect(self._duplicate)
        self.name.textEdited.connect(self.draft.set_name)
        self.item.trouble_changed.connect(self.show_state)
        self.condition.trouble_changed.connect(self.show_state)
        self._controller.refused.connect(self._refuse)
        self._controller.changed.connect(self._follow_stock)

    # ---- what is edited

    @property
    @override
    def troubles(self) -> tuple[str, ...]:
        if not self.draft.is_open:
            return ()
        return self._form_for(self.draft.entry).troubles

    def _form_for(self, entry: CustomEntry) -> ItemForm | ConditionForm:
        return self.item if isinstance(entry, ItemDef) else self.condition

    @property
    @override
    def edited_name(self) -> str:
        return self.draft.entry.name

    @override
    def open_now(self, key: str) -> None:
        self.item.forget()
        self.condition.forget()
        self.foot.end()
        self.draft.open(self._controller.one(key) if key else None)
        self.opened.emit(self.key)

    @override
    def focus_field(self, key: str = "") -> None:
        edit = self.item.edits.get(key) or self.name
        edit.setFocus(Qt.FocusReason.TabFocusReason)

    # ---- showing

    @Slot()
    def _show_draft(self) -> None:
        ruleset = self._controller.ruleset if self.draft.is_open else None
        is_shown = ruleset is not None
        self._body.setVisible(is_shown)
        self._empty.setVisible(not is_shown)
        if ruleset is None:
            return
        entry, text_of = self.draft.entry, self._texts.text_of
        owner = "gui.editor.own" if self.draft.can_change else "gui.editor.shipped"
        note = " · ".join((text_of(owner), ruleset.name))
        self.head.show_thing(entry.name, icon_of(entry), role_of(entry), note)
        self.head.save.setVisible(self.draft.can_change)
        self._top.setVisible(self.draft.can_change)
        self.facts.setVisible(not self.draft.can_change)
        form = self._form_for(entry) if self.draft.can_change else None
        for each in (self.item, self.condition):
            each.setVisible(each is form)
            each.kind.setVisible(each is form)
        if form is None:
            self.facts.show_thing(ruleset, entry)
        else:
            self.name.show_text(entry.name)
            form.show_draft(ruleset)
        self.show_state()

    @Slot()
    @override
    def show_state(self) -> None:
        item, text_of = self.draft.one, self._texts.text_of
        if item is None:
            return
        has_name = bool(self.draft.entry.name.strip())
        self.head.save.setEnabled(self.draft.is_changed and has_name and not self.troubles)
        users = self._controller.users(item)
        if self.troubles:
            self.foot.say(self.troubles[0], "danger")
        elif not has_name:
            self.foot.say(text_of("gui.thing.no_name"), "danger")
        elif not item.is_own:
            self.foot.say(text_of("gui.thing.shipped"))
        elif users:
            names = ", ".join(users[:_MOST_USERS])
            self.foot.say(text_of(f"gui.thing.users.{item.kind}", names=names))
        else:
            self.foot.say(text_of("gui.thing.changes_library"))

    @Slot(str)
    def _refuse(self, sentence: str) -> None:
        self.foot.say(sentence, "danger")

    # ---- saving

    @Slot()
    @override
    def save(self) -> bool:
        self.show_state()
        if not self.head.save.isEnabled():
            return not self.draft.is_changed
        self.foot.end()
        kept = self._controller.save(self.key, self.draft.entry)
        if kept is None:
            return False
        self.draft.saved(kept)
        return True

    @override
    def drop_changes(self) -> None:
        self.item.forget()
        self.condition.forget()
        self.draft.open(self._controller.one(self.key))

    @Slot()
    def _duplicate(self) -> None:
        key = self.key
        self.leave(lambda: self._open_copy(key))

    def _open_copy(self, key: str) -> None:
        made = self._controller.duplicate(key)
        if made is not None:
            self.open_now(made.key)
            self.focus_field()
            self.name.selectAll()

    @Slot()
    def _follow_stock(self) -> None:
        """Something else has changed, or taken away, what is edited: unsaved work stays, the rest follows."""
        if not self.draft.is_open or self.draft.is_changed:
            return
        there = self._controller.one(self.key)
        if there is None:
            self.open_now("")
        elif there != self.draft.one:
            self.draft.open(there)
