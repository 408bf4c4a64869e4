"""The editor of gear and conditions: in the place of the creature editor while they are listed."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.control.custom_entry_controller import CustomEntryController
from encounter_gui.gui.library.edit.condition_form import ConditionForm
from encounter_gui.gui.library.edit.item_form import ItemForm
from encounter_gui.gui.library.edit.read_only_facts import ReadOnlyFacts
from encounter_gui.gui.library.edit.record_editor import RecordEditor
from encounter_gui.gui.library.fields.entry_text import icon_of, role_of
from encounter_gui.gui.library.fields.field_edits import PlainEdit
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import STRETCH, add_items, column_layout
from encounter_gui.play.prep.custom_entries import CustomItem
from encounter_gui.rules.files.custom_entries import CustomEntry, kind_of
from encounter_gui.rules.model.ruleset import ItemDef

_MOST_USERS = 6


class CustomEntryEditor(RecordEditor[CustomEntry]):
    """Edits one item or condition; what comes with the ruleset is only shown, and can be duplicated."""

    def __init__(
        self,
        controller: CustomEntryController,
        icons: Icons,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes the controller of gear and conditions, icons with the theme, and the texts."""
        super().__init__("gui.thing", icons, texts, parent)
        self._controller = controller
        self.name = PlainEdit(self)
        self.item = ItemForm(self.draft, icons, texts)
        self.condition = ConditionForm(self.draft, icons, texts)
        self.facts = ReadOnlyFacts(icons, texts)
        self.setAccessibleName(texts.text_of("gui.thing.editor"))
        self._lay_out(self._page(), texts.text_of("gui.thing.nothing_open"))
        self._connect()

    # ---- laying out

    def _page(self) -> QScrollArea:
        inner = QWidget(self)
        column = column_layout(inner, margins=(15, 10, 15, 14), spacing=12)
        self._top = QWidget(inner)
        self._top.setLayout(self._identity())
        add_items(column, self._top, self.facts, self.item, self.condition, STRETCH)
        page = QScrollArea(self)
        page.setAccessibleName(self._texts.text_of("gui.thing.editor"))
        page.setWidgetResizable(True)
        page.setFrameShape(QFrame.Shape.NoFrame)
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
        self.name.textEdited.connect(
            lambda name: self.draft.set("name", replace(self.draft.value, name=name))
        )
        self.item.trouble_changed.connect(self.show_state)
        self.condition.trouble_changed.connect(self.show_state)
        self._controller.refused.connect(self.refuse)
        self._controller.changed.connect(self.follow_library)

    # ---- what is edited

    @property
    @override
    def troubles(self) -> tuple[str, ...]:
        return self._form_for(self.draft.value).troubles if self.draft.is_open else ()

    def _form_for(self, entry: CustomEntry) -> ItemForm | ConditionForm:
        return self.item if isinstance(entry, ItemDef) else self.condition

    @override
    def focus_field(self, key: str = "") -> None:
        edit = self.item.edits.get(key) or self.name
        edit.setFocus(Qt.FocusReason.TabFocusReason)

    @override
    def _find(self, key: str) -> CustomItem | None:
        return self._controller.one(key)

    @override
    def _store(self, key: str, value: CustomEntry) -> CustomItem | None:
        return self._controller.save(key, value)

    @override
    def _copy(self, key: str) -> CustomItem | None:
        return self._controller.duplicate(key)

    @override
    def _begin_copy(self) -> None:
        self.focus_field()
        self.name.selectAll()

    @override
    def _forget_input(self) -> None:
        self.item.forget()
        self.condition.forget()

    # ---- showing

    @override
    def _show_pages(self, item: CustomItem) -> bool:
        ruleset = self._controller.ruleset
        if ruleset is None:
            return False
        entry, is_own = self.draft.value, item.is_own
        owner = self._texts.text_of("gui.editor.own" if is_own else "gui.editor.shipped")
        note = f"{owner} · {ruleset.name}"
        self.head.show_thing(entry.name, icon_of(entry), role_of(entry), note)
        self.head.save.setVisible(is_own)
        self._top.setVisible(is_own)
        self.facts.setVisible(not is_own)
        form = self._form_for(entry) if is_own else None
        for each in (self.item, self.condition):
            each.setVisible(each is form)
            each.kind.setVisible(each is form)
        if form is None:
            self.facts.show_thing(ruleset, entry)
        else:
            self.name.show_text(entry.name)
            form.show_draft(ruleset)
        return True

    @override
    def _show_use(self, item: CustomItem) -> None:
        users = self._controller.users(item)
        if users:
            names = ", ".join(users[:_MOST_USERS])
            key = f"gui.thing.users.{kind_of(item.value)}"
            self.foot.say(self._texts.text_of(key, names=names))
        else:
            self.foot.say(self._texts.text_of("gui.thing.changes_library"))
