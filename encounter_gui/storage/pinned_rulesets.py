"""Rulesets as encounters keep them: a fight that has begun is played on by the rules it began with."""

import sqlite3
from hashlib import sha256

import msgspec

from encounter_gui.rules.model.ruleset import Ruleset

_PIN = (
    "INSERT INTO rulesets (ruleset, hash, payload) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING"
)
_FIND = "SELECT id FROM rulesets WHERE hash = ?"
_READ = "SELECT hash, payload FROM rulesets WHERE id = ?"


def pin(connection: sqlite3.Connection, ruleset: Ruleset) -> int:
    """Keeps a ruleset and returns its row; the same content is kept once."""
    payload = msgspec.json.encode(ruleset)
    digest = sha256(payload).digest()
    connection.execute(_PIN, (ruleset.id, digest, payload))
    (row,) = connection.execute(_FIND, (digest,)).fetchone()
    return int(row)


def digest_of(ruleset: Ruleset) -> str:
    """Returns the sha256 of a ruleset's content in hexadecimal: what a fight names the rules it is played by with."""
    return sha256(msgspec.json.encode(ruleset)).hexdigest()


def row_of(connection: sqlite3.Connection, digest: str) -> int | None:
    """Returns the row that keeps the content with this sha256 (hexadecimal); None: there is none."""
    try:
        found = connection.execute(_FIND, (bytes.fromhex(digest),)).fetchone()
    except ValueError:  # it is no sha256
        return None
    return None if found is None else int(found[0])


def read_pinned_ruleset(connection: sqlite3.Connection, row: int) -> Ruleset:
    """Returns a ruleset that was kept.

    Raises:
        ValueError: it is not what was kept, or cannot be read by this program.
    """
    found = connection.execute(_READ, (row,)).fetchone()
    if found is None:
        raise ValueError("missing")
    digest, payload = found
    if sha256(payload).digest() != digest:
        raise ValueError("hash")
    try:
        return msgspec.json.decode(payload, type=Ruleset)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ValueError(str(error)) from error
