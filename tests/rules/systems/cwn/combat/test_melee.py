"""Who is in melee, leaving it, swarms and screens, under the CWN rules."""

from typing import Any

import pytest

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.model.commands import Adjust, Next, Remove
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.cwn import commands as do
from tests.rules.systems.cwn.bout import Bout


@pytest.fixture
def bout() -> Bout:
    """An empty table."""
    return Bout()


def derived(bout: Bout, who: Any) -> tuple[str, ...]:
    """The conditions that follow from other facts."""
    return bout.system.derived_conditions(bout.context, who)


# ------------------------------------------------------------------ melee and leaving it


@pytest.mark.rule("CWN-47")
def test_blows_bring_into_melee(bout: Bout) -> None:
    """Whoever strikes, hit or miss, is in melee with the other, until one is down or away."""
    ann, foe = bout.pc("Ann"), bout.npc("Foe")
    bout.start()
    bout.strike(ann, foe, 2)
    assert derived(bout, ann) == derived(bout, foe) == ("engaged",)
    bout.play(do.Disengage(who=foe))
    assert derived(bout, ann) == derived(bout, foe) == ()
    bout.play(do.Engage(who=ann, target=foe))
    bout.play(Adjust(who=(foe,), change="-9"))
    assert derived(bout, ann) == ()


@pytest.mark.rule("CWN-18")
@pytest.mark.rule("CWN-36h")
def test_turning_away_draws_free_attacks(bout: Bout) -> None:
    """Each enemy in melee strikes first, at no cost of its own, with what it has in hand."""
    ann = bout.pc("Ann", ac_melee=10)
    blade, bare = bout.npc("Blade"), bout.npc("Bare", items=[])
    bout.start()
    for foe in (blade, bare):
        bout.play(do.Engage(who=ann, target=foe))
    bout.play(do.Run(who=ann, metres=8), 12, 1, 2, 12, 1, 1)
    assert [each["at"] for each in bout.facts("attack")] == [ann, ann]
    assert (bout.hp(ann), bout.left(ann), bout.left(blade)) == (9, (1, 0), (1, 1))
    assert derived(bout, blade) == ()


@pytest.mark.rule("CWN-18")
def test_who_is_put_down_does_not_get_away(bout: Bout) -> None:
    """A free attack comes before the movement; the others then need not strike."""
    ann = bout.pc("Ann", ac_melee=10, hp=2)
    first, second = bout.npc("One"), bout.npc("Two")
    bout.start()
    for foe in (first, second):
        bout.play(do.Engage(who=ann, target=foe))
    bout.play(do.Run(who=ann, metres=8), 12, 1, 3)
    assert bout.has(ann, "mortally_wounded")
    assert first in bout.combatant(ann).memo["melee"]


@pytest.mark.rule("CWN-18")
def test_by_switch_only_the_armed_strike(bout: Bout) -> None:
    """The unarmed let one go; so may the game master anybody."""
    ann = bout.pc("Ann", ac_melee=10)
    bare = bout.npc("Bare", items=[])
    bout.switch("cwn.freeAttackArmedOnly", True)
    bout.start()
    bout.play(do.Engage(who=ann, target=bare))
    assert bout.refused(do.Run(who=ann, free=(bare,))) == "cwn.no_free_attack"
    bout.play(do.Run(who=ann, metres=8))
    assert not bout.facts("attack")


@pytest.mark.rule("CWN-36i")
def test_a_fighting_withdrawal(bout: Bout) -> None:
    """For the Main, the Move later this turn draws nothing."""
    ann, foe = bout.pc("Ann"), bout.npc("Foe")
    bout.start()
    bout.play(do.Engage(who=ann, target=foe))
    bout.play(do.Withdraw(who=ann))
    bout.play(do.Run(who=ann, metres=10))
    assert bout.left(ann) == (0, 0)
    assert derived(bout, foe) == ()
    bout.next()
    assert not bout.has(ann, "withdrawn")


@pytest.mark.rule("CWN-36i")
@pytest.mark.rule("CWN-45g")
def test_close_combatants_withdraw_for_nothing(bout: Bout) -> None:
    """At rank 2 it is On Turn."""
    ann = bout.pc("Ann", items=["sword", "close_combatant_2"])
    bout.npc("Foe")
    bout.start()
    bout.play(do.Withdraw(who=ann))
    assert bout.left(ann) == (1, 1)


@pytest.mark.rule("CWN-22")
@pytest.mark.rule("CWN-35")
def test_how_far_a_move_goes(bout: Bout) -> None:
    """The Move rate; half of it when prone."""
    ann = bout.pc("Ann")
    bout.npc("Foe")
    bout.start()
    assert bout.refused(do.Run(who=ann, metres=11)) == "cwn.too_far"
    bout.play(do.GoProne(who=ann))
    assert bout.refused(do.Run(who=ann, metres=6)) == "cwn.too_far"
    bout.play(do.Run(who=ann, metres=5))


@pytest.mark.rule("CWN-18")
@pytest.mark.rule("CWN-36e")
def test_a_charge_out_of_melee_draws_free_attacks(bout: Bout) -> None:
    """Whoever charges somebody else turns away from those nearby."""
    ann = bout.pc("Ann", ac_melee=10)
    near, far = bout.npc("Near"), bout.npc("Far")
    bout.start()
    bout.play(do.Engage(who=ann, target=near))
    bout.play(do.Attack(who=ann, target=far, how="charge"), 2, 3)
    assert [each["at"] for each in bout.facts("attack")] == [ann, far]
    assert derived(bout, near) == ()


# ------------------------------------------------------------------ swarms


def gang_on(bout: Bout, count: int, **pc: Any) -> tuple[Any, list[Any]]:
    """A swarm of so many on a player character, who has no Main left; nobody has struck yet."""
    ann = bout.pc("Ann", **({"hp": 40, "ac_melee": 14} | pc))
    gang = [bout.npc(f"Thug {number}", attack=1) for number in range(count)]
    bout.start(8, 1)
    bout.put(ann, "main", 1)
    bout.next()
    for one in gang:
        bout.play(do.Swarm(who=one, target=ann))
    return ann, gang


@pytest.mark.rule("CWN-39")
@pytest.mark.rule("CWN-36d")
@pytest.mark.parametrize(("count", "bonus", "rolled"), [(1, 1, 1), (2, 3, 2), (3, 5, 3), (4, 7, 4)])
def test_each_other_adds(bout: Bout, count: int, bonus: int, rolled: int) -> None:
    """+2 to hit and +1 damage for each other; alone it is an ordinary attack. Each has spent its Main."""
    ann, gang = gang_on(bout, count)
    result = bout.strike(gang[0], ann, 15, 1, 1, how="swarm")
    assert (result["bonus"], result["rolled"]) == (bonus, rolled)
    assert all(bout.left(one)[0] == 0 for one in gang)
    assert not any(bout.has(one, "swarming") for one in gang)


@pytest.mark.rule("CWN-39")
def test_a_swarm_does_no_more_than_the_weapon_could(bout: Bout) -> None:
    """The bonus never passes the most of the attack; the cap comes before Trauma multiplies."""
    ann, gang = gang_on(bout, 4)
    result = bout.strike(gang[1], ann, 15, 6, 3, how="swarm")
    assert (result["rolled"], result["damage"]) == (4, 12)


@pytest.mark.rule("CWN-39")
@pytest.mark.parametrize("gear", [["close_combatant_1"], ["riot_shield"]])
def test_nothing_stops_the_shock_of_a_swarm(bout: Bout, gear: list[str]) -> None:
    """Neither AC nor shield nor Focus; on a hit it is the floor."""
    ann, gang = gang_on(bout, 2, items=["sword", *gear], ac_melee=22)
    result = bout.strike(gang[0], ann, 2, how="swarm")
    assert (result["hit"], result["damage"]) == (False, 1)


@pytest.mark.rule("CWN-39")
def test_alone_shock_is_as_ever(bout: Bout) -> None:
    """One alone does no Shock above its AC."""
    ann, gang = gang_on(bout, 1, ac_melee=22)
    assert bout.strike(gang[0], ann, 2, how="swarm")["damage"] == 0


@pytest.mark.rule("CWN-39")
def test_weapons_without_shock_do_none(bout: Bout) -> None:
    """The swarm gives no Shock to who has none."""
    ann = bout.pc("Ann", ac_melee=22)
    gang = [bout.npc(f"Thug {number}", items=["heavy_pistol"]) for number in range(2)]
    bout.start(1, 8)
    for one in gang:
        bout.play(do.Swarm(who=one, target=ann))
    assert bout.strike(gang[0], ann, 2, how="swarm")["damage"] == 0


@pytest.mark.rule("CWN-39")
def test_only_those_still_up_count(bout: Bout) -> None:
    """Whoever fell meanwhile neither strikes nor helps."""
    ann, gang = gang_on(bout, 3)
    bout.play(Adjust(who=(gang[0],), change="-9"))
    blow = do.Attack(who=gang[0], target=ann, how="swarm")
    assert bout.refused(blow) == "cwn.is_down"
    assert bout.strike(gang[1], ann, 15, 1, 1, how="swarm")["bonus"] == 3


@pytest.mark.rule("CWN-39")
def test_four_at_most_and_the_swarm_has_to_strike(bout: Bout) -> None:
    """A fifth cannot join; and the side's turn does not end before the blow."""
    ann, gang = gang_on(bout, 4)
    fifth = bout.npc("Thug 5")
    bout.happen(ev.OrderSet(slots=(*bout.context.state.slots, _slot(bout, fifth))))
    assert bout.refused(do.Swarm(who=fifth, target=ann)) == "cwn.swarm_full"
    blow = do.Attack(who=fifth, target=ann, how="swarm")
    assert bout.refused(blow) == "cwn.not_swarming"
    assert bout.refused(Next()) == "cwn.swarm_waits"
    bout.strike(gang[0], ann, 1, how="swarm")
    bout.next()


def _slot(bout: Bout, who: Any) -> Any:
    from msgspec.structs import replace

    return replace(bout.context.state.slots[-1], who=who, is_done=False)


# ------------------------------------------------------------------ screens


def screened(bout: Bout, *, foes: int = 1, **screener: Any) -> tuple[Any, Any, list[Any]]:
    """Somebody behind a screener, the foes' turn, nobody with a Main to defend with."""
    guard = bout.pc("Guard", **({"stab": 1, "ac_melee": 15, "hp": 30} | screener))
    ward = bout.pc("Ward", ac_melee=10, hp=30)
    gang = [bout.npc(f"Foe {number}", skill=1) for number in range(foes)]
    bout.start(8, 1)
    for who in (guard, ward):
        bout.put(who, "main", 1)
    bout.play(do.Screen(who=guard, ally=ward))
    bout.next()
    return guard, ward, gang


@pytest.mark.rule("CWN-40")
@pytest.mark.rule("CWN-36f")
@pytest.mark.parametrize(("faces", "at", "ac"), [((3, 4, 3, 4), 0, 15), ((4, 4, 3, 4), 1, 10)])
def test_getting_past_a_screener(bout: Bout, faces: tuple[int, ...], at: int, ac: int) -> None:
    """The attacker has to win; otherwise the screener is attacked, with its own AC and Shock."""
    guard, ward, (foe,) = screened(bout)
    result = bout.strike(foe, ward, *faces, 2)
    assert result["at"] == (guard, ward)[at]
    assert (result["ac"], result["damage"]) == (ac, 1)


@pytest.mark.rule("CWN-40")
def test_a_screener_faces_so_many_attackers(bout: Bout) -> None:
    """As many different ones a round as its best combat skill; the next meets no check."""
    guard, ward, (first, second) = screened(bout, foes=2)
    assert bout.strike(first, ward, 1, 1, 6, 6, 2)["at"] == guard
    assert bout.strike(second, ward, 2)["at"] == ward
    bout.put(first, "main", 0)
    assert bout.strike(first, ward, 1, 1, 6, 6, 2)["at"] == guard


@pytest.mark.rule("CWN-40")
def test_of_several_screeners_the_weakest_is_struck(bout: Bout) -> None:
    """Of those who stopped the attacker the lowest total is attacked; one who was beaten is passed by."""
    guards = [bout.pc(f"Guard {number}", stab=1) for number in range(3)]
    ward = bout.pc("Ward")
    foe = bout.npc("Foe")
    bout.start(8, 1)
    for who in (*guards, ward):
        bout.put(who, "main", 1)
    for guard in guards:
        bout.play(do.Screen(who=guard, ally=ward))
    bout.next()
    result = bout.strike(foe, ward, 3, 4, 6, 6, 4, 4, 1, 1, 2)
    assert result["at"] == guards[1]


@pytest.mark.rule("CWN-40")
def test_bodies_stop_no_bullets(bout: Bout) -> None:
    """Gunfire is only stopped by armour that is part of the body."""
    _, ward, (foe,) = screened(bout)
    bout.happen(ev.ItemPut(who=foe, item=bout.context.ruleset.item("heavy_pistol").copy()))
    bout.happen(ev.MemoSet(who=foe, key="held", value="heavy_pistol"))
    bout.put(foe, "ammo.heavy_pistol", 8)
    assert bout.strike(foe, ward, 2)["at"] == ward


@pytest.mark.rule("CWN-40")
def test_integral_armor_stops_bullets(bout: Bout) -> None:
    """Dermal armour does."""
    guard, ward, (foe,) = screened(bout, items=["sword", "dermal_armor_1"])
    bout.happen(ev.ItemPut(who=foe, item=bout.context.ruleset.item("heavy_pistol").copy()))
    bout.happen(ev.MemoSet(who=foe, key="held", value="heavy_pistol"))
    bout.put(foe, "ammo.heavy_pistol", 8)
    assert bout.strike(foe, ward, 1, 1, 6, 6, 2)["at"] == guard


@pytest.mark.rule("CWN-40")
def test_when_a_screen_ends(bout: Bout) -> None:
    """With the screener down, with the ward gone, by hand, or when the screener's next turn begins."""
    guard, ward, _ = screened(bout)
    bout.next()
    assert not bout.has(guard, "screening")
    assert not bout.has(ward, "screened")
    bout.play(do.Screen(who=guard, ally=ward))
    bout.play(do.EndScreen(who=guard))
    assert not bout.has(ward, "screened")
    bout.put(guard, "move", 0)
    bout.play(do.Screen(who=guard, ally=ward))
    bout.play(Adjust(who=(guard,), change="-50"))
    assert not bout.has(ward, "screened")
    bout.play(Remove(who=(guard,)))


@pytest.mark.rule("CWN-40")
def test_who_can_screen(bout: Bout) -> None:
    """A friend, not oneself; with a combat skill; NPCs by their skill bonus, unless the switch says no."""
    weak = bout.pc("Weak", stab=0)
    ann = bout.pc("Ann")
    foe, friend = bout.npc("Foe"), bout.npc("Friend")
    bout.start()
    assert bout.refused(do.Screen(who=weak, ally=ann)) == "cwn.too_unskilled_to_screen"
    assert bout.refused(do.Screen(who=ann, ally=ann)) == "cwn.screen_whom"
    assert bout.refused(do.Screen(who=ann, ally=foe)) == "cwn.screen_whom"
    bout.next()
    bout.switch("cwn.npcScreen", False)
    assert bout.refused(do.Screen(who=foe, ally=friend)) == "cwn.npc_cannot_screen"
    bout.switch("cwn.npcScreen", True)
    bout.play(do.Screen(who=foe, ally=friend))
    assert bout.left(foe) == (1, 0)


@pytest.mark.rule("CWN-40")
@pytest.mark.rule("CWN-39")
def test_a_swarm_meets_the_screener(bout: Bout) -> None:
    """Whoever the blow meets, the swarm counts as it was joined."""
    guard, ward, (first, second) = screened(bout, foes=2)
    for foe in (first, second):
        bout.play(do.Swarm(who=foe, target=ward))
    result = bout.strike(first, ward, 1, 1, 6, 6, 2, how="swarm")
    assert (result["at"], result["bonus"], result["damage"]) == (guard, 4, 1)


@pytest.mark.rule("CWN-47")
def test_two_in_melee_who_become_friends(bout: Bout) -> None:
    """Only enemies who are up count, whatever is noted."""
    blade = CarriedDef(item="knife")
    ann, foe = bout.pc("Ann"), bout.npc("Foe", items=[blade])
    bout.start()
    bout.play(do.Engage(who=ann, target=foe))
    bout.happen(ev.ConditionAdded(who=foe, condition=Condition(key="helpless")))
    bout.play(do.Run(who=ann, metres=5))
    assert not bout.facts("attack")
    assert bout.refused(do.Engage(who=ann, target=ann)) == "cwn.same_side"
