"""A slot in words: what is spoken, and what its tool tip says."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.rules.view import Member, Timeline, TimelineSlot

_States = Literal["now", "free", "spent", "out"]
_STATES: tuple[_States, ...] = ("now", "free", "spent", "out")


class SlotWords:
    """Says slots and their members in whole words."""

    def __init__(self, texts: MessageCatalog) -> None:
        """Takes the texts."""
        self._texts = texts

    def spoken(self, timeline: Timeline, place: int) -> str:
        """Returns a slot in one line: who, side, state, members, and what lasts from there."""
        slot = timeline.slots[place]
        if slot.is_separator:
            return " ".join(part for part in (slot.text, slot.note) if part)
        lasts = effects(timeline).get(place, ())
        return ", ".join((*self._head(slot), *self._members(slot), *lasts))

    def tip(self, timeline: Timeline, place: int) -> str:
        """Returns the same for the tool tip, line by line, with how the order is changed."""
        slot = timeline.slots[place]
        if slot.is_separator:
            return self.spoken(timeline, place)
        lasts = effects(timeline).get(place, ())
        lines = [", ".join(self._head(slot)), *self._members(slot), *lasts]
        if slot.can_be_ordered:
            lines.append(self._texts.text_of("gui.fight.slot.order"))
        return "\n".join(lines)

    def member(self, slot: TimelineSlot, member: Member) -> str:
        """Returns one member: its name, how it stands, and in which slot."""
        state = self._texts.text_of(f"gui.fight.slot.member.{member.state}")
        return f"{member.name}, {state}, {slot.text}"

    def _head(self, slot: TimelineSlot) -> Iterator[str]:
        yield slot.text
        if slot.side is not None:
            yield self._texts.text_of(f"gui.fight.side.{slot.side}")
        look = "now_tied" if slot.look == "now" and slot.is_tied else slot.look
        yield self._texts.text_of(f"gui.fight.slot.{look}")
        if slot.note:
            yield self._note(slot)

    def _note(self, slot: TimelineSlot) -> str:
        # Beside one combatant it is the number it acts at; a side says in its own words what it means.
        if slot.members:
            return slot.note
        return self._texts.text(say("gui.fight.slot.note", note=slot.note))

    def _members(self, slot: TimelineSlot) -> Iterator[str]:
        for state in _STATES:
            names = [member.name for member in slot.members if member.state == state]
            if names:
                text = say(f"gui.fight.slot.members.{state}", names=", ".join(names))
                yield self._texts.text(text)


def effects(timeline: Timeline) -> Mapping[int, Sequence[str]]:
    """Returns what lasts, by the place of the slot it lasts from."""
    found: dict[int, list[str]] = {}
    for effect in timeline.effects:
        found.setdefault(effect.start, []).append(effect.text)
    return found
