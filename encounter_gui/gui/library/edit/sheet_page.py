"""The sheet of a creature as fields, with what it carries and what follows from it."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from msgspec import structs
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Value
from encounter_gui.gui.body.body_diagram import BodyDiagram
from encounter_gui.gui.library.control.sandbox import WorkedOut
from encounter_gui.gui.library.edit.derived_values import DerivedValuesView, OddsView
from encounter_gui.gui.library.edit.draft import Draft
from encounter_gui.gui.library.edit.identity import Identity
from encounter_gui.gui.library.fields.field_groups import (
    Comparison,
    FieldGroup,
    group_title,
    groups_of,
    is_short,
)
from encounter_gui.gui.library.fields.hit_points_row import HitPointsRow, TotalMode
from encounter_gui.gui.library.fields.item_table import ItemTable
from encounter_gui.gui.library.fields.section_head import SectionHead
from encounter_gui.gui.library.fields.used_in_row import UsedInRow
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.body_figure import BodyFigure
from encounter_gui.gui.widgets.layouts import STRETCH, add_items, column_layout
from encounter_gui.play.prep.copy_source import total_field
from encounter_gui.play.prep.record_edits import with_creature, with_field
from encounter_gui.rules.model.prepared import LibraryCreature
from encounter_gui.rules.model.ruleset import CarriedDef, FieldDef, Ruleset

_RIGHT = 264
_BODY_HEIGHT = 262
_LEAST_BESIDE = 600
_BESIDE, _BESIDE_NARROW = 15, 8


class SheetPage(QScrollArea):
    """Built from the ruleset's fields; built anew only for a creature of another ruleset."""

    trouble_changed = Signal()
    """What is wrong with the fields is something else now."""

    def __init__(
        self, draft: Draft[LibraryCreature], icons: Icons, figure: BodyFigure, texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        """Takes the draft, icons with the theme, the figure, and the texts."""
        super().__init__(parent)
        self._draft = draft
        self._icons = icons
        self._texts = texts
        self._ruleset: Ruleset | None = None
        self._other_troubles: dict[str, str] = {}
        self.groups: tuple[FieldGroup, ...] = ()
        self.total: HitPointsRow | None = None
        self.identity = Identity(draft, icons, texts)
        self.used_in = UsedInRow(texts)
        self.body = BodyDiagram(icons, figure, texts)
        self.body_head = SectionHead(icons, texts.text_of("gui.editor.armour_places"))
        self.weapons = ItemTable(icons, texts, "weapons", ("weapon", "explosive"))
        self.armour = ItemTable(icons, texts, "armour", ("armor",))
        self.gear = ItemTable(icons, texts, "gear", ("gear",))
        self.results = DerivedValuesView(icons, texts)
        self.odds = OddsView(icons, texts)
        self._set_up()
        self._connect()

    # ---- laying out

    def _set_up(self) -> None:
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(self._texts.text_of("gui.editor.tab.sheet"))
        self.viewport().setAutoFillBackground(False)
        inner = QWidget(self)
        self._column = column = column_layout(inner, margins=(_BESIDE, 10, _BESIDE, 14), spacing=12)
        add_items(column, self.identity, self.used_in)
        self._short = _column(column)
        pair = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        pair.setSpacing(20)
        self._left = _column(pair, 1)
        pair.addLayout(_fixed_column((self.body_head, self.body, self.armour)))
        add_items(column, pair, self.weapons, self.gear)
        below = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        below.setSpacing(20)
        self._pairs = (pair, below)
        _column(below, 1).addWidget(self.results)
        below.addLayout(_fixed_column((self.odds,)))
        add_items(column, below, STRETCH)
        self.setWidget(inner)
        inner.setAutoFillBackground(False)  # a scroll area has just switched it on
        self.body.setFixedHeight(_BODY_HEIGHT)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window what stands side by side stands one below the other: nothing is scrolled sideways."""
        super().resizeEvent(event)
        is_wide = self._is_wide
        ways = QBoxLayout.Direction
        direction = ways.LeftToRight if is_wide else ways.TopToBottom
        beside = _BESIDE if is_wide else _BESIDE_NARROW
        self._column.setContentsMargins(beside, 10, beside, 14)
        for pair in self._pairs:
            pair.setDirection(direction)
        self.identity.show_direction(direction)
        for group in self.groups:
            group.show_width(is_wide=is_wide)

    @property
    def _is_wide(self) -> bool:
        return self.viewport().width() >= _LEAST_BESIDE

    def _connect(self) -> None:
        self.identity.trouble_changed.connect(self._hear_trouble)
        self.body.location_pointed.connect(self._edit_armour)
        for table in (self.weapons, self.armour, self.gear):
            table.items_changed.connect(self._carry)
            table.trouble_changed.connect(self.trouble_changed)

    def _build(self, ruleset: Ruleset) -> None:
        for group in self.groups:
            group.setParent(None)
            group.deleteLater()
        if self.total is not None:
            self.total.setParent(None)
            self.total.deleteLater()
            self.total = None
        self.groups = tuple(self._group(title, fields) for title, fields in groups_of(ruleset))
        for group, (_, fields) in zip(self.groups, groups_of(ruleset), strict=True):
            (self._short if is_short(fields) and len(fields) > 1 else self._left).addWidget(group)
            group.show_width(is_wide=self._is_wide)
        self._add_total(ruleset)
        self._set_tab_order()

    def _group(self, title: str, fields: tuple[FieldDef, ...]) -> FieldGroup:
        group = FieldGroup(self._icons, self._texts, group_title(self._texts, title), fields)
        group.value_changed.connect(self._set_field)
        group.trouble_changed.connect(self.trouble_changed)
        return group

    def _add_total(self, ruleset: Ruleset) -> None:
        key = total_field(ruleset)
        holder = next((group for group in self.groups if key in group.edits), None)
        field = next((each for each in ruleset.fields if each.key == key), None)
        if holder is None or field is None:
            return
        self.total = HitPointsRow(self._icons, self._texts, field, holder)
        self.total.mode_chosen.connect(self._choose_mode)
        layout = holder.layout()
        if isinstance(layout, QVBoxLayout):
            layout.addWidget(self.total)

    def _set_tab_order(self) -> None:
        """By the eye: identity, the groups, armour, weapons, gear."""
        chain: list[QWidget] = [self.identity.texts["folder"]]
        chain += [edit for group in self.groups for edit in group.edits.values()]
        tables = (self.armour, self.weapons, self.gear)
        chain += [widget for table in tables for widget in (table.view, table.chooser)]
        for before, after in pairwise(chain):
            QWidget.setTabOrder(before, after)

    # ---- state downward

    def show_draft(self, ruleset: Ruleset, comparison: Comparison) -> None:
        """Shows the values of the draft, and where they differ from those it is based on."""
        before, self._ruleset = self._ruleset, ruleset
        if before is None or before.fields is not ruleset.fields:  # more gear needs no other fields
            self._build(ruleset)
        self.identity.show_draft()
        creature = self._draft.value.creature
        for group in self.groups:
            group.show_sheet(creature.sheet, comparison)
        for table in (self.weapons, self.armour, self.gear):
            table.show_creature(ruleset, creature)
        if self.total is not None:
            self.total.show_mode(self._mode(ruleset))

    def show_result(self, result: WorkedOut) -> None:
        """Shows the values that the rules derive from the draft."""
        self.results.show_result(result)
        if self.total is not None and not result.trouble:
            self.total.show_dice(result.hit_dice)
        has_places = self._ruleset is not None and _has_armour_by_place(self._ruleset)
        if result.body is not None:
            self.body.show_body(result.body)
        if not result.trouble:
            self.body.setVisible(has_places)
            self.body_head.setVisible(has_places)

    def forget(self) -> None:
        """Drops what was typed and wrong: another creature comes."""
        for group in self.groups:
            group.forget()
        for table in (self.weapons, self.armour, self.gear):
            table.forget()
        self.identity.threat.forget()
        self._other_troubles = {}

    @property
    def troubles(self) -> tuple[str, ...]:
        """Returns what is wrong in words, the first first; nothing: it can be saved."""
        found = [trouble for group in self.groups for trouble in group.troubles.values()]
        for table in (self.weapons, self.armour, self.gear):
            found += table.model.troubles
        return (*self._other_troubles.values(), *found)

    def edit_of(self, key: str) -> QWidget | None:
        """Returns the widget of a field of the sheet; None if there is none."""
        group = next((each for each in self.groups if key in each.edits), None)
        if group is None:
            return None
        if group.edits[key].isHidden():
            group.unfold()
        return group.edits[key]

    # ---- changes

    def _mode(self, ruleset: Ruleset) -> TotalMode:
        if self._draft.value.total != "sheet":
            return self._draft.value.total
        return "number" if self._draft.value.creature.sheet.get(total_field(ruleset)) else "average"

    @Slot(str)
    def _choose_mode(self, mode: str) -> None:
        if self._ruleset is None:
            return
        key = total_field(self._ruleset)
        sheet = dict(self._draft.value.creature.sheet)
        if mode == "average":
            sheet.pop(key, None)
        elif mode == "number" and not sheet.get(key):
            field = next(each for each in self._ruleset.fields if each.key == key)
            sheet[key] = max(1, field.least or 1)
        creature = replace(self._draft.value.creature, sheet=sheet)
        total = mode if mode in ("rolled", "typed") else "sheet"
        self._draft.set("", structs.replace(self._draft.value, creature=creature, total=total))
        edit = self.edit_of(key)
        if mode == "number" and edit is not None:
            edit.setFocus()

    @Slot(str, object)
    def _set_field(self, key: str, value: Value | None) -> None:
        self._draft.set(f"sheet.{key}", with_field(self._draft.value, key, value))

    @Slot(str)
    def _edit_armour(self, place: str) -> None:
        locations = self._ruleset.locations if self._ruleset is not None else ()
        name = next((each.name for each in locations if each.key == place), place)
        self.armour.edit_place(place, name)
        self.ensureWidgetVisible(self.armour)

    @Slot(object, str, str)
    def _carry(self, items: tuple[CarriedDef, ...], held: str, off: str) -> None:
        self._draft.set("", with_creature(self._draft.value, items=items, held=held, off=off))

    @Slot(str, str)
    def _hear_trouble(self, key: str, trouble: str) -> None:
        others = {k: t for k, t in self._other_troubles.items() if k != key}
        self._other_troubles = {**others, key: trouble} if trouble else others
        self.trouble_changed.emit()


def _has_armour_by_place(ruleset: Ruleset) -> bool:
    """Returns whether armour of a ruleset names the places that it covers."""
    places = {each.key for each in ruleset.locations}
    worn = (each for each in ruleset.items if each.kind == "armor")
    texts = (value for each in worn for value in each.values.values() if isinstance(value, str))
    return any(places & set(text.split()) for text in texts)


def _column(parent: QBoxLayout, stretch: int = 0) -> QVBoxLayout:
    column = column_layout(spacing=10)
    column.setAlignment(Qt.AlignmentFlag.AlignTop)
    parent.addLayout(column, stretch)
    return column


def _fixed_column(widgets: Sequence[QWidget]) -> QVBoxLayout:
    """A column at the right, which keeps its width."""
    column = column_layout(spacing=10)
    for widget in widgets:
        widget.setFixedWidth(_RIGHT)
        column.addWidget(widget)
    column.addStretch(1)
    return column
