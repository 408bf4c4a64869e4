"""Versions of the file: what we declare is what we expect, and older files are brought up to date."""

import sqlite3
from contextlib import closing

import pytest

from encounter_gui.core.errors import SaveError
from encounter_gui.core.ids import EncounterId
from encounter_gui.storage.campaign import Campaign
from encounter_gui.storage.file.schema import SCHEMA, Schema, fingerprint
from encounter_gui.storage.table_definitions import make_tables
from tests.storage.campaigns import STRIKE, fought, resumed

ONE = EncounterId(1)
ADD_COLOUR = "ALTER TABLE encounters ADD COLUMN colour TEXT"


@pytest.fixture
def path(tmp_path):
    return fought(tmp_path / "a.encounter")


@pytest.fixture
def newer(path):
    """The schema of a program one version on."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        make_tables(connection)
        connection.execute(ADD_COLOUR)
        print_ = fingerprint(connection)
    return Schema(
        prints=(*SCHEMA.prints, print_), steps=(*SCHEMA.steps, lambda db: db.execute(ADD_COLOUR))
    )


def test_the_declared_tables_are_the_expected_ones():
    """If this fails, the file has changed: add a version and a step, never change a released fingerprint."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        make_tables(connection)
        assert fingerprint(connection) == SCHEMA.prints[-1]
        assert all(
            "STRICT" in sql
            for (sql,) in connection.execute("SELECT sql FROM sqlite_schema WHERE type = 'table'")
        )


def test_there_is_a_step_between_any_two_versions():
    assert len(SCHEMA.steps) == SCHEMA.version - 1


def test_an_older_campaign_is_backed_up_and_brought_up_to_date(path, newer):
    with Campaign.open(path, newer) as campaign:
        assert campaign.migrated_from == SCHEMA.version
        playing = resumed(campaign, ONE)
        playing.perform(STRIKE)
        state = playing.state
    with Campaign.open(path, newer) as campaign:
        assert campaign.migrated_from is None
        assert resumed(campaign, ONE).state == state
    (backup,) = path.with_name("a backups").iterdir()
    with Campaign.open(backup) as campaign:
        assert len(campaign.load(ONE).entries) == 7


def test_a_program_from_before_the_step_refuses_the_file(path, newer):
    Campaign.open(path, newer).close()
    with pytest.raises(SaveError, match=r"storage\.newer"):
        Campaign.open(path)


def test_a_step_that_fails_leaves_the_older_campaign(path, newer):
    def half(db):
        db.execute("DELETE FROM settings")
        db.execute("DROP TABLE no_such_table")

    with pytest.raises(SaveError, match=r"storage\.migration_failed"):
        Campaign.open(path, Schema(prints=newer.prints, steps=(*SCHEMA.steps, half)))
    with Campaign.open(path) as campaign:
        assert len(campaign.load(ONE).entries) == 7


def test_a_migration_that_no_checkpoint_followed_is_believed(path, newer, tmp_path):
    """Right after a crash the file's header is older than what its write-ahead log says."""
    import shutil

    campaign = Campaign.open(path, newer)
    crashed = tmp_path / "b.encounter"
    shutil.copy(path, crashed)
    shutil.copy(f"{path}-wal", f"{crashed}-wal")
    campaign.close()
    with pytest.raises(SaveError, match=r"storage\.newer"):
        Campaign.open(crashed)
    with Campaign.open(crashed, newer) as campaign:
        assert campaign.migrated_from is None
        assert len(campaign.load(ONE).entries) == 7


def test_commits_wait_for_the_disk_and_strangers_are_not_believed(path):
    with Campaign.open(path) as campaign:
        for pragma, value in {
            "journal_mode": "wal",
            "synchronous": 2,
            "foreign_keys": 1,
            "trusted_schema": 0,
            "cell_size_check": 1,
        }.items():
            assert campaign._connection.execute(f"PRAGMA {pragma}").fetchone() == (value,)
