"""Where dropped objects are looked for: in the thread of the window, and nowhere else."""

import gc

from PySide6.QtCore import QObject, QTimer, Slot

_INTERVAL = 500  # ms


class GarbageCollection(QObject):
    """Looks for dropped objects as often as Python would, but in its own thread.

    Python does it wherever an object happens to be made, in other threads too. A widget that dies there takes the
    program down with it, a while later and somewhere else. What has been opened stays for long and is looked through
    once only: an encounter of 10,000 entries would take longer than any command.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        """Leaves everything as it is."""
        super().__init__(parent)
        self._was_enabled = False
        self._has_opened = False
        self._timer = QTimer(self, interval=_INTERVAL)
        self._timer.timeout.connect(self._collect)

    def start(self) -> None:
        """Takes it over from Python."""
        self._was_enabled = gc.isenabled()
        gc.disable()
        self.follow_opening()
        self._timer.start()

    def stop(self) -> None:
        """Gives it back; only when no other thread is at work any more."""
        self._timer.stop()
        gc.unfreeze()
        if self._was_enabled:
            gc.enable()

    def follow_opening(self) -> None:
        """Looks through everything once more, soon: something has been opened, and something else closed."""
        self._has_opened = True

    @Slot()
    def _collect(self) -> None:
        if self._has_opened:
            self._has_opened = False
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            return
        counts, thresholds = gc.get_count(), gc.get_threshold()
        for generation in (2, 1, 0):
            if counts[generation] > thresholds[generation]:
                gc.collect(generation)
                return
