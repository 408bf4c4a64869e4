"""Who is in melee follows from where people stand, and ends where they part. Source: CWN-18, CWN-27, CWN-39."""

from typing import Any

import pytest
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.place import Place
from encounter_gui.rules.engine.obligations import due_at
from encounter_gui.rules.model.commands import Command, Put, Settle
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.cwn import commands as do
from tests.rules.systems.cwn.field.ground import Ground


@pytest.fixture
def ground() -> Ground:
    """A plan with nobody on it."""
    return Ground()


@pytest.mark.rule("CWN-27")
def test_an_armed_enemy_within_2_m_is_in_melee(ground: Ground) -> None:
    """Both are; the last metre of reach is reach (F1), an ally counts for nothing, and nothing is noted."""
    one = ground.at(ground.pc("One", items=["heavy_pistol"]), 10, 10)
    foe, far = ground.at(ground.npc("Foe"), 12, 10), ground.at(ground.npc("Far"), 12.2, 10)
    friend = ground.at(ground.pc("Friend"), 10, 11)
    assert ground.melee(one) == ()  # nobody fights yet
    ground.start()
    assert ground.melee(one) == (foe,)
    assert ground.melee(foe) == (one,)
    assert ground.melee(far) == ground.melee(friend) == ()
    assert not ground.combatant(one).memo.get("melee")
    assert "engaged" in ground.system.derived_conditions(ground.context, one)


@pytest.mark.rule("CWN-27")
def test_two_unarmed_enemies_are_not(ground: Ground) -> None:
    """A pistol and bare hands hamper nobody, until one has struck."""
    one = ground.at(ground.pc("One", items=["heavy_pistol"]), 10, 10)
    foe = ground.at(ground.npc("Foe", items=["heavy_pistol"]), 11, 10)
    ground.start()
    assert ground.melee(one) == ()
    ground.strike(one, foe, 2, weapon="unarmed")
    assert ground.melee(one) == (foe,)


@pytest.mark.rule("CWN-27")
def test_shooting_beside_an_armed_enemy(ground: Ground) -> None:
    """One-handed at −4 whoever it is aimed at, two-handed not at all."""
    one = ground.at(ground.pc("One", items=["heavy_pistol"]), 10, 10)
    two = ground.at(ground.pc("Two", items=["combat_rifle"]), 10, 11)
    ground.at(ground.npc("Foe"), 11, 10)
    other = ground.at(ground.npc("Other"), 15, 10)
    ground.start()
    assert ground.strike(one, other, 10)["modifiers.in_melee"] == -4
    assert ground.refused(do.Attack(who=two, target=other)) == "cwn.two_hands_in_melee"


@pytest.mark.rule("CWN-18")
@pytest.mark.rule("CWN-27")
def test_who_is_pushed_away_is_in_melee_no_more(ground: Ground) -> None:
    """Noted melee ends where the two are out of reach, whoever of them moves; within reach it goes on."""
    one, foe = ground.at(ground.pc("One"), 10, 10), ground.at(ground.npc("Foe"), 11, 10)
    ground.start()
    ground.strike(one, foe, 2)
    before = ground.context
    ground.at(foe, 12, 10)
    assert ground.melee(one) == (foe,)
    assert ground.combatant(one).memo.get("melee") == (foe,)
    ground.at(foe, 12.1, 10)
    assert ground.melee(one) == ground.melee(foe) == ()
    assert not ground.combatant(one).memo.get("melee")
    ground.context = before
    ground.at(one, 20, 20)
    assert not ground.combatant(foe).memo.get("melee")


@pytest.mark.rule("CWN-27")
def test_melee_by_place_ends_by_moving_one(ground: Ground) -> None:
    """To take it off by hand is refused, and says what to do; what is noted besides can be taken off."""
    one, foe = ground.at(ground.pc("One"), 10, 10), ground.at(ground.npc("Foe"), 11, 10)
    ground.start()
    assert ground.refused(do.Disengage(who=one)) == "cwn.engaged_by_place"
    ground.play(do.Engage(who=one, target=foe))
    ground.play(do.Disengage(who=one))
    assert ground.melee(one) == (foe,)
    ground.at(foe, 30, 10)
    assert ground.refused(do.Disengage(who=one)) == "cwn.not_engaged"


@pytest.mark.rule("CWN-18")
def test_who_is_taken_off_the_plan_stays_in_melee(ground: Ground) -> None:
    """The plan then says nothing of them: what was noted stays."""
    one, foe = ground.at(ground.pc("One"), 10, 10), ground.at(ground.npc("Foe"), 11, 10)
    ground.start()
    ground.strike(one, foe, 2)
    ground.play(Put(who=(foe,), off=True))
    assert ground.melee(one) == (foe,)


@pytest.mark.rule("CWN-25")
def test_a_blow_does_not_reach_farther_than_2_m(ground: Ground) -> None:
    """Refused in words; what the game master says of the distance wins."""
    one, foe = ground.at(ground.pc("One"), 10, 10), ground.at(ground.npc("Foe"), 12.5, 10)
    ground.start()
    assert ground.refused(do.Attack(who=one, target=foe)) == "cwn.out_of_reach"
    assert ground.strike(one, foe, 2, metres=1) is not None


@pytest.mark.rule("CWN-39")
def test_a_swarm_needs_everybody_within_range_of_what_is_in_hand(ground: Ground) -> None:
    """With a blade beside the target, with a pistol as far as that reaches."""
    one, two = ground.at(ground.pc("One"), 10, 10), ground.at(ground.pc("Two"), 30, 10)
    three = ground.at(ground.pc("Three", items=["heavy_pistol"]), 30, 11)
    foe = ground.at(ground.npc("Foe"), 11, 10)
    ground.start()
    ground.play(do.Swarm(who=one, target=foe))
    assert ground.refused(do.Swarm(who=two, target=foe)) == "cwn.out_of_reach"
    assert ground.left(two) == (1, 1)
    ground.play(do.Swarm(who=three, target=foe))
    assert ground.strike(one, foe, 3, how="swarm")["modifiers.swarm"] == 2


@pytest.mark.rule("CWN-36c")
def test_a_snap_attack_answers_only_who_is_in_reach(ground: Ground) -> None:
    """Where both stand on the plan, it says whether a blow reaches: to shoot from afar is not answered by a sword."""
    one = ground.at(ground.pc("One", items=["heavy_pistol"], shoot=3), 10, 10)
    boss = ground.at(ground.npc("Boss", named=True, hp=2, attack=9), 19, 10)
    ground.start()
    ground.play(do.Attack(who=one, target=boss), 15, 1, 1)
    assert not any(f"snap:{boss}" in each.options for each in ground.asked)


@pytest.mark.rule("CWN-69")
def test_each_target_has_its_own_distance(ground: Ground) -> None:
    """Of several attacks of one Main each is judged from where its target stands; out of reach is refused."""
    rapid = CarriedDef(item="heavy_pistol", values={"attacks": 2})
    one = ground.at(ground.pc("One", items=[rapid]), 10, 10)
    near, far = ground.at(ground.npc("Near"), 18, 10), ground.at(ground.npc("Far"), 10, 40)
    beyond = ground.at(ground.npc("Beyond"), 10, 99)
    ground.area("cover", (14, 8), (1, 4))
    ground.start()
    assert ground.refused(do.Attack(who=one, target=near, also=(beyond,), weapon="unarmed"))
    ground.play(do.Attack(who=one, target=near, also=(far,)), 2, 2)
    first, second = ground.facts("attack")
    assert (first["at"], first["modifiers.cover_partial"]) == (near, -2)
    assert second["at"] == far
    assert second["modifiers.long_range"] == -2
    assert "modifiers.cover_partial" not in second


@pytest.mark.rule("CWN-69")
def test_a_further_target_out_of_reach_is_refused(ground: Ground) -> None:
    """Two claws strike at two who stand beside; a third one is too far."""
    claws = CarriedDef(item="heavy_pistol", values={"attacks": 2, "class": "melee", "range": ()})
    one = ground.at(ground.pc("One", items=[claws]), 10, 10)
    near, far = ground.at(ground.npc("Near"), 11, 10), ground.at(ground.npc("Far"), 14, 10)
    ground.start()
    assert ground.refused(do.Attack(who=one, target=near, also=(far,))) == "cwn.out_of_reach"
    assert ground.left(one) == (1, 1)


@pytest.mark.rule("CWN-69")
def test_a_target_that_stands_nowhere_has_no_distance_of_another(ground: Ground) -> None:
    """One on the plan at long range, one nowhere: each is what it is, in any order."""
    rapid = CarriedDef(item="heavy_pistol", values={"attacks": 3})
    one = ground.at(ground.pc("One", items=[rapid]), 10, 10)
    lost, far = ground.npc("Lost"), ground.at(ground.npc("Far"), 10, 40)
    ground.start()
    before = ground.context
    ground.play(do.Attack(who=one, target=lost, also=(far,)), 2, 2, 2)
    assert [(each["at"], each["bonus"]) for each in ground.facts("attack")] == [
        (lost, 0),
        (far, -2),
        (lost, 0),
    ]
    ground.context = before
    ground.play(do.Attack(who=one, target=far, also=(lost,)), 2, 2, 2)
    assert [(each["at"], each["bonus"]) for each in ground.facts("attack")] == [
        (far, -2),
        (lost, 0),
        (far, -2),
    ]


def attacked(ground: Ground, command: Command, *faces: int) -> dict[str, Any]:
    """Makes one attack of a Main and leaves the others owed; returns its result."""
    left = list(faces)
    outcome = ground.one_command(command, left, [])
    assert not left
    return next(
        dict(each.values)
        for each in outcome.events
        if isinstance(each, ev.Resolved) and each.what == "attack"
    )


@pytest.mark.rule("CWN-69")
@pytest.mark.parametrize("is_named", [False, True])
def test_f8_a_further_attack_is_judged_from_where_both_stand_then(
    ground: Ground, *, is_named: bool
) -> None:
    """Between the attacks of one Main people move: range and cover follow from the plan again, whoever moved.

    What was said by hand holds as long as nobody moves; beyond the weapon's range it is refused, and stays owed.
    """
    rapid = CarriedDef(item="heavy_pistol", values={"attacks": 4})
    one = ground.at(ground.pc("One", items=[rapid]), 10, 10)
    foe = ground.at(ground.npc("Foe"), 18, 10)
    ground.area("cover", (40, 8), (1, 4))
    ground.start()
    also = (foe, foe, foe) if is_named else ()
    said = do.Attack(who=one, target=foe, also=also, metres=20)
    aims = () if not is_named else (do.Aimed(target=foe, metres=20),)
    first = attacked(ground, replace(said, aims=aims), 2)
    assert "modifiers.long_range" in first
    assert "modifiers.long_range" in attacked(ground, Settle(), 2)  # nobody has moved
    ground.happen(*moved(foe, 45, 10))
    third = attacked(ground, Settle(), 2)
    assert third["modifiers.cover_partial"] == -2
    ground.happen(*moved(foe, 99, 99))
    assert ground.refused(Settle()) == "cwn.out_of_range"
    assert due_at(ground.context.state, "now")
    ground.happen(*moved(one, 95, 99))
    last = attacked(ground, Settle(), 2)
    assert not {"modifiers.cover_partial", "modifiers.long_range"} & set(last)


@pytest.mark.rule("CWN-69")
def test_f8_a_further_attack_on_somebody_who_stood_nowhere(ground: Ground) -> None:
    """Placed meanwhile, they are as far as they stand; the other target is judged as before."""
    rapid = CarriedDef(item="heavy_pistol", values={"attacks": 2})
    one = ground.at(ground.pc("One", items=[rapid]), 10, 10)
    near, lost = ground.at(ground.npc("Near"), 14, 10), ground.npc("Lost")
    ground.start()
    attacked(ground, do.Attack(who=one, target=near, also=(lost,)), 2)
    ground.happen(*moved(lost, 45, 10))
    assert "modifiers.long_range" in attacked(ground, Settle(), 2)


def moved(who: CombatantId, x: float, y: float) -> tuple[ev.Event, ...]:
    """Somebody stands elsewhere from now on."""
    return (ev.PlaceSet(who=who, to=Place(x=x, y=y)),)
