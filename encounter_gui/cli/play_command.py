"""``encounter-gui play FIGHT.toml``: plays a fight without a window.

What is played is played in memory first. Only a fight that went as its script expects is kept in a campaign.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from encounter_gui.cli.output_option import extended_campaign
from encounter_gui.cli.rulesets.problem_lines import problem_lines
from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog, say

if TYPE_CHECKING:  # they are loaded when the command runs
    from encounter_gui.play.open_campaign import CampaignServices
    from encounter_gui.play.scripts.script_runner import FightReport

NOT_AS_EXPECTED = 1
"""Exit code of a fight that was played, but not as its script expects."""

REFUSED = 2
"""Exit code when the script, its ruleset or the campaign cannot be used. Nothing has been written."""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command ``play``; the parsed arguments are ``fight``, ``json``, ``seed`` and ``into``."""
    parser = subparsers.add_parser("play", help="play a fight script without a window")
    parser.add_argument("fight", type=Path, metavar="FIGHT.toml", help="the fight script")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--seed", type=int, help="roll the dice that are not given the same way")
    parser.add_argument(
        "--into",
        type=extended_campaign,
        metavar="CAMPAIGN",
        help="keep the fight as an encounter of this campaign file, made if it is not there",
    )


def run(
    fight: Path,
    *,
    as_json: bool,
    seed: int | None,
    into: Path | None,
    campaign_services: "CampaignServices",
    out: TextIO,
) -> int:
    """Plays a fight script and writes what came of it.

    One that is kept in a campaign that is there is played by its own rules, with its own items and conditions.

    Args:
        fight: the script.
        as_json: one JSON object instead of a log.
        seed: what dice that the script does not give are rolled from; None for any.
        into: the campaign file to keep the fight in; None: nowhere.
        campaign_services: rulesets, texts and the clock.
        out: where the answer goes; what is wrong goes to standard error.

    Returns:
        The exit code: 0; 1 if it was not as the script expects; 2 if script, ruleset or campaign cannot be used.
    """
    from encounter_gui.play.open_campaign import OpenCampaign
    from encounter_gui.play.scripts.script_runner import play_fight
    from encounter_gui.storage.campaign import Campaign
    from encounter_gui.storage.input_files import read_text

    services, texts = campaign_services, campaign_services.texts
    kept = None
    try:
        text = read_text(fight)
        if into is not None and into.exists():
            kept = OpenCampaign.open(into, services)
        rulesets = services.rulesets if kept is None else kept.ruleset
        report = play_fight(
            text, fight.name, rulesets=rulesets, texts=texts, now=services.now, seed=seed
        )
        if into is not None and not report.failures:
            kept = kept or OpenCampaign(Campaign.create(into, into.stem), services)
            kept.keep_report(report)
    except AppError as error:
        for line in problem_lines(error, texts):
            print(line, file=sys.stderr)
        return REFUSED
    finally:
        if kept is not None:
            kept.close()
    _print(report, into, as_json=as_json, texts=texts, out=out)
    return NOT_AS_EXPECTED if report.failures else 0


def _print(
    report: "FightReport", into: Path | None, *, as_json: bool, texts: MessageCatalog, out: TextIO
) -> None:
    if as_json:
        print(json.dumps(report.as_data(), ensure_ascii=False), file=out)
    else:
        for line in _log(report, texts):
            print(line, file=out)
    for failure in report.failures:
        text = texts.text(failure.message)
        print(texts.text(say("cli.play.failed", step=failure.step, text=text)), file=sys.stderr)
    if into is not None:
        key = "cli.play.not_kept" if report.failures else "cli.play.kept"
        message = say(key, file=str(into), name=report.fight.head.name)
        print(texts.text(message), file=sys.stderr)


def _log(report: "FightReport", texts: MessageCatalog) -> Iterator[str]:
    """Yields the steps of a fight as its log tells them, with the dice."""
    for played in report.steps:
        for entry in played.entries:
            dice = "  ".join(
                f"[{rolled.request.notation} {' '.join(map(str, rolled.faces or (rolled.total,)))}]"
                for rolled in entry.rolls
            )
            label = texts.sentence(entry.label)
            yield f"{played.step.number:>3}  {label}  {dice}".rstrip()
        if played.refused is not None:
            yield f"{played.step.number:>3}  – {texts.text(played.refused)}"
