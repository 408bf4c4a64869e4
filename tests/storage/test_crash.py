"""Nothing acknowledged is lost: killed in the middle of play, cut off in the middle of writing, opened twice."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from encounter_gui.core.errors import SaveError
from encounter_gui.core.ids import ROOT, EncounterId
from encounter_gui.encounter.state import EncounterState
from encounter_gui.storage.campaign import Campaign
from encounter_gui.storage.file import opening
from tests.storage.campaigns import STRIKE, begin, fought, resumed

ONE = EncounterId(1)
ROOT_FOLDER = Path(__file__).parents[2]

PLAYER = """
import sys
from pathlib import Path
from encounter_gui.storage.campaign import Campaign
from tests.storage.campaigns import STRIKE, begin, resumed

with Campaign.open(Path(sys.argv[1])) as campaign:
    playing = resumed(campaign, 1) if campaign.encounters() else begin(campaign)
    while True:
        print(playing.perform(STRIKE).id, flush=True)
"""


def player(path: Path) -> subprocess.Popen[str]:
    """A program that plays on and on, saying the id of each entry once it is kept."""
    return subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(path)],
        cwd=ROOT_FOLDER,
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
def test_killed_in_the_middle_of_play_nothing_acknowledged_is_lost(tmp_path):
    path = tmp_path / "a.encounter"
    Campaign.create(path, "Night").close()
    for kept in (40, 75, 123):
        with player(path) as process:
            said = [int(process.stdout.readline()) for _ in range(kept)]
            process.send_signal(signal.SIGKILL)
            said += [
                int(line)
                for line in process.stdout.read().splitlines()
                if line.endswith(tuple("0123456789"))
            ]
        with Campaign.open(path) as campaign:
            playing = resumed(campaign, ONE)
            assert max(said) <= playing.log.head <= max(said) + 1
            assert all(key in playing.log for key in said)
    with Campaign.open(path) as campaign:
        _undo_everything_and_redo_it(resumed(campaign, ONE))


def _undo_everything_and_redo_it(playing):
    states = []
    while playing.can_undo:
        states.append(playing.state)
        playing.undo()
    assert (playing.log.head, playing.state) == (ROOT, EncounterState())
    while playing.can_redo:
        playing.redo()
        assert playing.state == states.pop()
    assert states == []


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
def test_a_campaign_open_elsewhere_is_refused_by_name_and_free_at_once_after_a_crash(tmp_path):
    path = fought(tmp_path / "a.encounter")
    with player(path) as process:
        process.stdout.readline()
        with pytest.raises(SaveError) as caught:
            Campaign.open(path)
        message = caught.value.message
        assert (message.key, message.params["pid"]) == ("storage.locked", process.pid)
        assert message.params["program"] == "Encounter GUI"
        process.send_signal(signal.SIGKILL)
    Campaign.open(path).close()
    assert list(tmp_path.iterdir()) == [path]


def test_a_campaign_is_opened_once_in_this_program_too(tmp_path):
    path = fought(tmp_path / "a.encounter")
    link = tmp_path / "link.encounter"
    link.symlink_to(path)
    with Campaign.open(path) as campaign:
        for name in (path, link):
            with pytest.raises(SaveError, match=r"storage\.locked"):
                Campaign.open(name)
        resumed(campaign, ONE).perform(STRIKE)
    Campaign.open(link).close()


def test_a_lock_file_left_behind_does_no_harm(tmp_path):
    path = fought(tmp_path / "a.encounter")
    path.with_name("a.encounter.lock").write_text("left behind, whatever it says, however long" * 9)
    Campaign.open(path).close()
    assert list(tmp_path.iterdir()) == [path]


@pytest.fixture(scope="module")
def interrupted(tmp_path_factory):
    """A database and its write-ahead log as a power cut leaves them, and the entries kept in them."""
    folder = tmp_path_factory.mktemp("interrupted")
    path, copy = folder / "a.encounter", folder / "cut.encounter"
    with Campaign.create(path, "Night") as campaign:
        campaign._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        playing = begin(campaign)
        for _ in range(12):
            playing.perform(STRIKE)
        shutil.copy(path, copy)
        log = path.with_name("a.encounter-wal").read_bytes()
        entries = playing.log.line()
    return copy, log, entries


@pytest.mark.parametrize("garbage", [b"", b"\xa5" * 5000], ids=["cut", "cut, then garbage"])
def test_a_log_cut_anywhere_gives_exactly_the_first_entries(interrupted, tmp_path, garbage):
    database, log, entries = interrupted
    path = tmp_path / "a.encounter"
    counts = []
    for cut in [*range(0, len(log), 3001), len(log)]:
        shutil.copy(database, path)
        path.with_name("a.encounter-wal").write_bytes(log[:cut] + garbage)
        with Campaign.open(path) as campaign:
            loaded = campaign.load(ONE).entries if campaign.encounters() else ()
        assert loaded == entries[: len(loaded)]
        counts.append(len(loaded))
    assert counts == sorted(counts)
    assert counts[0] == 0
    assert counts[-1] == len(entries)


def test_what_was_not_committed_has_not_happened(tmp_path):
    path = tmp_path / "a.encounter"
    with Campaign.create(path, "Night") as campaign:
        playing = begin(campaign)
        before = campaign.load(ONE)
        campaign._connection.execute("BEGIN IMMEDIATE")
        campaign._connection.execute("UPDATE encounters SET head = 1")
        campaign._connection.execute("ROLLBACK")
        assert campaign.load(ONE) == before
        playing.perform(STRIKE)


def test_reopening_after_a_crash_waits_for_no_lock(tmp_path, monkeypatch):
    """Nobody holds one: where nothing may be waited for, it opens all the same."""
    path = fought(tmp_path / "a.encounter")
    monkeypatch.setattr(opening, "_WAIT_SECONDS", 0)
    Campaign.open(path).close()
