"""What the rules demand after a command: it is owed until it is rolled, waived, or without an object."""

import pytest
from msgspec.structs import replace

from encounter_gui.encounter import codec
from encounter_gui.encounter import events as ev
from encounter_gui.rules.engine.obligations import due_at
from encounter_gui.rules.model.commands import Next, Remove, Settle, Waive
from encounter_gui.rules.systems.phases import commands as do
from tests.rules.systems.phases.harm.test_first_aid import dying
from tests.rules.systems.phases.playing import PLAIN, Duel, Phased, duel

PASS, FAIL = (6, 6, 5), (1, 1, 2)
HIT = (3, 3, 3, 4, 4, 4)
"""A defense of 9 and an attack of 12."""


def harm(made: Duel, place: str, damage: int) -> list[str]:
    """Damage to the mark; returns what is owed."""
    return made.table.alone(do.Harm(who=made.mark, place=place, damage=damage))


@pytest.mark.rule("PHA-62", "PHA-63", "PHA-78")
def test_a_wound_stands_before_its_tests_are_rolled() -> None:
    """The Shock Test is owed before the COOL test; the encounter does not move on before both."""
    made = duel()
    assert harm(made, "torso", 10) == ["shock_test", "cool_test"]
    assert made.table.wound(made.mark, "torso") == 3
    assert made.table.refused(Next()) == "rules.owed"
    assert made.table.refused(do.PassTime(phases=1)) == "rules.owed"
    assert made.table.alone(Settle(), *FAIL) == ["cool_test"]
    assert made.table.combatant(made.mark).has("in_shock")
    assert made.table.alone(Settle(), *PASS) == []
    assert made.table.combatant(made.mark).has("cool_held")


@pytest.mark.rule("PHA-62", "PHA-63")
def test_a_test_can_be_waived() -> None:
    """Nothing comes of it."""
    made = duel()
    harm(made, "torso", 10)
    shock, cool = (each.id for each in made.table.context.state.obligations)
    assert made.table.alone(Waive(ids=(cool,), note="a hero")) == ["shock_test"]
    assert made.table.alone(Waive(ids=(shock,))) == []
    assert made.table.combatant(made.mark).conditions == ()


@pytest.mark.rule("PHA-63")
def test_one_success_settles_every_cool_test() -> None:
    """The second is void once the first is passed; so are all of them once their owner is down, or gone."""
    made = duel()
    harm(made, "torso", 1)
    assert harm(made, "left_arm", 1) == ["cool_test", "cool_test"]
    assert made.table.alone(Settle(), *PASS) == []
    made = duel()
    harm(made, "torso", 1)
    assert harm(made, "head", 16) == ["shock_test"]
    assert made.table.alone(do.Wound(who=made.mark, place="torso", level=6)) == []
    made = duel()
    harm(made, "torso", 10)
    assert made.table.alone(Remove(who=(made.mark,))) == []


@pytest.mark.rule("PHA-62")
def test_a_second_failure_only_moves_the_clock() -> None:
    """Two Shock Tests were owed; after the first is failed the second is not rolled."""
    made = duel()
    harm(made, "torso", 5)
    assert harm(made, "left_leg", 15)[:2] == ["shock_test", "shock_test"]
    made.table.alone(Settle(), *FAIL)
    made.table.alone(Settle())
    known = made.table.combatant(made.mark).condition("in_shock")
    assert known is not None
    assert known.count == 1 + 100


@pytest.mark.rule("PHA-34", "PHA-78")
def test_the_next_hit_waits_for_the_tests_of_the_last() -> None:
    """Of two rounds of a burst the second is rolled after the tests of the first; then the next burst."""
    made = duel(items=["smg"], held="smg")
    table = made.table
    burst = do.Attack(
        who=made.who, target=made.mark, mode="burst", shots=2, place="torso", defense="standard"
    )
    owed = table.alone(burst, 3, 3, 3, 4, 4, 4, 2, 3, 3)
    assert owed == ["shock_test", "cool_test", "next_hit", "next_shot"]
    assert table.asked == ["defense", "attack", "burst", "damage"]
    assert table.gauge(made.who, "ammo.smg") == 30 - 3
    first = table.result("attack")["bonus"]
    table.alone(Settle(), *PASS)
    table.alone(Settle(), *PASS)
    assert table.alone(Settle(), 1, 1) == ["next_shot"]
    assert table.alone(Settle(), 1, 1, 2) == []
    assert table.gauge(made.who, "ammo.smg") == 30 - 6
    assert table.gauge(made.who, "recoil") == 2
    assert table.result("attack")["number"] == 2
    assert table.result("attack")["bonus"] == first - 1


@pytest.mark.rule("PHA-35", "PHA-78")
def test_what_weighed_on_the_action_weighs_on_all_its_shots() -> None:
    """Off balance when it began, and with the action penalty of its first shot."""
    made = duel(items=["heavy_pistol"], held="heavy_pistol")
    made.table.switch("phases.penaltyMode", "escalating")
    made.table.suffer(made.who, "off_balance")
    shots = do.Attack(
        who=made.who, target=made.mark, mode="semi", shots=2, place="torso", defense="standard"
    )
    made.table.alone(shots, 3, 3, 3, 6, 6, 4, 3, 3, 3)
    first = made.table.result("attack")["bonus"]
    assert not made.table.combatant(made.who).has("off_balance")
    made.table.play(Settle(), *PASS, *PASS, 1, 1, 2)
    assert made.table.result("attack")["bonus"] == first - 2


@pytest.mark.rule("PHA-78")
def test_the_rest_of_an_attack_is_void_without_its_object() -> None:
    """The target is dead, or the weapon is gone."""
    made = duel(items=["smg"], held="smg")
    burst = do.Attack(
        who=made.who, target=made.mark, mode="burst", shots=2, place="torso", defense="standard"
    )
    made.table.alone(burst, 3, 3, 3, 4, 4, 4, 2, 3, 3)
    made.table.happen(ev.ItemRemoved(who=made.who, key="smg"))
    assert made.table.alone(Settle(), *PASS) == ["cool_test"]
    made = duel(items=["smg"], held="smg")
    made.table.alone(burst, 3, 3, 3, 4, 4, 4, 2, 3, 3)
    assert made.table.alone(do.Wound(who=made.mark, place="torso", level=6)) == []


@pytest.mark.rule("PHA-49")
def test_a_counter_is_decided_when_somebody_decides() -> None:
    """After a parry that wins by 5 the attack is over; the counter-attack is owed."""
    made = duel(items=["knife"], held="knife")
    blow = do.Attack(who=made.who, target=made.mark, defense="parry")
    assert made.table.alone(blow, 6, 6, 5, 1, 1, 2) == ["counter"]
    assert made.table.alone(Settle(), choose=("let_be",)) == []


@pytest.mark.rule("PHA-19", "PHA-78")
def test_in_a_tie_tests_are_rolled_with_the_attack_and_take_effect_with_it() -> None:
    """They are part of the action, so they are owed at once; what they come to is held with the wound."""
    table = Phased()
    sheet = PLAIN | {"marksmanship": 2}
    one = table.join("One", side="pc", items=["revolver"], held="revolver", **sheet)
    two = table.join("Two", items=["revolver"], held="revolver", **sheet)
    table.play(Next(), 4, 4, 4, 4, 4, 4)
    table.reveal()
    shot = do.Attack(who=one, target=two, place="torso", defense="standard")
    assert table.alone(shot, *HIT, 3, 3, 3) == ["shock_test", "cool_test"]
    assert table.wound(two, "torso") == 0
    table.alone(Settle(), *FAIL)
    table.alone(Settle(), *PASS)
    assert table.combatant(two).conditions == ()
    table.play(do.Wait(who=two))
    table.play(do.Apply())
    assert table.wound(two, "torso") == 3
    assert table.combatant(two).has("in_shock")


@pytest.mark.rule("PHA-70")
def test_a_test_that_is_waived_buys_the_next_interval() -> None:
    """The clock is set when the test becomes due."""
    made = dying(level=5, due=2)
    while made.table.context.state.round == 1:
        owed = made.table.alone(Next())
    assert owed == ["clock_shock"]
    assert made.table.alone(Waive()) == []
    known = made.table.combatant(made.mark).condition("in_shock")
    assert known is not None
    assert known.count == 2 + 20


@pytest.mark.rule("PHA-11", "PHA-70")
def test_time_passes_as_far_as_the_next_test() -> None:
    """The phases that are left are owed; the encounter does not move on before them."""
    made = dying(level=5, due=10)
    assert made.table.alone(do.PassTime(phases=50)) == ["clock_shock", "pass_time"]
    assert made.table.context.state.round == 10
    assert made.table.alone(Settle(), *PASS) == ["pass_time"]
    assert made.table.refused(Next()) == "rules.owed"
    assert made.table.alone(Settle()) == ["clock_shock", "pass_time"]
    assert made.table.context.state.round == 30
    assert made.table.alone(Settle(), *FAIL) == ["pass_time"]
    assert made.table.alone(Settle()) == []
    assert made.table.context.state.round == 51


@pytest.mark.rule("PHA-70", "PHA-71")
def test_first_aid_is_tested_before_the_shock_it_spares() -> None:
    """Both are due in one phase."""
    made = dying(level=2, due=21)
    made.table.play(do.FirstAid(who=made.who, patient=made.mark))
    made.table.alone(do.PassTime(phases=20))
    assert [each.kind for each in due_at(made.table.context.state, "now")] == [
        "first_aid_test",
        "clock_shock",
    ]
    assert made.table.alone(Settle(), *PASS) == []
    assert made.table.combatant(made.mark).has("stabilized")


@pytest.mark.rule("PHA-78")
def test_the_rest_of_an_attack_is_kept_in_the_file() -> None:
    """Read back, it is played on as if nothing had been between."""
    made = duel(items=["smg"], held="smg")
    burst = do.Attack(
        who=made.who,
        target=made.mark,
        mode="burst",
        shots=2,
        place="torso",
        modifiers=(made.table.context.ruleset.modifiers[-1].key,),
        defense="standard",
    )
    made.table.alone(burst, 3, 3, 3, 6, 6, 4, 2, 3, 3)
    owed = made.table.context.state.obligations
    added = [ev.ObligationAdded(obligation=each) for each in owed]
    read = tuple(codec.decode_event(*codec.encode_event(event)) for event in added)
    assert read == tuple(added)
    state = replace(made.table.context.state, obligations=())
    made.table.context = replace(made.table.context, state=state)
    made.table.happen(*read)
    made.table.play(Settle(), *PASS, *PASS, 1, 1, 1, 1, 2)
    assert made.table.result("attack")["number"] == 2
