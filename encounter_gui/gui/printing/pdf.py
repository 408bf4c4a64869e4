"""Pages into a PDF file: whole or not at all."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QIODevice, QSaveFile
from PySide6.QtGui import QPagedPaintDevice, QPainter, QPdfWriter

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.gui.printing.pages import Page
from encounter_gui.gui.printing.paper import DPI, Paper


def render(pages: Sequence[Page], device: QPagedPaintDevice) -> bool:
    """Paints pages on anything that has pages; False if it takes none."""
    painter = QPainter()
    if not painter.begin(device):
        return False
    try:
        factor = device.logicalDpiX() / DPI
        painter.scale(factor, factor)
        for place, page in enumerate(pages):
            if place and not device.newPage():
                return False
            page.paint(painter)
    finally:
        painter.end()
    return True


def write_pdf(pages: Sequence[Page], paper: Paper, path: Path, title: str) -> None:
    """Writes pages into a PDF file; what was there before stays until the new one is complete.

    Raises:
        RuleError: the file cannot be written, or there is nothing to print.
    """
    if not pages:
        raise refuse("print.nothing")
    file = QSaveFile(str(path))
    if not file.open(QIODevice.OpenModeFlag.WriteOnly):
        raise _unwritable(path, file)
    writer = QPdfWriter(file)
    writer.setResolution(DPI)
    writer.setPageLayout(paper.layout)
    writer.setTitle(title)
    writer.setCreator("Encounter GUI")
    is_done = render(pages, writer)
    del writer  # it writes the rest of the file when it goes
    if not is_done or not file.commit():
        file.cancelWriting()
        raise _unwritable(path, file)


def _unwritable(path: Path, file: QSaveFile) -> RuleError:
    return refuse("print.unwritable", file=str(path), reason=file.errorString())
