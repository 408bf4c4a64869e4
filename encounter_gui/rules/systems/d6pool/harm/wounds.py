"""What wounds and stun lead to. Every hurt, by dice or by hand, goes through here. Source: D6P-35, D6P-42 to D6P-46."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.sheet import character


def health_loss(combatant: Combatant, wounds: int) -> ev.GaugeChanged:
    """Returns the event of so many wounds; simultaneous ones add up. Source: D6P-04, D6P-15."""
    return ev.GaugeChanged(who=combatant.id, gauge=character.HEALTH, by=-wounds)


def wound_events(context: RulesContext, combatant: Combatant, wounds: int) -> tuple[ev.Event, ...]:
    """Returns what a hit of so many wounds does: wounds, or with 0 a stun to the end of the turn.

    The dead, and those already stunned, are not stunned (again); it ruins their aim all the same. Source: D6P-35,
    D6P-23.
    """
    if wounds > 0:
        return (health_loss(combatant, wounds),)
    if character.is_down(combatant):
        return ()
    if combatant.has("stunned"):
        return (
            (ev.ConditionRemoved(who=combatant.id, key="aimed"),) if combatant.has("aimed") else ()
        )
    until = Expiry(round=context.state.round)
    return (ev.ConditionAdded(who=combatant.id, condition=Condition(key="stunned", until=until)),)


def consequences(
    context: RulesContext, events: Sequence[ev.Event], *, is_hit: bool = True
) -> tuple[ev.Event, ...]:
    """Returns what follows from these events once they have happened: bleeding, waking, lost aim, death.

    ``is_hit`` False: the loss is not a new set of wounds (bleeding itself). Source: D6P-23, D6P-43 to D6P-46.
    """
    after = replace(context, state=fold(context.state, events))
    found: list[ev.Event] = []
    for key, combatant in after.state.combatants.items():
        before = context.state.combatants.get(key)
        if before is not None and before is not combatant:
            found += _of_one(after, before, combatant, is_hit=is_hit)
    return tuple(found)


def _of_one(
    context: RulesContext, before: Combatant, combatant: Combatant, *, is_hit: bool
) -> tuple[ev.Event, ...]:
    lost = character.health_now(before) - character.health_now(combatant)
    stunned = combatant.has("stunned") and not before.has("stunned")
    events: list[ev.Event] = []
    if (lost > 0 or stunned) and combatant.has("aimed"):
        events.append(ev.ConditionRemoved(who=combatant.id, key="aimed"))
    if stunned and context.switch("d6pool.stunHitsDodge") and character.dodge_left(combatant):
        events.append(ev.GaugeChanged(who=combatant.id, gauge=character.DODGE, by=-1))
    if lost > 0:
        events += _worse(context, before, combatant, is_hit=is_hit)
    elif lost < 0 and character.is_down(before) and not character.is_down(combatant):
        events += _back_up(combatant)
    return tuple(events)


def _worse(
    context: RulesContext, before: Combatant, combatant: Combatant, *, is_hit: bool
) -> tuple[ev.Event, ...]:
    events: list[ev.Event] = []
    if is_hit:
        is_out_cold = character.is_down(combatant) and not character.is_dead(combatant)
        ended = ("aided", "awake_weak") if is_out_cold else ("aided",)
        events += [
            ev.ConditionRemoved(who=combatant.id, key=key) for key in ended if combatant.has(key)
        ]
    if character.is_dead(combatant):
        events += _died(before, combatant)
    elif character.is_down(combatant):
        if not character.is_down(before):
            events.append(ev.Resolved(what="down", who=combatant.id))
        if is_hit and not combatant.has("bleeding"):
            events.append(ev.ConditionAdded(who=combatant.id, condition=bleeding(context)))
    return tuple(events)


def _died(before: Combatant, combatant: Combatant) -> tuple[ev.Event, ...]:
    events: list[ev.Event] = []
    if not character.is_dead(before):
        events.append(ev.Resolved(what="dead", who=combatant.id))
    ended = ("bleeding", "awake_weak")
    events += [
        ev.ConditionRemoved(who=combatant.id, key=key) for key in ended if combatant.has(key)
    ]
    return tuple(events)


def bleeding(context: RulesContext) -> Condition:
    """Returns a bleeding that begins now, with the turn at whose end the first wound is lost. Source: D6P-43."""
    return Condition(key="bleeding", count=context.state.round + mechanics.TURNS_A_MINUTE)


def by_hand(context: RulesContext, events: Sequence[ev.Event]) -> tuple[ev.Event, ...]:
    """Returns conditions put on by hand with what the rules make of them: bleeding counts, a stun ruins aim.

    Source: D6P-23, D6P-31, D6P-43.
    """
    made = tuple(_counted(context, event) for event in events)
    return (*made, *consequences(context, made))


def _counted(context: RulesContext, event: ev.Event) -> ev.Event:
    if not isinstance(event, ev.ConditionAdded) or event.condition.key != "bleeding":
        return event
    known = context.state.combatants[event.who].condition("bleeding")
    due = known.count if known else bleeding(context).count
    return msgspec.structs.replace(event, condition=replace(event.condition, count=due))


def _back_up(combatant: Combatant) -> tuple[ev.Event, ...]:
    ended = ("bleeding", "awake_weak")
    return tuple(
        ev.ConditionRemoved(who=combatant.id, key=key) for key in ended if combatant.has(key)
    )
