"""``encounter-gui forecast --grid SWEEP.toml``: a forecast of every variant of a fight, as lines of a CSV file."""

import csv
import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from encounter_gui.cli.open_fight import print_problems
from encounter_gui.core.errors import AppError, refuse
from encounter_gui.core.messages import say
from encounter_gui.play.transfer.atomic_file import save

if TYPE_CHECKING:
    from collections.abc import Callable

    from encounter_gui.forecast.executors import Player
    from encounter_gui.play.open_campaign import CampaignServices
    from encounter_gui.play.scripts.sweep import Sweep, Variant

_COUNTED = (
    *("fights", "seed", "pc", "pc_low", "pc_high", "foe", "foe_low", "foe_high", "draw"),
    *("rounds", "pc_out", "foe_out", "left_out"),
)
"""The columns after those that are varied; shares from 0 to 1, means of rounds and of who is out at the end."""


def run_sweep(
    grid: Path,
    target: Path,
    *,
    overwrite: bool,
    jobs: int,
    cluster: str,
    campaign_services: "CampaignServices",
) -> int:
    """Writes a line for each variant as soon as it is played; returns 0, or 2 where that cannot be done.

    Lines that the file has already, of the same sweep, are kept and not played again. Another file is replaced only
    with ``overwrite``, when the first variant has been played. A Parquet file is written when all are played; until
    then the lines stand in a CSV file beside it.
    """
    from encounter_gui.forecast.executors import player

    texts = campaign_services.texts
    try:
        to_parquet = _parquet(target, overwrite=overwrite)
        lines = target.with_name(f"{target.name}.part.csv") if to_parquet else target
        is_replacing = overwrite and lines == target
        with player(jobs, cluster) as play:
            _write(grid, lines, play, campaign_services, overwrite=is_replacing)
        if to_parquet:
            to_parquet(lines)
    except AppError as error:
        print_problems(error, texts)
        return 2
    except OSError as error:
        reason = error.strerror or str(error)
        print(texts.text_of("export.unwritable", file=str(target), reason=reason), file=sys.stderr)
        return 2
    return 0


def _parquet(target: Path, *, overwrite: bool) -> "Callable[[Path], None] | None":
    """Returns what makes the Parquet file of a CSV file, which it removes; None: the target is a CSV file.

    Raises:
        RuleError: the file is there already and not to be replaced, or pyarrow is not installed.
    """
    if target.suffix != ".parquet":
        return None
    try:
        from pyarrow import csv as arrow
        from pyarrow import parquet
    except ImportError as error:
        raise refuse("forecast.no_parquet") from error
    if target.exists() and not overwrite:
        raise refuse("cli.output_exists", file=str(target))

    def convert(lines: Path) -> None:
        table = io.BytesIO()
        parquet.write_table(arrow.read_csv(lines), table)
        save(target, table.getvalue(), overwrite=overwrite, error="export.unwritable")
        lines.unlink()

    return convert


def _write(
    grid: Path,
    target: Path,
    play: "Player",
    campaign_services: "CampaignServices",
    *,
    overwrite: bool,
) -> None:
    from encounter_gui.play.scripts.sweep import read_sweep, variants
    from encounter_gui.rules.files.toml_text import parse
    from encounter_gui.storage.input_files import read_text

    sweep = read_sweep(read_text(grid), grid.name)
    content = parse(sweep.fight, read_text(grid.parent / sweep.fight))
    every = variants(sweep)
    header = ["variant", *every[0], *_COUNTED]
    done = _done(target, header, sweep, every, overwrite=overwrite)
    kept = "".join([_line(header), *(done or [])])
    is_new, done = done is None, done or []
    for number in range(len(done), len(every)):
        row = _row(sweep, number, every[number], content, play, campaign_services)
        if number == len(done):
            _begin(target, kept, is_new=is_new, overwrite=overwrite)
        with target.open("a", encoding="utf-8", newline="") as file:
            file.write(_line(row))
        told = say("forecast.sweep_progress", done=number + 1, count=len(every))
        print(campaign_services.texts.text(told), file=sys.stderr)


def _begin(target: Path, kept: str, *, is_new: bool, overwrite: bool) -> None:
    """Leaves in the file what is kept of it, its beginning; a new one gets its header."""
    if is_new:
        is_empty = target.is_file() and not target.stat().st_size
        save(target, kept.encode(), overwrite=overwrite or is_empty, error="export.unwritable")
        return
    with target.open("r+b") as file:
        file.truncate(len(kept.encode()))


def _line(values: Sequence[object]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(values)
    return out.getvalue()


def _done(
    target: Path,
    header: Sequence[str],
    sweep: "Sweep",
    every: "Sequence[Variant]",
    *,
    overwrite: bool,
) -> list[str] | None:
    """Returns the whole lines of variants that the file has already; None: the file has to be begun.

    Raises:
        RuleError: the file is of another sweep, or none at all, and not to be replaced. Nothing is changed.
    """
    if not target.is_file():
        return None
    lines = target.read_bytes().decode("utf-8", "replace").splitlines(keepends=True)
    if not lines:
        return None
    if not lines[-1].endswith("\n"):  # the program was stopped while it wrote this one
        lines.pop()
    try:
        rows = list(csv.reader(lines))
    except csv.Error:  # a cell longer than any of ours
        rows = []
    asked = (str(sweep.fights), str(sweep.seed))
    wanted = [
        [str(number), *(str(value) for value in variant.values()), *asked]
        for number, variant in enumerate(every)
    ]
    found = [row[: len(each)] for row, each in zip(rows[1:], wanted, strict=False)]
    if not rows or rows[0] != list(header) or found != wanted[: len(rows) - 1]:
        if overwrite:
            return None
        raise refuse("forecast.other_sweep", file=str(target))
    return lines[1:]


def _row(
    sweep: "Sweep",
    number: int,
    variant: "Variant",
    content: dict[str, Any],
    play: "Player",
    campaign_services: "CampaignServices",
) -> list[object]:
    from msgspec.structs import replace

    from encounter_gui.forecast.forecast import won
    from encounter_gui.forecast.forecast_json import mean_rounds
    from encounter_gui.forecast.start import plan_of
    from encounter_gui.play.scripts.script_reader import fight_of
    from encounter_gui.play.scripts.script_runner import play_script
    from encounter_gui.play.scripts.sweep import varied
    from encounter_gui.rules.engine.battlefield.orders import DOCTRINES, Orders

    for side in ("pc", "foe"):
        if variant.get(f"doctrine.{side}", "simple") not in DOCTRINES:
            raise refuse("forecast.no_doctrine", known=", ".join(DOCTRINES))
    fight = fight_of(varied(content, variant, sweep.fight), sweep.fight, campaign_services.rulesets)
    report = play_script(
        fight, texts=campaign_services.texts, now=campaign_services.now, seed=sweep.seed
    )
    orders = Orders(
        pc=variant.get("doctrine.pc", "simple"),
        foe=variant.get("doctrine.foe", "simple"),
        most_rounds=sweep.rounds,
    )
    plan = plan_of(fight.system, report.session.context, orders, sweep.seed)
    *_, tally = play(replace(plan, stream=(number,)), sweep.fights)
    pc, foe, draw = won(tally)
    out = [float(each @ range(each.size)) / tally.fights for each in (tally.lost, tally.lost_foes)]
    shares = (pc.share, pc.low, pc.high, foe.share, foe.low, foe.high, draw.share)
    figures = (*shares, mean_rounds(tally), *out)
    left_out = " ".join(each.key for each in plan.battle.left_out)
    rounded = [f"{each:.6f}" for each in figures]
    return [number, *variant.values(), sweep.fights, sweep.seed, *rounded, left_out]
