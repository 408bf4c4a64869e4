"""The order of turns: Operators before the enemies, the enemies, Operators after them. Source: CHR-25, CHR-26."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.core.read_once import read_once
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.sheet import action_budget, character

INITIATIVE = "initiative"
"""The record of a Speed Check: the ``block`` it leads to, before or after the enemies, and the ``roll``."""

BEFORE, ENEMIES, AFTER = range(3)
EXTRA_LANE = 1
"""The lane of the Major Actions that come before the first turn. Source: CHR-25."""

_EXTRA, _AHEAD = "extra", "ahead"
"""In the record: an extra Major Action still to be placed, a roll made before the fight began."""


@read_once
def speed_roll(combatant: Combatant) -> tuple[int, int] | None:
    """Returns the block and the Speed roll; None: the enemies' block, or not rolled yet. Source: CHR-25."""
    match combatant.memo.get(INITIATIVE):
        case {"block": str(name), "roll": int(roll)}:
            return (BEFORE if name == "before" else AFTER), roll
        case _:
            return None


def set_place(resolution: Resolution, who: CombatantId, roll: int, *, is_before: bool) -> None:
    """Keeps a Speed roll and the block it leads to; one made before the fight begins is marked so. Source: CHR-25."""
    record: dict[str, str | int] = {"block": "before" if is_before else "after", "roll": roll}
    if resolution.context.state.stage == "ready":
        record[_AHEAD] = 1
    resolution.set_record(who, INITIATIVE, record)


def is_rolled_ahead(combatant: Combatant) -> bool:
    """Returns whether a Speed roll was made before the fight began, so that it counts for it. Source: CHR-25."""
    return _AHEAD in _record(combatant)


def keep_extra(resolution: Resolution, who: CombatantId) -> None:
    """Notes that an extra Major Action comes of a Speed Check made before the order is known. Source: CHR-25."""
    resolution.set_record(who, INITIATIVE, {**_record(resolution.combatant(who)), _EXTRA: 1})


def kept_extras(context: RulesContext) -> tuple[CombatantId, ...]:
    """Returns who has an extra Major Action of a Speed Check that has no slot yet. Source: CHR-25."""
    placed = {slot.who for slot in context.state.slots if slot.lane == EXTRA_LANE}
    return tuple(
        each.id
        for each in context.state.combatants.values()
        if _EXTRA in _record(each) and each.id not in placed
    )


def forget_extras(resolution: Resolution) -> None:
    """Forgets which extra Major Actions were noted, and which rolls were made ahead: they are in the order now."""
    for combatant in resolution.context.state.combatants.values():
        record = _record(combatant)
        plain = {key: value for key, value in record.items() if key not in (_EXTRA, _AHEAD)}
        if plain != record:
            resolution.set_record(combatant.id, INITIATIVE, plain)


def _record(combatant: Combatant) -> Mapping[str, str | int | bool | tuple[str, ...]]:
    record = combatant.memo.get(INITIATIVE)
    return record if isinstance(record, Mapping) else {}


@read_once
def block(combatant: Combatant) -> int | None:
    """Returns the block a combatant acts in; None: an Operator who has not rolled. Source: CHR-26."""
    if not character.is_operator(combatant):
        return ENEMIES
    known = speed_roll(combatant)
    return known[0] if known else None


def is_enemy_turn(context: RulesContext, slot: Slot) -> bool:
    """Returns whether a slot is the turn of an enemy. Source: CHR-26."""
    combatant = context.state.combatants.get(slot.who)
    return combatant is not None and not slot.lane and block(combatant) == ENEMIES


@read_once
def has_slot(combatant: Combatant) -> bool:
    """Returns whether a combatant has a place in the order: a dead Operator keeps it for the Presence.

    Source: CHR-26, CHR-60.
    """
    if "left" in combatant.flags or block(combatant) is None:
        return False
    return character.is_operator(combatant) or not character.is_dead(combatant)


def slots(context: RulesContext, extras: Iterable[CombatantId] = ()) -> tuple[Slot, ...]:
    """Returns the slots of a round: extra Major Actions first, then the three blocks. Source: CHR-25, CHR-26.

    Ties keep the places they had, so that the game master's choice lasts.
    """
    early = sorted(extras, key=lambda who: -character.speed(context, context.combatant(who)))
    made = [
        Slot(
            who=who,
            score=character.speed(context, context.combatant(who)),
            group=group,
            lane=EXTRA_LANE,
        )
        for group, who in enumerate(early)
    ]
    return _group(context, made, _in_order(context))


def _in_order(context: RulesContext) -> list[Combatant]:
    places = {slot.who: place for place, slot in enumerate(context.state.slots)}
    combatants = [
        combatant for combatant in context.state.combatants.values() if has_slot(combatant)
    ]
    return sorted(
        combatants,
        key=lambda combatant: (*_rank(context, combatant), places.get(combatant.id, len(places))),
    )


def _rank(context: RulesContext, combatant: Combatant) -> tuple[int, int, int]:
    """By block, then Speed from high to low, then the lower roll. Source: CHR-26."""
    known = speed_roll(combatant)
    if known is None:
        return ENEMIES, 0, 0
    return known[0], -character.speed(context, combatant), known[1]


def _group(
    context: RulesContext, made: list[Slot], combatants: Sequence[Combatant]
) -> tuple[Slot, ...]:
    """Every Operator is a group of its own, all enemies together are one."""
    group, last = len(made) - 1, -1
    for combatant in combatants:
        now = block(combatant)
        group += not (now == ENEMIES and last == ENEMIES)
        last = ENEMIES if now == ENEMIES else -1
        score = character.speed(context, combatant) if character.is_operator(combatant) else 0
        made.append(Slot(who=combatant.id, score=score, group=group))
    return tuple(made)


def join(resolution: Resolution, combatant: Combatant) -> None:
    """Puts an enemy that joins in mid-round among the others; anybody else waits for the next round. Source: CHR-26."""
    state = resolution.context.state
    slots = _slots_with_newcomer(resolution.context, combatant)
    if slots is None or any(slot.who == combatant.id for slot in state.slots):
        return
    resolution.record(ev.OrderSet(slots=slots))
    context = resolution.context
    if action_budget.waits(context, combatant):
        resolution.record(*action_budget.fresh_events(context, combatant))
    elif combatant.id in context.state.acting:
        resolution.record(*action_budget.turn_events(context, combatant.id))


def _slots_with_newcomer(context: RulesContext, combatant: Combatant) -> tuple[Slot, ...] | None:
    """Returns the order with an enemy that joins the others in mid-round; None: it has to wait for the next.

    Source: CHR-26.
    """
    enemies = [
        slot
        for slot in context.state.slots
        if not slot.lane
        and slot.who in context.state.combatants
        and block(context.combatant(slot.who)) == ENEMIES
    ]
    if character.is_operator(combatant) or not enemies or enemies[-1].group < context.state.group:
        return None
    place = context.state.slots.index(enemies[-1]) + 1
    mine = Slot(who=combatant.id, score=0, group=enemies[-1].group)
    return (*context.state.slots[:place], mine, *context.state.slots[place:])


def is_free(context: RulesContext, who: CombatantId, before: CombatantId | None) -> bool:
    """Returns whether the game master may say that one acts before another: enemies, and Operators who tie.

    Source: CHR-26.
    """
    return _slots_moved(context, who, before) is not None


def movable(context: RulesContext) -> frozenset[CombatantId]:
    """Returns who ``is_free`` to be put elsewhere in the order, all at once. Source: CHR-26."""
    tied: dict[tuple[int, int, int], list[Slot]] = {}
    for slot in context.state.slots:
        if not slot.lane and slot.who in context.state.combatants:
            tied.setdefault(_rank(context, context.combatant(slot.who)), []).append(slot)
    return frozenset(
        slot.who
        for slots in tied.values()
        if len(slots) > 1
        and (len({slot.group for slot in slots}) == 1 or slots[0].group > context.state.group)
        for slot in slots
    )


def reorder(resolution: Resolution, command: do.Order) -> Message:
    """Puts a combatant elsewhere in its block. Source: CHR-26."""
    combatant = resolution.context.known_combatant(command.who)
    moved = _slots_moved(resolution.context, command.who, command.before)
    if moved is None:
        raise refuse("chrome.order_fixed", rule="CHR-26", who=combatant.name)
    resolution.record(ev.OrderSet(slots=moved))
    return say("chrome.log.reordered", who=combatant.name)


def _slots_moved(
    context: RulesContext, who: CombatantId, before: CombatantId | None
) -> tuple[Slot, ...] | None:
    """Returns the slots with a combatant moved among those it ties with; None: it ties with nobody there."""
    mine = next((slot for slot in context.state.slots if slot.who == who and not slot.lane), None)
    if mine is None or who == before:
        return None
    tied = [slot for slot in context.state.slots if not slot.lane and _ties(context, slot, mine)]
    is_one_block = all(slot.group == mine.group for slot in tied)
    has_begun = any(slot.group <= context.state.group for slot in tied)
    if len(tied) < 2 or (has_begun and not is_one_block):
        return None
    rest = [slot for slot in tied if slot.who != who]
    place = _place(context, rest, tied, before)
    if place is None:
        return None
    rest.insert(place, mine)
    fresh = iter(replace(slot, group=seat.group) for slot, seat in zip(rest, tied, strict=True))
    return tuple(next(fresh) if slot in tied else slot for slot in context.state.slots)


def _place(
    context: RulesContext, rest: list[Slot], tied: list[Slot], before: CombatantId | None
) -> int | None:
    """Where a combatant comes to stand: before another of the tie, or last, right before who follows it."""
    if before is None:
        return len(rest)
    found = next((place for place, slot in enumerate(rest) if slot.who == before), None)
    if found is not None:
        return found
    everybody = [slot for slot in context.state.slots if not slot.lane]
    after = everybody.index(tied[-1]) + 1
    follows = everybody[after].who if after < len(everybody) else None
    return len(rest) if before == follows else None


def _ties(context: RulesContext, slot: Slot, mine: Slot) -> bool:
    combatant, other = context.combatant(slot.who), context.combatant(mine.who)
    return _rank(context, combatant) == _rank(context, other)
