"""What a ruleset must have so that the rules of phases and wounds can be played by it."""

from collections.abc import Iterator

from encounter_gui.rules.engine.requirements import Fault, missing, missing_numbers, needs
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


def faults(ruleset: Ruleset) -> Iterator[Fault]:
    """Yields what a ruleset lacks. Source: PHA-01, PHA-06, PHA-12, PHA-18, PHA-32, PHA-41, PHA-60, PHA-70."""
    yield from missing(ruleset, "fields", (each.key for each in ruleset.fields), _FIELDS)
    yield from missing(ruleset, "gauges", (each.key for each in ruleset.gauges), (FATIGUE,))
    yield from _places(ruleset)
    yield from _levels(ruleset)
    yield from missing_numbers(ruleset, "shock_phases", LEVELS[2:])  # Flesh asks for no Shock Test
    for table in _BY_LEVEL:
        yield from missing_numbers(ruleset, table, LEVELS[1:])
    for table, entries in _ENTRIES.items():
        yield from missing_numbers(ruleset, table, entries)


def _places(ruleset: Ruleset) -> Iterator[Fault]:
    """Each face of a d10 has to hit somewhere. Source: PHA-41."""
    faces = (f"d10 {face}" for each in ruleset.locations for face in each.rolls)
    return missing(ruleset, "locations", faces, (f"d10 {face}" for face in _FACES))


def _levels(ruleset: Ruleset) -> Iterator[Fault]:
    """The thresholds go up from Flesh to Critical; Destroyed has none. Source: PHA-60, PHA-61."""
    found = {each.level: each for each in ruleset.wound_levels}
    for number in range(1, mechanics.DESTROYED + 1):
        if number not in found:
            yield "wound_levels", needs(ruleset, LEVELS[number])
        elif number <= mechanics.CRITICAL and not found[number].threshold:
            yield f"wound_levels.{number}", needs(ruleset, "threshold")
