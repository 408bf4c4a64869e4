"""Who may be put before whom by hand, and what a step or a drop comes to."""

from collections.abc import Sequence

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.view import Timeline

Before = CombatantId | None
"""Before whom somebody is to come; None: last."""


def queue(timeline: Timeline, place: int) -> tuple[CombatantId, ...]:
    """Returns those among whom a slot's people may be moved, in order: its members, or its like beside it."""
    slot = timeline.slots[place]
    if not slot.can_be_ordered:
        return ()
    if slot.members:
        return tuple(member.who for member in slot.members)
    return tuple(who for at in run(timeline, place) if (who := timeline.slots[at].who) is not None)


def run(timeline: Timeline, place: int) -> range:
    """Returns the places of the slots of one combatant each, beside each other, that may change places."""
    first = last = place
    while first > 0 and _is_single(timeline, first - 1):
        first -= 1
    while last + 1 < len(timeline.slots) and _is_single(timeline, last + 1):
        last += 1
    return range(first, last + 1)


def place_after_step(
    people: Sequence[CombatantId], who: CombatantId, step: int
) -> tuple[Before] | None:
    """Returns before whom somebody comes who is moved by one; None: it is at that end already, or not among them."""
    if who not in people:
        return None
    at = people.index(who)
    return (
        place_after_drop(people, who, at + step + (step > 0))
        if 0 <= at + step < len(people)
        else None
    )


def place_after_drop(
    people: Sequence[CombatantId], who: CombatantId, gap: int
) -> tuple[Before] | None:
    """Returns before whom somebody comes who is put into a gap (0: before the first); None: that changes nothing."""
    at = people.index(who)
    if gap in (at, at + 1):
        return None
    return (people[gap] if gap < len(people) else None,)


def _is_single(timeline: Timeline, place: int) -> bool:
    slot = timeline.slots[place]
    return slot.can_be_ordered and slot.who is not None and not slot.members
