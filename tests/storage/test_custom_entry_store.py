"""Items and conditions of a campaign's own in its file."""

import shutil
from pathlib import Path

import pytest

from encounter_gui.core.errors import SaveError
from encounter_gui.core.ids import RulesetId
from encounter_gui.rules.model.ruleset import ConditionDef, Effect, ItemDef
from encounter_gui.storage.campaign import Campaign
from encounter_gui.storage.prepared_store import New, Stored
from tests.storage.campaigns import fought

BRAWL = RulesetId("brawl")
GOLDEN = Path(__file__).with_name("golden")
SPIKE = ItemDef(
    key="own_spike",
    name="Spike „静“",
    kind="weapon",
    values={"damage": "2d8", "range": (3, 9), "loud": True, "magazine": -2},
    source="made up",
)
GLITCHED = ConditionDef(
    key="own_glitched",
    name="Glitched",
    kind="warn",
    icon="shock",
    effects=(Effect(on="hit", amount=-2),),
    lasts="scene",
    rounds=3,
    by_hand=False,
    text="Sparks.",
)


@pytest.fixture
def path(tmp_path):
    return fought(tmp_path / "a.encounter")


def new(*those):
    return [New(ruleset=BRAWL, value=each) for each in those]


def test_they_come_back_as_they_were_kept(path):
    with Campaign.open(path) as campaign:
        rows = campaign.prepared.custom_entries.add(new(SPIKE, GLITCHED))
    with Campaign.open(path) as campaign:
        kept = {each.row: each.value for each in campaign.prepared.custom_entries.all()}
        assert kept == dict(zip(rows, (SPIKE, GLITCHED), strict=True))
        assert campaign.prepared.definitions("brawl") == ((SPIKE,), (GLITCHED,))
        assert campaign.prepared.definitions("cwn") == ((), ())


def test_they_are_changed_removed_and_restored(path):
    changed = ItemDef(key="own_spike", name="Long spike", kind="weapon")
    with Campaign.open(path) as campaign:
        extras = campaign.prepared.custom_entries
        (row,) = extras.add(new(SPIKE))
        extras.put([Stored(row=row, ruleset=BRAWL, value=changed)])
        before = extras.all()
        assert [each.value for each in before] == [changed]
        extras.remove([row])
        assert extras.all() == ()
        extras.put(before)
        assert extras.all() == before


def test_two_of_one_key_are_refused_and_none_is_kept(path):
    """A condition may share an item's key, and another ruleset's thing both."""
    twin = ConditionDef(key="own_spike", name="Spiked")
    with Campaign.open(path) as campaign:
        with pytest.raises(SaveError, match=r"storage\.write_failed"):
            campaign.prepared.custom_entries.add(new(GLITCHED, SPIKE, SPIKE))
        assert campaign.prepared.custom_entries.all() == ()
        campaign.prepared.custom_entries.add(
            [*new(SPIKE, twin), New(ruleset=RulesetId("cwn"), value=SPIKE)]
        )
        assert len(campaign.prepared.custom_entries.all()) == 3


def test_a_campaign_of_version_1_has_room_for_them(tmp_path):
    """The golden file was made by the program that wrote version 1."""
    path = tmp_path / "version-1.encounter"
    shutil.copy(GOLDEN / path.name, path)
    with Campaign.open(path) as campaign:
        assert campaign.migrated_from == 1
        assert campaign.prepared.custom_entries.all() == ()
        campaign.prepared.custom_entries.add(new(SPIKE))
    with Campaign.open(path) as campaign:
        assert campaign.prepared.definitions("brawl") == ((SPIKE,), ())
