"""MOVE, terrain, climbing, jumping, swimming and falls."""

from typing import Any

import pytest

from encounter_gui.encounter import events as ev
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.actions import movement
from encounter_gui.rules.systems.phases.sheet import character
from tests.helpers.rulesets import shipped
from tests.rules.systems.phases.playing import Duel, Phased, duel

PASS, FAIL = (6, 6, 5), (1, 1, 2)
RUNNER: dict[str, Any] = {"strength": 5, "stamina": 5, "reflexes": 6, "athletics": 2, "running": 1}


@pytest.mark.rule("PHA-12", "PHA-13")
@pytest.mark.parametrize(
    ("gait", "terrain", "load", "feet"),
    [
        ("jog", "normal", 0, 19),
        ("run", "normal", 0, 38),
        ("sprint", "normal", 0, 57),
        ("jog", "difficult", 0, 9),
        ("jog", "very_difficult", 0, 4),
        ("sprint", "difficult", 0, 28),
        ("jog", "normal", 42, 17),
        ("run", "difficult", 42, 17),
        ("jog", "normal", 400, 0),
    ],
)
def test_move(gait: str, terrain: str, load: int, feet: int) -> None:
    """Burdens off first, then gait, terrain and legs; rounded down once."""
    table = Phased()
    who = table.join("One", load=load, **RUNNER)
    assert character.move(table.context, table.combatant(who), gait, terrain) == feet


@pytest.mark.rule("PHA-17")
@pytest.mark.parametrize(
    ("load", "levels"), [(0, 0), (35, 0), (36, 1), (40, 1), (41, 2), (42, 2), (60, 5)]
)
def test_encumbrance(load: int, levels: int) -> None:
    """Each 5 lb or part above (STR + Athletics) × 5."""
    assert mechanics.encumbrance(load, 5, 2, 5) == levels


@pytest.mark.rule("PHA-15")
@pytest.mark.parametrize(
    ("fields", "dn"),
    [
        ({"feet": 18}, 12),
        ({"feet": 10}, 12),
        ({"feet": 18, "inches": 1}, 14),
        ({"feet": 19}, 16),
        ({"feet": 4, "standing": True}, 12),
        ({"feet": 5, "standing": True}, 16),
        ({"feet": 1, "kind": "high"}, 12),
        ({"feet": 2, "kind": "high"}, 16),
        ({"inches": 6, "kind": "high", "standing": True}, 12),
        ({"inches": 9, "kind": "high", "standing": True}, 14),
        ({"inches": 10, "kind": "high", "standing": True}, 16),
    ],
)
def test_jumps(fields: dict[str, Any], dn: int) -> None:
    """DN 12 for the base figure, +2 for each half foot begun; standing high halves both."""
    made = duel()
    found = made.table.play(do.Jump(who=made.who, **fields), *PASS)
    assert (found["dn"], found["total"]) == (dn, 17 + 5)


@pytest.mark.rule("PHA-15")
def test_clearing_an_obstacle_adds_half_the_height() -> None:
    """A high jump of 3 ft by somebody 6 ft tall clears 6 ft."""
    made = duel()
    high = do.Jump(who=made.who, feet=3, kind="high", height=72)
    assert made.table.play(high, *PASS)["reach"] == 72
    assert made.table.play(high, *FAIL)["reach"] == 0


@pytest.mark.rule("PHA-14")
@pytest.mark.parametrize(
    ("faces", "after", "expected"),
    [
        ((4, 4, 5), (), {"feet": 5, "fell": False}),
        ((4, 3, 3), (), {"feet": 0, "fell": False}),
        ((1, 1, 2), (*FAIL, 8, 1, 4, 4, 4), {"feet": 0, "fell": True}),
    ],
)
def test_climbing(faces: tuple[int, ...], after: tuple[int, ...], expected: dict[str, Any]) -> None:
    """STR + Athletics + Climbing feet; a failure tires; a critical one falls instead."""
    made = duel()
    made.table.play(do.Climb(who=made.who, dn=18, height=10), *faces, *after)
    found = made.table.results("climb")[0]
    assert {key: found[key] for key in expected} == expected
    tires = expected["feet"] == 0 and not expected["fell"]
    assert made.table.gauge(made.who, "fatigue") == (1 if tires else 0)
    assert made.table.refused(do.Climb(who=made.who)) == "phases.has_moved"


def swum(made: Duel, *faces: int, **fields: Any) -> str:
    """A swimming test, DN 15 for STR 5; returns what state it leaves."""
    state: str = made.table.play(do.Swim(who=made.who, dn=15, **fields), *faces)["state"]
    return state


@pytest.mark.rule("PHA-16")
def test_swimming() -> None:
    """A failure tires; a critical one stops, and with another failure after it drowning starts."""
    made = duel(athletics=2, swimming=1)
    context, combatant = made.table.context, made.table.combatant(made.who)
    assert (movement.swim_speed(context, combatant), movement.breath(context, combatant)) == (11, 8)
    assert swum(made, 2, 2, 2) == ""
    assert made.table.gauge(made.who, "fatigue") == 1
    assert swum(made, 1, 1, 1) == "once"
    assert made.table.gauge(made.who, "fatigue") == 1
    assert swum(made, *PASS) == ""
    swum(made, 1, 1, 1)
    assert swum(made, 2, 2, 2) == "drowning"
    assert made.table.refused(do.Swim(who=made.who)) == "phases.is_drowning"
    assert swum(made, 1, 2, 2, grip=True) == "last"
    assert made.table.refused(do.Swim(who=made.who, grip=True)) == "phases.is_drowning"


@pytest.mark.rule("PHA-16")
def test_a_last_grip_may_save() -> None:
    """One last test if there is something to hold on to."""
    made = duel()
    swum(made, 1, 1, 1)
    swum(made, 1, 1, 1)
    assert swum(made, *PASS, grip=True) == ""


@pytest.mark.rule("PHA-53", "PHA-79")
@pytest.mark.parametrize(
    ("feet", "broken", "dice"), [(9, 0, 0), (10, 0, 1), (10, 1, 0), (39, 1, 2), (100, 0, 10)]
)
def test_dice_of_a_fall(feet: int, broken: int, dice: int) -> None:
    """1d6 per full 10 ft; Breakfall takes one off."""
    assert mechanics.fall_dice(feet, 10, broken) == dice


@pytest.mark.rule("PHA-39", "PHA-42", "PHA-53", "PHA-79")
def test_falling() -> None:
    """Breakfall DN 16, then dice that explode at one place, armour counting; the helpless do not break a fall."""
    made = duel()
    made.table.happen(ev.ItemPut(who=made.mark, item=shipped("phases").item("leather").copy()))  # type: ignore[union-attr]
    made.table.play(do.Fall(who=made.mark, feet=20), *FAIL, 8, 6, 2, 4, *PASS, *PASS)
    assert made.table.results("damage") == [
        {"place": "torso", "damage": 6 + 2 + 3, "raw": 11, "armor": 2, "past": 9}
    ]
    made.table.suffer(made.mark, "immobile")
    made.table.play(do.Fall(who=made.mark, feet=10), 8, 1)
    assert made.table.asked == ["location", "damage"]
    assert made.table.refused(do.Fall(who=made.mark, feet=0)) == "phases.no_distance"


@pytest.mark.rule("PHA-13", "PHA-39")
def test_a_mishap() -> None:
    """1d6 or 2d6 to a random location."""
    made = duel()
    made.table.play(do.Accident(who=made.who, count=2), 5, 6, 6, 6, 1, 2, *PASS, *PASS)
    assert made.table.result("damage")["damage"] == 12 + 6 + 1 + 2 - 3


@pytest.mark.rule("PHA-31")
def test_the_gait_stays_until_another_is_set() -> None:
    """Declaring Run sets it before one's turn; standing still ends it."""
    made = duel()
    table = made.table
    table.phase(**{made.mark: {"full": "sprint"}})
    assert made.attack(6, 6, 6, 1, 1, 2)["bonus"] == 10 - 3
    table.phase()
    assert made.attack(6, 6, 6, 1, 1, 2)["bonus"] == 10 - 3
    table.turn_of(made.mark)
    table.play(do.Move(who=made.mark, gait="still"))
    table.phase()
    assert made.attack(6, 6, 6, 1, 1, 2)["bonus"] == 10
