"""The session: commands in, entries kept, subscribers told; undo, redo, back and looking back."""

import pytest
from msgspec.structs import replace

from encounter_gui.core.errors import AppError, RuleError, SaveError
from encounter_gui.core.ids import ROOT
from encounter_gui.core.messages import say
from encounter_gui.dice.requests import Chosen, RollRefused, Total
from encounter_gui.dice.requests import Faces as TypedFaces
from encounter_gui.encounter.state import EncounterState
from encounter_gui.play.session.entry_store import MemoryStore
from encounter_gui.rules.model.commands import Next, Note, Setup
from tests.play.brawl import Faces, Parley, Scramble, Strike, begun, session

STRIKE = Strike(by="c1", at="c2")


def hits(playing, who="c2"):
    return playing.state.combatants[who].gauges["hits"]


def key_of(caught) -> str:
    assert isinstance(caught.value, AppError)
    return caught.value.message.key


def test_what_is_not_typed_is_rolled_at_once():
    faces = Faces([6, 5, 3])
    playing = begun(faces=faces)
    entry = playing.perform(STRIKE)
    assert [roll.total for roll in entry.rolls] == [11, 3]
    assert not any(roll.physical for roll in entry.rolls)
    assert hits(playing) == 7


def test_typed_dice_are_used_for_the_roll_they_are_named_for():
    faces = Faces([2])
    playing = begun(faces=faces)
    entry = playing.perform(STRIKE, {"attack": TypedFaces(values=(6, 6))})
    assert [(roll.total, roll.physical) for roll in entry.rolls] == [(12, True), (2, False)]
    assert faces.thrown == 1


def test_an_entry_names_its_command_its_moment_and_what_it_was_played_on():
    playing = begun()
    entry = playing.perform(STRIKE)
    assert entry.command == {"do": "brawl.strike", "by": "c1", "at": "c2"}
    assert (entry.parent, entry.at, entry.label) == (2, "2026-01-01T00:00:00Z", say("hit"))
    assert playing.log.head == entry.id


def test_asking_pauses_at_every_roll_without_typed_dice():
    playing = begun(faces=Faces([1]))
    execution = playing.start(STRIKE, {"attack": Total(value=9)}, ask=True)
    assert [request.key for request in execution.ask] == ["damage"]
    assert execution.entry is None
    execution.reply([None])
    assert execution.ask is None
    assert [roll.total for roll in execution.entry.rolls] == [9, 1]


def test_rolls_made_together_are_asked_for_together_without_those_typed():
    playing = begun(faces=Faces([5]), fighters=3)
    execution = playing.start(Scramble(), {"scramble.c2": Total(value=6)}, ask=True)
    assert [request.who for request in execution.ask] == ["c1", "c3"]
    execution.reply([None, Total(value=1)])
    assert [hits(playing, who) for who in ("c1", "c2", "c3")] == [5, 4, 9]


def test_an_impossible_answer_leaves_it_waiting_and_no_die_thrown():
    faces = Faces()
    playing = begun(faces=faces, fighters=2)
    execution = playing.start(Scramble(), ask=True)
    with pytest.raises(RollRefused):
        execution.reply([None, Total(value=7)])
    assert execution.ask is not None
    assert faces.thrown == 0
    execution.reply([None, Total(value=6)])
    assert execution.entry is not None


def test_a_wrong_number_of_answers_is_a_mistake_of_the_program():
    execution = begun().start(STRIKE, ask=True)
    with pytest.raises(ValueError, match="does not answer"):
        execution.reply([])
    with pytest.raises(ValueError, match="does not answer"):
        execution.reply(Chosen(option="yes"))


def test_a_choice_pauses_even_when_the_app_rolls_everything():
    playing = begun()
    execution = playing.start(Parley())
    assert execution.ask.options == ("yes", "no")
    with pytest.raises(RuleError) as caught:
        execution.reply(Chosen(option="perhaps"))
    assert key_of(caught) == "play.no_such_option"
    execution.reply(Chosen(option="no"))
    assert execution.entry.events[0].text == "no"


def test_a_choice_can_be_made_beforehand():
    entry = begun().perform(Parley(), {"peace": Chosen(option="yes")})
    assert entry.events[0].text == "yes"


@pytest.mark.parametrize(
    ("command", "typed", "key"),
    [
        (Parley(), {}, "play.choice_open"),
        (Parley(), {"peace": Chosen(option="perhaps")}, "play.no_such_option"),
        (Parley(), {"peace": Total(value=3)}, "play.choice_expected"),
        (STRIKE, {"attack": Chosen(option="yes")}, "play.roll_expected"),
        (STRIKE, {"attack": Total(value=13)}, "dice.total_impossible"),
        (Strike(by="c1", at="c9"), {}, "brawl.nobody"),
    ],
)
def test_what_is_refused_changes_nothing_and_tells_nobody(command, typed, key):
    playing = begun()
    told, before = [], (playing.state, playing.log.head, len(playing.log))
    playing.subscribe(told.append)
    with pytest.raises(AppError) as caught:
        playing.perform(command, typed)
    assert key_of(caught) == key
    assert (playing.state, playing.log.head, len(playing.log)) == before
    assert told == []
    assert playing.perform(STRIKE).parent == before[1]


def test_a_cancelled_command_has_not_happened():
    playing = begun()
    execution = playing.start(STRIKE, ask=True)
    execution.cancel()
    assert (execution.ask, execution.entry) == (None, None)
    with pytest.raises(RuleError) as caught:
        execution.reply([None])
    assert key_of(caught) == "play.nothing_asked"
    assert len(playing.log) == 2


@pytest.mark.parametrize(
    "what",
    [
        lambda playing: playing.perform(Note(text="rain")),
        lambda playing: playing.undo(),
        lambda playing: playing.view_entry(ROOT),
        lambda playing: playing.start(Parley()),
    ],
    ids=["another entry", "undo", "looking back", "another that waits"],
)
def test_a_waiting_command_is_dropped_by(what):
    playing = begun()
    execution = playing.start(STRIKE, ask=True)
    what(playing)
    assert execution.ask is None


def test_a_refused_command_does_not_drop_the_one_that_waits():
    playing = begun()
    execution = playing.start(STRIKE, ask=True)
    with pytest.raises(RuleError):
        playing.perform(Strike(by="c1", at="c9"))
    execution.reply([Total(value=2)])
    assert execution.entry.label == say("miss")


class FullDisk(MemoryStore):
    """A store that stops keeping anything."""

    is_full = False

    def append(self, encounter, draft):
        if self.is_full:
            raise SaveError(say("storage.write_failed"))
        return super().append(encounter, draft)

    def move(self, encounter, head):
        if self.is_full:
            raise SaveError(say("storage.write_failed"))


@pytest.mark.parametrize(
    "act", [lambda playing: playing.perform(STRIKE), lambda playing: playing.undo()]
)
def test_what_cannot_be_kept_has_not_happened(act):
    store = FullDisk()
    playing = begun(store)
    before = (playing.state, playing.log.head)
    store.is_full = True
    with pytest.raises(SaveError):
        act(playing)
    assert (playing.state, playing.log.head) == before
    store.is_full = False
    playing.perform(STRIKE)


def test_an_entry_is_kept_before_it_is_folded_and_folded_before_it_is_told():
    order = []

    class Watched(MemoryStore):
        def append(self, encounter, draft):
            order.append(("kept", hits(playing)))
            return super().append(encounter, draft)

    playing = begun()
    playing._store = Watched(playing.log.head)
    playing.subscribe(lambda changed: order.append(("told", hits(playing))))
    playing.perform(STRIKE)
    assert order == [("kept", 10), ("told", 6)]


def test_subscribers_get_the_old_and_the_new_state_until_they_leave():
    playing = begun()
    told = []
    leave = playing.subscribe(told.append)
    before = playing.state
    playing.perform(STRIKE)
    assert (told[0].old, told[0].new) == (before, playing.state)
    leave()
    playing.undo()
    assert len(told) == 1


def test_undo_works_back_to_before_the_first_entry_and_redo_to_the_last():
    playing = begun()
    for _ in range(3):
        playing.perform(STRIKE)
    end, states = playing.state, []
    while playing.can_undo:
        states.append(playing.state)
        playing.undo()
    assert playing.state == EncounterState()
    assert playing.log.head == ROOT
    while playing.can_redo:
        playing.redo()
        assert playing.state == states.pop()
    assert playing.state == end


@pytest.mark.parametrize("name", ["undo", "redo", "undo_turn"])
def test_where_there_is_nothing_the_step_is_refused(name):
    playing = session()
    assert not getattr(playing, f"can_{name}")
    with pytest.raises(RuleError, match=r"play\.nothing_to"):
        getattr(playing, name)()


def test_a_new_entry_after_an_undo_keeps_the_abandoned_one():
    playing = begun()
    abandoned = playing.perform(STRIKE)
    playing.undo()
    other = playing.perform(Note(text="instead"))
    assert playing.log.entry(abandoned.id).parent == other.parent
    playing.move_head(abandoned.id)
    assert hits(playing) == 6


def test_redo_returns_to_the_older_line_of_play_that_was_undone():
    playing = begun()
    older = playing.perform(STRIKE)
    playing.undo()
    newer = playing.perform(Note(text="instead"))
    playing.move_head(older.id)
    playing.undo()
    playing.redo()
    assert playing.log.head == older.id
    playing.move_head(older.parent)
    playing.redo()
    assert playing.log.head == newer.id


def test_back_leads_to_before_the_last_next_and_redo_forward_again():
    playing = begun()
    playing.perform(Next())
    playing.perform(Next())
    last = playing.perform(STRIKE)
    state = playing.state
    playing.undo_turn()
    assert playing.state.round == 1
    playing.undo_turn()
    assert playing.state.round == 0
    assert not playing.can_undo_turn
    while playing.log.head != last.id:
        playing.redo()
    assert playing.state == state


def test_subscribers_see_what_can_be_undone_and_redone_as_it_is():
    playing = begun()
    seen = []
    playing.subscribe(lambda _: seen.append((playing.can_undo, playing.can_redo)))
    playing.undo()
    playing.undo()
    playing.redo()
    playing.redo()
    assert seen == [(True, True), (False, True), (True, True), (True, False)]


def test_looking_back_shows_the_past_and_the_fight_stands_still():
    playing = begun()
    playing.perform(STRIKE)
    state, told = playing.state, []
    playing.subscribe(told.append)
    playing.view_entry(1)
    assert (playing.viewing, playing.context.state.combatants) == (1, {})
    assert playing.state is state
    assert (playing.can_undo, playing.can_redo, playing.can_undo_turn) == (False, False, False)
    for act in (lambda: playing.perform(STRIKE), playing.undo, playing.redo, playing.undo_turn):
        with pytest.raises(RuleError) as caught:
            act()
        assert key_of(caught) == "play.looking_back"
    playing.view_entry(None)
    assert playing.viewing is None
    assert playing.context.state is state
    assert [change.new for change in told] == [told[1].old, state]


def test_before_the_first_entry_can_be_looked_at():
    playing = begun()
    playing.view_entry(ROOT)
    assert playing.viewing == ROOT
    assert playing.context.state == EncounterState()


def test_looking_at_the_head_is_the_present():
    playing = begun()
    playing.view_entry(1)
    playing.view_entry(playing.log.head)
    assert playing.viewing is None


def test_continuing_from_there_moves_the_head():
    playing = begun()
    playing.perform(STRIKE)
    playing.view_entry(2)
    playing.move_head(2)
    assert (playing.viewing, playing.log.head, hits(playing)) == (None, 2, 10)
    assert playing.perform(STRIKE).parent == 2


def test_an_unknown_entry_changes_nothing():
    playing = begun()
    for act in (playing.view_entry, playing.move_head):
        with pytest.raises(KeyError):
            act(99)
    assert (playing.viewing, playing.log.head) == (None, 2)


def test_the_first_entry_is_the_setup():
    playing = session()
    entry = playing.perform(Setup(name="Alley", ruleset="brawl"))
    assert entry.parent == ROOT
    assert playing.state == replace(EncounterState(), name="Alley", ruleset="brawl")


def test_playing_does_not_load_numpy():
    """The first table is painted before any die is thrown."""
    import subprocess
    import sys

    code = "import sys, encounter_gui.play.session.session, encounter_gui.storage.campaign; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"numpy", "lark", "pydantic", "sqlalchemy", "sqlmodel", "PySide6"} & set(loaded)
