"""The events: facts already decided, numbers already known. A closed union; each class names its kind and version.

An event says what became true, never which rule made it so; folding it needs no rules. Adding a class means a case in
``evolve`` (a type check fails until then), a line in the codec's table of versions and a golden line in the tests.
"""

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.obligation import Obligation, Settlement
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.plan import Area, Backdrop, Unit
from encounter_gui.encounter.values import (
    Automation,
    Combatant,
    Condition,
    EncounterStatus,
    Item,
    Record,
    Running,
    Side,
    Slot,
    Value,
)


class _Fact(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True
):
    """The shape events share: immutable, told apart by ``kind`` in the file."""

    VERSION: ClassVar[int] = 1


class EncounterNamed(_Fact, frozen=True, tag="encounter.named"):
    """The encounter got a name."""

    name: str


class RulesetChosen(_Fact, frozen=True, tag="ruleset.chosen"):
    """The encounter is played by this ruleset, with these switches away from their defaults."""

    ruleset: str
    switches: Mapping[str, Value] = {}


class RulesTaken(_Fact, frozen=True, tag="rules.taken"):
    """The fight goes on by other rules of the same game; ``rules`` is the sha256 of their content, in hexadecimal.

    ``name`` is what they are called. Empty both: those it was begun with.
    """

    rules: str = ""
    name: str = ""


class SwitchSet(_Fact, frozen=True, tag="switch.set"):
    """A house-rule switch was set."""

    key: str
    to: Value


class AutomationSet(_Fact, frozen=True, tag="automation.set"):
    """How far a rule applies itself in this encounter; ``rule`` empty: all rules for which nothing else is said.

    ``to`` None: the rule is as the others again.
    """

    rule: str = ""
    to: Automation | None = None


class StageSet(_Fact, frozen=True, tag="stage.set"):
    """The fight began, ended, or was taken up again."""

    to: EncounterStatus


class SideNamed(_Fact, frozen=True, tag="side.named"):
    """A side is called something in this fight (``Redlines``); an empty name is taken back."""

    side: Side
    name: str


class CombatantAdded(_Fact, frozen=True, tag="combatant.added"):
    """A combatant joined."""

    VERSION: ClassVar[int] = 2

    combatant: Combatant


class CombatantRemoved(_Fact, frozen=True, tag="combatant.removed"):
    """A combatant left the list, with slots and held results."""

    who: CombatantId


class CombatantRenamed(_Fact, frozen=True, tag="combatant.renamed"):
    """A combatant got another name."""

    who: CombatantId
    name: str


class SideChanged(_Fact, frozen=True, tag="side.changed"):
    """A combatant changed sides."""

    who: CombatantId
    to: Side


class SheetSet(_Fact, frozen=True, tag="sheet.set"):
    """A field of a combatant's sheet got a value."""

    who: CombatantId
    field: str
    to: Value


class ItemPut(_Fact, frozen=True, tag="item.put"):
    """A combatant got an item, or another version of the item with that key."""

    who: CombatantId
    item: Item


class ItemRemoved(_Fact, frozen=True, tag="item.removed"):
    """A combatant no longer has an item."""

    who: CombatantId
    key: str


class GaugeChanged(_Fact, frozen=True, tag="gauge.changed"):
    """A running number moved by so much; simultaneous changes add up."""

    who: CombatantId
    gauge: str
    by: int


class GaugeSet(_Fact, frozen=True, tag="gauge.set"):
    """A running number was set."""

    who: CombatantId
    gauge: str
    to: int


class ConditionAdded(_Fact, frozen=True, tag="condition.added"):
    """A condition was put on a combatant, replacing one of the same key."""

    VERSION: ClassVar[int] = 2

    who: CombatantId
    condition: Condition


class ConditionRemoved(_Fact, frozen=True, tag="condition.removed"):
    """A condition ended; nothing if it was not there."""

    who: CombatantId
    key: str


class LocationSet(_Fact, frozen=True, tag="location.set"):
    """A body location is now at this wound level, with these marks."""

    who: CombatantId
    location: str
    level: int
    marks: tuple[str, ...] = ()


class MemoSet(_Fact, frozen=True, tag="memo.set"):
    """The rules remember a value about a combatant; an empty one is forgotten."""

    VERSION: ClassVar[int] = 2

    who: CombatantId
    key: str
    value: Record


class FightMemoSet(_Fact, frozen=True, tag="fight.memo"):
    """The rules remember a value about the encounter; an empty one is forgotten."""

    VERSION: ClassVar[int] = 2

    key: str
    value: Record


class FlagSet(_Fact, frozen=True, tag="flag.set"):
    """A mark was put on a combatant or taken off."""

    who: CombatantId
    flag: str
    on: bool


class RoundBegan(_Fact, frozen=True, tag="round.began"):
    """A round began; the order is not known yet."""

    number: int


class OrderSet(_Fact, frozen=True, tag="order.set"):
    """The turn order is this; who acts is said separately."""

    slots: tuple[Slot, ...]


class TurnMoved(_Fact, frozen=True, tag="turn.moved"):
    """It is now the turn of this group of slots; those before it are done. -1: nobody's."""

    group: int


class SlotDone(_Fact, frozen=True, tag="slot.done"):
    """One combatant of the acting group has nothing more to do in it."""

    who: CombatantId
    group: int


class ResultHeld(_Fact, frozen=True, tag="result.held"):
    """What somebody does waits until everybody in the tie has rolled.

    The first ``own`` of the events are what the action itself is (a movement, a weapon drawn), the others what it does.
    """

    VERSION: ClassVar[int] = 2

    by: CombatantId
    events: "tuple[Event, ...]"
    own: int = 0


class HeldReleased(_Fact, frozen=True, tag="held.released"):
    """The waiting effects wait no longer; what they come to follows as events of its own."""


class Resolved(_Fact, frozen=True, tag="resolved"):
    """What a roll came to, for the log, reports and expectations; changes no state.

    ``what`` is the kind of result (``attack``, ``damage``, ``initiative``); ``values`` its numbers, e.g. ``dn``,
    ``total``, ``hit``. ``completes`` is set where a result that was owed belongs to an earlier one: the kind of that
    result, whose values it adds to.
    """

    what: str
    who: CombatantId | None = None
    target: CombatantId | None = None
    values: Mapping[str, Value] = {}
    completes: str = ""


class NoteWritten(_Fact, frozen=True, tag="note.written"):
    """The game master wrote something down: a combatant's whole note or, with None, a line about the fight."""

    text: str
    who: CombatantId | None = None


class ObligationAdded(_Fact, frozen=True, tag="obligation.added"):
    """A test or decision is owed from now on; the state gives it its id."""

    obligation: Obligation


class ObligationSettled(_Fact, frozen=True, tag="obligation.settled"):
    """A test or decision is no longer owed: it was rolled, waived, or has lost its object."""

    id: int
    how: Settlement = "rolled"


class ClockSet(_Fact, frozen=True, tag="clock.set"):
    """The campaign's clock stands at this second; while a fight runs, its first round began then."""

    to: int


class RunningSet(_Fact, frozen=True, tag="running.set"):
    """Something runs on the campaign's clock, or falls due at another time; ``who`` None: it belongs to nobody."""

    running: Running
    who: CombatantId | None = None


class RunningEnded(_Fact, frozen=True, tag="running.ended"):
    """Something does not run on the campaign's clock any more."""

    running: str
    key: str = ""
    who: CombatantId | None = None


class PlanSet(_Fact, frozen=True, tag="plan.set"):
    """The fight has a plan of this size from now on, or its plan another one; its areas and picture stay."""

    width: float
    height: float
    unit: Unit = "m"
    name: str = ""
    storey: float = 3


class PlanRemoved(_Fact, frozen=True, tag="plan.removed"):
    """The fight has no plan any more, and nobody a place on it."""


class BackdropSet(_Fact, frozen=True, tag="plan.backdrop"):
    """The plan is drawn on this picture from now on; None: on none."""

    backdrop: Backdrop | None


class AreaSet(_Fact, frozen=True, tag="area.set"):
    """The plan has an area, or another version of the area with that key."""

    area: Area


class AreaRemoved(_Fact, frozen=True, tag="area.removed"):
    """The plan has an area no longer; nothing if it had none of that key."""

    key: str


class PlaceSet(_Fact, frozen=True, tag="place.set"):
    """A combatant stands there from now on; None: nowhere on the plan."""

    who: CombatantId
    to: Place | None


Event = (
    EncounterNamed
    | RulesetChosen
    | SwitchSet
    | AutomationSet
    | StageSet
    | SideNamed
    | CombatantAdded
    | CombatantRemoved
    | CombatantRenamed
    | SideChanged
    | SheetSet
    | ItemPut
    | ItemRemoved
    | GaugeChanged
    | GaugeSet
    | ConditionAdded
    | ConditionRemoved
    | LocationSet
    | MemoSet
    | FightMemoSet
    | FlagSet
    | RoundBegan
    | OrderSet
    | TurnMoved
    | SlotDone
    | ResultHeld
    | HeldReleased
    | Resolved
    | NoteWritten
    | ObligationAdded
    | ObligationSettled
    | ClockSet
    | RunningSet
    | RunningEnded
    | PlanSet
    | PlanRemoved
    | BackdropSet
    | AreaSet
    | AreaRemoved
    | PlaceSet
    | RulesTaken
)
