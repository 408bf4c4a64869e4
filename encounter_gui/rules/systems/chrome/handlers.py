"""Every command of the system and the function that carries it out."""

from collections.abc import Iterable, Mapping

from encounter_gui.core.messages import Message
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import action_costs
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.scene.open_things import OpenRules
from encounter_gui.rules.facade import Handler, RuleParts
from encounter_gui.rules.model.commands import Command, Finish
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import obligations, recruiting, running
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
from encounter_gui.rules.systems.chrome.checks import conviction
from encounter_gui.rules.systems.chrome.combat import (
    attacks,
    by_hand,
    critical_effects,
    enemy_abilities,
    grapples,
    grenades,
)
from encounter_gui.rules.systems.chrome.field import rules as field
from encounter_gui.rules.systems.chrome.follow_ups import AUTOMATED, follow_ups
from encounter_gui.rules.systems.chrome.harm import dying, nerve, wounds
from encounter_gui.rules.systems.chrome.sheet import action_budget, fitting, gear, owed
from encounter_gui.rules.systems.chrome.turns import block, order, rounds, surprise
from encounter_gui.rules.systems.chrome.turns.initiative import INITIATIVE_RULES

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
    do.UseItem: running.in_half_a_round(turn_actions.use_item),
    do.Hack: hacking.hack,
    do.Reboot: hacking.reboot,
    do.Grapple: grapples.grapple,
    do.BreakFree: grapples.break_free,
    do.FirstAid: running.in_half_a_round(wounds.first_aid),
    do.Extinguish: running.in_half_a_round(critical_effects.extinguish),
    do.Lend: recovery.lend,
    do.Haunt: presence.haunt,
    do.Engage: nerve.engage,
    do.Rejoin: nerve.rejoin,
    do.Distort: nerve.write_distortion,
    do.Locate: wounds.locate,
    do.MarkPlace: wounds.mark_place,
    do.Wake: dying.wake,
    do.Kill: dying.kill,
    do.Rest: running.rest,
    do.NewDay: recovery.new_day,
    do.Downtime: running.downtime,
    do.Leave: turn_actions.leave,
    do.Wait: block.wait,
}


_IN_TURN = (
    *(do.Attack, do.Throw, do.Special, do.Move, do.TakeCover, do.StandUp, do.Reload, do.ClearJam),
    *(do.PickUp, do.Activate, do.UseItem, do.BreakFree, do.Extinguish, do.Wait),
)
"""What an enemy does in its turn only: it begins with the first of these. Source: CHR-26."""


def _with_clauses(handler: Handler) -> Handler:
    """Returns a handler whose line in the log has the clauses, whether it has a place for them or not.

    An enemy begins its turn in its block by acting. Source: CHR-26.
    """

    def with_clauses(resolution: Resolution, command: Command) -> Rolling[Message]:
        if isinstance(command, _IN_TURN):
            yield from block.take_turn(resolution, command.who)
        answer = handler(resolution, command)
        label = answer if isinstance(answer, Message) else (yield from answer)
        return resolution.with_clauses(label)

    return with_clauses


def _action_of(command: Command) -> str:
    """Returns the key of a command in the catalogue of actions. Source: CHR-29f."""
    return "grapple" if isinstance(command, do.BreakFree) else action_costs.tag_of(command)


def _dropped(combatant: Combatant) -> tuple[str, ...]:
    return gear.troubled_keys(combatant, gear.DROPPED)


def _picked_up(combatant: Combatant, key: str) -> Iterable[ev.Event]:
    return (ev.GaugeSet(who=combatant.id, gauge=f"{gear.DROPPED}.{key}", to=0),)


PARTS = RuleParts(
    field=field.RULES,
    time=running.TIME,
    open=OpenRules(
        delayed=frozenset({"ablaze", "bleeding"}),
        on_ground=_dropped,
        picked_up=_picked_up,
    ),
    handlers={kind: _with_clauses(handler) for kind, handler in _HANDLERS.items()},
    turns=rounds.ROUNDS,
    initiative=INITIATIVE_RULES,
    kinds=obligations.KINDS,
    harm=by_hand.HARM,
    follow_ups=follow_ups,
    automated=AUTOMATED,
    counted=action_budget.COUNTED,
    rests=frozenset({do.Rest, do.Downtime}),
    begin=owed.begin_gesture,
    from_old_marks=obligations.from_old_marks,
    recruit=recruiting.recruit,
    action_of=_action_of,
    limits=conviction.limits,
    own_numbers=corrections.NUMBERS,
    sheet=corrections.SHEET,
    unfit=fitting.unfit,
)
"""The rules of the system."""
