"""What a ruleset must have so that the rules of CHROME can be played by it."""

from collections.abc import Iterator

from encounter_gui.rules.engine.requirements import Fault, falling, missing, missing_numbers, needs
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems.chrome.mechanics import PANIC_SIDES
from encounter_gui.rules.systems.chrome.sheet.character import (
    CONVICTION,
    HEALTH,
    LIMBS,
    MAJORS,
    SAVES,
    STATS,
)

_FIELDS = ("kind", "health", "conviction", "majors")
_TABLES = {
    "tiers": ("standard", "massive", "deadly"),
    "bands": ("close", "short", "long"),
    "burn": ("rate",),
    "effects": ("ablaze", "bleeding", "shock"),
}


def faults(ruleset: Ruleset) -> Iterator[Fault]:
    """Yields what a ruleset lacks. Source: CHR-02 to CHR-05, CHR-07, CHR-09, CHR-40, CHR-49, CHR-63."""
    gauges, fields = (HEALTH, CONVICTION, MAJORS), (*STATS, *SAVES, *_FIELDS)
    yield from missing(ruleset, "gauges", (each.key for each in ruleset.gauges), gauges)
    yield from missing(ruleset, "fields", (each.key for each in ruleset.fields), fields)
    yield from missing(ruleset, "locations", (each.key for each in ruleset.locations), LIMBS)
    if {roll for each in ruleset.locations for roll in each.rolls} != set(range(1, 11)):
        yield "locations", needs(ruleset, "rolls 1–10")
    for name, keys in _TABLES.items():
        yield from missing_numbers(ruleset, name, keys)
    rows = [f"panic_{face}" for face in range(1, PANIC_SIDES + 1)]
    rows += [f"complication_{face}" for face in range(1, 7)]
    yield from missing(ruleset, "tables", ruleset.tables, rows)
    yield from falling(ruleset, "bands", _TABLES["bands"])
