"""The lines of a roster as a Qt list: party, recruits, waves."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.encounters.plan.plan_view import Line
from encounter_gui.gui.widgets.tool_tips import plain_tip

Index = QModelIndex | QPersistentModelIndex

_Role = Qt.ItemDataRole
_NOWHERE = QModelIndex()


class RosterModel(QAbstractListModel):
    """Frozen lines in, changes out."""

    def __init__(self, texts: MessageCatalog, parent: QObject | None = None) -> None:
        """Takes the words."""
        super().__init__(parent)
        self._texts = texts
        self.lines: tuple[Line, ...] = ()
        """What is shown."""

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Shows other lines; where only their content differs, views keep their place."""
        new = tuple(lines)
        shared = min(len(self.lines), len(new))
        if len(new) > shared:
            self.beginInsertRows(_NOWHERE, shared, len(new) - 1)
            self.lines = (*self.lines, *new[shared:])
            self.endInsertRows()
        elif len(self.lines) > shared:
            self.beginRemoveRows(_NOWHERE, shared, len(self.lines) - 1)
            self.lines = self.lines[:shared]
            self.endRemoveRows()
        before, self.lines = self.lines, new
        for row in range(shared):
            if before[row] != new[row]:
                self.dataChanged.emit(self.index(row), self.index(row))

    @override
    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.lines)

    @override
    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.lines):
            return None
        line = self.lines[index.row()]
        match role:
            case _Role.DisplayRole:
                return line.name
            case _Role.AccessibleTextRole:
                return self._spoken_text(line)
            case _Role.ToolTipRole:
                return plain_tip(self._spoken_text(line))
            case _:
                return None

    def _spoken_text(self, line: Line) -> str:
        text_of = self._texts.text_of
        parts = [f"{line.count} {line.name}".strip(), line.note]
        parts += [text_of(f"gui.side.{line.side}")] if line.side else []
        parts += [text_of("gui.encounters.hidden")] if line.is_hidden else []
        parts += [text_of("gui.encounters.differs")] if line.is_different else []
        parts += [text_of("gui.encounters.missing")] if line.is_missing else []
        parts += [text_of("gui.encounters.has_come")] if line.is_done else []
        return ", ".join(part for part in parts if part)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        base = Qt.ItemFlag.ItemIsDropEnabled
        if not index.isValid():
            return base
        return base | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
