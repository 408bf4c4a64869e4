"""Falling, dying, injuries, healing and morale under the CWN rules."""

from typing import Any

import pytest

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.model.commands import Adjust, Afflict, Finish, Flag, Next, Relieve
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.turns import morale
from tests.rules.systems.cwn.bout import Bout


@pytest.fixture
def bout() -> Bout:
    """An empty table."""
    return Bout()


def shot_down(bout: Bout, *, trauma: int = 1, **pc: Any) -> Any:
    """Somebody with 3 HP, the foes' turn, and a foe with a gun; returns both."""
    ann = bout.pc("Ann", **({"hp": 3} | pc))
    foe = bout.npc("Foe", items=["heavy_pistol"], attack_ranged=20)
    bout.start(1, 8)
    bout.strike(foe, ann, 15, trauma, 8)
    return ann, foe


def stabilized(bout: Bout) -> tuple[Any, Any]:
    """A medic and somebody just stabilized, in round 1."""
    medic = bout.pc("Medic", heal=1, items=["medkit"])
    ann = bout.pc("Ann")
    bout.npc("Foe", hp=40)
    bout.start()
    bout.play(Adjust(who=(ann,), change="-20"))
    bout.play(do.Stabilize(who=medic, patient=ann), 4, 4)
    return medic, ann


# ------------------------------------------------------------------ falling


@pytest.mark.rule("CWN-57")
@pytest.mark.rule("CWN-01")
def test_ordinary_npcs_die_others_do_not(bout: Bout) -> None:
    """At 0 HP an ordinary NPC is dead, a player character or named NPC mortally wounded, a machine destroyed."""
    ann = bout.pc("Ann")
    thug, boss = bout.npc("Thug"), bout.npc("Boss", named=True)
    drone = bout.npc("Drone", kind="drone", named=True)
    bout.start()
    bout.play(Adjust(who=(ann, thug, boss, drone), change="-50"))
    assert [bout.has(who, "mortally_wounded") for who in (ann, thug, boss, drone)] == [
        True,
        False,
        True,
        False,
    ]
    assert bout.has(thug, "dead")
    assert bout.has(drone, "dead")
    assert bout.hp(ann) == 0


@pytest.mark.rule("CWN-65")
def test_drones_are_destroyed_and_have_no_morale(bout: Bout) -> None:
    """A machine at 0 HP is no more, nonlethal blow or not, and never breaks."""
    one = bout.pc("Op", items=["club"])
    drone = bout.npc("Drone", kind="drone", hp=2)
    bout.start()
    assert bout.refused(do.Morale(who=(drone,))) == "cwn.machines_never_check"
    bout.strike(one, drone, 15, 4, nonlethal=True)
    assert bout.has(drone, "dead")


@pytest.mark.rule("CWN-58")
def test_nonlethal_damage(bout: Bout) -> None:
    """At 0 HP the victim is out cold, and comes to after ten minutes with 1 HP."""
    one, foe = bout.pc("Op", items=["club"]), bout.npc("Foe", hp=2)
    bout.start()
    bout.strike(one, foe, 15, 4, nonlethal=True)
    assert bout.has(foe, "unconscious")
    assert bout.refused(do.Revive(who=foe)) == "cwn.not_while_fighting"
    bout.play(Finish())
    bout.play(do.Revive(who=foe))
    assert (bout.hp(foe), bout.has(foe, "unconscious"), bout.has(foe, "prone")) == (1, False, True)


@pytest.mark.rule("CWN-59")
def test_the_mortally_wounded_die_after_six_rounds(bout: Bout) -> None:
    """At the end of the sixth round after the fall, unless stabilized; helpless until then."""
    ann, foe = shot_down(bout)
    assert bout.combatant(ann).condition("mortally_wounded").count == 1  # type: ignore[union-attr]
    assert bout.refused(do.TotalDefense(who=ann)) == "cwn.is_down"
    while bout.context.state.round < 7:
        bout.next()
        assert bout.has(ann, "mortally_wounded")
    bout.next()
    assert bout.context.state.round == 8
    assert bout.has(ann, "dead")
    assert not bout.has(ann, "mortally_wounded")
    assert bout.hp(foe) > 0


@pytest.mark.rule("CWN-59")
def test_the_switch_for_rounds_to_live(bout: Bout) -> None:
    """By switch there are fewer."""
    bout.switch("cwn.deathRounds", 3)
    ann, _ = shot_down(bout)
    while bout.context.state.round < 5:
        bout.next()
    assert bout.has(ann, "dead")


@pytest.mark.rule("CWN-59")
def test_more_damage_kills(bout: Bout) -> None:
    """Any further harm is the end, by dice or by hand."""
    ann, foe = shot_down(bout)
    bout.put(foe, "main", 0)
    bout.strike(foe, ann, 15, 1, 1)
    assert bout.has(ann, "dead")
    bout.play(Relieve(who=(ann,), condition="dead"))
    assert bout.hp(ann) == 1
    bout.play(Adjust(who=(ann,), change="-4"))
    bout.play(Adjust(who=(ann,), change="-1"))
    assert bout.has(ann, "dead")


@pytest.mark.rule("CWN-57")
def test_by_hand_a_gauge_is_what_it_says(bout: Bout) -> None:
    """A change by hand does not go to the soak pool; healing above 0 ends the fall."""
    bout.pc("Ann")
    foe = bout.npc("Foe", soak=5, named=True)
    bout.start()
    bout.play(Adjust(who=(foe,), change="-2"))
    assert (bout.hp(foe), bout.gauge(foe, "soak")) == (4, 5)
    bout.play(Adjust(who=(foe,), change="=0"))
    assert bout.has(foe, "mortally_wounded")
    bout.play(Adjust(who=(foe,), change="+3"))
    assert (bout.hp(foe), bout.has(foe, "mortally_wounded")) == (3, False)
    bout.play(Adjust(who=(foe,), change="+30"))
    assert bout.hp(foe) == 6


@pytest.mark.rule("CWN-47")
def test_a_condition_put_on_by_hand_has_its_consequences(bout: Bout) -> None:
    """Mortally Wounded by hand counts from now, at 0 HP, prone, with nothing in hand."""
    ann = bout.pc("Ann")
    bout.npc("Foe")
    bout.start()
    bout.next()
    bout.next()
    bout.play(Afflict(who=(ann,), condition="mortally_wounded"))
    combatant = bout.combatant(ann)
    assert combatant.condition("mortally_wounded").count == 2  # type: ignore[union-attr]
    assert (bout.hp(ann), combatant.memo["dropped"], combatant.has("prone")) == (
        0,
        ("sword",),
        True,
    )


@pytest.mark.rule("CWN-36o")
@pytest.mark.rule("CWN-47")
def test_falling_ends_what_was_begun(bout: Bout) -> None:
    """Whoever falls lies there, drops what was in hand, and holds, swarms or screens no more."""
    ann = bout.pc("Ann", stab=1)
    ben = bout.pc("Ben")
    bout.npc("Foe")
    bout.start()
    bout.play(do.Screen(who=ann, ally=ben))
    bout.play(Adjust(who=(ann,), change="-50"))
    assert bout.has(ann, "prone")
    assert not bout.has(ann, "screening")
    assert bout.combatant(ann).memo["dropped"] == ("sword",)


# ------------------------------------------------------------------ major injuries


@pytest.mark.rule("CWN-63")
@pytest.mark.parametrize(("die", "saved"), [(15, True), (14, False)])
def test_a_major_injury_after_a_traumatic_hit(bout: Bout, die: int, saved: bool) -> None:
    """Falling after a Traumatic Hit asks for a Physical save; failing it a d12, and mortally wounded either way."""
    ann = bout.pc("Ann", hp=3)
    foe = bout.npc("Foe", items=["heavy_pistol"], attack_ranged=20)
    bout.start(1, 8)
    bout.strike(foe, ann, 15, 6, 8, die, *(() if saved else (12,)))
    assert bout.fact("injury_save")["saved"] is saved
    assert bout.has(ann, "mortally_wounded")


@pytest.mark.rule("CWN-64")
def test_the_log_names_the_injury(bout: Bout) -> None:
    """Whoever reads the entry knows what was ruined, whether or not it leaves a condition."""
    ann = bout.pc("Ann", hp=2)
    foe = bout.npc("Foe")
    bout.start(1, 8)
    bout.strike(foe, ann, 19, 6, 4, 2, 5)
    fall, injury = map(bout.context.texts.text, bout.labels)
    assert "mortally wounded" in fall
    assert "suffers a major injury: *Gut wound*" in injury
    assert bout.fact("fate")["injury"] == "gut_wound"


@pytest.mark.rule("CWN-63")
def test_trauma_that_only_met_soak_counts(bout: Bout) -> None:
    """A Traumatic Hit earlier in the scene, be it on the soak pool, is enough; a save is rolled at the fall."""
    ann = bout.pc("Ann", hp=3, soak=24)
    foe = bout.npc("Foe", items=["heavy_pistol"], attack_ranged=20)
    bout.start(1, 8)
    bout.strike(foe, ann, 15, 6, 8)
    assert (bout.hp(ann), bout.has(ann, "traumatized")) == (3, True)
    bout.play(Adjust(who=(ann,), change="-3"), 20)
    assert bout.fact("injury_save")["saved"] is True


@pytest.mark.rule("CWN-63")
def test_without_trauma_there_is_no_save(bout: Bout) -> None:
    """Falling by plain damage leaves no injury; nor do ordinary NPCs roll."""
    shot_down(bout)
    assert not bout.facts("injury_save")


@pytest.mark.rule("CWN-64")
@pytest.mark.parametrize(
    ("face", "condition", "place", "dead"),
    [
        (1, "", "", True),
        (2, "", "torso", False),
        (3, "", "head", False),
        (4, "blinded", "head", False),
        (5, "", "torso", False),
        (6, "crawling", "leg_right", False),
        (7, "crawling", "leg_left", False),
        (8, "one_hand", "arm_right", False),
        (9, "one_hand", "arm_left", False),
        (10, "concussed", "head", False),
        (11, "cracked_ribs", "torso", False),
        (12, "", "", False),
    ],
)
def test_the_table_of_major_injuries(
    bout: Bout, face: int, condition: str, place: str, dead: bool
) -> None:
    """Each row leaves its mark on the body and its condition; the first leaves nobody to save."""
    ann = bout.pc("Ann")
    bout.npc("Foe")
    bout.start()
    bout.happen(ev.ConditionAdded(who=ann, condition=Condition(key="traumatized")))
    bout.play(Adjust(who=(ann,), change="-50"), 1, face)
    assert bout.has(ann, "dead") is dead
    assert bout.has(ann, "mortally_wounded") is not dead
    assert set(bout.combatant(ann).locations) == ({place} if place else set())
    assert not condition or bout.has(ann, condition)


@pytest.mark.rule("CWN-64")
@pytest.mark.rule("CWN-45u")
def test_avalanche_makes_injuries_worse(bout: Bout) -> None:
    """The drug takes 1 off the d12."""
    ann = bout.pc("Ann")
    bout.npc("Foe")
    bout.start()
    for key in ("traumatized", "avalanche"):
        bout.happen(ev.ConditionAdded(who=ann, condition=Condition(key=key)))
    bout.play(Adjust(who=(ann,), change="-50"), 1, 9)
    assert bout.fact("major_injury")["row"] == 8


@pytest.mark.rule("CWN-64")
def test_injuries_in_the_fight(bout: Bout) -> None:
    """One hand holds no rifle; a ruined leg halves the way; concussed is −2 on all rolls, cracked ribs −1 to hit."""
    ann = bout.pc("Ann", items=["sword", "rifle"], level=1)
    foe = bout.npc("Foe", hp=50)
    bout.start()
    for key in ("one_hand", "crawling", "concussed", "cracked_ribs"):
        bout.happen(ev.ConditionAdded(who=ann, condition=Condition(key=key)))
    assert bout.strike(ann, foe, 2)["bonus"] == -3
    assert bout.play(do.Save(who=ann, save="luck"), 10)["total"] == 8
    assert bout.refused(do.Run(who=ann, metres=6)) == "cwn.too_far"
    bout.happen(ev.MemoSet(who=ann, key="held", value="rifle"))
    bout.put(ann, "main", 0)
    bout.play(do.Disengage(who=ann))
    assert bout.refused(do.Attack(who=ann, target=foe)) == "cwn.needs_two_hands"


# ------------------------------------------------------------------ stabilizing and healing


@pytest.mark.rule("CWN-60")
@pytest.mark.rule("CWN-36j")
@pytest.mark.parametrize(
    ("tool", "difficulty", "items"),
    [("medkit", 8, ["medkit"]), ("none", 10, []), ("patch", 6, ["trauma_patch"])],
)
def test_stabilizing(bout: Bout, tool: Any, difficulty: int, items: list[str]) -> None:
    """Heal with Intelligence or Dexterity against 8, 10 or 6 and the full rounds since; a Main."""
    medic = bout.pc("Medic", heal=1, intelligence=14, items=["sword", *items])
    ann = bout.pc("Ann")
    bout.npc("Foe", hp=40)
    bout.start()
    bout.play(Adjust(who=(ann,), change="-20"))
    for _ in range(6):
        bout.next()
    command = do.Stabilize(who=medic, patient=ann, tool=tool)
    assert bout.play(command, 1, 2) == {
        "total": 5,
        "difficulty": difficulty + 3,
        "success": False,
        "base": 1,
        "modifiers.intelligence": 1,
    }
    assert bout.left(medic)[0] == 0
    bout.put(medic, "main", 0)
    assert bout.refused(do.Stabilize(who=medic, patient=ann, tool="none")) == "cwn.tried_this_round"


@pytest.mark.rule("CWN-60")
def test_a_patch_is_used_up(bout: Bout) -> None:
    """Without one there is no trying with one."""
    medic = bout.pc("Medic", heal=4, items=["trauma_patch"])
    ann = bout.pc("Ann")
    bout.npc("Foe", hp=40)
    bout.start()
    bout.play(Adjust(who=(ann,), change="-20"))
    bout.play(do.Stabilize(who=medic, patient=ann, tool="patch"), 1, 1)
    assert bout.gauge(medic, "ammo.trauma_patch") == 0
    bout.next()
    bout.next()
    patch = do.Stabilize(who=medic, patient=ann, tool="patch")
    assert bout.refused(patch) == "cwn.not_dying"
    bout.play(Afflict(who=(ann,), condition="mortally_wounded"))
    assert bout.refused(patch) == "cwn.no_patch"
    kit = do.Stabilize(who=medic, patient=ann, tool="medkit")
    assert bout.refused(kit) == "cwn.no_medkit"


@pytest.mark.rule("CWN-60")
@pytest.mark.rule("CWN-61")
def test_stable_and_frail(bout: Bout) -> None:
    """The stabilized do not die; they come to with 1 HP after ten minutes, frail."""
    _, ann = stabilized(bout)
    assert bout.has(ann, "stable")
    assert bout.has(ann, "frail")
    for _ in range(16):
        bout.next()
    assert not bout.has(ann, "dead")
    bout.play(Finish())
    bout.play(do.Revive(who=ann))
    assert (bout.hp(ann), bout.has(ann, "frail"), bout.has(ann, "stable")) == (1, True, False)


@pytest.mark.rule("CWN-61")
def test_the_frail_die_when_they_fall(bout: Bout) -> None:
    """0 HP again is death at once."""
    ann = bout.pc("Ann")
    bout.npc("Foe")
    bout.start()
    bout.play(Afflict(who=(ann,), condition="frail"))
    bout.play(Adjust(who=(ann,), change="-20"))
    assert bout.has(ann, "dead")


@pytest.mark.rule("CWN-61")
def test_what_ends_frailty(bout: Bout) -> None:
    """A week of rest, or one check against 10, which is tried once; nights before heal nothing."""
    medic, ann = stabilized(bout)
    bout.play(Finish())
    bout.play(do.Revive(who=ann))
    bout.play(do.Rest(who=(ann,), nights=3))
    assert (bout.hp(ann), bout.has(ann, "frail")) == (1, True)
    assert bout.play(do.Surgery(who=medic, patient=ann), 4, 4)["success"] is False
    assert bout.refused(do.Surgery(who=medic, patient=ann)) == "cwn.surgery_tried"
    bout.play(do.Rest(who=(ann,), nights=7))
    assert not bout.has(ann, "frail")
    bout.play(Afflict(who=(ann,), condition="frail"))
    assert bout.play(do.Surgery(who=medic, patient=ann), 4, 5)["success"] is True
    assert not bout.has(ann, "frail")


@pytest.mark.rule("CWN-62")
def test_first_aid_and_nights(bout: Bout) -> None:
    """1d6 and Heal for 1 Strain, as long as Strain is below Constitution; a night heals by level and takes 1 off."""
    medic = bout.pc("Medic", heal=2)
    ann = bout.pc("Ann", level=3, hp=20, constitution=4)
    bout.play(Adjust(who=(ann,), change="-15"))
    bout.play(do.FirstAid(who=medic, patient=ann), 3)
    assert (bout.hp(ann), bout.gauge(ann, "strain")) == (10, 1)
    bout.play(do.Rest(who=(ann,), nights=2))
    assert (bout.hp(ann), bout.gauge(ann, "strain")) == (16, 0)
    bout.put(ann, "strain", 4)
    assert bout.refused(do.FirstAid(who=medic, patient=ann)) == "cwn.too_strained"
    assert bout.refused(do.FirstAid(who=medic, patient=medic)) == "cwn.patient_unhurt"


@pytest.mark.rule("CWN-62")
def test_healing_takes_time(bout: Bout) -> None:
    """None of it while the fight is on."""
    medic, ann = stabilized(bout)
    for command in (
        do.FirstAid(who=medic, patient=ann),
        do.Rest(who=(ann,)),
        do.Surgery(who=medic, patient=ann),
    ):
        assert bout.refused(command) == "cwn.not_while_fighting"


# ------------------------------------------------------------------ executions


@pytest.mark.rule("CWN-43")
@pytest.mark.parametrize(("die", "fate"), [(16, "dead"), (17, "")])
def test_an_execution(bout: Bout, die: int, fate: str) -> None:
    """The save is made at minus the combat skill: failing it is the end, a success the most the weapon does."""
    ann = bout.pc("Ann", stab=2)
    foe = bout.npc("Foe", hp=30, save=15)
    bout.play(do.Execute(who=ann, target=foe), die)
    assert bout.has(foe, "dead") is (fate == "dead")
    assert bout.hp(foe) == (0 if fate else 22)


@pytest.mark.rule("CWN-43")
@pytest.mark.rule("CWN-45l")
def test_an_execution_from_afar(bout: Bout) -> None:
    """Dexterity/Shoot against 6, 8 or 10; Sniper's Eye never misses, and the save is 4 worse."""
    ann = bout.pc("Ann", shoot=1, items=["rifle"])
    foe = bout.npc("Foe", save=10, hp=40)
    aimed = do.Execute(who=ann, target=foe, distance="normal")
    bout.play(aimed, 3, 3)
    assert bout.hp(foe) == 40
    bout.play(aimed, 3, 4, 11)
    assert bout.hp(foe) == 28
    bout.happen(ev.ItemPut(who=ann, item=bout.context.ruleset.item("snipers_eye").copy()))
    bout.play(aimed, 14)
    assert bout.has(foe, "dead")


@pytest.mark.rule("CWN-43")
@pytest.mark.rule("CWN-45e")
def test_who_cannot_be_executed(bout: Bout) -> None:
    """Not the alert; the helpless have no save."""
    ann = bout.pc("Ann")
    alert = bout.npc("Alert", items=["alert_1"])
    bound = bout.npc("Bound", hp=40, named=True)
    bout.play(Afflict(who=(bound,), condition="helpless"))
    assert bout.refused(do.Execute(who=ann, target=alert)) == "cwn.too_alert"
    bout.play(do.Execute(who=ann, target=bound))
    assert bout.has(bound, "mortally_wounded")


@pytest.mark.rule("CWN-44")
def test_the_helpless_die_at_will(bout: Bout) -> None:
    """Out of a fight; not the others."""
    ann, foe = bout.pc("Ann"), bout.npc("Foe")
    kill = do.FinishOff(who=ann, target=foe)
    assert bout.refused(kill) == "cwn.not_helpless"
    bout.play(Afflict(who=(foe,), condition="helpless"))
    bout.play(kill)
    assert bout.has(foe, "dead")
    assert bout.hp(foe) == 0


# ------------------------------------------------------------------ morale


@pytest.mark.rule("CWN-66")
@pytest.mark.parametrize(
    ("switch", "roll", "broken"),
    [("greater", 9, True), ("greater", 8, False), ("less", 8, False), ("less", 7, True)],
)
def test_morale(bout: Bout, switch: str, roll: int, broken: bool) -> None:
    """2d6 above the score breaks; by switch below it."""
    bout.pc("Ann")
    foe = bout.npc("Foe")
    bout.switch("cwn.moraleCompare", switch)
    bout.start()
    assert bout.play(do.Morale(who=(foe,)), 6, roll - 6)["broken"] is broken
    assert bout.has(foe, "broken") is broken


@pytest.mark.rule("CWN-66")
def test_morale_12_never_breaks_and_one_roll_serves_all(bout: Bout) -> None:
    """Each holds the same roll against its own score."""
    ann = bout.pc("Ann")
    fearless, brave, timid = (bout.npc(f"F{score}", morale=score) for score in (12, 11, 7))
    bout.start()
    bout.play(do.Morale(who=(fearless, brave, timid)), 6, 6)
    assert [bout.has(one, "broken") for one in (fearless, brave, timid)] == [False, True, True]
    assert bout.refused(do.Morale(who=(ann,))) == "cwn.pcs_never_check"
    assert bout.refused(do.Morale(who=(brave,))) == "cwn.broken_already"


def owed_points(bout: Bout) -> object:
    """What the foes have seen for which they owe a check."""
    checks = morale.owed_checks(bout.context.state, "foe")
    return checks[0].values["points"] if checks else ()


@pytest.mark.rule("CWN-19")
@pytest.mark.rule("CWN-66")
def test_when_morale_is_due(bout: Bout) -> None:
    """As a side's turn begins after its first death, half of it down, its leader down, defeat near; each once."""
    bout.pc("Ann")
    gang = [bout.npc(f"Foe {number}") for number in range(4)]
    bout.play(Afflict(who=(gang[3],), condition="leader"))
    bout.start()
    bout.play(Adjust(who=(gang[0],), change="-9"))
    assert not owed_points(bout)
    bout.next()
    assert owed_points(bout) == ("first_death",)
    assert "CWN-66" in bout.rules_told()
    bout.play(do.SkipMorale(side="foe"))
    assert not owed_points(bout)
    assert bout.refused(do.SkipMorale(side="foe")) == "cwn.no_morale_due"
    bout.next()
    bout.play(Adjust(who=(gang[3],), change="-9"))
    bout.next()
    assert owed_points(bout) == ("half_down", "leader_down")
    bout.play(do.Morale(who=(gang[1], gang[2])), 1, 1)
    bout.next()
    bout.play(Flag(who=(gang[2],), flag="left"))
    bout.next()
    assert owed_points(bout) == ("defeat",)
    bout.next()
    assert owed_points(bout) == ("defeat",), "what nobody has rolled or waived stays owed"


@pytest.mark.rule("CWN-19")
def test_the_players_are_never_asked(bout: Bout) -> None:
    """Losses of the players' side prompt nothing."""
    ann, ben = bout.pc("Ann"), bout.pc("Ben")
    bout.npc("Foe")
    bout.start()
    bout.play(Adjust(who=(ann,), change="-50"))
    bout.next()
    bout.next()
    assert not bout.context.state.memo
    assert not bout.context.state.obligations
    assert bout.hp(ben) > 0


@pytest.mark.rule("CWN-20")
def test_round_after_round(bout: Bout) -> None:
    """After the last side the next round begins."""
    bout.pc("Ann")
    bout.npc("Foe")
    bout.start()
    bout.play(Next())
    bout.play(Next())
    assert (bout.context.state.round, bout.context.state.group) == (2, 0)
