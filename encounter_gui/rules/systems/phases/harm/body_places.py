"""What wounds do to a location and to the combatant, without a roll. Source: PHA-53, PHA-61, PHA-64."""

from typing import Literal, assert_never

from msgspec.structs import replace

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import duration_text
from encounter_gui.rules.engine.resolution import with_events
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.sheet import character

LOST = "lost"
"""The mark of a limb that is gone. Source: PHA-61, PHA-65."""

OPERATED = "operated"
"""The mark of a wound that has been operated on, so that it can heal; a worse wound needs a new one. Source: PHA-73."""

HOLDS = (("grabbing", "grabbed"), ("grabbed", "grabbing"), ("clinched", "clinched"))
"""Conditions of a hold, and the condition of the other combatant in it. Source: PHA-53."""


def wound_events(
    context: RulesContext, combatant: Combatant, place: str, level: int
) -> tuple[ev.Event, ...]:
    """Returns a location at a new wound level, with its effects; tests are not part of it. Source: PHA-61, PHA-64."""
    known = combatant.locations.get(place)
    before = character.wound(combatant, place)
    over = (LOST, OPERATED) if level > before else (LOST,)
    marks = tuple(mark for mark in (known.marks if known else ()) if mark not in over)
    if level >= mechanics.DESTROYED and place not in (character.HEAD, character.TORSO):
        marks = (*marks, LOST)
    wound = ev.LocationSet(who=combatant.id, location=place, level=level, marks=marks)
    if level <= before:
        return (wound,)
    after = with_events(context, (wound,))
    return (wound, *_effects(after, after.combatant(combatant.id), place, level))


Effect = Literal["death", "faint", "stun", "drop", "leg"]
"""What a location that gets worse may do to a combatant; of a leg, both legs decide whether it falls."""


def effect_of(context: RulesContext, place: str, level: int) -> Effect | None:
    """Returns what a location that has got worse does at a level; None: nothing. Source: PHA-61, PHA-64."""

    def reaches(effect: str, default: int) -> bool:
        return level >= character.table_number(context, "location_effects", effect, default)

    if level >= mechanics.DESTROYED and place in (character.HEAD, character.TORSO):
        return "death"
    if place in character.ARMS.values():
        return "drop" if reaches("arm_drops", mechanics.MODERATE) else None
    if place in character.LEGS:
        return "leg"
    if place != character.HEAD:
        return None
    if reaches("head_unconscious", mechanics.SERIOUS):
        return "faint"
    return "stun" if reaches("head_stuns", mechanics.MODERATE) else None


def legs_give_way(context: RulesContext, right: int, left: int) -> bool:
    """Returns whether a combatant with legs at these levels falls. Source: PHA-64."""
    row = int(mechanics.leg_level(right, left))
    return row >= character.table_number(
        context, "location_effects", "leg_falls", mechanics.SERIOUS
    )


def _effects(
    context: RulesContext, combatant: Combatant, place: str, level: int
) -> tuple[ev.Event, ...]:
    """Returns the effects of a location that has got worse. Source: PHA-61, PHA-64."""
    if character.is_dead(combatant):
        return ()
    events: tuple[ev.Event, ...] = ()
    match effect_of(context, place, level):
        case "death":
            events = death_events(combatant)
        case "faint" if not combatant.has("unconscious"):
            condition = Condition(key="unconscious")
            events = (ev.ConditionAdded(who=combatant.id, condition=condition),)
        case "stun":
            events = stun_events(context, combatant)
        case "drop":
            hand = next(hand for hand, arm in character.ARMS.items() if arm == place)
            events = drop_events(combatant, character.held_in(combatant, hand))
        case "leg":
            right, left = (character.wound(combatant, leg) for leg in character.LEGS)
            events = prone_events(combatant) if legs_give_way(context, right, left) else ()
        case "faint" | None:
            pass
        case _ as never:
            assert_never(never)
    return events


def drop_events(combatant: Combatant, key: str) -> tuple[ev.Event, ...]:
    """Returns the fall of an item from a hand; nothing for an empty key or bare hands. Source: PHA-53, PHA-64."""
    item = combatant.item(key) if key else None
    if item is None or str(item.values.get("class")) == "unarmed":
        return ()
    slot = "held" if combatant.memo.get("held") == key else "off"
    lying = tuple(dict.fromkeys((*character.keys_in(combatant, "dropped"), key)))
    return (
        ev.MemoSet(who=combatant.id, key=slot, value=""),
        ev.MemoSet(who=combatant.id, key="dropped", value=lying),
        ev.Resolved(what="dropped", who=combatant.id, values={"item": key}),
    )


def prone_events(combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns the fall of a combatant to the ground; its gait ends with it. Source: PHA-31, PHA-53, PHA-64."""
    if combatant.has("prone"):
        return halt_events(combatant)
    return (ev.ConditionAdded(who=combatant.id, condition=Condition(key="prone")),)


def halt_events(combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns the end of a gait: a combatant that lies, is held or cannot move is no moving target. Source: PHA-31."""
    return (
        (ev.MemoSet(who=combatant.id, key="gait", value=""),) if combatant.memo.get("gait") else ()
    )


def stun_events(context: RulesContext, combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns the loss of the next action: one of this phase, or else one of the next. Source: PHA-64."""
    if character.is_down(combatant):
        return ()
    later = _aid_put_off(combatant)
    if character.actions_left(context, combatant):
        runs = combatant.memo.get("full") in ("run", "sprint")
        stopped = halt_events(combatant) if runs else ()
        return (ev.GaugeChanged(who=combatant.id, gauge=character.LOST, by=1), *stopped, *later)
    known = combatant.condition("stunned")
    if known is not None and duration_text(known) is not None:
        stunned = replace(known, count=(known.count or 0) + 1)
    else:
        stunned = Condition(key="stunned", count=(known.count or 1) + 1 if known else 1)
    return (ev.ConditionAdded(who=combatant.id, condition=stunned), *later)


def _aid_put_off(combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns first aid that takes a phase longer because of a lost Full Action. Source: PHA-64, PHA-71."""
    known = combatant.condition("aiding")
    if known is None or known.count is None:
        return ()
    return (ev.ConditionAdded(who=combatant.id, condition=replace(known, count=known.count + 1)),)


def death_events(combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns the death of a combatant; nothing if it is dead already. Source: PHA-61, PHA-65, PHA-71, PHA-72."""
    if character.is_dead(combatant):
        return ()
    return (ev.ConditionAdded(who=combatant.id, condition=Condition(key="dead")),)


def hold_ends(combatant: Combatant, *only: str) -> tuple[ev.Event, ...]:
    """Returns the end of every grab and clinch a combatant is in, or only of these. Source: PHA-53.

    The other combatant of each hold is freed by the follow-ups.
    """
    keys = only or tuple(key for key, _ in HOLDS)
    return tuple(
        ev.ConditionRemoved(who=combatant.id, key=key) for key in keys if combatant.has(key)
    )
