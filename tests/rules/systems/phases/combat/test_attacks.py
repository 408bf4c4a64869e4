"""Attack rolls, fire modes, recoil, hits, grazes and fumbles."""

from typing import Any

import pytest

from encounter_gui.encounter import events as ev
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.combat.attack_plan import plan_attack
from encounter_gui.rules.systems.phases.sheet import gear
from tests.helpers.rulesets import shipped
from tests.rules.systems.phases.playing import HIT, Duel, duel

MISS = (6, 6, 6, 1, 1, 2)
"""A defense and an attack that misses it."""


@pytest.mark.rule("PHA-04")
def test_a_weapon_is_read_from_its_item() -> None:
    """Dice, flat and divisor; modes; a fist does 1 at least; what everybody has needs no item."""
    rifle = gear.weapon_of(shipped("phases").item("assault_rifle").copy())  # type: ignore[union-attr]
    assert rifle.modes == ("semi", "burst", "full")
    assert (rifle.burst, rifle.rof, rifle.recoil, rifle.magazine) == (3, 20, 2, 30)
    fist = gear.weapon_of(gear.UNARMED)
    assert (fist.damage.dice, fist.damage.flat, fist.damage.minimum) == (1, -2, 1)
    half = gear.Damage(dice=3, flat=1, divisor=2)
    assert half.text == "(3d6+1)/2"
    assert mechanics.damage(10, half.flat, half.divisor, 0, 2) == 5 + 2


@pytest.mark.rule("PHA-39")
@pytest.mark.parametrize(
    ("damage", "faces", "dealt"),
    [
        ("1d2+1d8+1", (2, 8, 2, 1, 8, 3), 2 + 1 + 0 + 8 + 7 + 2 + 1),
        ("3d6kh2", (6, 2, 6), 12),
        ("2d4!", (4, 1, 4, 2), 4 + 1 + 4 + 2),
    ],
)
def test_damage_is_an_expression_of_the_dice_language(
    damage: str, faces: tuple[int, ...], dealt: int
) -> None:
    """Plain dice explode on their highest face, each further one less 1; those with a word of their own as it says."""
    pistol = CarriedDef(item="heavy_pistol", values={"damage": damage})
    made = duel(items=[pistol])
    command = do.Attack(who=made.who, target=made.mark, place="torso", defense="standard")
    assert plan_attack(made.table.context, command).damage.text == damage
    made.table.alone(command, 3, 3, 3, 4, 4, 4, *faces)
    dos = made.table.result("attack")["dos"]
    assert made.table.result("damage")["damage"] == dealt + dos


@pytest.mark.rule("PHA-41")
def test_where_a_hit_lands_is_told_before_its_damage_is_rolled() -> None:
    """The location, by what its die showed; one that was aimed at is told with the damage."""
    made = duel()
    command = do.Attack(who=made.who, target=made.mark, defense="standard")
    made.table.alone(command, 3, 3, 3, *HIT, 6, 4, 4, 4)
    assert made.table.last is not None
    told = [made.table.context.texts.text(each.text) for each in made.table.last.reasons]
    place = next(each for each in told if each.startswith("Location 6: "))
    assert told.index(place) < told.index(next(each for each in told if ": damage " in each))


@pytest.mark.rule("PHA-30")
@pytest.mark.parametrize(
    ("fields", "bonus"),
    [
        ({}, 6 + 4),
        ({"weapon": "unarmed"}, 5 + 4),
        ({"place": "torso"}, 5 + 4 - 1),
        ({"place": "head"}, 5 + 4 - 4),
        ({"place": "left_arm"}, 5 + 4 - 3),
        ({"place": "right_leg", "weapon": "unarmed"}, 5 + 4 - 2),
        ({"technique": "trip"}, 5 + 4 - 2),
        ({"technique": "disarm"}, 6 + 4 - 4),
        ({"gm": -2}, 8),
    ],
)
def test_what_an_attack_adds(fields: dict[str, Any], bonus: int) -> None:
    """REF or STR, PER when aimed, the technique's own; skill; penalties."""
    made = duel()
    assert made.attack(*MISS, **fields)["bonus"] == bonus


@pytest.mark.rule("PHA-31")
@pytest.mark.parametrize(
    ("gait", "straight", "amount"),
    [("jog", False, -1), ("run", False, -2), ("sprint", False, -3), ("run", True, 0)],
)
def test_a_moving_target_is_harder(gait: str, straight: bool, amount: int) -> None:
    """By the gait it last set, unless it moves straight towards or away."""
    made = duel()
    made.table.happen(ev.MemoSet(who=made.mark, key="gait", value=gait))
    assert made.attack(*MISS, straight=straight)["bonus"] == 10 + amount


@pytest.mark.rule("PHA-31")
def test_range_counts_by_switch_alone() -> None:
    """There is no range in the rules; the optional table is off."""
    made = duel({"actions": 2})
    assert made.attack(*MISS, band="long")["bonus"] == 7
    made.table.switch("phases.rangeTable", True)
    assert made.attack(*MISS, band="long")["bonus"] == 7 - 4 - 2


@pytest.mark.rule("PHA-32")
@pytest.mark.parametrize(
    ("condition", "size", "fields", "expected"),
    [
        ("unaware", "human", {}, (18, 10)),
        ("unaware", "dog", {}, (20, 10)),
        ("unaware", "bullseye", {}, (24, 10)),
        ("unaware", "human", {"weapon": "unarmed"}, (18, 9)),
        ("immobile", "human", {}, (18, 12)),
        ("unconscious", "human", {"weapon": "unarmed", "gm": -9}, (12, 2)),
    ],
)
def test_who_cannot_defend_has_a_dn(
    condition: str, size: str, fields: dict[str, Any], expected: tuple[int, int]
) -> None:
    """No roll: by size; 12 in melee on the helpless; +2 for who is completely immobile."""
    made = duel()
    made.table.happen(ev.SheetSet(who=made.mark, field="size", to=size))
    made.table.suffer(made.mark, condition)
    found = made.attack(1, 1, 2, **fields)
    assert (found["against"], found["bonus"]) == expected
    assert found["defense"] == "passive"


@pytest.mark.rule("PHA-33")
def test_recoil_runs_through_the_phase() -> None:
    """Every discharge adds its own Recoil for the next ones, misses too; a blow neither causes nor suffers it."""
    made = duel({"actions": 3})
    made.attack(6, 6, 6, 1, 1, 2, 1, 1, 2, shots=2)
    assert [each["bonus"] for each in made.table.results("attack")] == [4, 2]
    assert made.attack(*MISS, weapon="unarmed")["bonus"] == 9 - 6
    assert made.attack(*MISS)["bonus"] == 10 - 6 - 4
    made.table.phase()
    assert made.attack(*MISS)["bonus"] == 10


@pytest.mark.rule("PHA-33")
def test_recoil_may_run_through_the_round() -> None:
    """By switch it is forgotten only when a round begins."""
    made = duel()
    made.table.switch("phases.recoilSpan", "round")
    bonuses = []
    for _ in range(4):
        bonuses.append(made.attack(*MISS)["bonus"])
        made.table.phase()
    assert bonuses == [10, 8, 6, 4]
    assert made.attack(*MISS)["bonus"] == 10


def firing(key: str, mode: str = "", **values: Any) -> tuple[Duel, dict[str, Any]]:
    """A duel with this weapon in hand, and what an attack with it says."""
    item = CarriedDef(item=key, values=values) if values else key
    made = duel(items=[item], held=key)
    return made, {"mode": mode} if mode else {}


@pytest.mark.rule("PHA-27", "PHA-34")
def test_a_single_shot_weapon_fires_once_a_phase() -> None:
    """One attack action a phase, one shot an action."""
    made = duel({"actions": 2}, items=["sniper_rifle"], held="sniper_rifle")
    assert made.refused(shots=2) == "phases.too_many_shots"
    made.attack(*MISS)
    assert made.refused() == "phases.one_shot_a_phase"
    made.table.phase(**{made.who: {"actions": 2}})
    made.attack(*MISS)


@pytest.mark.rule("PHA-34")
@pytest.mark.parametrize(
    ("key", "mode", "most"),
    [
        ("revolver", "double", 1),
        ("heavy_pistol", "semi", 3),
        ("smg", "burst", 3),
        ("smg", "full", 1),
        ("laser_rifle", "laser", 1),
        ("shotgun", "slug", 1),
        ("shotgun", "shot", 1),
    ],
)
def test_discharges_of_a_mode(key: str, mode: str, most: int) -> None:
    """Three shots or three bursts, one of everything else."""
    made, fields = firing(key, mode)
    assert made.refused(shots=most + 1, **fields) == "phases.too_many_shots"
    command = do.Attack(who=made.who, target=made.mark, shots=0, mode=mode)  # type: ignore[arg-type]
    assert len(plan_attack(made.table.context, command).discharges) == most


@pytest.mark.rule("PHA-34", "PHA-38")
def test_a_slug_adds_the_degree_of_success() -> None:
    """Slugs are shots like any other: 4d6 and DoS."""
    made, fields = firing("shotgun", "slug")
    made.attack(3, 3, 3, 4, 4, 4, 8, 1, 1, 1, 1, 3, 3, 3, 4, 4, 4, **fields)
    assert made.table.results("attack")[0]["dos"] == 5
    assert made.table.result("damage")["damage"] == 4 + 5


@pytest.mark.rule("PHA-34", "PHA-42")
def test_shot_hits_with_a_pellet_a_point() -> None:
    """DoS pellets up to the load; one location, armour taken from each, the rest added."""
    made = duel(items=["shotgun"], held="shotgun")
    made.table.happen(ev.ItemPut(who=made.mark, item=shipped("phases").item("leather").copy()))  # type: ignore[union-attr]
    made.attack(3, 3, 3, 3, 4, 4, 8, 1, 2, 3, 5, 4, 4, 4, 4, 4, 4, mode="shot")
    assert made.table.result("attack")["hits"] == 4
    found = made.table.result("damage")
    assert found["damage"] == 2 + 3 + 4 + 6
    assert found["past"] == 0 + 1 + 2 + 4
    assert made.table.asked == ["defense", "attack", "location", *["damage"] * 4, "shock", "cool"]


@pytest.mark.rule("PHA-34")
def test_a_load_has_only_so_many_pellets() -> None:
    """However well one shoots."""
    made, fields = firing("shotgun", "shot", pellets=2)
    made.attack(3, 3, 3, 6, 6, 6, 8, 1, 1, 4, 4, 4, **fields)
    assert made.table.result("attack")["hits"] == 2


@pytest.mark.rule("PHA-34", "PHA-39")
def test_a_laser_adds_its_hits_before_armour() -> None:
    """DoS hits, one location, damage summed, armour once; no recoil."""
    made = duel(items=["laser_rifle"], held="laser_rifle")
    made.table.happen(ev.ItemPut(who=made.mark, item=shipped("phases").item("light_vest").copy()))  # type: ignore[union-attr]
    four_hits = (1, 2, 1, 3, 6, 2, 1, 1)
    made.attack(3, 3, 3, 3, 3, 4, 8, *four_hits, 3, 4, 4, 4, 4, 4, 4, rounds=10)
    assert made.table.result("attack")["hits"] == 4
    found = made.table.result("damage")
    assert (found["damage"], found["past"]) == (3 + 4 + 8 + 2 + 2, 19 - 6)
    assert made.table.gauge(made.who, "recoil") == 0


@pytest.mark.rule("PHA-34")
@pytest.mark.parametrize(("margin", "most", "hits"), [(5, 20, 5), (25, 20, 20), (1, 20, 1)])
def test_hits_of_a_salvo(margin: int, most: int, hits: int) -> None:
    """As many as the degree of success, one at least, no more than were fired."""
    assert mechanics.hit_count(margin, most) == hits


@pytest.mark.rule("PHA-31", "PHA-34", "PHA-77")
def test_a_salvo_may_be_shorter() -> None:
    """+1 for every full ten rounds; the rounds are used; more than the rate of fire is refused."""
    made = duel({"actions": 3}, items=["smg"], held="smg")
    assert made.refused(mode="full", rounds=21) == "phases.rate_of_fire"
    assert made.attack(*MISS, mode="full", rounds=9)["bonus"] == 4
    assert made.attack(*MISS, mode="full", rounds=19)["bonus"] == 4 + 1 - 1
    assert made.table.gauge(made.who, "ammo.smg") == 2
    made.attack(*MISS, mode="full")
    assert made.table.gauge(made.who, "ammo.smg") == 0


@pytest.mark.rule("PHA-77")
def test_a_burst_is_cut_to_what_is_left_and_none_is_refused() -> None:
    """X is the rounds left; with none the discharge is refused."""
    made = duel({"actions": 2}, items=["smg"], held="smg")
    made.table.happen(ev.GaugeSet(who=made.who, gauge="ammo.smg", to=5))
    assert made.refused(mode="burst", shots=3) == "phases.too_few_rounds"
    command = do.Attack(who=made.who, target=made.mark, mode="burst", shots=2)
    assert [each.most for each in plan_attack(made.table.context, command).discharges] == [3, 2]
    made.attack(6, 6, 6, 1, 1, 2, 1, 1, 2, mode="burst", shots=2)
    assert made.refused(mode="semi") == "phases.empty"


@pytest.mark.rule("PHA-35")
@pytest.mark.parametrize(
    ("attack", "result"), [((3, 3, 2), "hit"), ((3, 2, 2), "graze"), ((2, 2, 2), "miss")]
)
def test_higher_hits_equal_grazes_lower_misses(attack: tuple[int, ...], result: str) -> None:
    """The mark defends with 9 + 8 = 17; the shooter adds 10."""
    made = duel()
    after = {"hit": (8, 1, 1, 1, 4, 4, 4), "graze": (8, 4, 4, 4), "miss": ()}[result]
    assert made.attack(3, 3, 3, *attack, *after)["result"] == result


@pytest.mark.rule("PHA-35")
def test_a_fumble_with_what_cannot_jam_just_misses() -> None:
    """A laser cannot jam; a blow leaves one off balance for the next action."""
    made = duel({"actions": 3}, items=["laser_rifle"], held="laser_rifle")
    assert made.attack(1, 1, 1, 1, 1, 1)["result"] == "fumble"
    assert not made.table.combatant(made.who).has("jammed")
    made.attack(1, 1, 1, 1, 1, 1, weapon="unarmed")
    assert made.table.combatant(made.who).has("off_balance")
    assert made.attack(*MISS, weapon="unarmed")["bonus"] == 9 - 6 - 3
    assert not made.table.combatant(made.who).has("off_balance")


@pytest.mark.rule("PHA-08")
def test_by_switch_an_attack_that_loses_by_five_fumbles() -> None:
    """Off: only a natural 3. A natural 3 on a defense is only a low roll."""
    made = duel({"actions": 3})
    assert made.attack(6, 6, 6, 1, 1, 2)["result"] == "miss"
    made.table.switch("phases.attackFumbleOnMargin", True)
    assert made.attack(6, 6, 6, 1, 1, 2)["result"] == "fumble"
    made.table.play(do.ClearJam(who=made.who))
    made.table.phase()
    assert made.attack(1, 1, 1, 1, 1, 2, gm=-20)["against"] == 11


@pytest.mark.rule("PHA-40")
def test_a_graze_is_one_damage_once() -> None:
    """No dice, whatever the fire mode; armour and the head's factor apply."""
    made = duel({"actions": 2}, items=["smg"], held="smg")
    made.attack(3, 3, 4, 2, 1, 2, 10, 4, 4, 4, mode="full", gm=4)
    assert made.table.result("damage") == {
        "place": "head",
        "damage": 1,
        "raw": 1,
        "armor": 0,
        "past": 2,
    }
    assert len(made.table.results("damage")) == 1


@pytest.mark.rule("PHA-40")
@pytest.mark.parametrize(("stops", "past"), [(True, 0), (False, 1)])
def test_armour_stops_a_graze_by_switch(stops: bool, past: int) -> None:
    """Off, the 1 goes past armour."""
    made = duel()
    made.table.switch("phases.armorStopsGraze", stops)
    made.table.happen(ev.ItemPut(who=made.mark, item=shipped("phases").item("leather").copy()))  # type: ignore[union-attr]
    tests = () if stops else (4, 4, 4)
    made.attack(3, 3, 3, 3, 2, 2, 8, *tests)
    assert made.table.result("damage")["past"] == past


@pytest.mark.rule("PHA-32")
def test_one_defense_total_serves_the_whole_action() -> None:
    """It is not touched by wounds on the way; by switch each discharge has a roll of its own."""
    made = duel({"actions": 2})
    made.attack(6, 6, 6, 1, 1, 2, 1, 1, 2, shots=2)
    assert made.table.asked == ["defense", "attack", "attack"]
    made.table.switch("phases.defensePerShot", True)
    made.attack(6, 6, 6, 1, 1, 2, 6, 6, 6, 1, 1, 2, shots=2)
    assert made.table.asked == ["defense", "attack", "defense", "attack"]


@pytest.mark.rule("PHA-78")
def test_what_a_wound_changes_counts_from_the_next_attack_roll() -> None:
    """A leg shot away drops the target: the next shot takes −3 for prone; the defense total stays."""
    made = duel()
    first = (3, 3, 3, 6, 6, 5, 1, 5, 5, 5, 4, 4, 4, 4, 4, 5)
    made.attack(*first, 1, 1, 2, shots=2)
    shots = made.table.results("attack")
    assert [each["bonus"] for each in shots] == [10, 10 - 2 - 3]
    assert [each["against"] for each in shots] == [17, 17]
    assert made.table.asked == [
        "defense",
        "attack",
        "location",
        "damage",
        "shock",
        "cool",
        "attack",
    ]


@pytest.mark.rule("PHA-41")
@pytest.mark.parametrize(
    ("face", "place"),
    [
        (10, "head"),
        (9, "torso"),
        (7, "torso"),
        (6, "right_arm"),
        (5, "left_arm"),
        (4, "right_leg"),
        (3, "right_leg"),
        (2, "left_leg"),
        (1, "left_leg"),
    ],
)
def test_locations(face: int, place: str) -> None:
    """A d10 says where; aimed attacks do not roll."""
    made = duel()
    found = plan_attack(made.table.context, do.Attack(who=made.who, target=made.mark))
    assert next(each.key for each in found.places if face in each.rolls) == place
    made.attack(3, 3, 3, 6, 3, 3, 1, 1, 1, 4, 4, 4, 4, 4, 4, place="torso")
    assert "location" not in made.table.asked


@pytest.mark.rule("PHA-42")
def test_of_several_pieces_the_best_counts() -> None:
    """They do not add; DoS is part of the damage that armour meets."""
    made = duel()
    for key in ("leather", "light_vest"):
        made.table.happen(ev.ItemPut(who=made.mark, item=shipped("phases").item(key).copy()))  # type: ignore[union-attr]
    made.attack(3, 3, 3, 4, 4, 4, 8, 1, 1, 1, 4, 4, 4)
    found = made.table.result("damage")
    assert (found["damage"], found["armor"], found["past"]) == (3 + 5, 6, 2)


def test_refusals_come_before_any_die() -> None:
    """Oneself, a corpse, what is not in hand, no such mode, place or technique."""
    made = duel()
    table = made.table
    assert table.refused(do.Attack(who=made.who, target=made.who)) == "phases.not_oneself"
    assert made.refused(weapon="smg") == "phases.not_in_hand"
    assert made.refused(weapon="lasso") == "phases.no_such_weapon"
    assert made.refused(mode="laser") == "phases.no_such_mode"
    assert made.refused(place="tail") == "phases.no_such_place"
    assert made.refused(technique="tickle") == "phases.no_such_technique"
    assert made.refused(technique="trip", weapon="heavy_pistol") == "phases.technique_weapon"
    assert made.refused(technique="trip", place="head") == "phases.technique_aimed"
    assert made.refused(modifiers=("luck",)) == "phases.no_such_modifier"
    assert made.refused(defense="parry") == "phases.no_such_defense"
    turn = do.Attack(who=made.mark, target=made.who)
    assert table.refused(turn) == "phases.not_your_turn"
    table.suffer(made.mark, "dead")
    assert made.refused() == "phases.target_dead"
