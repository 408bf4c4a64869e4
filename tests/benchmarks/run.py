"""Prints every target with its figure and the limit or peer beside it, in one run.

``clicks --against FOLDER`` compares with another checkout instead. Exit code 1: a limit is missed; 2: a name that there
is not.
"""

import sys
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks import (
    click_bench,
    compare_bench,
    dice_bench,
    field_bench,
    forecast_bench,
    memory_bench,
    odds_bench,
    palette_bench,
    players_bench,
    prep_bench,
    print_bench,
    storage_bench,
    table_bench,
    window_bench,
    workshop_bench,
)

ROOMS = {
    "odds": odds_bench,
    "compare": compare_bench,
    "dice": dice_bench,
    "table": table_bench,
    "forecast": forecast_bench,
    "campaign file": storage_bench,
    "window": window_bench,
    "clicks": click_bench,
    "move": field_bench,
    "memory": memory_bench,
    "prep": prep_bench,
    "palette": palette_bench,
    "paper": print_bench,
    "players": players_bench,
    "workshop": workshop_bench,
}


def main(wanted: list[str]) -> int:
    """Runs the named rooms, or all; a name that there is not is refused, and nothing is measured."""
    measures = {name: room.figures for name, room in ROOMS.items()}
    if wanted[:2] == ["clicks", "--against"] and len(wanted) == 3:
        measures["clicks"] = partial(click_bench.figures, Path(wanted[2]).resolve())
        wanted = ["clicks"]
    unknown = [name for name in wanted if name not in ROOMS]
    if unknown:
        known = ", ".join(repr(name) for name in ROOMS)
        print(f"there is no {unknown[0]!r} to measure; there are: {known}")
        return 2
    missed = 0
    for name, measure in measures.items():
        if wanted and name not in wanted:
            continue
        print(name, flush=True)
        for figure in measure():
            print(figure, flush=True)
            missed += not figure.is_kept
    print("every limit kept" if not missed else f"{missed} missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
