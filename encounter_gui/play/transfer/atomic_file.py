"""Files that are written whole or not at all: the old file stays until the new one is complete."""

import os
import shutil
from pathlib import Path

from encounter_gui.core.errors import refuse
from encounter_gui.storage.file.targets import may_replace, part_beside, require_free

__all__ = ["may_replace", "save"]


def save(path: Path, data: bytes, *, overwrite: bool, error: str = "print.unwritable") -> None:
    """Writes a file; a link is followed, and the file keeps its permissions.

    ``overwrite`` says that a file which is there is to be replaced: somebody has been asked, or has said so. A campaign
    never is.

    Raises:
        SaveError: a campaign is there, something that belongs to one, a folder, or a file without ``overwrite``.
        RuleError: it cannot be written (no such folder, no right to, no room on the disk); ``error`` is its message.
    """
    require_free(path, overwrite=overwrite)
    try:
        if path.exists() and not path.is_file():
            _write_through(path, data)
        else:
            _replace(Path(os.path.realpath(path)), data)
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
    part = part_beside(path)
    try:
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, part)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
