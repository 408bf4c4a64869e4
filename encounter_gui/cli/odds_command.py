"""``encounter-gui odds FIGHT.toml``: the exact odds of the next attack, as the window would propose it."""

import argparse
import json
from typing import TYPE_CHECKING, TextIO

import msgspec

from encounter_gui.cli.forecast_command import REFUSED, add_source
from encounter_gui.cli.open_fight import OpenFight, open_fight, print_problems
from encounter_gui.core.errors import AppError, refuse
from encounter_gui.encounter.codec import plain
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.view import Odds

if TYPE_CHECKING:
    from encounter_gui.play.open_campaign import CampaignServices


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command ``odds``."""
    parser = subparsers.add_parser("odds", help="the exact odds of the next attack of a fight")
    add_source(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--seed", type=int, help="roll the dice that are not given the same way")


def run(parsed: argparse.Namespace, *, campaign_services: "CampaignServices", out: TextIO) -> int:
    """Writes the odds of the next attack; returns 0, or 2 where the fight cannot be read or nobody can attack."""
    texts = campaign_services.texts
    try:
        fight = open_fight(
            parsed.fight,
            parsed.campaign,
            parsed.encounter,
            campaign_services=campaign_services,
            seed=parsed.seed,
        )
        command, odds = _next_attack(fight)
    except AppError as error:
        print_problems(error, texts)
        return REFUSED
    if parsed.json:
        print(json.dumps(_data(command, odds), ensure_ascii=False), file=out)
        return 0
    print(odds.title, file=out)
    for number in odds.headline_numbers:
        note = f"  {number.note}" if number.note else ""
        print(f"  {number.label}: {number.probability:.2%}{note}", file=out)
    if odds.remark:
        print(odds.remark, file=out)
    return 0


def _next_attack(fight: OpenFight) -> tuple[Command, Odds]:
    """Returns the attack that the form proposes untouched, and its odds.

    Raises:
        RuleError: nobody can attack now, or what is proposed is no attack.
    """
    form = fight.system.attack_form(fight.context, {})
    odds = fight.system.odds(fight.context, form.command) if form.command else None
    if form.command is None or odds is None:
        nobody = fight.context.texts.text_of("forecast.no_attack_now")
        raise refuse("forecast.no_attack", reason=form.why_not or nobody)
    return form.command, odds


def _data(command: Command, odds: Odds) -> dict[str, object]:
    """Returns the odds as plain data; probabilities from 0 to 1, each chart with its kind."""
    charts = [
        {"kind": type(chart).__name__.lower(), **msgspec.to_builtins(chart)}
        for chart in odds.charts
    ]
    return {
        "command": plain(command),
        "title": odds.title,
        "odds": {number.label: number.probability for number in odds.headline_numbers},
        "charts": charts,
        "remark": odds.remark,
    }
