"""Every command of the system and the function that plays it."""

from collections.abc import Callable, Generator, Mapping
from dataclasses import replace
from typing import Any

from msgspec import structs

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.rules.engine import general_commands, joining
from encounter_gui.rules.engine.asking import Procedure, Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model import commands as general
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn import obligations
from encounter_gui.rules.systems.cwn.actions import drugs, screen_actions, turn_actions
from encounter_gui.rules.systems.cwn.areas import blasts, suppression, throws
from encounter_gui.rules.systems.cwn.combat import (
    attacks,
    executions,
    focus_actions,
    melee,
    movement,
    snap_attacks,
    swarms,
    total_defense,
)
from encounter_gui.rules.systems.cwn.follow_ups import follow_ups
from encounter_gui.rules.systems.cwn.harm import by_hand, first_aid
from encounter_gui.rules.systems.cwn.recruiting import hit_points
from encounter_gui.rules.systems.cwn.sheet import character, checks, scene_uses
from encounter_gui.rules.systems.cwn.turns import morale, rounds

Handler = Callable[[Resolution, Any], Rolling[Message] | Message]
"""Plays a command; returns the label of the entry. One that asks for dice is a generator."""


def _next(resolution: Resolution, command: general.Next) -> Rolling[Message]:  # noqa: ARG001 - a handler
    return rounds.step(resolution, obligations.KINDS)


HANDLERS: Mapping[type[general.Command], Handler] = {
    general.Adjust: by_hand.adjust,
    general.Next: _next,
    general.Finish: scene_uses.finish,
    do.Attack: attacks.attack,
    do.SnapTogether: snap_attacks.snap_together,
    do.Swarm: swarms.join,
    do.Screen: screen_actions.screen,
    do.EndScreen: screen_actions.end,
    do.TotalDefense: total_defense.total_defense,
    do.Run: movement.run,
    do.Withdraw: movement.withdraw,
    do.ExtraMove: movement.extra_move,
    do.Stand: movement.stand,
    do.GoProne: movement.go_prone,
    do.Spend: turn_actions.spend,
    do.Ready: turn_actions.ready,
    do.Stow: turn_actions.stow,
    do.Reload: turn_actions.reload,
    do.Drop: turn_actions.drop,
    do.PickUp: turn_actions.pick_up,
    do.Hold: turn_actions.hold,
    do.Done: turn_actions.done,
    do.Leave: turn_actions.leave,
    do.Check: checks.check,
    do.Oppose: checks.oppose,
    do.Save: checks.save,
    do.Engage: melee.engage,
    do.Disengage: melee.disengage,
    do.Morale: morale.check,
    do.SkipMorale: morale.skip,
    do.Suppress: suppression.suppress,
    do.Throw: throws.throw,
    do.Blast: blasts.blast,
    do.Execute: executions.execute,
    do.FinishOff: executions.finish_off,
    do.Stabilize: first_aid.stabilize,
    do.Biostabilize: first_aid.biostabilize,
    do.Revive: first_aid.revive,
    do.FirstAid: first_aid.first_aid,
    do.Surgery: first_aid.surgery,
    do.Rest: first_aid.rest,
    do.Refresh: scene_uses.refresh,
    do.Reflexes: focus_actions.reflexes,
    do.Whirlwind: focus_actions.whirlwind,
    do.Dose: drugs.dose,
}


def resolution(context: RulesContext, actor: CombatantId | None = None) -> Resolution:
    """Returns a collector for a command; what old files owe in another form is owed from now on."""
    found = Resolution(context, actor=actor, follow_ups=follow_ups)
    found.record(*obligations.legacy_events(context))
    return found


def procedure(
    system: joining.Recruits, context: RulesContext, command: general.Command
) -> Procedure:
    """Plays a command; what follows from changed combatants comes with it."""
    collected = resolution(context)
    handler = HANDLERS.get(type(command))
    if handler is None:
        outcome = yield from _general(system, collected.context, command)
        collected.record(*outcome.events)
        return replace(outcome, events=collected.events)
    played = handler(collected, command)
    label = (yield from played) if isinstance(played, Generator) else played
    return collected.outcome(label)


def _general(
    system: joining.Recruits, context: RulesContext, command: general.Command
) -> Procedure:
    """Plays a general command. Source: CWN-05."""
    if isinstance(command, general.SetField):
        command = _whole_hit_points(context, command)
    return (yield from general_commands.general(system, context, command))


def _whole_hit_points(context: RulesContext, command: general.SetField) -> general.SetField:
    """Returns hit points set to 0 as what level or hit dice make them. Source: CWN-05."""
    target = context.state.combatants.get(command.who)
    if target is None or command.field != character.HP or command.to != 0:
        return command
    sheet = {key: value for key, value in target.sheet.items() if key != character.HP}
    return structs.replace(command, to=hit_points(context, replace(target, sheet=sheet)))
