"""Where one rule of D6 pools reaches into the moment of another."""

import pytest
from msgspec.structs import replace

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition, Expiry
from encounter_gui.rules.model.automation import events_of
from encounter_gui.rules.model.commands import (
    Adjust,
    Finish,
    Join,
    Next,
    Remove,
    RollInitiative,
    SetAutomation,
    SetInitiative,
    Settle,
    Waive,
)
from encounter_gui.rules.systems.d6pool import commands as do
from tests.helpers.table import Table
from tests.rules.systems.d6pool.conftest import Duel


@pytest.mark.rule("D6P-12")
@pytest.mark.parametrize("by_hand", [False, True])
def test_a_hero_point_for_the_turn_comes_before_ones_own_initiative(
    table: Table, by_hand: bool
) -> None:
    """D6P-12: rolled by itself, or given by hand, initiative is known; another's may still be doubled."""
    duel = Duel(table, hero_points=1)
    table.happen(ev.GaugeSet(who=duel.mark, gauge="hero", to=1))
    table.play(Next())
    if by_hand:
        table.play(SetInitiative(who=duel.who, to=9))
    else:
        table.play(RollInitiative(who=(duel.who,)), 3)
    assert table.refused(do.Hero(who=duel.who)) == "d6pool.hero_before_initiative"
    assert table.gauge(duel.who, "hero") == 1
    table.play(do.Hero(who=duel.mark))


@pytest.mark.rule("D6P-15")
def test_nobody_has_anything_left_to_do_once_the_fight_is_over(table: Table) -> None:
    """D6P-15: Next goes on with a fight that was ended in a tie; it does not ask for what the tie has not done."""
    duel = Duel(table)
    table.begin(1, 4)
    table.play(do.Attack(who=duel.who, target=duel.mark), *[6] * 4, *[1] * 6, *[6] * 5)
    assert "Mark" in table.system.left_undone(table.context)
    table.play(Finish())
    assert table.system.left_undone(table.context) == ""


@pytest.mark.rule("D6P-14", "D6P-18", "D6P-28")
def test_a_declared_drop_is_done_when_its_owner_acts(table: Table) -> None:
    """D6P-18: run, then drop; lying down is cover from then on, and whoever forgets it is told."""
    duel = Duel(table)
    table.play(Next())
    table.play(do.Declare(who=duel.who, moves=("run", "prone")))
    table.play(do.Declare(who=duel.mark, moves=("prone",)))
    table.play(Next(), 3, 3)
    assert not table.combatant(duel.mark).has("prone")
    assert table.combatant(duel.who).has("running")
    table.play(do.Attack(who=duel.who, target=duel.mark), 1, 1, 1)
    table.play(do.Move(who=duel.who, gait="run", metres=6))
    assert table.system.left_undone(table.context) == "Shooter: Drop"
    table.play(do.Move(who=duel.who, gait="prone"))
    assert table.system.left_undone(table.context) == ""
    table.play(Next())
    assert table.combatant(duel.who).has("prone")
    table.play(Next())
    assert table.last is not None
    assert table.context.texts.sentence(table.last.label).endswith("passed over: Mark: Drop")
    assert not table.combatant(duel.mark).has("prone")


@pytest.mark.rule("D6P-21")
def test_who_has_shot_at_full_dice_draws_no_more_in_that_turn(duel: Duel) -> None:
    """D6P-21: drawing takes a die off every attack of the turn, those before it too."""
    table, who = duel.table, duel.who
    table.play(do.Attack(who=who, target=duel.mark), 1, 1, 1, 1)
    assert table.refused(do.Draw(who=who, weapon="knife")) == "d6pool.draw_first"
    table.next_turn(6, 1)
    table.play(do.Attack(who=who, target=duel.mark), 1, 1, 1, 1)
    table.play(do.Attack(who=who, target=duel.mark), 1, 1, 1, 1)
    table.play(Next())
    table.play(Next())
    assert table.refused(do.Draw(who=who, weapon="knife")) == "d6pool.draw_first"


@pytest.mark.rule("D6P-21")
@pytest.mark.parametrize(("second", "is_allowed"), [("baretta_96f", True), ("knife", False)])
def test_a_blow_is_never_followed_by_drawing_what_would_have_forbidden_it(
    table: Table, second: str, is_allowed: bool
) -> None:
    """D6P-21: who drew the pistol and shot at one die less may draw another pistol, but no blade, for the same turn."""
    duel = Duel(table, items=["baretta_96f", "smg", "knife"], held="knife", dexterity=5, unarmed=2)
    who = duel.who
    table.begin(6, 1)
    table.play(do.Draw(who=who, weapon="smg"))
    table.play(do.Attack(who=who, target=duel.mark, mode="SA"), 1, 1, 1)
    table.play(Next())
    table.play(Next())
    assert table.context.state.acting == (who,)
    if is_allowed:
        table.play(do.Draw(who=who, weapon=second))
    else:
        assert table.refused(do.Draw(who=who, weapon=second)) == "d6pool.draw_first"


@pytest.mark.rule("D6P-21", "D6P-25")
def test_half_an_action_is_no_task(table: Table) -> None:
    """D6P-21: who has drawn has half an action left; in the second action there is a whole one, and waiting goes."""
    duel = Duel(table, items=["baretta_96f", "knife"], held="knife")
    who = duel.who
    table.begin(6, 1)
    table.play(do.Draw(who=who, weapon="baretta_96f"))
    assert table.refused(do.Task(who=who, skill="technical", dn=10)) == "d6pool.half_left"
    oppose = do.Oppose(who=who, target=duel.mark, skill="strength")
    assert table.refused(oppose) == "d6pool.half_left"
    table.play(do.Wait(who=who))
    table.play(Next())
    table.play(Next())
    table.play(do.Task(who=who, skill="technical", dn=10), 6, 6, 6)


@pytest.mark.rule("D6P-11", "D6P-43", "D6P-44")
@pytest.mark.parametrize("left", [0, -20])
def test_the_unconscious_roll_nothing_against_anybody(duel: Duel, left: int) -> None:
    """D6P-43: no die of theirs is asked for, and any total above 0 wins."""
    table = duel.table
    table.happen(ev.GaugeSet(who=duel.mark, gauge="th", to=left))
    values = table.play(do.Oppose(who=duel.who, target=duel.mark, skill="strength"), 1, 1, 1)
    assert (values["total"], values["other"], values["won"]) == (3, 0, True)


@pytest.mark.rule("D6P-40")
def test_a_grenade_in_the_air_does_not_go_with_its_thrower(table: Table) -> None:
    """D6P-40: it goes off first, or nobody is said to be in it."""
    duel = Duel(table, held="grenade")
    table.begin(3, 3)
    table.play(do.Throw(who=duel.who, metres=10), 6, 6, 6, 1)
    assert table.refused(Remove(who=(duel.mark, duel.who))) == "d6pool.thrown_first"
    table.play(Waive())
    table.play(Remove(who=(duel.who,)))
    assert duel.who not in table.context.state.combatants


@pytest.mark.rule("D6P-45")
def test_waking_up_is_tried_once_an_hour(duel: Duel) -> None:
    """D6P-45: not twice in one hour, nor in one that is past; another fall counts anew."""
    table, mark = duel.table, duel.mark
    table.play(Adjust(who=(mark,), change="=0"))
    table.play(do.Wake(who=mark, hours=2), 1, 1, 1)
    for hours in (1, 2):
        assert table.refused(do.Wake(who=mark, hours=hours)) == "d6pool.hour_not_over"
    table.play(do.Wake(who=mark, hours=4), 3, 3, 3)
    assert table.refused(do.Wake(who=mark, hours=4)) == "d6pool.hour_not_over"
    table.play(Adjust(who=(mark,), change="=3"))
    table.play(Adjust(who=(mark,), change="=0"))
    table.play(do.Wake(who=mark, hours=1), 6, 6, 6)


@pytest.mark.rule("D6P-15", "D6P-16")
def test_who_has_come_among_second_actions_gets_no_first_when_another_comes(table: Table) -> None:
    """D6P-16: two newcomers among second actions, one after the other; neither acts twice in that turn."""
    duel = Duel(table, dexterity=6)
    table.begin(6, 1)
    table.play(Next())
    table.play(Next())
    assert table.context.state.acting == (duel.who,)
    for name in ("First", "Second"):
        twin = Duel(Table(table.system, table.context.ruleset, table.context.texts), dexterity=6)
        table.play(Join(combatants=(replace(twin.table.combatant(twin.who), name=name),)))
        table.play(Settle(), 6)
    late = [slot.lane for slot in table.context.state.slots if slot.group > 2]
    assert late == [1, 1]


# ---- assist


@pytest.mark.rule("D6P-15")
@pytest.mark.parametrize("by_next", [False, True])
def test_assist_proposes_a_tie_before_anything_else_begins(table: Table, by_next: bool) -> None:
    """D6P-15: the last tie of a turn is confirmed in that turn; then it goes on, by itself or with Next."""
    duel = Duel(table)
    table.play(SetAutomation(to="assist"))
    table.begin(1, 4)
    assert table.context.state.is_tied
    hit = (*[6] * 4, *[6] * 6, *[1] * 5)
    table.play(do.Attack(who=duel.who, target=duel.mark), *hit)
    table.play(do.Wait(who=duel.who))
    table.play(do.Wait(who=duel.mark))
    outcome = table.one_command(Next(), [], [])
    assert table.context.texts.text(outcome.label).startswith("Simultaneous results")
    assert table.context.state.round == 1
    assert [each.kind for each in table.context.state.obligations] == ["proposed", "going_on"]
    table.one_command(Settle(), [], [])
    assert (table.gauge(duel.mark), table.context.state.round) == (-19, 1)
    table.one_command(Next() if by_next else Settle(), [], [])
    assert table.context.state.round == 2


@pytest.mark.rule("D6P-16", "D6P-18")
def test_assist_does_not_ask_about_what_is_only_counted(table: Table) -> None:
    """What somebody has done in a turn is kept and ends without a question; a stun that ends is proposed."""
    duel = Duel(table)
    table.play(SetAutomation(to="assist"))
    table.play(Next())
    table.play(do.Declare(who=duel.who, moves=("run",)))
    proposed: list[str] = []

    def step(*faces: int) -> None:
        left = list(faces)
        table.one_command(Next(), left, [])
        for each in table.context.state.obligations:
            proposed.extend(
                event.key for event in events_of(each) if isinstance(event, ev.ConditionRemoved)
            )
            table.one_command(Waive(), [], [])

    step(3, 3)
    assert table.combatant(duel.who).has("running")
    table.play(do.Draw(who=duel.who, weapon="knife"))
    stunned = Condition(key="stunned", until=Expiry(round=1))
    table.happen(ev.ConditionAdded(who=duel.mark, condition=stunned))
    step()
    step()
    assert proposed == ["stunned"]
    assert not any(table.combatant(duel.who).has(key) for key in ("running", "drawn", "busy"))
