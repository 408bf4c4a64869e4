"""Where entries are kept: what the session asks for, and the plainest thing that does it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from encounter_gui.core.ids import ROOT, EncounterId, EntryId
from encounter_gui.encounter.entries import Entry, as_gesture


class Store(Protocol):
    """Keeps entries. When a call returns, what it was given survives the end of the program."""

    def append(self, encounter: EncounterId, draft: Entry) -> Entry:
        """Keeps an entry on its parent, moves the encounter's head to it, and returns it with its id.

        The draft's own id means nothing.

        Raises:
            SaveError: it cannot be kept; nothing has changed.
        """
        ...

    def append_gesture(self, encounter: EncounterId, drafts: Sequence[Entry]) -> tuple[Entry, ...]:
        """Keeps entries one on the other, all or none, as one gesture; the first is kept on its parent.

        Raises:
            SaveError: they cannot be kept; nothing has changed.
        """
        ...

    def move(self, encounter: EncounterId, head: EntryId) -> None:
        """Keeps another entry, or ``ROOT``, as the encounter's head.

        Raises:
            SaveError: it cannot be kept; nothing has changed.
        """
        ...

    def keep_waiting(self, encounter: EncounterId, text: str) -> None:
        """Keeps what a command that waits for dice was told so far, in place of what was kept before; empty: nothing.

        Raises:
            SaveError: it cannot be kept; nothing has changed.
        """
        ...

    def waiting(self, encounter: EncounterId) -> str:
        """Returns what was kept of a command that waited; empty: nothing."""
        ...


class MemoryStore:
    """Keeps nothing beyond the program: for fights that are played without a campaign."""

    def __init__(self, last: EntryId = ROOT) -> None:
        """Takes the largest id already given."""
        self._last = last
        self._waiting = dict[EncounterId, str]()

    def append(self, encounter: EncounterId, draft: Entry) -> Entry:  # noqa: ARG002 - ids are shared by all encounters
        """Returns the entry with the next id."""
        self._last = EntryId(self._last + 1)
        return replace(draft, id=self._last)

    def append_gesture(
        self,
        encounter: EncounterId,  # noqa: ARG002 - as above
        drafts: Sequence[Entry],
    ) -> tuple[Entry, ...]:
        """Returns the entries with the next ids."""
        entries = as_gesture(drafts, EntryId(self._last + 1))
        self._last = entries[-1].id
        return entries

    def move(self, encounter: EncounterId, head: EntryId) -> None:
        """Does nothing: the log of the session knows its head."""

    def keep_waiting(self, encounter: EncounterId, text: str) -> None:
        """Remembers it as long as the program runs."""
        self._waiting[encounter] = text

    def waiting(self, encounter: EncounterId) -> str:
        """Returns what is remembered; empty: nothing."""
        return self._waiting.get(encounter, "")


def copy_entries(entries: Iterable[Entry], store: Store, encounter: EncounterId) -> None:
    """Keeps the entries of a fight, in their order, as those of an encounter that has none.

    Raises:
        SaveError: one cannot be kept; those before it are.
    """
    ids: dict[EntryId, EntryId] = {ROOT: ROOT}
    for entry in entries:
        draft = replace(entry, parent=ids[entry.parent], gesture=ids[entry.gesture])
        ids[entry.id] = store.append(encounter, draft).id
