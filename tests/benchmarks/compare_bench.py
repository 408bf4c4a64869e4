"""How long the comparison of attacks takes in each game, by the processor's time."""

import gc
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.benchmarks.fights import SYSTEMS, _session, make_campaign
from tests.benchmarks.figure import Figure

_VARIANTS, _LIMIT, _RUNNING = 12, 5.0, 9


def figures() -> list[Figure]:
    """Times whole comparisons of five against five, and what twelve of their variants cost."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for system in SYSTEMS:
            path = Path(folder) / f"{system}.encounter"
            make_campaign(path, system, combatants=10, entries=0)
            with _session(path) as session:
                game, context = session.game.system, session.context
                shown = game.comparison(context, {})
                count = (len(shown.ways) + len(shown.aims)) * len(shown.targets)
                count += len(shown.what_if)
                took = []
                gc.disable()
                for _ in range(_RUNNING):
                    begun = time.process_time()
                    game.comparison(context, {})
                    took.append(time.process_time() - begun)
                gc.enable()
            whole = median(took) * 1000
            found += [
                Figure(
                    f"{system}: compare view, {_VARIANTS} variants",
                    whole / count * _VARIANTS,
                    "ms",
                    limit=_LIMIT,
                ),
                Figure(f"{system}: all of it", whole, "ms", note=f"{count} attacks"),
            ]
    return found
