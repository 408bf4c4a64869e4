"""Full-text search over the sentences of a log, which is indexed a part at a time."""

from encounter_gui.core.ids import EntryId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.entry_path import EntryPath
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.storage.search import Indexed, SearchIndex

_SPARE = 40
"""So many more are read than are wanted: some of them may stand on a branch that was left."""


class LogSearch:
    """Finds entries by the beginnings of words; what was undone and left is not found."""

    def __init__(self) -> None:
        """Makes an empty index."""
        self._index = SearchIndex()
        self._path: EntryPath = EntryPath([], 0)
        self._at = 0

    def clear(self) -> None:
        """Forgets everything: another encounter follows."""
        self._index.fill(())
        self._path, self._at = EntryPath([], 0), 0

    def follow(self, path: EntryPath, texts: MessageCatalog, most: int) -> bool:
        """Indexes at most so many entries that are new; returns whether there are more."""
        self._at = min(self._at, path.shared_with(self._path))
        self._path = path
        keys = ((str(entry.id), entry) for entry in path[self._at : self._at + most])
        self._index.put(
            Indexed(key=key, name=texts.sentence(entry.label))
            for key, entry in keys
            if key not in self._index
        )
        self._at = min(self._at + most, len(path))
        return self._at < len(path)

    def find(self, text: str, log: Log, most: int) -> tuple[tuple[EntryId, ...], int]:
        """Returns the newest entries of the log that every word of a text is found in, and how many there are."""
        keys, total = self._index.newest(text, most + _SPARE)
        path = log.path()
        found = (EntryId(int(key)) for key in keys)
        here = tuple(
            each
            for each in found
            if 0 < (depth := log.depth(each)) <= len(path) and path[depth - 1].id == each
        )
        return here[:most], total if len(here) > most else len(here)
