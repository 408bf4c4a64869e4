"""Digits typed quickly one after the other are one number: ``1`` ``2`` is twelve, where there is a twelfth."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal, Slot

_PAUSE_MS = 700
_MOST_DIGITS = 5


class DigitKeys(QObject):
    """Gathers digits into numbers; each digit says at once what it makes so far.

    A digit that makes a number nobody has begins another: ``2`` ``6`` among ten is the second, then the sixth.
    """

    number_typed = Signal(int)

    def __init__(self, begins_number: Callable[[str], bool], parent: QObject | None = None) -> None:
        """Starts with nothing typed; ``begins_number`` tells whether the number of anybody begins with digits."""
        super().__init__(parent)
        self._begins_number = begins_number
        self._digits = ""
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self.forget)

    def take(self, text: str) -> bool:
        """Takes what a key types; returns whether it was a digit."""
        if len(text) != 1 or not text.isascii() or not text.isdecimal():
            return False
        together = (self._digits + text)[-_MOST_DIGITS:]
        self._digits = together if self._begins_number(together) else text
        self._pause.start()
        self.number_typed.emit(int(self._digits))
        return True

    @property
    def is_typing(self) -> bool:
        """Whether a digit was typed a moment ago."""
        return bool(self._digits)

    @Slot()
    def forget(self) -> None:
        """Lets the next digit begin a number."""
        self._digits = ""
