"""What the rules demand after a command: owed in the state, settled, waived or resumed, and undone with its gesture."""

import pytest

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import ROOT
from encounter_gui.core.messages import say
from encounter_gui.dice.requests import Chosen, Total
from encounter_gui.dice.requests import Faces as TypedFaces
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.state import EncounterState
from encounter_gui.play.session.entry_store import MemoryStore
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.rules.engine.dry_run import DryRun
from encounter_gui.rules.model.commands import Next, Note, Settle, Waive
from encounter_gui.rules.presenters.obligations import owed_tests
from tests.play.brawl import KINDS, Brawl, Faces, Kick, Parley, Scare, Strike, begun, session

KICK = Kick(at=("c1", "c2"))
STRIKE = Strike(by="c1", at="c2")


def owed(playing):
    return [(each.kind, each.who) for each in playing.state.obligations]


def hits(playing, who="c2"):
    return playing.state.combatants[who].gauges["hits"]


def reloaded(playing):
    """The same encounter, read again from its entries alone."""
    entries = playing.log.path()
    log = Log(EncounterState(), entries, playing.log.head)
    return session(MemoryStore(playing.log.head), log=log)


def test_a_command_is_kept_before_what_it_leads_to_is_rolled():
    playing = begun()
    execution = playing.start(KICK, ask=True)
    assert execution.entry.command["do"] == "brawl.kick"
    assert (hits(playing, "c1"), hits(playing)) == (9, 9)
    assert [request.who for request in execution.ask] == ["c1", "c2"]
    assert owed(reloaded(playing)) == [("wince", "c1"), ("wince", "c2")]


def test_what_is_owed_is_settled_in_the_same_gesture():
    playing = begun(faces=Faces([5, 6]))
    before = playing.log.head
    entry = playing.perform(KICK)
    settling = playing.log.path()[-1]
    assert settling.gesture == entry.id
    assert [roll.total for roll in settling.rolls] == [5, 6]
    assert owed(playing) == []
    playing.undo()
    assert playing.log.head == before
    playing.redo()
    assert playing.log.head == settling.id


@pytest.mark.parametrize("other", [Note(text="!"), KICK, STRIKE, Parley()])
def test_another_command_leaves_owed_what_is_owed(other):
    playing = begun()
    playing.start(KICK, ask=True)
    playing.start(other, {"peace": Chosen(option="yes")}, ask=True)
    assert owed(playing)[:2] == [("wince", "c1"), ("wince", "c2")]


def test_moving_on_is_refused_while_something_is_owed():
    playing = begun(faces=Faces([1, 6]))
    playing.perform(KICK)
    assert owed(playing) == [("spirit", "c1")]
    with pytest.raises(RuleError) as refused:
        playing.perform(Next())
    assert refused.value.message.key == "brawl.spirit_waits"
    playing.perform(Settle())
    playing.perform(Next())


def test_what_is_left_can_be_settled_later_and_undone_by_itself():
    playing = begun()
    playing.start(KICK, ask=True).cancel()
    kicked = playing.log.head
    playing.perform(Settle(), {"wince": Total(value=6)})
    assert owed(playing) == []
    playing.undo()
    assert playing.log.head == kicked
    assert len(owed(playing)) == 2


def test_a_step_that_settles_nothing_leaves_everything_owed():
    playing = begun()
    playing.start(KICK, settles=False)
    assert len(owed(playing)) == 2


def test_an_obligation_without_an_object_is_void():
    """Whoever has no hits left has nothing to wince with."""
    playing = begun()
    playing.start(KICK, settles=False)
    for _ in range(9):
        playing.start(Kick(at=("c2",)), settles=False)
    assert {who for _, who in owed(playing)} == {"c1"}
    assert hits(playing) == 0


def test_waiving_is_logged_with_its_reason():
    playing = begun()
    playing.start(KICK, settles=False)
    first = playing.state.obligations[0]
    entry = playing.perform(Waive(ids=(first.id,), note="cannot feel it"))
    assert entry.label.params["note"] == "cannot feel it"
    assert owed(playing) == [("wince", "c2")]
    playing.undo()
    assert len(owed(playing)) == 2


def test_what_has_to_be_played_cannot_be_waived():
    playing = begun(faces=Faces([1, 6]))
    playing.perform(KICK)
    with pytest.raises(RuleError, match=r"rules\.cannot_waive"):
        playing.perform(Waive())


@pytest.mark.parametrize("command", [Settle(), Waive()])
def test_nothing_is_settled_where_nothing_is_owed(command):
    with pytest.raises(RuleError, match=r"rules\.nothing_owed"):
        begun().perform(command)


@pytest.mark.parametrize("command", [Settle(ids=(9,)), Waive(ids=(9,))])
def test_what_is_not_owed_cannot_be_settled(command):
    playing = begun()
    playing.start(KICK, settles=False)
    with pytest.raises(RuleError, match=r"rules\.not_owed"):
        playing.perform(command)


# ---- commands interrupted among their own dice


def interrupted(playing):
    """A strike whose attack was typed, and whose damage is waited for."""
    execution = playing.start(STRIKE, ask=True)
    execution.reply([TypedFaces(values=(5, 6))])
    return execution


@pytest.mark.parametrize("next_", [Note(text="!"), KICK])
def test_typed_dice_of_an_interrupted_command_are_kept(next_):
    playing = begun()
    interrupted(playing)
    playing.start(next_, settles=False)
    again = reloaded(playing)
    (left,) = [each for each in again.state.obligations if each.kind == "resume"]
    execution = again.start(Settle(ids=(left.id,)), ask=True)
    assert [request.key for request in execution.ask] == ["damage"]
    execution.reply([Total(value=3)])
    assert hits(again) == (10 if next_ is not KICK else 9) - 3
    assert "resume" not in {each.kind for each in again.state.obligations}


def test_the_dice_of_an_interrupted_command_stand_in_the_log():
    playing = begun()
    interrupted(playing)
    playing.suspend()
    (entry,) = [each for each in playing.log.path() if each.label.key == "rules.log.interrupted"]
    assert entry.rolls[0].faces == (5, 6)
    assert entry.rolls[0].physical


def killed(playing):
    """The same encounter as the next program finds it, after this one ended without a word."""
    entries = playing.log._entries.values()
    again = session(playing._store, log=Log(EncounterState(), entries, playing.log.head))
    again.recover()
    return again


def test_typed_dice_of_a_waiting_command_survive_a_program_that_is_killed():
    playing = begun()
    interrupted(playing)
    again = killed(playing)
    assert again.log.path()[-1].rolls[0].faces == (5, 6)
    assert [kind for kind, _ in owed(again)] == ["resume"]
    execution = again.start(Settle(), ask=True)
    execution.reply([Total(value=3)])
    assert hits(again) == 7
    assert owed(killed(again)) == []


@pytest.mark.parametrize("end", [EncounterSession.undo, EncounterSession.suspend])
def test_what_was_kept_beside_the_log_is_void_once_the_fight_has_moved_on(end):
    playing = begun()
    interrupted(playing)
    end(playing)
    head, state = playing.log.head, playing.state
    assert (killed(playing).log.head, killed(playing).state) == (head, state)


def test_what_a_command_has_waited_for_is_forgotten_when_it_is_done():
    playing = begun()
    execution = interrupted(playing)
    execution.reply([Total(value=3)])
    assert owed(killed(playing)) == []


def test_dice_typed_before_they_are_asked_for_are_kept_with_a_command_that_is_left():
    """The damage is typed, the attack is waited for: neither Later nor a kill loses the damage."""
    playing = begun()
    playing.start(STRIKE, {"damage": Total(value=4)}, ask=True)
    assert [kind for kind, _ in owed(killed(playing))] == ["resume"]
    playing.suspend()
    again = reloaded(playing)
    execution = again.start(Settle(), ask=True)
    assert [request.key for request in execution.ask] == ["attack"]
    execution.reply([TypedFaces(values=(5, 6))])
    assert hits(again) == 6


@pytest.mark.parametrize("text", ["{", "[]", '{"head": 1}', "{}"])
def test_what_was_kept_beside_the_log_may_be_spoilt(text):
    playing = begun()
    playing._store.keep_waiting(playing._encounter, text)
    assert owed(killed(playing)) == []


def test_a_command_without_dice_so_far_leaves_nothing_behind():
    playing = begun()
    head = playing.log.head
    playing.start(STRIKE, ask=True)
    playing.suspend()
    assert playing.log.head == head


def test_undo_takes_half_typed_dice_back_and_redo_brings_them_again():
    playing = begun()
    before = playing.log.head
    interrupted(playing)
    playing.undo()
    assert (playing.log.head, owed(playing)) == (before, [])
    playing.redo()
    assert [kind for kind, _ in owed(playing)] == ["resume"]


def test_a_half_settled_obligation_is_resumed_before_it_is_settled_anew():
    """Only the sum of several faces is missing: what was answered stays answered."""
    playing = begun()
    execution = playing.start(KICK, ask=True)
    assert execution.ask is not None
    execution.suspend()
    assert [kind for kind, _ in owed(playing)] == ["wince", "wince"]


def test_what_the_rules_refuse_by_now_is_void_and_says_why():
    playing = begun()
    interrupted(playing)
    playing.suspend()

    playing.commit(
        Note(text="gone"), Outcome(label=say("gone"), events=(ev.CombatantRemoved(who="c2"),)), ()
    )
    entry = playing.perform(Settle())
    assert entry.label.key == "rules.log.resume_void"
    assert owed(playing) == []


def test_a_refused_command_leaves_the_waiting_one_alone():
    playing = begun()
    execution = interrupted(playing)
    with pytest.raises(RuleError):
        playing.start(Strike(by="c1", at="c9"))
    execution.reply([Total(value=2)])
    assert hits(playing) == 8


def test_back_returns_to_before_the_gesture_of_the_last_next():
    playing = begun()
    playing.perform(Next())
    playing.perform(KICK)
    playing.undo_turn()
    assert playing.state.round == 0
    playing.redo()
    playing.redo()
    assert hits(playing) == 9


def test_the_first_gesture_leads_back_to_the_root():
    playing = begun()
    playing.undo()
    playing.undo()
    assert playing.log.head == ROOT


# ---- who rolls


def test_only_those_who_are_asked_for_their_dice_are_waited_for():
    playing = begun(faces=Faces([6]))
    playing.start(KICK, settles=False)
    execution = playing.start(Settle(), ask=lambda request: request.who == "c2")
    assert [request.who for request in execution.ask] == ["c2"]
    execution.reply([Total(value=5)])
    rolls = playing.log.path()[-1].rolls
    assert [(roll.request.who, roll.total, roll.physical) for roll in rolls] == [
        ("c1", 6, False),
        ("c2", 5, True),
    ]


# ---- a test that is left half answered

SCARE = Scare(at=("c1", "c2"))


def half_scared():
    """The first of two has decided and rolled; the second is to decide."""
    playing = begun()
    execution = playing.start(SCARE, ask=True)
    execution.reply(Chosen(option="away"))
    execution.reply([Total(value=2)])
    return playing


def listed(playing):
    """What is owed as the strip lists it: title, ids."""
    system, context = Brawl(), playing.context
    dry_run = DryRun(system, context)
    return [(each.title, each.ids, list(each.who)) for each in owed_tests(dry_run, KINDS, ())]


def test_a_test_left_half_answered_is_listed_once_with_who_owes_it():
    playing = half_scared()
    playing.suspend()
    ((_, ids, who),) = listed(playing)
    assert who == ["c1", "c2"]
    assert set(ids) == {each.id for each in playing.state.obligations}


def test_a_test_of_which_dice_lie_shows_no_chance_any_more():
    playing = half_scared()
    playing.suspend()
    dry_run = DryRun(Brawl(), playing.context)
    (shown,) = owed_tests(dry_run, KINDS, ())
    assert (shown.chance, shown.sum) == ("", "")


def test_a_test_left_half_answered_twice_is_still_listed_once_and_keeps_every_answer():
    playing = half_scared()
    playing.suspend()
    ((_, ids, _),) = listed(playing)
    again = playing.start(Settle(ids=ids), ask=True)
    again.reply(Chosen(option="look"))
    playing.suspend()
    assert [kind for kind, _ in owed(playing)].count("resume") == 1
    ((_, ids, _),) = listed(reloaded(playing))
    last = playing.start(Settle(ids=ids), ask=True)
    assert [request.who for request in last.ask] == ["c2"]
    last.reply([Total(value=5)])
    assert owed(playing) == []
    rolls = [
        roll for each in playing.log.path() for roll in each.rolls if roll.request.key == "dread"
    ]
    assert {(roll.request.who, roll.total) for roll in rolls} == {("c1", 2), ("c2", 5)}


def test_settling_a_test_by_its_own_id_goes_on_where_it_was_left():
    playing = half_scared()
    playing.suspend()
    mine = tuple(each.id for each in playing.state.obligations if each.kind == "dread")
    execution = playing.start(Settle(ids=mine), ask=True)
    assert (execution.ask.key, execution.ask.who) == ("look", "c2")


@pytest.mark.parametrize("is_left", [True, False])
def test_waiving_a_half_answered_test_keeps_the_reason_and_its_dice(is_left):
    playing = half_scared()
    ids = tuple(each.id for each in playing.state.obligations)
    if is_left:
        playing.suspend()
    playing.perform(Waive(ids=ids, note="friends near"))
    assert owed(playing) == []
    entry = playing.log.path()[-1]
    assert entry.label.params["note"] == "friends near"
    assert "dread" in [roll.request.key for each in playing.log.path() for roll in each.rolls]


def test_waiving_what_is_left_of_a_test_waives_the_test():
    playing = half_scared()
    playing.suspend()
    (left,) = [each.id for each in playing.state.obligations if each.kind == "resume"]
    playing.perform(Waive(ids=(left,)))
    assert owed(playing) == []


def test_waiving_a_test_of_which_only_a_question_was_answered_adds_one_entry():
    playing = begun()
    playing.start(SCARE, ask=True).reply(Chosen(option="away"))
    ids = tuple(each.id for each in playing.state.obligations)
    count = len(playing.log.path())
    playing.perform(Waive(ids=ids, note="friends near"))
    assert (owed(playing), len(playing.log.path())) == ([], count + 1)


def test_who_has_left_the_fight_does_not_take_the_others_half_answered_test_along():
    playing = half_scared()
    playing.suspend()
    gone = Outcome(label=say("gone"), events=(ev.CombatantRemoved(who="c1"),))
    playing.commit(Note(text="gone"), gone, ())
    ((_, ids, who),) = listed(playing)
    assert who == ["c2"]
    execution = playing.start(Settle(ids=ids), ask=True)
    assert (execution.ask.key, execution.ask.who) == ("look", "c2")


# ---- files of strangers


def spoilt(playing, **values):
    """An encounter with an obligation that this program would never have written."""
    obligation = Obligation(kind=values.pop("kind", "resume"), values=values, due="turn_end")
    outcome = Outcome(label=say("x"), events=(ev.ObligationAdded(obligation=obligation),))
    playing.commit(Note(text="x"), outcome, ())
    return playing


def test_a_command_that_cannot_be_read_is_void():
    playing = spoilt(begun(), command='{"do": "dance"}', answers="[]")
    assert playing.perform(Settle()).label.key == "rules.log.resume_void"
    assert owed(playing) == []


def kept_attack(faces):
    """The answer of an attack as it is kept, with a total of 72."""
    request = '{"key": "attack", "label": {"key": "attack"}, "who": "c1", "count": 2}'
    return f'[{{"rolls": [{{"request": {request}, "faces": {faces}, "total": 72, "physical": true}}]}}]'


@pytest.mark.parametrize(
    "answers",
    [
        "no json",
        kept_attack("[66, 6]"),
        kept_attack("[6, 6]"),
    ],
)
def test_dice_that_cannot_fall_like_that_are_asked_for_again(answers):
    command = '{"do": "brawl.strike", "by": "c1", "at": "c2"}'
    playing = spoilt(begun(), command=command, answers=answers)
    execution = playing.start(Settle(), ask=True)
    assert [request.key for request in execution.ask] == ["attack"]


def test_what_the_rules_do_not_know_is_refused_and_can_be_waived():
    playing = spoilt(begun(), kind="dance")
    with pytest.raises(RuleError, match=r"rules\.unknown_owed"):
        playing.perform(Settle())
    playing.perform(Waive())
    assert owed(playing) == []
