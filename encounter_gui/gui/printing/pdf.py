"""Pages into a PDF file: whole or not at all."""

import re
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QPagedPaintDevice, QPainter, QPdfWriter

from encounter_gui.core.errors import refuse
from encounter_gui.gui.printing.pages.pagination import Page
from encounter_gui.gui.printing.pages.paper import DPI, Paper
from encounter_gui.play.transfer.atomic_file import save

if TYPE_CHECKING:
    from pypdf import PdfWriter

_PROGRAM, _LANGUAGE = "Encounter GUI", "en"


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


def write_pdf(
    pages: Sequence[Page], paper: Paper, path: Path, title: str, *, overwrite: bool = False
) -> None:
    """Writes pages into a PDF file; one that is there is replaced only with ``overwrite``, once the new one is whole.

    Raises:
        AppError: the file cannot be written, must not be replaced, or there is nothing to print.
    """
    if not pages:
        raise refuse("print.nothing")
    made = completed(_paint_pages(pages, paper), title, [page.title for page in pages])
    save(path, made, overwrite=overwrite)


def _paint_pages(pages: Sequence[Page], paper: Paper) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DPI)
    writer.setPageLayout(paper.layout)
    render(pages, writer)
    del writer  # it writes the rest of the file when it goes
    return bytes(buffer.data().data())


def completed(pdf: bytes, title: str, parts: Sequence[str] = ()) -> bytes:
    """Returns a PDF 1.7 with title, language and a bookmark for each part, in which every word can be searched.

    ``parts`` says of each page which part it belongs to.

    It has no tags: Qt writes none, and a reader cannot tell a heading from a cell afterwards.

    WORKAROUND Qt 6.11: it names every glyph by the first character that is drawn with it, and draws tab like space; so
    each font's table of names is put right. What is seen does not change.
    """
    from pypdf import PdfWriter
    from pypdf.generic import NameObject, TextStringObject

    made = PdfWriter(clone_from=BytesIO(pdf))
    made.pdf_header = "%PDF-1.7"
    made.add_metadata({"/Title": title, "/Author": _PROGRAM, "/Creator": _PROGRAM})
    made.root_object[NameObject("/Lang")] = TextStringObject(_LANGUAGE)
    for place, part in enumerate(parts):
        if not place or part != parts[place - 1]:
            made.add_outline_item(title=part, page_number=place)
    _name_glyphs(made)
    out = BytesIO()
    made.write(out)
    return out.getvalue()


def _name_glyphs(made: "PdfWriter") -> None:
    done: set[int] = set()
    for page in made.pages:
        fonts = page.get("/Resources", {}).get_object().get("/Font", {}).get_object()
        for font in fonts.values():
            names = font.get_object().get("/ToUnicode")
            if names is not None and names.idnum not in done:
                done.add(names.idnum)
                table = names.get_object()
                table.set_data(_TARGET.sub(_rename_glyphs, table.get_data()))


_TARGET = re.compile(rb"(?<=\[)[^\]]*(?=\])|(?<=> )<[0-9A-F]{4}>(?=\n)")
"""What glyphs are named in a table: the list of a range, or the last word of its line."""


def _rename_glyphs(match: re.Match[bytes]) -> bytes:
    return match[0].replace(b"<0009>", b"<0020>")
