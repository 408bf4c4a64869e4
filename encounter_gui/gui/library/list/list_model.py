"""The lines of the library as a Qt model: frozen lines in, texts and drags out."""

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.list.list_lines import (
    ENTRIES,
    CreatureLine,
    CustomEntryLine,
    HeadingLine,
    Line,
)
from encounter_gui.gui.widgets.creature_drag import CREATURES, to_drag
from encounter_gui.gui.widgets.tool_tips import plain_tip

Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_TEXTS = (_Role.DisplayRole, _Role.AccessibleTextRole, _Role.ToolTipRole)


class LibraryListModel(QAbstractListModel):
    """Shows lines; thousands of them cost a reset and what can be seen."""

    def __init__(self, texts: MessageCatalog, parent: QObject | None = None) -> None:
        """Takes the texts."""
        super().__init__(parent)
        self._texts = texts
        self.lines: tuple[Line, ...] = ()
        """What is shown."""
        self._places: dict[str, int] = {}

    def show(self, lines: tuple[Line, ...]) -> None:
        """Shows other lines; if their keys are the same as before, they are repainted and not reset."""
        if [each.key for each in lines] == [each.key for each in self.lines]:
            self.lines = lines
            if lines:
                self.dataChanged.emit(self.index(0), self.index(len(lines) - 1))
            return
        self.beginResetModel()
        self.lines = lines
        self._places = {
            each.key: place for place, each in enumerate(lines) if isinstance(each, ENTRIES)
        }
        self.endResetModel()

    def line_at(self, place: int) -> Line | None:
        """Returns a line; None beyond the last."""
        return self.lines[place] if 0 <= place < len(self.lines) else None

    def place_of(self, key: str) -> int:
        """Returns where a creature stands; −1: nowhere."""
        return self._places.get(key, -1)

    def keys_of(self, indexes: Iterable[Index]) -> tuple[str, ...]:
        """Returns the creatures at these places, from the top."""
        places = sorted({index.row() for index in indexes})
        lines = [self.line_at(place) for place in places]
        return tuple(line.key for line in lines if isinstance(line, ENTRIES))

    # ---- Qt

    @override
    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.lines)

    @override
    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        line = self.line_at(index.row())
        if line is None or role not in _TEXTS:
            return None
        if role == _Role.DisplayRole:
            return line.title if isinstance(line, HeadingLine) else line.name
        words = self._words(line)
        return plain_tip(words) if role == _Role.ToolTipRole else words

    def _words(self, line: Line) -> str:
        text_of = self._texts.text_of
        if isinstance(line, HeadingLine):
            return text_of("gui.library.heading", title=line.title, count=line.count)
        if isinstance(line, CustomEntryLine):
            return line.words
        parts = [line.name, text_of(f"gui.side.{line.side}"), line.note]
        if line.copies:
            parts.append(self.copies_text(line.copies))
        if not line.is_own:
            parts.append(self.shipped_text)
        return ", ".join(part for part in parts if part)

    @property
    def shipped_text(self) -> str:
        """Returns what is said of creatures that come with a ruleset."""
        return self._texts.text_of("gui.library.is_shipped")

    def copies_text(self, count: int) -> str:
        """Returns how many copies there are in the fight, in words."""
        key = "gui.library.copy" if count == 1 else "gui.library.copies"
        return self._texts.text_of(key, count=count)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        line = self.line_at(index.row())
        if isinstance(line, CreatureLine):
            return (
                Qt.ItemFlag.ItemIsEnabled
                | Qt.ItemFlag.ItemIsSelectable
                | Qt.ItemFlag.ItemIsDragEnabled
            )
        if isinstance(line, CustomEntryLine):
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return Qt.ItemFlag.ItemIsEnabled

    @override
    def mimeTypes(self) -> list[str]:
        return [CREATURES]

    @override
    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        return to_drag(self.keys_of(indexes))
