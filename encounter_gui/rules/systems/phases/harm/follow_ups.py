"""What the rules add by themselves where a combatant has changed, by dice or by hand.

Source: PHA-28, PHA-31, PHA-53, PHA-63, PHA-70 to PHA-72.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import duration_text
from encounter_gui.rules.engine.time import clock
from encounter_gui.rules.model.automation import AutomatedRule
from encounter_gui.rules.systems.phases.field.ways import has_left
from encounter_gui.rules.systems.phases.harm import first_aid
from encounter_gui.rules.systems.phases.harm.body_places import (
    HOLDS,
    hold_ends,
    stun_events,
)
from encounter_gui.rules.systems.phases.harm.wounds import next_test
from encounter_gui.rules.systems.phases.rules.ends import OVER_BY_DEATH
from encounter_gui.rules.systems.phases.rules.marks import halt_events
from encounter_gui.rules.systems.phases.sheet import character, clocks

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


def follow_ups(before: RulesContext, after: RulesContext) -> Iterable[ev.Event | Message]:
    """Returns what follows for every combatant that has changed or is gone."""
    found: list[ev.Event | Message] = [*first_aid.in_vain(after)]
    for who in before.state.changed_from(after.state):
        was, now = before.combatant(who), after.state.combatants.get(who)
        events: list[ev.Event | Message] = [*_hold_ends_of_others(after, was, now)]
        if now is not None and now.place != was.place:
            events += _parted(before, after, now)
        if now is not None:
            events += _after_change(after, was, now)
            events += _clocks_anew(after, was, now)
        found += (event for event in events if event not in found)
    return found


def _parted(
    before: RulesContext, after: RulesContext, now: Combatant
) -> Iterator[ev.Event | Message]:
    """Yields the ends of holds and of first aid between somebody who has moved and whom it stands beside no more.

    Source: PHA-53, PHA-71.
    """
    for key, _ in HOLDS:
        hold = now.condition(key)
        if hold is not None and hold.by and has_left(before, after, now.id, hold.by):
            yield ev.ConditionRemoved(who=now.id, key=key)
            pair = sorted((now, after.combatant(hold.by)), key=lambda each: each.number)
            yield say("phases.told.hold_parted", one=pair[0].name, other=pair[1].name)
    for helper in after.state.combatants.values():
        patient = character.patient_of(after, helper)
        if patient is None or now.id not in (helper.id, patient.id):
            continue
        if has_left(before, after, helper.id, patient.id):
            yield from first_aid.end_events(helper.id)
            yield say("phases.told.aid_parted", who=helper.name, patient=patient.name)


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


def _clocks_anew(context: RulesContext, was: Combatant, now: Combatant) -> Iterator[ev.Event]:
    """Yields the end of what runs on the clock for something that is another now: it begins anew, with its own time.

    Source: PHA-18, PHA-63, PHA-70 to PHA-73.
    """
    for key in clocks.COUNTED:
        condition, running = now.condition(key), clocks.running_of(context, now, key)
        if running is not None and condition != was.condition(key):
            owner, each = running
            yield ev.RunningEnded(who=owner, running=each.kind, key=each.key)
    for each in now.running or ():
        is_healing = each.kind == clocks.HEALING
        if is_healing and character.wound(now, each.key) != character.wound(was, each.key):
            yield ev.RunningEnded(who=now.id, running=each.kind, key=each.key)
        elif each.kind == clocks.AWAKE:
            yield from _awake_anew(context, was, now)


def _awake_anew(context: RulesContext, was: Combatant, now: Combatant) -> Iterator[ev.Event]:
    """Yields the end of the hours awake that run: they are said otherwise, or it is down. Source: PHA-18."""
    ended = ev.RunningEnded(who=now.id, running=clocks.AWAKE)
    if now.gauges.get(character.AWAKE, 0) != was.gauges.get(character.AWAKE, 0):
        yield ended
    elif character.is_down(now):
        hours = clocks.awake_hours(context, now)
        yield ev.GaugeSet(who=now.id, gauge=character.AWAKE, to=hours)
        yield ended


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
    now = clocks.phase_now(context.state)
    match condition:
        case Condition(key="in_shock", count=None):
            return replace(condition, count=next_test(context, combatant))
        case Condition(key="clinically_dead", count=None):
            phases = character.table_number(context, "care", "resuscitation_phases", 20)
            return replace(condition, count=now + phases)
        case Condition(until=None) if (
            condition.key in _of_one_phase(context) and duration_text(condition) is None
        ):
            return replace(condition, until=_end_of_phase(context, now))
        case _:
            return condition


def _of_one_phase(context: RulesContext) -> tuple[str, ...]:
    """Returns the conditions that are over with a phase: outside a firefight COOL that held, too. Source: PHA-63."""
    is_over = context.state.stage in ("ended", "between")
    return (*OF_ONE_PHASE, "cool_held") if is_over else OF_ONE_PHASE


def _end_of_phase(context: RulesContext, now: int) -> Expiry:
    """Returns the end of the phase that is on; where no phases are played any more, by the clock. Source: PHA-11."""
    state = context.state
    if state.stage in ("ended", "between"):
        return Expiry(at=state.clock + clock.seconds_of_round(context.ruleset.time))
    return Expiry(round=now)


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
