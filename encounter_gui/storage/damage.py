"""Looks through a whole campaign for what is not what was written."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import EncounterId
from encounter_gui.core.picture_files import read_picture
from encounter_gui.rules.model.own_rules import OwnRules
from encounter_gui.rules.model.prepared import EncounterPlan, LibraryCreature, Party
from encounter_gui.rules.model.ruleset import ConditionDef, ItemDef, Ruleset
from encounter_gui.storage import entry_log
from encounter_gui.storage.file.opening import inspect_file, reading
from encounter_gui.storage.file.schema import SCHEMA
from encounter_gui.storage.file.seals import PARTS, SealedRow, Value, read_sealed, readable_text
from encounter_gui.storage.storage_errors import reporting, storage_error

DamageKind = Literal["changed", "missing", "unreadable", "stray"]
"""Not what was written; gone; what was written, but this program cannot read it; belongs to nothing."""


class Damage(msgspec.Struct, frozen=True, kw_only=True):
    """One thing in a campaign that cannot be used: its table, its key there, its name as far as that can be read."""

    part: str
    key: str
    name: str
    kind: DamageKind


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What a look through a campaign found: how many rows each table has, and which of them cannot be used."""

    counts: dict[str, int]
    damage: tuple[Damage, ...]


def verify(path: Path) -> Verdict:
    """Reads everything in a campaign that is not open, without changing it.

    Raises:
        SaveError: it is not a campaign, of another version, or its structure is damaged.
    """
    version = inspect_file(path, SCHEMA)
    if version != SCHEMA.version:
        raise storage_error("older", path, version=version, known=SCHEMA.version)
    with reporting("read_failed", path), reading(path) as connection:
        readable_text(connection)
        tables = (*PARTS, "entries", "events")
        counts = {
            each: int(connection.execute(f'SELECT count(*) FROM "{each}"').fetchone()[0])
            for each in tables
        }
        return Verdict(counts=counts, damage=tuple(find_damage(connection)))


def damage_in_open(path: Path) -> tuple[Damage, ...]:
    """Looks through a campaign that is open, on a connection of its own; may run in any thread.

    Raises:
        SaveError: it cannot be read.
    """
    uri = f"{path.resolve().as_uri()}?mode=ro"
    with (
        reporting("read_failed", path),
        closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection,
    ):
        readable_text(connection)
        connection.execute("BEGIN")  # one moment of it, whatever is played meanwhile
        return tuple(find_damage(connection))


def find_damage(connection: sqlite3.Connection) -> Iterator[Damage]:
    """Yields everything that cannot be used; the connection gives text that is damaged, too."""
    seen: set[tuple[str, str]] = set()
    names: dict[str, str] = {}
    for table in PARTS:
        for row in read_sealed(connection, table):
            seen.add((table, row.key))
            if table == "encounters":
                names[row.key] = str(row.values[0])
            kind = kind_of_damage(table, row)
            if kind is not None:
                yield Damage(part=table, key=row.key, name=row_name(table, row), kind=kind)
    for part, key in connection.execute('SELECT part, "key" FROM seals').fetchall():
        if (part, key) not in seen:
            yield Damage(part=part, key=key, name="", kind="missing")
    yield from _damaged_entries(connection, names)


def kind_of_damage(table: str, row: SealedRow) -> DamageKind | None:
    """Returns what is wrong with a row; None: nothing."""
    if not row.is_sound:
        return "changed"
    values = dict(zip(PARTS[table].columns, row.values, strict=True))
    if not _has_its_hash(table, row.key, values):
        return "changed"
    if table == "pictures" and not _is_picture(values):
        return "unreadable"
    return None if _can_be_read(table, values.get("payload")) else "unreadable"


def _has_its_hash(table: str, key: str, values: dict[str, Value]) -> bool:
    match table:
        case "portraits" | "pictures":
            return _digest(values["picture"]).hex().upper() == key
        case "sources":
            return _digest(values["raw"]) == values["hash"]
        case "rulesets":
            return _digest(values["payload"]) == values["hash"]
        case _:
            return True


def _is_picture(values: dict[str, Value]) -> bool:
    """Returns whether a picture is what its row says: a picture at all, of this kind and size."""
    data = values["picture"]
    try:
        found = read_picture(data if isinstance(data, bytes) else b"")
    except RuleError:
        return False
    told = (values["kind"], values["width"], values["height"], data)
    return told == (found.kind, found.width, found.height, found.data)


def _digest(value: Value) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return sha256(data if isinstance(data, bytes) else b"").digest()


_KINDS: dict[str, tuple[type, ...]] = {
    "library": (LibraryCreature,),
    "parties": (Party,),
    "plans": (EncounterPlan,),
    "extras": (ItemDef, ConditionDef),
    "own_rules": (OwnRules,),
    "rulesets": (Ruleset,),
}


def _can_be_read(table: str, payload: Value) -> bool:
    kinds = _KINDS.get(table)
    return kinds is None or any(_is_a(kind, payload) for kind in kinds)


def _is_a(kind: type, payload: Value) -> bool:
    try:
        msgspec.json.decode(payload if isinstance(payload, bytes) else b"", type=kind)
    except (msgspec.MsgspecError, RecursionError):
        return False
    return True


def row_name(table: str, row: SealedRow) -> str:
    """Returns the name a row has, or its key where its table has no names."""
    part = PARTS[table]
    return str(row.values[part.columns.index("name")]) if "name" in part.columns else row.key


def _damaged_entries(connection: sqlite3.Connection, names: dict[str, str]) -> Iterator[Damage]:
    for key, name in names.items():
        broken: list[entry_log.BrokenError] = []
        for _ in entry_log.read_each(connection, EncounterId(int(key)), broken):
            pass  # one at a time: nobody needs 100,000 in memory
        for error in broken:
            yield Damage(part="entries", key=str(error.entry), name=name, kind="changed")
    for table, column, whole in (
        ("entries", "encounter", "encounters"),
        ("events", "entry", "entries"),
    ):
        query = (
            f"SELECT DISTINCT {column} FROM {table} WHERE {column} NOT IN (SELECT id FROM {whole})"
        )
        for (key,) in connection.execute(query):
            yield Damage(part=table, key=str(key), name="", kind="stray")
