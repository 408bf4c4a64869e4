"""Dated copies in a folder beside the campaign: one a day, and one before the file is changed to a newer version."""

from datetime import date
from pathlib import Path

from encounter_gui.storage.file.copies import copy_into
from encounter_gui.storage.storage_errors import reporting

KEPT = 10
"""How many daily backups are kept; those before a migration are never removed."""


def back_up_daily(campaign: Path, today: date) -> Path | None:
    """Makes the backup of the day and removes daily ones beyond the newest ten; None if there is one already.

    Takes a few milliseconds per thousand entries; may run in any thread, after the first paint.

    Raises:
        SaveError: it cannot be written.
    """
    target = _folder(campaign) / f"{campaign.stem} {today.isoformat()}{campaign.suffix}"
    if target.exists():
        return None
    _copy(campaign, target)
    for old in daily_backups(campaign)[:-KEPT]:
        old.unlink(missing_ok=True)
    return target


def back_up_version(campaign: Path, version: int) -> Path:
    """Makes the backup that keeps a campaign as its older version.

    Raises:
        SaveError: it cannot be written.
    """
    target = _folder(campaign) / f"{campaign.stem} version {version}{campaign.suffix}"
    _copy(campaign, target)
    return target


def daily_backups(campaign: Path) -> tuple[Path, ...]:
    """Returns the daily backups, oldest first."""
    return tuple(sorted(each for each in _folder(campaign).glob("*") if _is_daily(each, campaign)))


def _is_daily(path: Path, campaign: Path) -> bool:
    day = path.stem.removeprefix(f"{campaign.stem} ")
    try:
        date.fromisoformat(day)
    except ValueError:
        return False
    return path.name == f"{campaign.stem} {day}{campaign.suffix}"


def _folder(campaign: Path) -> Path:
    return campaign.with_name(f"{campaign.stem} backups")


def _copy(campaign: Path, target: Path) -> None:
    with reporting("copy_failed", target):
        target.parent.mkdir(exist_ok=True)
    copy_into(campaign, target)
