"""The steps from each version of the file to the next. Frozen once released: they import nothing that could change."""

import sqlite3


def library(connection: sqlite3.Connection) -> None:
    """1 → 2: creatures become library entries with sources and portraits; own gear, parties and plans join them."""
    for statement in _LIBRARY:
        connection.execute(statement)


def gestures(connection: sqlite3.Connection) -> None:
    """2 → 3: entries may say to which gesture they belong, events have new versions; checkpoints were never made."""
    connection.execute("DROP TABLE checkpoints")


_LIBRARY = (
    (
        "CREATE TABLE sources (id INTEGER NOT NULL, hash BLOB NOT NULL, raw TEXT NOT NULL, PRIMARY KEY (id),"
        " UNIQUE (hash)) STRICT"
    ),
    (
        "CREATE TABLE library (id INTEGER NOT NULL, ruleset TEXT NOT NULL, name TEXT NOT NULL, source INTEGER,"
        " payload BLOB NOT NULL, PRIMARY KEY (id), FOREIGN KEY(source) REFERENCES sources (id)) STRICT"
    ),
    "CREATE INDEX ix_library_ruleset ON library (ruleset)",
    (
        'CREATE TABLE extras (id INTEGER NOT NULL, ruleset TEXT NOT NULL, kind TEXT NOT NULL, "key" TEXT NOT NULL,'
        ' name TEXT NOT NULL, payload BLOB NOT NULL, PRIMARY KEY (id), UNIQUE (ruleset, kind, "key")) STRICT'
    ),
    "CREATE TABLE portraits (hash BLOB NOT NULL, picture BLOB NOT NULL, PRIMARY KEY (hash)) STRICT",
    (
        "CREATE TABLE parties (id INTEGER NOT NULL, ruleset TEXT NOT NULL, name TEXT NOT NULL, payload BLOB NOT NULL,"
        " PRIMARY KEY (id)) STRICT"
    ),
    (
        "CREATE TABLE plans (encounter INTEGER NOT NULL, payload BLOB NOT NULL, PRIMARY KEY (encounter),"
        " FOREIGN KEY(encounter) REFERENCES encounters (id)) STRICT"
    ),
    (
        "INSERT INTO library (id, ruleset, name, payload) SELECT id, ruleset, name,"
        " CAST('{\"creature\":' || CAST(payload AS TEXT) || '}' AS BLOB) FROM creatures"
    ),
    "DROP TABLE creatures",
)
