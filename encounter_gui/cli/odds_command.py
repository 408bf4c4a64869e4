"""``encounter-gui odds FIGHT.toml``: the exact odds of an attack, the one proposed next or one that is asked for.

What the table would refuse is refused here, in the same words.
"""

import argparse
import json
from typing import TYPE_CHECKING, Any, TextIO

import msgspec

from encounter_gui.cli.forecast_command import REFUSED, add_source
from encounter_gui.cli.open_fight import OpenFight, open_fight, print_problems
from encounter_gui.core.errors import AppError, DataError, Place, refuse
from encounter_gui.encounter.codec import plain
from encounter_gui.play.scripts.asked_attack import (
    completed,
    name_of,
    odds_of,
    proposed_attack,
    read_attack,
)
from encounter_gui.rules.files.toml_text import parse
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.view import Odds

if TYPE_CHECKING:
    from encounter_gui.play.open_campaign import CampaignServices

_FROM = "--attack"
"""How errors call what is written there."""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command ``odds``."""
    parser = subparsers.add_parser("odds", help="the exact odds of the next attack of a fight")
    add_source(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--seed", type=int, help="roll the dice that are not given the same way")
    parser.add_argument(
        "--attack",
        metavar="{ … }",
        help='the attack, in TOML, with the fields of a step: { mode = "burst", target = "gang" }',
    )


def run(parsed: argparse.Namespace, *, campaign_services: "CampaignServices", out: TextIO) -> int:
    """Writes the odds of an attack; returns 0, or 2 where fight or attack cannot be read, or the rules refuse it."""
    texts = campaign_services.texts
    try:
        fight = open_fight(
            parsed.fight,
            parsed.campaign,
            parsed.encounter,
            campaign_services=campaign_services,
            seed=parsed.seed,
        )
        command = _attack(fight, parsed.attack)
        odds = odds_of(fight.system, fight.context, command)
        if odds is None:
            raise refuse("forecast.no_odds", do=name_of(command))
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


def _attack(fight: OpenFight, asked: str | None) -> Command:
    """Returns the attack that is asked for in TOML; of None the one that the form proposes untouched.

    Raises:
        DataError: it is no TOML, no such command, or one of its fields is wrong.
        RuleError: nobody can attack now.
    """
    if asked is None:
        return proposed_attack(fight.system, fight.context)
    place = Place(file=_FROM)
    attack = read_attack(_fields(asked), fight.system, place)
    return completed(attack, fight.system, fight.context, place)


def _fields(asked: str) -> dict[str, Any]:
    """Returns the fields of an attack, written as one table in braces or as lines of TOML without.

    Raises:
        DataError: it is no TOML.
    """
    if not asked.lstrip().startswith("{"):
        return parse(_FROM, asked)
    try:
        content = parse(_FROM, " ".join(("attack =", *asked.splitlines())))
    except DataError as error:  # the column is that of another text
        raise DataError(Place(file=_FROM), error.message) from error
    return dict(content["attack"])


def _data(command: Command, odds: Odds) -> dict[str, object]:
    """Returns the odds as plain data; probabilities from 0 to 1, each chart with its kind, ``numbers`` by id."""
    charts = [
        {"kind": type(chart).__name__.lower(), **msgspec.to_builtins(chart)}
        for chart in odds.charts
    ]
    return {
        "command": plain(command),
        "title": odds.title,
        "odds": {number.label: number.probability for number in odds.headline_numbers},
        "numbers": dict(odds.by_id),
        "charts": charts,
        "remark": odds.remark,
    }
