"""The starter library says what the rule texts print."""

import re
from typing import Any

import pytest

from encounter_gui.core.errors import DataError
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.files.loader import build
from encounter_gui.rules.files.ruleset_errors import RulesetError
from encounter_gui.rules.model.ruleset import CreatureDef, Ruleset
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.sheet import character, gear
from tests.helpers.rulesets import read
from tests.helpers.table import Table

RANGED = """
light_pistol | 1d6 | 10/80 | 15 | d8 x2 | 1
heavy_pistol | 1d8 | 10/100 | 8 | d6 x3 | 1
submachine_gun | 1d8 | 30/100 | 20 | d6 x2 | 1 | burst
rifle | 1d10+2 | 200/400 | 6 | d8 x3 | 2
combat_rifle | 1d12 | 100/300 | 30 | d8 x3 | 2 | burst
shotgun | 3d4 | 10/30 | 2 | d10 x3 | 2
shotgun_with_slugs | 3d4 | 20/60 | 2 | d10 x3 | 2 | hit=-1
semi_auto_shotgun | 3d4 | 10/30 | 6 | d10 x3 | 2
combat_shotgun | 3d4 | 10/30 | 12 | d10 x3 | 2 | burst
sniper_rifle | 2d8 | 1000/2000 | 1 | d10 x4 | 2
sniper_rifle_unrested | 1d10+2 | 200/400 | 1 | d8 x3 | 2
automatic_rifle | 2d8 | 200/400 | 10 | d10 x3 | 2 | suppress
advanced_bow | 1d8 | 30/200 | 1 | d8+1 x3 | 2 | bow
taser_pistol | 1d8 | 10/15 | 2 | - | 1 | nonlethal
eye_flechette | 1d6 | 10/10 | 1 | d8 x2 | 1 | integral
anti_materiel_rifle | 3d8 | 1000/2000 | 5 | d12 x3 | 2 | heavy
heavy_machine_gun | 3d6 | 500/2000 | 10 | d12 x3 | 2 | heavy suppress
rocket_launcher | 3d10 | 2000/4000 | 1 | d10 x3 | 2 | heavy people_hit=-4 radius=5
drone_cannon | 2d8 | 200/1000 | 10 | d10 x3 | 2 | vehicle
mounted_autogun | 3d8 | 500/2000 | 10 | d12 x2 | 2 | vehicle
"""

MELEE = """
unarmed | 1d2 | - | d6 x1 | str_dex | blunt
knife | 1d4 | 1/15 | d6 x3 | str_dex | thrown
club | 1d4 | 1/18 | d6 x2 | str | blunt
sword | 1d8 | 2/13 | d8 x2 | str_dex
spear | 1d6 | 2/13 | d8 x3 | str_dex | thrown
big_club | 1d10 | 2/18 | d8 x3 | str | hands=2
big_sword | 2d6 | 2/15 | d8 x3 | str | hands=2
advanced_knife | 1d6 | 2/15 | d8 x3 | str_dex | thrown
advanced_sword | 1d10 | 3/15 | d8 x3 | str_dex
advanced_club | 1d8 | 2/18 | d8 x3 | str | blunt
advanced_big_sword | 2d8 | 4/15 | d8 x3 | str | hands=2
body_blades_1 | 1d8 | 2/15 | d8 x3 | str_dex | integral
body_blades_2 | 2d6 | 4/15 | d10 x3 | str_dex | integral
viper_sting | 1d12 | - | d10 x3 | dex | integral count=4
"""

EXPLOSIVES = """
frag_grenade | frag | 2d6 | 5 | d8 x2 | 10/30 | ac_step=14
flash_grenade | flash | - | 5 | - | 10/30
gas_grenade | gas | 1d10 | 5 | - | 10/30 | nonlethal
smoke_grenade | smoke | - | 5 | - | 10/30
mine_antipersonnel | mine | 1d8 | 2 | d10 x3 | -
mine_antivehicle | mine | 3d8 | 5 | d20 x3 | - | machines
demo_charge | charge | 3d10 | 20 | d10 x3 | - | machines
mortar | mortar | 3d6 | 10 | d12 x3 | 1000/2000 | range_least=20
"""

ARMOR = """
ordinary_clothing | 10 10 0 0
reinforced_clothing | 13 10 2 0
street_leathers | 13 12 3 0
war_harness | 13 14 5 0
reinforced_longcoat | 15 13 5 1
armored_clothing | 16 14 5 1
plated_longcoat | 17 15 5 1
impact_jacket | 12 14 8 1
light_armored_suit | 16 13 5 2 | suit
medium_armored_suit | 18 14 10 2 | suit
heavy_armored_suit | 20 18 15 3 | suit heavy
riot_shield | 2 4 0 0 | shield ignores_shock
absorption_plates | 2 2 3 0 | accessory
joint_reinforcement | 1 1 0 0 | accessory
"""

FOES = """
Boomkitty | 1/3 | 16/16 | 0 | 0/0 | 3 | 15 | 6 | 5 | 20 | ?
Vicious guard dog | 2/10 | 13/13 | 0 | 3/- | 2 | 14 | 9 | 6 | 15 | 2
Cybered attack beast | 5/25 | 13/13 | 0 | 8/- | 3 | 13 | 10 | 7 | 20 | 15
Experimental bioweapon | 8/50 | 13/13 | 0 | 12/- | 4 | 11 | 12 | 9 | 20 | 48
Low-end security | 1/5 | 13/10 | 2 | 1/1 | 1 | 15 | 7 | 6 | 10 | 1
Basic corp guard | 2/10 | 16/13 | 5 | 3/3 | 1 | 14 | 8 | 8 | 10 | 3
Veteran guard | 3/15 | 17/14 | 5 | 4/5 | 2 | 14 | 9 | 8 | 10 | 5
Response captain | 4/20 | 19/15 | 10 | 6/7 | 2 | 13 | 10 | 8 | 10 | 16
Breaching member | 3/15 | 21/19 | 15 | 6/5 | 2 | 14 | 9 | 9 | 10 | 12
Breaching commander | 5/25 | 21/19 | 15 | 10/8 | 2 | 13 | 10 | 9 | 10 | 45
Elite sniper | 6/30 | 21/19 | 10 | 8/11 | 3 | 12 | 10 | 8 | 10 | 54
CEO’s guard | 10/80 | 22/22 | 0 | 19/17 | 4 | 10 | 12 | 8 | 20 | 200
Street thug | 1/5 | 10/10 | 0 | 1/1 | 1 | 15 | 7 | 6 | 10 | 2
Gang member | 1/5 | 13/12 | 3 | 1/1 | 1 | 15 | 8 | 6 | 10 | 2
Gang gunman | 3/15 | 14/13 | 3 | 6/6 | 2 | 14 | 8 | 6 | 10 | 4
Gang bruiser | 3/15 | 13/14 | 5 | 6/4 | 2 | 14 | 8 | 6 | 10 | 4
Gang lieutenant | 6/30 | 16/14 | 5 | 10/9 | 3 | 12 | 10 | 7 | 10 | 18
Major gang boss | 8/40 | 21/19 | 10 | 11/13 | 3 | 11 | 11 | 7 | 20 | 48
Assassin | 6/30 | 18/16 | 5 | 9/11 | 3 | 12 | 10 | 7 | 10 | 54
Legendary killer | 10/80 | 21/19 | 0 | 15/17 | 4 | 10 | 12 | 8 | 20 | 200
Code drone | 1/5 | 10/10 | 0 | 0/0 | 1 | 15 | 7 | 6 | 10 | 1
Corporate watchdog | 2/10 | 10/10 | 0 | 1/1 | 2 | 14 | 8 | 6 | 10 | 2
Veteran IT security | 4/20 | 10/10 | 0 | 2/2 | 2 | 13 | 8 | 6 | 10 | 4
High-end IT talent | 6/30 | 10/10 | 0 | 2/2 | 5 | 12 | 8 | 6 | 10 | 9
Net legend | 9/63 | 20/18 | 0 | 12/12 | 6 | 11 | 10 | 8 | 10 | 65
Anti-cyber operator | 4/20 | 20/18 | 15 | 6/6 | 2 | 13 | 9 | 9 | 10 | ?
Gang drone pilot | 3/15 | 14/13 | 3 | 5/5 | 2 | 14 | 8 | 6 | 10 | 5
Drone jockey | 4/20 | 19/15 | 10 | 6/7 | 3 | 13 | 10 | 8 | 10 | 12
"""

ARMS = """
Boomkitty | frag_grenade
Vicious guard dog | bite 1d6+1 d6 x2
Cybered attack beast | beast_claws 1d8+4 4/99 d8 x3 attacks=2
Experimental bioweapon | bioweapon_limbs 2d6+8 8/99 d10+1 x3 attacks=3
Low-end security | heavy_pistol 1d8; club 1d4
Basic corp guard | heavy_pistol 1d8; advanced_club 1d8; gunlink
Veteran guard | heavy_pistol 1d8+1; advanced_club 1d8; gunlink
Response captain | combat_rifle 1d12+1; advanced_knife 1d6+1; enhanced_reflexes_1; gunlink
Breaching member | combat_shotgun 3d4; body_blades_2 2d6+1 5/15; frag_grenade; flash_grenade
Breaching commander | combat_shotgun 3d4; body_blades_2 2d6+4 8/99; enhanced_reflexes_2; veterans_luck
Elite sniper | sniper_rifle 2d8+7 d10 x4; heavy_pistol 1d8+7; advanced_knife 1d6+2 4/15
CEO’s guard | body_blades_2 2d6+11 15/99; light_pistol 1d6; frag_grenade
Street thug | heavy_pistol 1d8; knife 1d4
Gang member | heavy_pistol 1d8; knife 1d4
Gang gunman | combat_rifle 1d12+1; knife 1d4+1 2/15; gunlink
Gang bruiser | body_blades_1 1d8+1 3/15; heavy_pistol 1d8
Gang lieutenant | body_blades_2 2d6+4 8/99; heavy_pistol 1d8; enhanced_reflexes_1; veterans_luck
Major gang boss | heavy_pistol 1d8+8; advanced_knife 1d6+3
Assassin | light_pistol 1d6+8 d8+1 x2; advanced_knife 1d6+2 4/15
Legendary killer | light_pistol 1d6+14 d8+1 x2; advanced_knife 1d6+2; enhanced_reflexes_3
Code drone | heavy_pistol 1d8; cyberdeck
Corporate watchdog | heavy_pistol 1d8; cyberdeck
Veteran IT security | heavy_pistol 1d8; cyberdeck
High-end IT talent | heavy_pistol 1d8; cyberdeck
Net legend | light_pistol 1d6+4
Anti-cyber operator | combat_shotgun 3d4; frag_grenade; flash_grenade
Gang drone pilot | combat_rifle 1d12+1; knife 1d4
Drone jockey | combat_rifle 1d12+1; advanced_knife 1d6+1
"""

DRONES = {
    "Roach": (8, 13, 0),
    "Sunfish": (8, 15, 0),
    "Mouse": (1, 13, 0),
    "Hummingbird": (5, 15, 0),
    "Javelin": (12, 16, 6),
    "Pitbull": (15, 15, 8),
    "Kerberos": (25, 18, 8),
    "Shrike": (20, 18, 0),
    "Kraken": (20, 18, 0),
}

OPERATORS = ("halloran", "vee_okonjo", "sister_ash", "tarn", "quill", "mara_voss")


def rows(table: str) -> list[list[str]]:
    """The cells of a printed table."""
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


def extras(text: str) -> dict[str, Any]:
    """Flags and ``name=number`` of the last cell."""
    found: dict[str, Any] = {}
    for word in text.split():
        name, _, number = word.partition("=")
        found[name] = int(number) if number else True
    return found


def pair(text: str) -> tuple[int, ...]:
    """``10/80`` as numbers; a dash: none."""
    return () if text == "-" else tuple(int(each) for each in text.split("/"))


def trauma(text: str) -> tuple[str, int] | None:
    """``d8 x2`` as a die and a rating."""
    if text == "-":
        return None
    die, rating = text.split(" x")
    return die, int(rating)


def found_trauma(values: Any) -> tuple[str, int] | None:
    """What an item says of its Trauma Die."""
    return (values["trauma"], values["rating"]) if "trauma" in values else None


def values_of(ruleset: Ruleset, key: str) -> Any:
    """The values of a library item."""
    item = ruleset.item(key)
    assert item is not None, key
    return item.values


@pytest.mark.rule("CWN-12")
@pytest.mark.parametrize("row", rows(RANGED), ids=lambda row: row[0])
def test_a_ranged_weapon_is_as_printed(ruleset: Ruleset, row: list[str]) -> None:
    """Damage, range, magazine, Trauma and flags of each gun; all use Dexterity and Shoot."""
    key, damage, reach, magazine, die, hands, *flags = row
    values = values_of(ruleset, key)
    assert values["class"] == "ranged"
    assert (values["attribute"], values["skill"]) == ("dex", "shoot")
    assert values["damage"] == damage
    assert values["range"] == pair(reach)
    assert values["magazine"] == int(magazine)
    assert found_trauma(values) == trauma(die)
    assert values["hands"] == int(hands)
    wanted = extras(flags[0] if flags else "")
    told = ("burst", "suppress", "nonlethal", "integral", "heavy", "vehicle", "bow", "hit")
    seen = {name: values[name] for name in (*told, "people_hit", "radius") if values.get(name)}
    assert seen == wanted


@pytest.mark.rule("CWN-12")
@pytest.mark.rule("CWN-34")
@pytest.mark.parametrize("row", rows(MELEE), ids=lambda row: row[0])
def test_a_melee_weapon_is_as_printed(ruleset: Ruleset, row: list[str]) -> None:
    """Damage, Shock, Trauma, attribute and flags of each blade and club; what is thrown reaches 10/20."""
    key, damage, shock, die, attribute, *flags = row
    values = values_of(ruleset, key)
    assert values["damage"] == damage
    assert tuple(values[name] for name in ("shock", "shock_ac") if name in values) == pair(shock)
    assert found_trauma(values) == trauma(die)
    assert values["attribute"] == attribute
    wanted = {"hands": 1, **extras(flags[0] if flags else "")}
    seen = {
        name: values[name]
        for name in ("thrown", "blunt", "integral", "hands", "count")
        if name in values
    }
    assert seen == wanted
    assert values.get("range", ()) == ((10, 20) if "thrown" in wanted else ())


def test_bare_hands_of_the_rules_are_those_of_the_library(ruleset: Ruleset) -> None:
    """What everybody has without carrying it does what the library prints."""
    own = gear.weapon_of(gear.UNARMED)
    printed = ruleset.item("unarmed")
    assert printed is not None
    assert gear.weapon_of(printed.copy()) == own


@pytest.mark.rule("CWN-41")
@pytest.mark.rule("CWN-42")
@pytest.mark.parametrize("row", rows(EXPLOSIVES), ids=lambda row: row[0])
def test_an_explosive_is_as_printed(ruleset: Ruleset, row: list[str]) -> None:
    """Effect, damage, radius, Trauma and range of each grenade, mine and charge."""
    key, effect, damage, radius, die, reach, *flags = row
    values = values_of(ruleset, key)
    assert values["effect"] == effect
    assert values.get("damage", "-") == damage
    assert values["radius"] == int(radius)
    assert found_trauma(values) == trauma(die)
    assert values.get("range", ()) == pair(reach)
    seen = {
        name: values[name]
        for name in ("ac_step", "nonlethal", "machines", "range_least")
        if name in values
    }
    assert seen == extras(flags[0] if flags else "")


def test_the_grenade_launcher_fires_grenades_far(ruleset: Ruleset) -> None:
    """Range 150/350, three in the magazine, and no damage of its own."""
    values = values_of(ruleset, "grenade_launcher")
    assert (values["class"], values["range"], values["magazine"]) == ("launcher", (150, 350), 3)
    assert "damage" not in values


@pytest.mark.rule("CWN-06")
@pytest.mark.rule("CWN-07")
@pytest.mark.rule("CWN-08")
@pytest.mark.parametrize("row", rows(ARMOR), ids=lambda row: row[0])
def test_armor_is_as_printed(ruleset: Ruleset, row: list[str]) -> None:
    """Both AC, soak, Trauma Target and kind of each suit, shield and accessory."""
    key, numbers, *flags = row
    values = values_of(ruleset, key)
    seen = tuple(values.get(name, 0) for name in ("ac", "ac_melee", "soak", "trauma_target"))
    assert seen == tuple(int(each) for each in numbers.split())
    names = ("suit", "heavy", "shield", "accessory", "ignores_shock")
    assert {name: True for name in names if values.get(name)} == extras(flags[0] if flags else "")


@pytest.mark.parametrize(
    ("key", "effect"),
    [
        ("absorption_pads", {"soak": 5}),
        ("trauma_dampers", {"soak": 5}),
        ("active_response", {"trauma_target": 1}),
        ("customized_armor", {"ac": 1, "ac_melee": 1}),
        ("biostabilizer", {"trait": "biostabilizer"}),
        ("dermal_armor_1", {"base_ac": 16, "trauma_target": 1}),
        ("dermal_armor_2", {"base_ac": 18, "trauma_target": 1, "ignores_shock": True}),
        ("dermal_armor_3", {"base_ac": 20, "trauma_target": 2, "ignores_shock": True}),
        ("trauma_shielding", {"trauma_target": 1}),
        ("hard_to_kill", {"trauma_target": 1}),
        ("reaction_booster_1", {"initiative": 2}),
        ("coordination_augment_2", {"move": 10}),
    ],
)
def test_what_is_worn_or_built_in_changes_these_numbers(
    ruleset: Ruleset, key: str, effect: dict[str, object]
) -> None:
    """Mods of armour, Edges, Foci and cyberware with a number say it as data."""
    values = values_of(ruleset, key)
    assert {name: values[name] for name in effect} == effect


@pytest.mark.rule("CWN-09")
@pytest.mark.rule("CWN-67")
@pytest.mark.parametrize("row", rows(FOES), ids=lambda row: row[0])
def test_a_foe_is_as_printed(ruleset: Ruleset, table: Table, row: list[str]) -> None:
    """Hit dice and points, both AC, soak, attacks, skill, save, Morale, Trauma Target, Move and Danger Value."""
    name, dice, armor, soak, attacks, skill, save, morale, target, move, danger = row
    creature, combatant = recruited(ruleset, table, name)
    sheet = creature.sheet
    assert (sheet["hd"], sheet["hp"]) == pair(dice)
    assert combatant.gauges["hp"] == pair(dice)[1]
    context = table.context
    both = tuple(character.armor_class(context, combatant, melee=melee) for melee in (False, True))
    assert both == pair(armor)
    assert combatant.gauges["soak"] == int(soak)
    melee, ranged = attacks.split("/")
    assert sheet["attack"] == int(melee)
    assert sheet.get("attack_ranged") == (None if ranged == "-" else int(ranged))
    assert character.skill(context, combatant, "notice") == int(skill)
    assert character.save_target(context, combatant, "physical") == int(save)
    assert character.morale(context, combatant) == int(morale)
    assert character.trauma_target(context, combatant) == int(target)
    assert character.move_rate(context, combatant) == int(move)
    assert sheet.get("danger") == (None if danger == "?" else int(danger))


@pytest.mark.rule("CWN-68")
@pytest.mark.rule("CWN-69")
@pytest.mark.parametrize("row", rows(ARMS), ids=lambda row: row[0])
def test_a_foe_carries_what_is_printed(ruleset: Ruleset, table: Table, row: list[str]) -> None:
    """Arms, each with the damage, Shock, Trauma and number of attacks printed for it; and nothing else."""
    name, arms = row
    _, combatant = recruited(ruleset, table, name)
    assert [each.key for each in combatant.items] == [each.split()[0] for each in arms.split("; ")]
    for each in arms.split("; "):
        check_arm(combatant, each)


def recruited(ruleset: Ruleset, table: Table, name: str) -> tuple[CreatureDef, Combatant]:
    """A library creature and a combatant made from it."""
    creature = ruleset.creature(name)
    assert creature is not None, name
    return creature, table.system.recruit(table.context, creature, name=name, number=1)


def check_arm(combatant: Combatant, text: str) -> None:
    """One arm of a printed block: key, damage, Shock, Trauma, attacks, each where it is printed."""
    key, *words = text.split()
    item = combatant.item(key)
    assert item is not None
    values = item.values
    if words:
        assert values["damage"] == words[0]
    for word, following in zip(words, [*words[1:], ""], strict=False):
        if "/" in word:
            assert (values["shock"], values["shock_ac"]) == pair(word)
        elif word.startswith("attacks="):
            assert values["attacks"] == int(word.partition("=")[2])
        elif re.fullmatch(r"x\d", following):
            assert found_trauma(values) == trauma(f"{word} {following}")


def test_every_foe_of_the_texts_is_there(ruleset: Ruleset) -> None:
    """28 foes and nothing else but drones and our own operators."""
    drones = {f"drone_{name.lower()}" for name in DRONES}
    foes = [each for each in ruleset.creatures if each.key not in drones | set(OPERATORS)]
    assert [each.name for each in foes] == [row[0] for row in rows(FOES)]


@pytest.mark.rule("CWN-09")
@pytest.mark.parametrize("row", rows(FOES), ids=lambda row: row[0])
def test_printed_saves_follow_the_formula(row: list[str]) -> None:
    """15 − half the hit dice, rounded down, is what every block prints."""
    assert mechanics.npc_save_target(15, 2, pair(row[1])[0]) == int(row[6])


@pytest.mark.rule("CWN-65")
@pytest.mark.parametrize("name", DRONES)
def test_a_drone_is_as_printed(ruleset: Ruleset, table: Table, name: str) -> None:
    """Hit points, AC, +2 to hit, and the Trauma Target where it is known."""
    hit_points, armor, target = DRONES[name]
    creature, combatant = recruited(ruleset, table, name)
    assert character.kind(combatant) == "drone"
    assert combatant.gauges["hp"] == hit_points
    assert (creature.sheet["ac"], creature.sheet["ac_melee"]) == (armor, armor)
    assert (creature.sheet["attack"], creature.sheet["attack_ranged"]) == (2, 2)
    assert creature.sheet.get("trauma_target", 0) == target


@pytest.mark.rule("CWN-02")
@pytest.mark.parametrize("key", OPERATORS)
def test_an_operator_could_have_been_rolled(ruleset: Ruleset, table: Table, key: str) -> None:
    """Scores from 3 to 18, hit points within what the level's dice give, a soak pool from what is worn."""
    creature, combatant = recruited(ruleset, table, key)
    context = table.context
    scores = [creature.sheet[each.key] for each in ruleset.fields if each.group == "attribute"]
    assert all(isinstance(score, int) and 3 <= score <= 18 for score in scores)
    level = character.level(context, combatant)
    plus = character.modifier(context, combatant, "constitution") + 2 * gear.rank(
        combatant, "hard_to_kill"
    )
    assert level * (1 + plus) <= character.most_hp(context, combatant) <= level * (6 + plus)
    assert combatant.side == "pc"
    assert "named" in combatant.flags
    assert combatant.gauges["soak"] == sum(
        int(str(item.values.get("soak", 0)))
        for item in combatant.items
        if item.kind in ("armor", "gear")
    )
    assert combatant.gauges["strain"] == 0


@pytest.mark.rule("CWN-05")
@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        ({"hd": 3, "hp": 15}, 15),
        ({"hd": 4}, 18),
        ({"hd": 0}, 4),
        ({"kind": "pc", "level": 4}, 14),
        ({"kind": "pc", "level": 4, "constitution": 16}, 18),
        ({"kind": "pc", "level": 3, "constitution": 3}, 4),
    ],
)
def test_hit_points_are_printed_or_the_average_of_the_dice(
    table: Table, sheet: dict[str, Any], expected: int
) -> None:
    """d8 for each hit die of an NPC, d6 and Constitution for each level of a player's."""
    who = table.join("Someone", **sheet)
    assert table.gauge(who, "hp") == expected


@pytest.mark.rule("CWN-05")
@pytest.mark.rule("CWN-45d")
def test_hard_to_kill_gives_two_more_a_level(table: Table) -> None:
    """1d6 + 2 for each level instead of 1d6: 22 at level 4, on average."""
    who = table.join("Tough", kind="pc", level=4, items=["hard_to_kill"])
    assert table.gauge(who, "hp") == 22


@pytest.mark.rule("CWN-05")
def test_the_hit_die_of_npcs_is_a_house_rule(table: Table) -> None:
    """With d6 four hit dice average 14 instead of 18."""
    table.switch("cwn.hdDie", "d6")
    assert table.gauge(table.join("Someone", hd=4), "hp") == 14


@pytest.mark.rule("CWN-66")
def test_who_leads_is_marked_from_the_start(ruleset: Ruleset, table: Table) -> None:
    """A lieutenant is a leader, whose fall is a reason to check Morale; a gunman is none."""
    assert recruited(ruleset, table, "gang_lieutenant")[1].has("leader")
    assert not recruited(ruleset, table, "gang_gunman")[1].has("leader")


@pytest.mark.rule("CWN-03")
def test_all_nineteen_skills_are_on_the_sheet(ruleset: Ruleset) -> None:
    """Each from −1, untrained, to 4."""
    skills = [each for each in ruleset.fields if each.group == "skill"]
    assert len(skills) == 19
    assert {(each.default, each.least, each.most) for each in skills} == {(-1, -1, 4)}
    assert {"punch", "shoot", "stab", "heal"} <= {each.key for each in skills}


def house(extra: str) -> None:
    """Builds a ruleset that extends this one."""

    def files(name: str) -> dict[str, str]:
        if name == "house":
            return {"ruleset.toml": f'extends = "cwn"\nname = "House"\n{extra}'}
        return read(name)

    build("house", files)


@pytest.mark.parametrize(
    ("extra", "pointer"),
    [
        ('[[items]]\nkey = "knife"\n[items.values]\ndamage = "many"', "items.knife.values.damage"),
        ('[tables.major_injury]\n3 = "toothache"', "tables"),
        ('[tables.injury_gut_wound]\nplace = "tail"', "tables.injury_gut_wound.place"),
        ('[tables.stabilize]\nmedkit = "easy"', "tables.stabilize"),
    ],
)
def test_a_ruleset_these_rules_cannot_play_is_refused(extra: str, pointer: str) -> None:
    """Dice nobody can roll, injuries that lead nowhere, difficulties that are none: named by file and key."""
    with pytest.raises(RulesetError) as caught:
        house(extra)
    (problem,) = caught.value.problems
    assert isinstance(problem, DataError)
    assert problem.place.pointer == pointer


@pytest.mark.parametrize(
    ("rule", "cost"),
    [
        pytest.param("CWN-36a", "Main", marks=pytest.mark.rule("CWN-36a")),
        pytest.param("CWN-36b", "Main", marks=pytest.mark.rule("CWN-36b")),
        pytest.param("CWN-36c", "Instant", marks=pytest.mark.rule("CWN-36c")),
        pytest.param("CWN-36d", "Main", marks=pytest.mark.rule("CWN-36d")),
        pytest.param("CWN-36e", "Move and Main", marks=pytest.mark.rule("CWN-36e")),
        pytest.param("CWN-36f", "Move", marks=pytest.mark.rule("CWN-36f")),
        pytest.param("CWN-36g", "Instant", marks=pytest.mark.rule("CWN-36g")),
        pytest.param("CWN-36h", "Move", marks=pytest.mark.rule("CWN-36h")),
        pytest.param("CWN-36i", "Main", marks=pytest.mark.rule("CWN-36i")),
        pytest.param("CWN-36j", "Main", marks=pytest.mark.rule("CWN-36j")),
        pytest.param("CWN-36k", "Main", marks=pytest.mark.rule("CWN-36k")),
        pytest.param("CWN-36l", "Main", marks=pytest.mark.rule("CWN-36l")),
        pytest.param("CWN-36m", "Instant", marks=pytest.mark.rule("CWN-36m")),
        pytest.param("CWN-36n", "Move", marks=pytest.mark.rule("CWN-36n")),
        pytest.param("CWN-36o", "Move", marks=pytest.mark.rule("CWN-36o")),
        pytest.param("CWN-36p", "On Turn", marks=pytest.mark.rule("CWN-36p")),
        pytest.param("CWN-36q", "Move", marks=pytest.mark.rule("CWN-36q")),
        pytest.param("CWN-36r", "Main", marks=pytest.mark.rule("CWN-36r")),
    ],
)
def test_the_catalogue_has_every_action_with_its_cost(
    ruleset: Ruleset, rule: str, cost: str
) -> None:
    """Each action of the rules is there once, costs what is printed, and says in a line what it does."""
    (action,) = [each for each in ruleset.actions if each.rule == rule]
    assert action.cost == cost
    assert action.text


@pytest.mark.rule("CWN-13")
def test_a_round_lasts_six_seconds(ruleset: Ruleset) -> None:
    """The unit of time is the round."""
    assert (ruleset.time.round, ruleset.time.seconds) == ("round", 6)


@pytest.mark.rule("CWN-47")
def test_every_status_of_the_rules_is_a_condition(ruleset: Ruleset) -> None:
    """Each with a name, an icon and a line; Total Defense +2, Charging −2, Flashed −2 and −2 as data."""
    statuses = (
        "surprised prone engaged withdrawn holding charging total_defense screening screened swarming flashed "
        "suppressed traumatized broken unconscious mortally_wounded stable frail dead"
    )
    for key in statuses.split():
        condition = ruleset.condition(key)
        assert condition is not None, key
        assert condition.icon
        assert condition.text
        assert condition.rule in ruleset.rules
    effects = {
        key: [(effect.on, effect.amount) for effect in condition.effects]
        for key in ("total_defense", "charging", "flashed")
        if (condition := ruleset.condition(key)) is not None
    }
    assert effects == {
        "total_defense": [("ac", 2)],
        "charging": [("ac", -2)],
        "flashed": [("hit", -2), ("ac", -2)],
    }


SWITCHES: dict[str, object] = {
    "sleepsAtNight": True,
    "freeAttackArmedOnly": False,
    "totalDefenseShockSpan": "nextTurn",
    "hdDie": "d8",
    "moraleCompare": "greater",
    "deathRounds": 6,
    "npcScreen": True,
    "coverPenalty": "2/4",
    "untrainedMinus2": True,
    "suppress": True,
    "minDamageOne": True,
    "unspentMainAfterTurn": True,
}


def test_the_switches_stand_as_the_rules_are_read_by_default(ruleset: Ruleset) -> None:
    """Every open question has a switch, its default and a line of explanation; there are no others."""
    assert {each.key: each.default for each in ruleset.switches} == {
        f"cwn.{key}": default for key, default in SWITCHES.items()
    }
    assert all(each.text and each.rule in ruleset.rules for each in ruleset.switches)


@pytest.mark.rule("CWN-29")
def test_cover_costs_two_or_four(ruleset: Ruleset) -> None:
    """Partial and near total cover exclude each other and count against shots and throws."""
    cover = [each for each in ruleset.modifiers if each.group == "cover"]
    assert [each.amount for each in cover] == [-2, -4]
    assert all(each.on == ("ranged", "thrown") for each in cover)


@pytest.mark.rule("CWN-60")
@pytest.mark.rule("CWN-10")
def test_difficulties_are_editable_numbers(ruleset: Ruleset) -> None:
    """The scale of skill checks, and what stabilizing starts from."""
    assert tuple(ruleset.tables["difficulty"].values()) == (6, 8, 10, 12, 14)
    assert ruleset.tables["stabilize"] == {"patch": 6, "medkit": 8, "none": 10}


INJURIES = """
1 | instant_death | - | dies
2 | internal_damage | torso
3 | brain_damage | head
4 | eye_damage | head | blinded
5 | gut_wound | torso
6 | leg_right_ruined | leg_right | crawling
7 | leg_left_ruined | leg_left | crawling
8 | arm_right_ruined | arm_right | one_hand
9 | arm_left_ruined | arm_left | one_hand
10 | concussed | head | concussed
11 | cracked_ribs | torso | cracked_ribs
12 | flesh_wound | -
"""


@pytest.mark.rule("CWN-64")
@pytest.mark.parametrize("row", rows(INJURIES), ids=lambda row: row[1])
def test_a_major_injury_is_as_printed(ruleset: Ruleset, row: list[str]) -> None:
    """Each face of the d12 with the place it strikes and what it does in a fight."""
    face, key, place, *consequence = row
    assert ruleset.tables["major_injury"][face] == key
    injury = ruleset.tables[f"injury_{key}"]
    assert injury.get("place", "-") == place
    assert injury.get("dies", False) is ("dies" in consequence)
    condition = next((each for each in consequence if each != "dies"), "")
    assert injury.get("condition", "") == condition
