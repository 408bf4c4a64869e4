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
from encounter_gui.rules import commands as ask
from encounter_gui.rules import general, hand_changes, newcomers
from encounter_gui.rules.system import Procedure, Scene
from encounter_gui.rules.systems.phases import (
    attacks,
    care,
    character,
    declaring,
    deeds,
    dying,
    falls,
    grabs,
    healing,
    movement,
    places,
    recruiting,
    surprise,
    tasks,
    turns,
    wounds,
)
from encounter_gui.rules.systems.phases import commands as do

_PLAYED: Mapping[type[ask.Command], Callable[[Scene, Any], Procedure]] = {
    do.Declare: declaring.declare,
    do.DeclareAll: declaring.declare_all,
    do.Notice: surprise.notice,
    do.Ambush: surprise.ambush,
    do.Move: movement.move,
    do.Attack: attacks.attack,
    do.BreakFree: grabs.break_free,
    do.LetGo: grabs.let_go,
    do.Draw: deeds.draw,
    do.Reload: deeds.reload,
    do.ClearJam: deeds.clear_jam,
    do.StandUp: deeds.stand_up,
    do.Other: deeds.other,
    do.Recover: deeds.recover,
    do.AllOutDodge: deeds.all_out_dodge,
    do.Wait: turns.wait,
    do.PassTime: turns.pass_time,
    do.Task: tasks.task,
    do.Oppose: tasks.oppose,
    do.Climb: movement.climb,
    do.Jump: movement.jump,
    do.Swim: movement.swim,
    do.Fall: falls.fall,
    do.Accident: falls.accident,
    do.Harm: falls.harm,
    do.Wound: falls.wound,
    do.Amputate: falls.amputate,
    do.Rouse: dying.rouse,
    do.FirstAid: care.first_aid,
    do.StopAid: care.stop_aid,
    do.Resuscitate: dying.resuscitate,
    do.Surgery: healing.surgery,
    do.Heal: healing.heal,
    do.Sleep: healing.sleep,
    do.StayAwake: healing.stay_awake,
    do.Leave: deeds.leave,
}

_OF_ALL: Mapping[type[ask.Command], Callable[[Scene], Procedure]] = {
    ask.Next: turns.step,
    ask.Finish: turns.finish,
    do.Apply: turns.apply_held,
}


def procedure(system: newcomers.Recruits, scene: Scene, command: ask.Command) -> Procedure:
    """Returns the procedure that plays a command out."""
    match command:
        case ask.Adjust():
            return _adjusted(scene, command)
        case _ if type(command) in _OF_ALL:
            return _OF_ALL[type(command)](scene)
        case ask.Relieve() if command.condition.casefold() == "stunned" and _dazed(scene, command):
            return _gathers(scene, command)
        case ask.Remove() | ask.Afflict() | ask.Relieve() | ask.Join():
            return _followed(system, scene, command)
        case _ if type(command) in _PLAYED:
            return _PLAYED[type(command)](scene, command)
        case _:
            return general.general(system, scene, command)


def limits(_one: Combatant, _gauge: str) -> hand_changes.Limits:
    """Returns between what a gauge may be changed by hand: none of them goes below 0. Source: PHA-18."""
    return hand_changes.Limits(least=0)


def _adjusted(scene: Scene, command: ask.Adjust) -> Procedure:
    yield from ()
    events = hand_changes.adjust_events(scene, command, limits)
    return Outcome(label=hand_changes.adjust_label(scene, command), events=events)


def _followed(
    system: newcomers.Recruits,
    scene: Scene,
    command: ask.Remove | ask.Afflict | ask.Relieve | ask.Join,
) -> Procedure:
    """A general command, with what these rules make of its result. Source: PHA-19, PHA-53, PHA-70."""
    outcome = yield from general.general(system, scene, command)
    if isinstance(command, ask.Remove):
        those = scene.those(command.who)
        freed = tuple(event for one in those for event in places.loosened(scene, one))
        return turns.without(scene, replace(outcome, events=(*freed, *outcome.events)))
    if isinstance(command, ask.Join):
        return replace(outcome, events=recruiting.arrived(scene, outcome.events))
    if isinstance(command, ask.Relieve):
        return replace(outcome, events=(*_let_loose(scene, outcome.events), *outcome.events))
    return replace(outcome, events=by_hand(scene, outcome.events))


def _dazed(scene: Scene, command: ask.Relieve) -> tuple[Combatant, ...]:
    """Returns those of a command who have lost an action of this phase."""
    known = (scene.state.combatants.get(who) for who in command.who)
    return tuple(one for one in known if one is not None and one.gauges.get(character.LOST))


def _gathers(scene: Scene, command: ask.Relieve) -> Procedure:
    """A stun taken off by hand gives back what it took of this phase. Source: PHA-64."""
    yield from ()
    those = scene.those(command.who)
    names = ", ".join(one.name for one in those)
    known = scene.ruleset.condition("stunned")
    events: tuple[ev.Event, ...] = (
        *(ev.GaugeSet(who=one.id, gauge=character.LOST, to=0) for one in _dazed(scene, command)),
        *(ev.ConditionRemoved(who=one.id, key="stunned") for one in those if one.has("stunned")),
    )
    word = known.name if known else command.condition
    return Outcome(label=say("rules.log.relieved", who=names, condition=word), events=events)


def _let_loose(scene: Scene, events: Sequence[ev.Event]) -> tuple[ev.Event, ...]:
    """Returns the other one's end of every hold that is ended by hand. Source: PHA-53."""
    return tuple(
        freed
        for event in events
        if isinstance(event, ev.ConditionRemoved) and event.key in dict(places.HOLDS)
        for freed in places.loosened(scene, scene.one(event.who), event.key)
        if freed != event
    )


def by_hand(scene: Scene, events: Sequence[ev.Event]) -> tuple[ev.Event, ...]:
    """Returns conditions put on by hand with their clocks set, and with what going down ends.

    Source: PHA-28, PHA-63, PHA-70, PHA-72.
    """
    made = tuple(each for event in events for each in _clocked(scene, event))
    after = replace(scene, state=fold(scene.state, made))
    fallen = [
        one
        for key, one in after.state.combatants.items()
        if character.is_down(one) and not character.is_down(scene.state.combatants[key])
    ]
    return (*made, *(event for one in fallen for event in places.went_down(after, one)))


def _clocked(scene: Scene, event: ev.Event) -> tuple[ev.Event, ...]:
    if not isinstance(event, ev.ConditionAdded):
        return (event,)
    now = max(scene.state.round, 1)
    one, condition = scene.state.combatants[event.who], event.condition
    if condition.key == "dead":
        return places.died(scene, one)
    if condition.key == "stunned" and scene.state.stage == "running":
        return places.stunned(scene, one) or (event,)
    if condition.key == "in_shock":
        condition = replace(condition, count=wounds.next_test(scene, one))
    elif condition.key == "clinically_dead":
        phases = character.figure(scene, "care", "resuscitation_phases", 20)
        condition = replace(condition, count=now + phases)
    elif condition.key in ("ducking", "hunkering") and condition.until is None:
        condition = replace(condition, until=Expiry(round=now))
    return (msgspec.structs.replace(event, condition=condition), *_beside(one, condition.key))


def _beside(one: Combatant, key: str) -> tuple[ev.Event, ...]:
    """Returns what a condition put on by hand brings or ends. Source: PHA-31, PHA-70 to PHA-72."""
    if key in ("prone", "grabbed", "immobile"):
        return places.halted(one)
    other = {"in_shock": "stabilized", "stabilized": "in_shock", "clinically_dead": "in_shock"}
    over = other.get(key, "")
    events: list[ev.Event] = []
    if key == "clinically_dead" and not one.has("unconscious"):
        events.append(ev.ConditionAdded(who=one.id, condition=Condition(key="unconscious")))
    if over and one.has(over):
        events.append(ev.ConditionRemoved(who=one.id, key=over))
    return tuple(events)
