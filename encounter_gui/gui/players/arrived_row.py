"""What has arrived from players' phones, below the log: accepted, or given back; the game master decides."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import row_layout

_TAKE = {"dice": "accept", "intent": "take", "move": "move_them"}
"""The word on the button that takes it, by kind."""

_BAR = 4  # logical pixels: the line at the left, as in the strip


class Arrival(Struct, frozen=True, kw_only=True):
    """Something that has arrived: a key of its own, whose it is, what for, and what was typed.

    ``kind``: dice, what a player means to do, or a move one proposes. ``can_accept``: it can be taken as it is now.
    """

    key: str
    name: str
    title: str
    text: str
    kind: Literal["dice", "intent", "move"] = "dice"
    can_accept: bool = True


class ArrivedRow(QFrame):
    """Shows the oldest that has arrived and how many there are; hidden while there is nothing."""

    accepted = Signal(str)
    """The key of what the game master accepts."""
    returned = Signal(str)
    """The key of what the player shall type again, or of an intent or a move that is put away."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words; it is hidden."""
        super().__init__(parent)
        self._icons, self._texts = icons, texts
        self._shown: Arrival | None = None
        self.words = QLabel(self)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        # A long intent takes no more room than there is; the tool tip has all of it.
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.again = QPushButton(self)
        self.accept = QPushButton(self)
        row = row_layout(self, (self.words, 1), margins=(14, 3, 10, 3))
        for button in (self.again, self.accept):
            button.setProperty("small", "true")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            row.addWidget(button)
        self.again.clicked.connect(self._return)
        self.accept.clicked.connect(self._accept)
        self.setAccessibleName(texts.text_of("players.arrived"))
        self.hide()

    def show_arrivals(self, arrivals: Sequence[Arrival]) -> None:
        """Shows the oldest of these."""
        first = arrivals[0] if arrivals else None
        self._shown = first
        self.setVisible(first is not None)
        if first is None:
            return
        text_of = self._texts.text_of
        kind = first.kind if first.kind != "dice" or first.text else "blank"
        words = text_of(
            f"players.arrived.{kind}", name=first.name, title=first.title, text=first.text
        )
        if len(arrivals) > 1:
            words += text_of("players.arrived.more", count=len(arrivals) - 1)
        self.words.setText(words)
        self.words.setToolTip(words)
        self.setAccessibleDescription(words)
        self.accept.setText(text_of(f"players.arrived.{_TAKE[first.kind]}"))
        self.again.setText(
            text_of(f"players.arrived.{'again' if first.kind == 'dice' else 'away'}")
        )
        self.accept.setEnabled(first.can_accept)

    @Slot()
    def take(self) -> None:
        """Accepts what is shown, as its button does; nothing while there is nothing, or it cannot be taken now."""
        if self.isVisible() and self.accept.isEnabled():
            self._accept()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        painter.fillRect(self.rect(), theme.colour("status.info_fill"))
        painter.fillRect(0, 0, _BAR, self.height(), theme.colour("status.info"))

    @Slot()
    def _accept(self) -> None:
        if self._shown is not None:
            self.accepted.emit(self._shown.key)

    @Slot()
    def _return(self) -> None:
        if self._shown is not None:
            self.returned.emit(self._shown.key)
