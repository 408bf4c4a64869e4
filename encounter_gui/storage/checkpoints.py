"""What is rarely written: checkpoints, through SQLModel on the kept connection."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, col, select

from encounter_gui.core.ids import EncounterId, EntryId
from encounter_gui.storage.storage_errors import trouble
from encounter_gui.storage.table_definitions import CheckpointRow, EntryRow, engine_on


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """An entry with a name. ``at`` is when it was named, ISO 8601 in UTC."""

    entry: EntryId
    name: str
    at: str


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

    @contextmanager
    def _session(self) -> Iterator[Session]:
        try:
            with Session(self._engine) as session:
                yield session
        except SQLAlchemyError as error:
            raise trouble("record_failed", self._path, reason=str(error)) from error
