"""What a ruleset must have so that the rules of CHROME can be played by it."""

from collections.abc import Iterable, Iterator

from encounter_gui.core.messages import Message, say
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

_TABLES = {
    "tiers": ("standard", "massive", "deadly"),
    "bands": ("close", "short", "long"),
    "burn": ("rate",),
    "effects": ("ablaze", "bleeding", "shock"),
}


def faults(ruleset: Ruleset) -> Iterator[tuple[str, Message]]:
    """Yields what a ruleset lacks. Source: CHR-02 to CHR-05, CHR-07, CHR-09, CHR-40, CHR-49, CHR-63."""
    yield from _missing(
        "gauges", (each.key for each in ruleset.gauges), (HEALTH, CONVICTION, MAJORS)
    )
    fields = (*STATS, *SAVES, "kind", "health", "conviction", "majors")
    yield from _missing("fields", (each.key for each in ruleset.fields), fields)
    yield from _missing("locations", (each.key for each in ruleset.locations), LIMBS)
    rolls = {roll for each in ruleset.locations for roll in each.rolls}
    if rolls != set(range(1, 11)):
        yield "locations", say("ruleset.system_needs", system="chrome", name="rolls 1–10")
    for name, keys in _TABLES.items():
        yield from _numbers(ruleset, name, keys)
    rows = [f"panic_{face}" for face in range(1, PANIC_SIDES + 1)]
    rows += [f"complication_{face}" for face in range(1, 7)]
    yield from _missing("tables", ruleset.tables, rows)
    bands = [ruleset.tables.get("bands", {}).get(band) for band in _TABLES["bands"]]
    known = [limit for limit in bands if isinstance(limit, int)]
    if known != sorted(known):
        yield "tables.bands", say("ruleset.bands_fall", bands=", ".join(_TABLES["bands"]))


def _missing(
    part: str, there: Iterable[str], wanted: Iterable[str]
) -> Iterator[tuple[str, Message]]:
    found = set(there)
    for key in wanted:
        if key not in found:
            yield part, say("ruleset.system_needs", system="chrome", name=key)


def _numbers(ruleset: Ruleset, name: str, keys: tuple[str, ...]) -> Iterator[tuple[str, Message]]:
    table = ruleset.tables.get(name)
    if table is None:
        yield "tables", say("ruleset.system_needs", system="chrome", name=name)
        return
    for key in keys:
        value = table.get(key)
        if not isinstance(value, int) or isinstance(value, bool):
            yield f"tables.{name}", say("ruleset.system_needs", system="chrome", name=key)
