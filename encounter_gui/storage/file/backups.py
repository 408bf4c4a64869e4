"""Dated copies of a campaign: hourly while it is played, thinned as they age, and one before each new file version.

They lie in a folder beside the campaign, and in a folder of one's choice besides. What is thinned is counted, never
reckoned from the clock: a clock that goes back removes nothing, and one that leaps ahead no more than an hour's play.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from msgspec import Struct

from encounter_gui.core.errors import SaveError
from encounter_gui.storage.file.copies import copy_into
from encounter_gui.storage.storage_errors import reporting

EVERY = timedelta(hours=1)
"""How much later than the newest backup another one is made."""

_HOURS, _DAYS, _WEEKS = 24, 14, 26
_FORMATS = ("%Y-%m-%d %H.%M", "%Y-%m-%d")


class Backup(Struct, frozen=True, kw_only=True):
    """A backup: when it was made, by the clock on the wall; None: before a new version of the file."""

    path: Path
    made: datetime | None


def back_up(campaign: Path, now: datetime, folders: Sequence[Path] = ()) -> Path | None:
    """Makes a backup beside the campaign and in further folders, where the newest is an hour old; thins the older ones.

    Returns the first that was made; None if none is due. ``now`` is local, without a time zone. With a clock that
    went back, the newest lies in the future: then a backup is made and nothing is removed. May run in any thread.

    Raises:
        SaveError: one cannot be written; the others have been.
    """
    mine = _folder(campaign)
    made: Path | None = None
    troubles: list[SaveError] = []
    for folder in (mine, *(each / mine.name for each in folders)):
        if not _is_due(_in_folder(campaign, folder), now):
            continue
        target = folder / f"{campaign.stem} {now:%Y-%m-%d %H.%M}{campaign.suffix}"
        try:
            _copy(campaign, target)
        except SaveError as error:
            troubles.append(error)
            continue
        made = made or target
        for old in superfluous(_in_folder(campaign, folder), now):
            old.path.unlink(missing_ok=True)
    if troubles:
        raise troubles[0]
    return made


def back_up_version(campaign: Path, version: int) -> Path:
    """Makes the backup that keeps a campaign as its older version; it is never removed.

    Raises:
        SaveError: it cannot be written.
    """
    target = _folder(campaign) / f"{campaign.stem} version {version}{campaign.suffix}"
    _copy(campaign, target)
    return target


def all_backups(campaign: Path, folders: Sequence[Path] = ()) -> tuple[Backup, ...]:
    """Returns the backups of a campaign beside it and in further folders, newest first, those of versions last.

    What lies in two folders under one name is listed once.
    """
    mine = _folder(campaign)
    found: dict[str, Backup] = {}
    for folder in (mine, *(each / mine.name for each in folders)):
        for each in _in_folder(campaign, folder):
            found.setdefault(each.path.name, each)
    by_age = sorted(found.values(), key=lambda each: str(each.made or ""), reverse=True)
    return tuple(by_age)


def superfluous(backups: Iterable[Backup], now: datetime) -> tuple[Backup, ...]:
    """Returns the backups that may go.

    Kept are the newest of each of the last 24 hours, 14 days and 26 weeks that have any. Nothing may go while one is
    dated later than now: the clock, or who made that, is wrong.
    """
    dated = [(each.made, each) for each in backups if each.made is not None]
    dated.sort(key=lambda pair: pair[0], reverse=True)
    if any(made > now for made, _ in dated):
        return ()
    kept: set[Path] = set()
    spans: tuple[tuple[Callable[[datetime], Hashable], int], ...] = (
        (lambda made: (made.date(), made.hour), _HOURS),
        (lambda made: made.date(), _DAYS),
        (lambda made: tuple(made.isocalendar())[:2], _WEEKS),
    )
    for span, count in spans:
        newest: dict[Hashable, Path] = {}
        for made, each in dated:
            newest.setdefault(span(made), each.path)
        kept.update(list(newest.values())[:count])
    return tuple(each for _, each in dated if each.path not in kept)


def _is_due(backups: Iterable[Backup], now: datetime) -> bool:
    newest = max((each.made for each in backups if each.made is not None), default=None)
    return newest is None or not timedelta(0) <= now - newest < EVERY


def _in_folder(campaign: Path, folder: Path) -> list[Backup]:
    """Returns the backups of a campaign in one folder, in no order; what else lies there is not looked at."""
    backups: list[Backup] = []
    for path in folder.glob("*"):
        rest = path.stem.removeprefix(f"{campaign.stem} ")
        if path.name != f"{campaign.stem} {rest}{campaign.suffix}":
            continue
        made = _moment(rest)
        if made is not None or (rest.startswith("version ") and rest[8:].isdecimal()):
            backups.append(Backup(path=path, made=made))
    return backups


def _moment(text: str) -> datetime | None:
    for form in _FORMATS:
        try:
            return datetime.strptime(text, form)  # noqa: DTZ007 - the wall clock of whoever looks for it
        except ValueError:
            continue
    return None


def _folder(campaign: Path) -> Path:
    return campaign.with_name(f"{campaign.stem} backups")


def _copy(campaign: Path, target: Path) -> None:
    with reporting("copy_failed", target):
        target.parent.mkdir(parents=True, exist_ok=True)
    copy_into(campaign, target)
