"""What the shipped ruleset says, and how sheets and items are read."""

import dataclasses

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import requirements
from encounter_gui.rules.systems.chrome.combat import attack_plan
from encounter_gui.rules.systems.chrome.sheet import character, gear
from tests.rules.systems.chrome.conftest import Crew


@pytest.mark.rule("CHR-01")
def test_an_operator_has_all_it_takes(table: Crew) -> None:
    """Background, loadout, Stats, Saves with a prime one, skills, Health and Conviction come from the sheet."""
    table.play(ask.Add(creature="mend"))
    combatant = next(iter(table.context.state.combatants.values()))
    assert combatant.sheet["background"] == "corp"
    assert combatant.sheet["loadout"] == "tech"
    assert character.skills(combatant) == ("First Aid", "Firearms", "Medicine")
    assert character.is_prime(combatant, "sanity")
    assert not character.is_prime(combatant, "fear")
    assert (combatant.gauges["health"], combatant.gauges["conviction"]) == (10, 20)
    assert combatant.gauges["ammo.medpack"] == 2


@pytest.mark.rule("CHR-01")
@pytest.mark.parametrize("prime", ["Sanity", " sanity ", "SANITY"])
def test_words_of_the_sheet_count_however_they_are_typed(table: Crew, prime: str) -> None:
    """A Prime Save, an Operator, and how far an enemy moves."""
    one = table.operator("Flux", kind="Operator", prime=prime)
    assert character.is_operator(table.combatant(one))
    assert character.is_prime(table.combatant(one), "sanity")
    slow, fast = table.enemy("Slow", move="None"), table.enemy("Fast", move="Long")
    assert [character.reach(table.context, table.combatant(who), 1) for who in (slow, fast)] == [
        0,
        100,
    ]


@pytest.mark.rule("CHR-01")
def test_cybertech_and_credits_stand_on_the_sheet(table: Crew) -> None:
    """Each piece with its slot, whether or not it adds to Soak; credits only where there are any."""
    one = table.operator("Flux", "reflex_booster", "targeting_eye", "piston_legs", credits=12500)
    sections = {
        each.title: each for each in table.system.combatant_view(table.context, one).sections
    }
    assert [(fact.name, fact.value) for fact in sections["Armor and CyberTech"].facts] == [
        ("Reflex booster", "bodyware"),
        ("Targeting eye", "headware"),
        ("Piston legs", "limbs, +10 m a turn"),
    ]
    assert sections["Credits"].note == "€12 500"
    poor = table.operator("Vex")
    titles = [each.title for each in table.system.combatant_view(table.context, poor).sections]
    assert "Credits" not in titles


@pytest.mark.rule("CHR-10")
def test_what_armor_costs(ruleset: Ruleset) -> None:
    """The four pieces of the armor table."""
    found = {each.key: each.values.get("cost") for each in ruleset.items if each.kind == "armor"}
    assert found == {
        "lined_coat": 500,
        "helmet": 100,
        "kevlar_vest": 1000,
        "combat_armor": 3000,
        "heavy_plate": None,
    }


@pytest.mark.rule("CHR-02")
@pytest.mark.rule("CHR-03")
@pytest.mark.parametrize("test", [*character.STATS, *character.SAVES])
def test_stats_and_saves_go_up_to_80(ruleset: Ruleset, table: Crew, test: str) -> None:
    """There are four of each; none is above 80."""
    known = next(each for each in ruleset.fields if each.key == test)
    assert (known.least, known.most) == (0, 80)
    one = table.operator("Flux", **{test: 61})
    assert character.value(table.context, table.combatant(one), test) == 61
    assert table.refused(ask.SetField(who=one, field=test, to=81)) == "rules.field_out_of_range"


@pytest.mark.rule("CHR-04")
def test_health_is_ten_and_runs_down(table: Crew) -> None:
    """Operators start with 10; damage is taken off it."""
    one = table.operator("Flux")
    table.play(ask.Adjust(who=(one,), change="-4"))
    assert table.health(one) == 6
    table.play(ask.Adjust(who=(one,), change="+9"))
    assert table.health(one) == 10


@pytest.mark.rule("CHR-05")
def test_stress_lowers_conviction_to_0_at_the_least(table: Crew) -> None:
    """One Stress is one Conviction less; there is no other meter, and nothing below 0."""
    one = table.operator("Flux")
    assert table.conviction(one) == 20
    table.play(do.Stress(who=(one,), amount=3))
    assert table.conviction(one) == 17
    table.play(do.Stress(who=(one,), amount=30))
    assert table.conviction(one) == 0
    table.play(do.Stress(who=(one,), amount=-40))
    assert table.conviction(one) == 20
    guard = table.enemy("Guard")
    assert table.refused(do.Stress(who=(guard,), amount=1)) == "chrome.no_stats"


@pytest.mark.rule("CHR-06")
@pytest.mark.rule("CHR-72")
@pytest.mark.parametrize(
    ("item", "tiers", "magazine", "effects"),
    [
        ("knife", (2, 0, 0), 0, ()),
        ("katana", (4, 0, 0), 0, ("sever",)),
        ("pistol", (2, 2, 0), 10, ()),
        ("smg", (4, 4, 0), 6, ()),
        ("shotgun", (6, 4, 0), 4, ("knockdown",)),
        ("assault_rifle", (4, 6, 4), 6, ()),
        ("sniper_rifle", (0, 4, 6), 3, ()),
        ("taser", (2, 2, 0), 3, ("shock",)),
        ("flamer", (4, 4, 0), 4, ("ablaze",)),
    ],
)
def test_starter_weapons(
    ruleset: Ruleset,
    item: str,
    tiers: tuple[int, int, int],
    magazine: int,
    effects: tuple[str, ...],
) -> None:
    """Damage by band, shots and critical effects; what has no damage at a band cannot be used there."""
    known = ruleset.item(item)
    assert known is not None
    weapon = gear.weapon_of(known.copy())
    assert (weapon.tiers, weapon.magazine, weapon.effects) == (tiers, magazine, effects)
    assert weapon.bands == tuple(band for band, tier in zip(gear.BANDS, tiers, strict=True) if tier)
    assert "invented" in known.source


@pytest.mark.rule("CHR-72")
def test_the_frag_grenade(ruleset: Ruleset) -> None:
    """Close 6 for its target, Short 4 for the rest, one of it."""
    known = ruleset.item("frag_grenade")
    assert known is not None
    grenade = gear.grenade_of(known.copy())
    assert (grenade.centre, grenade.near, known.values["count"]) == (6, 4, 1)


@pytest.mark.rule("CHR-07")
@pytest.mark.parametrize(
    ("metres", "band"),
    [(0, "close"), (2, "close"), (3, "short"), (20, "short"), (21, "long"), (100, "long")],
)
def test_range_bands(ruleset: Ruleset, metres: int, band: str) -> None:
    """Close to 2 m, Short to 20 m, Long to 100 m."""
    assert gear.band_at(ruleset, metres) == band


@pytest.mark.rule("CHR-07")
def test_beyond_100_metres_there_is_no_attack(table: Crew) -> None:
    """101 m is beyond every weapon."""
    flux, guard = table.operator("Flux", "sniper_rifle"), table.enemy("Guard")
    table.begin(10)
    assert table.refused(do.Attack(who=flux, target=guard, metres=101)) == "chrome.out_of_range"


@pytest.mark.rule("CHR-08")
def test_there_are_no_fire_modes(ruleset: Ruleset, table: Crew) -> None:
    """No weapon says anything of them, and every shot takes one round."""
    assert not {"mode", "modes"} & {each.key for each in ruleset.item_fields}
    assert "mode" not in do.Attack.__struct_fields__
    flux, guard = table.operator("Flux", "smg"), table.enemy("Guard")
    table.begin(10)
    table.play(do.Attack(who=flux, target=guard), 90)
    assert table.gauge(flux, "ammo.smg") == 5


@pytest.mark.rule("CHR-09")
def test_three_damage_tiers(table: Crew) -> None:
    """Standard 2, Massive 4, Deadly 6, from one table for all that uses them."""
    assert [
        attack_plan.tier_named(table.context, each) for each in ("standard", "massive", "deadly")
    ] == [
        2,
        4,
        6,
    ]


@pytest.mark.rule("CHR-10")
@pytest.mark.parametrize(
    ("worn", "soak"),
    [
        ((), 0),
        (("lined_coat",), 1),
        (("helmet",), 0),
        (("kevlar_vest", "lined_coat", "helmet"), 3),
        (("combat_armor",), 4),
        (("combat_armor", "kevlar_vest", "lined_coat"), 4),
        (("combat_armor", "dermal_weave"), 5),
        (("kevlar_vest", "dermal_weave"), 3),
    ],
)
def test_soak_of_what_is_worn(table: Crew, worn: tuple[str, ...], soak: int) -> None:
    """Worn things add up; with what does not stack, no other armor counts, but CyberTech does."""
    one = table.operator("Flux", *worn)
    assert character.soak(table.context, table.combatant(one)) == soak


@pytest.mark.rule("CHR-10")
def test_fire_ignores_soak_unless_the_house_says_otherwise(table: Crew) -> None:
    """Damage that is no attack ignores Soak; by switch Soak and its floor apply to each."""
    one = table.operator("Flux", "combat_armor", speed=40)
    table.afflict(one, "ablaze")
    table.begin(10, 20)
    table.next()
    assert table.health(one) == 8
    table.switch("chrome.soakOnlyAttacks", False)
    table.next()
    assert table.health(one) == 7


@pytest.mark.rule("CHR-11")
@pytest.mark.rule("CHR-71")
@pytest.mark.parametrize(
    ("creature", "threat", "health", "soak", "move", "attacks"),
    [
        ("street_scrapper", "weak", 4, 0, "short", [("scrapper_pistol", 1, (0, 2, 0))]),
        ("corp_guard", "weak", 6, 2, "short", [("guard_rifle", 1, (0, 6, 4))]),
        ("combat_drone", "dangerous", 10, 3, "long", [("drone_guns", 2, (0, 4, 0))]),
        ("biomech_horror", "dangerous", 14, 1, "short", [("horror_claws", 2, (4, 0, 0))]),
        ("voidspace_champion", "deadly", 30, 4, "short", [("champion_blade", 3, (6, 0, 0))]),
    ],
)
def test_starter_enemies(
    table: Crew,
    creature: str,
    threat: str,
    health: int,
    soak: int,
    move: str,
    attacks: list[tuple[str, int, tuple[int, int, int]]],
) -> None:
    """Threat, Health, Soak, Move and attacks as listed; no Conviction, and Reflex unless stated."""
    table.play(ask.Add(creature=creature))
    combatant = next(iter(table.context.state.combatants.values()))
    assert not character.is_operator(combatant)
    assert "conviction" not in combatant.gauges
    assert (combatant.sheet["threat"], combatant.sheet["move"]) == (threat, move)
    assert (combatant.gauges["health"], character.soak(table.context, combatant)) == (health, soak)
    arms = [gear.weapon_of(item) for item in gear.weapons(combatant)]
    assert [(arm.key, arm.attacks, arm.tiers) for arm in arms] == attacks
    assert {arm.save for arm in arms} == {"reflex"}


@pytest.mark.rule("CHR-71")
def test_special_abilities_of_the_starter_enemies(ruleset: Ruleset) -> None:
    """The Horror: Sanity or 2 Stress. The Champion: Fear or a Panic Check."""
    sight, dread = ruleset.item("horror_sight"), ruleset.item("void_dread")
    assert sight is not None
    assert dread is not None
    horror, champion = gear.ability_of(sight.copy()), gear.ability_of(dread.copy())
    assert (horror.save, horror.stress, horror.panics) == ("sanity", 2, False)
    assert (champion.save, champion.stress, champion.panics) == ("fear", 0, True)


@pytest.mark.rule("CHR-11")
def test_an_enemy_never_rolls(table: Crew) -> None:
    """It has no Stats and no Saves to test."""
    guard = table.enemy("Guard")
    assert table.refused(do.Check(who=guard, test="combat")) == "chrome.no_stats"
    assert table.refused(do.Surprise(who=(guard,))) == "chrome.no_stats"


@pytest.mark.rule("CHR-50")
def test_every_condition_of_the_rules_is_there(ruleset: Ruleset) -> None:
    """All that the rules name can be shown, each by a rule."""
    wanted = {"surprised", "prone", "in_cover", "grappling", "grappled", "ablaze", "bleeding"}
    wanted |= {f"lost_{limb}" for limb in character.LIMBS}
    wanted |= {"shocked", "jammed", "unconscious", "dead", "presence", "ultra_sharp", "gutless"}
    wanted |= {"on_the_edge", "reality_blur", "crushing_doubt", "trust_no_one", "adrenaline"}
    wanted |= {"grit"}
    assert wanted <= {each.key for each in ruleset.conditions}
    assert all(each.rule for each in ruleset.conditions)


def test_every_house_rule_has_its_default(ruleset: Ruleset) -> None:
    """The switches stand as the rules are read without a house rule."""
    found = {each.key.removeprefix("chrome."): each.default for each in ruleset.switches}
    assert found == {
        "surpriseSave": "fear",
        "surpriseSpan": "round",
        "rerollInitiativeEachRound": False,
        "initiativeStress": True,
        "bulkConsumables": True,
        "maxAttacksPerTurn": "none",
        "advantageByOutcome": True,
        "doubleZeroIsCrit": True,
        "opposedCritFail": "loses",
        "restCrit": "max",
        "coverAdvantage": False,
        "minDamageOne": True,
        "severOnAnyHit": False,
        "enemyCritOnCritFail": True,
        "critFailDoublesDamage": False,
        "deadlyPanicAfterSoak": False,
        "counterWhenDropped": False,
        "deathSave": "body",
        "stressOnFailedSave": 1,
        "burn": True,
        "soakOnlyAttacks": True,
        "enemyMajorActions": "block",
    }


def test_the_shipped_ruleset_lacks_nothing(ruleset: Ruleset) -> None:
    """It can be played by these rules; without a table, a gauge or a place it cannot."""
    assert list(requirements.faults(ruleset)) == []
    tables = {key: row for key, row in ruleset.tables.items() if key != "panic_7"}
    assert [
        place for place, _ in requirements.faults(dataclasses.replace(ruleset, tables=tables))
    ] == ["tables"]
    assert list(requirements.faults(dataclasses.replace(ruleset, gauges=())))
    assert list(requirements.faults(dataclasses.replace(ruleset, locations=ruleset.locations[1:])))
    for name, key in (("tiers", "deadly"), ("effects", "shock"), ("bands", "long")):
        short = {each: value for each, value in ruleset.tables[name].items() if each != key}
        less = dataclasses.replace(ruleset, tables={**ruleset.tables, name: short})
        assert [place for place, _ in requirements.faults(less)] == [f"tables.{name}"]
        gone = {each: row for each, row in ruleset.tables.items() if each != name}
        assert [
            place for place, _ in requirements.faults(dataclasses.replace(ruleset, tables=gone))
        ] == ["tables"]
    odd = {**ruleset.tables, "bands": {"close": 20, "short": 2, "long": 100}}
    assert [
        place for place, _ in requirements.faults(dataclasses.replace(ruleset, tables=odd))
    ] == ["tables.bands"]


def test_a_copy_is_unhurt(table: Crew) -> None:
    """A duplicate has a full magazine and its own weapon in hand."""
    flux, guard = table.operator("Flux", "smg"), table.enemy("Guard")
    table.begin(10)
    table.play(do.Attack(who=flux, target=guard), 90)
    table.play(ask.Duplicate(who=flux))
    twin = table.combatant(CombatantId("flux_2_3"))
    assert (twin.gauges["ammo.smg"], twin.gauges["conviction"]) == (6, 20)


def test_a_change_by_hand_is_shown_before_it_is_made(table: Crew) -> None:
    """What it leaves, and that it is the end."""
    one, guard = table.operator("Flux"), table.enemy("Guard")
    command = ask.Adjust(who=(one, guard), change="-10")
    changes = table.system.changes(table.context, command)
    assert [change.who for change in changes] == [one, guard]
    assert [change.outcome for change in changes] == ["Dead", "Dead"]
    assert table.health(one) == 10
    assert table.system.changes(table.context, ask.Next()) == ()
    assert table.system.hit_command(table.context, one, "tail", 4) is None
