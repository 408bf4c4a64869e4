"""Pages into a PDF file: whole or not at all."""

import re
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QPagedPaintDevice, QPainter, QPdfWriter

from encounter_gui.core.errors import refuse
from encounter_gui.gui.printing.pages.pagination import Page
from encounter_gui.gui.printing.pages.paper import DPI, Paper
from encounter_gui.play.transfer.atomic_file import save


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
    save(path, searchable(_paint_pages(pages, paper, title)))


def _paint_pages(pages: Sequence[Page], paper: Paper, title: str) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DPI)
    writer.setPageLayout(paper.layout)
    writer.setTitle(title)
    writer.setCreator("Encounter GUI")
    render(pages, writer)
    del writer  # it writes the rest of the file when it goes
    return bytes(buffer.data().data())


def searchable(pdf: bytes) -> bytes:
    """Returns a PDF in which spaces are spaces to whoever searches it or copies from it.

    WORKAROUND Qt 6.11: it names every glyph by the first character that is drawn with it, and draws tab like space; so
    each font's table of names is put right. What is seen does not change.
    """
    from pypdf import PdfWriter

    made = PdfWriter(clone_from=BytesIO(pdf))
    done: set[int] = set()
    for page in made.pages:
        fonts = page.get("/Resources", {}).get_object().get("/Font", {}).get_object()
        for font in fonts.values():
            names = font.get_object().get("/ToUnicode")
            if names is not None and names.idnum not in done:
                done.add(names.idnum)
                table = names.get_object()
                table.set_data(_TARGET.sub(_rename_glyphs, table.get_data()))
    out = BytesIO()
    made.write(out)
    return out.getvalue()


_TARGET = re.compile(rb"(?<=\[)[^\]]*(?=\])|(?<=> )<[0-9A-F]{4}>(?=\n)")
"""What glyphs are named in a table: the list of a range, or the last word of its line."""


def _rename_glyphs(match: re.Match[bytes]) -> bytes:
    return match[0].replace(b"<0009>", b"<0020>")
