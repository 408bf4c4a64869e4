"""Opening a file that may be a stranger's: everything is checked before anything is written."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from encounter_gui.storage.file.header import version_of
from encounter_gui.storage.file.schema import Schema
from encounter_gui.storage.storage_errors import reporting, storage_error

_LONGEST_VALUE = 16_000_000
_WAIT_SECONDS = 5.0
# What SQLite left beside the file when its program ended abruptly; it belongs to the file.
_COMPANIONS = ("-wal", "-journal")
_NEVER_BELIEVE = ("PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON")
_KEEP_SAFE = (
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",  # macOS: fsync alone leaves data in the drive's cache
    "PRAGMA checkpoint_fullfsync = ON",
    "PRAGMA foreign_keys = ON",
)


def inspect_file(path: Path, schema: Schema) -> int:
    """Returns the version of a sound campaign file, without changing a byte of it or beside it.

    Raises:
        SaveError: it is not a campaign, newer than this program, or damaged.
    """
    _refuse_newer(version_of(path), path, schema)
    try:
        with reading(path) as connection:
            # Not the header's: a journal left by a migration may know better.
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            _refuse_newer(version, path, schema)
            _check(connection, path, schema, version)
    except (sqlite3.DatabaseError, UnicodeError) as error:
        raise storage_error("damaged", path, place=str(error)) from error
    return int(version)


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Opens a database for reading only, without changing a byte of it or beside it.

    Raises:
        SaveError: it cannot be read.
        sqlite3.DatabaseError: it is no database.
    """
    with _reading_paths(path) as copy, closing(_connect(copy)) as connection:
        yield connection


def open_writable(path: Path) -> sqlite3.Connection:
    """Returns the one connection through which an inspected campaign is read and written.

    Transactions are the caller's to begin and end.

    Raises:
        SaveError: the file, or the folder it is in, cannot be written.
    """
    with reporting("read_only", path):
        connection = _connect(f"{path.resolve().as_uri()}?mode=rw")
        try:
            _prepare(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise storage_error("no_wal", path)
    for pragma in _KEEP_SAFE:
        connection.execute(pragma)


def set_limits(connection: sqlite3.Connection) -> None:
    """Has a connection believe nothing that a file declares, and keep what refers to something from losing it."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
    for pragma in (*_NEVER_BELIEVE, *_KEEP_SAFE):
        connection.execute(pragma)


def _connect(uri: str) -> sqlite3.Connection:
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=_WAIT_SECONDS)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    for pragma in _NEVER_BELIEVE:
        connection.execute(pragma)
    return connection


@contextmanager
def _reading_paths(path: Path) -> Iterator[str]:
    """Yields where to read the file without leaving traces.

    Reading what has a journal beside it means replaying that, so this is done on a copy elsewhere.
    """
    companions = [each for each in _COMPANIONS if path.with_name(path.name + each).exists()]
    if not companions:
        yield f"{path.resolve().as_uri()}?mode=ro&immutable=1"
        return
    with TemporaryDirectory(prefix="encounter-gui-") as folder:
        with reporting("unreadable", path):
            for each in ("", *companions):
                shutil.copyfile(path.with_name(path.name + each), Path(folder, f"copy{each}"))
        yield Path(folder, "copy").as_uri()


def _refuse_newer(version: int, path: Path, schema: Schema) -> None:
    if version > schema.version:
        raise storage_error("newer", path, version=version, known=schema.version)


def _check(connection: sqlite3.Connection, path: Path, schema: Schema, version: int) -> None:
    # First what it declares: a check constraint or an expression in an index could be anybody's code.
    if not schema.knows(connection, version):
        raise storage_error("changed", path)
    # Not quick_check, for a few milliseconds less: an index that has lost an entry would hide it.
    (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise storage_error("damaged", path, place=verdict)
