"""``encounter-gui verify CAMPAIGN`` and ``repair CAMPAIGN --out NEW``: what is damaged, and the rest in a new file."""

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import TextIO

from encounter_gui.cli.output_option import add_output
from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog, say

DAMAGED = 1
"""Exit code when something in the campaign is damaged."""

REFUSED = 2
"""Exit code when the campaign cannot be read, or nothing was written."""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the commands ``verify`` and ``repair``."""
    verify = subparsers.add_parser(
        "verify", help="prove everything in a campaign, changing nothing"
    )
    verify.add_argument("campaign", type=Path, metavar="CAMPAIGN", help="the campaign file")
    repair = subparsers.add_parser("repair", help="write all that is sound to a new campaign")
    repair.add_argument("campaign", type=Path, metavar="CAMPAIGN", help="the damaged campaign file")
    add_output(
        repair, "--out", metavar="NEW", help="the new file", required=True, for_campaign=True
    )


def run_verify(campaign: Path, *, texts: MessageCatalog, out: TextIO) -> int:
    """Prints what is in a campaign and what is damaged; returns 0 (sound), 1 (damaged) or 2 (cannot be read)."""
    from encounter_gui.play.damage_words import counted, damage_words
    from encounter_gui.storage.damage import verify

    try:
        verdict = verify(campaign)
    except AppError as error:
        return _refused(error, texts)
    words = counted(Counter(verdict.counts), texts)
    print(texts.text(say("cli.verify.holds", file=campaign.name, what=words)), file=out)
    for each in verdict.damage:
        print(f"  {damage_words(each, texts)}", file=out)
    key = "cli.verify.damaged" if verdict.damage else "cli.verify.sound"
    print(texts.text(say(key, count=len(verdict.damage), file=str(campaign))), file=out)
    return DAMAGED if verdict.damage else 0


def run_repair(
    campaign: Path, target: Path, *, overwrite: bool, texts: MessageCatalog, out: TextIO
) -> int:
    """Writes the new campaign and prints what is in it and what is not; returns 0, or 2 if nothing was written.

    A file that is there is replaced only with ``overwrite``, a campaign never.
    """
    from encounter_gui.play.damage_words import counted, damage_words
    from encounter_gui.storage.repair import repair

    try:
        repaired = repair(campaign, target, overwrite=overwrite)
    except AppError as error:
        return _refused(error, texts)
    words = counted(repaired.saved, texts)
    print(texts.text(say("cli.repair.saved", file=str(target), what=words)), file=out)
    if repaired.lost:
        print(texts.text(say("cli.repair.lost")), file=out)
    for each in repaired.lost:
        print(f"  {damage_words(each, texts)}", file=out)
    return 0


def _refused(error: AppError, texts: MessageCatalog) -> int:
    print(texts.text(error.message), file=sys.stderr)
    return REFUSED
