"""Named filters of the library, as the campaign remembers them."""

import msgspec
from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.gui.library.control.library_controller import LibraryController
from encounter_gui.play.prep.creature_repository import Filter

KEY = "library.filters"
"""The setting of the campaign that holds them."""


class SavedFilter(msgspec.Struct, frozen=True, kw_only=True):
    """A filter and a search text under a name."""

    name: str
    text: str = ""
    wanted: Filter = Filter()


class SavedFilters(QObject):
    """The named filters of the open campaign."""

    changed = Signal(tuple)
    """``tuple[SavedFilter, ...]``: all of them."""

    def __init__(self, library: LibraryController) -> None:
        """Takes the list that is filtered."""
        super().__init__(library)
        self._library = library
        library.library_opened.connect(self._emit)

    @property
    def filters(self) -> tuple[SavedFilter, ...]:
        """All named filters, by name; none if no library is open."""
        if not self._library.is_open:
            return ()
        return read_filters(self._library.services.setting(KEY))

    @Slot(str)
    def keep_filter(self, name: str) -> None:
        """Saves the current filter and search text under a name, instead of one of the same name."""
        if name.strip():
            added = SavedFilter(
                name=name.strip(), text=self._library.text, wanted=self._library.wanted
            )
            self._write(with_filter(self.filters, added))

    @Slot(str)
    def drop_filter(self, name: str) -> None:
        """Removes a named filter."""
        self._write(tuple(each for each in self.filters if each.name != name))

    @Slot(str)
    def use_filter(self, name: str) -> None:
        """Sets the filter and search text that are saved under a name."""
        for each in self.filters:
            if each.name == name:
                self._library.set_filter(each.text, each.wanted)

    def _write(self, filters: tuple[SavedFilter, ...]) -> None:
        with self._library.history.reporting():
            self._library.services.keep_setting(KEY, filters_text(filters))
        self._emit()

    @Slot()
    def _emit(self) -> None:
        self.changed.emit(self.filters)


def read_filters(text: str) -> tuple[SavedFilter, ...]:
    """Returns the filters a setting holds; none if it is damaged."""
    if not text:
        return ()
    try:
        return msgspec.json.decode(text, type=tuple[SavedFilter, ...])
    except (msgspec.MsgspecError, RecursionError):
        return ()


def filters_text(filters: tuple[SavedFilter, ...]) -> str:
    """Returns the text of the setting that holds these filters."""
    return msgspec.json.encode(filters).decode()


def with_filter(filters: tuple[SavedFilter, ...], added: SavedFilter) -> tuple[SavedFilter, ...]:
    """Returns the filters with one more, or with one of the same name replaced; by name."""
    others = [each for each in filters if each.name.casefold() != added.name.casefold()]
    return tuple(sorted([*others, added], key=lambda each: each.name.casefold()))
