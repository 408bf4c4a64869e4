"""Shock and its clock, first aid, resuscitation, surgery and healing."""

from typing import Any

import pytest

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.model.commands import Afflict, Finish, Next, Settle
from encounter_gui.rules.systems.phases import commands as do
from tests.rules.systems.phases.playing import Duel, duel

PASS, FAIL = (6, 6, 5), (1, 1, 2)


def dying(level: int = 5, due: int = 2) -> Duel:
    """A duel in which the mark is In Shock, its next test due at a phase, and the shooter knows medicine."""
    made = duel(medicine=5, first_aid=1, tech=5, intelligence=6)
    made.table.hurt(made.mark, "torso", level)
    made.table.suffer(made.mark, "in_shock", count=due)
    return made


def has(made: Duel, key: str) -> bool:
    """Whether the mark has a condition."""
    return made.table.combatant(made.mark).has(key)


def count(made: Duel, key: str) -> int | None:
    """What a condition of the mark counts."""
    known = made.table.combatant(made.mark).condition(key)
    return known.count if known else None


@pytest.mark.rule("PHA-70")
@pytest.mark.parametrize(("level", "phases"), [(2, 600), (3, 300), (4, 100), (5, 20), (6, 20)])
def test_a_passed_test_buys_the_next_interval(level: int, phases: int) -> None:
    """Due at the start of the phase, against the worst wound's DN; until it fails one acts."""
    made = dying(level)
    made.table.hurt(made.mark, "left_arm", level)
    made.table.phase(*PASS)
    assert count(made, "in_shock") == 2 + phases
    made.table.turn_of(made.mark)
    made.table.play(do.Other(who=made.mark))


@pytest.mark.rule("PHA-70", "PHA-72")
def test_a_failed_test_is_clinical_death() -> None:
    """Unconscious, and one attempt within a minute; nobody tries: dead."""
    made = dying()
    made.table.phase(*FAIL)
    assert count(made, "clinically_dead") == 22
    assert has(made, "unconscious")
    assert not has(made, "in_shock")
    while made.table.context.state.round < 22:
        assert not has(made, "dead")
        made.table.phase()
    assert has(made, "dead")
    assert not has(made, "clinically_dead")


@pytest.mark.rule("PHA-72")
def test_without_resuscitation_a_failed_test_kills() -> None:
    """By switch no attempt is offered."""
    made = dying()
    made.table.switch("phases.resuscitation", False)
    made.table.phase(*FAIL)
    assert has(made, "dead")


@pytest.mark.rule("PHA-72")
@pytest.mark.parametrize(("faces", "lives"), [((4, 3, 3), True), ((3, 3, 2), False)])
def test_resuscitation(faces: tuple[int, ...], lives: bool) -> None:
    """TECH/Medicine/First Aid at the worst wound's DN: alive and stable, still unconscious, or dead."""
    made = dying()
    command = do.Resuscitate(who=made.who, patient=made.mark)
    assert made.table.refused(command) == "phases.not_clinically_dead"
    made.table.phase(*FAIL)
    found = made.table.play(command, *faces)
    assert (found["total"], found["dn"]) == (sum(faces) + 11, 20)
    assert has(made, "stabilized") is lives
    assert has(made, "unconscious") is lives
    assert has(made, "dead") is not lives


@pytest.mark.rule("PHA-26", "PHA-71")
def test_first_aid_takes_twenty_phases() -> None:
    """A minute of Full Actions, test at the end: no more Shock Tests."""
    made = dying(level=2, due=500)
    made.table.play(do.FirstAid(who=made.who, patient=made.mark))
    assert made.refused() == "phases.is_aiding"
    for _ in range(19):
        made.table.phase()
        assert has(made, "in_shock")
    made.table.phase(1, 1, 6)
    assert made.table.context.state.round == 21
    assert has(made, "stabilized")
    assert not has(made, "in_shock")
    assert not made.table.combatant(made.who).has("aiding")
    made.table.turn_of(made.who)
    made.attack(6, 6, 6, 1, 1, 2)


@pytest.mark.rule("PHA-11", "PHA-70", "PHA-71")
def test_time_that_passes_brings_what_falls_due_in_it() -> None:
    """First aid at its end, Shock Tests and the end of the clinically dead, each in its phase."""
    made = dying(level=2, due=500)
    made.table.play(do.FirstAid(who=made.who, patient=made.mark))
    made.table.play(do.PassTime(phases=19))
    assert has(made, "in_shock")
    made.table.play(do.PassTime(phases=1), 1, 1, 6)
    assert has(made, "stabilized")
    made = dying(level=4, due=50)
    made.table.play(do.PassTime(phases=200), *PASS, *FAIL)
    assert [each["total"] for each in made.table.results("shock")] == [22, 9]
    assert has(made, "dead")
    assert made.table.context.state.round == 201
    assert made.table.refused(do.PassTime(phases=0)) == "phases.bad_phases"


@pytest.mark.rule("PHA-71")
def test_first_aid_can_be_given_up_or_broken_off() -> None:
    """By choice, by a defense in its place, or by going down."""
    made = dying(level=2, due=500)
    start = do.FirstAid(who=made.who, patient=made.mark)
    made.table.play(start)
    made.table.play(do.StopAid(who=made.who))
    made.table.phase()
    made.table.play(start)
    made.table.phase()
    made.table.phase(**{made.mark: {"stances": ("snap_shot",)}})
    blow = do.Attack(who=made.mark, target=made.who)
    made.table.turn_of(made.mark)
    made.table.play(blow, 6, 6, 6, 1, 1, 2, choose=("dodge",))
    assert not made.table.combatant(made.who).has("aiding")
    made.table.phase()
    made.table.play(start)
    made.table.phase()
    made.table.play(do.Harm(who=made.who, place="head", damage=8), *PASS)
    assert not made.table.combatant(made.who).has("aiding")


@pytest.mark.rule("PHA-71")
@pytest.mark.parametrize(
    ("faces", "result"),
    [((1, 1, 2), "nothing"), ((3, 3, 1), "passed"), ((1, 1, 1), "worse")],
)
def test_what_first_aid_comes_to(faces: tuple[int, ...], result: str) -> None:
    """Serious, DN 18: 11 + 7 passes, a plain failure does nothing, a fumble makes the wound worse."""
    made = dying(level=4, due=500)
    made.table.play(do.FirstAid(who=made.who, patient=made.mark, at_once=True), *faces)
    assert has(made, "stabilized") is (result == "passed")
    assert made.table.wound(made.mark, "torso") == (5 if result == "worse" else 4)
    assert count(made, "in_shock") == {"passed": None, "nothing": 500, "worse": 21}[result]


@pytest.mark.rule("PHA-08", "PHA-71")
def test_of_equally_bad_wounds_the_game_master_picks() -> None:
    """The one that a fumble worsens; a Critical one kills."""
    made = dying(level=2, due=500)
    made.table.hurt(made.mark, "left_arm", 2)
    aid = do.FirstAid(who=made.who, patient=made.mark, at_once=True)
    made.table.play(aid, 1, 1, 1, choose=("left_arm",))
    assert made.table.wound(made.mark, "left_arm") == 3
    made.table.hurt(made.mark, "left_arm", 5)
    made.table.play(aid, 1, 1, 1)
    assert has(made, "dead")


@pytest.mark.rule("PHA-71")
def test_first_aid_is_for_those_in_shock() -> None:
    """Nobody else needs it."""
    made = duel()
    aid = do.FirstAid(who=made.who, patient=made.mark)
    assert made.table.refused(aid) == "phases.not_in_shock"
    made.table.suffer(made.mark, "clinically_dead", count=99)
    assert made.table.refused(aid) == "phases.needs_resuscitation"
    made.table.suffer(made.mark, "dead")
    assert made.table.refused(aid) == "phases.patient_dead"


@pytest.mark.rule("PHA-70")
def test_shock_put_on_by_hand_has_its_clock() -> None:
    """By the worst wound."""
    made = duel()
    made.table.hurt(made.mark, "torso", 4)
    made.table.play(Afflict(who=(made.mark,), condition="in_shock"))
    assert count(made, "in_shock") == 101
    made.table.play(Afflict(who=(made.mark,), condition="dead"))
    assert not has(made, "in_shock")


def resting(level: int) -> Duel:
    """After the fight: the mark has a wound, the shooter knows medicine."""
    made = dying(level)
    made.table.happen(ev.ConditionRemoved(who=made.mark, key="in_shock"))
    made.table.play(Finish())
    return made


def heal(made: Duel, *faces: int, **fields: Any) -> dict[str, Any]:
    """One healing test of the torso."""
    return made.table.play(do.Heal(who=made.mark, place="torso", **fields), *faces)


@pytest.mark.rule("PHA-73")
@pytest.mark.parametrize(
    ("level", "days", "dn"), [(1, 1, 12), (2, 7, 14), (3, 14, 16), (4, 30, 18), (5, 60, 20)]
)
def test_healing_intervals(level: int, days: int, dn: int) -> None:
    """A test each interval of the level; success lowers it by one."""
    made = resting(level)
    if level >= 4:
        made.table.play(do.Surgery(who=made.who, patient=made.mark, place="torso"), *PASS)
    found = heal(made, *PASS)
    assert (found["days"], found["dn"], found["total"]) == (days, dn, 17 + 5)
    assert made.table.wound(made.mark, "torso") == level - 1


@pytest.mark.rule("PHA-66", "PHA-73")
def test_healing_untreated_and_treated() -> None:
    """STAM, or INT/Medicine of the healer; wounds do not count against it."""
    made = resting(3)
    assert heal(made, 1, 1, 2)["total"] == 4 + 5
    assert heal(made, 1, 1, 2, healer=made.who, gm=1)["total"] == 4 + 6 + 5 + 1
    assert made.table.wound(made.mark, "torso") == 2


@pytest.mark.rule("PHA-73")
def test_serious_wounds_need_surgery_first() -> None:
    """Per location; a fumble worsens it and may bring Shock, a Critical one kills; none of it in a fight."""
    made = resting(4)
    command = do.Surgery(who=made.who, patient=made.mark, place="torso")
    assert made.table.refused(do.Heal(who=made.mark, place="torso")) == "phases.needs_surgery"
    made.table.play(command, 1, 1, 1, *FAIL)
    assert made.table.wound(made.mark, "torso") == 5
    assert has(made, "in_shock")
    made.table.play(command, *PASS)
    assert made.table.combatant(made.mark).locations["torso"].marks == ("operated",)
    made.table.play(command, 1, 1, 1)
    assert has(made, "dead")
    assert made.table.refused(command) == "phases.patient_dead"
    made = dying()
    assert made.table.refused(command) == "phases.between_fights"


@pytest.mark.rule("PHA-70", "PHA-71")
def test_first_aid_comes_before_the_test_of_the_same_phase() -> None:
    """Done at the end of the last phase, it spares the Shock Test that is due at the start of the next."""
    made = dying(level=2, due=2)
    helper = Condition(key="aiding", by=made.mark, count=2)
    made.table.happen(ev.ConditionAdded(who=made.who, condition=helper))
    made.table.phase(*PASS)
    assert made.table.results("shock") == []
    assert has(made, "stabilized")


@pytest.mark.rule("PHA-70")
def test_the_fight_goes_on_when_nobody_can_act() -> None:
    """With everybody down Next still brings the next phase, and what is due in it."""
    made = dying(level=5, due=2)
    made.table.suffer(made.who, "unconscious")
    made.table.suffer(made.mark, "unconscious")
    made.table.play(Next(), *PASS)
    assert made.table.context.state.round == 2
    made.table.play(Next())
    assert made.table.context.state.round == 3


# ---- a fumble at the end of the minute, while time goes by


FUMBLE = (1, 1, 1)


def aided(level: int = 4) -> Duel:
    """A mark In Shock with this wound, whom the shooter begins to treat in phase 1."""
    made = dying(level=level, due=300)
    made.table.play(do.FirstAid(who=made.who, patient=made.mark))
    return made


def begun_of_tests(made: Duel, *, by_phases: bool) -> list[int]:
    """The phases in which the patient's Shock Tests are asked for, up to phase 61; the aid is fumbled."""
    found, table = [], made.table
    while table.context.state.round < 61:
        command = Next() if by_phases else do.PassTime(phases=61 - table.context.state.round)
        owed = table.alone(command)
        faces = {"first_aid_test": FUMBLE, "clock_shock": PASS, "pass_time": ()}
        while owed:
            if owed[0] == "clock_shock":
                found.append(table.context.state.round)
            owed = table.alone(Settle(), *faces[owed[0]])
    return found


@pytest.mark.rule("PHA-62", "PHA-70", "PHA-71")
def test_after_a_fumble_the_clock_of_shock_runs_alike_by_phases_and_by_time_that_passes() -> None:
    """Serious becomes Critical at the end of phase 20: tests are due 20 phases later, and every 20 from then."""
    found = [begun_of_tests(aided(), by_phases=each) for each in (True, False)]
    assert found == [[40, 60], [40, 60]]


@pytest.mark.rule("PHA-11", "PHA-71")
def test_no_time_passes_before_the_test_that_is_due() -> None:
    """Settling the rest of the time first is refused with what is due, and nothing has happened."""
    made = aided()
    assert made.table.alone(do.PassTime(phases=60)) == ["first_aid_test", "pass_time"]
    rest = made.table.context.state.obligations[1]
    assert made.table.refused(Settle(ids=(rest.id,))) == "rules.owed"
    assert made.table.context.state.round == 21


@pytest.mark.rule("PHA-62", "PHA-71")
def test_a_fumble_settled_late_sets_no_clock_in_the_past() -> None:
    """A fight left with the test owed, and the phases gone on: the next Shock Test is due an interval from then."""
    made = aided()
    made.table.alone(do.PassTime(phases=20))
    made.table.happen(ev.RoundBegan(number=61))
    made.table.alone(Settle(), *FUMBLE)
    assert count(made, "in_shock") == 80
