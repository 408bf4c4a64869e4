"""When the window has been painted for the first time."""

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget
from typing_extensions import override


class FirstPaint(QObject):
    """Tells once when one of some widgets has been painted for the first time: until then nothing slow may begin."""

    painted = Signal()

    def __init__(self, widget: QWidget) -> None:
        """Watches a widget."""
        super().__init__(widget)
        self._is_done = False
        widget.installEventFilter(self)

    def watch(self, widget: QWidget) -> None:
        """Watches another widget as well, which may be there first."""
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and not self._is_done:
            self._is_done = True
            watched.removeEventFilter(self)
            # The paint itself comes after this call: what waits for it has to come later still.
            QTimer.singleShot(0, self, self._tell)
        return super().eventFilter(watched, event)

    @Slot()
    def _tell(self) -> None:
        self.painted.emit()
