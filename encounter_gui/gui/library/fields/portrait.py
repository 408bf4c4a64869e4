"""A creature's picture: opened from a file or pasted, made small, shown."""

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QFileInfo,
    QIODevice,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QGuiApplication,
    QImage,
    QImageReader,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import STRETCH, add_items, column_layout, row_layout

MOST = 512
"""Most pixels of a kept picture, in width and height."""

MOST_BYTES = 20 * 1024 * 1024
"""Largest picture that is read; a photograph has 5 MB."""

_FORMATS = ("png", "jpg", "jpeg", "webp", "bmp", "gif")
"""Formats of pictures that are read: those whose size is known before they are drawn, which no drawing's is."""

_MOST_READ = 12_000
_SHOWN = QSize(176, 176)


def small_png(image: QImage) -> bytes:
    """Returns a picture as PNG, no larger than is kept; a small one stays as it is."""
    if max(image.width(), image.height()) > MOST:
        image = image.scaled(
            MOST,
            MOST,
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # The stub wants a text where Qt takes the name of a format in bytes or text.
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(data.data())


def is_picture_name(path: str) -> bool:
    """Returns whether a file is called as pictures are; what is in it shows when it is read."""
    return path.rpartition(".")[2].casefold() in _FORMATS


def read_image(path: str) -> QImage | None:
    """Returns the picture in a file, read at about the size it is kept in; None if there is none in it.

    What it is says its content, not its name.
    """
    if not QFileInfo(path).isFile() or QFileInfo(path).size() > MOST_BYTES:
        return None
    reader = QImageReader(path)
    reader.setDecideFormatFromContent(True)
    if bytes(reader.format().data()).decode("ascii", "replace") not in _FORMATS:
        return None
    reader.setAutoTransform(True)
    size = reader.size()
    if not size.isValid() or max(size.width(), size.height()) > _MOST_READ:
        return None
    if max(size.width(), size.height()) > 2 * MOST:
        reader.setScaledSize(size.scaled(2 * MOST, 2 * MOST, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    return None if image.isNull() else image


class Portrait(QWidget):
    """Shows the picture, and takes another."""

    chosen = Signal(bytes)
    """A picture as PNG; empty: none is wanted any more."""
    refused = Signal(str)
    """What cannot be shown, in words."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._texts = texts
        self._frame = _Frame(icons, self)
        self.open = QPushButton(texts.text_of("gui.editor.portrait.open"), self)
        self.paste = QPushButton(texts.text_of("gui.editor.portrait.paste"), self)
        self.drop = QPushButton(texts.text_of("gui.editor.portrait.drop"), self)
        column = column_layout(self, self._frame)
        row = row_layout(spacing=4)
        for button in (self.open, self.paste, self.drop):
            button.setProperty("small", "true")
            row.addWidget(button)
        add_items(column, row, STRETCH)
        self.setFixedWidth(_SHOWN.width() + 40)
        self.open.clicked.connect(self._ask_file)
        self.paste.clicked.connect(self.take_clipboard)
        self.drop.clicked.connect(lambda: self.chosen.emit(b""))

    @property
    def picture(self) -> QImage:
        """Returns what is shown; null: nothing."""
        return self._frame.picture

    def show_picture(self, png: bytes) -> None:
        """Shows another picture; empty: none."""
        # Only what is kept: a row that somebody else wrote could hold a drawing that takes minutes.
        picture = QImage.fromData(png, "PNG") if png else QImage()  # type: ignore[arg-type]
        is_kept_size = max(picture.width(), picture.height()) <= MOST
        self._frame.picture = picture if is_kept_size else QImage()
        self._frame.setAccessibleName(self._texts.text_of("gui.editor.portrait"))
        self._frame.update()
        self.drop.setEnabled(bool(png))

    @Slot()
    def _ask_file(self) -> None:
        kinds = self._texts.text_of("gui.editor.portrait.files")
        dialog = QFileDialog(self, self._texts.text_of("gui.editor.portrait"), "", kinds)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.take_file)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @Slot(str)
    def take_file(self, path: str) -> None:
        """Takes the picture in a file."""
        image = read_image(path)
        if image is None:
            name = path.replace("\\", "/").rpartition("/")[2]
            self.refused.emit(self._texts.text_of("gui.editor.portrait.unreadable", file=name))
        else:
            self.chosen.emit(small_png(image))

    @Slot()
    def take_clipboard(self) -> None:
        """Takes the picture that was copied last."""
        image = QGuiApplication.clipboard().image()
        if image.isNull():
            self.refused.emit(self._texts.text_of("gui.editor.portrait.nothing"))
        else:
            self.chosen.emit(small_png(image))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Paste):
            self.take_clipboard()
        else:
            super().keyPressEvent(event)


class _Frame(QWidget):
    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons = icons
        self.picture = QImage()
        self.setFixedSize(_SHOWN)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(self.rect(), theme.colour("surface.sunken"))
        if self.picture.isNull():
            box = QRectF(self.rect()).adjusted(64, 64, -64, -64)
            self._icons.paint(painter, "user", box, theme.colour("text.disabled"))
        else:
            size = self.picture.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
            place = QRectF(0, 0, size.width(), size.height())
            place.moveCenter(QRectF(self.rect()).center())
            painter.drawImage(place, self.picture)
        painter.setPen(theme.colour("line.divider"))
        painter.drawRect(QRectF(self.rect()).adjusted(0, 0, -1, -1))
