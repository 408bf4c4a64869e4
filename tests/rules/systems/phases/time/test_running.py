"""What runs on the campaign's clock between fights, worked out by hand from the rules."""

from typing import Any

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.commands import (
    Afflict,
    Care,
    EndRunning,
    Finish,
    Next,
    Remove,
    Settle,
    Setup,
)
from encounter_gui.rules.systems.phases import commands as do
from tests.rules.systems.phases.playing import Phased, duel

MINUTE, HOUR, DAY = 60, 3_600, 86_400
PASS, FAIL, FUMBLE = (6, 6, 5), (1, 1, 2), (1, 1, 1)

DOC: dict[str, Any] = {"tech": 5, "intelligence": 6, "medicine": 5, "first_aid": 1, "stamina": 5}


class Camp:
    """The time between fights: Doc knows medicine, Hook and Rat are the wounded; everybody is of the players' side."""

    def __init__(self, clock: int = 0) -> None:
        """Sits down with them at a second of the clock."""
        self.table = Phased()
        self.table.play(Setup(name="Camp", ruleset="phases", between=True, clock=clock))
        self.table.switch("phases.sleepsAtNight", False)  # who sleeps is said
        plain = {"strength": 5, "stamina": 5, "cool": 5}
        self.doc = self.table.join("Doc", side="pc", **DOC)
        self.hook = self.table.join("Hook", side="pc", **plain)
        self.rat = self.table.join("Rat", side="pc", **plain)

    @property
    def now(self) -> int:
        """The second of the clock."""
        return self.table.context.state.clock

    def wounded(self, level: int, place: str = "torso") -> None:
        """Gives Hook a wound without its tests."""
        self.table.play(do.Wound(who=self.hook, place=place, level=level))

    def shocked(self, level: int) -> None:
        """Gives Hook a wound, and puts Hook in Shock by it."""
        self.wounded(level)
        self.table.play(Afflict(who=(self.hook,), condition="in_shock"))

    def wait(self, time: str, *faces: int) -> dict[str, Any]:
        """Lets so much time pass, with these dice."""
        return self.table.play(do.PassTime(for_=time), *faces)

    def has(self, key: str, who: CombatantId | None = None) -> bool:
        """Whether Hook has a condition, or somebody else."""
        return self.table.combatant(who or self.hook).has(key)

    def due(self, kind: str, who: CombatantId | None = None) -> list[int]:
        """The seconds at which something of a kind falls due for Hook, or somebody else."""
        running = self.table.combatant(who or self.hook).running
        return [each.due for each in running if each.kind == kind]

    def gauges(self, key: str) -> list[int]:
        """A number of all three."""
        return [self.table.gauge(who, key) for who in (self.doc, self.hook, self.rat)]


# ---- Shock


@pytest.mark.rule("PHA-70")
@pytest.mark.parametrize(
    ("level", "seconds"), [(2, 30 * MINUTE), (3, 15 * MINUTE), (4, 5 * MINUTE), (5, MINUTE)]
)
def test_pha_70_shock_tests_come_at_the_interval_of_the_worst_wound(
    level: int, seconds: int
) -> None:
    """30, 15, 5 and 1 minutes; a second before nothing is asked, and a success only buys the next one."""
    camp = Camp(clock=1000)
    camp.shocked(level)
    assert camp.due("shock") == [1000 + seconds]
    camp.wait(f"{seconds - 1} s")
    assert camp.table.asked == []
    camp.wait("1 s", *PASS)
    assert camp.has("in_shock")
    assert camp.due("shock") == [1000 + 2 * seconds]


@pytest.mark.rule("PHA-11", "PHA-70")
def test_pha_70_phases_of_a_fight_are_seconds_after_it() -> None:
    """In Shock in phase 2 by a Critical wound: due at the start of phase 22, 57 s after the end of phase 2."""
    made = duel()
    made.table.hurt(made.mark, "torso", 5)
    made.table.phase()
    made.table.play(Afflict(who=(made.mark,), condition="in_shock"))
    made.table.play(Finish())
    assert made.table.context.state.clock == 6
    assert [
        each.due for each in made.table.combatant(made.mark).running if each.kind == "shock"
    ] == [63]
    made.table.play(do.PassTime(for_="56 s"))
    assert made.table.asked == []
    made.table.play(do.PassTime(for_="1 s"), *PASS)
    assert made.table.asked == ["shock"]


@pytest.mark.rule("PHA-70", "PHA-72")
def test_pha_72_a_failed_test_leaves_one_minute() -> None:
    """Unconscious and clinically dead; nobody tries: dead a minute later, and not a second before."""
    camp = Camp()
    camp.shocked(5)
    camp.wait("1 min", *FAIL)
    assert camp.has("clinically_dead")
    assert camp.has("unconscious")
    assert camp.due("shock") == []
    row = next(each for each in camp.table.system.time(camp.table.context).rows if each.is_deadly)
    assert (row.what, row.ends) == ("clinically dead: dies unless brought back", 2 * MINUTE)
    camp.wait("59 s")
    assert not camp.has("dead")
    camp.wait("1 s")
    assert camp.has("dead")
    assert camp.table.combatant(camp.hook).running == ()


@pytest.mark.rule("PHA-72")
def test_pha_72_one_attempt_within_the_minute() -> None:
    """TECH 5 + Medicine 5 + First Aid 1 and 9 reach 20: alive, stable, still unconscious, for as long as it takes."""
    camp = Camp()
    camp.shocked(5)
    camp.wait("1 min", *FAIL)
    camp.wait("59 s")
    found = camp.table.play(do.Resuscitate(who=camp.doc, patient=camp.hook), 3, 3, 3)
    assert (found["total"], found["dn"]) == (20, 20)
    camp.wait("1 week")
    assert [camp.has(key) for key in ("dead", "stabilized", "unconscious")] == [False, True, True]


@pytest.mark.rule("PHA-72")
def test_pha_72_by_switch_a_failed_test_kills() -> None:
    """No attempt is offered."""
    camp = Camp()
    camp.table.switch("phases.resuscitation", False)
    camp.shocked(5)
    camp.wait("1 min", *FAIL)
    assert camp.has("dead")


@pytest.mark.rule("PHA-62", "PHA-70")
def test_pha_62_a_worse_wound_moves_the_clock_if_that_is_sooner() -> None:
    """Slight, 30 minutes; 10 minutes on a Moderate one: due 15 minutes from then. Of one due in 30 s nothing moves."""
    camp = Camp()
    camp.shocked(2)
    camp.wait("10 min")
    camp.table.play(do.Harm(who=camp.hook, place="right_arm", damage=10, raw=False), *PASS)
    assert camp.table.wound(camp.hook, "right_arm") == 3
    assert camp.due("shock") == [25 * MINUTE]
    camp = Camp()
    camp.shocked(2)
    camp.wait("29 min 30 s")
    camp.table.play(do.Harm(who=camp.hook, place="left_arm", damage=20, raw=False), *PASS)
    assert camp.table.wound(camp.hook, "left_arm") == 5
    assert camp.due("shock") == [30 * MINUTE]


# ---- first aid


@pytest.mark.rule("PHA-71")
def test_pha_71_first_aid_takes_a_minute_of_the_clock() -> None:
    """It runs with who gives it, the test comes at its end, and before the Shock Test of the same second."""
    camp = Camp()
    camp.shocked(5)
    camp.table.play(do.FirstAid(who=camp.doc, patient=camp.hook))
    assert camp.table.asked == []
    rows = camp.table.system.time(camp.table.context).rows
    aid = next(each for each in rows if each.kind == "first_aid")
    assert (aid.what, aid.due_text, aid.dice) == (
        "gets first aid from Doc",
        "in 1 min",
        "3d6 + 11 ≥ 20",
    )
    camp.wait("1 min", 3, 3, 3)
    assert camp.table.asked == ["first_aid"]
    assert camp.has("stabilized")
    assert camp.due("shock") == camp.due("first_aid") == []
    assert not camp.has("aiding", camp.doc)


@pytest.mark.rule("PHA-71")
def test_pha_71_nothing_else_is_done_meanwhile() -> None:
    """Who gives first aid can treat nobody else, nor sleep; given up, it comes to nothing."""
    camp = Camp()
    camp.shocked(5)
    camp.wounded(2, "left_arm")
    aid = do.FirstAid(who=camp.doc, patient=camp.hook)
    camp.table.play(aid)
    assert camp.table.refused(aid) == "phases.is_aiding"
    assert camp.table.refused(do.Sleep(who=(camp.doc,), hours=8)) == "phases.is_aiding"
    heal = do.Heal(who=camp.hook, place="left_arm", healer=camp.doc)
    assert camp.table.refused(heal) == "phases.is_aiding"
    camp.wait("59 s")
    camp.table.play(do.StopAid(who=camp.doc))
    assert camp.due("first_aid") == []
    camp.table.play(aid)
    assert camp.due("first_aid") == [119]


@pytest.mark.rule("PHA-71")
@pytest.mark.parametrize("how", ["removed", "down", "by hand", "patient removed", "patient dead"])
def test_pha_71_it_ends_with_who_gives_it_and_who_gets_it(how: str) -> None:
    """The one is gone or down, or the other beyond it: no test is asked for, and nobody is left kneeling."""
    camp = Camp()
    camp.shocked(5)
    camp.table.play(do.FirstAid(who=camp.doc, patient=camp.hook))
    camp.wait("30 s")
    match how:
        case "removed":
            camp.table.play(Remove(who=(camp.doc,)))
        case "down":
            camp.table.play(Afflict(who=(camp.doc,), condition="unconscious"))
        case "by hand":
            ended = EndRunning(running="first_aid", key=camp.doc, who=camp.hook)
            camp.table.play(ended)
        case "patient removed":
            camp.table.play(Remove(who=(camp.hook,)))
        case _:
            camp.table.play(Afflict(who=(camp.hook,), condition="dead"))
    people = camp.table.context.state.combatants.values()
    assert not any(each.kind == "first_aid" for one in people for each in one.running)
    assert not any(each.has("aiding") for each in people)
    camp.wait("29 s")
    assert camp.table.asked == []


@pytest.mark.rule("PHA-71")
def test_pha_71_of_two_who_help_the_second_comes_in_vain() -> None:
    """The first success stabilizes; the other's minute is over with it."""
    camp = Camp()
    camp.shocked(4)
    camp.table.play(do.FirstAid(who=camp.doc, patient=camp.hook))
    camp.wait("30 s")
    camp.table.play(do.FirstAid(who=camp.rat, patient=camp.hook))
    assert sorted(camp.due("first_aid")) == [60, 90]
    camp.wait("10 min", *PASS)
    assert camp.table.asked == ["first_aid"]
    assert not camp.has("aiding", camp.rat)


@pytest.mark.rule("PHA-62", "PHA-71")
def test_pha_71_a_fumble_worsens_the_wound_and_moves_the_clock() -> None:
    """Serious becomes Critical a minute in: the test that was due in four minutes is due in one."""
    camp = Camp()
    camp.shocked(4)
    camp.table.play(do.FirstAid(who=camp.doc, patient=camp.hook))
    camp.wait("1 min", *FUMBLE)
    assert camp.table.wound(camp.hook, "torso") == 5
    assert camp.due("shock") == [2 * MINUTE]


@pytest.mark.rule("PHA-71")
def test_pha_71_first_aid_under_way_goes_on_after_the_fight() -> None:
    """Begun in phase 1, done 20 phases later: 57 s after the end of phase 1."""
    made = duel(**DOC)
    made.table.hurt(made.mark, "torso", 2)
    made.table.suffer(made.mark, "in_shock", count=500)
    made.table.play(do.FirstAid(who=made.who, patient=made.mark))
    made.table.play(Finish())
    (aid,) = [each for each in made.table.combatant(made.mark).running if each.kind == "first_aid"]
    assert (aid.due, aid.by) == (60, made.who)
    made.table.play(do.PassTime(for_="57 s"), 1, 1, 6)
    assert made.table.combatant(made.mark).has("stabilized")


# ---- coming to


@pytest.mark.rule("PHA-63")
def test_pha_63_a_failed_cool_test_lasts_for_its_minutes() -> None:
    """COOL 5 + Initiative 0 and 4 miss 16; a 2 on the die: out for 2 minutes, and then up again."""
    camp = Camp()
    camp.table.play(do.Harm(who=camp.hook, place="torso", damage=1), *FAIL, 2)
    assert camp.has("incapacitated")
    assert camp.due("incapacitated") == [2 * MINUTE]
    camp.wait("119 s")
    assert camp.has("incapacitated")
    camp.wait("1 s")
    assert not camp.has("incapacitated")


@pytest.mark.rule("PHA-63")
def test_pha_63_it_goes_on_from_the_fight_to_the_clock() -> None:
    """Out for 2 minutes in phase 1: it wakes 120 s after that, whatever of it the fight has lasted."""
    made = duel()
    made.table.suffer(made.mark, "incapacitated", count=41)
    made.table.phase()
    made.table.phase()
    made.table.play(Finish())
    (out,) = [
        each for each in made.table.combatant(made.mark).running if each.kind == "incapacitated"
    ]
    assert (made.table.context.state.clock, out.due) == (9, 120)
    made.table.play(do.PassTime(to="next"))
    assert made.table.context.state.clock == 120
    assert not made.table.combatant(made.mark).has("incapacitated")


@pytest.mark.rule("PHA-64")
def test_pha_64_unconscious_by_the_head_has_no_end() -> None:
    """Nobody but the game master wakes who is unconscious by a wound of the head."""
    camp = Camp()
    camp.wounded(4, "head")
    assert camp.has("unconscious")
    camp.wait("1 week")
    assert camp.has("unconscious")


@pytest.mark.rule("PHA-35", "PHA-64")
@pytest.mark.parametrize("key", ["stunned", "off_balance"])
def test_pha_64_what_costs_the_next_action_is_over_with_a_phase(key: str) -> None:
    """A phase without an action goes by, and that was it."""
    made = duel()
    made.table.suffer(made.mark, key, **({"count": 1} if key == "stunned" else {}))
    made.table.play(Finish())
    assert made.table.combatant(made.mark).has(key)
    made.table.play(do.PassTime(for_="2 s"))
    assert made.table.combatant(made.mark).has(key)
    made.table.play(do.PassTime(for_="1 s"))
    assert not made.table.combatant(made.mark).has(key)


# ---- healing


@pytest.mark.rule("PHA-73")
@pytest.mark.parametrize(
    ("level", "days", "dn"), [(1, 1, 12), (2, 7, 14), (3, 14, 16), (4, 30, 18), (5, 60, 20)]
)
def test_pha_73_healing_tests_come_at_the_interval_of_the_level(
    level: int, days: int, dn: int
) -> None:
    """1 day, 1 week, 2 weeks, 1 month, 2 months; a success lowers the level, and its own interval begins."""
    camp = Camp()
    camp.wounded(level)
    if level >= 4:
        camp.wait("1 day")
        assert camp.due("healing") == []
        camp.table.play(do.Surgery(who=camp.doc, patient=camp.hook, place="torso"), *PASS)
    start = camp.now
    assert camp.due("healing") == [start + days * DAY]
    rest(camp)
    camp.wait(f"{days * DAY - 1} s")
    assert camp.table.asked == []
    found = camp.wait("1 s", *PASS)
    assert (found["dn"], found["total"], found["days"]) == (dn, 17 + 5, days)
    assert camp.table.wound(camp.hook, "torso") == level - 1
    next_days = {1: 0, 2: 1, 3: 7, 4: 14, 5: 30}[level]
    expected = [start + (days + next_days) * DAY] if next_days else []
    assert camp.due("healing") == expected


def rest(camp: Camp) -> None:
    """Lets everybody sleep every night from now on, without time going by."""
    for who in (camp.doc, camp.hook, camp.rat):
        camp.table.happen(ev.MemoSet(who=who, key="sleeps", value="nightly"))
        camp.table.happen(ev.GaugeSet(who=who, gauge="fatigue", to=0))
        camp.table.happen(ev.RunningEnded(who=who, running="awake"))


@pytest.mark.rule("PHA-73")
def test_pha_73_a_failed_test_is_made_again_after_the_same_time() -> None:
    """Nothing heals, and the next week begins."""
    camp = Camp()
    rest(camp)
    camp.wounded(2)
    camp.wait("3 weeks", *FAIL, *FAIL, *PASS)
    assert camp.table.wound(camp.hook, "torso") == 1
    assert camp.due("healing") == [22 * DAY]


@pytest.mark.rule("PHA-66", "PHA-73")
def test_pha_73_treated_by_who_looks_after_the_wounded() -> None:
    """INT 6 + Medicine 5 of the carer, STAM 5 without one, or with one who is out."""
    camp = Camp()
    rest(camp)
    camp.wounded(2)
    camp.wounded(1, "left_arm")
    camp.table.play(Care(who=(camp.hook,), by=camp.doc))
    assert camp.wait("1 day", *FAIL)["total"] == 4 + 6 + 5
    camp.table.play(Care(who=(camp.hook,)))
    camp.wounded(1, "left_arm")
    assert camp.wait("1 day", *FAIL)["total"] == 4 + 5
    camp.table.play(Care(who=(camp.hook,), by=camp.doc))
    camp.table.play(Afflict(who=(camp.doc,), condition="unconscious"))
    assert camp.wait("1 day", *FAIL)["total"] == 4 + 5


@pytest.mark.rule("PHA-73")
def test_pha_73_each_place_heals_for_itself() -> None:
    """Two wounds, two clocks; a wound that gets worse begins anew."""
    camp = Camp()
    rest(camp)
    camp.wounded(1)
    camp.wait("12 h")
    camp.wounded(1, "left_arm")
    assert sorted(camp.due("healing")) == [DAY, DAY + 12 * HOUR]
    camp.wounded(2)
    assert sorted(camp.due("healing")) == [DAY + 12 * HOUR, 12 * HOUR + 7 * DAY]
    camp.wounded(0)
    camp.wounded(0, "left_arm")
    assert camp.due("healing") == []


@pytest.mark.rule("PHA-61", "PHA-73")
def test_pha_73_what_is_destroyed_does_not_heal() -> None:
    """Nor does anything of the dead."""
    camp = Camp()
    camp.wounded(6, "left_arm")
    camp.wounded(1, "right_arm")
    assert len(camp.due("healing")) == 1
    camp.table.play(Afflict(who=(camp.hook,), condition="dead"))
    assert camp.due("healing") == []


@pytest.mark.rule("PHA-73")
def test_pha_73_heal_lets_time_pass_to_the_test() -> None:
    """Said with a healer, or waited for under the same care: the same second, dice and wounds."""
    ends = []
    for is_said in (True, False):
        camp = Camp()
        rest(camp)
        camp.wounded(2)
        if is_said:
            command = do.Heal(who=camp.hook, place="torso", healer=camp.doc)
            assert camp.table.play(command, 1, 1, 2)["total"] == 15
        else:
            camp.table.play(Care(who=(camp.hook,), by=camp.doc))
            camp.wait("1 week", 1, 1, 2)
        assert camp.now == 7 * DAY
        ends.append(camp.table.combatant(camp.hook))
    assert ends[0] == ends[1]
    assert camp.table.refused(do.Heal(who=camp.hook, place="head")) == "phases.no_wound_there"
    camp.wounded(4)
    assert camp.table.refused(do.Heal(who=camp.hook, place="torso")) == "phases.needs_surgery"


@pytest.mark.rule("PHA-73")
def test_pha_73_the_game_masters_modifier_waits_for_the_test() -> None:
    """+2 said with Heal count when the test is made, and not for the next one."""
    camp = Camp()
    rest(camp)
    camp.wounded(1)
    assert camp.table.play(do.Heal(who=camp.hook, place="torso", gm=2), *FAIL)["total"] == 4 + 5 + 2
    assert camp.table.play(do.Heal(who=camp.hook, place="torso"), *FAIL)["total"] == 4 + 5


@pytest.mark.rule("PHA-73")
def test_pha_73_time_stops_at_a_test_and_may_pass_with_it_open() -> None:
    """A step stops at the test that is due and goes on once it is settled; a new step leaves it open, to be made."""
    camp = Camp()
    rest(camp)
    camp.wounded(1)
    assert camp.table.alone(do.PassTime(for_="2 days")) == ["healing_test", "time_passes"]
    assert camp.table.alone(do.PassTime(for_="1 h")) == ["healing_test"]
    assert camp.now == DAY + 3_600
    assert camp.table.alone(do.PassTime(for_="1 day")) == [
        "healing_test",
        "healing_test",
        "time_passes",
    ]
    assert camp.table.alone(Settle(), *FAIL) == ["healing_test", "time_passes"]
    assert camp.table.alone(Settle(), *FAIL) == ["time_passes"]
    assert camp.table.alone(Settle()) == []
    assert camp.now == 2 * DAY + 3_600


# ---- sleep and Fatigue


@pytest.mark.rule("PHA-18")
def test_pha_18_more_than_a_day_awake_tires() -> None:
    """24 hours do nothing, 30 are six levels, that only sleep takes away."""
    camp = Camp()
    camp.wait("24 h")
    assert camp.gauges("fatigue") == [0, 0, 0]
    camp.wait("59 min")
    assert camp.gauges("fatigue") == [0, 0, 0]
    camp.wait("1 min")
    assert camp.gauges("fatigue") == [1, 1, 1]
    camp.wait("5 h")
    assert camp.gauges("fatigue") == camp.gauges("sleepless") == [6, 6, 6]


@pytest.mark.rule("PHA-18")
def test_pha_18_one_sleep_of_several_is_one_sleep() -> None:
    """−4 an hour for those who sleep; the clock moves by it once, and who wakes stays awake."""
    camp = Camp()
    camp.wait("30 h")
    camp.table.play(do.Sleep(who=(camp.doc, camp.hook), hours=1))
    assert camp.now == 31 * HOUR
    assert camp.gauges("fatigue") == [2, 2, 7]
    assert camp.due("asleep") == []
    camp.table.play(do.Sleep(who=(camp.doc, camp.hook, camp.rat), hours=8))
    assert camp.now == 39 * HOUR
    assert camp.gauges("fatigue") == camp.gauges("sleepless") == [0, 0, 0]
    assert camp.due("awake") == [39 * HOUR + 25 * HOUR]


@pytest.mark.rule("PHA-18")
def test_pha_18_stay_awake_is_time_that_passes() -> None:
    """20 and 10 hours come to the same as 30 that pass."""
    camp = Camp()
    camp.table.play(do.StayAwake(who=(camp.doc, camp.hook, camp.rat), hours=20))
    camp.table.play(do.StayAwake(who=(camp.doc,), hours=10))
    assert camp.now == 30 * HOUR
    assert camp.gauges("fatigue") == [6, 6, 6]


@pytest.mark.rule("PHA-18")
def test_pha_18_hours_said_by_hand_count_on() -> None:
    """After a fight the hours awake are said as before: 20, and the 25th comes five hours on."""
    made = duel()
    made.table.play(Finish())
    made.table.play(do.StayAwake(who=(made.who,), hours=20))
    made.table.play(do.PassTime(for_="4 h 59 min"))
    assert made.table.gauge(made.who, "fatigue") == 0
    made.table.play(do.PassTime(for_="1 min"))
    assert made.table.gauge(made.who, "fatigue") == 1
    made.table.play(do.Sleep(who=(made.who,), hours=1))
    assert made.table.gauge(made.who, "fatigue") == 0


@pytest.mark.rule("PHA-18")
def test_pha_18_who_sleeps_every_night_does_not_tire() -> None:
    """Said once; a week later nobody is tired, and Fatigue of other kinds is gone by the morning."""
    camp = Camp(clock=20 * HOUR)
    everybody = (camp.doc, camp.hook, camp.rat)
    camp.table.play(do.Sleep(who=everybody, hours=8, habit="nightly"))
    camp.wait("1 week")
    assert camp.gauges("fatigue") == [0, 0, 0]
    assert camp.due("awake") == camp.due("nights") == []
    camp.table.happen(ev.GaugeSet(who=camp.hook, gauge="fatigue", to=33))
    camp.wait("1 s")
    assert camp.due("nights") == [8 * DAY + 8 * HOUR]
    camp.table.play(do.PassTime(until="morning"))
    assert camp.gauges("fatigue") == [0, 1, 0]
    camp.table.play(do.PassTime(until="morning"))
    assert camp.gauges("fatigue") == [0, 0, 0]
    camp.table.play(do.StayAwake(who=(camp.rat,), hours=26))
    assert camp.gauges("fatigue") == [0, 0, 2]


@pytest.mark.rule("PHA-18")
def test_pha_18_by_the_house_rule_everybody_sleeps_at_night() -> None:
    """Nobody has to be told: a week tires nobody, and who is kept awake 26 hours is tired until the next night."""
    camp = Camp(clock=20 * HOUR)
    camp.table.switch("phases.sleepsAtNight", True)
    camp.wait("1 week")
    assert camp.gauges("fatigue") == [0, 0, 0]
    assert camp.due("awake") == []
    camp.table.play(do.StayAwake(who=(camp.rat,), hours=26))
    assert camp.gauges("fatigue") == [0, 0, 2]
    camp.wait("1 h")
    assert camp.gauges("fatigue") == [0, 0, 3]
    camp.table.play(do.Sleep(who=(camp.rat,), hours=1))
    assert camp.gauges("fatigue") == [0, 0, 0]
    camp.wait("3 days")
    assert camp.gauges("fatigue") == [0, 0, 0]


@pytest.mark.rule("PHA-18")
def test_pha_18_the_unconscious_are_not_awake() -> None:
    """The hours before count, those without consciousness do not."""
    camp = Camp()
    camp.wait("20 h")
    camp.table.play(Afflict(who=(camp.hook,), condition="unconscious"))
    camp.wait("10 h")
    camp.table.play(do.Rouse(who=camp.hook))
    camp.wait("5 h")
    assert camp.gauges("fatigue") == [11, 1, 11]


@pytest.mark.rule("PHA-18", "PHA-73")
def test_pha_18_a_sleep_that_is_interrupted_goes_on() -> None:
    """A healing test falls due in the night: half of it is slept by then, and the rest after it."""
    camp = Camp()
    camp.wait("20 h")
    camp.wounded(1)
    camp.wait("20 h")
    assert camp.gauges("fatigue") == [16, 16, 16]
    sleep = do.Sleep(who=(camp.doc, camp.hook, camp.rat), hours=6)
    assert camp.table.alone(sleep) == ["healing_test", "time_passes"]
    assert camp.now == 44 * HOUR
    assert camp.gauges("fatigue") == [0, 0, 0]
    assert camp.table.alone(Settle(), *FAIL) == ["time_passes"]
    camp.table.play(Settle())
    assert camp.now == 46 * HOUR
    assert camp.due("asleep") == []


@pytest.mark.rule("PHA-18")
def test_pha_18_recovering_takes_a_phase_of_the_clock() -> None:
    """A level in 3 seconds, not of those that lack of sleep has brought."""
    camp = Camp()
    camp.table.happen(
        ev.GaugeSet(who=camp.hook, gauge="fatigue", to=3),
        ev.GaugeSet(who=camp.hook, gauge="sleepless", to=2),
    )
    camp.table.play(do.Recover(who=camp.hook))
    assert (camp.now, camp.gauges("fatigue")) == (3, [0, 2, 0])
    assert camp.table.refused(do.Recover(who=camp.hook)) == "phases.not_tired"


# ---- under water


@pytest.mark.rule("PHA-11", "PHA-16")
def test_pha_16_breath_lasts_for_its_rounds() -> None:
    """Stamina 5, no Swimming, no Athletics: 5 rounds of 12 s; then drowning starts, with one last test to grab at."""
    camp = Camp()
    camp.table.play(do.HoldBreath(who=camp.hook))
    assert camp.due("breath") == [60]
    camp.wait("59 s")
    assert camp.table.combatant(camp.hook).memo.get("floundering") is None
    camp.wait("1 s")
    assert camp.table.combatant(camp.hook).memo["floundering"] == "drowning"
    notice = camp.table.system.notices(camp.table.context)[0]
    assert notice.title == "Drowning"
    assert camp.table.refused(do.HoldBreath(who=camp.hook)) == "phases.is_drowning"
    assert camp.table.refused(do.Swim(who=camp.hook)) == "phases.is_drowning"
    camp.table.play(do.Swim(who=camp.hook, grip=True), 6, 6, 6)
    assert camp.table.combatant(camp.hook).memo.get("floundering") is None


@pytest.mark.rule("PHA-16")
def test_pha_16_who_comes_up_in_time_does_not_drown() -> None:
    """By the game master's word, or pulled out."""
    camp = Camp()
    camp.table.play(do.HoldBreath(who=camp.hook))
    camp.table.play(EndRunning(running="breath", who=camp.hook))
    camp.table.play(do.HoldBreath(who=camp.rat))
    camp.table.play(do.Rouse(who=camp.rat))
    camp.wait("1 h")
    for who in (camp.hook, camp.rat):
        assert camp.table.combatant(who).memo.get("floundering") is None


@pytest.mark.rule("PHA-11", "PHA-16")
@pytest.mark.parametrize("phases", [1, 5, 20])
def test_pha_16_breath_is_counted_in_a_fight_too(phases: int) -> None:
    """5 rounds are 20 phases: over when phase 21 begins, in one go or phase by phase; or in the seconds after it."""
    made = duel()
    made.table.play(do.HoldBreath(who=made.mark))
    for _ in range(20 // phases):
        assert made.table.combatant(made.mark).memo.get("floundering") is None
        made.table.play(do.PassTime(phases=phases))
    assert made.table.context.state.round == 21
    assert made.table.combatant(made.mark).memo["floundering"] == "drowning"
    made = duel()
    made.table.play(do.HoldBreath(who=made.mark))
    made.table.play(do.PassTime(phases=9))
    made.table.play(Finish())
    made.table.play(do.PassTime(for_="29 s"))
    assert made.table.combatant(made.mark).memo.get("floundering") is None
    made.table.play(do.PassTime(for_="1 s"))
    assert made.table.combatant(made.mark).memo["floundering"] == "drowning"


# ---- words and the fight


@pytest.mark.rule("PHA-11")
def test_pha_11_phases_between_fights_are_three_seconds_each() -> None:
    """In a fight a time is so many phases, one begun a whole one, and no moment is meant."""
    camp = Camp()
    camp.table.play(do.PassTime(phases=20))
    assert camp.now == MINUTE
    camp.wait("1 round")
    assert camp.now == MINUTE + 12
    assert camp.table.refused(do.PassTime(phases=1, for_="1 h")) == "rules.clock.say_one"
    assert (
        camp.table.refused(do.PassTime(to="next", phases=0, until="noon")) == "rules.clock.say_one"
    )
    made = duel()
    made.table.play(ask.PassTime(for_="1 min"))
    assert made.table.context.state.round == 21
    made.table.play(do.PassTime(for_="2 rounds"))
    assert made.table.context.state.round == 29
    made.table.play(do.PassTime(for_="4 s"))
    assert made.table.context.state.round == 31
    assert made.table.refused(do.PassTime(for_="2 h")) == "phases.bad_phases"
    assert made.table.refused(do.PassTime(until="noon")) == "rules.clock.in_fight"
    assert made.table.refused(do.PassTime(to="next")) == "rules.clock.in_fight"


@pytest.mark.rule("PHA-63")
def test_pha_63_only_what_is_of_the_firefight_ends_with_it() -> None:
    """COOL that held and stances are over; who is unconscious, In Shock or tired stays so."""
    made = duel({"stances": ("ducking",)})
    lasting = ("unconscious", "incapacitated", "in_shock", "prone")
    for key in lasting:
        made.table.suffer(made.mark, key)
    made.table.suffer(made.who, "cool_held")
    made.table.happen(ev.GaugeSet(who=made.who, gauge="fatigue", to=2))
    made.table.play(Finish())
    assert all(made.table.combatant(made.mark).has(key) for key in lasting)
    shooter = made.table.combatant(made.who)
    assert not shooter.has("cool_held")
    assert not shooter.has("ducking")
    assert shooter.gauges["fatigue"] == 2
    made.table.play(Next())
    assert made.table.combatant(made.who).has("cool_held")


@pytest.mark.rule("PHA-11", "PHA-70")
@pytest.mark.parametrize(("left", "phase"), [(36, 13), (35, 13), (34, 13), (33, 12), (9, 4)])
def test_pha_70_seconds_are_phases_in_the_next_fight_and_seconds_again(
    left: int, phase: int
) -> None:
    """Due in 35 s when it begins: at the start of phase 13, 36 s on; after two phases it is due in 29 s again."""
    table = Phased()
    one, two = table.join("One", side="pc"), table.join("Two")
    table.hurt(one, "torso", 4)
    table.play(do.PassTime(for_="1 h"))
    table.play(Afflict(who=(one,), condition="in_shock"))
    table.play(do.PassTime(for_=f"{5 * MINUTE - left} s"))
    begun = table.context.state.clock
    table.play(Next(), *PASS, *FAIL)
    known = table.combatant(one).condition("in_shock")
    assert known is not None
    assert known.count == phase
    table.play(Next())
    table.phase()
    table.play(Finish())
    (shock,) = [each for each in table.combatant(one).running if each.kind == "shock"]
    assert table.context.state.clock == begun + 6
    assert shock.due == begun + left
    assert two in table.context.state.combatants


@pytest.mark.rule("PHA-70")
def test_pha_70_a_fight_that_goes_on_counts_what_the_clock_has_left() -> None:
    """Finished by mistake or not: after 30 s the same fight goes on, and its test is ten phases sooner."""
    made = duel()
    made.table.hurt(made.mark, "torso", 5)
    made.table.play(Afflict(who=(made.mark,), condition="in_shock"))
    made.table.play(Finish())
    made.table.play(Next())
    known = made.table.combatant(made.mark).condition("in_shock")
    assert known == Condition(key="in_shock", count=21)
    made.table.play(Finish())
    made.table.play(do.PassTime(for_="30 s"))
    made.table.play(Next())
    known = made.table.combatant(made.mark).condition("in_shock")
    assert known == Condition(key="in_shock", count=11)


@pytest.mark.rule("PHA-70", "PHA-72")
def test_pha_70_what_is_due_falls_due_in_the_fight_and_once() -> None:
    """Due in 3 s: with phase 2, and after the fight an interval from there; at once: with the next phase."""
    for left, phase in ((3, 2), (0, 2)):
        table = Phased()
        one, two = table.join("One", side="pc"), table.join("Two")
        table.hurt(one, "torso", 4)
        table.play(do.PassTime(for_="1 h"))
        table.play(Afflict(who=(one,), condition="in_shock"))
        rest = 5 * MINUTE - left
        if left:
            table.play(do.PassTime(for_=f"{rest} s"))
        else:
            table.happen(ev.ClockSet(to=table.context.state.clock + rest))
        begun = table.context.state.clock
        table.play(Next(), *PASS, *FAIL)
        table.play(Next())
        table.phase(*PASS)
        assert table.context.state.round == phase
        table.play(Finish())
        (shock,) = [each for each in table.combatant(one).running if each.kind == "shock"]
        assert shock.due == begun + 3 * (phase - 1) + 5 * MINUTE
        assert two in table.context.state.combatants


@pytest.mark.rule("PHA-63", "PHA-64", "PHA-70")
def test_what_outlasts_the_fight_is_kept_of_it() -> None:
    """T10 *The fight is over, the effect is not*: each goes on with what was left of it, counted from the end."""
    made = duel()
    for key, count in (("in_shock", 101), ("incapacitated", 41)):
        made.table.suffer(made.mark, key, count=count)
    for key in ("unconscious", "cool_held", "off_balance"):
        made.table.suffer(made.mark, key)
    made.table.play(do.PassTime(phases=1))
    made.table.play(Finish())
    after = made.table.system.aftermath(made.table.context, made.mark)
    kept = {each.key: each.count for each in after.combatant.conditions}
    assert kept == {"in_shock": 99, "incapacitated": 39, "unconscious": None}
    assert {key: after.notes[key] for key in kept} == {
        "in_shock": "until first aid",
        "incapacitated": "until its minutes are over",
        "unconscious": "until woken",
    }
    assert {each.kind for each in after.combatant.running} >= {"shock", "incapacitated"}


@pytest.mark.rule("PHA-77")
def test_pha_77_magazines_are_filled_between_fights_in_one_step() -> None:
    """The text counts no spares: 7 of 10 and 12 of 30 are full again; in a fight each reload is an action."""
    made = duel()
    spent = {"ammo.heavy_pistol": 7, "ammo.smg": 12}
    made.table.happen(
        *(ev.GaugeSet(who=made.who, gauge=key, to=rounds) for key, rounds in spent.items())
    )
    assert made.table.refused(ask.Refill()) == "rules.refill.in_fight"
    made.table.play(Finish())
    made.table.play(ask.Refill())
    assert [made.table.gauge(made.who, key) for key in spent] == [10, 30]
    assert made.table.refused(ask.Refill(who=(made.who,))) == "rules.refill.full"


@pytest.mark.rule("PHA-63")
def test_pha_63_nobody_comes_to_by_the_clock_while_phases_are_played() -> None:
    """The minutes are the least: with 6 s of them left when a fight begins, it is out until its end, by any step."""
    for steps in ((ask.Next(),) * 12, (do.PassTime(phases=6),)):
        table = Phased()
        one, other = table.join("One", side="pc"), table.join("Other", side="foe")
        table.play(do.PassTime(for_="1 h"))
        table.suffer(one, "incapacitated", count=11)
        table.play(do.PassTime(for_="24 s"))
        table.play(Next(), *PASS)
        known = table.combatant(one).condition("incapacitated")
        assert known is not None
        assert known.count == 3
        for step in steps:
            table.play(step)
        assert table.context.state.round > 3
        assert table.combatant(one).has("incapacitated")
        table.play(Finish())
        assert not table.combatant(one).has("incapacitated")
        assert other in table.context.state.combatants


@pytest.mark.rule("PHA-63")
def test_pha_63_cool_that_held_outside_a_firefight_holds_for_the_moment() -> None:
    """Two wounds of one mine ask once; the next mine asks again."""
    camp = Camp()
    mine = do.Harm(who=camp.hook, place="torso", damage=1)
    camp.table.play(mine, *PASS)
    camp.table.play(do.Harm(who=camp.hook, place="left_arm", damage=1))
    camp.wait("3 s")
    camp.table.play(do.Harm(who=camp.hook, place="right_arm", damage=1), *PASS)


@pytest.mark.rule("PHA-18", "PHA-65", "PHA-73")
def test_what_is_offered_between_fights() -> None:
    """A night's sleep; surgery for a bad wound until it is made; taking a Critical limb off."""
    camp = Camp()
    camp.wounded(5, "left_arm")

    def offers(who: CombatantId) -> list[str]:
        table = camp.table
        return [each.text for each in table.system.action_options(table.context, who)]

    assert {"Sleep 8 h", "Surgery: Hook, Left arm"} <= set(offers(camp.doc))
    assert any("Left arm" in each for each in offers(camp.hook))
    camp.table.play(do.Surgery(who=camp.doc, patient=camp.hook, place="left_arm"), *PASS)
    assert "Surgery: Hook, Left arm" not in offers(camp.doc)
