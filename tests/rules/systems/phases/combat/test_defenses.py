"""Standard and Specific Defenses, parries and counters, techniques and holds."""

from typing import Any

import pytest

from encounter_gui.encounter import events as ev
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.combat import defenses
from encounter_gui.rules.systems.phases.combat.attack_plan import plan_attack
from encounter_gui.rules.systems.phases.sheet import character
from tests.rules.systems.phases.playing import Duel, duel

BLOW = {"weapon": "unarmed"}
MISS = (6, 6, 6, 1, 1, 2)


def bonus(made: Duel, kind: str) -> int:
    """What the mark's defense adds."""
    return defenses.defense(made.table.context, made.table.combatant(made.mark), kind).bonus.amount


def armed(**sheet: int) -> Duel:
    """A duel in which the mark, with a sword, knows how to defend itself."""
    made = duel({"actions": 2})
    skills = {"melee": 3, "blades": 1, "hand_to_hand": 2, "tech": 4} | sheet
    made.table.happen(
        *(ev.SheetSet(who=made.mark, field=field, to=to) for field, to in skills.items())
    )
    return made


@pytest.mark.rule("PHA-32", "PHA-47", "PHA-48", "PHA-49", "PHA-50", "PHA-52")
@pytest.mark.parametrize(
    ("kind", "sheet", "amount"),
    [
        ("standard", {}, 5 + 3),
        ("block", {"strength": 7}, 7 + 3 + 1),
        ("dodge", {}, 5 + 3 + 3),
        ("parry", {}, 5 + 3 + 1),
        ("escape", {}, 5 + 2),
        ("escape", {"tech": 8, "contortionist": 4, "escape": 2}, 8 + 4 + 2),
        ("trip", {"trip": 1}, 5 + 3 + 1 - 2),
        ("disarm", {}, 5 + 3 - 4),
    ],
)
def test_what_a_defense_adds(kind: str, sheet: dict[str, int], amount: int) -> None:
    """Each with its own characteristic, skill and specialty."""
    assert bonus(armed(**sheet), kind) == amount


@pytest.mark.rule("PHA-47", "PHA-49")
def test_unarmed_one_blocks_with_hand_to_hand() -> None:
    """Block and Parry go with a melee weapon in hand, or with bare hands."""
    made = armed()
    made.table.happen(ev.MemoSet(who=made.mark, key="held", value=""))
    assert (bonus(made, "block"), bonus(made, "parry")) == (7, 7)


@pytest.mark.rule("PHA-23", "PHA-29", "PHA-48")
def test_a_specific_defense_is_an_action() -> None:
    """It takes the penalty of several actions and of a Snap Shot; so does not the standard one."""
    made = armed()
    made.table.phase(**{made.mark: {"actions": 2, "stances": ("snap_shot",)}})
    assert bonus(made, "dodge") == 11 - 3 - 3
    assert bonus(made, "standard") == 8
    assert bonus(made, "all_out_dodge") == 11 - 3


@pytest.mark.rule("PHA-25", "PHA-47", "PHA-49", "PHA-50", "PHA-52")
@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, {"dodge", "all_out_dodge"}),
        (BLOW, {"dodge", "block", "parry", "disarm", "trip", "grab", "all_out_dodge"}),
        (
            {"technique": "trip"},
            {"dodge", "block", "parry", "escape", "disarm", "trip", "grab", "all_out_dodge"},
        ),
    ],
)
def test_which_defenses_there_are(fields: dict[str, Any], expected: set[str]) -> None:
    """A bullet is not parried; only techniques are escaped from."""
    made = armed()
    plan = plan_attack(made.table.context, do.Attack(who=made.who, target=made.mark, **fields))
    found = defenses.options(made.table.context, made.table.combatant(made.mark), plan)
    assert found[0] == "standard"
    assert set(found[1:]) == expected


@pytest.mark.rule("PHA-48", "PHA-53")
def test_who_is_held_cannot_step_aside() -> None:
    """A Dodge needs room to step or roll."""
    made = armed()
    made.table.suffer(made.mark, "grabbed", by=made.who)
    plan = plan_attack(made.table.context, do.Attack(who=made.who, target=made.mark))
    target = made.table.combatant(made.mark)
    assert defenses.options(made.table.context, target, plan) == ("standard",)


@pytest.mark.rule("PHA-35", "PHA-47")
def test_a_tie_grazes_against_a_specific_defense_too() -> None:
    """Block 9 + 9 = 18 against 9 + 9 = 18."""
    made = armed()
    made.table.phase()
    found = made.attack(3, 3, 3, 3, 3, 3, 8, 4, 4, 4, choose=("block",), **BLOW)
    assert found["result"] == "graze"


@pytest.mark.rule("PHA-49")
@pytest.mark.parametrize(("margin", "is_counter"), [(-4, False), (-5, True), (-9, True)])
def test_a_parry_that_wins_by_five_counters(margin: int, is_counter: bool) -> None:
    """A Critical Success gives an immediate free counter-attack."""
    assert mechanics.counters(margin, 5) is is_counter


@pytest.mark.rule("PHA-49")
def test_a_counter_is_free_and_gives_none_itself() -> None:
    """It costs no action, carries the penalty as it stands, is defended like any attack; and may be left."""
    made = armed()
    made.table.phase(**{made.who: {"actions": 3}, made.mark: {"actions": 2}})
    parried = (6, 6, 4, 3, 3, 3)
    made.attack(*parried, *MISS, choose=("parry", "counter", "parry"), **BLOW)
    attacks = made.table.results("attack")
    assert [each["bonus"] for each in attacks] == [9 - 6, 5 + 3 + 1 - 3]
    assert made.table.gauge(made.mark, "used") == 1
    assert made.table.gauge(made.who, "used") == 2
    made.attack(*parried, choose=("parry", "let_be"), **BLOW)
    assert len(made.table.results("attack")) == 1


@pytest.mark.rule("PHA-52")
def test_a_technique_as_defense_works_on_the_attacker() -> None:
    """Beating the attack stops it and works on who made it; short of that it does not."""
    made = armed()
    made.attack(6, 6, 6, 3, 3, 3, choose=("trip",), **BLOW)
    assert made.table.combatant(made.who).has("prone")
    made = armed()
    made.attack(2, 2, 2, 3, 3, 3, 8, 1, 4, 4, 4, choose=("trip",), **BLOW)
    assert not made.table.combatant(made.who).has("prone")


@pytest.mark.rule("PHA-53")
@pytest.mark.parametrize(
    ("technique", "mine", "theirs"),
    [
        ("trip", (), ("prone",)),
        ("grab", ("grabbing",), ("grabbed",)),
        ("tackle", ("prone", "grabbing"), ("prone", "grabbed")),
        ("clinch", ("clinched",), ("clinched",)),
    ],
)
def test_what_techniques_do(technique: str, mine: tuple[str, ...], theirs: tuple[str, ...]) -> None:
    """They work on a win, without damage."""
    made = duel()
    if technique == "tackle":
        assert made.refused(technique=technique) == "phases.needs_move"
        made.table.play(do.Move(who=made.who, gait="jog"))
    made.attack(1, 1, 2, 6, 6, 5, technique=technique)
    assert {each.key for each in made.table.combatant(made.who).conditions} == set(mine)
    assert {each.key for each in made.table.combatant(made.mark).conditions} == set(theirs)
    assert made.table.asked == ["defense", "attack"]


@pytest.mark.rule("PHA-53")
def test_a_disarm_drops_the_weapon() -> None:
    """It lies there until it is picked up; a tie does nothing."""
    made = duel({"actions": 2})
    assert made.attack(4, 4, 4, 6, 6, 5, technique="disarm")["result"] == "miss"
    assert made.table.combatant(made.mark).memo["held"] == "sword"
    made.attack(1, 1, 2, 6, 6, 5, technique="disarm")
    assert made.table.combatant(made.mark).memo_text("held") == ""
    assert made.table.combatant(made.mark).memo["dropped"] == ("sword",)
    made.table.phase()
    assert made.refused(technique="disarm") == "phases.nothing_to_drop"
    made.table.turn_of(made.mark)
    made.table.play(do.Draw(who=made.mark, weapon="sword"))
    assert made.table.combatant(made.mark).memo["held"] == "sword"
    assert "dropped" not in made.table.combatant(made.mark).memo


@pytest.mark.rule("PHA-53")
def test_the_grabbed_do_not_move_and_act_worse() -> None:
    """No movement, −3 to actions; in a clinch only Hand-to-Hand."""
    made = duel({"actions": 2})
    made.attack(1, 1, 2, 6, 6, 5, technique="grab")
    table = made.table
    table.turn_of(made.mark)
    assert character.move(table.context, table.combatant(made.mark)) == 0
    assert table.refused(do.Move(who=made.mark, gait="jog")) == "phases.cannot_move"
    table.play(do.Attack(who=made.mark, target=made.who, defense="standard"), *MISS)
    assert table.result("attack")["bonus"] == 5 - 3
    table.play(do.LetGo(who=made.who))
    assert not table.combatant(made.mark).has("grabbed")
    table.suffer(made.mark, "clinched", by=made.who)
    table.phase()
    table.turn_of(made.mark)
    assert table.refused(do.Attack(who=made.mark, target=made.who)) == "phases.is_clinched"


@pytest.mark.rule("PHA-09", "PHA-50")
@pytest.mark.parametrize(("escape", "is_free"), [((3, 3, 3), False), ((6, 4, 6), True)])
def test_breaking_free_is_an_action_against_a_free_roll(
    escape: tuple[int, ...], is_free: bool
) -> None:
    """Escape (−3 for being held) against the holder's technique; a tie holds."""
    made = duel({"actions": 1})
    made.attack(1, 1, 2, 6, 6, 5, technique="grab")
    made.table.turn_of(made.mark)
    against = (1, 1, 1) if not is_free else (1, 2, 3)
    gm = 12 - 9 - 2 if not is_free else 0
    found = made.table.play(do.BreakFree(who=made.mark, gm=gm), *escape, *against)
    assert found["free"] is is_free
    assert found["total"] - found["against"] == (0 if not is_free else 3)
    assert made.table.combatant(made.mark).has("grabbed") is not is_free
    assert made.table.gauge(made.mark, "used") == 1
