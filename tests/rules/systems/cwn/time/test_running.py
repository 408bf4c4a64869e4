"""What runs on the campaign's clock under the CWN rules: dying, coming to, care, nights, drugs. CWN-45r to CWN-64."""

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.engine.time.clock import DAY, HOUR, MINUTE
from encounter_gui.rules.model.commands import (
    Adjust,
    Afflict,
    Command,
    EndRunning,
    Finish,
    Flag,
    Join,
    Next,
    PassTime,
    Remove,
    SetAutomation,
    Settle,
    TakeOn,
    Waive,
)
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.view.scene.time import RunningRow
from tests.helpers.lines import asked
from tests.rules.systems.cwn.bout import Bout

TEN = 10 * MINUTE


BY_THE_LETTER = ev.SwitchSet(key="cwn.sleepsAtNight", to=False)
"""A night is a good one only for those who are told to rest."""


class Camp(Bout):
    """A party between fights, day 1 at midnight."""

    def begin_between(self) -> None:
        """It is no fight, but time."""
        self.happen(ev.StageSet(to="between"), BY_THE_LETTER)

    def wait(self, for_: str, *faces: int) -> None:
        """Lets so much time pass, with these dice."""
        self.play(PassTime(for_=for_), *faces)

    def until(self, moment: str, *faces: int) -> None:
        """Lets time pass to a moment, with these dice."""
        self.play(PassTime(until=moment), *faces)

    def fell(self, who: CombatantId) -> None:
        """Takes more hit points than anybody has."""
        self.play(Adjust(who=(who,), change="-99"))

    @property
    def now(self) -> int:
        """The second of the clock."""
        return self.context.state.clock

    def rows(self, who: CombatantId) -> dict[str, RunningRow]:
        """What runs because of somebody, by kind."""
        view = self.system.time(self.context)
        return {each.kind: each for each in view.rows if who in each.who}

    def told(self) -> str:
        """The log lines of the last gesture."""
        return " / ".join(self.context.texts.sentence(each) for each in self.labels)


@pytest.fixture
def camp() -> Camp:
    """The party's time between fights."""
    made = Camp()
    made.begin_between()
    return made


@pytest.fixture
def bout() -> Camp:
    """A table for fights."""
    return Camp()


# ------------------------------------------------------------------ dying


@pytest.mark.rule("CWN-59")
@pytest.mark.parametrize(("seconds", "dead"), [(35, False), (36, True)])
def test_outside_of_a_fight_the_clock_kills(camp: Camp, seconds: int, dead: bool) -> None:
    """Six rounds of 6 s after the fall are 36 s: not one second less."""
    ann = camp.pc("Ann")
    camp.fell(ann)
    camp.wait(f"{seconds} s")
    assert camp.has(ann, "dead") is dead
    assert camp.has(ann, "mortally_wounded") is not dead


@pytest.mark.rule("CWN-59")
def test_a_row_says_when_death_comes(camp: Camp) -> None:
    """It is deadly, in 36 s, and the game master may end it: then she will live, frail."""
    ann = camp.pc("Ann")
    camp.fell(ann)
    row = camp.rows(ann)["dying"]
    assert (row.due, row.ends, row.is_deadly, row.rule) == (36, 36, True, "CWN-59")
    assert row.end_text == "dead in 36 s"
    assert row.can_end
    camp.play(EndRunning(running="dying", who=ann, note="a paramedic"))
    assert (camp.has(ann, "stable"), camp.has(ann, "frail")) == (True, True)
    assert set(camp.rows(ann)) == {"waking"}


@pytest.mark.rule("CWN-59")
def test_the_rounds_of_the_fight_are_counted(bout: Camp) -> None:
    """Fallen in round 1, the fight over in round 3: the end of round 7 is 24 s after that of round 3."""
    ann = bout.pc("Ann")
    bout.npc("Foe", hp=50)
    bout.start()
    bout.fell(ann)
    while bout.context.state.round < 3:
        bout.next()
    bout.play(Finish())
    assert bout.now == 18
    assert bout.rows(ann)["dying"].due == 42
    bout.wait("23 s")
    assert not bout.has(ann, "dead")
    bout.wait("1 s")
    assert bout.has(ann, "dead")


@pytest.mark.rule("CWN-59")
def test_a_fight_takes_up_the_count_and_gives_it_back(bout: Camp) -> None:
    """35 s to live when the fight begins: dead with the end of round 6, at 36 s; after round 2 24 s are left."""
    ann = bout.pc("Ann")
    bout.pc("Bob")
    bout.npc("Foe", hp=50)
    bout.happen(ev.StageSet(to="between"), BY_THE_LETTER)
    bout.fell(ann)
    bout.wait("1 s")
    bout.happen(ev.StageSet(to="ready"))
    bout.start()
    assert not bout.combatant(ann).running
    while bout.context.state.round < 2:
        bout.next()
    bout.play(Finish())
    assert bout.rows(ann)["dying"].due == 1 + 36
    assert bout.now == 1 + 12


@pytest.mark.rule("CWN-59")
@pytest.mark.parametrize(("lived", "last"), [(5, 6), (6, 5), (30, 1), (31, 1)])
def test_the_fight_kills_in_the_round_in_which_it_is_due(bout: Camp, lived: int, last: int) -> None:
    """A wound from before counts on in the rounds, also where it is older than six rounds of this fight."""
    ann = bout.pc("Ann")
    bout.pc("Bob")
    bout.npc("Foe", hp=50)
    bout.happen(ev.StageSet(to="between"), BY_THE_LETTER)
    bout.fell(ann)
    bout.wait(f"{lived} s")
    bout.happen(ev.StageSet(to="ready"))
    bout.start()
    while bout.context.state.round < last:
        bout.next()
    assert not bout.has(ann, "dead")
    while bout.context.state.round == last:
        bout.next()
    assert bout.has(ann, "dead")


@pytest.mark.rule("CWN-59")
def test_a_fight_that_goes_on_counts_what_has_passed_since(bout: Camp) -> None:
    """Fallen in round 1, over in round 2; 12 s later it goes on: two of the rounds are gone, 18 s are left."""
    ann = bout.pc("Ann")
    bout.npc("Foe", hp=50)
    bout.start()
    bout.fell(ann)
    while bout.context.state.round < 2:
        bout.next()
    bout.play(Finish())
    bout.wait("12 s")
    bout.play(Next())
    assert bout.context.state.stage == "running"
    while bout.context.state.round < 5:
        bout.next()
    assert not bout.has(ann, "dead")
    while bout.context.state.round == 5:
        bout.next()
    assert bout.has(ann, "dead")


@pytest.mark.rule("CWN-59")
@pytest.mark.parametrize(("last", "dead"), [(6, False), (7, True)])
def test_the_round_in_which_a_fight_ends_counts_as_a_whole(
    bout: Camp, last: int, dead: bool
) -> None:
    """T10: fallen in round 1, dead with the end of round 7, also where the fight ends with it; a fight that goes on
    does not bring anybody back.
    """
    ann = bout.pc("Ann")
    bout.pc("Bob")
    bout.npc("Foe", hp=50)
    bout.start()
    bout.fell(ann)
    while bout.context.state.round < last:
        bout.next()
    bout.play(Finish())
    assert bout.has(ann, "dead") is dead
    assert set(bout.rows(ann)) == (set() if dead else {"dying"})
    bout.play(Next())
    assert bout.has(ann, "dead") is dead
    assert bout.has(ann, "mortally_wounded") is not dead


@pytest.mark.rule("CWN-59")
def test_damage_kills_who_is_dying_and_nothing_runs_any_more(camp: Camp) -> None:
    ann = camp.pc("Ann")
    camp.fell(ann)
    camp.fell(ann)
    assert camp.has(ann, "dead")
    assert camp.rows(ann) == {}


# ------------------------------------------------------------------ stabilizing


@pytest.mark.rule("CWN-60")
@pytest.mark.parametrize(("seconds", "difficulty"), [(0, 8), (5, 8), (6, 9), (12, 10), (35, 13)])
def test_stabilizing_is_harder_with_every_six_seconds(
    camp: Camp, seconds: int, difficulty: int
) -> None:
    """With a medkit 8 and the full rounds since the fall, by the clock as in a fight."""
    medic, ann = camp.pc("Medic", heal=1, items=["medkit"]), camp.pc("Ann")
    camp.fell(ann)
    if seconds:
        camp.wait(f"{seconds} s")
    command = do.Stabilize(who=medic, patient=ann)
    assert camp.play(command, 1, 1)["difficulty"] == difficulty


@pytest.mark.rule("CWN-60")
def test_a_helper_tries_once_in_six_seconds(camp: Camp) -> None:
    """Another helper may in the same round; the first again in the next."""
    medic, other, ann = camp.pc("Medic", items=["medkit"]), camp.pc("Other"), camp.pc("Ann")
    camp.fell(ann)
    kit = do.Stabilize(who=medic, patient=ann)
    camp.play(kit, 1, 1)
    assert camp.refused(kit) == "cwn.tried_this_round"
    camp.play(do.Stabilize(who=other, patient=ann, tool="none"), 1, 1)
    camp.wait("5 s")
    assert camp.refused(kit) == "cwn.tried_this_round"
    camp.wait("1 s")
    camp.play(kit, 6, 6)
    assert camp.has(ann, "stable")


@pytest.mark.rule("CWN-60")
def test_after_the_fight_a_round_lasts_six_seconds_too(bout: Camp) -> None:
    medic, ann = bout.pc("Medic", items=["medkit"]), bout.pc("Ann")
    bout.npc("Foe", hp=50)
    bout.start()
    bout.fell(ann)
    kit = do.Stabilize(who=medic, patient=ann)
    bout.play(kit, 1, 1)
    bout.play(Finish())
    assert bout.refused(kit) == "cwn.tried_this_round"
    bout.wait("6 s")
    assert bout.play(kit, 6, 6)["difficulty"] == 9


@pytest.mark.rule("CWN-60")
@pytest.mark.parametrize(("wait", "tried"), [("", True), ("1 s", False)])
def test_a_fight_that_goes_on_knows_who_has_tried_in_its_round(
    bout: Camp, wait: str, tried: bool
) -> None:
    """With no second past it is still the same round; else another one."""
    medic, ann = bout.pc("Medic", items=["medkit"]), bout.pc("Ann")
    bout.npc("Foe", hp=50)
    bout.start()
    bout.fell(ann)
    bout.play(do.Stabilize(who=medic, patient=ann), 1, 1)
    bout.play(Finish())
    if wait:
        bout.wait(wait)
    bout.play(Next())
    assert bool(bout.gauge(medic, "tried")) is tried


@pytest.mark.rule("CWN-59")
def test_who_joins_a_fight_dying_has_the_rounds_that_are_left(bout: Camp) -> None:
    """12 s left when the first round of a fight is on: they are counted from its end."""
    bout.pc("Bob")
    bout.npc("Foe", hp=50)
    camp = Camp()
    camp.begin_between()
    ann = camp.pc("Ann")
    camp.fell(ann)
    camp.wait("24 s")
    bout.start()
    bout.play(Join(combatants=(camp.combatant(ann),)), *[])
    (joined,) = [one.id for one in bout.context.state.combatants.values() if one.name == "Ann"]
    assert bout.combatant(joined).condition("mortally_wounded")
    assert not bout.combatant(joined).running


@pytest.mark.rule("CWN-60")
def test_a_trauma_patch_is_used_up_between_fights_as_well(camp: Camp) -> None:
    """6 and the full rounds since: 12 s later 8."""
    medic, ann = camp.pc("Medic", items=["trauma_patch"]), camp.pc("Ann")
    camp.fell(ann)
    camp.wait("12 s")
    patch = do.Stabilize(who=medic, patient=ann, tool="patch")
    assert camp.play(patch, 1, 1)["difficulty"] == 8
    assert camp.gauge(medic, "ammo.trauma_patch") == 0
    camp.wait("6 s")
    assert camp.refused(patch) == "cwn.no_patch"


@pytest.mark.rule("CWN-45r")
@pytest.mark.parametrize(("seconds", "rests"), [(HOUR - 1, True), (HOUR, False)])
def test_an_armor_stabilizes_once_an_hour_of_the_clock(
    camp: Camp, seconds: int, rests: bool
) -> None:
    """The end of the scene gives nothing back, the hour does."""
    one = camp.pc("Op", items=["biostabilizer"])
    camp.fell(one)
    camp.play(do.Biostabilize(who=one), 6, 6)
    assert camp.has(one, "stable")
    camp.play(do.Refresh())
    camp.wait(f"{seconds} s")
    camp.play(Afflict(who=(one,), condition="mortally_wounded"))
    if rests:
        assert camp.refused(do.Biostabilize(who=one)) == "cwn.biostabilizer_used"
    else:
        camp.play(do.Biostabilize(who=one), 1, 1)


@pytest.mark.rule("CWN-45r")
def test_the_hour_of_an_armor_goes_on_after_the_fight(bout: Camp) -> None:
    """Used in round 1, over in round 2: 600 rounds from the first are 3600 s from the beginning."""
    one = bout.pc("Op", items=["biostabilizer"])
    bout.npc("Foe", hp=50)
    bout.start()
    bout.fell(one)
    bout.play(do.Biostabilize(who=one), 6, 6)
    while bout.context.state.round < 2:
        bout.next()
    bout.play(Finish())
    used = bout.combatant(one).condition("biostabilizer_used")
    assert used is not None
    assert used.until is not None
    assert used.until.at == HOUR


# ------------------------------------------------------------------ coming to


@pytest.mark.rule("CWN-58")
@pytest.mark.rule("CWN-60")
@pytest.mark.parametrize(("key", "frail"), [("unconscious", False), ("stable", True)])
def test_ten_minutes_later_they_come_to(camp: Camp, key: str, frail: bool) -> None:
    """With 1 HP, the stabilized frail; not a second before."""
    ann = camp.pc("Ann")
    camp.put(ann, "hp", 0)
    camp.play(Afflict(who=(ann,), condition=key))
    camp.wait("599 s")
    assert (camp.hp(ann), camp.has(ann, key)) == (0, True)
    camp.wait("1 s")
    assert (camp.hp(ann), camp.has(ann, key), camp.has(ann, "frail")) == (1, False, frail)
    assert camp.rows(ann) == {}


@pytest.mark.rule("CWN-58")
def test_waking_is_the_same_by_its_word_and_by_the_clock(camp: Camp) -> None:
    """T2: "revive" lets exactly the rest of the ten minutes pass, for everybody."""
    ann, bob = camp.pc("Ann"), camp.pc("Bob")
    for one, wait in ((ann, "4 min"), (bob, "")):
        camp.put(one, "hp", 0)
        camp.play(Afflict(who=(one,), condition="unconscious"))
        if wait:
            camp.wait(wait)
    before = camp.context
    camp.play(do.Revive(who=bob))
    by_word = camp.context.state
    assert (camp.now, camp.hp(ann), camp.hp(bob)) == (14 * MINUTE, 1, 1)
    camp.context = before
    camp.wait("10 min")
    assert camp.context.state == by_word
    assert camp.refused(do.Revive(who=bob)) == "cwn.not_unconscious"


@pytest.mark.rule("CWN-58")
def test_who_is_out_at_the_end_of_a_fight_wakes_by_the_clock(bout: Camp) -> None:
    """Ten minutes from the end of the round in which it ended; Finish says so."""
    one, foe = bout.pc("Op", items=["club"]), bout.npc("Foe", hp=2)
    bout.start()
    bout.strike(one, foe, 15, 4, nonlethal=True)
    bout.play(Finish())
    assert "Unconscious" in bout.told()
    assert bout.rows(foe)["waking"].due == 6 + TEN
    bout.wait("10 min")
    assert bout.hp(foe) == 1


@pytest.mark.rule("CWN-64")
def test_a_coma_has_no_ten_minutes(camp: Camp) -> None:
    """Brain damage: until prosthetic cyber is in; then the ten minutes begin."""
    ann = camp.pc("Ann")
    camp.put(ann, "hp", 0)
    camp.play(Afflict(who=(ann,), condition="stable"))
    camp.happen(ev.LocationSet(who=ann, location="head", level=4, marks=("brain_damage",)))
    camp.wait("1 day")
    assert camp.has(ann, "stable")
    assert camp.refused(do.Revive(who=ann)) == "cwn.in_coma"
    camp.play(do.Rest(who=(ann,), nights=9))
    assert (camp.hp(ann), camp.has(ann, "stable")) == (0, True)
    camp.happen(ev.LocationSet(who=ann, location="head", level=0, marks=()))
    camp.wait("599 s")
    assert camp.has(ann, "stable")
    camp.wait("1 s")
    assert (camp.hp(ann), camp.has(ann, "stable")) == (1, False)


# ------------------------------------------------------------------ a doctor within the hour


@pytest.mark.rule("CWN-64")
@pytest.mark.parametrize("comes", [False, True])
def test_internal_damage_kills_within_the_hour_without_a_doctor(camp: Camp, comes: bool) -> None:
    """Dead within an hour without a street doctor; with one the coma is left."""
    ann = camp.pc("Ann")
    camp.put(ann, "hp", 0)
    camp.play(Afflict(who=(ann,), condition="stable"))
    camp.happen(ev.LocationSet(who=ann, location="torso", level=4, marks=("internal_damage",)))
    camp.wait("59 min")
    row = camp.rows(ann)["deadly_injury"]
    assert (row.is_deadly, row.end_text) == (True, "dead in 1 min")
    if comes:
        camp.play(EndRunning(running="deadly_injury", key="internal_damage", who=ann))
    camp.wait("61 min")
    assert camp.has(ann, "dead") is not comes
    assert camp.rows(ann) == {}


@pytest.mark.rule("CWN-64")
def test_a_gut_wound_weakens_without_a_doctor_and_kills_nobody(camp: Camp) -> None:
    ann = camp.pc("Ann")
    camp.play(Adjust(who=(ann,), change="-1"))
    camp.happen(ev.LocationSet(who=ann, location="torso", level=4, marks=("gut_wound",)))
    camp.play(Flag(who=(ann,), flag="named"))
    assert not camp.rows(ann)["injury"].is_deadly
    camp.wait("1 h")
    assert "Constitution" in camp.told()
    assert not camp.has(ann, "dead")
    assert camp.rows(ann) == {}


# ------------------------------------------------------------------ major injuries that are still owed


@pytest.mark.rule("CWN-63")
def test_a_major_injury_save_is_owed_after_finish_and_after_time(bout: Camp) -> None:
    """Neither the end of the fight nor time between fights takes it away; once it is rolled nothing is left of it."""
    ann = bout.pc("Ann")
    bout.npc("Foe", hp=50)
    bout.start()
    bout.play(Afflict(who=(ann,), condition="traumatized"))
    one_command(bout, do_fall(ann))
    assert owed(bout) == ["injury_save"]
    one_command(bout, Finish())
    assert owed(bout) == ["injury_save"]
    one_command(bout, do.Refresh())
    assert owed(bout) == ["injury_save"]
    bout.happen(ev.StageSet(to="between"), BY_THE_LETTER)
    one_command(bout, PassTime(for_="6 s"))
    assert owed(bout) == ["injury_save"]
    bout.play(Settle(), 20)
    assert owed(bout) == []
    assert not bout.has(ann, "traumatized")


@pytest.mark.rule("CWN-63")
def test_a_save_that_is_waived_between_fights_leaves_nothing_of_the_scene(camp: Camp) -> None:
    ann = camp.pc("Ann")
    camp.play(Afflict(who=(ann,), condition="traumatized"))
    one_command(camp, do_fall(ann))
    (save,) = camp.context.state.obligations
    camp.play(Waive(ids=(save.id,)))
    assert not camp.has(ann, "traumatized")


@pytest.mark.rule("CWN-63")
@pytest.mark.rule("CWN-59")
def test_an_owed_save_and_the_rounds_left_come_along_out_of_the_fight(bout: Camp) -> None:
    """Fallen in round 1 of one: 36 s after its end she dies, and until then the save is owed in the party's time."""
    ann = bout.pc("Ann")
    bout.npc("Foe", hp=50)
    bout.start()
    bout.play(Afflict(who=(ann,), condition="traumatized"))
    one_command(bout, do_fall(ann))
    one_command(bout, Finish())
    came = bout.system.aftermath(bout.context, ann).combatant
    assert not came.has("traumatized")
    camp = Camp()
    camp.begin_between()
    one_command(
        camp,
        TakeOn(
            combatants=(came,), clock=bout.now, fight="Pier", owed=bout.context.state.obligations
        ),
    )
    assert (camp.now, owed(camp)) == (6, ["injury_save"])
    assert camp.rows(ann)["dying"].due == 6 + 36
    one_command(camp, Settle(), 1, 11)
    assert owed(camp) == []
    assert camp.combatant(ann).locations["torso"].marks == ("cracked_ribs",)
    camp.wait("36 s")
    assert camp.has(ann, "dead")


@pytest.mark.rule("CWN-45s")
@pytest.mark.rule("CWN-45u")
@pytest.mark.rule("CWN-45r")
def test_what_lasts_an_hour_or_a_day_outlasts_the_fight(bout: Camp) -> None:
    """T10: drugs of an hour, the doses of the day, and an armour that has done its work; not what lasts a scene."""
    lurch = CarriedDef(item="lurch", values={"count": 4})
    one = bout.pc(
        "Op", heal=1, hp=40, items=["psycho", "avalanche", "olympus", "biostabilizer", lurch]
    )
    bout.npc("Foe", hp=50)
    bout.start()
    for drug in ("psycho", "avalanche", "olympus", "lurch"):
        bout.put(one, "main", 0)
        bout.play(do.Dose(who=one, patient=one, drug=drug), *([3] if drug == "lurch" else []))
    bout.fell(one)
    bout.play(do.Biostabilize(who=one), 6, 6)
    bout.play(Finish())
    came = bout.system.aftermath(bout.context, one)
    lasting = {each.key for each in came.combatant.conditions}
    assert lasting == {"psycho", "avalanche", "biostabilizer_used", "stable", "frail"}
    assert came.combatant.gauges["doses.lurch"] == 1
    assert "doses.lurch" in came.gauges


def do_fall(who: CombatantId) -> Command:
    return Adjust(who=(who,), change="-99")


def one_command(bout: Camp, command: Command, *faces: int) -> Outcome:
    """Plays a command alone: what is owed by it stays owed."""
    return bout.one_command(command, list(faces), [])


def owed(bout: Camp) -> list[str]:
    return [each.kind for each in bout.context.state.obligations]


# ------------------------------------------------------------------ first aid


@pytest.mark.rule("CWN-62")
def test_first_aid_takes_five_minutes(camp: Camp) -> None:
    """1d6 + Heal for 1 Strain once they are over, and not before: 3 + 2."""
    medic, ann = camp.pc("Medic", heal=2), camp.pc("Ann", hp=20)
    camp.put(ann, "hp", 5)
    camp.play(do.FirstAid(who=medic, patient=ann))
    row = camp.rows(ann)["first_aid"]
    assert (row.due, row.dice, row.what) == (5 * MINUTE, "1d6 + 2", "Medic gives first aid")
    camp.wait("299 s")
    assert camp.hp(ann) == 5
    camp.wait("1 s", 3)
    assert (camp.hp(ann), camp.gauge(ann, "strain"), camp.rows(ann)) == (10, 1, {})


@pytest.mark.rule("CWN-62")
def test_one_helper_treats_one_person_at_a_time(camp: Camp) -> None:
    """Two helpers treat two at once; nobody is treated by two."""
    medic, other = camp.pc("Medic", heal=0), camp.pc("Other", heal=1)
    ann, bob = camp.pc("Ann"), camp.pc("Bob")
    for one in (ann, bob):
        camp.put(one, "hp", 1)
    camp.play(do.FirstAid(who=medic, patient=ann))
    assert camp.refused(do.FirstAid(who=medic, patient=bob)) == "cwn.treats_already"
    assert camp.refused(do.FirstAid(who=other, patient=ann)) == "cwn.is_treated"
    camp.play(do.FirstAid(who=other, patient=bob))
    camp.wait("1 h", 2, 3)
    assert (camp.hp(ann), camp.hp(bob), camp.now) == (3, 5, HOUR)


@pytest.mark.rule("CWN-62")
def test_the_step_goes_on_by_itself_after_the_die(camp: Camp) -> None:
    """The clock stands at the moment the die belongs to until it is rolled."""
    medic, ann = camp.pc("Medic", heal=0), camp.pc("Ann")
    camp.put(ann, "hp", 1)
    camp.play(do.FirstAid(who=medic, patient=ann))
    one_command(camp, PassTime(for_="1 h"))
    assert (camp.now, owed(camp)) == (5 * MINUTE, ["first_aid", "time_passes"])
    camp.play(Settle(), 4)
    assert (camp.now, camp.hp(ann), owed(camp)) == (HOUR, 5, [])


@pytest.mark.rule("CWN-62")
@pytest.mark.rule("CWN-45u")
def test_panacea_is_given_at_once_and_heals_at_the_end(camp: Camp) -> None:
    """Twice as much, 6 at least; the dose is gone when it is begun, so that nobody else begins with it."""
    medic, other = camp.pc("Medic", heal=0, items=["panacea"]), camp.pc("Other", heal=0)
    ann, bob = camp.pc("Ann"), camp.pc("Bob")
    for one in (ann, bob):
        camp.put(one, "hp", 1)
    camp.play(do.FirstAid(who=medic, patient=ann, panacea=True))
    assert camp.rows(ann)["first_aid"].dice == "2 × 1d6"
    with_panacea = do.FirstAid(who=other, patient=bob, panacea=True)
    assert camp.refused(with_panacea) == "cwn.no_panacea"
    camp.wait("5 min", 2)
    assert camp.hp(ann) == 7


@pytest.mark.rule("CWN-62")
def test_first_aid_that_has_lost_its_object_asks_for_no_die(camp: Camp) -> None:
    """Healed meanwhile, the helper gone or down: nothing is rolled, and no Strain taken."""
    medic, ann = camp.pc("Medic"), camp.pc("Ann")
    camp.put(ann, "hp", 1)
    camp.play(do.FirstAid(who=medic, patient=ann))
    start = camp.context
    camp.play(Adjust(who=(ann,), change="=12"))
    camp.wait("5 min")
    assert camp.gauge(ann, "strain") == 0
    camp.context = start
    camp.play(Remove(who=(medic,)))
    assert camp.rows(ann) == {}
    camp.wait("5 min")
    camp.context = start
    camp.fell(medic)
    camp.play(EndRunning(running="dying", who=medic))
    camp.wait("5 min")
    assert camp.hp(ann) == 1


@pytest.mark.rule("CWN-62")
def test_a_fight_interrupts_first_aid_and_a_night(camp: Camp) -> None:
    medic, ann = camp.pc("Medic"), camp.pc("Ann")
    camp.npc("Foe")
    camp.put(ann, "hp", 1)
    camp.play(do.FirstAid(who=medic, patient=ann))
    camp.happen(ev.StageSet(to="ready"))
    camp.start()
    camp.play(Finish())
    camp.wait("5 min")
    assert camp.hp(ann) == 1


# ------------------------------------------------------------------ nights


@pytest.mark.rule("CWN-62")
def test_a_night_is_one_rest_of_the_whole_party(camp: Camp) -> None:
    """T3: four rest, and the clock moves by one night: 22:00 to 8:00. Hit points by level, 1 Strain less."""
    four = [camp.pc(f"Op {level}", level=level, hp=30) for level in (1, 2, 3, 4)]
    for one in four:
        camp.put(one, "hp", 10)
        camp.put(one, "strain", 2)
    camp.until("day 1 22:00")
    camp.play(do.Rest(who=tuple(four)))
    assert camp.now == DAY + 8 * HOUR
    assert [camp.hp(one) for one in four] == [11, 12, 13, 14]
    assert [camp.gauge(one, "strain") for one in four] == [1, 1, 1, 1]


@pytest.mark.rule("CWN-62")
def test_there_is_one_good_night_a_day(camp: Camp) -> None:
    """Resting again in the morning lasts to the next one; a night that begins at 3:00 has eight hours."""
    ann = camp.pc("Ann", level=2, hp=30)
    camp.put(ann, "hp", 1)
    camp.until("day 1 03:00")
    camp.play(do.Rest(who=(ann,)))
    assert (camp.now, camp.hp(ann)) == (11 * HOUR, 3)
    camp.play(do.Rest(who=(ann,)))
    assert (camp.now, camp.hp(ann)) == (DAY + 8 * HOUR, 5)
    camp.play(do.Rest(who=(ann,)))
    assert (camp.now, camp.hp(ann)) == (2 * DAY + 8 * HOUR, 7)


@pytest.mark.rule("CWN-62")
def test_who_slept_in_the_day_has_had_the_night_of_it(camp: Camp) -> None:
    """8:00 rested, then from 9:00 on again: not before the next morning."""
    ann = camp.pc("Ann", level=1, hp=30)
    camp.put(ann, "hp", 1)
    camp.play(do.Rest(who=(ann,)))
    assert camp.now == 8 * HOUR
    camp.wait("1 h")
    camp.play(do.Rest(who=(ann,)))
    assert (camp.now, camp.hp(ann)) == (DAY + 8 * HOUR, 3)


@pytest.mark.rule("CWN-62")
def test_nights_one_by_one_are_as_many_at_once(camp: Camp) -> None:
    """T2: three nights in one command, or three commands of one."""
    ann, bob = camp.pc("Ann", level=2, hp=30), camp.pc("Bob", level=1, hp=9)
    for one in (ann, bob):
        camp.put(one, "hp", 1)
        camp.put(one, "strain", 2)
    start = camp.context
    camp.play(do.Rest(who=(ann, bob), nights=3))
    at_once = camp.context.state
    camp.context = start
    for _ in range(3):
        camp.play(do.Rest(who=(ann, bob)))
    assert camp.context.state == at_once
    assert (camp.hp(ann), camp.hp(bob), camp.gauge(ann, "strain")) == (7, 4, 0)


@pytest.mark.rule("CWN-61")
def test_the_frail_heal_after_a_week_of_rest(camp: Camp) -> None:
    """Seven nights, in one or several rests; the eighth heals."""
    ann = camp.pc("Ann", level=3, hp=20)
    camp.put(ann, "hp", 1)
    camp.play(Afflict(who=(ann,), condition="frail"))
    camp.play(do.Rest(who=(ann,), nights=4))
    camp.play(do.Rest(who=(ann,), nights=2))
    assert (camp.hp(ann), camp.has(ann, "frail")) == (1, True)
    camp.play(do.Rest(who=(ann,)))
    assert (camp.hp(ann), camp.has(ann, "frail")) == (1, False)
    camp.play(do.Rest(who=(ann,)))
    assert camp.hp(ann) == 4


@pytest.mark.rule("CWN-61", "CWN-62")
def test_by_the_house_rule_every_night_is_a_good_one(camp: Camp) -> None:
    """Level 3 heals three a night and loses a System Strain; the frail after seven; no night heals twice."""
    camp.switch("cwn.sleepsAtNight", True)
    ann, bo = camp.pc("Ann", hp=20, level=3), camp.pc("Bo", hp=20, level=3)
    for who in (ann, bo):
        camp.put(who, "hp", 1)
        camp.put(who, "strain", 2)
    camp.play(Afflict(who=(bo,), condition="frail"))
    camp.until("day 2 07:59")
    assert (camp.hp(ann), camp.gauge(ann, "strain")) == (
        4,
        1,
    )  # the morning of day 1: eight hours from midnight
    camp.until("day 2 08:00")
    assert (camp.hp(ann), camp.gauge(ann, "strain"), camp.hp(bo)) == (7, 0, 1)
    camp.play(do.Rest(who=(ann,)))
    assert (camp.now, camp.hp(ann)) == (2 * DAY + 8 * HOUR, 10)
    camp.until("day 8 08:00")
    assert (camp.hp(ann), camp.hp(bo), camp.has(bo, "frail")) == (20, 4, False)


@pytest.mark.rule("CWN-62")
def test_the_morning_after_a_fight_at_midnight_is_healed(camp: Camp) -> None:
    """A fight that was over at 00:00:24 leaves a good night until 08:00; one at 02:00 sleeps until 10:00."""
    camp.switch("cwn.sleepsAtNight", True)
    ann = camp.pc("Ann", hp=20, level=3)
    camp.happen(ev.ClockSet(to=24))
    camp.put(ann, "hp", 1)
    camp.wait("1 s")
    camp.until("day 1 08:00")
    assert camp.hp(ann) == 4
    late = camp.pc("Late", hp=20, level=3)
    camp.happen(ev.ClockSet(to=DAY + 2 * HOUR))
    camp.put(late, "hp", 1)
    camp.wait("1 s")
    camp.until("day 2 09:59")
    assert camp.hp(late) == 1
    camp.until("day 2 10:01")
    assert camp.hp(late) == 4


@pytest.mark.rule("CWN-61")
def test_time_alone_is_no_rest(camp: Camp) -> None:
    """A week in which nobody rests heals nobody."""
    ann = camp.pc("Ann", hp=20)
    camp.put(ann, "hp", 1)
    camp.play(Afflict(who=(ann,), condition="frail"))
    camp.wait("8 days")
    assert (camp.hp(ann), camp.has(ann, "frail")) == (1, True)


@pytest.mark.rule("CWN-61")
def test_a_fight_breaks_the_week_of_rest(camp: Camp) -> None:
    ann = camp.pc("Ann", hp=20)
    camp.npc("Foe")
    camp.play(Afflict(who=(ann,), condition="frail"))
    camp.play(do.Rest(who=(ann,), nights=6))
    camp.happen(ev.StageSet(to="ready"))
    camp.start()
    camp.play(Finish())
    camp.happen(ev.StageSet(to="between"))
    camp.play(do.Rest(who=(ann,), nights=6))
    assert camp.has(ann, "frail")
    camp.play(do.Rest(who=(ann,)))
    assert not camp.has(ann, "frail")


@pytest.mark.rule("CWN-61")
def test_a_carer_ends_frailty_with_one_check(camp: Camp) -> None:
    """Heal against 10, once; it takes no time that the rule would say, and a week begun is forgotten with it."""
    medic, ann = camp.pc("Medic", heal=1), camp.pc("Ann", hp=20)
    camp.play(Afflict(who=(ann,), condition="frail"))
    camp.play(do.Rest(who=(ann,), nights=6))
    now = camp.now
    assert camp.play(do.Surgery(who=medic, patient=ann), 4, 5)["success"]
    assert (camp.now, camp.has(ann, "frail")) == (now, False)
    camp.play(Afflict(who=(ann,), condition="frail"))
    camp.play(do.Rest(who=(ann,)))
    assert camp.has(ann, "frail")


@pytest.mark.rule("CWN-62")
def test_what_is_due_in_the_night_is_settled_in_it(camp: Camp) -> None:
    """First aid begun before: its die is rolled five minutes on, then the night goes on to the morning."""
    medic, ann = camp.pc("Medic", heal=0), camp.pc("Ann", level=2, hp=20)
    camp.put(ann, "hp", 1)
    camp.until("day 1 23:00")
    camp.play(do.FirstAid(who=medic, patient=ann))
    camp.play(do.Rest(who=(medic, ann)), 4)
    assert (camp.now, camp.hp(ann), camp.gauge(ann, "strain")) == (DAY + 8 * HOUR, 7, 0)


@pytest.mark.rule("CWN-62")
@pytest.mark.rule("CWN-59")
def test_nobody_rests_who_is_dying_and_who_falls_in_the_night_has_no_good_one(camp: Camp) -> None:
    ann, bob = camp.pc("Ann", hp=20), camp.pc("Bob", hp=20)
    camp.put(bob, "hp", 5)
    camp.fell(ann)
    assert camp.refused(do.Rest(who=(ann, bob))) == "cwn.stabilize_first"
    camp.play(do.Rest(who=(bob,)))
    assert (camp.has(ann, "dead"), camp.hp(bob)) == (True, 6)
    assert camp.refused(do.Rest(who=(ann,))) == "cwn.target_dead"
    assert camp.refused(do.Rest(who=(bob,), nights=0)) == "cwn.no_night"
    assert camp.refused(do.Rest(who=(bob,), nights=400)) == "rules.clock.too_long"
    camp.happen(ev.StageSet(to="ended"))
    assert camp.refused(do.Rest()) == "rules.nobody_named"


@pytest.mark.rule("CWN-62")
@pytest.mark.parametrize("line", ["rest", "rest 1", "rest nights=1"])
def test_rest_that_names_nobody_is_of_the_whole_party(camp: Camp, line: str) -> None:
    """Typed with nobody selected: all who live of the players' people, and nobody else."""
    ann, bob, foe = camp.pc("Ann", hp=20), camp.pc("Bob", side="ally"), camp.npc("Foe", hp=9)
    for one in (ann, bob, foe):
        camp.put(one, "hp", 1)
    command = asked(camp, line)
    assert isinstance(command, do.Rest)
    camp.play(command)
    assert [camp.hp(one) for one in (ann, bob, foe)] == [2, 2, 1]


@pytest.mark.rule("CWN-62")
def test_care_is_typed_as_it_is_said(camp: Camp) -> None:
    """With the helper selected: "first aid ann"; "revive" with who lies there selected."""
    medic, ann = camp.pc("Medic"), camp.pc("Ann")
    command = do.FirstAid(who=medic, patient=ann)
    assert asked(camp, "first aid ann", (medic,)) == command
    assert asked(camp, "first_aid 2", (medic,)) == command
    assert asked(camp, "revive", (ann,)) == do.Revive(who=ann)
    assert asked(camp, "rest 7", (medic, ann)) == do.Rest(who=(medic, ann), nights=7)


@pytest.mark.rule("CWN-59")
@pytest.mark.parametrize("command", [PassTime(for_="8 h"), do.Rest(who=(CombatantId("bob_2"),))])
def test_a_night_is_a_step_for_rules_that_the_game_master_has_taken_in_hand(
    camp: Camp, command: Command
) -> None:
    """On "assist" a death by the clock is confirmed first, by whatever command the time passes."""
    ann, bob = camp.pc("Ann", hp=20), camp.pc("Bob", hp=20)
    assert bob == "bob_2"
    camp.play(SetAutomation(to="assist"))
    camp.fell(ann)
    assert camp.has(ann, "mortally_wounded")
    one_command(camp, command)
    assert not camp.has(ann, "dead")
    assert "proposed" in owed(camp)
    camp.play(Settle())
    assert camp.has(ann, "dead")
    assert camp.rows(ann) == {}


# ------------------------------------------------------------------ drugs


@pytest.mark.rule("CWN-45s")
def test_doses_count_for_the_day_of_the_clock(camp: Camp) -> None:
    """The second dose of a day asks for Heal 1; at midnight another day begins, rested or not."""
    lurch = CarriedDef(item="lurch", values={"count": 4})
    medic, ann = camp.pc("Medic", heal=0, items=[lurch]), camp.pc("Ann", hp=40)
    camp.put(ann, "hp", 1)
    camp.until("day 1 20:00")
    dose = do.Dose(who=medic, patient=ann, drug="lurch")
    camp.play(dose, 4)
    assert camp.rows(ann)["doses"].due == DAY
    camp.until("day 1 23:59")
    assert camp.refused(dose) == "cwn.heal_for_dose"
    camp.until("day 2 00:00")
    camp.play(dose, 4)
    assert camp.hp(ann) == 9


@pytest.mark.rule("CWN-45s")
def test_doses_of_a_fight_count_on_after_it(bout: Camp) -> None:
    """Nothing that lasts a day ends with the fight."""
    lurch = CarriedDef(item="lurch", values={"count": 4})
    medic, ann = bout.pc("Medic", heal=0, items=[lurch]), bout.pc("Ann", hp=40)
    bout.npc("Foe", hp=50)
    bout.start()
    bout.put(ann, "hp", 1)
    dose = do.Dose(who=medic, patient=ann, drug="lurch")
    bout.play(dose, 4)
    bout.play(Finish())
    assert bout.refused(dose) == "cwn.heal_for_dose"
    assert bout.rows(ann)["doses"].due == DAY


@pytest.mark.rule("CWN-45u")
def test_an_hour_of_a_drug_outlasts_the_fight_to_the_second(bout: Camp) -> None:
    """Avalanche in round 1 of two: at 3600 s the hit points above the most are gone."""
    one = bout.pc("Op", hp=12, items=["avalanche"])
    bout.npc("Foe", hp=50)
    bout.start()
    bout.play(do.Dose(who=one, patient=one, drug="avalanche"))
    while bout.context.state.round < 2:
        bout.next()
    bout.play(Finish())
    assert bout.hp(one) == 22
    bout.wait(f"{HOUR - 12 - 1} s")
    assert bout.hp(one) == 22
    bout.wait("1 s")
    assert (bout.hp(one), bout.has(one, "avalanche"), bout.now) == (12, False, HOUR)


@pytest.mark.rule("CWN-45u")
def test_a_drug_taken_between_fights_lasts_an_hour(camp: Camp) -> None:
    one = camp.pc("Op", items=["psycho"])
    camp.play(do.Dose(who=one, patient=one, drug="psycho"))
    camp.wait("3599 s")
    assert camp.has(one, "psycho")
    camp.wait("1 s")
    assert not camp.has(one, "psycho")


@pytest.mark.rule("CWN-45t")
def test_what_lasts_a_scene_ends_with_finish_or_a_night(camp: Camp) -> None:
    """Boneshaker: 2 Strain at its end; a good night then takes 1."""
    one = camp.pc("Op", items=["boneshaker"], constitution=12)
    camp.play(do.Dose(who=one, patient=one, drug="boneshaker"))
    camp.wait("1 h")
    assert camp.has(one, "boneshaker")
    camp.play(do.Rest(who=(one,)))
    assert (camp.has(one, "boneshaker"), camp.gauge(one, "strain")) == (False, 1)


# ------------------------------------------------------------------ beside the fight


@pytest.mark.rule("CWN-62")
def test_after_a_fight_care_acts_at_once_and_moves_no_clock(bout: Camp) -> None:
    """Only the party's time between fights is moved by it."""
    medic, ann = bout.pc("Medic", heal=0), bout.pc("Ann", level=2, hp=30)
    bout.npc("Foe", hp=50)
    bout.start()
    bout.play(Finish())
    bout.put(ann, "hp", 1)
    now = bout.now
    bout.play(do.FirstAid(who=medic, patient=ann), 3)
    bout.play(do.Rest(who=(ann,)))
    assert (bout.hp(ann), bout.now) == (6, now)


@pytest.mark.rule("CWN-58")
def test_an_old_state_has_its_running_things_once_time_passes(camp: Camp) -> None:
    """A party that was saved before there was a clock: who lies there wakes ten minutes from now."""
    ann = camp.pc("Ann")
    camp.happen(
        ev.GaugeSet(who=ann, gauge="hp", to=0),
        ev.ConditionAdded(who=ann, condition=Condition(key="unconscious")),
    )
    assert camp.combatant(ann).running == ()
    camp.wait("10 min")
    assert camp.hp(ann) == 1


@pytest.mark.rule("CWN-58")
@pytest.mark.parametrize(("left", "round_"), [(30, 6), (31, 7), (6, 2)])
def test_who_is_due_to_wake_in_a_fight_does_so_in_its_round(
    bout: Camp, left: int, round_: int
) -> None:
    """T2: 30 s after the beginning round 6 begins; the rounds of a fight are time like any other."""
    ann = bout.pc("Ann")
    bout.pc("Bob")
    bout.npc("Foe", hp=50)
    bout.put(ann, "hp", 0)
    bout.happen(ev.StageSet(to="between"), BY_THE_LETTER)
    bout.play(Afflict(who=(ann,), condition="unconscious"))
    bout.wait(f"{TEN - left} s")
    bout.happen(ev.StageSet(to="ready"))
    bout.start()
    while bout.context.state.round < round_:
        assert bout.has(ann, "unconscious")
        bout.next()
    assert (bout.hp(ann), bout.has(ann, "unconscious")) == (1, False)
    assert "Ann comes to" in bout.told().replace("*", "")
    assert not bout.combatant(ann).running


@pytest.mark.rule("CWN-58")
def test_the_last_round_of_a_fight_wakes_as_well(bout: Camp) -> None:
    """It counts as a whole: due 6 s after the beginning of a fight of one round."""
    ann = bout.pc("Ann")
    bout.pc("Bob")
    bout.npc("Foe", hp=50)
    bout.put(ann, "hp", 0)
    bout.happen(ev.StageSet(to="between"), BY_THE_LETTER)
    bout.play(Afflict(who=(ann,), condition="unconscious"))
    bout.wait(f"{TEN - 6} s")
    bout.happen(ev.StageSet(to="ready"))
    bout.start()
    bout.play(Finish())
    assert (bout.hp(ann), bout.has(ann, "unconscious")) == (1, False)


@pytest.mark.rule("CWN-45u")
def test_what_is_over_with_the_last_round_does_not_wait_for_another(bout: Camp) -> None:
    """T10: an hour that ends with the round in which the fight does is over with it."""
    one = bout.pc("Op", items=["psycho"])
    bout.npc("Foe", hp=50)
    bout.happen(ev.StageSet(to="between"), BY_THE_LETTER)
    bout.play(do.Dose(who=one, patient=one, drug="psycho"))
    bout.wait("3594 s")
    bout.happen(ev.StageSet(to="ready"))
    bout.start()
    assert bout.has(one, "psycho")
    bout.play(Finish())
    assert (bout.now, bout.has(one, "psycho")) == (3600, False)
