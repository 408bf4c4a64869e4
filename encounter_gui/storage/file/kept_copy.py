"""A copy of the one file as this program left it, for telling when another program has written over it.

Nobody else can tell: the file stays the same file, and SQLite would go on with a mixture of old pages and new ones. The
copy has no name and goes with the program.
"""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile

_BLOCK = 1 << 20
_JOURNAL_HEADER = 32
_FRAME_HEADER = 24
_SALTS = slice(16, 24)
_MODES = slice(18, 20)
_NO_JOURNAL = b"\x01\x01"


class KeptCopy:
    """The bytes of a campaign file after the last checkpoint, kept up with by the pages of its journal."""

    def __init__(self, path: Path) -> None:
        """Copies a file that nothing is writing.

        Raises:
            OSError: it cannot be read, or there is no room for the copy.
        """
        # Open until the campaign is closed: closing any handle of a file drops the locks that SQLite has on it.
        self._file = path.open("rb", buffering=0)
        try:
            self._bytes = TemporaryFile()  # noqa: SIM115 - it lives as long as this object
            copyfileobj(self._file, self._bytes, _BLOCK)
        except BaseException:
            self._file.close()
            raise

    def close(self) -> None:
        """Gives its room back; after the connection to the file is closed."""
        self._file.close()
        self._bytes.close()

    def is_same(self) -> bool:
        """Returns whether the file has the same bytes now; False if it cannot be read."""
        self._bytes.seek(0)
        with suppress(OSError):
            self._file.seek(0)
            while (ours := self._bytes.read(_BLOCK)) == self._file.read(_BLOCK):
                if not ours:
                    return True
        return False

    def take_in(self, journal: Path) -> None:
        """Writes the pages of every transaction in a journal, as a checkpoint does; one that is gone has none.

        Source: https://www.sqlite.org/fileformat2.html#walformat. The frames after the last commit, and those that
        are left of an older journal (with other salts), are none of it.

        Raises:
            OSError: there is no room for them.
        """
        try:
            data = journal.read_bytes()
        except FileNotFoundError:
            return
        size, salts = int.from_bytes(data[8:12], "big"), data[_SALTS]
        waiting: list[tuple[int, int]] = []
        for start in range(
            _JOURNAL_HEADER, len(data) - size - _FRAME_HEADER + 1, size + _FRAME_HEADER
        ):
            head = data[start : start + _FRAME_HEADER]
            if head[8:16] != salts:
                break
            page, page_count = int.from_bytes(head[:4], "big"), int.from_bytes(head[4:8], "big")
            waiting.append((page, start + _FRAME_HEADER))
            if page_count:  # of the last frame of a transaction: how many pages the file has then
                for each, place in waiting:
                    self._bytes.seek((each - 1) * size)
                    self._bytes.write(data[place : place + size])
                self._bytes.truncate(page_count * size)
                waiting.clear()

    def restore_into(self, memory: sqlite3.Connection) -> None:
        """Fills a database in memory with what the file held.

        Raises:
            sqlite3.Error: that is no sound database.
        """
        self._bytes.seek(0)
        data = bytearray(self._bytes.read())
        data[_MODES] = _NO_JOURNAL  # a database in memory has none
        with closing(sqlite3.connect(":memory:")) as found:
            found.deserialize(bytes(data))
            found.backup(memory)
