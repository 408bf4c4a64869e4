"""What it takes to turn one list of rows into another, by their keys: for models that update in place."""

from collections.abc import Hashable, Iterable, Sequence

Span = tuple[int, int]
"""The first and the last of a run of rows or columns, both included."""


def removals(old: Sequence[Hashable], new: Sequence[Hashable]) -> tuple[Span, ...]:
    """Returns the runs of old rows that are gone; the last first, so that each can be removed as it is named."""
    kept = frozenset(new)
    return tuple(reversed(spans(place for place, key in enumerate(old) if key not in kept)))


def insertions(old: Sequence[Hashable], new: Sequence[Hashable]) -> tuple[Span, ...]:
    """Returns the runs of new rows that were not there, in order; places count in the new list."""
    known = frozenset(old)
    return spans(place for place, key in enumerate(new) if key not in known)


def spans(places: Iterable[int]) -> tuple[Span, ...]:
    """Returns rising numbers as runs without gaps."""
    runs: list[Span] = []
    for place in places:
        if runs and runs[-1][1] == place - 1:
            runs[-1] = (runs[-1][0], place)
        else:
            runs.append((place, place))
    return tuple(runs)
