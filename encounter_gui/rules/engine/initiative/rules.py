"""What differs between games in initiative: who has one, how it is rolled and kept, and the order it leads to."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Side, Slot
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution


class Entrant(Struct, frozen=True, kw_only=True):
    """A combatant, or a side, that has one initiative.

    ``members`` act by it; of a combatant only itself. ``score`` is the initiative by which it stands in the order;
    None: it has none yet. ``dice`` is what it rolls, ``modifier`` what is added to it. ``by_side``: it is a side.
    ``keeps_one``: of several dice one counts, they are not added.
    """

    members: tuple[CombatantId, ...]
    side: Side
    dice: RollRequest
    score: int | None = None
    modifier: int = 0
    by_side: bool = False
    keeps_one: bool = False


class InitiativeRules:
    """What a game says of its initiative. Instances hold nothing.

    ``rule`` is the id of its rule. ``least`` and ``most`` limit what can be set by hand. ``joins_ties``: a newcomer
    acts in a tie that is under way if it has its place.
    """

    rule: str = ""
    joins_ties: bool = False
    least: int = -99
    most: int = 99

    def entrants(self, context: RulesContext) -> tuple[Entrant, ...]:
        """Returns everybody, or every side, that has an initiative or needs one; nobody who is out."""
        raise NotImplementedError

    def roll(self, resolution: Resolution, entrants: Sequence[Entrant]) -> Rolling[None]:
        """Rolls for entrants and keeps what they rolled, with its facts and its arithmetic."""
        raise NotImplementedError

    def put(self, resolution: Resolution, entrant: Entrant, value: int) -> None:
        """Keeps a value that the game master gives an entrant."""
        raise NotImplementedError

    def order(self, context: RulesContext) -> tuple[Slot, ...]:
        """Returns the order of this round by what everybody has now, as if nobody had acted yet."""
        raise NotImplementedError

    def has_order(self, context: RulesContext) -> bool:
        """Returns whether the order of this round follows from initiative; by default once there is one."""
        return bool(context.state.slots)

    def has_acted(self, context: RulesContext, combatant: Combatant) -> bool:
        """Returns whether a combatant has used some of its turn: then it cannot put it off any more."""
        raise NotImplementedError


def reorder(
    state: EncounterState,
    wanted: Sequence[Slot],
    changed: Collection[CombatantId],
    *,
    joins_ties: bool = False,
) -> tuple[Slot, ...]:
    """Returns the order with the turns still to come of some put where they belong, and everybody's new score.

    Whoever has acted in this round, or acts now, keeps the place: nobody acts twice, and the turn stays where it is.
    Others who are still to act stay as they are, put off by hand or not. ``wanted`` is the order as it would be if
    nobody had acted yet. ``joins_ties``: a newcomer with the place of a tie that is under way acts in it. Source:
    CWN-15, PHA-19, D6P-15.
    """
    places = {_key(slot): place for place, slot in enumerate(wanted)}
    known = {_key(slot): slot for slot in wanted}
    kept = [slot for slot in state.slots if slot.group <= state.group or slot.who not in changed]
    kept = [_with_score(slot, known.get(_key(slot))) for slot in kept]
    groups: dict[int, list[Slot]] = {}
    for slot in kept:
        groups.setdefault(slot.group, []).append(slot)
    later = [group for number, group in sorted(groups.items()) if number > state.group]
    if joins_ties:
        kept += _joining_tie(state, wanted, known)
    taken = {_key(slot) for slot in kept}
    done = {_key(slot) for slot in state.slots if slot.is_done}
    for slot in wanted:
        if _key(slot) not in taken:
            _insert(later, replace(slot, is_done=_key(slot) in done), known, places)
    past = tuple(slot for slot in kept if slot.group <= state.group)
    return (
        *past,
        *(
            replace(slot, group=number)
            for number, group in enumerate(later, state.group + 1)
            for slot in group
        ),
    )


def _joining_tie(
    state: EncounterState, wanted: Sequence[Slot], known: Mapping[tuple[CombatantId, int], Slot]
) -> list[Slot]:
    """Returns the slots of newcomers in the tie that is under way."""
    acting = state.slots_now
    there = {slot.who for slot in state.slots}
    groups = {known[_key(slot)].group for slot in acting if _key(slot) in known}
    if len(acting) < 2 and not state.held:
        return []
    return [
        replace(slot, group=state.group)
        for slot in wanted
        if slot.who not in there and slot.group in groups
    ]


def _key(slot: Slot) -> tuple[CombatantId, int]:
    return slot.who, slot.lane


def _with_score(slot: Slot, now: Slot | None) -> Slot:
    return slot if now is None or now.score == slot.score else replace(slot, score=now.score)


def _insert(
    groups: list[list[Slot]],
    slot: Slot,
    known: Mapping[tuple[CombatantId, int], Slot],
    places: Mapping[tuple[CombatantId, int], int],
) -> None:
    """Puts a slot into the group it acts with, or before the first group that is to act after it."""
    for group in groups:
        if any(_key(each) in known and known[_key(each)].group == slot.group for each in group):
            group.append(slot)
            group.sort(key=lambda each: places.get(_key(each), len(places)))
            return
    mine = places[_key(slot)]
    after = (
        place
        for place, group in enumerate(groups)
        if any(places.get(_key(each), -1) > mine for each in group)
    )
    groups.insert(next(after, len(groups)), [slot])


def begin_at(
    rules: InitiativeRules, resolution: Resolution, at: int, values: Mapping[CombatantId, int]
) -> None:
    """Lets a fight be on at the beginning of a round, nobody's turn yet, in the order of these initiatives.

    Whoever is given none has what the game gives without a roll. Nothing else of a round is done: no one is refreshed.
    """
    resolution.record(ev.StageSet(to="running"), ev.RoundBegan(number=at))
    for who, value in values.items():
        entrant = entrant_of(rules.entrants(resolution.context), who)
        if entrant is not None:
            rules.put(resolution, entrant, value)
    resolution.record(ev.OrderSet(slots=rules.order(resolution.context)))


def entrant_of(entrants: Iterable[Entrant], who: CombatantId) -> Entrant | None:
    """Returns the entrant by which a combatant acts; None: it has no initiative of its own, or is out."""
    return next((each for each in entrants if who in each.members), None)


def name_of(context: RulesContext, entrant: Entrant) -> str:
    """Returns what an entrant is called: a side by its name in this fight."""
    if entrant.by_side:
        return context.side_name(entrant.side)
    return context.combatant(entrant.members[0]).name
