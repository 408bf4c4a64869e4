"""Who may act now, and what a turn still allows: Major Actions, and an enemy's own list.

Source: CHR-27, CHR-28, CHR-31.
"""

from collections.abc import Iterator, Mapping

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import OWN_TURNS
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.action_costs import ActionCosts
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution, with_events
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.sheet import character, gear

MOVE = "move"
USED, OWED, MOVED, MOVES, ATTACKS = "used", "owed", "moved", "moves", "attacks"
HEAVED = "heaved"
"""The gauge of the Strength Check for heavy armor in a turn: 0 not made, 1 succeeded, 2 failed. Source: CHR-33."""
MADE = "made"
COSTS = ActionCosts(
    words=("major", "free"),
    usual=dict.fromkeys(
        (
            *("activate", "clear_jam", "extinguish", "first_aid", "grapple", "hack", "lend"),
            *("medpack", "pick_up", "reload", "stand_up", "use_item"),
        ),
        "major",
    ),
)
"""What actions take where a ruleset does not say; what a block lists, attacks and moves, is apart. Source: CHR-28."""

_OF_A_TURN = (USED, OWED, MOVED, MOVES, ATTACKS, HEAVED)
"""Gauges of a turn: what an enemy has done and has to forgo (below 0: may do more), metres and moves, attacks made."""

_CHANGES = {"distracted": -1, "goaded": 1}
"""What a Presence does to the Major Actions of a next turn. Source: CHR-60."""

RESOURCES = (*_OF_A_TURN, f"{MADE}.", f"{gear.JAM}.", f"{gear.DROPPED}.")
"""The running numbers of a combatant beside its gauges and its rounds."""


COUNTED = frozenset({character.MAJORS})
"""What only says how much of a turn is spent. Source: CHR-28."""


def is_running(context: RulesContext) -> bool:
    """Returns whether turns are being taken."""
    return context.state.stage == "running"


def goes_by_block(context: RulesContext, combatant: Combatant) -> bool:
    """Returns whether a combatant does what its block lists instead of spending Major Actions. Source: CHR-31."""
    return (
        not character.is_operator(combatant)
        and context.switch("chrome.enemyMajorActions") == "block"
    )


def listed_actions(combatant: Combatant) -> Mapping[str, int]:
    """Returns what an enemy may do in a turn, and how often each. Source: CHR-11, CHR-31."""
    found = {MOVE: 1} if character.move_band(combatant) != "none" else {}
    for item in gear.weapons(combatant):
        found[item.key] = number(item.values.get("attacks")) or 1
    return {**found, **{each.key: each.uses for each in gear.abilities(combatant)}}


def _forgone(combatant: Combatant) -> Mapping[str, int]:
    """Returns what counts as Major Actions of an enemy: its move and attacks, no special abilities. Source: CHR-31.

    Where it has nothing else, its special abilities do.
    """
    special = {each.key for each in gear.abilities(combatant)}
    options = listed_actions(combatant)
    return {key: count for key, count in options.items() if key not in special} or options


def counts_for_list(combatant: Combatant, option: str) -> bool:
    """Returns whether doing this takes from what an enemy may do in all: special abilities do not. Source: CHR-31."""
    return option in _forgone(combatant)


def has_used_list(combatant: Combatant) -> bool:
    """Returns whether an enemy has done anything of its block's list this turn. Source: CHR-31."""
    gauges = (USED, *(f"{MADE}.{key}" for key in listed_actions(combatant)))
    return any(combatant.gauges.get(gauge, 0) > 0 for gauge in gauges)


def actions_left(context: RulesContext, combatant: Combatant, option: str = "") -> int:
    """Returns how many more Major Actions a combatant has; of an enemy, of its list (or of this ``option`` on it).

    Source: CHR-28, CHR-31, CHR-60.
    """
    if not goes_by_block(context, combatant):
        return max(combatant.gauges.get(character.MAJORS, 0), 0)
    owed, used = combatant.gauges.get(OWED, 0), combatant.gauges.get(USED, 0)
    change = _change(combatant)
    if change and waits(context, combatant):
        owed -= change
    options = _forgone(combatant)
    whole = max(sum(options.values()) - owed - used, 0)
    if not option:
        return whole
    made = combatant.gauges.get(f"{MADE}.{option}", 0)
    if option not in options:
        return max(listed_actions(combatant).get(option, 0) - made, 0)
    return max(min(whole, options.get(option, 0) + max(-owed, 0) - made), 0)


def can_act(context: RulesContext, combatant: Combatant) -> bool:
    """Returns whether a combatant whose turn it is, or is to begin, may do anything with it.

    Source: CHR-23, CHR-27, CHR-38, CHR-60.
    """
    if not character.can_act(combatant):
        return False
    loses = any(combatant.has(key) for key in character.HELD_BACK)
    return not (loses and waits(context, combatant))


def waits(context: RulesContext, combatant: Combatant) -> bool:
    """Returns whether it is an enemy whose turn in the block that acts is still to begin. Source: CHR-22, CHR-26."""
    slot = _slot_in_block(context, combatant)
    return slot is not None and context.state.waits(slot)


def _slot_in_block(context: RulesContext, combatant: Combatant) -> Slot | None:
    """Returns the place of an enemy in the block that acts, whose turns are its enemies' own; None: it has none."""
    state = context.state
    if not state.memo.get(OWN_TURNS) or character.is_operator(combatant):
        return None
    return state.places_now.get(combatant.id)


def require_actor(context: RulesContext, who: CombatantId) -> Combatant:
    """Returns a combatant that may act now.

    Raises:
        RuleError: the fight is not running, it is not its turn, or it cannot act. Source: CHR-23, CHR-27.
    """
    combatant = context.active_combatant(who)
    if who not in context.state.acting:
        raise refuse("chrome.not_your_turn", rule="CHR-26", who=combatant.name)
    if not can_act(context, combatant):
        raise refuse("chrome.cannot_act", rule="CHR-27", who=combatant.name)
    return combatant


def require_conscious(context: RulesContext, who: CombatantId) -> Combatant:
    """Returns a combatant that is alive and awake, in its turn or not.

    Raises:
        RuleError: it is not. Source: CHR-57.
    """
    combatant = context.known_combatant(who)
    if character.is_out(combatant):
        raise refuse("chrome.is_out", rule="CHR-57", who=combatant.name)
    return combatant


def require_action(
    context: RulesContext, who: CombatantId, option: str = "", *, action: str = ""
) -> Combatant:
    """Returns a combatant that may spend a Major Action now; out of a fight, any that can act.

    Source: CHR-28, CHR-31.

    Raises:
        RuleError: it may not act, or nothing is left of its turn.
    """
    if not is_running(context):
        combatant = context.known_combatant(who)
        if not character.can_act(combatant):
            raise refuse("chrome.cannot_act", rule="CHR-27", who=combatant.name)
        return combatant
    combatant = require_actor(context, who)
    if action and COSTS.of(context, action) == "free":
        return combatant
    options = listed_actions(combatant) if option and goes_by_block(context, combatant) else ()
    if actions_left(context, combatant) < 1 and not any(
        actions_left(context, combatant, each) for each in options
    ):
        raise refuse("chrome.no_action_left", rule="CHR-28", who=combatant.name)
    if option and actions_left(context, combatant, option) < 1:
        raise refuse("chrome.not_on_its_list", rule="CHR-31", who=combatant.name)
    return combatant


def require_body(context: RulesContext, who: CombatantId, action: str) -> Combatant:
    """Returns a combatant that may spend a Major Action on something that takes a body. Source: CHR-28, CHR-60.

    Raises:
        RuleError: as ``allow``; or it is a Presence.
    """
    combatant = require_action(context, who, action=action)
    require_embodied(combatant)
    return combatant


def require_embodied(combatant: Combatant) -> None:
    """Lets anybody with a body pass. Source: CHR-60.

    Raises:
        RuleError: it is a Presence.
    """
    if character.is_dead(combatant):
        raise refuse("chrome.presence_cannot", rule="CHR-60", who=combatant.name)


def pay(resolution: Resolution, who: CombatantId, option: str = "", *, action: str = "") -> None:
    """Spends a Major Action, or what an enemy's block lists instead; outside a fight nothing.

    Source: CHR-28, CHR-31.
    """
    context = resolution.context
    if action and COSTS.of(context, action) == "free":
        return
    paid = tuple(costs(context, who, option))
    if paid:
        resolution.apply(*paid)


def costs(context: RulesContext, who: CombatantId, option: str = "") -> Iterator[ev.Event]:
    """Yields what a Major Action takes, or an attack that an enemy's block lists. Source: CHR-28, CHR-31."""
    if not is_running(context):
        return
    combatant = context.combatant(who)
    if character.is_operator(combatant):
        yield ev.GaugeChanged(who=who, gauge=character.MAJORS, by=-1)
        return
    # Both are counted, so that the house rule may change in an enemy's turn.
    if combatant.gauges.get(character.MAJORS, 0) > 0:
        yield ev.GaugeChanged(who=who, gauge=character.MAJORS, by=-1)
    if not option or counts_for_list(combatant, option):
        yield ev.GaugeChanged(who=who, gauge=USED, by=1)
    if option:
        yield ev.GaugeChanged(who=who, gauge=f"{MADE}.{option}", by=1)


def turn_events(
    context: RulesContext, who: CombatantId, *, is_extra: bool = False
) -> Iterator[ev.Event]:
    """Yields the actions of a turn, or the one extra Major Action. Source: CHR-25, CHR-28, CHR-31, CHR-60."""
    combatant = context.combatant(who)
    yield from fresh_events(context, combatant, extra_actions(context) if is_extra else None)
    if not is_extra and character.can_act(combatant):
        yield from own_events(with_events(context, fresh_events(context, combatant)), who)


def fresh_events(
    context: RulesContext, combatant: Combatant, majors: int | None = None
) -> Iterator[ev.Event]:
    """Yields the actions of a turn that nothing has changed yet, or so many Major Actions. Source: CHR-28, CHR-31."""
    for gauge, value in combatant.gauges.items():
        if value and (gauge in _OF_A_TURN or gauge.startswith(f"{MADE}.")):
            yield ev.GaugeSet(who=combatant.id, gauge=gauge, to=0)
    if majors is None:
        majors = _majors(context, combatant) if character.can_act(combatant) else 0
    yield from _set(combatant, character.MAJORS, majors)


def own_events(context: RulesContext, who: CombatantId) -> Iterator[ev.Event]:
    """Yields what changes the actions of a turn as it begins, and the ends of these conditions.

    Source: CHR-25, CHR-31, CHR-38, CHR-60.
    """
    combatant = context.combatant(who)
    if not character.can_act(combatant):
        yield from _set(combatant, character.MAJORS, 0)
        return
    change = _change(combatant)
    passing = ("slow_start", *_CHANGES) if not character.is_presence(combatant) else (*_CHANGES,)
    for key in passing:
        if combatant.has(key):
            yield ev.ConditionRemoved(who=combatant.id, key=key)
    if change and not character.is_operator(combatant):
        yield ev.GaugeSet(who=combatant.id, gauge=OWED, to=-change)
    left = combatant.gauges.get(character.MAJORS, 0)
    yield from _set(combatant, character.MAJORS, max(left + change, 0))


def _change(combatant: Combatant) -> int:
    """Returns by how many Major Actions the next turn is longer. Source: CHR-60."""
    found = ((combatant.condition(key), sign) for key, sign in _CHANGES.items())
    return sum(sign * (known.count or 1) for known, sign in found if known is not None)


def _set(combatant: Combatant, gauge: str, to: int) -> Iterator[ev.Event]:
    if combatant.gauges.get(gauge, 0) != to:
        yield ev.GaugeSet(who=combatant.id, gauge=gauge, to=to)


def end_turn(resolution: Resolution, who: CombatantId) -> None:
    """Takes what is left of a combatant's Major Actions."""
    resolution.set_gauge(who, character.MAJORS, 0)


def extra_actions(context: RulesContext) -> int:
    """Returns the Major Actions that come of a critical Speed Check. Source: CHR-25."""
    return context.number(mechanics.EXTRA_MAJORS)


def slow_actions(context: RulesContext) -> int:
    """Returns the most Major Actions of a turn after a fumbled Speed Check. Source: CHR-25."""
    return context.number(mechanics.SLOW_START_MAJORS)


def _majors(context: RulesContext, combatant: Combatant) -> int:
    """Returns the Major Actions of a turn of who does not go by a block. Source: CHR-25, CHR-28, CHR-60."""
    if character.is_presence(combatant):
        return context.number(mechanics.PRESENCE_MAJORS)
    usual = number(combatant.sheet.get("majors", context.ruleset.field_default("majors")))
    usual += gear.extra_majors(combatant)
    slow = slow_actions(context)
    return min(usual, slow) if combatant.has("slow_start") else usual


def acting(context: RulesContext) -> tuple[Combatant, ...]:
    """Returns who may act now, in order of the slots. Source: CHR-26, CHR-27."""
    state = context.state
    combatants = [
        state.combatants[slot.who]
        for slot in state.slots_now
        if not slot.is_done and slot.who in state.combatants
    ]
    return tuple(combatant for combatant in combatants if can_act(context, combatant))


def unfinished(context: RulesContext) -> tuple[Combatant, ...]:
    """Returns the enemies whose turns in this block are over, and who have attacks left of it. Source: CHR-26."""
    state = context.state
    over = (slot.who for slot in state.slots_now if slot.is_done)
    ended = [state.combatants[who] for who in over if who in state.combatants]
    able = (each for each in ended if state.memo.get(OWN_TURNS) and can_act(context, each))
    return tuple(each for each in able if actions_now(context, each) > 0)


def whose_turn(context: RulesContext) -> tuple[Combatant, ...]:
    """Returns who is to act next of those who may act now: who has begun and not ended, else all who are free."""
    those = acting(context)
    able = tuple(each for each in those if not is_spent(context, each))
    begun = tuple(each for each in able if has_begun(context, each))
    return begun or able or those


def usual_actions(context: RulesContext, combatant: Combatant) -> int:
    """Returns how many Major Actions a turn has, or attacks an enemy's block lists. Source: CHR-25, CHR-28, CHR-31."""
    if goes_by_block(context, combatant) and not character.is_presence(combatant):
        return sum(gear.weapon_of(item).attacks for item in gear.weapons(combatant))
    return max(_majors(context, combatant), 0)


def actions_now(context: RulesContext, combatant: Combatant) -> int:
    """Returns how many of these are left of the turn that is being taken. Source: CHR-28, CHR-31."""
    if not goes_by_block(context, combatant):
        return actions_left(context, combatant)
    attacks = sum(actions_left(context, combatant, item.key) for item in gear.weapons(combatant))
    return min(attacks, actions_left(context, combatant))


def is_spent(context: RulesContext, combatant: Combatant) -> bool:
    """Returns whether nothing is left of a turn that is being taken. Source: CHR-28, CHR-31."""
    return actions_now(context, combatant) < 1 and has_begun(context, combatant)


def has_begun(context: RulesContext, combatant: Combatant) -> bool:
    """Returns whether a combatant has begun its own turn, or spent anything of one. Source: CHR-28, CHR-31."""
    slot = _slot_in_block(context, combatant)
    if slot is not None:
        return not context.state.waits(slot)
    if goes_by_block(context, combatant):
        return has_used_list(combatant)
    return actions_now(context, combatant) < usual_actions(context, combatant)
