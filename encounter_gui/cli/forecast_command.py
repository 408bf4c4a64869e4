"""``encounter-gui forecast FIGHT.toml``: plays a fight out many times under doctrines, and says what came of it."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from encounter_gui.cli.open_fight import OpenFight, open_fight, print_problems
from encounter_gui.cli.output_option import add_output
from encounter_gui.core.errors import AppError, refuse
from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.rules.engine.battlefield.orders import (
    DOCTRINES,
    MOST_FIGHTS_ASKED,
    MOST_ROUNDS_ASKED,
    Orders,
)
from encounter_gui.rules.model.text_format import at_an_end

if TYPE_CHECKING:  # numpy, which is loaded when the command runs
    from encounter_gui.forecast.forecast import Plan, Share, Tally
    from encounter_gui.play.open_campaign import CampaignServices

REFUSED = 2
"""Exit code when the fight cannot be read or cannot be forecast."""

_MOST_JOBS = 256
_ALL = 100


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command ``forecast``."""
    parser = subparsers.add_parser("forecast", help="play a fight out many times")
    add_source(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--fights", type=_number(1, MOST_FIGHTS_ASKED), default=10_000, metavar="N", help="10000"
    )
    parser.add_argument(
        "--seed", type=_from_0, default=0, metavar="S", help="the same seed, the same numbers; 0"
    )
    parser.add_argument(
        "--doctrine", choices=DOCTRINES, default="simple", help="whom both sides aim at"
    )
    parser.add_argument("--pc", choices=DOCTRINES, help="whom the player characters aim at")
    parser.add_argument("--foe", choices=DOCTRINES, help="whom their foes aim at")
    for side, whose in (("pc", "the player characters' side"), ("foe", "their foes")):
        parser.add_argument(
            f"--{side}-flees",
            type=_number(0, _ALL),
            metavar="PERCENT",
            help=f"losses at which {whose} leave; 100: never; by the rules alone",
        )
        parser.add_argument(
            f"--{side}-defends", action="store_true", help=f"{whose} use their defenses"
        )
    parser.add_argument(
        "--rounds",
        type=_number(1, MOST_ROUNDS_ASKED),
        default=100,
        metavar="MAX",
        help="a fight still open after so many rounds is undecided; 100",
    )
    parser.add_argument(
        "--jobs",
        type=_number(1, _MOST_JOBS),
        default=1,
        metavar="N",
        help="play by so many processes, with the same numbers; 1",
    )
    parser.add_argument(
        "--cluster",
        default="",
        metavar="ADDRESS",
        help="play on a dask.distributed cluster, such as tcp://127.0.0.1:8786, with the same numbers",
    )
    _add_sweep(parser)


def _add_sweep(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--grid",
        type=Path,
        metavar="SWEEP.toml",
        help="forecast every variant that this file names",
    )
    add_output(
        parser,
        "--out",
        metavar="FILE.csv",
        help="where the variants of --grid go; or FILE.parquet",
        goes_on=True,
    )


def add_source(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments that say which fight is meant."""
    parser.add_argument("fight", nargs="?", type=Path, metavar="FIGHT.toml", help="a fight script")
    parser.add_argument(
        "--from", dest="campaign", type=Path, metavar="CAMPAIGN", help="a campaign file"
    )
    parser.add_argument("--encounter", default="", metavar="NAME", help="its encounter")


def _from_0(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("give 0 or more")
    return number


def _number(least: int, most: int) -> "type[int]":
    def read(text: str) -> int:
        number = int(text)
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"give a number from {least} to {most}")
        return number

    read.__name__ = "number"
    return read  # type: ignore[return-value]  # argparse calls it like a type


def run(parsed: argparse.Namespace, *, campaign_services: "CampaignServices", out: TextIO) -> int:
    """Plays a fight out many times and writes what came of it; returns 0, or 2 where that cannot be done."""
    from encounter_gui.forecast.executors import player
    from encounter_gui.forecast.forecast_json import forecast_data
    from encounter_gui.forecast.start import plan_of
    from encounter_gui.forecast.unplayed import reckoned, unplayed_words

    texts = campaign_services.texts
    if parsed.grid or parsed.out:
        return _run_sweep(parsed, campaign_services)
    orders = Orders(
        pc=parsed.pc or parsed.doctrine,
        foe=parsed.foe or parsed.doctrine,
        most_rounds=parsed.rounds,
        pc_flees=parsed.pc_flees,
        foe_flees=parsed.foe_flees,
        pc_defends=parsed.pc_defends,
        foe_defends=parsed.foe_defends,
    )
    try:
        fight = open_fight(
            parsed.fight,
            parsed.campaign,
            parsed.encounter,
            campaign_services=campaign_services,
            seed=parsed.seed,
        )
        plan = plan_of(fight.system, fight.context, orders, parsed.seed)
        with player(parsed.jobs, parsed.cluster) as play:
            *_, tally = play(plan, parsed.fights)
        unplayed = tuple(reckoned(fight.system, fight.context, plan))
    except AppError as error:
        print_problems(error, texts)
        return REFUSED
    waves = (fight.waves.left_out(texts),) if fight.waves is not None else ()
    left_out = (*waves, *unplayed_words(unplayed, fight.context))
    if parsed.json:
        data = forecast_data(plan, tally, left_out, unplayed)
        print(json.dumps(data, ensure_ascii=False), file=out)
        return 0
    for line in _lines(fight, plan, tally, texts):
        print(line, file=out)
    for what in left_out:
        print(texts.text(say("forecast.left_out", what=what)), file=out)
    return 0


def _run_sweep(parsed: argparse.Namespace, campaign_services: "CampaignServices") -> int:
    from encounter_gui.cli.sweep import run_sweep

    if not parsed.grid or not parsed.out or parsed.fight or parsed.campaign:
        print_problems(refuse("forecast.grid_alone"), campaign_services.texts)
        return REFUSED
    return run_sweep(
        parsed.grid,
        parsed.out,
        overwrite=parsed.force,
        jobs=parsed.jobs,
        cluster=parsed.cluster,
        campaign_services=campaign_services,
    )


def _lines(fight: OpenFight, plan: "Plan", tally: "Tally", texts: MessageCatalog) -> list[str]:
    from encounter_gui.forecast.forecast import share_of, won
    from encounter_gui.forecast.forecast_json import mean_rounds

    def percent(share: float) -> str:
        return f"{share:.1%}"

    def counted(share: float) -> str:
        end = at_an_end(share, tally.fights)
        return f"{end}%" if end else percent(share)

    def wins(side: str, share: "Share") -> str:
        low, high = percent(share.low), percent(share.high)
        return texts.text_of(
            "forecast.wins", side=side, percent=counted(share.share), low=low, high=high
        )

    pc, foe, draw = won(tally)
    names = fight.context.side_name
    half = int((tally.rounds.cumsum() * 2 >= tally.fights).argmax())
    orders = plan.orders
    lines = [
        f"{fight.name}, {fight.waves.words(texts)}" if fight.waves is not None else fight.name,
        texts.text_of(
            "forecast.played",
            fights=tally.fights,
            seed=plan.seed,
            pc=orders.pc,
            foe=orders.foe,
        ),
        wins(names("pc"), pc),
        wins(names("foe"), foe),
        wins(texts.text_of("forecast.draw"), draw),
        texts.text_of("forecast.rounds", mean=f"{mean_rounds(tally):.2f}", median=half),
    ]
    for one, who in enumerate(plan.battle.who):
        alive = share_of(int(tally.alive[one]), tally.fights).share
        up = share_of(int(tally.out[one, 0]), tally.fights).share
        name = fight.context.combatant(who).name
        lines.append(
            texts.text_of("forecast.survives", who=name, percent=counted(alive), up=counted(up))
        )
    return [*lines, texts.text_of("forecast.warning")]
