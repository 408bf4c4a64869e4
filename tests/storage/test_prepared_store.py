"""What is prepared in a campaign file: creatures, sources, portraits, parties and plans."""

import shutil
from pathlib import Path

import pytest

from encounter_gui.core.errors import SaveError
from encounter_gui.core.ids import EncounterId, RulesetId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.model.prepared import (
    EncounterPlan,
    LibraryCreature,
    Party,
    Reminder,
    SourceNote,
)
from encounter_gui.rules.model.ruleset import CarriedDef, CreatureDef
from encounter_gui.storage.campaign import Campaign
from encounter_gui.storage.file.schema import SCHEMA
from encounter_gui.storage.prepared_store import New
from encounter_gui.storage.search import Indexed, SearchIndex
from tests.storage.campaigns import fought

ONE = EncounterId(1)
BRAWL = RulesetId("brawl")
GOLDEN = Path(__file__).with_name("golden")


def creature(name: str, **sheet: int) -> LibraryCreature:
    return LibraryCreature(creature=CreatureDef(key=name.casefold(), name=name, sheet=sheet))


@pytest.fixture
def path(tmp_path):
    return fought(tmp_path / "a.encounter")


def test_creatures_come_back_as_they_were_kept(path):
    names = (
        "Zażółć gęślą jaźń",
        "静かな夜",
        'He said "no"/\\ yes\nand left',
        "'; DROP TABLE library; --",
    )
    with Campaign.open(path) as campaign:
        rows = campaign.prepared.creatures.add(
            New(ruleset=BRAWL, value=creature(name, luck=3)) for name in names
        )
    with Campaign.open(path) as campaign:
        kept = {each.row: each.value for each in campaign.prepared.creatures.all()}
        assert kept == {row: creature(name, luck=3) for row, name in zip(rows, names, strict=True)}


def test_a_source_is_kept_once_for_all_that_came_of_it(path):
    with Campaign.open(path) as campaign:
        first, second = campaign.prepared.creatures.add(
            New(ruleset=BRAWL, value=creature(name), raw='{"name": "Twins"}')
            for name in ("Castor", "Pollux")
        )
        (made_here,) = campaign.prepared.creatures.add([New(ruleset=BRAWL, value=creature("Ann"))])
        assert (
            campaign.prepared.source(first)
            == campaign.prepared.source(second)
            == '{"name": "Twins"}'
        )
        assert campaign.prepared.source(made_here) == ""


def test_an_import_that_fails_half_way_keeps_nothing(path):
    def those():
        yield New(ruleset=BRAWL, value=creature("Ann"))
        raise RuntimeError("cut")

    with Campaign.open(path) as campaign:
        with pytest.raises(RuntimeError):
            campaign.prepared.creatures.add(those())
        assert campaign.prepared.creatures.all() == ()


def test_removing_can_be_taken_back_with_its_source(path):
    note = SourceNote(file="a.json", adapter="own", sha256="")
    raw = "{}"
    from hashlib import sha256

    note = SourceNote(file="a.json", adapter="own", sha256=sha256(raw.encode()).hexdigest())
    entry = LibraryCreature(creature=CreatureDef(key="x", name="X"), source=note)
    with Campaign.open(path) as campaign:
        (row,) = campaign.prepared.creatures.add([New(ruleset=BRAWL, value=entry, raw=raw)])
        before = campaign.prepared.creatures.all()
        campaign.prepared.creatures.remove([row])
        assert campaign.prepared.creatures.all() == ()
        campaign.prepared.creatures.put(before)
        assert campaign.prepared.creatures.all() == before
        assert campaign.prepared.source(row) == raw


def test_portraits_parties_and_plans_are_kept(path):
    party = Party(
        name="Squad", members=(Combatant(id="a_1", number=1, name="Ann", gauges={"hp": 3}),)
    )
    plan = EncounterPlan(notes="Rain.", reminders=(Reminder(text="Lights go out", round=2),))
    with Campaign.open(path) as campaign:
        name = campaign.prepared.put_portrait(b"\x89PNG picture")
        row = campaign.prepared.parties.add([New(ruleset=BRAWL, value=party)])[0]
        campaign.prepared.put_plan(ONE, plan)
    with Campaign.open(path) as campaign:
        assert campaign.prepared.portrait(name) == b"\x89PNG picture"
        assert [(each.row, each.value) for each in campaign.prepared.parties.all()] == [
            (row, party)
        ]
        assert campaign.prepared.plan(ONE) == plan
        assert campaign.prepared.plan(EncounterId(2)) == EncounterPlan()
        campaign.prepared.parties.remove([row])
        assert campaign.prepared.parties.all() == ()


def test_a_plan_of_an_encounter_that_is_not_there_is_refused(path):
    with Campaign.open(path) as campaign, pytest.raises(SaveError, match=r"storage\.write_failed"):
        campaign.prepared.put_plan(EncounterId(99), EncounterPlan(notes="x"))


def test_a_campaign_of_version_1_opens_with_its_creatures(tmp_path):
    """The golden file was made by the program that wrote version 1."""
    path = tmp_path / "version-1.encounter"
    shutil.copy(GOLDEN / path.name, path)
    with Campaign.open(path) as campaign:
        assert campaign.migrated_from == 1
        (kept,) = campaign.prepared.creatures.all()
        assert kept.ruleset == "minimal"
        assert kept.value == LibraryCreature(
            creature=CreatureDef(
                key="zed",
                name="Zed ”der Łagodny“ 静",
                sheet={"strength": 4},
                items=(CarriedDef(item="pistol"),),
                tags=("old",),
                note="Line\nbreak",
            )
        )
        assert len(campaign.load(ONE).entries) == 3
    assert SCHEMA.version >= 2


SHELVED = (
    Indexed(key="1", name="Dock Guard", tags="harbour guard", words="heavy pistol"),
    Indexed(key="2", name="Łukasz Żółw", tags="jackal"),
    Indexed(key="3", name="Guard dog", role="beast", words="bites"),
    Indexed(key="4", name='O\'Neil / "Q"', words="静かな"),
)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("gua", {"1", "3"}),
        ("dock gu", {"1"}),
        ("zolw", {"2"}),
        ("PISTOL", {"1"}),
        ("beast", {"3"}),
        ('o\'neil "q"', {"4"}),
        ("静", {"4"}),
        ("guard -dog", {"3"}),
        ('")(*', set()),
        ("nobody", set()),
        ("", set()),
    ],
)
def test_search_finds_beginnings_of_words(typed, found):
    index = SearchIndex()
    index.fill(SHELVED)
    assert set(index.find(typed)) == found
    index.close()


def test_a_name_counts_more_than_words():
    index = SearchIndex()
    index.fill(
        [Indexed(key="b", name="Bouncer", words="guard guard"), Indexed(key="a", name="Guard")]
    )
    assert index.find("guard") == ("a", "b")
    index.drop(["a"])
    index.put([Indexed(key="b", name="Clerk")])
    assert index.find("guard") == ()
    assert index.find("clerk") == ("b",)
