"""Attacks, Shock and Trauma under the CWN rules."""

from typing import Any

import icepool
import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition, Duration, Expiry
from encounter_gui.rules.engine.reading.asks import SumDice
from encounter_gui.rules.model.commands import Adjust, Flag, Switch
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.combat import attack_plan
from tests.rules.systems.cwn.bout import Bout


@pytest.fixture
def bout() -> Bout:
    """An empty table."""
    return Bout()


def duel(bout: Bout, foe: dict[str, Any] | None = None, **pc: Any) -> tuple[Any, Any]:
    """Two in round 1, the player character's turn."""
    one = bout.pc("Op", **pc)
    other = bout.npc("Foe", **(foe or {}))
    bout.start()
    return one, other


def afflict(bout: Bout, who: Any, key: str, **more: Any) -> None:
    """Puts a condition on somebody."""
    bout.happen(ev.ConditionAdded(who=who, condition=Condition(key=key, **more)))


# ------------------------------------------------------------------ to hit


@pytest.mark.rule("CWN-02")
@pytest.mark.parametrize(
    ("score", "modifier"),
    [(3, -2), (4, -1), (7, -1), (8, 0), (13, 0), (14, 1), (17, 1), (18, 2)],
)
def test_attribute_modifiers(score: int, modifier: int) -> None:
    """3 is −2, 4–7 −1, 8–13 0, 14–17 +1, 18 +2."""
    assert mechanics.attribute_modifier(score) == modifier


@pytest.mark.rule("CWN-04")
@pytest.mark.rule("CWN-45c")
@pytest.mark.parametrize(("edge", "bonus"), [([], 2), (["on_target"], 5)])
def test_base_hit_bonus(bout: Bout, edge: list[str], bonus: int) -> None:
    """Half the level, rounded down; On Target: the level."""
    one, foe = duel(bout, level=5, items=["sword", *edge])
    assert bout.strike(one, foe, 1)["bonus"] == bonus


@pytest.mark.rule("CWN-04")
def test_an_npc_adds_its_printed_number_alone(bout: Bout) -> None:
    """Of attributes and skills nothing is added to the printed attack, nor to the printed damage."""
    one = bout.pc("Op", ac_melee=10)
    foe = bout.npc("Foe", attack=4, attack_ranged=1, strength=18, stab=4)
    bout.start(1, 8)
    result = bout.strike(foe, one, 10, 1, 3)
    assert (result["bonus"], result["damage"]) == (4, 3)


@pytest.mark.rule("CWN-25")
def test_bonus_is_base_attribute_and_skill(bout: Bout) -> None:
    """d20 + base hit bonus + attribute + skill + modifiers."""
    one, foe = duel(bout, level=4, dexterity=18, shoot=2, items=["heavy_pistol"])
    result = bout.strike(one, foe, 3, 1, 1, gm=3)
    assert (result["bonus"], result["total"], result["ac"]) == (2 + 2 + 2 + 3, 12, 12)


@pytest.mark.rule("CWN-25")
@pytest.mark.parametrize(("die", "hit"), [(9, False), (10, True)])
def test_reaching_the_armor_class_hits(bout: Bout, die: int, hit: bool) -> None:
    """Reaching the AC is enough."""
    one, foe = duel(bout, dexterity=14, shoot=1, items=["light_pistol"])
    faces = (die, 1, 1) if hit else (die,)
    assert bout.strike(one, foe, *faces)["hit"] is hit


@pytest.mark.rule("CWN-25")
def test_natural_one_and_twenty(bout: Bout) -> None:
    """A natural 1 misses, a natural 20 hits, whatever the sum."""
    assert not mechanics.hits(1, 30, 10)
    assert mechanics.hits(20, -9, 30)


@pytest.mark.rule("CWN-30")
@pytest.mark.parametrize(("switch", "bonus"), [(True, -2), (False, -1)])
def test_untrained(bout: Bout, switch: bool, bonus: int) -> None:
    """Without the skill −2 in place of the −1; by switch the plain −1."""
    one, foe = duel(bout, stab=-1)
    bout.switch("cwn.untrainedMinus2", switch)
    assert bout.strike(one, foe, 2)["bonus"] == bonus


@pytest.mark.rule("CWN-28")
@pytest.mark.rule("CWN-45p")
@pytest.mark.parametrize(
    ("metres", "gear", "bonus"), [(10, [], 0), (11, [], -2), (100, [], -2), (40, ["gunlink"], 0)]
)
def test_range(bout: Bout, metres: int, gear: list[str], bonus: int) -> None:
    """Up to normal range nothing, beyond it −2; a Gunlink does not mind."""
    one, foe = duel(bout, items=["heavy_pistol", *gear])
    bout.choose = ["keep"] if gear else []
    assert bout.strike(one, foe, 2, metres=metres)["bonus"] == bonus


@pytest.mark.rule("CWN-28")
def test_beyond_the_maximum_nothing_is_possible(bout: Bout) -> None:
    """DV-CWN-19: 101 m is too far for a heavy pistol; nor does a sword reach 3 m."""
    one, foe = duel(bout, items=["heavy_pistol", "sword"])
    far = do.Attack(who=one, target=foe, metres=101)
    assert bout.refused(far) == "cwn.out_of_range"
    near = do.Attack(who=one, target=foe, weapon="sword", metres=3)
    assert bout.refused(near) == "cwn.out_of_reach"


@pytest.mark.rule("CWN-29")
@pytest.mark.rule("CWN-45p")
@pytest.mark.parametrize(
    ("cover", "gear", "bonus"),
    [
        ("cover_partial", [], -2),
        ("cover_near_total", [], -4),
        ("cover_partial", ["gunlink"], 0),
        ("cover_near_total", ["gunlink"], -2),
    ],
)
def test_cover(bout: Bout, cover: str, gear: list[str], bonus: int) -> None:
    """Cover costs 2 or 4, of which a Gunlink makes good up to 2; by switch it costs nothing."""
    one, foe = duel(bout, items=["heavy_pistol", *gear])
    bout.choose = ["keep"] if gear else []
    assert bout.strike(one, foe, 2, modifiers=(cover,))["bonus"] == bonus
    bout.put(one, "main", 0)
    bout.switch("cwn.coverPenalty", "off")
    bout.choose = ["keep"] if gear else []
    assert bout.strike(one, foe, 2, modifiers=(cover,))["bonus"] == 0


@pytest.mark.rule("CWN-29")
def test_cover_is_of_no_use_in_melee(bout: Bout) -> None:
    """Only ranged attacks are hindered by it; and a modifier nobody knows is refused."""
    one, foe = duel(bout)
    assert bout.strike(one, foe, 2, modifiers=("cover_near_total",))["bonus"] == 0
    unknown = do.Attack(who=one, target=foe, modifiers=("fog_of_war",), how="snap")
    bout.put(one, "main", 0)
    assert bout.refused(unknown) == "cwn.no_such_modifier"


@pytest.mark.rule("CWN-33")
def test_home_made_blades(bout: Bout) -> None:
    """A crude melee weapon has 1 less to hit and to damage."""
    crude = CarriedDef(item="sword", values={"crude": True})
    one, foe = duel(bout, items=[crude])
    result = bout.strike(one, foe, 15, 1, 5)
    assert (result["bonus"], result["damage"]) == (-1, 4)


@pytest.mark.rule("CWN-34")
@pytest.mark.parametrize(
    ("weapon", "mode", "bonus"),
    [("sword", "", 2), ("club", "", 0), ("heavy_pistol", "", 2), ("knife", "thrown", 2)],
)
def test_which_attribute(bout: Bout, weapon: str, mode: str, bonus: int) -> None:
    """Blades by the better of two, clubs by Strength, shots and throws by Dexterity."""
    one, foe = duel(bout, strength=10, dexterity=18, items=[weapon])
    assert bout.strike(one, foe, 2, mode=mode)["bonus"] == bonus


@pytest.mark.rule("CWN-35")
@pytest.mark.parametrize(("metres", "bonus"), [(2, 2), (3, -2), (None, -2)])
def test_shooting_at_the_prone(bout: Bout, metres: int | None, bonus: int) -> None:
    """Adjacent +2, from afar −2."""
    one, foe = duel(bout, items=["heavy_pistol"])
    afflict(bout, foe, "prone")
    bout.play(do.Drop(who=foe))
    assert bout.strike(one, foe, 2, metres=metres)["bonus"] == bonus


@pytest.mark.rule("CWN-35")
def test_striking_at_the_prone(bout: Bout) -> None:
    """Blows at somebody lying down have +2."""
    one, foe = duel(bout)
    afflict(bout, foe, "prone")
    assert bout.strike(one, foe, 2)["bonus"] == 2


@pytest.mark.rule("CWN-27")
@pytest.mark.parametrize(
    ("item", "foe_items", "bonus"),
    [("heavy_pistol", ["knife"], -4), ("heavy_pistol", [], 0), ("heavy_pistol", ["rifle"], 0)],
)
def test_shooting_in_melee(bout: Bout, item: str, foe_items: list[str], bonus: int) -> None:
    """An armed enemy in melee costs −4; the unarmed, and those with a gun, do not hinder."""
    one, foe = duel(bout, {"items": foe_items}, items=[item])
    bout.play(do.Engage(who=one, target=foe))
    assert bout.strike(one, foe, 2)["bonus"] == bonus


@pytest.mark.rule("CWN-27")
@pytest.mark.rule("CWN-45h")
@pytest.mark.rule("CWN-45g")
@pytest.mark.parametrize(
    ("weapon", "focus", "bonus"),
    [
        ("rifle", [], None),
        ("rifle", ["deadeye_1"], -4),
        ("rifle", ["deadeye_2"], 0),
        ("heavy_pistol", ["deadeye_1"], -4),
        ("heavy_pistol", ["close_combatant_1"], 0),
        ("rifle", ["close_combatant_1"], None),
    ],
)
def test_training_for_shooting_in_melee(
    bout: Bout, weapon: str, focus: list[str], bonus: int | None
) -> None:
    """Two-handed guns cannot be fired at all, but for the deadeye; pistols not hampered for the close combatant."""
    one, foe = duel(bout, items=[weapon, *focus])
    bout.play(do.Engage(who=one, target=foe))
    attack = do.Attack(who=one, target=foe)
    if bonus is None:
        assert bout.refused(attack) == "cwn.two_hands_in_melee"
    else:
        assert bout.strike(one, foe, 2)["bonus"] == bonus


# ------------------------------------------------------------------ damage


@pytest.mark.rule("CWN-25")
@pytest.mark.rule("CWN-12")
def test_damage_adds_the_attribute_used(bout: Bout) -> None:
    """Weapon dice and the attribute modifier; nothing of the skill."""
    one, foe = duel(bout, {"hp": 40}, strength=18, stab=2)
    assert bout.strike(one, foe, 15, 1, 6)["damage"] == 8


@pytest.mark.rule("CWN-36a")
@pytest.mark.parametrize(("punch", "damage"), [(-1, 1), (0, 1), (2, 3)])
def test_unarmed_adds_punch(bout: Bout, punch: int, damage: int) -> None:
    """The fist adds the Punch skill to damage."""
    one, foe = duel(bout, items=[], punch=punch)
    result = bout.strike(one, foe, 15, 1, 1)
    assert (result["damage"], result["shock"]) == (damage, 0)


@pytest.mark.rule("CWN-36a")
@pytest.mark.rule("CWN-34")
def test_body_weapons_need_no_hand_and_add_no_punch(bout: Bout) -> None:
    """Body blades strike with the better of Stab and Punch, and add neither to damage."""
    one, foe = duel(bout, {"hp": 40}, items=["body_blades_1"], held="", stab=-1, punch=2)
    result = bout.strike(one, foe, 15, 1, 4)
    assert (result["bonus"], result["damage"]) == (2, 4)


@pytest.mark.rule("CWN-25")
@pytest.mark.rule("CWN-08")
def test_a_traumatic_hit_multiplies_all_of_it(bout: Bout) -> None:
    """Reaching the Trauma Target multiplies dice and modifiers together."""
    one, foe = duel(bout, {"hp": 90, "trauma_target": 7}, dexterity=18, items=["rifle"])
    result = bout.strike(one, foe, 15, 7, 4)
    assert (result["traumatic"], result["rolled"], result["damage"]) == (True, 8, 24)


@pytest.mark.rule("CWN-08")
def test_below_the_trauma_target_nothing_multiplies(bout: Bout) -> None:
    """The target is 6 for a bare human; armour, Hard to Kill and cyberware raise it."""
    one = bout.pc("Op", items=["light_armored_suit", "hard_to_kill", "trauma_shielding"], held="")
    foe = bout.npc("Foe", items=["heavy_pistol"], attack_ranged=15)
    bout.start(1, 8)
    result = bout.strike(foe, one, 15, 6, 3)
    assert (result["trauma_target"], result["traumatic"]) == (6 + 2 + 1 + 1, False)


@pytest.mark.rule("CWN-26")
@pytest.mark.rule("CWN-58")
def test_sparing_rolls_no_trauma(bout: Bout) -> None:
    """With nonlethal intent, a nonlethal weapon or none at all there is no Trauma Die."""
    one, foe = duel(bout, {"hp": 40}, items=["club", "taser_pistol"])
    assert "trauma" not in bout.strike(one, foe, 15, 2, nonlethal=True)
    bout.put(one, "main", 0)
    bout.play(do.Drop(who=one))
    bout.happen(ev.MemoSet(who=one, key="held", value="taser_pistol"))
    assert "trauma" not in bout.strike(one, foe, 19, 2)


@pytest.mark.rule("CWN-58")
def test_guns_do_not_spare(bout: Bout) -> None:
    """Neither a lethal shot nor an edge can be meant kindly; a fist can."""
    one, foe = duel(bout, items=["heavy_pistol", "body_blades_1"])
    for weapon in ("heavy_pistol", "body_blades_1"):
        spare = do.Attack(who=one, target=foe, weapon=weapon, nonlethal=True)
        assert bout.refused(spare) == "cwn.cannot_spare"
    bout.play(do.Attack(who=one, target=foe, weapon="unarmed", nonlethal=True), 1)


@pytest.mark.rule("CWN-26")
@pytest.mark.rule("CWN-65")
def test_machines_and_weapons_not_made_for_them(bout: Bout) -> None:
    """A drone takes no Trauma from a pistol, but from what harms machines; the game master may say otherwise."""
    drone = {"kind": "drone", "hp": 60, "trauma_target": 8}
    one, foe = duel(bout, drone, items=["heavy_pistol", "anti_materiel_rifle"])
    assert "trauma" not in bout.strike(one, foe, 15, 2)
    bout.put(one, "main", 0)
    assert "trauma" in bout.strike(one, foe, 15, 1, 2, suited=True)
    bout.put(one, "main", 0)
    bout.happen(ev.MemoSet(who=one, key="held", value="anti_materiel_rifle"))
    assert bout.strike(one, foe, 15, 8, 1, 1, 1)["damage"] == 9


@pytest.mark.rule("CWN-25")
@pytest.mark.parametrize(("switch", "damage"), [(True, 1), (False, 0)])
def test_a_hit_does_at_least_one(bout: Bout, switch: bool, damage: int) -> None:
    """Below 1 counts as 1; by switch as 0."""
    one, foe = duel(bout, dexterity=3, items=["light_pistol"])
    bout.switch("cwn.minDamageOne", switch)
    assert bout.strike(one, foe, 20, 1, 1)["damage"] == damage


@pytest.mark.rule("CWN-25")
@pytest.mark.rule("CWN-07")
def test_soak_goes_first(bout: Bout) -> None:
    """Damage empties the soak pool, then hit points; the pool does not come back in the fight."""
    one, foe = duel(bout, {"hp": 9, "soak": 4}, items=["heavy_pistol"])
    result = bout.strike(one, foe, 15, 1, 6)
    assert (result["soaked"], result["lost"]) == (4, 2)
    bout.next()
    bout.next()
    assert (bout.gauge(foe, "soak"), bout.hp(foe)) == (0, 7)


# ------------------------------------------------------------------ Shock


@pytest.mark.rule("CWN-25")
@pytest.mark.parametrize(("ac", "damage"), [(13, 3), (14, 0)])
def test_shock_on_a_miss(bout: Bout, ac: int, damage: int) -> None:
    """A miss does Shock where its AC reaches the target's: 2 and the attribute."""
    one, foe = duel(bout, {"ac_melee": ac}, strength=14)
    result = bout.strike(one, foe, 2)
    assert (result["hit"], result["damage"]) == (False, damage)


@pytest.mark.rule("CWN-25")
def test_a_natural_one_still_does_shock(bout: Bout) -> None:
    """A natural 1 misses, and Shock harms all the same."""
    one, foe = duel(bout)
    result = bout.strike(one, foe, 1)
    assert (result["hit"], result["damage"]) == (False, 2)


@pytest.mark.rule("CWN-25")
def test_a_hit_does_no_less_than_shock(bout: Bout) -> None:
    """The floor of a melee hit is what Shock would have done; where Shock does not reach there is none."""
    one, foe = duel(bout, {"hp": 40}, items=["advanced_big_sword"])
    assert bout.strike(one, foe, 15, 1, 1, 1)["damage"] == 4
    bout.put(one, "main", 0)
    bout.happen(ev.SheetSet(who=foe, field="ac_melee", to=16))
    assert bout.strike(one, foe, 18, 1, 1, 1)["damage"] == 2


@pytest.mark.rule("CWN-25")
def test_shock_is_never_below_zero(bout: Bout) -> None:
    """A weak arm takes from Shock, but not below 0."""
    one, foe = duel(bout, strength=3, dexterity=3, items=["knife"])
    assert bout.strike(one, foe, 2)["damage"] == 0


@pytest.mark.rule("CWN-25")
def test_damage_of_two_kinds_of_dice_is_rolled_and_weighed_alike(bout: Bout) -> None:
    """1d2+1d8+1 with 2 and 7 is 10; on average it comes to 1.5 + 4.5 + 1 = 7, and from 3 to 11."""
    claws = CarriedDef(item="knife", values={"damage": "1d2+1d8+1", "shock": 0})
    one = bout.pc("Op", hp=40)
    beast = bout.npc("Beast", items=[claws], attack=9)
    bout.start(1, 8)
    command = do.Attack(who=beast, target=one)
    strike = attack_plan.first_strike(bout.context, command)
    spread = SumDice("damage", of=strike.damage).dist
    assert (strike.damage_least, strike.damage_most, spread.mean) == (3, 11, pytest.approx(7))
    assert [round(16 * share) for share in spread.p] == [1, 2, 2, 2, 2, 2, 2, 2, 1]
    fields = bout.system.attack_form(bout.context, {"who": beast, "target": one}).dice
    places = [(each.key, each.notation) for each in fields]
    assert places[-2:] == [("damage", "1d2"), ("damage_2", "1d8")]
    assert {each.label for each in fields[-2:]} == {"Damage"}
    assert bout.strike(beast, one, 15, 1, 2, 7)["damage"] == 10


@pytest.mark.rule("CWN-25")
def test_damage_is_an_expression_of_the_dice_language(bout: Bout) -> None:
    """2d6kh1 + 1d4! with 2, 5 and 4, then 4 and 1, is 5 + 9; the odds are those of the same expression."""
    claws = CarriedDef(item="knife", values={"damage": "2d6kh1 + 1d4! + 1", "shock": 0})
    one = bout.pc("Op", hp=90)
    beast = bout.npc("Beast", items=[claws], attack=9)
    bout.start(1, 8)
    command = do.Attack(who=beast, target=one)
    strike = attack_plan.first_strike(bout.context, command)
    best, more = icepool.d6.highest(2), icepool.d4.explode(depth=20)
    truth = (best + more + 1).probability
    spread = SumDice("damage", of=strike.damage).dist
    assert spread.mean == pytest.approx(161 / 36 + 10 / 3 + 1)
    for value in (3, 8, 12, 20):
        assert spread.prob(value) == pytest.approx(float((best + more + 1).probability(value)))
    assert (strike.damage_least, truth(2)) == (3, 0)
    fields = bout.system.attack_form(bout.context, {"who": beast, "target": one}).dice
    assert [(e.key, e.notation) for e in fields[-2:]] == [("damage", "2d6"), ("damage_2", "1d4")]
    assert bout.strike(beast, one, 15, 1, 2, 5, 4, 4, 1)["damage"] == 5 + 9 + 1


@pytest.mark.rule("CWN-68")
def test_shock_of_any_ac(bout: Bout) -> None:
    """Printed “any” reaches every AC."""
    claws = CarriedDef(item="knife", values={"shock": 8, "shock_ac": 99})
    one = bout.pc("Op", ac_melee=25)
    foe = bout.npc("Beast", items=[claws])
    bout.start(1, 8)
    bout.choose = ["keep"]
    assert bout.strike(foe, one, 2)["damage"] == 8


@pytest.mark.rule("CWN-45q")
def test_the_first_shock_of_a_round_is_stopped(bout: Bout) -> None:
    """Dermal armour from II on, and a riot shield, stop the first Shock of each round, not the next."""
    shielded = ["knife", "riot_shield"]
    one, foe = duel(bout, {"items": shielded, "ac": 0, "ac_melee": 0}, items=["knife"])
    assert bout.strike(one, foe, 2)["damage"] == 0
    bout.put(one, "main", 0)
    assert bout.strike(one, foe, 2)["damage"] == 1


# ------------------------------------------------------------------ ammunition and bursts


@pytest.mark.rule("CWN-36b")
def test_a_shot_takes_a_round(bout: Bout) -> None:
    """One round a shot, and none from an empty gun."""
    one, foe = duel(bout, items=["heavy_pistol"])
    bout.strike(one, foe, 2)
    assert bout.gauge(one, "ammo.heavy_pistol") == 7
    bout.put(one, "ammo.heavy_pistol", 0)
    bout.put(one, "main", 0)
    assert bout.refused(do.Attack(who=one, target=foe)) == "cwn.empty"


@pytest.mark.rule("CWN-31")
def test_a_burst(bout: Bout) -> None:
    """Three rounds, +2 to hit and damage, which a Traumatic Hit multiplies; not with fewer than three."""
    one, foe = duel(bout, {"hp": 90}, items=["submachine_gun"])
    result = bout.strike(one, foe, 10, 6, 5, mode="burst")
    assert (result["bonus"], result["rolled"], result["damage"]) == (2, 7, 14)
    assert bout.gauge(one, "ammo.submachine_gun") == 17
    bout.put(one, "main", 0)
    bout.put(one, "ammo.submachine_gun", 2)
    burst = do.Attack(who=one, target=foe, mode="burst")
    assert bout.refused(burst) == "cwn.too_few_rounds"


@pytest.mark.rule("CWN-31")
def test_not_everything_fires_bursts(bout: Bout) -> None:
    """Only weapons that say so."""
    one, foe = duel(bout, items=["heavy_pistol"])
    burst = do.Attack(who=one, target=foe, mode="burst")
    assert bout.refused(burst) == "cwn.no_mode_burst"


@pytest.mark.rule("CWN-25")
def test_a_weapon_has_to_be_in_hand(bout: Bout) -> None:
    """What is in the pack cannot be used; the fist always can."""
    one, foe = duel(bout, items=["sword", "heavy_pistol"])
    attack = do.Attack(who=one, target=foe, weapon="heavy_pistol")
    assert bout.refused(attack) == "cwn.not_readied"
    assert bout.strike(one, foe, 2, weapon="unarmed")["hit"] is False


@pytest.mark.rule("CWN-25")
def test_whom_nobody_attacks(bout: Bout) -> None:
    """Neither oneself nor the dead."""
    one, foe = duel(bout)
    assert bout.refused(do.Attack(who=one, target=one)) == "cwn.at_oneself"
    bout.play(Adjust(who=(foe,), change="-9"))
    assert bout.refused(do.Attack(who=one, target=foe)) == "cwn.target_dead"


@pytest.mark.rule("CWN-69")
def test_several_attacks_with_one_main(bout: Bout) -> None:
    """Each is rolled and does harm by itself, at one target or several."""
    claws = CarriedDef(item="beast_claws", values={"attacks": 2, "damage": "1d8+4"})
    one = bout.pc("One", hp=40)
    two = bout.pc("Two", hp=40)
    beast = bout.npc("Beast", items=[claws], attack=8)
    bout.start(1, 8)
    bout.strike(beast, one, 15, 1, 3, 16, 1, 4, also=(two,))
    first, second = bout.facts("attack")
    assert (first["at"], first["damage"]) == (one, 7)
    assert (second["at"], second["damage"]) == (two, 8)
    assert bout.left(beast)[0] == 0


@pytest.mark.rule("CWN-69")
def test_several_attacks_spare_who_fell_of_the_first(bout: Bout) -> None:
    """What is left of them is not rolled at somebody just put down."""
    claws = CarriedDef(item="beast_claws", values={"attacks": 3, "damage": "1d8+4"})
    one = bout.pc("One", hp=5)
    beast = bout.npc("Beast", items=[claws], attack=8)
    bout.start(1, 8)
    bout.strike(beast, one, 15, 1, 3)
    assert bout.has(one, "mortally_wounded")


@pytest.mark.rule("CWN-69")
def test_a_snap_attack_is_one_attack(bout: Bout) -> None:
    """Snap Attack, swarm, charge and free attack are always one."""
    claws = CarriedDef(item="beast_claws", values={"attacks": 3})
    one = bout.pc("One", hp=40)
    beast = bout.npc("Beast", items=[claws], named=True)
    bout.start(8, 1)
    bout.choose = ["keep"]
    bout.strike(beast, one, 1, how="snap")
    assert len(bout.facts("attack")) == 1


# ------------------------------------------------------------------ out of turn


@pytest.mark.rule("CWN-36c")
def test_snap_attack(bout: Bout) -> None:
    """At any time, at −4, for a Main that is not spent."""
    one = bout.pc("Op")
    foe = bout.npc("Foe")
    bout.start(1, 8)
    assert bout.refused(do.Attack(who=one, target=foe)) == "cwn.not_your_turn"
    assert bout.strike(one, foe, 2, how="snap")["bonus"] == -4
    assert bout.refused(do.Attack(who=one, target=foe, how="snap")) == "cwn.main_employed"


@pytest.mark.rule("CWN-36c")
def test_the_nameless_snap_with_a_word_in_the_log(bout: Bout) -> None:
    """By the rules only player characters and named NPCs snap: allowed, and told."""
    one = bout.pc("Op")
    foe = bout.npc("Foe")
    bout.start(8, 1)
    bout.choose = ["keep"]
    bout.strike(foe, one, 1, how="snap")
    assert "CWN-36c" in bout.rules_told()
    bout.play(Flag(who=(foe,), flag="named"))
    bout.put(foe, "main", 0)
    bout.choose = ["keep"]
    bout.strike(foe, one, 1, how="snap")
    assert "CWN-36c" not in bout.rules_told()


@pytest.mark.rule("CWN-36c")
def test_simultaneous_snap_attacks_are_all_rolled_first(bout: Bout) -> None:
    """Two who snap at each other can both fall."""
    one = bout.pc("Op", hp=1, items=["heavy_pistol"])
    foe = bout.npc("Foe", hp=1, items=["heavy_pistol"])
    bout.start()
    shots = (do.Shot(who=one, target=foe), do.Shot(who=foe, target=one))
    bout.play(do.SnapTogether(shots=shots), 18, 1, 3, 18, 1, 3)
    assert bout.has(one, "mortally_wounded")
    assert bout.has(foe, "dead")


@pytest.mark.rule("CWN-36c")
@pytest.mark.rule("CWN-17")
def test_an_unspent_main_stays_for_instants(bout: Bout) -> None:
    """After the own turn it still pays for a Snap Attack; by switch it is lost."""
    one, foe = duel(bout)
    bout.next()
    assert bout.refused(do.Attack(who=one, target=foe)) == "cwn.not_your_turn"
    snap = do.Attack(who=one, target=foe, how="snap")
    bout.switch("cwn.unspentMainAfterTurn", False)
    assert bout.refused(snap) == "cwn.main_lost"
    bout.switch("cwn.unspentMainAfterTurn", True)
    bout.play(snap, 2)
    assert bout.left(one)[0] == 0


@pytest.mark.rule("CWN-36e")
def test_a_charge(bout: Bout) -> None:
    """Move and Main, +2, and 2 less AC to the end of the round."""
    one, foe = duel(bout)
    assert bout.strike(one, foe, 2, how="charge", moved=20)["bonus"] == 2
    assert bout.left(one) == (0, 0)
    bout.next()
    assert bout.strike(foe, one, 2)["ac"] == 8
    bout.next()
    assert not bout.has(one, "charging")


@pytest.mark.rule("CWN-36e")
@pytest.mark.parametrize(("moved", "refused"), [(2, True), (3, False), (20, False), (21, True)])
def test_how_far_a_charge_goes(bout: Bout, moved: int, refused: bool) -> None:
    """At least 3 m, at most twice the Move."""
    one, foe = duel(bout)
    charge = do.Attack(who=one, target=foe, how="charge", moved=moved)
    if refused:
        assert bout.refused(charge) == "cwn.charge_metres"
    else:
        bout.play(charge, 2)


@pytest.mark.rule("CWN-36e")
def test_what_a_charge_needs(bout: Bout) -> None:
    """Both actions, and something to strike or throw."""
    one, foe = duel(bout, items=["heavy_pistol"])
    charge = do.Attack(who=one, target=foe, how="charge")
    assert bout.refused(charge) == "cwn.charge_with"
    bout.play(do.Run(who=one, metres=5))
    assert bout.refused(charge) == "cwn.no_move_left"


@pytest.mark.rule("CWN-24")
@pytest.mark.rule("CWN-36g")
def test_total_defense_against_a_roll_on_the_table(bout: Bout) -> None:
    """Who would be missed with 2 more AC is asked; so is who would suffer Shock. The natural 20 hits all the same."""
    one = bout.pc("Op", ac_melee=12)
    foe = bout.npc("Foe")
    bout.start(1, 8)
    bout.choose = ["defend"]
    result = bout.strike(foe, one, 11)
    assert (result["hit"], result["ac"], result["damage"]) == (False, 14, 0)
    assert bout.has(one, "total_defense")
    assert bout.left(one)[0] == 0


@pytest.mark.rule("CWN-24")
def test_nobody_is_asked_in_vain(bout: Bout) -> None:
    """A clear hit, a spent Main, an NPC without a name: no question."""
    one = bout.pc("Op", ac_melee=12)
    foe = bout.npc("Foe")
    bout.start(8, 1)
    bout.strike(one, foe, 12, 1, 3)
    assert not bout.asked
    bout.next()
    bout.strike(foe, one, 11, 1, 1)
    assert not bout.asked


@pytest.mark.rule("CWN-13")
def test_a_scene_is_a_fight(bout: Bout) -> None:
    """What works once per scene works again after the fight."""
    one, foe = duel(bout, {"hp": 90}, items=["sword", "veterans_luck"])
    bout.choose = ["luck"]
    assert bout.strike(one, foe, 2, 1, 5)["hit"] is True
    bout.put(one, "main", 0)
    assert bout.strike(one, foe, 2)["hit"] is False
    bout.play(do.Refresh())
    bout.put(one, "main", 0)
    bout.choose = ["luck"]
    assert bout.strike(one, foe, 2, 1, 5)["hit"] is True


@pytest.mark.rule("CWN-32")
def test_suppressive_fire(bout: Bout) -> None:
    """Who fails Evasion takes half, rounded up; a Trauma Die each multiplies the half; hard cover spares."""
    one = bout.pc("Op", items=["automatic_rifle"], dexterity=14)
    foes = [bout.npc(f"Foe {number}", hp=60, save=15) for number in range(4)]
    bout.start()
    cone = tuple(do.InCone(target=foe, hard_cover=place == 3) for place, foe in enumerate(foes))
    bout.play(do.Suppress(who=one, targets=cone), 14, 15, 3, 4, 6, 2, 7)
    hurt = {each["at"]: each for each in bout.facts("suppress")}
    assert hurt[foes[0]]["damage"] == 6
    assert hurt[foes[1]]["saved"] is True
    assert hurt[foes[2]]["damage"] == 18
    assert foes[3] not in hurt
    assert bout.gauge(one, "ammo.automatic_rifle") == 8
    assert bout.has(foes[0], "suppressed")
    assert not bout.has(foes[1], "suppressed")


@pytest.mark.rule("CWN-32")
@pytest.mark.parametrize(
    ("known", "later"),
    [
        (Expiry(round=1, edge="start", whose=CombatantId("somebody")), Expiry(round=1)),
        (Expiry(round=2, edge="start", whose=CombatantId("somebody")), None),
        (Expiry(round=3), None),
    ],
)
def test_who_is_suppressed_again_is_so_until_the_later_end(
    bout: Bout, known: Expiry, later: Expiry | None
) -> None:
    """The end of a round is later than a turn in it; an end that was said and is later stays."""
    one = bout.pc("Op", items=["automatic_rifle"], dexterity=14)
    foe = bout.npc("Foe", hp=60, save=15)
    bout.start()
    said = (
        Duration(kind="turn_start", whose=one) if known.whose else Duration(kind="round", count=3)
    )
    before = Condition(key="suppressed", until=known, duration=said)
    bout.happen(ev.ConditionAdded(who=foe, condition=before))
    bout.play(do.Suppress(who=one, targets=(do.InCone(target=foe),)), 3, 4, 6, 2)
    found = bout.combatant(foe).condition("suppressed")
    assert found is not None
    assert found.until == (later or known)


@pytest.mark.rule("CWN-32")
def test_what_can_suppress(bout: Bout) -> None:
    """Only weapons that say so, with two units of ammunition, unless a house rule forbids it."""
    one, foe = duel(bout, items=["automatic_rifle"])
    fire = do.Suppress(who=one, targets=(do.InCone(target=foe),))
    bout.put(one, "ammo.automatic_rifle", 1)
    assert bout.refused(fire) == "cwn.too_few_rounds"
    bout.put(one, "ammo.automatic_rifle", 10)
    bout.play(Switch(key="cwn.suppress", to=False))
    assert bout.refused(fire) == "cwn.cannot_suppress"


@pytest.mark.rule("CWN-36n")
@pytest.mark.rule("CWN-12")
def test_a_thrown_knife_lies_there(bout: Bout) -> None:
    """What is thrown leaves the hand, and has to be picked up with a Move."""
    one, foe = duel(bout, items=["knife"])
    bout.strike(one, foe, 2, mode="thrown", metres=8)
    assert bout.combatant(one).memo_text("held") == ""
    bout.put(one, "main", 0)
    assert bout.refused(do.Attack(who=one, target=foe, weapon="knife")) == "cwn.not_readied"
    bout.play(do.PickUp(who=one, item="knife"))
    assert bout.combatant(one).memo["held"] == "knife"
    assert bout.left(one)[1] == 0
