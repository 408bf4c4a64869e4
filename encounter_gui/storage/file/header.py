"""What the first bytes of a campaign file say, read without touching it."""

import sqlite3
from pathlib import Path

from encounter_gui.storage.storage_errors import reporting, storage_error

APPLICATION_ID = int.from_bytes(b"ENCT", "big")
"""Marks an SQLite database as a campaign."""

SUFFIX = ".encounter"
"""What campaign files end in."""

_MAGIC = b"SQLite format 3\x00"
_LENGTH = 100


def version_of(path: Path) -> int:
    """Returns the version of a campaign file.

    Raises:
        SaveError: there is no such file, it is empty, or not a campaign.
    """
    head = _first_bytes(path)
    if not head:
        raise storage_error("empty", path)
    if not _is_ours(head):
        raise storage_error("not_ours", path)
    return int.from_bytes(head[60:64], "big")


def is_campaign(path: Path) -> bool:
    """Returns whether a file is a campaign by its content, of whatever version and whatever it is called.

    Raises:
        OSError: it cannot be read.
    """
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return _is_ours(file.read(_LENGTH))


def _is_ours(head: bytes) -> bool:
    is_database = len(head) == _LENGTH and head.startswith(_MAGIC)
    return is_database and int.from_bytes(head[68:72], "big") == APPLICATION_ID


def stamp(connection: sqlite3.Connection, version: int) -> None:
    """Marks a database as a campaign of this version."""
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {version}")


def _first_bytes(path: Path) -> bytes:
    with reporting(
        "unreadable", path
    ):  # also a name that is too long, or a folder that may not be looked into
        if not path.exists():
            raise storage_error("missing", path)
        if not path.is_file():
            raise storage_error("not_ours", path)
        with path.open("rb") as file:
            return file.read(_LENGTH)


def sqlite_version() -> str:
    """Returns the version of the database library that is used."""
    return sqlite3.sqlite_version
