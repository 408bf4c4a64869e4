"""A way through the tree of entries, handed out without copying it."""

from collections.abc import Iterator, Sequence
from typing import overload

from typing_extensions import override

from encounter_gui.encounter.entries import Entry


class EntryPath(Sequence[Entry]):
    """The first entries of a list that only grows at its end; so it never changes, however long the list gets.

    Equal to any sequence with the same entries. Its slices are tuples.
    """

    __slots__ = ("_entries", "_length")
    __hash__ = None  # type: ignore[assignment]  # compared by value, and as long as an encounter

    def __init__(self, entries: list[Entry], length: int) -> None:
        """Takes the list, and how many of its entries belong to the path."""
        self._entries = entries
        self._length = length

    @override
    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int) -> Entry: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Entry, ...]: ...

    @override
    def __getitem__(self, place: int | slice) -> Entry | tuple[Entry, ...]:
        places = range(self._length)[place]
        if isinstance(places, int):
            return self._entries[places]
        if places.step == 1:  # nearly always: copied in one go
            return tuple(self._entries[places.start : places.stop])
        return tuple(self._entries[each] for each in places)

    @override
    def __iter__(self) -> Iterator[Entry]:
        return iter(self[:])

    @override
    def __reversed__(self) -> Iterator[Entry]:
        return map(self._entries.__getitem__, range(self._length - 1, -1, -1))

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self[:] == tuple(other)

    def shared_with(self, other: "EntryPath") -> int:
        """Returns how many entries both begin with. What led to an entry never changes, so few are looked at."""
        low, high = 0, min(len(self), len(other))
        if high and self[high - 1] is other[high - 1]:
            return high
        while low < high:
            middle = (low + high + 1) // 2
            if self[middle - 1].id == other[middle - 1].id:
                low = middle
            else:
                high = middle - 1
        return low
