"""Copies of a chart for other programs: a picture, a drawing (SVG), a table (CSV)."""

import io

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData, QPoint, QStringListModel
from PySide6.QtGui import QGuiApplication, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

ChartTable = tuple[tuple[str, ...], ...]
"""Rows of cells, the heads of the columns first; chances in per cent with as many digits as are exact to read."""

_FINE = 2
_FLAGS = QWidget.RenderFlag.DrawChildren


def exact(chance: float) -> str:
    """Returns a chance for a table, in per cent with two decimals and without its sign, as spreadsheets read it."""
    return f"{100 * chance:.2f}"


def csv_text(table: ChartTable) -> str:
    """Returns a table as CSV, a line a row."""
    import csv  # for the first copy

    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(table)
    return text.getvalue()


def drawing_of(widget: QWidget) -> bytes:
    """Returns what a widget shows as SVG, on the ground of the window."""
    from PySide6.QtSvg import QSvgGenerator  # no start of the program waits for it

    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(widget.size())
    generator.setViewBox(widget.rect())
    generator.setTitle(widget.accessibleName())
    generator.setDescription(widget.accessibleDescription())
    painter = QPainter(generator)
    painter.fillRect(widget.rect(), widget.palette().window())
    widget.render(painter, QPoint(), renderFlags=_FLAGS)
    painter.end()
    return bytes(buffer.data().data())


def picture_of(widget: QWidget) -> QPixmap:
    """Returns what a widget shows as a picture, on the ground of the window."""
    ratio = _FINE * widget.devicePixelRatioF()
    picture = QPixmap((widget.size().toSizeF() * ratio).toSize())
    picture.setDevicePixelRatio(ratio)
    picture.fill(widget.palette().window().color())
    widget.render(picture, QPoint(), renderFlags=_FLAGS)
    return picture


def copy_picture(widget: QWidget) -> None:
    """Puts a picture of a widget on the clipboard."""
    QGuiApplication.clipboard().setPixmap(picture_of(widget))


def copy_drawing(widget: QWidget) -> None:
    """Puts a widget on the clipboard as SVG, and as the text of it for what takes no drawings."""
    drawing = drawing_of(widget)
    data = _mime_data()
    data.setData("image/svg+xml", QByteArray(drawing))
    data.setText(drawing.decode())
    QGuiApplication.clipboard().setMimeData(data)


def _mime_data() -> QMimeData:
    """Returns data for the clipboard that Qt itself has made, with nothing in it.

    WORKAROUND PySide 6.11: where a platform has no clipboard of its own, such as ``offscreen``, Qt keeps what is on it
    until the process ends. Data made in Python is then asked for its Python half, which has gone: SIGSEGV.
    """
    model = QStringListModel([""])
    data = model.mimeData([model.index(0, 0)])
    data.clear()
    return data


def copy_table(table: ChartTable) -> None:
    """Puts a table on the clipboard as CSV."""
    text = csv_text(table)
    data = _mime_data()
    data.setData("text/csv", QByteArray(text.encode()))
    data.setText(text)
    QGuiApplication.clipboard().setMimeData(data)
