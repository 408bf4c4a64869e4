"""What was worked out for the last few states: undo leads back to one of them, and redo from it."""

from collections import deque
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

_T = TypeVar("_T")

_MOST_STATES = 4
"""A step taken back and played again, and what lies before it."""


class RecentViews:
    """Keeps values by what they were made from, for the sources asked about last.

    Sources are told apart by identity: states, rulesets and catalogues are never changed in place.
    """

    def __init__(self) -> None:
        """Keeps nothing yet."""
        self._kept: deque[tuple[tuple[object, ...], dict[Hashable, Any]]] = deque(
            maxlen=_MOST_STATES
        )

    def view(self, sources: tuple[object, ...], key: Hashable, make: Callable[[], _T]) -> _T:
        """Returns the value of a key for these sources, made by ``make`` if it is not kept."""
        values = self._values(sources)
        if key not in values:
            values[key] = make()
        found: _T = values[key]
        return found

    def known(self, sources: tuple[object, ...], key: Hashable) -> object:
        """Returns the value of a key for these sources if it is kept; else None."""
        return self._values(sources).get(key)

    def _values(self, sources: tuple[object, ...]) -> dict[Hashable, Any]:
        for known in self._kept:
            if all(mine is given for mine, given in zip(known[0], sources, strict=True)):
                if known is not self._kept[0]:
                    self._kept.remove(known)
                    self._kept.appendleft(known)
                return known[1]
        self._kept.appendleft((sources, {}))
        return self._kept[0][1]
