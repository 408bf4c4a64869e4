"""Whole copies of a campaign file, made while it is in use."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from encounter_gui.storage.file.targets import part_beside
from encounter_gui.storage.storage_errors import reporting


def copy_into(source: Path, target: Path) -> None:
    """Writes a compact copy of a campaign; a target that is there is replaced once the copy is whole.

    May run in any thread: it has a connection of its own.

    Raises:
        SaveError: the target cannot be written; what was there is unharmed.
    """
    with reporting("copy_failed", target):
        uri = f"{source.resolve().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
            connection.execute("PRAGMA trusted_schema = OFF")
            copy_from(connection, target)


def copy_from(connection: sqlite3.Connection, target: Path) -> None:
    """Writes a compact copy of what a connection holds; a target that is there is replaced once the copy is whole.

    Raises:
        SaveError: the target cannot be written; what was there is unharmed.
    """
    part = part_beside(target)
    with reporting("copy_failed", target):
        try:
            connection.execute("VACUUM INTO ?", (str(part),))
            _flush(part)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)


def _flush(path: Path) -> None:
    # VACUUM INTO does not wait for the disk.
    with path.open("rb+") as file:
        os.fsync(file.fileno())
