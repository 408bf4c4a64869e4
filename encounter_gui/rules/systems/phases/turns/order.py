"""The order of a phase: by initiative, Snap Shots first for once, equal ones together. Source: PHA-19, PHA-29."""

from collections.abc import Generator, Iterable

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Reason
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.asking import Answer, Ask
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.sheet.character import takes_part
from encounter_gui.rules.systems.phases.sheet.test_dice import ask, request


def unrolled(context: RulesContext) -> tuple[Combatant, ...]:
    """Returns who takes part and has no initiative yet. Source: PHA-19."""
    return tuple(
        combatant
        for combatant in context.state.combatants.values()
        if character.INITIATIVE not in combatant.gauges and not character.is_out(context, combatant)
    )


def initiative(
    context: RulesContext, combatants: Iterable[Combatant]
) -> Generator[Ask, Answer, tuple[tuple[ev.Event, ...], tuple[Reason, ...]]]:
    """Asks for the initiative of these, all at once; wounds and burdens do not count. Source: PHA-19."""
    combatants = tuple(combatants)
    rolled = yield from ask(*(request("initiative", other.id) for other in combatants))
    events: list[ev.Event] = []
    reasons: list[Reason] = []
    for combatant, roll in zip(combatants, rolled, strict=True):
        reflexes = character.level(context, combatant, "reflexes")
        skill = character.level(context, combatant, "initiative")
        total = int(mechanics.initiative(roll.total, reflexes, skill))
        edge = combatant.gauges.get(character.EDGE, 0)
        events += [
            ev.GaugeSet(who=combatant.id, gauge=character.INITIATIVE, to=total),
            ev.Resolved(what="initiative", who=combatant.id, values={"total": total + edge}),
        ]
        text = say(
            "phases.why.initiative",
            who=combatant.name,
            dice=roll.total,
            reflexes=reflexes,
            skill=skill,
            edge=edge,
            total=total + edge,
        )
        reasons.append(Reason(text=text, rule="PHA-19"))
    return tuple(events), tuple(reasons)


def sorted_slots(
    context: RulesContext, combatants: Iterable[Combatant], first: int = 0
) -> tuple[Slot, ...]:
    """Returns the slots of a phase: by initiative, then REF + Initiative; those equal in both together.

    Source: PHA-19, PHA-29.
    """
    keyed = [
        (
            (character.edge_score(context, combatant), character.tie_break(context, combatant)),
            combatant.id,
        )
        for combatant in combatants
    ]
    keyed.sort(key=lambda each: each[0], reverse=True)
    slots: list[Slot] = []
    group, last = first - 1, None
    for key, who in keyed:
        group += key != last
        last = key
        slots.append(Slot(who=who, score=key[0], group=group))
    return tuple(slots)


def of_phase(context: RulesContext) -> tuple[Slot, ...]:
    """Returns the slots of everybody who is not out and has rolled. Source: PHA-19."""
    return sorted_slots(
        context,
        (
            combatant
            for combatant in context.state.combatants.values()
            if character.INITIATIVE in combatant.gauges and not character.is_out(context, combatant)
        ),
    )


def resorted(context: RulesContext) -> tuple[ev.Event, ...]:
    """Returns the order of those still to act, sorted anew: nobody acts in the past. Source: PHA-29."""
    state = context.state
    begun = any(_has_begun(state.combatants[who]) for who in state.acting)
    first = state.group + 1 if begun or state.held else state.group
    past = tuple(slot for slot in state.slots if slot.group < first)
    rest = (state.combatants[slot.who] for slot in state.slots if slot.group >= first)
    return (ev.OrderSet(slots=(*past, *sorted_slots(context, rest, first))),)


def _has_begun(combatant: Combatant) -> bool:
    gauges = (character.USED, character.LOST, character.MOVED, character.RECOIL)
    return any(combatant.gauges.get(gauge) for gauge in gauges)


def slot_of(state: EncounterState, who: CombatantId) -> Slot | None:
    """Returns somebody's place in the order of this phase; None: it has none."""
    return next((slot for slot in state.slots if slot.who == who), None)


def next_group(context: RulesContext, after: int) -> int | None:
    """Returns the next group in which somebody has something to do; None: the phase is over. Source: PHA-19."""
    groups = (
        slot.group
        for slot in context.state.slots
        if slot.group > after and takes_part(context, slot)
    )
    return min(groups, default=None)
