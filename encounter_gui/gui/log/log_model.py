"""The log as a Qt model: newest first, what was undone still there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from msgspec import Struct
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from encounter_gui.core.ids import EntryId
from encounter_gui.core.messages import MessageCatalog, Segment, say
from encounter_gui.encounter.values import Side
from encounter_gui.gui.widgets.list_rows import spans
from encounter_gui.gui.widgets.tool_tips import plain_tip

_Role = Qt.ItemDataRole
Index = QModelIndex | QPersistentModelIndex


KINDS = ("attack", "damage", "condition", "test", "turn", "note", "other")
"""What sorts of entries there are."""


class LogFilter(Struct, frozen=True, kw_only=True):
    """Which entries are wanted: those with all these words in them, of a kind, of a round (its stamp), with typed dice.

    Empty is any. A word that is a stamp (``R3``) names the round as well.
    """

    words: str = ""
    kind: str = ""
    stamp: str = ""
    is_typed: bool = False

    def takes(self, row: "LogRow") -> bool:
        """Returns whether a row is wanted."""
        if (self.kind and row.kind != self.kind) or (self.stamp and row.stamp != self.stamp):
            return False
        if self.is_typed and not any(group.is_physical for group in row.dice):
            return False
        text, stamp = row.text.casefold(), row.stamp.casefold()
        return all(word in text or word == stamp for word in self.words.casefold().split())


class DiceGroup(Struct, frozen=True, kw_only=True):
    """Dice rolled together: their faces as written (``=19`` where only a total is known), and whose dice they were.

    ``note`` stands muted behind them, e.g. ``+10``.
    """

    faces: tuple[str, ...]
    is_physical: bool = False
    note: str = ""


_LATER = ("segments", "side", "icon", "dice", "kind")


@dataclass(frozen=True, slots=True, kw_only=True)
class LogRow:
    """One entry as the log shows it.

    ``stamp`` says when (``T3``); ``side`` is whose doing it was, None: nobody's, and ``icon`` stands instead.
    ``is_undone``: the entry was taken back and can be redone. ``kind`` is what sort of entry it is, one of ``KINDS``.

    ``heading`` is the entry under which it stands, one of the attacks of many; None: it stands by itself. ``count`` is
    how many stand under it; 0: it is no heading.

    ``round`` is the number of the round it was in (0: before the first), ``begins_round`` whether that began with it.

    What costs time is worked out when the row is looked at, where it was made by ``later``: of 100,000 few ever are.
    """

    entry: EntryId
    stamp: str
    segments: tuple[Segment, ...]
    side: Side | None = None
    icon: str = ""
    dice: tuple[DiceGroup, ...] = ()
    is_undone: bool = False
    kind: str = "other"
    round: int = 0
    begins_round: bool = False
    heading: EntryId | None = None
    count: int = 0
    _make: Callable[["LogRow"], "LogRow"] = field(init=False, repr=False, compare=False)

    @classmethod
    def later(
        cls,
        entry: EntryId,
        stamp: str,
        make: Callable[["LogRow"], "LogRow"],
        *,
        is_undone: bool,
        number: int,
        begins_round: bool,
        fold: tuple[EntryId | None, int] = (None, 0),
    ) -> Self:
        """Returns a row whose other fields are those of the row that ``make`` returns, called whenever one is read.

        ``fold`` has the heading it stands under, and how many stand under it.
        """
        row, keep = cls.__new__(cls), object.__setattr__
        keep(row, "entry", entry)
        keep(row, "stamp", stamp)
        keep(row, "is_undone", is_undone)
        keep(row, "round", number)
        keep(row, "begins_round", begins_round)
        keep(row, "heading", fold[0])
        keep(row, "count", fold[1])
        keep(row, "_make", make)
        return row

    if not TYPE_CHECKING:  # for a type checker it would make every name an attribute

        def __getattr__(self, name: str) -> object:
            """Reads a field that is worked out; called only for a slot that is empty."""
            if name not in _LATER:
                raise AttributeError(name)
            return getattr(self._make(self), name)

    @property
    def text(self) -> str:
        """Returns the sentence without marks."""
        return "".join(text for text, _ in self.segments)


class LogModel(QAbstractListModel):
    """Shows the newest row at the top; an update costs what is new in it, however long the log is."""

    def __init__(self, texts: MessageCatalog, parent: QObject | None = None) -> None:
        """Takes the texts."""
        super().__init__(parent)
        self._texts = texts
        self._rows: list[LogRow] = []  # oldest first, so that a new one does not move the others
        self._all = self._rows  # another list only while not all of them are wanted
        self._filter = LogFilter()

    def row_at(self, place: int) -> LogRow:
        """Returns a row, counted from the top and 0."""
        return self._rows[-1 - place]

    def place_of(self, entry: EntryId) -> int:
        """Returns the place of an entry; −1 for one that is not shown."""
        newest_first = enumerate(reversed(self._rows))
        return next((place for place, row in newest_first if row.entry == entry), -1)

    def show(self, kept: int, rows: Sequence[LogRow]) -> None:
        """Keeps so many of the oldest rows, and shows these in the place of the others, oldest first."""
        if self._all is not self._rows:
            self._all[kept:] = rows
            self._choose()
            return
        same = self._same_entries(kept, rows)
        self._cut(kept + same)
        self._extend(rows[same:])
        self._change(kept, rows[:same])

    @property
    def stamps(self) -> tuple[str, ...]:
        """Returns the rounds there are entries of, the latest first, as stamps."""
        return tuple(dict.fromkeys(row.stamp for row in reversed(self._all) if row.stamp))

    @property
    def count(self) -> int:
        """Returns how many rows there are, wanted or not."""
        return len(self._all)

    @property
    def is_narrowed(self) -> bool:
        """Returns whether only some rows are wanted."""
        return self._all is not self._rows

    def narrow(self, wanted: LogFilter) -> None:
        """Shows only the rows that are wanted, those to come included."""
        if wanted != self._filter:
            self._filter = wanted
            self._choose()

    def _choose(self) -> None:
        self.beginResetModel()
        is_all = self._filter == LogFilter()
        self._rows = self._all if is_all else list(filter(self._filter.takes, self._all))
        self.endResetModel()

    def _same_entries(self, kept: int, rows: Sequence[LogRow]) -> int:
        """Returns how many of the rows are of the same entries as those in their places."""
        pairs = enumerate(zip(self._rows[kept:], rows, strict=False))
        differing = (place for place, (old, new) in pairs if old.entry != new.entry)
        return next(differing, min(len(self._rows) - kept, len(rows)))

    def _cut(self, count: int) -> None:
        if count < len(self._rows):
            self.beginRemoveRows(QModelIndex(), 0, len(self._rows) - count - 1)
            del self._rows[count:]
            self.endRemoveRows()

    def _extend(self, rows: Sequence[LogRow]) -> None:
        if rows:
            self.beginInsertRows(QModelIndex(), 0, len(rows) - 1)
            self._rows.extend(rows)
            self.endInsertRows()

    def _change(self, first: int, rows: Sequence[LogRow]) -> None:
        pairs = enumerate(zip(self._rows[first:], rows, strict=False), first)
        differing = [at for at, (old, new) in pairs if old is not new and old != new]
        self._rows[first : first + len(rows)] = rows
        newest = len(self._rows) - 1
        for low, high in spans(differing):
            self.dataChanged.emit(self.index(newest - high), self.index(newest - low))

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default; never changed
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self.row_at(index.row())
        match role:
            case _Role.DisplayRole:
                return row.text
            case _Role.AccessibleTextRole:
                return self._spoken_text(row)
            case _Role.ToolTipRole:
                return plain_tip(self._spoken_text(row))
            case _:
                return None

    def _spoken_text(self, row: LogRow) -> str:
        parts = [row.stamp, row.text, *(self._dice(group) for group in row.dice)]
        if row.is_undone:
            parts.append(self._texts.text_of("gui.fight.log.undone"))
        return " · ".join(part for part in parts if part)

    def _dice(self, group: DiceGroup) -> str:
        kind = "physical" if group.is_physical else "app"
        faces = " ".join(group.faces) + group.note
        return self._texts.text(say(f"gui.fight.log.dice.{kind}", faces=faces))
