"""How soon a change in the rules workshop shows: its exact odds, the first figure of the forecast, five against five.

By the processor's time, from the value that was typed to what the panel shows; the forecast of the version that is
compared with has been played before, as it is while nothing is changed yet.
"""

import gc
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from encounter_gui.paths import message_catalog
from encounter_gui.play.impact.attack import AttackImpact
from encounter_gui.play.impact.campaign_reading import ComparedEncounter
from encounter_gui.play.impact.fighters import fighters
from encounter_gui.play.impact.following import Cast
from encounter_gui.play.impact.run import ForecastStep, ImpactRun, ImpactSources, ImpactWork
from encounter_gui.play.workshop.workshop import DraftView
from encounter_gui.rules.files.tables import Column, Row, rows_of
from tests.benchmarks.fights import SYSTEMS, _session, make_campaign
from tests.benchmarks.figure import Figure
from tests.helpers.drafts import draft

_ODDS, _FORECAST, _RUNNING = 50.0, 150.0, 9

_CHANGED = {
    "d6pool": ("baretta_96f", "damage"),
    "chrome": ("guard_rifle", "short"),
    "cwn": ("combat_rifle", "hit"),
    "phases": ("smg", "recoil"),
}
"""The weapon whose value is typed over in each game."""


def figures() -> Iterator[Figure]:
    """Times changes of a weapon of the fight, each to another number."""
    with tempfile.TemporaryDirectory() as folder:
        for system in SYSTEMS:
            path = Path(folder) / f"{system}.encounter"
            make_campaign(path, system, combatants=10, entries=0)
            with _session(path) as session:
                encounter = ComparedEncounter(id=1, name="Bench", context=session.head_context)
            odds, forecast = _timed(system, encounter)
            yield Figure(f"{system}: a change to its odds", odds, "ms", limit=_ODDS)
            name = f"{system}: a change to the first figure of the forecast"
            yield Figure(name, forecast, "ms", limit=_FORECAST)


def _timed(system: str, encounter: ComparedEncounter) -> tuple[float, float]:
    """Returns the median times in milliseconds, without garbage being collected meanwhile."""
    before = draft(system, {})
    cast = Cast(fighters=fighters(before.ruleset, (), (), None))
    sources = ImpactSources(encounter=encounter)
    work = ImpactWork(before, sources, message_catalog())
    row, column = _cell(before, *_CHANGED[system])
    _run(ImpactRun(work, before, row, cast))
    took: list[tuple[float, float]] = []
    gc.disable()
    try:
        for number in range(1, _RUNNING + 2):
            begun = time.process_time()
            after = before.typed([(*row.place, *column.path)], column, str(number))
            if after.rules.data:
                took.append(_run(ImpactRun(work, after, row, cast), begun))
    finally:
        gc.enable()
    odds, forecast = zip(*took, strict=True)
    return median(odds) * 1000, median(forecast) * 1000


def _cell(view: DraftView, item: str, value: str) -> tuple[Row, Column]:
    table = next(each for each in view.tables if each.key == "weapons")
    column = table.column(("values", value))
    row = next(each for each in rows_of(view.ruleset, table) if each.place == ("items", item))
    assert column is not None
    return row, column


def _run(run: ImpactRun, begun: float = 0.0) -> tuple[float, float]:
    """Returns when the odds and the first figure of the forecast were there, in seconds since it was begun."""
    odds = 0.0
    while (step := run.advance()) is not None:
        if isinstance(step, AttackImpact) and not odds:
            odds = time.process_time() - begun
        if isinstance(step, ForecastStep):
            assert not step.reason, step.reason
            return odds, time.process_time() - begun
    return odds, 0.0
