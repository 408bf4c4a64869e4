"""Every command of the system and the function that carries it out."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.rules.engine import action_costs, joining, turns
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.conditions import afflictions
from encounter_gui.rules.engine.obligations import require_settled
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.scene.open_things import OpenRules
from encounter_gui.rules.engine.time.running import TimeRules
from encounter_gui.rules.facade import Handler, RuleParts
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.automation import is_told
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases import recruiting
from encounter_gui.rules.systems.phases.actions import corrections, movement, turn_actions
from encounter_gui.rules.systems.phases.combat import accidents, attacks, techniques
from encounter_gui.rules.systems.phases.field.rules import RULES
from encounter_gui.rules.systems.phases.harm import between, dying, first_aid, healing
from encounter_gui.rules.systems.phases.harm.follow_ups import AUTOMATED, follow_ups
from encounter_gui.rules.systems.phases.obligations import KINDS
from encounter_gui.rules.systems.phases.running import TIME
from encounter_gui.rules.systems.phases.sheet import action_budget, character, checks, fitting
from encounter_gui.rules.systems.phases.turns import (
    declarations,
    phase_clock,
    phases_of_round,
    surprise,
)
from encounter_gui.rules.systems.phases.turns.initiative import INITIATIVE_RULES


def _apply(resolution: Resolution, command: do.Apply) -> Rolling[Message]:
    """Makes what has happened at once true once all of it have acted, or one by one. Source: PHA-19."""
    return turns.release(phases_of_round.TURNS, KINDS, resolution, one_by_one=command.one_by_one)


def _pass_time(resolution: Resolution, command: ask.PassTime) -> Message:
    """Lets phases of a fight go by once nothing is owed before, or time between fights. Source: PHA-11."""
    if resolution.context.state.stage != "running":
        return between.pass_time(TIME, resolution, command)
    require_settled(KINDS, resolution.context, "round_end")
    return phase_clock.pass_time(resolution, command)


_Timed = TypeVar("_Timed", do.Heal, do.Recover, do.Sleep, do.StayAwake)


def _timed(
    at_once: Callable[[Resolution, _Timed], Rolling[Message] | Message],
    by_clock: Callable[[TimeRules, Resolution, _Timed], Message],
) -> Callable[[Resolution, _Timed], Rolling[Message] | Message]:
    """Returns what carries out a command that takes time: between fights it passes. Source: PHA-18, PHA-73."""

    def carry_out(resolution: Resolution, command: _Timed) -> Rolling[Message] | Message:
        if resolution.context.state.stage != "between":
            return at_once(resolution, command)
        return by_clock(TIME, resolution, command)

    return carry_out


def _join(resolution: Resolution, command: ask.Join) -> Message:
    """Lets combatants join with nothing left of the encounter they come from. Source: PHA-19, PHA-63."""
    outcome = joining.joined(resolution.context, command)
    resolution.record(*recruiting.as_newcomers(resolution.context, outcome.events))
    return outcome.label


def _relieve(resolution: Resolution, command: ask.Relieve) -> Message:
    """Takes a condition off by hand; a stun gives back what it took of this phase. Source: PHA-21, PHA-64.

    It gives back nothing where the rules have told the game master to take it off, the action being counted.
    """
    context = resolution.context
    lifted = afflictions.condition_named(context, command.condition).key
    if lifted == "unaware":
        return surprise.become_aware(resolution, command)
    told = [ev.ConditionRemoved(who=who, key=lifted) for who in command.who]
    corrected = [each.who for each in told if not is_told(context.state, each)]
    known = [context.state.combatants.get(who) for who in corrected]
    dazed = any(each is not None and each.gauges.get(character.LOST) for each in known)
    if lifted != "stunned" or not dazed:
        outcome = afflictions.relieve(context, command)
        resolution.record(*outcome.events)
        if lifted == "ambushed":
            surprise.end_ambush(resolution, context.combatants(command.who))
        return outcome.label
    combatants = context.combatants(command.who)
    for combatant in combatants:
        if combatant.id in corrected:
            resolution.set_gauge(combatant.id, character.LOST, 0)
        resolution.remove_conditions(combatant.id, "stunned")
    condition = context.ruleset.condition("stunned")
    name = condition.name if condition else command.condition
    return say("rules.log.relieved", who=names_of(combatants), condition=name)


_ACTIONS: Mapping[type[Command], Handler] = {
    do.Attack: attacks.attack,
    do.BreakFree: techniques.break_free,
    do.Task: checks.task,
    do.Climb: movement.climb,
    do.Jump: movement.jump,
    do.Swim: movement.swim,
    do.Resuscitate: dying.resuscitate,
    do.Move: movement.move,
    do.LetGo: techniques.let_go,
    do.Draw: turn_actions.draw,
    do.Reload: turn_actions.reload,
    do.ClearJam: turn_actions.clear_jam,
    do.StandUp: turn_actions.stand_up,
    do.Other: turn_actions.other,
    do.Recover: _timed(turn_actions.recover, between.recover),
    do.AllOutDodge: turn_actions.all_out_dodge,
    do.FirstAid: first_aid.first_aid,
    do.StopAid: first_aid.stop_aid,
}
"""What combatants do: in a tie it is held. Source: PHA-19."""

_OTHERS: Mapping[type[Command], Handler] = {
    do.Apply: _apply,
    do.Declare: declarations.declare,
    do.DeclareAll: declarations.declare_all,
    do.Notice: surprise.notice,
    do.Ambush: surprise.ambush,
    do.Wait: phases_of_round.wait,
    ask.PassTime: _pass_time,
    do.PassTime: _pass_time,
    do.Oppose: checks.oppose,
    do.HoldBreath: movement.hold_breath,
    do.Fall: accidents.fall,
    do.Accident: accidents.accident,
    do.Harm: accidents.harm,
    do.Wound: accidents.wound,
    do.Amputate: accidents.amputate,
    do.Rouse: dying.rouse,
    do.Surgery: healing.surgery,
    do.Heal: _timed(healing.heal, between.heal),
    do.Sleep: _timed(healing.sleep, between.sleep),
    do.StayAwake: _timed(healing.stay_awake, between.stay_awake),
    do.Leave: turn_actions.leave,
    ask.Join: _join,
    ask.Relieve: _relieve,
}


def _action_of(command: Command) -> str:
    """Returns the key of a command in the catalogue of actions; empty for a test that is no action. Source: PHA-26."""
    match command:
        case do.Move(gait="run" | "sprint"):
            return command.gait
        case do.Other():
            return "task"
        case do.Task(action=False):
            return ""
        case _:
            return action_costs.tag_of(command)


PARTS = RuleParts(
    field=RULES,
    reactions={"counter": attacks.COUNTER_OPTIONS[-1]},
    time=TIME,
    open=OpenRules(
        delayed=frozenset({"in_shock", "clinically_dead", "aiding", "incapacitated", "unconscious"})
    ),
    handlers={**_ACTIONS, **_OTHERS},
    unheld=frozenset(_OTHERS),
    turns=phases_of_round.TURNS,
    initiative=INITIATIVE_RULES,
    recruit=recruiting.recruit,
    kinds=KINDS,
    harm=accidents.HARM,
    steps=frozenset({ask.Next, ask.PassTime, do.PassTime}),
    follow_ups=follow_ups,
    automated=AUTOMATED,
    counted=action_budget.COUNTED,
    rests=frozenset({ask.PassTime, do.PassTime, do.Heal, do.Sleep, do.StayAwake}),
    action_of=_action_of,
    own_numbers=corrections.NUMBERS,
    sheet=recruiting.SHEET,
    unfit=fitting.unfit,
)
"""The rules of the system."""
