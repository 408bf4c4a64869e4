"""What a creature carries of some kinds, as a table: a row an item, a column a value that any of them has."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec import Struct
from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Item, Value
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.model.items import hand_keys, things_of
from encounter_gui.rules.model.ruleset import CarriedDef, CreatureDef, ItemFieldDef, Ruleset
from encounter_gui.rules.model.value_text import allowed_text, read_value, value_text

Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole

WRONG_ROLE = _Role.UserRole + 1
"""Whether a cell holds a text that is no value of its field."""
CHANGED_ROLE = _Role.UserRole + 2
"""Whether a value is other than the library item's."""
HELD_ROLE = _Role.UserRole + 3
"""Whether the item is in hand when a fight begins."""


class ItemRow(Struct, frozen=True, kw_only=True):
    """An item of a creature: its place and its key among all, and its values over those of the library item."""

    place: int
    key: str
    carried: CarriedDef
    name: str
    own: Mapping[str, Value]
    library: Mapping[str, Value]

    def value(self, key: str) -> Value | None:
        """Returns a value; None: it has none."""
        return self.own.get(key, self.library.get(key))

    def names(self, word: str) -> bool:
        """Returns whether one of its texts names this, as armour names the places that it covers."""
        texts = (value for value in {**self.library, **self.own}.values() if isinstance(value, str))
        return any(word in text.split() for text in texts)


def kind_of(ruleset: Ruleset, carried: CarriedDef) -> str:
    """Returns the kind of an item; empty if the ruleset does not know it."""
    known = ruleset.item(carried.item)
    return carried.kind or (known.kind if known is not None else "")


def rows_of(ruleset: Ruleset, creature: CreatureDef, kinds: Sequence[str]) -> tuple[ItemRow, ...]:
    """Returns the items of these kinds; one the ruleset does not know counts as gear."""
    things = things_of(ruleset, creature.items)
    return tuple(
        _row(ruleset, place, carried, things[place])
        for place, carried in enumerate(creature.items)
        if (kind_of(ruleset, carried) or "gear") in kinds
    )


def _row(ruleset: Ruleset, place: int, carried: CarriedDef, thing: Item) -> ItemRow:
    known = None if carried.kind else ruleset.item(carried.item)
    return ItemRow(
        place=place,
        key=thing.key,
        carried=carried,
        name=thing.name,
        own=carried.values,
        library=known.values if known is not None else {},
    )


class ItemModel(QAbstractTableModel):
    """Shows items; what is typed and wrong stays in its cell until it is right."""

    edited = Signal(int, object)
    """The place of an item among all, and the item as it is to be."""
    refused = Signal(str)
    """What is wrong with what is typed, in words; empty: nothing any more."""

    def __init__(
        self, texts: MessageCatalog, kinds: Sequence[str], parent: QObject | None = None
    ) -> None:
        """Takes the texts, and the kinds of items it is for."""
        super().__init__(parent)
        self._texts = texts
        self._kinds = tuple(kinds)
        self.rows: tuple[ItemRow, ...] = ()
        """The items."""
        self.fields: tuple[ItemFieldDef, ...] = ()
        """The values that have a column, in order; the first column is the name."""
        self._hands: tuple[str, ...] = ()
        self._wrong: dict[tuple[int, str], str] = {}

    @property
    def troubles(self) -> tuple[str, ...]:
        """Returns the cells that hold what is no value, as what they may hold."""
        known = {each.key: each for each in self.fields}
        return tuple(
            allowed_text(known[key], self._texts, typed)
            for (_, key), typed in self._wrong.items()
            if key in known
        )

    def show(self, ruleset: Ruleset, creature: CreatureDef, more: Iterable[str] = ()) -> None:
        """Shows what a creature carries; ``more`` are fields that get a column though nothing has them yet."""
        rows = rows_of(ruleset, creature, self._kinds)
        wanted = {key for row in rows for key in (*row.own, *row.library)} | set(more)
        fields = tuple(
            each
            for each in ruleset.item_fields
            if each.key in wanted and set(each.on) & set(self._kinds)
        )
        is_same = fields == self.fields and len(rows) == len(self.rows)
        if not is_same:
            self.beginResetModel()
        self.rows, self.fields = rows, fields
        self._hands = hand_keys(ruleset, creature)
        if is_same:
            self._tell_all()
        else:
            self.endResetModel()

    def forget(self) -> None:
        """Drops what was typed and wrong: it was about another creature."""
        self._wrong.clear()

    def _tell_all(self) -> None:
        if self.rows:
            last = self.index(len(self.rows) - 1, len(self.fields))
            self.dataChanged.emit(self.index(0, 0), last)

    # ---- Qt

    @override
    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    @override
    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.fields) + 1

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == _Role.TextAlignmentRole:
            return self._align(section).value | Qt.TextFlag.TextWordWrap.value
        if not 0 <= section <= len(self.fields):
            return None
        name = self.fields[section - 1].name if section else self._texts.text_of("gui.editor.item")
        if role == _Role.ToolTipRole:
            return plain_tip(name)
        # What a value is called ends at the comma; how it is written follows, and is in the tip.
        return re.split("[,;]", name)[0] if role == _Role.DisplayRole else None

    def _align(self, column: int) -> Qt.AlignmentFlag:
        is_number = column > 0 and self.fields[column - 1].kind == "number"
        side = Qt.AlignmentFlag.AlignRight if is_number else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter

    @override
    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        if not (0 <= index.row() < len(self.rows)):
            return None
        row, column = self.rows[index.row()], index.column()
        match role:
            case _Role.DisplayRole | _Role.EditRole:
                return self._text(row, column)
            case _Role.TextAlignmentRole:
                return self._align(column)
            case _Role.ToolTipRole:
                return plain_tip(self._spoken_text(row, column))
            case _Role.AccessibleTextRole:
                return self._spoken_text(row, column)
            case _:
                return self._mark(row, column, role)

    def _text(self, row: ItemRow, column: int) -> str:
        if column == 0:
            return row.name
        key = self.fields[column - 1].key
        return self._wrong.get((row.place, key), value_text(row.value(key)))

    def _spoken_text(self, row: ItemRow, column: int) -> str:
        if column == 0:
            return row.name
        field = self.fields[column - 1]
        if typed := self._wrong.get((row.place, field.key)):
            return allowed_text(field, self._texts, typed)
        return f"{field.name}: {self._text(row, column)}"

    def _mark(self, row: ItemRow, column: int, role: int) -> bool | None:
        key = self.fields[column - 1].key if column else ""
        match role:
            case int() if role == WRONG_ROLE:
                return (row.place, key) in self._wrong
            case int() if role == CHANGED_ROLE:
                return bool(row.library) and key in row.own and row.own[key] != row.library.get(key)
            case int() if role == HELD_ROLE:
                return column == 0 and row.key in self._hands
            case _:
                return None

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable

    @override
    def setData(self, index: Index, value: Any, role: int = _Role.EditRole) -> bool:
        """Makes an edit of what was typed; the cell changes when the creature has."""
        if role != _Role.EditRole or not (0 <= index.row() < len(self.rows)):
            return False
        row, text = self.rows[index.row()], str(value)
        if index.column() == 0:
            self.edited.emit(row.place, replace(row.carried, name=text.strip()))
            return True
        field = self.fields[index.column() - 1]
        try:
            read = read_value(field, text)
        except ValueError:
            self._wrong[row.place, field.key] = text
            self.refused.emit(allowed_text(field, self._texts, text))
            self.dataChanged.emit(index, index)
            return False
        self._wrong.pop((row.place, field.key), None)
        self.refused.emit(next(iter(self.troubles), ""))
        self.edited.emit(row.place, _with_value(row, field.key, read))
        return True


def _with_value(row: ItemRow, key: str, value: Value | None) -> CarriedDef:
    """An item with one value of its own; one that is the library item's again is not its own any more."""
    values = {each: kept for each, kept in row.own.items() if each != key}
    if value is not None and value != row.library.get(key):
        values[key] = value
    return replace(row.carried, values=values)
