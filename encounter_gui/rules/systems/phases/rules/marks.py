"""What rules write about a combatant, as events of the table. Source: PHA-31, PHA-53, PHA-61, PHA-64, PHA-70."""

from msgspec.structs import replace

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.durations import duration_text
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.sheet import character

LOST = "lost"
"""The mark of a limb that is gone. Source: PHA-61, PHA-65."""

OPERATED = "operated"
"""The mark of a wound that has been operated on, so that it can heal; a worse wound needs a new one. Source: PHA-73."""


def location_event(combatant: Combatant, place: str, level: int) -> ev.Event:
    """Returns a location at a new wound level, and nothing else. Source: PHA-61, PHA-65, PHA-73."""
    known = combatant.locations.get(place)
    over = (LOST, OPERATED) if level > character.wound(combatant, place) else (LOST,)
    marks = tuple(mark for mark in (known.marks if known else ()) if mark not in over)
    if level >= mechanics.DESTROYED and place not in (character.HEAD, character.TORSO):
        marks = (*marks, LOST)
    return ev.LocationSet(who=combatant.id, location=place, level=level, marks=marks)


def drop_events(combatant: Combatant, key: str) -> tuple[ev.Event, ...]:
    """Returns the fall of an item from a hand, or of one put away; nothing for an empty key or bare hands.

    Source: PHA-53, PHA-64.
    """
    item = combatant.item(key) if key else None
    if item is None or str(item.values.get("class")) == "unarmed":
        return ()
    slots = (slot for slot in ("held", "off") if combatant.memo.get(slot) == key)
    lying = tuple(dict.fromkeys((*character.keys_in(combatant, "dropped"), key)))
    return (
        *(ev.MemoSet(who=combatant.id, key=slot, value="") for slot in slots),
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


def stunned_event(combatant: Combatant, count: int) -> ev.Event:
    """Returns so many lost actions of the next phases; a stun put on for a time keeps its time. Source: PHA-64."""
    known = combatant.condition("stunned")
    if known is not None and duration_text(known) is not None:
        stunned = replace(known, count=count)
    else:
        stunned = Condition(key="stunned", count=count)
    return ev.ConditionAdded(who=combatant.id, condition=stunned)


def stuns_of(combatant: Combatant) -> int:
    """Returns how many actions of the next phases are lost; one put on for a time costs one in each besides.

    Source: PHA-64.
    """
    known = combatant.condition("stunned")
    if known is None:
        return 0
    return known.count or (0 if duration_text(known) is not None else 1)


def put_off_events(combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns first aid that takes a phase longer because of a lost Full Action. Source: PHA-64, PHA-71."""
    known = combatant.condition("aiding")
    if known is None or known.count is None:
        return ()
    return (ev.ConditionAdded(who=combatant.id, condition=replace(known, count=known.count + 1)),)


def jam_event(combatant: Combatant, key: str) -> ev.Event:
    """Returns a weapon that jams, besides those that do already. Source: PHA-35."""
    known = combatant.condition("jammed")
    keys = dict.fromkeys((*(known.keys if known else ()), key))
    return ev.ConditionAdded(who=combatant.id, condition=Condition(key="jammed", keys=tuple(keys)))


def cleared_event(combatant: Combatant, key: str) -> ev.Event:
    """Returns a jam that is cleared; other weapons stay jammed. Source: PHA-26, PHA-35."""
    known = combatant.condition("jammed")
    rest = tuple(each for each in (known.keys if known else ()) if each != key)
    if rest:
        return ev.ConditionAdded(who=combatant.id, condition=Condition(key="jammed", keys=rest))
    return ev.ConditionRemoved(who=combatant.id, key="jammed")


def is_jammed(combatant: Combatant, key: str) -> bool:
    """Returns whether a weapon is jammed; put on by hand, what is in hand is. Source: PHA-35."""
    known = combatant.condition("jammed")
    if known is None:
        return False
    return key in known.keys or (not known.keys and key == combatant.memo_text("held"))
