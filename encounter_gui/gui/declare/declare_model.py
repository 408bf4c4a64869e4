"""The rows of the declare sheet as a Qt model: whole rows in, the smallest possible changes out."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.play.session.rollers import Roller
from encounter_gui.rules.view import DeclareRow, DeclareSheet

Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole


_NOTHING = DeclareSheet(moment="", columns=(), rows=(), total_title="", rest_text="")


class DeclareModel(QAbstractListModel):
    """Holds the sheet."""

    def __init__(self, texts: MessageCatalog, parent: QObject | None = None) -> None:
        """Takes the texts."""
        super().__init__(parent)
        self._texts = texts
        self._sheet = _NOTHING
        self._rollers: Mapping[CombatantId, Roller] = {}
        self.is_covering = True
        """Whether rows are covered that others at the table must not see."""

    @property
    def sheet(self) -> DeclareSheet:
        """The sheet shown; without rows while nothing is declared."""
        return self._sheet

    def row_at(self, place: int) -> DeclareRow:
        """Returns the row at a place, from 0."""
        return self._sheet.rows[place]

    def place_of(self, who: CombatantId | None) -> int:
        """Returns the place of a combatant; −1: it has none."""
        rows = enumerate(self._sheet.rows)
        return next((place for place, row in rows if row.who == who), -1)

    def is_covered(self, row: DeclareRow) -> bool:
        """Returns whether a row is covered now."""
        return row.is_covered and self.is_covering

    def roller_of(self, row: DeclareRow) -> Roller:
        """Returns who rolls for a row's combatant."""
        return self._rollers.get(row.who, "dice")

    def show_sheet(self, sheet: DeclareSheet | None, rollers: Mapping[CombatantId, Roller]) -> None:
        """Shows a sheet; None: nothing is declared."""
        old, new, self._rollers = self._sheet, sheet or _NOTHING, rollers
        if [row.who for row in old.rows] != [row.who for row in new.rows]:
            self.beginResetModel()
            self._sheet = new
            self.endResetModel()
            return
        self._sheet = new
        if new.rows:
            self.dataChanged.emit(self.index(0), self.index(len(new.rows) - 1))

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default; never changed
        return 0 if parent.isValid() else len(self._sheet.rows)

    @override
    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= self.rowCount():
            return None
        row = self.row_at(index.row())
        if role in (_Role.DisplayRole, _Role.AccessibleTextRole):
            return self._in_words(row)
        return None

    def _in_words(self, row: DeclareRow) -> str:
        text_of = self._texts.text_of
        status = text_of(f"gui.declare.status.{row.status}")
        if self.is_covered(row):
            return f"{row.name}: {text_of('gui.declare.covered')}"
        chosen = (
            f"{option.text} {option.amount}".strip()
            for _, options in row.options
            for option in options
            if option.is_on
        )
        parts = (status, *chosen, row.intent, row.total)
        return f"{row.name}: {', '.join(part for part in parts if part)}"
