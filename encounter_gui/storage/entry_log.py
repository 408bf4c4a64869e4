"""Entries and events as rows, each entry sealed by a hash over itself, its events and what it follows."""

import sqlite3
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import groupby
from operator import itemgetter

import msgspec

from encounter_gui.core.ids import ROOT, EncounterId, EntryId
from encounter_gui.encounter.codec import UnreadableError, encode_event, pack
from encounter_gui.encounter.entries import Entry, body_of, unpacked
from encounter_gui.storage.garbage import without_collecting

_INSERT_ENTRY = (
    "INSERT INTO entries (id, encounter, parent, at, payload, hash) VALUES (?, ?, ?, ?, ?, ?)"
)
_INSERT_EVENT = "INSERT INTO events (entry, seq, kind, version, payload) VALUES (?, ?, ?, ?, ?)"
_SET_HEAD = "UPDATE encounters SET head = ? WHERE id = ?"
_PARENT_HASH = "SELECT hash FROM entries WHERE id = ? AND encounter = ?"
# As bytes: text that is damaged may not be text any more.
_ENTRIES = (
    "SELECT id, coalesce(parent, 0), CAST(at AS BLOB), payload, hash FROM entries"
    " WHERE encounter = ? ORDER BY id"
)
_EVENTS = "SELECT entry, seq, CAST(kind AS BLOB), version, events.payload FROM events"
_EXTENT = "SELECT min(id), max(id), count(*) FROM entries WHERE encounter = ?"
_OF_ENCOUNTER = f"{_EVENTS} JOIN entries ON id = entry WHERE encounter = ? ORDER BY entry, seq"
_BETWEEN = f"{_EVENTS} WHERE entry BETWEEN ? AND ? ORDER BY entry, seq"
"""The same where no other encounter has entries in between: in half of the time."""

EventRow = tuple[int, int, bytes, int, bytes]
"""Entry, place in it from 0, kind, version, JSON."""

EntryColumns = tuple[EntryId, EntryId, bytes, bytes, bytes]
"""Id, parent, moment, JSON, hash."""


class BrokenError(ValueError):
    """An entry is not what was once written."""

    def __init__(self, entry: EntryId, reason: str) -> None:
        """Takes the entry and what is wrong with it."""
        super().__init__(f"entry {entry}: {reason}")
        self.entry = entry
        self.reason = reason


def write(connection: sqlite3.Connection, encounter: EncounterId, entry: Entry) -> Entry:
    """Writes an entry with its events and makes it the head, inside the caller's transaction; returns it as it is kept.

    Raises:
        sqlite3.Error: it cannot be written, or its parent is not an entry of this encounter.
    """
    payload = body_of(entry)
    rows = [(entry.id, seq, *encode_event(event)) for seq, event in enumerate(entry.events)]
    packed = pack(
        (key, seq, kind.encode(), version, data) for key, seq, kind, version, data in rows
    )
    parent = hash_of(connection, encounter, entry.parent)
    seal = _seal(parent, entry.id, entry.at.encode(), payload, packed)
    row = (entry.id, encounter, entry.parent or None, entry.at, payload, seal)
    connection.execute(_INSERT_ENTRY, row)
    connection.executemany(_INSERT_EVENT, rows)
    connection.execute(_SET_HEAD, (entry.id, encounter))
    return Entry.stored(entry.id, entry.parent, entry.at, payload, packed)


def move(connection: sqlite3.Connection, encounter: EncounterId, head: EntryId) -> None:
    """Makes another entry of the encounter its head, inside the caller's transaction.

    Raises:
        sqlite3.Error: it cannot be written, or is not an entry of this encounter.
    """
    hash_of(connection, encounter, head)
    connection.execute(_SET_HEAD, (head or None, encounter))


def read(
    connection: sqlite3.Connection,
    encounter: EncounterId,
    broken: list[BrokenError],
    *,
    known: EntryId = ROOT,
) -> tuple[Entry, ...]:
    """Returns the entries of an encounter, oldest first, each proved to be what was written.

    Those that are not, and those that follow them, are left out and appended to ``broken``, oldest first. Whether the
    events can be read is not tried up to the entry ``known``: this program has read them before.
    """
    with without_collecting():
        return tuple(read_each(connection, encounter, broken, known=known))


def read_each(
    connection: sqlite3.Connection,
    encounter: EncounterId,
    broken: list[BrokenError],
    *,
    known: EntryId = ROOT,
) -> Iterator[Entry]:
    """Yields the entries that ``read`` returns, one after the other."""
    first, last, count = connection.execute(_EXTENT, (encounter,)).fetchone()
    if count and last - first == count - 1:
        events = connection.execute(_BETWEEN, (first, last))
    else:
        events = connection.execute(_OF_ENCOUNTER, (encounter,))
    return prove(encounter, connection.execute(_ENTRIES, (encounter,)), events, broken, known)


def prove(
    encounter: EncounterId,
    rows: Iterable[EntryColumns],
    events: Iterable[EventRow],
    broken: list[BrokenError],
    known: EntryId = ROOT,
) -> Iterator[Entry]:
    """Yields the entries that rows hold, as ``read`` returns them; both in the order of ``read``."""
    seals = {ROOT: _first(encounter)}
    groups = groupby(events, key=itemgetter(0))
    group = next(groups, None)
    for row in rows:
        while group is not None and group[0] < row[0]:
            group = next(groups, None)
        found = group[1] if group is not None and group[0] == row[0] else ()
        try:
            yield _checked_entry(row, found, seals, known)
        except BrokenError as error:
            broken.append(error)


def _checked_entry(
    row: EntryColumns,
    events: Iterable[EventRow],
    seals: dict[EntryId, bytes],
    known: EntryId,
) -> Entry:
    key, parent, at, payload, seal = row
    last = next(reversed(seals))
    if parent == last:
        parent = last  # the same number, kept once
    packed = pack(events)
    if parent not in seals or _seal(seals[parent], key, at, payload, packed) != seal:
        raise BrokenError(key, "hash")
    seals[key] = seal
    try:
        if key > known:
            unpacked(packed)  # read once: a fault shows here and not later
        return Entry.stored(key, parent, at.decode(), payload, packed)
    except (UnreadableError, msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        del seals[key]  # what follows it means nothing without it
        raise BrokenError(key, str(error)) from error


def hash_of(connection: sqlite3.Connection, encounter: EncounterId, entry: EntryId) -> bytes:
    """Returns the hash that is kept of an entry, or of an encounter before its first entry (``ROOT``).

    Raises:
        sqlite3.Error: the encounter has no such entry.
    """
    if entry == ROOT:
        return _first(encounter)
    row = connection.execute(_PARENT_HASH, (entry, encounter)).fetchone()
    if row is None:
        raise sqlite3.IntegrityError(f"encounter {encounter} has no entry {entry}")
    return bytes(row[0])


def _first(encounter: EncounterId) -> bytes:
    return sha256(b"encounter %d" % encounter).digest()


def _seal(parent: bytes, key: EntryId, at: bytes, payload: bytes, packed: bytes) -> bytes:
    """Each part is preceded by its length, so that nothing can move from one into the next."""
    start = b"%d %s %d\n" % (key, at, len(payload))
    return sha256(b"".join((parent, start, payload, packed))).digest()
