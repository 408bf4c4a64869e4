"""The file is deleted, renamed or replaced while it is open: nothing is lost, and no other file is touched."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from encounter_gui.core.errors import SaveError
from encounter_gui.core.ids import EncounterId
from encounter_gui.storage.campaign import Campaign
from tests.storage.campaigns import STRIKE, begin, fought, resumed

ONE = EncounterId(1)


def count_in(path: Path) -> int:
    """How many entries a closed campaign has."""
    with Campaign.open(path) as campaign:
        return len(campaign.load(ONE).entries)


def test_deleted_while_open_it_goes_on_in_memory_and_in_the_copy_that_is_saved(tmp_path):
    path = fought(tmp_path / "night.encounter")
    with Campaign.open(path) as campaign:
        playing = resumed(campaign, ONE)
        path.unlink()
        for _ in range(3):
            playing.perform(STRIKE)
        assert campaign.file.place == "missing"
        assert len(campaign.load(ONE).entries) == 10
        campaign.save_copy(tmp_path / "saved.encounter")
        assert campaign.file.place == "here"
        assert campaign.path.name == "saved.encounter"
        playing.perform(STRIKE)
        with pytest.raises(SaveError, match=r"storage\.locked"):
            Campaign.open(tmp_path / "saved.encounter")
    assert count_in(tmp_path / "saved.encounter") == 11
    assert [each.name for each in tmp_path.iterdir()] == ["saved.encounter"]


def test_renamed_while_open_the_renamed_file_holds_all_until_then_and_all_once_it_is_back(tmp_path):
    path = fought(tmp_path / "night.encounter")
    away = tmp_path / "other.encounter"
    with Campaign.open(path) as campaign:
        playing = resumed(campaign, ONE)
        playing.perform(STRIKE)
        path.rename(away)
        playing.perform(STRIKE)
        assert campaign.file.place == "missing"
        shutil.copy(away, tmp_path / "looked at.encounter")
        assert count_in(tmp_path / "looked at.encounter") == 8
        away.rename(path)
        assert campaign.file.look() == "here"
        playing.perform(STRIKE)
        campaign.file.checkpoint()
        shutil.copy(path, tmp_path / "looked at.encounter")
        assert count_in(tmp_path / "looked at.encounter") == 10
    assert count_in(path) == 10


def test_another_file_in_its_place_is_never_written(tmp_path):
    path = fought(tmp_path / "night.encounter")
    older = tmp_path / "older.encounter"
    shutil.copy(path, older)
    with Campaign.open(path) as campaign:
        playing = resumed(campaign, ONE)
        playing.perform(STRIKE)
        older.rename(path)  # what a sync tool does that restores an older state
        before = path.read_bytes()
        playing.perform(STRIKE)
        assert campaign.file.place == "replaced"
        assert campaign.file.look() == "replaced"
        assert path.read_bytes() == before
        campaign.save_copy(tmp_path / "mine.encounter")
    assert count_in(path) == 7
    assert count_in(tmp_path / "mine.encounter") == 9


def test_saved_over_the_file_in_its_place_if_that_is_wished(tmp_path):
    path = fought(tmp_path / "night.encounter")
    with Campaign.open(path) as campaign:
        playing = resumed(campaign, ONE)
        path.unlink()
        path.write_text("something else", encoding="utf-8")
        playing.perform(STRIKE)
        assert campaign.file.place == "replaced"
        with pytest.raises(SaveError, match=r"storage\.exists"):
            campaign.save_copy(path)
        campaign.save_copy(path, overwrite=True)
        assert campaign.file.place == "here"
    assert count_in(path) == 8


def test_the_same_content_in_its_place_is_gone_on_with(tmp_path):
    path = fought(tmp_path / "night.encounter")
    with Campaign.open(path) as campaign:
        playing = resumed(campaign, ONE)
        playing.perform(STRIKE)
        campaign.file.checkpoint()
        shutil.copy(path, tmp_path / "part")
        (tmp_path / "part").rename(path)  # as tools do that write anew and then rename
        playing.perform(STRIKE)
        assert campaign.file.place == "here"
    assert count_in(path) == 9


def test_the_journal_of_a_file_that_is_gone_is_not_replayed_into_another(tmp_path):
    path = fought(tmp_path / "night.encounter")
    with Campaign.open(path) as campaign:
        resumed(campaign, ONE).perform(STRIKE)
        path.rename(tmp_path / "away.encounter")
        campaign.file.look()
        fought(tmp_path / "new.encounter", strikes=2).rename(path)
        campaign.file.look()
    assert count_in(path) == 4
    assert count_in(tmp_path / "away.encounter") == 8


def test_a_copy_of_the_one_file_alone_is_whole_after_a_checkpoint(tmp_path):
    path = tmp_path / "night.encounter"
    with Campaign.create(path, "Night") as campaign:
        playing = begin(campaign)
        for strikes in range(1, 6):
            playing.perform(STRIKE)
            campaign.file.checkpoint()
            alone = tmp_path / f"copy {strikes}.encounter"
            shutil.copy(path, alone)
            assert count_in(alone) == strikes + 2
            assert path.with_name("night.encounter-wal").stat().st_size == 0


def test_a_checkpoint_waits_for_nobody_who_reads(tmp_path):
    path = fought(tmp_path / "night.encounter")
    with Campaign.open(path) as campaign, closing(sqlite3.connect(path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM entries").fetchone()
        resumed(campaign, ONE).perform(STRIKE)
        campaign.file.checkpoint()
        reader.execute("COMMIT")
        campaign.file.checkpoint()
        assert path.with_name("night.encounter-wal").stat().st_size == 0


def test_the_lock_of_another_program_is_not_removed_with_ours(tmp_path):
    path = fought(tmp_path / "night.encounter")
    away = tmp_path / "away"
    with Campaign.open(path):
        away.mkdir()
        for each in (path, path.with_name("night.encounter.lock")):
            each.rename(away / each.name)
        shutil.copy(away / path.name, path)
        with Campaign.open(path):
            pass
    assert count_in(path) == 7


def written_over(path: Path, other: bytes) -> None:
    """Has another program write over a file, as ``cp`` and ``rsync --inplace`` do: it stays the same file."""
    before = path.stat().st_ino
    with path.open("r+b") as file:
        file.truncate(0)
        file.write(other)
    assert path.stat().st_ino == before


OVERWRITINGS = {
    "another campaign": lambda old: old,
    "cut off": lambda old: old[:5000],
    "emptied": lambda _: b"",
    "no campaign": lambda _: b"rubbish" * 1000,
}


@pytest.mark.parametrize("is_checkpointed", [True, False])
@pytest.mark.parametrize("overwriting", OVERWRITINGS)
def test_written_over_in_place_it_goes_on_in_memory_and_does_not_touch_what_was_written(
    tmp_path, overwriting, is_checkpointed
):
    path = fought(tmp_path / "night.encounter")
    other = fought(tmp_path / "other.encounter", strikes=3)
    older = OVERWRITINGS[overwriting](other.read_bytes())
    with Campaign.open(path) as campaign:
        playing = resumed(campaign, ONE)
        playing.perform(STRIKE)
        if is_checkpointed:
            campaign.file.checkpoint()
        playing.perform(STRIKE)
        written_over(path, older)
        playing.perform(STRIKE)
        assert campaign.file.place == "replaced"
        assert path.read_bytes() == older
        assert len(campaign.load(ONE).entries) == 10
        campaign.save_copy(tmp_path / "mine.encounter")
        playing.perform(STRIKE)
    assert path.read_bytes() == older
    assert count_in(tmp_path / "mine.encounter") == 11
    assert not path.with_name("night.encounter-wal").exists()


def test_one_page_written_over_in_place_is_noticed_when_idle(tmp_path):
    path = fought(tmp_path / "night.encounter")
    with Campaign.open(path) as campaign:
        with path.open("r+b") as file:  # as a sync tool that sends only what differs
            file.seek(8192)
            file.write(bytes(100))
        assert campaign.file.look() == "replaced"
        assert len(campaign.load(ONE).entries) == 7


def test_a_file_that_is_brought_back_in_place_is_gone_on_with(tmp_path):
    path = fought(tmp_path / "night.encounter")
    with Campaign.open(path) as campaign:
        playing = resumed(campaign, ONE)
        ours = path.read_bytes()
        written_over(path, ours[:5000])
        playing.perform(STRIKE)
        assert campaign.file.place == "replaced"
        written_over(path, ours)
        playing.perform(STRIKE)
        assert campaign.file.place == "here"
    assert count_in(path) == 9


def test_new_times_or_the_same_bytes_written_over_it_are_nothing_to_say(tmp_path):
    path = fought(tmp_path / "night.encounter")
    with Campaign.open(path) as campaign:
        playing = resumed(campaign, ONE)
        for number in range(1, 4):
            playing.perform(STRIKE)
            if number > 1:
                campaign.file.checkpoint()
            written_over(path, path.read_bytes())
            os.utime(path, (number, number))
            assert campaign.file.look() == "here"
    assert count_in(path) == 10


def test_much_at_once_is_brought_into_the_one_file_at_once(tmp_path):
    path = fought(tmp_path / "night.encounter")
    with Campaign.open(path) as campaign:
        with campaign.together():
            for number in range(6000):
                campaign.set_setting(f"window.{number}", "")
        assert path.with_name("night.encounter-wal").stat().st_size == 0
