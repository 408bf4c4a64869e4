"""How players get to the page: on or off, the network, the QR code, the address and the words."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QPushButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.gui.widgets.layouts import add_items, column_layout
from encounter_gui.share.qr_code import squares

_MODULE = 4  # logical pixels
_QUIET = 4  # modules of white around a QR code
_LARGEST = 37


class QrView(QWidget):
    """A QR code: black on white with its margin, whatever the theme."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Shows nothing yet."""
        super().__init__(parent)
        self._path: QPainterPath | None = None
        self._count = _LARGEST

    def show_text(self, text: str) -> None:
        """Shows an address; empty: nothing."""
        self.setAccessibleDescription(text)
        self._path = None
        if text:
            rows = squares(text)
            self._count, self._path = len(rows), QPainterPath()
            for y, row in enumerate(rows):
                for x, is_black in enumerate(row):
                    if is_black:
                        self._path.addRect(QRectF(x, y, 1, 1))
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        side = (self._count + 2 * _QUIET) * _MODULE
        return QSize(side, side)

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._path is None:
            return
        painter = QPainter(self)
        side = (self._count + 2 * _QUIET) * _MODULE
        painter.fillRect(0, 0, side, side, QColor("white"))
        painter.scale(_MODULE, _MODULE)
        painter.translate(_QUIET, _QUIET)
        painter.fillPath(self._path, QColor("black"))


class JoinBox(QWidget):
    """Puts the page on the network and says how to get there; without the extra it says how to get that."""

    start_requested = Signal(str)
    """The address of this machine to listen at."""
    stop_requested = Signal()
    renew_requested = Signal()

    def __init__(
        self,
        icons: Icons,
        texts: MessageCatalog,
        *,
        is_available: bool,
        parent: QWidget | None = None,
    ) -> None:
        """Takes icons with the theme, the words, and whether the optional extra is installed."""
        super().__init__(parent)
        self._texts = texts
        self.code = QrView(self)
        self.code.setAccessibleName(texts.text_of("players.panel.qr"))
        self.networks = QComboBox(self)
        self.networks.setAccessibleName(texts.text_of("players.panel.network"))
        self.address, self.words = QLabel(self), QLabel(self)
        for label, font in ((self.address, "dice"), (self.words, "round")):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setFont(icons.theme.font(font))
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.switch = QPushButton(self)
        self.renew = QPushButton(texts.text_of("players.panel.renew"), self)
        self.message = plain_label("", self)
        self._lay_out(is_available=is_available)
        self.switch.clicked.connect(self._press)
        self.renew.clicked.connect(self.renew_requested)
        self._is_on = False
        self._show(is_available=is_available)

    def _lay_out(self, *, is_available: bool) -> None:
        column = column_layout(self)
        if not is_available:
            self.message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self.message.setText(self._texts.text_of("players.panel.no_extra"))
        grid = QGridLayout()
        grid.addWidget(self.code, 0, 0, 4, 1)
        grid.addWidget(QLabel(self._texts.text_of("players.panel.scan"), self), 0, 1)
        grid.addWidget(self.address, 1, 1)
        grid.addWidget(QLabel(self._texts.text_of("players.panel.code"), self), 2, 1)
        grid.addWidget(self.words, 3, 1)
        grid.setColumnStretch(1, 1)
        self._how = QWidget(self)
        self._how.setLayout(grid)
        row = QGridLayout()
        row.addWidget(self.networks, 0, 0, 1, 2)
        row.addWidget(self.switch, 1, 0)
        row.addWidget(self.renew, 1, 1)
        add_items(column, self._how, row, self.message)

    def _show(self, *, is_available: bool) -> None:
        for each in (self.networks, self.switch, self.renew):
            each.setVisible(is_available)
        self.show_sharing("", "", "")

    def show_networks(self, networks: tuple[tuple[str, str], ...]) -> None:
        """Offers the networks of this machine: (address, words)."""
        chosen = self.networks.currentData()
        self.networks.clear()
        for address, words in networks:
            self.networks.addItem(words, address)
        self.networks.setCurrentIndex(max(self.networks.findData(chosen), 0))

    def show_sharing(self, url: str, join_url: str, code: str) -> None:
        """Shows how to get to the page; no address: it is off."""
        self._is_on = bool(url)
        self._how.setVisible(self._is_on)
        self.networks.setEnabled(not self._is_on)
        self.renew.setEnabled(self._is_on)
        self.address.setText(url)
        self.words.setText(code)
        self.code.show_text(join_url)
        key = "stop" if self._is_on else "start"
        self.switch.setText(self._texts.text_of(f"players.panel.{key}"))
        if self._is_on:
            self.message.setText(self._texts.text_of("players.panel.plain"))

    @Slot()
    def _press(self) -> None:
        if self._is_on:
            self.message.setText("")
            self.stop_requested.emit()
        elif self.networks.currentData():
            self.start_requested.emit(str(self.networks.currentData()))
