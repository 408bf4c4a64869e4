"""Every command of the system and the procedure that plays it out."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from msgspec import structs

from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules import commands as ask
from encounter_gui.rules import general, hand_changes, newcomers
from encounter_gui.rules.ruleset import CreatureDef
from encounter_gui.rules.system import Procedure, Scene
from encounter_gui.rules.systems.d6pool import (
    aftermath,
    blasts,
    character,
    deeds,
    harm,
    strikes,
    table_view,
    turns,
)
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.recruiting import health_of
from encounter_gui.rules.view import Change

_PLAYED: Mapping[type[ask.Command], Callable[[Scene, Any], Procedure]] = {
    do.Declare: deeds.declare,
    do.Move: deeds.move,
    do.Attack: strikes.attack,
    do.Throw: blasts.throw,
    do.Blast: blasts.blast,
    do.Draw: deeds.draw,
    do.FastDraw: deeds.fast_draw,
    do.Aim: deeds.aim,
    do.Reload: deeds.reload,
    do.Task: deeds.task,
    do.Oppose: deeds.oppose,
    do.FirstAid: aftermath.first_aid,
    do.Hero: deeds.hero,
    do.Wait: deeds.wait,
    do.Leave: deeds.leave,
    do.Fall: aftermath.fall,
    do.Wake: aftermath.wake,
    do.Heal: aftermath.heal,
    do.Stabilize: aftermath.stabilize,
    do.Reward: aftermath.reward,
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
        case ask.Remove() | ask.Afflict() | ask.SetField():
            return _followed(system, scene, command)
        case _ if type(command) in _PLAYED:
            return _PLAYED[type(command)](scene, command)
        case _:
            return general.general(system, scene, command)


def changes(scene: Scene, command: ask.Adjust) -> tuple[Change, ...]:
    """Returns what a change by hand would do to each target."""
    events = hand_changes.adjust_events(scene, command, _limits)
    state = fold(scene.state, (*events, *harm.consequences(scene, events)))
    after = replace(scene, state=state)
    return tuple(_change(scene, after, one) for one in scene.those(command.who))


def _adjusted(scene: Scene, command: ask.Adjust) -> Procedure:
    """A change by hand has the same consequences as one by dice. Source: D6P-43."""
    yield from ()
    events = hand_changes.adjust_events(scene, command, _limits)
    return Outcome(
        label=hand_changes.adjust_label(scene, command),
        events=(*events, *harm.consequences(scene, events)),
    )


def _followed(
    system: newcomers.Recruits, scene: Scene, command: ask.Remove | ask.Afflict | ask.SetField
) -> Procedure:
    """A general command, with what these rules make of its result. Source: D6P-03, D6P-15, D6P-43."""
    if isinstance(command, ask.SetField):
        command = _health_by_formula(scene, command)
    outcome = yield from general.general(system, scene, command)
    if isinstance(command, ask.Remove):
        return turns.without(scene, outcome)
    if isinstance(command, ask.Afflict):
        return replace(outcome, events=harm.by_hand(scene, outcome.events))
    return outcome


def _health_by_formula(scene: Scene, command: ask.SetField) -> ask.SetField:
    """Health set to 0 is what the formula makes it. Source: D6P-03."""
    one = scene.state.combatants.get(command.who)
    if one is None or command.field != "health" or command.to != 0:
        return command
    sheet = {key: value for key, value in one.sheet.items() if key != "health"}
    whole = CreatureDef(key=one.origin, name=one.name, sheet=sheet)
    return structs.replace(command, to=health_of(scene, whole))


def _limits(one: Combatant, gauge: str) -> hand_changes.Limits:
    """Nobody is healed above full Health; only Temporary Health goes below 0. Source: D6P-04, D6P-31, D6P-46."""
    if gauge == character.HEALTH:
        return hand_changes.Limits(most=character.health(one))
    return hand_changes.Limits(least=0)


def _change(scene: Scene, after: Scene, one: Combatant) -> Change:
    now = after.one(one.id)
    outcome = next(iter(set(character.derived(now)) - set(character.derived(one))), "")
    before, then = table_view.health_cell(scene, one), table_view.health_cell(after, now)
    return hand_changes.foretold(scene, one, before, then, outcome)
