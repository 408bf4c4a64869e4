"""Attacks, dodging and damage under the D6-pool rules."""

import pytest

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.model.commands import Adjust
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.d6pool import commands as do
from tests.helpers.table import Table
from tests.rules.systems.d6pool.conftest import Duel

MISS = (1, 1, 1, 1)


def shot(duel: Duel, **more: object) -> do.Attack:
    """A shot of the shooter at the mark."""
    return do.Attack(who=duel.who, target=duel.mark, **more)  # type: ignore[arg-type]  # fields of the command


@pytest.mark.rule("D6P-09")
@pytest.mark.rule("D6P-29")
def test_reaching_the_difficulty_hits(duel: Duel) -> None:
    """A sum equal to the difficulty number succeeds."""
    result = duel.table.play(shot(duel), 4, 2, 2, 2, *[1] * 6, *[1] * 5)
    assert (result["total"], result["dn"], result["hit"]) == (10, 10, True)


@pytest.mark.rule("D6P-09")
def test_no_dice_fail_unrolled(table: Table) -> None:
    """A pool of no dice comes to 0 and fails without a roll; a skill not on the sheet is 0."""
    duel = Duel(table, firearms=0)
    table.begin(3, 3)
    result = table.play(shot(duel))
    assert (result["dice"], result["total"], result["hit"]) == (0, 0, False)


@pytest.mark.rule("D6P-26")
@pytest.mark.parametrize(
    ("metres", "book", "example"),
    [(10, 10, 5), (11, 15, 10), (25, 15, 10), (50, 20, 15), (75, 30, 20)],
)
def test_range_ladders(duel: Duel, metres: int, book: int, example: int) -> None:
    """A band reaches up to and including its limit; the switch chooses the ladder."""
    assert duel.table.play(shot(duel, metres=metres), *MISS)["dn"] == book
    duel.table.switch("d6pool.rangeLadder", "example")
    assert duel.table.play(shot(duel, metres=metres), *MISS)["dn"] == example


@pytest.mark.rule("D6P-26")
def test_beyond_extreme_is_out_of_reach(duel: Duel) -> None:
    """Beyond the last band no attack is possible."""
    assert duel.table.refused(shot(duel, metres=76)) == "d6pool.out_of_range"


@pytest.mark.rule("D6P-27")
def test_scope_works_only_when_aimed(table: Table) -> None:
    """DV-D6P-2: scope 2, aimed, Long range: the difficulty of Short and two dice more."""
    duel = Duel(table, items=["sniper_rifle"], held="sniper_rifle")
    table.begin(3, 3)
    assert table.play(shot(duel, band="long"), *MISS)["dn"] == 20
    table.next_turn(3, 3)
    table.play(do.Aim(who=duel.who))
    table.next_turn(3, 3)
    result = table.play(shot(duel, band="long"), *[1] * 6)
    assert (result["dn"], result["dice"]) == (10, 6)


@pytest.mark.rule("D6P-28")
@pytest.mark.parametrize(
    ("modifier", "dice"),
    [
        ("dark_partial", 3),
        ("dark_total", 2),
        ("cover_50", 3),
        ("cover_75", 2),
        ("size_10cm", 2),
        ("size_50cm", 3),
        ("size_3m", 5),
        ("size_10m", 6),
    ],
)
def test_situations(duel: Duel, modifier: str, dice: int) -> None:
    """Each situation adds or removes its dice."""
    assert duel.table.play(shot(duel, modifiers=(modifier,)), *[1] * dice)["dice"] == dice


@pytest.mark.rule("D6P-28")
def test_gm_dice_and_several_modifiers_add_up(duel: Duel) -> None:
    """Modifiers of different kinds add; the game master's own dice too."""
    command = shot(duel, modifiers=("dark_total", "size_3m"), gm=2)
    assert duel.table.play(command, *[1] * 5)["dice"] == 5


@pytest.mark.rule("D6P-28")
def test_laser_counts_except_in_autofire(table: Table) -> None:
    """DV-D6P-4: burst with skill 5, smart and laser: 5 − 2 + 2 dice, the laser ignored, damage level + 2."""
    gun = CarriedDef(item="smg", values={"laser": True, "smart": True})
    duel = Duel(table, items=[gun], held="smg", firearms=5, smart_link=True)
    table.begin(3, 3)
    result = table.play(shot(duel, mode="FA"), *[6] * 5, *[1] * 8, *[1] * 5)
    assert (result["dice"], result["level"]) == (5, 8)
    table.next_turn(3, 3)
    assert table.play(shot(duel, mode="SA"), *[1] * 8)["dice"] == 8


@pytest.mark.rule("D6P-28")
def test_smart_weapon_needs_the_link(table: Table) -> None:
    """Without the link the module gives nothing; the switch makes the bonus 1."""
    gun = CarriedDef(item="baretta_96f", values={"smart": True})
    duel = Duel(table, items=[gun])
    linked = table.join("Linked", items=[gun], dexterity=4, firearms=4, smart_link=True)
    table.begin(4, 1, 1)
    assert table.play(shot(duel), *MISS)["dice"] == 4
    table.next()
    table.switch("d6pool.smartBonus", 1)
    assert table.play(do.Attack(who=linked, target=duel.mark), *[1] * 5)["dice"] == 5


@pytest.mark.rule("D6P-28")
def test_stunned_and_wounded_count_once(duel: Duel) -> None:
    """Hurt is one die, however; by switch stun and wounds count each."""
    table = duel.table
    table.happen(
        ev.GaugeChanged(who=duel.who, gauge="th", by=-2),
        ev.ConditionAdded(who=duel.who, condition=Condition(key="stunned")),
    )
    assert table.play(shot(duel), *[1] * 3)["dice"] == 3
    table.switch("d6pool.stunWoundStack", True)
    assert table.play(shot(duel), *[1] * 2)["dice"] == 2


@pytest.mark.rule("D6P-28")
def test_only_the_best_cover_counts(duel: Duel) -> None:
    """Lying down is 50 % cover and does not add to better cover."""
    table = duel.table
    table.happen(ev.ConditionAdded(who=duel.mark, condition=Condition(key="prone")))
    assert table.play(shot(duel), *[1] * 3)["dice"] == 3
    assert table.play(shot(duel, modifiers=("cover_75",)), *[1] * 2)["dice"] == 2


@pytest.mark.rule("D6P-30")
@pytest.mark.rule("D6P-20")
def test_melee_is_ten_under_either_ladder(table: Table) -> None:
    """Difficulty 10 always, one attack an action, situations do not apply."""
    duel = Duel(table, held="knife")
    table.switch("d6pool.rangeLadder", "example")
    table.begin(3, 3)
    result = table.play(shot(duel, modifiers=("dark_total",)), *MISS)
    assert (result["dn"], result["dice"]) == (10, 4)
    assert table.refused(shot(duel)) == "d6pool.action_spent"


@pytest.mark.rule("D6P-19")
@pytest.mark.rule("D6P-17")
def test_semi_automatic_fires_twice_at_anybody(duel: Duel) -> None:
    """Two attacks an action, each with a target of its own; the third is refused."""
    table = duel.table
    other = table.join("Other", dodge=1)
    table.play(shot(duel), *MISS)
    table.play(do.Attack(who=duel.who, target=other), *MISS)
    assert table.gauge(duel.who, "ammo.baretta_96f") == 13
    assert table.refused(shot(duel)) == "d6pool.action_spent"


@pytest.mark.rule("D6P-17")
def test_one_weapon_and_one_mode_an_action(table: Table) -> None:
    """Having fired a burst, the action goes on with bursts."""
    duel = Duel(table, items=["smg"], held="smg")
    table.begin(3, 3)
    table.play(shot(duel, mode="FA"), 1, 1)
    assert table.refused(shot(duel, mode="SA")) == "d6pool.one_weapon"
    table.play(shot(duel, mode="FA"), 1, 1)


@pytest.mark.rule("D6P-17")
def test_attack_limit_per_turn_by_switch(table: Table) -> None:
    """With a second action the count is per action; by switch one count serves both."""
    duel = Duel(table)
    table.begin(6, 1)
    for _ in range(2):
        table.play(shot(duel), *MISS)
    table.next()
    table.next()
    assert table.context.state.acting == (duel.who,)
    table.switch("d6pool.attackLimit", "perTurn")
    assert table.refused(shot(duel)) == "d6pool.no_attack_left"
    table.switch("d6pool.attackLimit", "perAction")
    table.play(shot(duel), *MISS)


@pytest.mark.rule("D6P-19")
def test_a_burst_needs_five_rounds(table: Table) -> None:
    """Five rounds a burst; fewer left: no burst, but single shots still; empty: nothing."""
    duel = Duel(table, items=["smg"], held="smg")
    table.begin(3, 3)
    table.happen(ev.GaugeSet(who=duel.who, gauge="ammo.smg", to=4))
    assert table.refused(shot(duel, mode="FA")) == "d6pool.too_few_rounds"
    table.play(shot(duel, mode="SA"), *MISS)
    table.happen(ev.GaugeSet(who=duel.who, gauge="ammo.smg", to=0))
    assert table.refused(shot(duel, mode="SA")) == "d6pool.empty"


@pytest.mark.rule("D6P-19")
def test_a_weapon_fires_only_in_its_modes(duel: Duel) -> None:
    """A pistol fires no bursts."""
    assert duel.table.refused(shot(duel, mode="FA")) == "d6pool.no_such_mode"


@pytest.mark.rule("D6P-31")
def test_dodge_dice_raise_the_difficulty_and_are_spent(duel: Duel) -> None:
    """Their sum is added; they are gone whether they helped or not, and come back with the next turn."""
    table = duel.table
    result = table.play(shot(duel, dodge=2), 3, 4, *MISS)
    assert (result["dn"], result["dodge"]) == (17, 7)
    assert table.gauge(duel.mark, "dodge") == 2
    table.next_turn(3, 3)
    assert table.gauge(duel.mark, "dodge") == 4


@pytest.mark.rule("D6P-31")
def test_at_most_two_dice_on_one_attack(duel: Duel) -> None:
    """DV-D6P-12: three dice are refused, and so are more than are left."""
    assert duel.table.refused(shot(duel, dodge=3)) == "d6pool.dodge_too_many"
    duel.table.happen(ev.GaugeSet(who=duel.mark, gauge="dodge", to=1))
    assert duel.table.refused(shot(duel, dodge=2)) == "d6pool.dodge_not_left"


@pytest.mark.rule("D6P-31")
@pytest.mark.parametrize("condition", ["unaware", "helpless"])
def test_who_cannot_see_it_coming_cannot_dodge(duel: Duel, condition: str) -> None:
    """Unaware and helpless ones spend no dice."""
    duel.table.happen(ev.ConditionAdded(who=duel.mark, condition=Condition(key=condition)))
    assert duel.table.refused(shot(duel, dodge=1)) == "d6pool.dodge_not_left"


@pytest.mark.rule("D6P-52")
def test_the_order_of_one_attack(duel: Duel) -> None:
    """Dodge, attack, damage, resistance are asked for in this order."""
    duel.table.play(shot(duel, dodge=1), 1, 6, 6, 6, 6, *[1] * 6, *[1] * 5)
    assert [roll.request.key for roll in duel.table.rolls] == [
        "dodge",
        "attack",
        "damage",
        "resistance",
    ]


@pytest.mark.rule("D6P-33")
@pytest.mark.rule("D6P-34")
@pytest.mark.rule("D6P-35")
@pytest.mark.rule("D6P-04")
def test_wounds_are_what_exceeds_resistance(duel: Duel) -> None:
    """Damage 20 against 13: 7 wounds, and no stun besides."""
    table = duel.table
    result = table.play(shot(duel), *[6] * 4, 4, 4, 3, 3, 3, 3, 3, 3, 3, 2, 2)
    assert result["wounds"] == 7
    assert table.gauge(duel.mark) == 12 - 7
    assert not table.combatant(duel.mark).has("stunned")


@pytest.mark.rule("D6P-35")
def test_equal_resistance_stuns(duel: Duel) -> None:
    """DV-D6P-6: 15 against 15: no wounds, stunned to the end of the turn, −1 die of resistance meanwhile."""
    table = duel.table
    result = table.play(shot(duel), *[6] * 4, 5, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3)
    assert (result["wounds"], result["stunned"]) == (0, True)
    assert table.combatant(duel.mark).has("stunned")
    table.play(shot(duel), *[6] * 4, *[1] * 6, *[2] * 4)
    table.next_turn(3, 3)
    assert not table.combatant(duel.mark).has("stunned")


@pytest.mark.rule("D6P-07")
@pytest.mark.rule("D6P-34")
def test_the_best_armour_counts(table: Table) -> None:
    """Of several armours worn the best counts."""
    duel = Duel(table)
    tank = table.join("Tank", pain_resistance=3, items=["leather", "medium_vest"])
    table.begin(3, 3, 1)
    table.play(do.Attack(who=duel.who, target=tank), *[6] * 4, *[1] * 6, *[1] * 7)


@pytest.mark.rule("D6P-33")
def test_a_damage_level_of_nothing_does_nothing(table: Table) -> None:
    """Strength 1 unarmed: level 0, no damage roll, no resistance roll, no stun."""
    duel = Duel(table, strength=1, held="unarmed", unarmed=4)
    table.begin(3, 3)
    result = table.play(shot(duel, weapon="unarmed"), *[6] * 4)
    assert result["hit"]
    assert not table.combatant(duel.mark).has("stunned")


@pytest.mark.rule("D6P-36")
def test_autofire_raises_damage_and_lowers_the_pool(table: Table) -> None:
    """A burst rolls two dice less and damages two levels more, with one roll for all five rounds."""
    duel = Duel(table, items=["smg"], held="smg")
    table.begin(3, 3)
    result = table.play(shot(duel, mode="FA"), 6, 6, *[1] * 8, *[1] * 5)
    assert (result["dice"], result["level"]) == (2, 8)
    assert table.gauge(duel.who, "ammo.smg") == 25


@pytest.mark.rule("D6P-35")
def test_stun_costs_dodge_dice_only_by_switch(duel: Duel) -> None:
    """Stun leaves the dodge pool alone; by switch it takes one die for the rest of the turn."""
    table = duel.table
    table.switch("d6pool.stunHitsDodge", True)
    table.play(shot(duel), *[6] * 4, *[1] * 6, *[6] * 5)
    assert table.gauge(duel.mark, "dodge") == 3


@pytest.mark.rule("D6P-42")
def test_wounds_cost_resistance_only_by_switch(duel: Duel) -> None:
    """Wounded: resistance as before; by switch one die less, not added to the stun's."""
    table = duel.table
    table.happen(ev.GaugeChanged(who=duel.mark, gauge="th", by=-1))
    table.play(shot(duel), *[6] * 4, *[1] * 6, *[1] * 5)
    table.switch("d6pool.woundHitsResist", True)
    table.play(shot(duel), *[6] * 4, *[1] * 6, *[1] * 4)


@pytest.mark.rule("D6P-23")
@pytest.mark.rule("D6P-35")
def test_a_second_stun_of_a_turn_still_ruins_aim(table: Table) -> None:
    """Stun does not add up, but whoever aims while stunned and is hit again loses the aim."""
    duel = Duel(table)
    other = table.join("Other", dexterity=2, firearms=4, items=["revolver"])
    table.begin(6, 1, 6)
    table.happen(ev.ConditionAdded(who=duel.who, condition=Condition(key="stunned")))
    table.play(do.Aim(who=duel.who))
    table.next()
    table.play(do.Attack(who=other, target=duel.who), *[6] * 4, *[1] * 7, 6, 6)
    assert not table.combatant(duel.who).has("aimed")


@pytest.mark.rule("D6P-35")
def test_stun_is_not_cumulative_and_wounds_come_on_top(duel: Duel) -> None:
    """Stunned twice: one die less of resistance, not two; then wounded: still one die less on actions."""
    table = duel.table
    for resisting in (5, 4):
        table.play(shot(duel), *[6] * 4, *[1] * 6, *[6] * resisting)
    table.next()
    table.play(Adjust(who=(duel.mark,), change="-1"))
    command = do.Task(who=duel.mark, skill="dodge", dn=5)
    assert table.play(command, 1, 1, 1)["dice"] == 3


@pytest.mark.rule("D6P-31")
def test_a_stun_takes_no_die_that_is_not_there(duel: Duel) -> None:
    """With the switch on and no dodge dice left, a stun leaves none; nothing goes below."""
    table = duel.table
    table.switch("d6pool.stunHitsDodge", True)
    table.happen(ev.GaugeSet(who=duel.mark, gauge="dodge", to=0))
    table.play(shot(duel), *[6] * 4, *[1] * 6, *[6] * 5)
    assert table.gauge(duel.mark, "dodge") == 0
    table.play(Adjust(who=(duel.mark,), change="-3", gauge="dodge"))
    assert table.gauge(duel.mark, "dodge") == 0


@pytest.mark.rule("D6P-31")
def test_the_unconscious_do_not_dodge(duel: Duel) -> None:
    """Who is down is helpless."""
    duel.table.play(Adjust(who=(duel.mark,), change="-12"))
    assert duel.table.refused(shot(duel, dodge=1)) == "d6pool.dodge_not_left"


@pytest.mark.rule("D6P-17")
def test_by_turn_a_draw_counts_for_both_actions(table: Table) -> None:
    """With one count for both actions, a draw in the first leaves one shot of the turn, not three."""
    duel = Duel(table, held="knife")
    table.switch("d6pool.attackLimit", "perTurn")
    table.begin(6, 1)
    table.play(do.Draw(who=duel.who, weapon="baretta_96f"))
    table.play(shot(duel), 1, 1, 1)
    table.next()
    table.next()
    assert table.context.state.acting == (duel.who,)
    assert table.refused(shot(duel)) == "d6pool.no_attack_left"


@pytest.mark.rule("D6P-21")
def test_who_draws_a_pistol_throws_no_punch(table: Table) -> None:
    """The half action left is for a weapon of two attacks; a single one cannot be made that turn."""
    duel = Duel(table, held="knife")
    table.begin(3, 3)
    table.play(do.Draw(who=duel.who, weapon="baretta_96f"))
    assert table.refused(shot(duel, weapon="unarmed")) == "d6pool.no_attack_after_draw"


@pytest.mark.rule("D6P-20")
@pytest.mark.rule("D6P-05")
def test_bare_hands_are_always_there(duel: Duel) -> None:
    """Unarmed skill, damage Strength − 1, parried from the same pool, whatever is in hand."""
    result = duel.table.play(shot(duel, weapon="unarmed", dodge=1), 1, 6, 6, *[1] * 2, *[1] * 5)
    assert (result["dn"], result["dice"], result["level"]) == (11, 2, 2)
    assert duel.table.gauge(duel.mark, "dodge") == 3


@pytest.mark.rule("D6P-23")
def test_a_blow_leaves_the_aim(duel: Duel) -> None:
    """The aim is for the next ranged attack: a punch neither profits nor ruins it."""
    table = duel.table
    table.play(do.Aim(who=duel.who))
    table.next_turn(3, 3)
    assert table.play(shot(duel, weapon="unarmed"), 1, 1)["dice"] == 2
    assert table.combatant(duel.who).has("aimed")


@pytest.mark.rule("D6P-19")
def test_a_weapon_fires_as_its_class_says_unless_told_otherwise(table: Table) -> None:
    """A full-automatic weapon fires bursts; semi-automatic fire is there to be chosen."""
    duel = Duel(table, items=["smg"], held="smg")
    table.begin(3, 3)
    table.play(shot(duel), 1, 1)
    assert table.gauge(duel.who, "ammo.smg") == 25


@pytest.mark.rule("D6P-05")
@pytest.mark.rule("D6P-26")
def test_a_knife_may_be_thrown_or_thrust(table: Table) -> None:
    """A weapon of two kinds does what is chosen: thrown against the range, in hand against 10."""
    knife = CarriedDef(item="knife", values={"modes": "thrown", "ranges": (3, 6, 12, 18)})
    duel = Duel(table, items=[knife], held="knife")
    table.begin(3, 3)
    assert table.play(shot(duel, mode="thrown", metres=5), *MISS)["dn"] == 15
    table.next_turn(3, 3)
    assert table.play(shot(duel), *MISS)["dn"] == 10
    form = table.system.attack_form(table.context, {"target": duel.mark, "mode": "thrown"})
    assert isinstance(form.command, do.Attack)
    assert form.command.mode == "thrown"


@pytest.mark.rule("D6P-19")
@pytest.mark.rule("D6P-26")
def test_throwing_knives_are_used_up(table: Table) -> None:
    """One throw an action, one knife a throw, the Throwing skill, difficulty by range."""
    duel = Duel(table, items=["throwing_knife"], held="throwing_knife", throwing=5)
    table.begin(3, 3)
    result = table.play(shot(duel, metres=6), *[1] * 5)
    assert (result["dn"], result["dice"]) == (15, 5)
    assert table.gauge(duel.who, "ammo.throwing_knife") == 3
    assert table.refused(shot(duel)) == "d6pool.action_spent"


@pytest.mark.rule("D6P-28")
def test_of_each_kind_only_the_worst_situation_counts(duel: Duel) -> None:
    """Half dark and dark are not both; the same twice is once."""
    table = duel.table
    command = shot(duel, modifiers=("dark_partial", "dark_total", "dark_total"))
    assert table.play(command, 1, 1)["dice"] == 2


@pytest.mark.rule("D6P-28")
def test_laser_smart_link_and_aim_add_up(table: Table) -> None:
    """4 + 1 + 2 + 2 dice."""
    gun = CarriedDef(item="baretta_96f", values={"laser": True, "smart": True})
    duel = Duel(table, items=[gun], smart_link=True)
    table.begin(3, 3)
    table.play(do.Aim(who=duel.who))
    table.next_turn(3, 3)
    assert table.play(shot(duel), *[1] * 9)["dice"] == 9


@pytest.mark.rule("D6P-18")
@pytest.mark.rule("D6P-42")
def test_moving_does_not_weaken_resistance_and_switches_add_up(duel: Duel) -> None:
    """Running leaves resistance alone; with both switches a wound and a stun cost a die of it each."""
    table = duel.table
    table.play(do.Move(who=duel.mark, gait="run"))
    table.play(Adjust(who=(duel.mark,), change="-1"))
    table.happen(ev.ConditionAdded(who=duel.mark, condition=Condition(key="stunned")))
    table.play(shot(duel), *[6] * 4, *[1] * 6, *[6] * 4)
    table.switch("d6pool.woundHitsResist", True)
    table.switch("d6pool.stunWoundStack", True)
    table.play(shot(duel), *[6] * 4, *[1] * 6, *[6] * 3)


@pytest.mark.rule("D6P-31")
@pytest.mark.rule("D6P-18")
def test_a_second_action_renews_neither_dodge_dice_nor_metres(table: Table) -> None:
    """Both are for the turn."""
    duel = Duel(table)
    table.begin(6, 6)
    table.play(do.Move(who=duel.who, gait="run", metres=10))
    table.play(shot(duel, dodge=2), 1, 1, 1, 1, 1)
    table.next()
    table.next()
    assert table.context.state.acting == (duel.who,)
    assert table.gauge(duel.mark, "dodge") == 2
    command = do.Move(who=duel.who, gait="walk", metres=1)
    assert table.refused(command) == "d6pool.too_far"
