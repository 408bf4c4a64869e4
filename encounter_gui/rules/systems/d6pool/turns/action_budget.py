"""Who may act now, and what an action still allows. Source: D6P-15 to D6P-17, D6P-19 to D6P-21."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Expiry, Slot
from encounter_gui.rules.engine.action_costs import ActionCosts
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Play
from encounter_gui.rules.engine.reading.fields import StateStore
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.d6pool.rules import costs
from encounter_gui.rules.systems.d6pool.rules.fighter import STUNNED_AGAIN, Fighter
from encounter_gui.rules.systems.d6pool.rules.playing import record
from encounter_gui.rules.systems.d6pool.sheet import character

ACTION_GAUGES = ("attacks", "spent", "drew")
"""What is counted for one action: attacks made, whether it is spent, whether a weapon was drawn in it."""

TURN_GAUGES = ("acted", "moved", "attacks_turn", STUNNED_AGAIN)
"""What is counted for the whole turn."""

RESOURCES = (*ACTION_GAUGES, *TURN_GAUGES, "hero")
"""The running numbers of a combatant; in a ruleset without hero points these are one of them."""

COUNTED = frozenset(
    {
        *("running", "crawling", "got_up", "drawn", "fast_draw_failed", "reloading", "busy"),
        *("heroic", "out_of_dodge", "aided"),
    }
)
"""The conditions that only say what somebody has done in a turn, or had done. Source: D6P-12, D6P-16 to D6P-24."""

TURN_RECORDS = ("rolled", "moved")
"""What is remembered of the whole turn: the first action rolled for that is no attack, metres that are not whole."""

ACTION_RECORDS = ("using", "hero")
"""What is remembered of one action: the weapon and mode in use, the skill that a Hero Point doubles."""


COSTS = ActionCosts(
    words=("turn", "action", "half", "free"),
    usual={
        "aim": "turn",
        "draw": "half",
        "first_aid": "turn",
        "reload": "turn",
        "task": "action",
        "wait": "action",
    },
)
"""What actions take: a whole turn, an action, half of one, or nothing. Source: D6P-16, D6P-17, D6P-21."""


def require(context: RulesContext, who: CombatantId, action: str) -> Combatant:
    """Returns a combatant that may do an action now, as far as its cost goes. Source: D6P-16.

    Raises:
        RuleError: it may not act, or the action takes a whole turn and it has done something already.
    """
    combatant = require_action(context, who)
    if COSTS.of(context, action) == "turn" and combatant.gauges.get("acted"):
        raise refuse("d6pool.needs_whole_turn", rule="D6P-16", who=combatant.name)
    return combatant


def spend(resolution: Resolution, who: CombatantId, action: str) -> None:
    """Uses up what an action takes."""
    record(resolution, costs.spend, who, COSTS.of(resolution.context, action))


def takes_part(combatant: Combatant, slot: Slot) -> bool:
    """Returns whether a combatant is up, and for a second action has not spent the whole turn.

    Source: D6P-16, D6P-48.
    """
    return not character.is_out(combatant) and not (slot.lane and combatant.has("busy"))


def require_action(context: RulesContext, who: CombatantId) -> Combatant:
    """Returns a combatant that may act now.

    Raises:
        RuleError: the encounter is not running, it is not its turn, it is down, or its action or turn is spent.
    """
    combatant = context.active_combatant(who)
    name = combatant.name
    if who not in context.state.acting:
        raise refuse("d6pool.not_your_turn", rule="D6P-15", who=name)
    if character.is_out(combatant):
        raise refuse("d6pool.is_out", rule="D6P-43", who=name)
    if combatant.has("awake_weak"):
        raise refuse("d6pool.too_weak", rule="D6P-45", who=name)
    if combatant.has("busy"):
        raise refuse("d6pool.turn_spent", rule="D6P-16", who=name)
    if combatant.gauges.get("spent"):
        raise refuse("d6pool.action_spent", rule="D6P-17", who=name)
    return combatant


def is_spent(context: RulesContext, combatant: Combatant, slot: Slot) -> bool:
    """Returns whether the action of a place in the order is over. Source: D6P-16, D6P-17."""
    if slot.is_done or slot.group < context.state.group or combatant.has("busy"):
        return True
    return slot.group == context.state.group and bool(combatant.gauges.get("spent"))


def has_rolled(combatant: Combatant) -> bool:
    """Returns whether a combatant has rolled for an action in this turn: attack, throw, task, fast draw, first aid.

    Source: D6P-18.
    """
    return bool(combatant.gauges.get("attacks_turn") or combatant.memo.get("rolled"))


def remember_roll(resolution: Resolution, who: CombatantId, action: str) -> None:
    """Remembers to the end of the turn that an action was rolled for which is no attack. Source: D6P-18."""
    if not resolution.combatant(who).memo.get("rolled"):
        resolution.record(ev.MemoSet(who=who, key="rolled", value=action))


def is_to_roll(context: RulesContext, slot: Slot) -> bool:
    """Returns whether a combatant of a tie has something left of its action: an attack, too. Source: D6P-15, D6P-17."""
    combatant = context.combatant(slot.who)
    if slot.is_done or not takes_part(combatant, slot) or combatant.has("awake_weak"):
        return False
    return not combatant.has("busy") and not combatant.gauges.get("spent")


def attacks_made(context: RulesContext, combatant: Combatant) -> int:
    """Returns how many attacks count against the limit. Source: D6P-17."""
    return int(costs.attacks_made(Play(context), Fighter(StateStore(context, combatant))))


def dodge_limit(context: RulesContext, combatant: Combatant) -> int:
    """Returns the most dice somebody may spend against one attack now. Source: D6P-31."""
    return int(costs.dodge_limit(Play(context), Fighter(StateStore(context, combatant))))


def add_for_turn(resolution: Resolution, who: CombatantId, key: str) -> None:
    """Puts a condition on a combatant to the end of the turn."""
    until = Expiry(round=resolution.context.state.round)
    resolution.record(ev.ConditionAdded(who=who, condition=Condition(key=key, until=until)))
