"""The shipped data against the figures of the rules."""

import pytest

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.model.formula import evaluate
from encounter_gui.rules.model.ruleset import CarriedDef, CreatureDef, Ruleset
from encounter_gui.rules.systems.phases.sheet import character, gear
from encounter_gui.rules.systems.phases.system import Phases
from tests.helpers.table import Table

WEAPONS = {
    "fist": ("1d6−2", ("blow",), 0, 0),
    "knife": ("1d6", ("blow",), 0, 0),
    "baton": ("1d6+1", ("blow",), 0, 0),
    "sword": ("2d6", ("blow",), 0, 0),
    "light_pistol": ("2d6", ("semi",), 1, 15),
    "heavy_pistol": ("3d6", ("semi",), 2, 10),
    "revolver": ("3d6", ("double",), 2, 6),
    "smg": ("2d6", ("semi", "burst", "full"), 1, 30),
    "assault_rifle": ("4d6", ("semi", "burst", "full"), 2, 30),
    "battle_rifle": ("5d6", ("semi", "full"), 3, 20),
    "sniper_rifle": ("5d6", ("single",), 3, 5),
    "shotgun": ("4d6", ("slug", "shot"), 3, 6),
    "laser_rifle": ("2d6", ("laser",), 0, 50),
}

ARMS = ("right_arm", "left_arm")
BODY = ("torso", *ARMS, "right_leg", "left_leg")
ARMOR = {
    "leather": (2, ("torso", *ARMS)),
    "light_vest": (6, ("torso",)),
    "heavy_vest": (10, ("torso",)),
    "combat_suit": (8, BODY),
    "helmet": (6, ("head",)),
    "military_helmet": (10, ("head",)),
}

CHARACTERISTICS = ("strength", "reflexes", "stamina", "perception", "cool", "tech", "intelligence")
PEOPLE = {
    "ganger": (
        (5, 5, 5, 5, 4, 4, 4),
        {"marksmanship": 3, "melee": 3, "hand_to_hand": 2, "evade": 2, "initiative": 1}
        | {"awareness": 2, "athletics": 2},
        (),
    ),
    "guard": (
        (5, 6, 6, 5, 5, 4, 5),
        {"marksmanship": 5, "evade": 3, "initiative": 2},
        ("light_vest",),
    ),
    "elite": (
        (6, 8, 7, 7, 7, 5, 6),
        {"marksmanship": 7, "evade": 5, "initiative": 4},
        ("combat_suit", "helmet"),
    ),
}


@pytest.mark.rule("PHA-04")
@pytest.mark.parametrize("key", WEAPONS)
def test_a_weapon_has_its_figures(ruleset: Ruleset, key: str) -> None:
    """Damage, fire modes, Recoil and rounds of the starter library."""
    item = ruleset.item(key)
    assert item is not None
    weapon = gear.weapon_of(item.copy())
    damage, modes, recoil, magazine = WEAPONS[key]
    assert (weapon.damage.text, weapon.modes) == (damage, modes)
    assert (weapon.recoil, weapon.magazine) == (recoil, magazine)


@pytest.mark.rule("PHA-04")
def test_what_is_special_about_some_weapons(ruleset: Ruleset) -> None:
    """Bursts and salvos, the load of the shotgun, what cannot jam, and the least damage of a fist."""
    found = {
        each.key: gear.weapon_of(each.copy()) for each in ruleset.items if each.kind == "weapon"
    }
    assert [found[key].burst for key in ("smg", "assault_rifle")] == [3, 3]
    rates = [found[key].rof for key in ("smg", "assault_rifle", "battle_rifle", "laser_rifle")]
    assert rates == [20, 20, 10, 10]
    shotgun = found["shotgun"]
    assert (shotgun.pellets, shotgun.pellet_damage.text, shotgun.action) == (8, "1d6+1", "double")
    assert found["fist"].damage.minimum == 1
    cannot = {key for key, weapon in found.items() if not weapon.can_jam}
    assert cannot == {"fist", "knife", "baton", "sword", "laser_rifle", "throwing_knife"}


@pytest.mark.rule("PHA-42")
@pytest.mark.parametrize("key", ARMOR)
def test_armour_covers_its_places(ruleset: Ruleset, key: str) -> None:
    """The value over each place, and nothing elsewhere."""
    item = ruleset.item(key)
    assert item is not None
    value, covered = ARMOR[key]
    combatant = Combatant(id="x", number=1, name="X", items=(item.copy(),))  # type: ignore[arg-type]  # an id
    for place in ruleset.locations:
        assert gear.armor_value(combatant, place.key) == (value if place.key in covered else 0)


@pytest.mark.rule("PHA-01")
@pytest.mark.parametrize("key", PEOPLE)
def test_a_template_has_its_figures(table: Table, ruleset: Ruleset, key: str) -> None:
    """Characteristics, skills and armour of the three templates; each has a weapon in hand, loaded."""
    creature = ruleset.creature(key)
    assert creature is not None
    levels, skills, worn = PEOPLE[key]
    combatant = Phases().recruit(table.context, creature, name=creature.name, number=1)
    found = tuple(character.level(table.context, combatant, each) for each in CHARACTERISTICS)
    assert found == levels
    assert {key: combatant.sheet.get(key) for key in skills} == skills
    assert tuple(item.key for item in combatant.items if item.kind == "armor") == worn
    held = combatant.item(combatant.memo["held"])
    assert held is not None
    assert combatant.gauges[f"ammo.{held.key}"] == held.values["magazine"]


@pytest.mark.rule("PHA-06")
def test_the_ladder_of_difficulty_numbers(ruleset: Ruleset) -> None:
    """Eight levels each for characteristic and skill tests."""
    characteristic = tuple(ruleset.tables["dn_characteristic"].values())
    skill = tuple(ruleset.tables["dn_skill"].values())
    assert characteristic == (10, 12, 14, 16, 18, 20, 24, 28)
    assert skill == (12, 14, 16, 18, 20, 24, 28, 32)


@pytest.mark.rule("PHA-41")
def test_the_places_of_the_body(ruleset: Ruleset) -> None:
    """Faces of the d10 and what aiming costs; every face hits one place."""
    found = {each.key: (each.rolls, each.penalty) for each in ruleset.locations}
    assert found == {
        "head": ((10,), -4),
        "torso": ((7, 8, 9), -1),
        "right_arm": ((6,), -3),
        "left_arm": ((5,), -3),
        "right_leg": ((3, 4), -2),
        "left_leg": ((1, 2), -2),
    }
    assert ruleset.tables["damage_factor"] == {"head": 2}


@pytest.mark.rule("PHA-60")
def test_the_wound_levels(ruleset: Ruleset) -> None:
    """DV-PHA-3: with STR 5 and STAM 5 they begin at 1, 5, 10, 15 and 20; penalties and difficulties by level."""
    sheet = {"strength": 5, "stamina": 5}
    limits = [evaluate(each.threshold, sheet) for each in ruleset.wound_levels if each.threshold]
    assert limits == [1, 5, 10, 15, 20]
    assert [each.penalty for each in ruleset.wound_levels] == [0, -1, -2, -3, -4, -4]
    assert tuple(ruleset.tables["wound_dn"].values()) == (12, 14, 16, 18, 20, 20)
    assert [each.letter for each in ruleset.wound_levels] == list("FLMSCD")


@pytest.mark.rule("PHA-70")
@pytest.mark.rule("PHA-73")
def test_the_intervals_of_shock_and_healing(ruleset: Ruleset) -> None:
    """30, 15, 5 and 1 minutes in phases of 3 seconds; a day to two months between healing tests."""
    shock = ruleset.tables["shock_phases"]
    assert [shock[key] for key in ("slight", "moderate", "serious", "critical")] == [
        600,
        300,
        100,
        20,
    ]
    assert tuple(ruleset.tables["healing_days"].values()) == (1, 7, 14, 30, 60, 60)


@pytest.mark.rule("PHA-32")
def test_passive_difficulty_numbers(ruleset: Ruleset) -> None:
    """By size, and in melee on somebody helpless."""
    assert ruleset.tables["passive_dn"] == {"human": 18, "dog": 20, "bullseye": 24, "helpless": 12}


@pytest.mark.rule("PHA-53")
def test_the_techniques(ruleset: Ruleset) -> None:
    """Characteristic and penalty of each; those that may be a defense; a tackle needs a run-up."""
    found = {each.key: each for each in gear.techniques(ruleset)}
    figures = {key: (each.characteristic, each.penalty) for key, each in found.items()}
    assert figures == {
        "disarm": ("reflexes", 4),
        "trip": ("strength", 2),
        "grab": ("strength", 0),
        "tackle": ("strength", 3),
        "clinch": ("strength", 2),
    }
    assert {key for key, each in found.items() if each.defends} == {"disarm", "trip", "grab"}
    assert [key for key, each in found.items() if each.needs_move] == ["tackle"]


@pytest.mark.rule("PHA-64")
def test_what_wounds_do_to_places_is_data(ruleset: Ruleset) -> None:
    """The least levels, and what legs leave of MOVE in quarters."""
    effects = ruleset.tables["location_effects"]
    assert (effects["arm_drops"], effects["arm_useless"]) == (3, 4)
    assert (effects["head_stuns"], effects["head_unconscious"]) == (3, 4)
    assert (effects["leg_falls"], effects["torso_no_run"]) == (4, 4)
    legs = ruleset.tables["leg_quarters"]
    assert [legs[key] for key in ("flesh", "slight", "moderate", "serious")] == [4, 3, 2, 0]


@pytest.mark.rule("PHA-15")
@pytest.mark.rule("PHA-79")
def test_jumps_and_falls(ruleset: Ruleset) -> None:
    """What DN 12 is good for, in quarter feet; a die a full 10 feet."""
    jump = ruleset.tables["jump"]
    assert [jump[key] for key in ("dn", "running_long", "standing_long")] == [12, 72, 16]
    assert [jump[key] for key in ("running_high", "standing_high")] == [4, 2]
    fall = ruleset.tables["fall"]
    assert (fall["feet_a_die"], fall["breakfall_dn"], fall["breakfall_dice"]) == (10, 16, 1)


@pytest.mark.rule("PHA-31")
def test_modifiers_of_target_and_range(ruleset: Ruleset) -> None:
    """Gaits, standing still, ducking and hunkering down; our own range modifiers."""
    found = {each.key.removeprefix("target_"): each.amount for each in ruleset.modifiers}
    assert found == {
        "jogging": -1,
        "running": -2,
        "sprinting": -3,
        "ducking": -3,
        "hunkering": -6,
        "immobile": 2,
    }
    gaits = ruleset.tables["gait_target"]
    assert [gaits[key] for key in ("still", "jog", "run", "sprint")] == [0, -1, -2, -3]
    amounts = ruleset.tables["range"]
    bands = ("point_blank", "short", "medium", "long", "extreme")
    assert [amounts[each] for each in bands] == [0, 0, -2, -4, -6]
    tables = [table for key, table in ruleset.tables.items() if key.startswith("range_feet")]
    assert len(tables) > 1
    for table in tables:
        feet = [table[each] for each in bands]
        assert feet == sorted(feet)
        assert len(set(feet)) == len(bands)


def test_the_switches_have_the_defaults_of_the_rules(ruleset: Ruleset) -> None:
    """Every house rule, with the reading that the rules support best."""
    assert {each.key.removeprefix("phases."): each.default for each in ruleset.switches} == {
        "recoilSpan": "phase",
        "penaltyMode": "declared",
        "snapShotBlind": True,
        "armorStopsGraze": True,
        "woundPenalty": "worst",
        "critCrit": "destroyed",
        "coolTestOnFlesh": True,
        "resuscitation": True,
        "attackFumbleOnMargin": False,
        "defensePerShot": False,
        "rangeTable": False,
        "mookRule": False,
        "mookSkipCool": False,
        "sleepsAtNight": True,
    }


def test_all_conditions_of_the_rules_are_there(ruleset: Ruleset) -> None:
    """Each has a name, an icon the program has, and words."""
    from encounter_gui.gui.theme.icon_names import DRAWN, GLYPHS

    wanted = {"ambushed", "unaware", "immobile", "ducking", "hunkering", "snap_shot", "aborted"}
    wanted |= {"running", "sprinting", "prone", "grabbed", "grabbing", "jammed", "fatigued"}
    wanted |= {"encumbered", "in_shock", "stabilized", "incapacitated", "unconscious"}
    wanted |= {"clinically_dead", "dead", "stunned", "off_balance", "all_out_dodge", "cool_held"}
    known = {each.key: each for each in ruleset.conditions}
    assert wanted <= set(known)
    assert [key for key, each in known.items() if each.icon not in {**GLYPHS, **DRAWN}] == []
    assert [key for key, each in known.items() if not each.text] == []


def test_every_number_of_the_starter_library_says_where_it_is_from(ruleset: Ruleset) -> None:
    """All of it is our own invention, and says so."""
    assert {each.source for each in (*ruleset.items, *ruleset.creatures)} == {"invented"}


@pytest.mark.rule("PHA-02")
def test_the_list_of_skills_is_open(table: Table) -> None:
    """A skill that is not on the sheet counts 0, one that no ruleset knows too; a characteristic 5."""
    who = table.join("One")
    combatant = table.combatant(who)
    assert character.level(table.context, combatant, "gunnery") == 0
    assert character.level(table.context, combatant, "knitting") == 0
    assert character.level(table.context, combatant, "cool") == 5


def test_everybody_of_the_library_can_join(table: Table, ruleset: Ruleset) -> None:
    """Each creature makes a combatant whose rows, sheet and figure can be shown."""
    for creature in ruleset.creatures:
        table.join(creature.name, items=creature.items, held=creature.held, **creature.sheet)
    context, system = table.context, table.system
    assert len(system.rows(context)) == len(ruleset.creatures)
    for who in context.state.combatants:
        assert system.combatant_view(context, who).sections
        assert len(system.body(context, who).parts) == 6


def test_a_ruleset_that_lacks_something_is_told_what(ruleset: Ruleset) -> None:
    """A place of the d10, a table and a threshold that are missing are named."""
    from dataclasses import replace

    broken = replace(
        ruleset,
        locations=ruleset.locations[1:],
        tables={key: value for key, value in ruleset.tables.items() if key != "wound_dn"},
        wound_levels=(replace(ruleset.wound_levels[0], threshold=""), *ruleset.wound_levels[1:]),
    )
    told = {pointer: message.params["name"] for pointer, message in Phases().faults(broken)}
    assert told == {"locations": "d10 10", "tables": "wound_dn", "wound_levels.1": "threshold"}
    assert not list(Phases().faults(ruleset))


def test_own_copies_keep_the_library_as_it_is(table: Table, ruleset: Ruleset) -> None:
    """A creature may carry an item with values of its own."""
    laser = CarriedDef(item="light_pistol", values={"recoil": 0})
    creature = CreatureDef(key="x", name="X", items=(laser,))
    combatant = Phases().recruit(table.context, creature, name="X", number=1)
    item = ruleset.item("light_pistol")
    assert item is not None
    assert (combatant.items[0].values["recoil"], item.values["recoil"]) == (0, 1)
