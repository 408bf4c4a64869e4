"""The order of a phase: by initiative, Snap Shots first for once, equal ones together. Source: PHA-19, PHA-29."""

from collections.abc import Generator, Iterable

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Reason
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.asking import Answer, Ask
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.sheet.character import takes_part
from encounter_gui.rules.systems.phases.sheet.test_dice import ask, request


def unrolled(scene: Scene) -> tuple[Combatant, ...]:
    """Returns who takes part and has no initiative yet. Source: PHA-19."""
    return tuple(
        one
        for one in scene.state.combatants.values()
        if character.INITIATIVE not in one.gauges and not character.is_out(scene, one)
    )


def initiative(
    scene: Scene, those: Iterable[Combatant]
) -> Generator[Ask, Answer, tuple[tuple[ev.Event, ...], tuple[Reason, ...]]]:
    """Asks for the initiative of these, all at once; wounds and burdens do not count. Source: PHA-19."""
    those = tuple(those)
    rolled = yield from ask(*(request("initiative", one.id) for one in those))
    events: list[ev.Event] = []
    reasons: list[Reason] = []
    for one, roll in zip(those, rolled, strict=True):
        reflexes = character.level(scene, one, "reflexes")
        skill = character.level(scene, one, "initiative")
        total = int(mechanics.initiative(roll.total, reflexes, skill))
        edge = one.gauges.get(character.EDGE, 0)
        events += [
            ev.GaugeSet(who=one.id, gauge=character.INITIATIVE, to=total),
            ev.Resolved(what="initiative", who=one.id, values={"total": total + edge}),
        ]
        text = say(
            "phases.why.initiative",
            who=one.name,
            dice=roll.total,
            reflexes=reflexes,
            skill=skill,
            edge=edge,
            total=total + edge,
        )
        reasons.append(Reason(text=text, rule="PHA-19"))
    return tuple(events), tuple(reasons)


def sorted_slots(scene: Scene, those: Iterable[Combatant], first: int = 0) -> tuple[Slot, ...]:
    """Returns the slots of a phase: by initiative, then REF + Initiative; those equal in both together.

    Source: PHA-19, PHA-29.
    """
    keyed = [
        ((character.edge_score(scene, one), character.tie_break(scene, one)), one.id)
        for one in those
    ]
    keyed.sort(key=lambda each: each[0], reverse=True)
    slots: list[Slot] = []
    group, last = first - 1, None
    for key, who in keyed:
        group += key != last
        last = key
        slots.append(Slot(who=who, score=key[0], group=group))
    return tuple(slots)


def of_phase(scene: Scene) -> tuple[Slot, ...]:
    """Returns the slots of everybody who is not out and has rolled. Source: PHA-19."""
    return sorted_slots(
        scene,
        (
            one
            for one in scene.state.combatants.values()
            if character.INITIATIVE in one.gauges and not character.is_out(scene, one)
        ),
    )


def resorted(scene: Scene) -> tuple[ev.Event, ...]:
    """Returns the order of those still to act, sorted anew: nobody acts in the past. Source: PHA-29."""
    state = scene.state
    begun = any(_has_begun(state.combatants[who]) for who in state.acting)
    first = state.group + 1 if begun or state.held else state.group
    past = tuple(slot for slot in state.slots if slot.group < first)
    rest = (state.combatants[slot.who] for slot in state.slots if slot.group >= first)
    return (ev.OrderSet(slots=(*past, *sorted_slots(scene, rest, first))),)


def _has_begun(one: Combatant) -> bool:
    gauges = (character.USED, character.LOST, character.MOVED, character.RECOIL)
    return any(one.gauges.get(gauge) for gauge in gauges)


def slot_of(state: EncounterState, who: CombatantId) -> Slot | None:
    """Returns somebody's place in the order of this phase; None: it has none."""
    return next((slot for slot in state.slots if slot.who == who), None)


def next_group(scene: Scene, after: int) -> int | None:
    """Returns the next group in which somebody has something to do; None: the phase is over. Source: PHA-19."""
    groups = (
        slot.group for slot in scene.state.slots if slot.group > after and takes_part(scene, slot)
    )
    return min(groups, default=None)
