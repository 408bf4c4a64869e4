"""What is worked out once a step has been painted, and no other has followed."""

from PySide6.QtCore import QObject, QTimer, Signal, Slot

_AFTER_PAINT_MS = 40


class AfterPaint(QObject):
    """Says once for many quick steps that the last of them has been painted for a while, usually 40 ms.

    The time counts from when the event loop is reached again: on a slow machine what follows would else be due before
    the click is done, and be worked out before the next one.
    """

    passed = Signal()
    """The last step is painted, and no other has followed."""

    def __init__(self, parent: QObject, rest_ms: int = _AFTER_PAINT_MS) -> None:
        """Waits for nothing yet; ``rest_ms`` is how long after the paint it waits for another step."""
        super().__init__(parent)
        self._paint = QTimer(self, singleShot=True, interval=0)
        self._rest = QTimer(self, singleShot=True, interval=rest_ms)
        self._paint.timeout.connect(self._rest.start)
        self._rest.timeout.connect(self.passed)

    @Slot()
    def start(self) -> None:
        """Begins to wait, anew if it waits already."""
        self._rest.stop()
        self._paint.start()

    @Slot()
    def stop(self) -> None:
        """Waits no longer."""
        self._paint.stop()
        self._rest.stop()
