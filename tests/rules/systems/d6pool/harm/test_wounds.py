"""Wounds, unconsciousness, bleeding, death, first aid and healing."""

import pytest

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.model.commands import Adjust, Afflict, Finish, SetField
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.systems.d6pool.turns import action_budget
from tests.helpers.table import Table
from tests.rules.systems.d6pool.conftest import Duel


def hurt(duel: Duel, by: int) -> None:
    """The mark loses so much by hand."""
    duel.table.play(Adjust(who=(duel.mark,), change=f"-{by}"))


@pytest.mark.rule("D6P-01")
@pytest.mark.rule("D6P-02")
@pytest.mark.rule("D6P-03")
def test_health_is_three_times_strength_unless_said_otherwise(table: Table) -> None:
    """Strength 4: Health 12; the sheet may say otherwise."""
    assert table.gauge(table.join("A", strength=4)) == 12
    assert table.gauge(table.join("B", strength=4, health=20)) == 20


@pytest.mark.rule("D6P-51")
@pytest.mark.parametrize(("name", "health"), [("Hening", 9), ("Gang A", 12), ("Gang B", 12)])
def test_the_characters_of_the_example(table: Table, name: str, health: int) -> None:
    """They are in the starter library."""
    creature = table.context.ruleset.creature(name)
    assert creature is not None
    combatant = table.system.recruit(table.context, creature, name=name, number=1)
    assert combatant.gauges["th"] == health


@pytest.mark.rule("D6P-43")
@pytest.mark.rule("D6P-44")
@pytest.mark.rule("D6P-50")
@pytest.mark.parametrize(
    ("wounds", "state"),
    [(1, "wounded"), (11, "wounded"), (12, "unconscious"), (23, "unconscious"), (24, "dead")],
)
def test_down_at_zero_dead_at_minus_health(duel: Duel, wounds: int, state: str) -> None:
    """DV-D6P-8: Health 12: unconscious at 12 and 23 wounds, dead at 24; bleeding from 12 on until dead."""
    hurt(duel, wounds)
    combatant = duel.table.combatant(duel.mark)
    assert character.derived_keys(combatant) == (state,)
    assert combatant.has("bleeding") == (state == "unconscious")


@pytest.mark.rule("D6P-42")
def test_the_wounded_act_with_one_die_less(duel: Duel) -> None:
    """However many wounds: one die, not off dodging, waking or healing."""
    table = duel.table
    table.happen(ev.GaugeChanged(who=duel.who, gauge="th", by=-8))
    result = table.play(do.Attack(who=duel.who, target=duel.mark), 1, 1, 1)
    assert result["dice"] == 3
    assert action_budget.dodge_limit(table.context, table.combatant(duel.who)) == 2


@pytest.mark.rule("D6P-43")
def test_bleeding_costs_a_wound_every_twelve_turns(table: Table) -> None:
    """The first at the end of the twelfth turn after the one of the hit; being hit again does not restart it."""
    duel = Duel(table)
    table.begin(3, 3)
    hurt(duel, 12)
    for turn in range(2, 14):
        table.next_turn(3)
        if turn == 5:
            hurt(duel, 1)
    assert (table.context.state.round, table.gauge(duel.mark)) == (13, -1)
    table.next_turn(3)
    assert table.gauge(duel.mark) == -2
    for _ in range(12):
        table.next_turn(3)
    assert table.gauge(duel.mark) == -3


@pytest.mark.rule("D6P-43")
def test_the_clock_runs_on_when_everybody_is_down(duel: Duel) -> None:
    """With nobody left to act, a turn passes as it is: those who bleed go on bleeding."""
    table = duel.table
    hurt(duel, 12)
    table.play(Adjust(who=(duel.who,), change="=0"))
    while table.context.state.round < 14:
        table.next()
    assert (table.gauge(duel.mark), table.gauge(duel.who)) == (-1, -1)


@pytest.mark.rule("D6P-44")
def test_bleeding_kills(duel: Duel) -> None:
    """At minus full Health the last wound is death, and bleeding ends."""
    table = duel.table
    hurt(duel, 23)
    for _ in range(13):
        table.next_turn(3)
    assert character.is_dead(table.combatant(duel.mark))
    assert not table.combatant(duel.mark).has("bleeding")


@pytest.mark.rule("D6P-46")
def test_first_aid_stops_bleeding_and_leaves_health(duel: Duel) -> None:
    """Medicine total + TH ≥ Health stops it; still unconscious; it takes the whole turn."""
    table = duel.table
    hurt(duel, 12)
    result = table.play(do.FirstAid(who=duel.who, patient=duel.mark), 4, 4, 4)
    assert (result["needed"], result["works"]) == (12, True)
    assert not table.combatant(duel.mark).has("bleeding")
    assert character.is_down(table.combatant(duel.mark))
    assert table.refused(do.Wait(who=duel.who)) == "d6pool.turn_spent"


@pytest.mark.rule("D6P-46")
def test_first_aid_cures_who_does_not_bleed_once(duel: Duel) -> None:
    """1d6 wounds, not above Health, one attempt for each set of wounds."""
    table = duel.table
    hurt(duel, 3)
    table.play(do.FirstAid(who=duel.who, patient=duel.mark), 1, 1, 1, 5)
    assert table.gauge(duel.mark) == 12
    hurt(duel, 6)
    table.next_turn(3, 3)
    table.play(do.FirstAid(who=duel.who, patient=duel.mark), 1, 1, 1)
    table.next_turn(3, 3)
    command = do.FirstAid(who=duel.who, patient=duel.mark)
    assert table.refused(command) == "d6pool.aid_tried"
    hurt(duel, 1)
    table.play(command, 1, 1, 1)


@pytest.mark.rule("D6P-46")
def test_a_doctor_may_try_again_to_stop_bleeding(table: Table) -> None:
    """Once more, and only for the bleeding."""
    duel = Duel(table, doctor=True)
    table.begin(3, 3)
    hurt(duel, 14)
    aid = do.FirstAid(who=duel.who, patient=duel.mark)
    for _ in range(2):
        table.play(aid, 1, 1, 1)
        table.next_turn(3)
    assert table.refused(aid) == "d6pool.aid_tried"


@pytest.mark.rule("D6P-46")
def test_new_wounds_bleed_again(duel: Duel) -> None:
    """Hit again at 0 or below, a stopped bleeding starts again."""
    table = duel.table
    hurt(duel, 12)
    table.play(do.Stabilize(who=duel.mark))
    assert not table.combatant(duel.mark).has("bleeding")
    hurt(duel, 1)
    assert table.combatant(duel.mark).has("bleeding")


@pytest.mark.rule("D6P-48")
def test_stabilizing_needs_a_bleeding(duel: Duel) -> None:
    """Who does not bleed is not stabilized."""
    assert duel.table.refused(do.Stabilize(who=duel.mark)) == "d6pool.not_bleeding"


@pytest.mark.rule("D6P-45")
@pytest.mark.parametrize(("hours", "dn"), [(1, 25), (3, 15), (5, 5)])
def test_waking_gets_easier_by_the_hour(duel: Duel, hours: int, dn: int) -> None:
    """30 − 5 × hours; awake, but good for nothing but slow moving."""
    table = duel.table
    hurt(duel, 12)
    assert mechanics.waking_dn(hours, 30, 5) == dn
    result = table.play(do.Wake(who=duel.mark, hours=hours), 6, 6, 6)
    assert result == {"dn": dn, "total": 18, "awake": dn <= 18, "base": 3}
    assert table.combatant(duel.mark).has("awake_weak") == (dn <= 18)


@pytest.mark.rule("D6P-45")
def test_above_zero_one_is_awake(duel: Duel) -> None:
    """Healed above 0 the bleeding is over and one is merely wounded."""
    table = duel.table
    hurt(duel, 12)
    assert table.refused(do.Wake(who=duel.who, hours=1)) == "d6pool.not_unconscious"
    table.play(Adjust(who=(duel.mark,), change="+1"))
    combatant = table.combatant(duel.mark)
    assert character.derived_keys(combatant) == ("wounded",)
    assert not combatant.conditions


@pytest.mark.rule("D6P-47")
def test_natural_healing(duel: Duel) -> None:
    """Strength + TH ≥ Health cures 1d6."""
    table = duel.table
    hurt(duel, 8)
    table.play(do.Heal(who=duel.mark), 2, 2, 2, 2, 3)
    assert table.gauge(duel.mark) == 7
    table.play(do.Heal(who=duel.mark), 1, 1, 1, 1)
    assert table.gauge(duel.mark) == 7


@pytest.mark.rule("D6P-47")
def test_unattended_at_zero_one_only_gets_worse(duel: Duel) -> None:
    """Success changes nothing, failure is 1d6 more wounds; in care it heals."""
    table = duel.table
    hurt(duel, 12)
    table.play(do.Stabilize(who=duel.mark))
    table.play(do.Heal(who=duel.mark), 6, 6, 6, 6)
    assert table.gauge(duel.mark) == 0
    table.play(do.Heal(who=duel.mark), 1, 1, 1, 1, 4)
    assert table.gauge(duel.mark) == -4
    table.play(do.Heal(who=duel.mark, attended=True), 6, 6, 6, 6, 5)
    assert table.gauge(duel.mark) == 1


@pytest.mark.rule("D6P-37")
@pytest.mark.parametrize(
    ("metres", "climbing", "level"), [(4, 0, 4), (10, 3, 7), (11, 0, 22), (2, 5, 0)]
)
def test_falling(table: Table, metres: int, climbing: int, level: int) -> None:
    """A level a metre up to 10, two beyond, less Climbing; nothing at 0."""
    one = table.join("Faller", pain_resistance=1, strength=20, climbing=climbing)
    dice = (*[2] * level, 1) if level else ()
    assert table.play(do.Fall(who=one, metres=metres), *dice)["level"] == level
    assert not level or table.gauge(one) == 60 - (2 * level - 1)


@pytest.mark.rule("D6P-04")
def test_by_hand_below_zero_and_back(duel: Duel) -> None:
    """Damage past zero is kept, so healing the same amount gives the old value back."""
    table = duel.table
    hurt(duel, 20)
    assert table.gauge(duel.mark) == -8
    table.play(Adjust(who=(duel.mark,), change="+20"))
    assert table.gauge(duel.mark) == 12
    table.play(Adjust(who=(duel.mark, duel.who), change="=5"))
    assert (table.gauge(duel.mark), table.gauge(duel.who)) == (5, 5)


@pytest.mark.rule("D6P-46")
def test_healing_by_hand_stops_at_full_health(duel: Duel) -> None:
    """Adding stops at Health; setting may go beyond, and adding then takes nothing away."""
    table = duel.table
    hurt(duel, 2)
    table.play(Adjust(who=(duel.mark,), change="+9"))
    assert table.gauge(duel.mark) == 12
    table.play(Adjust(who=(duel.mark,), change="=15"))
    table.play(Adjust(who=(duel.mark,), change="+1"))
    assert table.gauge(duel.mark) == 15


@pytest.mark.parametrize("text", ["", "7", "--3", "-", "five", "=+3"])
def test_an_unreadable_change_is_refused(duel: Duel, text: str) -> None:
    """Only −n, +n and =n are changes."""
    assert duel.table.refused(Adjust(who=(duel.mark,), change=text)) == "rules.change_unreadable"


@pytest.mark.rule("D6P-43")
def test_bleeding_put_on_by_hand_counts(table: Table) -> None:
    """It costs its wound like any other, at the end of the twelfth turn; put on again it goes on as before."""
    duel = Duel(table)
    table.begin(3, 3)
    table.play(Afflict(who=(duel.mark,), condition="bleeding"))
    table.next_turn(3, 3)
    table.play(Afflict(who=(duel.mark,), condition="bleeding", note="neck"))
    for _ in range(11):
        table.next_turn(3, 3)
    assert table.gauge(duel.mark) == 12
    table.next_turn(3, 3)
    assert (table.context.state.round, table.gauge(duel.mark)) == (14, 11)


@pytest.mark.rule("D6P-23")
@pytest.mark.rule("D6P-31")
def test_a_stun_by_hand_is_a_stun(duel: Duel) -> None:
    """It ruins the aim and, by switch, costs a dodge die."""
    table = duel.table
    table.switch("d6pool.stunHitsDodge", True)
    table.happen(ev.ConditionAdded(who=duel.mark, condition=Condition(key="aimed")))
    table.play(Afflict(who=(duel.mark,), condition="stunned"))
    assert not table.combatant(duel.mark).has("aimed")
    assert table.gauge(duel.mark, "dodge") == 3


@pytest.mark.rule("D6P-45")
@pytest.mark.rule("D6P-31")
def test_healing_frees_nobody(duel: Duel) -> None:
    """Who is tied up stays helpless, whatever is cured; who was never down does not stop bleeding by it."""
    table = duel.table
    hurt(duel, 5)
    for condition in ("helpless", "bleeding"):
        table.play(Afflict(who=(duel.mark,), condition=condition))
    table.play(Adjust(who=(duel.mark,), change="+1"))
    assert table.combatant(duel.mark).has("helpless")
    assert table.combatant(duel.mark).has("bleeding")
    hurt(duel, 12)
    table.play(Adjust(who=(duel.mark,), change="=3"))
    assert table.combatant(duel.mark).has("helpless")
    assert not table.combatant(duel.mark).has("bleeding")


@pytest.mark.rule("D6P-45")
def test_awake_at_zero_one_crawls_and_no_more(duel: Duel) -> None:
    """Very slow movement is possible: crawling; nothing else is, not even dodging."""
    table = duel.table
    hurt(duel, 12)
    assert table.refused(do.Move(who=duel.mark, gait="crawl", metres=1)) == "d6pool.is_out"
    table.play(do.Wake(who=duel.mark, hours=5), 6, 6, 6)
    assert table.refused(do.Move(who=duel.mark, gait="walk", metres=1)) == "d6pool.too_weak"
    table.play(do.Move(who=duel.mark, gait="crawl", metres=2))
    assert action_budget.dodge_limit(table.context, table.combatant(duel.mark)) == 0
    table.next()
    table.next(3)
    assert [slot.who for slot in table.context.state.slots] == [duel.who]


@pytest.mark.rule("D6P-44")
@pytest.mark.rule("D6P-45")
def test_who_wakes_and_bleeds_to_death_is_only_dead(duel: Duel) -> None:
    """Nothing of waking is left on the dead."""
    table = duel.table
    hurt(duel, 23)
    table.play(do.Wake(who=duel.mark, hours=5), 6, 6, 6)
    for _ in range(13):
        table.next_turn(3)
    assert [chip.text for chip in table.system.combatant_view(table.context, duel.mark).chips] == [
        "Dead"
    ]


@pytest.mark.rule("D6P-45")
@pytest.mark.parametrize("hours", [0])
def test_nobody_wakes_within_the_hour(duel: Duel, hours: int) -> None:
    """One roll an hour, the first after an hour."""
    hurt(duel, 12)
    assert duel.table.refused(do.Wake(who=duel.mark, hours=hours)) == "d6pool.no_hour_gone"


@pytest.mark.rule("D6P-42")
@pytest.mark.rule("D6P-45")
@pytest.mark.rule("D6P-47")
def test_wounds_and_stun_do_not_hinder_waking_and_healing(duel: Duel) -> None:
    """All dice of Pain Resistance and Strength are rolled."""
    table = duel.table
    hurt(duel, 12)
    table.happen(ev.ConditionAdded(who=duel.mark, condition=Condition(key="stunned")))
    table.play(do.Wake(who=duel.mark, hours=1), 1, 1, 1)
    table.play(do.Heal(who=duel.mark, attended=True), 1, 1, 1, 1)


@pytest.mark.rule("D6P-46")
def test_the_unconscious_treat_nobody(duel: Duel) -> None:
    """Not even after the fight."""
    table = duel.table
    table.play(Adjust(who=(duel.who,), change="-9"))
    hurt(duel, 3)
    table.play(Finish())
    assert table.refused(do.FirstAid(who=duel.who, patient=duel.mark)) == "d6pool.is_out"


@pytest.mark.rule("D6P-46")
@pytest.mark.rule("D6P-12")
def test_first_aid_after_the_fight_costs_no_turn_and_a_hero_point_each(table: Table) -> None:
    """Outside a fight nothing is spent but the attempt; a point doubles the one roll it is for."""
    duel = Duel(table, hero_points=1, medicine=2)
    hurt(duel, 3)
    hurt_too = table.join("Other", strength=4)
    table.play(Adjust(who=(hurt_too,), change="-3"))
    table.play(do.FirstAid(who=duel.who, patient=duel.mark, hero=True), 1, 1, 1, 1, 2)
    assert table.gauge(duel.mark) == 11
    table.play(do.FirstAid(who=duel.who, patient=hurt_too), 1, 1)
    assert not table.combatant(duel.who).has("busy")


@pytest.mark.rule("D6P-46")
def test_the_log_says_how_much_was_really_cured(duel: Duel) -> None:
    """With 2 wounds a 6 cures 2, and so says the log."""
    table = duel.table
    hurt(duel, 2)
    table.play(do.FirstAid(who=duel.who, patient=duel.mark), 1, 1, 1, 6)
    assert table.last is not None
    assert table.context.texts.sentence(table.last.label).endswith("2 wounds cured")
    hurt(duel, 2)
    table.play(do.Heal(who=duel.mark), 1, 1, 1, 1, 6)
    assert table.context.texts.sentence(table.last.label).endswith("2 wounds cured")


@pytest.mark.rule("D6P-46")
def test_bleeding_on_is_no_new_set_of_wounds(duel: Duel) -> None:
    """First aid failed; the wound that bleeding costs gives no second try."""
    table = duel.table
    hurt(duel, 14)
    table.play(do.FirstAid(who=duel.who, patient=duel.mark), 1, 1, 1)
    for _ in range(13):
        table.next_turn(3)
    assert table.gauge(duel.mark) == -3
    assert table.refused(do.FirstAid(who=duel.who, patient=duel.mark)) == "d6pool.aid_tried"


@pytest.mark.rule("D6P-37")
@pytest.mark.parametrize(
    ("resists", "said"), [(1, "falls 3 m: 6 − 3 = 3 wounds"), (6, "falls 3 m: 6 − 18: stunned")]
)
def test_the_log_says_what_a_fall_did(table: Table, resists: int, said: str) -> None:
    """Wounded or stunned, armour included; unharmed where the skill makes it harmless."""
    one = table.join("Faller", pain_resistance=1, climbing=0, items=["light_kevlar"])
    table.play(do.Fall(who=one, metres=3), 2, 2, 2, *[resists] * 3)
    assert table.last is not None
    assert table.context.texts.sentence(table.last.label) == f"Faller {said}"
    table.happen(ev.SheetSet(who=one, field="climbing", to=3))
    table.play(do.Fall(who=one, metres=3))
    assert table.context.texts.sentence(table.last.label) == "Faller falls 3 m unharmed"
    assert table.refused(do.Fall(who=one, metres=0)) == "d6pool.no_fall"


@pytest.mark.rule("D6P-03")
def test_health_of_zero_on_the_sheet_is_by_formula(table: Table) -> None:
    """Set to 0, Health is three times Strength again; any other number counts itself."""
    one = table.join("A", strength=4, health=20)
    table.play(SetField(who=one, field="health", to=0))
    assert character.health(table.combatant(one)) == 12
    table.play(SetField(who=one, field="health", to=15))
    assert character.health(table.combatant(one)) == 15


@pytest.mark.rule("D6P-12")
def test_a_reward_names_those_who_get_it(table: Table) -> None:
    """Nobody named: refused; without success the spent points return and no more."""
    duel = Duel(table, hero_points=2)
    table.happen(ev.GaugeSet(who=duel.who, gauge="hero", to=0))
    assert table.refused(do.Reward(who=())) == "rules.nobody_named"
    table.play(do.Reward(who=(duel.who,), success=False))
    assert table.gauge(duel.who, "hero") == 2
    assert table.last is not None
    assert table.context.texts.sentence(table.last.label) == "Shooter: Hero Points return"
