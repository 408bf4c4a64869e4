"""Improved Initiative, lists of stat blocks, notes and tables."""

import json

import pytest

from tests.interchange.files import BLOCK, imported, one, refusal


def test_a_stat_block_of_improved_initiative():
    found = one("a.json", [BLOCK])
    assert {key: value for key, value in found.values.items() if key != "weapons"} == {
        "hp": 11,
        "hp_max": 11,
        "hit_dice": "2d8+2",
        "ac": 16,
        "initiative": 1,
        "stat_str": 14,
    }
    assert found.values["weapons"] == ({"name": "Baton", "text": "Hits for 1d6.", "damage": "1d6"},)
    assert found.unknown == ("Mood",)
    assert "Baton: Hits for 1d6." in found.notes


def test_a_library_in_both_forms_gives_each_creature_once():
    library = {
        "Creatures": ["a"],
        "Creatures.a": BLOCK,
        "ImprovedInitiative.Creatures": '["b"]',
        "ImprovedInitiative.Creatures.b": json.dumps(
            {**BLOCK, "Name": "Old hand", "Path": "Docks"}
        ),
        "ImprovedInitiative.Creatures.a": json.dumps({**BLOCK, "Name": "Shadow"}),
        "Spells.x": {"Name": "No"},
    }
    read = imported("library.json", library)
    assert [(found.name, found.tags) for found in read.creatures] == [
        ("Dock Guard", ()),
        ("Old hand", ("Docks",)),
    ]


def test_a_saved_encounter_keeps_own_names_and_health():
    combatant = {"Alias": "Sergeant", "StatBlock": BLOCK, "CurrentHP": 4, "Hidden": True}
    found = one("a.json", {"SavedEncounters.x": {"Name": "Pier 9", "Combatants": [combatant]}})
    assert (found.name, found.values["hp"], found.values["hp_max"]) == ("Sergeant", 4, 11)
    assert found.is_hidden
    assert found.tags == ("Pier 9",)


def test_an_encounter_as_builders_send_it():
    sent = {
        "Combatants": [
            {"Name": "Guard", "HP": {"Value": 10}, "AC": {"Value": 16}, "Player": "player"}
        ]
    }
    found = one("a.json", sent)
    assert (found.name, found.type, found.values["hp"], found.values["ac"]) == (
        "Guard",
        "pc",
        10,
        16,
    )


LISTED = {
    "5e-database": {
        "name": "Thug",
        "hit_points": 32,
        "hit_points_roll": "5d8+10",
        "armor_class": [{"type": "x", "value": 11}],
    },
    "Open5e": {"name": "Thug", "hit_points": 32, "hit_dice": "5d8+10", "armor_class": 11},
    "5etools": {
        "name": "Thug",
        "hp": {"average": 32, "formula": "5d8+10"},
        "ac": [{"ac": 11, "from": ["leather"]}],
    },
}


@pytest.mark.parametrize("shape", LISTED)
def test_lists_of_the_fifth_edition(shape):
    for content in ([LISTED[shape]], {"results": [LISTED[shape]]}, {"monster": [LISTED[shape]]}):
        values = one("a.json", content).values
        assert (values["hp"], values["hp_max"], values["hit_dice"], values["ac"]) == (
            32,
            32,
            "5d8+10",
            11,
        )


NOTE = """# Session 3

```encounter
name: Pier 9
creatures:
  - 4: Dock Guard, 10, 16, 1
  - Dock Guard, 10, 16, 1
  - [[Gang Boss, Lady Static], 30, 16, 2, hidden]
  - 1d4: Rat
  - creature: Okoro
    hp: 12
    friend: true
---
name: Later
creatures:
  - Sniper, 20, 17
```

```statblock
image: [[guard.png]]
name: Dock Guard
layout: CWN
ac: 13
hp: 9
hit_dice: 2d8
attack_bonus: 3
trauma_target: 8
soak: 5
mood: sour
actions:
  - name: Heavy Pistol
    desc: 1d8, trauma 1d6 x3, 10/100 m, 8 rounds
```
"""


def test_a_note_brings_its_encounters_and_stat_blocks_together():
    found = {each.name: each for each in imported("session.md", NOTE).creatures}
    guard = found["Dock Guard"]
    assert guard.count == "5"
    assert guard.ruleset == "cwn"
    assert (guard.values["hp"], guard.values["ac"], guard.values["initiative"]) == (10, 16, 1)
    assert (guard.values["attack_bonus"], guard.values["trauma_target"], guard.values["soak"]) == (
        3,
        8,
        5,
    )
    (pistol,) = guard.values["weapons"]
    assert {**pistol, "text": ""} == {
        "name": "Heavy Pistol",
        "damage": "1d8",
        "trauma_die": "1d6",
        "trauma_rating": 3,
        "range": (10, 100),
        "magazine": 8,
        "ammo": 8,
        "text": "",
    }
    assert guard.unknown == ("mood",)
    assert (found["Lady Static"].is_hidden, found["Lady Static"].tags) == (True, ("Pier 9",))
    assert found["Rat"].count == "1d4"
    assert found["Okoro"].side == "ally"
    assert found["Sniper"].tags == ("Later",)


def test_a_note_that_is_a_stat_block_itself():
    found = one("guard.md", "---\nstatblock: true\nname: Guard\nhp: 7\nac: 12\n---\nWords.\n")
    assert (found.name, found.values["hp"], found.values["ac"]) == ("Guard", 7, 12)


def test_a_broken_block_names_its_line():
    broken = "Words\n\n```encounter\nname: x\ncreatures: [a, b\n```\n"
    assert refusal("a.md", broken.encode()) == ("import.broken_yaml", "line 6")


def test_anchors_are_not_read():
    bomb = "```encounter\na: &a [x, x]\nb: &b [*a, *a]\ncreatures: *b\n```\n"
    assert refusal("a.md", bomb.encode())[0] == "import.yaml_alias"


def test_a_table_of_the_smallest_kind():
    found = one("a.csv", "name,hp\nDock Guard,10\n")
    assert (found.name, found.ruleset, found.values["hp"], found.values["hp_max"]) == (
        "Dock Guard",
        "",
        10,
        10,
    )


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_tables_are_read_whatever_their_delimiter_and_headers(delimiter):
    rows = [
        [
            "NPC",
            "Hit Points",
            "Ranged AC",
            "to-hit",
            "dmg_name",
            "DMG",
            "TT",
            "Team",
            "Qty",
            "Mood",
            "Stats",
            "sp_head",
        ],
        [
            "Guard",
            "7/10",
            "16/13",
            "+7 x2",
            "Axe",
            "1d8+1",
            "8",
            "Friend",
            "1d4+1",
            "sour",
            "BODY 6; REF −7",
            "4",
        ],
        ["", "", "", "", "", "", "", "", "", "", "", ""],
    ]
    words = "\n".join(delimiter.join(f'"{cell}"' for cell in row) for row in rows)
    found = one("a.csv", words)
    values = found.values
    assert (values["hp"], values["hp_max"], values["ac"], values["ac_melee"]) == (7, 10, 16, 13)
    assert (values["stat_body"], values["stat_ref"], values["sp_head"]) == (6, -7, 4)
    assert values["weapons"] == (
        {"name": "Axe", "damage": "1d8+1", "attack_bonus": 7, "attacks": 2},
    )
    assert (found.side, found.count, found.notes, found.ruleset) == (
        "ally",
        "1d4+1",
        "Mood: sour",
        "cwn",
    )


def test_a_table_with_line_breaks_and_holes():
    words = '\ufeffname,hp,notes\r\n"Old ""Ox""",-,"two\r\nlines"\r\n,5,\r\n'
    read = imported("a.csv", words)
    (found,) = read.creatures
    assert (found.name, found.notes) == ('Old "Ox"', "two\nlines")
    assert "hp" not in found.values
    assert [each.reason.key for each in read.skipped] == ["import.row_nameless"]


def test_a_cell_that_should_be_a_number_is_said():
    found = one("a.csv", "name,hp,ac\nGuard,10,heavy\n")
    assert ("import.no_number", "heavy") in [
        (each.key, each.params.get("cell")) for each in found.warnings
    ]


SWNR_HEADER = (
    "name,type,species,hd,ac,ab,dmg,dmg_bonus,dmg_num_attacks,dmg_name,trauma_die,trauma_rating,"
    "shock_dmg,shock_ac,movement,morale,skill,save,description\n"
)


def test_a_table_of_the_kind_swnr_converts():
    """Its header names the game; a dash and an empty cell say nothing; a bare number of hit dice is of d8."""
    rows = (
        'Night Shift,npc,human,"5d8",15,7,,3,1,,,,3,"-",10,10,2,13,""\n'
        "Yard Hound,npc,Animal,2,13,3,1d6,1,2,Bite,1d8,2,,,15,8,1,14,Growls\n"
    )
    shift, hound = imported("npcs.csv", SWNR_HEADER + rows).creatures
    assert (shift.ruleset, shift.type, shift.notes) == ("cwn", "npc", "species: human")
    wanted = {"hit_dice": "5d8", "hp": 22, "hp_max": 22, "ac": 15, "ac_melee": 15, "save": 13}
    wanted |= {"attack_bonus": 7, "attack_bonus_melee": 7, "move": 10, "morale": 10, "skill": 2}
    assert {key: shift.values[key] for key in wanted} == wanted
    assert "weapons" not in shift.values
    assert (shift.values["damage_bonus"], shift.values["shock"]) == (3, 3)
    assert (hound.values["hit_dice"], hound.values["hp"]) == ("2d8", 9)
    (bite,) = hound.values["weapons"]
    assert bite == {
        "name": "Bite",
        "damage": "1d6+1",
        "attacks": 2,
        "trauma_die": "1d8",
        "trauma_rating": 2,
    }


def test_a_list_of_players_of_improved_initiative():
    """Each is a player character, with the scores of the block; keys nobody reads are told."""
    player = {**BLOCK, "Player": "player", "Senses": [], "Abilities": {"Str": 16, "Wis": 13}}
    found = one("players.json", [player])
    assert (found.type, found.origin.adapter) == ("pc", "improved-initiative")
    assert (found.values["stat_str"], found.values["stat_wis"]) == (16, 13)
    assert "Senses" in found.unknown


def test_empty_lines_before_a_table_are_no_header():
    assert one("a.csv", "\n\nname,hp\nGuard,5\n").values["hp"] == 5


def test_a_table_of_older_windows_programs():
    (found,) = imported_bytes("a.csv", "name;hp\nJürgen;5\n".encode("cp1252"))
    assert found.name == "Jürgen"


def imported_bytes(name, content):
    from encounter_gui.interchange.import_dispatch import read_files

    return read_files([(name, content)]).creatures
