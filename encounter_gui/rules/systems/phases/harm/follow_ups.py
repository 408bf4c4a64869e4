"""What the rules add by themselves where a combatant has changed, by dice or by hand.

Source: PHA-28, PHA-31, PHA-53, PHA-63, PHA-70 to PHA-72.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import duration_text
from encounter_gui.rules.model.automation import AutomatedRule
from encounter_gui.rules.systems.phases.harm.body_places import (
    HOLDS,
    hold_ends,
    stun_events,
)
from encounter_gui.rules.systems.phases.harm.wounds import next_test
from encounter_gui.rules.systems.phases.rules.ends import OVER_BY_DEATH
from encounter_gui.rules.systems.phases.rules.marks import halt_events
from encounter_gui.rules.systems.phases.sheet import character

_OVER_BY_FALLING = ("aiding", "all_out_dodge")
_HALTING = ("prone", "grabbed", "immobile")
_EXCLUDED = {"in_shock": "stabilized", "stabilized": "in_shock", "clinically_dead": "in_shock"}
"""Conditions that end another one."""

OF_ONE_PHASE = ("ducking", "hunkering", "ambushed", "snap_shot", "all_out_dodge", "aborted")
"""Conditions that are over when the next phase begins. Source: PHA-21, PHA-25, PHA-28, PHA-29, PHA-51."""


AUTOMATED = (
    AutomatedRule(key="holds", rule="PHA-53", conditions=frozenset(key for key, _ in HOLDS)),
    AutomatedRule(key="stun", rule="PHA-64", conditions=frozenset({"stunned"})),
    AutomatedRule(
        key="shock",
        rule="PHA-70",
        conditions=frozenset({"in_shock", "stabilized", "clinically_dead", "unconscious"}),
    ),
)
"""What the game master may apply by hand, each by itself."""


def follow_ups(before: RulesContext, after: RulesContext) -> Iterable[ev.Event]:
    """Returns what follows for every combatant that has changed or is gone."""
    found: list[ev.Event] = []
    for who in before.state.changed_from(after.state):
        was, now = before.combatant(who), after.state.combatants.get(who)
        events = [*_hold_ends_of_others(after, was, now)]
        if now is not None:
            events += _after_change(after, was, now)
        found += (event for event in events if event not in found)
    return found


def _after_change(context: RulesContext, was: Combatant, now: Combatant) -> Iterator[ev.Event]:
    new = [each for each in now.conditions if was.condition(each.key) != each]
    for condition in new:
        yield from _after_condition(context, now, condition)
        if condition.key == "stunned" and duration_text(condition) is not None:
            yield from _stun_for_a_time(context, was, now)
        elif condition.key == "stunned" and condition.count is None:
            yield from _stun_by_hand(context, was, now)
    if character.is_out(context, now) and not character.is_out(context, was):
        # What weighs on an All-Out Dodge ends with it.
        over = (*_OVER_BY_FALLING, *(("off_balance",) if now.has("all_out_dodge") else ()))
        yield from (ev.ConditionRemoved(who=now.id, key=key) for key in over if now.has(key))
        yield from (*halt_events(now), *hold_ends(now))


def _after_condition(
    context: RulesContext, combatant: Combatant, condition: Condition
) -> Iterator[ev.Event]:
    """Returns what a new condition brings and ends. Source: PHA-31, PHA-70 to PHA-72."""
    who, key = combatant.id, condition.key
    if character.is_dead(combatant) and key in OVER_BY_DEATH:
        yield ev.ConditionRemoved(
            who=who, key=key
        )  # held in a tie, and death came by hand before it
        return
    if key == "dead":
        over = (each for each in OVER_BY_DEATH if combatant.has(each))
        yield from (ev.ConditionRemoved(who=who, key=each) for each in over)
        yield ev.Resolved(what="dead", who=who)
    if key in _HALTING:
        yield from halt_events(combatant)
    if key == "clinically_dead" and not combatant.has("unconscious"):
        yield ev.ConditionAdded(who=who, condition=Condition(key="unconscious"))
    if combatant.has(excluded := _EXCLUDED.get(key, "")):
        yield ev.ConditionRemoved(who=who, key=excluded)
    clocked = with_clock(context, combatant, condition)
    if clocked != condition:
        yield ev.ConditionAdded(who=who, condition=clocked)


def _stun_by_hand(context: RulesContext, was: Combatant, now: Combatant) -> tuple[ev.Event, ...]:
    """Returns a stun put on by hand as what it takes: an action of this phase, or of the next. Source: PHA-64."""
    if context.state.stage != "running" or character.is_down(now):
        return ()
    known = was.condition("stunned")
    undo = (
        ev.ConditionAdded(who=now.id, condition=known)
        if known
        else ev.ConditionRemoved(who=now.id, key="stunned")
    )
    events = stun_events(context, replace(now, conditions=was.conditions))
    counted = any(isinstance(each, ev.ConditionAdded) for each in events)
    return events if counted else (undo, *events)


def _stun_for_a_time(context: RulesContext, was: Combatant, now: Combatant) -> tuple[ev.Event, ...]:
    """Returns the action of this phase that a stun put on for a time costs. Source: PHA-64."""
    known = was.condition("stunned")
    is_new = known is None or duration_text(known) is None
    if not is_new or character.is_down(now) or not character.actions_left(context, now):
        return ()
    return stun_events(context, replace(now, conditions=was.conditions))


def with_clock(context: RulesContext, combatant: Combatant, condition: Condition) -> Condition:
    """Returns a condition with its clock set, if it has one and was put on without.

    Source: PHA-21, PHA-25, PHA-28, PHA-29, PHA-51, PHA-70, PHA-72.
    """
    now = max(context.state.round, 1)
    match condition:
        case Condition(key="in_shock", count=None):
            return replace(condition, count=next_test(context, combatant))
        case Condition(key="clinically_dead", count=None):
            phases = character.table_number(context, "care", "resuscitation_phases", 20)
            return replace(condition, count=now + phases)
        case Condition(until=None) if (
            condition.key in OF_ONE_PHASE and duration_text(condition) is None
        ):
            return replace(condition, until=Expiry(round=now))
        case _:
            return condition


def _hold_ends_of_others(
    context: RulesContext, was: Combatant, now: Combatant | None
) -> Iterator[ev.Event]:
    """Returns the end of holds for the other combatant, where this one is not in them any more. Source: PHA-53."""
    for key, theirs in HOLDS:
        hold, kept = was.condition(key), now.condition(key) if now else None
        if hold is None or hold.by is None or (kept is not None and kept.by == hold.by):
            continue
        other = context.state.combatants.get(hold.by)
        match = other.condition(theirs) if other else None
        if other is not None and match is not None and match.by == was.id:
            yield ev.ConditionRemoved(who=other.id, key=theirs)
