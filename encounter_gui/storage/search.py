"""Full-text search over prepared creatures and logs: an index in memory, made when first needed, never in the file."""

import sqlite3
from collections.abc import Iterable, Sequence

from msgspec import Struct

_COLUMNS = "name, tags, role, folder, words"
_WEIGHTS = "10.0, 4.0, 3.0, 2.0, 1.0"
_INSERT = f"INSERT INTO found (rowid, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"

_PLAIN = str.maketrans(
    {"ł": "l", "đ": "d", "ø": "o", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "ß": "ss", "þ": "th"}
)
"""Letters that are no base letter with a mark on it, which is all SQLite takes apart, but are typed so."""


class Indexed(Struct, frozen=True, kw_only=True):
    """What of a creature is searched; ``key`` is what a search returns."""

    key: str
    name: str
    tags: str = ""
    role: str = ""
    folder: str = ""
    words: str = ""


class SearchIndex:
    """Finds creatures by the beginnings of words, whatever their case and accents; the best fit comes first."""

    def __init__(self) -> None:
        """Makes an empty index."""
        self._db = sqlite3.connect(":memory:", isolation_level=None)
        self._db.execute(
            f"CREATE VIRTUAL TABLE found USING fts5({_COLUMNS},"
            " tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3')"
        )
        self._db.execute(f"INSERT INTO found(found, rank) VALUES ('rank', 'bm25({_WEIGHTS})')")
        # Keys are kept here: reading them there takes most of a search.
        self._rows: dict[str, int] = {}
        self._keys: dict[int, str] = {}
        self._next = 1

    def __contains__(self, key: str) -> bool:
        """Returns whether something of this key is indexed."""
        return key in self._rows

    def fill(self, indexed: Iterable[Indexed]) -> None:
        """Indexes these and nothing else."""
        listed = list(indexed)
        self._db.execute("BEGIN")
        self._db.execute("DELETE FROM found")
        self._rows.clear()
        self._keys.clear()
        self._insert(listed)
        self._db.execute("COMMIT")

    def put(self, indexed: Iterable[Indexed]) -> None:
        """Indexes these anew; the others stay."""
        listed = list(indexed)
        self.drop(each.key for each in listed)
        self._insert(listed)

    def _insert(self, indexed: Iterable[Indexed]) -> None:
        rows = []
        for each in indexed:
            self._rows[each.key], self._keys[self._next] = self._next, each.key
            rows.append((self._next, *_texts(each)))
            self._next += 1
        self._db.executemany(_INSERT, rows)

    def drop(self, keys: Iterable[str]) -> None:
        """Forgets these."""
        rows = [self._rows.pop(key) for key in keys if key in self._rows]
        for row in rows:
            del self._keys[row]
        self._db.executemany("DELETE FROM found WHERE rowid = ?", [(row,) for row in rows])

    def find(self, text: str, most: int = 500) -> tuple[str, ...]:
        """Returns the keys of what every word of the text begins a word of, best first; an empty text finds nothing."""
        words = _words(text)
        if not words:
            return ()
        query = "SELECT rowid FROM found WHERE found MATCH ? ORDER BY rank LIMIT ?"
        return tuple(self._keys[row] for (row,) in self._db.execute(query, (_wanted(words), most)))

    def newest(self, text: str, most: int) -> tuple[tuple[str, ...], int]:
        """Returns the keys of what a text finds, the last that were put in first, and how many are found in all."""
        words = _words(text)
        if not words:
            return (), 0
        query = "SELECT rowid FROM found WHERE found MATCH ? ORDER BY rowid DESC LIMIT ?"
        rows = self._db.execute(query, (_wanted(words), most))
        keys = tuple(self._keys[row] for (row,) in rows)
        return keys, len(keys) if len(keys) < most else self.count(text)

    def count(self, text: str) -> int:
        """Returns how many a text finds."""
        words = _words(text)
        if not words:
            return 0
        query = "SELECT count(*) FROM found WHERE found MATCH ?"
        return int(self._db.execute(query, (_wanted(words),)).fetchone()[0])

    def close(self) -> None:
        """Frees the index."""
        self._db.close()


def _texts(each: Indexed) -> tuple[str, ...]:
    searched = (each.name, each.tags, each.role, each.folder, each.words)
    return tuple(_plain(text) for text in searched)


def _wanted(words: Sequence[str]) -> str:
    """Returns what SQLite's search is asked for: all of these as beginnings of words."""
    return " ".join(f'"{word}"*' for word in words)


def _plain(text: str) -> str:
    return text.casefold().translate(_PLAIN)


def _words(text: str) -> Sequence[str]:
    """Returns the words of a search, letters and digits alone: other signs mean something to SQLite's search."""
    return "".join(mark if mark.isalnum() else " " for mark in _plain(text)).split()
