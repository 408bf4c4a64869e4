"""The turn order as the players know it: who is hidden has no place in it, and leaves no gap."""

from collections.abc import Iterator, Mapping

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Side
from encounter_gui.play.players.combatant import Onlooker, actions_shown
from encounter_gui.play.players.view import ActingShown, PlaceShown
from encounter_gui.rules.view import Row, TimelineSlot

_TEAMS: Mapping[Side, Side] = {"pc": "pc", "ally": "pc", "foe": "foe", "neutral": "neutral"}


def places(onlooker: Onlooker, names: Mapping[CombatantId, str]) -> tuple[PlaceShown, ...]:
    """Returns the places of the timeline, those of whole sides by the side's word alone."""
    found = tuple(_places(onlooker, names))
    # A line at the end, or two in a row, would say that somebody unseen stands there.
    return tuple(
        each
        for index, each in enumerate(found)
        if not _is_line(each) or (index + 1 < len(found) and not _is_line(found[index + 1]))
    )


def _is_line(place: PlaceShown) -> bool:
    return not place.key and place.side is None


def _places(onlooker: Onlooker, names: Mapping[CombatantId, str]) -> Iterator[PlaceShown]:
    for slot in onlooker.system.timeline(onlooker.context).slots:
        if slot.is_separator:
            yield PlaceShown(text=slot.text)
        elif slot.who is not None and slot.who in names:
            yield PlaceShown(
                text=names[slot.who],
                look=slot.look,
                side=onlooker.context.combatant(slot.who).side,
                key=onlooker.keys.key(slot.who),
                is_tied=slot.is_tied,
            )
        else:
            yield from _of_members(onlooker, slot, names)


def _of_members(
    onlooker: Onlooker, slot: TimelineSlot, names: Mapping[CombatantId, str]
) -> Iterator[PlaceShown]:
    """Yields the place of a side, if anybody of it is there."""
    seen = [each for each in slot.members if each.who in names]
    if len(seen) == 1:
        yield PlaceShown(
            text=names[seen[0].who],
            look=slot.look,
            side=seen[0].side,
            key=onlooker.keys.key(seen[0].who),
        )
    elif seen:
        side = _TEAMS[slot.side or seen[0].side]
        yield PlaceShown(text=side_word(onlooker, side), look=slot.look, side=side)


def side_word(onlooker: Onlooker, side: Side) -> str:
    """Returns what a side is called for the players; what the game master calls it may say too much."""
    return onlooker.context.texts.text_of(f"players.side.{side}")


def acting(
    onlooker: Onlooker,
    names: Mapping[CombatantId, str],
    rows: Mapping[CombatantId, Row],
) -> tuple[ActingShown, ...]:
    """Returns who acts now: combatants, those of a side that acts as a whole as that side. Nobody seen: empty."""
    context = onlooker.context
    now = [
        context.combatant(who)
        for who, row in rows.items()
        if row.is_now and not row.is_out and who in names
    ]
    if len(now) == 1:
        return (_actor(onlooker, now[0], names, rows),)
    looks = [
        each
        for each in places(onlooker, names)
        if each.look == "now" and each.side is not None and not each.key
    ]
    if looks:
        return tuple(ActingShown(text=each.text, side=each.side or "foe") for each in looks)
    return tuple(_actor(onlooker, each, names, rows) for each in now)


def _actor(
    onlooker: Onlooker,
    combatant: Combatant,
    names: Mapping[CombatantId, str],
    rows: Mapping[CombatantId, Row],
) -> ActingShown:
    return ActingShown(
        text=names[combatant.id],
        side=combatant.side,
        key=onlooker.keys.key(combatant.id),
        actions=actions_shown(rows[combatant.id], onlooker.reveal(combatant, "actions")),
    )
