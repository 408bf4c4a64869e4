"""Files that are written whole or not at all: the old file stays until the new one is complete."""

import os
import shutil
from pathlib import Path

from encounter_gui.core.errors import refuse


def save(path: Path, data: bytes, error: str = "print.unwritable") -> None:
    """Writes a file; a link is followed, and the file keeps its permissions.

    Raises:
        RuleError: it cannot be written (no such folder, no right to, no room on the disk); ``error`` is its message.
    """
    try:
        if path.exists() and not path.is_file():
            _write_through(path, data)
        else:
            _replace(path.resolve(), data)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise refuse(error, file=str(path), reason=reason) from problem


def _write_through(path: Path, data: bytes) -> None:
    """Writes into a device or a pipe, which must not be replaced by a file of its name."""
    with path.open("wb") as device:
        device.write(data)


def _replace(path: Path, data: bytes) -> None:
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(None, "Permission denied")
    part = path.with_name(f".{path.name}.part")
    try:
        part.unlink(missing_ok=True)  # left behind, or a link that somebody has put there
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, part)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
