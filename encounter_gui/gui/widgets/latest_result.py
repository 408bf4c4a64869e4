"""Results that take their time, worked out beside the window's thread; only the one asked for last is told."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal, Slot
from shiboken6 import isValid
from typing_extensions import override

from encounter_gui.core.errors import AppError


class LatestResult(QObject):
    """Works one thing out at a time; what is asked meanwhile waits, and only the newest of it is begun."""

    ready = Signal(object)
    """The result of what was asked last: what the function returned, or the ``AppError`` it raised."""
    _finished = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        """Works on nothing yet."""
        super().__init__(parent)
        self._asked = 0
        self._is_working = False
        self._waiting: Callable[[], object] | None = None
        self._finished.connect(self._take)

    def ask(self, function: Callable[[], object]) -> None:
        """Has a function called in another thread; whatever was asked before is not told any more."""
        self._asked += 1
        if self._is_working:
            self._waiting = function
        else:
            self._begin(function)

    def forget(self) -> None:
        """Has nothing told that was asked so far."""
        self._asked += 1
        self._waiting = None

    def _begin(self, function: Callable[[], object]) -> None:
        self._is_working, self._waiting = True, None
        QThreadPool.globalInstance().start(_Work(self, self._asked, function))

    @Slot(int, object)
    def _take(self, asked: int, result: object) -> None:
        self._is_working = False
        if self._waiting is not None:
            self._begin(self._waiting)
        if isinstance(result, Exception) and not isinstance(result, AppError):
            raise result
        if asked == self._asked:
            self.ready.emit(result)

    def _tell(self, asked: int, result: object) -> None:
        """Hands a result over to the window's thread."""
        self._finished.emit(asked, result)


class _Work(QRunnable):
    def __init__(self, owner: LatestResult, asked: int, function: Callable[[], object]) -> None:
        super().__init__()
        self._owner = owner
        self._asked = asked
        self._function = function

    @override
    def run(self) -> None:
        try:
            result = self._function()
        except Exception as error:  # noqa: BLE001 - the window's thread tells it, or raises it there
            result = error
        if isValid(self._owner):  # its window may have been closed meanwhile
            self._owner._tell(self._asked, result)  # noqa: SLF001 - the other half of the class
