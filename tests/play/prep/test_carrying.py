"""What the party keeps of a fight: golden fights in a real campaign file, and the next fight with that party."""

import pytest

from encounter_gui import paths
from encounter_gui.core.ids import CombatantId
from encounter_gui.paths import message_catalog
from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
from encounter_gui.play.prep.carrying import carry_list, carry_on, put_again, take_back
from encounter_gui.play.prep.staging import party_combatants
from encounter_gui.rules.model.commands import Finish, Join, Next
from tests.helpers.rulesets import shipped

EXAMPLES = paths.data_folder("resources") / "examples"
FIGHTS = {
    "d6pool": "d6pool-dead-end",
    "cwn": "cwn-long-loading-dock",
    "chrome": "chrome-long-biomech",
    "phases": "phases-long-night-shift",
}


@pytest.fixture
def campaign(tmp_path):
    services = CampaignServices(
        rulesets=shipped, texts=message_catalog(), now=lambda: "2026-11-21T20:00:00+00:00"
    )
    opened = OpenCampaign.create(
        tmp_path / "Docks.encounter", services, first="First", ruleset="d6pool"
    )
    yield opened
    opened.close()


def fought(campaign, game):
    session = campaign.session(campaign.replay(EXAMPLES / f"{FIGHTS[game]}.toml"))
    assert session.state.stage == "ended"
    return session


def listed(campaign, session, planned=None):
    entries = session.log.path()
    return carry_list(session.game.system, session.context, entries, campaign.prepared, planned)


def ticked(carry):
    return {each.who: [line.key for line in each.lines if line.is_on] for each in carry.people}


def carried(campaign, session, planned=None):
    carry = listed(campaign, session, planned)
    ruleset = session.context.ruleset.id
    return carry_on(campaign.prepared, ruleset, carry, ticked(carry), {})


def person(carry, name):
    return next(each for each in carry.people if each.after.name == name)


def lines(carry, name):
    return {line.text: line.value for line in person(carry, name).lines}


@pytest.mark.parametrize("game", FIGHTS)
def test_a_second_fight_begins_with_what_the_first_left(campaign, game):
    """Two encounters in a row: gauges, wounds, lasting conditions and rounds are those of the first one's end."""
    session = fought(campaign, game)
    system, context = session.game.system, session.context
    change = carried(campaign, session)
    second = campaign.session(campaign.new_encounter("Second", context.ruleset.id))
    second.perform(Join(combatants=tuple(party_combatants(change.after.value))))
    joined = {each.name: each for each in second.state.combatants.values()}
    pcs = [each for each in session.state.combatants.values() if each.side == "pc"]
    assert pcs
    assert {each.name for each in pcs} == set(joined)
    for combatant in pcs:
        left, now = system.aftermath(context, combatant.id), joined[combatant.name]
        after = left.combatant
        for gauge in (*left.gauges, *(key for key in after.gauges if key.startswith("ammo."))):
            assert now.gauges.get(gauge, 0) == after.gauges.get(gauge, 0), (now.name, gauge)
        assert {c.key for c in now.conditions} == {c.key for c in after.conditions}, now.name
        hurt = {key: place for key, place in after.locations.items() if place.level or place.marks}
        assert hurt.items() <= now.locations.items(), now.name
    second.perform(Next())
    assert second.state.stage == "running"


@pytest.mark.parametrize("game", FIGHTS)
def test_carrying_twice_changes_nothing_more(campaign, game):
    session = fought(campaign, game)
    first = carried(campaign, session)
    again = listed(campaign, session)
    assert [line for each in again.people for line in each.lines if line.is_on] == []
    second = carried(campaign, session)
    assert second.after == first.after
    assert len(campaign.prepared.parties.all()) == 1


@pytest.mark.parametrize("game", FIGHTS)
def test_one_step_takes_it_back_and_brings_it_again(campaign, game):
    session = fought(campaign, game)
    change = carried(campaign, session)
    take_back(campaign.prepared, change)
    assert campaign.prepared.parties.all() == ()
    put_again(campaign.prepared, change)
    assert campaign.prepared.parties.all() == (change.after,)


@pytest.mark.rule("CWN-60", "CWN-61")
def test_who_is_stable_is_carried_on_so_and_is_frail(campaign):
    """Quill lies stable with 0 of 8, and comes to by the campaign's clock; she is frail for a week. CWN-60, CWN-61."""
    carry = listed(campaign, fought(campaign, "cwn"))
    quill = lines(carry, "Quill")
    assert quill["Hit points"] == "8 → 0 of 8"
    assert quill["Frail"] == "one week of rest"
    assert quill["Stable"] == "1 hit point after ten minutes"


@pytest.mark.rule("CWN-07")
def test_what_ends_by_itself_is_said_once(campaign):
    carry = listed(campaign, fought(campaign, "cwn"))
    assert "Traumatized" in carry.over
    assert len(carry.over) == len(set(carry.over))


def test_what_is_left_on_the_ground_is_offered_and_not_ticked(campaign):
    """Bruiser 1 is dead, Thug 1 has fled with his pistol."""
    carry = listed(campaign, fought(campaign, "cwn"))
    owners = {gift.key.partition("/")[0] for gift in carry.gifts}
    assert "bruiser_1" in owners
    assert not owners & {"thug_1", "thug_2"}


def test_a_gift_goes_to_whom_it_is_given(campaign):
    session = fought(campaign, "cwn")
    carry = listed(campaign, session)
    gift = carry.gifts[0]
    vee = person(carry, "Vee Okonjo").who
    change = carry_on(campaign.prepared, "cwn", carry, {}, {vee: [gift]})
    member = next(each for each in change.after.value.members if each.name == "Vee Okonjo")
    assert gift.item.name in {item.name for item in member.items}
    others = [each for each in change.after.value.members if each.name != "Vee Okonjo"]
    assert all(each.items == person(carry, each.name).before.items for each in others)


def test_what_is_not_ticked_stays_as_it_was(campaign):
    session = fought(campaign, "cwn")
    carry = listed(campaign, session)
    quill = person(carry, "Quill").who
    change = carry_on(campaign.prepared, "cwn", carry, {quill: ["gauge.hp"]}, {})
    members = {each.name: each for each in change.after.value.members}
    assert members["Quill"].gauges["hp"] == 0
    assert not members["Quill"].has("frail")
    assert members["Halloran"] == person(carry, "Halloran").before


def test_the_party_of_the_plan_is_written_and_no_other(campaign):
    session = fought(campaign, "cwn")
    first = carried(campaign, session)
    store = campaign.prepared
    from msgspec import structs

    from encounter_gui.storage.prepared_store import New

    (row,) = store.parties.add(
        [New(ruleset=first.after.ruleset, value=structs.replace(first.after.value, name="Others"))]
    )
    carry = listed(campaign, session, planned=row)
    assert (carry.party, carry.row) == ("Others", row)


@pytest.mark.rule("D6P-43")
def test_a_bleeding_that_goes_on_is_said_and_keeps_its_clock(campaign):
    """Gang A bleeds from turn 1, the next wound is due in turn 13: 10 turns after the end in turn 3. D6P-43."""
    session = fought(campaign, "d6pool")
    aftermath = session.game.system.aftermath(session.context, CombatantId("gang_a"))
    bleeding = aftermath.combatant.condition("bleeding")
    assert bleeding is not None
    known = session.state.combatants[CombatantId("gang_a")].condition("bleeding")
    assert known is not None
    assert known.count is not None
    assert bleeding.count == known.count - session.state.round
    assert aftermath.open == ("Gang A: Bleeding",)


def test_nothing_is_carried_that_a_finished_fight_has_ended(campaign):
    """A fight that is only begun and ended leaves the party as it was."""
    session = campaign.session(campaign.new_encounter("Short", "cwn"))
    with_party = fought(campaign, "cwn")
    carried(campaign, with_party)
    party = campaign.prepared.parties.all()[0].value
    session.perform(Join(combatants=tuple(party_combatants(party))))
    session.perform(Next())
    session.perform(Finish())
    carry = listed(campaign, session)
    assert [line for each in carry.people for line in each.lines] == []
