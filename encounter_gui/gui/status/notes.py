"""The field for the game master's notes on a combatant."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog


class Notes(QPlainTextEdit):
    """A text field that emits its text when it loses the focus, and before another combatant's note is shown."""

    written = Signal(str, str)
    """Whose note it is, and all of it."""

    def __init__(self, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._who = ""
        self._kept = ""
        self.setTabChangesFocus(True)
        self.setAccessibleName(texts.text_of("gui.status.notes"))
        self.setPlaceholderText(texts.text_of("gui.status.notes_hint"))

    def show_note(self, who: str, text: str) -> None:
        """Shows a note; what is being written about the same combatant is left alone."""
        if who == self._who and (text == self._kept or self.toPlainText() != self._kept):
            return
        self.hand_on()
        self._who, self._kept = who, text
        if text != self.toPlainText():
            self.setPlainText(text)

    def hand_on(self) -> None:
        """Emits ``written`` if the text has changed since it was shown or last emitted."""
        text = self.toPlainText()
        if self._who and text != self._kept:
            self._kept = text
            self.written.emit(self._who, text)

    @override
    def focusOutEvent(self, e: QFocusEvent) -> None:
        super().focusOutEvent(e)
        self.hand_on()
