"""Attacks of Operators and enemies: tiers, Soak, criticals, complications, Saves, counter-attacks, and their order."""

from typing import Any

import pytest

from encounter_gui.encounter.values import Expiry
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.chrome import commands as do
from tests.rules.systems.chrome.conftest import Crew


def shot(who: Any, target: Any, **more: Any) -> do.Attack:
    """A shot at Short range."""
    return do.Attack(who=who, target=target, **{"band": "short", **more})


@pytest.mark.rule("CHR-36")
@pytest.mark.parametrize(("roll", "applied"), [(49, 4), (50, 0), (44, 10), (10, 4)])
def test_an_operators_attack(table: Crew, roll: int, applied: int) -> None:
    """A success does the tier, a Critical Success twice the tier before Soak, which counts once; a failure nothing."""
    one, guard = table.operator("Flux", "assault_rifle"), table.enemy("Guard", soak=2, health=30)
    table.begin(10)
    table.play(shot(one, guard), roll)
    assert table.result("attack")["damage"] == applied
    assert table.health(guard) == 30 - applied


@pytest.mark.rule("CHR-36")
@pytest.mark.rule("CHR-06")
def test_what_no_attack_can_be_made_with(table: Crew) -> None:
    """The wrong band, no shots, a jam, somebody dead, oneself, no weapon at all."""
    one, bare = table.operator("Flux", "pistol", "knife"), table.operator("Bare", speed=10)
    guard = table.enemy("Guard")
    table.begin(10, 10)
    assert table.refused(do.Attack(who=one, target=guard, band="long")) == "chrome.wrong_band"
    knife = shot(one, guard, weapon="knife")
    assert table.refused(knife) == "chrome.wrong_band"
    table.set_gauge(one, "jam.pistol", 1)
    assert table.refused(shot(one, guard)) == "chrome.weapon_jammed"
    table.set_gauge(one, "jam.pistol", 0)
    table.set_gauge(one, "ammo.pistol", 0)
    assert table.refused(shot(one, guard)) == "chrome.empty"
    assert table.refused(shot(one, one)) == "chrome.against_oneself"
    assert table.refused(shot(one, guard, weapon="laser")) == "chrome.no_such_weapon"
    table.play(do.Kill(who=guard))
    assert table.refused(shot(one, guard)) == "chrome.dead_already"
    table.next()
    assert table.refused(shot(bare, one)) == "chrome.choose_weapon"


@pytest.mark.rule("CHR-37")
@pytest.mark.rule("CHR-36")
def test_at_least_1_damage(table: Crew) -> None:
    """DV-CHR-3: Standard 2 against Soak 4 is 1; by switch nothing."""
    one, guard = table.operator("Flux", "pistol"), table.enemy("Guard", soak=4)
    table.begin(10)
    table.play(shot(one, guard), 20)
    assert table.health(guard) == 9
    table.switch("chrome.minDamageOne", False)
    table.play(shot(one, guard), 20)
    assert table.health(guard) == 9


@pytest.mark.rule("CHR-34")
@pytest.mark.parametrize(
    ("weapon", "band", "applied"),
    [("pistol", "short", 1), ("pistol", "close", 1), ("knife", "close", 2)],
)
def test_cover_adds_soak_against_ranged_damage(
    table: Crew, weapon: str, band: Any, applied: int
) -> None:
    """1 Soak for anybody, none against a blade."""
    one, guard = table.operator("Flux", "pistol", "knife"), table.enemy("Guard")
    table.afflict(guard, "in_cover")
    table.begin(10)
    table.play(do.Attack(who=one, target=guard, weapon=weapon, band=band), 20)
    assert table.result("attack")["damage"] == applied


@pytest.mark.rule("CHR-34")
def test_cover_may_also_give_advantage(table: Crew) -> None:
    """By switch, on the Save against a ranged attack."""
    table.switch("chrome.coverAdvantage", True)
    one, guard = table.operator("Flux"), table.enemy("Guard", "guard_rifle", "horror_claws")
    table.afflict(one, "in_cover")
    table.begin(80)
    table.play(shot(guard, one), 70, 20)
    assert table.result("attack")["save"] == "success"
    table.play(do.Attack(who=guard, target=one, weapon="horror_claws"), 20)


@pytest.mark.rule("CHR-17")
@pytest.mark.rule("CHR-38")
def test_knockdown(table: Crew) -> None:
    """On a Critical Success a human-sized target falls; a plain hit, or a larger target, does not."""
    one = table.operator("Flux", "shotgun")
    small, large = table.enemy("Small", health=40), table.enemy("Large", large=True, health=40)
    table.begin(10)
    table.play(shot(one, small), 20)
    assert not table.combatant(small).has("prone")
    table.play(shot(one, small), 22)
    assert table.combatant(small).has("prone")
    table.next()
    table.next()
    table.play(shot(one, large), 22)
    assert not table.combatant(large).has("prone")
    assert table.health(large) == 40 - 8


@pytest.mark.rule("CHR-38")
@pytest.mark.rule("CHR-50")
def test_ablaze(table: Crew) -> None:
    """Standard damage at the end of each turn of its own, no Soak, twice is once, until somebody puts it out."""
    one, guard = table.operator("Flux", "flamer", speed=40), table.enemy("Guard", soak=2, health=30)
    table.begin(10)
    table.play(shot(one, guard), 22)
    assert table.health(guard) == 24
    table.play(shot(one, guard), 33)
    assert table.health(guard) == 18
    table.next()
    table.next()
    assert table.health(guard) == 16
    table.play(do.Extinguish(who=one, target=guard))
    assert table.gauge(one, "majors") == 1
    assert table.refused(do.Extinguish(who=one)) == "chrome.not_ablaze"
    table.next()
    table.next()
    assert table.health(guard) == 16


@pytest.mark.rule("CHR-38")
def test_shock_takes_the_next_turn(table: Crew) -> None:
    """A mostly organic target is passed over once, and then acts again."""
    one, guard = table.operator("Flux", "taser"), table.enemy("Guard", "guard_rifle", health=40)
    table.begin(10)
    table.play(shot(one, guard), 22)
    assert table.combatant(guard).has("shocked")
    table.next()
    assert (table.context.state.round, table.context.state.acting) == (2, (one,))
    assert not table.combatant(guard).has("shocked")
    table.next()
    assert table.context.state.acting == (guard,)


@pytest.mark.rule("CHR-38")
def test_shock_on_a_synthetic(table: Crew) -> None:
    """Massive damage more, after doubling and before Soak: 2 × 2 + 4 − 3; no turn is lost."""
    one, drone = table.operator("Flux", "taser"), table.enemy("Drone", soak=3, synthetic=True)
    table.begin(10)
    table.play(shot(one, drone), 22)
    assert table.result("attack")["damage"] == 5
    assert not table.combatant(drone).has("shocked")
    table.play(shot(one, drone), 20)
    assert table.result("attack")["damage"] == 1


@pytest.mark.rule("CHR-39")
def test_enemies_do_not_defend(table: Crew) -> None:
    """A successful Combat Check hits; nothing else is rolled or asked, at Close range neither."""
    one, guard = table.operator("Flux", "knife"), table.enemy("Guard", "horror_claws")
    table.begin(10)
    table.play(do.Attack(who=one, target=guard), 20)
    assert table.keys() == ["attack"]
    assert table.health(guard) == 8


@pytest.mark.rule("CHR-17")
@pytest.mark.rule("CHR-40")
@pytest.mark.parametrize(
    ("weapon", "face", "effect"),
    [
        ("pistol", 1, "jam"),
        ("pistol", 2, "jam"),
        ("pistol", 3, "empty"),
        ("pistol", 5, "drop"),
        ("pistol", 6, "exposed"),
        ("knife", 1, "drop"),
        ("knife", 3, "exposed"),
        ("pistol", 4, "exposed"),
    ],
)
def test_complications(table: Crew, weapon: str, face: int, effect: str) -> None:
    """A fumbled attack costs 2 Stress and goes wrong; a blade cannot jam, and with no ally near nobody is hit."""
    one, guard = table.operator("Flux", weapon), table.enemy("Guard", "guard_rifle")
    table.begin(10)
    table.play(do.Attack(who=one, target=guard), 77, face)
    assert table.result("complication")["effect"] == effect
    assert table.conviction(one) == 18
    now = table.combatant(one)
    assert now.gauges.get("jam.pistol", 0) == (effect == "jam")
    assert now.gauges.get(f"dropped.{weapon}", 0) == (effect == "drop")
    assert now.has("exposed") == (effect == "exposed")
    if weapon == "pistol":
        assert table.gauge(one, "ammo.pistol") == (0 if effect == "empty" else 9)


@pytest.mark.rule("CHR-40")
def test_a_jam_is_cleared_and_a_weapon_picked_up(table: Crew) -> None:
    """Each with a Major Action; what lies on the ground cannot be used, reloaded or cleared."""
    one, guard = table.operator("Flux", "pistol"), table.enemy("Guard")
    table.begin(10)
    table.set_gauge(one, "jam.pistol", 1)
    table.play(do.ClearJam(who=one))
    assert "jammed" not in table.system.derived_conditions(table.context, one)
    assert table.refused(do.ClearJam(who=one)) == "chrome.not_jammed"
    table.play(shot(one, guard), 77, 5)
    assert table.combatant(one).memo.get("held") is None
    table.next()
    table.next()
    assert table.refused(shot(one, guard)) == "chrome.weapon_dropped"
    assert table.refused(do.Reload(who=one, weapon="pistol")) == "chrome.weapon_dropped"
    table.play(do.PickUp(who=one))
    assert (table.combatant(one).memo["held"], table.gauge(one, "majors")) == ("pistol", 1)
    assert table.refused(do.PickUp(who=one)) == "chrome.not_dropped"


@pytest.mark.rule("CHR-40")
@pytest.mark.rule("CHR-44")
def test_an_ally_in_the_line(table: Crew) -> None:
    """Undoubled damage, Soak, a Reflex Save; Deadly damage frightens. The game master says who, or nobody."""
    one, two = table.operator("Flux", "assault_rifle"), table.operator("Rook", "kevlar_vest")
    three, guard = table.operator("Third"), table.enemy("Guard")
    table.begin(10, 20, 20)
    table.play(shot(one, guard), 77, 4, 70, 1, choose=[two])
    assert table.keys() == ["attack", "complication", "ally", "save", "panic"]
    assert (table.health(two), table.conviction(two)) == (6, 19)
    table.play(shot(one, guard, ally=three), 77, 4, 20)
    assert table.health(three) == 10
    table.next()
    table.next()
    table.next()
    table.next()
    table.play(shot(one, guard), 77, 4, choose=["no"])
    assert table.combatant(one).has("exposed")


@pytest.mark.rule("CHR-40")
def test_exposed_is_a_disadvantage_against_the_next_enemy_attack(table: Crew) -> None:
    """Once, whether the Save succeeds or not."""
    one, guard = table.operator("Flux"), table.enemy("Guard", "drone_guns")
    table.begin(80)
    table.afflict(one, "exposed")
    table.play(shot(guard, one), 20, 30)
    assert table.result("test")["edge"] == -1
    table.play(shot(guard, one), 20)


@pytest.mark.rule("CHR-41")
@pytest.mark.rule("CHR-43")
@pytest.mark.parametrize(("roll", "damage", "conviction"), [(39, 0, 20), (40, 2, 19), (33, 0, 20)])
def test_a_save_against_an_attack(table: Crew, roll: int, damage: int, conviction: int) -> None:
    """Success: nothing happens; failure: the tier less Soak. It costs no action, and there is no limit."""
    one, guard = table.operator("Flux", "kevlar_vest"), table.enemy("Guard", "drone_guns")
    table.begin(80)
    table.set_gauge(one, "conviction", 20)
    table.play(shot(guard, one), roll)
    assert table.result("attack")["damage"] == damage
    assert (table.health(one), table.conviction(one)) == (10 - damage, conviction)
    table.play(shot(guard, one), 20)


@pytest.mark.rule("CHR-41")
def test_a_block_may_name_another_save(table: Crew) -> None:
    """Sanity instead of Reflex."""
    gaze = CarriedDef(item="drone_guns", values={"save": "sanity"})
    one, guard = table.operator("Flux", sanity=70, reflex=0), table.enemy("Guard", gaze)
    table.begin(80)
    table.play(shot(guard, one), 69)
    assert table.result("test")["test"] == "sanity"
    assert table.result("attack")["hit"] is False


@pytest.mark.rule("CHR-41")
def test_a_waived_save_is_a_failure_without_stress(table: Crew) -> None:
    """The hit is taken; nothing is rolled for it."""
    one, guard = table.operator("Flux"), table.enemy("Guard", "drone_guns")
    table.begin(80)
    table.set_gauge(one, "conviction", 20)
    table.play(shot(guard, one, defence="waive"))
    assert (table.health(one), table.conviction(one)) == (6, 20)


@pytest.mark.rule("CHR-42")
@pytest.mark.rule("CHR-73")
def test_a_counter_attack(table: Crew) -> None:
    """The damage is accepted, Soak counts, and a free Combat Check strikes back, before any Panic Check."""
    one = table.operator("Flux", "pistol", "kevlar_vest")
    champion = table.enemy("Champion", "champion_blade")
    table.begin(80)
    table.play(do.Attack(who=champion, target=one, defence="counter"), 22, 1)
    assert table.keys() == ["counter", "panic"]
    assert table.health(one) == 6
    assert table.health(champion) == 6
    assert table.gauge(one, "ammo.pistol") == 9
    assert table.gauge(one, "majors") == 0


@pytest.mark.rule("CHR-42")
def test_how_to_meet_a_close_attack_is_asked(table: Crew) -> None:
    """Save, strike back or take it; with nothing to strike back with, or from afar, only the Save is rolled."""
    one, bare = table.operator("Flux", "knife"), table.operator("Bare", "sniper_rifle")
    horror = table.enemy("Horror", "horror_claws", "drone_guns")
    table.begin(80, 80)
    table.play(do.Attack(who=horror, target=one), 20, choose=["save"])
    assert table.context.texts.text(table.asked[0].label).endswith("at Close range")
    assert "attacks" in table.context.texts.text(table.asked[0].label)
    assert table.asked[0].options == ("save", "counter", "waive")  # type: ignore[union-attr]  # a choice
    table.play(do.Attack(who=horror, target=bare), 20)
    assert table.keys() == ["save"]
    table.play(shot(horror, one, weapon="drone_guns"), 20)
    afar = shot(horror, one, weapon="drone_guns", defence="counter")
    assert table.refused(afar) == "chrome.no_counter"


@pytest.mark.rule("CHR-42")
def test_a_counter_attack_is_a_whole_attack(table: Crew) -> None:
    """It can be critical, jam the weapon and cost Stress; the weapon may be named."""
    one = table.operator("Flux", "pistol", "katana")
    horror = table.enemy("Horror", "horror_claws", health=30)
    table.begin(80)
    strike = do.Attack(who=horror, target=one, defence="counter", counter_weapon="katana")
    table.play(strike, 22, 5)
    assert table.keys() == ["counter", "sever"]
    assert table.health(horror) == 22
    table.play(do.Attack(who=horror, target=one, defence="counter"), 77, 1)
    assert (table.gauge(one, "jam.pistol"), table.conviction(one)) == (1, 18)
    table.next()
    table.next()
    wrong = do.Attack(who=horror, target=one, defence="counter", counter_weapon="pistol")
    assert table.refused(wrong) == "chrome.no_counter"


@pytest.mark.rule("CHR-42")
@pytest.mark.rule("CHR-57")
def test_no_counter_attack_by_who_is_dropped(table: Crew) -> None:
    """The Save at 0 Health comes first; unconscious there is no striking back, but by house rule there is."""
    one, horror = table.operator("Flux", "knife"), table.enemy("Horror", "horror_claws")
    table.begin(80)
    table.set_gauge(one, "health", 3)
    table.play(do.Attack(who=horror, target=one, defence="counter"), 20, 2)
    assert table.keys() == ["death", "unconscious"]
    assert table.health(horror) == 10
    table.switch("chrome.counterWhenDropped", True)
    table.play(do.Wake(who=one), 1)
    table.play(do.Attack(who=horror, target=one, defence="counter"), 20, 2, 20)
    assert table.keys() == ["death", "unconscious", "counter"]
    assert table.health(horror) == 8


@pytest.mark.rule("CHR-43")
@pytest.mark.rule("CHR-17")
@pytest.mark.rule("CHR-44")
def test_a_fumbled_save_is_the_enemys_critical_hit(table: Crew) -> None:
    """3 Stress, the critical effect, undoubled damage, and one Panic Check for both reasons."""
    one, horror = table.operator("Flux"), table.enemy("Horror", "horror_claws")
    table.begin(80)
    table.set_gauge(one, "conviction", 20)
    table.play(do.Attack(who=horror, target=one), 77, 6, 1)
    assert table.keys() == ["save", "sever", "panic"]
    assert (table.health(one), table.conviction(one)) == (6, 17)


@pytest.mark.rule("CHR-43")
def test_house_rules_about_a_fumbled_save(table: Crew) -> None:
    """No critical hit of the enemy at all; or one that doubles damage too."""
    one, two = table.operator("Flux"), table.operator("Rook")
    horror = table.enemy("Horror", "horror_claws")
    table.begin(80, 80)
    table.switch("chrome.enemyCritOnCritFail", False)
    table.play(do.Attack(who=horror, target=one), 77, 1)
    assert table.keys() == ["save", "panic"]
    assert table.health(one) == 6
    table.switch("chrome.enemyCritOnCritFail", True)
    table.switch("chrome.critFailDoublesDamage", True)
    table.play(do.Attack(who=horror, target=two), 77, 6, 1)
    assert table.health(two) == 2


@pytest.mark.rule("CHR-44")
@pytest.mark.rule("CHR-62")
def test_deadly_damage_frightens_before_soak(table: Crew) -> None:
    """GT-CHR-1: Health 10, Soak 2, a failed Save against Deadly 6: 4 damage, Health 6, a Panic Check."""
    one, guard = table.operator("Flux", "kevlar_vest"), table.enemy("Guard", "guard_rifle")
    table.begin(80)
    table.play(shot(guard, one), 70, 1)
    assert table.keys() == ["save", "panic"]
    assert (table.result("attack")["damage"], table.health(one)) == (4, 6)


@pytest.mark.rule("CHR-44")
def test_deadly_may_be_judged_after_soak(table: Crew) -> None:
    """By switch only 6 or more that got through frighten; a Save made never does."""
    table.switch("chrome.deadlyPanicAfterSoak", True)
    one, bare = table.operator("Flux", "kevlar_vest"), table.operator("Bare")
    g1, g2 = table.enemy("G1", "guard_rifle"), table.enemy("G2", "guard_rifle")
    table.begin(80, 80)
    table.play(shot(g1, one), 70)
    table.play(shot(g2, bare), 70, 1)
    assert table.facts("panic_check") == [bare]
    table.switch("chrome.deadlyPanicAfterSoak", False)
    table.next()
    table.next()
    table.next()
    table.play(shot(g1, one), 20)
    assert table.keys() == ["save"]


@pytest.mark.rule("CHR-45")
def test_operator_against_operator(table: Crew) -> None:
    """The Combat Check must succeed, then the Save is rolled; a critical hit doubles and frightens."""
    one, two = table.operator("Flux", "pistol"), table.operator("Rook", side="foe")
    table.begin(10, 10)
    table.play(shot(one, two), 70)
    assert table.keys() == ["attack"]
    table.play(shot(one, two), 22, 70, 1)
    assert table.keys() == ["attack", "save", "panic"]
    assert table.health(two) == 6
    assert "Critical" in table.label


@pytest.mark.rule("CHR-45")
@pytest.mark.rule("CHR-42")
def test_operators_counter_each_other(table: Crew) -> None:
    """At Close range, once the attack has hit; the counter-attack can be saved against, not countered."""
    one, two = table.operator("Flux", "knife"), table.operator("Rook", "knife", side="foe")
    table.begin(10, 10)
    table.play(do.Attack(who=one, target=two), 20, 20, 70, choose=["counter"])
    assert table.keys() == ["attack", "defence", "counter", "save"]
    assert (table.health(one), table.health(two)) == (8, 8)


@pytest.mark.rule("CHR-73")
def test_the_order_of_what_follows(table: Crew) -> None:
    """Dice with their Stress, damage, the Save at 0, effects on who still lives, then Panic Checks by Speed."""
    one = table.operator("Flux", speed=10)
    fast, slow = table.operator("Fast", speed=60), table.operator("Slow", speed=20)
    horror = table.enemy("Horror", "horror_claws")
    table.begin(80, 80, 80)
    table.play(do.Attack(who=horror, target=one), 77, 10, 1, 1)
    assert table.keys() == ["save", "sever", "panic", "panic"]
    assert table.facts("panic_check") == [fast, slow]
    table.play(do.Attack(who=horror, target=slow), 77, 6, 1)
    assert table.facts("panic_check") == [slow]
    kinds = [event.what for event in table.last.events if hasattr(event, "what")]  # type: ignore[union-attr]  # played
    assert kinds == ["test", "stress", "attack", "sever", "panic_check"]


@pytest.mark.rule("CHR-73")
def test_the_target_comes_first_and_nobody_twice(table: Crew) -> None:
    """A fumbled Prime Save frightens all; the one hit checks first, once for all its reasons."""
    one = table.operator("Flux", speed=10, prime="reflex")
    fast = table.operator("Fast", speed=60)
    guard = table.enemy("Guard", "guard_rifle")
    table.begin(80, 80)
    table.play(shot(guard, one), 77, 1, 1)
    assert table.facts("panic_check") == [one, fast]


@pytest.mark.rule("CHR-57")
@pytest.mark.rule("CHR-41")
def test_the_unconscious_are_just_hit(table: Crew) -> None:
    """No Save, no counter-attack, no Panic Check; and at 0 Health the Body Save again."""
    one, horror = table.operator("Flux", "knife"), table.enemy("Horror", "champion_blade")
    table.begin(80)
    table.afflict(one, "unconscious", until=Expiry(round=30))
    table.set_gauge(one, "health", 9)
    table.play(do.Attack(who=horror, target=one))
    assert table.keys() == []
    assert table.health(one) == 3
    table.play(do.Attack(who=horror, target=one), 20, 1)
    assert table.keys() == ["death", "unconscious"]
    assert table.health(one) == 1


@pytest.mark.rule("CHR-20")
def test_burning_on_an_attack_and_a_save(table: Crew) -> None:
    """Attacker and target each raise their own roll."""
    one, two = table.operator("Flux", "pistol"), table.operator("Rook", side="foe")
    table.begin(10, 10)
    table.play(shot(one, two, burn=5, save_burn=10), 54, 49)
    assert table.result("attack")["hit"] is False
    assert (table.conviction(one), table.conviction(two)) == (15, 10)


def test_an_enemy_may_hit_an_enemy(table: Crew) -> None:
    """It just hits: neither rolls."""
    one, two = table.enemy("Mad", "guard_rifle"), table.enemy("Guard", soak=1)
    table.begin()
    table.play(shot(one, two))
    assert (table.keys(), table.health(two)) == ([], 5)


def test_attacks_are_made_in_a_running_fight(table: Crew) -> None:
    """Before it begins nobody attacks."""
    one, guard = table.operator("Flux", "pistol"), table.enemy("Guard")
    assert table.refused(shot(one, guard)) == "rules.not_running"
    table.play(ask.Next())
    assert table.refused(shot(one, guard)) == "chrome.not_your_turn"
