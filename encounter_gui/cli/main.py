"""The command line: what stands there is done at once, or says which window to open."""

import argparse
import io
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, cast

from encounter_gui import __version__, paths
from encounter_gui.cli import (
    dice_command,
    export_command,
    forecast_command,
    import_command,
    odds_command,
    play_command,
    print_command,
    verify_command,
)
from encounter_gui.cli.guard import REFUSED
from encounter_gui.cli.output_option import add_output, check_output
from encounter_gui.cli.rulesets import command as ruleset_command
from encounter_gui.cli.terminal import TerminalStream, visible
from encounter_gui.cli.window_options import PrintOptions, WindowOptions
from encounter_gui.core.errors import AppError
from encounter_gui.rules.model.ruleset import Ruleset

if TYPE_CHECKING:  # loaded when a command needs it
    from encounter_gui.play.open_campaign import CampaignServices

_THEMES = ("dark", "light", "high_contrast")
_COMMANDS = (
    "dice",
    "odds",
    "forecast",
    "play",
    "import",
    "export",
    "print",
    "verify",
    "repair",
    "ruleset",
)


def parse(args: Sequence[str]) -> WindowOptions | PrintOptions | int:
    """Does what the arguments say and returns the exit code; or returns the window or papers that they ask for.

    Wrong arguments end in argparse's own way: a line on standard error and exit code 2.
    """
    try:
        is_command = args[0] in _COMMANDS
        parsed = (_commands() if is_command else _windows()).parse_args(args)
        if refused := _refused_output(parsed):
            return refused
        if not is_command:
            return _window(parsed)
        return print_command.options(parsed) if parsed.command == "print" else _run_visibly(parsed)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 2


def _refused_output(parsed: argparse.Namespace) -> int:
    """Says why the file that is to be written must not be, and returns 2; 0: nothing is against it."""
    try:
        check_output(parsed)
    except AppError as error:
        print(visible(paths.message_catalog().text(error.message)), file=sys.stderr)
        return REFUSED
    return 0


def _windows() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="encounter-gui",
        description="Opens the window. Without one: encounter-gui dice --help, odds, forecast, play, import,"
        " export, print, verify, repair, ruleset.",
    )
    parser.add_argument("campaign", nargs="?", type=Path, help="the campaign file to open")
    parser.add_argument("--sample", action="store_true", help="open the sample campaign")
    add_output(parser, "--draw", metavar="FILE.png", help="draw the window and end")
    parser.add_argument("--theme", choices=_THEMES, default="", help="the theme to open with")
    parser.add_argument(
        "--diagnose", action="store_true", help="print versions, folders and what the system offers"
    )
    parser.add_argument("--version", action="version", version=f"encounter-gui {__version__}")
    return parser


def _window(parsed: argparse.Namespace) -> WindowOptions:
    return WindowOptions(
        campaign=parsed.campaign,
        sample=parsed.sample,
        picture=parsed.draw,
        is_forced=parsed.force,
        theme=parsed.theme,
        is_diagnosis=parsed.diagnose,
    )


def _commands() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="encounter-gui")
    subparsers = parser.add_subparsers(dest="command", required=True)
    dice_command.register(subparsers)
    odds_command.register(subparsers)
    forecast_command.register(subparsers)
    play_command.register(subparsers)
    import_command.register(subparsers)
    export_command.register(subparsers)
    print_command.register(subparsers)
    verify_command.register(subparsers)
    ruleset_command.register(subparsers)
    return parser


def _run_visibly(parsed: argparse.Namespace) -> int:
    """Runs a command; nothing that it prints acts on the terminal. What ``export`` writes into a pipe is a file."""
    plain = sys.stdout or io.StringIO()  # None: it was closed before the program began
    is_file = parsed.command == "export" and parsed.out is None and not plain.isatty()
    out = plain if is_file else cast("TextIO", TerminalStream(plain))
    with redirect_stdout(out), redirect_stderr(cast("TextIO", TerminalStream(sys.stderr))):
        return _run(parsed)


def _run(parsed: argparse.Namespace) -> int:  # noqa: PLR0911 - one for each command
    if parsed.command == "odds":
        return odds_command.run(parsed, campaign_services=_means(), out=sys.stdout)
    if parsed.command == "forecast":
        return forecast_command.run(parsed, campaign_services=_means(), out=sys.stdout)
    if parsed.command == "play":
        return _play(parsed)
    if parsed.command == "import":
        return _import(parsed)
    if parsed.command == "export":
        return _export(parsed)
    if parsed.command == "ruleset":
        return ruleset_command.run(
            parsed,
            campaign_services=_means(),
            folder=paths.user_folder() / "rulesets",
            shipped=paths.is_shipped_ruleset,
            out=sys.stdout,
        )
    if parsed.command == "verify":
        return verify_command.run_verify(
            parsed.campaign, texts=paths.message_catalog(), out=sys.stdout
        )
    if parsed.command == "repair":
        return verify_command.run_repair(
            parsed.campaign,
            parsed.out,
            overwrite=parsed.force,
            texts=paths.message_catalog(),
            out=sys.stdout,
        )
    return dice_command.run(
        parsed.expr,
        as_json=parsed.json,
        seed=parsed.seed,
        faces=parsed.faces,
        texts=paths.message_catalog(),
        out=sys.stdout,
    )


def _play(parsed: argparse.Namespace) -> int:
    return play_command.run(
        parsed.fight,
        as_json=parsed.json,
        seed=parsed.seed,
        into=parsed.into,
        campaign_services=_means(),
        out=sys.stdout,
    )


def _import(parsed: argparse.Namespace) -> int:
    return import_command.run(
        parsed.files,
        into=parsed.into,
        ruleset=parsed.ruleset,
        as_json=parsed.json,
        campaign_services=_means(),
        out=sys.stdout,
    )


def _export(parsed: argparse.Namespace) -> int:
    return export_command.run(
        parsed.campaign,
        what=parsed.what,
        kind=parsed.format,
        out=parsed.out,
        overwrite=parsed.force,
        campaign_services=_means(),
        stream=sys.stdout,
    )


def _means() -> "CampaignServices":
    from encounter_gui.play.open_campaign import CampaignServices

    return CampaignServices(
        rulesets=_ruleset, texts=paths.message_catalog(), now=_now, files=paths.ruleset_texts
    )


def _ruleset(ruleset: str) -> Ruleset:
    from encounter_gui.rules.files.loader import build  # pydantic, which other commands do not need

    return build(ruleset, paths.ruleset_texts)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
