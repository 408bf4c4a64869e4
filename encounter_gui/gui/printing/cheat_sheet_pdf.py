"""The list of all keys on paper, or as a PDF file."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, Qt
from PySide6.QtGui import (
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextDocument,
)
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QWidget

from encounter_gui.gui.printing.pdf import completed
from encounter_gui.play.transfer.atomic_file import save

_MARGIN = 10  # mm
_POINTS = (9.5, 9.0, 8.5, 8.0, 7.5, 7.0)


def write_cheat_sheet(html: str, path: Path, title: str, *, overwrite: bool = False) -> None:
    """Writes the list into a PDF file; one that is there is replaced only with ``overwrite``.

    Raises:
        AppError: the file cannot be written, or must not be replaced.
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    _paint(html, writer)
    del writer  # it writes the rest of the file when it goes
    save(path, completed(bytes(buffer.data().data()), title), overwrite=overwrite)


def ask_printer(html: str, write: Callable[[Path], object], parent: QWidget) -> QPrintDialog:
    """Opens the dialog of the printers; whichever is chosen prints the list.

    Where that is a file, ``write`` writes it: a printer of Qt would write over whatever is there, and not whole. The
    dialog has asked by then whether a file is to be replaced.
    """
    printer = QPrinter()
    dialog = QPrintDialog(printer, parent)
    dialog.setWindowModality(Qt.WindowModality.WindowModal)

    def print_on_chosen() -> None:
        if printer.outputFileName():
            write(Path(printer.outputFileName()))
        else:
            _paint(html, printer)

    dialog.accepted.connect(print_on_chosen)
    dialog.finished.connect(dialog.deleteLater)
    dialog.show()
    return dialog


def _paint(html: str, device: QPagedPaintDevice) -> None:
    margins = QMarginsF(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
    layout = QPageLayout(
        QPageSize(QPageSize.PageSizeId.A4),
        QPageLayout.Orientation.Landscape,
        margins,
        QPageLayout.Unit.Millimeter,
    )
    device.setPageLayout(layout)
    painter = QPainter()
    if not painter.begin(device):
        return
    document = QTextDocument()
    document.documentLayout().setPaintDevice(device)
    document.setDocumentMargin(0)
    room = QRectF(0, 0, device.width(), device.height())
    for points in _POINTS:  # as large as one page has room for
        font = document.defaultFont()
        font.setPointSizeF(points)
        document.setDefaultFont(font)
        document.setHtml(html)
        document.setTextWidth(room.width())
        if document.size().height() <= room.height():
            break
    document.drawContents(painter, room)
    painter.end()
