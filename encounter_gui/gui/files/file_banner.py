"""The banner at the top of the window: what has happened to a campaign file, until it is put right."""

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.gui.widgets.layouts import column_layout, row_layout

BannerTone = Literal["danger", "hint"]


class BannerAction(Struct, frozen=True, kw_only=True):
    """A button of a banner: its words, and what a click does."""

    words: str
    act: Callable[[], object]


class FileBanner(QWidget):
    """Shows messages one below the other, each with its buttons, and takes no room without any.

    Unlike what the strip above the log says, a message stays until it is taken back: it is about the whole file.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        """Shows nothing yet."""
        super().__init__(parent)
        self._column = column_layout(self, spacing=4)
        self._shown: dict[str, _Message] = {}
        self.hide()

    def say(
        self, key: str, text: str, tone: BannerTone, actions: Sequence[BannerAction] = ()
    ) -> None:
        """Shows a message in place of the one with the same key, if there is one."""
        known = self._shown.get(key)
        if known is not None and known.text == text:
            return
        self.take_back(key)
        message = _Message(text, tone, actions, self)
        self._shown[key] = message
        self._column.addWidget(message)
        message.show()
        self.show()

    def take_back(self, key: str) -> None:
        """Removes the message with a key, if it is shown."""
        message = self._shown.pop(key, None)
        if message is not None:
            self._column.removeWidget(message)
            message.hide()
            message.deleteLater()
        self.setVisible(bool(self._shown))

    def text(self, key: str) -> str:
        """Returns the message with a key; empty: none is shown."""
        message = self._shown.get(key)
        return message.text if message is not None else ""

    def button(self, key: str, place: int = 0) -> QPushButton:
        """Returns a button of the message with a key, counted from the left.

        Raises:
            KeyError: there is no such message.
        """
        return self._shown[key].buttons[place]


class _Message(QFrame):
    def __init__(
        self, text: str, tone: BannerTone, actions: Sequence[BannerAction], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.text = text
        self.setProperty("banner", tone)
        self.setAccessibleName(text)
        row = row_layout(self, margins=(10, 5, 6, 5), spacing=8)
        label = plain_label(text, self)
        row.addWidget(label, 1)
        self.buttons: list[QPushButton] = []
        for action in actions:
            button = QPushButton(action.words, self)
            button.setAccessibleName(action.words)
            button.setProperty("small", "true")
            # Queued: what is done may take this message away.
            button.clicked.connect(action.act, Qt.ConnectionType.QueuedConnection)
            row.addWidget(button)
            self.buttons.append(button)
