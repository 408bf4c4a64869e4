"""Equal initiative: everything is rolled as the phase stood before, and takes effect together."""

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.model.commands import Finish, Next, Remove, Settle
from encounter_gui.rules.systems.phases import commands as do
from tests.rules.systems.phases.playing import PLAIN, Phased

HIT = (3, 3, 3, 4, 4, 4)
"""A defense of 9 and an attack of 12."""


def tied() -> tuple[Phased, CombatantId, CombatantId, CombatantId]:
    """Two with equal initiative and a third after them."""
    table = Phased()
    sheet = PLAIN | {"marksmanship": 2, "cool": 15}
    one = table.join("One", side="pc", items=["revolver"], held="revolver", **sheet)
    two = table.join("Two", items=["revolver"], held="revolver", **sheet)
    last = table.join("Last", **sheet)
    table.play(Next(), 4, 4, 4, 4, 4, 4, 3, 3, 3)
    table.reveal()
    return table, one, two, last


def shot(who: CombatantId, target: CombatantId) -> do.Attack:
    """A shot at the torso."""
    return do.Attack(who=who, target=target, place="torso", defense="standard")


@pytest.mark.rule("PHA-19")
def test_results_of_a_tie_wait() -> None:
    """Who was hit first still shoots unhurt; then both wounds are there."""
    table, one, two, _ = tied()
    table.play(shot(one, two), *HIT, 3, 3, 3, 4, 4, 4, 4, 4, 4)
    assert table.result("wound")["level"] == 3
    assert table.wound(two, "torso") == 0
    assert table.gauge(one, "ammo.revolver") == 5
    table.play(shot(two, one), *HIT, 3, 3, 3, 4, 4, 4, 4, 4, 4)
    assert table.result("attack")["bonus"] == 5 + 2 - 1
    table.play(Next())
    assert (table.wound(one, "torso"), table.wound(two, "torso")) == (3, 3)
    assert table.context.state.held == ()


@pytest.mark.rule("PHA-19", "PHA-61")
def test_wounds_of_a_tie_stack() -> None:
    """Two Moderate wounds to one torso are Serious; each had its tests, and the Serious one has its Shock Test."""
    table, one, two, last = tied()
    table.play(shot(one, last), *HIT, 3, 3, 3, 4, 4, 4, 4, 4, 4)
    table.play(shot(two, last), *HIT, 3, 3, 3, 5, 5, 5, 4, 4, 4)
    assert table.result("wound")["level"] == 3
    assert table.alone(do.Apply()) == ["shock_test"]
    assert table.context.state.obligations[0].values["level"] == 4
    assert table.wound(last, "torso") == 4
    table.play(Settle(), 5, 5, 5)
    assert table.refused(do.Apply()) == "phases.nothing_waits"


@pytest.mark.rule("PHA-19")
def test_who_shoots_at_the_same_time_shoots_at_the_living() -> None:
    """One killed by the first is still rolled against by the second, and no deader for it."""
    table, one, two, last = tied()
    table.hurt(last, "torso", 5)
    table.play(shot(one, last), 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 1, 1, 1)
    assert table.results("wound")[-1]["level"] == 6
    table.play(shot(two, last), *HIT, 1, 1, 1, 6, 6, 6)
    found = table.result("attack")
    assert found["result"] == "hit"
    table.play(do.Apply())
    assert table.combatant(last).has("dead")


@pytest.mark.rule("PHA-19")
def test_what_is_spent_is_spent_at_once() -> None:
    """The defense of who is in the tie takes its action; ending the fight, or leaving it, lets results through."""
    table, one, two, _ = tied()
    dodged = do.Attack(who=one, target=two)
    table.play(dodged, 6, 6, 6, 1, 1, 2, choose=("dodge",))
    assert table.gauge(two, "used") == 1
    assert table.refused(shot(two, one)) == "phases.no_action_left"
    table, one, two, last = tied()
    table.play(shot(one, last), *HIT, 3, 3, 3, 4, 4, 4, 4, 4, 4)
    table.play(Remove(who=(two,)))
    assert table.wound(last, "torso") == 3
    table, one, two, last = tied()
    table.play(shot(one, last), *HIT, 3, 3, 3, 4, 4, 4, 4, 4, 4)
    table.play(Finish())
    assert table.wound(last, "torso") == 3


@pytest.mark.rule("PHA-22", "PHA-24")
def test_what_was_declared_and_not_begun_is_named_when_it_is_passed_over() -> None:
    """An intent or a Full Action is open until something of it is done; one action without a word is nothing open."""
    table = Phased()
    sheet = PLAIN | {"marksmanship": 2, "cool": 15}
    one = table.join("One", side="pc", items=["revolver"], held="revolver", **sheet)
    two = table.join("Two", side="pc", **sheet)
    last = table.join("Last", **sheet)
    table.play(Next(), 6, 6, 6, 4, 4, 4, 3, 3, 3)
    table.play(do.Declare(who=one, intent="shoot Last"))
    table.play(do.Declare(who=two, full="recover"))
    table.reveal()
    assert table.system.left_undone(table.context) == "One: shoot Last"
    table.play(shot(one, last), *HIT, 3, 3, 3, 4, 4, 4, 4, 4, 4)
    assert table.system.left_undone(table.context) == ""
    table.play(Next())
    assert table.context.state.acting == (two,)
    assert table.system.left_undone(table.context).startswith("Two: ")
    table.play(Next())
    assert table.context.state.acting == (last,)
    assert table.system.left_undone(table.context) == ""


@pytest.mark.rule("PHA-19")
@pytest.mark.rule("PHA-64")
@pytest.mark.parametrize("is_stunned_first", [True, False])
def test_a_stun_of_a_tie_costs_the_action_that_its_victim_has_not_used(
    is_stunned_first: bool,
) -> None:
    """Whoever is stunned and fires in the same tie loses the action of the next phase, in whatever order."""
    table, one, two, last = tied()
    stun = do.Attack(who=one, target=two, place="head", defense="standard", gm=4)
    own = do.Attack(who=two, target=last, place="torso", defense="standard")
    if is_stunned_first:
        table.play(stun, 3, 3, 3, 3, 3, 4, 1, 1, 2, 4, 4, 4, 4, 4, 4)
        assert table.result("wound")["level"] == 3
        table.play(own, 4, 4, 4, 3, 3, 3)
    else:
        table.play(own, 4, 4, 4, 3, 3, 3)
        table.play(stun, 3, 3, 3, 3, 3, 4, 1, 1, 2, 4, 4, 4, 4, 4, 4)
    table.phase()
    found = table.combatant(two)
    assert found.gauges.get("lost") == 1
    assert not found.has("stunned")


@pytest.mark.rule("PHA-19", "PHA-70", "PHA-71")
@pytest.mark.parametrize("aids_first", [False, True])
def test_of_shock_and_first_aid_by_one_in_a_tie_the_later_counts(aids_first: bool) -> None:
    """Who is shot and then stabilized by the same one is stable; who is stabilized and then shot is In Shock."""
    table, one, _, last = tied()
    aid = do.FirstAid(who=one, patient=last, at_once=True)
    if aids_first:
        table.hurt(last, "left_leg", 2)
        table.suffer(last, "in_shock", count=601)
        table.play(aid, 6, 6, 5)
    table.play(shot(one, last), *HIT, 3, 3, 3, 1, 1, 2, 4, 4, 4)
    if not aids_first:
        table.play(aid, 6, 6, 5)
    table.play(Next())
    marks = {key for key in ("in_shock", "stabilized") if table.combatant(last).has(key)}
    assert marks == {"in_shock" if aids_first else "stabilized"}


@pytest.mark.rule("PHA-19", "PHA-62", "PHA-71")
@pytest.mark.parametrize("was_in_shock", [False, True])
def test_first_aid_ends_the_shock_that_it_has_seen(was_in_shock: bool) -> None:
    """Stabilized by one and shot by the other: a Shock there was is over, one by the other's shot is not."""
    table, one, two, last = tied()
    if was_in_shock:
        table.hurt(last, "left_leg", 2)
        table.suffer(last, "in_shock", count=601)
    else:
        table.play(shot(one, last), *HIT, 3, 3, 3, 1, 1, 2, 4, 4, 4)
    table.play(do.FirstAid(who=one, patient=last, at_once=True), 6, 6, 5)
    shock = () if was_in_shock else (1, 1, 2)
    table.play(shot(two, last), *HIT, 3, 3, 4, *shock, 4, 4, 4)
    table.play(Next())
    marks = {key for key in ("in_shock", "stabilized") if table.combatant(last).has(key)}
    assert marks == {"stabilized" if was_in_shock else "in_shock"}
