"""Undo of what is prepared: steps that hold a whole value before and after a change."""

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtGui import QUndoCommand, QUndoStack
from typing_extensions import override

from encounter_gui.core.errors import AppError

T = TypeVar("T")


class ValueCommand(QUndoCommand, Generic[T]):
    """One change of a value. ``text`` names it in menus and notices.

    Consecutive commands with the same ``merge_key`` are one step; an empty key is never merged. With ``is_applied`` the
    change has been made before the command is pushed.
    """

    def __init__(
        self,
        text: str,
        before: T,
        after: T,
        apply: Callable[[T], None],
        *,
        merge_key: str = "",
        is_applied: bool = False,
    ) -> None:
        """Takes the change; ``apply`` may raise an ``AppError``, and must have changed nothing then."""
        super().__init__(text)
        self.error: AppError | None = None
        self._before = before
        self.after = after
        self._apply = apply
        self.merge_key = merge_key
        self._is_applied = is_applied

    def skip_next(self) -> None:
        """Lets the next undo or redo change nothing: the value is already as it should be."""
        self.error, self._is_applied = None, True

    @override
    def id(self) -> int:
        return 1 if self.merge_key else -1

    @override
    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, ValueCommand) or other.merge_key != self.merge_key:
            return False
        self.after = other.after
        return True

    @override
    def redo(self) -> None:
        self._set(self.after)

    @override
    def undo(self) -> None:
        self._set(self._before)

    def _set(self, value: T) -> None:
        """An exception must not pass through Qt: it is stored, and raised by ``UndoHistory``."""
        if self._is_applied:
            self._is_applied = False
            return
        try:
            self._apply(value)
        except AppError as error:
            self.error = error


class UndoHistory(QUndoStack):
    """The changes of one prepared document."""

    def step_back(self) -> str:
        """Undoes the last change and returns its text; "" if there is none.

        Raises:
            AppError: it cannot be undone; nothing has changed.
        """
        return self._step(self.index() - 1, self.undo, self.redo)

    def step_forward(self) -> str:
        """Redoes the last undone change and returns its text; "" if there is none.

        Raises:
            AppError: it cannot be redone; nothing has changed.
        """
        return self._step(self.index(), self.redo, self.undo)

    def _step(self, place: int, move: Callable[[], None], back: Callable[[], None]) -> str:
        command = self.command(place) if 0 <= place < self.count() else None
        if command is None:
            return ""
        move()
        error = command.error if isinstance(command, ValueCommand) else None
        if error is not None and isinstance(command, ValueCommand):
            command.skip_next()
            back()
            raise error
        return command.text()
