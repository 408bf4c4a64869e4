"""A save of every version of the campaign file opens, is brought up to date, and is sealed throughout."""

import gzip
from pathlib import Path

import pytest

from encounter_gui.core.ids import EncounterId
from encounter_gui.core.picture_files import read_picture
from encounter_gui.rules.model.prepared import Reminder
from encounter_gui.storage.campaign import Campaign
from encounter_gui.storage.damage import verify
from encounter_gui.storage.file.header import version_of
from encounter_gui.storage.file.schema import SCHEMA
from tests.golden.save_expectations import SYSTEMS, unpacked
from tests.helpers.pictures import png
from tests.storage.campaigns import STRIKE, resumed

VERSIONS = Path(__file__).with_name("saves") / "versions"
SAVES = sorted(VERSIONS.glob("*.gz"))


def test_there_is_a_save_of_every_version() -> None:
    numbers = [int(each.name.removeprefix("version-").split(".")[0]) for each in SAVES]
    assert numbers == list(range(3, SCHEMA.version + 1))


@pytest.mark.parametrize("save", SAVES, ids=lambda each: each.name)
def test_a_save_opens_with_all_it_holds(tmp_path: Path, save: Path) -> None:
    path = tmp_path / "save.encounter"
    path.write_bytes(gzip.decompress(save.read_bytes()))
    version = version_of(path)
    with Campaign.open(path) as campaign:
        assert campaign.migrated_from == (None if version == SCHEMA.version else version)
        assert [(each.name, each.entry_count) for each in campaign.encounters()] == [
            ("Alley", 7),
            ("Roof", 3),
        ]
        assert campaign.load(EncounterId(2)).head == 9
        prepared = campaign.prepared
        creatures = prepared.creatures.all()
        assert [each.value.creature.name for each in creatures] == [
            "Creature 0",
            "Creature 1",
            "Creature 2",
        ]
        assert prepared.source(creatures[1].row) == '{"from": 1}'
        assert len(prepared.portrait(creatures[0].value.portrait)) == 260
        assert [each.value.name for each in prepared.custom_entries.all()] == ["Hook"]
        assert [each.value.name for each in prepared.parties.all()] == ["The crew"]
        gate = Reminder(text="The gate opens", round=3)
        assert prepared.plan(EncounterId(1)).reminders == (gate,)
        assert campaign.setting("colour") == "red"
        kept = prepared.picture(read_picture(png(6, 4)).name)
        assert (kept is not None) == (version >= 5)
        own = [(each.ruleset, each.value.name) for each in prepared.own_rules.all()]
        assert own == ([("d6pool", "Wet streets")] * 2 if version >= 6 else [])
        resumed(campaign, EncounterId(1)).perform(STRIKE)
    assert verify(path).damage == ()


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_large_save_of_version_2_is_sealed_throughout(tmp_path: Path, system: str) -> None:
    path = unpacked(system, tmp_path)
    Campaign.open(path).close()
    verdict = verify(path)
    assert verdict.damage == ()
    newer = {"pictures", "own_rules"}
    assert all(count for table, count in verdict.counts.items() if table not in newer)
