"""Items and conditions of a campaign's own, kept in its file, each for one ruleset."""

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from encounter_gui.core.ids import RulesetId
from encounter_gui.rules.files.custom_entries import CustomEntry, kind_of
from encounter_gui.rules.model.ruleset import ConditionDef, ItemDef
from encounter_gui.storage.storage_errors import trouble

Transaction = Callable[[], AbstractContextManager[sqlite3.Connection]]
"""Begins a transaction that is committed when the block ends, and rolled back when it raises."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredCustomEntry:
    """An own item or condition, its row, and the ruleset it is for."""

    row: int
    ruleset: RulesetId
    extra: CustomEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class NewCustomEntry:
    """An item or condition to be kept."""

    ruleset: RulesetId
    extra: CustomEntry


class CustomEntryStore:
    """Own items and conditions of one campaign; of one ruleset and sort, no two have the same key.

    Every method raises ``SaveError`` when the file does not let it; nothing has changed then.
    """

    def __init__(
        self, path: Path, connection: sqlite3.Connection, transaction: Transaction
    ) -> None:
        """Takes the campaign's file, its connection, and how it begins transactions."""
        self._path = path
        self._connection = connection
        self._transaction = transaction

    def all(self) -> tuple[StoredCustomEntry, ...]:
        """Returns everything, by name."""
        query = "SELECT id, ruleset, kind, payload FROM extras ORDER BY name COLLATE NOCASE, id"
        try:
            rows = self._connection.execute(query).fetchall()
        except sqlite3.Error as error:
            raise trouble("record_failed", self._path, reason=str(error)) from error
        return tuple(
            StoredCustomEntry(
                row=row, ruleset=RulesetId(ruleset), extra=self._decoded(kind, payload)
            )
            for row, ruleset, kind, payload in rows
        )

    def of(self, ruleset: str) -> tuple[tuple[ItemDef, ...], tuple[ConditionDef, ...]]:
        """Returns the own items and the own conditions for a ruleset."""
        definitions = [each.extra for each in self.all() if each.ruleset == ruleset]
        items = tuple(each for each in definitions if isinstance(each, ItemDef))
        return items, tuple(each for each in definitions if isinstance(each, ConditionDef))

    def add(self, those: Iterable[NewCustomEntry]) -> tuple[int, ...]:
        """Keeps things, all or none of them; returns their rows in order."""
        with self._transaction() as db:
            return tuple(self._put(db, None, each.ruleset, each.extra) for each in those)

    def replace(self, changed: Mapping[int, CustomEntry]) -> None:
        """Puts others in the place of things, by row, all or none of them."""
        with self._transaction() as db:
            for row, extra in changed.items():
                db.execute(
                    "UPDATE extras SET kind = ?, key = ?, name = ?, payload = ? WHERE id = ?",
                    (*_columns(extra), row),
                )

    def remove(self, rows: Iterable[int]) -> None:
        """Removes things."""
        with self._transaction() as db:
            db.executemany("DELETE FROM extras WHERE id = ?", [(row,) for row in rows])

    def restore(self, those: Iterable[StoredCustomEntry]) -> None:
        """Keeps things again in the rows they had: what removing them is undone with."""
        with self._transaction() as db:
            for each in those:
                self._put(db, each.row, each.ruleset, each.extra)

    def _put(
        self, db: sqlite3.Connection, row: int | None, ruleset: RulesetId, extra: CustomEntry
    ) -> int:
        done = db.execute(
            "INSERT INTO extras (id, ruleset, kind, key, name, payload) VALUES (?, ?, ?, ?, ?, ?)",
            (row, ruleset, *_columns(extra)),
        )
        return int(done.lastrowid or 0)

    def _decoded(self, kind: str, payload: bytes) -> CustomEntry:
        try:
            if kind == "item":
                return msgspec.json.decode(payload, type=ItemDef)
            return msgspec.json.decode(payload, type=ConditionDef)
        except msgspec.MsgspecError as error:
            raise trouble("record_failed", self._path, reason=str(error)) from error


def _columns(extra: CustomEntry) -> tuple[str, str, str, bytes]:
    return kind_of(extra), extra.key, extra.name, msgspec.json.encode(extra)
