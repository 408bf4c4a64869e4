"""Hypothesis draws events, states and entries from the types themselves: a new kind is covered the day it appears."""

from typing import get_args

from hypothesis import strategies as st

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.dice.requests import Rolled, RollRequest
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Reason
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.plan import Area, Backdrop
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import (
    Combatant,
    Condition,
    Expiry,
    Item,
    LocationState,
    Running,
    Slot,
)

numbers = st.integers(-(2**31), 2**31)
texts = st.text(max_size=6)
keys = st.sampled_from(["hits", "bleeding", "arm", "ammo.gun", "ö"])
names = st.sampled_from([CombatantId("a"), CombatantId("b"), CombatantId("c")])
values = st.booleans() | numbers | texts | st.lists(numbers, max_size=3).map(tuple)
record_parts = texts | numbers | st.booleans() | st.lists(texts, max_size=2).map(tuple)
records = record_parts | st.dictionaries(keys, record_parts, max_size=2)
params = st.dictionaries(
    keys, numbers | st.floats(allow_nan=False, allow_infinity=False) | texts, max_size=2
)
messages = st.builds(Message, key=texts, params=params)

expiries = st.builds(Expiry, round=numbers, whose=st.none() | names, at=st.none() | numbers)
runnings = st.builds(
    Running,
    kind=keys,
    key=texts,
    since=numbers,
    due=numbers,
    every=numbers,
    by=st.none() | names,
    values=st.dictionaries(keys, records, max_size=2),
)
conditions = st.builds(
    Condition,
    key=keys,
    count=st.none() | numbers,
    until=st.none() | expiries,
    by=st.none() | names,
    note=texts,
    about=st.none() | names,
    keys=st.lists(texts, max_size=2).map(tuple),
)
obligations = st.builds(
    Obligation,
    kind=keys,
    who=st.none() | names,
    by=st.none() | names,
    reason=st.none() | messages,
    values=st.dictionaries(keys, records, max_size=2),
    priority=st.integers(0, 99),
)
items = st.builds(Item, key=keys, name=texts, values=st.dictionaries(keys, values, max_size=2))
locations = st.builds(LocationState, level=numbers, marks=st.lists(texts, max_size=2).map(tuple))
lengths = st.floats(-10_000, 10_000, allow_nan=False)
points = st.tuples(lengths, lengths)
places = st.builds(Place, x=lengths, y=lengths, floor=numbers, radius=lengths)
areas = st.builds(
    Area,
    key=keys,
    points=st.lists(points, max_size=3).map(tuple),
    radius=lengths,
    until=st.none() | expiries,
)
backdrops = st.builds(Backdrop, at=points, width=lengths, pixels=st.tuples(numbers, numbers))
combatants = st.builds(
    Combatant,
    id=names,
    number=st.integers(1, 99),
    name=texts,
    sheet=st.dictionaries(keys, values, max_size=2),
    items=st.lists(items, max_size=2).map(tuple),
    gauges=st.dictionaries(keys, numbers, max_size=2),
    conditions=st.lists(conditions, max_size=2).map(tuple),
    locations=st.dictionaries(keys, locations, max_size=2),
    memo=st.dictionaries(keys, records, max_size=2),
    flags=st.lists(keys, max_size=2).map(tuple),
    origin=texts,
    note=texts,
    running=st.lists(runnings, max_size=2).map(tuple),
    place=st.none() | places,
)
slots = st.builds(
    Slot,
    who=names,
    score=numbers,
    group=st.integers(-1, 5),
    lane=st.integers(0, 1),
    is_done=st.booleans(),
)

_FIELDS = {
    "who": names,
    "by": names,
    "key": keys,
    "gauge": keys,
    "group": st.integers(-1, 5),
    "combatant": combatants,
    "condition": conditions,
    "item": items,
    "slots": st.lists(slots, max_size=3).map(tuple),
    "values": st.dictionaries(keys, values, max_size=2),
    "switches": st.dictionaries(keys, values, max_size=2),
}
_OWN_FIELDS = {
    ev.GaugeChanged: {"by": numbers},
    ev.MemoSet: {"value": records},
    ev.FightMemoSet: {"value": records},
    ev.ObligationAdded: {"obligation": obligations},
    ev.SheetSet: {"to": values, "field": keys},
    ev.SwitchSet: {"to": values},
    ev.Resolved: {"who": st.none() | names, "target": st.none() | names},
    ev.NoteWritten: {"who": st.none() | names},
    ev.ClockSet: {"to": numbers},
    ev.RunningSet: {"running": runnings, "who": st.none() | names},
    ev.PlanSet: {"width": lengths, "height": lengths, "storey": lengths},
    ev.BackdropSet: {"backdrop": st.none() | backdrops},
    ev.AreaSet: {"area": areas},
    ev.PlaceSet: {"to": st.none() | places},
    ev.RunningEnded: {"running": keys, "key": texts, "who": st.none() | names},
}


def events_of(kind: type[ev.Event]) -> st.SearchStrategy[ev.Event]:
    """Events of one kind: our strategies where a field has one, its type where not."""
    known = {name: _FIELDS[name] for name in kind.__struct_fields__ if name in _FIELDS}
    if kind is ev.ResultHeld:
        known["events"] = st.lists(
            events_of(ev.GaugeChanged) | events_of(ev.ConditionAdded), max_size=2
        ).map(tuple)
    return st.builds(kind, **{**known, **_OWN_FIELDS.get(kind, {})})


KINDS: tuple[type[ev.Event], ...] = get_args(ev.Event)
events = st.one_of([events_of(kind) for kind in KINDS])
histories = st.lists(st.lists(events, max_size=4).map(tuple), max_size=20)
states = st.lists(events, max_size=12).map(lambda happened: fold(EncounterState(), happened))

requests = st.builds(
    RollRequest,
    key=keys,
    label=messages,
    who=st.none() | names,
    count=st.integers(1, 9),
    sides=st.integers(1, 100),
)
rolls = st.builds(
    Rolled,
    request=requests,
    faces=st.none() | st.lists(numbers, max_size=3).map(tuple),
    total=numbers,
    physical=st.booleans(),
)
reasons = st.builds(Reason, text=messages, rule=texts)
