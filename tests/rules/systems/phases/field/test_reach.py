"""Melee range on the plan: in it, into it by a jog, or refused. Source: PHA-22, PHA-30, PHA-32, PHA-53, PHA-71."""

import pytest

from encounter_gui.rules.model.commands import Put
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.sheet import character
from tests.rules.systems.phases.field.scene import (
    apart,
    attack,
    crates,
    feet_between,
    place_of,
    put,
    reading_of,
)
from tests.rules.systems.phases.playing import HIT

MISS = (3, 3, 3, 1, 1, 2)
KNIFE = {"held": "knife"}
MOVE = 16
"""What the shooter's sheet makes it: REF 6, STAM 5, STR 5."""


@pytest.mark.rule("PHA-30")
def test_within_reach_nobody_moves() -> None:
    """At the last foot of reach a blow falls from where one stands, and the jog is kept."""
    made = apart(5, **KNIFE)
    made.attack(*MISS)
    assert place_of(made.table, made.who) == (100.0, 100.0)
    assert not made.table.combatant(made.who).gauges.get(character.MOVED)
    made.table.play(do.Move(who=made.who, gait="jog"))


@pytest.mark.rule("PHA-30")
@pytest.mark.rule("PHA-22")
def test_farther_off_the_attacker_jogs_up_to_the_target() -> None:
    """It moves into melee range in this phase: that is its jog, in the log and on the plan."""
    made = apart(18, **KNIFE)  # it stops 2½ feet away: a way of 15½, measured as 16
    made.attack(*MISS)
    fighter = made.table.combatant(made.who)
    assert place_of(made.table, made.who) == (115.5, 100.0)
    assert fighter.gauges[character.MOVED] == 1
    assert character.gait(fighter) == "jog"
    assert made.table.result("move") == {"gait": "jog", "feet": 16}
    assert made.table.last is not None
    assert "jogs 16 ft nearer" in made.table.context.texts.text(made.table.last.label)
    assert made.table.refused(do.Move(who=made.who, gait="jog")) == "phases.has_moved"


@pytest.mark.rule("PHA-30")
def test_beyond_reach_and_jog_it_is_refused_in_words() -> None:
    """A foot beyond what MOVE allows: the words say how far, how much is needed, and what to do."""
    made = apart(20, **KNIFE)
    assert made.refused(defense="standard") == "phases.out_of_reach"
    form = made.table.system.attack_form(made.table.context, {"target": made.mark})
    assert form.command is None
    assert "20 ft" in form.why_not
    assert f"{MOVE} are left" in form.why_not
    context = made.table.context
    reading = reading_of(context, made.who, made.mark)
    assert reading.in_reach is False
    assert reading.why_not == form.why_not


@pytest.mark.rule("PHA-22")
def test_whoever_has_moved_does_not_move_again_to_strike() -> None:
    """The jog is once a phase, however many actions follow."""
    made = apart(10, {"actions": 2}, **KNIFE)
    made.table.play(do.Move(who=made.who, gait="jog", feet=1))
    assert made.refused(defense="standard") == "phases.out_of_reach"
    put(made.table, **{made.who: (106.0, 100.0)})  # pushed by hand: that spends nothing
    made.attack(*MISS)
    made.attack(*MISS)


@pytest.mark.rule("PHA-53")
def test_whoever_is_held_does_not_jog_up_to_anybody() -> None:
    """Grabbed: no movement."""
    made = apart(10, **KNIFE)
    made.table.suffer(made.who, "grabbed")
    assert made.refused(defense="standard") == "phases.out_of_reach"


@pytest.mark.rule("PHA-13")
def test_mud_on_the_way_counts_double() -> None:
    """Ten feet of it make twenty of MOVE."""
    made = apart(18, **KNIFE)
    crates(made.table, 0, 104, "Mud", is_="difficult")  # four feet of it
    assert made.refused(defense="standard") == "phases.out_of_reach"
    put(made.table, **{made.mark: (114.0, 100.0)})
    made.attack(*MISS)
    assert made.table.result("move")["feet"] == 12


@pytest.mark.rule("PHA-30")
def test_f4_touching_is_not_apart() -> None:
    """Two large bodies that touch are 0 feet apart, and size alone gives no longer reach."""
    made = apart(20, **KNIFE)
    table = made.table
    for who in (made.who, made.mark):
        table.play(Put(who=(who,), radius=10))
    assert feet_between(table, made.who, made.mark) == 0
    made.attack(*MISS)
    assert place_of(table, made.who) == (100.0, 100.0)
    put(table, **{made.mark: (126.0, 100.0)})  # six feet of air between them
    context = table.context
    reading = reading_of(context, made.who, made.mark)
    assert reading.in_reach is False


@pytest.mark.rule("PHA-30")
def test_f12_melee_on_another_floor() -> None:
    """Nobody strikes through a ceiling, nor climbs a storey in passing."""
    made = apart(0, **KNIFE)
    made.table.play(Put(who=(made.mark,), floor=1))
    assert made.refused(defense="standard") == "phases.other_floor"


@pytest.mark.rule("PHA-32")
def test_the_helpless_are_struck_at_12_from_beside_only() -> None:
    """Far off there is no DN 12: the blow is refused; beside it is."""
    made = apart(60, **KNIFE)
    made.table.suffer(made.mark, "unconscious")
    assert made.refused() == "phases.out_of_reach"
    put(made.table, **{made.mark: (103.0, 100.0)})
    assert made.attack(1, 1, 1, defense="")["against"] == 12


@pytest.mark.rule("PHA-53")
@pytest.mark.parametrize("technique", ["grab", "trip", "disarm", "clinch"])
def test_techniques_need_melee_range(technique: str) -> None:
    """Refused far off."""
    made = apart(60, held="", items=[])
    assert made.refused(technique=technique, defense="standard") == "phases.out_of_reach"


@pytest.mark.rule("PHA-53")
def test_a_tackle_by_the_way_in() -> None:
    """It needs to have moved: the way into reach is such a move; beside each other it has not."""
    made = apart(12, held="", items=[])
    made.attack(1, 1, 2, *HIT, technique="tackle")
    assert made.table.combatant(made.mark).has("grabbed")
    near = apart(3, held="", items=[])
    assert near.refused(technique="tackle", defense="standard") == "phases.needs_move"


@pytest.mark.rule("PHA-53")
def test_a_grab_ends_when_one_is_moved_away() -> None:
    """By hand as by a blast; whoever takes both along keeps the hold."""
    made = apart(3, held="", items=[])
    table = made.table
    made.attack(1, 1, 2, *HIT, technique="grab")
    table.play(Put(who=(made.who, made.mark), at=(300, 100)))
    assert table.combatant(made.mark).has("grabbed")
    put(table, **{made.mark: (306.0, 106.0)})
    assert not table.combatant(made.mark).has("grabbed")
    assert not table.combatant(made.who).has("grabbing")
    assert table.last is not None
    told = table.context.texts.text(table.last.label)
    assert told.count("too far apart") == 1


@pytest.mark.rule("PHA-53")
def test_a_hold_stays_where_nobody_is_moved_out_of_it() -> None:
    """A shove within reach, coming onto the plan, leaving it: none of them ends a hold."""
    made = apart(3, held="", items=[])
    table = made.table
    made.attack(1, 1, 2, *HIT, technique="grab")
    put(table, **{made.mark: (104.0, 100.0)})
    table.play(Put(who=(made.mark,), off=True))
    put(table, **{made.mark: (200.0, 100.0)})
    assert table.combatant(made.mark).has("grabbed")


@pytest.mark.rule("PHA-71")
def test_first_aid_is_given_beside_and_ends_apart() -> None:
    """Refused across the street; given up when the patient is carried off alone."""
    made = apart(40)
    table = made.table
    table.hurt(made.mark, "torso", 3)
    table.suffer(made.mark, "in_shock")
    aid = do.FirstAid(who=made.who, patient=made.mark)
    assert table.refused(aid) == "phases.not_beside"
    put(table, **{made.mark: (104.0, 100.0)})
    table.play(aid)
    assert [each.kind for each in table.system.field(table.context).bonds] == ["aid"]
    table.play(Put(who=(made.who, made.mark), at=(300, 100)))
    assert table.combatant(made.who).has("aiding")
    put(table, **{made.mark: (350.0, 100.0)})
    assert not table.combatant(made.who).has("aiding")
    assert not table.combatant(made.who).memo.get("aid")


@pytest.mark.rule("PHA-72")
def test_nobody_is_brought_back_from_afar() -> None:
    """The one attempt is made beside the patient."""
    made = apart(40)
    made.table.hurt(made.mark, "torso", 3)
    made.table.suffer(made.mark, "clinically_dead")
    back = do.Resuscitate(who=made.who, patient=made.mark)
    assert made.table.refused(back) == "phases.not_beside"
    put(made.table, **{made.mark: (104.0, 100.0)})
    made.table.play(back, 6, 6, 6)


@pytest.mark.rule("PHA-31")
def test_a_blow_is_judged_from_where_it_falls() -> None:
    """Crates between two that are closed in on are passed by then: form, odds and table agree."""
    made = apart(15, **KNIFE)
    crates(made.table, -5, 106)
    system, context = made.table.system, made.table.context
    form = system.attack_form(context, {"target": made.mark})
    assert not [each for each in form.toggles if each.key.startswith("area:")]
    assert [each.text for each in form.toggles if each.is_locked][-1] == "Jogs 12 ft nearer"
    assert "modifiers.area" not in made.attack(*MISS)


@pytest.mark.rule("PHA-49")
def test_a_counter_is_judged_like_any_attack() -> None:
    """The smoke that both stand in weighs on the counter-attack, too."""
    made = apart(3, **KNIFE)
    crates(made.table, -2, 103, "Smoke", is_="smoke")
    crates(made.table, -2, 97, "More smoke", is_="smoke")
    command = attack(made, defense="parry")
    made.table.play(command, 6, 6, 6, 1, 1, 2, 3, 3, 3, 1, 1, 2, choose=("counter",))
    assert [each["modifiers.area"] for each in made.table.results("attack")] == [-2, -2]
