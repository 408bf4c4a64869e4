"""Creatures in plain text: the shapes the four games print, blocks of other tools, lists of one a line."""

import pytest

from encounter_gui.interchange.converting import Proposal, propose
from encounter_gui.interchange.imported import Found
from tests.helpers.rulesets import shipped
from tests.interchange.files import imported

CWN = """
Gang Boss
HD 3 (13 HP), AC 14/12, Soak 5, Atk +4/+3, Skill +2, Save 14+, ML 9, TT 7, Move 10m
Heavy pistol 1d8, trauma d6 x3, 10/100 m, mag 8
"""
CHROME = (
    "Corp Guard (Weak): Health 6, Soak 2, 1 attack assault rifle Short Deadly / Long Massive.\n"
    "Combat Drone (Dangerous): Health 10, Soak 3, Move long, 2 attacks Short Massive."
)
PHASES = (
    "Ganger STR 5 REF 6 STAM 5 PER 4 COOL 4 TECH 3 INT 4; Marksmanship 3, Melee 2, "
    "Hand-to-Hand 2, Evade 2, Initiative 1, light vest"
)
D6POOL = (
    "Gang A: Dex 3, Firearms 4, laser, Baretta 96F, Pain Resistance 5, armor 2, Strength 4, "
    "Health 12, Dodge ≥ 2"
)
FIFTH = """
## Marsh Sneak
*Small humanoid*
**Armor Class** 15 (leather armor)
**Hit Points** 7 (2d6)
STR 8  DEX 14
**Scimitar.** Melee Weapon Attack: +4 to hit, reach 5 ft. Hit: 5 (1d6 + 2) slashing damage.
"""


def read(text: str) -> tuple[Found, ...]:
    """What is read of a pasted text."""
    return imported("Pasted text", text).creatures


def made(text: str, ruleset: str, place: int = 0) -> Proposal:
    """A creature of a pasted text, as one of a ruleset."""
    return propose(read(text)[place], shipped(ruleset))


def test_a_list_of_one_a_line_is_read_with_how_many_there_are():
    """Counts stand before the name, after it, or in words; the name is that of one of them."""
    text = (
        "Docks tonight\n- 3 gangers: HP 8, AC 13, SMG\n* Guard dog x2: HP 6; AC 12\n"
        "three bosses: HP 20 | AC 16/13 | Atk +4\nOld Kim (4): HP 5, AC 10\n"
    )
    found = read(text)
    assert [(each.count, each.name) for each in found] == [
        ("3", "Ganger"),
        ("2", "Guard dog"),
        ("3", "Boss"),
        ("4", "Old Kim"),
    ]
    ganger, _, boss, _ = found
    assert (ganger.values["hp"], ganger.values["ac"]) == (8, 13)
    assert (boss.values["ac"], boss.values["ac_melee"], boss.values["attack_bonus"]) == (16, 13, 4)


def test_a_list_is_for_the_game_it_is_pasted_into():
    """CWN has hit points and armour class: these are read; what was not said is marked, melee as ranged too."""
    ganger = made("3 gangers: HP 8, AC 13, SMG", "cwn")
    sheet = ganger.entry.creature.sheet
    assert (sheet["hp"], sheet["ac"], sheet["ac_melee"]) == (8, 13, 13)
    assert not {"hp", "ac"} & set(ganger.guessed)
    assert {"ac_melee", "save", "morale", "trauma_target"} <= set(ganger.guessed)
    assert ganger.entry.creature.held == "submachine_gun"


def test_a_list_of_another_game_is_converted_and_marked():
    """Phases has no armour class, so all of it is proposed; the gun is one of its own."""
    ganger = made("3 gangers: HP 8, AC 13, SMG", "phases")
    assert {"strength", "stamina", "marksmanship"} <= set(ganger.guessed)
    assert ganger.entry.creature.held == "smg"


def test_a_block_of_cwn():
    """Two numbers are at range and in melee; the weapon is what is said of it, not the library's."""
    boss = made(CWN, "cwn")
    sheet = dict(boss.entry.creature.sheet)
    assert (sheet["hp"], sheet["hd"], sheet["ac"], sheet["ac_melee"], sheet["soak"]) == (
        13,
        3,
        14,
        12,
        5,
    )
    assert (sheet["attack_ranged"], sheet["attack"], sheet["skill"], sheet["save"]) == (4, 3, 2, 14)
    assert (sheet["morale"], sheet["trauma_target"], sheet["move"]) == (9, 7, 10)
    assert boss.guessed == ()
    (pistol,) = boss.entry.creature.items
    wanted = {"damage": "1d8", "trauma": "d6", "rating": 3, "range": (10, 100), "magazine": 8}
    assert {key: pistol.values[key] for key in wanted} == wanted


def test_blocks_of_chrome():
    """Threat and movement are words; what it attacks with is the library's; what has no place is in the note."""
    guard, drone = (made(CHROME, "chrome", place) for place in (0, 1))
    sheet = guard.entry.creature.sheet
    assert (sheet["health"], sheet["soak"], sheet["threat"]) == (6, 2, "weak")
    assert guard.entry.creature.held == "assault_rifle"
    sheet = drone.entry.creature.sheet
    assert (sheet["threat"], sheet["move"], sheet["majors"]) == ("dangerous", "long", 2)
    assert "Short Massive" in drone.entry.creature.note
    assert (guard.guessed, drone.guessed) == ((), ())


def test_a_block_of_phases():
    """A line may begin with the name alone; characteristics and skills go by their names and short names."""
    ganger = made(PHASES, "phases")
    wanted = {"strength": 5, "reflexes": 6, "stamina": 5, "perception": 4, "cool": 4, "tech": 3}
    wanted |= {"intelligence": 4, "marksmanship": 3, "melee": 2, "hand_to_hand": 2, "evade": 2}
    sheet = ganger.entry.creature.sheet
    assert {key: sheet[key] for key in wanted} == wanted
    assert sheet["initiative"] == 1
    assert (ganger.guessed, ganger.found.name) == ((), "Ganger")
    assert [each.item for each in ganger.entry.creature.items] == ["light_vest"]


def test_a_block_of_the_dice_pool():
    """Armour with a mere number is its own; a sight nobody sells by itself goes to the note."""
    gang = made(D6POOL, "d6pool")
    sheet = gang.entry.creature.sheet
    assert (sheet["dexterity"], sheet["firearms"], sheet["strength"], sheet["health"]) == (
        3,
        4,
        4,
        12,
    )
    assert (sheet["pain_resistance"], sheet["dodge"]) == (5, 2)
    pistol, armor = gang.entry.creature.items
    assert (pistol.item, armor.kind, armor.values["level"]) == ("baretta_96f", "armor", 2)
    assert "laser" in gang.entry.creature.note
    assert gang.guessed == ()


@pytest.mark.parametrize("ruleset", ["cwn", "chrome", "phases", "d6pool"])
def test_a_block_of_the_fifth_edition_from_a_page(ruleset):
    """Marks of Markdown say nothing; its Strength of 8 is none of ours where it is converted."""
    sneak = made(FIFTH, ruleset)
    values = sneak.found.values
    assert (values["ac"], values["hp"], values["hit_dice"], values["attack_bonus_melee"]) == (
        15,
        7,
        "2d6",
        4,
    )
    (scimitar,) = sneak.found.records("weapons")
    assert (scimitar["name"], scimitar["damage"], scimitar["attack_bonus"]) == (
        "Scimitar",
        "1d6+2",
        4,
    )
    if ruleset != "cwn":
        assert set(sneak.guessed) == set(sneak.entry.creature.sheet) - {"kind"}


def test_a_name_that_is_not_quite_one_of_the_library_is_said():
    """“vest” is taken as the first that has the word; the game master sees which."""
    guard = made("Guard: STR 5 REF 6 STAM 5 COOL 4, vest", "phases")
    (said,) = (each for each in guard.warnings if each.key == "import.taken_as")
    assert (said.params["said"], "vest" in str(said.params["item"]).casefold()) == ("vest", True)


@pytest.mark.parametrize(
    "text",
    [
        "Hello there. In 2077 we met 3 gangers and 14 dogs.\nNobody was hurt, 12 of us.",
        "Shopping: milk, eggs, bread",
        "a" * 100_000,
        "1 " * 50_000,
        "x: " * 30_000,
        "HP " * 30_000 + "1",
    ],
)
def test_what_is_no_stat_block_is_refused_with_what_was_expected(text, texts):
    """Prose is left alone, however long, and quickly."""
    (file,) = imported("Pasted text", text).files
    assert file.error is not None
    assert "HP 8, AC 13" in texts.text(file.error)
