"""What a campaign file of each version holds, and the steps from one version to the next."""

import re
import sqlite3
from collections.abc import Callable
from hashlib import sha256

from msgspec import Struct

from encounter_gui.storage.file import migrations
from encounter_gui.storage.file.header import stamp

Step = Callable[[sqlite3.Connection], None]


class Schema(Struct, frozen=True, kw_only=True):
    """The versions of the file this program knows.

    ``prints`` holds the fingerprint of every version from 1 on; ``steps[n - 1]`` leads from version n to n + 1, inside
    a transaction that is not its own.
    """

    prints: tuple[str, ...]
    steps: tuple[Step, ...] = ()

    @property
    def version(self) -> int:
        """The version that is written now."""
        return len(self.prints)

    def knows(self, connection: sqlite3.Connection, version: int) -> bool:
        """Returns whether the database holds exactly what this version should."""
        return 1 <= version <= self.version and fingerprint(connection) == self.prints[version - 1]


SCHEMA = Schema(
    prints=(
        "4f5f1e3f23557c565a2e2a8ffcad315d335fb08d7d6d30780f95c5b15a0909c9",
        "a10ed602117d9d533ae3a064a51c0d54a69699c885489d4c5e7f72423145c4c9",
        "cbcceb9ca5f4ddff0d72071e1708d9d472242dae82f6249484878fa1f7d18184",
        "8f928a98616785dab54b55aec74dba2ff66781c829030a7f7718d58b43805b40",
        "58f4dc62adc949e39a7b219f8b514b753377597d60c2574f1d63a103172f37c4",
        "187eda288e60564bb810341b9273db0356be78b4f3696703d5980bb6bec0360c",
    ),
    steps=(
        migrations.library,
        migrations.gestures,
        migrations.seals,
        migrations.pictures,
        migrations.own_rules,
    ),
)
"""The file as it is now. A fingerprint is never changed once released: another one is added, with a step."""


def fingerprint(connection: sqlite3.Connection) -> str:
    """Returns the sha256 of everything a database declares: tables, indexes, and anything that should not be there."""
    query = "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema ORDER BY type, name"
    lines = (re.sub(r"\s+", "", "|".join(row)).lower() for row in connection.execute(query))
    return sha256("\n".join(lines).encode()).hexdigest()


def migrate(connection: sqlite3.Connection, version: int, schema: Schema) -> None:
    """Brings a database from an older version to the present one, in one transaction.

    Raises:
        sqlite3.Error: a step failed; nothing has changed.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in schema.steps[version - 1 :]:
            step(connection)
        stamp(connection, schema.version)
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
