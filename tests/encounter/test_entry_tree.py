"""The tree of entries: undo then redo is identity, and any entry shows what a replay would."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.core.ids import ROOT, EntryId
from encounter_gui.core.messages import say
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.entry_path import EntryPath
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.events import RoundBegan
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.state import EncounterState
from tests.encounter.strategies import histories


def play(log: Log, *happened) -> EntryId:
    key = EntryId(len(log) + 1)
    log.append(Entry(id=key, parent=log.head, label=say("x"), events=tuple(happened)))
    return key


def played(history) -> Log:
    log = Log(EncounterState())
    for happened in history:
        play(log, *happened)
    return log


def replayed(log: Log, key: EntryId) -> EncounterState:
    return fold(EncounterState(), [event for entry in log.path(key) for event in entry.events])


@given(histories)
def test_the_state_is_a_replay_of_the_log(history):
    log = played(history)
    assert log.state == fold(
        EncounterState(), [event for happened in history for event in happened]
    )


@given(histories)
def test_undo_then_redo_is_identity(history):
    log = played(history)
    states = []
    while log.undo_target is not None:
        states.append((log.head, log.state))
        log.move(log.undo_target)
    assert log.state == EncounterState()
    while log.redo_target is not None:
        log.move(log.redo_target)
        assert (log.head, log.state) == states.pop()
    assert states == []


@given(histories, st.lists(st.integers(0, 40), max_size=12))
def test_any_entry_of_any_branch_shows_what_a_replay_would(history, jumps):
    log = Log(EncounterState())
    jump = iter(jumps)
    for happened in history:
        log.move(EntryId(next(jump, len(log)) % (len(log) + 1)))
        play(log, *happened)
    again = Log(
        EncounterState(), [log.entry(EntryId(key)) for key in range(1, len(log) + 1)], log.head
    )
    for key in range(len(log) + 1):
        assert (
            log.state_at(EntryId(key))
            == again.state_at(EntryId(key))
            == replayed(log, EntryId(key))
        )


def test_a_new_entry_after_an_undo_starts_a_branch_and_keeps_the_old_one():
    log = Log(EncounterState())
    first = play(log, RoundBegan(number=1))
    old = play(log, RoundBegan(number=2))
    log.move(first)
    new = play(log, RoundBegan(number=3))
    assert [log.entry(key).parent for key in (old, new)] == [first, first]
    assert (log.state_at(old).round, log.state_at(new).round) == (2, 3)
    log.move(first)
    assert log.redo_target == new
    assert [entry.id for entry in log.line()] == [first, new]


def test_an_entry_that_does_not_follow_the_head_is_refused():
    log = Log(EncounterState())
    key = play(log)
    for wrong in (
        Entry(id=EntryId(2), parent=ROOT, label=say("x")),
        Entry(id=key, parent=key, label=say("x")),
    ):
        with pytest.raises(ValueError, match="does not follow"):
            log.append(wrong)
    assert (len(log), log.head) == (1, key)


def test_two_thousand_entries_can_be_looked_at_in_any_order():
    log = played([(RoundBegan(number=n),) for n in range(1, 2_001)])
    fresh = Log(EncounterState(), log.path(), log.head)
    for key in (2_000, 1, 1_999, 17, 1_000, 16, 0):
        assert fresh.state_at(EntryId(key)).round == key
    with pytest.raises(KeyError):
        fresh.move(EntryId(2_001))
    assert fresh.head == 2_000


def test_a_path_stays_as_it_was_when_play_goes_on_and_branches() -> None:
    """Whoever holds a path keeps it: undo, a new entry and a new branch leave it alone."""
    log = Log(EncounterState())
    for _ in range(3):
        play(log)
    path = log.path()
    log.move(EntryId(1))
    assert [each.id for each in log.path()] == [1]
    assert [each.id for each in log.line()] == [1, 2, 3]
    play(log)
    assert [each.id for each in path] == [1, 2, 3]
    assert [each.id for each in log.line()] == [1, 4]
    assert [each.id for each in log.path(EntryId(3))] == [1, 2, 3]
    assert path[-1].id == 3
    assert path[1:] == tuple(path)[1:]
    assert [each.id for each in reversed(path)] == [3, 2, 1]


def test_paths_know_how_much_they_share() -> None:
    """Up to the entry where play was taken up differently."""
    log = Log(EncounterState())
    for _ in range(9):
        play(log)
    before = log.line()
    assert before.shared_with(log.line()) == 9
    log.move(EntryId(6))
    play(log)
    assert log.line().shared_with(before) == 6
    assert before.shared_with(log.line()) == 6
    assert EntryPath([], 0).shared_with(before) == 0


def test_the_line_goes_on_to_the_newest_entry_wherever_the_head_was() -> None:
    """An older branch that the head was moved to is left again by undoing what both share."""
    log = Log(EncounterState())
    play(log)
    play(log)
    log.move(EntryId(1))
    play(log)
    log.move(EntryId(2))
    assert [each.id for each in log.line()] == [1, 2]
    log.move(EntryId(1))
    assert [each.id for each in log.line()] == [1, 3]


def test_undo_and_redo_return_the_very_states_that_were_shown() -> None:
    log = Log(EncounterState())
    play(log, RoundBegan(number=1))
    first = log.state
    play(log, RoundBegan(number=2))
    second = log.state
    log.move(EntryId(1))
    assert log.state is first
    log.move(EntryId(2))
    assert log.state is second
