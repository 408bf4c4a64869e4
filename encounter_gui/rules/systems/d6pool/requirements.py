"""What a ruleset must have so that the D6-pool rules can be played by it."""

from collections.abc import Iterator

from encounter_gui.core.messages import Message, say
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems.d6pool.sheet.character import DODGE, HEALTH
from encounter_gui.rules.systems.d6pool.sheet.gear import BANDS

_LADDER = "d6pool.rangeLadder"


def faults(ruleset: Ruleset) -> Iterator[tuple[str, Message]]:
    """Yields what a ruleset lacks. Source: D6P-03, D6P-04, D6P-26, D6P-31."""
    gauges = {each.key for each in ruleset.gauges}
    for gauge in (HEALTH, DODGE):
        if gauge not in gauges:
            yield "gauges", say("ruleset.system_needs", system="d6pool", name=gauge)
    if "health" not in ruleset.formulas:
        yield "formulas", say("ruleset.system_needs", system="d6pool", name="health")
    switch = ruleset.switch(_LADDER)
    if switch is None:
        yield "switches", say("ruleset.system_needs", system="d6pool", name=_LADDER)
        return
    for option in switch.options or (switch.default,):
        yield from _ladder(ruleset, f"ladder_{option}")


def _ladder(ruleset: Ruleset, name: str) -> Iterator[tuple[str, Message]]:
    table = ruleset.tables.get(name)
    if table is None:
        yield "tables", say("ruleset.system_needs", system="d6pool", name=name)
        return
    values = [table.get(band) for band in BANDS]
    for band, value in zip(BANDS, values, strict=True):
        if not isinstance(value, int) or isinstance(value, bool):
            yield f"tables.{name}", say("ruleset.system_needs", system="d6pool", name=band)
            return
    if values != sorted(values, key=int):  # type: ignore[arg-type]  # all are numbers, as just seen
        yield f"tables.{name}", say("ruleset.bands_fall", bands=", ".join(BANDS))
