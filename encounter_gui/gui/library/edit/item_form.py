"""An item as fields: its name, its kind, and the values the ruleset knows for that kind."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Value
from encounter_gui.gui.library.edit.draft import Draft
from encounter_gui.gui.library.fields.entry_text import fields_on, kinds_in, short_name
from encounter_gui.gui.library.fields.field_edits import ChoiceBox, FieldLabel, NumberEdit
from encounter_gui.gui.library.fields.section_head import SectionHead
from encounter_gui.gui.library.fields.value_edits import ValueEdit, ValueTick, ValueWidget, edit_for
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import column_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.play.prep.record_edits import with_item_value
from encounter_gui.rules.files.custom_entries import CustomEntry
from encounter_gui.rules.model.ruleset import ItemDef, ItemFieldDef, Ruleset

_WIDTH, _HEIGHT = 116, 28
_LEAST_BESIDE = 560
"""From this width on the fields stand in two columns."""


class ItemForm(QWidget):
    """Built anew for another kind of item; values no field of the kind knows are left as they are."""

    trouble_changed = Signal()
    """What is wrong with the fields is something else now."""

    def __init__(
        self,
        draft: Draft[CustomEntry],
        icons: Icons,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes the draft, icons with the theme, and the texts."""
        super().__init__(parent)
        self._draft = draft
        self._icons = icons
        self._texts = texts
        self._kinds: tuple[str, ...] = ()
        self._built = ("", "")
        self._troubles: dict[str, str] = {}
        self._holder: QWidget | None = None
        self._grid = QGridLayout()
        self._cells: list[tuple[FieldLabel, ValueWidget]] = []
        self.edits: dict[str, ValueWidget] = {}
        self.kind = ChoiceBox(self)
        self.kind.setAccessibleName(texts.text_of("gui.thing.kind"))
        self.kind.activated.connect(self._choose_kind)
        self.head = SectionHead(icons, texts.text_of("gui.thing.values"), parent=self)
        self._column = column_layout(self, self.head, spacing=6)

    @property
    def troubles(self) -> tuple[str, ...]:
        """Returns what is wrong in words; nothing: it can be saved."""
        return tuple(self._troubles.values())

    def show_draft(self, ruleset: Ruleset) -> None:
        """Shows what the draft says."""
        item = self._draft.value
        if not isinstance(item, ItemDef):
            return
        self._show_kinds(ruleset, item)
        if self._built != (ruleset.id, item.kind):
            self._built = (ruleset.id, item.kind)
            self._build(fields_on(ruleset, item.kind))
        for key, edit in self.edits.items():
            edit.show_value(item.values.get(key))

    def forget(self) -> None:
        """Drops what was typed and wrong."""
        for edit in self.edits.values():
            if isinstance(edit, NumberEdit | ValueEdit):
                edit.forget()

    def _show_kinds(self, ruleset: Ruleset, item: ItemDef) -> None:
        kinds = tuple(dict.fromkeys((*kinds_in(ruleset), item.kind)))
        if kinds != self._kinds:
            self._kinds = kinds
            self.kind.clear()
            self.kind.addItems([self._texts.text_of(f"gui.thing.{kind}") for kind in kinds])
        self.kind.setCurrentIndex(kinds.index(item.kind))

    def _build(self, fields: Sequence[ItemFieldDef]) -> None:
        if self._holder is not None:
            self._holder.setParent(None)
            self._holder.deleteLater()
        self._troubles = {}
        self.edits = {}
        holder = self._holder = QWidget(self)
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(4)
        self._grid = grid
        self._cells = [self._cell(field, holder) for field in fields]
        self._place_cells()
        self._column.addWidget(holder)
        holder.show()

    def _place_cells(self) -> None:
        """Lays the fields out down, then across: related values are neighbours."""
        is_wide = self.width() >= _LEAST_BESIDE
        rows = max(1, (len(self._cells) + 1) // 2 if is_wide else len(self._cells))
        for place, (label, edit) in enumerate(self._cells):
            column, row = divmod(place, rows)
            self._grid.removeWidget(label)
            self._grid.removeWidget(edit)
            self._grid.addWidget(label, row, 3 * column)
            self._grid.addWidget(edit, row, 3 * column + 1, Qt.AlignmentFlag.AlignLeft)
        for row in range(self._grid.rowCount()):
            self._grid.setRowMinimumHeight(row, _HEIGHT if row < rows else 0)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(3, int(is_wide))
        self._grid.setColumnMinimumWidth(2, 14 if is_wide else 0)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._cells:
            self._place_cells()

    def _cell(self, field: ItemFieldDef, holder: QWidget) -> tuple[FieldLabel, ValueWidget]:
        """Returns the name and the field of a value."""
        label = FieldLabel(self._icons, short_name(field), holder)
        label.setToolTip(plain_tip(field.name))
        edit = edit_for(field, self._texts, holder)
        edit.value_changed.connect(self._set_value)
        if isinstance(edit, NumberEdit | ValueEdit):
            edit.trouble_changed.connect(self._hear_trouble)
        if not isinstance(edit, ValueTick):
            edit.setFixedWidth(_WIDTH)
        self.edits[field.key] = edit
        return label, edit

    # ---- changes

    @Slot(int)
    def _choose_kind(self, place: int) -> None:
        item = self._draft.value
        if isinstance(item, ItemDef):
            self._draft.set("", of_kind(item, self._kinds[place]))

    @Slot(str, object)
    def _set_value(self, key: str, value: Value | None) -> None:
        item = self._draft.value
        if isinstance(item, ItemDef):
            self._draft.set(f"value.{key}", with_item_value(item, key, value))

    @Slot(str, str)
    def _hear_trouble(self, key: str, trouble: str) -> None:
        self._troubles = {k: t for k, t in {**self._troubles, key: trouble}.items() if t}
        self.trouble_changed.emit()


def of_kind(item: ItemDef, kind: str) -> ItemDef:
    """Returns an item of another kind; the values are looked at when it is saved."""
    match kind:
        case "weapon" | "armor" | "explosive" | "gear":
            return replace(item, kind=kind)
        case _:
            return item
