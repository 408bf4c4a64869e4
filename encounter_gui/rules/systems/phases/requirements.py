"""What a ruleset must have so that the rules of phases and wounds can be played by it."""

from collections.abc import Iterator

from encounter_gui.core.messages import Message, say
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.sheet.character import FATIGUE, LEVELS

_FIELDS = (
    *("strength", "reflexes", "stamina", "perception", "cool", "tech", "intelligence"),
    *("evade", "initiative", "athletics", "awareness", "stealth", "medicine"),
)
_BY_LEVEL = ("wound_dn", "healing_days", "leg_quarters")
_ENTRIES = {
    "passive_dn": ("human", "helpless"),
    "gait_speed": ("jog", "run", "sprint"),
    "dn_skill": ("average",),
    "dn_characteristic": ("average",),
}
_FACES = range(1, 11)


def faults(ruleset: Ruleset) -> Iterator[tuple[str, Message]]:
    """Yields what a ruleset lacks. Source: PHA-01, PHA-06, PHA-12, PHA-18, PHA-32, PHA-41, PHA-60, PHA-70."""
    known = {each.key for each in ruleset.fields}
    for name in _FIELDS:
        if name not in known:
            yield "fields", _lacks(name)
    if FATIGUE not in {each.key for each in ruleset.gauges}:
        yield "gauges", _lacks(FATIGUE)
    yield from _places(ruleset)
    yield from _levels(ruleset)
    yield from _entries(ruleset, "shock_phases", LEVELS[2:])  # Flesh asks for no Shock Test
    for table in _BY_LEVEL:
        yield from _entries(ruleset, table, LEVELS[1:])
    for table, entries in _ENTRIES.items():
        yield from _entries(ruleset, table, entries)


def _places(ruleset: Ruleset) -> Iterator[tuple[str, Message]]:
    """Each face of a d10 has to hit somewhere. Source: PHA-41."""
    faces = {face for each in ruleset.locations for face in each.rolls}
    for face in _FACES:
        if face not in faces:
            yield "locations", _lacks(f"d10 {face}")


def _levels(ruleset: Ruleset) -> Iterator[tuple[str, Message]]:
    """The thresholds go up from Flesh to Critical; Destroyed has none. Source: PHA-60, PHA-61."""
    found = {each.level: each for each in ruleset.wound_levels}
    for number in range(1, mechanics.DESTROYED + 1):
        if number not in found:
            yield "wound_levels", _lacks(LEVELS[number])
        elif number <= mechanics.CRITICAL and not found[number].threshold:
            yield f"wound_levels.{number}", _lacks("threshold")


def _entries(
    ruleset: Ruleset, name: str, entries: tuple[str, ...]
) -> Iterator[tuple[str, Message]]:
    table = ruleset.tables.get(name)
    if table is None:
        yield "tables", _lacks(name)
        return
    for entry in entries:
        if not isinstance(table.get(entry), int):
            yield f"tables.{name}", _lacks(entry)


def _lacks(name: str) -> Message:
    return say("ruleset.system_needs", system="phases", name=name)
