"""Falls and deaths: what becomes of a combatant at 0 hit points. Source: CWN-57 to CWN-61."""

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.table import events_of
from encounter_gui.rules.engine.time.clock import seconds_of_round
from encounter_gui.rules.engine.time.running import round_due
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.cwn.rules.falls import DEAD, bleed, fall
from encounter_gui.rules.systems.cwn.rules.fighter import Fighter
from encounter_gui.rules.systems.cwn.sheet import character, hands

DYING = "dying"
"""What runs on the campaign's clock until the mortally wounded die. Source: CWN-59."""


def dying_events(context: RulesContext, who: CombatantId) -> tuple[ev.Event, ...]:
    """Returns the events of a death. Source: CWN-57, CWN-59."""
    return events_of(context, Fighter, fall, {"target": who}, DEAD)


def prone_events(target: Combatant) -> tuple[ev.Event, ...]:
    """Returns the events of lying on the ground with empty hands. Source: CWN-36o."""
    prone = ev.ConditionAdded(who=target.id, condition=Condition(key="prone"))
    return (*(() if target.has("prone") else (prone,)), *hands.all_dropped(target))


def stable_events(patient: Combatant, stable: Condition | None = None) -> tuple[ev.Event, ...]:
    """Returns the events of a patient that will live, frail. Source: CWN-60, CWN-61."""
    ended = ("mortally_wounded", "unconscious")
    return (
        *(ev.ConditionRemoved(who=patient.id, key=key) for key in ended if patient.has(key)),
        ev.ConditionAdded(who=patient.id, condition=stable or Condition(key="stable")),
        ev.ConditionAdded(who=patient.id, condition=Condition(key="frail")),
    )


def recovery_events(patient: Combatant) -> tuple[ev.Event, ...]:
    """Returns the ends of everything that goes with 0 HP; the patient still lies there. Source: CWN-36o, CWN-60."""
    return tuple(
        ev.ConditionRemoved(who=patient.id, key=key) for key in character.DOWN if patient.has(key)
    )


def empty_events(target: Combatant) -> tuple[ev.Event, ...]:
    """Returns the event of no hit points left. Source: CWN-57."""
    left = character.hp_now(target)
    return (ev.GaugeChanged(who=target.id, gauge=character.HP, by=-left),) if left > 0 else ()


def death_rounds(context: RulesContext) -> int:
    """Returns after how many rounds the mortally wounded die. Source: CWN-59."""
    return number(context.switch("cwn.deathRounds"))


def rounds_since(context: RulesContext, target: Combatant) -> int:
    """Returns the full rounds since a combatant fell: in a fight its rounds, else what has passed. Source: CWN-60."""
    running = next((each for each in target.running if each.kind == DYING), None)
    if running is not None and context.state.stage != "running":
        # As many as are still to come, the one in which it is over counted, are missing.
        seconds = seconds_of_round(context.ruleset.time)
        left = -(-max(running.due - context.state.clock, 0) // seconds)
        return max(death_rounds(context) - left, 0)
    wound = target.condition("mortally_wounded")
    fell = wound.count if wound is not None and wound.count is not None else context.state.round
    return max(context.state.round - fell, 0)


def seconds_to_live(context: RulesContext, target: Combatant) -> int:
    """Returns how many seconds after this round somebody dies who is mortally wounded in it. Source: CWN-59.

    Outside of fights a round begins with the fall.
    """
    wound, lasts = target.condition("mortally_wounded"), death_rounds(context)
    gone = 0
    if wound is not None and wound.count is not None:
        gone = max(context.state.round - wound.count, 0)
    return max(lasts - gone, 0) * seconds_of_round(context.ruleset.time)


def wound_of_fight(context: RulesContext, target: Combatant, left: int) -> ev.Event:
    """Returns the mortal wound of somebody who has so many seconds (0 or more) from the beginning of a fight on.

    Source: CWN-59.
    """
    last = round_due(context, left)
    wound = target.condition("mortally_wounded") or Condition(key="mortally_wounded")
    counted = replace(wound, count=last - death_rounds(context))
    return ev.ConditionAdded(who=target.id, condition=counted)


def death_events(context: RulesContext) -> tuple[ev.Event, ...]:
    """Returns the deaths of the mortally wounded whose time is up with this round. Source: CWN-59."""
    return tuple(
        event
        for who, combatant in context.state.combatants.items()
        if combatant.conditions  # to be mortally wounded is one
        for event in events_of(context, Fighter, bleed, {"who": who})
    )
