"""What is in a combatant's hands and what it lets fall, as events. Source: CWN-36k, CWN-36m to CWN-36o."""

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.systems.cwn.sheet import gear
from encounter_gui.rules.systems.cwn.sheet.records import (
    dropped_by,
    set_dropped,
    set_thrown,
    thrown_by,
)


def all_dropped(actor: Combatant) -> tuple[ev.Event, ...]:
    """Returns the events of letting fall all that is in hand; what is part of the body stays. Source: CWN-36o."""
    keys = [key for key in gear.in_hands(actor) if _can_fall(actor.item(key))]
    if not keys:
        return ()
    lying = tuple(dict.fromkeys((*dropped_by(actor), *reversed(keys))))
    return (
        *(ev.MemoSet(who=actor.id, key=_hand_of(actor, key), value="") for key in keys),
        set_dropped(actor.id, lying),
    )


def _can_fall(item: Item | None) -> bool:
    return item is not None and not item.values.get("integral")


def _hand_of(actor: Combatant, key: str) -> str:
    return gear.HELD if gear.held_key(actor) == key else gear.OTHER_HAND


def let_go(actor: Combatant, key: str) -> tuple[ev.Event, ...]:
    """Returns the events of an item leaving the hands; the item of the other hand is next. Source: CWN-36k, CWN-36m."""
    rest = [each for each in gear.in_hands(actor) if each != key]
    return (
        ev.MemoSet(who=actor.id, key=gear.HELD, value=rest[0] if rest else ""),
        ev.MemoSet(who=actor.id, key=gear.OTHER_HAND, value=""),
    )


def drop_events(actor: Combatant, key: str) -> tuple[ev.Event, ...]:
    """Returns the events of one item falling to the ground. Source: CWN-36m, CWN-36n."""
    lying = (*(each for each in dropped_by(actor) if each != key), key)
    return (*let_go(actor, key), set_dropped(actor.id, lying))


def throw_events(actor: Combatant, key: str) -> tuple[ev.Event, ...]:
    """Returns the events of one item thrown: it lies where it fell, not beside who threw it. Source: CWN-36n."""
    return (*drop_events(actor, key), set_thrown(actor.id, (*thrown_by(actor), key)))


def take_events(actor: Combatant, item: Item) -> tuple[ev.Event, ...]:
    """Returns the events of an item taken in hand; what was there goes to the other hand. Source: CWN-36k."""
    return (
        ev.MemoSet(who=actor.id, key=gear.OTHER_HAND, value=gear.held_key(actor)),
        ev.MemoSet(who=actor.id, key=gear.HELD, value=item.key),
    )


def collect_events(actor: Combatant) -> tuple[ev.Event, ...]:
    """Returns the events of getting up with everything dropped, the last of it in an empty hand.

    What was thrown lies elsewhere. Source: CWN-36o.
    """
    away = thrown_by(actor)
    lying = tuple(key for key in dropped_by(actor) if key not in away)
    if not lying:
        return ()
    forgotten = set_dropped(actor.id, (key for key in dropped_by(actor) if key in away))
    if gear.held_key(actor):
        return (forgotten,)
    return (forgotten, ev.MemoSet(who=actor.id, key=gear.HELD, value=lying[-1]))
