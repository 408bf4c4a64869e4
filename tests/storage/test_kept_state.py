"""The state that is kept beside a long log: a short cut for as long as it fits, and never anything more."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from encounter_gui.core.errors import SaveError
from encounter_gui.core.ids import ROOT, EncounterId, EntryId
from encounter_gui.encounter import kept_state
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.state import EncounterState
from encounter_gui.storage.campaign import Campaign
from tests.storage.campaigns import STRIKE, fought, resumed

ONE = EncounterId(1)
OTHER = EncounterState(name="another")


def kept(path: Path, state: EncounterState | None = None, *, at: int | None = None) -> Path:
    """Keeps a state of the encounter of a campaign, its own if None, after an entry, the last if None."""
    with Campaign.open(path) as campaign:
        playing = resumed(campaign, ONE)
        entry = playing.log.head if at is None else EntryId(at)
        campaign.keep_state(ONE, entry, state or playing.log.state_at(entry))
    return path


def opened(path: Path) -> Log:
    """The log as the program opens it, with the kept state if there is one that fits."""
    with Campaign.open(path) as campaign:
        loaded = campaign.load(ONE, up_to_damage=True, with_state=True)
    return Log(EncounterState(), loaded.entries, loaded.head, loaded.kept)


def altered(path: Path, statement: str) -> None:
    """Changes a campaign as no program of ours does."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute(statement).rowcount
        connection.commit()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed campaign with a fight of 30 entries."""
    return fought(tmp_path / "Night.encounter", 28)


def test_it_is_what_is_shown_and_then_proved(path: Path) -> None:
    state = opened(path).state
    log = opened(kept(path))
    assert log.state == state
    assert not log.is_proved
    assert list(log.prove_kept(10)) == [True, True, True, True]
    assert log.is_proved


def test_it_is_believed_first_and_found_out_by_the_log(path: Path) -> None:
    """Nothing but the log can say that a sealed state is wrong."""
    log = opened(kept(path, OTHER))
    assert log.state == OTHER
    assert list(log.prove_kept(10))[-1] is False
    assert not log.is_proved


def test_what_happened_after_it_is_played_through(path: Path) -> None:
    kept(path, at=20)
    with Campaign.open(path) as campaign:
        playing = resumed(campaign, ONE)
        playing.perform(STRIKE)
        state = playing.state
    assert opened(path).state == state
    assert not opened(path).is_proved


def test_undo_leads_back_to_the_first_entry(path: Path) -> None:
    kept(path)
    log, all_worked_out = opened(path), Log(EncounterState(), opened(path).path())
    for entry in (EntryId(29), EntryId(12), EntryId(1), ROOT):
        log.move(entry)
        assert log.state == all_worked_out.state_at(entry)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE settings SET value = replace(value, 'another', 'a new') WHERE key = 'state.1'",
        "UPDATE entries SET hash = x'00' WHERE id = 30",
        "UPDATE entries SET at = '2000' WHERE id = 7",
        "UPDATE events SET payload = x'7b7d' WHERE entry = 20",
    ],
)
def test_what_is_not_what_was_written_is_not_believed(path: Path, statement: str) -> None:
    """Neither the state, nor a state over entries that are damaged: the log is open up to the damage."""
    altered(kept(path, OTHER), statement)
    log = opened(path)
    assert log.is_proved
    assert log.state.name != OTHER.name


def test_another_version_of_the_program_works_it_out_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(path, OTHER)
    monkeypatch.setattr(kept_state, "_PROGRAM", "another")
    assert opened(path).state.name != OTHER.name


def test_a_state_of_entries_that_are_not_there_is_not_believed(path: Path) -> None:
    """As after a sync tool has mixed two files; ids are given again, hashes are not."""
    kept(path, OTHER)
    with Campaign.open(path) as campaign:
        text = campaign.setting("state.1") or ""
        for wrong in (text.replace('"entry":30', '"entry":29'), text.replace(":30,", ":900,"), "{"):
            assert wrong != text
            campaign.set_setting("state.1", wrong)
            assert campaign.load(ONE, with_state=True).kept is None


def test_it_goes_with_its_encounter(path: Path) -> None:
    kept(path)
    with Campaign.open(path) as campaign:
        campaign.remove(ONE)
        assert campaign.setting("state.1") is None


def test_what_would_not_be_read_again_as_it_is_is_not_kept(path: Path) -> None:
    log = opened(path)
    odd = replace(log.state, round=float("nan"))  # type: ignore[arg-type]  # no round is
    assert opened(kept(path, odd)).state == log.state


def test_none_is_kept_of_an_entry_the_file_does_not_have(path: Path) -> None:
    """As where play goes on in memory after the file went: an error of ours, and nothing is written."""
    with Campaign.open(path) as campaign:
        with pytest.raises(SaveError):
            campaign.keep_state(ONE, EntryId(99_999), OTHER)
        with pytest.raises(SaveError):
            campaign.keep_state(EncounterId(0), EntryId(3), OTHER)
    assert opened(path).is_proved


def test_what_was_done_last_is_undone_from_the_kept_state_too(path: Path) -> None:
    """It is kept some entries back; the entries before it are not played through for an undo right after opening."""
    log = opened(path)
    entry = log.back_from_head(8)
    assert log.depth(log.head) - log.depth(entry) == 8
    again = opened(kept(path, OTHER, at=entry))
    for _ in range(8):
        again.move(again.entry(again.head).parent)
    assert again.head == entry
    assert again.state == OTHER  # worked out from the first entry it would be another


def test_how_far_back_is_limited_by_the_first_entry(path: Path) -> None:
    log = opened(path)
    assert log.depth(log.back_from_head(1_000)) == 1
    assert log.back_from_head(0) == log.head
    log.move(ROOT)
    assert log.back_from_head(8) == ROOT
