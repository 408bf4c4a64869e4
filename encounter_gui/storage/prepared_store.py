"""Stores what a game master prepares in the campaign file: creatures, own things, parties, plans, rules.

Rows are written in one transaction a call, straight on the campaign's connection: an import writes hundreds.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from encounter_gui.core.errors import RuleError, SaveError
from encounter_gui.core.ids import EncounterId, RulesetId
from encounter_gui.core.picture_files import PictureFile, read_picture
from encounter_gui.rules.files.custom_entries import CustomEntry, kind_of
from encounter_gui.rules.model.own_rules import OwnRules
from encounter_gui.rules.model.prepared import EncounterPlan, LibraryCreature, Party
from encounter_gui.rules.model.ruleset import ConditionDef, ItemDef
from encounter_gui.storage.file.campaign_file import CampaignFile
from encounter_gui.storage.file.seals import PARTS, SealedRow, read_sealed
from encounter_gui.storage.garbage import without_collecting
from encounter_gui.storage.storage_errors import storage_error

T = TypeVar("T")
_S = TypeVar("_S")

_Values = tuple[str | bytes | None, ...]


class Stored(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """A prepared value, its row in the file, and the ruleset it is for."""

    row: int
    ruleset: RulesetId
    value: T


class New(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """A value to be stored; ``raw`` is the source it was imported from, empty if it was made here."""

    ruleset: RulesetId
    value: T
    raw: str = ""


class PreparedFile:
    """The campaign file as the tables use it. Its methods raise ``SaveError`` where the file does not let them."""

    def __init__(self, file: CampaignFile) -> None:
        """Takes the file of the open campaign."""
        self.transaction = file.transaction
        self._file = file

    @property
    def path(self) -> Path:
        """The campaign file."""
        return self._file.path

    def rows(self, table: str, rest: str, *params: int | bytes) -> Iterator[SealedRow]:
        """Yields the rows of a table that are what was written; ``rest`` continues the SELECT."""
        try:
            found = read_sealed(self._file.connection, table, rest, *params)
            yield from (row for row in found if row.is_sound)
        except sqlite3.Error as error:
            raise storage_error("record_failed", self.path, reason=str(error)) from error

    def decode(self, payload: bytes, kind: type[_S]) -> _S:
        """Returns the value that is stored as JSON."""
        try:
            return msgspec.json.decode(payload, type=kind)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise storage_error("record_failed", self.path, reason=str(error)) from error


class Table(Generic[T]):
    """One kind of prepared values. Methods raise ``SaveError`` and change nothing where the file does not let them."""

    def __init__(
        self,
        file: PreparedFile,
        name: str,
        columns: Mapping[str, str],
        encode: Callable[[New[T]], _Values],
        decode: Callable[[bytes], T],
    ) -> None:
        """Takes the table.

        Args:
            file: the campaign file.
            name: the name of the table; it has the columns ``id``, ``ruleset``, ``name`` and ``payload``.
            columns: all columns but ``id`` and ``ruleset``, each with its SQL expression, in which ``?`` is the value.
            encode: returns the values for these columns; for None a row that is there keeps the value it has.
            decode: returns the value of a payload.
        """
        names = ", ".join(columns)
        updates = ", ".join(f"{each} = coalesce(excluded.{each}, {each})" for each in columns)
        self._file = file
        self._encode = encode
        self._decode = decode
        self._name = name
        self._payload = PARTS[name].columns.index("payload")
        self._name_at = PARTS[name].columns.index("name")
        # Names of tables and columns are constants of this module.
        self._remove = f"DELETE FROM {name} WHERE id = ?"
        self._write = (
            f"INSERT INTO {name} (id, ruleset, {names}) VALUES (?, ?, {', '.join(columns.values())})"
            f" ON CONFLICT (id) DO UPDATE SET ruleset = excluded.ruleset, {updates}"
        )

    def all(self) -> tuple[Stored[T], ...]:
        """Returns every value that is what was stored, by name; ``find_damage`` names the others."""
        with without_collecting():
            # Sorted here: the database would carry every payload through its sorter.
            rows = list(self._file.rows(self._name, ""))
            rows.sort(key=lambda row: (str(row.values[self._name_at]).casefold(), int(row.key)))
            return tuple([stored for row in rows if (stored := self._stored(row)) is not None])

    def _stored(self, row: SealedRow) -> Stored[T] | None:
        payload = row.values[self._payload]
        try:
            value = self._decode(payload if isinstance(payload, bytes) else b"")
        except SaveError:  # written by hand: one row hides itself, not the others
            return None
        return Stored(row=int(row.key), ruleset=RulesetId(str(row.values[0])), value=value)

    def add(
        self, new: Iterable[New[T]], replaced: Mapping[int, New[T]] | None = None
    ) -> tuple[int, ...]:
        """Stores new values, and others instead of those in existing rows, all or none of them.

        Returns:
            the rows of the new values, in order.
        """
        with self._file.transaction() as db:
            for row, each in (replaced or {}).items():
                self._put(db, row, each)
            return tuple(self._put(db, None, each) for each in new)

    def put(self, stored: Iterable[Stored[T]]) -> None:
        """Stores values in their rows, whether the rows are there or were removed before."""
        with self._file.transaction() as db:
            for each in stored:
                self._put(db, each.row, New(ruleset=each.ruleset, value=each.value))

    def remove(self, rows: Iterable[int]) -> None:
        """Removes rows; those that are not there are ignored. Imported sources stay."""
        with self._file.transaction() as db:
            db.executemany(self._remove, [(row,) for row in rows])

    def _put(self, db: sqlite3.Connection, row: int | None, new: New[T]) -> int:
        if new.raw:
            source = (_digest(new.raw), new.raw)
            db.execute("INSERT OR IGNORE INTO sources (hash, raw) VALUES (?, ?)", source)
        done = db.execute(self._write, (row, new.ruleset, *self._encode(new)))
        return int(done.lastrowid or 0)


class PreparedStore:
    """The prepared values of one campaign. Every method raises ``SaveError`` where the file does not let it."""

    def __init__(self, campaign: CampaignFile) -> None:
        """Takes the file of the open campaign."""
        self._file = file = PreparedFile(campaign)
        self.creatures: Table[LibraryCreature] = Table(
            file,
            "library",
            {"name": "?", "source": "(SELECT id FROM sources WHERE hash = ?)", "payload": "?"},
            _creature_values,
            lambda payload: file.decode(payload, LibraryCreature),
        )
        self.custom_entries: Table[CustomEntry] = Table(
            file,
            "extras",
            {"kind": "?", "key": "?", "name": "?", "payload": "?"},
            _custom_entry_values,
            lambda payload: _custom_entry(file, payload),
        )
        self.parties: Table[Party] = Table(
            file,
            "parties",
            {"name": "?", "payload": "?"},
            lambda new: (new.value.name, msgspec.json.encode(new.value)),
            lambda payload: file.decode(payload, Party),
        )
        self.own_rules: Table[OwnRules] = Table(
            file,
            "own_rules",
            {"name": "?", "payload": "?"},
            lambda new: (new.value.name, msgspec.json.encode(new.value)),
            lambda payload: file.decode(payload, OwnRules),
        )

    def source(self, row: int) -> str:
        """Returns the raw source of a creature; empty if it was made here."""
        where = "WHERE id = (SELECT source FROM library WHERE library.id = ?)"
        return next((str(each.values[1]) for each in self._file.rows("sources", where, row)), "")

    def definitions(self, ruleset: str) -> tuple[tuple[ItemDef, ...], tuple[ConditionDef, ...]]:
        """Returns the campaign's own items and own conditions for a ruleset."""
        own = [each.value for each in self.custom_entries.all() if each.ruleset == ruleset]
        items = tuple(each for each in own if isinstance(each, ItemDef))
        return items, tuple(each for each in own if isinstance(each, ConditionDef))

    def put_portrait(self, picture: bytes) -> str:
        """Stores a picture (PNG) and returns its sha256 in hexadecimal, by which creatures name it."""
        digest = sha256(picture)
        with self._file.transaction() as db:
            db.execute("INSERT OR IGNORE INTO portraits VALUES (?, ?)", (digest.digest(), picture))
        return digest.hexdigest()

    def portrait(self, name: str) -> bytes:
        """Returns a picture; empty if there is none of that name, or it is not what was stored."""
        try:
            key = bytes.fromhex(name)
        except ValueError:
            return b""
        pictures = (row.values[0] for row in self._file.rows("portraits", "WHERE hash = ?", key))
        picture = next(pictures, None)
        is_sound = isinstance(picture, bytes) and sha256(picture).digest() == key
        return picture if isinstance(picture, bytes) and is_sound else b""

    def put_picture(self, data: bytes) -> PictureFile:
        """Stores a picture for plans (PNG or JPEG), once however often it is given, and returns it as it is kept.

        Raises:
            RuleError: it is no such picture, cut off, or too large.
            SaveError: the file does not let it.
        """
        found = read_picture(data)
        row = (found.digest, found.kind, found.width, found.height, found.data)
        with self._file.transaction() as db:
            db.execute("INSERT OR IGNORE INTO pictures VALUES (?, ?, ?, ?, ?)", row)
        return found

    def picture(self, name: str) -> PictureFile | None:
        """Returns the picture of a plan by its sha256 in hexadecimal.

        None: there is none of that name, or it is not what was stored.
        """
        try:
            key = bytes.fromhex(name)
        except ValueError:
            return None
        for row in self._file.rows("pictures", "WHERE hash = ?", key):
            *_, data = row.values
            with suppress(RuleError):  # a row that somebody else wrote
                found = read_picture(data if isinstance(data, bytes) else b"")
                if found.digest == key:
                    return found
        return None

    def plan(self, encounter: EncounterId) -> EncounterPlan:
        """Returns the plan of an encounter; an empty plan if nothing is prepared."""
        rows = self._file.rows("plans", "WHERE encounter = ?", encounter)
        payloads = (row.values[0] for row in rows)
        plans = (
            self._file.decode(payload, EncounterPlan)
            for payload in payloads
            if isinstance(payload, bytes)
        )
        return next(plans, EncounterPlan())

    def put_plan(self, encounter: EncounterId, plan: EncounterPlan) -> None:
        """Stores the plan of an encounter."""
        with self._file.transaction() as db:
            db.execute(
                "INSERT OR REPLACE INTO plans VALUES (?, ?)", (encounter, msgspec.json.encode(plan))
            )


def _digest(raw: str) -> bytes:
    return sha256(raw.encode()).digest()


def _creature_values(new: New[LibraryCreature]) -> _Values:
    """A creature without a raw source refers to the source its note names, as far as that is stored."""
    note = new.value.source
    digest = bytes.fromhex(note.sha256) if note else b""
    payload = msgspec.json.encode(new.value)
    return new.value.name, _digest(new.raw) if new.raw else digest, payload


def _custom_entry_values(new: New[CustomEntry]) -> _Values:
    value = new.value
    return kind_of(value), value.key, value.name, msgspec.json.encode(value)


class _Kind(msgspec.Struct):
    kind: str = ""


_ITEM_KINDS = {"weapon", "armor", "explosive", "gear"}


def _custom_entry(file: PreparedFile, payload: bytes) -> CustomEntry:
    if file.decode(payload, _Kind).kind in _ITEM_KINDS:
        return file.decode(payload, ItemDef)
    return file.decode(payload, ConditionDef)
