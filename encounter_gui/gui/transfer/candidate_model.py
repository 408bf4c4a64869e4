"""The creatures that were found, a row each, with what becomes of them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec.structs import replace
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
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.transfer.candidates import CandidateChoice, ImportDecision, main_values
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.model.ruleset import Ruleset

Index = QModelIndex | QPersistentModelIndex

COLUMNS = ("name", "kind", "ruleset", "values", "fate", "remarks")
_NAME, _KIND, _RULESET, _VALUES, _FATE, _REMARKS = range(len(COLUMNS))
_Role = Qt.ItemDataRole
_PLAIN = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_NOWHERE = QModelIndex()


class CandidateModel(QAbstractTableModel):
    """Rows in the order of the files; a box before each name says whether it comes in."""

    choices_changed = Signal()
    """Something else becomes of one of them."""

    def __init__(
        self,
        rulesets: Callable[[str], Ruleset | None],
        icons: Icons,
        texts: MessageCatalog,
        parent: QObject | None = None,
    ) -> None:
        """Takes what returns a ruleset by its id, icons with the theme, and the words."""
        super().__init__(parent)
        self._rulesets = rulesets
        self._icons = icons
        self._texts = texts
        self._choices: list[CandidateChoice] = []

    # ---- state downward

    @property
    def choices(self) -> tuple[CandidateChoice, ...]:
        """Returns what becomes of each."""
        return tuple(self._choices)

    def show_choices(self, choices: Iterable[CandidateChoice]) -> None:
        """Shows other creatures."""
        self.beginResetModel()
        self._choices = list(choices)
        self.endResetModel()
        self.choices_changed.emit()

    def set_fate(self, rows: Iterable[int], fate: ImportDecision) -> None:
        """Says what becomes of creatures, where that may become of them."""
        for row in rows:
            choice = self._choices[row]
            if fate in choice.fates:
                self._choices[row] = replace(choice, fate=fate)
                self.dataChanged.emit(self.index(row, 0), self.index(row, len(COLUMNS) - 1))
        self.choices_changed.emit()

    def toggle(self, rows: Sequence[int]) -> None:
        """Takes creatures in, or leaves them out if all of them came in."""
        is_taken = not all(self._choices[row].is_taken for row in rows)
        for row in rows:
            self.set_fate([row], self._other(row) if is_taken else "skip")

    def _other(self, row: int) -> ImportDecision:
        return "take" if self._choices[row].like is None else "both"

    # ---- Qt's questions

    @override
    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._choices)

    @override
    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == _Role.DisplayRole:
            return self._texts.text_of(f"gui.imports.column.{COLUMNS[section]}")
        return None

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return _PLAIN | (
            Qt.ItemFlag.ItemIsUserCheckable if index.column() == _NAME else Qt.ItemFlag.NoItemFlags
        )

    @override
    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        choice, column = self._choices[index.row()], index.column()
        match role:
            case _Role.DisplayRole | _Role.AccessibleTextRole:
                return self._text(choice, column)
            case _Role.ToolTipRole:
                return plain_tip(self._tip(choice, column))
            case _Role.CheckStateRole if column == _NAME:
                return Qt.CheckState.Checked if choice.is_taken else Qt.CheckState.Unchecked
            case _Role.ForegroundRole:
                return self._icons.theme.colour(self._role(choice, column))
            case _:
                return None

    @override
    def setData(self, index: Index, value: Any, role: int = _Role.EditRole) -> bool:
        if role != _Role.CheckStateRole or index.column() != _NAME:
            return False
        is_taken = Qt.CheckState(value) == Qt.CheckState.Checked
        self.set_fate([index.row()], self._other(index.row()) if is_taken else "skip")
        return True

    # ---- words

    def _text(self, choice: CandidateChoice, column: int) -> str:
        candidate = choice.candidate
        match column:
            case 0:
                count = candidate.proposal.found.count
                return choice.name if count == "1" else f"{choice.name} × {count}"
            case 1:
                return self._texts.text_of(f"gui.imports.kind.{candidate.proposal.entry.kind}")
            case 2:
                ruleset = self._rulesets(candidate.ruleset)
                return ruleset.name if ruleset is not None else candidate.ruleset
            case 3:
                return " · ".join(main_values(candidate, self._rulesets(candidate.ruleset)))
            case 4:
                return (
                    ""
                    if choice.like is None
                    else self._texts.text_of(f"gui.imports.fate.{choice.fate}")
                )
            case _:
                return self._remarks(choice)

    def _remarks(self, choice: CandidateChoice) -> str:
        proposal = choice.candidate.proposal
        parts: list[str] = []
        if proposal.warnings:
            parts.append(self._texts.text(proposal.warnings[0]))
        if proposal.guessed:
            parts.append(
                self._texts.text_of("gui.imports.guessed_count", count=len(proposal.guessed))
            )
        if proposal.found.unknown:
            count = len(proposal.found.unknown)
            parts.append(self._texts.text_of("gui.imports.unknown_count", count=count))
        return " · ".join(parts)

    def _tip(self, choice: CandidateChoice, column: int) -> str:
        if column == _REMARKS:
            warnings = choice.candidate.proposal.warnings
            return "\n".join(self._texts.text(each) for each in warnings)
        return self._text(choice, column)

    def _role(self, choice: CandidateChoice, column: int) -> str:
        if not choice.is_taken:
            return "text.muted"
        if column == _NAME:
            return "text.primary"
        if column == _REMARKS and choice.candidate.proposal.warnings:
            return "status.warn"
        return "text.secondary"
