"""How long the comparison of attacks takes in each game, by the processor's time: ranked first, then filled in."""

import gc
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.view import FormChoices
from tests.benchmarks.fights import SYSTEMS, _session, make_campaign
from tests.benchmarks.figure import Figure

_VARIANTS, _LIMIT, _RUNNING = 12, 5.0, 9


def figures() -> Iterator[Figure]:
    """Times whole comparisons of five against five, and what twelve of their variants cost."""
    with tempfile.TemporaryDirectory() as folder:
        for system in SYSTEMS:
            path = Path(folder) / f"{system}.encounter"
            make_campaign(path, system, combatants=10, entries=0)
            with _session(path) as session:
                game, context = session.game.system, session.context
                whole = game.comparison(context, {})
                count = (len(whole.ways) + len(whole.aims)) * len(whole.targets)
                count += len(whole.what_if)
                ranked = _timed(game.first_comparison, context)
                filled = _timed(game.comparison, context)
            yield Figure(
                f"{system}: compare, {_VARIANTS} variants ranked by one attack",
                ranked / count * _VARIANTS,
                "ms",
                limit=_LIMIT,
            )
            note = f"{count} attacks"
            yield Figure(f"{system}: compare, all of it ranked", ranked, "ms", note=note)
            yield Figure(f"{system}: compare, all of it filled in", filled, "ms", note=note)


def _timed(compare: Callable[[RulesContext, FormChoices], object], context: RulesContext) -> float:
    """Returns the median time in milliseconds, without garbage being collected meanwhile."""
    took = []
    gc.disable()
    try:
        for _ in range(_RUNNING):
            begun = time.process_time()
            compare(context, {})
            took.append(time.process_time() - begun)
    finally:
        gc.enable()
    return median(took) * 1000
