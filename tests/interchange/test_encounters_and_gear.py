"""What stands in encounters becomes encounters, alike ones are counted, and tables of things are no people."""

import json
from pathlib import Path
from typing import Any

import pytest

from encounter_gui.cli.main import parse
from encounter_gui.paths import message_catalog
from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
from encounter_gui.play.transfer.imports import Preview, preview_files
from encounter_gui.rules.model.ruleset import ItemDef
from tests.helpers.rulesets import shipped
from tests.interchange.files import SWNR

MEANS = CampaignServices(
    rulesets=shipped, texts=message_catalog(), now=lambda: "2026-11-22T07:00:00+00:00"
)

NOTE = """# Tonight

```encounter
name: The docks
creatures:
  - 2: Ganger, 8, 13
  - Ganger, 8, 13
  - Boss, 20, 16, 1, hidden
---
name: The roof
creatures:
  - Sniper, 9, 14, friend
```
"""

WEAPONS = """name,damage,range,magazine,to hit,trauma die,trauma rating,shock,shock ac,cost
Coil pistol,1d8+1,20/80,12,+1,1d8,2,,,500
Shock baton,1d6,,,,,,2,15,80
Oddity,lots,5/10,,,,,,,
"""


def looked(name: str, content: object, ruleset: str = "cwn") -> Preview:
    """What an import of one file would bring."""
    text = content if isinstance(content, str) else json.dumps(content)
    return preview_files([(name, text.encode())], rulesets=shipped, fallback=ruleset)


def planned(preview: Preview) -> list[tuple[str, list[tuple[str, str]]]]:
    """The encounters, and who is in them with how many."""
    return [
        (each.name, [(found.name, found.count) for found in each.members])
        for each in preview.planned
    ]


def test_blocks_of_a_note_become_encounters_of_a_campaign(tmp_path: Path) -> None:
    """Three gangers in two lines are one of ×3; who is hidden or a friend is so in the plan."""
    preview = looked("tonight.md", NOTE)
    assert planned(preview) == [
        ("The docks", [("Ganger", "3"), ("Boss", "1")]),
        ("The roof", [("Sniper", "1")]),
    ]
    note, path = tmp_path / "tonight.md", tmp_path / "a.encounter"
    note.write_text(NOTE, encoding="utf-8")
    assert parse(["import", str(note), "--into", str(path)]) == 0
    campaign = OpenCampaign.open(path, MEANS)
    plans = {each.name: campaign.prepared.plan(each.id) for each in campaign.encounters()}
    rows = {each.value.name: each.row for each in campaign.prepared.creatures.all()}
    campaign.close()
    docks, roof = plans["The docks"].recruits, plans["The roof"].recruits
    assert [(each.own, each.count, each.is_hidden) for each in docks] == [
        (rows["Ganger"], "3", False),
        (rows["Boss"], "1", True),
    ]
    assert [(each.own, each.side) for each in roof] == [(rows["Sniper"], "ally")]


def test_the_same_note_again_makes_no_second_encounters(tmp_path: Path) -> None:
    """Neither its creatures nor its encounters come twice."""
    note, path = tmp_path / "tonight.md", tmp_path / "a.encounter"
    note.write_text(NOTE, encoding="utf-8")
    for _ in range(2):
        assert parse(["import", str(note), "--into", str(path)]) == 0
    campaign = OpenCampaign.open(path, MEANS)
    assert (len(campaign.encounters()), len(campaign.prepared.creatures.all())) == (2, 3)
    campaign.close()


def actor(name: str, **system: Any) -> dict[str, Any]:
    """The guard of another name, and with other values."""
    return {**SWNR, "name": name, "_id": name, "system": {**SWNR["system"], **system}}


def test_three_that_differ_in_a_number_are_one_of_three() -> None:
    """Who has other values, or a name of its own, stays apart."""
    actors = [actor("Guard 1"), actor("Guard 2"), actor("Guard #3"), actor("Guard 4", ab=9)]
    preview = looked("guards.json", [*actors, actor("Gun 7")])
    found = [each.proposal.found for each in preview.candidates]
    assert [(each.name, each.count) for each in found] == [
        ("Guard", "3"),
        ("Guard 4", "1"),
        ("Gun 7", "1"),
    ]
    assert [each.proposal.entry.name for each in preview.candidates] == [
        "Guard",
        "Guard 4",
        "Gun 7",
    ]
    assert planned(preview)[0][0] == "guards"


def test_a_list_of_text_is_an_encounter_with_its_counts() -> None:
    preview = looked("Pasted text", "3 gangers: HP 8, AC 13, SMG\nBoss: HP 20, AC 16")
    assert planned(preview) == [("Pasted text", [("Ganger", "3"), ("Boss", "1")])]


@pytest.mark.parametrize("count", ["many", "0", "1000000", "-3"])
def test_a_count_nobody_can_mean_is_one(count: str) -> None:
    preview = looked("a.csv", f"name,hp,count\nGanger,8,{count}\n")
    (encounter,) = preview.planned
    own = encounter.own({("cwn", encounter.members[0].origin.sha256): 1})
    assert own is not None
    assert [each.count for each in own.plan.recruits] == ["1"]


def test_a_table_of_weapons_is_gear_and_nobody() -> None:
    """Dice, ranges, rounds, bonus, Shock and Trauma are read; what is no dice is said."""
    preview = looked("weapons.csv", WEAPONS)
    assert preview.candidates == ()
    pistol, baton, odd = (each.extra for each in preview.gear)
    assert isinstance(pistol, ItemDef)
    assert (pistol.name, pistol.kind, dict(pistol.values)) == (
        "Coil pistol",
        "weapon",
        {
            "damage": "1d8+1",
            "hit": 1,
            "range": (20, 80),
            "magazine": 12,
            "trauma": "1d8",
            "rating": 2,
        },
    )
    assert isinstance(baton, ItemDef)
    assert (baton.values["shock"], baton.values["shock_ac"]) == (2, 15)
    assert odd.name == "Oddity"
    assert "import.odd_dice" in [each.key for each in preview.warnings]


def test_a_table_of_armour_is_gear() -> None:
    """Prices say that it is no list of people."""
    preview = looked("armour.csv", "armor,ac,soak,cost\nPlate,16/14,3,900\n")
    assert preview.candidates == ()
    (plate,) = (each.extra for each in preview.gear)
    assert isinstance(plate, ItemDef)
    assert (plate.name, plate.kind) == ("Plate", "armor")
    assert dict(plate.values) == {"ac": 16, "ac_melee": 14, "soak": 3}


@pytest.mark.parametrize("envelope", ["alone", "pack"])
def test_weapons_and_armour_exported_alone_are_gear(envelope: str) -> None:
    """Items of Foundry VTT, one by one or as a pack; what somebody did with their own copy is left out."""
    system = {"_stats": {"systemId": "swnr"}}
    pistol = {
        **system,
        "name": "Coil pistol",
        "type": "weapon",
        "system": {
            "damage": "1d8 + 1d4",
            "ab": 1,
            "range": {"normal": 20, "max": 80},
            "ammo": {"max": 12, "value": 3},
            "trauma": {"die": "1d8", "rating": 2},
        },
    }
    plate = {
        **system,
        "name": "Plate",
        "type": "armor",
        "system": {"ac": 16, "meleeAc": 14, "use": False},
    }
    skill = {**system, "name": "Shoot", "type": "skill", "system": {"rank": 1}}
    pack = {"package": "p", "metadata": {"x": 1}, "type": "Item", "items": [pistol, plate, skill]}
    files = {"alone": [pistol, plate, skill], "pack": pack}
    preview = looked("items.json", json.dumps(files[envelope]))
    assert preview.candidates == ()
    assert [each.name for each in preview.skipped] == ["Shoot"]
    first, second = (each.extra for each in preview.gear)
    assert isinstance(first, ItemDef)
    assert isinstance(second, ItemDef)
    assert (first.name, first.kind, dict(first.values)) == (
        "Coil pistol",
        "weapon",
        {
            "damage": "1d8+1d4",
            "hit": 1,
            "range": (20, 80),
            "magazine": 12,
            "trauma": "1d8",
            "rating": 2,
            "class": "ranged",
        },
    )
    assert (second.kind, second.values["ac"], second.values["ac_melee"]) == ("armor", 16, 14)


def test_people_with_weapons_are_people() -> None:
    """Hit points decide."""
    preview = looked("gang.csv", "name,hp,weapon,damage,range\nAnn,8,Bow,1d6,10/60\n")
    assert (len(preview.candidates), preview.gear) == (1, ())


def test_weapons_of_another_measure_are_the_nearest_of_the_game_and_that_is_said() -> None:
    """CHROME has no damage dice: a coil pistol does what its pistol does."""
    preview = looked("weapons.csv", WEAPONS, "chrome")
    pistol = preview.gear[0].extra
    assert isinstance(pistol, ItemDef)
    assert pistol.values["short"] == shipped("chrome").item("pistol").values["short"]  # type: ignore[union-attr]
    assert "import.taken_as" in [each.key for each in preview.warnings]


def test_gear_goes_to_the_campaigns_own_gear(tmp_path: Path) -> None:
    table, path = tmp_path / "weapons.csv", tmp_path / "a.encounter"
    table.write_text(WEAPONS, encoding="utf-8")
    assert parse(["import", str(table), "--into", str(path)]) == 0
    campaign = OpenCampaign.open(path, MEANS)
    names = [each.value.name for each in campaign.prepared.custom_entries.all()]
    assert sorted(names) == ["Coil pistol", "Oddity", "Shock baton"]
    assert not campaign.prepared.creatures.all()
    campaign.close()
