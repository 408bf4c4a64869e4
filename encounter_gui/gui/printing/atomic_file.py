"""Files that are written whole or not at all: what was there before stays until the new one is complete."""

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QIODevice, QSaveFile

from encounter_gui.core.errors import refuse
from encounter_gui.reports.document import Document
from encounter_gui.reports.render.csv_tables import csv_tables
from encounter_gui.reports.render.html import html
from encounter_gui.reports.render.markdown import markdown

TEXTS: Mapping[str, Callable[[Document], str]] = {
    ".md": markdown,
    ".html": html,
    ".csv": csv_tables,
}
"""What writes a document as text, by the ending of the file."""


def save(path: Path, data: bytes) -> None:
    """Writes a file.

    Raises:
        RuleError: it cannot be written: no such folder, no right to, no room on the disk.
    """
    if path.exists() and not path.is_file():
        _write_through(path, data)
        return
    file = QSaveFile(str(path))
    written = file.open(QIODevice.OpenModeFlag.WriteOnly) and file.write(data) == len(data)
    if not (written and file.commit()):
        reason = file.errorString()
        file.cancelWriting()
        raise refuse("print.unwritable", file=str(path), reason=reason)


def _write_through(path: Path, data: bytes) -> None:
    """Writes into a device or a pipe, which must not be replaced by a file of its name."""
    try:
        with path.open("wb") as device:
            device.write(data)
    except OSError as error:
        raise refuse("print.unwritable", file=str(path), reason=error.strerror or "") from error


def save_text(document: Document, path: Path) -> None:
    """Writes a document as Markdown, HTML or CSV, as the ending of the path says.

    Raises:
        RuleError: it cannot be written.
    """
    save(path, TEXTS[path.suffix.lower()](document).encode())
