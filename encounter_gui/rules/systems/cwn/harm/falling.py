"""Falls and deaths: what becomes of a combatant at 0 hit points. Source: CWN-57 to CWN-61."""

from typing import Literal

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.sheet import character, hands

FallResult = Literal["", "unconscious", "mortally_wounded", "dead"]

ENDED_BY_FALLING = ("holding", "screening", "swarming", "charging", "total_defense", "withdrawn")
"""Conditions that end for a combatant that falls."""


def fate_of(after: RulesContext, before: Combatant, through: int, *, is_lethal: bool) -> FallResult:
    """Returns what becomes of a target that so much damage has reached. Source: CWN-57 to CWN-61.

    ``before`` is the target before the damage, ``after`` the context with it.
    """
    target = after.combatant(before.id)
    if through <= 0 or not mechanics.is_down(character.hp_now(target)):
        return ""
    if before.has("mortally_wounded") or before.has("stable"):
        return "dead" if is_lethal else ""
    if target.has("frail") or character.kind(target) == "drone":
        return "dead"
    if not is_lethal:
        return "" if before.has("unconscious") else "unconscious"
    return "mortally_wounded" if character.is_somebody(target) else "dead"


def fall_events(context: RulesContext, who: CombatantId, fate: FallResult) -> tuple[ev.Event, ...]:
    """Returns the events of a fall; none for no fate. Source: CWN-57, CWN-59."""
    if not fate:
        return ()
    fact = ev.Resolved(what="dead" if fate == "dead" else "down", who=who)
    return (*down_events(context, context.combatant(who), fate), fact)


def down_events(context: RulesContext, target: Combatant, fate: FallResult) -> tuple[ev.Event, ...]:
    """Returns the events of lying there: things in hand fall, and what was begun is over. Source: CWN-47."""
    ended = [key for key in ENDED_BY_FALLING if target.has(key)]
    if fate == "dead":
        ended += [key for key in character.DOWN if target.has(key)]
    events: list[ev.Event] = [ev.ConditionRemoved(who=target.id, key=key) for key in ended]
    count = max(context.state.round, 1) if fate == "mortally_wounded" else None
    events.append(ev.ConditionAdded(who=target.id, condition=Condition(key=fate, count=count)))
    if fate == "dead":
        return tuple(events)
    if fate == "mortally_wounded" and target.has("unconscious"):
        events.append(ev.ConditionRemoved(who=target.id, key="unconscious"))
    return (*events, *prone_events(target))


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
    """Returns the full rounds since a combatant fell. Source: CWN-60."""
    wound = target.condition("mortally_wounded")
    fell = wound.count if wound is not None and wound.count is not None else context.state.round
    return max(context.state.round - fell, 0)


def death_events(context: RulesContext) -> tuple[ev.Event, ...]:
    """Returns the deaths of the mortally wounded whose time is up with this round. Source: CWN-59."""
    return tuple(
        event
        for target in context.state.combatants.values()
        if target.has("mortally_wounded") and rounds_since(context, target) >= death_rounds(context)
        for event in fall_events(context, target.id, "dead")
    )
