"""Every command of the system and the procedure that plays it out."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from msgspec import structs

from encounter_gui.encounter.entries import Outcome
from encounter_gui.rules.engine import adjustments, general_commands, joining
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.ruleset import CreatureDef
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.actions import recovery, turn_actions
from encounter_gui.rules.systems.d6pool.combat import blasts, strike
from encounter_gui.rules.systems.d6pool.harm import wounds
from encounter_gui.rules.systems.d6pool.recruiting import health_of
from encounter_gui.rules.systems.d6pool.sheet.limits import limits
from encounter_gui.rules.systems.d6pool.turns import turns

_PLAYED: Mapping[type[ask.Command], Callable[[RulesContext, Any], Procedure]] = {
    do.Declare: turn_actions.declare,
    do.Move: turn_actions.move,
    do.Attack: strike.attack,
    do.Throw: blasts.throw,
    do.Blast: blasts.blast,
    do.Draw: turn_actions.draw,
    do.FastDraw: turn_actions.fast_draw,
    do.Aim: turn_actions.aim,
    do.Reload: turn_actions.reload,
    do.Task: turn_actions.task,
    do.Oppose: turn_actions.oppose,
    do.FirstAid: recovery.first_aid,
    do.Hero: turn_actions.hero,
    do.Wait: turn_actions.wait,
    do.Leave: turn_actions.leave,
    do.Fall: recovery.fall,
    do.Wake: recovery.wake,
    do.Heal: recovery.heal,
    do.Stabilize: recovery.stabilize,
    do.Reward: recovery.reward,
}


_OF_ALL: Mapping[type[ask.Command], Callable[[RulesContext], Procedure]] = {
    ask.Next: turns.step,
    ask.Finish: turns.finish,
    do.Apply: turns.apply_held,
}


def procedure(system: joining.Recruits, context: RulesContext, command: ask.Command) -> Procedure:
    """Returns the procedure that plays a command out."""
    match command:
        case ask.Adjust():
            return _adjusted(context, command)
        case _ if type(command) in _OF_ALL:
            return _OF_ALL[type(command)](context)
        case ask.Remove() | ask.Afflict() | ask.SetField():
            return _followed(system, context, command)
        case _ if type(command) in _PLAYED:
            return _PLAYED[type(command)](context, command)
        case _:
            return general_commands.general(system, context, command)


def _adjusted(context: RulesContext, command: ask.Adjust) -> Procedure:
    """A change by hand has the same consequences as one by dice. Source: D6P-43."""
    yield from ()
    events = adjustments.adjust_events(context, command, limits)
    return Outcome(
        label=adjustments.adjust_label(context, command),
        events=(*events, *wounds.consequences(context, events)),
    )


def _followed(
    system: joining.Recruits,
    context: RulesContext,
    command: ask.Remove | ask.Afflict | ask.SetField,
) -> Procedure:
    """A general command, with what these rules make of its result. Source: D6P-03, D6P-15, D6P-43."""
    if isinstance(command, ask.SetField):
        command = _health_by_formula(context, command)
    outcome = yield from general_commands.general(system, context, command)
    if isinstance(command, ask.Remove):
        return turns.without(context, outcome)
    if isinstance(command, ask.Afflict):
        return replace(outcome, events=wounds.by_hand(context, outcome.events))
    return outcome


def _health_by_formula(context: RulesContext, command: ask.SetField) -> ask.SetField:
    """Health set to 0 is what the formula makes it. Source: D6P-03."""
    combatant = context.state.combatants.get(command.who)
    if combatant is None or command.field != "health" or command.to != 0:
        return command
    sheet = {key: value for key, value in combatant.sheet.items() if key != "health"}
    whole = CreatureDef(key=combatant.origin, name=combatant.name, sheet=sheet)
    return structs.replace(command, to=health_of(context, whole))
