"""Files that come from outside: read as a whole, if they are plain files of a size that somebody can have meant."""

import os
import stat
from pathlib import Path

from encounter_gui.core.errors import DataError, Place
from encounter_gui.core.messages import Param, say

MOST_TEXT = 1024 * 1024
"""Most bytes of a fight script, or of one file of a ruleset; the largest that ships has 30,000."""


def read_file(path: Path, most: int) -> bytes:
    """Returns the content of a file of at most ``most`` bytes.

    Nothing is read before it is clear what it is: a pipe would be waited for, a device has no end.

    Raises:
        DataError: it is not there, no plain file, too large, or cannot be read.
    """
    try:
        # Opened without waiting: a pipe that nobody writes to would keep the program until somebody does.
        file = os.open(
            path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        )
        with open(file, "rb") as stream:  # noqa: PTH123 - it is open already
            kind = os.fstat(file)
            if not stat.S_ISREG(kind.st_mode):
                raise _refusal(path, f"file.is_{_kind(kind.st_mode)}")
            if kind.st_size > most:
                raise _refusal(path, "file.too_large", size=_size(kind.st_size), most=_size(most))
            content = stream.read(most + 1)
    except IsADirectoryError as error:
        raise _refusal(path, "file.is_folder") from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise _refusal(path, "file.unreadable", reason=reason) from error
    if len(content) > most:  # some file systems do not know the size of what they make up
        raise _refusal(path, "file.too_large", size=f"> {_size(most)}", most=_size(most))
    return content


def read_text(path: Path, most: int = MOST_TEXT) -> str:
    """Returns the content of a text file in UTF-8.

    Raises:
        DataError: as ``read_file``; or it is no UTF-8.
    """
    try:
        return read_file(path, most).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _refusal(path, "file.no_utf8", position=error.start + 1) from error


def _refusal(path: Path, key: str, **params: Param) -> DataError:
    return DataError(Place(file=str(path)), say(key, **params))


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "folder"
    return "pipe" if stat.S_ISFIFO(mode) else "device"


def _size(count: int) -> str:
    return f"{count / 1024 / 1024:.1f} MB"
