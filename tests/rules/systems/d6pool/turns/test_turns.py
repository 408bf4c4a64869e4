"""Turns, initiative, ties, movement and what an action allows."""

import pytest

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.model.commands import Next
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.turns import initiative
from tests.helpers.table import Table
from tests.rules.systems.d6pool.conftest import Duel

MISS = (1, 1, 1, 1)


@pytest.mark.rule("D6P-13")
@pytest.mark.rule("D6P-14")
def test_a_turn_is_declared_rolled_and_resolved(table: Table) -> None:
    """Next begins the turn for declaring, then rolls initiative, then goes through the order."""
    one = table.join("One", dexterity=3)
    two = table.join("Two", dexterity=2)
    table.next()
    assert (table.context.state.round, table.context.state.acting) == (1, ())
    table.play(do.Declare(who=two, intent="run for the door"))
    assert table.combatant(two).memo["intent"] == "run for the door"
    table.next(1, 1)
    assert table.context.state.acting == (one,)
    table.next()
    assert table.context.state.acting == (two,)
    table.next()
    assert table.context.state.round == 2
    assert "intent" not in table.combatant(two).memo


@pytest.mark.rule("D6P-15")
@pytest.mark.rule("D6P-08")
def test_initiative_adds_dexterity_and_reflexes(table: Table) -> None:
    """1d6 + Dexterity + reflex enhancement, highest first."""
    slow = table.join("Slow", dexterity=1)
    wired = table.join("Wired", dexterity=1, reflex=2)
    table.begin(2, 1)
    assert [(slot.who, slot.score) for slot in table.context.state.slots] == [(wired, 4), (slow, 3)]


@pytest.mark.rule("D6P-16")
def test_ten_gives_a_second_action_and_twenty_no_third(table: Table) -> None:
    """Second actions come after all first ones, in the same order."""
    fast = table.join("Fast", dexterity=14)
    ten = table.join("Ten", dexterity=4)
    slow = table.join("Slow", dexterity=3)
    table.begin(6, 6, 6)
    assert [(slot.who, slot.lane) for slot in table.context.state.slots] == [
        (fast, 0),
        (ten, 0),
        (slow, 0),
        (fast, 1),
        (ten, 1),
    ]


@pytest.mark.rule("D6P-15")
def test_a_tie_acts_on_what_was_true_before_it(table: Table) -> None:
    """The one who is hit in a tie still acts unhurt; results apply when all have rolled, and add up."""
    duel = Duel(table)
    third = table.join(
        "Third", strength=2, dexterity=4, firearms=3, pain_resistance=2, items=["revolver"]
    )
    table.begin(1, 4, 1)
    assert table.context.state.is_tied
    table.play(do.Attack(who=duel.who, target=third), *[6] * 4, *[6] * 6, *[1] * 2)
    assert table.gauge(third) == 6
    table.play(do.Attack(who=third, target=duel.who), 1, 1, 1)
    table.next()
    assert table.gauge(third) == 6 - 34


@pytest.mark.rule("D6P-15")
def test_the_second_shot_meets_what_the_first_did(table: Table) -> None:
    """Within one's own action things count at once, even in a tie."""
    duel = Duel(table)
    third = table.join("Third", strength=2, dexterity=4, pain_resistance=4)
    table.begin(1, 4, 1)
    table.play(do.Attack(who=duel.who, target=third), *[6] * 4, *[1] * 6, *[6] * 4)
    assert not table.combatant(third).has("stunned")
    table.play(do.Attack(who=duel.who, target=third), *[6] * 4, *[1] * 6, *[1] * 3)
    assert table.gauge(third) == 6
    assert table.refused(do.Apply()) == "rules.tie.not_all"
    for who in (third, duel.mark):
        table.play(do.Wait(who=who))
    table.play(do.Apply())
    assert table.gauge(third) == 3
    assert table.refused(do.Apply()) == "d6pool.nothing_waits"


@pytest.mark.rule("D6P-15")
def test_nobody_acts_out_of_turn(duel: Duel) -> None:
    """Only those whose slot it is may act."""
    assert duel.table.refused(do.Attack(who=duel.mark, target=duel.who)) == "d6pool.not_your_turn"


@pytest.mark.rule("D6P-18")
@pytest.mark.parametrize(("gait", "most"), [("walk", 5), ("run", 10), ("crawl", 2)])
def test_how_far_one_gets(duel: Duel, gait: str, most: int) -> None:
    """5 m walking, 10 running, 2 crawling, for the whole turn."""
    table = duel.table
    table.play(do.Move(who=duel.who, gait=gait, metres=most))  # type: ignore[arg-type]  # a gait
    assert table.refused(do.Move(who=duel.who, gait=gait, metres=1)) == "d6pool.too_far"  # type: ignore[arg-type]


@pytest.mark.rule("D6P-18")
@pytest.mark.rule("D6P-50")
def test_movements_cost_dice_and_add_up(duel: Duel) -> None:
    """Crawling and getting up cost 1 die each on every action of the turn, dropping prone none."""
    table = duel.table
    table.play(do.Move(who=duel.who, gait="prone"))
    assert table.refused(do.Move(who=duel.who, gait="run", metres=5)) == "d6pool.is_prone"
    table.play(do.Move(who=duel.who, gait="crawl", metres=1))
    table.play(do.Move(who=duel.who, gait="stand"))
    assert table.play(do.Attack(who=duel.who, target=duel.mark), 1, 1)["dice"] == 2
    assert table.refused(do.Move(who=duel.who, gait="stand")) == "d6pool.not_prone"
    table.next_turn(3, 3)
    assert table.play(do.Attack(who=duel.who, target=duel.mark), *MISS)["dice"] == 4


@pytest.mark.rule("D6P-18")
def test_moving_costs_dodge_dice_only_by_switch(duel: Duel) -> None:
    """Movement leaves the dodge pool alone unless the switch is on."""
    table = duel.table
    table.play(do.Move(who=duel.mark, gait="run", metres=10))
    assert table.gauge(duel.mark, "dodge") == 4
    table.switch("d6pool.moveHitsDodge", True)
    table.play(do.Move(who=duel.who, gait="run", metres=10))
    assert table.gauge(duel.who, "dodge") == 3


@pytest.mark.rule("D6P-21")
def test_drawing_leaves_one_shot_at_one_die_less(table: Table) -> None:
    """DV-D6P-11: draw and a semi-automatic: one shot at −1; the rest of the turn nothing more with this action."""
    duel = Duel(table, held="knife")
    table.begin(3, 3)
    shot = do.Attack(who=duel.who, target=duel.mark, weapon="baretta_96f")
    assert table.refused(shot) == "d6pool.not_in_hand"
    table.play(do.Draw(who=duel.who, weapon="baretta_96f"))
    assert table.play(shot, 1, 1, 1)["dice"] == 3
    assert table.refused(shot) == "d6pool.action_spent"


@pytest.mark.rule("D6P-21")
def test_drawing_a_single_shot_or_a_blade_is_the_turn(table: Table) -> None:
    """DV-D6P-11: draw and a revolver: no shot, not even with a second action."""
    duel = Duel(table, items=["revolver"], held="unarmed")
    table.begin(6, 1)
    table.play(do.Draw(who=duel.who, weapon="revolver"))
    shot = do.Attack(who=duel.who, target=duel.mark)
    assert table.refused(shot) == "d6pool.action_spent"
    table.next()
    table.next()
    assert table.context.state.acting == (duel.who,)
    assert table.refused(shot) == "d6pool.no_attack_after_draw"


@pytest.mark.rule("D6P-21")
def test_the_draw_penalty_reaches_the_second_action(table: Table) -> None:
    """−1 to any attack of the turn, the second action included, which has both its shots again."""
    duel = Duel(table, held="knife")
    table.begin(6, 1)
    table.play(do.Draw(who=duel.who, weapon="baretta_96f"))
    table.next()
    table.next()
    shot = do.Attack(who=duel.who, target=duel.mark)
    assert table.play(shot, 1, 1, 1)["dice"] == 3
    assert table.play(shot, 1, 1, 1)["dice"] == 3


@pytest.mark.rule("D6P-22")
def test_fast_draw_is_free_or_costs_the_turn(table: Table) -> None:
    """10 is enough; failing spends the turn, and the weapon is out all the same."""
    duel = Duel(table, held="baretta_96f", reflex=1)
    table.begin(5, 1)
    result = table.play(do.FastDraw(who=duel.who, weapon="knife"), 2, 2, 2, 2, 2)
    assert (result["dice"], result["total"], result["drawn"]) == (5, 10, True)
    assert table.play(do.Attack(who=duel.who, target=duel.mark), *MISS)["dice"] == 4
    table.next_turn(5, 1)
    assert not table.play(do.FastDraw(who=duel.who, weapon="baretta_96f"), 1, 1, 1, 1, 1)["drawn"]
    assert table.combatant(duel.who).memo["held"] == "baretta_96f"
    assert table.refused(do.Attack(who=duel.who, target=duel.mark)) == "d6pool.turn_spent"
    table.next()
    assert table.context.state.acting == (duel.mark,)
    table.next()
    assert table.context.state.round == 3


@pytest.mark.rule("D6P-22")
def test_fast_draw_is_hindered_like_any_action(duel: Duel) -> None:
    """Running takes a die off."""
    duel.table.play(do.Move(who=duel.who, gait="run", metres=6))
    assert duel.table.play(do.FastDraw(who=duel.who, weapon="knife"), 4, 4, 4)["dice"] == 3


@pytest.mark.rule("D6P-23")
def test_aiming_helps_one_shot(duel: Duel) -> None:
    """Two dice for the next ranged attack, hit or miss; more turns do not add."""
    table = duel.table
    for _ in range(2):
        table.play(do.Aim(who=duel.who))
        table.next_turn(3, 3)
    shot = do.Attack(who=duel.who, target=duel.mark)
    assert table.play(shot, *[1] * 6)["dice"] == 6
    assert table.play(shot, *MISS)["dice"] == 4


@pytest.mark.rule("D6P-23")
@pytest.mark.parametrize("resist", [(6, 6, 6), (1, 1, 1)])
def test_aim_is_lost_when_stunned_or_wounded(table: Table, resist: tuple[int, ...]) -> None:
    """Being hurt ruins the aim."""
    duel = Duel(table)
    shooter = table.join("Other", dexterity=2, firearms=4, items=["revolver"])
    table.begin(6, 1, 6)
    table.play(do.Aim(who=duel.who))
    table.next()
    table.play(do.Attack(who=shooter, target=duel.who), *[6] * 4, *[2] * 7, *resist)
    assert not table.combatant(duel.who).has("aimed")


@pytest.mark.rule("D6P-23")
@pytest.mark.rule("D6P-16")
def test_a_whole_turn_takes_the_second_action_too(table: Table) -> None:
    """Aiming leaves no second action, and needs the turn untouched."""
    duel = Duel(table)
    table.begin(6, 1)
    table.play(do.Aim(who=duel.who))
    table.next()
    table.next()
    assert table.context.state.round == 2
    table.next(6, 1)
    table.play(do.Attack(who=duel.who, target=duel.mark), *[1] * 6)
    assert table.refused(do.Aim(who=duel.who)) == "d6pool.needs_whole_turn"


@pytest.mark.rule("D6P-24")
def test_reloading_takes_a_turn(duel: Duel) -> None:
    """A clip is full again; single rounds come five at a time; a full or bladed weapon is refused."""
    table = duel.table
    assert table.refused(do.Reload(who=duel.who)) == "d6pool.is_full"
    table.happen(ev.GaugeSet(who=duel.who, gauge="ammo.baretta_96f", to=1))
    assert table.refused(do.Reload(who=duel.who, weapon="knife")) == "d6pool.cannot_reload"
    table.play(do.Reload(who=duel.who))
    assert table.gauge(duel.who, "ammo.baretta_96f") == 15
    assert table.refused(do.Attack(who=duel.who, target=duel.mark)) == "d6pool.turn_spent"


@pytest.mark.rule("D6P-24")
def test_single_rounds_come_five_at_a_time(table: Table) -> None:
    """A revolver takes five rounds a turn."""
    duel = Duel(table, items=["revolver"], held="revolver")
    table.begin(3, 3)
    table.happen(ev.GaugeSet(who=duel.who, gauge="ammo.revolver", to=0))
    table.play(do.Reload(who=duel.who))
    assert table.gauge(duel.who, "ammo.revolver") == 5


@pytest.mark.rule("D6P-10")
@pytest.mark.rule("D6P-25")
def test_a_task_is_one_action(duel: Duel) -> None:
    """A task rolls skill against its difficulty and spends the action."""
    table = duel.table
    assert dict(table.context.ruleset.tables["task"]) == {
        "very_easy": 5,
        "easy": 10,
        "moderate": 15,
        "difficult": 20,
        "very_difficult": 30,
    }
    result = table.play(do.Task(who=duel.who, skill="medicine", dn=10), 4, 3, 3)
    assert (result["total"], result["success"]) == (10, True)
    assert table.refused(do.Task(who=duel.who, skill="medicine", dn=10)) == "d6pool.action_spent"


@pytest.mark.rule("D6P-11")
def test_opposed_rolls_are_rolled_again_on_a_tie(duel: Duel) -> None:
    """The higher total wins; equal ones are rolled again."""
    command = do.Oppose(who=duel.who, target=duel.mark, skill="strength", target_skill="dexterity")
    result = duel.table.play(command, 1, 2, 3, 6, 1, 1, 1, 4)
    assert (result["total"], result["other"], result["won"]) == (3, 4, False)
    assert duel.table.refused(command) == "d6pool.action_spent"


@pytest.mark.rule("D6P-12")
def test_a_hero_point_doubles_the_skill_of_one_action(table: Table) -> None:
    """Doubled before modifiers, for both shots of the action, for one point."""
    duel = Duel(table, hero_points=1)
    table.begin(3, 3)
    shot = do.Attack(who=duel.who, target=duel.mark, modifiers=("dark_partial",), hero=True)
    assert table.play(shot, *[1] * 7)["dice"] == 7
    assert table.play(shot, *[1] * 7)["dice"] == 7
    assert table.gauge(duel.who, "hero") == 0
    table.next_turn(3, 3)
    assert table.refused(shot) == "d6pool.no_hero_points"


@pytest.mark.rule("D6P-12")
def test_a_hero_point_for_the_turn_comes_before_initiative(table: Table) -> None:
    """It doubles Dexterity for initiative, the dodge pool, resistance and Strength damage; not Health."""
    duel = Duel(table, hero_points=1, held="knife")
    table.next()
    table.play(do.Hero(who=duel.who))
    assert table.refused(do.Hero(who=duel.who)) == "d6pool.is_heroic"
    table.next(3, 3)
    assert table.context.state.slots[0].score == 11
    assert table.gauge(duel.who, "dodge") == 8
    assert table.gauge(duel.who) == 9
    result = table.play(do.Attack(who=duel.who, target=duel.mark), *[6] * 8, *[1] * 7, *[1] * 5)
    assert (result["dice"], result["level"]) == (8, 7)
    assert table.refused(do.Hero(who=duel.who)) == "d6pool.hero_before_initiative"


@pytest.mark.rule("D6P-12")
def test_hero_points_return_after_the_adventure(table: Table) -> None:
    """Spent points return, one more for a success."""
    duel = Duel(table, hero_points=2)
    table.happen(ev.GaugeSet(who=duel.who, gauge="hero", to=0))
    table.play(do.Reward(who=(duel.who,)))
    assert table.gauge(duel.who, "hero") == 3


@pytest.mark.rule("D6P-48")
@pytest.mark.rule("D6P-49")
def test_who_is_down_or_gone_has_no_turn(table: Table) -> None:
    """The order passes over the unconscious and those who left; they roll no initiative."""
    duel = Duel(table)
    runner = table.join("Runner", dexterity=1)
    table.begin(3, 3, 1)
    table.happen(ev.GaugeSet(who=duel.mark, gauge="th", to=0))
    table.play(do.Leave(who=runner))
    table.next()
    assert table.context.state.round == 2
    table.next(1)
    assert [slot.who for slot in table.context.state.slots] == [duel.who]


@pytest.mark.rule("D6P-16")
def test_in_order_ties_second_actions_too(table: Table) -> None:
    """Equal totals share a group in both passes."""
    totals = {"a": 10, "b": 12, "c": 10, "d": 9}
    slots = initiative.in_order(table.context, totals)  # type: ignore[arg-type]  # ids
    assert [(slot.who, slot.group, slot.lane) for slot in slots] == [
        ("b", 0, 0),
        ("a", 1, 0),
        ("c", 1, 0),
        ("d", 2, 0),
        ("b", 3, 1),
        ("a", 4, 1),
        ("c", 4, 1),
    ]


def test_nobody_to_fight_is_refused(table: Table) -> None:
    """An empty fight cannot begin."""
    assert table.refused(Next()) == "d6pool.nobody"


def test_conditions_put_on_for_rounds_end_by_themselves(duel: Duel) -> None:
    """A condition for two turns is there in this one and the next, not in the one after."""
    from encounter_gui.rules.model.commands import Afflict

    table = duel.table
    table.play(Afflict(who=(duel.mark,), condition="prone", rounds=2))
    table.next_turn(3, 3)
    assert table.combatant(duel.mark).has("prone")
    table.next_turn(3, 3)
    assert not table.combatant(duel.mark).has("prone")
    assert (
        not table.combatant(duel.mark).conditions
        or table.combatant(duel.mark).condition("prone") is None
    )


def test_condition_values_stay_plain() -> None:
    """A condition without anything said has no expiry and no count."""
    assert (Condition(key="x").until, Condition(key="x").count) == (None, None)


@pytest.mark.rule("D6P-12")
def test_a_hero_point_doubles_the_one_skill_it_was_spent_on(table: Table) -> None:
    """Spent on the Dexterity of a fast draw it does not double the blow that follows; that costs another."""
    duel = Duel(table, hero_points=2)
    table.begin(3, 3)
    fast = do.FastDraw(who=duel.who, weapon="knife", hero=True)
    assert table.play(fast, *[2] * 8)["dice"] == 8
    blow = do.Attack(who=duel.who, target=duel.mark)
    form = table.system.attack_form(table.context, {"target": duel.mark})
    assert form.sum.startswith("4d6 against")
    assert table.play(blow, *MISS)["dice"] == 4
    assert table.gauge(duel.who, "hero") == 1


@pytest.mark.rule("D6P-12")
def test_nothing_is_doubled_twice(table: Table) -> None:
    """Heroic for the turn, a point on one action would be wasted: it is refused, and not offered."""
    duel = Duel(table, hero_points=2)
    table.next()
    table.play(do.Hero(who=duel.who))
    table.next(3, 3)
    command = do.Attack(who=duel.who, target=duel.mark, hero=True)
    assert table.refused(command) == "d6pool.is_heroic"
    form = table.system.attack_form(table.context, {"target": duel.mark, "hero": "on"})
    assert not form.why_not
    assert "hero" not in [toggle.key for toggle in form.toggles]
    assert table.play(do.Attack(who=duel.who, target=duel.mark), *[1] * 8)["dice"] == 8


@pytest.mark.rule("D6P-12")
def test_the_bench_shows_a_hero_point_that_runs(table: Table) -> None:
    """For the second shot of the action the point is on and locked."""
    duel = Duel(table, hero_points=1)
    table.begin(3, 3)
    table.play(do.Attack(who=duel.who, target=duel.mark, hero=True), *[1] * 8)
    form = table.system.attack_form(table.context, {"target": duel.mark})
    (toggle,) = [each for each in form.toggles if each.key == "hero"]
    assert (toggle.is_on, toggle.is_locked) == (True, True)


@pytest.mark.rule("D6P-12")
@pytest.mark.rule("D6P-11")
def test_a_hero_point_in_an_opposed_roll(table: Table) -> None:
    """It doubles the own skill; one of the other's earlier action does not help that one."""
    duel = Duel(table, hero_points=1)
    table.begin(6, 6)
    table.happen(ev.MemoSet(who=duel.mark, key="hero", value="strength"))
    command = do.Oppose(who=duel.who, target=duel.mark, skill="strength", hero=True)
    assert table.play(command, *[1] * 6, 1, 1, 1, 2)["won"]
    assert table.gauge(duel.who, "hero") == 0


@pytest.mark.rule("D6P-25")
def test_a_skill_nobody_has_heard_of_is_refused(duel: Duel) -> None:
    """A task needs a skill of the sheet; the action is not lost to a slip of the pen."""
    command = do.Task(who=duel.who, skill="juggling", dn=5)
    assert duel.table.refused(command) == "rules.no_such_field"


@pytest.mark.rule("D6P-18")
def test_the_dice_of_a_move_count_before_it_is_made(table: Table) -> None:
    """Declared before initiative, running costs the die on the roll that is resolved first, and on both actions."""
    duel = Duel(table)
    table.next()
    table.play(do.Move(who=duel.who, gait="run"))
    table.next(6, 1)
    shot = do.Attack(who=duel.who, target=duel.mark)
    assert table.play(shot, 1, 1, 1)["dice"] == 3
    table.next()
    table.next()
    assert table.play(shot, 1, 1, 1)["dice"] == 3
    assert table.play(do.Move(who=duel.who, gait="walk", metres=10)) == {}


@pytest.mark.rule("D6P-18")
def test_moving_as_one_does_already_is_refused(duel: Duel) -> None:
    """Running twice, or dropping prone twice, changes nothing: nothing is logged."""
    table = duel.table
    for gait in ("run", "prone"):
        table.play(do.Move(who=duel.mark, gait=gait))  # type: ignore[arg-type]  # a gait
        command = do.Move(who=duel.mark, gait=gait)  # type: ignore[arg-type]  # a gait
        assert table.refused(command) in ("d6pool.moves_so_already", "d6pool.is_prone")


@pytest.mark.rule("D6P-18")
def test_moving_with_no_dodge_dice_left_by_switch(duel: Duel) -> None:
    """The pool is smaller by what movement costs, not below nothing."""
    table = duel.table
    table.switch("d6pool.moveHitsDodge", True)
    table.happen(ev.GaugeSet(who=duel.who, gauge="dodge", to=0))
    table.play(do.Move(who=duel.who, gait="run", metres=10))
    assert table.gauge(duel.who, "dodge") == 0


@pytest.mark.rule("D6P-49")
def test_who_left_may_return(duel: Duel) -> None:
    """Leaving twice is refused; the offer is then to return."""
    table = duel.table
    table.play(do.Leave(who=duel.mark))
    assert table.refused(do.Leave(who=duel.mark)) == "d6pool.left_already"
    (back,) = [
        each
        for each in table.system.action_options(table.context, duel.mark)
        if "Return" in each.text
    ]
    table.play(back.command)
    assert not table.system.rows(table.context)[1].is_out


@pytest.mark.rule("D6P-13")
def test_a_fight_ended_before_it_began_begins_with_turn_one(table: Table) -> None:
    """Taken up again it has a turn like any other."""
    Duel(table)
    table.happen(ev.StageSet(to="ended"))
    table.next()
    assert (table.context.state.stage, table.context.state.round) == ("running", 1)


@pytest.mark.rule("D6P-31")
def test_who_joins_in_mid_fight_has_full_dice_and_acts_with_the_next_turn(duel: Duel) -> None:
    """Dodge dice and magazine are full; initiative comes with the next turn."""
    from encounter_gui.rules.model.commands import Add, Duplicate

    table = duel.table
    table.play(do.Attack(who=duel.who, target=duel.mark, dodge=2), 1, 1, *MISS)
    table.play(Duplicate(who=duel.mark))
    table.play(Add(creature="ganger"))
    twin, ganger = list(table.context.state.combatants)[2:]
    assert (table.gauge(twin, "dodge"), table.gauge(twin)) == (4, 12)
    assert (table.gauge(ganger, "dodge"), table.gauge(ganger, "ammo.baretta_96f")) == (2, 15)
    assert table.refused(do.Wait(who=ganger)) == "d6pool.not_your_turn"
    table.next_turn(1, 2, 3, 4)
    assert len(table.context.state.slots) == 4


@pytest.mark.rule("D6P-28")
@pytest.mark.rule("D6P-40")
def test_what_only_the_rules_put_on_cannot_be_put_on_by_hand(duel: Duel) -> None:
    """A grenade in the air that nobody threw would stop the fight for good."""
    from encounter_gui.rules.model.commands import Afflict

    command = Afflict(who=(duel.mark,), condition="in_air")
    assert duel.table.refused(command) == "rules.not_by_hand"


@pytest.mark.rule("D6P-31")
@pytest.mark.rule("D6P-50")
def test_wounded_and_out_of_dodge_dice_are_both_shown(duel: Duel) -> None:
    """A wound does not hide that no dodge dice are left; being down does."""
    from encounter_gui.rules.model.commands import Adjust

    table = duel.table
    table.happen(ev.GaugeSet(who=duel.mark, gauge="dodge", to=0))
    table.play(Adjust(who=(duel.mark,), change="-2"))
    names = [chip.text for chip in table.system.combatant_view(table.context, duel.mark).chips]
    assert names == ["Wounded −1", "Out of dodge dice"]
    table.play(Adjust(who=(duel.mark,), change="-20"))
    names = [chip.text for chip in table.system.combatant_view(table.context, duel.mark).chips]
    assert names == ["Unconscious", "Bleeding"]


@pytest.mark.rule("D6P-12")
@pytest.mark.rule("D6P-31")
def test_a_heroic_turn_ends_with_the_turn(table: Table) -> None:
    """The next turn has the usual dice, initiative and dodge pool."""
    duel = Duel(table, hero_points=1)
    table.next()
    table.play(do.Hero(who=duel.who))
    table.next(3, 3)
    table.next_turn(3, 3)
    assert table.gauge(duel.who, "dodge") == 4
    assert table.context.state.slots[0].score == 7
    assert table.play(do.Attack(who=duel.who, target=duel.mark), *MISS)["dice"] == 4


@pytest.mark.rule("D6P-48")
def test_stabilizing_is_offered_for_who_bleeds(duel: Duel) -> None:
    """Among what can be done with one that is down, and nowhere else."""
    from encounter_gui.rules.model.commands import Adjust

    table = duel.table
    table.play(Adjust(who=(duel.mark,), change="-12"))
    offered = {each.text: each for each in table.system.action_options(table.context, duel.mark)}
    assert not offered["Stabilize"].why_not
    table.play(offered["Stabilize"].command)
    assert not table.combatant(duel.mark).has("bleeding")
    assert "Stabilize" not in [
        each.text for each in table.system.action_options(table.context, duel.who)
    ]
