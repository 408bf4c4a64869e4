"""Repair: every sound thing of a damaged campaign is in the new file, the rest is listed, the old file is as it was."""

import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from random import Random

import pytest

from encounter_gui.core.errors import SaveError
from encounter_gui.core.ids import EncounterId
from encounter_gui.storage.campaign import Campaign
from encounter_gui.storage.damage import verify
from encounter_gui.storage.repair import repair
from tests.storage.campaigns import STRIKE, resumed
from tests.storage.test_damage import altered, everything, filled

ONE, TWO = EncounterId(1), EncounterId(2)


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    return filled(tmp_path_factory.mktemp("sample") / "sample.encounter")


@pytest.fixture
def path(tmp_path, sample):
    shutil.copy(sample, tmp_path / "a.encounter")
    return tmp_path / "a.encounter"


def test_a_sound_campaign_comes_out_as_it_went_in(path, tmp_path):
    new = tmp_path / "new.encounter"
    repaired = repair(path, new)
    assert repaired.lost == ()
    assert everything(new) == everything(path)
    assert verify(new).damage == ()


def test_what_is_damaged_is_listed_and_everything_else_saved(path, tmp_path):
    altered(path, "UPDATE library SET payload = CAST('{}' AS BLOB) WHERE id = 3")
    altered(path, "UPDATE entries SET payload = CAST('{}' AS BLOB) WHERE id = 6")
    altered(path, "UPDATE sources SET raw = 'other' WHERE id = 5")
    altered(path, "UPDATE encounters SET name = 'Cellar' WHERE id = 2")
    before = path.read_bytes()
    new = tmp_path / "new.encounter"
    repaired = repair(path, new)
    assert Counter(each.part for each in repaired.lost) == {
        "library": 1, "entries": 2, "sources": 1, "encounters": 1
    }  # fmt: skip
    assert path.read_bytes() == before
    assert verify(new).damage == ()
    with Campaign.open(new) as campaign:
        assert (campaign.load(ONE).head, campaign.load(TWO).name) == (5, "Cellar")
        assert len(campaign.prepared.creatures.all()) == 11
        assert campaign.prepared.source(5) == ""
        resumed(campaign, ONE).perform(STRIKE)
        resumed(campaign, TWO).perform(STRIKE)


def test_it_never_writes_over_a_file_and_leaves_none_when_it_fails(path, tmp_path):
    there = tmp_path / "there.encounter"
    there.write_text("mine", encoding="utf-8")
    with pytest.raises(SaveError, match=r"storage\.exists"):
        repair(path, there)
    assert there.read_text(encoding="utf-8") == "mine"
    nothing = tmp_path / "nothing.encounter"
    nothing.write_bytes(path.read_bytes()[:100] + bytes(5000))
    with pytest.raises(SaveError):
        repair(nothing, tmp_path / "new.encounter")
    assert not (tmp_path / "new.encounter").exists()


def test_a_file_with_broken_pages_gives_what_is_in_the_others(path, tmp_path, capsys):
    """Of 60 files with a page of rubbish, most give something, none gives anything that was never written."""
    content, chance, whole = path.read_bytes(), Random(7), everything(path)
    outcomes = Counter[str]()
    for number in range(60):
        page = chance.randrange(1, len(content) // 4096)
        broken = bytearray(content)
        broken[page * 4096 : (page + 1) * 4096] = chance.randbytes(4096)
        path.write_bytes(broken)
        new = tmp_path / f"new {number}.encounter"
        try:
            repair(path, new)
        except SaveError:
            outcomes["nothing to save"] += 1
            continue
        assert verify(new).damage == ()
        now = everything(new)
        outcomes["all" if now == whole else "a part"] += 1
        for (part, key), value in now.items():
            if part in {"entries", "custom_entries", "parties", "settings"} and value is not None:
                assert value == whole[part, key]
    with capsys.disabled():
        print(f"\n60 broken pages: {dict(outcomes)}")
    assert outcomes["a part"] > 20


def test_a_file_of_an_older_version_is_repaired_on_a_copy(tmp_path):
    from pathlib import Path

    old = tmp_path / "version-1.encounter"
    shutil.copy(Path(__file__).with_name("golden") / old.name, old)
    before = old.read_bytes()
    repaired = repair(old, tmp_path / "new.encounter")
    assert (repaired.lost, repaired.saved["entries"]) == ((), 3)
    assert old.read_bytes() == before


def test_an_index_that_is_wrong_does_not_matter(path, tmp_path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("DELETE FROM sqlite_schema WHERE name = 'ix_library_ruleset'")
        connection.commit()
    with pytest.raises(SaveError):
        Campaign.open(path)
    assert repair(path, tmp_path / "new.encounter").lost == ()
