"""Every command of the system and the function that carries it out."""

from collections.abc import Iterable

from msgspec.structs import replace

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import action_costs
from encounter_gui.rules.engine.scene.open_things import OpenRules
from encounter_gui.rules.facade import RuleParts
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn import obligations, recruiting, running
from encounter_gui.rules.systems.cwn.actions import corrections, drugs, screen_actions, turn_actions
from encounter_gui.rules.systems.cwn.areas import blasts, landing, suppression, throws
from encounter_gui.rules.systems.cwn.combat import (
    attacks,
    executions,
    focus_actions,
    melee,
    movement,
    reactions,
    snap_attacks,
    swarms,
    total_defense,
)
from encounter_gui.rules.systems.cwn.follow_ups import AUTOMATED, follow_ups
from encounter_gui.rules.systems.cwn.harm import by_hand, first_aid
from encounter_gui.rules.systems.cwn.rules import arms
from encounter_gui.rules.systems.cwn.sheet import (
    action_budget,
    character,
    checks,
    fitting,
    records,
    scene_uses,
)
from encounter_gui.rules.systems.cwn.turns import morale, rounds
from encounter_gui.rules.systems.cwn.turns.initiative import INITIATIVE_RULES
from encounter_gui.rules.systems.cwn.views import field

_ACTIONS = {"stow": "ready", "prone": "go_prone", "check": "use_skill", "oppose": "use_skill"}
"""Commands that stand in the catalogue of actions under another name."""


def _action_of(command: ask.Command) -> str:
    """Returns the key of a command in the catalogue of actions."""
    tag = action_costs.tag_of(command)
    if not isinstance(command, do.Attack) or not (command.how or command.mode):
        return _ACTIONS.get(tag, tag)
    return command.how or ("melee_attack" if command.mode == "melee" else "ranged_attack")


def _picked_up(combatant: Combatant, key: str) -> Iterable[ev.Event]:
    rest = (each for each in records.dropped_by(combatant) if each != key)
    return (records.set_dropped(combatant.id, rest),)


PARTS = RuleParts(
    field=replace(
        landing.RULES,
        weapon=field.weapon,
        reading=field.reading,
        sweep=field.sweep,
        point_aim=field.point_aim,
    ),
    reactions={"instant": reactions.KEEP},
    spares=arms.SPARES,
    open=OpenRules(
        delayed=frozenset({"mortally_wounded", "stable", "unconscious"}),
        on_ground=records.dropped_by,
        picked_up=_picked_up,
    ),
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
        do.Revive: running.revive,
        do.FirstAid: running.first_aid,
        do.Surgery: first_aid.surgery,
        do.Rest: running.rest,
        do.Refresh: scene_uses.refresh,
        do.Reflexes: focus_actions.reflexes,
        do.Whirlwind: focus_actions.whirlwind,
        do.Dose: drugs.dose,
    },
    turns=rounds.ROUNDS,
    initiative=INITIATIVE_RULES,
    kinds=running.KINDS,
    time=running.TIME,
    harm=by_hand.HARM,
    follow_ups=follow_ups,
    automated=AUTOMATED,
    counted=action_budget.COUNTED,
    rests=frozenset({do.Rest}),
    limits=character.limits,
    from_old_marks=obligations.legacy_events,
    action_of=_action_of,
    recruit=recruiting.recruit,
    own_numbers=corrections.NUMBERS,
    sheet=recruiting.SHEET,
    unfit=fitting.unfit,
)
"""The rules of the system."""
