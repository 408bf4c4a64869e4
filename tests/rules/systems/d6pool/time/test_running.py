"""What runs on the campaign's clock between fights: bleeding, waking, natural healing, first aid.

The cases are worked out by hand from the sentences of the rules; each names its rule.
"""

from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Duration, Running
from encounter_gui.rules.model.commands import (
    Adjust,
    Afflict,
    Care,
    EndRunning,
    Finish,
    Next,
    PassTime,
    Relieve,
    SetAutomation,
    TakeOn,
    Waive,
)
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.view.scene.time import RunningRow
from tests.helpers.table import Table

MINUTE, HOUR, DAY = 60, 3_600, 86_400


class Party:
    """Hook (Strength 3, Health 9, Pain Resistance 4) and Doc (Medicine 4), between fights at second 0."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.hook = self.join("Hook", strength=3, pain_resistance=4)
        self.doc = self.join("Doc", strength=4, medicine=4)
        table.happen(ev.StageSet(to="between"))

    def join(self, name: str, **sheet: Any) -> CombatantId:
        return self.table.join(name, side="pc", **sheet)

    def at(self, th: int, *, bleeds: bool = False, who: CombatantId | None = None) -> None:
        """Hook has so much Temporary Health, and bleeds or does not."""
        who = who or self.hook
        self.table.play(Adjust(who=(who,), change=f"={th}"))
        if not bleeds and self.table.combatant(who).has("bleeding"):
            self.table.play(Relieve(who=(who,), condition="bleeding"))

    def passes(self, time: str, *faces: int) -> None:
        self.table.play(PassTime(for_=time), *faces)

    def runs(self, kind: str, who: CombatantId | None = None) -> Running | None:
        running = self.table.combatant(who or self.hook).running
        return next((each for each in running if each.kind == kind), None)

    def due(self, kind: str, who: CombatantId | None = None) -> int:
        found = self.runs(kind, who)
        assert found is not None, kind
        return found.due

    @property
    def rows(self) -> tuple[RunningRow, ...]:
        """The rows of the page."""
        return self.table.system.time(self.table.context).rows

    def row(self, kind: str) -> RunningRow:
        """The first row of a kind."""
        return next(each for each in self.rows if each.kind == kind)

    @property
    def clock(self) -> int:
        return self.table.context.state.clock

    @property
    def th(self) -> int:
        return self.table.gauge(self.hook)

    @property
    def said(self) -> str:
        """All that the last gesture wrote into the log."""
        return " | ".join(self.table.context.texts.sentence(each) for each in self.table.labels)


@pytest.fixture
def party(table: Table) -> Party:
    """Two of the players' characters between fights."""
    return Party(table)


# ---- bleeding


@pytest.mark.rule("D6P-43")
def test_who_bleeds_loses_a_wound_a_minute(party: Party) -> None:
    """D6P-43: 1 wound per minute: 59 s none, 60 s one, 3 min 30 s three."""
    party.at(0, bleeds=True)
    party.passes("59 s")
    assert party.th == 0
    party.passes("1 s")
    assert party.th == -1
    party.passes("2 min 30 s")
    assert (party.th, party.due("bleeding")) == (-3, 4 * MINUTE)
    assert party.said.count("bleeds") == 1  # what comes again and again is told once
    assert "Hook bleeds: Temporary Health −3" in party.said


@pytest.mark.rule("D6P-44")
def test_death_ends_all_that_runs(party: Party) -> None:
    """D6P-43, D6P-44: Health 9 at 0: dead at −9 after nine minutes; then nothing runs for him."""
    party.at(0, bleeds=True)
    row = party.row("bleeding")
    assert (row.ends, row.is_deadly, row.end_text) == (9 * MINUTE, True, "dead in 9 min")
    party.passes("8 min 59 s")
    assert not character.is_dead(party.table.combatant(party.hook))
    party.passes("2 h")
    assert (party.th, party.clock) == (-9, 8 * MINUTE + 59 + 2 * HOUR)
    assert "Hook bleeds to death" in party.said
    assert not party.table.combatant(party.hook).running


@pytest.mark.rule("D6P-43")
def test_the_end_of_a_bleeding_by_the_game_master(party: Party) -> None:
    """D6P-48: ended by hand on the page, the bleeding itself is over."""
    party.at(0, bleeds=True)
    party.table.play(EndRunning(running="bleeding", who=party.hook, note="a tourniquet"))
    assert not party.table.combatant(party.hook).has("bleeding")
    assert party.runs("bleeding") is None


# ---- waking


@pytest.mark.rule("D6P-45")
def test_one_may_wake_once_an_hour_against_less_each_time(party: Party) -> None:
    """D6P-45: Pain Resistance 4: 30 − 5 × 1 = 25 after the first hour, 20 after the second, 15 after the third."""
    party.at(-2)
    assert party.row("waking").dice == "4d6 ≥ 25"
    party.passes("1 h", 6, 6, 6, 6)
    assert "24 against 25" in party.said
    assert party.row("waking").dice == "4d6 ≥ 20"
    party.passes("59 min")
    party.passes("1 min", 5, 5, 5, 4)
    party.passes("1 h", 3, 4, 4, 4)
    assert "15 against 15" in party.said
    assert party.table.combatant(party.hook).has("awake_weak")
    assert party.runs("waking") is None
    party.passes("6 h")


@pytest.mark.rule("D6P-45")
def test_nobody_tries_twice_in_an_hour(party: Party) -> None:
    """D6P-45: once per hour: what was tried by command is not owed again when the hour falls due."""
    party.at(-2)
    party.passes("1 h", 1, 1, 1, 1)
    assert party.table.refused(do.Wake(who=party.hook, hours=1)) == "d6pool.hour_not_over"
    party.table.play(do.Wake(who=party.hook, hours=2), 1, 1, 1, 1)
    assert party.clock == 2 * HOUR
    party.passes("30 min")
    assert party.table.refused(do.Wake(who=party.hook, hours=2)) == "d6pool.hour_not_over"


@pytest.mark.rule("D6P-45")
def test_to_wake_after_three_hours_is_to_try_three_times(party: Party) -> None:
    """D6P-45: asked for the third hour, the first and the second are tried on the way."""
    party.at(-2)
    party.table.play(do.Wake(who=party.hook, hours=3), *[1] * 4, *[1] * 4, *[4] * 4)
    assert party.clock == 3 * HOUR
    assert party.table.combatant(party.hook).has("awake_weak")


@pytest.mark.rule("D6P-45")
def test_nobody_is_watched_over_for_ever(party: Party) -> None:
    """A million hours are a slip of the finger: refused, and no time passes."""
    party.at(-2)
    assert party.table.refused(do.Wake(who=party.hook, hours=1_000_000)) == "rules.clock.too_long"
    assert party.table.refused(do.Wake(who=party.hook, hours=0)) == "d6pool.no_hour_gone"
    assert party.clock == 0


@pytest.mark.rule("D6P-45")
def test_hours_count_from_the_fall_in_a_fight(table: Table) -> None:
    """D6P-45: fallen in turn 2 of a fight of four: an hour later is 3590 s after its end."""
    party = Party(table)
    table.happen(ev.StageSet(to="ready"))
    party.join("Third", strength=4, dexterity=1)
    table.begin(3, 3, 3)
    table.next_turn(3, 3, 3)
    party.at(-2)
    for _ in range(2):
        table.next_turn(3, 3)
    table.play(Finish())
    assert (party.clock, party.due("waking")) == (20, 10 + HOUR)
    party.passes("59 min 50 s", 1, 1, 1, 1)
    assert "against 25" in party.said
    party.passes("1 h", 1, 1, 1, 1)
    assert "against 20" in party.said


@pytest.mark.rule("D6P-45")
def test_an_hour_goes_on_through_a_fight(table: Table) -> None:
    """D6P-45: 5 s before the hour is over a fight of three turns begins: it is tried as turn 2 begins, against 25."""
    party = Party(table)
    party.join("Third", strength=4, dexterity=1)
    party.at(-2)
    party.passes("59 min 55 s")
    table.happen(ev.StageSet(to="ready"))
    table.begin(3, 3)
    table.play(Next())
    table.play(Next(), 1, 1, 1, 1)
    assert table.context.state.round == 2
    assert "against 25" in party.said
    table.play(Next(), 3, 3)
    table.next_turn(3, 3)
    table.play(Finish())
    assert (party.clock, party.due("waking")) == (HOUR + 10, 2 * HOUR)
    party.passes("1 h", 1, 1, 1, 1)
    assert "against 20" in party.said


@pytest.mark.rule("D6P-45")
def test_a_new_fall_counts_its_own_hours(table: Table) -> None:
    """D6P-45: up again in a fight and down again in it: the hours begin anew."""
    party = Party(table)
    party.join("Third", strength=4, dexterity=1)
    party.at(-2)
    party.passes("30 min")
    table.happen(ev.StageSet(to="ready"))
    table.begin(3, 3)
    party.at(3)
    party.at(-1)
    table.play(Finish())
    assert party.due("waking") == party.clock + HOUR


@pytest.mark.rule("D6P-45")
def test_above_zero_nobody_has_to_wake(party: Party) -> None:
    """D6P-45: whose TH rises above 0 is awake and merely wounded."""
    party.at(-2)
    party.passes("30 min")
    party.at(1)
    assert party.runs("waking") is None
    party.at(-1)
    assert party.due("waking") == party.clock + HOUR


# ---- natural healing


@pytest.mark.rule("D6P-47")
def test_wounds_heal_once_a_day(party: Party) -> None:
    """D6P-47: Strength 3 dice + TH 4 ≥ Health 9: 5 is enough, and 1d6 wounds are cured."""
    party.at(4)
    assert party.row("healing").dice == "3d6 + 4 ≥ 9"
    party.passes("23 h 59 min")
    party.passes("1 min", 1, 2, 2, 3)
    assert (party.th, party.due("healing")) == (7, 2 * DAY)
    party.passes("24 h", 1, 1, 1, 6)  # 3 + 7 ≥ 9; not above Health
    assert party.th == 9
    assert party.runs("healing") is None


@pytest.mark.rule("D6P-47")
def test_a_failed_day_cures_nothing(party: Party) -> None:
    """D6P-47: 4 + TH 4 < Health 9: no dice are cured, and the next day is another."""
    party.at(4)
    party.passes("24 h", 1, 1, 2)
    assert (party.th, party.due("healing")) == (4, 2 * DAY)


@pytest.mark.rule("D6P-47")
def test_in_care_each_half_day_and_the_log_says_whose(party: Party) -> None:
    """D6P-47: each half day with medical attention: 12 h and 24 h after Doc began, by Doc's name."""
    party.at(4)
    party.table.play(Care(who=(party.hook,), by=party.doc))
    assert party.row("healing").what == "heals in Doc’s care, each half day"
    party.passes("12 h", 1, 2, 2, 1)
    assert "Hook heals in Doc’s care" in party.said
    assert (party.th, party.due("healing")) == (5, DAY)
    party.passes("12 h", 1, 1, 2, 1)
    assert party.th == 6


@pytest.mark.rule("D6P-47")
def test_care_that_begins_and_ends_in_the_day(party: Party) -> None:
    """D6P-47: half a day of care counts from its beginning, and is never later than the day would have been."""
    party.at(4)
    party.passes("20 h")
    party.table.play(Care(who=(party.hook,), by=party.doc))
    assert party.due("healing") == DAY  # the day is over before half a day of care is
    party.passes("4 h", 1, 1, 1)
    assert party.due("healing") == DAY + DAY // 2
    party.passes("6 h")
    party.table.play(Care(who=(party.hook,)))
    assert party.due("healing") == 2 * DAY
    party.table.play(Care(who=(party.hook,), by=party.doc))
    assert party.due("healing") == DAY + 6 * HOUR + DAY // 2
    party.table.play(Care(who=(party.hook,)))
    assert party.due("healing") == 2 * DAY  # however often it is said, a day is a day


@pytest.mark.rule("D6P-47")
def test_unattended_at_zero_it_only_gets_worse(party: Party) -> None:
    """D6P-47: TH −1 + 12 ≥ 9: no change; 3 dice of 3 + −1 < 9: 1d6 more wounds. The hours' tests come between."""
    party.at(-1)
    waking = [1] * 4
    party.passes("5 h", *waking * 5)
    awake = [6] * 4
    party.passes("1 h", *awake)
    party.passes("18 h", 4, 4, 4)
    assert party.th == -1
    party.passes("24 h", 1, 1, 1, 4)
    assert party.th == -5
    assert not party.table.combatant(party.hook).has("bleeding")  # no new set of wounds


@pytest.mark.rule("D6P-47")
def test_in_care_the_dying_heal(party: Party) -> None:
    """D6P-47: TH −2 with 12 rolled ≥ 9, in care: 1d6 = 4 cured, TH 2, awake, and no hour is tried any more."""
    party.at(-2)
    party.table.play(Care(who=(party.hook,), by=party.doc))
    party.passes("11 h", *[1] * 4, *[1] * 4, *[6] * 4)  # awake in the third hour
    party.passes("1 h", 4, 4, 4, 4)
    assert party.th == 2
    assert character.derived_keys(party.table.combatant(party.hook)) == ("wounded",)


@pytest.mark.rule("D6P-47")
def test_a_bad_night_kills(party: Party) -> None:
    """D6P-44, D6P-47: TH −5, Health 9, a failure of 4 wounds: dead, and nothing runs."""
    party.at(-5)
    party.table.play(do.Wake(who=party.hook, hours=2), *[1] * 4, *[6] * 4)
    party.passes("22 h", 1, 1, 1, 4)
    assert character.is_dead(party.table.combatant(party.hook))
    assert not party.table.combatant(party.hook).running


@pytest.mark.rule("D6P-47")
def test_a_carer_who_falls_gives_no_care(party: Party) -> None:
    """D6P-47: medical attention is given by somebody awake; with Doc down it is a day again."""
    party.at(4)
    party.table.play(Care(who=(party.hook,), by=party.doc))
    assert party.due("healing") == DAY // 2
    party.at(0, who=party.doc)
    assert party.due("healing") == DAY


@pytest.mark.rule("D6P-47")
def test_enemies_heal_only_in_somebodys_care(party: Party) -> None:
    """D6P-48: nobody rolls for the enemies that were left lying, unless somebody looks after one."""
    foe = party.table.join("Ganger", strength=4)
    party.at(5, who=foe)
    assert party.runs("healing", foe) is None
    assert party.table.refused(do.Heal(who=foe)) == "d6pool.not_healing"
    party.table.play(Care(who=(foe,), by=party.doc))
    assert party.due("healing", foe) == DAY // 2


# ---- a rest


@pytest.mark.rule("D6P-47")
def test_four_people_rest_once_and_not_once_a_head(party: Party) -> None:
    """T3, D6P-47: four who rest a day do so in one day, each with their own dice."""
    more = [party.join(name, strength=3) for name in ("Ash", "Brandt", "Cole")]
    everybody = (party.hook, *more)
    for who in everybody:
        party.at(6, who=who)
    party.table.play(do.Heal(who=party.hook), *[1, 1, 1, 1] * 4)
    assert party.clock == DAY
    for who in more:
        party.table.play(do.Heal(who=who))
    assert party.clock == DAY
    assert [party.table.gauge(who) for who in everybody] == [7, 7, 7, 7]
    party.table.play(do.Heal(who=party.hook), *[1, 1, 1, 1] * 4)
    assert party.clock == 2 * DAY


@pytest.mark.rule("D6P-47")
def test_a_rest_is_the_same_as_the_time_it_takes(party: Party, texts: Any, ruleset: Any) -> None:
    """T2, D6P-47: `heal` and `pass_time` of a day end in the same state, but for who asked for the rest."""
    party.at(4)
    other = Party(Table(party.table.system, ruleset, texts))
    other.at(4)
    party.table.play(do.Heal(who=party.hook), 2, 2, 2, 3)
    other.passes("1 day", 2, 2, 2, 3)
    mine, theirs = (each.table.combatant(each.hook) for each in (party, other))
    assert (mine.gauges, mine.running) == (theirs.gauges, theirs.running)
    assert party.clock == other.clock == DAY


@pytest.mark.rule("D6P-47")
def test_care_has_to_be_somebodys(party: Party) -> None:
    """D6P-47: attended between fights means that somebody who is there looks after the patient."""
    party.at(4)
    assert party.table.refused(do.Heal(who=party.hook, attended=True)) == "d6pool.no_carer"
    party.table.play(Care(who=(party.hook,), by=party.doc))
    party.table.play(do.Heal(who=party.hook, attended=True), 2, 2, 2, 3)
    assert (party.clock, party.th) == (DAY // 2, 7)
    party.at(9)
    assert party.table.refused(do.Heal(who=party.hook)) == "d6pool.patient_unhurt"


@pytest.mark.rule("D6P-47")
def test_nobody_looks_after_the_dead_nor_do_they(party: Party) -> None:
    """D6P-40, D6P-47: the dead are neither patients nor carers, and who is dead is said."""
    party.at(-12)
    for who, by in ((party.hook, party.doc), (party.doc, party.hook)):
        assert party.table.refused(Care(who=(who,), by=by)) == "rules.clock.no_care_of_dead"
    party.table.play(Care(who=(party.hook,)))


@pytest.mark.rule("D6P-12")
def test_what_needs_a_turn_says_between_fights_that_there_are_none(party: Party) -> None:
    """Between fights N starts nothing: what is refused there does not say so."""
    party.at(4)
    assert party.table.refused(do.Wait(who=party.hook)) == "rules.clock.no_fight"


# ---- first aid


@pytest.mark.rule("D6P-46")
def test_first_aid_takes_a_turn_and_stops_a_bleeding(party: Party) -> None:
    """D6P-46: one full turn of 5 s, then Medicine 4 dice + TH −2 ≥ 9: it stops, and leaves TH as it is."""
    party.at(-2, bleeds=True)
    party.table.play(do.FirstAid(who=party.doc, patient=party.hook), 2, 3, 3, 3)
    assert (party.clock, party.th) == (5, -2)
    assert not party.table.combatant(party.hook).has("bleeding")
    assert "the bleeding stops" in party.said
    assert party.runs("bleeding") is None
    assert party.runs("waking") is not None


@pytest.mark.rule("D6P-46")
def test_first_aid_comes_before_the_wound_of_the_same_second(party: Party) -> None:
    """D6P-43, D6P-46: 5 s before the wound is due first aid begins: TH is read before it is lost, as in a turn."""
    party.at(-2, bleeds=True)
    party.passes("55 s")
    party.table.play(do.FirstAid(who=party.doc, patient=party.hook), 2, 3, 3, 3)
    assert party.clock == MINUTE
    assert not party.table.combatant(party.hook).has("bleeding")


@pytest.mark.rule("D6P-46")
def test_first_aid_cures_who_does_not_bleed_once_for_these_wounds(party: Party) -> None:
    """D6P-46: else it cures 1d6 wounds, not above Health; one attempt per set of wounds."""
    party.at(6)
    party.table.play(do.FirstAid(who=party.doc, patient=party.hook), 1, 1, 1, 1, 2)
    assert (party.th, party.clock) == (8, 5)
    aid = do.FirstAid(who=party.doc, patient=party.hook)
    assert party.table.refused(aid) == "d6pool.aid_tried"
    party.table.play(Adjust(who=(party.hook,), change="-1"))  # a new set
    party.table.play(aid, 1, 1, 1, 1, 6)
    assert (party.th, party.clock) == (9, 10)


@pytest.mark.rule("D6P-46")
def test_only_a_doctor_may_try_again_to_stop_a_bleeding(table: Table) -> None:
    """D6P-46: a doctor with proper equipment may roll once more, a turn later; others may not."""
    party = Party(table)
    doctor = party.join("Surgeon", strength=3, medicine=5, doctor=True)
    party.at(-2, bleeds=True)
    table.play(do.FirstAid(who=doctor, patient=party.hook), *[1] * 5)
    assert table.refused(do.FirstAid(who=party.doc, patient=party.hook)) == "d6pool.aid_tried"
    table.play(do.FirstAid(who=doctor, patient=party.hook), *[3] * 5)
    assert party.clock == 10
    assert not table.combatant(party.hook).has("bleeding")
    assert table.refused(do.FirstAid(who=doctor, patient=party.hook)) == "d6pool.aid_tried"


@pytest.mark.rule("D6P-46")
def test_the_turn_of_first_aid_that_is_interrupted_goes_on(party: Party) -> None:
    """D6P-45, D6P-46: an hour that is over in the turn of the first aid is tried in it; the rest of it passes."""
    party.at(-2)
    party.passes("59 min 57 s")
    party.table.play(
        do.FirstAid(who=party.doc, patient=party.hook), *[3, 3, 3, 3], 1, *[1, 1, 1, 1]
    )
    assert (party.clock, party.th) == (HOUR + 2, -1)


@pytest.mark.rule("D6P-46")
def test_first_aid_of_the_unconscious_and_for_the_dead_is_refused(party: Party) -> None:
    """D6P-43, D6P-44: no time passes, and the refusal says why."""
    party.at(-9)
    aid = do.FirstAid(who=party.doc, patient=party.hook)
    assert party.table.refused(aid) == "d6pool.patient_dead"
    party.at(-2)
    party.at(0, who=party.doc)
    assert party.table.refused(aid) == "d6pool.is_out"
    assert party.clock == 0


# ---- out of a fight and back


@pytest.mark.rule("D6P-43")
def test_a_bleeding_has_the_same_seconds_in_a_fight_and_on_the_clock(table: Table) -> None:
    """D6P-43: due in 35 s as a fight begins, it is due at the end of its turn 7; finished in turn 3, 20 s later."""
    party = Party(table)
    party.join("Third", strength=4, dexterity=1)
    party.at(0, bleeds=True)
    party.passes("25 s")
    table.happen(ev.StageSet(to="ready"))
    table.begin(3, 3)
    bleeding = table.combatant(party.hook).condition("bleeding")
    assert bleeding is not None
    assert bleeding.count == 7
    assert party.runs("bleeding") is None
    for _ in range(2):
        table.next_turn(3, 3)
    table.play(Finish())
    assert (party.clock, party.due("bleeding")) == (40, MINUTE)
    table.play(Next())
    bleeding = table.combatant(party.hook).condition("bleeding")
    assert bleeding is not None
    assert bleeding.count == 7
    while table.context.state.round < 8:
        table.play(Next(), *([3, 3] if not table.context.state.slots else []))
    assert party.th == -1
    table.play(Finish())
    assert party.due("bleeding") == 2 * MINUTE


@pytest.mark.rule("D6P-43")
def test_time_that_passes_before_a_fight_goes_on_is_taken_off_the_bleeding(table: Table) -> None:
    """D6P-43: finished in turn 1 with 60 s to go; after 30 s the fight goes on: turn 7 is the one."""
    party = Party(table)
    party.join("Third", strength=4, dexterity=1)
    table.happen(ev.StageSet(to="ready"))
    table.begin(3, 3, 3)
    party.at(0, bleeds=True)
    table.play(Finish())
    assert party.due("bleeding") == 5 + MINUTE
    party.passes("30 s")
    table.play(Next())
    bleeding = table.combatant(party.hook).condition("bleeding")
    assert bleeding is not None
    assert bleeding.count == 7


@pytest.mark.rule("D6P-46")
def test_outside_the_time_between_fights_nothing_takes_time(table: Table) -> None:
    """D6P-45 to D6P-47: after a fight the commands are as they were, and say themselves what has passed."""
    party = Party(table)
    party.at(4)
    table.happen(ev.StageSet(to="ended"))
    table.play(do.Heal(who=party.hook), 2, 2, 2, 1)
    table.play(do.FirstAid(who=party.doc, patient=party.hook), 2, 2, 2, 2, 1)
    assert (party.clock, party.th) == (0, 6)


# ---- the end of a fight


@pytest.mark.rule("D6P-43")
@pytest.mark.rule("D6P-45")
def test_the_fight_is_over_and_what_runs_is_not(table: Table) -> None:
    """T10: Finish lists all that runs, each with its clock; what lasts an hour by the game master's word does so on."""
    party = Party(table)
    party.join("Third", strength=4, dexterity=1)
    table.happen(ev.StageSet(to="ready"))
    table.begin(3, 3, 3)
    party.at(-2, bleeds=True)
    party.at(7, who=party.doc)
    hour = Duration(kind="hour", count=1)
    table.play(Afflict(who=(party.doc,), condition="helpless", duration=hour))
    table.play(Afflict(who=(party.doc,), condition="prone"))
    table.play(Finish())
    rows = [(each.names, each.kind, each.key, each.due) for each in party.rows]
    assert rows == [
        ("Hook", "bleeding", "", 5 + MINUTE),
        ("Doc", "condition", "helpless", HOUR),
        ("Hook", "waking", "", 5 + HOUR),
        ("Hook", "healing", "", 5 + DAY),
        ("Doc", "healing", "", 5 + DAY),
    ]
    after = table.system.aftermath(table.context, party.doc)
    assert [each.key for each in after.combatant.conditions] == ["helpless"]
    assert after.over == ("Prone",)
    assert after.combatant.running == table.combatant(party.doc).running


@pytest.mark.rule("D6P-45")
def test_who_has_tried_to_wake_up_has_so_after_the_fight_as_well(table: Table) -> None:
    """D6P-45: tried by hand after the first hour, that hour is not owed again once the clock gets there."""
    party = Party(table)
    table.happen(ev.StageSet(to="ended"))
    party.at(-2)
    table.play(do.Wake(who=party.hook, hours=1), 1, 1, 1, 1)
    hook = table.system.aftermath(table.context, party.hook).combatant
    table.happen(ev.CombatantAdded(combatant=hook), ev.StageSet(to="between"))
    party.passes("1 h")
    party.passes("1 h", 1, 1, 1, 1)
    assert "against 20" in party.said


@pytest.mark.rule("D6P-47")
def test_whoever_comes_back_from_a_fight_is_cared_for_as_before(table: Table) -> None:
    """D6P-47: care that was said once goes on after a fight, without being said again."""
    party = Party(table)
    party.at(4)
    table.play(Care(who=(party.hook,), by=party.doc))
    hook = table.system.aftermath(table.context, party.hook).combatant
    table.play(TakeOn(combatants=(hook,), clock=10))
    assert table.combatant(party.hook).memo["cared_by"] == party.doc
    assert party.due("healing") == DAY // 2


# ---- what the prompt and the page say


@pytest.mark.rule("D6P-45")
@pytest.mark.rule("D6P-47")
def test_what_is_owed_says_its_dice_and_its_chance(party: Party) -> None:
    """D6P-45: 4d6 reach 15 in 575 of 1296 throws; D6P-47: 3d6 + 4 ≥ 9 in all but four of 216."""
    party.at(-2)
    kinds = party.table.system.obligation_kinds
    waking = kinds["waking"].of(party.hook, hours=3)
    assert kinds["waking"].sum(party.table.context, waking) == "4d6 ≥ 15"
    assert kinds["waking"].chance(party.table.context, waking) == pytest.approx(575 / 1296)
    assert party.row("healing").dice == "3d6 − 2 ≥ 9"
    party.at(4)
    healing = kinds["healing"].of(party.hook)
    assert kinds["healing"].sum(party.table.context, healing) == "3d6 + 4 ≥ 9"
    assert kinds["healing"].chance(party.table.context, healing) == pytest.approx(212 / 216)


@pytest.mark.rule("D6P-09")
def test_whoever_has_no_dice_reaches_nothing(table: Table) -> None:
    """D6P-09: a pool of no dice fails: nothing is asked for, and the page names no dice."""
    party = Party(table)
    weak = party.join("Weak", strength=0, health=9, pain_resistance=0)
    party.at(8, who=weak)
    row = next(each for each in party.rows if each.kind == "healing")
    assert row.dice == ""
    party.passes("24 h")
    assert table.gauge(weak) == 8


@pytest.mark.rule("D6P-43")
def test_a_ruleset_may_let_people_bleed_faster(table: Table) -> None:
    """D6P-43: every 6 turns by the ruleset: a wound each half minute, and the page says so."""
    ruleset = table.context.ruleset
    faster = replace(ruleset.numbers["bleeding_turns"], value=6)
    ruleset = replace(ruleset, numbers={**ruleset.numbers, "bleeding_turns": faster})
    table.context = structs.replace(table.context, ruleset=ruleset)
    party = Party(table)
    party.at(0, bleeds=True)
    assert party.row("bleeding").what == "bleeds, 1 wound every 30 s"
    party.passes("1 min")
    assert party.th == -2


# ---- how far the rules apply themselves


@pytest.mark.rule("D6P-43")
def test_bleeding_that_is_proposed_waits_for_the_game_master(party: Party) -> None:
    """D6P-43: set to propose, three minutes are one proposal of three wounds, by Next as by a time that is said."""
    party.at(-1, bleeds=True)
    party.table.play(SetAutomation(rule="time", to="assist"))
    for command in (PassTime(for_="3 min"), Next()):
        party.table.one_command(command, [], [])
        (proposed,) = party.table.context.state.obligations
        assert (proposed.kind, proposed.who) == ("proposed", party.hook)
        assert party.th == -1
        party.table.play(Waive(ids=(proposed.id,)))
    assert (party.th, party.clock) == (-1, 4 * MINUTE)
    party.table.play(PassTime(for_="2 min"))  # and confirmed at once
    assert party.th == -3
    assert party.due("bleeding") == 7 * MINUTE
