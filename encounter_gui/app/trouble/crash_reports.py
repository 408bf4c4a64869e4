"""What is kept of a crash: a text in a file of the user's own, told at the next start, and sent to nobody."""

import faulthandler
import os
import platform
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from encounter_gui import __version__

MOST = 20
"""Reports that are kept; of more the oldest go."""

_SEEN = ".seen"


class CrashReports:
    """A folder of reports. What cannot be written there is not written: a full disk must not be a second mistake."""

    def __init__(self, folder: Path, now: Callable[[], str]) -> None:
        """Takes the folder, made if it is not there, and the clock (ISO 8601)."""
        self._folder = folder
        self._now = now
        self._native: TextIO | None = None

    def write(self, text: str) -> Path | None:
        """Keeps the text of a mistake and returns its file; None: there is no room for it."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            path = self._free_path()
            path.write_text(f"{about_this_machine()}\n\n{text}", encoding="utf-8", errors="replace")
            for old in self._reports()[:-MOST]:
                old.unlink(missing_ok=True)
        except OSError:
            return None
        return path

    def watch(self) -> None:
        """Has Python write where it stood when the program dies without a word; until ``stop``."""
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            path = self._folder / f"died-{os.getpid()}.txt"
            self._native = path.open("w", encoding="utf-8")
            self._native.write(f"{about_this_machine()}\n{self._now()}\n\n")
            self._native.flush()
            faulthandler.enable(self._native)

    def stop(self) -> None:
        """Ends watching: the program ends as it should, and there is nothing to report."""
        if self._native is not None:
            faulthandler.disable()
            self._native.close()
            with suppress(OSError):
                Path(self._native.name).unlink(missing_ok=True)
            self._native = None

    def unseen(self) -> Path | None:
        """Returns the newest report that no start has told of yet; None: there is none. It counts as told from now on.

        A program that died without a word has left where it stood; one that was killed has left nothing to tell.
        """
        newest: Path | None = None
        with suppress(OSError):
            for path in (*self._dead(), *self._reports()):
                seen = path.with_suffix(_SEEN)
                if not seen.exists():
                    seen.touch()
                    newest = path
        return newest

    def _dead(self) -> list[Path]:
        """Returns the reports of programs that died; those of programs that run, or were killed, are none."""
        found = []
        for path in sorted(self._folder.glob("died-*.txt")):
            if self._native is not None and path == Path(self._native.name):
                continue
            if is_running(int(path.stem.partition("-")[2] or 0)):
                continue
            if "Fatal Python error" in path.read_text(encoding="utf-8", errors="replace"):
                found.append(path)
            else:
                path.unlink(missing_ok=True)
        return found

    def _reports(self) -> list[Path]:
        return sorted(self._folder.glob("crash-*.txt"))

    def _free_path(self) -> Path:
        start = f"crash-{self._now().replace(':', '').replace('+0000', '')}-"
        those = sorted(self._folder.glob(f"{start}*.txt"))
        number = int(those[-1].stem.removeprefix(start)) + 1 if those else 1
        return self._folder / f"{start}{number:04}.txt"


def is_running(process: int) -> bool:
    """Returns whether a process with this number runs; where that cannot be told, whether it is this one."""
    if process <= 0 or sys.platform == "win32":
        return process == os.getpid()
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


def about_this_machine() -> str:
    """Returns the lines that a report begins with: versions and system, nothing of the campaign."""
    from PySide6 import __version__ as qt

    return "\n".join(
        [
            f"Encounter GUI {__version__}",
            f"Python {platform.python_version()}, Qt {qt}",
            f"{platform.system()} {platform.release()} {platform.machine()}",
        ]
    )
