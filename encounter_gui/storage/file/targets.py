"""Where a file may be written: never over a campaign, and over other files only where that has been agreed."""

import os
from pathlib import Path

from encounter_gui.core.errors import SaveError
from encounter_gui.storage.file.header import SUFFIX, is_campaign
from encounter_gui.storage.storage_errors import reporting, storage_error

_BESIDE = ("-wal", "-shm", "-journal", ".lock")
"""What the names of the files end in that lie beside a campaign while it is open."""


def require_free(target: Path, *, overwrite: bool, for_campaign: bool = False) -> None:
    """Refuses a path at which nothing may be written; devices and pipes may always be written into.

    Args:
        target: where a file is to be written. A link is followed.
        overwrite: whether it has been agreed that a file which is there is replaced.
        for_campaign: whether a campaign is to be written. A file that is only named like one then counts as any other.

    Raises:
        SaveError: a campaign or a file that belongs to one is there, whatever it is called; a folder; or another file,
            without ``overwrite``. Nothing has changed.
    """
    with reporting("target_unknown", target):
        refusal = _why_kept(target, for_campaign=for_campaign)
        if refusal is None and target.is_dir():
            refusal = storage_error("is_folder", target)
        if refusal is None and target.is_file() and not overwrite:
            refusal = storage_error("exists", target)
    if refusal is not None:
        raise refusal


def may_replace(target: Path, *, for_campaign: bool = False) -> bool:
    """Returns whether a file is there that may be replaced if that is agreed; False also where nothing is there."""
    try:
        require_free(target, overwrite=True, for_campaign=for_campaign)
        return target.is_file()
    except SaveError:
        return False


def part_beside(target: Path) -> Path:
    """Returns a name beside a file that nothing has: what is to become the file is written there first."""
    import secrets  # nothing is written at a start

    return target.with_name(f".{secrets.token_hex(8)}.part")


def _why_kept(target: Path, *, for_campaign: bool) -> SaveError | None:
    """Returns why nothing is written at a path: because of what it leads to, or of what that belongs to."""
    real = Path(os.path.realpath(target))  # resolve() raises where links lead in a circle
    if is_campaign(real):
        if real.name == target.name:
            return storage_error("is_campaign", target)
        return storage_error("of_campaign", target, campaign=real.name)
    if real.suffix.lower() == SUFFIX and real.is_file() and not for_campaign:
        return storage_error("named_campaign", target)
    owner = _owner_of(real)
    return None if owner is None else storage_error("of_campaign", target, campaign=owner.name)


def _owner_of(path: Path) -> Path | None:
    """Returns the campaign that a journal or a lock belongs to, be it there or yet to come; None: it is none."""
    for ending in _BESIDE:
        stem = path.name[: -len(ending)]
        if stem and path.name.lower() == f"{stem}{ending}".lower():
            owner = path.with_name(stem)
            return owner if is_campaign(owner) else None
    return None
