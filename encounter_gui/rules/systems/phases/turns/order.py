"""The order of a phase: by initiative, Snap Shots first for once, equal ones together. Source: PHA-19, PHA-29."""

from collections.abc import Iterable, Iterator, Sequence

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine import asking
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.turns import Block, same_key, slots_of
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.sheet import character, test_dice


def without_initiative(context: RulesContext) -> tuple[Combatant, ...]:
    """Returns who takes part and has no initiative yet. Source: PHA-19."""
    return tuple(
        combatant
        for combatant in context.state.combatants.values()
        if character.INITIATIVE not in combatant.gauges and not character.is_out(context, combatant)
    )


def roll_initiative(resolution: Resolution) -> Rolling[None]:
    """Rolls the initiative of everybody who has none yet; wounds and burdens do not count. Source: PHA-19."""
    yield from roll_for(resolution, without_initiative(resolution.context))


def roll_for(resolution: Resolution, combatants: Sequence[Combatant]) -> Rolling[None]:
    """Rolls the initiative of combatants together. Source: PHA-19."""
    context = resolution.context
    wanted = (test_dice.request(context, "initiative", each.id) for each in combatants)
    dice = yield from asking.totals(*wanted)
    pairs = zip(combatants, dice, strict=True)
    resolution.record(
        *(event for each, shown in pairs for event in _initiative(resolution, each, shown))
    )


def _initiative(resolution: Resolution, combatant: Combatant, dice: int) -> tuple[ev.Event, ...]:
    """Returns the initiative of a combatant as a gauge and a fact, and adds its arithmetic to the reasons."""
    context = resolution.context
    reflexes = character.level(context, combatant, "reflexes")
    skill = character.level(context, combatant, "initiative")
    total = int(mechanics.initiative(dice, reflexes, skill))
    edge = combatant.gauges.get(character.EDGE, 0)
    resolution.reason(
        "phases.why.initiative",
        "PHA-19",
        who=combatant.name,
        dice=dice,
        reflexes=reflexes,
        skill=skill,
        edge=edge,
        total=total + edge,
    )
    values = {"total": total + edge}
    return (
        ev.GaugeSet(who=combatant.id, gauge=character.INITIATIVE, to=total),
        ev.Resolved(what="initiative", who=combatant.id, values=values),
    )


def blocks_of(context: RulesContext, combatants: Iterable[Combatant]) -> Iterator[Block]:
    """Yields the places of a phase: by initiative, then by REF + Initiative. Source: PHA-19, PHA-29."""
    for combatant in combatants:
        score = character.edge_score(context, combatant)
        key = (-score, -character.tie_break(context, combatant))
        yield Block(members=(combatant.id,), key=key, score=score)


def slots_of_phase(context: RulesContext) -> tuple[Slot, ...]:
    """Returns the slots of everybody who is not out and has rolled; equal ones act together. Source: PHA-19."""
    combatants = (
        combatant
        for combatant in context.state.combatants.values()
        if character.INITIATIVE in combatant.gauges and not character.is_out(context, combatant)
    )
    return slots_of(blocks_of(context, combatants), joins=same_key)


def slots_from_now(context: RulesContext) -> tuple[Slot, ...]:
    """Returns the order with those still to act sorted anew: nobody acts in the past. Source: PHA-29."""
    state = context.state
    begun = any(has_begun(state.combatants[who]) for who in state.acting)
    first = state.group + 1 if begun or state.held else state.group
    past = tuple(slot for slot in state.slots if slot.group < first)
    rest = (state.combatants[slot.who] for slot in state.slots if slot.group >= first)
    return (*past, *slots_of(blocks_of(context, rest), joins=same_key, first=first))


def has_begun(combatant: Combatant) -> bool:
    """Returns whether a combatant has used or lost an action of this phase, or moved. Source: PHA-03, PHA-23."""
    gauges = (character.USED, character.LOST, character.MOVED, character.RECOIL)
    return any(combatant.gauges.get(gauge) for gauge in gauges)


def slot_of(state: EncounterState, who: CombatantId) -> Slot | None:
    """Returns a combatant's place in the order of this phase; None: it has none."""
    return next((slot for slot in state.slots if slot.who == who), None)
