"""What files come to that are read at every start, kept beside the user's other files: parsing them takes a while.

What is kept is used only for the very bytes that it was made of, and only as it was written. Where nothing can be
kept, everything is read each time.
"""

import json
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from encounter_gui.core.errors import DataError
from encounter_gui.storage.input_files import read_file

Table = dict[str, Any]
"""The content of one file."""

_FORM = b"1"
"""What is kept looks like this; another number, and all that was kept before is read anew."""

_MOST = 8 * 1024 * 1024
"""Most bytes that are read of what was kept; all texts of a language have 200,000."""


def read_parsed(
    files: Sequence[Path], read: Callable[[Path], Table], kept: Path
) -> tuple[Table, ...]:
    """Returns what files come to, each by itself; read by ``read`` unless it is kept in the file ``kept``.

    Raises:
        DataError: what ``read`` raises.
    """
    try:
        seal = _seal([_FORM, *(path.read_bytes() for path in files)])
    except OSError:  # the reader says which file it is, in words
        return tuple(map(read, files))
    known = _known(kept, seal)
    if known is None:
        known = tuple(map(read, files))
        _keep(kept, seal, known)
    return known


def _seal(parts: Iterable[bytes]) -> bytes:
    return sha256(b"".join(sha256(part).digest() for part in parts)).hexdigest().encode()


def _known(kept: Path, seal: bytes) -> tuple[Table, ...] | None:
    """Returns what is kept under a seal; None: nothing is, or not as it was written."""
    try:
        head, _, content = read_file(kept, _MOST).partition(b"\n")
    except DataError:
        return None
    return tuple(json.loads(content)) if head == seal + b" " + _seal([content]) else None


def _keep(kept: Path, seal: bytes, tables: Sequence[Table]) -> None:
    """Keeps tables under a seal; does nothing where that cannot be done."""
    part = kept.with_name(f"{kept.name}.{os.getpid()}")
    with suppress(
        OSError, TypeError
    ):  # a protected folder, a full disk; a date, which JSON does not know
        content = json.dumps(tables, ensure_ascii=False).encode()
        kept.parent.mkdir(parents=True, exist_ok=True)
        try:
            part.write_bytes(seal + b" " + _seal([content]) + b"\n" + content)
            part.replace(kept)
        finally:
            part.unlink(missing_ok=True)
