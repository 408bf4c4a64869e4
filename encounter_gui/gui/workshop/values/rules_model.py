"""A table of a ruleset as rows and columns; what is typed goes to whoever keeps the draft."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.widgets.list_rows import Index
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.play.workshop.cells import as_read
from encounter_gui.play.workshop.mistakes import Mistake
from encounter_gui.play.workshop.names import column_heading, column_name, column_title
from encounter_gui.play.workshop.workshop import DraftView
from encounter_gui.rules.files.layers import Place
from encounter_gui.rules.files.tables import Column, Row, TableDef

_Role = Qt.ItemDataRole

OWN_ROLE = _Role.UserRole + 1
"""Whether a value is the campaign's own; of the first column, whether anything of the entry is."""
NEW_ROLE = _Role.UserRole + 2
"""Whether an entry is not in the book."""
MISTAKE_ROLE = _Role.UserRole + 3
"""What is wrong with a value, in words; None: nothing."""

KEY_COLUMNS = ("kind", "key")
"""The columns before the value of tables of tables: which of them it is, and the name of the value in it."""


class ShownTable(Struct, frozen=True, kw_only=True):
    """What is shown of a table: its rows and columns, in order, and what is wrong by the places of values."""

    draft: DraftView
    table: TableDef
    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    wrong: Mapping[Place, Mistake]

    @property
    def keys(self) -> tuple[str, ...]:
        """The columns before those of values: of tables of tables, what names the value."""
        return KEY_COLUMNS if self.table.section == "tables" else ()

    def place(self, row: Row, column: Column) -> Place:
        """Returns where a value stands."""
        return (*row.place, *column.path)

    def mistake(self, row: Row, column: Column) -> Mistake | None:
        """Returns what is wrong with a value, or below it."""
        place = self.place(row, column)
        return next((each for at, each in self.wrong.items() if at[: len(place)] == place), None)


class RulesModel(QAbstractTableModel):
    """Shows a table of a draft; the draft never changes, so it is shown anew after each change."""

    edited = Signal(int, int, str)
    """Row and column of a cell, and what was typed into it."""

    def __init__(self, texts: MessageCatalog, parent: QObject | None = None) -> None:
        """Takes the words."""
        super().__init__(parent)
        self._texts = texts
        self.shown: ShownTable | None = None

    def show(self, shown: ShownTable) -> None:
        """Shows a table; the same rows and columns stay where they are."""
        before = self.shown
        is_same = (
            before is not None
            and before.table.key == shown.table.key
            and [each.place for each in before.rows] == [each.place for each in shown.rows]
            and [each.path for each in before.columns] == [each.path for each in shown.columns]
        )
        if not is_same:
            self.beginResetModel()
        self.shown = shown
        if not is_same:
            self.endResetModel()
        elif shown.rows:
            last = self.index(len(shown.rows) - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def column_at(self, place: int) -> Column | None:
        """Returns a column of values; None: it is one of keys."""
        if self.shown is None:
            return None
        at = place - len(self.shown.keys)
        return self.shown.columns[at] if 0 <= at < len(self.shown.columns) else None

    def place_of(self, column: Column) -> int:
        """Returns where a column stands; −1: it is not shown."""
        shown = self.shown
        paths = [each.path for each in shown.columns] if shown is not None else []
        if shown is None or column.path not in paths:
            return -1
        return paths.index(column.path) + len(shown.keys)

    def row_at(self, place: int) -> Row | None:
        """Returns an entry."""
        rows: Sequence[Row] = self.shown.rows if self.shown is not None else ()
        return rows[place] if 0 <= place < len(rows) else None

    # ---- Qt

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt declares it
        return 0 if parent.isValid() or self.shown is None else len(self.shown.rows)

    @override
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt declares it
        if parent.isValid() or self.shown is None:
            return 0
        return len(self.shown.keys) + len(self.shown.columns)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical or self.shown is None:
            return None
        if role == _Role.TextAlignmentRole:
            return self._align(section)
        column = self.column_at(section)
        if role == _Role.DisplayRole:
            if column is None:
                return self._key_title(section)
            return column_heading(self.shown.table, column, self._texts)
        if role == _Role.ToolTipRole and column is not None:
            name = column_name(self.shown.table, column, self._texts)
            return plain_tip(f"{name} {column.field.rule}".strip())
        return None

    def _key_title(self, section: int) -> str:
        keys = self.shown.keys if self.shown is not None else ()
        return (
            self._texts.text_of(f"gui.workshop.key.{keys[section]}") if section < len(keys) else ""
        )

    def _align(self, place: int) -> Qt.AlignmentFlag:
        column = self.column_at(place)
        is_number = column is not None and column.field.kind in ("number", "row") and place > 0
        side = Qt.AlignmentFlag.AlignRight if is_number else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter

    @override
    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        row, shown = self.row_at(index.row()), self.shown
        if row is None or shown is None:
            return None
        column = self.column_at(index.column())
        match role:
            case _Role.DisplayRole | _Role.EditRole:
                text = self._text(row, index.column(), column)
                is_read = role == _Role.DisplayRole
                return as_read(column, text) if is_read and column is not None else text
            case _Role.TextAlignmentRole:
                return self._align(index.column())
            case _Role.ToolTipRole:
                return plain_tip(self._tip(row, index.column(), column))
            case _Role.AccessibleTextRole:
                return self._spoken(row, index.column(), column)
            case _:
                return self._mark(row, index.column(), column, role)

    def _text(self, row: Row, place: int, column: Column | None) -> str:
        if self.shown is None:
            return ""
        if column is None:
            return row.kind if self.shown.keys[place] == "kind" else row.name
        return self.shown.draft.text(row, column)

    def _tip(self, row: Row, place: int, column: Column | None) -> str:
        shown = self.shown
        if shown is None or column is None:
            return self._text(row, place, column)
        mistake = shown.mistake(row, column)
        if mistake is not None:
            return mistake.words
        if column.is_fixed:
            return self._texts.text_of("gui.workshop.fixed")
        place_of = shown.place(row, column)
        if shown.draft.is_own(place_of) and not shown.draft.is_new(row.place):
            book = shown.draft.cell(column, shown.draft.base.value(place_of))
            return self._texts.text_of("gui.workshop.book", value=book or "–")
        return self._text(row, place, column)

    def _spoken(self, row: Row, place: int, column: Column | None) -> str:
        """Returns a cell in words: what it is called, its value, and whether that is own or wrong."""
        shown = self.shown
        if shown is None or column is None:
            return self._text(row, place, column)
        name = column_title(shown.table, column, self._texts)
        value = self._text(row, place, column) or self._texts.text_of("gui.workshop.empty")
        mistake = shown.mistake(row, column)
        if mistake is not None:
            return f"{name}: {value}. {mistake.words}"
        own = self._texts.text_of("gui.workshop.own") if self._is_own(row, column) else ""
        return ", ".join(each for each in (f"{name}: {value}", own) if each)

    def _is_own(self, row: Row, column: Column) -> bool:
        shown = self.shown
        return shown is not None and shown.draft.is_own(shown.place(row, column))

    def _mark(self, row: Row, place: int, column: Column | None, role: int) -> object:
        shown = self.shown
        if shown is None:
            return None
        match role:
            case int() if role == OWN_ROLE:
                is_entry = place == 0
                is_own = column is not None and self._is_own(row, column)
                return is_own or (is_entry and shown.draft.is_own(row.place))
            case int() if role == NEW_ROLE:
                return shown.draft.is_new(row.place) and shown.table.can_grow
            case int() if role == MISTAKE_ROLE:
                mistake = shown.mistake(row, column) if column is not None else None
                return mistake.words if mistake is not None else None
            case _:
                return None

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        column = self.column_at(index.column())
        if column is not None and not column.is_fixed:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    @override
    def setData(self, index: Index, value: Any, role: int = _Role.EditRole) -> bool:
        """Hands on what was typed; the cell changes when the draft has."""
        if role != _Role.EditRole or self.row_at(index.row()) is None:
            return False
        self.edited.emit(index.row(), index.column(), str(value))
        return True
