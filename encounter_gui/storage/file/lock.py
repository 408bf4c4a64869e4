"""One program at a time writes a campaign. The lock goes with its holder, however that ends."""

import json
import os
import platform
import stat
import sys
from pathlib import Path
from typing import Self

from filelock import lock_descriptor

from encounter_gui.core.errors import SaveError
from encounter_gui.storage.file.header import SUFFIX
from encounter_gui.storage.storage_errors import reporting, storage_error

_PROGRAM = "Encounter GUI"
# Windows locks the first byte against reading too; what names the holder comes after it.
_NAMES_FROM = 1


class CampaignLock:
    """A locked file beside the campaign, naming who holds it; removed on release.

    The operating system holds the lock for this process: after a crash it is free at once, and the file that is left
    does no harm.
    """

    def __init__(self, campaign: Path) -> None:
        """Takes the lock of this campaign file.

        Raises:
            SaveError: another program holds it, a link or a file of something else stands in its place, or nothing can
                be written beside the file.
        """
        real = campaign.resolve()
        self._path = real.with_name(real.name + ".lock")
        self._file: int | None = None
        with reporting("read_only", campaign):
            while self._file is None:
                self._file = self._take(campaign)
            os.ftruncate(self._file, 0)
            os.write(self._file, _holder())

    def release(self) -> None:
        """Lets others open the campaign. Does nothing the second time."""
        if self._file is None:
            return
        if sys.platform != "win32" and self._is_named(self._file):
            # While it is still held, so that nobody can hold a lock on a file that has no name any more.
            self._path.unlink(missing_ok=True)
        os.close(self._file)
        self._file = None
        if sys.platform == "win32":
            _remove_unless_open(self._path)

    def is_held_at(self, campaign: Path) -> bool:
        """Returns whether this lock keeps others from a campaign at a path; False also after its file was removed."""
        real = campaign.resolve()
        is_there = self._path == real.with_name(real.name + ".lock")
        return is_there and self._file is not None and self._is_named(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def _take(self, campaign: Path) -> int | None:
        """Returns the locked file; None if it lost its name in between and has to be made again."""
        if self._path.is_symlink():  # somebody else's: what it leads to would be emptied
            raise storage_error("lock_is_link", campaign, lock=self._path.name)
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        file = os.open(self._path, flags, 0o644)
        if not stat.S_ISREG(os.fstat(file).st_mode):
            os.close(file)
            raise storage_error("lock_is_link", campaign, lock=self._path.name)
        is_ours = lock_descriptor(file, blocking=False)
        is_named = is_ours and self._is_named(file)
        # Beside NAME.encounter nobody else has a NAME.encounter.lock; beside other names somebody may, as poetry.lock.
        if is_named and (self._path.stem.endswith(SUFFIX) or _is_lock(file)):
            return file
        refusal = None if is_ours else self._held_error(campaign, file)
        if (
            is_named
        ):  # it has the name of the lock by chance: it would be emptied, and removed in the end
            refusal = storage_error("lock_is_other", campaign, lock=self._path.name)
        os.close(file)
        if refusal is not None:
            raise refusal
        return None

    def _is_named(self, file: int) -> bool:
        try:
            return os.path.samestat(os.fstat(file), self._path.stat())
        except FileNotFoundError:
            return False

    def _held_error(self, campaign: Path, file: int) -> SaveError:
        os.lseek(file, _NAMES_FROM, os.SEEK_SET)
        try:
            holder = json.loads(os.read(file, 1000))
            return storage_error(
                "locked",
                campaign,
                program=str(holder["program"]),
                pid=int(holder["pid"]),
                host=str(holder["host"]),
            )
        except (OSError, ValueError, KeyError, TypeError):
            return storage_error("locked_by_somebody", campaign)


def _is_lock(file: int) -> bool:
    """Whether an open file has been left by a holder of a lock, or is new."""
    os.lseek(file, 0, os.SEEK_SET)
    said = os.read(file, 1000).strip()
    os.lseek(file, 0, os.SEEK_SET)
    return not said or said.startswith(b'{"program"')


def _holder() -> bytes:
    names = {"program": _PROGRAM, "pid": os.getpid(), "host": platform.node()}
    return b" " * _NAMES_FROM + json.dumps(names).encode()


def _remove_unless_open(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return
