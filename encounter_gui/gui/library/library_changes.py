"""Changes of the library that can be taken back, each a step that knows what was there before and after."""

from collections.abc import Iterable

from PySide6.QtGui import QUndoCommand
from typing_extensions import override

from encounter_gui.play.library import Library, Shelved


class LibraryChange(QUndoCommand):
    """Creatures of the campaign's own before and after; one that is missing on a side was added or removed.

    It has already happened when it is made: the first redo, which comes with pushing it, does nothing.
    """

    def __init__(
        self, library: Library, text: str, before: Iterable[Shelved], after: Iterable[Shelved]
    ) -> None:
        """Takes the library, the change in words, and the creatures as they were and are."""
        super().__init__(text)
        self._library = library
        self._before = {one.key: one for one in before}
        self._after = {one.key: one for one in after}
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

    def _go(self, here: dict[str, Shelved], there: dict[str, Shelved]) -> None:
        gone = [key for key in here if key not in there and self._library.one(key) is not None]
        back = [one for key, one in there.items() if self._library.one(key) is None]
        changed = {
            key: one.entry for key, one in there.items() if self._library.one(key) is not None
        }
        if gone:
            self._library.remove(gone)
        if back:
            self._library.restore(back)
        if changed:
            self._library.change(changed)
