"""The value that is being edited: every change can be undone, and nothing is in the file before it is saved."""

from typing import Generic

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.gui.widgets.undo import UndoHistory, ValueCommand
from encounter_gui.play.prep.repository import LibraryItem, T


class Draft(QObject, Generic[T]):
    """A library item and its edited value. Typing on in one field is one step."""

    opened = Signal()
    """Another item is edited, or none."""
    changed = Signal()
    """The value has changed, or it was saved."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Makes a draft without an item."""
        super().__init__(parent)
        self.item: LibraryItem[T] | None = None
        """The library item as it was last saved; None if nothing is edited."""
        self._value: T | None = None
        self._last = ""
        self._step = 0
        self.steps = UndoHistory(self)

    # ---- what is edited

    @property
    def value(self) -> T:
        """The edited value.

        Raises:
            LookupError: nothing is edited.
        """
        if self._value is None:
            raise LookupError("nothing is edited")
        return self._value

    @property
    def is_open(self) -> bool:
        """Whether something is edited."""
        return self.item is not None

    @property
    def is_own(self) -> bool:
        """Whether the item belongs to the campaign; False if nothing is edited."""
        return self.item is not None and self.item.is_own

    @property
    def is_changed(self) -> bool:
        """Whether the value differs from the saved one."""
        return self.item is not None and self._value != self.item.value

    # ---- opening and saving

    def open(self, item: LibraryItem[T] | None) -> None:
        """Edits another item; None: nothing."""
        self._reset(item)
        self.opened.emit()

    def saved(self, item: LibraryItem[T]) -> None:
        """Takes the item as it was saved; earlier steps cannot be undone any more."""
        self._reset(item)
        self.changed.emit()

    def _reset(self, item: LibraryItem[T] | None) -> None:
        self.item = item
        self._value = item.value if item is not None else None
        self.end_step()
        self.steps.clear()

    # ---- changing

    def set(self, what: str, value: T) -> None:
        """Sets another value; consecutive changes of the same ``what`` are one step (empty: never)."""
        if value == self.value:
            return
        if not what or what != self._last:
            self._step += 1
        self._last = what
        merge_key = f"{what}:{self._step}" if what else ""
        self.steps.push(ValueCommand(what, self.value, value, self._show, merge_key=merge_key))

    def end_step(self) -> None:
        """Makes the next change a step of its own."""
        self._last = ""

    @Slot()
    def undo(self) -> None:
        """Undoes the last step."""
        self.end_step()
        self.steps.step_back()

    @Slot()
    def redo(self) -> None:
        """Redoes the step undone last."""
        self.end_step()
        self.steps.step_forward()

    def _show(self, value: T) -> None:
        self._value = value
        self.changed.emit()
