"""The party between fights, in a real campaign file: out of a fight, through time, into the next; cases of others.

T1 to T12 are the cases of bugs that other programs had; each is named after its bug.
"""

from pathlib import Path

import pytest
from msgspec.structs import replace

from encounter_gui import paths
from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId, RulesetId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Condition, Duration, Running
from encounter_gui.paths import message_catalog
from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
from encounter_gui.play.prep.carrying import carry_list, carry_on
from encounter_gui.play.prep.staging import party_combatants
from encounter_gui.rules.model.commands import (
    Add,
    Adjust,
    Afflict,
    Finish,
    Join,
    Next,
    PassTime,
    Remind,
    Settle,
    Switch,
    TakeOn,
)
from encounter_gui.rules.model.prepared import Party
from encounter_gui.storage.prepared_store import New
from tests.helpers.rulesets import shipped

EXAMPLES = paths.data_folder("resources") / "examples"
FIGHTS = {
    "d6pool": "d6pool-dead-end",
    "cwn": "cwn-long-loading-dock",
    "chrome": "chrome-long-biomech",
    "phases": "phases-long-night-shift",
}


def opened(path: Path) -> OpenCampaign:
    services = CampaignServices(
        rulesets=shipped, texts=message_catalog(), now=lambda: "2026-11-30T20:00:00+00:00"
    )
    if path.exists():
        return OpenCampaign.open(path, services)
    return OpenCampaign.create(path, services, first="First", ruleset="d6pool")


@pytest.fixture
def campaign(tmp_path):
    made = opened(tmp_path / "Docks.encounter")
    yield made
    made.close()


def fought(campaign, game):
    encounter = campaign.replay(EXAMPLES / f"{FIGHTS[game]}.toml")
    return encounter, campaign.session(encounter)


def come_out(campaign, game):
    """Plays a golden fight, carries everything on, and takes the party out of it."""
    encounter, fight = fought(campaign, game)
    time, party = take_out(campaign, encounter, fight, game)
    return encounter, fight, time, party


def take_out(campaign, encounter, fight, game):
    """Carries everything of a fight on, and takes the party out of it."""
    listed = carry_list(fight.game.system, fight.context, fight.log.path(), campaign.prepared, None)
    ticked = {each.who: [line.key for line in each.lines if line.is_on] for each in listed.people}
    change = carry_on(campaign.prepared, game, listed, ticked, {})
    names = {each.before.name for each in listed.people}
    members = [each for each in change.after.value.members if each.name in names]
    time = campaign.time.take_on(fight, encounter, members, "Time between fights")
    return time, change.after.value


@pytest.mark.parametrize("game", FIGHTS)
def test_the_party_comes_out_of_a_fight_at_its_end(campaign, game):
    """Its clock is as many rounds on as were played, and everybody is as the fight left them."""
    _, fight, time, party = come_out(campaign, game)
    session = campaign.look_at(time)
    seconds = fight.game.ruleset.time.seconds
    assert session.state.stage == "between"
    assert session.state.clock == fight.state.clock == fight.state.round * seconds
    there = {each.name: each for each in session.state.combatants.values()}
    for member in party.members:
        assert dict(member.gauges).items() <= dict(there[member.name].gauges).items()
        assert there[member.name].items == member.items


def test_the_time_between_fights_is_no_fight_in_any_list(campaign):
    _, _, time, _ = come_out(campaign, "d6pool")
    assert time not in {each.id for each in campaign.encounters()}
    assert campaign.time.is_time(time)
    assert campaign.time.of("d6pool") == time
    assert campaign.time.of("cwn") is None


def test_it_is_there_again_when_the_file_is_opened(tmp_path):
    """T7 *No end means no end*: closing the program loses no minute since the last save."""
    path = tmp_path / "Docks.encounter"
    campaign = opened(path)
    _, _, time, _ = come_out(campaign, "d6pool")
    campaign.session(time).perform(PassTime(for_="90 min"))
    now = campaign.time.now()
    campaign.close()
    again = opened(path)
    assert again.time.now() == now
    assert again.current() == time
    again.close()


def test_an_old_campaign_opens_with_its_clock_at_nought(campaign):
    assert campaign.time.now() == 0
    session = campaign.session(campaign.encounters()[0].id)
    assert session.state.clock == 0


def test_a_party_of_an_old_campaign_is_in_its_time_with_what_runs_for_it(campaign):
    """A party that was saved before there was a clock: whoever bleeds bleeds on, from the clock's beginning."""
    session = campaign.session(campaign.encounters()[0].id)
    for key, name in (("gang_boss", "Vee"), ("gang_boss", "Ash")):
        creature = session.game.ruleset.creature(key) or session.game.ruleset.creatures[0]
        session.perform(Add(creature=creature.key, name=name, side="pc"))
    vee, ash = session.state.combatants.values()
    bleeding = Condition(key="bleeding", count=4)  # four turns after the fight it was in
    members = (replace(vee, gauges={**vee.gauges, "th": -1}, conditions=(bleeding,)), ash)
    campaign.prepared.parties.add(
        [New(ruleset=RulesetId("d6pool"), value=Party(name="Crew", members=members))]
    )
    time = campaign.time.open("Time", session.game.ruleset)
    there = campaign.look_at(time)
    assert there.state.clock == 0
    assert [each.name for each in there.state.combatants.values()] == ["Vee", "Ash"]
    rows = there.game.system.time(there.context).rows
    assert [(row.kind, row.due) for row in rows if row.kind == "bleeding"] == [("bleeding", 20)]
    assert campaign.time.open("Time", session.game.ruleset) == time


@pytest.mark.parametrize("game", FIGHTS)
def test_the_next_fight_takes_the_party_as_it_is_now(campaign, game):
    _, _, time, party = come_out(campaign, game)
    session = campaign.session(time)
    session.perform(PassTime(for_="1 h"))
    standing = campaign.time.standing(game, party)
    there = {each.name: each for each in session.state.combatants.values()}
    assert {each.name for each in standing.members} == {each.name for each in party.members}
    for member in standing.members:
        assert dict(member.gauges) == dict(there[member.name].gauges)
        assert member.conditions == there[member.name].conditions
        assert member.running == there[member.name].running


def test_a_party_of_another_game_is_as_it_was_saved(campaign):
    come_out(campaign, "d6pool")
    party = Party(name="Others", members=())
    assert campaign.time.standing("cwn", party) is party


def next_fight(campaign, party):
    encounter = campaign.new_encounter("Next", "d6pool")
    session = campaign.session(encounter)
    standing = campaign.time.standing("d6pool", party)
    session.perform(Join(combatants=tuple(party_combatants(standing))))
    return encounter, session


def test_round_nought(campaign):
    """T5: no time passes from "not begun" to round 1; what a round has added goes with it."""
    _, _, time, party = come_out(campaign, "d6pool")
    campaign.session(time).perform(PassTime(for_="2 h"))
    now = campaign.time.now()
    _, session = next_fight(campaign, party)
    session.perform(Next())
    context, system = session.context, session.game.system
    assert session.state.round == 1
    assert system.time(context).now == now
    while session.state.round < 2:
        session.perform(Next())
    assert system.time(session.context).now == now + 5
    while session.state.round > 1:
        session.undo()
    assert system.time(session.context).now == now


def test_two_clocks_at_once(campaign):
    """T6: while a fight runs only its rounds move its clock; a second one keeps its own offset."""
    _, _, time, party = come_out(campaign, "d6pool")
    campaign.session(time).perform(PassTime(for_="2 h"))
    now = campaign.time.now()
    _, one = next_fight(campaign, party)
    one.perform(Next())
    campaign.session(time).perform(PassTime(for_="1 h"))
    _, other = next_fight(campaign, party)
    other.perform(Next())
    while one.state.round < 3:
        one.perform(Next())
    system = one.game.system
    assert system.time(one.context).now == now + 10
    assert system.time(other.context).now == now + 3_600
    assert campaign.time.now() == now + 3_600
    with pytest.raises(RuleError) as refused:
        other.perform(PassTime(for_="1 h"))
    assert refused.value.message.key == "rules.clock.in_fight"


def test_a_fight_that_was_over_before_a_longer_one_moves_the_clock_no_further_back(campaign):
    _, _, time, party = come_out(campaign, "d6pool")
    encounter, short = next_fight(campaign, party)
    short.perform(Next())
    campaign.session(time).perform(PassTime(for_="1 h"))
    now = campaign.time.now()
    short.perform(Finish())
    assert short.state.clock < now
    campaign.time.take_on(short, encounter, (), "Time")
    assert campaign.time.now() == now


def test_what_time_builds_on_is_not_changed_without_a_word(campaign):
    encounter, fight, time, _ = come_out(campaign, "d6pool")
    for attempt in (
        fight.undo,
        fight.undo_turn,
        lambda: fight.perform(Next()),
    ):
        with pytest.raises(RuleError) as refused:
            attempt()
        assert refused.value.message.key == "play.time_builds_on"
    assert fight.state.stage == "ended"
    campaign.time.take_back(encounter)
    assert campaign.look_at(time).state.combatants == {}
    fight.undo()
    assert fight.state.stage == "running"


def test_who_came_out_comes_out_again_only_while_no_time_has_passed(campaign):
    encounter, fight, time, _ = come_out(campaign, "d6pool")
    before = campaign.look_at(time).state
    campaign.time.take_on(fight, encounter, (), "Time")
    assert campaign.look_at(time).state.clock == before.clock
    assert len(campaign.look_at(time).state.combatants) == len(before.combatants)
    campaign.session(time).perform(PassTime(for_="1 min"))
    with pytest.raises(RuleError) as refused:
        campaign.time.take_on(fight, encounter, (), "Time")
    assert refused.value.message.key == "play.time_builds_on"


def test_a_fight_that_runs_lets_nobody_out(campaign):
    _, _, _, party = come_out(campaign, "d6pool")
    encounter, session = next_fight(campaign, party)
    session.perform(Next())
    with pytest.raises(RuleError) as refused:
        campaign.time.take_on(session, encounter, (), "Time")
    assert refused.value.message.key == "rules.not_over"


def test_there_and_back(campaign):
    """T4: what fell due falls due again when time is undone and played again, once, and nothing is doubled."""
    _, _, time, _ = come_out(campaign, "d6pool")
    session = campaign.session(time)
    session.perform(Remind(text="Call the fixer", for_="2 h"))
    before = session.state
    session.perform(PassTime(for_="3 h"))
    assert session.state.running == ()
    after = session.state
    session.undo()
    assert session.state == before
    session.redo()
    assert session.state == after
    session.undo()
    session.perform(PassTime(for_="1 h"))
    session.perform(PassTime(for_="2 h"))
    assert session.state.clock == after.clock
    assert session.state.running == ()


def test_stepped_over(campaign):
    """T1: three due moments that a jump goes over all fall due, in order, each once."""
    _, _, time, _ = come_out(campaign, "d6pool")
    session = campaign.session(time)
    for text, span in (("third", "3 h"), ("first", "1 h"), ("second", "2 h")):
        session.perform(Remind(text=text, for_=span))
    entry = session.perform(PassTime(for_="1 day"))
    told = session.game.texts.sentence(entry.label)
    assert [word for word in ("first", "second", "third") if told.count(word) == 1] == [
        "first",
        "second",
        "third",
    ]
    assert told.index("first") < told.index("second") < told.index("third")


def test_ten_minutes_are_not_nought(campaign):
    """T8: of an effect of 600 s ten minutes are left at once, and of 601 s not one second."""
    _, _, time, _ = come_out(campaign, "d6pool")
    session = campaign.session(time)
    system = session.game.system
    for span, text in (("600 s", "10 min"), ("601 s", "10 min 1 s")):
        session.perform(Remind(text=span, for_=span))
        row = next(each for each in system.time(session.context).rows if each.what == span)
        assert row.due_text == f"in {text}"


def test_the_button_does_what_it_says(campaign):
    """T12: exactly the step that is shown is taken."""
    _, _, time, _ = come_out(campaign, "d6pool")
    session = campaign.session(time)
    for span, seconds in (("10 min", 600), ("1 h", 3_600), ("1 day", 86_400), ("12 turns", 60)):
        before = session.state.clock
        session.perform(PassTime(for_=span))
        assert session.state.clock == before + seconds
        session.undo()
        assert session.state.clock == before


@pytest.mark.parametrize(
    ("command", "key"),
    [
        (PassTime(for_="-2 h"), "rules.clock.back"),
        (PassTime(until="day 1000000000"), "rules.clock.too_long"),
        (PassTime(until="day 1 00:00"), "rules.clock.past"),
        (PassTime(for_="two moons"), "rules.clock.no_span"),
        (PassTime(until="25:00"), "rules.clock.no_moment"),
        (PassTime(for_="0 h"), "rules.clock.no_span"),
        (PassTime(for_="99999999999 h"), "rules.clock.too_long"),
        (PassTime(), "rules.clock.say_one"),
        (PassTime(for_="1 h", until="23:00"), "rules.clock.say_one"),
        (Remind(text=" ", for_="1 h"), "rules.clock.no_words"),
        (Remind(text="x"), "rules.clock.say_one"),
    ],
)
def test_bad_input_is_refused_in_words(campaign, command, key):
    _, _, time, _ = come_out(campaign, "d6pool")
    session = campaign.session(time)
    before = session.state
    with pytest.raises(RuleError) as refused:
        session.perform(command)
    assert refused.value.message.key == key
    assert session.game.texts.sentence(refused.value.message)
    assert session.state == before


def test_a_condition_without_an_end_has_none(campaign):
    """T7: no tick ever ends a condition that has no duration."""
    _, _, time, _ = come_out(campaign, "d6pool")
    session = campaign.session(time)
    who = next(iter(session.state.combatants))
    session.perform(Afflict(who=(CombatantId(who),), condition="prone"))
    session.perform(PassTime(for_="30 days"))
    assert session.state.combatants[who].has("prone")


def test_a_fight_taken_to_another_campaign_keeps_what_is_left_of_each_time(campaign, tmp_path):
    """Moments of one campaign's clock mean nothing on another's: what is left counts from its present."""
    _, _, time, party = come_out(campaign, "d6pool")
    campaign.session(time).perform(PassTime(for_="2 days"))
    encounter, session = next_fight(campaign, party)
    session.perform(Next())
    who = next(iter(session.state.combatants))
    hour = Duration(kind="hour", count=1)
    session.perform(Afflict(who=(who,), condition="prone", duration=hour))
    session.perform(Finish())
    own = campaign.own_encounter(encounter, "Next")
    other = opened(tmp_path / "Other.encounter")
    made = other.session(other.take_in(own))
    until = made.state.combatants[who].condition("prone").until
    assert until.at == 3_600 - 5  # the turn in which it began has passed
    other.close()


# ---- who is meant, what was put off, who has died


def ended_fight(campaign, party, game="d6pool"):
    """Returns a fight of the party that was over in its first round."""
    encounter = campaign.new_encounter("Next", game)
    session = campaign.session(encounter)
    standing = campaign.time.standing(game, party)
    session.perform(Join(combatants=tuple(party_combatants(standing))))
    session.perform(Next())
    return encounter, session


def test_what_was_put_off_in_a_fight_is_not_rolled_when_the_party_comes_out(campaign):
    """The test that the game master left for later is owed in the time between fights, as it was in the fight."""
    _, _, _, party = come_out(campaign, "d6pool")
    encounter, session = ended_fight(campaign, party)
    who = next(iter(session.state.combatants))
    session.perform(Finish())
    owed = Obligation(kind="waking", who=who, values={"hours": 1}, priority=50)
    fallen = ev.GaugeSet(who=who, gauge="th", to=-1)
    session.commit(Remind(text="x", for_="1 h"), outcome_of(fallen, added(owed)), ())
    time = campaign.time.take_on(session, encounter, (), "Time")
    state = campaign.look_at(time).state
    assert [each.kind for each in state.obligations] == ["waking"]
    assert state.obligations[0].who in state.combatants


def outcome_of(*events):
    return Outcome(label=say("rules.log.finished"), events=events)


def added(owed):
    return ev.ObligationAdded(obligation=owed)


def test_who_does_something_for_another_is_the_same_in_the_time_and_in_the_next_fight(campaign):
    """Ids differ from one fight to the next; who gives first aid, or caused a condition, goes by the new ones."""
    _, _, time, party = come_out(campaign, "cwn")
    session = campaign.session(time)
    one, other = [each.name for each in party.members][:2]
    ids = {each.name: each.id for each in session.state.combatants.values()}
    for_other = ev.RunningSet(
        who=ids[other], running=Running(kind="x", since=0, due=10**6, by=ids[one])
    )
    bleeds = ev.ConditionAdded(
        who=ids[other], condition=Condition(key="prone", by=ids[one], about=ids[one])
    )
    session.commit(Remind(text="x", for_="1 h"), outcome_of(for_other, bleeds), ())
    members = tuple(replace(each, id=CombatantId(f"other_{each.id}")) for each in party.members)
    renamed = replace(party, members=members)
    standing = {each.name: each for each in campaign.time.standing("cwn", renamed).members}
    carer = standing[one].id
    assert carer.startswith("other_")
    assert [each.by for each in standing[other].running if each.kind == "x"] == [carer]
    assert [
        (each.by, each.about) for each in standing[other].conditions if each.key == "prone"
    ] == [(carer, carer)]
    encounter, fight = ended_fight(campaign, renamed, "cwn")
    fight.perform(Finish())
    campaign.time.take_on(fight, encounter, (), "Time")
    there = {each.name: each for each in campaign.look_at(time).state.combatants.values()}
    assert [each.by for each in there[other].running if each.kind == "x"] == [there[one].id]


def test_who_died_in_a_later_fight_does_not_live_on_in_the_time_between(campaign):
    _, _, time, party = come_out(campaign, "d6pool")
    encounter, session = ended_fight(campaign, party)
    who = next(iter(session.state.combatants))
    name = session.state.combatants[who].name
    session.perform(Adjust(who=(who,), change="=-99", gauge="th"))
    assert "dead" in session.game.system.derived_conditions(session.context, who)
    session.perform(Finish())
    campaign.time.take_on(session, encounter, (), "Time")
    between = campaign.look_at(time)
    known = next(each for each in between.state.combatants.values() if each.name == name)
    assert "dead" in between.game.system.derived_conditions(between.context, known.id)


@pytest.mark.parametrize("game", FIGHTS)
def test_the_fight_goes_on_and_is_over_again(campaign, game):
    """Next after Finish, and Finish again: the clock is as many rounds on as were played, no more."""
    encounter, fight, _, _ = come_out(campaign, game)
    campaign.time.take_back(encounter)
    before = fight.state
    fight.undo()
    fight.redo()
    assert fight.state == before
    fight.perform(Next())
    fight.perform(Finish())
    assert fight.state.clock == before.clock
    assert fight.state.round == before.round
    assert later_things(fight.state) == later_things(before)


def later_things(state):
    """Returns what is due later than a round from now, by whose it is; the round may bring what is due before."""
    return {
        each.id: [one for one in each.running if one.due > state.clock + 10]
        for each in state.combatants.values()
    }


def test_time_passes_in_one_place(campaign):
    """A fight that has not begun, or is over, has no clock of its own: its game master is sent to the campaign's."""
    session = campaign.session(campaign.encounters()[0].id)
    with pytest.raises(RuleError) as refused:
        session.perform(PassTime(for_="1 h"))
    assert refused.value.message.key == "play.time_elsewhere"


def bleeding_fight(campaign):
    """Returns a fight of D6 pools in its first turn, and who bleeds in it."""
    session = campaign.session(campaign.encounters()[0].id)
    for side in ("pc", "foe"):
        creature = next(each for each in session.game.ruleset.creatures if each.side == side)
        session.perform(Add(creature=creature.key))
    session.perform(Next())
    who = next(iter(session.state.combatants))
    session.perform(Adjust(who=(who,), change="=-1"))
    session.perform(Afflict(who=(who,), condition="bleeding"))
    return session, who


def test_a_fight_that_goes_on_bleeds_no_wound_twice(campaign):
    """What ran on the clock after Finish runs by the turns again, from the same moment."""
    session, who = bleeding_fight(campaign)
    count = session.state.combatants[who].condition("bleeding").count
    session.perform(Finish())
    assert [each.kind for each in session.state.combatants[who].running if each.every == 60] == [
        "bleeding"
    ]
    session.perform(Next())
    now = session.state.combatants[who]
    assert now.condition("bleeding").count == count
    assert not [each for each in now.running if each.kind == "bleeding"]
    session.perform(Finish())
    (bleeding,) = (e for e in session.state.combatants[who].running if e.kind == "bleeding")
    assert bleeding.due == count * 5


def test_whoever_joins_a_fight_bleeding_bleeds_by_its_turns(campaign):
    session, who = bleeding_fight(campaign)
    session.perform(Finish())
    bleeder = session.state.combatants[who]
    due = next(each.due for each in bleeder.running if each.kind == "bleeding")
    encounter = campaign.new_encounter("Other", "d6pool")
    other = campaign.session(encounter)
    for side in ("pc", "foe"):
        creature = next(each for each in other.game.ruleset.creatures if each.side == side)
        other.perform(Add(creature=creature.key))
    other.perform(Next())
    other.perform(Join(combatants=(replace(bleeder, name="Late"),), wave="late"))
    late = next(each for each in other.state.combatants.values() if each.name == "Late")
    assert late.condition("bleeding").count == -(-due // 5)
    assert not [each for each in late.running if each.kind == "bleeding"]


def test_house_rules_of_the_fight_hold_between_fights(campaign):
    """A switch that was set for the fight would else be as the book has it, an hour later."""
    encounter = campaign.new_encounter("House rules", "d6pool")
    session = campaign.session(encounter)
    session.perform(Switch(key="d6pool.woundHitsResist", to=True))
    creature = next(each for each in session.game.ruleset.creatures if each.side == "pc")
    session.perform(Add(creature=creature.key))
    session.perform(Next())
    session.perform(Finish())
    time = campaign.time.take_on(session, encounter, (), "Time")
    assert campaign.look_at(time).context.switch("d6pool.woundHitsResist") is True


def test_what_lies_on_the_ground_is_still_to_be_collected(campaign):
    """Somebody who went down in the loading dock let the rifle fall; whoever lives has it still to take up."""
    _, fight, time, _ = come_out(campaign, "cwn")
    system = fight.game.system
    lost = {each.key for each in system.open_things(fight.context) if each.is_item}
    session = campaign.session(time)
    there = {each.key for each in system.open_things(session.context) if each.is_item}
    assert there
    assert there <= lost
    key = next(iter(there))
    session.perform(Settle(things=(key,)))
    assert key not in {each.key for each in system.open_things(session.context)}


def test_two_who_come_out_of_two_fights_under_one_id_are_two(campaign):
    """Ids are made from names: two strangers of two fights may have the same, and each keeps who looks after them."""
    _, _, time, _ = come_out(campaign, "d6pool")
    session = campaign.session(time)
    one, other = list(session.state.combatants.values())[:2]
    stranger = replace(one, name="Stranger", memo={})
    cared = replace(other, name="Patient", id=CombatantId("patient"), memo={"cared_by": one.id})
    session.perform(TakeOn(combatants=(stranger, cared), fight="Other"))
    there = {each.name: each for each in session.state.combatants.values()}
    assert there[one.name].id == one.id
    assert there["Stranger"].id != one.id
    assert there["Patient"].memo["cared_by"] == there["Stranger"].id
    assert len({each.number for each in there.values()}) == len(there)


def test_a_foe_who_only_heals_does_not_come_along(campaign):
    """Their healing tests for weeks are not the party's."""
    _, fight, time, party = come_out(campaign, "phases")
    healing = {
        each.name
        for each in fight.state.combatants.values()
        if each.side == "foe" and {one.kind for one in each.running} == {"healing"}
    }
    assert healing
    there = {each.name for each in campaign.look_at(time).state.combatants.values()}
    assert not healing & there
    assert {each.name for each in party.members} <= there
