"""The fold: total, and what each event comes to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import evolve, fold
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition, Slot
from tests.encounter.strategies import KINDS, combatants, events, events_of, states

A, B = CombatantId("a"), CombatantId("b")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@given(data=st.data(), state=states)
def test_any_event_can_happen_to_any_state(kind, data, state):
    assert isinstance(evolve(state, data.draw(events_of(kind))), EncounterState)


@given(states, events)
def test_folding_leaves_the_old_state_as_it_was(state, event):
    before = (hash(repr(state)), repr(state))
    evolve(state, event)
    assert (hash(repr(state)), repr(state)) == before


@given(states, st.lists(events, max_size=6), st.integers(0, 6))
def test_folding_in_two_parts_is_folding_at_once(state, happened, cut):
    assert fold(fold(state, happened[:cut]), happened[cut:]) == fold(state, happened)


@given(states, combatants)
def test_numbers_are_never_given_twice(state, one):
    joined = evolve(state, ev.CombatantAdded(combatant=one))
    left = evolve(joined, ev.CombatantRemoved(who=one.id))
    assert left.next_number > one.number
    assert left.next_number >= state.next_number


@given(states, st.integers(-9, 9), st.integers(-9, 9))
def test_simultaneous_changes_add_up(state, first, second):
    one_way = fold(
        state,
        (
            ev.GaugeChanged(who=A, gauge="hits", by=first),
            ev.GaugeChanged(who=A, gauge="hits", by=second),
        ),
    )
    at_once = fold(state, (ev.GaugeChanged(who=A, gauge="hits", by=first + second),))
    assert one_way == at_once


def fight() -> EncounterState:
    joined = [
        ev.CombatantAdded(combatant=Combatant(id=who, number=n, name=who))
        for n, who in enumerate((A, B), 1)
    ]
    slots = (Slot(who=A, score=9, group=0), Slot(who=B, score=5, group=1))
    return fold(EncounterState(), (*joined, ev.RoundBegan(number=1), ev.OrderSet(slots=slots)))


def test_when_the_turn_moves_on_those_before_it_are_done():
    state = evolve(fight(), ev.TurnMoved(group=1))
    assert [slot.is_done for slot in state.slots] == [True, False]
    assert state.acting == (B,)


def test_who_leaves_takes_slots_along():
    state = evolve(fight(), ev.CombatantRemoved(who=A))
    assert [slot.who for slot in state.slots] == [B]
    assert list(state.combatants) == [B]


def test_a_condition_replaces_one_of_the_same_key():
    twice = (Condition(key="stunned", count=1), Condition(key="stunned", count=2))
    state = fold(fight(), [ev.ConditionAdded(who=A, condition=each) for each in twice])
    assert state.combatants[A].conditions == (twice[1],)


def test_an_empty_memo_is_forgotten():
    state = fold(
        fight(), (ev.MemoSet(who=A, key="aim", value="b"), ev.MemoSet(who=A, key="aim", value=""))
    )
    assert state.combatants[A].memo == {}


def test_an_event_about_nobody_changes_nothing():
    state = fight()
    assert evolve(state, ev.GaugeSet(who=CombatantId("z"), gauge="hits", to=1)) is state


def test_events_together_do_what_they_do_one_after_the_other():
    hurt = [ev.GaugeChanged(who=who, gauge="hits", by=by) for who, by in ((A, -1), (B, 2), (A, -3))]
    nobody = ev.GaugeSet(who=CombatantId("z"), gauge="hits", to=1)
    events = (*hurt, nobody, ev.CombatantRemoved(who=A), *hurt, ev.NoteWritten(who=B, text="x"))
    events = (*events, ev.GaugeSet(who=B, gauge="hits", to=9))
    one_by_one = fight()
    for event in events:
        one_by_one = evolve(one_by_one, event)
    assert fold(fight(), events) == one_by_one
    assert list(fold(fight(), hurt).combatants) == list(fight().combatants)
