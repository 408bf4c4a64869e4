"""An encounter and a campaign are of another game where that can be; else it is said why not, and what to do."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from encounter_gui.core.errors import RuleError, SaveError
from encounter_gui.core.messages import say
from encounter_gui.encounter.plan import Plan
from encounter_gui.play.grounds import lay
from encounter_gui.play.open_campaign import OpenCampaign
from encounter_gui.rules.model.commands import Add, Finish, Next, Switch
from encounter_gui.rules.model.prepared import EncounterPlan, Recruit, Reminder, Wave
from encounter_gui.rules.systems import SYSTEMS
from encounter_gui.storage.campaign import Campaign
from tests.helpers.own_rules import made_own, opened


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[OpenCampaign]:
    made = opened(tmp_path / "Docks.encounter")
    yield made
    made.close()


@pytest.mark.parametrize("game", [each for each in SYSTEMS if each != "cwn"])
def test_an_encounter_nobody_is_in_becomes_one_of_another_game_with_what_was_written(
    tmp_path: Path, game: str
) -> None:
    path = tmp_path / "Docks.encounter"
    campaign = opened(path)
    made = campaign.encounters()[0].id
    session = campaign.session(made)
    session.perform(Switch(key=session.context.ruleset.switches[0].key, to=True))
    lay(session, Plan(unit="m", width=40, height=30))
    plan = EncounterPlan(notes="The crane", reminders=(Reminder(text="Alarm", round=2),))
    campaign.prepared.put_plan(made, plan)
    key = campaign.ruleset(game).conditions[0].key
    made_own(campaign, game, ("conditions", key, "name"), "Otherwise")
    campaign.change_game(made, game)
    campaign.close()
    again = opened(path)
    assert [(each.id, each.name, each.ruleset) for each in again.encounters()] == [
        (made, "First", game)
    ]
    fight = again.session(made)
    assert fight.state.name == "First"
    assert fight.game.system.id == fight.context.ruleset.id == fight.state.ruleset == game
    assert fight.context.ruleset.own_version == 1
    assert fight.state.switches == {}
    assert fight.state.plan is not None
    assert again.prepared.plan(made) == plan
    creature = fight.context.ruleset.creatures[0].key
    fight.perform(Add(creature=creature, count=1))
    again.close()


def refused(campaign: OpenCampaign) -> str:
    made = campaign.encounters()[0].id
    before = campaign.read(made)
    with pytest.raises(RuleError) as error:
        campaign.change_game(made, "chrome")
    after = campaign.read(made)
    assert (after.entries, after.head, after.ruleset) == (
        before.entries,
        before.head,
        before.ruleset,
    )
    words = campaign._campaign_services.texts.text(error.value.message)
    assert "CHROME" in words
    return error.value.message.key


def test_who_is_in_it_who_was_and_who_is_planned_stand_in_the_way(campaign: OpenCampaign) -> None:
    made = campaign.encounters()[0].id
    fight = campaign.session(made)
    fight.perform(Add(creature="gang_gunman", count=1))
    assert refused(campaign) == "play.game.people"
    fight.perform(Next())
    assert refused(campaign) == "play.game.begun"
    fight.perform(Finish())
    assert refused(campaign) == "play.game.begun"
    fight.move_head(fight.log.path()[0].id)
    assert refused(campaign) == "play.game.history"
    recruit = Recruit(creature="gang_gunman")
    for plan in (
        EncounterPlan(recruits=(recruit,)),
        EncounterPlan(waves=(Wave(name="Later", recruits=(recruit,)),)),
        EncounterPlan(party=1),
    ):
        campaign.prepared.put_plan(made, plan)
        assert refused(campaign) == "play.game.planned"


def test_the_time_between_fights_has_no_other_game(campaign: OpenCampaign) -> None:
    time = campaign.time.open("Time", campaign.ruleset("cwn"))
    with pytest.raises(RuleError) as error:
        campaign.change_game(time, "chrome")
    assert error.value.message.key == "play.game.time"


def test_half_a_change_of_game_is_none(
    campaign: OpenCampaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = campaign.encounters()[0].id
    before = campaign.read(made)

    def fail(*_: object) -> None:
        raise SaveError(say("storage.write_failed"))

    with monkeypatch.context() as broken:
        broken.setattr(Campaign, "append", fail)
        with pytest.raises(SaveError):
            campaign.change_game(made, "chrome")
    after = campaign.read(made)
    assert (after.entries, after.ruleset) == (before.entries, before.ruleset)


def test_the_game_of_new_encounters_is_kept_with_the_campaign(tmp_path: Path) -> None:
    path = tmp_path / "Docks.encounter"
    campaign = opened(path)
    assert campaign.game == ""
    campaign.set_game("phases")
    campaign.close()
    again = opened(path)
    assert again.game == "phases"
    again.close()
