"""Seals: the sha256 of every row that is not an entry, kept in a table of their own and proved when a row is read.

Entries have hashes of their own, in a chain (``entry_log``). The seals of all other rows are written by triggers that
exist on the program's own connection only, never in the file: nothing that writes a row can forget its seal. How a seal
is computed is part of the file's format and never changes.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from hashlib import sha256

import msgspec

Value = int | str | bytes | None


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """One table whose rows have seals: the columns that are sealed, and the one that is the key."""

    table: str
    key: str
    columns: tuple[str, ...]

    @property
    def key_text(self) -> str:
        """The key as the table of seals holds it."""
        key = f'"{self.table}"."{self.key}"'  # the table of seals has a column of that name, too
        return f"hex({key})" if self.key == "hash" else f"CAST({key} AS TEXT)"

    @property
    def listed(self) -> str:
        """The sealed columns, for a SELECT."""
        return ", ".join(f'"{self.table}"."{each}"' for each in self.columns)


class SealedRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row as it is in the file: its key as text, its sealed columns, and whether it is what was written."""

    key: str
    values: tuple[Value, ...]
    is_sound: bool


PARTS = {
    part.table: part
    for part in (
        Part(table="campaign", key="id", columns=("name",)),
        Part(table="rulesets", key="id", columns=("ruleset", "hash", "payload")),
        Part(table="encounters", key="id", columns=("name", "ruleset", "head")),
        Part(table="settings", key="key", columns=("value",)),
        Part(table="sources", key="id", columns=("hash", "raw")),
        Part(table="library", key="id", columns=("ruleset", "name", "source", "payload")),
        Part(
            table="extras",
            key="id",
            columns=("ruleset", "kind", "key", "name", "payload"),
        ),
        Part(table="portraits", key="hash", columns=("picture",)),
        Part(table="pictures", key="hash", columns=("kind", "width", "height", "picture")),
        Part(table="parties", key="id", columns=("ruleset", "name", "payload")),
        Part(table="own_rules", key="id", columns=("ruleset", "name", "payload")),
        Part(table="plans", key="encounter", columns=("payload",)),
    )
}
"""Every table but those of entries, events and the seals themselves."""


def seal_of(part: str, key: str, *values: Value) -> bytes:
    """Returns the seal of a row. Each value is preceded by its kind and length, so that none can pass for another."""
    pieces = [f"{part} {key}\n".encode("utf-8", "replace")]
    for value in values:  # a library of 50,000 comes through here: no calls
        if isinstance(value, bytes):
            pieces += (b"b %d\n" % len(value), value)
        elif isinstance(value, str):
            data = value.encode("utf-8", "replace")
            pieces += (b"t %d\n" % len(data), data)
        elif value is None:
            pieces.append(b"n 0\n")
        else:
            data = b"%d" % value
            pieces += (b"i %d\n" % len(data), data)
    return sha256(b"".join(pieces)).digest()


def install(connection: sqlite3.Connection) -> None:
    """Has everything that is written through a connection sealed."""
    connection.create_function("seal_of", -1, seal_of, deterministic=True)
    connection.text_factory = _readable
    for statement in _TRIGGERS:
        connection.execute(statement)


def read_sealed(
    connection: sqlite3.Connection, table: str, rest: str = "", *params: Value
) -> Iterator[SealedRow]:
    """Yields the rows of a part, each proved; ``rest`` continues the SELECT with these parameters: WHERE, ORDER BY.

    The connection must give text that is damaged, too (``readable_text``).
    """
    part = PARTS[table]
    query = (
        f"SELECT {part.key_text}, (SELECT seal FROM seals WHERE seals.part = '{table}'"
        f' AND seals."key" = {part.key_text}), {part.listed} FROM "{table}" {rest}'
    )
    for key, seal, *values in connection.execute(query, params):
        yield SealedRow(
            key=key, values=tuple(values), is_sound=seal == seal_of(table, key, *values)
        )


def read_one(connection: sqlite3.Connection, table: str, key: Value) -> SealedRow | None:
    """Returns the row of a part with a key, proved; None if there is none."""
    part = PARTS[table]
    return next(read_sealed(connection, table, f'WHERE "{part.key}" = ?', key), None)


def readable_text(connection: sqlite3.Connection) -> None:
    """Has a connection give text that is not UTF-8 any more with marks in place of what cannot be read."""
    connection.text_factory = _readable


def _readable(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _triggers(part: Part) -> Sequence[str]:
    def text(row: str) -> str:
        key = f'{row}."{part.key}"'
        return f"hex({key})" if part.key == "hash" else f"CAST({key} AS TEXT)"

    def drop(row: str) -> str:
        return f"DELETE FROM seals WHERE part = '{part.table}' AND \"key\" = {text(row)};"

    columns = ", ".join(f'NEW."{each}"' for each in part.columns)
    seal = f"seal_of('{part.table}', {text('NEW')}, {columns})"
    # Not OR REPLACE: the statement that fires a trigger decides on conflicts inside it.
    added = f"{drop('NEW')} INSERT INTO seals VALUES ('{part.table}', {text('NEW')}, {seal});"
    on = f'ON main."{part.table}" BEGIN'
    made = f"CREATE TEMP TRIGGER seal_{part.table}"
    return (
        f"{made}_added AFTER INSERT {on} {added} END",
        f"{made}_changed AFTER UPDATE {on} {drop('OLD')} {added} END",
        f"{made}_removed AFTER DELETE {on} {drop('OLD')} END",
    )


_TRIGGERS = tuple(statement for part in PARTS.values() for statement in _triggers(part))
