"""The rules of CWN read once more, sentence by sentence: what a first reading passes over."""

from typing import Any

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.model.commands import (
    Adjust,
    Afflict,
    ChangeSide,
    Duplicate,
    Finish,
    Flag,
    Join,
    Next,
    Waive,
)
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.combat.attack_plan import first_strike
from encounter_gui.rules.systems.cwn.sheet import character
from encounter_gui.rules.systems.cwn.sheet.records import melee_of
from encounter_gui.rules.systems.cwn.turns import morale
from tests.rules.systems.cwn.bout import Bout


@pytest.fixture
def bout() -> Bout:
    """An empty table."""
    return Bout()


def put(bout: Bout, who: CombatantId, key: str, **more: Any) -> None:
    """Puts a condition on somebody without any rule."""
    bout.happen(ev.ConditionAdded(who=who, condition=Condition(key=key, **more)))


def memo(bout: Bout, who: CombatantId, key: str) -> str:
    """What somebody is noted to have."""
    return bout.combatant(who).memo_text(key)


def pair(bout: Bout, *gear: str, foe: dict[str, Any] | None = None, **pc: Any) -> tuple[Any, Any]:
    """A player character with a sword and these gifts, and a foe, in round 1, the player's turn."""
    one = bout.pc("Op", items=["sword", *gear], **pc)
    other = bout.npc("Foe", **({"hp": 60} | (foe or {})))
    bout.start()
    return one, other


# ------------------------------------------------------------------ who comes and goes


def wave(bout: Bout, name: str, *items: str) -> CombatantId:
    """Somebody who joins by a wave."""
    away = Bout()
    who = away.npc(name, items=["knife", *items])
    bout.play(Join(combatants=(away.combatant(who),), wave="Wave 2"))
    return next(
        combatant.id
        for combatant in bout.context.state.combatants.values()
        if combatant.name == name
    )


@pytest.mark.rule("CWN-16")
def test_a_wave_acts_with_its_side_at_once(bout: Bout) -> None:
    """Reinforcements have a place among their own as soon as they are there."""
    pair(bout)
    new = wave(bout, "Late")
    assert [slot.group for slot in bout.context.state.slots if slot.who == new] == [1]


@pytest.mark.rule("CWN-46")
@pytest.mark.rule("CWN-45e")
@pytest.mark.rule("CWN-45n")
@pytest.mark.parametrize("gear", ["alert_2", "reaction_booster_2"])
def test_a_newcomer_who_is_always_first_is_so_from_the_next_round_on(bout: Bout, gear: str) -> None:
    """This round among the side; then ahead of everybody, the others as before."""
    one, foe = pair(bout)
    new = wave(bout, "Quick", gear)
    bout.next()
    assert set(bout.context.state.acting) == {foe, new}
    bout.next()
    assert bout.context.state.acting == (new,)
    bout.next()
    assert bout.context.state.acting == (one,)
    bout.next()
    assert bout.context.state.acting == (foe,)


@pytest.mark.rule("CWN-46")
@pytest.mark.rule("CWN-45n")
def test_a_newcomer_with_a_booster_may_overtake_from_the_next_round_on(bout: Bout) -> None:
    """4 against 3: with 2 more the newcomer comes before the players, its side behind."""
    one, foe = bout.pc("Op"), bout.npc("Foe")
    bout.start(4, 3)
    new = wave(bout, "Quick", "reaction_booster_1")
    bout.next()
    bout.next()
    assert bout.context.state.acting == (new,)
    bout.next()
    assert bout.context.state.acting == (one,)
    bout.next()
    assert bout.context.state.acting == (foe,)


@pytest.mark.rule("CWN-15")
def test_the_fallen_bring_their_side_no_initiative(bout: Bout) -> None:
    """Neither Dexterity nor alertness of who is out; a side without anybody does not roll."""
    bout.pc("Slow", dexterity=3)
    fast = bout.pc("Fast", dexterity=18, items=["sword", "alert_1"])
    bout.npc("Foe")
    third = bout.npc("Guard", side="neutral")
    bout.play(Adjust(who=(fast, third), change="=0"))
    bout.play(Next())
    bout.play(Next(), 5, 4)
    assert [slot.score for slot in bout.context.state.slots if slot.who != third] == [4, 3, 3]


@pytest.mark.rule("CWN-40")
def test_a_screen_ends_when_the_two_are_on_different_sides(bout: Bout) -> None:
    """Nobody shields an enemy."""
    one, ally = bout.pc("Op", stab=1), bout.pc("Friend")
    bout.npc("Foe")
    bout.start()
    bout.play(do.Screen(who=one, ally=ally))
    bout.play(ChangeSide(who=(ally,), to="foe"))
    assert not bout.has(one, "screening")
    assert not bout.has(ally, "screened")


# ------------------------------------------------------------------ moving


@pytest.mark.rule("CWN-36i")
@pytest.mark.rule("CWN-45m")
def test_a_move_of_reflexes_spent_on_a_screen_draws_no_free_attack(bout: Bout) -> None:
    """It needs no withdrawal, whatever the Move is spent on."""
    one = bout.pc("Op", items=["sword", "enhanced_reflexes_2"], stab=1)
    ally = bout.pc("Friend")
    foe = bout.npc("Foe")
    bout.start()
    bout.play(do.Engage(who=one, target=foe))
    bout.play(do.Reflexes(who=one))
    bout.play(do.Screen(who=one, ally=ally, leaves=True))
    assert bout.has(one, "screening")
    assert not character.in_melee(bout.context.state, bout.combatant(one))


@pytest.mark.rule("CWN-36i")
@pytest.mark.rule("CWN-36e")
@pytest.mark.rule("CWN-45m")
def test_a_charge_with_a_move_of_reflexes_draws_no_free_attack(bout: Bout) -> None:
    """Past one enemy to another."""
    one = bout.pc("Op", items=["sword", "enhanced_reflexes_2"])
    foe, other = bout.npc("Foe"), bout.npc("Other", hp=60)
    bout.start()
    bout.play(do.Engage(who=one, target=foe))
    bout.play(do.Reflexes(who=one))
    assert bout.strike(one, other, 15, 1, 4, how="charge")["hit"] is True


@pytest.mark.rule("CWN-64")
def test_who_can_only_crawl_neither_stands_nor_charges(bout: Bout) -> None:
    """A ruined leg."""
    one, foe = pair(bout)
    put(bout, one, "crawling")
    put(bout, one, "prone")
    assert bout.refused(do.Stand(who=one)) == "cwn.can_only_crawl"
    assert bout.refused(do.Attack(who=one, target=foe, how="charge")) == "cwn.can_only_crawl"


# ------------------------------------------------------------------ swarms


@pytest.mark.rule("CWN-39")
def test_a_swarm_whose_target_has_fled_keeps_nobody(bout: Bout) -> None:
    """There is nobody left to strike at."""
    one, foe = pair(bout)
    bout.play(do.Swarm(who=one, target=foe))
    bout.play(Flag(who=(foe,), flag="left"))
    other = wave(bout, "Other")
    bout.next()
    assert other in bout.context.state.acting


@pytest.mark.rule("CWN-39")
def test_a_swarm_of_whom_nobody_can_act_keeps_nobody(bout: Bout) -> None:
    """Who has become helpless cannot strike for it."""
    one, foe = pair(bout)
    bout.play(do.Swarm(who=one, target=foe))
    put(bout, one, "helpless")
    bout.next()
    assert bout.context.state.acting == (foe,)


# ------------------------------------------------------------------ flashes, grenades, hands


@pytest.mark.rule("CWN-42")
@pytest.mark.rule("CWN-38")
def test_a_flash_takes_a_held_main(bout: Bout) -> None:
    """It is the next one; the hold is over with it, and the next round is not touched."""
    one, foe = pair(bout)
    bout.play(do.Hold(who=one))
    bout.next()
    bout.play(
        do.Blast(weapon="flash_grenade", targets=(do.Caught(target=one),)),
        2,
        3,
    )
    assert bout.left(one)[0] == 0
    assert not bout.has(one, "holding")
    assert not bout.has(one, "dazzled")
    assert bout.refused(do.Attack(who=one, target=foe)) == "cwn.not_your_turn"


@pytest.mark.rule("CWN-41")
@pytest.mark.rule("CWN-36k")
def test_the_last_grenade_leaves_the_hand(bout: Bout) -> None:
    """The other hand's pistol is what is used next; of several there is another in hand."""
    one = bout.pc("Op", items=["heavy_pistol", "frag_grenade"], held="heavy_pistol")
    bout.npc("Foe")
    bout.start()
    bout.play(do.Ready(who=one, item="frag_grenade"))
    bout.put(one, "main", 0)
    bout.play(do.Throw(who=one), 15)
    assert (memo(bout, one, "held"), memo(bout, one, "other_hand")) == ("heavy_pistol", "")


@pytest.mark.rule("CWN-41")
@pytest.mark.rule("CWN-36k")
def test_of_several_grenades_the_next_is_in_hand(bout: Bout) -> None:
    """As with knives."""
    grenades = CarriedDef(item="frag_grenade", values={"count": 2})
    one = bout.pc("Op", items=[grenades], held="frag_grenade")
    bout.npc("Foe")
    bout.start()
    bout.play(do.Throw(who=one), 15)
    assert memo(bout, one, "held") == "frag_grenade"


@pytest.mark.rule("CWN-45a")
@pytest.mark.rule("CWN-41")
def test_luck_lands_a_grenade(bout: Bout) -> None:
    """The throw is an attack roll, and one’s own just-missed one becomes a hit."""
    one = bout.pc("Op", items=["frag_grenade", "veterans_luck"], held="frag_grenade")
    bout.npc("Foe")
    bout.start()
    bout.choose = ["luck"]
    result = bout.play(do.Throw(who=one), 3)
    assert result["landed"] is True
    assert bout.gauge(one, "used.veterans_luck") == 1


@pytest.mark.rule("CWN-45b")
@pytest.mark.rule("CWN-41")
def test_killing_blow_counts_for_grenades(bout: Bout) -> None:
    """All damage one inflicts: level 3 adds 2, and 1 to each Trauma Die."""
    one = bout.pc("Op", level=3, items=["frag_grenade", "killing_blow"], held="frag_grenade")
    foe = bout.npc("Foe", hp=60)
    bout.start()
    bout.play(do.Throw(who=one), 15)
    bout.play(do.Blast(who=one, targets=(do.Caught(target=foe),)), 3, 4, 5, 4)
    result = bout.fact("blast")
    assert (result["rolled"], result["trauma"]) == (9, 5)


@pytest.mark.rule("CWN-45b")
@pytest.mark.rule("CWN-45j")
def test_killing_blow_counts_for_fists_that_miss(bout: Bout) -> None:
    """1d6 even on a miss, and the blow kills better."""
    one = bout.pc("Op", items=["unarmed_combatant_2", "killing_blow"], held="", punch=0, level=1)
    foe = bout.npc("Foe", hp=60, ac_melee=20)
    bout.start()
    assert bout.strike(one, foe, 2, 4, weapon="unarmed")["damage"] == 5


@pytest.mark.rule("CWN-64")
def test_two_hands_are_needed_for_whatever_takes_two(bout: Bout) -> None:
    """Suppressive fire and a launcher as well as an attack."""
    one = bout.pc("Op", items=["automatic_rifle"], shoot=1)
    two = bout.pc("Gren", items=["grenade_launcher", "frag_grenade"], shoot=1)
    foe = bout.npc("Foe")
    bout.start()
    for who in (one, two):
        put(bout, who, "one_hand")
    fire = do.Suppress(who=one, targets=(do.InCone(target=foe),))
    assert bout.refused(fire) == "cwn.needs_two_hands"
    lob = do.Throw(who=two, weapon="frag_grenade", launcher="grenade_launcher")
    assert bout.refused(lob) == "cwn.needs_two_hands"


@pytest.mark.rule("CWN-12")
@pytest.mark.rule("CWN-25")
def test_a_viper_sting_has_four_uses(bout: Bout) -> None:
    """Hit or miss, each attack is one of them; there is nothing to reload."""
    one = bout.pc("Op", items=["viper_sting"], held="")
    foe = bout.npc("Foe", hp=90)
    bout.start()
    for left in (3, 2, 1, 0):
        bout.put(one, "main", 0)
        bout.strike(one, foe, 2, weapon="viper_sting")
        assert bout.gauge(one, "ammo.viper_sting") == left
    bout.put(one, "main", 0)
    sting = do.Attack(who=one, target=foe, weapon="viper_sting")
    assert bout.refused(sting) == "cwn.none_left"


# ------------------------------------------------------------------ armour


@pytest.mark.rule("CWN-06")
@pytest.mark.rule("CWN-07")
def test_accessories_do_nothing_over_a_suit(bout: Bout) -> None:
    """Plates and joints go with coats, not with armored suits."""
    plain = bout.pc("Coat", items=["war_harness", "absorption_plates", "joint_reinforcement"])
    suit = bout.pc("Suit", items=["light_armored_suit", "absorption_plates", "joint_reinforcement"])
    for who, ac, soak in ((plain, 13 + 3, 5 + 3), (suit, 16, 5)):
        combatant = bout.combatant(who)
        assert character.armor_class(bout.context, combatant, melee=False) == ac
        assert character.most_soak(bout.context, combatant) == soak


# ------------------------------------------------------------------ several attacks


@pytest.mark.rule("CWN-69")
def test_all_attacks_are_made_even_if_fewer_targets_are_named(bout: Bout) -> None:
    """Three attacks at two: the first gets what is left."""
    beast = bout.npc("Beast", items=["bioweapon_limbs"], held="bioweapon_limbs", attack=12)
    one, two = bout.pc("One", hp=300), bout.pc("Two", hp=300)
    bout.start(8, 1)
    for who in (one, two):
        bout.put(who, "main", 1)
    bout.next() if beast not in bout.context.state.acting else None
    dice = (10, 1, 1, 1) * 3
    bout.play(do.Attack(who=beast, target=one, also=(two,)), *dice)
    assert [fact["at"] for fact in bout.facts("attack")] == [one, two, one]


# ------------------------------------------------------------------ whirlwinds


@pytest.mark.rule("CWN-45k")
def test_a_kill_by_the_whirlwind_itself_gives_another_attack(bout: Bout) -> None:
    """The first kill of a round, however it came."""
    one = bout.pc("Op", items=["sword", "whirlwind_2"])
    foe, other = bout.npc("Foe", hp=1, ac_melee=10), bout.npc("Other", hp=60)
    bout.start()
    bout.play(do.Engage(who=one, target=foe))
    bout.play(do.Whirlwind(who=one))
    assert bout.has(foe, "dead")
    bout.put(one, "main", 1)
    assert bout.strike(one, other, 15, 1, 4, how="extra")["hit"] is True


@pytest.mark.rule("CWN-45k")
def test_another_attack_comes_at_once_out_of_turn_as_well(bout: Bout) -> None:
    """A kill by a Snap Attack in the enemy’s turn."""
    one = bout.pc("Op", items=["sword", "whirlwind_2"])
    foe, other = bout.npc("Foe", hp=1), bout.npc("Other", hp=60)
    bout.start()
    bout.next()
    bout.strike(one, foe, 19, 1, 4, how="snap")
    assert bout.strike(one, other, 15, 1, 4, how="extra")["hit"] is True


# ------------------------------------------------------------------ reflexes


@pytest.mark.rule("CWN-45m")
@pytest.mark.rule("CWN-17")
def test_reflexes_out_of_turn_give_no_more_than_they_give(bout: Bout) -> None:
    """A bonus Main and Move now; what the own turn has stays for the own turn."""
    one = bout.pc("Op", items=["sword", "enhanced_reflexes_2"])
    foe = bout.npc("Foe", hp=90)
    bout.start(1, 8)
    bout.play(do.Reflexes(who=one, instant=True))
    bout.strike(one, foe, 15, 1, 4)
    assert bout.refused(do.Attack(who=one, target=foe)) == "cwn.not_your_turn"
    bout.play(do.Run(who=one, metres=5, leaves=False))
    assert bout.refused(do.Run(who=one, metres=5)) == "cwn.not_your_turn"
    bout.next()
    assert bout.left(one) == (1, 1)


@pytest.mark.rule("CWN-45m")
@pytest.mark.rule("CWN-17")
def test_reflexes_after_the_own_turn_bring_nothing_lost_back(bout: Bout) -> None:
    """What the own turn left unspent is lost, but for a Snap Attack or Total Defense."""
    one = bout.pc("Op", items=["sword", "enhanced_reflexes_2"])
    foe = bout.npc("Foe", hp=90)
    bout.start()
    bout.next()
    bout.play(do.Reflexes(who=one, instant=True))
    bout.strike(one, foe, 15, 1, 4)
    assert bout.refused(do.Attack(who=one, target=foe)) == "cwn.turn_over"
    bout.play(do.TotalDefense(who=one))
    assert bout.has(one, "total_defense")


# ------------------------------------------------------------------ drugs


@pytest.mark.rule("CWN-45s")
def test_the_first_lurch_of_a_day_asks_for_heal_0(bout: Bout) -> None:
    """The n-th dose asks for Heal n − 1: the untrained cannot give even the first."""
    one, other = pair(bout, "lurch", hp=12)
    bout.put(one, "hp", 5)
    assert bout.refused(do.Dose(who=one, patient=one, drug="lurch")) == "cwn.heal_for_dose"
    assert other


@pytest.mark.rule("CWN-45s")
def test_lurch_is_for_the_conscious_and_the_stable(bout: Bout) -> None:
    """Who was knocked out is neither."""
    one = bout.pc("Op", items=["sword", "lurch"], heal=1)
    friend = bout.pc("Friend")
    bout.npc("Foe")
    bout.start()
    put(bout, friend, "unconscious")
    bout.put(friend, "hp", 0)
    assert bout.refused(do.Dose(who=one, patient=friend, drug="lurch")) == "cwn.drug_for_whom"


@pytest.mark.rule("CWN-45u")
def test_avalanche_is_lost_hit_point_by_hit_point(bout: Bout) -> None:
    """A change by hand takes what it says, up to what Avalanche gives: on "track" it is entered so."""
    one, _ = pair(bout, "avalanche", hp=12)
    bout.play(do.Dose(who=one, patient=one, drug="avalanche"))
    assert bout.hp(one) == 22
    bout.play(Adjust(who=(one,), change="-3"))
    assert bout.hp(one) == 19
    bout.play(Adjust(who=(one,), change="+5"))
    assert bout.hp(one) == 22


# ------------------------------------------------------------------ by hand


@pytest.mark.rule("CWN-60")
@pytest.mark.rule("CWN-59")
def test_stable_by_hand_ends_the_countdown(bout: Bout) -> None:
    """Whom the game master calls stable lives, frail."""
    one, _ = pair(bout)
    bout.play(Adjust(who=(one,), change="=0"))
    bout.play(Afflict(who=(one,), condition="stable"))
    assert not bout.has(one, "mortally_wounded")
    assert bout.has(one, "frail")
    for _ in range(16):
        bout.next()
    assert not bout.has(one, "dead")


@pytest.mark.rule("CWN-36g")
@pytest.mark.rule("CWN-47")
def test_total_defense_by_hand_lasts_to_the_own_next_turn(bout: Bout) -> None:
    """As if it had been taken."""
    one, _ = pair(bout)
    bout.play(Afflict(who=(one,), condition="total_defense"))
    bout.next()
    assert bout.has(one, "total_defense")
    bout.next()
    assert not bout.has(one, "total_defense")


@pytest.mark.rule("CWN-07")
@pytest.mark.rule("CWN-18")
def test_whose_scene_is_over_is_in_melee_with_nobody_on_either_side(bout: Bout) -> None:
    """Being in melee is a fact of two."""
    one, foe = pair(bout)
    bout.play(do.Engage(who=one, target=foe))
    bout.play(do.Refresh(who=(one,)))
    assert not melee_of(bout.combatant(foe))


@pytest.mark.rule("CWN-42")
@pytest.mark.rule("CWN-13")
def test_nothing_of_a_round_outlasts_the_fight(bout: Bout) -> None:
    """Whoever looked away in time did so in that fight."""
    one, _ = pair(bout)
    put(bout, one, "flash_guard")
    bout.play(Finish())
    assert not bout.has(one, "flash_guard")


@pytest.mark.rule("CWN-41")
def test_one_damage_roll_serves_a_blast_resolved_one_by_one(bout: Bout) -> None:
    """Of the second victim only the save and the Trauma Die are rolled; the next blast is another."""
    grenades = CarriedDef(item="frag_grenade", values={"count": 2})
    one = bout.pc("Op", items=[grenades], held="frag_grenade")
    foe, other = bout.npc("Foe", hp=60), bout.npc("Other", hp=60)
    bout.start()
    bout.play(do.Throw(who=one), 15)
    first = do.Blast(who=one, targets=(do.Caught(target=foe),), more=True)
    second = do.Blast(who=one, targets=(do.Caught(target=other),), more=True)
    bout.play(first, 3, 4, 5, 4)
    bout.play(second, 5, 4)
    assert bout.fact("blast")["rolled"] == 7
    bout.play(do.Blast(who=one))
    bout.put(one, "main", 0)
    bout.play(do.Throw(who=one), 15)
    bout.play(first, 1, 1, 5, 4)
    assert bout.fact("blast")["rolled"] == 2


@pytest.mark.rule("CWN-41")
def test_the_bench_asks_for_the_damage_of_a_blast_once(bout: Bout) -> None:
    """And the odds know it."""
    one = bout.pc("Op", items=["frag_grenade"], held="frag_grenade")
    foe, other = bout.npc("Foe", hp=60), bout.npc("Other", hp=60)
    bout.start()
    bout.play(do.Throw(who=one), 15)
    made = bout.system.attack_form(bout.context, {"target": foe})
    assert [field.key for field in made.dice] == ["damage", "evasion", "trauma"]
    assert made.command is not None
    bout.play(made.command, 3, 4, 5, 4)
    made = bout.system.attack_form(bout.context, {"target": other})
    assert [field.key for field in made.dice] == ["evasion", "trauma"]
    assert made.command is not None
    shown = bout.system.odds(bout.context, made.command)
    assert shown is not None


@pytest.mark.rule("CWN-45p")
@pytest.mark.rule("CWN-29")
def test_a_gunlink_sees_past_cover_for_guns_only(bout: Bout) -> None:
    """A thrown knife has the whole penalty."""
    one = bout.pc("Op", items=["knife", "heavy_pistol", "gunlink"], held="knife")
    foe = bout.npc("Foe", hp=60)
    bout.start()
    knife = do.Attack(who=one, target=foe, mode="thrown", modifiers=("cover_partial",))
    assert first_strike(bout.context, knife).bonus == -2
    gun = do.Attack(who=one, target=foe, weapon="heavy_pistol", modifiers=("cover_partial",))
    assert first_strike(bout.context, gun).bonus == 0


@pytest.mark.rule("CWN-41")
@pytest.mark.rule("CWN-38")
def test_a_grenade_thrown_out_of_turn_has_to_go_off_too(bout: Bout) -> None:
    """A held Main throws it while the enemy acts; nobody passes on before it has gone off."""
    one = bout.pc("Op", items=["frag_grenade"], held="frag_grenade")
    bout.npc("Foe", hp=60)
    bout.start()
    bout.play(do.Hold(who=one))
    bout.next()
    bout.play(do.Throw(who=one), 15)
    assert bout.refused(Next()) == "cwn.blast_waits"
    bout.play(do.Blast(who=one))
    bout.next()


@pytest.mark.rule("CWN-45m")
@pytest.mark.rule("CWN-36r")
def test_a_main_of_reflexes_given_up_for_a_move_out_of_turn(bout: Bout) -> None:
    """It is two Moves then, and nothing of the own turn."""
    one = bout.pc("Op", items=["sword", "enhanced_reflexes_2"])
    foe = bout.npc("Foe", hp=90)
    bout.start(1, 8)
    bout.play(do.Reflexes(who=one, instant=True))
    bout.play(do.ExtraMove(who=one))
    assert bout.refused(do.Attack(who=one, target=foe)) == "cwn.not_your_turn"
    for _ in range(2):
        bout.play(do.Run(who=one, metres=5, leaves=False))
    assert bout.refused(do.Run(who=one)) == "cwn.not_your_turn"
    bout.next()
    assert bout.left(one) == (1, 1)


@pytest.mark.rule("CWN-41")
def test_a_blast_that_is_never_finished_is_open_after_the_fight(bout: Bout) -> None:
    """It does not vanish without a word; once it is waived, what was rolled for it serves no other fight."""
    one = bout.pc("Op", items=["frag_grenade"], held="frag_grenade")
    foe = bout.npc("Foe", hp=60)
    bout.start()
    bout.play(do.Throw(who=one), 15)
    bout.play(do.Blast(who=one, targets=(do.Caught(target=foe),), more=True), 3, 4, 5, 4)
    bout.play(Finish())
    left = tuple(each.id for each in bout.context.state.obligations)
    assert left
    assert bout.has(one, "in_air")
    bout.play(Waive(ids=left))
    assert not bout.context.state.obligations
    assert not bout.has(one, "in_air")


@pytest.mark.rule("CWN-16")
@pytest.mark.rule("CWN-18")
def test_a_copy_is_in_nobodys_melee_and_in_no_swarm(bout: Bout) -> None:
    """It has just come."""
    one, foe = pair(bout)
    bout.play(do.Engage(who=one, target=foe))
    put(bout, foe, "swarming", about=one)
    bout.play(Duplicate(who=foe))
    copy = next(
        each for each in bout.context.state.combatants.values() if each.id not in (one, foe)
    )
    assert not copy.conditions
    assert not copy.memo.get("melee")


@pytest.mark.rule("CWN-19")
@pytest.mark.rule("CWN-66")
def test_morale_that_came_due_for_one_apart_waits_for_the_side(bout: Bout) -> None:
    """Whoever is ahead of the side acts first; the check stays owed, also after the side has had its turn."""
    one = bout.pc("Op")
    quick = bout.npc("Quick", items=["knife", "reaction_booster_1"])
    other, third = bout.npc("Other"), bout.npc("Third")
    bout.start(4, 3)
    assert bout.context.state.acting == (quick,)
    bout.next()
    bout.next()
    bout.play(Adjust(who=(third,), change="=0"))
    bout.next()
    assert bout.context.state.acting == (quick,)
    bout.next()
    assert bout.context.state.acting == (one,)
    bout.next()
    assert other in bout.context.state.acting
    assert morale.owed_checks(bout.context.state, "foe")
    bout.next()
    assert morale.owed_checks(bout.context.state, "foe")


@pytest.mark.rule("CWN-40")
@pytest.mark.rule("CWN-32")
def test_refusals_change_nothing_and_ask_for_no_die(bout: Bout) -> None:
    """Before any roll, and the state is as it was."""
    one, foe = pair(bout)
    before = bout.context.state
    for command in (
        do.Screen(who=one, ally=foe),
        do.Suppress(who=one, targets=(do.InCone(target=foe),)),
        do.Stabilize(who=one, patient=foe),
        do.Execute(who=one, target=one),
        do.SnapTogether(shots=(do.Shot(who=one, target=foe), do.Shot(who=one, target=foe))),
    ):
        bout.refused(command)
        assert bout.context.state is before


@pytest.mark.rule("CWN-57")
@pytest.mark.rule("CWN-59")
@pytest.mark.parametrize("fate", ["mortally_wounded", "stable", "unconscious"])
def test_the_game_master_may_let_a_dead_npc_live_a_little(bout: Bout, fate: str) -> None:
    """Dead, or dying: what is put on by hand takes the place of what was."""
    _, foe = pair(bout)
    bout.play(Adjust(who=(foe,), change="=0"))
    assert bout.has(foe, "dead")
    bout.play(Afflict(who=(foe,), condition=fate))
    there = [key for key in character.DOWN if bout.has(foe, key)]
    assert there == [fate]


@pytest.mark.rule("CWN-63")
def test_who_is_said_to_be_dying_after_a_traumatic_hit_is_asked_for_no_save(bout: Bout) -> None:
    """A word by hand is what it says, no more."""
    one, _ = pair(bout)
    put(bout, one, "traumatized")
    bout.play(Afflict(who=(one,), condition="mortally_wounded"))
    assert bout.has(one, "mortally_wounded")
    assert bout.hp(one) == 0


@pytest.mark.rule("CWN-39")
@pytest.mark.rule("CWN-58")
def test_a_swarm_can_spare(bout: Bout) -> None:
    """Nonlethal intent is declared before the roll of the one who strikes; no Trauma Die, and it only knocks out."""
    one, two = bout.pc("One", items=["club"]), bout.pc("Two", items=["club"])
    foe = bout.npc("Foe", hp=3)
    bout.start()
    for who in (one, two):
        bout.play(do.Swarm(who=who, target=foe))
    bout.strike(one, foe, 15, 4, how="swarm", nonlethal=True)
    assert bout.has(foe, "unconscious")


@pytest.mark.rule("CWN-36c")
@pytest.mark.rule("CWN-59")
def test_two_who_snap_at_each_other_both_fall(bout: Bout) -> None:
    """Rolled before any damage counts: who is down by the first still does its own."""
    one = bout.pc("Op", items=["heavy_pistol"], hp=1)
    foe = bout.npc("Foe", items=["heavy_pistol"], hp=1, named=True)
    bout.start()
    shots = (do.Shot(who=one, target=foe), do.Shot(who=foe, target=one))
    bout.play(do.SnapTogether(shots=shots), 19, 1, 4, 19, 1, 4)
    assert bout.has(one, "mortally_wounded")
    assert bout.has(foe, "mortally_wounded")


@pytest.mark.rule("CWN-25")
@pytest.mark.rule("CWN-08")
def test_the_order_multiply_then_shock_then_one(bout: Bout) -> None:
    """Strength −2 with a knife: (1 − 2) × 3 is −3, Shock 1 − 2 counts as 0, so the hit does 1."""
    one = bout.pc("Op", items=["knife"], strength=3, dexterity=3)
    foe = bout.npc("Foe", hp=60)
    bout.start()
    result = bout.strike(one, foe, 20, 6, 1)
    assert (result["traumatic"], result["shock"], result["damage"]) == (True, 0, 1)


@pytest.mark.rule("CWN-32")
def test_a_sweep_resolved_one_by_one_costs_once_and_rolls_damage_once(bout: Bout) -> None:
    """Two units of ammunition and one Main; the second who fails meets the damage of the first."""
    one = bout.pc("Op", items=["automatic_rifle"], shoot=1)
    foes = [bout.npc(f"Foe {number}", hp=60) for number in (1, 2, 3)]
    bout.start()
    for foe, faces in zip(foes, ((19,), (2, 3, 4, 1), (2, 1)), strict=True):
        made = bout.system.attack_form(bout.context, {"target": foe, "how": "suppress", "who": one})
        assert made.command is not None
        bout.play(made.command, *faces)
    assert bout.fact("suppress")["rolled"] == 7
    assert bout.gauge(one, "ammo.automatic_rifle") == 8
    assert bout.left(one)[0] == 0
    made = bout.system.attack_form(bout.context, {"target": foes[0]})
    assert [field.key for field in made.dice] == ["evasion", "trauma"]
    notice = next(each for each in bout.system.notices(bout.context) if each.command)
    assert notice.command is not None
    bout.play(notice.command)
    assert bout.refused(do.Suppress(who=one)) == "cwn.no_main_left"


@pytest.mark.rule("CWN-32")
def test_a_sweep_ends_with_the_turn_of_the_side(bout: Bout) -> None:
    """Whoever is not named by then was not in it."""
    one = bout.pc("Op", items=["automatic_rifle"], shoot=1)
    foe = bout.npc("Foe", hp=60)
    bout.start()
    bout.play(do.Suppress(who=one, targets=(do.InCone(target=foe),), more=True), 19)
    bout.next()
    assert not bout.context.state.obligations


@pytest.mark.rule("CWN-47")
@pytest.mark.parametrize("key", ["engaged", "screening", "screened", "swarming"])
def test_what_is_between_two_is_not_put_on_one(bout: Bout, key: str) -> None:
    """There are commands for it that say who the other is."""
    one, _ = pair(bout)
    assert bout.refused(Afflict(who=(one,), condition=key)) == "rules.not_by_hand"
