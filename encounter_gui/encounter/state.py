"""The state of one encounter: plain frozen values, rebuilt from events, never edited in place."""

from collections.abc import Mapping

from msgspec import Struct, field

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.events import Event
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import (
    Automation,
    Combatant,
    EncounterStatus,
    Record,
    Side,
    Slot,
    Value,
)


class Held(Struct, frozen=True, kw_only=True):
    """Effects of a simultaneous action that wait until everybody in the tie has rolled."""

    by: CombatantId
    events: tuple[Event, ...]


class EncounterState(Struct, frozen=True, kw_only=True):
    """Everything true of an encounter at one moment.

    ``round`` is 0 before the first. ``group`` is the group of slots that acts now; -1 while nobody does (before the
    order is known). ``combatants`` keeps the order of joining. ``memo`` is what the rules remember about the fight;
    ``side_names`` what sides are called in it. ``next_number`` is the next combatant's number.
    ``obligations`` are the tests and decisions owed, in the order in which they are settled; ``next_obligation`` is the
    id of the next one. ``automation`` says how far the rules apply themselves, by the key of a rule (empty: all the
    others); a rule that is not in it is as the others, and these are by the book.
    """

    name: str = ""
    ruleset: str = ""
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

    @property
    def acting(self) -> tuple[CombatantId, ...]:
        """Who acts now, in order of the slots; empty while nobody does."""
        return tuple(slot.who for slot in self.slots if slot.group == self.group)

    @property
    def is_tied(self) -> bool:
        """Whether two or more act at once now."""
        return len(self.acting) > 1

    def memo_text(self, key: str) -> str:
        """Returns what the rules remember about the encounter as text; empty if there is none, or it is no text."""
        value = self.memo.get(key)
        return value if isinstance(value, str) else ""
