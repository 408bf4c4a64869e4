"""The recap of an evening: all fights of that day, as their players know them, on paper and as Markdown."""

import pytest

from encounter_gui import paths
from encounter_gui.app import headless_print
from encounter_gui.app.services import ruleset
from encounter_gui.cli.window_options import PrintOptions
from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
from encounter_gui.rules.model.commands import Add, Finish, Next, Note, PassTime


@pytest.fixture
def evening(tmp_path):
    """A campaign with two fights of today, one of long ago, and one that has not begun."""
    clock = ["2026-11-20T20:00:00+00:00"]
    services = CampaignServices(
        rulesets=ruleset, texts=paths.message_catalog(), now=lambda: clock[0]
    )
    path = tmp_path / "Harbour.encounter"
    campaign = OpenCampaign.create(path, services, first="Long ago", ruleset="cwn")
    first = campaign.current()
    assert first is not None
    play(campaign, first, "Old Crow")
    clock[0] = "2026-11-22T20:00:00+00:00"
    for name, foe in (("The pier", "Pier Rat"), ("The roof", "Roof Cat")):
        play(campaign, campaign.new_encounter(name, "cwn"), foe)
    campaign.new_encounter("Next week", "cwn")
    campaign.close()
    return path


def play(campaign, encounter, foe):
    session = campaign.session(encounter)
    session.perform(Add(creature="gang_gunman", side="foe", count=1, name=foe))
    session.perform(Add(creature="gang_gunman", side="pc", count=1, name="Vee"))
    session.perform(Note(text="The mole is Vee's brother"))
    session.perform(Next())


@pytest.mark.parametrize("ending", ["md", "pdf"])
def test_an_evening_is_told_to_its_players(evening, tmp_path, ending):
    out = tmp_path / f"recap.{ending}"
    options = PrintOptions(campaign=evening, out=out, encounter="The roof", reports="session")
    assert headless_print.run(options) == 0
    if ending == "md":
        said = out.read_text("utf-8")
    else:
        from tests.helpers.pdf_text import texts_of

        said = "\n".join(texts_of(out))
    for word in ("The pier", "The roof", "Pier Rat", "Roof Cat"):
        assert word in said
    for word in ("Long ago", "Old Crow", "Next week", "brother"):
        assert word not in said


def test_what_passed_between_fights_is_told_with_its_moments(tmp_path):
    """The players read when who has come out of a fight, and what time has brought; not the game master's notes."""
    services = CampaignServices(
        rulesets=ruleset, texts=paths.message_catalog(), now=lambda: "2026-11-22T20:00:00+00:00"
    )
    path = tmp_path / "Harbour.encounter"
    campaign = OpenCampaign.create(path, services, first="The pier", ruleset="cwn")
    first = campaign.current()
    assert first is not None
    play(campaign, first, "Pier Rat")
    fight = campaign.session(first)
    fight.perform(Finish())
    between = campaign.session(campaign.time.take_on(fight, first, (), "Time between fights"))
    between.perform(PassTime(until="day 3 08:00"))
    between.perform(Note(text="The mole sleeps"))
    campaign.session(first)
    campaign.close()
    out = tmp_path / "recap.md"
    options = PrintOptions(campaign=path, out=out, encounter="The pier", reports="session")
    assert headless_print.run(options) == 0
    said = out.read_text("utf-8")
    assert "Time between fights" in said
    assert "Vee come out of “The pier”" in said
    assert "Day 3, 08:00" in said
    assert "mole" not in said
