"""Small files in the shapes other tools write, made up here."""

import json
from collections.abc import Mapping
from typing import Any

from encounter_gui.interchange.import_dispatch import read_files
from encounter_gui.interchange.imported import Found, Imported

SWNR: Mapping[str, Any] = {
    "name": "Pier Watch",
    "type": "npc",
    "system": {
        "health": {"value": 7, "max": 10},
        "hitDice": 2,
        "baseAc": 16,
        "meleeAc": 13,
        "ab": 3,
        "meleeAb": 2,
        "skillBonus": 1,
        "saves": 14,
        "moralScore": 8,
        "speed": 12,
        "traumaTarget": 6,
        "baseSoakTotal": {"value": 1, "max": 2},
        "attacks": {"damage": "d6", "bonusDamage": 0, "number": 0},
        "biography": "<p>Bored &amp; <b>armed</b>. @UUID[Actor.x]{His dog}<script>alert(1)</script></p>",
        "tweak": {"x": 1},
    },
    "items": [
        {
            "name": "Heavy Pistol",
            "type": "weapon",
            "system": {
                "damage": "1d8",
                "ab": 1,
                "range": {"normal": 10, "max": 100},
                "ammo": {"type": "ammo", "max": 8, "value": 5, "burst": False},
                "trauma": {"die": "1d6", "rating": 3},
                "shock": {"dmg": 0, "ac": 0},
                "stat": "dex",
            },
        },
        {
            "name": "Boot knife",
            "type": "weapon",
            "system": {
                "damage": "1d4 + @stats.str.mod",
                "range": {"normal": 1, "max": 1},
                "trauma": {"die": "None", "rating": None},
                "shock": {"dmg": 1, "ac": 15},
                "isMelee": False,
            },
        },
        {
            "name": "Suit",
            "type": "armor",
            "system": {
                "ac": 16,
                "meleeAc": 13,
                "soak": {"value": 4, "max": 5},
                "traumaDiePenalty": 2,
                "use": True,
            },
        },
        {"name": "Gunlink", "type": "cyberware", "system": {"effect": "Aims."}},
        {"name": "Dud", "type": "cyberware", "system": {"disabled": True}},
    ],
    "effects": [],
    "flags": {},
    "_stats": {"systemId": "swnr", "coreVersion": "13.348"},
}

CITIES: Mapping[str, Any] = {
    "name": "Pier Watch",
    "type": "npc",
    "system": {
        "health": {"value": 10, "max": 10},
        "hitDice": "2d8",
        "armorClass": {"ranged": 16, "melee": 13},
        "damageSoak": {"value": 5, "max": 5, "base": 0},
        "traumaTarget": {"base": 6, "total": 8},
        "movement": {"speed": 10, "type": "ground"},
        "attackBonus": {"ranged": 3, "melee": 4},
        "skillBonus": 1,
        "saveTarget": 14,
        "moraleTarget": 8,
        "dangerValue": 3,
    },
    "items": [
        {
            "name": "Combat Rifle",
            "type": "weapon",
            "system": {
                "damageFormula": "1d12 + 1 + @attributeMod",
                "range": "100/300",
                "magazine": {"value": 30, "max": 30},
                "trauma": {"die": "1d8", "rating": 3},
                "shock": None,
                "isBurstFireable": True,
                "attribute": "dex",
            },
        },
    ],
    "_stats": {"systemId": "cities-without-number", "coreVersion": 11},
}

OLD: Mapping[str, Any] = {
    "name": "Dock Boss",
    "type": "npc",
    "data": {
        "hitDice": 3,
        "baseAc": 14,
        "ab": 4,
        "saves": 0,
        "moralScore": 9,
        "skillBonus": 2,
        "attacks": {"damage": "1d6", "bonusDamage": 2, "number": 2, "name": "Fists"},
    },
    "items": {"name": "x", "type": "weapon", "data": {"damage": "PLACEHOLDER"}},
}

BOOSTER: Mapping[str, Any] = {
    "name": "Booster",
    "type": "npc",
    "system": {
        "stats": {"ref": {"base": 7, "tempMod": -1}, "bt": {"base": "6"}},
        "damage": 5,
        "hitLocations": {},
    },
    "items": [
        {
            "name": "Vest",
            "type": "armor",
            "system": {
                "equipped": True,
                "coverage": {"Torso": {"stoppingPower": "10", "ablation": 2}},
            },
        },
        {
            "name": "Coat",
            "type": "armor",
            "system": {
                "equipped": True,
                "coverage": {"Torso": {"stoppingPower": 4}, "lArm": {"stoppingPower": 4}},
            },
        },
        {
            "name": "SMG",
            "type": "weapon",
            "system": {"damage": "2D6+1", "shots": "30", "shotsLeft": "12", "rof": "20"},
        },
    ],
    "_stats": {"systemId": "cyberpunk2020"},
}

MOOK: Mapping[str, Any] = {
    "name": "Mook",
    "type": "mook",
    "system": {
        "stats": {"ref": {"value": 6}, "body": {"value": 5}},
        "derivedStats": {"hp": {"value": 20, "max": 25}, "currentWoundState": "lightlyWounded"},
        "externalData": {"currentArmorBody": {"value": 7, "max": 7}},
    },
    "items": [],
    "_stats": {"systemId": "cyberpunk-red-core"},
}

STRANGER: Mapping[str, Any] = {
    "name": "Stranger",
    "type": "npc",
    "system": {
        "attributes": {"hp": {"value": 9, "max": 11}, "ac": {"value": 15}, "init": {"mod": 2}}
    },
    "items": [{"name": "Claw", "type": "weapon", "system": {"damage": {"formula": "1d6+2"}}}],
    "_stats": {"systemId": "somewhere-else"},
}

BLOCK: Mapping[str, Any] = {
    "Name": "Dock Guard",
    "Type": "human",
    "HP": {"Value": 11, "Notes": "(2d8+2)"},
    "AC": {"Value": 16, "Notes": ""},
    "InitiativeModifier": 1,
    "Speed": ["30 ft."],
    "Abilities": {"Str": 14},
    "Actions": [{"Name": "Baton", "Content": "<i>Hits</i> for 1d6."}],
    "Mood": "sour",
}


def imported(name: str, content: object) -> Imported:
    """Returns what is read of one file; content that is no text is written as JSON."""
    text = content if isinstance(content, str) else json.dumps(content)
    return read_files([(name, text.encode())])


def one(name: str, content: object) -> Found:
    """Returns the one creature of a file."""
    (found,) = imported(name, content).creatures
    return found


def refusal(name: str, content: bytes) -> tuple[str, str]:
    """Returns the key and place of what is wrong with a file."""
    (file,) = read_files([(name, content)]).files
    assert file.error is not None
    return file.error.key, file.pointer
