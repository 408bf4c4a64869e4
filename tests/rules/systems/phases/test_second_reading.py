"""What a second reading of the rules found: each test was a fault first."""

import dataclasses
from typing import Any

import pytest
from msgspec import structs

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.model.commands import Afflict, Finish, Join, Next, Relieve
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.actions.movement import dn_of_jump
from encounter_gui.rules.systems.phases.sheet import character
from tests.rules.systems.phases.playing import HIT, PLAIN, Duel, Phased, duel

STOOD, FELL = (6, 6, 5), (1, 1, 2)
"""Dice of a test that is passed, and of one that is not, without being a natural 3."""


def put(made: Duel, key: str, **fields: Any) -> None:
    """Puts a condition on the mark by hand, as the game master does."""
    made.table.play(Afflict(who=(made.mark,), condition=key, **fields))


def has(made: Duel, key: str) -> bool:
    """Whether the mark has a condition."""
    return made.table.combatant(made.mark).has(key)


def declaring() -> Duel:
    """A duel before its second phase, in which anything can be declared."""
    made = duel()
    made.table.turn_of(made.mark)
    made.table.play(Next())
    return made


# ------------------------------------------------------------------ declaring


@pytest.mark.rule("PHA-31", "PHA-64", "PHA-76")
@pytest.mark.parametrize(
    ("trouble", "key"),
    [
        (ev.LocationSet(who="", location="torso", level=4), "phases.torso_no_run"),  # type: ignore[arg-type]
        (ev.LocationSet(who="", location="left_leg", level=4), "phases.cannot_move"),  # type: ignore[arg-type]
        (ev.ConditionAdded(who="", condition=Condition(key="prone")), "phases.is_prone"),  # type: ignore[arg-type]
        (ev.ConditionAdded(who="", condition=Condition(key="grabbed")), "phases.cannot_move"),  # type: ignore[arg-type]
    ],
)
def test_nobody_declares_a_run_it_cannot_run(trouble: Any, key: str) -> None:
    """A declared run counts against attackers at once, so it is refused before."""
    made = declaring()
    made.table.happen(type(trouble)(**{**_fields(trouble), "who": made.mark}))
    for full in ("run", "sprint"):
        assert made.table.refused(do.Declare(who=made.mark, full=full)) == key


def _fields(event: Any) -> dict[str, Any]:
    return {name: getattr(event, name) for name in event.__struct_fields__}


@pytest.mark.rule("PHA-48", "PHA-51")
def test_nobody_who_is_held_declares_an_all_out_dodge() -> None:
    """It has to be able to step or roll."""
    made = declaring()
    made.table.suffer(made.mark, "grabbed")
    command = do.Declare(who=made.mark, full="all_out_dodge")
    assert made.table.refused(command) == "phases.cannot_move"


@pytest.mark.rule("PHA-71")
def test_who_gives_first_aid_declares_nothing_else() -> None:
    """A minute of Full Actions: a stance goes with it, other actions do not."""
    made = declaring()
    made.table.suffer(made.mark, "aiding", count=20, by=made.who)
    assert made.table.refused(do.Declare(who=made.mark, actions=2)) == "phases.is_aiding"
    assert made.table.refused(do.Declare(who=made.mark, full="run")) == "phases.is_aiding"
    made.table.play(do.Declare(who=made.mark, stances=("ducking",)))


@pytest.mark.rule("PHA-19", "PHA-24")
def test_a_newcomer_is_told_to_declare_with_the_next_phase() -> None:
    """Who has no place in the phase has not acted in it either."""
    made = duel()
    late = made.table.join("Late", **PLAIN)
    assert made.table.refused(do.Declare(who=late, late=True)) == "phases.not_in_phase"


# ------------------------------------------------------------------ gaits


@pytest.mark.rule("PHA-31", "PHA-64")
def test_who_falls_runs_no_more() -> None:
    """A Serious leg wound brings a runner down, and attacks on it take nothing for its running."""
    made = duel()
    made.table.phase(**{made.mark: {"full": "run"}})
    assert character.gait(made.table.combatant(made.mark)) == "run"
    made.table.play(do.Harm(who=made.mark, place="left_leg", damage=15), *STOOD, *STOOD)
    assert has(made, "prone")
    assert character.gait(made.table.combatant(made.mark)) == "still"


@pytest.mark.rule("PHA-31", "PHA-53")
def test_who_is_tripped_runs_no_more() -> None:
    """Prone by a technique, or by hand, ends the gait as well."""
    made = duel(held="", items=[])
    made.table.phase(**{made.mark: {"full": "run"}})
    made.attack(3, 3, 3, 6, 6, 5, technique="trip")
    assert has(made, "prone")
    assert character.gait(made.table.combatant(made.mark)) == "still"
    other = duel()
    other.table.phase(**{other.mark: {"full": "sprint"}})
    put(other, "immobile")
    assert character.gait(other.table.combatant(other.mark)) == "still"


@pytest.mark.rule("PHA-31", "PHA-64")
def test_a_stun_stops_who_declared_a_run() -> None:
    """The lost action was the run."""
    made = duel()
    made.table.phase(**{made.mark: {"full": "run"}})
    made.table.play(do.Harm(who=made.mark, place="head", damage=5), *STOOD, *STOOD)
    assert made.table.combatant(made.mark).gauges[character.LOST] == 1
    assert character.gait(made.table.combatant(made.mark)) == "still"


# ------------------------------------------------------------------ attacks


@pytest.mark.rule("PHA-33", "PHA-77")
def test_shots_at_the_dead_are_not_fired() -> None:
    """The first of three shots kills: one round is gone, and one shot's recoil."""
    made = duel()
    made.table.hurt(made.mark, "head", 5)
    made.attack(3, 3, 3, 6, 6, 5, 5, 5, 5, mode="semi", shots=3, place="head")
    assert has(made, "dead")
    shooter = made.table.combatant(made.who)
    assert shooter.gauges["ammo.heavy_pistol"] == 9
    assert shooter.gauges[character.RECOIL] == 2


@pytest.mark.rule("PHA-34", "PHA-77")
def test_as_many_shots_as_there_are_rounds() -> None:
    """Zero shots are as many as the mode and the magazine allow, not a refusal."""
    made = duel()
    made.table.happen(ev.GaugeSet(who=made.who, gauge="ammo.heavy_pistol", to=2))
    made.attack(6, 6, 6, 2, 2, 2, 2, 2, 2, mode="semi", shots=0)
    assert made.table.combatant(made.who).gauges["ammo.heavy_pistol"] == 0
    held = duel(held="smg")
    held.table.happen(ev.GaugeSet(who=held.who, gauge="ammo.smg", to=4))
    held.attack(6, 6, 6, 2, 2, 2, 2, 2, 2, mode="burst", shots=0)
    assert held.table.combatant(held.who).gauges["ammo.smg"] == 0


@pytest.mark.rule("PHA-32", "PHA-78")
def test_who_passes_out_half_way_is_not_asked_for_another_defense_roll() -> None:
    """With a defense for every shot, the second shot at somebody unconscious has the passive DN to reach."""
    made = duel()
    made.table.switch("phases.defensePerShot", to=True)
    made.table.happen(ev.SheetSet(who=made.mark, field="cool", to=0))
    first = (3, 3, 3, *HIT, 8, 1, 1, 1, *STOOD, *FELL, 3)
    made.attack(*first, 1, 2, 2, mode="semi", shots=2)
    attacks = made.table.results("attack")
    assert [each["against"] for each in attacks] == [17, 18]
    assert attacks[1]["defense"] == "passive"


@pytest.mark.rule("PHA-48", "PHA-51")
def test_who_is_grabbed_dodges_all_out_no_longer() -> None:
    """Dodging needs room to step or roll; the Standard Defense is left."""
    made = duel()
    made.table.phase(**{made.mark: {"full": "all_out_dodge"}})
    made.table.suffer(made.mark, "grabbed", by=made.who)
    made.table.play(do.Attack(who=made.who, target=made.mark), 3, 3, 3, 1, 1, 2)
    assert made.table.result("defense")["kind"] == "standard"


@pytest.mark.rule("PHA-52", "PHA-53")
def test_who_holds_somebody_grabs_nobody_else() -> None:
    """As a defense as little as by an attack: nobody is held by a hand that holds somebody else."""
    made = duel(held="", items=[])
    third = made.table.join("Third", **PLAIN)
    made.table.suffer(made.mark, "grabbing", by=third)
    made.table.suffer(third, "grabbed", by=made.mark)
    command = do.Attack(who=made.who, target=made.mark, technique="trip", defense="grab")
    assert made.table.refused(command) == "phases.no_such_defense"
    assert made.table.combatant(third).has("grabbed")


# ------------------------------------------------------------------ care


@pytest.mark.rule("PHA-29", "PHA-72")
def test_a_snap_shot_weighs_on_resuscitation() -> None:
    """It is an action like others, and takes the −3 of a Snap Shot; the wound of the helper counts as well."""
    made = duel(medicine=5, first_aid=1, tech=5)
    made.table.phase(**{made.who: {"stances": ("snap_shot",)}})
    made.table.suffer(made.mark, "unconscious")
    made.table.suffer(made.mark, "clinically_dead", count=20)
    made.table.play(do.Resuscitate(who=made.who, patient=made.mark), *HIT)
    assert made.table.result("resuscitation")["total"] == 12 + 11 - 3


@pytest.mark.rule("PHA-72")
def test_the_clinically_dead_by_hand_wake_unconscious() -> None:
    """Whoever is brought back is alive, stable and still unconscious, also when the mark was put on by hand."""
    made = duel(medicine=9, first_aid=3, tech=9)
    made.table.suffer(made.mark, "in_shock", count=50)
    put(made, "clinically_dead")
    assert has(made, "unconscious")
    assert not has(made, "in_shock")
    made.table.play(do.Resuscitate(who=made.who, patient=made.mark), *HIT)
    assert has(made, "stabilized")
    assert has(made, "unconscious")


@pytest.mark.rule("PHA-70", "PHA-71")
def test_stabilized_and_in_shock_exclude_each_other_by_hand() -> None:
    """Stabilized means no more Shock Tests; entering Shock again ends it."""
    made = duel()
    put(made, "in_shock")
    put(made, "stabilized")
    assert not has(made, "in_shock")
    put(made, "in_shock")
    assert not has(made, "stabilized")


@pytest.mark.rule("PHA-64", "PHA-71")
def test_a_stun_makes_first_aid_last_a_phase_longer() -> None:
    """The minute is twenty Full Actions; one was lost."""
    made = duel()
    made.table.suffer(made.mark, "in_shock", count=50)
    made.table.play(do.FirstAid(who=made.who, patient=made.mark))
    made.table.play(do.Harm(who=made.who, place="head", damage=5), *STOOD, *STOOD)
    known = made.table.combatant(made.who).condition("aiding")
    assert known is not None
    assert known.count == 1 + 20 + 1


@pytest.mark.rule("PHA-71")
def test_first_aid_ends_when_nobody_is_left_to_treat() -> None:
    """The patient died meanwhile: the helper is free with the next phase."""
    made = duel()
    made.table.suffer(made.mark, "in_shock", count=50)
    made.table.play(do.FirstAid(who=made.who, patient=made.mark))
    put(made, "dead")
    made.table.phase()
    helper = made.table.combatant(made.who)
    assert not helper.has("aiding")
    assert not helper.memo.get("full")


@pytest.mark.rule("PHA-71", "PHA-75")
def test_who_flees_gives_no_first_aid() -> None:
    """Leaving the fight ends what one was doing in it."""
    made = duel()
    made.table.suffer(made.mark, "in_shock", count=50)
    made.table.play(do.FirstAid(who=made.who, patient=made.mark))
    made.table.play(do.Leave(who=made.who))
    assert not made.table.combatant(made.who).has("aiding")


@pytest.mark.rule("PHA-70")
def test_a_shock_test_without_a_wound_is_announced_with_its_number() -> None:
    """In Shock by hand, without a wound: the test goes by a Slight one, and the notice says so."""
    made = duel()
    made.table.suffer(made.mark, "in_shock", count=2)
    notice = made.table.system.notices(made.table.context)[0]
    assert "≥ 14" in notice.text


@pytest.mark.rule("PHA-73")
def test_a_worse_wound_has_to_be_operated_on_anew() -> None:
    """Surgery counts for the wound it was made on: a Critical one in its place does not heal without."""
    made = duel()
    table = made.table
    table.play(Finish())
    table.happen(ev.LocationSet(who=made.mark, location="torso", level=4, marks=("operated",)))
    table.play(do.Harm(who=made.mark, place="torso", damage=20, raw=False), *STOOD, *STOOD)
    assert table.wound(made.mark, "torso") == 5
    assert table.refused(do.Heal(who=made.mark, place="torso")) == "phases.needs_surgery"


@pytest.mark.rule("PHA-62", "PHA-70")
def test_a_wound_set_by_hand_moves_the_clock_of_shock() -> None:
    """The new worst wound's interval, if that is sooner."""
    made = duel()
    made.table.hurt(made.mark, "torso", 2)
    made.table.suffer(made.mark, "in_shock", count=600)
    made.table.play(do.Wound(who=made.mark, place="left_leg", level=5))
    known = made.table.combatant(made.mark).condition("in_shock")
    assert known is not None
    assert known.count == 1 + 20


# ------------------------------------------------------------------ by hand, and from fight to fight


@pytest.mark.rule("PHA-64")
def test_a_stun_by_hand_takes_an_action_of_this_phase() -> None:
    """One not used yet, as a wound would; with none left, one of the next phase."""
    made = duel()
    put(made, "stunned")
    assert made.table.combatant(made.mark).gauges[character.LOST] == 1
    assert not has(made, "stunned")
    put(made, "stunned")
    assert has(made, "stunned")


@pytest.mark.rule("PHA-64")
def test_a_stun_taken_off_by_hand_gives_the_action_back() -> None:
    """What it took of this phase, and what it would take of the next."""
    made = duel()
    put(made, "stunned")
    put(made, "stunned")
    made.table.play(Relieve(who=(made.mark,), condition="stunned"))
    mark = made.table.combatant(made.mark)
    assert (mark.gauges[character.LOST], mark.has("stunned")) == (0, False)
    assert character.actions_left(made.table.context, mark) == 1


@pytest.mark.rule("PHA-64", "PHA-76")
def test_a_lost_action_shows() -> None:
    """Who has lost an action of this phase is stunned in every list, though nothing more is stored."""
    made = duel()
    made.table.play(do.Harm(who=made.mark, place="head", damage=5), *STOOD, *STOOD)
    shown = made.table.system.combatant_view(made.table.context, made.mark).chips
    assert next((chip.text, chip.duration) for chip in shown) == ("Stunned", "phase")


@pytest.mark.rule("PHA-53")
def test_a_hold_ended_by_hand_ends_for_both() -> None:
    """The game master takes the grab off one; the other holds nobody any more."""
    made = duel()
    made.table.suffer(made.mark, "grabbed", by=made.who)
    made.table.suffer(made.who, "grabbing", by=made.mark)
    made.table.play(Relieve(who=(made.mark,), condition="grabbed"))
    assert not made.table.combatant(made.who).has("grabbing")


@pytest.mark.rule("PHA-35", "PHA-64")
def test_what_costs_the_next_action_is_over_after_whole_phases() -> None:
    """Time passes without actions: nobody is stunned or off balance a minute later."""
    made = duel()
    made.table.suffer(made.mark, "stunned", count=1)
    made.table.suffer(made.who, "off_balance")
    made.table.play(do.PassTime(phases=20))
    assert not has(made, "stunned")
    assert not made.table.combatant(made.who).has("off_balance")


@pytest.mark.rule("PHA-19", "PHA-20", "PHA-63", "PHA-70")
def test_who_comes_from_another_fight_begins_this_one_anew() -> None:
    """Wounds, Fatigue and Shock come along; initiative, edge, COOL and what was half done do not. Clocks start over."""
    old = duel()
    old.table.hurt(old.who, "torso", 4)
    old.table.suffer(old.who, "in_shock", count=300)
    for key in ("cool_held", "off_balance", "grabbing"):
        old.table.suffer(old.who, key)
    old.table.happen(
        ev.GaugeSet(who=old.who, gauge=character.FATIGUE, to=2),
        ev.GaugeSet(who=old.who, gauge=character.EDGE, to=2),
        ev.MemoSet(who=old.who, key="gait", value="sprint"),
    )
    new = Phased()
    new.play(Join(combatants=(old.table.combatant(old.who),)))
    (combatant,) = new.context.state.combatants.values()
    assert character.INITIATIVE not in combatant.gauges
    assert (combatant.gauges.get(character.EDGE), combatant.gauges[character.FATIGUE]) == (None, 2)
    assert [each.key for each in combatant.conditions] == ["in_shock"]
    assert combatant.conditions[0].count == 1 + 100
    assert character.wound(combatant, "torso") == 4
    assert character.gait(combatant) == "still"
    new.join("Other", **PLAIN)
    new.play(Next(), *STOOD, *FELL)
    assert new.combatant(combatant.id).gauges[character.INITIATIVE] == 17 + 6


# ------------------------------------------------------------------ tests, surprise, water


@pytest.mark.rule("PHA-09", "PHA-76")
def test_nobody_who_is_down_starts_an_opposed_test() -> None:
    """As little as any other test."""
    made = duel()
    made.table.suffer(made.who, "unconscious")
    command = do.Oppose(who=made.who, target=made.mark, characteristic="strength")
    assert made.table.refused(command) == "phases.is_out"


@pytest.mark.rule("PHA-21")
def test_who_is_out_does_not_sneak() -> None:
    """The worst sneaker of the party is the worst of those who are up."""
    table = Phased()
    sneak = table.join("Sneak", side="pc", **(PLAIN | {"stealth": 5}))
    clumsy = table.join("Clumsy", side="pc", **PLAIN)
    table.join("Victim", **PLAIN)
    table.suffer(clumsy, "unconscious")
    table.play(do.Ambush(who=(sneak, clumsy)), *HIT, 3, 3, 3)
    assert table.result("stealth")["total"] == 12 + 10
    table.suffer(sneak, "unconscious")
    assert table.refused(do.Ambush(who=(sneak, clumsy))) == "phases.is_out"


@pytest.mark.rule("PHA-15")
def test_what_a_step_of_a_jump_costs_is_data() -> None:
    """Two more for each step as shipped; the table of the ruleset says so."""
    table = Phased()
    who = table.join("Jumper", **PLAIN)
    jump = do.Jump(who=who, feet=19)
    assert dn_of_jump(table.context, jump) == 12 + 2 * 2
    tables = dict(table.context.ruleset.tables)
    tables["jump"] = {**tables["jump"], "step_dn": 3}
    house = structs.replace(
        table.context, ruleset=dataclasses.replace(table.context.ruleset, tables=tables)
    )
    assert dn_of_jump(house, jump) == 12 + 2 * 3


@pytest.mark.rule("PHA-14", "PHA-16")
def test_how_far_one_swims_climbs_and_holds_its_breath_is_shown() -> None:
    """Speeds stand on the sheet beside MOVE; a plain failure tires but does not stop, a critical one does."""
    table = Phased()
    who = table.join("Swimmer", **(PLAIN | {"athletics": 2, "swimming": 1, "climbing": 3}))
    sections = {
        each.title: each for each in table.system.combatant_view(table.context, who).sections
    }
    feet = {fact.name: fact.value for fact in sections["MOVE"].columns}
    assert (feet["Climb"], feet["Swim"]) == ("10", "11")
    assert [fact.value for fact in sections["MOVE"].facts] == ["8 rounds"]
    assert table.play(do.Swim(who=who, dn=18), 3, 3, 3)["feet"] == 11
    assert table.play(do.Swim(who=who, dn=30), *FELL)["feet"] == 0


@pytest.mark.rule("PHA-16")
def test_who_was_pulled_out_swims_again() -> None:
    """After the last test it is the game master's: pulled out of the water, one may swim another day."""
    table = Phased()
    who = table.join("Swimmer", **PLAIN)
    table.play(do.Swim(who=who, dn=30), *FELL)
    table.play(do.Swim(who=who, dn=30), *FELL)
    assert table.refused(do.Swim(who=who)) == "phases.is_drowning"
    table.play(do.Swim(who=who, dn=30, grip=True), *FELL)
    assert table.refused(do.Swim(who=who, grip=True)) == "phases.is_drowning"
    table.play(do.Rouse(who=who))
    table.play(do.Swim(who=who, dn=12), *STOOD)


@pytest.mark.rule("PHA-64")
def test_nobody_at_all_is_refused_when_a_stun_is_taken_off() -> None:
    """By hand of nobody, or of somebody unknown: a refusal when it is played, as everywhere."""
    made = duel()
    put(made, "stunned")
    assert made.table.refused(Relieve(who=(), condition="stunned")) == "rules.nobody_named"
    both = (made.mark, CombatantId("nobody"))
    assert made.table.refused(Relieve(who=both, condition="stunned")) == "rules.no_such_combatant"
