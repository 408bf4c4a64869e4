"""Pictures of strangers as they are drawn: decoded by Qt within limits, and no larger than they are needed."""

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.core.picture_files import MOST_PIXELS, read_picture

_MEGABYTES = MOST_PIXELS * 4 // 1_000_000 + 64
"""Most memory that the decoder may take for one picture."""

_QUALITY = 92


def decoded(data: bytes, most: int) -> QImage:
    """Returns a PNG or JPEG, of at most so many pixels in width and height; null where it cannot be drawn.

    What it is says its content, and nothing is decoded that is larger than a campaign keeps.
    """
    try:
        kind = read_picture(data).kind
    except RuleError:
        return QImage()
    buffer = _buffer(data)
    reader = QImageReader(buffer, QByteArray(kind.encode()))
    size = reader.size()
    if max(size.width(), size.height()) > most:
        reader.setScaledSize(size.scaled(QSize(most, most), Qt.AspectRatioMode.KeepAspectRatio))
    return _read(reader)


def upright(data: bytes) -> bytes:
    """Returns a picture file as it is kept: without what is about it, and turned as its camera says.

    Raises:
        RuleError: it is no PNG or JPEG, is too large, or cannot be drawn.
    """
    found = read_picture(data)
    buffer = _buffer(data)
    reader = QImageReader(buffer, QByteArray(found.kind.encode()))
    turned = reader.transformation() != QImageIOHandler.Transformation.TransformationNone
    reader.setAutoTransform(True)
    image = _read(reader)
    if image.isNull():
        raise refuse("picture.broken")
    return read_picture(_written(image, found.kind)).data if turned else found.data


def _buffer(data: bytes) -> QBuffer:
    """Returns bytes to read from; a reader does not keep it alive."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    return buffer


def _read(reader: QImageReader) -> QImage:
    before = QImageReader.allocationLimit()
    QImageReader.setAllocationLimit(_MEGABYTES)
    try:
        return reader.read()
    finally:
        QImageReader.setAllocationLimit(before)


def _written(image: QImage, kind: str) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # The stub wants a text where Qt takes the name of a format in bytes or text.
    image.save(buffer, kind.upper(), _QUALITY if kind == "jpeg" else -1)  # type: ignore[call-overload]
    return bytes(data.data())
