"""Every command of the system and the procedure that plays it out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine import adjustments, general_commands, joining
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases import recruiting
from encounter_gui.rules.systems.phases.actions import movement, turn_actions
from encounter_gui.rules.systems.phases.combat import accidents, attacks, techniques
from encounter_gui.rules.systems.phases.harm import body_places, dying, first_aid, healing, wounds
from encounter_gui.rules.systems.phases.sheet import character, checks
from encounter_gui.rules.systems.phases.sheet.limits import limits
from encounter_gui.rules.systems.phases.turns import declarations, phases_of_round, surprise

_PLAYED: Mapping[type[ask.Command], Callable[[RulesContext, Any], Procedure]] = {
    do.Declare: declarations.declare,
    do.DeclareAll: declarations.declare_all,
    do.Notice: surprise.notice,
    do.Ambush: surprise.ambush,
    do.Move: movement.move,
    do.Attack: attacks.attack,
    do.BreakFree: techniques.break_free,
    do.LetGo: techniques.let_go,
    do.Draw: turn_actions.draw,
    do.Reload: turn_actions.reload,
    do.ClearJam: turn_actions.clear_jam,
    do.StandUp: turn_actions.stand_up,
    do.Other: turn_actions.other,
    do.Recover: turn_actions.recover,
    do.AllOutDodge: turn_actions.all_out_dodge,
    do.Wait: phases_of_round.wait,
    do.PassTime: phases_of_round.pass_time,
    do.Task: checks.task,
    do.Oppose: checks.oppose,
    do.Climb: movement.climb,
    do.Jump: movement.jump,
    do.Swim: movement.swim,
    do.Fall: accidents.fall,
    do.Accident: accidents.accident,
    do.Harm: accidents.harm,
    do.Wound: accidents.wound,
    do.Amputate: accidents.amputate,
    do.Rouse: dying.rouse,
    do.FirstAid: first_aid.first_aid,
    do.StopAid: first_aid.stop_aid,
    do.Resuscitate: dying.resuscitate,
    do.Surgery: healing.surgery,
    do.Heal: healing.heal,
    do.Sleep: healing.sleep,
    do.StayAwake: healing.stay_awake,
    do.Leave: turn_actions.leave,
}

_OF_ALL: Mapping[type[ask.Command], Callable[[RulesContext], Procedure]] = {
    ask.Next: phases_of_round.step,
    ask.Finish: phases_of_round.finish,
    do.Apply: phases_of_round.apply_held,
}


def procedure(system: joining.Recruits, context: RulesContext, command: ask.Command) -> Procedure:
    """Returns the procedure that plays a command out."""
    match command:
        case ask.Adjust():
            return _adjusted(context, command)
        case _ if type(command) in _OF_ALL:
            return _OF_ALL[type(command)](context)
        case ask.Relieve() if command.condition.casefold() == "stunned" and _dazed(
            context, command
        ):
            return _gathers(context, command)
        case ask.Remove() | ask.Afflict() | ask.Relieve() | ask.Join():
            return _followed(system, context, command)
        case _ if type(command) in _PLAYED:
            return _PLAYED[type(command)](context, command)
        case _:
            return general_commands.general(system, context, command)


def _adjusted(context: RulesContext, command: ask.Adjust) -> Procedure:
    yield from ()
    events = adjustments.adjust_events(context, command, limits)
    return Outcome(label=adjustments.adjust_label(context, command), events=events)


def _followed(
    system: joining.Recruits,
    context: RulesContext,
    command: ask.Remove | ask.Afflict | ask.Relieve | ask.Join,
) -> Procedure:
    """A general command, with what these rules make of its result. Source: PHA-19, PHA-53, PHA-70."""
    outcome = yield from general_commands.general(system, context, command)
    if isinstance(command, ask.Remove):
        combatants = context.combatants(command.who)
        freed = tuple(
            event for combatant in combatants for event in body_places.loosened(context, combatant)
        )
        return phases_of_round.without(context, replace(outcome, events=(*freed, *outcome.events)))
    if isinstance(command, ask.Join):
        return replace(outcome, events=recruiting.arrived(context, outcome.events))
    if isinstance(command, ask.Relieve):
        return replace(outcome, events=(*_let_loose(context, outcome.events), *outcome.events))
    return replace(outcome, events=by_hand(context, outcome.events))


def _dazed(context: RulesContext, command: ask.Relieve) -> tuple[Combatant, ...]:
    """Returns those of a command who have lost an action of this phase."""
    known = (context.state.combatants.get(who) for who in command.who)
    return tuple(
        combatant
        for combatant in known
        if combatant is not None and combatant.gauges.get(character.LOST)
    )


def _gathers(context: RulesContext, command: ask.Relieve) -> Procedure:
    """A stun taken off by hand gives back what it took of this phase. Source: PHA-64."""
    yield from ()
    combatants = context.combatants(command.who)
    names = ", ".join(combatant.name for combatant in combatants)
    known = context.ruleset.condition("stunned")
    events: tuple[ev.Event, ...] = (
        *(
            ev.GaugeSet(who=combatant.id, gauge=character.LOST, to=0)
            for combatant in _dazed(context, command)
        ),
        *(
            ev.ConditionRemoved(who=combatant.id, key="stunned")
            for combatant in combatants
            if combatant.has("stunned")
        ),
    )
    word = known.name if known else command.condition
    return Outcome(label=say("rules.log.relieved", who=names, condition=word), events=events)


def _let_loose(context: RulesContext, events: Sequence[ev.Event]) -> tuple[ev.Event, ...]:
    """Returns the other one's end of every hold that is ended by hand. Source: PHA-53."""
    return tuple(
        freed
        for event in events
        if isinstance(event, ev.ConditionRemoved) and event.key in dict(body_places.HOLDS)
        for freed in body_places.loosened(context, context.combatant(event.who), event.key)
        if freed != event
    )


def by_hand(context: RulesContext, events: Sequence[ev.Event]) -> tuple[ev.Event, ...]:
    """Returns conditions put on by hand with their clocks set, and with what going down ends.

    Source: PHA-28, PHA-63, PHA-70, PHA-72.
    """
    made = tuple(each for event in events for each in _clocked(context, event))
    after = replace(context, state=fold(context.state, made))
    fallen = [
        combatant
        for key, combatant in after.state.combatants.items()
        if character.is_down(combatant) and not character.is_down(context.state.combatants[key])
    ]
    return (
        *made,
        *(event for combatant in fallen for event in body_places.went_down(after, combatant)),
    )


def _clocked(context: RulesContext, event: ev.Event) -> tuple[ev.Event, ...]:
    if not isinstance(event, ev.ConditionAdded):
        return (event,)
    now = max(context.state.round, 1)
    combatant, condition = context.state.combatants[event.who], event.condition
    if condition.key == "dead":
        return body_places.died(context, combatant)
    if condition.key == "stunned" and context.state.stage == "running":
        return body_places.stunned(context, combatant) or (event,)
    if condition.key == "in_shock":
        condition = replace(condition, count=wounds.next_test(context, combatant))
    elif condition.key == "clinically_dead":
        phases = character.figure(context, "care", "resuscitation_phases", 20)
        condition = replace(condition, count=now + phases)
    elif condition.key in ("ducking", "hunkering") and condition.until is None:
        condition = replace(condition, until=Expiry(round=now))
    return (msgspec.structs.replace(event, condition=condition), *_beside(combatant, condition.key))


def _beside(combatant: Combatant, key: str) -> tuple[ev.Event, ...]:
    """Returns what a condition put on by hand brings or ends. Source: PHA-31, PHA-70 to PHA-72."""
    if key in ("prone", "grabbed", "immobile"):
        return body_places.halted(combatant)
    other = {"in_shock": "stabilized", "stabilized": "in_shock", "clinically_dead": "in_shock"}
    over = other.get(key, "")
    events: list[ev.Event] = []
    if key == "clinically_dead" and not combatant.has("unconscious"):
        events.append(ev.ConditionAdded(who=combatant.id, condition=Condition(key="unconscious")))
    if over and combatant.has(over):
        events.append(ev.ConditionRemoved(who=combatant.id, key=over))
    return tuple(events)
