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

    def __init__(self, parent: QObject | None = None) -> None:
        """Does nothing yet."""
        super().__init__(parent)
        self.is_done = False
        self.done.connect(self._finish)

    def start(self, chores: Sequence[Chore]) -> None:
        """Begins."""
        QThreadPool.globalInstance().start(_Work(self, chores))

    @Slot(str)
    def _finish(self, _trouble: str) -> None:
        self.is_done = True


class _Work(QRunnable):
    def __init__(self, owner: BackgroundTasks, chores: Sequence[Chore]) -> None:
        super().__init__()
        self._owner = owner
        self._chores = tuple(chores)

    @override
    def run(self) -> None:
        troubles = [trouble for chore in self._chores if (trouble := chore())]
        if isValid(self._owner):  # the window may have been closed meanwhile
            self._owner.done.emit(" ".join(troubles))
