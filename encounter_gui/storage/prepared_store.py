"""What a campaign's game master prepares, kept in its file: creatures with sources and portraits, parties, plans.

Rows are written in one transaction a call, straight on the campaign's connection: an import writes hundreds.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from encounter_gui.core.ids import EncounterId, RulesetId
from encounter_gui.rules.model.prepared import EncounterPlan, LibraryCreature, Party
from encounter_gui.storage.custom_entry_store import CustomEntryStore, Transaction
from encounter_gui.storage.storage_errors import trouble

_T = TypeVar("_T", bound=msgspec.Struct)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """A creature of the library, its row, and the ruleset it is for."""

    row: int
    ruleset: RulesetId
    entry: LibraryCreature


@dataclass(frozen=True, slots=True, kw_only=True)
class New:
    """A creature to be kept; ``raw`` is the source it was made from, empty for one that was made here."""

    ruleset: RulesetId
    entry: LibraryCreature
    raw: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredParty:
    """A party, its row, and the ruleset it is for."""

    row: int
    ruleset: RulesetId
    party: Party


class PreparedStore:
    """The prepared things of one campaign. Every method raises ``SaveError`` when the file does not let it."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, transaction: Transaction
    ) -> None:
        """Takes the campaign's file, its connection, and how it begins transactions."""
        self._path = path
        self._connection = connection
        self._transaction = transaction

    # ---- creatures

    def creatures(self) -> tuple[Stored, ...]:
        """Returns every creature, by name."""
        query = "SELECT id, ruleset, payload FROM library ORDER BY name COLLATE NOCASE, id"
        return tuple(
            Stored(
                row=row, ruleset=RulesetId(ruleset), entry=self._decoded(payload, LibraryCreature)
            )
            for row, ruleset, payload in self._read(query)
        )

    def creature(self, row: int) -> Stored | None:
        """Returns the creature of a row, or None."""
        found = self._read("SELECT ruleset, payload FROM library WHERE id = ?", row)
        for ruleset, payload in found:
            return Stored(
                row=row, ruleset=RulesetId(ruleset), entry=self._decoded(payload, LibraryCreature)
            )
        return None

    def add(
        self, those: Iterable[New], instead: Mapping[int, New] | None = None
    ) -> tuple[int, ...]:
        """Keeps creatures, and others with their sources in the place of rows, all or none of them.

        Returns:
            the rows of those that were added, in order.
        """
        with self._transaction() as db:
            for row, new in (instead or {}).items():
                self._put(db, row, new)
            return tuple(self._add(db, new) for new in those)

    def replace(self, changed: Mapping[int, LibraryCreature]) -> None:
        """Puts others in the place of creatures, by row, all or none of them."""
        with self._transaction() as db:
            for row, entry in changed.items():
                db.execute(
                    "UPDATE library SET name = ?, payload = ? WHERE id = ?",
                    (entry.name, msgspec.json.encode(entry), row),
                )

    def remove(self, rows: Iterable[int]) -> None:
        """Removes creatures; their sources stay for others that came from the same."""
        with self._transaction() as db:
            db.executemany("DELETE FROM library WHERE id = ?", [(row,) for row in rows])

    def restore(self, stored: Iterable[Stored]) -> None:
        """Keeps creatures again in the rows they had: what removing them is undone with."""
        with self._transaction() as db:
            for kept in stored:
                source = kept.entry.source
                digest = bytes.fromhex(source.sha256) if source else b""
                db.execute(
                    "INSERT OR REPLACE INTO library (id, ruleset, name, source, payload)"
                    " VALUES (?, ?, ?, (SELECT id FROM sources WHERE hash = ?), ?)",
                    (
                        kept.row,
                        kept.ruleset,
                        kept.entry.name,
                        digest,
                        msgspec.json.encode(kept.entry),
                    ),
                )

    def source(self, row: int) -> str:
        """Returns the raw source of a creature; empty if it was made here."""
        query = "SELECT raw FROM sources JOIN library ON library.source = sources.id WHERE library.id = ?"
        return next((raw for (raw,) in self._read(query, row)), "")

    # ---- own items and conditions

    @cached_property
    def extras(self) -> CustomEntryStore:
        """The campaign's own items and conditions."""
        return CustomEntryStore(self._path, self._connection, self._transaction)

    # ---- portraits

    def put_portrait(self, picture: bytes) -> str:
        """Keeps a picture (PNG) and returns its sha256 in hexadecimal, by which creatures name it."""
        digest = sha256(picture)
        with self._transaction() as db:
            db.execute("INSERT OR IGNORE INTO portraits VALUES (?, ?)", (digest.digest(), picture))
        return digest.hexdigest()

    def portrait(self, name: str) -> bytes:
        """Returns a picture; empty if there is none of that name."""
        query = "SELECT picture FROM portraits WHERE hash = ?"
        return next((picture for (picture,) in self._read(query, bytes.fromhex(name))), b"")

    # ---- parties and plans

    def parties(self) -> tuple[StoredParty, ...]:
        """Returns every party, by name."""
        query = "SELECT id, ruleset, payload FROM parties ORDER BY name COLLATE NOCASE, id"
        return tuple(
            StoredParty(row=row, ruleset=RulesetId(ruleset), party=self._decoded(payload, Party))
            for row, ruleset, payload in self._read(query)
        )

    def put_party(self, ruleset: RulesetId, party: Party, row: int | None = None) -> int:
        """Keeps a party in a new row, or instead of the one in ``row``; returns the row."""
        with self._transaction() as db:
            done = db.execute(
                "INSERT OR REPLACE INTO parties (id, ruleset, name, payload) VALUES (?, ?, ?, ?)",
                (row, ruleset, party.name, msgspec.json.encode(party)),
            )
            return int(done.lastrowid or 0)

    def remove_party(self, row: int) -> None:
        """Removes a party; nothing if it is not there."""
        with self._transaction() as db:
            db.execute("DELETE FROM parties WHERE id = ?", (row,))

    def plan(self, encounter: EncounterId) -> EncounterPlan:
        """Returns what an encounter is prepared with; an empty plan if nothing was."""
        query = "SELECT payload FROM plans WHERE encounter = ?"
        return next(
            (self._decoded(payload, EncounterPlan) for (payload,) in self._read(query, encounter)),
            EncounterPlan(),
        )

    def put_plan(self, encounter: EncounterId, plan: EncounterPlan) -> None:
        """Keeps what an encounter is prepared with."""
        with self._transaction() as db:
            db.execute(
                "INSERT OR REPLACE INTO plans VALUES (?, ?)", (encounter, msgspec.json.encode(plan))
            )

    # ---- how

    def _add(self, db: sqlite3.Connection, new: New) -> int:
        source = self._source(db, new.raw) if new.raw else None
        done = db.execute(
            "INSERT INTO library (ruleset, name, source, payload) VALUES (?, ?, ?, ?)",
            (new.ruleset, new.entry.name, source, msgspec.json.encode(new.entry)),
        )
        return int(done.lastrowid or 0)

    def _put(self, db: sqlite3.Connection, row: int, new: New) -> None:
        source = self._source(db, new.raw) if new.raw else None
        db.execute(
            "UPDATE library SET ruleset = ?, name = ?, source = ?, payload = ? WHERE id = ?",
            (new.ruleset, new.entry.name, source, msgspec.json.encode(new.entry), row),
        )

    def _source(self, db: sqlite3.Connection, raw: str) -> int:
        digest = sha256(raw.encode()).digest()
        db.execute("INSERT OR IGNORE INTO sources (hash, raw) VALUES (?, ?)", (digest, raw))
        (row,) = db.execute("SELECT id FROM sources WHERE hash = ?", (digest,)).fetchone()
        return int(row)

    def _read(self, query: str, *values: int | bytes) -> Iterator[tuple[Any, ...]]:
        try:
            yield from self._connection.execute(query, values)
        except sqlite3.Error as error:
            raise trouble("record_failed", self._path, reason=str(error)) from error

    def _decoded(self, payload: bytes, kind: type[_T]) -> _T:
        try:
            return msgspec.json.decode(payload, type=kind)
        except msgspec.MsgspecError as error:
            raise trouble("record_failed", self._path, reason=str(error)) from error
