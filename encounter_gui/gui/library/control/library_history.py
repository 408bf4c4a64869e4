"""The undo history of a library: creatures, gear and conditions share one, in the order of their changes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.widgets.undo import UndoHistory, ValueCommand
from encounter_gui.play.prep.repository import LibraryItem, Repository, T


class LibraryHistory(QObject):
    """Makes changes that can be undone, and says in the dock what was done or refused."""

    noticed = Signal(str, bool)
    """A sentence about what has happened, and whether it can be undone."""
    refused = Signal(str)
    """A sentence: what could not be done, and what to do."""

    def __init__(self, texts: MessageCatalog, parent: QObject | None = None) -> None:
        """Takes the texts."""
        super().__init__(parent)
        self._texts = texts
        self.steps = UndoHistory(self)

    def push_change(
        self,
        repository: Repository[T],
        did: str,
        before: Sequence[LibraryItem[T]],
        act: Callable[[], Iterable[LibraryItem[T]]],
    ) -> tuple[LibraryItem[T], ...] | None:
        """Makes a change and records it.

        Args:
            repository: where the items are kept.
            did: the key of the sentence that says what was done; with ``_many`` appended for several items.
            before: the items that change or are removed, as they are.
            act: makes the change and returns the items that are there afterwards.

        Returns:
            what ``act`` returned; None if it raised an ``AppError``, which is shown.
        """
        try:
            after = tuple(act())
        except AppError as error:
            self.show_error(error)
            return None
        old = {item.key: item for item in before}
        new = {item.key: item for item in after}
        command = ValueCommand(
            self._sentence(did, after or tuple(before)),
            {key: old.get(key) for key in (*old, *new)},
            {key: new.get(key) for key in (*old, *new)},
            repository.reconcile,
            is_applied=True,
        )
        self.steps.push(command)
        self.noticed.emit(command.text(), True)
        return after

    def _sentence(self, did: str, changed: Sequence[LibraryItem[T]]) -> str:
        key = did if len(changed) == 1 else f"{did}_many"
        name = changed[0].name if changed else ""
        return self._texts.text_of(key, name=name, count=len(changed))

    def add(
        self, repository: Repository[T], did: str, ruleset: str, value: T
    ) -> LibraryItem[T] | None:
        """Adds an item and returns it; None if it was refused."""
        added = self.push_change(repository, did, (), lambda: repository.add(ruleset, [value]))
        return added[0] if added else None

    def change(
        self, repository: Repository[T], did: str, values: Mapping[str, T]
    ) -> tuple[LibraryItem[T], ...]:
        """Gives own items other values and returns them; none if that was refused."""

        def act() -> tuple[LibraryItem[T], ...]:
            repository.change(values)
            return repository.known(values)

        return self.push_change(repository, did, repository.known(values), act) or ()

    def remove(self, repository: Repository[T], items: Sequence[LibraryItem[T]]) -> None:
        """Removes own items."""

        def act() -> tuple[LibraryItem[T], ...]:
            repository.remove([item.key for item in items])
            return ()

        self.push_change(repository, "gui.library.did.removed", items, act)

    @Slot()
    def undo(self) -> None:
        """Undoes the last change of the library."""
        with self.reporting():
            text = self.steps.step_back()
            if text:
                self.noticed.emit(self._texts.text_of("gui.library.undone", what=text), False)

    @Slot()
    def redo(self) -> None:
        """Redoes the change that was undone last."""
        with self.reporting():
            text = self.steps.step_forward()
            if text:
                self.noticed.emit(text, True)

    @contextmanager
    def reporting(self) -> Iterator[None]:
        """Shows an ``AppError`` that is raised within."""
        try:
            yield
        except AppError as error:
            self.show_error(error)

    def show_error(self, error: AppError) -> None:
        """Shows an error in the dock."""
        self.refused.emit(self._texts.text(error.message))
