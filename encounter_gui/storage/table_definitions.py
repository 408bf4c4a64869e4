"""The tables of a campaign file. Imported only to make one and for what is rarely written: it brings SQLAlchemy.

Entries and events are read and written as plain rows (``entry_log``); their classes are here all the same, so that one
place says what the file looks like. A change here is a new version of the file: see ``migrations``.
"""

import sqlite3
from typing import Any, ClassVar

from sqlalchemy import Connection, Engine, LargeBinary, MetaData, Text, UniqueConstraint, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool
from sqlmodel import Field, SQLModel, create_engine

_STRICT = {"sqlite_strict": True}


class _Row(SQLModel):
    """What the tables share: a list of their own, apart from other SQLModels in the program."""

    metadata: ClassVar[MetaData] = MetaData()
    __table_args__: ClassVar[Any] = _STRICT


class CampaignRow(_Row, table=True):
    """The campaign itself; one row, with id 1."""

    __tablename__ = "campaign"
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=Text)


class RulesetRow(_Row, table=True):
    """A ruleset as encounters use it: JSON, and the sha256 of that. Never changed; another content is another row."""

    __tablename__ = "rulesets"
    id: int | None = Field(default=None, primary_key=True)
    ruleset: str = Field(sa_type=Text)
    hash: bytes = Field(sa_type=LargeBinary, unique=True)
    payload: bytes = Field(sa_type=LargeBinary)


class EncounterRow(_Row, table=True):
    """An encounter: the ruleset it is played by and the entry its fight stands at (None: before the first)."""

    __tablename__ = "encounters"
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=Text)
    ruleset: int = Field(foreign_key="rulesets.id")
    head: int | None = Field(default=None, foreign_key="entries.id")


class EntryRow(_Row, table=True):
    """An entry without its events; ``hash`` is the sha256 that covers both and the parent's."""

    __tablename__ = "entries"
    id: int | None = Field(default=None, primary_key=True)
    encounter: int = Field(foreign_key="encounters.id", index=True)
    parent: int | None = Field(default=None, foreign_key="entries.id")
    at: str = Field(sa_type=Text)
    payload: bytes = Field(sa_type=LargeBinary)
    hash: bytes = Field(sa_type=LargeBinary)


class EventRow(_Row, table=True):
    """An event of an entry; ``seq`` counts from 0."""

    __tablename__ = "events"
    __table_args__: ClassVar[Any] = {**_STRICT, "sqlite_with_rowid": False}
    entry: int = Field(primary_key=True, foreign_key="entries.id")
    seq: int = Field(primary_key=True)
    kind: str = Field(sa_type=Text)
    version: int
    payload: bytes = Field(sa_type=LargeBinary)


class SourceRow(_Row, table=True):
    """The raw source of an imported creature, once however often it was imported; ``hash`` is its sha256."""

    __tablename__ = "sources"
    id: int | None = Field(default=None, primary_key=True)
    hash: bytes = Field(sa_type=LargeBinary, unique=True)
    raw: str = Field(sa_type=Text)


class LibraryRow(_Row, table=True):
    """A creature of the campaign's library, for one ruleset (by its name, not pinned)."""

    __tablename__ = "library"
    id: int | None = Field(default=None, primary_key=True)
    ruleset: str = Field(sa_type=Text, index=True)
    name: str = Field(sa_type=Text)
    source: int | None = Field(default=None, foreign_key="sources.id")
    payload: bytes = Field(sa_type=LargeBinary)


class ExtraRow(_Row, table=True):
    """An item or a condition of the campaign's own, for one ruleset; ``kind`` is ``item`` or ``condition``."""

    __tablename__ = "extras"
    __table_args__: ClassVar[Any] = (UniqueConstraint("ruleset", "kind", "key"), _STRICT)
    id: int | None = Field(default=None, primary_key=True)
    ruleset: str = Field(sa_type=Text)
    kind: str = Field(sa_type=Text)
    key: str = Field(sa_type=Text)
    name: str = Field(sa_type=Text)
    payload: bytes = Field(sa_type=LargeBinary)


class PortraitRow(_Row, table=True):
    """A picture of a creature, as PNG; ``hash`` is the sha256 of that."""

    __tablename__ = "portraits"
    hash: bytes = Field(sa_type=LargeBinary, primary_key=True)
    picture: bytes = Field(sa_type=LargeBinary)


class PictureRow(_Row, table=True):
    """A picture that plans are drawn on, as PNG or JPEG; ``hash`` is the sha256 of that, sizes are in pixels."""

    __tablename__ = "pictures"
    hash: bytes = Field(sa_type=LargeBinary, primary_key=True)
    kind: str = Field(sa_type=Text)
    width: int
    height: int
    picture: bytes = Field(sa_type=LargeBinary)


class PartyRow(_Row, table=True):
    """A party, for one ruleset."""

    __tablename__ = "parties"
    id: int | None = Field(default=None, primary_key=True)
    ruleset: str = Field(sa_type=Text)
    name: str = Field(sa_type=Text)
    payload: bytes = Field(sa_type=LargeBinary)


class OwnRulesRow(_Row, table=True):
    """A version of the campaign's own rules for one ruleset, or the draft of the next."""

    __tablename__ = "own_rules"
    id: int | None = Field(default=None, primary_key=True)
    ruleset: str = Field(sa_type=Text)
    name: str = Field(sa_type=Text)
    payload: bytes = Field(sa_type=LargeBinary)


class PlanRow(_Row, table=True):
    """What an encounter is prepared with."""

    __tablename__ = "plans"
    encounter: int = Field(primary_key=True, foreign_key="encounters.id")
    payload: bytes = Field(sa_type=LargeBinary)


class SettingRow(_Row, table=True):
    """A setting that goes with the campaign."""

    __tablename__ = "settings"
    key: str = Field(sa_type=Text, primary_key=True)
    value: str = Field(sa_type=Text)


class SealRow(_Row, table=True):
    """The sha256 of a row of another table, named by its table (``part``) and key; see ``file.seals``."""

    __tablename__ = "seals"
    __table_args__: ClassVar[Any] = {**_STRICT, "sqlite_with_rowid": False}
    part: str = Field(sa_type=Text, primary_key=True)
    key: str = Field(sa_type=Text, primary_key=True)
    seal: bytes = Field(sa_type=LargeBinary)


_ROWS: tuple[type[_Row], ...] = (
    CampaignRow,
    RulesetRow,
    EncounterRow,
    EntryRow,
    EventRow,
    SettingRow,
    SourceRow,
    LibraryRow,
    ExtraRow,
    PortraitRow,
    PictureRow,
    PartyRow,
    OwnRulesRow,
    PlanRow,
    SealRow,
)


def engine_on(connection: sqlite3.Connection) -> Engine:
    """Returns an engine that uses this connection and no other, one immediate transaction at a time.

    The connection stays the caller's: the engine is dropped, not disposed of.
    """
    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    event.listen(engine, "begin", _begin)
    return engine


def make_tables(connection: sqlite3.Connection) -> None:
    """Makes the tables in an empty database.

    Raises:
        sqlite3.Error: they cannot be made, such as on a full disk.
    """
    tables = [_Row.metadata.tables[str(row.__tablename__)] for row in _ROWS]
    try:
        _Row.metadata.create_all(engine_on(connection), tables=tables)
    except DBAPIError as error:
        raise error.orig or error from error


def _begin(connection: Connection) -> None:
    # The driver begins nothing by itself (isolation_level None).
    connection.exec_driver_sql("BEGIN IMMEDIATE")
