"""What wounds and stun lead to. Every hurt, by dice or by hand, goes through here. Source: D6P-35, D6P-42 to D6P-46."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.sheet import character


def health_loss(one: Combatant, wounds: int) -> ev.GaugeChanged:
    """Returns the event of so many wounds; simultaneous ones add up. Source: D6P-04, D6P-15."""
    return ev.GaugeChanged(who=one.id, gauge=character.HEALTH, by=-wounds)


def suffered(scene: Scene, one: Combatant, wounds: int) -> tuple[ev.Event, ...]:
    """Returns what a hit of so many wounds does: wounds, or with 0 a stun to the end of the turn.

    The dead, and those already stunned, are not stunned (again); it ruins their aim all the same. Source: D6P-35,
    D6P-23.
    """
    if wounds > 0:
        return (health_loss(one, wounds),)
    if character.is_down(one):
        return ()
    if one.has("stunned"):
        return (ev.ConditionRemoved(who=one.id, key="aimed"),) if one.has("aimed") else ()
    until = Expiry(round=scene.state.round)
    return (ev.ConditionAdded(who=one.id, condition=Condition(key="stunned", until=until)),)


def consequences(
    scene: Scene, events: Sequence[ev.Event], *, is_hit: bool = True
) -> tuple[ev.Event, ...]:
    """Returns what follows from these events once they have happened: bleeding, waking, lost aim, death.

    ``is_hit`` False: the loss is not a new set of wounds (bleeding itself). Source: D6P-23, D6P-43 to D6P-46.
    """
    after = replace(scene, state=fold(scene.state, events))
    found: list[ev.Event] = []
    for key, one in after.state.combatants.items():
        before = scene.state.combatants.get(key)
        if before is not None and before is not one:
            found += _of_one(after, before, one, is_hit=is_hit)
    return tuple(found)


def _of_one(
    scene: Scene, before: Combatant, one: Combatant, *, is_hit: bool
) -> tuple[ev.Event, ...]:
    lost = character.health_now(before) - character.health_now(one)
    stunned = one.has("stunned") and not before.has("stunned")
    events: list[ev.Event] = []
    if (lost > 0 or stunned) and one.has("aimed"):
        events.append(ev.ConditionRemoved(who=one.id, key="aimed"))
    if stunned and scene.switch("d6pool.stunHitsDodge") and character.dodge_left(one):
        events.append(ev.GaugeChanged(who=one.id, gauge=character.DODGE, by=-1))
    if lost > 0:
        events += _worse(scene, before, one, is_hit=is_hit)
    elif lost < 0 and character.is_down(before) and not character.is_down(one):
        events += _back_up(one)
    return tuple(events)


def _worse(
    scene: Scene, before: Combatant, one: Combatant, *, is_hit: bool
) -> tuple[ev.Event, ...]:
    events: list[ev.Event] = []
    if is_hit:
        is_out_cold = character.is_down(one) and not character.is_dead(one)
        ended = ("aided", "awake_weak") if is_out_cold else ("aided",)
        events += [ev.ConditionRemoved(who=one.id, key=key) for key in ended if one.has(key)]
    if character.is_dead(one):
        events += _died(before, one)
    elif character.is_down(one):
        if not character.is_down(before):
            events.append(ev.Resolved(what="down", who=one.id))
        if is_hit and not one.has("bleeding"):
            events.append(ev.ConditionAdded(who=one.id, condition=bleeding(scene)))
    return tuple(events)


def _died(before: Combatant, one: Combatant) -> tuple[ev.Event, ...]:
    events: list[ev.Event] = []
    if not character.is_dead(before):
        events.append(ev.Resolved(what="dead", who=one.id))
    ended = ("bleeding", "awake_weak")
    events += [ev.ConditionRemoved(who=one.id, key=key) for key in ended if one.has(key)]
    return tuple(events)


def bleeding(scene: Scene) -> Condition:
    """Returns a bleeding that begins now, with the turn at whose end the first wound is lost. Source: D6P-43."""
    return Condition(key="bleeding", count=scene.state.round + mechanics.TURNS_A_MINUTE)


def by_hand(scene: Scene, events: Sequence[ev.Event]) -> tuple[ev.Event, ...]:
    """Returns conditions put on by hand with what the rules make of them: bleeding counts, a stun ruins aim.

    Source: D6P-23, D6P-31, D6P-43.
    """
    made = tuple(_counted(scene, event) for event in events)
    return (*made, *consequences(scene, made))


def _counted(scene: Scene, event: ev.Event) -> ev.Event:
    if not isinstance(event, ev.ConditionAdded) or event.condition.key != "bleeding":
        return event
    known = scene.state.combatants[event.who].condition("bleeding")
    due = known.count if known else bleeding(scene).count
    return msgspec.structs.replace(event, condition=replace(event.condition, count=due))


def _back_up(one: Combatant) -> tuple[ev.Event, ...]:
    ended = ("bleeding", "awake_weak")
    return tuple(ev.ConditionRemoved(who=one.id, key=key) for key in ended if one.has(key))
