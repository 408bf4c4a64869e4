"""The database of an open campaign: its connection and lock, and whether the file is still at its path.

A sync tool, a file manager or a stick that is pulled can take the file away while it is open. SQLite would go on
writing into a file without a name, and its journal beside the path would one day be replayed into whatever stands there
then. Or another program writes over the same file, and SQLite would go on with a mixture of both. So the file is
compared with what was left of it before each transaction; where it is another, all goes on in memory until the file is
back or the campaign is saved somewhere else.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Literal

from encounter_gui.core.errors import SaveError
from encounter_gui.storage.file.copies import copy_from, copy_into
from encounter_gui.storage.file.kept_copy import KeptCopy
from encounter_gui.storage.file.lock import CampaignLock
from encounter_gui.storage.file.opening import (
    inspect_file,
    open_writable,
    reading,
    set_limits,
)
from encounter_gui.storage.file.schema import SCHEMA
from encounter_gui.storage.file.seals import install
from encounter_gui.storage.file.targets import require_free
from encounter_gui.storage.storage_errors import reporting, storage_error

FilePlace = Literal["here", "missing", "replaced"]
"""Whether the file is at its path; there is no file of that name; or another one, with other content, is there."""

_Seen = tuple[int, int, int, int, int]
_MOST_ROWS = 5000  # that wait in the journal for the next checkpoint


class CampaignFile:
    """The file of an open campaign, or its content in memory while the file is not at its path."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: CampaignLock) -> None:
        """Takes a connection to an inspected file, and the lock on it."""
        self.path, self.connection, self._lock = path, connection, lock
        self.place: FilePlace = "here"
        self._left: _Seen | None = None
        self._refused: _Seen | None = None
        self._content = b""
        self._checkpointed = -1
        self._copy: KeptCopy | None = None
        self._begin(path, connection, lock)

    @property
    def is_here(self) -> bool:
        """Whether what is written goes to the file at ``path``."""
        return self.place == "here"

    @property
    def change_count(self) -> int:
        """How many rows were written, for telling whether anything was since; only differences mean something."""
        return self.connection.total_changes

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Begins a transaction, after a look whether the file is still there; within another it is part of that one.

        Raises:
            SaveError: it cannot be written; nothing of it has been.
        """
        if self.connection.in_transaction:
            yield self.connection
            return
        self.look()
        with reporting("write_failed", self.path):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                _roll_back(self.connection)
                raise
        if self.change_count > self._checkpointed + _MOST_ROWS:
            self.checkpoint()

    def look(self) -> FilePlace:
        """Compares the open file with its path and returns what stands there.

        When it has gone or was written over, everything continues in memory; when it is back as it was left, everything
        since is written to it. A file with the same content in its place, as sync tools leave it, is gone on with.
        """
        if self.connection.in_transaction:
            return self.place
        found = _seen(self.path)
        if self.place == "here":
            if found != self._left:
                is_same_file = bool(found and self._left and found[:2] == self._left[:2])
                if is_same_file and (self._copy is None or self._copy.is_same()):
                    self._left = found  # only its time, its owner or its attributes have changed
                else:
                    self._leave(is_overwritten=is_same_file)
                    self._return()
        elif found is None:
            self.place = "missing"
        else:
            self._return()
        return self.place

    def checkpoint(self) -> None:
        """Brings what the journal holds into the one file, so that a copy of it alone is whole.

        Done as far as others who read the file let it be; the rest comes with the next call.
        """
        if not self.is_here or self.connection.in_transaction:
            return
        count = self.change_count
        if count == self._checkpointed or self.look() != "here":
            return
        self._follow_journal()
        with suppress(sqlite3.Error):
            is_busy, _, _ = checkpointed(self.connection)
            if not is_busy:
                self._checkpointed = count
        self._left = _seen(self.path)

    def save_copy(self, target: Path, *, overwrite: bool) -> None:
        """Writes a complete copy to another file; while the file is away, the campaign goes on in that copy.

        Raises:
            SaveError: it is this file or any other campaign, or a file that is there and not to be overwritten, or it
                cannot be written; whatever was there is unharmed.
        """
        self.look()
        with reporting("target_unknown", target):
            is_itself = self.is_here and target.exists() and target.samefile(self.path)
        if is_itself:
            raise storage_error("copy_onto_itself", target)
        require_free(target, overwrite=overwrite, for_campaign=True)
        if self.is_here:
            copy_into(self.path, target)
        else:
            self._move_to(target)

    def keep_aside(self, target: Path) -> None:
        """Writes what is in memory to a file, over one that is there; the campaign does not go on in it.

        Raises:
            SaveError: it cannot be written.
        """
        copy_from(self.connection, target)

    def close(self) -> None:
        """Leaves one complete file and lets others open it. Does nothing the second time."""
        with closing(self.connection), suppress(sqlite3.Error):
            if not self.connection.in_transaction:
                self.look()
            # Whatever keeps this from being done now is done when the file is next opened.
            checkpointed(self.connection)
        self._forget_copy()
        self._lock.release()

    def _leave(self, *, is_overwritten: bool) -> None:
        """Goes on in memory; the journal is emptied, so that no file that comes to this path later replays it."""
        self.place = "missing"
        memory = sqlite3.connect(":memory:", isolation_level=None)
        try:
            self._copy_to(memory, is_overwritten=is_overwritten)
        except sqlite3.Error:
            # The disk is gone with the file. What SQLite still has open is all there is; it goes on in that.
            memory.close()
            return
        set_limits(memory)
        install(memory)
        self._content = content_hash(memory)
        with suppress(sqlite3.Error, OSError):
            if is_overwritten:  # closing would write the journal into what is another's file now
                os.truncate(_journal(self.path), 0)
            else:
                checkpointed(self.connection)
        self.connection.close()
        self._forget_copy()
        if is_overwritten or _seen(self.path) is None:
            _remove_companions(self.path)
        self.connection = memory
        # What stands at the path is for others to open now.
        self._lock.release()

    def _copy_to(self, memory: sqlite3.Connection, *, is_overwritten: bool) -> None:
        """Copies what was kept: as SQLite still has it open, or, where that is not ours any more, from our copy.

        Raises:
            sqlite3.Error: there is neither.
        """
        try:
            if not is_overwritten:
                self.connection.backup(memory)
                return
        except sqlite3.Error:
            if self._copy is None:
                raise
        self._follow_journal()
        if self._copy is None:
            self.connection.backup(memory)
        else:
            self._copy.restore_into(memory)

    def _follow_journal(self) -> None:
        if self._copy is not None:
            try:
                self._copy.take_in(_journal(self.path))
            except OSError:
                self._forget_copy()

    def _forget_copy(self) -> None:
        if self._copy is not None:
            self._copy.close()
        self._copy = None

    def _return(self) -> None:
        """Goes on in the file at the path if it holds what was left; notes what else stands there."""
        seen = _seen(self.path)
        if seen is None:
            self.place = "missing"
        elif seen != self._refused:
            try:
                lock = self._lock if self._lock.is_held_at(self.path) else CampaignLock(self.path)
            except SaveError:
                self.place = "replaced"  # open in another program; asked again next time
                return
            connection = self._reopened()
            if connection is None:
                self._refused, self.place = seen, "replaced"
                if lock is not self._lock:
                    lock.release()
                return
            self._go_on_in(self.path, connection, lock)

    def _reopened(self) -> sqlite3.Connection | None:
        """Returns a connection to the file at the path with everything written since; None if it is another file."""
        try:
            if inspect_file(self.path, SCHEMA) != SCHEMA.version:
                return None
            with reading(self.path) as found:
                if content_hash(found) != self._content:
                    return None
            file = open_writable(self.path)
        except (SaveError, sqlite3.Error):
            return None
        try:
            self.connection.backup(file)
        except sqlite3.Error:
            file.close()
            return None
        return file

    def _move_to(self, target: Path) -> None:
        lock = self._lock if self._lock.is_held_at(target) else CampaignLock(target)
        try:
            _remove_companions(target)  # of a file that stood there: not of this one
            copy_from(self.connection, target)
            connection = open_writable(target)
        except BaseException:
            if lock is not self._lock:
                lock.release()
            raise
        self._go_on_in(target, connection, lock)

    def _go_on_in(self, path: Path, connection: sqlite3.Connection, lock: CampaignLock) -> None:
        self.connection.close()
        if lock is not self._lock:
            self._lock.release()
        self._begin(path, connection, lock)

    def _begin(self, path: Path, connection: sqlite3.Connection, lock: CampaignLock) -> None:
        """Plays on in the file at a path, which nobody else has open, and keeps a copy of it as it is."""
        install(connection)
        # Nothing comes into the one file but by our own checkpoint, so that the copy can follow.
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        self.path, self.connection, self._lock = path, connection, lock
        self.place, self._refused, self._checkpointed = "here", None, -1
        with suppress(sqlite3.Error):
            checkpointed(connection)
        self._forget_copy()
        with suppress(OSError):  # no room: then what is written over the file is not noticed
            self._copy = KeptCopy(path)
            self._follow_journal()
        self._left = _seen(path)


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:  # SQLite may have done it already
        connection.execute("ROLLBACK")


def _remove_companions(path: Path) -> None:
    for each in (_journal(path), path.with_name(path.name + "-shm")):
        each.unlink(missing_ok=True)


def _journal(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def checkpointed(connection: sqlite3.Connection) -> tuple[int, int, int]:
    """Brings the journal into the file and empties it; returns what SQLite says: busy, pages in it, pages moved.

    It does not wait for others: they only keep the journal from being emptied now.
    """
    (wait,) = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        row: tuple[int, int, int] = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        connection.execute(f"PRAGMA busy_timeout = {wait}")
    return row


def content_hash(connection: sqlite3.Connection) -> bytes:
    """Returns the sha256 of all rows of all tables: the same for files that hold the same, in whatever lay-out."""
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    digest = sha256()
    for (name,) in names.fetchall():
        digest.update(f"table {name}\n".encode())
        for row in connection.execute(f'SELECT * FROM "{name}"'):
            digest.update(repr(row).encode("utf-8", "surrogateescape"))
    return digest.digest()


def _seen(path: Path) -> _Seen | None:
    """Returns what tells one state of a file from another without reading it; None: there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_mtime_ns, found.st_ctime_ns, found.st_size
