"""In which line of a TOML file a value stands.

The parser says it of nothing but its own mistakes. So the file is read up to more and more of its lines, by halves,
until the value is there: the last of them is its line.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from encounter_gui.core.errors import DataError
from encounter_gui.rules.files.ruleset_errors import key_of

_LONGEST = 200_000
"""Of files of more letters no lines are found: each reading of one takes long, and it is a stranger's."""

_MOST = 20
"""Of how many problems the lines are found: each takes some readings of a file, and nobody mends more at once."""


def with_lines(problems: Iterable[DataError], files: Mapping[str, str]) -> Iterator[DataError]:
    """Yields problems with the lines they are in; ``files`` are the texts of files by the name problems give them."""
    found = {name: _Lines(text) for name, text in files.items() if len(text) <= _LONGEST}
    for number, each in enumerate(problems):
        lines = found.get(each.place.file) if number < _MOST else None
        line = lines.of(each.place.pointer) if lines is not None and each.place.pointer else 0
        yield DataError(replace(each.place, line=line), each.message) if line else each


class _Lines:
    """The lines of one file, of which some have been read up to."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines(keepends=True)
        self._read: dict[int, Mapping[str, Any] | None] = {}

    def of(self, pointer: str) -> int:
        """Returns the line of what a dotted pointer leads to, or of what is nearest around it; 0: it is not there."""
        whole = self._up_to(len(self._lines))
        if whole is None:
            return 0
        path = pointer.split(".")
        while path and not _leads(whole, path):
            path = path[:-1]
        if not path:
            return 0
        low, high = 0, len(self._lines)  # not there after low lines, there after high
        while high - low > 1:
            middle = self._readable(low, (low + high) // 2, high)
            if middle is None:
                break
            if _leads(self._up_to(middle) or {}, path):
                high = middle
            else:
                low = middle
        return min(high, low + 1)

    def _readable(self, low: int, middle: int, high: int) -> int | None:
        """Returns the number of lines nearest to the middle up to which the file can be read; None: there is none."""
        after = range(middle, high)
        before = range(middle - 1, low, -1)
        return next((each for each in (*after, *before) if self._up_to(each) is not None), None)

    def _up_to(self, count: int) -> Mapping[str, Any] | None:
        """Returns what the first lines say; None: they end within something."""
        if count not in self._read:
            try:
                self._read[count] = tomllib.loads("".join(self._lines[:count]))
            except ValueError:
                self._read[count] = None
        return self._read[count]


def _leads(data: object, path: list[str]) -> bool:
    """Returns whether there is something at the end of a path."""
    for name in path:
        if isinstance(data, Mapping) and name in data:
            data = data[name]
        elif isinstance(data, list):
            entries = {key_of(each, number): each for number, each in enumerate(data)}
            if name not in entries:
                return False
            data = entries[name]
        else:
            return False
    return True
