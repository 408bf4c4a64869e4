"""Wound levels, stacking, what places suffer, Shock and COOL Tests."""

from typing import Any

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.sheet import character
from tests.helpers.rulesets import shipped
from tests.rules.systems.phases.playing import PLAIN, Duel, Phased, duel

PASS, FAIL = (6, 6, 5), (1, 1, 2)


def hit(made: Duel, place: str, damage: int, *faces: int, **fields: Any) -> dict[str, Any]:
    """Damage to the mark; returns the wound."""
    made.table.play(do.Harm(who=made.mark, place=place, damage=damage, **fields), *faces)
    return made.table.result("wound")


@pytest.mark.rule("PHA-60")
@pytest.mark.parametrize(
    ("damage", "level"),
    [(0, 0), (1, 1), (4, 1), (5, 2), (9, 2), (10, 3), (14, 3), (15, 4), (19, 4), (20, 5), (99, 5)],
)
def test_levels_by_threshold(damage: int, level: int) -> None:
    """STR 5, STAM 5: 1, 5, 10, 15, 20."""
    assert mechanics.wound_level(damage, (1, 5, 10, 15, 20)) == level


@pytest.mark.rule("PHA-60")
def test_with_strength_one_a_scratch_is_slight() -> None:
    """The highest level reached counts."""
    made = duel()
    made.table.happen(ev.SheetSet(who=made.mark, field="strength", to=1))
    limits = character.thresholds(made.table.context, made.table.combatant(made.mark))
    assert limits == (1, 1, 6, 7, 12)
    assert mechanics.wound_level(1, limits) == 2


@pytest.mark.rule("PHA-61")
@pytest.mark.parametrize(
    ("before", "dealt", "after"),
    [(0, 3, 3), (3, 2, 3), (3, 3, 4), (2, 4, 4), (5, 5, 6), (5, 4, 5), (6, 5, 6), (2, 0, 2)],
)
def test_stacking(before: int, dealt: int, after: int) -> None:
    """Higher replaces, lower is ignored, equal raises by one; later wounds to what is destroyed are ignored."""
    assert mechanics.stacked_level(before, dealt, True) == after


@pytest.mark.rule("PHA-61")
def test_two_criticals_by_switch_stay_critical() -> None:
    """By default they destroy: a limb is lost, head and torso are fatal."""
    made = duel()
    made.table.switch("phases.critCrit", "critical")
    made.table.hurt(made.mark, "torso", 5)
    assert hit(made, "torso", 25, *PASS)["level"] == 5
    made.table.switch("phases.critCrit", "destroyed")
    made.table.hurt(made.mark, "left_arm", 5)
    hit(made, "left_arm", 25, *PASS)
    assert made.table.combatant(made.mark).locations["left_arm"].marks == ("lost",)
    assert hit(made, "torso", 25)["level"] == 6
    assert made.table.combatant(made.mark).has("dead")


@pytest.mark.rule("PHA-62")
def test_a_shock_test_for_slight_and_worse_that_changes_something() -> None:
    """3d6 + STAM against the DN of the level; Fatigue counts, wounds do not; Flesh asks for none."""
    made = duel()
    hit(made, "torso", 4, *PASS)
    assert "shock" not in made.table.asked
    made.table.hurt(made.mark, "head", 2)
    made.table.happen(ev.GaugeSet(who=made.mark, gauge="fatigue", to=2))
    hit(made, "left_leg", 10, 3, 3, 3)
    parts = {"base": 5, "modifiers.fatigue": -2}
    assert made.table.results("shock") == [{"total": 9 + 5 - 2, "dn": 16, "passed": False, **parts}]
    assert made.table.combatant(made.mark).condition("in_shock").count == 1 + 300  # type: ignore[union-attr]


@pytest.mark.rule("PHA-08", "PHA-62")
def test_a_natural_three_fails_a_shock_test() -> None:
    """Whatever the total."""
    made = duel()
    made.table.happen(ev.SheetSet(who=made.mark, field="stamina", to=20))
    hit(made, "torso", 10, 1, 1, 1, *PASS)
    assert made.table.results("shock")[0]["passed"] is False


@pytest.mark.rule("PHA-62", "PHA-70")
def test_in_shock_the_clock_only_moves_sooner() -> None:
    """No second roll; the interval of the new worst wound if that is sooner. The Stabilized roll again."""
    made = duel()
    hit(made, "torso", 5, *FAIL, *PASS)
    assert made.table.combatant(made.mark).condition("in_shock").count == 601  # type: ignore[union-attr]
    hit(made, "left_leg", 15)
    assert made.table.combatant(made.mark).condition("in_shock").count == 101  # type: ignore[union-attr]
    hit(made, "right_arm", 5)
    assert made.table.combatant(made.mark).condition("in_shock").count == 101  # type: ignore[union-attr]
    made = duel()
    made.table.suffer(made.mark, "stabilized")
    hit(made, "torso", 5, *FAIL, *PASS)
    assert made.table.combatant(made.mark).has("in_shock")
    assert not made.table.combatant(made.mark).has("stabilized")


@pytest.mark.rule("PHA-63", "PHA-66")
def test_the_cool_test_of_a_wound() -> None:
    """3d6 + COOL + Initiative − the wound itself against 16; one success is enough for the firefight."""
    made = duel()
    made.table.happen(ev.SheetSet(who=made.mark, field="cool", to=5))
    hit(made, "torso", 10, *PASS, 5, 4, 4)
    parts = {"base": 5, "modifiers.initiative": 0, "modifiers.wounds": -2}
    assert made.table.results("cool") == [{"total": 13 + 5 - 2, "dn": 16, "passed": True, **parts}]
    assert made.table.combatant(made.mark).has("cool_held")
    hit(made, "right_leg", 4)
    assert made.table.asked == []


@pytest.mark.rule("PHA-63")
def test_who_fails_is_out_for_minutes() -> None:
    """1d6 minutes at the least; ignored wounds ask too; who is out is not asked."""
    made = duel()
    made.table.happen(ev.SheetSet(who=made.mark, field="cool", to=1))
    made.table.hurt(made.mark, "torso", 3)
    hit(made, "torso", 1, 3, 3, 3, 4)
    assert made.table.asked == ["cool", "minutes"]
    known = made.table.combatant(made.mark).condition("incapacitated")
    assert known is not None
    assert known.count == 1 + 4 * 20
    assert character.is_out(made.table.context, made.table.combatant(made.mark))
    hit(made, "torso", 1)
    made.table.play(do.Rouse(who=made.mark))
    assert not made.table.combatant(made.mark).has("incapacitated")


@pytest.mark.rule("PHA-63")
@pytest.mark.parametrize(
    ("before", "damage", "asked"), [(0, 1, False), (1, 1, True), (3, 1, False), (0, 5, True)]
)
def test_by_switch_flesh_that_does_not_stack_asks_for_no_cool(
    before: int, damage: int, asked: bool
) -> None:
    """Off: not where the wound dealt is Flesh and makes nothing worse."""
    made = duel()
    made.table.switch("phases.coolTestOnFlesh", False)
    made.table.hurt(made.mark, "torso", before)
    faces = (*(PASS if damage >= 5 or before == 1 else ()), *(PASS if asked else ()))
    hit(made, "torso", damage, *faces)
    assert ("cool" in made.table.asked) is asked


@pytest.mark.rule("PHA-63", "PHA-74")
def test_mooks() -> None:
    """By switch mooks are not asked for COOL, and ordinary NPCs In Shock are out of the fight."""
    made = duel()
    table = made.table
    table.switch("phases.mookSkipCool", True)
    table.happen(ev.SheetSet(who=made.mark, field="kind", to="mook"))
    hit(made, "torso", 5, *FAIL)
    assert table.asked == ["shock"]
    assert not character.is_out(table.context, table.combatant(made.mark))
    table.switch("phases.mookRule", True)
    assert character.is_out(table.context, table.combatant(made.mark))
    table.suffer(made.who, "in_shock")
    assert not character.is_out(table.context, table.combatant(made.who))


@pytest.mark.rule("PHA-64")
def test_a_wounded_arm_drops_what_it_holds() -> None:
    """Moderate: dropped, a two-handed weapon from either arm; Serious: the arm is useless."""
    made = duel({"actions": 3})
    table = made.table
    table.play(do.Harm(who=made.who, place="left_arm", damage=10), *PASS, *PASS)
    assert table.combatant(made.who).memo["held"] == "heavy_pistol"
    table.play(do.Harm(who=made.who, place="right_arm", damage=10), *PASS)
    assert table.combatant(made.who).memo_text("held") == ""
    table.play(do.Draw(who=made.who, weapon="smg"))
    table.play(do.Harm(who=made.who, place="left_arm", damage=10), *PASS)
    assert table.combatant(made.who).memo_text("held") == ""
    assert table.refused(do.Draw(who=made.who, weapon="smg")) == "phases.arm_useless"
    table.play(do.Draw(who=made.who, weapon="knife"))
    assert table.combatant(made.who).memo["held"] == "knife"
    table.hurt(made.who, "right_arm", 4)
    assert made.refused() == "phases.arm_useless"


@pytest.mark.rule("PHA-03", "PHA-64")
def test_each_hand_holds_its_own() -> None:
    """A knife in the left stays when the right arm is hit; a two-handed weapon puts both away."""
    made = duel({"actions": 3})
    table = made.table
    table.play(do.Draw(who=made.who, weapon="knife", hand="left"))
    assert (table.combatant(made.who).memo["held"], table.combatant(made.who).memo["off"]) == (
        "heavy_pistol",
        "knife",
    )
    assert made.attack(6, 6, 6, 1, 1, 2, weapon="knife")["mode"] == "blow"
    table.play(do.Harm(who=made.who, place="right_arm", damage=10), *PASS, *PASS)
    assert table.combatant(made.who).memo["off"] == "knife"
    table.play(do.Draw(who=made.who, weapon="smg"))
    assert "off" not in table.combatant(made.who).memo


@pytest.mark.rule("PHA-64")
def test_a_head_wound_stuns_or_knocks_out() -> None:
    """Moderate: the next action is lost, one of this phase or of the next. Serious: unconscious, and no COOL test."""
    made = duel()
    made.table.phase(**{made.mark: {"actions": 2}})
    hit(made, "head", 5, *PASS, *PASS)
    assert (made.table.gauge(made.mark, "lost"), made.table.gauge(made.mark, "actions")) == (1, 2)
    made.table.turn_of(made.mark)
    made.table.play(do.Other(who=made.mark))
    assert made.table.refused(do.Other(who=made.mark)) == "phases.no_action_left"
    hit(made, "head", 8, *FAIL)
    assert made.table.combatant(made.mark).has("unconscious")
    assert made.table.asked == ["shock"]


@pytest.mark.rule("PHA-64")
def test_a_stun_with_nothing_left_costs_the_next_phase() -> None:
    """One of the actions declared then; a Full Action is lost whole."""
    made = duel()
    table = made.table
    made.attack(6, 6, 6, 1, 1, 2)
    table.play(do.Harm(who=made.who, place="head", damage=5), *PASS, *PASS)
    assert table.combatant(made.who).has("stunned")
    table.phase(**{made.who: {"full": "run"}})
    assert not table.combatant(made.who).has("stunned")
    assert table.refused(do.Move(who=made.who, gait="run")) == "phases.needs_whole_phase"
    assert character.gait(table.combatant(made.who)) == "still"
    table.phase()
    made.attack(6, 6, 6, 1, 1, 2)


@pytest.mark.rule("PHA-64")
@pytest.mark.parametrize(
    ("right", "left", "feet"),
    [
        (0, 0, 16),
        (1, 0, 16),
        (1, 1, 12),
        (2, 0, 12),
        (2, 1, 8),
        (2, 2, 8),
        (3, 0, 8),
        (3, 1, 8),
        (3, 2, 0),
        (4, 0, 0),
    ],
)
def test_wounded_legs(right: int, left: int, feet: int) -> None:
    """A quarter less, half, none; both hurt, at most one grade apart: the row above the worse one."""
    table = Phased()
    who = table.join("One", athletics=1, **PLAIN)
    table.hurt(who, "right_leg", right)
    table.hurt(who, "left_leg", left)
    assert character.move(table.context, table.combatant(who)) == feet


@pytest.mark.rule("PHA-64")
def test_legs_that_fail_bring_one_down() -> None:
    """Serious, or by the both-legs rule: prone. A Serious torso does not run."""
    made = duel()
    table = made.table
    table.hurt(made.mark, "left_leg", 2)
    hit(made, "right_leg", 10, *PASS, *PASS)
    assert table.combatant(made.mark).has("prone")
    table.hurt(made.who, "torso", 4)
    assert table.refused(do.Move(who=made.who, gait="run")) == "phases.torso_no_run"


@pytest.mark.rule("PHA-65")
def test_a_critical_wound_may_take_it_off() -> None:
    """Arm, leg or, deadly, the head; never the torso, nor less than Critical."""
    made = duel()
    table = made.table
    command = do.Amputate(who=made.mark, place="left_leg")
    table.hurt(made.mark, "left_leg", 4)
    assert table.refused(command) == "phases.not_critical"
    table.hurt(made.mark, "left_leg", 5)
    table.play(command)
    assert table.combatant(made.mark).locations["left_leg"].marks == ("lost",)
    table.hurt(made.mark, "torso", 5)
    assert table.refused(do.Amputate(who=made.mark, place="torso")) == "phases.not_critical"
    table.hurt(made.mark, "head", 5)
    table.play(do.Amputate(who=made.mark, place="head"))
    assert table.combatant(made.mark).has("dead")


@pytest.mark.rule("PHA-66")
@pytest.mark.parametrize(("mode", "penalty"), [("worst", -3), ("sum", -4)])
def test_the_wound_penalty(mode: str, penalty: int) -> None:
    """Of the worst wound, by switch of all; on attacks, every defense and tests."""
    made = duel()
    table = made.table
    table.switch("phases.woundPenalty", mode)
    for who in (made.who, made.mark):
        table.hurt(who, "torso", 4)
        table.hurt(who, "left_arm", 2)
        table.hurt(who, "head", 1)
    assert made.attack(6, 6, 6, 1, 1, 2)["bonus"] == 10 + penalty
    assert table.result("defense")["bonus"] == 8 + penalty
    found = table.play(do.Task(who=made.who, characteristic="tech"), 3, 3, 3)
    assert found["total"] == 9 + 5 + penalty


@pytest.mark.rule("PHA-42", "PHA-60")
def test_harm_goes_through_armour_unless_it_is_through() -> None:
    """Raw: armour and the head's factor; without armour: the factor; not raw: as it is."""
    made = duel()
    made.table.happen(ev.ItemPut(who=made.mark, item=shipped("phases").item("helmet").copy()))  # type: ignore[union-attr]
    made.table.suffer(made.mark, "cool_held")
    assert hit(made, "head", 8)["past"] == 4
    assert hit(made, "head", 2, *PASS, ignore_armor=True)["past"] == 4
    assert hit(made, "head", 3, raw=False)["past"] == 3
    assert made.table.refused(do.Harm(who=made.mark, place="tail", damage=3))
    assert made.table.refused(do.Harm(who=made.mark, place="head", damage=0))


@pytest.mark.rule("PHA-60")
def test_a_wound_by_hand_asks_for_nothing() -> None:
    """The level is as set, up or down; what a place suffers follows."""
    made = duel()
    made.table.play(do.Wound(who=made.mark, place="right_arm", level=3))
    assert made.table.combatant(made.mark).memo_text("held") == ""
    made.table.play(do.Wound(who=made.mark, place="right_arm", level=0))
    assert made.table.wound(made.mark, "right_arm") == 0
    made.table.play(do.Wound(who=made.mark, place="torso", level=6))
    assert made.table.combatant(made.mark).has("dead")
    assert made.table.refused(do.Wound(who=made.mark, place="torso", level=7))
    assert made.mark == CombatantId("mark_2")
