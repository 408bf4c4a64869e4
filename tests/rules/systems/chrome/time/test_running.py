"""What runs between fights: bleeding, fire, waking, rest, downtime. Each case is worked out by hand from its rule."""

from typing import Any

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Expiry, Running
from encounter_gui.rules.engine.time.passing import due_things
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.rules.fighter import Fighter
from tests.rules.systems.chrome.conftest import Crew

HOUR, DAY = 3_600, 86_400


def passes(table: Crew, span: str, *faces: int, choose: tuple[str, ...] = ()) -> None:
    """Lets so much time pass, with exactly these dice."""
    table.play(ask.PassTime(for_=span), *faces, choose=choose)


def between(table: Crew, clock: int = 0) -> None:
    """Makes it the party's time between fights, at this second."""
    table.happen(ev.StageSet(to="between"), ev.ClockSet(to=clock))


def loses(table: Crew, who: CombatantId, place: Any) -> None:
    """Takes a limb off, which bleeds."""
    table.play(do.MarkPlace(who=who, place=place, mark="severed"))
    table.play(do.MarkPlace(who=who, place=place, mark="bleeding"))


def due(table: Crew) -> list[tuple[str, str, int]]:
    """Returns what is due: what, where, and in how many seconds."""
    now = table.context.state.clock
    found = due_things(table.system.rules().time, table.context)
    return [
        (each.running.kind, each.running.key, each.at - now)
        if each.running
        else (each.ends, "", each.at - now)
        for each in found
    ]


def clock(table: Crew) -> int:
    """Returns the second of the campaign's clock."""
    return table.context.state.clock


# ---- bleeding and fire


@pytest.mark.rule("CHR-54")
def test_a_lost_limb_bleeds_every_round_outside_a_fight(table: Crew) -> None:
    """CHR-54: Standard (2) damage every round of 10 s until first aid: after 35 s three times, 10 − 6 = 4."""
    between(table)
    one = table.operator("Flux", "combat_armor")
    loses(table, one, "left_arm")
    assert due(table) == [("bleeding", "left_arm", 10)]
    passes(table, "9 s")
    assert (table.health(one), due(table)) == (10, [("bleeding", "left_arm", 1)])
    passes(table, "26 s")
    assert (table.health(one), due(table)) == (4, [("bleeding", "left_arm", 5)])


@pytest.mark.rule("CHR-54")
def test_each_limb_bleeds_by_itself(table: Crew) -> None:
    """CHR-54: two limbs are 4 a round; one seen to leaves 2. A week cannot pass over it."""
    between(table)
    one = table.operator("Flux", health=20)
    loses(table, one, "left_arm")
    passes(table, "4 s")
    loses(table, one, "right_leg")
    assert due(table) == [("bleeding", "left_arm", 6), ("bleeding", "right_leg", 10)]
    passes(table, "16 s")
    assert table.health(one) == 20 - 2 * 2 - 1 * 2
    table.play(do.MarkPlace(who=one, place="left_arm", mark="bleeding", on=False))
    passes(table, "10 s")
    assert table.health(one) == 12


@pytest.mark.rule("CHR-54")
def test_first_aid_takes_half_a_round_while_somebody_bleeds(table: Crew) -> None:
    """CHR-54: check and aid are one Major Action, two of which make a round: two tries before it bleeds again."""
    between(table)
    one, medic = table.operator("Flux"), table.operator("Mend", skills="First Aid")
    loses(table, one, "left_arm")
    aid = do.FirstAid(who=medic, patient=one)
    table.play(aid, 60)
    assert (clock(table), table.health(one), due(table)[0][2]) == (5, 10, 5)
    table.play(aid, 71)
    assert (clock(table), table.health(one), due(table)[0][2]) == (10, 8, 10)
    table.play(aid, 20)
    assert (clock(table), table.health(one), due(table)) == (15, 8, [])
    assert table.refused(aid) == "chrome.not_bleeding"
    passes(table, "1 day")
    assert table.health(one) == 8


@pytest.mark.rule("CHR-38")
def test_a_fire_burns_until_it_is_put_out(table: Crew) -> None:
    """CHR-38: Standard (2) damage every round, no Soak; put out by one Major Action without a roll."""
    between(table)
    one, other = table.operator("Flux", "combat_armor"), table.operator("Rook")
    table.play(ask.Afflict(who=(one,), condition="ablaze"))
    assert due(table) == [("ablaze", "", 10)]
    passes(table, "20 s")
    assert table.health(one) == 6
    table.play(do.Extinguish(who=other, target=one))
    assert (table.health(one), due(table), clock(table)) == (6, [], 25)


@pytest.mark.rule("CHR-57")
@pytest.mark.rule("CHR-60")
def test_bleeding_kills_within_rounds(table: Crew) -> None:
    """CHR-57: at 0 the Body Save; lived, with 1 Health, it bleeds on, and the next round asks again. Then nothing runs.

    Body 40: 30 lives (4 minutes), 10 s later 70 does not: dead, and back as a Presence (CHR-60).
    """
    between(table)
    one = table.operator("Flux", background="cult")
    loses(table, one, "left_arm")
    passes(table, "1 day", 30, 4, 70)
    assert table.combatant(one).has("presence")
    assert table.system.derived_conditions(table.context, one)[0] == "dead"
    assert due(table) == []
    assert clock(table) == DAY
    assert table.owed() == []


@pytest.mark.rule("CHR-58")
@pytest.mark.rule("CHR-54")
def test_an_enemy_bleeds_to_death_without_a_save(table: Crew) -> None:
    """CHR-58: Health 5 lasts three rounds, and its row says so before; one line tells all of it."""
    between(table)
    foe = table.enemy("Guard", health=5)
    loses(table, foe, "left_arm")
    (row,) = table.system.time(table.context).rows
    assert (row.ends, row.is_deadly, row.end_text) == (30, True, "dead in 30 s")
    passes(table, "3 days")
    assert (table.health(foe), due(table)) == (0, [])
    assert table.label.count("bleeds") == 1
    assert "Guard bleeds, Health 0; Guard is dead" in table.label


@pytest.mark.rule("CHR-54")
def test_five_hundred_health_are_one_line(table: Crew) -> None:
    """CHR-54: what does damage every round for an hour is told once."""
    between(table)
    foe = table.enemy("Hulk", health=500)
    loses(table, foe, "left_arm")
    passes(table, "30 min")
    assert (table.health(foe), table.label.count("bleeds")) == (500 - 2 * 180, 1)


@pytest.mark.rule("CHR-10")
def test_what_soak_stops_does_not_run(table: Crew) -> None:
    """CHR-10 by house rule: Soak 4 stops all of 2 where nothing always gets through: nobody waits for it a week."""
    between(table)
    table.switch("chrome.soakOnlyAttacks", to=False)
    table.switch("chrome.minDamageOne", to=False)
    one = table.operator("Flux", "combat_armor")
    loses(table, one, "left_arm")
    assert due(table) == []
    passes(table, "1 week")
    assert table.health(one) == 10


@pytest.mark.rule("CHR-57")
def test_the_row_of_an_operator_says_the_save(table: Crew) -> None:
    """CHR-57: 10 Health go in five rounds of one limb; with a fire from now on as well in three."""
    between(table)
    one = table.operator("Flux", body=45)
    loses(table, one, "left_arm")
    (row,) = table.system.time(table.context).rows
    assert (row.what, row.rule) == ("bleeds (Left arm): Standard damage every round", "CHR-54")
    assert (row.dice, row.ends) == ("d100 < 45 at 0 Health, in 50 s", None)
    table.play(ask.Afflict(who=(one,), condition="ablaze"))
    first, second = table.system.time(table.context).rows
    assert first.dice == second.dice == "d100 < 45 at 0 Health, in 30 s"


@pytest.mark.rule("CHR-54")
def test_the_game_master_ends_what_runs(table: Crew) -> None:
    """CHR-54: the bleeding is over, the limb is still lost; the fire is out."""
    between(table)
    one = table.operator("Flux")
    loses(table, one, "left_arm")
    table.play(ask.Afflict(who=(one,), condition="ablaze"))
    table.play(ask.EndRunning(running="bleeding", key="left_arm", who=one))
    table.play(ask.EndRunning(running="ablaze", who=one))
    assert due(table) == []
    assert table.combatant(one).locations["left_arm"].marks == ("severed",)
    assert not table.combatant(one).has("ablaze")
    assert table.refused(ask.EndRunning(running="ablaze", who=one)) == "rules.clock.not_running"


@pytest.mark.rule("CHR-68")
@pytest.mark.rule("CHR-29i")
def test_a_medpack_takes_time_only_while_seconds_count(table: Crew) -> None:
    """CHR-68: a medpack gives 4 back. It is a Major Action, so half a round while somebody bleeds, else no time."""
    between(table)
    one = table.operator("Flux", CarriedDef(item="medpack", values={"count": 3}))
    table.set_gauge(one, "health", 2)
    table.play(do.UseItem(who=one, item="medpack"))
    assert (table.health(one), clock(table)) == (6, 0)
    loses(table, one, "left_leg")
    table.play(do.UseItem(who=one, item="medpack"))
    assert (table.health(one), clock(table)) == (10, 5)


@pytest.mark.rule("CHR-29d")
def test_all_magazines_are_filled_in_one_step(table: Crew) -> None:
    """CHR-29d: shots are full again; the game counts no spare magazines."""
    between(table)
    one = table.operator("Flux", "pistol", "smg")
    two = table.operator("Rook", "shotgun")
    table.set_gauge(one, "ammo.pistol", 3)
    table.set_gauge(one, "ammo.smg", 0)
    table.set_gauge(two, "ammo.shotgun", 1)
    table.play(ask.Refill(who=(one, two)))
    assert [table.gauge(one, f"ammo.{each}") for each in ("pistol", "smg")] == [10, 6]
    assert (table.gauge(two, "ammo.shotgun"), clock(table)) == (4, 0)


# ---- out of a fight and into the next


@pytest.mark.rule("CHR-50")
@pytest.mark.rule("CHR-22")
def test_a_wound_goes_on_where_the_fight_left_it(table: Crew) -> None:
    """CHR-50: it ticks at the end of the own turn. Whose turn of the last round was over bleeds 10 s after its end."""
    one = table.operator("Flux")
    table.enemy("Guard")
    loses(table, one, "left_arm")
    table.begin(10)
    table.next()
    assert (table.health(one), table.context.state.round) == (8, 1)
    table.play(ask.Finish())
    assert (clock(table), due(table)) == (10, [("bleeding", "left_arm", 10)])
    passes(table, "10 s")
    assert table.health(one) == 6


@pytest.mark.rule("CHR-50")
def test_whose_turn_did_not_come_bleeds_at_once(table: Crew) -> None:
    """CHR-50: the round counts as a whole; what would have come with it is due now, and then every 10 s."""
    one = table.operator("Flux")
    table.enemy("Guard")
    loses(table, one, "left_arm")
    table.begin(10)
    table.play(ask.Finish())
    assert (clock(table), table.health(one)) == (10, 10)
    assert due(table) == [("bleeding", "left_arm", 0)]
    table.play(ask.PassTime(to="next"))
    assert (clock(table), table.health(one)) == (10, 8)
    assert due(table) == [("bleeding", "left_arm", 10)]


@pytest.mark.rule("CHR-54")
def test_what_is_due_in_five_seconds_is_due_in_the_first_round(table: Crew) -> None:
    """CHR-54: due at 1005, the fight begins at 1000: 2 damage in round 1 and 2; after it at 1025, and not at 1030."""
    one = table.operator("Flux")
    table.enemy("Guard")
    table.happen(ev.ClockSet(to=995))
    loses(table, one, "left_arm")
    passes(table, "5 s")
    assert due(table) == [("bleeding", "left_arm", 5)]
    table.begin(10)
    assert not table.combatant(one).running
    table.next()
    table.next()
    table.next()
    assert (table.health(one), table.context.state.round) == (6, 2)
    table.play(ask.Finish())
    assert (clock(table), due(table)) == (1020, [("bleeding", "left_arm", 5)])


@pytest.mark.rule("CHR-54")
def test_half_done_rounds_keep_the_second(table: Crew) -> None:
    """CHR-54: due at 1005; the fight ends in round 1 before the turn comes: at 1010 it is due, and again at 1015."""
    one = table.operator("Flux")
    table.enemy("Guard")
    table.happen(ev.ClockSet(to=995))
    loses(table, one, "left_arm")
    passes(table, "5 s")
    table.begin(10)
    table.play(ask.Finish())
    assert (clock(table), due(table)) == (1010, [("bleeding", "left_arm", 0)])
    table.play(ask.PassTime(to="next"))
    assert (table.health(one), due(table)) == (8, [("bleeding", "left_arm", 5)])


@pytest.mark.rule("CHR-50")
def test_what_is_due_as_the_next_fight_begins_is_not_lost(table: Crew) -> None:
    """CHR-50: due at 1000, the next fight begins at 1000: 2 damage at once, and 2 at the end of the turn of round 1."""
    one = table.operator("Flux")
    table.enemy("Guard")
    loses(table, one, "left_arm")
    table.happen(ev.ClockSet(to=1_000))
    overdue = Running(kind="bleeding", key="left_arm", since=990, due=1_000, every=10)
    table.happen(ev.RunningSet(who=one, running=overdue))
    table.play(ask.Next())
    assert table.health(one) == 8
    table.next(10)
    assert table.health(one) == 8
    table.next()
    assert table.health(one) == 6
    table.next()
    table.play(ask.Finish())
    assert due(table) == [("bleeding", "left_arm", 0)]


@pytest.mark.rule("CHR-54")
def test_a_fight_that_goes_on_takes_the_wound_back(table: Crew) -> None:
    """CHR-54: finished in round 1, taken up again, finished in round 2: no round is counted twice, none is lost."""
    one = table.operator("Flux")
    table.enemy("Guard")
    loses(table, one, "left_arm")
    table.begin(10)
    table.next()
    table.play(ask.Finish())
    table.next()
    assert not table.combatant(one).running
    table.next()
    table.next()
    assert (table.health(one), table.context.state.round) == (6, 2)
    table.play(ask.Finish())
    assert (clock(table), due(table)) == (20, [("bleeding", "left_arm", 10)])


@pytest.mark.rule("CHR-38")
@pytest.mark.rule("CHR-63")
def test_the_fight_is_over_and_the_fire_is_not(table: Crew) -> None:
    """T10: a fire goes on, what lasts for the scene ends, what is for the next Stat Check waits for it."""
    one = table.operator("Flux")
    table.enemy("Guard")
    table.begin(10)
    for key in ("ablaze", "ultra_sharp", "adrenaline", "shocked", "panic_due"):
        table.play(ask.Afflict(who=(one,), condition=key))
    table.play(ask.Finish())
    assert ("ablaze", "", 0) in due(table)
    assert not table.combatant(one).has("ultra_sharp")
    after = table.system.aftermath(table.context, one)
    assert {each.key for each in after.combatant.conditions} == {
        "ablaze",
        "adrenaline",
        "panic_due",
    }
    assert [each.split(":")[0] for each in after.open] != []
    assert after.combatant.running == table.combatant(one).running


@pytest.mark.rule("CHR-54")
def test_a_bleeding_limb_cannot_wait(table: Crew) -> None:
    """T10: what a fight leaves names the bleeding, which no condition keeps."""
    one = table.operator("Flux")
    table.begin(10)
    loses(table, one, "left_arm")
    table.play(ask.Finish())
    assert any("Bleeding" in each for each in table.system.aftermath(table.context, one).open)


# ---- waking


@pytest.mark.rule("CHR-57")
def test_the_minutes_count_from_the_fall(table: Crew) -> None:
    """CHR-57: fallen in round 2 (second 10), unconscious 3 minutes: awake at 190, wherever that is, with a Panic Check.

    The fight ends with round 2 at 20: 170 s are left. Conviction 20 holds against 12.
    """
    one = table.operator("Flux")
    table.enemy("Guard")
    table.begin(10)
    table.next()
    table.next()
    assert table.context.state.round == 2
    table.play(ask.Adjust(who=(one,), gauge="health", change="=0"), 20, 3)
    assert table.combatant(one).condition("unconscious").until == Expiry(round=19)
    table.play(ask.Finish())
    assert due(table) == [("unconscious", "", 170)]
    passes(table, "169 s")
    assert table.combatant(one).has("unconscious")
    passes(table, "1 h", 12)
    assert table.facts("panic_check") == [one]
    assert not table.combatant(one).has("unconscious")
    assert (table.conviction(one), clock(table)) == (20, 20 + 169 + HOUR)


@pytest.mark.rule("CHR-57")
def test_also_where_the_save_is_rolled_later(table: Crew) -> None:
    """CHR-57: fallen at second 100, the Save rolled a minute later, 2 minutes: awake at 220, 60 s from then."""
    between(table, 100)
    one = table.operator("Flux")
    left: list[int] = []
    table.one_command(ask.Adjust(who=(one,), gauge="health", change="=0"), left, [])
    table.one_command(ask.PassTime(for_="1 min"), left, [])
    assert (clock(table), table.owed()) == (160, ["death_save"])
    table.play(ask.Settle(), 20, 2)
    assert due(table) == [("unconscious", "", 60)]
    passes(table, "1 min", 12)
    assert not table.combatant(one).has("unconscious")


@pytest.mark.rule("CHR-57")
def test_who_is_woken_early_is_not_woken_again(table: Crew) -> None:
    """CHR-57: the game master may wake earlier; the Panic Check comes then, once."""
    between(table)
    one = table.operator("Flux")
    table.play(ask.Adjust(who=(one,), gauge="health", change="=0"), 20, 10)
    assert due(table) == [("unconscious", "", 600)]
    table.play(do.Wake(who=one), 12)
    assert due(table) == []
    passes(table, "1 h")
    assert table.owed() == []


@pytest.mark.rule("CHR-57")
def test_waking_with_the_round_in_which_a_fight_ends(table: Crew) -> None:
    """CHR-57: the last round of an unconsciousness is that of Finish: it is over, and the Panic Check comes."""
    one = table.operator("Flux")
    table.enemy("Guard")
    table.begin(10)
    table.afflict(one, "unconscious", until=Expiry(round=1))
    table.play(ask.Finish(), 12)
    assert table.facts("panic_check") == [one]
    assert (due(table), clock(table)) == ([], 10)


@pytest.mark.rule("CHR-57")
def test_waking_by_the_clock_in_the_round_of_finish(table: Crew) -> None:
    """CHR-57: carried into a fight with 7 s left, which is over in its first round: awake with it."""
    one = table.operator("Flux")
    table.enemy("Guard")
    table.happen(ev.ClockSet(to=1_000))
    table.afflict(one, "unconscious", until=Expiry(at=1_007))
    table.begin()
    table.play(ask.Finish(), 12)
    assert not table.combatant(one).has("unconscious")
    assert (table.facts("panic_check"), clock(table)) == ([one], 1_010)


@pytest.mark.rule("CHR-63")
def test_who_faints_on_waking_comes_to_by_the_clock(table: Crew) -> None:
    """CHR-63: Conviction 0, a 4: fainted for 1d10 rounds, here 7: 70 s."""
    between(table)
    one = table.operator("Flux")
    table.set_gauge(one, "conviction", 0)
    table.play(do.PanicCheck(who=(one,)), 4, 7)
    assert due(table) == [("fainted", "", 70)]
    passes(table, "70 s")
    assert not table.combatant(one).has("fainted")


@pytest.mark.rule("CHR-57")
def test_a_faint_of_a_clock_ends_in_the_round_of_its_second(table: Crew) -> None:
    """CHR-57: 25 s left when a fight begins are over with round 3, for a forecast too; a Panic Check comes."""
    one = table.operator("Flux")
    table.enemy("Guard")
    table.happen(ev.ClockSet(to=1_000))
    table.afflict(one, "unconscious", until=Expiry(at=1_025))
    assert Fighter.cold.read(table.context, table.combatant(one)) == 3
    table.begin()
    table.next()
    table.next()
    assert (table.context.state.round, table.combatant(one).has("unconscious")) == (3, True)
    table.next(10, 12)
    assert (table.context.state.round, table.combatant(one).has("unconscious")) == (4, False)


# ---- rest


def party(table: Crew) -> tuple[CombatantId, CombatantId]:
    """Two Operators, hurt and shaken, between fights."""
    between(table, 22 * HOUR)
    one, two = table.operator("Flux", body=45), table.operator("Rook", fear=40)
    for who in (one, two):
        table.set_gauge(who, "health", 4)
        table.set_gauge(who, "conviction", 6)
    return one, two


@pytest.mark.rule("CHR-69")
def test_the_party_rests_once(table: Crew) -> None:
    """CHR-69, T3: one rest of six hours for both. GT-CHR-2: Body 45 and 28 heals 3; Fear 40 and 12 restores 5."""
    one, two = party(table)
    table.play(do.Rest(who=one), 28, 50, 70, 12)
    assert clock(table) == 28 * HOUR
    assert table.keys() == ["rest_health"] * 2 + ["rest_conviction"] * 2
    assert (table.health(one), table.health(two)) == (7, 4)
    assert (table.conviction(one), table.conviction(two)) == (6 - 2, 6 - 1 + 5)
    assert due(table) == []


@pytest.mark.rule("CHR-69")
def test_the_party_rests_where_nobody_is_named(table: Crew) -> None:
    """CHR-69: who has rested today does not keep the others from it; once all have, it is refused."""
    one, two = party(table)
    table.happen(ev.ClockSet(to=0))
    table.play(do.Rest(who=one, alone=True), 50, 50)
    table.play(do.Rest(), 50, 12)
    assert (clock(table), table.conviction(two)) == (12 * HOUR, 6 - 1 + 5)
    assert table.refused(do.Rest()) == "chrome.rested_today"


def test_nobody_named_is_nobody_in_a_fight(table: Crew) -> None:
    """Outside the time between fights a rest is somebody's."""
    table.operator("Flux")
    assert table.refused(do.Rest()) == "rules.nobody_named"


@pytest.mark.rule("CHR-69")
def test_once_a_day_by_the_clock(table: Crew) -> None:
    """CHR-69: begun at 22:00 of day 1 it counts for that day. At 4:00 of day 2 another may begin, and then no third."""
    one, two = party(table)
    table.play(do.Rest(who=one, aim="health"), 28, 50)
    table.play(do.Rest(who=one, aim="health"), 28, 50)
    assert clock(table) == 34 * HOUR
    assert table.refused(do.Rest(who=two, aim="health")) == "chrome.rested_today"
    assert table.refused(do.Rest(who=one)) == "chrome.rested_today"
    passes(table, "13 h 59 min")
    assert table.refused(do.Rest(who=two)) == "chrome.rested_today"
    table.play(ask.PassTime(until="next day 0:00"))
    table.play(do.Rest(who=two, alone=True), 50, 50)
    assert table.context.state.combatants[one].memo["rested_on"] == 2


@pytest.mark.rule("CHR-69")
def test_a_new_day_is_still_a_command(table: Crew) -> None:
    """CHR-69: the game master's own answer to whether it is a new day."""
    one, _ = party(table)
    table.play(do.Rest(who=one, alone=True), 50, 50)
    table.happen(ev.ClockSet(to=23 * HOUR))
    assert table.refused(do.Rest(who=one, alone=True)) == "chrome.rested_today"
    table.play(do.NewDay())
    table.play(do.Rest(who=one, alone=True), 50, 50)


@pytest.mark.rule("CHR-69")
def test_who_keeps_watch_has_not_rested(table: Crew) -> None:
    """CHR-69: alone is alone; the other's rest comes after it."""
    one, two = party(table)
    table.play(do.Rest(who=one, alone=True), 50, 50)
    assert (table.conviction(one), table.conviction(two)) == (6 - 1 - 2, 6)
    table.play(do.Rest(who=two, aim="conviction", alone=True), 12)
    assert (table.conviction(two), clock(table)) == (11, 34 * HOUR)


@pytest.mark.rule("CHR-69")
def test_both_ways_to_rest_end_alike(table: Crew) -> None:
    """T2: after a fight, where it takes no time of the clock, and between fights: the same state from the same dice."""
    found = []
    for stage in ("ended", "between"):
        one = table.operator(f"Flux {stage}", body=45, side="pc" if stage == "ended" else "foe")
        table.set_gauge(one, "health", 4)
        table.set_gauge(one, "conviction", 9)
        table.happen(ev.StageSet(to=stage))
        table.play(do.Rest(who=one), 28, 12)
        now = table.combatant(one)
        found.append((dict(now.gauges), now.conditions, dict(now.memo), now.running))
    assert found[0] == found[1]


@pytest.mark.rule("CHR-69")
@pytest.mark.rule("CHR-54")
def test_nobody_rests_over_a_bleeding(table: Crew) -> None:
    """CHR-54: what is due on the way comes first; who is dead at the end of the hours makes no Save of the rest."""
    one, two = party(table)
    loses(table, two, "left_arm")
    table.play(do.Rest(who=one), 70, 1, 28, 50)
    assert table.system.derived_conditions(table.context, two)[0] == "dead"
    assert table.health(one) == 7
    assert clock(table) == 28 * HOUR


@pytest.mark.rule("CHR-69")
@pytest.mark.rule("CHR-17")
def test_a_bad_rest_may_kill_between_fights_too(table: Crew) -> None:
    """CHR-17: 77 against Body 45 is 2 damage, at 2 Health the Body Save; the dead has no Fear Save any more."""
    between(table)
    one = table.operator("Flux", body=45)
    table.set_gauge(one, "health", 2)
    table.play(do.Rest(who=one), 77, 70)
    assert (table.health(one), table.owed()) == (0, [])


@pytest.mark.rule("CHR-69")
def test_a_rest_that_is_broken_off_counts_for_nothing(table: Crew) -> None:
    """CHR-69: six hours or none: by the game master's word, or by a fight; it may be begun again today."""
    one, _ = party(table)
    rest = Running(kind="rest", since=clock(table), due=28 * HOUR, values={"aims": ("health",)})
    done = ev.MemoSet(who=one, key="rested", value=("health",))
    table.happen(ev.RunningSet(who=one, running=rest), done)
    (row,) = table.system.time(table.context).rows
    assert (row.dice, row.asks, row.can_end) == ("d100 < 45", "test", True)
    table.play(ask.EndRunning(running="rest", who=one))
    assert "rested" not in table.combatant(one).memo
    table.happen(ev.RunningSet(who=one, running=rest), done, ev.StageSet(to="ready"))
    table.begin(10, 10)
    assert not table.combatant(one).running
    assert "rested" not in table.combatant(one).memo


@pytest.mark.rule("CHR-05")
@pytest.mark.rule("CHR-69")
def test_stress_does_not_pass_by_itself(table: Crew) -> None:
    """CHR-05, CHR-69: a week without rest or downtime gives back nothing, and asks nothing."""
    one, two = party(table)
    passes(table, "1 week")
    assert [table.conviction(each) for each in (one, two)] == [6, 6]
    assert [table.health(each) for each in (one, two)] == [4, 4]


@pytest.mark.rule("CHR-67")
def test_lending_takes_no_time(table: Crew) -> None:
    """CHR-67: out of combat it is sure: 3 spent, 3 gained."""
    one, two = party(table)
    table.play(do.Lend(who=one, target=two, amount=3))
    assert (table.conviction(one), table.conviction(two), clock(table)) == (3, 9, 22 * HOUR)


@pytest.mark.rule("CHR-69")
def test_rest_and_downtime_are_offered_between_fights(table: Crew) -> None:
    """CHR-69: not in a fight, nor to an enemy; why not today is said."""
    one, two = party(table)

    def offered() -> dict[str, str]:
        options = table.system.action_options(table.context, one)
        kinds = (do.Rest, do.Downtime)
        return {each.text: each.why_not for each in options if isinstance(each.command, kinds)}

    assert offered() == {"Rest, with the party": "", "Downtime of the party": ""}
    table.play(do.Rest(who=two), 50, 50, 50, 50)
    table.happen(ev.ClockSet(to=23 * HOUR))
    assert offered()["Rest, with the party"] == "Flux has rested today. Begin a new day first."
    table.happen(ev.StageSet(to="ended"))
    assert offered() == {}


# ---- downtime


@pytest.mark.rule("CHR-69")
@pytest.mark.rule("CHR-54")
@pytest.mark.rule("CHR-63")
def test_downtime_takes_the_time_that_is_said(table: Crew) -> None:
    """CHR-69, CHR-54: a week, then Health, Conviction and limbs; the mission's panic is over, and it may rest today."""
    one, two = party(table)
    table.play(do.MarkPlace(who=one, place="left_arm", mark="severed"))
    table.afflict(one, "gutless")
    table.play(do.Downtime(who=(one,), for_="1 week"))
    assert clock(table) == 22 * HOUR + 7 * DAY
    assert (table.health(one), table.conviction(one)) == (10, 20)
    assert table.combatant(one).locations["left_arm"].marks == ()
    assert not table.combatant(one).conditions
    assert (table.health(two), due(table)) == (4, [])
    assert "Downtime for 7 days: Flux; it is Day 8, 22:00" in table.label


@pytest.mark.rule("CHR-69")
def test_downtime_asks_how_long(table: Crew) -> None:
    """CHR-69: the rule does not say it: the game master does."""
    one, two = party(table)
    table.play(do.Downtime(who=(one, two)), choose=("fortnight",))
    assert clock(table) == 22 * HOUR + 14 * DAY
    assert [table.health(each) for each in (one, two)] == [10, 10]
    assert table.refused(do.Downtime(who=(one,), for_="-2 h")) == "rules.clock.back"


@pytest.mark.rule("CHR-69")
def test_who_dies_in_downtime_is_not_renewed(table: Crew) -> None:
    """CHR-57 before CHR-69: a bleeding left alone kills on the first day of it."""
    one, two = party(table)
    loses(table, one, "left_arm")
    table.play(do.Downtime(who=(one, two), for_="1 day"), 70, 1)
    assert (table.health(one), table.health(two)) == (0, 10)
