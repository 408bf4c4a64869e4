"""What of a campaign uses what is changed, and the forecast of its last encounter before and after."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from encounter_gui import paths
from encounter_gui.play.impact.affected import Affected, affected
from encounter_gui.play.impact.campaign_reading import CampaignReading
from encounter_gui.play.impact.forecasts import ForecastComparer, ForecastImpact
from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
from encounter_gui.play.prep.parties import save_party
from encounter_gui.play.prep.ruleset_repository import RulesetRepository
from encounter_gui.rules.model.commands import Finish
from encounter_gui.rules.model.prepared import EncounterPlan, Party, Recruit, Wave
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems import system_for
from tests.helpers.drafts import Changes, draft
from tests.helpers.rulesets import shipped

RIFLE = ("items", "combat_rifle", "values", "hit")


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[OpenCampaign]:
    services = CampaignServices(
        rulesets=shipped,
        texts=paths.message_catalog(),
        now=lambda: "2026-11-30T20:00:00+00:00",
        files=paths.ruleset_texts,
    )
    path = tmp_path / "Docks.encounter"
    made = OpenCampaign.create(path, services, first="Empty", ruleset="cwn")
    yield made
    made.close()


def reading(campaign: OpenCampaign) -> CampaignReading:
    library = campaign.library(RulesetRepository(shipped, lambda: ("cwn",)))
    return CampaignReading(campaign, library, "cwn")


def used(campaign: OpenCampaign, changes: Changes) -> Affected:
    read = reading(campaign)
    cast = read.cast(shipped("cwn"), None, ("", ""))
    return affected(draft("cwn", {}), draft("cwn", changes), cast.fighters, read.uses())


def plan(campaign: OpenCampaign, name: str, *recruits: str, later: str = "") -> None:
    made = campaign.new_encounter(name, "cwn")
    waves = (Wave(name="Later", recruits=(Recruit(creature=later),)),) if later else ()
    people = tuple(Recruit(creature=each) for each in recruits)
    campaign.prepared.put_plan(made, EncounterPlan(recruits=people, waves=waves))


def carriers(ruleset: Ruleset, item: str) -> list[str]:
    return [each.key for each in ruleset.creatures if any(c.item == item for c in each.items)]


def test_the_creatures_that_carry_a_changed_weapon_are_told_with_their_encounters(
    campaign: OpenCampaign,
) -> None:
    (first, *_), cwn = carriers(shipped("cwn"), "combat_rifle"), shipped("cwn")
    plan(campaign, "Depot", first)
    plan(campaign, "Roof", "halloran", later=first)
    found = used(campaign, {RIFLE: 1})
    one = next(each for each in found.creatures if each.key == f"cwn:{first}")
    assert (one.what, one.encounters) == (("Combat rifle",), 2)
    assert {each.key for each in found.creatures} == {
        f"cwn:{each}" for each in carriers(cwn, "combat_rifle")
    }
    assert found.total == len(cwn.creatures)
    assert found.prepared == ("Depot", "Roof")
    assert not found.is_for_all


def test_a_member_of_the_party_is_told_as_such_and_first(campaign: OpenCampaign) -> None:
    save = campaign.session(campaign.replay(paths.sample("redlines"))).state
    members = tuple(each for each in save.combatants.values() if each.side == "pc")
    save_party(campaign.prepared, "cwn", Party(name="Crew", members=members))
    weapon = next(
        item.sort
        for each in members
        for item in each.items
        if item.kind == "weapon" and not item.origin
    )
    found = used(campaign, {("items", weapon, "values", "magazine"): 99})
    assert found.creatures[0].is_party
    assert found.total == len(shipped("cwn").creatures) + len(members)


def test_a_rule_of_the_game_is_used_by_every_encounter_that_is_not_over(
    campaign: OpenCampaign,
) -> None:
    plan(campaign, "Depot", "halloran")
    found = used(campaign, {("numbers", "burst_hit", "value"): 3})
    assert found.is_for_all
    assert found.creatures == ()
    assert found.prepared == ("Empty", "Depot")


def test_a_running_fight_that_uses_a_changed_weapon_is_told(campaign: OpenCampaign) -> None:
    session = campaign.session(campaign.replay(paths.sample("redlines")))
    assert session.state.stage == "running"
    items = {item.sort for each in session.state.combatants.values() for item in each.items}
    item = next(
        each for each in shipped("cwn").items if each.kind == "weapon" and each.key in items
    )
    found = used(campaign, {("items", item.key, "name"): "Changed"})
    assert len(found.running) == 1


def test_nothing_changed_touches_nobody(campaign: OpenCampaign) -> None:
    plan(campaign, "Depot", "halloran")
    found = used(campaign, {})
    assert (found.creatures, found.prepared, found.running) == ((), (), ())


# ---- the forecast


def forecast(campaign: OpenCampaign, changes: Changes) -> ForecastImpact:
    encounter = reading(campaign).compared()
    assert encounter is not None
    comparer = ForecastComparer(system_for("cwn"), encounter.context, shipped("cwn"))
    return next(comparer.steps(draft("cwn", changes).ruleset, lambda: False))


def test_the_encounter_played_last_is_forecast_before_and_after(campaign: OpenCampaign) -> None:
    campaign.make_current(campaign.replay(paths.sample("redlines")))
    found = forecast(campaign, {("items", "heavy_pistol", "values", "damage"): "9d12"})
    assert found.before.fights == found.after.fights
    assert not found.is_same


def test_nothing_changed_forecasts_the_same_fight_for_fight(campaign: OpenCampaign) -> None:
    """Both are played from the same dice: where the rules are the same, so is every fight."""
    campaign.make_current(campaign.replay(paths.sample("redlines")))
    found = forecast(campaign, {})
    assert found.before == found.after
    assert found.is_same


def test_who_is_only_planned_is_forecast_with_the_creature_as_it_is_changed(
    campaign: OpenCampaign,
) -> None:
    (foe, *_) = carriers(shipped("cwn"), "combat_rifle")
    plan(campaign, "Depot", "halloran", foe, foe, foe)
    found = forecast(campaign, {("creatures", "halloran", "sheet", "hp"): 99})
    assert found.after.pc.share > found.before.pc.share


def test_without_two_sides_there_is_nothing_to_forecast(campaign: OpenCampaign) -> None:
    plan(campaign, "Depot", "halloran")
    assert reading(campaign).compared() is None


def test_a_fight_that_is_over_is_forecast_as_it_began(campaign: OpenCampaign) -> None:
    session = campaign.session(campaign.replay(paths.sample("redlines")))
    session.perform(Finish())
    encounter = reading(campaign).compared()
    assert encounter is not None
    assert encounter.context.state.stage == "ready"
    assert encounter.context.state.round == 0
