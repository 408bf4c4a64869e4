"""Writes everything sound of a damaged campaign to a new file; the damaged one is not touched."""

import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from encounter_gui.core.errors import SaveError
from encounter_gui.core.ids import EncounterId, EntryId
from encounter_gui.storage import entry_log
from encounter_gui.storage.campaign import Campaign
from encounter_gui.storage.damage import Damage, kind_of_damage, row_name
from encounter_gui.storage.file.header import version_of
from encounter_gui.storage.file.opening import reading
from encounter_gui.storage.file.schema import SCHEMA
from encounter_gui.storage.file.seals import PARTS, SealedRow, readable_text, seal_of
from encounter_gui.storage.file.targets import part_beside, require_free
from encounter_gui.storage.storage_errors import reporting, storage_error

_Row = tuple[Any, ...]
_SAME = ("settings", "sources", "extras", "portraits", "pictures", "parties", "own_rules")
"""Tables whose sound rows are written as they are: nothing else has to be there for them."""


class Repaired(Struct, frozen=True, kw_only=True):
    """What was written to the new file, by table, and what was left out or put right."""

    saved: Counter[str]
    lost: tuple[Damage, ...]


def repair(source: Path, target: Path, *, overwrite: bool = False) -> Repaired:
    """Writes a new campaign with everything of a damaged one that is what was once written.

    An encounter is kept up to its first damaged entry. One whose own row is damaged is kept with all its entries, and
    named: its name, and where it stands, may not be what they were. With ``overwrite`` a file that is there, and is no
    campaign, is replaced once the new one is whole.

    Raises:
        SaveError: there is nothing to read, the new file is a campaign or there already, or it cannot be written. Then
            there is no new file.
    """
    require_free(target, overwrite=overwrite, for_campaign=True)
    part = part_beside(target)
    with _present_version(source) as path, reporting("unreadable", source), reading(path) as old:
        readable_text(old)
        salvage = _Salvage(old)
        names = salvage.campaign_names()
        try:
            with (
                _naming(target),
                Campaign.create(part, next(iter(names), source.stem)) as new,
                new.file.transaction() as db,
            ):
                salvage.write(db)
            salvage.require_any(source)
            with reporting("read_only", target):
                part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    return Repaired(saved=salvage.saved, lost=tuple(salvage.lost))


@contextmanager
def _naming(target: Path) -> Iterator[None]:
    """Has what is refused of the part that is written first told of the file that it is to become."""
    try:
        yield
    except SaveError as error:
        told = error.message.params.items()
        params = {key: value for key, value in told if key not in ("file", "folder")}
        raise storage_error(error.message.key.removeprefix("storage."), target, **params) from error


@contextmanager
def _present_version(source: Path) -> Iterator[Path]:
    """Yields the file, or a copy of it that was brought up to date if it is of an older version."""
    version = version_of(source)
    if version >= SCHEMA.version:
        yield source
        return
    with TemporaryDirectory(prefix="encounter-gui-") as folder:
        copy = Path(folder, source.name)
        with reporting("unreadable", source):
            shutil.copyfile(source, copy)
        Campaign.open(copy).close()
        yield copy


class _Salvage:
    """Reads what can be read of a database whose pages may be damaged, and notes what cannot."""

    def __init__(self, old: sqlite3.Connection) -> None:
        self.saved: Counter[str] = Counter()
        self.lost: list[Damage] = []
        self._old = old
        found = self._read('SELECT part, "key", seal FROM seals', 'part, "key"')
        self._seals = {(part, key): seal for part, key, seal in found}

    def rows(self, table: str) -> list[SealedRow]:
        """Returns the rows of a part that can be read, each proved; in the order of their keys."""
        part = PARTS[table]
        query = f'SELECT {part.key_text}, {part.listed} FROM "{table}" NOT INDEXED'
        order = "hash" if part.key == "hash" else f'"{part.key}"'
        return [
            SealedRow(
                key=key,
                values=tuple(values),
                is_sound=self._seals.get((table, key)) == seal_of(table, key, *values),
            )
            for key, *values in self._read(query, order)
        ]

    def write(self, db: sqlite3.Connection) -> None:
        """Writes all that is sound, what others refer to first."""
        rulesets = self._copy(db, "rulesets")
        kept = self._write_encounters(db, rulesets)
        for table in _SAME:
            self._copy(db, table)
        sources = {int(key) for (key,) in db.execute("SELECT id FROM sources")}
        self._copy(
            db, "library", lambda values: (*values[:2], _known(values[2], sources), values[3])
        )
        self._copy(db, "plans", is_wanted=lambda key: int(key) in kept)
        self._note_missing()

    def campaign_names(self) -> list[str]:
        """Returns the name of the campaign, even if it may not be what it was; empty if it cannot be read."""
        rows = self.rows("campaign")
        for row in rows:
            if not row.is_sound:
                self._lose("campaign", row.key, str(row.values[0]))
        return [str(row.values[0]) for row in rows]

    def require_any(self, source: Path) -> None:
        """Raises SaveError if nothing was sound."""
        if not self.saved.total():
            raise storage_error("nothing_sound", source)

    def _read(self, query: str, order: str) -> list[_Row]:
        """Returns the rows of a query that can be read: from the first on, and from the last back, up to the damage."""
        found: dict[str, _Row] = {}
        for direction in ("ASC", "DESC"):
            columns = ", ".join(f"{each} {direction}" for each in order.split(", "))
            try:
                for row in self._old.execute(f"{query} ORDER BY {columns}"):
                    found.setdefault(repr(row), row)
            except sqlite3.Error:
                continue
            break
        return list(found.values())

    def _copy(
        self,
        db: sqlite3.Connection,
        table: str,
        changed: Callable[[_Row], _Row] = lambda values: values,
        is_wanted: Callable[[str], bool] = lambda key: True,  # noqa: ARG005 - all are
    ) -> set[int]:
        """Writes the sound rows of a part; returns their keys where these are numbers."""
        part, keys = PARTS[table], set[int]()
        names = ", ".join(f'"{each}"' for each in (part.key, *part.columns))
        marks = ", ".join("?" * (len(part.columns) + 1))
        for row in self.rows(table):
            kind = kind_of_damage(table, row)
            if kind is not None:
                self._lose(table, row.key, row_name(table, row))
            elif is_wanted(row.key):
                key = bytes.fromhex(row.key) if part.key == "hash" else row.key
                insert = f'INSERT INTO "{table}" ({names}) VALUES ({marks})'
                db.execute(insert, (key, *changed(row.values)))
                self.saved[table] += 1
                keys |= {int(row.key)} if row.key.isdecimal() else set()
        return keys

    def _write_encounters(self, db: sqlite3.Connection, rulesets: set[int]) -> set[int]:
        """Writes the encounters whose rules are sound, each with its sound entries; returns their ids."""
        entries = self._grouped(_ENTRIES, "id", 1)
        events = self._grouped(_EVENTS, "entry, seq", 0)
        kept: set[int] = set()
        for row in self.rows("encounters"):
            name, ruleset, head = row.values
            if ruleset not in rulesets:
                self._lose("encounters", row.key, str(name))
                continue
            if not row.is_sound:
                self._lose("encounters", row.key, str(name))
            key = int(row.key)
            values = (key, str(name), ruleset)
            db.execute("INSERT INTO encounters (id, name, ruleset) VALUES (?, ?, ?)", values)
            sound = self._write_entries(db, key, str(name), entries.get(key, []), events)
            stood = head if isinstance(head, int) else 0
            before = (each for each in sound if each <= stood)
            here = max(before, default=None)
            db.execute("UPDATE encounters SET head = ? WHERE id = ?", (here, key))
            self.saved["encounters"] += 1
            kept.add(key)
        return kept

    def _write_entries(
        self,
        db: sqlite3.Connection,
        encounter: int,
        name: str,
        rows: list[_Row],
        events: Mapping[int, list[_Row]],
    ) -> set[int]:
        broken: list[entry_log.BrokenError] = []
        mine = [event for row in rows for event in events.get(row[0], [])]
        proved = entry_log.prove(
            EncounterId(encounter),
            [
                (EntryId(key), EntryId(parent or 0), at, payload, seal)
                for key, _, parent, at, payload, seal in rows
            ],
            [(entry, seq, kind, version, data) for entry, seq, kind, version, data in mine],
            broken,
        )
        sound = {int(each.id) for each in proved}
        for key, _, parent, at, payload, seal in rows:
            if key in sound:
                values = (key, encounter, parent, at.decode(), payload, seal)
                db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", values)
        for entry, seq, kind, version, data in mine:
            if entry in sound:
                db.execute(
                    "INSERT INTO events VALUES (?, ?, ?, ?, ?)",
                    (entry, seq, kind.decode(), version, data),
                )
        for error in broken:
            self._lose("entries", str(error.entry), name)
        self.saved["entries"] += len(sound)
        return sound

    def _grouped(self, query: str, order: str, column: int) -> dict[int, list[_Row]]:
        found: dict[int, list[_Row]] = {}
        for row in self._read(query, order):
            found.setdefault(row[column], []).append(row)
        return {key: sorted(rows, key=lambda row: row[:2]) for key, rows in found.items()}

    def _lose(self, part: str, key: str, name: str) -> None:
        self.lost.append(Damage(part=part, key=key, name=name, kind="changed"))

    def _note_missing(self) -> None:
        """Notes rows that have a seal but are not there any more."""
        there = {(table, row.key) for table in PARTS for row in self.rows(table)}
        for part, key in self._seals:
            if (part, key) not in there:
                self.lost.append(Damage(part=part, key=key, name="", kind="missing"))


_ENTRIES = "SELECT id, encounter, parent, CAST(at AS BLOB), payload, hash FROM entries NOT INDEXED"
_EVENTS = "SELECT entry, seq, CAST(kind AS BLOB), version, payload FROM events"


def _known(source: object, sources: set[int]) -> object:
    return source if source in sources else None
