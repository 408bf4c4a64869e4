"""The one option of a command that names a file to be written; what may not be written over is refused first."""

import argparse
from pathlib import Path

from encounter_gui.core.errors import refuse

_NAMED_BY = "output_option"
_GOES_ON = "output_goes_on"
_FOR_CAMPAIGN = "output_is_campaign"


def output_path(text: str) -> Path:
    """Reads the path of a file that a command writes."""
    return Path(text)


def extended_campaign(text: str) -> Path:
    """Reads the path of a campaign that a command adds to, as it announces; some make one that is not there."""
    return Path(text)


def add_output(
    parser: argparse.ArgumentParser,
    option: str,
    *,
    metavar: str,
    help: str,  # noqa: A002 - as argparse calls it
    required: bool = False,
    goes_on: bool = False,
    for_campaign: bool = False,
) -> None:
    """Adds an option with the file to write, and ``--force``, without which no file is replaced.

    With ``goes_on`` the command itself looks at a file that is there: it may be its own, to be continued. With
    ``for_campaign`` what is written is a campaign.
    """
    parser.add_argument(option, type=output_path, required=required, metavar=metavar, help=help)
    parser.add_argument("--force", action="store_true", help="replace the file if it is there")
    about = {_NAMED_BY: option.lstrip("-"), _GOES_ON: goes_on, _FOR_CAMPAIGN: for_campaign}
    parser.set_defaults(**about)


def check_output(parsed: argparse.Namespace) -> None:
    """Refuses a file that must not be written, before the command does anything.

    Raises:
        AppError: it is a campaign or belongs to one; it is there, without ``--force``; or its folder is not there.
            Nothing has changed.
    """
    path: Path | None = getattr(parsed, getattr(parsed, _NAMED_BY, ""), None)
    if path is None:
        return
    from encounter_gui.storage.file.targets import require_free

    require_free(path, overwrite=True, for_campaign=getattr(parsed, _FOR_CAMPAIGN))
    if path.is_file() and not parsed.force and not getattr(parsed, _GOES_ON):
        raise refuse("cli.output_exists", file=str(path))
    if not path.parent.is_dir():
        raise refuse("cli.output_no_folder", file=str(path), folder=str(path.parent))
