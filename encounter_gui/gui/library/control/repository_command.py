"""Changes of the library that can be taken back, each a step that knows what was there before and after."""

from collections.abc import Iterable
from typing import Generic, Protocol, TypeVar

from PySide6.QtGui import QUndoCommand
from typing_extensions import override

from encounter_gui.play.prep.creature_repository import LibraryItem
from encounter_gui.play.prep.custom_entries import CustomItem

_K = TypeVar("_K", LibraryItem, CustomItem)


class Repository(Protocol[_K]):
    """Where things of the campaign's own are kept: the library for creatures, its stock for gear and conditions."""

    def one(self, key: str) -> _K | None:
        """Returns the one with this key, or None."""

    def remove(self, keys: Iterable[str]) -> tuple[_K, ...]:
        """Removes own ones."""

    def restore(self, those: Iterable[_K]) -> None:
        """Brings back what was removed."""

    def put(self, those: Iterable[_K]) -> None:
        """Has own ones be as they are here."""


class RepositoryCommand(QUndoCommand, Generic[_K]):
    """Things of the campaign's own before and after; one that is missing on a side was added or removed.

    It has already happened when it is made: the first redo, which comes with pushing it, does nothing.
    """

    def __init__(
        self, shelf: Repository[_K], text: str, before: Iterable[_K], after: Iterable[_K]
    ) -> None:
        """Takes where they are kept, the change in words, and the things as they were and are."""
        super().__init__(text)
        self._shelf: Repository[_K] = shelf
        self._before: dict[str, _K] = {one.key: one for one in before}
        self._after: dict[str, _K] = {one.key: one for one in after}
        self._has_happened = True

    @override
    def redo(self) -> None:
        if self._has_happened:
            self._has_happened = False
            return
        self._go(self._before, self._after)

    @override
    def undo(self) -> None:
        self._go(self._after, self._before)

    def _go(self, here: dict[str, _K], there: dict[str, _K]) -> None:
        gone = [key for key in here if key not in there and self._shelf.one(key) is not None]
        back = [one for key, one in there.items() if self._shelf.one(key) is None]
        changed = [one for key, one in there.items() if self._shelf.one(key) is not None]
        if gone:
            self._shelf.remove(gone)
        if back:
            self._shelf.restore(back)
        if changed:
            self._shelf.put(changed)
