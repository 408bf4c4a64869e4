"""The rows of the recap as a table that anybody can read: a column for each thing told, in words as well."""

from typing import Any, Literal

from msgspec import Struct
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.reports.recap.recap import CombatantRecap, Recap
from encounter_gui.rules.view import WoundsCell

Index = QModelIndex | QPersistentModelIndex
ColumnKind = Literal[
    "mark", "name", "health", "state", "hits", "count", "bar", "dealt", "taken", "felled", "rounds"
]
_ROOT = QModelIndex()


class RecapColumnSpec(Struct, frozen=True, kw_only=True):
    """A column: what it shows, its title, its width in logical pixels (0: what is left), and how it is aligned."""

    kind: ColumnKind
    title: str
    width: int
    is_right: bool = False
    place: int = 0
    tip: str = ""


class RecapModel(QAbstractTableModel):
    """The combatants of a recap; nothing in it can be changed."""

    def __init__(self, texts: MessageCatalog) -> None:
        """Takes the words; there are no rows yet."""
        super().__init__()
        self._texts = texts
        self.rows: tuple[CombatantRecap, ...] = ()
        self.columns: tuple[RecapColumnSpec, ...] = ()

    def show_recap(self, recap: Recap) -> None:
        """Takes another fight."""
        self.beginResetModel()
        self.rows = recap.rows
        self.columns = tuple(self._columns_of(recap))
        self.endResetModel()

    def _columns_of(self, recap: Recap) -> list[RecapColumnSpec]:
        text_of = self._texts.text_of
        has_marks = any(isinstance(row.gauge, WoundsCell) for row in recap.rows)
        has_points = all(row.dealt.isdigit() or row.dealt == "–" for row in recap.rows)
        spec = RecapColumnSpec
        columns = [
            spec(kind="mark", title="", width=30),
            spec(kind="name", title=text_of("report.column.name"), width=150),
            spec(kind="health", title=recap.health, width=150 if has_marks else 132),
            spec(kind="state", title=text_of("recap.column.state"), width=140),
            spec(kind="hits", title=text_of("recap.column.hits"), width=62, is_right=True),
        ]
        columns += [
            spec(kind="count", title=each.title, width=34, is_right=True, place=at, tip=each.tip)
            for at, each in enumerate(recap.columns)
        ]
        columns += [
            spec(kind="bar", title=recap.dealt, width=124),
            spec(kind="dealt", title="", width=38 if has_points else 92, is_right=True),
            spec(
                kind="taken",
                title=text_of("recap.column.taken"),
                width=56 if has_points else 92,
                is_right=True,
            ),
            spec(kind="felled", title=text_of("recap.column.felled"), width=0),
            spec(kind="rounds", title=text_of("recap.column.rounds"), width=78, is_right=True),
        ]
        return columns

    def text_of(  # noqa: C901, PLR0911 - one case a kind of column
        self, row: CombatantRecap, column: RecapColumnSpec
    ) -> str:
        """Returns what a cell says in words."""
        match column.kind:
            case "mark" | "bar":
                return ""
            case "name":
                return row.name
            case "health":
                return self._health_words(row)
            case "state":
                return row.state
            case "hits":
                return self._of(row.hits, row.attacks)
            case "count":
                return str(row.counts[column.place]) if row.counts[column.place] else "–"
            case "dealt":
                return row.dealt
            case "taken":
                return row.taken
            case "felled":
                return ", ".join(row.felled) or "–"
            case "rounds":
                return self._of(row.fired, row.loaded)

    def _health_words(self, row: CombatantRecap) -> str:
        cell = row.gauge
        if isinstance(cell, WoundsCell):
            hurt = (f"{name} {letter}" for name, level, letter in cell.cells if level)
            return ", ".join(hurt) or "–"
        return row.gauge_words

    def _of(self, count: int, whole: int) -> str:
        if not whole:
            return "–" if not count else str(count)
        return self._texts.text_of("recap.of", count=count, whole=whole)

    # ---- Qt

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @override
    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = self.rows[index.row()], self.columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text_of(row, column)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            words = self.text_of(row, column)
            said = f"{column.tip or column.title}: {words}" if column.title and words else words
            return plain_tip(said) if role == Qt.ItemDataRole.ToolTipRole else said
        return None

    @override
    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and section < len(self.columns):
            column = self.columns[section]
            if role == Qt.ItemDataRole.DisplayRole:
                return column.title
            if role == Qt.ItemDataRole.ToolTipRole:
                return column.tip
            if role == Qt.ItemDataRole.TextAlignmentRole:
                side = (
                    Qt.AlignmentFlag.AlignRight if column.is_right else Qt.AlignmentFlag.AlignLeft
                )
                middle = Qt.AlignmentFlag.AlignVCenter
                return (side | middle).value | Qt.TextFlag.TextWordWrap.value
        return None
