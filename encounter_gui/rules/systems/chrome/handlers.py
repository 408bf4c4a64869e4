"""Every command of the system and the function that carries it out."""

from collections.abc import Callable, Mapping
from typing import Any

from encounter_gui.core.messages import Message
from encounter_gui.rules.engine import action_costs
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.facade import RuleParts
from encounter_gui.rules.model.commands import Command, Finish
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import obligations, recruiting
from encounter_gui.rules.systems.chrome.actions import (
    check_actions,
    corrections,
    hacking,
    moving,
    presence,
    recovery,
    turn_actions,
    weapon_handling,
)
from encounter_gui.rules.systems.chrome.combat import (
    attacks,
    by_hand,
    critical_effects,
    enemy_abilities,
    grapples,
    grenades,
)
from encounter_gui.rules.systems.chrome.follow_ups import AUTOMATED, follow_ups
from encounter_gui.rules.systems.chrome.harm import dying, nerve, wounds
from encounter_gui.rules.systems.chrome.sheet import conviction, fitting
from encounter_gui.rules.systems.chrome.turns import order, rounds, surprise
from encounter_gui.rules.systems.chrome.turns.initiative import INITIATIVE_RULES

Handler = Callable[[Resolution, Any], Rolling[Message]]

_HANDLERS: Mapping[type[Command], Handler] = {
    Finish: rounds.finish,
    do.Surprise: surprise.surprise,
    do.Unnoticed: surprise.mark_unnoticed,
    do.Order: order.reorder,
    do.Attack: attacks.attack,
    do.Throw: grenades.throw,
    do.Special: enemy_abilities.special,
    do.Check: check_actions.check,
    do.Burn: check_actions.burn,
    do.PanicCheck: nerve.panic_check,
    do.Stress: nerve.give_stress,
    do.Oppose: check_actions.oppose,
    do.Move: moving.move,
    do.TakeCover: turn_actions.take_cover,
    do.StandUp: critical_effects.stand_up,
    do.Reload: weapon_handling.reload,
    do.ClearJam: weapon_handling.clear_jam,
    do.PickUp: weapon_handling.pick_up,
    do.Hold: weapon_handling.hold,
    do.Activate: turn_actions.activate,
    do.Free: turn_actions.free,
    do.UseItem: turn_actions.use_item,
    do.Hack: hacking.hack,
    do.Reboot: hacking.reboot,
    do.Grapple: grapples.grapple,
    do.BreakFree: grapples.break_free,
    do.FirstAid: wounds.first_aid,
    do.Extinguish: critical_effects.extinguish,
    do.Lend: recovery.lend,
    do.Haunt: presence.haunt,
    do.Engage: nerve.engage,
    do.Rejoin: nerve.rejoin,
    do.Distort: nerve.write_distortion,
    do.Locate: wounds.locate,
    do.MarkPlace: wounds.mark_place,
    do.Wake: dying.wake,
    do.Kill: dying.kill,
    do.Rest: recovery.rest,
    do.NewDay: recovery.new_day,
    do.Downtime: recovery.downtime,
    do.Leave: turn_actions.leave,
    do.Wait: turn_actions.wait,
}


def _with_clauses(handler: Handler) -> Handler:
    """Returns a handler whose line in the log has the clauses, whether it has a place for them or not."""

    def with_clauses(resolution: Resolution, command: Command) -> Rolling[Message]:
        label = yield from handler(resolution, command)
        return resolution.with_clauses(label)

    return with_clauses


def _action_of(command: Command) -> str:
    """Returns the key of a command in the catalogue of actions. Source: CHR-29f."""
    return "grapple" if isinstance(command, do.BreakFree) else action_costs.tag_of(command)


PARTS = RuleParts(
    handlers={kind: _with_clauses(handler) for kind, handler in _HANDLERS.items()},
    turns=rounds.ROUNDS,
    initiative=INITIATIVE_RULES,
    kinds=obligations.KINDS,
    harm=by_hand.HARM,
    follow_ups=follow_ups,
    automated=AUTOMATED,
    rests=frozenset({do.Rest, do.Downtime}),
    from_old_marks=obligations.from_old_marks,
    recruit=recruiting.recruit,
    action_of=_action_of,
    limits=conviction.limits,
    own_numbers=corrections.NUMBERS,
    unfit=fitting.unfit,
)
"""The rules of the system."""
