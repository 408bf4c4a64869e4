"""What wounds do to a place of the body and to who has it, without a roll. Source: PHA-53, PHA-61, PHA-64."""

from dataclasses import replace

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.sheet import character

LOST = "lost"
"""The mark of a limb that is gone. Source: PHA-61, PHA-65."""

OPERATED = "operated"
"""The mark of a wound that has been operated on, so that it can heal; a worse one has to be anew. Source: PHA-73."""


def put(
    context: RulesContext, combatant: Combatant, place: str, level: int
) -> tuple[ev.Event, ...]:
    """Returns a location brought to a wound level, with all that follows at once but tests. Source: PHA-61, PHA-64."""
    known = combatant.locations.get(place)
    over = (LOST, OPERATED) if level > character.wound(combatant, place) else (LOST,)
    marks = tuple(mark for mark in (known.marks if known else ()) if mark not in over)
    if level >= mechanics.DESTROYED and place not in (character.HEAD, character.TORSO):
        marks = (*marks, LOST)
    events: list[ev.Event] = [
        ev.LocationSet(who=combatant.id, location=place, level=level, marks=marks)
    ]
    if level <= character.wound(combatant, place):
        return tuple(events)
    after = replace(context, state=fold(context.state, events))
    return (*events, *_effects(after, after.combatant(combatant.id), place, level))


def _effects(
    context: RulesContext, combatant: Combatant, place: str, level: int
) -> tuple[ev.Event, ...]:
    """Returns what a location that has got worse does. Source: PHA-61, PHA-64."""
    if level >= mechanics.DESTROYED and place in (character.HEAD, character.TORSO):
        return died(context, combatant)
    if character.is_dead(combatant):
        return ()
    if place in character.ARMS.values():
        return _arm(context, combatant, place, level)
    if place in character.LEGS:
        return _leg(context, combatant)
    return _head(context, combatant, level) if place == character.HEAD else ()


def _arm(
    context: RulesContext, combatant: Combatant, place: str, level: int
) -> tuple[ev.Event, ...]:
    if level < character.figure(context, "location_effects", "arm_drops", mechanics.MODERATE):
        return ()
    hand = next(hand for hand, arm in character.ARMS.items() if arm == place)
    return dropped(combatant, character.held_in(combatant, hand))


def dropped(combatant: Combatant, key: str) -> tuple[ev.Event, ...]:
    """Returns what falls from a hand; nothing where the hand is empty or bare. Source: PHA-53, PHA-64."""
    item = combatant.item(key) if key else None
    if item is None or str(item.values.get("class")) == "unarmed":
        return ()
    slot = "held" if combatant.memo.get("held") == key else "off"
    lying = " ".join(dict.fromkeys((*combatant.memo_text("dropped").split(), key)))
    return (
        ev.MemoSet(who=combatant.id, key=slot, value=""),
        ev.MemoSet(who=combatant.id, key="dropped", value=lying),
        ev.Resolved(what="dropped", who=combatant.id, values={"item": key}),
    )


def _leg(context: RulesContext, combatant: Combatant) -> tuple[ev.Event, ...]:
    right, left = (character.wound(combatant, leg) for leg in character.LEGS)
    row = int(mechanics.leg_level(right, left))
    falls = row >= character.figure(context, "location_effects", "leg_falls", mechanics.SERIOUS)
    return fell(combatant) if falls else ()


def fell(combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns somebody's going down on the ground, which ends its gait. Source: PHA-31, PHA-53, PHA-64."""
    if combatant.has("prone"):
        return halted(combatant)
    return (
        ev.ConditionAdded(who=combatant.id, condition=Condition(key="prone")),
        *halted(combatant),
    )


def halted(combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns the end of a gait: who lies, is held or cannot move is no moving target. Source: PHA-31."""
    return (
        (ev.MemoSet(who=combatant.id, key="gait", value=""),) if combatant.memo.get("gait") else ()
    )


def _head(context: RulesContext, combatant: Combatant, level: int) -> tuple[ev.Event, ...]:
    if level >= character.figure(
        context, "location_effects", "head_unconscious", mechanics.SERIOUS
    ):
        return knocked_out(context, combatant)
    if level >= character.figure(context, "location_effects", "head_stuns", mechanics.MODERATE):
        return stunned(context, combatant)
    return ()


def stunned(context: RulesContext, combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns the loss of the next action: one of this phase, or else one of the next. Source: PHA-64."""
    if character.is_down(combatant):
        return ()
    later = _aid_put_off(combatant)
    if character.actions_left(context, combatant):
        stopped = halted(combatant) if combatant.memo.get("full") in ("run", "sprint") else ()
        return (ev.GaugeChanged(who=combatant.id, gauge=character.LOST, by=1), *stopped, *later)
    known = combatant.condition("stunned")
    count = (known.count or 1) + 1 if known else 1
    dazed = Condition(key="stunned", count=count)
    return (ev.ConditionAdded(who=combatant.id, condition=dazed), *later)


def _aid_put_off(combatant: Combatant) -> tuple[ev.Event, ...]:
    """First aid takes so many Full Actions: one that is lost makes it last a phase longer. Source: PHA-64, PHA-71."""
    known = combatant.condition("aiding")
    if known is None or known.count is None:
        return ()
    return (ev.ConditionAdded(who=combatant.id, condition=replace(known, count=known.count + 1)),)


def knocked_out(context: RulesContext, combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns unconsciousness that lasts until the game master ends it. Source: PHA-64."""
    if combatant.has("unconscious"):
        return ()
    condition = Condition(key="unconscious")
    return (
        ev.ConditionAdded(who=combatant.id, condition=condition),
        *went_down(context, combatant),
    )


def died(context: RulesContext, combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns a death. Source: PHA-61, PHA-65, PHA-71, PHA-72."""
    if character.is_dead(combatant):
        return ()
    over = ("in_shock", "stabilized", "clinically_dead", "unconscious", "incapacitated", "stunned")
    return (
        ev.ConditionAdded(who=combatant.id, condition=Condition(key="dead")),
        *(ev.ConditionRemoved(who=combatant.id, key=key) for key in over if combatant.has(key)),
        ev.Resolved(what="dead", who=combatant.id),
        *went_down(context, combatant),
    )


def went_down(context: RulesContext, combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns what ends with somebody's going down: holds, first aid, standing ready to dodge."""
    over = ("aiding", "all_out_dodge")
    events: list[ev.Event] = [
        ev.ConditionRemoved(who=combatant.id, key=key) for key in over if combatant.has(key)
    ]
    return (*events, *halted(combatant), *loosened(context, combatant))


HOLDS = (("grabbing", "grabbed"), ("grabbed", "grabbing"), ("clinched", "clinched"))
"""Conditions of a hold, and what the other one has. Source: PHA-53."""


def loosened(context: RulesContext, combatant: Combatant, *only: str) -> tuple[ev.Event, ...]:
    """Returns the end of every grab and clinch somebody is in, or only of these, for both. Source: PHA-53."""
    events: list[ev.Event] = []
    for key, theirs in HOLDS:
        known = combatant.condition(key) if not only or key in only else None
        if known is None:
            continue
        events.append(ev.ConditionRemoved(who=combatant.id, key=key))
        other = context.state.combatants.get(known.by) if known.by else None
        match = other.condition(theirs) if other else None
        if other is not None and match is not None and match.by == combatant.id:
            events.append(ev.ConditionRemoved(who=other.id, key=theirs))
    return tuple(events)
