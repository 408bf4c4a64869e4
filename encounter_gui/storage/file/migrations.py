"""The steps from each version of the file to the next. Frozen once released: they import only what is frozen, too."""

import json
import sqlite3

from encounter_gui.encounter.lifts.events import lift_prepared
from encounter_gui.storage.file.seals import seal_of


def library(connection: sqlite3.Connection) -> None:
    """1 → 2: creatures become library entries with sources and portraits; own gear, parties and plans join them."""
    for statement in _LIBRARY:
        connection.execute(statement)


def gestures(connection: sqlite3.Connection) -> None:
    """2 → 3: entries may say to which gesture they belong, events have new versions; checkpoints were never made.

    Parties and plans hold conditions as events of version 1 had them: they are lifted with the same lifts.
    """
    connection.execute("DROP TABLE checkpoints")
    for table, key in (("parties", "id"), ("plans", "encounter")):
        rows = connection.execute(f"SELECT {key}, payload FROM {table}").fetchall()
        for row, payload in rows:
            lifted = json.dumps(lift_prepared(json.loads(payload)), ensure_ascii=False)
            if json.loads(payload) != json.loads(lifted):
                update = f"UPDATE {table} SET payload = ? WHERE {key} = ?"
                connection.execute(update, (lifted.encode(), row))


def seals(connection: sqlite3.Connection) -> None:
    """3 → 4: every row that is not an entry gets a seal, over what it holds now."""
    connection.execute(_SEALS)
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    for part, key, columns in _SEALED:
        query = f'SELECT {key}, {columns} FROM "{part}"'
        rows = connection.execute(query).fetchall()
        values = [(part, key, seal_of(part, key, *rest)) for key, *rest in rows]
        connection.executemany("INSERT INTO seals VALUES (?, ?, ?)", values)


def pictures(connection: sqlite3.Connection) -> None:
    """4 → 5: pictures that plans are drawn on; entries may tell of plans, areas and places."""
    connection.execute(_PICTURES)


def own_rules(connection: sqlite3.Connection) -> None:
    """5 → 6: a campaign's own rules, version by version; entries may tell that a fight goes on by other rules."""
    connection.execute(_OWN_RULES)


_OWN_RULES = (
    "CREATE TABLE own_rules (id INTEGER NOT NULL, ruleset TEXT NOT NULL, name TEXT NOT NULL, payload BLOB NOT NULL,"
    " PRIMARY KEY (id)) STRICT"
)
_PICTURES = (
    "CREATE TABLE pictures (hash BLOB NOT NULL, kind TEXT NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,"
    " picture BLOB NOT NULL, PRIMARY KEY (hash)) STRICT"
)
_SEALS = (
    'CREATE TABLE seals (part TEXT NOT NULL, "key" TEXT NOT NULL, seal BLOB NOT NULL,'
    ' PRIMARY KEY (part, "key")) WITHOUT ROWID, STRICT'
)
_SEALED = (
    ("campaign", "CAST(id AS TEXT)", "name"),
    ("rulesets", "CAST(id AS TEXT)", "ruleset, hash, payload"),
    ("encounters", "CAST(id AS TEXT)", "name, ruleset, head"),
    ("settings", '"key"', "value"),
    ("sources", "CAST(id AS TEXT)", "hash, raw"),
    ("library", "CAST(id AS TEXT)", "ruleset, name, source, payload"),
    ("extras", "CAST(id AS TEXT)", 'ruleset, kind, "key", name, payload'),
    ("portraits", "hex(hash)", "picture"),
    ("parties", "CAST(id AS TEXT)", "ruleset, name, payload"),
    ("plans", "CAST(encounter AS TEXT)", "payload"),
)

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
