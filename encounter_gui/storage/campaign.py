"""A campaign file that is open: encounters and their entries, kept the moment they happen."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from msgspec import Struct

from encounter_gui.core.ids import ROOT, EncounterId, EntryId
from encounter_gui.encounter.entries import Entry, as_gesture
from encounter_gui.encounter.kept_state import KeptState
from encounter_gui.encounter.state import EncounterState
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.storage import entry_log
from encounter_gui.storage.file.backups import back_up_version
from encounter_gui.storage.file.campaign_file import CampaignFile
from encounter_gui.storage.file.header import stamp, version_of
from encounter_gui.storage.file.lock import CampaignLock
from encounter_gui.storage.file.network_folder import far_away
from encounter_gui.storage.file.opening import inspect_file, open_writable
from encounter_gui.storage.file.schema import SCHEMA, Schema, migrate
from encounter_gui.storage.file.seals import install, read_one
from encounter_gui.storage.file.targets import part_beside, require_free
from encounter_gui.storage.pinned_rulesets import digest_of, pin, read_pinned_ruleset, row_of
from encounter_gui.storage.storage_errors import reporting, storage_error

if TYPE_CHECKING:
    from encounter_gui.storage.prepared_store import PreparedStore


class Listed(Struct, frozen=True, kw_only=True):
    """An encounter as lists show it; ``ruleset`` is the id of its ruleset, ``entry_count`` counts all branches."""

    id: EncounterId
    name: str
    ruleset: str
    entry_count: int


class Loaded(Struct, frozen=True, kw_only=True):
    """Everything kept of an encounter: its entries, oldest first, where its fight stands, and its rules."""

    entries: tuple[Entry, ...]
    head: EntryId
    ruleset: Ruleset
    name: str
    kept: KeptState | None = None
    """The state at one of the entries, as it was kept; None: there is none that fits."""
    damaged: EntryId | None = None
    """The oldest entry that is not what was written; ROOT: where the fight stood is not known; None: all is sound."""
    pinned: Callable[[str], Ruleset] | None = None
    """Returns the rules that the fight has gone on by, by the sha256 of their content; None: it was kept nowhere."""

    def ruleset_of(self, state: EncounterState) -> Ruleset:
        """Returns the rules that a state of the encounter is played by.

        Raises:
            SaveError: they are not there, or damaged.
        """
        if state.rules and self.pinned is not None:
            return self.pinned(state.rules)
        return self.ruleset


class Campaign:
    """An open campaign file. Used by one thread; closed by ``close`` or at the end of ``with``.

    Every method that writes returns only once the disk has it. Each raises ``SaveError`` when it cannot, with what was
    kept before unharmed.
    """

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        lock: CampaignLock,
        migrated_from: int | None = None,
    ) -> None:
        """Takes a connection to a file that has been checked, and the lock on it; ``open`` is the way to get one.

        ``migrated_from`` is the version the file had before it was opened; None if it was ours already.
        """
        self.migrated_from = migrated_from
        self._file = CampaignFile(path, connection, lock)
        (self._last,) = self._row(_LAST)

    @classmethod
    def create(cls, path: Path, name: str) -> Self:
        """Makes a campaign file and opens it.

        Raises:
            SaveError: there is a file of that name, or none can be made there.
        """
        require_free(path, overwrite=False, for_campaign=True)
        part = part_beside(path)
        with CampaignLock(path), reporting("read_only", path):
            try:
                _make(part, name)
                part.rename(path)
            finally:
                part.unlink(missing_ok=True)
        return cls.open(path)

    @classmethod
    def open(cls, path: Path, schema: Schema = SCHEMA) -> Self:
        """Opens a campaign file; one of an older version is backed up and brought up to date (``migrated_from``).

        Raises:
            SaveError: it is missing, not a campaign, newer than this program, damaged, in use, on another machine, or
                cannot be written. Then not a byte of it has changed.
        """
        version_of(path)
        far = far_away(path)
        if far is not None:
            raise storage_error(far, path)
        if not path.stat().st_mode & _WRITABLE:
            raise storage_error("write_protected", path)
        lock = CampaignLock(path)
        try:
            was = inspect_file(path, schema)
            connection = open_writable(path)
            try:
                if was < schema.version:
                    _migrate(path, connection, was, schema)
                return cls(path, connection, lock, was if was < schema.version else None)
            except BaseException:
                connection.close()
                raise
        except BaseException:
            lock.release()
            raise

    def close(self) -> None:
        """Leaves one complete file and lets others open it. Does nothing the second time."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def file(self) -> CampaignFile:
        """The file: whether it is still at its path, and what is done where it is not."""
        return self._file

    @property
    def path(self) -> Path:
        """Where the campaign is, or was before its file was taken away."""
        return self._file.path

    @property
    def _connection(self) -> sqlite3.Connection:
        return self._file.connection

    @property
    def name(self) -> str:
        """The name of the campaign."""
        return str(self._row("SELECT name FROM campaign WHERE id = 1")[0])

    def encounters(self) -> tuple[Listed, ...]:
        """Returns all encounters, in the order in which they were made."""
        with reporting("read_failed", self.path):
            rows = self._connection.execute(_LIST).fetchall()
        return tuple(
            Listed(id=EncounterId(key), name=name, ruleset=ruleset, entry_count=count)
            for key, name, ruleset, count in rows
        )

    def new_encounter(self, name: str, ruleset: Ruleset) -> EncounterId:
        """Keeps an encounter without entries, with the ruleset as it is now, and returns its id."""
        with self._transaction() as db:
            values = (name, pin(db, ruleset))
            cursor = db.execute("INSERT INTO encounters (name, ruleset) VALUES (?, ?)", values)
        return EncounterId(int(cursor.lastrowid or 0))

    def pin_again(self, encounter: EncounterId, ruleset: Ruleset) -> None:
        """Keeps another content of its ruleset with an encounter; for a fight that has not begun."""
        with self._transaction() as db:
            db.execute(
                "UPDATE encounters SET ruleset = ? WHERE id = ?", (pin(db, ruleset), encounter)
            )

    def begin_again(self, encounter: EncounterId, ruleset: Ruleset) -> None:
        """Has an encounter be one of another ruleset, without entries; what it is prepared with stays."""
        with self._transaction() as db:
            for statement in _EMPTYING:
                db.execute(statement, (encounter,))
            self.pin_again(encounter, ruleset)

    def keep_rules(self, ruleset: Ruleset) -> str:
        """Keeps the content of a ruleset for fights that go on by it; returns its sha256 in hexadecimal."""
        with self._transaction() as db:
            pin(db, ruleset)
        return digest_of(ruleset)

    def rules(self, digest: str) -> Ruleset:
        """Returns the content of a ruleset by its sha256 in hexadecimal.

        Raises:
            SaveError: it is not there, or damaged.
        """
        with reporting("read_failed", self.path):
            row = row_of(self._connection, digest)
        return self._ruleset(row or 0)

    def rename(self, encounter: EncounterId, name: str) -> None:
        """Gives an encounter another name in lists."""
        with self._transaction() as db:
            db.execute("UPDATE encounters SET name = ? WHERE id = ?", (name, encounter))

    def remove(self, encounter: EncounterId) -> None:
        """Removes an encounter with everything that happened in it, and the pictures that no plan is drawn on any more.

        This cannot be undone. A picture stays as long as any entry names it, also one that is taken back.
        """
        with self._transaction() as db:
            for statement in _REMOVAL:
                db.execute(statement, (encounter,))
            named = b" ".join(payload for (payload,) in db.execute(_BACKDROPS))
            for (name,) in db.execute(_PICTURES).fetchall():
                if name.encode() not in named:
                    db.execute(_REMOVE_PICTURE, (bytes.fromhex(name),))

    @contextmanager
    def together(self) -> Iterator[None]:
        """Keeps everything that is written within, or nothing of it if anything is raised.

        Sessions that were begun within must not be used after a failure.
        """
        try:
            with self._transaction():
                yield
        except BaseException:
            (self._last,) = self._row(_LAST)
            raise

    def load(
        self, encounter: EncounterId, *, up_to_damage: bool = False, with_state: bool = False
    ) -> Loaded:
        """Returns what is kept of an encounter, every entry proved to be what was written.

        With ``up_to_damage`` a damaged entry ends the fight instead: what follows it is left out, and ``damaged`` names
        it. Nothing in the file changes. ``with_state`` takes a kept state as well, and leaves the events before it
        unread: whether there is one to read in each of them shows when it is compared with the log.

        Raises:
            SaveError: there is no such encounter, or an entry or the ruleset is damaged; names which.
        """
        with reporting("read_failed", self.path):
            row = read_one(self._connection, "encounters", encounter)
            if row is None:
                raise storage_error("no_such_encounter", self.path, encounter=encounter)
            kept = self._kept_state(encounter) if with_state else None
            entries, damaged = self._entries(encounter, kept, up_to_damage=up_to_damage)
        name, ruleset, kept_head = row.values
        head = EntryId(int(kept_head or 0))
        sound = {ROOT, *(entry.id for entry in entries)}
        if head not in sound:
            if not up_to_damage:
                raise storage_error("entry_damaged", self.path, entry=head, reason="missing")
            head = max((each for each in sound if each < (damaged or head)), default=ROOT)
            damaged = damaged or ROOT
        if not row.is_sound:
            if not up_to_damage:
                raise storage_error("encounter_damaged", self.path, name=str(name))
            damaged = damaged or ROOT
        return Loaded(
            entries=entries,
            head=head,
            ruleset=self._ruleset(int(ruleset or 0)),
            name=str(name),
            kept=kept if damaged is None else None,
            damaged=damaged,
            pinned=self.rules,
        )

    def append(self, encounter: EncounterId, draft: Entry) -> Entry:
        """Keeps an entry on its parent as the encounter's head; returns it with its id (the draft's means nothing)."""
        with self._transaction() as db:
            entry = entry_log.write(db, encounter, replace(draft, id=EntryId(self._last + 1)))
        self._last = entry.id
        return entry

    def append_gesture(self, encounter: EncounterId, drafts: Sequence[Entry]) -> tuple[Entry, ...]:
        """Keeps entries one on the other, all or none, the last as the encounter's head."""
        drafts = as_gesture(drafts, EntryId(self._last + 1))
        with self._transaction() as db:
            entries = tuple(entry_log.write(db, encounter, each) for each in drafts)
        self._last = entries[-1].id
        return entries

    def move(self, encounter: EncounterId, head: EntryId) -> None:
        """Keeps another entry, or ``ROOT``, as the encounter's head."""
        with self._transaction() as db:
            entry_log.move(db, encounter, head)

    def keep_waiting(self, encounter: EncounterId, text: str) -> None:
        """Keeps what a command that waits for dice was told so far; empty: nothing."""
        self.set_setting(f"{_WAITING}{encounter}", text)

    def waiting(self, encounter: EncounterId) -> str:
        """Returns what was kept of a command that waited; empty: nothing."""
        return self.setting(f"{_WAITING}{encounter}") or ""

    def keep_state(self, encounter: EncounterId, entry: EntryId, state: EncounterState) -> None:
        """Keeps the state after an entry, so that the encounter opens sooner; it is only believed for that entry.

        Raises:
            SaveError: the file has no such entry, as where play goes on in memory, or it cannot be written.
        """
        with reporting("read_failed", self.path):
            seal = entry_log.hash_of(self._connection, encounter, entry).hex()
        text = KeptState(entry=entry, seal=seal, state=state).text
        self.set_setting(f"{_STATE}{encounter}", text)

    def drop_state(self, encounter: EncounterId) -> None:
        """Forgets the state that was kept of an encounter."""
        with self._transaction() as db:
            db.execute("DELETE FROM settings WHERE key = ?", (f"{_STATE}{encounter}",))

    def setting(self, key: str) -> str | None:
        """Returns a setting of the campaign; None if it was never set, or is not what was set."""
        with reporting("read_failed", self.path):
            row = read_one(self._connection, "settings", key)
        return None if row is None or not row.is_sound else str(row.values[0])

    def set_setting(self, key: str, value: str) -> None:
        """Keeps a setting of the campaign."""
        with self._transaction() as db:
            db.execute("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)", (key, value))

    def save_copy(self, path: Path, *, overwrite: bool = False) -> None:
        """Writes a complete copy to another file; play goes on in this one, or in the copy if this one is gone.

        Raises:
            SaveError: it is this file or any other campaign, or a file that is there and not to be overwritten, or it
                cannot be written; whatever was there is unharmed.
        """
        self._file.save_copy(path, overwrite=overwrite)

    @property
    def has_custom_entries(self) -> bool:
        """Whether there are items or conditions of the campaign's own: cheaper to ask than the prepared store."""
        with reporting("read_failed", self.path):
            (found,) = self._connection.execute("SELECT EXISTS (SELECT 1 FROM extras)").fetchone()
        return bool(found)

    @property
    def has_own_rules(self) -> bool:
        """Whether the campaign has rules of its own, or a draft of some: cheaper to ask than the prepared store."""
        with reporting("read_failed", self.path):
            (found,) = self._connection.execute(
                "SELECT EXISTS (SELECT 1 FROM own_rules)"
            ).fetchone()
        return bool(found)

    @cached_property
    def prepared(self) -> "PreparedStore":
        """What the game master prepares: creatures, parties, plans."""
        from encounter_gui.storage.prepared_store import (
            PreparedStore,  # not needed before the first paint
        )

        return PreparedStore(self._file)

    def _kept_state(self, encounter: EncounterId) -> KeptState | None:
        """Returns the kept state of an encounter; None: there is none, or it belongs to other entries than these."""
        kept = KeptState.read(self.setting(f"{_STATE}{encounter}") or "")
        if kept is None:
            return None
        with suppress(sqlite3.IntegrityError):
            if entry_log.hash_of(self._connection, encounter, kept.entry).hex() == kept.seal:
                return kept
        return None

    def _entries(
        self, encounter: EncounterId, kept: KeptState | None, *, up_to_damage: bool
    ) -> tuple[tuple[Entry, ...], EntryId | None]:
        broken: list[entry_log.BrokenError] = []
        known = ROOT if kept is None else kept.entry
        entries = entry_log.read(self._connection, encounter, broken, known=known)
        if broken and known:
            return self._entries(encounter, None, up_to_damage=up_to_damage)
        if broken and not up_to_damage:
            first = broken[0]
            raise storage_error(
                "entry_damaged", self.path, entry=first.entry, reason=first.reason
            ) from first
        return entries, broken[0].entry if broken else None

    def _ruleset(self, row: int) -> Ruleset:
        try:
            return read_pinned_ruleset(self._connection, row)
        except ValueError as error:
            raise storage_error("ruleset_damaged", self.path, reason=str(error)) from error

    def _row(self, query: str, *params: int) -> tuple[Any, ...]:
        row: tuple[Any, ...] | None = self._connection.execute(query, params).fetchone()
        if row is None:
            raise storage_error(
                "no_such_encounter", self.path, encounter=params[0] if params else 0
            )
        return row

    def _transaction(self) -> AbstractContextManager[sqlite3.Connection]:
        """Begins a transaction; within another it is part of that one."""
        return self._file.transaction()


_WRITABLE = 0o222
_LIST = (
    "SELECT encounters.id, name, coalesce(rulesets.ruleset, ''),"
    " (SELECT count(*) FROM entries WHERE encounter = encounters.id)"
    " FROM encounters LEFT JOIN rulesets ON rulesets.id = encounters.ruleset ORDER BY encounters.id"
)
_LAST = "SELECT coalesce(max(id), 0) FROM entries"
_WAITING = "waiting."
_STATE = "state."
_EMPTYING = (
    "DELETE FROM settings WHERE key = 'waiting.' || ?",
    "DELETE FROM settings WHERE key = 'state.' || ?",
    "UPDATE encounters SET head = NULL WHERE id = ?",
    "DELETE FROM events WHERE entry IN (SELECT id FROM entries WHERE encounter = ?)",
    "DELETE FROM entries WHERE encounter = ?",
)
"""What points to something goes before it."""

_REMOVAL = (
    *_EMPTYING,
    "DELETE FROM plans WHERE encounter = ?",
    "DELETE FROM encounters WHERE id = ?",
)
_BACKDROPS = "SELECT payload FROM events WHERE kind = 'plan.backdrop'"
_PICTURES = "SELECT lower(hex(hash)) FROM pictures"
_REMOVE_PICTURE = "DELETE FROM pictures WHERE hash = ?"


def _make(path: Path, name: str) -> None:
    from encounter_gui.storage.table_definitions import make_tables

    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        make_tables(connection)
        stamp(connection, SCHEMA.version)
        install(connection)
        connection.execute("INSERT INTO campaign (id, name) VALUES (1, ?)", (name,))


def _migrate(path: Path, connection: sqlite3.Connection, version: int, schema: Schema) -> None:
    back_up_version(path, version)
    with reporting("migration_failed", path):
        migrate(connection, version, schema)
