"""Every command of the system and the function that carries it out."""

from msgspec import structs
from msgspec.structs import replace

from encounter_gui.rules.engine import action_costs
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import RuleParts
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn import obligations, recruiting
from encounter_gui.rules.systems.cwn.actions import corrections, drugs, screen_actions, turn_actions
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
from encounter_gui.rules.systems.cwn.follow_ups import AUTOMATED, follow_ups
from encounter_gui.rules.systems.cwn.harm import by_hand, first_aid
from encounter_gui.rules.systems.cwn.sheet import character, checks, fitting, scene_uses
from encounter_gui.rules.systems.cwn.sheet.limits import limits
from encounter_gui.rules.systems.cwn.turns import morale, rounds
from encounter_gui.rules.systems.cwn.turns.initiative import INITIATIVE_RULES


def _whole_hit_points(context: RulesContext, command: ask.Command) -> ask.Command:
    """Returns hit points set to 0 as what level or hit dice make them. Source: CWN-05."""
    if not isinstance(command, ask.SetField) or command.field != character.HP or command.to != 0:
        return command
    combatant = context.state.combatants.get(command.who)
    if combatant is None:
        return command
    sheet = {key: value for key, value in combatant.sheet.items() if key != character.HP}
    whole = replace(combatant, sheet=sheet)
    return structs.replace(command, to=recruiting.hit_points(context, whole))


_ACTIONS = {"stow": "ready", "prone": "go_prone", "check": "use_skill", "oppose": "use_skill"}
"""Commands that stand in the catalogue of actions under another name."""


def _action_of(command: ask.Command) -> str:
    """Returns the key of a command in the catalogue of actions."""
    tag = action_costs.tag_of(command)
    if not isinstance(command, do.Attack) or not (command.how or command.mode):
        return _ACTIONS.get(tag, tag)
    return command.how or ("melee_attack" if command.mode == "melee" else "ranged_attack")


PARTS = RuleParts(
    handlers={
        ask.Adjust: by_hand.adjust,
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
        ask.HoldTurn: turn_actions.hold_turn,
        do.Done: turn_actions.end_turn,
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
    },
    turns=rounds.ROUNDS,
    initiative=INITIATIVE_RULES,
    kinds=obligations.KINDS,
    harm=by_hand.HARM,
    follow_ups=follow_ups,
    automated=AUTOMATED,
    rests=frozenset({do.Rest}),
    limits=limits,
    from_old_marks=obligations.legacy_events,
    adapted=_whole_hit_points,
    action_of=_action_of,
    recruit=recruiting.recruit,
    own_numbers=corrections.NUMBERS,
    unfit=fitting.unfit,
)
"""The rules of the system."""
