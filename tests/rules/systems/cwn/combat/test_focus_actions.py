"""Edges, Foci, cyberware and drugs under the CWN rules."""

from typing import Any

import pytest

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.model.commands import Adjust, Finish, Relieve
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.sheet import character
from tests.rules.systems.cwn.bout import Bout


@pytest.fixture
def bout() -> Bout:
    """An empty table."""
    return Bout()


def gifted(bout: Bout, *gear: str, foe: dict[str, Any] | None = None, **pc: Any) -> tuple[Any, Any]:
    """Somebody with a sword and these gifts, and a foe with 60 HP, in round 1."""
    one = bout.pc("Op", items=["sword", *gear], **pc)
    other = bout.npc("Foe", **({"hp": 60} | (foe or {})))
    bout.start()
    return one, other


@pytest.mark.rule("CWN-45a")
def test_veterans_luck_of_the_one_who_is_hit(bout: Bout) -> None:
    """Once per scene an attack roll that hit becomes a miss."""
    one, foe = gifted(bout, "veterans_luck", hp=40)
    bout.put(one, "main", 1)
    bout.next()
    bout.choose = ["luck"]
    result = bout.strike(foe, one, 19)
    assert (result["hit"], result["damage"]) == (False, 1)
    bout.put(foe, "main", 0)
    assert bout.strike(foe, one, 19, 1, 1)["hit"] is True


@pytest.mark.rule("CWN-45a")
def test_veterans_luck_of_the_one_who_missed(bout: Bout) -> None:
    """Or one's own miss becomes a hit; who keeps it has it still; the enemy may turn it back."""
    one, foe = gifted(bout, "veterans_luck", foe={"items": ["knife", "veterans_luck"]})
    bout.choose = ["keep"]
    assert bout.strike(one, foe, 2)["hit"] is False
    bout.put(one, "main", 0)
    bout.choose = ["luck", "luck"]
    assert bout.strike(one, foe, 2)["hit"] is False
    assert [choice.who for choice in bout.asked] == [one, foe]


@pytest.mark.rule("CWN-45b")
@pytest.mark.parametrize(("level", "plus"), [(1, 1), (2, 1), (5, 3)])
def test_killing_blow(bout: Bout, level: int, plus: int) -> None:
    """All damage, Shock included, has 1 more per two levels, rounded up; Trauma Dice have 1 more."""
    one, foe = gifted(bout, "killing_blow", level=level)
    result = bout.strike(one, foe, 15, 1, 5)
    assert (result["damage"], result["trauma"], result["shock"]) == (5 + plus, 2, 2 + plus)


@pytest.mark.rule("CWN-45f")
def test_armsmaster(bout: Bout) -> None:
    """Stab adds to damage and existing Shock; rank 2 has 1 more to hit, and its Shock sees AC 10."""
    one, foe = gifted(bout, "armsmaster_2", stab=2, foe={"hp": 60, "ac_melee": 20})
    result = bout.strike(one, foe, 2)
    assert (result["bonus"], result["damage"]) == (3, 4)
    bout.put(one, "main", 0)
    assert bout.strike(one, foe, 20, 1, 5)["damage"] == 7


@pytest.mark.rule("CWN-45g")
def test_close_combatants_do_not_mind_shock(bout: Bout) -> None:
    """Melee Shock does nothing to them; at rank 2 their own sees AC 10."""
    one, foe = gifted(bout, "close_combatant_2", foe={"hp": 60, "ac_melee": 20})
    assert bout.strike(one, foe, 2)["damage"] == 2
    bout.next()
    assert bout.strike(foe, one, 2)["damage"] == 0


@pytest.mark.rule("CWN-45h")
def test_deadeyes_hurt_more(bout: Bout) -> None:
    """Shoot adds to ranged damage."""
    one = bout.pc("Op", items=["heavy_pistol", "deadeye_1"], shoot=2)
    foe = bout.npc("Foe", hp=60)
    bout.start()
    assert bout.strike(one, foe, 15, 1, 5)["damage"] == 7


@pytest.mark.rule("CWN-45i")
@pytest.mark.parametrize(("rank", "damage"), [(1, 2), (2, 4)])
def test_shocking_assault(bout: Bout, rank: int, damage: int) -> None:
    """Own Shock sees AC 10; rank 2 adds 2."""
    one, foe = gifted(bout, f"shocking_assault_{rank}", foe={"hp": 60, "ac_melee": 20})
    assert bout.strike(one, foe, 2)["damage"] == damage


@pytest.mark.rule("CWN-45j")
@pytest.mark.parametrize(
    ("punch", "dice", "shock"),
    [(0, "1d6", 0), (1, "1d8", 1), (2, "1d10", 2), (3, "1d12", 3), (4, "1d12", 4)],
)
def test_unarmed_combatants(bout: Bout, punch: int, dice: str, shock: int) -> None:
    """Fists grow with Punch, do Shock from Punch-1 on, and Trauma d6 ×2; Punch is in the damage once."""
    one = bout.pc("Op", items=["unarmed_combatant_1"], held="", punch=punch)
    foe = bout.npc("Foe", hp=60)
    bout.start()
    result = bout.strike(one, foe, 15, 6, 5)
    assert {roll.request.key: roll.request.notation for roll in bout.rolls}["damage"] == dice
    plus = 1 if punch == 4 else 0
    assert (result["shock"], result["damage"]) == (shock, 2 * (5 + punch + plus))


@pytest.mark.rule("CWN-45j")
@pytest.mark.rule("CWN-27")
def test_fists_that_count_as_armed(bout: Bout) -> None:
    """They hamper shooting; at rank 2 even a miss does 1d6."""
    one = bout.pc("Op", items=["unarmed_combatant_2"], held="")
    foe = bout.npc("Foe", hp=60, items=["heavy_pistol"])
    bout.start()
    assert bout.strike(one, foe, 2, 4)["damage"] == 4
    bout.put(one, "main", 1)
    bout.next()
    assert bout.strike(foe, one, 2)["bonus"] == -2


@pytest.mark.rule("CWN-45k")
def test_whirlwind(bout: Bout) -> None:
    """Once per scene, On Turn: own Shock to every foe in melee it reaches."""
    one = bout.pc("Op", items=["sword", "whirlwind_1"], strength=14)
    near, armored, far = bout.npc("Near"), bout.npc("Armored", ac_melee=14), bout.npc("Far")
    bout.start()
    for foe in (near, armored):
        bout.play(do.Engage(who=one, target=foe))
    bout.play(do.Whirlwind(who=one))
    assert [bout.hp(foe) for foe in (near, armored, far)] == [3, 6, 6]
    assert bout.left(one) == (1, 1)
    assert bout.refused(do.Whirlwind(who=one)) == "cwn.whirlwind_used"


@pytest.mark.rule("CWN-45k")
def test_the_first_kill_of_a_round_gives_another_attack(bout: Bout) -> None:
    """At rank 2; once a round."""
    one = bout.pc("Op", items=["sword", "whirlwind_2"])
    first, second, third = (bout.npc(f"Foe {number}", hp=1) for number in range(3))
    bout.start()
    extra = do.Attack(who=one, target=second, how="extra")
    assert bout.refused(extra) == "cwn.no_extra_attack"
    bout.strike(one, first, 15, 1, 5)
    assert bout.left(one)[0] == 0
    bout.play(extra, 15, 1, 5)
    again = do.Attack(who=one, target=third, how="extra")
    assert bout.refused(again) == "cwn.no_extra_attack"


@pytest.mark.rule("CWN-45m")
@pytest.mark.parametrize(
    ("rank", "left", "times"), [(1, (2, 1), 1), (2, (2, 2), 1), (3, (2, 2), 2)]
)
def test_enhanced_reflexes(bout: Bout, rank: int, left: tuple[int, int], times: int) -> None:
    """A bonus Main, from II on a Move; once a scene, III twice, once a round."""
    one, _ = gifted(bout, f"enhanced_reflexes_{rank}")
    bout.play(do.Reflexes(who=one))
    assert bout.left(one) == left
    assert bout.refused(do.Reflexes(who=one)) == "cwn.reflexes_used"
    bout.next()
    bout.next()
    if times == 2:
        bout.play(do.Reflexes(who=one))
    else:
        assert bout.refused(do.Reflexes(who=one)) == "cwn.reflexes_used"


@pytest.mark.rule("CWN-45m")
@pytest.mark.rule("CWN-36i")
def test_moves_of_reflexes_need_no_withdrawal(bout: Bout) -> None:
    """Running out of melee on a bonus Move draws nothing; and who was done can go on."""
    one, foe = gifted(bout, "enhanced_reflexes_2")
    bout.strike(one, foe, 2)
    bout.play(do.Spend(who=one, action="move"))
    bout.play(do.Reflexes(who=one))
    bout.play(do.Run(who=one, metres=10))
    assert not bout.facts("attack")
    assert not bout.system.derived_conditions(bout.context, foe)


@pytest.mark.rule("CWN-45m")
def test_reflexes_in_an_instant(bout: Bout) -> None:
    """From II on, for 1 System Strain, at any time."""
    one = bout.pc("Op", items=["sword", "enhanced_reflexes_2"])
    foe = bout.npc("Foe", hp=60)
    bout.start(1, 8)
    bout.play(do.Reflexes(who=one, instant=True))
    assert bout.gauge(one, "strain") == 1
    bout.strike(one, foe, 2)
    assert bout.left(one) == (1, 2)


@pytest.mark.rule("CWN-45n")
def test_a_booster_snaps_without_penalty_once(bout: Bout) -> None:
    """Once per scene the −4 does not count."""
    one = bout.pc("Op", items=["sword", "reaction_booster_1"])
    foe = bout.npc("Foe", hp=60)
    bout.start(1, 8)
    assert bout.strike(one, foe, 2, how="snap", boost=True)["bonus"] == 0
    bout.put(one, "main", 0)
    again = do.Attack(who=one, target=foe, how="snap", boost=True)
    assert bout.refused(again) == "cwn.booster_used"


@pytest.mark.rule("CWN-45o")
@pytest.mark.parametrize(
    ("gear", "before", "after"),
    [
        ("coordination_augment_1", 9, 14),
        ("coordination_augment_1", 15, 17),
        ("coordination_augment_2", 9, 18),
        ("muscle_fiber_1", 10, 14),
        ("muscle_fiber_2", 10, 18),
    ],
)
def test_augments(bout: Bout, gear: str, before: int, after: int) -> None:
    """14, or 2 more where it is that already; II makes it 18; Coordination II runs 10 m further."""
    key = "strength" if gear.startswith("muscle") else "dexterity"
    one, _ = gifted(bout, gear, **{key: before})
    assert character.score(bout.context, bout.combatant(one), key) == after
    far = 20 if gear == "coordination_augment_2" else 10
    assert character.move_rate(bout.context, bout.combatant(one)) == far


@pytest.mark.rule("CWN-45p")
@pytest.mark.rule("CWN-24")
def test_a_gunlink_rolls_again(bout: Bout) -> None:
    """Once per scene a missed shot is rolled again; a blow is not."""
    one = bout.pc("Op", items=["heavy_pistol", "sword", "gunlink"])
    foe = bout.npc("Foe", hp=60)
    bout.start()
    bout.choose = ["reroll"]
    result = bout.strike(one, foe, 2, 15, 1, 5)
    assert (result["die"], result["hit"]) == (15, True)
    bout.put(one, "main", 0)
    bout.strike(one, foe, 2)
    bout.put(one, "used.gunlink", 0)
    bout.put(one, "main", 0)
    bout.happen(ev.MemoSet(who=one, key="held", value="sword"))
    bout.strike(one, foe, 2)
    assert not bout.asked


@pytest.mark.rule("CWN-45q")
@pytest.mark.parametrize(("rank", "ac", "target"), [(1, 16, 7), (2, 18, 7), (3, 20, 8)])
def test_dermal_armor(bout: Bout, rank: int, ac: int, target: int) -> None:
    """The base of both AC, and of the Trauma Target; from II on the first Shock of a round is stopped."""
    one, foe = gifted(bout, f"dermal_armor_{rank}", hp=40)
    assert [
        character.armor_class(bout.context, bout.combatant(one), melee=melee)
        for melee in (True, False)
    ] == [ac, ac]
    assert character.trauma_target(bout.context, bout.combatant(one)) == target
    bout.put(one, "main", 1)
    bout.next()
    spiked = {"shock": 4, "shock_ac": 99}
    knife = bout.context.ruleset.item("knife")
    assert knife is not None
    bout.happen(ev.ItemPut(who=foe, item=knife.copy(**spiked)))
    assert bout.strike(foe, one, 2)["damage"] == (4 if rank == 1 else 0)


@pytest.mark.rule("CWN-45d")
def test_hard_to_kill(bout: Bout) -> None:
    """Trauma Target 1 higher."""
    one, _ = gifted(bout, "hard_to_kill")
    assert character.trauma_target(bout.context, bout.combatant(one)) == 7


@pytest.mark.rule("CWN-45r")
@pytest.mark.parametrize(("roll", "stable"), [(5, False), (6, True)])
def test_armor_that_stabilizes(bout: Bout, roll: int, stable: bool) -> None:
    """2d6 + 2 against 8, once an hour, at any time."""
    one, _ = gifted(bout, "biostabilizer")
    assert bout.refused(do.Biostabilize(who=one)) == "cwn.not_dying"
    bout.play(Adjust(who=(one,), change="-50"))
    bout.next()
    bout.play(do.Biostabilize(who=one), 1, roll - 1)
    assert bout.has(one, "stable") is stable
    if not stable:
        assert bout.refused(do.Biostabilize(who=one)) == "cwn.biostabilizer_used"


@pytest.mark.rule("CWN-45s")
def test_lurch(bout: Bout) -> None:
    """1d10 and the medic's Heal for 1 Strain; each further dose of a day asks for more Heal; deadly to the unstable."""
    medic = bout.pc("Medic", heal=0, items=["lurch"])
    ann = bout.pc("Ann")
    bout.npc("Foe", hp=60)
    bout.start()
    bout.put(medic, "ammo.lurch", 3)
    bout.play(Adjust(who=(ann,), change="-10"))
    lurch = do.Dose(who=medic, patient=ann, drug="lurch")
    bout.play(lurch, 4)
    assert (bout.hp(ann), bout.gauge(ann, "strain"), bout.left(medic)[0]) == (6, 1, 0)
    assert bout.refused(lurch) == "cwn.heal_for_dose"
    bout.put(medic, "main", 0)
    bout.happen(ev.SheetSet(who=medic, field="heal", to=1))
    bout.play(Adjust(who=(ann,), change="-10"))
    bout.play(lurch)
    assert bout.has(ann, "dead")


@pytest.mark.rule("CWN-45t")
def test_boneshaker(bout: Bout) -> None:
    """+2 to Morale, hit, damage and Shock; Trauma Dice against the user +2; 2 Strain at the end of the scene."""
    one = bout.pc("Op", items=["sword", "boneshaker"])
    foe = bout.npc("Foe", hp=60)
    bout.start()
    bout.play(do.Dose(who=one, patient=one, drug="boneshaker"))
    bout.put(one, "main", 0)
    result = bout.strike(one, foe, 15, 1, 5)
    assert (result["bonus"], result["damage"], result["shock"]) == (2, 7, 4)
    bout.put(one, "main", 1)
    bout.next()
    assert bout.strike(foe, one, 15, 3, 1)["trauma"] == 5
    bout.play(Finish())
    assert (bout.gauge(one, "strain"), bout.has(one, "boneshaker")) == (2, False)


@pytest.mark.rule("CWN-45u")
@pytest.mark.parametrize(("second", "broken"), [(8, False), (9, True)])
def test_olympus(bout: Bout, second: int, broken: bool) -> None:
    """+2 to hit, and a first failed Morale check is rolled again."""
    bout.pc("Op")
    foe = bout.npc("Foe", items=["knife", "olympus"])
    bout.start(1, 8)
    bout.play(do.Dose(who=foe, patient=foe, drug="olympus"))
    bout.play(do.Morale(who=(foe,)), 6, 6, 4, second - 4)
    assert bout.has(foe, "broken") is broken


@pytest.mark.rule("CWN-45u")
def test_psycho_and_avalanche(bout: Bout) -> None:
    """Psycho is +2 Morale; Avalanche 10 more hit points, past the most, which are gone with it."""
    one = bout.pc("Op", items=["avalanche", "panacea"])
    foe = bout.npc("Foe")
    bout.start()
    bout.happen(ev.ConditionAdded(who=foe, condition=Condition(key="psycho")))
    assert bout.play(do.Morale(who=(foe,)), 5, 5)["morale"] == 10
    bout.play(do.Dose(who=one, patient=one, drug="avalanche"))
    assert bout.hp(one) == 22
    assert bout.refused(do.Dose(who=one, patient=one, drug="panacea")) == "cwn.with_first_aid"
    bout.play(Finish())
    assert bout.hp(one) == 22  # it lasts an hour
    bout.play(Relieve(who=(one,), condition="avalanche"))
    assert bout.hp(one) == 12


@pytest.mark.rule("CWN-45u")
def test_panacea(bout: Bout) -> None:
    """First aid heals twice as much, 6 at least."""
    medic = bout.pc("Medic", heal=0, items=["panacea"])
    ann = bout.pc("Ann")
    bout.put(ann, "hp", 1)
    bout.play(do.FirstAid(who=medic, patient=ann, panacea=True), 2)
    assert bout.hp(ann) == 7
    again = do.FirstAid(who=medic, patient=ann, panacea=True)
    assert bout.refused(again) == "cwn.no_panacea"
