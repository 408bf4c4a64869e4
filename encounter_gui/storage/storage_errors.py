"""How storage says that a campaign file cannot be used."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from encounter_gui.core.errors import SaveError
from encounter_gui.core.messages import Param, say


def storage_error(key: str, path: Path, **params: Param) -> SaveError:
    """Returns the error to be raised by the caller; its message always names the ``file`` and the ``folder``."""
    return SaveError(say(f"storage.{key}", file=path.name, folder=str(path.parent), **params))


@contextmanager
def reporting(key: str, path: Path) -> Iterator[None]:
    """Turns what the database or the file system refuses into a ``SaveError``, with its ``reason``."""
    try:
        yield
    except (sqlite3.Error, OSError, UnicodeError) as error:
        if _is_full(error):
            raise storage_error("no_room", path) from error
        raise storage_error(key, path, reason=str(error)) from error


def _is_full(error: Exception) -> bool:
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
