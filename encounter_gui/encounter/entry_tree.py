"""The tree of entries and the head: undo, redo, branches, and the state at any entry."""

from collections.abc import Iterable, Iterator

from encounter_gui.core.ids import ROOT, EntryId
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.state import EncounterState

_KEPT_EVERY = 16


class Log:
    """Entries as a tree with a head. Grows only; undo and redo move the head.

    States on the way are kept at every 16th entry of a path, so that any entry is at most 16 folds away. States share
    what did not change, so keeping them costs little.
    """

    def __init__(
        self, root: EncounterState, entries: Iterable[Entry] = (), head: EntryId = ROOT
    ) -> None:
        """Takes the state before the first entry, the entries (parents before children) and the head."""
        self._entries: dict[EntryId, Entry] = {}
        self._children: dict[EntryId, list[EntryId]] = {}
        self._depth: dict[EntryId, int] = {ROOT: 0}
        self._states: dict[EntryId, EncounterState] = {ROOT: root}
        self._last: dict[str, dict[EntryId, EntryId | None]] = {}
        self._path: tuple[EntryId, tuple[Entry, ...]] = (ROOT, ())
        self.head = ROOT
        for entry in entries:
            self._place(entry)
        self.move(head)

    def append(self, entry: Entry) -> None:
        """Adds an entry on the head and moves the head to it; after an undo this starts a branch.

        Raises:
            ValueError: its parent is not the head, or its id not new.
        """
        if entry.parent != self.head or entry.id in self._depth:
            raise ValueError(f"entry {entry.id} on {entry.parent} does not follow head {self.head}")
        before = self.state
        self._place(entry)
        self.head = entry.id
        self._current = fold(before, entry.events)
        self._keep(entry.id, self._current)

    def move(self, head: EntryId) -> None:
        """Moves the head to an entry, or to ``ROOT``.

        Raises:
            KeyError: there is no such entry.
        """
        self._current = self.state_at(head)
        self.head = head

    @property
    def state(self) -> EncounterState:
        """The state at the head."""
        return self._current

    @property
    def undo_target(self) -> EntryId | None:
        """Where undo leads: before the last gesture; None at the root."""
        return self.before_gesture(self.head) if self.head != ROOT else None

    @property
    def redo_target(self) -> EntryId | None:
        """Where redo leads: the end of the newest gesture on the head; None at the end of a branch."""
        children = self._children.get(self.head)
        return self._end_of_gesture(children[-1]) if children else None

    def before_gesture(self, key: EntryId) -> EntryId:
        """Returns the entry before the gesture that an entry belongs to; ``ROOT`` if it is the first."""
        entry = self._entries[key]
        return self._entries[entry.gesture].parent if entry.gesture else entry.parent

    def before_last(self, command: str) -> EntryId | None:
        """Returns the entry before the gesture with the last command of this name on the way to the head.

        None if there is no such command.
        """
        last = self._last_of(command, self.head)
        return None if last is None else self.before_gesture(last)

    def entry(self, key: EntryId) -> Entry:
        """Returns the entry with this id.

        Raises:
            KeyError: there is none.
        """
        return self._entries[key]

    def __contains__(self, key: EntryId) -> bool:
        """Returns whether there is such an entry."""
        return key in self._entries

    def __len__(self) -> int:
        """Returns the number of entries on all branches."""
        return len(self._entries)

    def path(self, key: EntryId | None = None) -> tuple[Entry, ...]:
        """Returns the entries that led to this one (default: the head), oldest first."""
        key = self.head if key is None else key
        known, path = self._path
        if key == known:
            return path
        # What led to an entry never changes. It is asked for several times after each, and the next goes on from it.
        entry = self._entries[key] if key != ROOT else None
        if entry is not None and entry.parent == known:
            path = (*path, entry)
        else:
            path = tuple(self._upwards(key))[::-1]
        self._path = (key, path)
        return path

    def line(self) -> tuple[Entry, ...]:
        """Returns the line of play through the head: what led to it, and what redo would bring back."""
        end = self.head
        while children := self._children.get(end):
            end = children[-1]
        return self.path(end)

    def branches(self, key: EntryId) -> tuple[EntryId, ...]:
        """Returns the children of an entry, oldest first; more than one where play was taken up differently."""
        return tuple(self._children.get(key, ()))

    def state_at(self, key: EntryId) -> EncounterState:
        """Returns the state after an entry (``ROOT``: before everything).

        Raises:
            KeyError: there is no such entry.
        """
        missing: list[Entry] = []
        while key not in self._states:
            missing.append(self._entries[key])
            key = self._entries[key].parent
        state = self._states[key]
        for entry in reversed(missing):
            state = fold(state, entry.events)
            self._keep(entry.id, state)
        return state

    def _place(self, entry: Entry) -> None:
        self._entries[entry.id] = entry
        self._children.setdefault(entry.parent, []).append(entry.id)
        self._depth[entry.id] = self._depth[entry.parent] + 1

    def _keep(self, key: EntryId, state: EncounterState) -> None:
        if self._depth[key] % _KEPT_EVERY == 0:
            self._states[key] = state

    def _end_of_gesture(self, key: EntryId) -> EntryId:
        """Returns the last entry of a gesture from one of its entries on, the newest where it branches."""
        gesture = self._entries[key].gesture or key
        while children := self._children.get(key):
            if self._entries[children[-1]].gesture != gesture:
                break
            key = children[-1]
        return key

    def _last_of(self, command: str, key: EntryId) -> EntryId | None:
        """Returns the last entry with a command on the way to an entry; each entry on the way learns the answer."""
        known = self._last.setdefault(command, {ROOT: None})
        missing: list[EntryId] = []
        while key not in known:
            missing.append(key)
            key = self._entries[key].parent
        found = known[key]
        for each in reversed(missing):
            if self._entries[each].command.get("do") == command:
                found = each
            known[each] = found
        return found

    def _upwards(self, key: EntryId) -> Iterator[Entry]:
        while key != ROOT:
            entry = self._entries[key]
            yield entry
            key = entry.parent
