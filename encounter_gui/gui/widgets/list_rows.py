"""Models of a list: one that shows other rows all anew, and what it takes to turn one list into another in place."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

Index = QModelIndex | QPersistentModelIndex
_Row = TypeVar("_Row")
_ROOT = QModelIndex()

Span = tuple[int, int]
"""The first and the last of a run of rows or columns, both included."""


class RowsModel(QAbstractListModel, Generic[_Row]):
    """Holds frozen rows; views forget their places when it shows others."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Holds none yet."""
        super().__init__(parent)
        self.rows: tuple[_Row, ...] = ()

    def show(self, rows: tuple[_Row, ...]) -> None:
        """Shows these rows."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def row_data(self, row: _Row, role: int) -> Any:
        """Returns what a row is in a role; None: nothing."""
        raise NotImplementedError

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        return self.row_data(self.rows[index.row()], role)


def removals(old: Sequence[Hashable], new: Sequence[Hashable]) -> tuple[Span, ...]:
    """Returns the runs of old rows that are gone; the last first, so that each can be removed as it is named."""
    kept = frozenset(new)
    return tuple(reversed(spans(place for place, key in enumerate(old) if key not in kept)))


def insertions(old: Sequence[Hashable], new: Sequence[Hashable]) -> tuple[Span, ...]:
    """Returns the runs of new rows that were not there, in order; places count in the new list."""
    known = frozenset(old)
    return spans(place for place, key in enumerate(new) if key not in known)


def turning_points(places: Sequence[int]) -> tuple[int, ...]:
    """Returns those of several places at which the way through all of them begins, turns round and ends.

    Whoever scrolls to these, one after the other, sees in the end what scrolling to each place would show.
    """
    way = zip(places, places[1:], places[2:], strict=False)
    turns = [place for before, place, after in way if (place > before) != (after > place)]
    return (*places[:1], *turns, *places[1:][-1:])


def spans(places: Iterable[int]) -> tuple[Span, ...]:
    """Returns rising numbers as runs without gaps."""
    runs: list[Span] = []
    for place in places:
        if runs and runs[-1][1] == place - 1:
            runs[-1] = (runs[-1][0], place)
        else:
            runs.append((place, place))
    return tuple(runs)
