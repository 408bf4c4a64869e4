"""What the game master has set or waived by hand stands when a die from before it is corrected."""

import pytest
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Faces
from encounter_gui.encounter.entries import Entry
from encounter_gui.play.session.overriding import EntryInTheWayError, Override
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.play.session.volley import Volley
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.presenters.volley.preview import spread_evenly
from encounter_gui.rules.systems.chrome.commands import Kill
from tests.play.session.test_volley import attacks, fight, gunmen, lines_of, players

WITH_POINTS = pytest.mark.parametrize("game", ["chrome", "cwn"])


def attack(session: EncounterSession, who: CombatantId, target: CombatantId) -> Entry:
    """Has somebody attack with the program's dice, nobody answers; what it leads to stays owed."""
    system = session.game.system
    command = system.attack_at(session.head_context, who, target, {})
    execution = session.start(command, settles=False, decided=system.reactions)
    assert execution.entry is not None
    return execution.entry


def points(session: EncounterSession, who: CombatantId) -> int:
    """Returns what somebody has of the main gauge."""
    return session.state.combatants[who].gauges[gauge_of(session)]


def gauge_of(session: EncounterSession) -> str:
    """Returns the key of the main gauge."""
    gauge = session.game.ruleset.main_gauge
    assert gauge is not None
    return gauge.key


def as_a_miss(session: EncounterSession, entry: Entry) -> Override:
    """Returns the correction of the first die with which an attack misses: where the target defends, it is theirs."""
    request = entry.rolls[0].request
    face = request.highest if session.game.ruleset.id == "phases" else request.lowest
    return Override(entry=entry.id, roll=0, to=Faces(values=(face,) * request.count))


def hit(session: EncounterSession) -> tuple[CombatantId, int, Entry]:
    """Has foes attack until one is hit; returns who, the points before that, and the attack."""
    target = players(session)[0]
    for who in gunmen(session):
        before = points(session, target)
        entry = attack(session, who, target)
        if points(session, target) < before:
            return target, before, entry
    raise AssertionError("nobody hits")


@WITH_POINTS
def test_a_number_set_to_what_the_correction_makes_of_it_is_in_nobodys_way(game: str) -> None:
    """The game master gave the points of a misread hit back by hand, and then corrected the die as well."""
    session = fight(game)
    target, before, entry = hit(session)
    session.perform(do.Correct(who=target, number=gauge_of(session), to=before))
    session.perform(do.Note(text="misread"))
    session.override(as_a_miss(session, entry))
    assert points(session, target) == before
    assert [each.is_of("correct") for each in session.log.path()[-3:]] == [False] * 3
    assert session.log.path()[-1].is_of("note")
    session.undo()
    assert session.log.path()[-2].is_of("correct")


@pytest.mark.rule("CHR-57")
def test_whoever_dies_by_the_correction_need_not_be_killed_by_hand() -> None:
    session = fight("chrome")
    first, *others = gunmen(session)
    session.perform(do.Correct(who=others[0], number=gauge_of(session), to=1))
    entry = attack(session, first, others[0])
    session.override(Override(entry=entry.id, roll=None, key="past_soak", to=0))
    entry = session.log.path()[-1]
    assert points(session, others[0]) == 1
    session.perform(Kill(who=others[0]))
    session.perform(Kill(who=others[1]))
    kills = 0
    for damage in (0, 1):
        session.override(Override(entry=entry.id, roll=None, key="past_soak", to=damage))
        assert [points(session, who) for who in others[:2]] == [0, 0]
        kills += sum(each.is_of("kill") for each in session.log.path())
        session.undo()
    assert kills == 3


def test_what_was_waived_is_waived_again_and_nothing_else_is() -> None:
    """What is owed has other numbers once less was owed before it: it was refused, or somebody else's was waived."""
    session = fight("phases")
    one, other = players(session)
    first, *others = gunmen(session)
    earlier = attack(session, first, one)
    assert {each.who for each in session.state.obligations} == {one}
    for who in others:
        attack(session, who, other)
    owed = [each for each in session.state.obligations if each.who == other]
    waived, *left = owed
    session.perform(do.Waive(ids=(waived.id,)))
    theirs = tuple(each.id for each in session.state.obligations if each.who == one)
    session.perform(do.Waive(ids=theirs))
    session.override(as_a_miss(session, earlier))
    known = [(each.kind, each.who) for each in session.state.obligations]
    assert known == [(each.kind, each.who) for each in left]
    assert [each.is_of("waive") for each in session.log.path()[-2:]] == [False, True]


@pytest.mark.rule("CHR-57")
def test_given_up_for_a_correction_one_attack_of_many_takes_the_others_like_it_along() -> None:
    """Each had to be given up by itself, thirty times, and the last line said that all have attacked."""
    session = fight("chrome")
    *attackers, target = gunmen(session)
    session.perform(do.SetField(who=target, field="health", to=40))
    plan = spread_evenly(tuple(attackers), (target,))
    volley = Volley(session.game.system, plan)
    session.start(volley.heading(session.head_context), then=volley.following)
    session.perform(do.Note(text="later"))
    one, two, *others = attacks(lines_of(session))
    assert len(others) == 3
    dead = Override(entry=one.id, roll=None, key="past_soak", to=40)
    with pytest.raises(EntryInTheWayError) as blocked:
        session.override(dead)
    assert blocked.value.entry == two.id
    dead = replace(dead, without=(two.id,))
    trial = session.try_override(dead)
    while trial.step():
        pass
    assert trial.result is not None
    assert [each.params["who"] for each in trial.result.fallen] == [
        "Gunman 3",
        "Gunman 4",
        "Gunman 5",
    ]
    session.override(dead)
    assert trial.result.after == session.state
    attack_left, last = lines_of(session)
    assert attack_left.command["who"] == attackers[0]
    assert last.note_part == "falls_short"
    said = session.game.texts.sentence(last.label)
    assert said.startswith("Left out: Gunman ×4: Gunman 6 is dead.")
    assert session.log.path()[-1].is_of("note")
    assert not session.log.path()[-1].note_part
    session.undo()
    assert len(attacks(lines_of(session))) == 5
