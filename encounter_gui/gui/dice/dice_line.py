"""A line into which dice are typed, wherever that is: what stands in it is read at once, and shown in it."""

from PySide6.QtCore import QRect, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from encounter_gui.core.messages import Message, MessageCatalog
from encounter_gui.dice.requests import RollRequest
from encounter_gui.dice.typed_dice import Reading, reading_of
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import mark_wrong
from encounter_gui.gui.widgets.tool_tips import plain_tip

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_MARGIN, _GAP = 7, 9
_UNFINISHED = "…"


def is_digit(text: str) -> bool:
    """Returns whether this is what the key of a digit types."""
    return len(text) == 1 and text.isascii() and text.isdecimal()


class DiceLine(QLineEdit):
    """Shows at its right end what the dice typed in it are read as, or that they are no answer.

    The reading is made with every change of the text: nothing can be taken that was not shown.
    """

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._rolls: tuple[RollRequest, ...] = ()
        self._reading = Reading()
        self._read_text = ""
        self._is_begun = False
        self._help = ""
        self.textChanged.connect(self._read_again)

    @property
    def reading(self) -> Reading:
        """Returns what is typed as it is read and shown, also to who hears of the text before this line does."""
        if self._read_text != self.text():
            self._read_again()
        return self._reading

    @property
    def reading_words(self) -> str:
        """Returns the reading in words, or why there is none; empty: nothing is typed, or not enough yet."""
        refused = self._reading.refused
        if refused is None:
            return self._reading.words
        return "" if self._is_begun else short_refusal(refused.message, self._texts)

    @property
    def is_read_in_full(self) -> bool:
        """Returns whether there is room in the line for all of the reading."""
        return self._painted_words().replace(" ", "") == self.reading_words.replace(" ", "")

    def describe(self, help_text: str) -> None:
        """Says how dice are typed here, in the tool tip, and to who hears the program until a reading is there."""
        self._help = help_text
        self.setToolTip(plain_tip(help_text))
        self.setAccessibleDescription(self.reading_words or help_text)

    def show_rolls(self, rolls: tuple[RollRequest, ...]) -> None:
        """Reads what is typed as dice of these rolls from now on."""
        self._rolls = rolls
        self._read_again()

    def insist(self) -> None:
        """Says why what is typed is no answer, also where typing on could make one of it: it was to be taken."""
        self._is_begun = False
        self._show_reading()

    def read(self, text: str) -> Reading:
        """Returns what a text is read as. A line that takes more than dice reads it in its own way."""
        return reading_of(text, self._rolls) if self._rolls else Reading()

    @Slot()
    def _read_again(self) -> None:
        self._read_text = self.text()
        self._reading = self.read(self._read_text)
        self._is_begun = self._reading.may_grow
        self._show_reading()

    def _show_reading(self) -> None:
        mark_wrong(self, is_wrong=self._reading.refused is not None and not self._is_begun)
        self.setAccessibleDescription(self.reading_words or self._help)
        self.update()

    # ---- looks

    def _painted_words(self) -> str:
        """Returns as much of the reading as can be read beside what is typed."""
        words, short = self.reading_words, self._reading.short
        if not words and self._reading.refused is not None:
            return self._unfinished_words()
        theme = self._icons.theme
        used = self.textMargins().left() + _GAP + self.fontMetrics().horizontalAdvance(self.text())
        room = self.width() - used - _MARGIN - _GAP
        forms = (
            (words, words.replace(" ", ""), short, short.replace(" ", "")) if short else (words,)
        )
        return next((each for each in forms if theme.fonts.width(each, "small") <= room), "")

    def _unfinished_words(self) -> str:
        """Returns what stands beside dice that are not all typed yet."""
        return _UNFINISHED

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        words = self._painted_words() if self.text() else ""
        if words:
            theme, is_wrong = self._icons.theme, bool(self._reading.refused and self.reading_words)
            painter = QPainter(self)
            painter.setFont(theme.font("small"))
            painter.setPen(theme.colour("status.danger" if is_wrong else "text.secondary"))
            room = QRect(0, 0, self.width() - _MARGIN, self.height())
            painter.drawText(room, _RIGHT, words)


def short_refusal(message: Message, texts: MessageCatalog) -> str:
    """Returns in a few words why dice are no answer; without a label, for it stands beside them."""
    key = message.key.replace("dice.", "gui.attack.", 1)
    return texts.text(Message(key=key, params=message.params))
