"""Backups: hourly while playing, thinned to hours, days and weeks, in another folder too; no clock removes any."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from encounter_gui.core.errors import SaveError
from encounter_gui.core.ids import EncounterId
from encounter_gui.storage.campaign import Campaign
from encounter_gui.storage.file.backups import (
    Backup,
    all_backups,
    back_up,
    back_up_version,
    superfluous,
)
from tests.storage.campaigns import STRIKE, fought, resumed

ONE = EncounterId(1)
NOON = datetime(2026, 3, 2, 12, 0)  # noqa: DTZ001 - the clock on the wall
HOUR = timedelta(hours=1)


@pytest.fixture
def path(tmp_path):
    return fought(tmp_path / "Night City.encounter")


def names(path: Path) -> list[str]:
    return [each.path.name for each in all_backups(path)]


def test_one_an_hour_and_not_before(path):
    assert back_up(path, NOON).name == "Night City 2026-03-02 12.00.encounter"
    assert back_up(path, NOON + HOUR / 2) is None
    assert back_up(path, NOON + HOUR) is not None
    assert len(names(path)) == 2


def test_a_backup_made_while_playing_opens_as_the_fight_stood(path):
    with Campaign.open(path) as campaign:
        playing = resumed(campaign, ONE)
        playing.perform(STRIKE)
        state = playing.state
        made = back_up(path, NOON)
        playing.perform(STRIKE)
    with Campaign.open(made) as campaign:
        assert resumed(campaign, ONE).state == state


def test_hours_thin_to_days_and_days_to_weeks():
    start = datetime(2026, 1, 1)  # noqa: DTZ001 - as above
    kept: list[Backup] = []
    for hour in range(24 * 400):
        now = start + hour * HOUR
        kept.append(Backup(path=Path(f"{now:%Y%m%d%H}"), made=now))
        gone = {each.path for each in superfluous(kept, now)}
        kept = [each for each in kept if each.path not in gone]
    made = sorted((each.made for each in kept), reverse=True)
    assert made[:24] == [now - hour * HOUR for hour in range(24)]
    assert len({each.date() for each in made[:40]}) >= 14
    assert (made[0] - made[-1]).days > 24 * 7
    assert 50 <= len(made) <= 24 + 14 + 26


@pytest.mark.parametrize("back", [timedelta(minutes=5), timedelta(days=1), timedelta(days=4000)])
def test_a_clock_that_goes_back_removes_nothing(path, back):
    for hour in range(30):
        back_up(path, NOON + hour * HOUR)
    before = set(names(path))
    for hour in range(40):
        back_up(path, NOON - back + hour * HOUR / 2)
    assert before <= set(names(path))


def test_a_clock_that_leaps_ahead_leaves_the_days_and_weeks(path):
    for day in range(20):
        back_up(path, NOON + timedelta(days=day))
    before = set(names(path))
    back_up(path, NOON + timedelta(days=9000))
    assert len(before - set(names(path))) <= 1


def test_those_of_before_are_known_and_other_files_left_alone(path):
    folder = path.with_name("Night City backups")
    folder.mkdir()
    for name in ("notes.txt", "Other 2020-01-01.encounter", "Night City mine.encounter"):
        (folder / name).write_text("mine")
    (folder / "Night City 2026-03-01.encounter").write_bytes(path.read_bytes())
    back_up_version(path, 3)
    back_up(path, NOON)
    assert names(path) == [
        "Night City 2026-03-02 12.00.encounter",
        "Night City 2026-03-01.encounter",
        "Night City version 3.encounter",
    ]
    for hour in range(60):
        back_up(path, NOON + hour * HOUR)
    assert (folder / "notes.txt").exists()
    assert (folder / "Night City version 3.encounter").exists()
    assert len([each for each in folder.iterdir() if each.read_bytes() == b"mine"]) == 3


def test_in_a_folder_of_ones_choice_besides(path, tmp_path):
    stick = tmp_path / "stick"
    stick.mkdir()
    back_up(path, NOON, [stick])
    assert [each.name for each in (stick / "Night City backups").iterdir()] == names(path)
    back_up(path, NOON + HOUR)
    assert len(all_backups(path, [stick])) == 2
    assert all(each.path.parent.parent == tmp_path for each in all_backups(path, [stick]))


def test_a_folder_that_cannot_be_written_is_said_and_the_other_has_its_backup(path, tmp_path):
    (tmp_path / "stick").write_text("a file where a folder should be")
    with pytest.raises(SaveError, match=r"storage\.copy_failed"):
        back_up(path, NOON, [tmp_path / "stick"])
    assert len(all_backups(path)) == 1


def test_a_backup_that_cannot_be_written_is_said(path):
    path.with_name("Night City backups").write_text("a file where the folder should be")
    with pytest.raises(SaveError, match=r"storage\.copy_failed"):
        back_up(path, NOON)
