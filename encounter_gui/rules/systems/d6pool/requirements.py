"""What a ruleset must have so that the D6-pool rules can be played by it."""

from collections.abc import Iterator

from encounter_gui.rules.engine.requirements import Fault, falling, missing, missing_numbers, needs
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems.d6pool.sheet.character import DODGE, HEALTH
from encounter_gui.rules.systems.d6pool.sheet.gear import BANDS

_LADDER = "d6pool.rangeLadder"


def faults(ruleset: Ruleset) -> Iterator[Fault]:
    """Yields what a ruleset lacks. Source: D6P-03, D6P-04, D6P-26, D6P-31."""
    yield from missing(ruleset, "gauges", (each.key for each in ruleset.gauges), (HEALTH, DODGE))
    yield from missing(ruleset, "formulas", ruleset.formulas, ("health",))
    switch = ruleset.switch(_LADDER)
    if switch is None:
        yield "switches", needs(ruleset, _LADDER)
        return
    for option in switch.options or (switch.default,):
        yield from missing_numbers(ruleset, f"ladder_{option}", BANDS)
        yield from falling(ruleset, f"ladder_{option}", BANDS)
