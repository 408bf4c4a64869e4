"""Every command of the system and the procedure that plays it out."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from msgspec import structs

from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import adjustments, general_commands, joining
from encounter_gui.rules.engine.system import Procedure, Scene
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.ruleset import CreatureDef
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.actions import recovery, turn_actions
from encounter_gui.rules.systems.d6pool.combat import blasts, strike
from encounter_gui.rules.systems.d6pool.harm import wounds
from encounter_gui.rules.systems.d6pool.recruiting import health_of
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.systems.d6pool.turns import turns
from encounter_gui.rules.systems.d6pool.views import table as table_view
from encounter_gui.rules.view import Change

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


def changes(scene: Scene, command: ask.Adjust) -> tuple[Change, ...]:
    """Returns what a change by hand would do to each target."""
    events = adjustments.adjust_events(scene, command, _limits)
    state = fold(scene.state, (*events, *wounds.consequences(scene, events)))
    after = replace(scene, state=state)
    return tuple(_change(scene, after, one) for one in scene.those(command.who))


def _adjusted(scene: Scene, command: ask.Adjust) -> Procedure:
    """A change by hand has the same consequences as one by dice. Source: D6P-43."""
    yield from ()
    events = adjustments.adjust_events(scene, command, _limits)
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


def _limits(one: Combatant, gauge: str) -> adjustments.Limits:
    """Nobody is healed above full Health; only Temporary Health goes below 0. Source: D6P-04, D6P-31, D6P-46."""
    if gauge == character.HEALTH:
        return adjustments.Limits(most=character.health(one))
    return adjustments.Limits(least=0)


def _change(scene: Scene, after: Scene, one: Combatant) -> Change:
    now = after.one(one.id)
    outcome = next(iter(set(character.derived(now)) - set(character.derived(one))), "")
    before, then = table_view.health_cell(scene, one), table_view.health_cell(after, now)
    return adjustments.foretold(scene, one, before, then, outcome)
