"""What a phase allows: regular and full actions, aborting, drawing, reloading, recovering."""

from typing import Any

import pytest

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.events import GaugeSet
from encounter_gui.rules.model.commands import Finish, Next
from encounter_gui.rules.systems.phases import commands as do
from tests.rules.systems.phases.playing import Duel, duel


@pytest.mark.rule("PHA-23")
@pytest.mark.parametrize(("actions", "penalty"), [(1, 0), (2, -3), (3, -6)])
def test_each_of_several_actions_takes_the_penalty(actions: int, penalty: int) -> None:
    """One 0, two −3 each, three −6 each; the free Standard Defense is untouched."""
    made = duel({"actions": actions})
    bonuses = [made.attack(3, 3, 3, 1, 1, 2, weapon="unarmed")["bonus"] for _ in range(actions)]
    assert bonuses == [9 + penalty] * actions
    blow = do.Attack(who=made.mark, target=made.who, defense="standard")
    made.table.turn_of(made.mark)
    made.table.play(blow, 3, 3, 3, 1, 1, 2)
    assert made.table.result("defense")["bonus"] == 6


@pytest.mark.rule("PHA-22")
def test_a_full_action_leaves_no_movement() -> None:
    """A Regular Action may be combined with a jog, once; a Full Action with nothing."""
    made = duel({"actions": 2})
    made.table.play(do.Move(who=made.who, gait="jog"))
    assert made.table.refused(do.Move(who=made.who, gait="jog")) == "phases.has_moved"
    made.attack(3, 3, 3, 1, 1, 2)
    made.table.happen(GaugeSet(who=made.who, gauge="fatigue", to=1))
    made.table.phase(**{made.who: {"full": "recover"}})
    assert made.table.refused(do.Move(who=made.who, gait="jog")) == "phases.full_no_move"
    assert made.refused() == "phases.declared_full"


@pytest.mark.rule("PHA-23", "PHA-26")
def test_a_full_action_needs_the_whole_phase() -> None:
    """Once anything was done there is no Full Action; on one's turn it may take the place of what was declared."""
    made = duel({"actions": 3})
    made.table.play(do.Move(who=made.who, gait="run"))
    assert made.refused() == "phases.no_action_left"
    made.table.phase(**{made.who: {"actions": 3}})
    made.table.play(do.Other(who=made.who, what="opens a door"))
    assert made.table.refused(do.Recover(who=made.who)) == "phases.needs_whole_phase"


@pytest.mark.rule("PHA-25")
def test_aborting_swaps_an_action_for_a_defense() -> None:
    """Before its initiative the target turns what it declared into a defense, and then has it no more."""
    made = duel()
    table = made.table
    made.attack(3, 3, 3, 3, 3, 3, choose=("dodge",))
    assert table.options == ("standard", "dodge", "all_out_dodge")
    assert table.combatant(made.mark).has("aborted")
    table.turn_of(made.mark)
    blow = do.Attack(who=made.mark, target=made.who)
    assert table.refused(blow) == "phases.no_action_left"
    table.phase()
    assert not table.combatant(made.mark).has("aborted")


@pytest.mark.rule("PHA-25")
def test_after_its_initiative_only_what_is_left_can_defend() -> None:
    """With nothing left there is no question: Standard Defense."""
    made = duel()
    table = made.table
    made.attack(3, 3, 3, 1, 1, 2)
    table.turn_of(made.mark)
    table.play(do.Attack(who=made.mark, target=made.who), 3, 3, 3, 1, 1, 2)
    assert table.result("defense")["kind"] == "standard"


@pytest.mark.rule("PHA-25", "PHA-51")
def test_aborting_to_all_out_dodge_covers_the_rest_of_the_phase() -> None:
    """It takes the place of everything declared, without action penalty; each attack gets a roll of its own."""
    made = duel({"actions": 2})
    table = made.table
    table.phase(**{made.who: {"actions": 2}, made.mark: {"actions": 3}})
    made.attack(3, 3, 3, 1, 1, 2, choose=("all_out_dodge",))
    assert table.result("defense")["bonus"] == 5 + 3 + 3
    command = do.Attack(who=made.who, target=made.mark)
    table.play(command, 3, 3, 4, 1, 1, 2)
    assert table.result("defense") == {
        "kind": "all_out_dodge",
        "bonus": 11,
        "total": 21,
        "base": 5,
        "modifiers.dodge": 3,
        "modifiers.evade": 3,
    }
    table.turn_of(made.mark)
    assert table.refused(do.Other(who=made.mark)) == "phases.no_action_left"
    table.phase()
    assert not table.combatant(made.mark).has("all_out_dodge")


@pytest.mark.rule("PHA-51")
def test_all_out_dodge_is_declared() -> None:
    """Declared, it holds from the start of the phase; nobody comes to it later, unless nothing is declared at all."""
    made = duel()
    table = made.table
    dodging: dict[str, Any] = {"full": "all_out_dodge"}
    table.phase(**{made.mark: dodging, made.who: {"actions": 3}})
    table.play(do.Attack(who=made.who, target=made.mark), 3, 3, 3, 1, 1, 2)
    assert table.result("defense")["kind"] == "all_out_dodge"
    table.phase(**{made.who: {"actions": 2}, made.mark: {"actions": 2}})
    made.attack(3, 3, 3, 1, 1, 2, choose=("dodge",))
    made.attack(3, 3, 3, 1, 1, 2, choose=("standard",))
    assert table.options == ("standard", "dodge")
    table.phase()
    table.turn_of(made.mark)
    assert table.refused(do.AllOutDodge(who=made.mark)) == "phases.dodge_undeclared"
    table.switch("phases.penaltyMode", "escalating")
    table.play(do.AllOutDodge(who=made.mark))
    assert table.combatant(made.mark).has("all_out_dodge")


@pytest.mark.rule("PHA-26", "PHA-77")
def test_drawing_and_reloading_are_regular_actions() -> None:
    """Each takes one of the actions declared; a full magazine and an empty hand refuse."""
    made = duel({"actions": 3})
    table = made.table
    assert table.refused(do.Reload(who=made.who)) == "phases.is_full"
    made.attack(3, 3, 3, 1, 1, 2)
    assert table.gauge(made.who, "ammo.heavy_pistol") == 9
    table.play(do.Reload(who=made.who))
    assert table.gauge(made.who, "ammo.heavy_pistol") == 10
    table.play(do.Draw(who=made.who, weapon="smg"))
    assert table.combatant(made.who).memo["held"] == "smg"
    assert table.gauge(made.who, "used") == 3
    assert table.refused(do.Other(who=made.who)) == "phases.no_action_left"


@pytest.mark.rule("PHA-26", "PHA-35")
def test_a_jam_is_cleared_by_an_action() -> None:
    """A jammed weapon fires no more until an action has cleared it."""
    made = duel({"actions": 3})
    made.attack(3, 3, 3, 1, 1, 1)
    assert made.refused() == "phases.is_jammed"
    made.table.play(do.ClearJam(who=made.who))
    assert made.attack(3, 3, 3, 3, 3, 3)["total"] == 9 + 10 - 6 - 2


@pytest.mark.rule("PHA-26")
def test_standing_up_is_an_action() -> None:
    """Dropping is none; standing up is, on legs that carry."""
    made = duel()
    table = made.table
    table.play(do.Move(who=made.who, gait="prone"))
    table.play(do.StandUp(who=made.who))
    assert table.gauge(made.who, "used") == 1
    table.phase()
    table.play(do.Move(who=made.who, gait="prone"))
    table.hurt(made.who, "left_leg", 4)
    assert table.refused(do.StandUp(who=made.who)) == "phases.legs_fail"


@pytest.mark.rule("PHA-18")
def test_recovering_takes_a_level_of_fatigue() -> None:
    """A Full Action, one level; what lack of sleep brought stays until sleep."""
    made = duel()
    table = made.table
    assert table.refused(do.Recover(who=made.who)) == "phases.not_tired"
    _tire(made, fatigue=3, sleepless=2)
    table.play(do.Recover(who=made.who))
    assert table.gauge(made.who, "fatigue") == 2
    table.phase()
    assert table.refused(do.Recover(who=made.who)) == "phases.not_tired"


def _tire(made: Duel, **levels: int) -> None:
    made.table.happen(
        *(ev.GaugeSet(who=made.who, gauge=gauge, to=to) for gauge, to in levels.items())
    )


@pytest.mark.rule("PHA-18")
def test_lack_of_sleep_tires_and_sleep_helps() -> None:
    """More than 24 h awake: one level an hour; each hour of sleep takes four of any kind."""
    made = duel()
    table = made.table
    assert table.refused(do.Sleep(who=(made.who,), hours=1)) == "phases.between_fights"
    table.play(Finish())
    table.play(do.StayAwake(who=(made.who,), hours=20))
    table.play(do.StayAwake(who=(made.who,), hours=10))
    assert table.gauge(made.who, "fatigue") == 6
    assert table.gauge(made.who, "sleepless") == 6
    table.play(do.Sleep(who=(made.who,), hours=1))
    assert (table.gauge(made.who, "fatigue"), table.gauge(made.who, "sleepless")) == (2, 2)


@pytest.mark.rule("PHA-17", "PHA-18")
def test_burdens_weigh_on_physical_rolls_alone() -> None:
    """Attack and defense rolls and tests on STR, REF, STAM; not on COOL, PER, TECH."""
    made = duel(load=52)
    _tire(made, fatigue=1)
    assert made.attack(3, 3, 3, 1, 1, 2)["bonus"] == 10 - 1 - 6
    totals = {
        key: made.table.play(do.Task(who=made.who, characteristic=key), 3, 3, 3)["total"]
        for key in ("strength", "reflexes", "stamina", "cool", "perception", "tech")
    }
    assert totals == {
        "strength": 7,
        "reflexes": 8,
        "stamina": 7,
        "cool": 14,
        "perception": 14,
        "tech": 14,
    }
    made.table.phase()
    assert made.attack(3, 3, 3, 1, 1, 2, place="head")["bonus"] == 5 + 4 - 4 - 7


@pytest.mark.rule("PHA-75")
def test_who_leaves_has_no_turn() -> None:
    """Fleeing is told, not rolled."""
    made = duel()
    made.table.play(do.Leave(who=made.mark))
    made.table.play(Next())
    assert made.table.context.state.round == 2
    assert made.table.refused(do.Leave(who=made.mark)) == "phases.has_left"


@pytest.mark.rule("PHA-01", "PHA-02", "PHA-05", "PHA-06", "PHA-07", "PHA-08")
@pytest.mark.parametrize(
    ("fields", "dice", "expected"),
    [
        ({"characteristic": "reflexes"}, (3, 3, 4), (16, 16, "passed")),
        ({"characteristic": "reflexes", "level": "hard"}, (3, 3, 4), (16, 18, "failed")),
        (
            {"characteristic": "reflexes", "skill": "marksmanship", "specialty": "pistols"},
            (3, 3, 4),
            (20, 18, "passed"),
        ),
        ({"characteristic": "strength", "skill": "awareness"}, (3, 3, 4), (15, 18, "failed")),
        ({"characteristic": "reflexes", "dn": 11}, (3, 3, 4), (16, 11, "critical")),
        ({"characteristic": "reflexes", "dn": 21}, (3, 3, 4), (16, 21, "fumbled")),
        ({"characteristic": "reflexes", "dn": 5}, (1, 1, 1), (9, 5, "fumbled")),
    ],
)
def test_tests(fields: dict[str, Any], dice: tuple[int, ...], expected: tuple[Any, ...]) -> None:
    """3d6 + characteristic + skill + specialty against a DN; by 5 it is critical, a natural 3 fails."""
    made = duel()
    found = made.table.play(do.Task(who=made.who, **fields), *dice)
    assert (found["total"], found["dn"], found["result"]) == expected
    assert found["dos"] == found["total"] - found["dn"]


@pytest.mark.rule("PHA-09")
@pytest.mark.parametrize(("dice", "wins"), [((3, 3, 3), False), ((3, 3, 4), True)])
def test_the_passive_side_wins_a_tie(dice: tuple[int, ...], wins: bool) -> None:
    """Higher total wins; equal ones go to who answers."""
    made = duel()
    command = do.Oppose(who=made.who, target=made.mark, characteristic="strength")
    assert made.table.play(command, *dice, 3, 3, 3)["wins"] is wins
