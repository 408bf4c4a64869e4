"""Everything is sealed: whatever byte is flipped is refused, named, or was nowhere; what is not named is as it was."""

import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from encounter_gui.core.errors import SaveError
from encounter_gui.core.ids import EncounterId, RulesetId
from encounter_gui.core.picture_files import read_picture
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.model.own_rules import OwnRules
from encounter_gui.rules.model.prepared import EncounterPlan, LibraryCreature, Party, Reminder
from encounter_gui.rules.model.ruleset import CreatureDef, ItemDef
from encounter_gui.storage.campaign import Campaign
from encounter_gui.storage.damage import damage_in_open, verify
from encounter_gui.storage.file.schema import SCHEMA
from encounter_gui.storage.prepared_store import New
from tests.helpers.pictures import png
from tests.storage.campaigns import STRIKE, begin, fought, resumed

ONE, TWO = EncounterId(1), EncounterId(2)
BRAWL = RulesetId("brawl")
PICTURE = b"\x89PNG" + bytes(range(256)) * 3


def filled(path: Path) -> Path:
    """Makes a campaign that has rows in every table, and returns its path."""
    fought(path)
    with Campaign.open(path) as campaign:
        begin(campaign, "Roof").perform(STRIKE)
        prepared = campaign.prepared
        picture = prepared.put_portrait(PICTURE)
        prepared.put_picture(png(3, 2))
        creatures = (
            LibraryCreature(
                creature=CreatureDef(key=f"c{each}", name=f"Creature {each}"), portrait=picture
            )
            for each in range(12)
        )
        prepared.creatures.add(
            New(ruleset=BRAWL, value=each, raw=f'{{"from": "{each.creature.key}"}}')
            for each in creatures
        )
        prepared.custom_entries.add(
            [New(ruleset=BRAWL, value=ItemDef(key="hook", name="Hook", kind="gear"))]
        )
        prepared.parties.add([New(ruleset=BRAWL, value=Party(name="The crew"))])
        prepared.own_rules.add([New(ruleset=BRAWL, value=OwnRules(name="Wet streets"))])
        prepared.put_plan(ONE, EncounterPlan(reminders=(Reminder(text="The gate opens", round=3),)))
        campaign.set_setting("colour", "red")
        campaign.set_setting("size", "large")
    return path


def everything(path: Path) -> dict[tuple[str, str], object]:
    """Returns all that the program reads of a campaign, by table and key; what cannot be used is left out."""
    found: dict[tuple[str, str], object] = {}
    with Campaign.open(path) as campaign:
        found["campaign", "1"] = campaign.name
        for listed in campaign.encounters():
            key = str(listed.id)
            found["list", key] = (listed.name, listed.ruleset, listed.entry_count)
            with suppress(SaveError):
                loaded = campaign.load(listed.id, up_to_damage=True)
                found["encounters", key] = (loaded.name, loaded.head)
                found["rulesets", key] = loaded.ruleset
                found |= {("entries", str(entry.id)): entry for entry in loaded.entries}
            found["plans", key] = campaign.prepared.plan(listed.id)
        for table in ("creatures", "custom_entries", "parties", "own_rules"):
            for stored in getattr(campaign.prepared, table).all():
                found[table, str(stored.row)] = stored
                if table == "creatures":
                    found["sources", str(stored.row)] = campaign.prepared.source(stored.row)
                    found["portraits", str(stored.row)] = campaign.prepared.portrait(
                        stored.value.portrait
                    )
        found["pictures", "1"] = campaign.prepared.picture(read_picture(png(3, 2)).name)
        found["settings", "colour"] = campaign.setting("colour")
    return found


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    return filled(tmp_path_factory.mktemp("sample") / "sample.encounter")


@pytest.fixture
def path(tmp_path, sample):
    shutil.copy(sample, tmp_path / "a.encounter")
    return tmp_path / "a.encounter"


def altered(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute(statement).rowcount == 1
        connection.commit()


def test_a_sound_campaign_is_found_sound_with_rows_in_every_table(path):
    verdict = verify(path)
    assert verdict.damage == ()
    assert all(verdict.counts.values()), verdict.counts


@pytest.mark.timeout(300)
@pytest.mark.parametrize("flips", [150, pytest.param(1000, marks=pytest.mark.deep)])
def test_no_flipped_byte_is_silently_wrong_or_an_exception(path, sample, capsys, flips):
    """As many flips anywhere: refused as a whole, named, or nothing has changed."""
    content, chance, whole = sample.read_bytes(), Random(16), everything(sample)
    outcomes = {"refused": 0, "named": 0, "harmless": 0, "silently wrong": 0, "exceptions": 0}
    wrong: list[str] = []
    places = [place for place, byte in enumerate(content) if byte]  # pages are half empty
    for _ in range(flips):
        place, mask = chance.choice(places), chance.randrange(1, 256)
        flipped = bytearray(content)
        flipped[place] ^= mask
        path.write_bytes(flipped)
        try:
            damage = verify(path).damage
            now = everything(path)
        except SaveError:
            outcomes["refused"] += 1
            continue
        except Exception as error:  # noqa: BLE001 - what is counted
            outcomes["exceptions"] += 1
            wrong.append(f"{place} ^ {mask}: {error!r}")
            continue
        if damage:
            outcomes["named"] += 1
        elif now == whole:
            outcomes["harmless"] += 1
        else:
            outcomes["silently wrong"] += 1
            wrong.append(f"{place} ^ {mask}")
    with capsys.disabled():
        print(f"\n{flips} flips: {outcomes}")
    assert wrong == []
    assert outcomes["named"] > flips / 10


@pytest.mark.parametrize(
    ("statement", "part", "name"),
    [
        ("UPDATE library SET name = 'Other' WHERE id = 3", "library", "Other"),
        ("UPDATE library SET payload = CAST('{}' AS BLOB) WHERE id = 3", "library", "Creature 2"),
        ("UPDATE extras SET payload = CAST('{}' AS BLOB)", "extras", "Hook"),
        ("UPDATE parties SET ruleset = 'chrome'", "parties", "The crew"),
        ("UPDATE plans SET payload = CAST('{}' AS BLOB)", "plans", "1"),
        ("UPDATE settings SET value = 'blue' WHERE key = 'colour'", "settings", "colour"),
        ("UPDATE encounters SET name = 'Cellar' WHERE id = 1", "encounters", "Cellar"),
        ("UPDATE encounters SET head = 5 WHERE id = 1", "encounters", "Alley"),
        ("UPDATE campaign SET name = 'Day'", "campaign", "Day"),
        ("UPDATE sources SET raw = 'something else' WHERE id = 4", "sources", "4"),
        ("DELETE FROM settings WHERE key = 'colour'", "settings", ""),
        ("DELETE FROM library WHERE id = 3", "library", ""),
        ("UPDATE entries SET payload = CAST('{}' AS BLOB) WHERE id = 9", "entries", "Roof"),
    ],
)
def test_a_row_changed_by_another_hand_is_named_and_hides_nothing_else(
    path, sample, statement, part, name
):
    altered(path, statement)
    first, *_ = damage = verify(path).damage
    assert (first.part, first.name) == (part, name)
    before, after = everything(sample), everything(path)
    gone = {key for key in before if after.get(key) != before[key]}
    keys = {each.key for each in damage}
    assert {key for _, key in gone} <= keys | {"1", "2", "3", "4"}
    assert len(gone) <= 4
    with Campaign.open(path) as campaign:
        assert damage_in_open(path) == damage
        assert len(campaign.prepared.creatures.all()) >= 11


def test_a_damaged_entry_leaves_all_before_it_and_the_other_encounters_playable(path):
    altered(path, "UPDATE entries SET payload = CAST('{}' AS BLOB) WHERE id = 5")
    with Campaign.open(path) as campaign:
        with pytest.raises(SaveError, match=r"storage\.entry_damaged"):
            campaign.load(ONE)
        loaded = campaign.load(ONE, up_to_damage=True)
        assert (loaded.damaged, loaded.head, len(loaded.entries)) == (5, 4, 4)
        assert campaign.load(TWO).damaged is None
        resumed(campaign, TWO).perform(STRIKE)
    with Campaign.open(path) as campaign:
        assert campaign.load(ONE, up_to_damage=True).damaged == 5


def test_a_portrait_that_is_not_the_stored_picture_is_not_shown(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE portraits SET picture = CAST('other' AS BLOB)")
        connection.commit()
    with Campaign.open(path) as campaign:
        (stored, *_) = campaign.prepared.creatures.all()
        assert campaign.prepared.portrait(stored.value.portrait) == b""
        assert campaign.prepared.portrait("no picture's name") == b""


def test_what_is_written_changed_and_removed_keeps_its_seals(path):
    with Campaign.open(path) as campaign:
        creatures = campaign.prepared.creatures
        kept = creatures.all()
        creatures.remove(each.row for each in kept[:4])
        creatures.put(kept[:2])
        campaign.remove(TWO)
        campaign.rename(ONE, "Street")
        campaign.prepared.parties.remove([1])
        (row,) = campaign.prepared.parties.add([New(ruleset=BRAWL, value=Party(name="New crew"))])
        campaign.prepared.parties.put(campaign.prepared.parties.all())
        assert row
    assert verify(path).damage == ()


def test_files_of_older_versions_get_their_seals_when_they_are_brought_up_to_date(tmp_path):
    path = tmp_path / "version-1.encounter"
    shutil.copy(Path(__file__).with_name("golden") / path.name, path)
    with pytest.raises(SaveError, match=r"storage\.older"):
        verify(path)
    with Campaign.open(path) as campaign:
        assert campaign.migrated_from == 1
    verdict = verify(path)
    assert verdict.damage == ()
    assert SCHEMA.version == 6
    assert verdict.counts["library"]


def test_combatants_of_a_party_are_under_its_seal(path):
    with Campaign.open(path) as campaign:
        party = Party(name="Two", members=(Combatant(id="x", number=1, name="Ann", side="pc"),))
        campaign.prepared.parties.add([New(ruleset=BRAWL, value=party)])
    altered(
        path,
        "UPDATE parties SET payload = CAST(replace(CAST(payload AS TEXT), 'Ann', 'Bob') AS BLOB) WHERE name = 'Two'",
    )
    assert [each.name for each in verify(path).damage] == ["Two"]
