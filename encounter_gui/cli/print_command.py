"""``encounter-gui print CAMPAIGN``: papers of a fight into a file, without a display."""

import argparse
import math
from collections.abc import Callable
from pathlib import Path

from encounter_gui.cli.output_option import add_output
from encounter_gui.cli.window_options import PrintOptions

_PAPERS = ("A4", "Letter", "A5")
_PER_PAGE = (0, 1, 2, 4, 8, 9)


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command ``print``."""
    parser = subparsers.add_parser(
        "print", help="print a fight into a PDF, Markdown, HTML or CSV file"
    )
    parser.add_argument("campaign", type=Path, metavar="CAMPAIGN", help="the campaign file")
    parser.add_argument(
        "--encounter", default="", metavar="NAME", help="which; default: played last"
    )
    parser.add_argument(
        "--what",
        default="encounter",
        metavar="LIST",
        help="reports, commas between several, e.g. encounter,sheets; any other word lists all there are",
    )
    add_output(
        parser,
        "--out",
        metavar="FILE",
        help=".pdf, .md, .html or .csv; .png or .svg: the plan",
        required=True,
    )
    parser.add_argument("--paper", choices=_PAPERS, default="A4")
    parser.add_argument("--landscape", action="store_true")
    parser.add_argument(
        "--colour", action="store_true", help="in colour instead of black and white"
    )
    parser.add_argument("--two-sided", action="store_true", help="leave room to bind")
    parser.add_argument(
        "--margin", type=_between(0.0, 50.0), default=12.0, metavar="MM", help="from 0 to 50"
    )
    parser.add_argument(
        "--scale",
        type=_between(0.5, 1.5),
        default=1.0,
        metavar="FACTOR",
        help="from 0.5 to 1.5; below 1 text gets smaller than 7 pt",
    )
    parser.add_argument(
        "--per-page",
        type=int,
        choices=_PER_PAGE,
        default=0,
        metavar="N",
        help="1, 2 or 4 sheets, or 4, 8 or 9 cards on a page",
    )
    parser.add_argument(
        "--columns", default="", metavar="LIST", help="those of the roster, e.g. name,conditions"
    )
    parser.add_argument("--blank", action="store_true", help="sheets as if nothing had happened")
    parser.add_argument("--backs", action="store_true", help="cards with backs")
    parser.add_argument(
        "--players", action="store_true", help="without anything the players must not know"
    )


def _between(least: float, most: float) -> Callable[[str], float]:
    """Returns what reads a number and refuses one that is out of its range."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{text}: a number from {least:g} to {most:g}")
        return number

    return read


def options(parsed: argparse.Namespace) -> PrintOptions:
    """Returns what the arguments say."""
    return PrintOptions(
        campaign=parsed.campaign,
        out=parsed.out,
        is_forced=parsed.force,
        encounter=parsed.encounter,
        reports=parsed.what,
        paper=parsed.paper,
        is_landscape=parsed.landscape,
        is_colour=parsed.colour,
        is_two_sided=parsed.two_sided,
        margin=parsed.margin,
        scale=parsed.scale,
        per_page=parsed.per_page,
        columns=parsed.columns,
        is_blank=parsed.blank,
        has_backs=parsed.backs,
        for_players=parsed.players,
    )
