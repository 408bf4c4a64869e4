"""The targets of a change by hand as a Qt model; while somebody types, only the lines that differ change."""

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.combatants.cell_words import Spoken
from encounter_gui.gui.combatants.model import Index
from encounter_gui.gui.damage.damage_plan import DamageShown
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import ChangePreview

_Role = Qt.ItemDataRole


class DamageModel(QAbstractListModel):
    """Holds a row for each target, ticked where the change reaches it."""

    def __init__(self, texts: MessageCatalog, parent: QObject | None = None) -> None:
        """Takes the texts."""
        super().__init__(parent)
        self._texts = texts
        self._spoken = Spoken(texts)
        self.shown: DamageShown = DamageShown()
        """What is shown."""

    def row_at(self, place: int) -> ChangePreview:
        """Returns the row at a place, from 0."""
        return self.shown.rows[place]

    def is_reached(self, place: int) -> bool:
        """Returns whether the change reaches the target at a place."""
        return self.row_at(place).who not in self.shown.plan.out

    def show(self, shown: DamageShown) -> None:
        """Shows these rows."""
        old, self.shown = self.shown, shown
        if [row.who for row in old.rows] != [row.who for row in shown.rows]:
            self.beginResetModel()
            self.endResetModel()
        elif old != shown and shown.rows:
            self.dataChanged.emit(self.index(0), self.index(len(shown.rows) - 1))

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default; never changed
        return 0 if parent.isValid() else len(self.shown.rows)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    @override
    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.shown.rows):
            return None
        if role == _Role.CheckStateRole:
            is_reached = self.is_reached(index.row())
            return Qt.CheckState.Checked if is_reached else Qt.CheckState.Unchecked
        if role in (_Role.DisplayRole, _Role.AccessibleTextRole):
            return self._words(index.row())
        return plain_tip(self._words(index.row())) if role == _Role.ToolTipRole else None

    def _words(self, place: int) -> str:
        row = self.row_at(place)
        if not self.is_reached(place):
            return self._texts.text(say("gui.damage.row.out", name=row.name))
        words = [self._spoken.change(row)]
        if row.damage is not None:
            place_words = " ".join(
                each for each in (row.damage.place_name, self._face(row)) if each
            )
            words += [row.damage.sum, place_words, row.damage.waits]
            words += [f"{step.name} {step.text or step.stopped}" for step in row.damage.steps]
            words += [f"{owed.title} {owed.text} {owed.note}" for owed in row.damage.owed]
        return ", ".join(word.strip() for word in words if word.strip())

    @staticmethod
    def _face(row: ChangePreview) -> str:
        detail = row.damage
        return f"({detail.face})" if detail is not None and detail.face is not None else ""
