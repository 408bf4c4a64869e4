"""Foundry VTT: every envelope, and what each system's fields become."""

import json

import pytest
import yaml

from encounter_gui.interchange.converting import propose
from tests.interchange.files import BOOSTER, CITIES, MOOK, OLD, STRANGER, SWNR, imported, one


def test_a_foe_of_swnr_comes_over_with_armour_added_up():
    found = one("fvtt-Actor-pier-watch.json", SWNR)
    values = dict(found.values)
    weapons = values.pop("weapons")
    assert (found.name, found.type, found.ruleset) == ("Pier Watch", "npc", "cwn")
    assert values == {
        "hp": 7,
        "hp_max": 10,
        "hit_dice": "2d8",
        "ac": 16,
        "ac_melee": 13,
        "attack_bonus": 3,
        "attack_bonus_melee": 2,
        "skill": 1,
        "save": 14,
        "morale": 8,
        "move": 12,
        "trauma_target": 8,
        "soak": 5,
        "soak_max": 7,
        "armor": ({"name": "Suit", "ac": 16, "ac_melee": 13, "soak": 5, "trauma_target": 2},),
        "cyberware": "Gunlink",
    }
    assert weapons == (
        {
            "name": "Heavy Pistol",
            "damage": "1d8",
            "range": (10, 100),
            "melee": False,
            "magazine": 8,
            "ammo": 5,
            "hit_bonus": 1,
            "trauma_die": "1d6",
            "trauma_rating": 3,
        },
        {
            "name": "Boot knife",
            "damage": "1d4",
            "range": (1, 1),
            "melee": True,
            "shock": 1,
            "shock_ac": 15,
        },
    )
    assert found.notes == "Bored & armed. His dog"
    assert found.unknown == ("tweak",)


def test_a_foe_of_the_other_system_has_its_sums_already():
    found = one("a.json", CITIES)
    values = found.values
    assert (values["ac"], values["ac_melee"], values["soak"], values["trauma_target"]) == (
        16,
        13,
        5,
        8,
    )
    assert (values["attack_bonus"], values["attack_bonus_melee"], values["danger"]) == (3, 4, 3)
    (rifle,) = values["weapons"]
    assert rifle == {
        "name": "Combat Rifle",
        "damage": "1d12+1",
        "range": (100, 300),
        "melee": False,
        "magazine": 30,
        "ammo": 30,
        "burst": True,
        "trauma_die": "1d8",
        "trauma_rating": 3,
    }
    assert found.origin.version == "11"


def test_variables_in_damage_are_said_once_a_file():
    read = imported("pack.json", [SWNR, SWNR, CITIES])
    assert [each.key for each in read.warnings] == ["import.variables"]


def test_two_kinds_of_dice_lose_their_variable_and_stay_dice():
    """What cannot be one sum is kept as it stands, less the variable that counts as 0."""
    fists = {"name": "Fists", "type": "weapon", "system": {"damage": "1d2 + 1d8 + @attributeMod"}}
    (weapon,) = one("a.json", {**SWNR, "items": [fists]}).values["weapons"]
    assert weapon["damage"] == "1d2+1d8"


def test_dice_no_game_rolls_are_kept_and_said(cwn):
    """They would silently count as 0 at the table."""
    odd = {"damage": "Grenade", "trauma": {"die": "1d10/d20", "rating": 3}}
    items = [{"name": "Box", "type": "weapon", "system": odd}, SWNR["items"][0]]
    made = propose(one("a.json", {**SWNR, "items": items}), cwn)
    said = [each.params["said"] for each in made.warnings if each.key == "import.odd_dice"]
    assert said == ["Grenade", "1d10/d20"]
    assert made.entry.creature.items[0].values["damage"] == "Grenade"


def test_a_source_of_a_pack_may_be_yaml():
    """The other form of the same envelope; several in one file count each."""
    words = yaml.safe_dump({**SWNR, "_key": "!actors!abc"})
    expected = one("a.json", SWNR).values
    assert one("guard.yml", words).values == expected
    read = imported("two.yaml", f"{words}---\n{words}")
    assert [found.values for found in read.creatures] == [expected, expected]


def test_who_is_hurt_in_the_file_has_it_in_the_note(cwn):
    """Everybody joins unhurt; what was left is said."""
    assert "HP 7" in propose(one("a.json", SWNR), cwn).entry.creature.note
    assert "hp:" not in propose(one("a.json", CITIES), cwn).entry.creature.note


def test_a_foe_of_an_old_version_gets_average_health_and_defaults():
    found = one("boss.json", OLD)
    values = found.values
    assert (values["hp"], values["hp_max"], values["hit_dice"]) == (13, 13, "3d8")
    assert (values["ac"], values["ac_melee"], values["attack_bonus_melee"]) == (14, 14, 4)
    assert values["save"] == 15
    fists, placeholder = values["weapons"]
    assert fists == {"name": "Fists", "damage": "1d6+2", "melee": True, "attacks": 2}
    assert placeholder["damage"] == "PLACEHOLDER"
    assert [each.key for each in found.warnings] == ["import.average_health", "import.save_empty"]


@pytest.mark.parametrize(
    ("said", "becomes", "soak"),
    [(4, "4d8", 0), ("4d", "4d8", 0), ("3d6", "3d6", 0), ("4+5", "4d8", 5), ("12 HP", None, 0)],
)
def test_hit_dice_are_read_as_people_write_them(said, becomes, soak):
    system = {"hitDice": said, "baseAc": 12, "saves": 14}
    values = one("a.json", {"name": "X", "type": "npc", "system": system}).values
    assert values.get("hit_dice") == becomes
    assert values["soak"] == soak
    if becomes is None:
        assert values["hp_max"] == 12


def test_a_drone_has_no_attack_of_its_own():
    system = {
        "health": {"value": 15, "max": 15},
        "armorClass": {"ranged": 15, "melee": 14},
        "traumaTarget": {"total": 8},
    }
    found = one("a.json", {"name": "Hound", "type": "drone", "system": system})
    assert found.type == "drone"
    assert "attack_bonus" not in found.values
    assert found.values["trauma_target"] == 8


def test_a_vehicle_is_read_as_a_machine(cwn):
    """It has no attack and no hit dice; what nobody reads is told."""
    system = {
        "health": {"value": 10, "max": 12},
        "armorClass": {"melee": 13, "ranged": 14},
        "traumaTarget": {"base": 10, "total": 10},
        "movement": {"speed": 1, "type": "ground"},
        "hardpoints": {"value": 0, "max": 0},
        "maxCrew": 1,
    }
    found = one("a.json", {"name": "Bike", "type": "vehicle", "system": system, "items": []})
    assert (found.type, found.ruleset) == ("vehicle", "cwn")
    wanted = {"hp": 10, "hp_max": 12, "ac": 14, "ac_melee": 13, "trauma_target": 10, "move": 1}
    assert {key: found.values[key] for key in wanted} == wanted
    assert found.unknown == ("hardpoints", "maxCrew")
    entry = propose(found, cwn).entry
    assert (entry.kind, entry.creature.sheet["kind"]) == ("drone", "drone")


ENVELOPES = {
    "one actor": SWNR,
    "a list": [SWNR],
    "a compendium": {
        "package": "p",
        "metadata": {"x": 1},
        "type": "Actor",
        "items": [SWNR],
        "folders": [],
    },
    "an asset export": {
        "exportType": "foundry-asset-export",
        "systemId": "swnr",
        "documents": [{"documentType": "Actor", "data": SWNR}],
    },
    "a wrapped document": {"documentType": "Actor", "data": SWNR},
    "actor and items apart": {
        "actor": {key: value for key, value in SWNR.items() if key != "items"},
        "items": SWNR["items"],
    },
    "a source of a pack": {**SWNR, "_id": "abc", "_key": "!actors!abc"},
}


@pytest.mark.parametrize("envelope", ENVELOPES)
def test_every_envelope_holds_the_same_foe(envelope):
    found = one("x.json", ENVELOPES[envelope])
    assert found.values == one("a.json", SWNR).values


def test_in_a_database_of_lines_the_last_of_an_id_counts():
    lines = [
        {**SWNR, "_id": "a"},
        {**CITIES, "_id": "b", "name": "Second"},
        {**SWNR, "_id": "a", "name": "Renamed"},
        {**OLD, "_id": "c"},
        {"_id": "c", "$$deleted": True},
    ]
    read = imported("npcs.db", "\n".join(json.dumps(line) for line in lines))
    assert [found.name for found in read.creatures] == ["Renamed", "Second"]


def test_what_is_no_creature_is_left_out_and_said():
    folder = {"name": "Gangs", "type": "Actor", "_key": "!folders!x"}
    server = {**CITIES, "name": "Server", "type": "server"}
    item = {"documentType": "Item", "data": {"name": "Gun", "type": "weapon", "system": {}}}
    read = imported("a.json", [folder, server, item, SWNR])
    assert [found.name for found in read.creatures] == ["Pier Watch"]
    assert [(each.name, each.reason.key) for each in read.skipped] == [
        ("Gangs", "import.is_folder"),
        ("Server", "import.no_creature"),
        ("Gun", "import.no_actor"),
    ]


def test_cyberpunk_2020_stats_may_be_texts_and_layers_add_up():
    values = one("a.json", BOOSTER).values
    assert (values["stat_ref"], values["stat_bt"]) == (6, 6)
    assert (values["damage_taken"], values["hp"], values["hp_max"]) == (5, 35, 40)
    assert (values["sp_torso"], values["sp_larm"]) == (12, 4)
    (smg,) = values["weapons"]
    assert smg == {"name": "SMG", "damage": "2d6+1", "magazine": 30, "ammo": 12, "rof": 20}


def test_cyberpunk_red_mooks_bring_health_and_armour():
    found = one("a.json", MOOK)
    assert {
        key: found.values[key] for key in ("hp", "hp_max", "sp_body", "stat_ref", "wound_state")
    } == {
        "hp": 20,
        "hp_max": 25,
        "sp_body": 7,
        "stat_ref": 6,
        "wound_state": "lightlyWounded",
    }
    assert found.origin.adapter == "foundry-cyberpunk-red-core"


def test_an_unknown_system_is_guessed_and_says_so():
    found = one("a.json", STRANGER)
    assert {**found.values, "weapons": ()} == {
        "hp": 9,
        "hp_max": 11,
        "ac": 15,
        "initiative": 2,
        "weapons": (),
    }
    assert found.values["weapons"] == ({"name": "Claw", "damage": "1d6+2"},)
    assert found.warnings[0].key == "import.guessed"


def test_an_actor_of_which_nothing_is_known_is_left_out():
    read = imported("a.json", {"name": "Ghost", "type": "npc", "system": {"aura": "cold"}})
    assert not read.creatures
    assert read.skipped[0].reason.key == "import.nothing_known"
