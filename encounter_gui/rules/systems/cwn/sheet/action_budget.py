"""What a round gives everybody: a Main and a Move, and what is left of them. Source: CWN-17, CWN-21 to CWN-24.

The gauges ``main`` and ``move`` count what was used this round, ``bonus_main`` and ``bonus_move`` what came on top.
"""

from collections.abc import Collection
from typing import Literal

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Expiry, Slot
from encounter_gui.rules.engine.action_costs import ActionCosts
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import duration_text
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn.sheet import character, records

Action = Literal["main", "move"]
REFLEX_MOVE = "reflex_move"
"""The gauge that counts bonus Moves which never need a Fighting Withdrawal. Source: CWN-36i."""

TRIED = "tried"
"""The gauge that says a combatant has tried to stabilize this round. Source: CWN-60."""

FIRST_SHOCK = "shocks"
"""The gauge that says the first Shock of the round has been stopped already. Source: CWN-45q, spec section 11."""

GIVEN_SPENT = "given_spent"
"""How many Mains that reflexes gave, to use at any time, a combatant has spent in this round. Source: CWN-45m."""

ROUND_GAUGES = (
    TRIED,
    "main",
    "move",
    "bonus_main",
    "bonus_move",
    REFLEX_MOVE,
    FIRST_SHOCK,
    "killed",
    "extra",
    "reflexes_round",
    "instant_main",
    "instant_move",
    GIVEN_SPENT,
)
"""Everything that is counted anew each round. Source: CWN-17."""


COSTS = ActionCosts(
    words=("main", "move", "on_turn", "instant"),
    usual={
        "drop": "instant",
        "go_prone": "on_turn",
        "pick_up": "move",
        "ready": "main",
        "reload": "main",
        "run": "move",
        "screen": "move",
        "stand": "move",
        "use_skill": "main",
        "withdraw": "main",
    },
)
"""What actions take: the Main, the Move, or neither, on the own turn or at any time. Source: CWN-21 to CWN-24."""


COUNTED = frozenset({"charging", "holding", "swarming", "flash_guard", "in_air"})
"""The conditions that only say what somebody has done with its actions. Source: CWN-36e, CWN-36i, CWN-38, CWN-39."""


def require(context: RulesContext, who: CombatantId, action: str, *, cost: str = "") -> Combatant:
    """Returns a combatant that may do an action now, as far as its cost goes; ``cost`` empty: as in the ruleset.

    Raises:
        RuleError: it cannot act, it is not its turn, or the Main or Move is spent.
    """
    match cost or COSTS.of(context, action):
        case "main" | "move" as taken:
            return require_action(context, who, taken)
        case "on_turn":
            return require_turn(context, who)
        case _:
            return require_able(context, who)


def spend(resolution: Resolution, who: CombatantId, action: str, *, cost: str = "") -> None:
    """Uses up what an action takes."""
    taken = cost or COSTS.of(resolution.context, action)
    if taken in ("main", "move"):
        pay(resolution, who, "main" if taken == "main" else "move")


def actions_left(combatant: Combatant, action: Action) -> int:
    """Returns how many Mains or Moves of this round a combatant has not used. Source: CWN-17."""
    return max(1 + combatant.gauges.get(f"bonus_{action}", 0) - combatant.gauges.get(action, 0), 0)


def actions_given(combatant: Combatant, action: Action) -> int:
    """Returns how many Mains or Moves reflexes have given a combatant to use at any time. Source: CWN-45m."""
    return combatant.gauges.get(f"instant_{action}", 0)


def is_ready(state: EncounterState, combatant: Combatant, action: Action) -> bool:
    """Returns whether a combatant may use a Main or Move now, if one is left. Source: CWN-17, CWN-38, CWN-45m."""
    return (
        is_own_turn(state, combatant.id)
        or is_holding(state, combatant)
        or actions_given(combatant, action) > 0
    )


def slot_of(state: EncounterState, who: CombatantId) -> Slot | None:
    """Returns a combatant's place in the order; None: it has none."""
    return next((slot for slot in state.slots if slot.who == who), None)


def is_acting(state: EncounterState, who: CombatantId) -> bool:
    """Returns whether a combatant's side acts now, its own turn over or not. Source: CWN-16."""
    return who in state.acting


def is_own_turn(state: EncounterState, who: CombatantId) -> bool:
    """Returns whether a combatant may act now and its turn is not over. Source: CWN-16, CWN-17."""
    slot = slot_of(state, who)
    return slot is not None and slot.group == state.group and not slot.is_done


def is_over(state: EncounterState, who: CombatantId) -> bool:
    """Returns whether a combatant's turn of this round is over. Source: CWN-17."""
    slot = slot_of(state, who)
    return slot is not None and (slot.is_done or slot.group < state.group)


def until_next_turn(state: EncounterState, who: CombatantId) -> Expiry:
    """Returns the start of a combatant's next turn: this round where it is still to come, or no order is known yet.

    Source: CWN-36g, CWN-40.
    """
    slot = slot_of(state, who)
    is_to_come = not state.slots or (slot is not None and slot.group > state.group)
    round_ = max(state.round, 1) + (0 if is_to_come else 1)
    return Expiry(round=round_, edge="start", whose=who)


def is_holding(state: EncounterState, combatant: Combatant) -> bool:
    """Returns whether a combatant's held actions can be triggered now. Source: CWN-38."""
    return combatant.has("holding") and bool(state.slots)


def require_able(context: RulesContext, who: CombatantId) -> Combatant:
    """Returns a combatant of a running encounter that can do anything at all.

    Raises:
        RuleError: it is down, gone, helpless or surprised. Source: CWN-14, CWN-57, CWN-59.
    """
    actor = context.active_combatant(who)
    if character.is_down(actor):
        raise refuse("cwn.is_down", rule="CWN-57", who=actor.name)
    if "left" in actor.flags:
        raise refuse("cwn.has_left", rule="CWN-66", who=actor.name)
    if actor.has("helpless"):
        raise refuse("cwn.is_helpless", rule="CWN-47", who=actor.name)
    if actor.has("surprised"):
        raise refuse("cwn.is_surprised", rule="CWN-14", who=actor.name)
    return actor


def require_turn(context: RulesContext, who: CombatantId) -> Combatant:
    """Returns a combatant that may do what costs nothing on its turn, or with what it held. Source: CWN-23, CWN-38.

    Raises:
        RuleError: it cannot act, or it is not its turn.
    """
    actor = require_able(context, who)
    is_quick = actions_given(actor, "main") or actions_given(actor, "move")
    state = context.state
    if not is_acting(state, who) and not is_holding(state, actor) and not is_quick:
        raise refuse("cwn.not_your_turn", rule="CWN-16", who=actor.name)
    return actor


def require_action(context: RulesContext, who: CombatantId, action: Action) -> Combatant:
    """Returns a combatant that may use a Main or Move now: on its own turn, or held. Source: CWN-17, CWN-38.

    Raises:
        RuleError: it cannot act, it is not its turn, its turn is over, or nothing is left.
    """
    actor = require_turn(context, who)
    if not actions_left(actor, action):
        raise refuse(f"cwn.no_{action}_left", rule="CWN-17", who=actor.name)
    if not is_ready(context.state, actor, action):
        key = "cwn.turn_over" if is_over(context.state, who) else "cwn.not_your_turn"
        raise refuse(key, rule="CWN-17", who=actor.name)
    return actor


def has_own_main(actor: Combatant) -> bool:
    """Returns whether the Main that every round gives is unspent, whatever reflexes have given. Source: CWN-36g."""
    return actor.gauges.get("main", 0) - actor.gauges.get(GIVEN_SPENT, 0) < 1


def has_instant_main(context: RulesContext, actor: Combatant) -> bool:
    """Returns whether an unspent Main can be given up at any time. Source: CWN-17, CWN-36c, CWN-36g."""
    if not context.state.slots or not character.can_act(actor) or not actions_left(actor, "main"):
        return False
    if is_over(context.state, actor.id) and not actor.has("holding"):
        return bool(context.switch("cwn.unspentMainAfterTurn"))
    return True


def require_instant(context: RulesContext, who: CombatantId) -> Combatant:
    """Returns a combatant that may give up an unspent Main at any time. Source: CWN-24, CWN-36c, CWN-36g.

    Raises:
        RuleError: it cannot act, the round has no order yet, or its Main is employed or lost.
    """
    actor = require_able(context, who)
    if not context.state.slots:
        raise refuse("cwn.no_order", rule="CWN-15", who=actor.name)
    if not actions_left(actor, "main"):
        raise refuse("cwn.main_employed", rule="CWN-36g", who=actor.name)
    if not has_instant_main(context, actor):
        raise refuse("cwn.main_lost", rule="CWN-17", who=actor.name)
    return actor


def pay(resolution: Resolution, who: CombatantId, *actions: Action) -> None:
    """Uses up Mains or Moves; a combatant with nothing left has ended its turn. Source: CWN-17."""
    for action in actions:
        resolution.change_gauge(who, action, 1)
    resolution.apply(
        *booked_events(resolution.context.state, resolution.combatant(who), frozenset(actions))
    )


def booked_events(
    state: EncounterState, actor: Combatant, actions: Collection[Action]
) -> tuple[ev.Event, ...]:
    """Returns what using up a Main or a Move leads to, for an actor of whom it is counted already.

    Out of turn those go that reflexes gave; with nothing left the turn, or the hold, is over.
    Source: CWN-17, CWN-38, CWN-45m.
    """
    events: list[ev.Event] = []
    if actions and not is_own_turn(state, actor.id) and not is_holding(state, actor):
        given = [each for each in actions if actions_given(actor, each)]
        events += (ev.GaugeChanged(who=actor.id, gauge=f"instant_{each}", by=-1) for each in given)
        if "main" in given:
            events.append(ev.GaugeChanged(who=actor.id, gauge=GIVEN_SPENT, by=1))
    if actions and not actions_left(actor, "main") and not actions_left(actor, "move"):
        events += turn_end_events(state, actor)
    return tuple(events)


def turn_end_events(state: EncounterState, actor: Combatant) -> tuple[ev.Event, ...]:
    """Returns the events of a turn, or a hold, that is over. Source: CWN-17, CWN-38."""
    events: list[ev.Event] = []
    if actor.has("holding"):
        events.append(ev.ConditionRemoved(who=actor.id, key="holding"))
    if is_own_turn(state, actor.id):
        events.append(ev.SlotDone(who=actor.id, group=state.group))
    return tuple(events)


def reopen(resolution: Resolution, who: CombatantId) -> None:
    """Lets a combatant of the acting side go on whose turn was over. Source: CWN-45m."""
    state = resolution.context.state
    if is_acting(state, who) and not is_own_turn(state, who):
        slots = (replace(each, is_done=each.is_done and each.who != who) for each in state.slots)
        resolution.record(ev.OrderSet(slots=tuple(slots)))


def round_events(actor: Combatant) -> tuple[ev.Event, ...]:
    """Returns what a round begins with for one combatant; the dazzled lose its Main.

    That is the end of it, unless it was put on for a time: then every Main is lost. Source: CWN-17, CWN-42.
    """
    events: list[ev.Event] = [
        ev.GaugeSet(who=actor.id, gauge=gauge, to=0)
        for gauge in ROUND_GAUGES
        if actor.gauges.get(gauge)
    ]
    if records.blocked_by(actor):
        events.append(records.set_blocked(actor.id, ()))
    dazzled = actor.condition("dazzled")
    if dazzled is not None:
        events.append(ev.GaugeSet(who=actor.id, gauge="main", to=1))
        if duration_text(dazzled) is None:
            events.append(ev.ConditionRemoved(who=actor.id, key="dazzled"))
    return tuple(events)


def following_group(context: RulesContext) -> int | None:
    """Returns the group that acts next in this round; None: none does. Source: CWN-19."""
    combatants = context.state.combatants

    def acts(slot: Slot) -> bool:
        return slot.who in combatants and not character.is_out(combatants[slot.who])

    return context.state.next_group(acts)


def acting(context: RulesContext) -> tuple[Combatant, ...]:
    """Returns who may still act in the turn of the side that acts, in order. Source: CWN-16."""
    state = context.state
    return tuple(
        state.combatants[slot.who]
        for slot in state.slots_now
        if not slot.is_done
        and slot.who in state.combatants
        and character.can_act(state.combatants[slot.who])
    )
