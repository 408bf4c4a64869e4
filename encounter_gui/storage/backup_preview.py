"""What is in a backup, read without bringing it up to date or changing it."""

from pathlib import Path

from msgspec import Struct

from encounter_gui.storage.file.header import version_of
from encounter_gui.storage.file.opening import reading
from encounter_gui.storage.file.seals import readable_text
from encounter_gui.storage.storage_errors import reporting


class BackupPreview(Struct, frozen=True, kw_only=True):
    """Its encounters with how many entries each has, in order, and how many creatures are in its library."""

    encounters: tuple[tuple[str, int], ...]
    creature_count: int


def preview(path: Path) -> BackupPreview:
    """Returns what is in a backup of any version.

    Raises:
        SaveError: it cannot be read.
    """
    library = "creatures" if version_of(path) == 1 else "library"
    with reporting("read_failed", path), reading(path) as connection:
        readable_text(connection)
        rows = connection.execute(
            "SELECT name, (SELECT count(*) FROM entries WHERE encounter = encounters.id)"
            " FROM encounters ORDER BY id"
        ).fetchall()
        (creatures,) = connection.execute(f"SELECT count(*) FROM {library}").fetchone()
    return BackupPreview(
        encounters=tuple((str(name), int(count)) for name, count in rows),
        creature_count=int(creatures),
    )
