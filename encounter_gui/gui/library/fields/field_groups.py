"""The fields of a sheet by group, each with its label, as the ruleset lists them."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Value
from encounter_gui.gui.library.fields.field_edits import (
    FieldLabel,
    NumberEdit,
    PlainEdit,
    WordChoice,
)
from encounter_gui.gui.library.fields.field_text import group_range
from encounter_gui.gui.library.fields.section_head import SectionHead
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import column_layout
from encounter_gui.rules.model.ruleset import FieldDef, Ruleset

_MOST_ACROSS = 8
_NUMBER_WIDTH = 58
_MOST_UNFOLDED = 14
_LONG_NAME = 24


class Comparison(Struct, frozen=True, kw_only=True):
    """What values are marked against: a base's sheet (None: no base), its name, and what was guessed."""

    base: Mapping[str, Value] | None = None
    base_name: str = ""
    guessed: tuple[str, ...] = ()


class FieldGroup(QWidget):
    """One group of fields: those with short names in a row under them, others in lines of two or three."""

    value_changed = Signal(str, object)
    """A field's key and its value; None: it is not on the sheet."""
    trouble_changed = Signal(str, str)
    """A field's key, and what is wrong with it in words; empty: nothing."""

    def __init__(
        self, icons: Icons, texts: MessageCatalog, title: str, fields: tuple[FieldDef, ...],
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        """Takes icons with the theme, the texts, the title, and the fields."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._fields = fields
        self._range = group_range(fields)
        self.troubles: dict[str, str] = {}
        """What is wrong with its fields, by key."""
        self.labels: dict[str, FieldLabel] = {}
        self.edits: dict[str, QWidget] = {}
        self.head = SectionHead(icons, title, self._range, self)
        self._is_foldable = is_long(fields)
        self._is_open = not self._is_foldable
        self._shown: tuple[str, ...] = ()
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(4)
        column_layout(self, self.head, self._grid, spacing=4)
        for field in fields:
            self._label(field, field.short if is_short(fields) else field.name)
            self._edit(field)
        if is_short(fields):
            self._lay_across(_MOST_ACROSS)
        else:
            self._lay_lines(tuple(field.key for field in fields))
        self.head.more.clicked.connect(self.unfold)

    def _lay_across(self, most: int) -> None:
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(3)
        for place, field in enumerate(self._fields):
            row, column = divmod(place, most)
            for line, widget in enumerate((self.labels[field.key], self.edits[field.key])):
                self._grid.removeWidget(widget)
                self._grid.addWidget(widget, 2 * row + line, column)
            self._grid.setColumnStretch(place, 1 if place < most else 0)

    def show_width(self, *, is_wide: bool) -> None:
        """Lays short names out in one row, or in two where there is little room."""
        if is_short(self._fields):
            self._lay_across(_MOST_ACROSS if is_wide else _MOST_ACROSS // 2)

    def _lay_lines(self, keys: tuple[str, ...]) -> None:
        """Lays these fields out in lines, and hides the others."""
        if keys == self._shown:
            return
        self._shown = keys
        for field in self._fields:
            for widget in (self.labels[field.key], self.edits[field.key]):
                self._grid.removeWidget(widget)
                widget.setVisible(field.key in keys)
        across = 1 if any(is_wide(field) for field in self._fields) else 2
        if across > 1:  # one field alone stands in the first half all the same
            gaps = 2 * self._grid.horizontalSpacing() if len(keys) == 1 else 0  # Qt has none there
            self._grid.setColumnStretch(2, 1)
            self._grid.setColumnMinimumWidth(3, _NUMBER_WIDTH + gaps)
        for place, key in enumerate(keys):
            row, column = divmod(place, across)
            edit = self.edits[key]
            self._grid.addWidget(self.labels[key], row, 2 * column)
            self._grid.addWidget(edit, row, 2 * column + 1)
            self._grid.setColumnStretch(2 * column, 1)
            if isinstance(edit, NumberEdit):
                edit.setFixedWidth(_NUMBER_WIDTH)
                edit.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            if across == 1:
                self._grid.setColumnStretch(1, 2)
                # What is typed beside it scrolls; its name does not.
                wide = max(
                    self._grid.columnMinimumWidth(2 * column), self.labels[key].sizeHint().width()
                )
                self._grid.setColumnMinimumWidth(2 * column, wide)

    @Slot()
    def unfold(self) -> None:
        """Shows all fields of the group, until another creature is edited."""
        self._is_open = True
        self.head.show_more("")
        self._lay_lines(tuple(field.key for field in self._fields))

    def fold(self) -> None:
        """Shows only what is on the sheet again, where the group is a long one."""
        self._is_open = not self._is_foldable

    def _fold_to(self, sheet: Mapping[str, Value], comparison: Comparison) -> None:
        wanted = {*sheet, *(comparison.base or {}), *comparison.guessed, *self.troubles}
        keys = tuple(field.key for field in self._fields if field.key in wanted)
        hidden = len(self._fields) - len(keys)
        self._lay_lines(keys)
        words = self._texts.text_of("gui.editor.more_fields", count=hidden) if hidden else ""
        self.head.show_more(words)

    def _label(self, field: FieldDef, text: str) -> FieldLabel:
        label = FieldLabel(self._icons, text, self)
        self.labels[field.key] = label
        return label

    def _edit(self, field: FieldDef) -> QWidget:
        edit = self._made(field)
        edit.setObjectName(f"field_{field.key}")
        self.edits[field.key] = edit
        return edit

    def _made(self, field: FieldDef) -> QWidget:
        match field.kind:
            case "number":
                number = NumberEdit(field, self._texts, self)
                number.value_changed.connect(self.value_changed)
                number.trouble_changed.connect(self._hear_trouble)
                return number
            case "flag":
                box = QCheckBox(self)
                box.setAccessibleName(field.name)
                box.clicked.connect(self._tick)
                return box
            case _ if field.options:
                choice = WordChoice(field, self)
                choice.setAccessibleName(field.name)
                choice.word_chosen.connect(self._write)
                return choice
            case _:
                line = PlainEdit(self)
                line.setAccessibleName(field.name)
                line.setPlaceholderText(str(field.default))
                line.textEdited.connect(self._write)
                return line

    # ---- state downward

    def show_sheet(self, sheet: Mapping[str, Value], comparison: Comparison) -> None:
        """Shows another sheet, and how it stands to its base."""
        for field in self._fields:
            _show(self.edits[field.key], field, sheet.get(field.key))
            self._mark(field, sheet, comparison)
        if not self._is_open:
            self._fold_to(sheet, comparison)

    def forget(self) -> None:
        """Drops what was typed and wrong."""
        for edit in self.edits.values():
            if isinstance(edit, NumberEdit):
                edit.forget()
        self.fold()

    def _mark(self, field: FieldDef, sheet: Mapping[str, Value], comparison: Comparison) -> None:
        here = sheet.get(field.key, field.default)
        there = (comparison.base or {}).get(field.key, field.default)
        differs = comparison.base is not None and here != there
        is_guessed = field.key in comparison.guessed
        tips = [field.name]
        if differs:
            tips.append(
                self._texts.text_of(
                    "gui.editor.differs", name=comparison.base_name, value=str(there)
                )
            )
        if is_guessed:
            tips.append(self._texts.text_of("gui.editor.guessed"))
        self.labels[field.key].mark(differs=differs, is_guessed=is_guessed, tip="\n".join(tips))

    # ---- intents upward

    @Slot(str, str)
    def _hear_trouble(self, key: str, trouble: str) -> None:
        self.troubles = {k: t for k, t in {**self.troubles, key: trouble}.items() if t}
        first = next(iter(self.troubles.values()), "")
        self.head.show_note(first or self._range, is_trouble=bool(first))
        self.trouble_changed.emit(key, trouble)

    @Slot(bool)
    def _tick(self, is_on: bool) -> None:
        self.value_changed.emit(self._key_of(self.sender()), is_on)

    @Slot(str)
    def _write(self, text: str) -> None:
        self.value_changed.emit(self._key_of(self.sender()), text.strip() or None)

    def _key_of(self, edit: object) -> str:
        return next(key for key, each in self.edits.items() if each is edit)


def _show(edit: QWidget, field: FieldDef, value: Value | None) -> None:
    match edit:
        case NumberEdit():
            edit.show_value(value)
        case QCheckBox():
            edit.setChecked(bool(field.default if value is None else value))
        case WordChoice():
            edit.show_value(value)
        case PlainEdit():
            if (value or "") != edit.text().strip():
                edit.show_text("" if value is None else str(value))


def is_short(fields: Iterable[FieldDef]) -> bool:
    """Returns whether a group fits into one row, each name above its field."""
    listed = tuple(fields)
    return len(listed) <= _MOST_ACROSS and all(
        each.kind == "number" and each.short for each in listed
    )


def is_long(fields: tuple[FieldDef, ...]) -> bool:
    """Returns whether a group has so many fields that only those on the sheet are shown at first."""
    return len(fields) > _MOST_UNFOLDED and all(field.kind == "number" for field in fields)


def is_wide(field: FieldDef) -> bool:
    """Returns whether a field wants a line of its own."""
    return field.kind == "text" or len(field.name) > _LONG_NAME


def groups_of(ruleset: Ruleset) -> Iterator[tuple[str, tuple[FieldDef, ...]]]:
    """Yields the groups of a sheet and their fields, in the order in which the ruleset begins them."""
    groups: dict[str, list[FieldDef]] = {}
    for field in ruleset.fields:
        groups.setdefault(field.group, []).append(field)
    for group, fields in groups.items():
        yield group, tuple(fields)


def group_title(texts: MessageCatalog, group: str) -> str:
    """Returns the title of a group: a text of the program for the usual ones, else the ruleset's word."""
    key = f"gui.editor.group.{group or 'other'}"
    said = texts.text_of(key)
    return group.replace("_", " ").capitalize() if said == key else said
