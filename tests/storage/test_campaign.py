"""The campaign file: what is kept comes back, in one file, with nothing beside it once closed."""

import sqlite3
from contextlib import closing

import pytest

from encounter_gui.core.errors import SaveError
from encounter_gui.core.ids import ROOT, EncounterId, EntryId
from encounter_gui.core.messages import say
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.state import EncounterState
from encounter_gui.rules.model.commands import Note
from encounter_gui.rules.model.prepared import EncounterPlan
from encounter_gui.rules.model.ruleset import FieldDef, Ruleset
from encounter_gui.storage.campaign import Campaign
from tests.play.brawl import RULESET, Scramble
from tests.storage.campaigns import STRIKE, begin, bytes_in, fought, resumed

ONE = EncounterId(1)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "Night City.encounter"


def test_a_fight_is_reopened_as_it_was_left(path):
    with Campaign.create(path, "Night") as campaign:
        playing = begin(campaign)
        playing.perform(STRIKE)
        playing.perform(Scramble())
        playing.perform(Note(text="Straßenlärm"))
        playing.undo()
        entries, state, head = playing.log.line(), playing.state, playing.log.head
    with Campaign.open(path) as campaign:
        loaded = campaign.load(ONE)
        again = resumed(campaign, ONE)
    assert (loaded.entries, loaded.head, loaded.ruleset, loaded.name) == (
        entries,
        head,
        RULESET,
        "Alley",
    )
    assert again.state == state
    assert again.can_redo


def test_a_closed_campaign_is_one_file(path):
    fought(path)
    assert list(path.parent.iterdir()) == [path]


def test_closing_twice_does_no_harm(path):
    campaign = Campaign.create(path, "Night")
    campaign.close()
    campaign.close()


def test_undo_to_before_the_first_entry_is_kept(path):
    with Campaign.create(path, "Night") as campaign:
        playing = begin(campaign)
        end = playing.state
        while playing.can_undo:
            playing.undo()
    with Campaign.open(path) as campaign:
        again = resumed(campaign, ONE)
        assert (again.log.head, again.state) == (ROOT, EncounterState())
        while again.can_redo:
            again.redo()
        assert again.state == end


def test_an_abandoned_line_of_play_is_kept(path):
    with Campaign.create(path, "Night") as campaign:
        playing = begin(campaign)
        old = playing.perform(STRIKE)
        playing.undo()
        new = playing.perform(Note(text="instead"))
    with Campaign.open(path) as campaign:
        log = resumed(campaign, ONE).log
    assert [log.entry(each.id).parent for each in (old, new)] == [EntryId(2), EntryId(2)]
    assert (log.entry(old.id), log.head) == (old, new.id)


def test_two_encounters_are_played_side_by_side(path):
    with Campaign.create(path, "Night") as campaign:
        alley, roof = begin(campaign, "Alley"), begin(campaign, "Roof")
        for playing in (alley, roof, alley):
            playing.perform(STRIKE)
        states = (alley.state, roof.state)
    with Campaign.open(path) as campaign:
        assert [
            (each.id, each.name, each.ruleset, each.entry_count) for each in campaign.encounters()
        ] == [
            (1, "Alley", "brawl", 4),
            (2, "Roof", "brawl", 3),
        ]
        assert tuple(resumed(campaign, EncounterId(n)).state for n in (1, 2)) == states


def test_an_entry_cannot_follow_one_of_another_encounter(path):
    with Campaign.create(path, "Night") as campaign:
        alley, roof = begin(campaign, "Alley"), begin(campaign, "Roof")
        for act in (
            lambda: campaign.append(ONE, Entry(id=ROOT, parent=roof.log.head, label=say("x"))),
            lambda: campaign.move(ONE, roof.log.head),
            lambda: campaign.move(ONE, EntryId(99)),
        ):
            with pytest.raises(SaveError, match=r"storage\.write_failed"):
                act()
        alley.perform(STRIKE)
        assert campaign.load(ONE).head == alley.log.head


def test_a_fight_keeps_the_rules_it_began_with(path):
    changed = Ruleset(
        id="brawl", name="Brawl", system="brawl", fields=(FieldDef(key="luck", name="Luck"),)
    )
    with Campaign.create(path, "Night") as campaign:
        keys = [campaign.new_encounter("A", each) for each in (RULESET, changed, RULESET)]
        assert [campaign.load(key).ruleset for key in keys] == [RULESET, changed, RULESET]
        (count,) = campaign._connection.execute("SELECT count(*) FROM rulesets").fetchone()
    assert count == 2


def test_an_encounter_that_is_not_there_is_reported(path):
    with (
        Campaign.create(path, "Night") as campaign,
        pytest.raises(SaveError, match=r"storage\.no_such_encounter"),
    ):
        campaign.load(EncounterId(7))


def test_names_and_settings_are_kept(path):
    with Campaign.create(path, "Night") as campaign:
        begin(campaign)
        assert campaign.setting("encounter") is None
        campaign.set_setting("encounter", "1")
        campaign.set_setting("encounter", "2")
        campaign.rename(ONE, "Roof")
    with Campaign.open(path) as campaign:
        assert (campaign.name, campaign.setting("encounter"), campaign.load(ONE).name) == (
            "Night",
            "2",
            "Roof",
        )
        assert campaign.migrated_from is None


def test_a_campaign_is_not_made_over_a_file(path):
    path.write_text("my notes")
    before = bytes_in(path.parent)
    with pytest.raises(SaveError, match=r"storage\.exists"):
        Campaign.create(path, "Night")
    assert bytes_in(path.parent) == before


def test_a_campaign_is_not_made_where_there_is_no_folder(tmp_path):
    with pytest.raises(SaveError, match=r"storage\.read_only"):
        Campaign.create(tmp_path / "nowhere" / "a.encounter", "Night")


def test_what_is_too_large_is_refused_and_play_goes_on(path):
    with Campaign.create(path, "Night") as campaign:
        playing = begin(campaign)
        with pytest.raises(SaveError, match=r"storage\.write_failed"):
            playing.perform(Note(text="x" * 17_000_000))
        playing.perform(STRIKE)
        assert campaign.load(ONE).entries == playing.log.line()


def test_a_full_disk_loses_nothing_and_play_goes_on_when_there_is_room(path):
    with Campaign.create(path, "Night") as campaign:
        playing = begin(campaign)
        (pages,) = campaign._connection.execute("PRAGMA page_count").fetchone()
        campaign._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(SaveError, match=r"storage\.no_room"):
            playing.perform(Note(text="x" * 50_000))
        campaign._connection.execute("PRAGMA max_page_count = 100000")
        playing.perform(STRIKE)
    with Campaign.open(path) as campaign:
        assert campaign.load(ONE).entries == playing.log.line()


# Copies


def test_a_copy_is_complete_while_play_goes_on(path, tmp_path):
    copy = tmp_path / "Copy.encounter"
    with Campaign.create(path, "Night") as campaign:
        playing = begin(campaign)
        state = playing.state
        campaign.save_copy(copy)
        playing.perform(STRIKE)
    assert {each.name for each in tmp_path.iterdir()} == {path.name, copy.name}
    with Campaign.open(copy) as campaign:
        assert resumed(campaign, ONE).state == state


def test_a_copy_replaces_a_file_only_when_told_to(path, tmp_path):
    copy = tmp_path / "Copy.encounter"
    copy.write_text("older")
    with Campaign.create(path, "Night") as campaign:
        begin(campaign)
        with pytest.raises(SaveError, match=r"storage\.exists"):
            campaign.save_copy(copy)
        assert copy.read_text() == "older"
        campaign.save_copy(copy, overwrite=True)
    with Campaign.open(copy) as campaign:
        assert len(campaign.encounters()) == 1


def test_a_copy_onto_itself_is_refused(path, tmp_path):
    link = tmp_path / "link.encounter"
    with Campaign.create(path, "Night") as campaign:
        link.symlink_to(path)
        for target in (path, link):
            with pytest.raises(SaveError, match=r"storage\.copy_onto_itself"):
                campaign.save_copy(target, overwrite=True)


def test_a_copy_into_another_campaign_is_refused_open_or_not(path, tmp_path):
    other = tmp_path / "Other.encounter"
    with Campaign.create(path, "Night") as campaign:
        with Campaign.create(other, "Day") as second:
            with pytest.raises(SaveError, match=r"storage\.is_campaign"):
                campaign.save_copy(other, overwrite=True)
            begin(second)
        before = other.read_bytes()
        with pytest.raises(SaveError, match=r"storage\.is_campaign"):
            campaign.save_copy(other, overwrite=True)
        assert other.read_bytes() == before


def test_a_copy_leaves_the_file_that_is_named_like_its_lock(path, tmp_path):
    """Beside a copy named “poetry” there may be somebody's “poetry.lock”."""
    (tmp_path / "poetry.lock").write_text("theirs")
    with Campaign.create(path, "Night") as campaign:
        campaign.save_copy(tmp_path / "poetry")
    assert (tmp_path / "poetry.lock").read_text() == "theirs"
    with pytest.raises(SaveError, match=r"storage\.lock_is_other"):
        Campaign.open(tmp_path / "poetry")
    assert (tmp_path / "poetry.lock").read_text() == "theirs"


def test_a_copy_to_nowhere_is_refused_and_leaves_nothing(path, tmp_path):
    with Campaign.create(path, "Night") as campaign:
        with pytest.raises(SaveError, match=r"storage\.copy_failed"):
            campaign.save_copy(tmp_path / "nowhere" / "Copy.encounter")
        begin(campaign)


def test_a_removed_encounter_leaves_nothing_behind(path):
    """Its entries, events and plan go with it; others are untouched."""
    with Campaign.create(path, "Night") as campaign:
        playing = begin(campaign)
        playing.perform(STRIKE)
        other = campaign.new_encounter("Roof", RULESET)
        campaign.prepared.put_plan(ONE, EncounterPlan(folder="Docks"))
        campaign.remove(ONE)
        assert [each.id for each in campaign.encounters()] == [other]
        assert campaign.prepared.plan(ONE) == EncounterPlan()
    with closing(sqlite3.connect(path)) as connection:
        for table in ("entries", "events", "plans"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
    with Campaign.open(path) as campaign:
        assert campaign.load(other).entries == ()


def broken_off(campaign):
    with campaign.together():
        begin(campaign, "Roof").perform(STRIKE)
        raise ZeroDivisionError


def test_what_is_written_together_is_kept_whole_or_not_at_all(path):
    """A failure in the middle takes back what was written before it, and play goes on after it."""
    with Campaign.create(path, "Night") as campaign:
        playing = begin(campaign)
        with pytest.raises(ZeroDivisionError):
            broken_off(campaign)
        assert len(campaign.encounters()) == 1
        playing.perform(STRIKE)
        with campaign.together():
            begin(campaign, "Cellar")
        entries = playing.log.line()
    with Campaign.open(path) as campaign:
        assert [each.name for each in campaign.encounters()] == ["Alley", "Cellar"]
        assert campaign.load(ONE).entries == entries


def test_what_is_appended_is_kept_as_what_is_read_again(tmp_path):
    with Campaign.create(tmp_path / "night.encounter", "Night") as campaign:
        playing = begin(campaign)
        playing.perform(STRIKE)
        kept = playing.log.path()
        assert all(
            entry._body for entry in kept
        )  # not as objects, which take three times the memory
        assert campaign.load(EncounterId(1)).entries == tuple(kept)
