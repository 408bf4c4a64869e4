"""The tree of entries and the head: undo, redo, branches, and the state at any entry."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator

from encounter_gui.core.ids import ROOT, EntryId
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.entry_path import EntryPath
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.kept_state import KeptState
from encounter_gui.encounter.state import EncounterState

_KEPT_EVERY = 256
_MOST_RECENT = 8


class Log:
    """Entries as a tree with a head. Grows only; undo and redo move the head.

    States on the way are kept at every 256th entry of a path, so that any entry is at most 256 folds away: a few
    milliseconds. Those where the head was last are kept as well: undo and redo return the very state that was shown
    before, and nothing has to be worked out for it again. States share what did not change, so keeping them costs
    little.
    """

    def __init__(
        self,
        root: EncounterState,
        entries: Iterable[Entry] = (),
        head: EntryId = ROOT,
        kept: KeptState | None = None,
    ) -> None:
        """Takes the state before the first entry, the entries (parents before children) and the head.

        ``kept`` is the state after one of the entries, believed until ``prove_kept`` has compared it with them; None:
        every state is worked out.
        """
        self._entries: dict[EntryId, Entry] = {}
        self._newest_child: dict[EntryId, EntryId] = {}
        self._instead: dict[EntryId, list[EntryId]] = {}
        self._depth: dict[EntryId, int] = {ROOT: 0}
        self._states: dict[EntryId, EncounterState] = {ROOT: root}
        self._recent: OrderedDict[EntryId, EncounterState] = OrderedDict()
        self._last: dict[str, dict[EntryId, EntryId | None]] = {}
        self._line: list[Entry] = []
        self.head = ROOT
        self._unproved = kept
        for entry in entries:
            self._place(entry)
        if kept is not None:
            self._states[kept.entry] = kept.state
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
        depth = self._depth[self.head]
        if depth < len(self._line):  # a branch: whoever has the line as it was keeps it
            self._line = self._line[:depth]
        self._line.append(entry)
        self.head = entry.id
        self._current = fold(before, entry.events)
        self._keep(entry.id, self._current)
        self._stay(entry.id)

    def move(self, head: EntryId) -> None:
        """Moves the head to an entry, or to ``ROOT``.

        Raises:
            KeyError: there is no such entry.
        """
        self._current = self.state_at(head)
        self.head = head
        self._stay(head)
        self._follow_line()

    @property
    def is_proved(self) -> bool:
        """Whether all states are worked out from the entries; False until ``prove_kept`` has come to its end."""
        return self._unproved is None

    def prove_kept(self, most: int) -> Iterator[bool]:
        """Compares the kept state with what the log comes to, folding at most so many entries between two yields.

        Yields whether nothing speaks against the state so far. The states on the way are kept like all others.

        Raises:
            UnreadableError: an entry on the way cannot be read.
        """
        if self._unproved is None:
            return
        state = self._states[ROOT]
        for place, entry in enumerate(self._way_to(self._unproved.entry), 1):
            state = fold(state, entry.events)
            if place % _KEPT_EVERY == 0 and entry.id not in self._states:
                self._states[entry.id] = state
            if place % most == 0:
                yield True
        is_so = state == self._unproved.state
        if is_so:
            self._unproved = None
        yield is_so

    @property
    def state(self) -> EncounterState:
        """The state at the head."""
        return self._current

    def back_from_head(self, count: int) -> EntryId:
        """Returns the entry so many before the head on its path; the first where there are not so many, or ``ROOT``."""
        depth = self._depth[self.head]
        return self._line[max(depth - count, 1) - 1].id if depth else ROOT

    @property
    def newest(self) -> EntryId:
        """The newest entry of all branches; ``ROOT`` if there are none."""
        return max(self._entries, default=ROOT)

    @property
    def undo_target(self) -> EntryId | None:
        """Where undo leads: before the last gesture, or to what it was played instead of; None at the root."""
        if self.head == ROOT:
            return None
        first = self._entries[self._entries[self.head].gesture or self.head]
        instead = first.instead_of
        return instead if instead in self._entries else first.parent

    @property
    def redo_target(self) -> EntryId | None:
        """Where redo leads: the end of the newest gesture on or instead of the head; None at the end of a branch."""
        child = self._newest_child.get(self.head, ROOT)
        after = max((child, *self._instead.get(self.head, ())[-1:]))
        return self._end_of_gesture(after) if after else None

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

    def path(self, key: EntryId | None = None) -> EntryPath:
        """Returns the entries that led to this one (default: the head), oldest first."""
        key = self.head if key is None else key
        if self._is_on_line(key):
            return EntryPath(self._line, self._depth[key])
        return EntryPath(self._way_to(key), self._depth[key])

    def line(self) -> EntryPath:
        """Returns the line of play through the head: what led to it, and what redo would bring back."""
        return EntryPath(self._line, len(self._line))

    def depth(self, key: EntryId) -> int:
        """Returns how many entries led to this one, itself included; 0 for ``ROOT``.

        Raises:
            KeyError: there is no such entry.
        """
        return self._depth[key]

    def state_at(self, key: EntryId) -> EncounterState:
        """Returns the state after an entry (``ROOT``: before everything).

        Raises:
            KeyError: there is no such entry.
        """
        missing: list[Entry] = []
        while (state := self._states.get(key) or self._recent.get(key)) is None:
            missing.append(self._entries[key])
            key = self._entries[key].parent
        for entry in reversed(missing):
            state = fold(state, entry.events)
            self._keep(entry.id, state)
        return state

    def _place(self, entry: Entry) -> None:
        self._entries[entry.id] = entry
        self._newest_child[entry.parent] = entry.id
        instead = entry.instead_of
        if instead is not None:
            self._instead.setdefault(instead, []).append(entry.id)
        self._depth[entry.id] = self._depth[entry.parent] + 1

    def _keep(self, key: EntryId, state: EncounterState) -> None:
        if self._depth[key] % _KEPT_EVERY == 0:
            self._states[key] = state

    def _stay(self, key: EntryId) -> None:
        """Keeps the state of the head as one of the last."""
        self._recent[key] = self._current
        self._recent.move_to_end(key)
        while len(self._recent) > _MOST_RECENT:
            self._recent.popitem(last=False)

    def _end_of_gesture(self, key: EntryId) -> EntryId:
        """Returns the last entry of a gesture from one of its entries on, the newest where it branches."""
        gesture = self._entries[key].gesture or key
        while child := self._newest_child.get(key):
            if self._entries[child].gesture != gesture:
                break
            key = child
        return key

    def _last_of(self, command: str, key: EntryId) -> EntryId | None:
        """Returns the last entry with a command on the way to an entry; each entry on the way learns the answer."""
        known = self._last.setdefault(command, {ROOT: None})
        missing: list[EntryId] = []
        while key not in known:
            missing.append(key)
            if self._entries[key].is_of(command):
                known[key] = key
            else:
                key = self._entries[key].parent
        known.update(dict.fromkeys(missing, known[key]))
        return known[key]

    def _is_on_line(self, key: EntryId) -> bool:
        depth = self._depth[key]
        return depth == 0 or (depth <= len(self._line) and self._line[depth - 1].id == key)

    def _follow_line(self) -> None:
        """Makes the line the one through the head; where it is that already, it stays the same list."""
        line = self._line if self._is_on_line(self.head) else self._way_to(self.head)
        place, key = self._depth[self.head], self.head
        while child := self._newest_child.get(key):
            key = child
            if place == len(line):
                line.append(self._entries[key])
            elif line[place].id != key:
                line = [*line[:place], self._entries[key]]
            place += 1
        self._line = line if place == len(line) else line[:place]

    def _way_to(self, key: EntryId) -> list[Entry]:
        way: list[Entry] = []
        while key != ROOT:
            way.append(self._entries[key])
            key = self._entries[key].parent
        way.reverse()
        return way
