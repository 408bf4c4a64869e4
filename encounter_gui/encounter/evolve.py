"""The one fold: state and event to the next state. Total, knows no rules, never rolls, never fails.

An event about somebody who is no longer there changes nothing, so that any log replays whatever was removed.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import TypeVar, assert_never, get_args

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.plan import Area, Plan
from encounter_gui.encounter.state import EncounterState, Held
from encounter_gui.encounter.values import (
    Automation,
    Combatant,
    Condition,
    Item,
    LocationState,
    Running,
    Slot,
)

_K = TypeVar("_K")
_V = TypeVar("_V")


def fold(state: EncounterState, events: Iterable[ev.Event]) -> EncounterState:
    """Returns the state after these events: as ``evolve`` after each, which takes twice as long.

    What happens to combatants one event after the other is gathered, and becomes a state once.
    """
    changed: dict[CombatantId, Combatant] = {}
    for event in events:
        if isinstance(event, COMBATANT_EVENTS):
            combatant = changed.get(event.who) or state.combatants.get(event.who)
            if combatant is not None:
                changed[event.who] = _evolve_combatant(combatant, event)
        else:
            state = evolve(_with_combatants(state, changed), event)
            changed = {}
    return _with_combatants(state, changed)


def evolve(state: EncounterState, event: ev.Event) -> EncounterState:  # noqa: C901, PLR0911 - one case an event
    """Returns the state after one event."""
    match event:
        case ev.EncounterNamed():
            return replace(state, name=event.name)
        case ev.RulesetChosen():
            return replace(state, ruleset=event.ruleset, switches=dict(event.switches))
        case ev.RulesTaken():
            return replace(state, rules=event.rules)
        case ev.SwitchSet():
            return replace(state, switches=_with(state.switches, event.key, event.to))
        case ev.AutomationSet():
            return replace(state, automation=_with_automation(state.automation, event))
        case ev.StageSet():
            return replace(state, stage=event.to)
        case ev.SideNamed():
            return replace(state, side_names=_with_record(state.side_names, event.side, event.name))
        case ev.FightMemoSet():
            return replace(state, memo=_with_record(state.memo, event.key, event.value))
        case ev.CombatantAdded():
            return _with_combatant(state, event.combatant)
        case ev.CombatantRemoved():
            return _without_combatant(state, event.who)
        case ev.RoundBegan():
            return replace(state, round=event.number, slots=(), group=-1)
        case ev.OrderSet():
            return replace(state, slots=event.slots)
        case ev.TurnMoved():
            return _with_turn(state, event.group)
        case ev.SlotDone():
            return replace(state, slots=_with_slot_done(state.slots, event.who, event.group))
        case ev.ResultHeld():
            held = Held(by=event.by, events=event.events, own=event.own)
            return replace(state, held=(*state.held, held))
        case ev.HeldReleased():
            return replace(state, held=())
        case ev.Resolved():
            return state
        case ev.ObligationAdded(obligation=obligation):
            return _with_obligation(state, obligation)
        case ev.ObligationSettled(id=settled):
            return replace(
                state, obligations=tuple(each for each in state.obligations if each.id != settled)
            )
        case ev.ClockSet():
            return replace(state, clock=event.to)
        case ev.RunningSet(running=new):
            return _with_running(state, event.who, new.kind, new.key, new)
        case ev.RunningEnded():
            return _with_running(state, event.who, event.running, event.key, None)
        case ev.PlanSet() | ev.PlanRemoved() | ev.BackdropSet() | ev.AreaSet() | ev.AreaRemoved():
            return _with_plan(state, event)
        case ev.NoteWritten(who=who, text=text):
            return (
                state
                if who is None
                else _with_changes(state, who, lambda combatant: replace(combatant, note=text))
            )
        case _:
            return _with_changes(
                state, event.who, lambda combatant: _evolve_combatant(combatant, event)
            )


CombatantEvent = (
    ev.CombatantRenamed
    | ev.SideChanged
    | ev.SheetSet
    | ev.ItemPut
    | ev.ItemRemoved
    | ev.GaugeChanged
    | ev.GaugeSet
    | ev.ConditionAdded
    | ev.ConditionRemoved
    | ev.LocationSet
    | ev.MemoSet
    | ev.FlagSet
    | ev.PlaceSet
)


COMBATANT_EVENTS = get_args(CombatantEvent)
"""The events that change one combatant."""


def _evolve_combatant(combatant: Combatant, event: CombatantEvent) -> Combatant:  # noqa: C901, PLR0911 - one case an event
    match event:
        case ev.CombatantRenamed():
            return replace(combatant, name=event.name)
        case ev.SideChanged():
            return replace(combatant, side=event.to)
        case ev.SheetSet():
            return replace(combatant, sheet=_with(combatant.sheet, event.field, event.to))
        case ev.ItemPut():
            return replace(combatant, items=_put(combatant.items, event.item))
        case ev.ItemRemoved():
            return replace(
                combatant, items=tuple(each for each in combatant.items if each.key != event.key)
            )
        case ev.GaugeChanged():
            value = combatant.gauges.get(event.gauge, 0) + event.by
            return replace(combatant, gauges=_with(combatant.gauges, event.gauge, value))
        case ev.GaugeSet():
            return replace(combatant, gauges=_with(combatant.gauges, event.gauge, event.to))
        case ev.ConditionAdded():
            return replace(
                combatant, conditions=_with_condition(combatant.conditions, event.condition)
            )
        case ev.ConditionRemoved():
            kept = tuple(each for each in combatant.conditions if each.key != event.key)
            return replace(combatant, conditions=kept)
        case ev.LocationSet():
            hurt = LocationState(level=event.level, marks=event.marks)
            return replace(combatant, locations=_with(combatant.locations, event.location, hurt))
        case ev.MemoSet():
            return replace(combatant, memo=_with_record(combatant.memo, event.key, event.value))
        case ev.FlagSet():
            return replace(combatant, flags=_with_flag(combatant.flags, event.flag, on=event.on))
        case ev.PlaceSet():
            return replace(combatant, place=event.to)
        case _:
            assert_never(event)


def _with_changes(
    state: EncounterState, who: CombatantId, change: Callable[[Combatant], Combatant]
) -> EncounterState:
    combatant = state.combatants.get(who)
    return state if combatant is None else _with_combatants(state, {who: change(combatant)})


def _with_combatants(
    state: EncounterState, changed: Mapping[CombatantId, Combatant]
) -> EncounterState:
    return replace(state, combatants={**state.combatants, **changed}) if changed else state


def _with_combatant(state: EncounterState, combatant: Combatant) -> EncounterState:
    return replace(
        state,
        combatants=_with(state.combatants, combatant.id, combatant),
        next_number=max(state.next_number, combatant.number + 1),
    )


def _without_combatant(state: EncounterState, who: CombatantId) -> EncounterState:
    return replace(
        state,
        combatants={key: combatant for key, combatant in state.combatants.items() if key != who},
        slots=tuple(slot for slot in state.slots if slot.who != who),
        held=tuple(held for held in state.held if held.by != who),
        obligations=tuple(each for each in state.obligations if each.who != who),
    )


def _with_obligation(state: EncounterState, obligation: Obligation) -> EncounterState:
    """The state with one more obligation in its place; the state numbers it."""
    added, owed = replace(obligation, id=state.next_obligation), state.obligations
    place = bisect_right(owed, added.priority, key=attrgetter("priority"))  # its id is the highest
    owed = (*owed[:place], added, *owed[place:])
    return replace(state, obligations=owed, next_obligation=state.next_obligation + 1)


PlanEvent = ev.PlanSet | ev.PlanRemoved | ev.BackdropSet | ev.AreaSet | ev.AreaRemoved


def _with_plan(state: EncounterState, event: PlanEvent) -> EncounterState:
    """The state with its plan changed; what is said about a plan that is not there changes nothing."""
    plan = state.plan
    match event:
        case ev.PlanSet():
            kept = plan or Plan(width=0, height=0)
            plan = replace(
                kept,
                width=event.width,
                height=event.height,
                unit=event.unit,
                name=event.name,
                storey=event.storey,
            )
        case ev.PlanRemoved():
            placed = {
                who: replace(each, place=None)
                for who, each in state.combatants.items()
                if each.place is not None
            }
            return replace(_with_combatants(state, placed), plan=None)
        case _ if plan is None:
            return state
        case ev.BackdropSet(backdrop=backdrop):
            plan = replace(plan, backdrop=backdrop)
        case ev.AreaSet(area=area):
            plan = replace(plan, areas=_with_area(plan.areas, area))
        case ev.AreaRemoved(key=key):
            plan = replace(plan, areas=tuple(each for each in plan.areas if each.key != key))
        case _:
            assert_never(event)
    return replace(state, plan=plan)


def _with_area(areas: tuple[Area, ...], new: Area) -> tuple[Area, ...]:
    if any(each.key == new.key for each in areas):
        return tuple(new if each.key == new.key else each for each in areas)
    return (*areas, new)


def _with_running(
    state: EncounterState, who: CombatantId | None, kind: str, key: str, new: Running | None
) -> EncounterState:
    """The state with something of a kind and key running in the place of what was so before; None: nothing.

    What runs is kept in the order of kinds and keys: in whatever way time has passed, the state is the same.
    """

    def changed(running: tuple[Running, ...]) -> tuple[Running, ...]:
        kept = [each for each in running if (each.kind, each.key) != (kind, key)]
        if new is not None:
            kept = sorted((*kept, new), key=attrgetter("kind", "key"))
        return tuple(kept)

    if who is None:
        return replace(state, running=changed(state.running))
    return _with_changes(
        state, who, lambda combatant: replace(combatant, running=changed(combatant.running))
    )


def _with_turn(state: EncounterState, group: int) -> EncounterState:
    slots = tuple(
        replace(slot, is_done=True) if slot.group < group and not slot.is_done else slot
        for slot in state.slots
    )
    return replace(state, slots=slots, group=group)


def _with_slot_done(slots: tuple[Slot, ...], who: CombatantId, group: int) -> tuple[Slot, ...]:
    return tuple(
        replace(slot, is_done=True) if slot.who == who and slot.group == group else slot
        for slot in slots
    )


def _put(items: tuple[Item, ...], item: Item) -> tuple[Item, ...]:
    if any(each.key == item.key for each in items):
        return tuple(item if each.key == item.key else each for each in items)
    return (*items, item)


def _with_condition(conditions: tuple[Condition, ...], new: Condition) -> tuple[Condition, ...]:
    if any(each.key == new.key for each in conditions):
        return tuple(new if each.key == new.key else each for each in conditions)
    return (*conditions, new)


def _with_record(memo: Mapping[_K, _V], key: _K, value: _V) -> Mapping[_K, _V]:
    if value:
        return _with(memo, key, value)
    return {each: kept for each, kept in memo.items() if each != key}


def _with_automation(
    automation: Mapping[str, Automation], event: ev.AutomationSet
) -> Mapping[str, Automation]:
    """The automation after one setting; by the book for all others is what stands there without a word."""
    if event.to is None or (not event.rule and event.to == "book"):
        return {key: kept for key, kept in automation.items() if key != event.rule}
    return _with(automation, event.rule, event.to)


def _with_flag(flags: tuple[str, ...], flag: str, *, on: bool) -> tuple[str, ...]:
    rest = tuple(each for each in flags if each != flag)
    return (*rest, flag) if on else rest


def _with(mapping: Mapping[_K, _V], key: _K, value: _V) -> Mapping[_K, _V]:
    return {**mapping, key: value}
