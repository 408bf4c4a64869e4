"""Major injuries of those who fall after a Traumatic Hit. Source: CWN-63, CWN-64."""

from collections.abc import Generator, Mapping

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, LocationState, Value
from encounter_gui.rules.engine.asking import Answer, Ask
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import total
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.cwn import mechanics, rolls
from encounter_gui.rules.systems.cwn.sheet import character

DEATH = "instant_death"
"""The injury that leaves nobody to save. Source: CWN-64."""

_FACES = 12


def wound_events(
    context: RulesContext, combatant: Combatant
) -> Generator[Ask, Answer, tuple[tuple[ev.Event, ...], str]]:
    """Rolls the Physical save, and where it fails the injury. Source: CWN-63.

    Returns the events, and the key of the injury; empty: the save succeeded.
    """
    target = character.save_target(context, combatant, "physical")
    plus = total(character.effects(context, combatant, "save"))
    die = yield from rolls.roll_one("injury_save", combatant.id, 20)
    is_saved = bool(mechanics.saves(die, target, plus))
    fact = ev.Resolved(
        what="injury_save",
        who=combatant.id,
        values={"die": die, "total": die + plus, "target": target, "saved": is_saved},
    )
    if is_saved:
        return (fact,), ""
    rolled = yield from rolls.roll_one("major_injury", combatant.id, _FACES)
    face = face_of(combatant, rolled)
    key, injury = found(context, face)
    values: dict[str, Value] = {"die": rolled, "row": face, "injury": key}
    told = ev.Resolved(what="major_injury", who=combatant.id, values=values)
    return (fact, told, *marks(combatant, key, injury)), DEATH if injury.get("dies") else key


def face_of(combatant: Combatant, rolled: int) -> int:
    """Returns the row of the table: a drug takes 1 off, and rows end at 1 and 12. Source: CWN-64, CWN-45u."""
    return min(max(rolled - (1 if combatant.has("avalanche") else 0), 1), _FACES)


def found(context: RulesContext, face: int) -> tuple[str, Mapping[str, Value]]:
    """Returns the key and the row of an injury. Source: CWN-64."""
    key = str(context.ruleset.tables.get("major_injury", {}).get(str(face), ""))
    return key, context.ruleset.tables.get(f"injury_{key}", {})


def marks(combatant: Combatant, key: str, injury: Mapping[str, Value]) -> tuple[ev.Event, ...]:
    """Returns what an injury leaves: a mark on the body, a condition. Source: CWN-64."""
    events: list[ev.Event] = []
    place = str(injury.get("place", ""))
    if place:
        before = combatant.locations.get(place, LocationState())
        events.append(
            ev.LocationSet(
                who=combatant.id,
                location=place,
                level=max(before.level, number(injury.get("level"))),
                marks=tuple(dict.fromkeys((*before.marks, key))),
            )
        )
    condition = str(injury.get("condition", ""))
    if condition:
        events.append(
            ev.ConditionAdded(who=combatant.id, condition=Condition(key=condition, note=key))
        )
    return tuple(events)


def name_of(context: RulesContext, key: str) -> str:
    """Returns what an injury is called in the ruleset's table. Source: CWN-64."""
    return str(context.ruleset.tables.get(f"injury_{key}", {}).get("name", key))
