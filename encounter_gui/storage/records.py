"""What is rarely written: checkpoints and the campaign's own creatures, through SQLModel on the kept connection."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, col, select

from encounter_gui.core.ids import EncounterId, EntryId, RulesetId
from encounter_gui.rules.ruleset import CreatureDef
from encounter_gui.storage.tables import CheckpointRow, CreatureRow, EntryRow, engine_on
from encounter_gui.storage.trouble import trouble


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """An entry with a name. ``at`` is when it was named, ISO 8601 in UTC."""

    entry: EntryId
    name: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptCreature:
    """A creature of the campaign's library and its row."""

    id: int
    creature: CreatureDef


class Records:
    """Tables in which a row is written now and then. Imported when first needed: it brings SQLAlchemy.

    Every method raises ``SaveError`` when the file does not let it.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        """Takes the campaign's file and its connection, which stays the campaign's."""
        self._path = path
        self._engine = engine_on(connection)

    def add_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keeps a checkpoint."""
        with self._session() as session:
            session.add(
                CheckpointRow(entry=checkpoint.entry, name=checkpoint.name, at=checkpoint.at)
            )
            session.commit()

    def checkpoints(self, encounter: EncounterId) -> tuple[Checkpoint, ...]:
        """Returns the checkpoints of an encounter, in the order in which they were named."""
        query = (
            select(CheckpointRow)
            .join(EntryRow, col(EntryRow.id) == CheckpointRow.entry)
            .where(EntryRow.encounter == encounter)
            .order_by(col(CheckpointRow.id))
        )
        with self._session() as session:
            return tuple(
                Checkpoint(entry=EntryId(row.entry), name=row.name, at=row.at)
                for row in session.exec(query)
            )

    def creatures(self, ruleset: RulesetId) -> tuple[KeptCreature, ...]:
        """Returns the creatures for a ruleset, by name."""
        query = (
            select(CreatureRow)
            .where(CreatureRow.ruleset == ruleset)
            .order_by(col(CreatureRow.name))
        )
        with self._session() as session:
            return tuple(_kept(row) for row in session.exec(query))

    def put_creature(
        self, ruleset: RulesetId, creature: CreatureDef, row: int | None = None
    ) -> int:
        """Keeps a creature in a new row, or instead of the one in ``row``; returns the row."""
        values = CreatureRow(
            id=row, ruleset=ruleset, name=creature.name, payload=msgspec.json.encode(creature)
        )
        with self._session() as session:
            kept = session.merge(values)
            session.commit()
            return _row_id(kept)

    def remove_creature(self, row: int) -> None:
        """Removes a creature; nothing if it is not there."""
        with self._session() as session:
            kept = session.get(CreatureRow, row)
            if kept is not None:
                session.delete(kept)
                session.commit()

    @contextmanager
    def _session(self) -> Iterator[Session]:
        try:
            with Session(self._engine) as session:
                yield session
        except (SQLAlchemyError, msgspec.MsgspecError) as error:
            raise trouble("record_failed", self._path, reason=str(error)) from error


def _kept(row: CreatureRow) -> KeptCreature:
    return KeptCreature(
        id=_row_id(row), creature=msgspec.json.decode(row.payload, type=CreatureDef)
    )


def _row_id(row: CreatureRow) -> int:
    if row.id is None:
        raise ValueError(f"creature {row.name} has no row")
    return row.id
