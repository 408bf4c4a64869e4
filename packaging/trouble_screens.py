"""Every message about a campaign file in trouble, by name, and what brings it about: drawn by ``shots.py``.

Each is brought about as at the table: the file is deleted, written over, damaged. Only what depends on the machine is
made up: a disk that is full, a network, a folder shared with another computer.
"""

import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

from encounter_gui import paths
from encounter_gui.app.run import tell_of_crash
from encounter_gui.app.services import now
from encounter_gui.app.trouble.crash_reports import CrashReports
from encounter_gui.core.ids import EncounterId
from encounter_gui.encounter.state import EncounterState
from encounter_gui.rules.model.commands import Add
from encounter_gui.storage.campaign import Campaign
from encounter_gui.storage.file.lock import CampaignLock
from encounter_gui.storage.storage_errors import storage_error
from screens import Stage, wait_until

Draw = Callable[[Stage], None]


def _path(stage: Stage) -> Path:
    return stage.program.campaigns.campaign.path


def _said(stage: Stage, key: str) -> None:
    """Waits until the banner says something."""
    wait_until(lambda: stage.program.window.banner.text(key))


def _changed_on_disk(change: Callable[[Path], object]) -> Draw:
    """What is said when something happens to the file while it is open."""

    def draw(stage: Stage) -> None:
        stage.fight()
        stage.settle()
        change(_path(stage))
        _said(stage, "gone")
        stage.program.controller.perform(Add(creature="hening"))

    return draw


def _replaced(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(b"another")
    other.replace(path)


def _rescued(stage: Stage) -> None:
    """The file that is opened after the program has ended without the one that was taken away."""
    _changed_on_disk(Path.unlink)(stage)
    stage.program.campaigns.close()
    found = Path(paths.user_folder(), "rescued").glob("*.encounter")
    stage.program.campaigns.open(max(found, key=lambda path: path.stat().st_mtime))


def _altered(statement: str, *, says: str = "") -> Draw:
    """What is said of a campaign that was altered while it was closed."""

    def draw(stage: Stage) -> None:
        stage.fight()
        stage.settle()
        path = _path(stage)
        stage.program.campaigns.close()
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(statement)
            connection.commit()
        stage.program.start.attempt(lambda: stage.program.campaigns.open(path))
        if says:
            _said(stage, says)

    return draw


def _wrong_state(stage: Stage) -> None:
    stage.fight()
    stage.settle()
    path, encounter = _path(stage), stage.program.campaigns.encounter
    head = stage.program.controller.session.log.head
    stage.program.campaigns.close()
    with Campaign.open(path) as campaign:
        campaign.keep_state(EncounterId(encounter), head, EncounterState(name="Nobody"))
    stage.program.campaigns.open(path)
    _said(stage, "state")


def _refused(prepare: Callable[[Path], object]) -> Draw:
    """What is said when another file is to be opened that cannot be."""

    def draw(stage: Stage) -> None:
        stage.fight()
        stage.settle()
        path = stage.folder / "Docks.encounter"
        shutil.copyfile(_path(stage), path)
        held = prepare(path)
        stage.program.start.attempt(lambda: stage.program.campaigns.open(path))
        if isinstance(held, CampaignLock):
            held.release()

    return draw


def _newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")


def _broken(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[5000:9000] = bytes(4000)
    path.write_bytes(data)


def _told(key: str, **params: str) -> Draw:
    """What is said of a file where the machine itself is the trouble."""

    def draw(stage: Stage) -> None:
        stage.fight()
        stage.program.start.tell(storage_error(key, _path(stage), **params))

    return draw


def _backups(stage: Stage) -> None:
    stage.fight()
    stage.settle()
    folder = _path(stage).with_name("Neon Harbour backups")
    wait_until(lambda: list(folder.glob("*.encounter")))
    stage.trigger("backups")


def _crash(stage: Stage) -> None:
    stage.fight()
    stage.settle()
    reports = CrashReports(stage.folder, now)
    reports.write("Traceback: ZeroDivisionError\n")
    tell_of_crash(stage.program, reports, stage.program.controller.context.texts)


TROUBLE: Mapping[str, Draw] = {
    "file-gone": _changed_on_disk(Path.unlink),
    "file-replaced": _changed_on_disk(_replaced),
    "file-overwritten": _changed_on_disk(lambda path: path.write_bytes(b"another")),
    "file-rescued": _rescued,
    "damaged-entry": _altered("UPDATE entries SET at = '2000' WHERE id = 30", says="entry"),
    "damaged-rows": _altered("UPDATE campaign SET name = 'Night'", says="damage"),
    "damaged-head": _altered("UPDATE encounters SET head = 7 WHERE id = 2", says="entry"),
    "damaged-rules": _altered("UPDATE encounters SET ruleset = 99 WHERE id = 2"),
    "kept-state": _wrong_state,
    "open-missing": _refused(Path.unlink),
    "open-empty": _refused(lambda path: path.write_bytes(b"")),
    "open-not-ours": _refused(lambda path: path.write_bytes(b"no campaign" * 99)),
    "open-newer": _refused(_newer),
    "open-damaged": _refused(_broken),
    "open-protected": _refused(lambda path: path.chmod(0o444)),
    "open-locked": _refused(CampaignLock),
    "open-network": _told("network"),
    "open-shared": _told("shared"),
    "open-no-wal": _told("no_wal"),
    "disk-full": _told("no_room"),
    "disk-fails": _told("write_failed", reason="disk I/O error"),
    "backups-made": _backups,
    "crash": _crash,
}
"""Every message by name, and what leads to it."""
