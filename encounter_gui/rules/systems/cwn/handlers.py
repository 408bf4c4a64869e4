"""Every command of the system and the procedure that plays it out."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from msgspec import structs

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.evolve import fold
from encounter_gui.rules.engine import adjustments, general_commands, joining
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.actions import drugs, screen_actions, turn_actions
from encounter_gui.rules.systems.cwn.areas import blasts, suppression, throws
from encounter_gui.rules.systems.cwn.combat import (
    attacks,
    executions,
    focus_actions,
    melee,
    movement,
    screen_effects,
    snap_attacks,
    swarms,
    total_defense,
)
from encounter_gui.rules.systems.cwn.harm import falling, first_aid
from encounter_gui.rules.systems.cwn.recruiting import hit_points
from encounter_gui.rules.systems.cwn.sheet import character, checks, scene_uses
from encounter_gui.rules.systems.cwn.sheet.limits import limits
from encounter_gui.rules.systems.cwn.turns import morale, order, rounds

_PLAYED: Mapping[type[ask.Command], Callable[[RulesContext, Any], Procedure]] = {
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

_OF_ALL: Mapping[type[ask.Command], Callable[[RulesContext], Procedure]] = {
    ask.Next: rounds.step,
    ask.Finish: scene_uses.finish,
}


def procedure(system: joining.Recruits, context: RulesContext, command: ask.Command) -> Procedure:
    """Plays a command out; screens end with it of whom nobody is left. Source: CWN-40."""
    outcome = yield from _played(system, context, command)
    loose = screen_effects.loosened(fold(context.state, outcome.events))
    return replace(outcome, events=(*outcome.events, *loose)) if loose else outcome


def _played(system: joining.Recruits, context: RulesContext, command: ask.Command) -> Procedure:
    match command:
        case ask.Adjust():
            return _adjusted(context, command)
        case _ if type(command) in _OF_ALL:
            return _OF_ALL[type(command)](context)
        case _ if type(command) in _PLAYED:
            return _PLAYED[type(command)](context, command)
        case _:
            return _general(system, context, command)


def _general(system: joining.Recruits, context: RulesContext, command: ask.Command) -> Procedure:
    """A general command, with what these rules make of its result. Source: CWN-16, CWN-57, CWN-59."""
    if isinstance(command, ask.SetField):
        command = _whole_hit_points(context, command)
    outcome = yield from general_commands.general(system, context, command)
    match command:
        case ask.Add() | ask.Duplicate() | ask.Join():
            return replace(outcome, events=order.with_order_updated(context, outcome.events))
        case ask.ChangeSide(who=who):
            return replace(outcome, events=order.with_order_updated(context, outcome.events, who))
        case ask.Afflict() | ask.Relieve():
            return replace(
                outcome, events=falling.log_text(context, _timed(context, outcome.events))
            )
        case _:
            return outcome


def _timed(context: RulesContext, events: tuple[ev.Event, ...]) -> tuple[ev.Event, ...]:
    """Returns a Total Defense put on by hand as one by command: it lasts to the own next turn. Source: CWN-36g."""

    def timed(event: ev.Event) -> ev.Event:
        if not isinstance(event, ev.ConditionAdded) or not context.state.slots:
            return event
        condition = event.condition
        if condition.key != "total_defense" or condition.until is not None:
            return event
        until = total_defense.until_next_turn(context.state, event.who)
        return structs.replace(event, condition=replace(condition, until=until))

    return tuple(timed(event) for event in events)


def _whole_hit_points(context: RulesContext, command: ask.SetField) -> ask.SetField:
    """Hit points set to 0 are what level or hit dice make them. Source: CWN-05."""
    combatant = context.state.combatants.get(command.who)
    if combatant is None or command.field != character.HP or command.to != 0:
        return command
    sheet = {key: value for key, value in combatant.sheet.items() if key != character.HP}
    return structs.replace(command, to=hit_points(context, replace(combatant, sheet=sheet)))


def _adjusted(context: RulesContext, command: ask.Adjust) -> Procedure:
    """A change by hand changes the gauge it names; 0 HP has the same consequences as by dice. Source: CWN-57."""
    events = adjustments.adjust_events(context, command, limits(context))
    hurts = adjustments.read_change(command.change)
    is_more = hurts.amount < 0 and not hurts.is_absolute
    followed = yield from falling.by_hand(context, events, is_more=is_more)
    return Outcome(label=adjustments.adjust_label(context, command), events=(*events, *followed))
