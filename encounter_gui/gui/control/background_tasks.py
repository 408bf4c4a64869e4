"""What may take its time once the window can be seen, in another thread."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal, Slot
from shiboken6 import isValid
from typing_extensions import override

Chore = Callable[[], str]
"""Does something slow and returns what went wrong, in words; empty: nothing."""


class BackgroundTasks(QObject):
    """Does chores one after the other and tells when all are done."""

    done = Signal(str)
    """What went wrong, in words; empty: nothing."""
    _raised = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        """Does nothing yet."""
        super().__init__(parent)
        self.is_done = False
        self.is_abandoned = False
        self.done.connect(self._finish)
        self._raised.connect(self._raise)

    def start(self, chores: Sequence[Chore]) -> None:
        """Begins. A chore with a mistake in it keeps no other from being done; it is raised in the window's thread."""
        QThreadPool.globalInstance().start(_Work(self, chores))

    @Slot(str)
    def _finish(self, _trouble: str) -> None:
        self.is_done = True

    @Slot(object)
    def _raise(self, mistake: Exception) -> None:
        raise mistake

    def abandon(self) -> None:
        """Has nothing more said of what still runs: the window is closed, and this object may go before that ends."""
        self.is_abandoned = True

    def tell(self, mistake: Exception) -> None:
        """Has a mistake reported by the window's thread."""
        self._raised.emit(mistake)


class _Work(QRunnable):
    def __init__(self, owner: BackgroundTasks, chores: Sequence[Chore]) -> None:
        super().__init__()
        self._owner = owner
        self._chores = tuple(chores)

    @override
    def run(self) -> None:
        troubles = [trouble for chore in self._chores if (trouble := self._trouble_of(chore))]
        if self._is_heard():
            self._owner.done.emit(" ".join(troubles))

    def _trouble_of(self, chore: Chore) -> str:
        try:
            return chore()
        except Exception as mistake:  # noqa: BLE001 - the window's thread raises it
            if self._is_heard():
                self._owner.tell(mistake)
            return ""

    def _is_heard(self) -> bool:
        """Returns whether the window is still open."""
        return isValid(self._owner) and not self._owner.is_abandoned
