"""Every command of the system and the procedure that plays it out."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from msgspec import structs

from encounter_gui.encounter.entries import Outcome
from encounter_gui.rules.engine import adjustments, general_commands, joining
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.ruleset import CreatureDef
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.actions import recovery, turn_actions
from encounter_gui.rules.systems.d6pool.combat import blasts, strike
from encounter_gui.rules.systems.d6pool.harm import wounds
from encounter_gui.rules.systems.d6pool.recruiting import health_of
from encounter_gui.rules.systems.d6pool.sheet.limits import limits
from encounter_gui.rules.systems.d6pool.turns import turns

_PLAYED: Mapping[type[ask.Command], Callable[[Scene, Any], Procedure]] = {
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


_OF_ALL: Mapping[type[ask.Command], Callable[[Scene], Procedure]] = {
    ask.Next: turns.step,
    ask.Finish: turns.finish,
    do.Apply: turns.apply_held,
}


def procedure(system: joining.Recruits, scene: Scene, command: ask.Command) -> Procedure:
    """Returns the procedure that plays a command out."""
    match command:
        case ask.Adjust():
            return _adjusted(scene, command)
        case _ if type(command) in _OF_ALL:
            return _OF_ALL[type(command)](scene)
        case ask.Remove() | ask.Afflict() | ask.SetField():
            return _followed(system, scene, command)
        case _ if type(command) in _PLAYED:
            return _PLAYED[type(command)](scene, command)
        case _:
            return general_commands.general(system, scene, command)


def _adjusted(scene: Scene, command: ask.Adjust) -> Procedure:
    """A change by hand has the same consequences as one by dice. Source: D6P-43."""
    yield from ()
    events = adjustments.adjust_events(scene, command, limits)
    return Outcome(
        label=adjustments.adjust_label(scene, command),
        events=(*events, *wounds.consequences(scene, events)),
    )


def _followed(
    system: joining.Recruits, scene: Scene, command: ask.Remove | ask.Afflict | ask.SetField
) -> Procedure:
    """A general command, with what these rules make of its result. Source: D6P-03, D6P-15, D6P-43."""
    if isinstance(command, ask.SetField):
        command = _health_by_formula(scene, command)
    outcome = yield from general_commands.general(system, scene, command)
    if isinstance(command, ask.Remove):
        return turns.without(scene, outcome)
    if isinstance(command, ask.Afflict):
        return replace(outcome, events=wounds.by_hand(scene, outcome.events))
    return outcome


def _health_by_formula(scene: Scene, command: ask.SetField) -> ask.SetField:
    """Health set to 0 is what the formula makes it. Source: D6P-03."""
    one = scene.state.combatants.get(command.who)
    if one is None or command.field != "health" or command.to != 0:
        return command
    sheet = {key: value for key, value in one.sheet.items() if key != "health"}
    whole = CreatureDef(key=one.origin, name=one.name, sheet=sheet)
    return structs.replace(command, to=health_of(scene, whole))
