"""The time between fights where something is amiss: what waits too long, what cannot be read, what is not there."""

import sqlite3

import pytest
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import ROOT
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.paths import message_catalog
from encounter_gui.play.session_fights import session_fights
from encounter_gui.reports.content.session_recap import session_recap
from encounter_gui.rules.engine.obligations import TIME_PASSES
from encounter_gui.rules.model.commands import (
    Add,
    Adjust,
    Next,
    PassTime,
    Remind,
    Remove,
    Rename,
    Settle,
    TakeOn,
)
from encounter_gui.rules.model.prepared import Party
from encounter_gui.rules.systems.phases.harm.first_aid import FIRST_AID_TEST
from tests.helpers.between import between
from tests.helpers.rulesets import shipped
from tests.play.time.test_campaign_time import come_out, fought, opened, take_out
from tests.rules.systems.test_said_durations import table_of

DAY = 86_400


def test_the_rest_of_a_step_never_sets_the_clock_back():
    """Somebody comes out of a long fight while the rest of a shorter step still waits for a test."""
    table, (vee, ash) = between("d6pool", "Vee", "Ash")
    table.one_command(Adjust(who=(vee,), gauge="th", change="=3"), [], [])
    table.one_command(PassTime(for_="30 h"), [], [])  # stops after a day, at the test of healing
    (rest,) = (each for each in table.context.state.obligations if each.kind == TIME_PASSES)
    long_fight = TakeOn(combatants=(table.combatant(ash),), clock=5 * DAY, fight="The long one")
    table.one_command(long_fight, [], [])
    table.one_command(Settle(ids=(rest.id,)), [], [])
    assert table.context.state.clock == 5 * DAY


@pytest.fixture
def path(tmp_path):
    return tmp_path / "Docks.encounter"


def with_two_times(path):
    """Makes a campaign with a time between fights of two games, CWN the farther on; returns the ids of the times."""
    campaign = opened(path)
    _, _, first, _ = come_out(campaign, "d6pool")
    _, _, second, _ = come_out(campaign, "cwn")
    campaign.session(second).perform(PassTime(for_="90 min"))
    campaign.close()
    return first, second


def damage(path, statement, *values):
    with sqlite3.connect(path) as db:
        db.execute(statement, values)
    db.close()


def test_a_fight_begins_though_the_time_of_another_game_cannot_be_read(path):
    """Its rules are damaged: what cannot be read says nothing of the clock, and stops nobody."""
    first, second = with_two_times(path)
    damage(
        path,
        "UPDATE rulesets SET payload = X'00' WHERE id = (SELECT ruleset FROM encounters WHERE id = ?)",
        int(second),
    )
    again = opened(path)
    fight = again.session(again.encounters()[0].id)
    fight.perform(Add(creature=shipped("d6pool").creatures[0].key, name="Vee", side="pc"))
    fight.perform(Next())
    assert fight.state.stage == "running"
    assert fight.state.clock == again.look_at(first).state.clock
    party = Party(name="Crew", members=tuple(fight.state.combatants.values()))
    assert again.time.standing("cwn", party) == party
    again.close()


def test_a_party_comes_out_of_a_fight_though_the_beginning_of_its_time_is_damaged(path):
    """Nothing of the old time can be read: another one begins."""
    first, second = with_two_times(path)
    damage(
        path,
        "UPDATE entries SET payload = X'00' WHERE id = (SELECT min(id) FROM entries WHERE encounter = ?)",
        int(first),
    )
    again = opened(path)
    _, _, time, _ = come_out(again, "d6pool")
    state = again.look_at(time).state
    assert (state.stage, time == first) == ("between", False)
    assert state.clock >= again.look_at(second).state.clock
    again.close()


def test_the_time_between_fights_is_never_undone_to_a_fight_that_has_not_begun(path):
    """Undo ends at its beginning: before that there is no time at all, and Next would begin a fight in it."""
    campaign = opened(path)
    _, _, time, _ = come_out(campaign, "d6pool")
    session = campaign.session(time)
    session.undo()
    assert (session.state.stage, session.can_undo) == ("between", False)
    with pytest.raises(RuleError) as caught:
        session.undo()
    assert caught.value.message.key == "play.nothing_to_undo"
    with pytest.raises(RuleError):
        session.move_head(ROOT)
    assert session.state.stage == "between"
    session.redo()
    assert session.state.combatants
    campaign.close()


def test_the_time_between_is_none_of_the_fights_of_an_evening(path):
    """One fight and the time since, told while that is open: one fight."""
    campaign = opened(path)
    _, _, time, _ = come_out(campaign, "d6pool")
    texts = message_catalog()
    told = session_fights(campaign.played_beside(time), campaign.read, time, texts)
    assert [each.context.state.stage for each in told] == ["ended", "between"]
    note = session_recap(told, texts, "").note
    assert note == texts.text_of("report.session.count", count=1)
    campaign.close()


def test_what_is_owed_to_somebody_is_owed_to_the_same_in_the_time_between():
    """A stranger there may have the id that somebody had in the fight: what is owed names nobody else."""
    table, (one, doc) = between("phases", "One", "Doc")
    hurt = Condition(key="in_shock", count=900)
    stranger = replace(table.combatant(one), name="Stranger", conditions=(hurt,))
    medic = replace(table.combatant(doc), name="Medic")
    aid = FIRST_AID_TEST.of(doc, patient=one, place="", gm=0, phase=0)
    wound = ev.LocationSet(who=one, location="torso", level=2, marks=())
    table.happen(wound)
    stranger = replace(stranger, locations=table.combatant(one).locations)
    table.one_command(TakeOn(combatants=(stranger, medic), owed=(aid,), fight="Other"), [], [])
    there = {each.name: each.id for each in table.context.state.combatants.values()}
    (owed,) = table.context.state.obligations
    assert (owed.who, owed.values["patient"]) == (there["Medic"], there["Stranger"])
    gone = FIRST_AID_TEST.of(doc, patient=there["Stranger"], place="", gm=0, phase=0)
    table.one_command(TakeOn(combatants=(medic,), owed=(gone,), fight="Third"), [], [])
    assert len(table.context.state.obligations) == 1, "its patient has not come along"


def party_of_the_campaign(campaign):
    (party,) = campaign.prepared.parties.all()
    return party.value


def test_who_is_renamed_in_a_fight_comes_out_of_it_as_the_member_of_the_party(path):
    """The party keeps its names: nobody stays behind in the time under the old one, with the wounds of before."""
    campaign = opened(path)
    _, _, time, _ = come_out(campaign, "d6pool")
    encounter, fight = fought(campaign, "d6pool")
    hero = next(each for each in fight.state.combatants.values() if each.side == "pc")
    fight.perform(Rename(who=hero.id, name="Somebody else"))
    fight.perform(Adjust(who=(hero.id,), gauge="th", change="=2"))
    take_out(campaign, encounter, fight, "d6pool")
    there = [each for each in campaign.look_at(time).state.combatants.values() if each.side == "pc"]
    party = party_of_the_campaign(campaign)
    assert [each.name for each in there] == [each.name for each in party.members]
    standing = campaign.time.standing("d6pool", party)
    assert [each.gauges["th"] for each in standing.members if each.name == hero.name] == [2]
    campaign.close()


def test_who_is_renamed_between_fights_is_still_the_member_of_the_party(path):
    """Its time is not lost: the next fight takes it as it is now, and it comes back to the one that was renamed."""
    campaign = opened(path)
    _, _, time, party = come_out(campaign, "d6pool")
    session = campaign.session(time)
    hero = session.state.combatants[next(iter(session.state.combatants))]
    session.perform(Rename(who=hero.id, name="Somebody else"))
    session.perform(Adjust(who=(hero.id,), gauge="th", change="=2"))
    standing = campaign.time.standing("d6pool", party)
    assert [each.gauges["th"] for each in standing.members if each.name == hero.name] == [2]
    come_out(campaign, "d6pool")
    there = campaign.look_at(time).state.combatants
    assert there[hero.id].name == "Somebody else"
    assert hero.name not in {each.name for each in there.values()}
    campaign.close()


def test_a_reminder_of_a_running_fight_counts_from_its_round():
    """Ten seconds after the beginning of the fourth turn of five seconds: the twenty-fifth of the fight."""
    table, _ = table_of("d6pool")
    while table.context.state.round < 4:
        table.play(Next())
    table.play(Remind(text="the flare", for_="10 s"))
    (reminder,) = table.context.state.running
    assert (reminder.since, reminder.due) == (15, 25)


def test_reminders_of_a_fight_come_along_out_of_it(path):
    """They would wait in a fight that is over, where no time passes any more."""
    campaign = opened(path)
    encounter, fight = fought(campaign, "d6pool")
    fight.perform(Remind(text="the police", for_="2 h"))
    time, _ = take_out(campaign, encounter, fight, "d6pool")
    session = campaign.session(time)
    (reminder,) = session.state.running
    assert (reminder.key, reminder.due) == ("the police", fight.state.clock + 7_200)
    take_out(campaign, encounter, fight, "d6pool")
    assert session.game.clock() == fight.state.clock
    assert len(campaign.look_at(time).state.running) == 1
    campaign.close()


def test_who_has_fallen_before_a_fight_is_taken_elsewhere_wakes_there_after_the_same_hours(path):
    """The second of a fall is one of the clock that is left: on another it would be days ahead, or behind."""
    campaign = opened(path)
    _, _, time, _ = come_out(campaign, "d6pool")
    session = campaign.session(time)
    who = next(iter(session.state.combatants))
    session.perform(PassTime(for_="2 days"))
    session.perform(Adjust(who=(who,), gauge="th", change="=-1"))
    before = waking(session.state.combatants[who])
    assert before.due - before.values["fell"] == 3_600
    other = opened(path.with_name("Other.encounter"))
    made = other.session(other.take_in(campaign.own_encounter(time, "Taken")))
    there = waking(made.state.combatants[who])
    assert (there.values["fell"], there.due) == (0, 3_600)
    assert made.state.combatants[who].memo["fell"] == 0
    other.close()
    campaign.close()


def waking(combatant):
    (running,) = (each for each in combatant.running if each.kind == "waking")
    return running


def test_a_new_fight_is_not_taken_for_one_that_was_removed(path):
    """The party came out of a fight that is there no more: time builds on no fight that is made afterwards."""
    campaign = opened(path)
    come_out(campaign, "d6pool")
    removed, _, time, _ = come_out(campaign, "d6pool")
    campaign.session(time).perform(PassTime(for_="1 h"))
    now = campaign.time.now()
    campaign.remove_encounter(removed)
    made, fight = fought(campaign, "d6pool")
    assert campaign.time.taken_on(made) is None
    take_out(campaign, made, fight, "d6pool")
    assert campaign.time.taken_on(made) is not None
    assert campaign.time.now() >= now
    campaign.close()


def test_who_comes_out_of_a_fight_that_knew_no_clock_does_not_bleed_for_all_the_days_since(path):
    """Played by a file, or before there was a clock: it began at second 0, and is over now."""
    campaign = opened(path)
    _, _, time, _ = come_out(campaign, "d6pool")
    campaign.session(time).perform(PassTime(until="day 6"))
    now = campaign.time.now()
    encounter, fight = fought(campaign, "d6pool")
    hero = next(each for each in fight.state.combatants.values() if each.side == "pc")
    fight.perform(Adjust(who=(hero.id,), gauge="th", change="=-1"))
    left = waking(fight.state.combatants[hero.id]).due - fight.state.clock
    take_out(campaign, encounter, fight, "d6pool")
    session = campaign.look_at(time)
    there = next(each for each in session.state.combatants.values() if each.name == hero.name)
    assert (session.state.clock, waking(there).due) == (now, now + left)
    assert session.state.memo["last_fight_ended"] == now
    campaign.close()


def test_who_died_between_fights_and_was_removed_does_not_live_again_in_the_next(path):
    """The saved party knows it as it came out of the last fight, alive."""
    campaign = opened(path)
    _, _, time, party = come_out(campaign, "d6pool")
    session = campaign.session(time)
    who = next(each.id for each in session.state.combatants.values() if each.side == "pc")
    name = session.state.combatants[who].name
    session.perform(Adjust(who=(who,), gauge="th", change="=-99"))
    dead = session.state.combatants[who]
    session.perform(Remove(who=(who,)))
    (member,) = (
        each for each in campaign.time.standing("d6pool", party).members if each.name == name
    )
    assert (member.gauges, member.conditions) == (dead.gauges, dead.conditions)
    campaign.close()
