"""What of a change is shown one frame later, so that who acts and what was hit are seen first."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, Slot
from PySide6.QtGui import QDropEvent, QInputEvent, QInputMethodEvent, QShortcutEvent
from typing_extensions import override

_Kind = QEvent.Type
_INPUT = frozenset(
    (
        _Kind.KeyPress,
        _Kind.ShortcutOverride,
        _Kind.Shortcut,
        _Kind.InputMethod,
        _Kind.MouseButtonPress,
        _Kind.MouseButtonDblClick,
        _Kind.Wheel,
        _Kind.TabletPress,
        _Kind.TouchBegin,
        _Kind.ContextMenu,
        _Kind.DragEnter,
        _Kind.Drop,
    )
)
"""With these somebody begins to act on what is seen; letting a key or a button go ends what was begun."""
_CLASSES = (QInputEvent, QShortcutEvent, QInputMethodEvent, QDropEvent)
"""The classes of all of them: the class of an event is told ten times as fast as its type."""


class SecondFrame(QObject):
    """Puts off telling some parts of the window until the others have been painted.

    It never waits beyond the next key or click: whatever those mean is decided by what is shown then, so that nobody
    can act on a panel that is behind the fight.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        """Puts nothing off yet."""
        super().__init__(parent)
        self._acts: dict[str, Callable[[], None]] = {}
        self._is_ended = False
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self.flush)

    def put(self, part: str, act: Callable[[], None]) -> None:
        """Puts off what a part of the window is told; what it was still to be told before is told no more."""
        if self._is_ended:
            return
        if not self._acts:
            self._timer.start()
            # Only as long as something waits: each event of the program passes the filter.
            QCoreApplication.instance().installEventFilter(self)  # type: ignore[union-attr]  # there is one
        self._acts.pop(part, None)
        self._acts[part] = act

    def end(self) -> None:
        """Shows what is still to be shown, and nothing more: the window goes."""
        self.flush()
        self._is_ended = True

    @Slot()
    def flush(self) -> None:
        """Tells now what was put off, and lays out what that changes."""
        if not self._acts:
            return
        try:
            while self._acts:
                self._acts.pop(next(iter(self._acts)))()
        finally:
            if self._acts:  # one has failed: the others are told all the same
                self._timer.start()
            else:
                self._timer.stop()
                QCoreApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]  # there is one
        QCoreApplication.sendPostedEvents(None, _Kind.LayoutRequest)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, _CLASSES) and event.type() in _INPUT:
            self.flush()
        return False
