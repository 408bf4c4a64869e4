"""Who may act and what an action still allows. Source: D6P-13 to D6P-18."""

from dataclasses import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.d6pool.harm.wounds import consequences
from encounter_gui.rules.systems.d6pool.sheet import character

ACTION_GAUGES = ("attacks", "spent", "drew")


TURN_GAUGES = ("acted", "moved", "attacks_turn")


def seen(context: RulesContext, who: CombatantId) -> RulesContext:
    """Returns the scene as somebody who acts sees it: with the waiting results of that one's own action only.

    Source: D6P-15.
    """
    own = [event for held in context.state.held if held.by == who for event in held.events]
    if not own:
        return context
    return replace(context, state=fold(context.state, (*own, *consequences(context, own))))


def takes_part(combatant: Combatant, slot: Slot) -> bool:
    """Returns whether somebody has anything to do in a slot: not who is out, or has spent the whole turn before it.

    Source: D6P-16, D6P-48.
    """
    return not character.is_out(combatant) and not (slot.lane and combatant.has("busy"))


def is_tied(state: EncounterState) -> bool:
    """Returns whether two or more act at once now, or did so until now and their results still wait.

    Source: D6P-15.
    """
    able = [
        slot
        for slot in state.slots
        if slot.group == state.group and takes_part(state.combatants[slot.who], slot)
    ]
    return len(able) > 1 or bool(state.held)


def actor(context: RulesContext, who: CombatantId) -> Combatant:
    """Returns the combatant if it may act now.

    Raises:
        RuleError: the fight is not running, it is not its turn, it is down, or its action or turn is spent.
    """
    combatant = context.active_combatant(who)
    if who not in context.state.acting:
        raise refuse("d6pool.not_your_turn", rule="D6P-15", who=combatant.name)
    if character.is_out(combatant):
        raise refuse("d6pool.is_out", rule="D6P-43", who=combatant.name)
    if combatant.has("awake_weak"):
        raise refuse("d6pool.too_weak", rule="D6P-45", who=combatant.name)
    if combatant.has("busy"):
        raise refuse("d6pool.turn_spent", rule="D6P-16", who=combatant.name)
    if combatant.gauges.get("spent"):
        raise refuse("d6pool.action_spent", rule="D6P-17", who=combatant.name)
    return combatant


def require_unspent_turn(context: RulesContext, who: CombatantId) -> Combatant:
    """Returns somebody who may do what takes a whole turn.

    Raises:
        RuleError: it may not act, or has done something this turn already.
    """
    combatant = actor(context, who)
    if combatant.gauges.get("acted"):
        raise refuse("d6pool.needs_whole_turn", rule="D6P-16", who=combatant.name)
    return combatant


def attack_limit(context: RulesContext, combatant: Combatant, mode: str) -> int:
    """Returns how many attacks somebody may make in this action (or, by switch, this turn) with this mode.

    Source: D6P-17, D6P-19, D6P-20, D6P-21.
    """
    base = 2 if mode in ("SA", "FA") else 1
    if base == 1 and combatant.has("drawn"):
        return 0
    drew = combatant.has("drawn") if _counts_by_turn(context) else combatant.gauges.get("drew")
    return base - 1 if drew else base


def attacks_made(context: RulesContext, combatant: Combatant) -> int:
    """Returns how many attacks count against the limit. Source: D6P-17."""
    return combatant.gauges.get("attacks_turn" if _counts_by_turn(context) else "attacks", 0)


def _counts_by_turn(context: RulesContext) -> bool:
    return context.switch("d6pool.attackLimit") == "perTurn"


def used(context: RulesContext, combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns the events of an action that is used up. Source: D6P-17."""
    return (
        ev.GaugeSet(who=combatant.id, gauge="acted", to=1),
        ev.GaugeSet(who=combatant.id, gauge="spent", to=1),
        ev.SlotDone(who=combatant.id, group=context.state.group),
    )
