"""What a ruleset must have so that the CWN rules can be played by it."""

from collections.abc import Iterator, Mapping

from encounter_gui.core.messages import say
from encounter_gui.encounter.values import Value
from encounter_gui.rules.engine.requirements import Fault, missing, missing_numbers, needs
from encounter_gui.rules.model.dice_sum import read_dice, read_sum
from encounter_gui.rules.model.ruleset import Ruleset

GAUGES = ("hp", "soak", "strain")

SWITCHES = (
    "freeAttackArmedOnly",
    "totalDefenseShockSpan",
    "hdDie",
    "moraleCompare",
    "deathRounds",
    "npcScreen",
    "coverPenalty",
    "untrainedMinus2",
    "suppress",
    "minDamageOne",
    "unspentMainAfterTurn",
)

CONDITIONS = (
    "surprised",
    "prone",
    "engaged",
    "withdrawn",
    "holding",
    "charging",
    "total_defense",
    "screening",
    "screened",
    "swarming",
    "flashed",
    "suppressed",
    "traumatized",
    "broken",
    "unconscious",
    "mortally_wounded",
    "stable",
    "frail",
    "dead",
)
"""Source: CWN-47."""

STABILIZE = ("patch", "medkit", "none")
INJURY_FACES = 12

_DICE = {"damage": read_dice, "trauma": read_sum}


def faults(ruleset: Ruleset) -> Iterator[Fault]:
    """Yields what a ruleset lacks. Source: CWN-05, CWN-07, CWN-12, CWN-47, CWN-60, CWN-64."""
    switches = (f"cwn.{key}" for key in SWITCHES)
    conditions = (each.key for each in ruleset.conditions)
    yield from missing(ruleset, "gauges", (each.key for each in ruleset.gauges), GAUGES)
    yield from missing(ruleset, "conditions", conditions, CONDITIONS)
    yield from missing(ruleset, "switches", (each.key for each in ruleset.switches), switches)
    yield from missing_numbers(ruleset, "stabilize", STABILIZE)
    yield from _injuries(ruleset)
    for item in ruleset.items:
        yield from _dice(item.values, f"items.{item.key}.values")
    for creature in ruleset.creatures:
        for carried in creature.items:
            yield from _dice(
                carried.values, f"creatures.{creature.key}.items.{carried.item}.values"
            )


def _injuries(ruleset: Ruleset) -> Iterator[Fault]:
    """Each face leads to an injury, and each injury to a place of this body and a condition of this ruleset."""
    table = ruleset.tables.get("major_injury")
    if table is None:
        yield "tables", needs(ruleset, "major_injury")
        return
    for face in range(1, INJURY_FACES + 1):
        key = table.get(str(face))
        injury = ruleset.tables.get(f"injury_{key}")
        if not isinstance(key, str):
            yield "tables.major_injury", needs(ruleset, str(face))
        elif injury is None:
            yield "tables", needs(ruleset, f"injury_{key}")
        else:
            yield from _injury(ruleset, key, injury)


def _injury(ruleset: Ruleset, key: str, injury: Mapping[str, Value]) -> Iterator[Fault]:
    place, condition = injury.get("place", ""), injury.get("condition", "")
    if place and all(each.key != place for each in ruleset.locations):
        yield f"tables.injury_{key}.place", needs(ruleset, str(place))
    if condition and ruleset.condition(str(condition)) is None:
        yield f"tables.injury_{key}.condition", needs(ruleset, str(condition))


def _dice(values: Mapping[str, Value], pointer: str) -> Iterator[Fault]:
    for key, read in _DICE.items():
        value = values.get(key)
        if value is not None and read(value) is None:
            yield f"{pointer}.{key}", say("cwn.no_dice", found=str(value))
