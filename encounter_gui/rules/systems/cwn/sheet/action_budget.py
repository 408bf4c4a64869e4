"""What a round gives everybody: a Main and a Move, and what is left of them. Source: CWN-17, CWN-21 to CWN-24.

The gauges ``main`` and ``move`` count what was used this round, ``bonus_main`` and ``bonus_move`` what came on top.
"""

from dataclasses import replace
from typing import Literal

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.cwn.sheet import character

Action = Literal["main", "move"]
REFLEX_MOVE = "reflex_move"
"""The gauge that counts bonus Moves which never need a Fighting Withdrawal. Source: CWN-36i."""

BLOCKED = "blocked"
"""The memo that lists the attackers a screener has faced this round. Source: CWN-40."""

SWEEP = "suppress."
"""Begins the memo of the fight that keeps a sweep that is not over: the weapon, and the damage once it is rolled.

Source: CWN-32.
"""

BLAST = "blast."
"""Begins the memo of the fight that keeps the damage of a blast that is not over, then whose it is and what it is.

Source: CWN-41, CWN-42.
"""

TRIED = "tried"
"""The gauge that says somebody has tried to stabilize this round. Source: CWN-60."""

FIRST_SHOCK = "shocks"
"""The gauge that says the first Shock of the round has been stopped already. Source: CWN-45q, spec section 11."""

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
)
"""Everything that is counted anew each round. Source: CWN-17."""


def going_off(state: EncounterState) -> tuple[tuple[CombatantId | None, str], ...]:
    """Returns whose mines and charges (None: nobody's) still go off: not everybody in them is named. Source: CWN-42."""
    found: list[tuple[CombatantId | None, str]] = []
    for key, text in state.memo.items():
        if not text or not key.startswith(BLAST):
            continue
        who, _, weapon = key.removeprefix(BLAST).rpartition(".")
        owner = state.combatants.get(CombatantId(who))
        if not who:
            found.append((None, weapon))
        elif owner is not None and not owner.has("in_air"):
            found.append((owner.id, weapon))
    return tuple(found)


def left(combatant: Combatant, action: Action) -> int:
    """Returns how many Mains or Moves of this round somebody has not used. Source: CWN-17."""
    return max(1 + combatant.gauges.get(f"bonus_{action}", 0) - combatant.gauges.get(action, 0), 0)


def given(combatant: Combatant, action: Action) -> int:
    """Returns how many Mains or Moves reflexes have given somebody to use at any time. Source: CWN-45m."""
    return combatant.gauges.get(f"instant_{action}", 0)


def is_ready(state: EncounterState, combatant: Combatant, action: Action) -> bool:
    """Returns whether somebody may use a Main or Move now, if one is left. Source: CWN-17, CWN-38, CWN-45m."""
    return (
        is_own_turn(state, combatant.id)
        or is_holding(state, combatant)
        or given(combatant, action) > 0
    )


def slot_of(state: EncounterState, who: CombatantId) -> Slot | None:
    """Returns somebody's place in the order; None: it has none."""
    return next((slot for slot in state.slots if slot.who == who), None)


def is_acting(state: EncounterState, who: CombatantId) -> bool:
    """Returns whether somebody's side acts now, its own turn over or not. Source: CWN-16."""
    return who in state.acting


def is_own_turn(state: EncounterState, who: CombatantId) -> bool:
    """Returns whether somebody may act now and its turn is not over. Source: CWN-16, CWN-17."""
    slot = slot_of(state, who)
    return slot is not None and slot.group == state.group and not slot.is_done


def is_over(state: EncounterState, who: CombatantId) -> bool:
    """Returns whether somebody's turn of this round is over. Source: CWN-17."""
    slot = slot_of(state, who)
    return slot is not None and (slot.is_done or slot.group < state.group)


def is_holding(state: EncounterState, combatant: Combatant) -> bool:
    """Returns whether somebody's held actions can be triggered now. Source: CWN-38."""
    return combatant.has("holding") and bool(state.slots)


def conscious(context: RulesContext, who: CombatantId) -> Combatant:
    """Returns somebody in a running fight who can do anything at all.

    Raises:
        RuleError: it is down, gone, helpless or surprised. Source: CWN-14, CWN-57, CWN-59.
    """
    combatant = context.active_combatant(who)
    if character.is_down(combatant):
        raise refuse("cwn.is_down", rule="CWN-57", who=combatant.name)
    if "left" in combatant.flags:
        raise refuse("cwn.has_left", rule="CWN-66", who=combatant.name)
    if combatant.has("helpless"):
        raise refuse("cwn.is_helpless", rule="CWN-47", who=combatant.name)
    if combatant.has("surprised"):
        raise refuse("cwn.is_surprised", rule="CWN-14", who=combatant.name)
    return combatant


def on_turn(context: RulesContext, who: CombatantId) -> Combatant:
    """Returns somebody who may do what costs nothing on its turn, or with what it held. Source: CWN-23, CWN-38.

    Raises:
        RuleError: it cannot act, or it is not its turn.
    """
    combatant = conscious(context, who)
    is_quick = given(combatant, "main") or given(combatant, "move")
    if (
        not is_acting(context.state, who)
        and not is_holding(context.state, combatant)
        and not is_quick
    ):
        raise refuse("cwn.not_your_turn", rule="CWN-16", who=combatant.name)
    return combatant


def actor(context: RulesContext, who: CombatantId, action: Action) -> Combatant:
    """Returns somebody who may use a Main or Move now: on its own turn, or held. Source: CWN-17, CWN-38.

    Raises:
        RuleError: it cannot act, it is not its turn, its turn is over, or nothing is left.
    """
    combatant = on_turn(context, who)
    if not is_ready(context.state, combatant, action):
        if left(combatant, action):
            key = "cwn.turn_over" if is_over(context.state, who) else "cwn.not_your_turn"
            raise refuse(key, rule="CWN-17", who=combatant.name)
        raise refuse(f"cwn.no_{action}_left", rule="CWN-17", who=combatant.name)
    if not left(combatant, action):
        raise refuse(f"cwn.no_{action}_left", rule="CWN-17", who=combatant.name)
    return combatant


def has_instant_main(context: RulesContext, combatant: Combatant) -> bool:
    """Returns whether somebody has an unspent Main to give up at any time. Source: CWN-17, CWN-36c, CWN-36g."""
    if not context.state.slots or not character.can_act(combatant) or not left(combatant, "main"):
        return False
    if is_over(context.state, combatant.id) and not combatant.has("holding"):
        return bool(context.switch("cwn.unspentMainAfterTurn"))
    return True


def instant(context: RulesContext, who: CombatantId) -> Combatant:
    """Returns somebody who may give up an unspent Main at any time. Source: CWN-24, CWN-36c, CWN-36g.

    Raises:
        RuleError: it cannot act, the round has no order yet, or its Main is employed or lost.
    """
    combatant = conscious(context, who)
    if not context.state.slots:
        raise refuse("cwn.no_order", rule="CWN-15", who=combatant.name)
    if not left(combatant, "main"):
        raise refuse("cwn.main_employed", rule="CWN-36g", who=combatant.name)
    if not has_instant_main(context, combatant):
        raise refuse("cwn.main_lost", rule="CWN-17", who=combatant.name)
    return combatant


def paid(context: RulesContext, combatant: Combatant, *actions: Action) -> tuple[ev.Event, ...]:
    """Returns the events of using up Mains or Moves; whoever has nothing left is done. Source: CWN-17."""
    events: list[ev.Event] = [
        ev.GaugeChanged(who=combatant.id, gauge=action, by=1) for action in actions
    ]
    if not is_own_turn(context.state, combatant.id) and not is_holding(context.state, combatant):
        events += [
            ev.GaugeChanged(who=combatant.id, gauge=f"instant_{action}", by=-1)
            for action in actions
            if given(combatant, action)
        ]
    after = fold(context.state, events).combatants[combatant.id]
    if left(after, "main") or left(after, "move"):
        return tuple(events)
    return (*events, *finished(context, combatant))


def finished(context: RulesContext, combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns the events of a turn, or a hold, that is over. Source: CWN-17, CWN-38."""
    events: list[ev.Event] = []
    if combatant.has("holding"):
        events.append(ev.ConditionRemoved(who=combatant.id, key="holding"))
    if is_own_turn(context.state, combatant.id):
        events.append(ev.SlotDone(who=combatant.id, group=context.state.group))
    return tuple(events)


def reopened(context: RulesContext, who: CombatantId) -> tuple[ev.Event, ...]:
    """Returns the events that let somebody of the acting side go on whose turn was over. Source: CWN-45m."""
    if not is_acting(context.state, who) or is_own_turn(context.state, who):
        return ()
    slots = tuple(
        replace(slot, is_done=False) if slot.who == who else slot for slot in context.state.slots
    )
    return (ev.OrderSet(slots=slots),)


def renewed(combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns what a round begins with for one combatant; the dazzled lose its Main. Source: CWN-17, CWN-42."""
    events: list[ev.Event] = [
        ev.GaugeSet(who=combatant.id, gauge=gauge, to=0)
        for gauge in ROUND_GAUGES
        if combatant.gauges.get(gauge)
    ]
    if combatant.memo.get(BLOCKED):
        events.append(ev.MemoSet(who=combatant.id, key=BLOCKED, value=""))
    if combatant.has("dazzled"):
        events += [
            ev.GaugeSet(who=combatant.id, gauge="main", to=1),
            ev.ConditionRemoved(who=combatant.id, key="dazzled"),
        ]
    return tuple(events)


def is_free_round(context: RulesContext) -> bool:
    """Returns whether only those act now who were not surprised. Source: CWN-14."""
    return bool(context.state.memo.get("surprise"))


def following_group(context: RulesContext) -> int | None:
    """Returns the group that acts next in this round; None: none does. Source: CWN-19."""
    state = context.state
    later = (
        slot.group
        for slot in state.slots
        if slot.group > state.group
        and slot.who in state.combatants
        and not character.is_out(state.combatants[slot.who])
    )
    return min(later, default=None)


def acting(context: RulesContext) -> tuple[Combatant, ...]:
    """Returns who may still act in the turn of the side that acts, in order. Source: CWN-16."""
    state = context.state
    return tuple(
        state.combatants[slot.who]
        for slot in state.slots
        if slot.group == state.group
        and not slot.is_done
        and slot.who in state.combatants
        and character.can_act(state.combatants[slot.who])
    )
