"""Files that are not campaigns, not ours, not whole: refused with a reason, and not a byte is changed."""

import shutil
import sqlite3
import tomllib
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from encounter_gui.core.errors import SaveError
from encounter_gui.core.ids import EncounterId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.storage.campaign import Campaign
from encounter_gui.storage.file import network_folder
from encounter_gui.storage.file.header import APPLICATION_ID
from encounter_gui.storage.file.network_folder import _kind_of
from tests.storage.campaigns import bytes_in, fought, resumed

ONE = EncounterId(1)
TEXTS = Path(__file__).parents[3] / "resources" / "i18n" / "en" / "storage.toml"


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    return fought(tmp_path_factory.mktemp("sample") / "a.encounter", strikes=20)


@pytest.fixture
def path(sample, tmp_path):
    """A copy of a campaign, closed."""
    return Path(shutil.copy(sample, tmp_path / "a.encounter"))


def refused(path) -> str:
    """The key a file is refused with; fails if anything in its folder has changed, or the text lacks a parameter."""
    before = bytes_in(path.parent)
    with pytest.raises(SaveError) as caught:
        Campaign.open(path)
    assert bytes_in(path.parent) == before
    text = MessageCatalog(tomllib.loads(TEXTS.read_text(encoding="utf-8"))).text(
        caught.value.message
    )
    assert path.name in text
    return caught.value.message.key.removeprefix("storage.")


def database(path, *statements) -> Path:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
    return path


def test_a_file_that_is_not_there(tmp_path):
    assert refused(tmp_path / "gone.encounter") == "missing"


def test_an_empty_file(tmp_path):
    path = tmp_path / "a.encounter"
    path.touch()
    assert refused(path) == "empty"


@pytest.mark.parametrize(
    "content", [b"hello", b"\x89PNG\r\n\x1a\n" + bytes(200), bytes(4096), b"SQLite format 3\x00"]
)
def test_a_file_of_another_kind(tmp_path, content):
    path = tmp_path / "a.encounter"
    path.write_bytes(content)
    assert refused(path) == "not_ours"


def test_a_folder(tmp_path):
    path = tmp_path / "a.encounter"
    path.mkdir()
    assert refused(path) == "not_ours"


def test_a_database_of_another_program(tmp_path):
    path = database(
        tmp_path / "a.encounter", "CREATE TABLE entries (id)", "PRAGMA journal_mode = WAL"
    )
    assert refused(path) == "not_ours"


def test_a_database_that_only_claims_to_be_a_campaign(tmp_path):
    statements = (
        "CREATE TABLE entries (id)",
        f"PRAGMA application_id = {APPLICATION_ID}",
        "PRAGMA user_version = 1",
    )
    assert refused(database(tmp_path / "a.encounter", *statements)) == "changed"


def test_a_campaign_of_a_newer_program_is_named_and_left(path):
    database(path, "PRAGMA user_version = 7")
    assert refused(path) == "newer"


def test_a_campaign_without_a_version(path):
    database(path, "PRAGMA user_version = 0")
    assert refused(path) == "changed"


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER sneaky AFTER INSERT ON entries BEGIN DELETE FROM events; END",
        "CREATE VIEW sneaky AS SELECT * FROM entries",
        "CREATE TABLE sneaky (id)",
        "CREATE VIRTUAL TABLE sneaky USING fts5 (text)",
        "CREATE INDEX sneaky ON entries (hex(payload))",
        "ALTER TABLE settings ADD COLUMN sneaky TEXT GENERATED ALWAYS AS (upper(value))",
        "DROP TABLE parties",
    ],
)
def test_a_campaign_that_declares_anything_else(path, statement):
    database(path, statement)
    assert refused(path) == "changed"


def test_a_view_that_never_ends_is_never_looked_at(path):
    endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS id FROM n"
    database(path, "ALTER TABLE campaign RENAME TO old", f"CREATE VIEW campaign AS {endless}")
    assert refused(path) == "changed"


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_file_cut_short(path, share):
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    assert refused(path) == "damaged"


def test_a_file_with_a_page_overwritten(path):
    content = bytearray(path.read_bytes())
    content[4096 * 3 : 4096 * 4] = Random(1).randbytes(4096)
    path.write_bytes(content)
    assert refused(path) in {"damaged", "changed"}


def test_a_stray_journal_beside_a_file_that_is_refused_is_left_alone(path):
    database(path, "PRAGMA user_version = 7")
    path.with_name("a.encounter-wal").write_bytes(b"left behind")
    path.with_name("a.encounter-journal").write_bytes(b"left behind")
    assert refused(path) == "newer"


def altered(path, statement, *params):
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute(statement, params).rowcount == 1
        connection.commit()


def named_entry(path) -> int:
    with Campaign.open(path) as campaign, pytest.raises(SaveError) as caught:
        campaign.load(ONE)
    assert caught.value.message.key == "storage.entry_damaged"
    assert caught.value.message.params["file"] == path.name
    return int(caught.value.message.params["entry"])


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET payload = replace(payload, '-4', '-5') WHERE entry = 9",
        "UPDATE events SET kind = 'gauge.set' WHERE entry = 9",
        "UPDATE events SET version = 2 WHERE entry = 9",
        "UPDATE events SET seq = 1 WHERE entry = 9",
        "DELETE FROM events WHERE entry = 9",
        "INSERT INTO events SELECT 9, 1, kind, version, payload FROM events WHERE entry = 8",
        "UPDATE entries SET payload = replace(payload, 'hit', 'hut') WHERE id = 9",
        "UPDATE entries SET at = '2027' WHERE id = 9",
        "UPDATE entries SET parent = 7 WHERE id = 9",
        "UPDATE entries SET hash = zeroblob(32) WHERE id = 9",
    ],
)
def test_an_entry_changed_by_another_hand_is_named(path, statement):
    altered(
        path,
        statement.replace("replace(payload,", "cast(replace(cast(payload AS TEXT),").replace(
            "')", "') AS BLOB)"
        ),
    )
    assert named_entry(path) == 9


def test_an_entry_taken_away_is_noticed_at_the_one_that_followed_it(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM events WHERE entry = 9")
        connection.execute("DELETE FROM entries WHERE id = 9")
        connection.commit()
    assert named_entry(path) == 10


def test_a_head_that_leads_nowhere_is_noticed(path):
    altered(path, "UPDATE encounters SET head = 99")
    assert named_entry(path) == 99


def test_an_index_that_hides_an_entry_is_noticed(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'ix_entries_encounter'"
        ).fetchone()
        empty = "(SELECT rootpage FROM sqlite_schema WHERE name = 'ix_creatures_ruleset')"
        connection.execute(f"UPDATE sqlite_schema SET rootpage = {empty} WHERE rootpage = {page}")
        connection.commit()
    assert refused(path) == "damaged"


def test_a_ruleset_changed_by_another_hand_is_noticed(path):
    altered(path, "UPDATE rulesets SET payload = cast('{}' AS BLOB)")
    with (
        Campaign.open(path) as campaign,
        pytest.raises(SaveError, match=r"storage\.ruleset_damaged"),
    ):
        campaign.load(ONE)


def test_no_flipped_bit_goes_unnoticed_where_entries_are(path, sample):
    """A bit flipped anywhere is noticed, or was where nothing is kept: then everything loads as it was."""
    content, chance = sample.read_bytes(), Random(3)
    with Campaign.open(path) as campaign:
        whole = campaign.load(ONE).entries
    outcomes = {"noticed": 0, "harmless": 0}
    for _ in range(150):
        flipped = bytearray(content)
        flipped[chance.randrange(100, len(content))] ^= 1 << chance.randrange(8)
        path.write_bytes(flipped)
        try:
            with Campaign.open(path) as campaign:
                loaded = campaign.load(ONE)
        except SaveError:
            outcomes["noticed"] += 1
        else:
            assert loaded.entries == whole
            outcomes["harmless"] += 1
    assert outcomes["noticed"] > 20


def test_a_folder_on_another_machine_is_refused(path, monkeypatch, tmp_path):
    mounts = tmp_path.parent / f"{tmp_path.name}.mounts"
    mounts.write_text(
        f"1 0 0:1 / / rw - ext4 disk rw\n2 1 0:2 / {tmp_path} rw - cifs //nas/games rw\n"
    )
    monkeypatch.setattr(network_folder, "_MOUNTS", mounts)
    assert refused(path) == "network"


def test_the_innermost_mount_says_what_a_folder_is_on():
    mounts = (
        "1 0 0:1 / / rw shared:1 - ext4 disk rw\n2 1 0:2 / /mnt/my\\040nas rw - nfs4 nas:/ rw\n"
    )
    assert _kind_of(Path("/mnt/my nas/a.encounter"), mounts) == "nfs4"
    assert _kind_of(Path("/mnt/a.encounter"), mounts) == "ext4"


def test_a_folder_that_cannot_be_written(path):
    """Nobody may be locked out of a file that can be locked: so the lock is what fails first."""
    path.with_name("a.encounter.lock").mkdir()
    assert refused(path) == "read_only"


def test_a_campaign_in_the_old_journal_mode_is_opened(path):
    database(path, "PRAGMA journal_mode = DELETE")
    with Campaign.open(path) as campaign:
        assert len(resumed(campaign, ONE).log) == 22


def test_every_text_about_files_names_the_file():
    for key, text in tomllib.loads(TEXTS.read_text(encoding="utf-8")).items():
        assert "{file}" in text, key
