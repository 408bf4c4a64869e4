"""The state of one encounter: plain frozen values, rebuilt from events, never edited in place."""

from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import compress
from operator import is_not

from msgspec import Struct, field

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.events import Event
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.plan import Plan
from encounter_gui.encounter.values import (
    Automation,
    Combatant,
    EncounterStatus,
    Record,
    Running,
    Side,
    Slot,
    Value,
)

OWN_TURNS = "own_turns"
"""The record of the round in which those who act now begin their turns one by one; of a combatant, its latest turn."""


class Held(Struct, frozen=True, kw_only=True):
    """What a simultaneous action is, or does, that waits until everybody in the tie has rolled; see ``ResultHeld``."""

    by: CombatantId
    events: tuple[Event, ...]
    own: int = 0


class EncounterState(Struct, frozen=True, kw_only=True, dict=True):
    """Everything true of an encounter at one moment.

    ``round`` is 0 before the first. ``group`` is the group of slots that acts now; -1 while nobody does (before the
    order is known). ``combatants`` keeps the order of joining. ``memo`` is what the rules remember about the fight;
    ``side_names`` what sides are called in it. ``next_number`` is the next combatant's number.
    ``obligations`` are the tests and decisions owed, in the order in which they are settled; ``next_obligation`` is the
    id of the next one. ``automation`` says how far the rules apply themselves, by the key of a rule (empty: all the
    others); a rule that is not in it is as the others, and these are by the book.
    ``clock`` is a second of the campaign's clock, 0 the first of day 1: that at which round 1 began while a fight runs,
    else that which it is now. ``running`` is what runs on the clock and belongs to nobody: reminders.
    ``rules`` is the content of its ruleset (sha256 in hexadecimal); empty: the one it was begun with.
    ``plan`` None: the fight has none, and nobody stands anywhere.
    """

    name: str = ""
    ruleset: str = ""
    rules: str = ""
    switches: Mapping[str, Value] = field(default_factory=dict)
    stage: EncounterStatus = "ready"
    round: int = 0
    group: int = -1
    slots: tuple[Slot, ...] = ()
    combatants: Mapping[CombatantId, Combatant] = field(default_factory=dict)
    held: tuple[Held, ...] = ()
    memo: Mapping[str, Record] = field(default_factory=dict)
    side_names: Mapping[Side, str] = field(default_factory=dict)
    next_number: int = 1
    obligations: tuple[Obligation, ...] = ()
    next_obligation: int = 1
    automation: Mapping[str, Automation] = field(default_factory=dict)
    clock: int = 0
    running: tuple[Running, ...] = ()
    plan: Plan | None = None

    @cached_property
    def slots_now(self) -> tuple[Slot, ...]:
        """The slots of the group that acts now, in order; empty while none does."""
        return tuple([slot for slot in self.slots if slot.group == self.group])

    @cached_property
    def places_now(self) -> Mapping[CombatantId, Slot]:
        """The slot of each of those who act now, the first where one has several."""
        return {slot.who: slot for slot in reversed(self.slots_now)}

    @cached_property
    def acting(self) -> tuple[CombatantId, ...]:
        """Who acts now, in order of the slots; empty while nobody does."""
        return tuple([slot.who for slot in self.slots_now])

    @property
    def is_tied(self) -> bool:
        """Whether two or more act at once now."""
        return len(self.acting) > 1

    def next_group(self, acts: Callable[[Slot], bool]) -> int | None:
        """Returns the first group after the one that acts now in which a slot ``acts``; None: there is none."""
        found: int | None = None
        for slot in self.slots:
            if slot.group > self.group and (found is None or slot.group < found) and acts(slot):
                found = slot.group
        return found

    def changed_from(self, other: "EncounterState") -> tuple[CombatantId, ...]:
        """Returns who is not the very same in another state, or not in it, in the order of joining."""
        if self.combatants is other.combatants:
            return ()
        there = map(other.combatants.get, self.combatants)
        return tuple(compress(self.combatants, map(is_not, there, self.combatants.values())))

    def waits(self, slot: Slot) -> bool:
        """Returns whether the turn of one of those who act now is still to begin: see ``OWN_TURNS``."""
        begun_in = self.memo.get(OWN_TURNS)
        if not begun_in or slot.group != self.group or slot.is_done:
            return False
        combatant = self.combatants.get(slot.who)
        return combatant is not None and combatant.memo.get(OWN_TURNS) != begun_in

    @property
    def waiting(self) -> tuple[CombatantId, ...]:
        """Those who act now and whose turns are still to begin, each when it acts, in order of the slots."""
        return tuple(slot.who for slot in self.slots_now if self.waits(slot))

    def memo_text(self, key: str) -> str:
        """Returns what the rules remember about the encounter as text; empty if there is none, or it is no text."""
        value = self.memo.get(key)
        return value if isinstance(value, str) else ""
