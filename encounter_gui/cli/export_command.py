"""``encounter-gui export CAMPAIGN``: creatures and encounters of a campaign for other tools, without a window."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from encounter_gui.cli.output_option import add_output
from encounter_gui.core.error_text import explained
from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import say

if TYPE_CHECKING:  # loaded when the command runs
    from encounter_gui.play.open_campaign import CampaignServices

REFUSED = 2
"""Exit code when nothing was written."""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command ``export``."""
    parser = subparsers.add_parser("export", help="write creatures or encounters for other tools")
    parser.add_argument("campaign", type=Path, metavar="CAMPAIGN", help="the campaign file")
    parser.add_argument(
        "--what",
        default="library",
        help="library (default), campaign, creature:NAME or encounter:NAME",
    )
    parser.add_argument(
        "--format",
        default="json",
        metavar="FORMAT",
        help="json (default), csv, markdown …; any other word lists all there are",
    )
    add_output(parser, "--out", metavar="FILE", help="the file; without it, standard output")


def run(
    campaign: Path,
    *,
    what: str,
    kind: str,
    out: Path | None,
    overwrite: bool,
    campaign_services: "CampaignServices",
    stream: TextIO,
) -> int:
    """Writes part of a campaign in a format and returns the exit code: 0, or 2 if nothing was written.

    A file that is there is replaced only with ``overwrite``.
    """
    from encounter_gui.play.open_campaign import OpenCampaign
    from encounter_gui.play.transfer.atomic_file import save
    from encounter_gui.play.transfer.exports import parcel_of, text_of

    texts = campaign_services.texts
    try:
        opened = OpenCampaign.open(campaign, campaign_services)
        try:
            text = text_of(parcel_of(opened, what, campaign_services.rulesets), kind)
        finally:
            opened.close()
        if out is None:
            stream.write(text)
        else:
            save(out, text.encode(), overwrite=overwrite, error="export.unwritable")
            print(texts.text(say("cli.export.done", file=str(out))), file=stream)
    except AppError as error:
        print(explained(error, texts), file=sys.stderr)
        return REFUSED
    return 0
