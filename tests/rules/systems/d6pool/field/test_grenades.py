"""Grenades on the plan: aim, scatter, and who is how far from the blast."""

from math import cos, pi, sin

import pytest
from msgspec.structs import replace

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import GROUP
from encounter_gui.rules.model.commands import Remove, SetPlan, Settle
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.obligations import landing_of
from encounter_gui.rules.view import aim_key
from tests.helpers.table import Table
from tests.rules.systems.d6pool.field.yard import Yard

HIT, MISS = (6, 6, 6, 6), (1, 1, 1, 1)


@pytest.fixture
def thrower(table: Table) -> Yard:
    """A running fight with a grenade in hand, the mark 15 m away."""
    yard = Yard(table, held="grenade", far=15)
    table.begin(3, 3)
    return yard


@pytest.mark.rule("D6P-38")
def test_a_throw_at_somebody_or_at_a_point_takes_its_range_from_the_plan(thrower: Yard) -> None:
    """15 m is Long."""
    table = thrower.table
    assert table.play(do.Throw(who=thrower.who, target=thrower.mark), *HIT)["dn"] == 20
    landed = landing_of(table.context.state, thrower.who)
    assert landed is not None
    assert landed.point == (25, 20)


@pytest.mark.rule("D6P-38")
def test_a_throw_at_a_point_too_far_is_refused(thrower: Yard) -> None:
    """30 m are the most; beside the plan there is no point; a range that is said stays."""
    table, throw = thrower.table, do.Throw(who=thrower.who, at=(41, 20))
    assert table.refused(throw) == "d6pool.out_of_range"
    assert table.refused(replace(throw, at=(-1, 20))) == "rules.field.off_plan"
    assert table.play(replace(throw, band="extreme"), *HIT, 1, 1)["dn"] == 30


@pytest.mark.rule("D6P-39")
@pytest.mark.parametrize("direction", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("is_forward", [False, True])
def test_a_miss_comes_down_on_the_plan(thrower: Yard, direction: int, *, is_forward: bool) -> None:
    """1 is on from the thrower, who throws to the right here; the others follow clockwise, 2 to the lower right."""
    table = thrower.table
    table.switch("d6pool.scatter5Forward", is_forward)
    table.play(do.Throw(who=thrower.who, at=(25, 20)), *MISS, 4, direction)
    sixths = {5: 6, 6: 5}.get(direction, direction) - 1 if is_forward else direction - 1
    landed = landing_of(table.context.state, thrower.who)
    assert landed is not None
    assert landed.x == pytest.approx(25 + 4 * cos(sixths * pi / 3), abs=0.001)
    assert landed.y == pytest.approx(20 + 4 * sin(sixths * pi / 3), abs=0.001)


@pytest.mark.rule("D6P-39")
def test_directions_are_seen_from_the_thrower(thrower: Yard) -> None:
    """Thrown up the plan, forward is up, and forward-right is to the upper right."""
    thrower.put(thrower.who, 25, 35)
    thrower.table.play(do.Throw(who=thrower.who, at=(25, 20)), *MISS, 2, 2)
    landed = landing_of(thrower.table.context.state, thrower.who)
    assert landed is not None
    assert landed.x == pytest.approx(25 + 2 * sin(pi / 3), abs=0.001)
    assert landed.y == pytest.approx(19, abs=0.001)


@pytest.mark.rule("D6P-40")
@pytest.mark.parametrize(
    ("far", "dn", "level"), [(0, 10, 10), (2, 10, 10), (2.1, 15, 8), (6, 20, 6), (10, 30, 4)]
)
def test_the_blast_takes_its_metres_from_the_plan(
    thrower: Yard, far: float, dn: int, level: int
) -> None:
    """F1 and F6: the last metre of a range is that range, and 0 m is the full damage."""
    table = thrower.table
    table.play(do.Throw(who=thrower.who, at=(25, 20)), *HIT)
    thrower.put(thrower.mark, 25 + far, 20)
    blast = do.Blast(who=thrower.who, targets=(do.Caught(target=thrower.mark),))
    form = table.system.attack_form(table.context, {})
    assert form.command == replace(blast, more=True)
    result = (
        table.play(blast, *[6] * (6 if dn > 24 else 4), *[1] * level, *[6] * 5)
        if (dn <= 24)
        else table.play(blast, *HIT)
    )
    assert result["dn"] == dn
    if dn <= 24:
        assert result["level"] == level


@pytest.mark.rule("D6P-40")
def test_beyond_the_last_range_nobody_is_touched(thrower: Yard) -> None:
    """By the plan 10.1 m are outside; no die is asked for."""
    table = thrower.table
    table.play(do.Throw(who=thrower.who, at=(25, 20)), *HIT)
    thrower.put(thrower.mark, 35.1, 20)
    table.play(do.Blast(who=thrower.who, targets=(do.Caught(target=thrower.mark),)))


@pytest.mark.rule("D6P-40")
@pytest.mark.rule("D6P-41")
def test_who_is_in_the_blast_is_proposed_the_nearest_first(thrower: Yard) -> None:
    """Thrower and friends as well; a click leaves one out, another takes one in who is farther."""
    table = thrower.table
    near, far = (table.join(name, strength=4, dexterity=1) for name in ("Near", "Far"))
    friend = table.join("Friend", side="pc", strength=4, dexterity=1)
    thrower.put(near, 25, 21)
    thrower.put(friend, 25, 25)
    thrower.put(far, 60, 20)
    thrower.put(thrower.mark, 25, 17)
    thrower.put(thrower.who, 16, 20)
    table.play(do.Throw(who=thrower.who, at=(25, 20)), *HIT)

    def caught(**choices: str) -> list[str]:
        command = table.system.attack_form(table.context, choices).command
        assert isinstance(command, do.Blast)
        assert all(each.metres is None for each in command.targets)
        return [each.target for each in command.targets]

    assert caught() == [near, thrower.mark, friend, thrower.who]
    assert caught(**{f"in.{friend}": "", f"in.{far}": "on"}) == [
        near, thrower.mark, thrower.who, far
    ]  # fmt: skip
    form = table.system.attack_form(table.context, {f"in.{friend}": ""})
    words = {each.text: (each.is_on, each.by_plan) for each in form.toggles}
    assert words["also Mark, 3 m"] == (True, "plan")
    assert words["also Friend, 5 m"] == (False, "overruled")
    assert words["also Far, 35 m"] == (False, "plan")
    assert [each.by_plan for each in form.fields if each.key == f"band.{near}"] == ["plan"]


@pytest.mark.rule("D6P-40")
def test_another_floor_is_not_proposed(thrower: Yard) -> None:
    """F12: named by hand it is as far as its height says."""
    table = thrower.table
    thrower.put(thrower.mark, 25, 20, floor=1)
    table.play(do.Throw(who=thrower.who, at=(25, 20)), *HIT)
    form = table.system.attack_form(table.context, {})
    assert form.command is None
    assert form.why_not.startswith("The blast reaches nobody")
    chosen = table.system.attack_form(table.context, {"target": thrower.mark})
    assert isinstance(chosen.command, do.Blast)
    blast = do.Blast(who=thrower.who, targets=(do.Caught(target=thrower.mark),))
    assert table.play(blast, *MISS)["dn"] == 15


@pytest.mark.rule("D6P-40")
def test_metres_that_are_said_go_before_the_plan(thrower: Yard) -> None:
    """In the command, and by a click in the form."""
    table = thrower.table
    table.play(do.Throw(who=thrower.who, target=thrower.mark), *HIT)
    form = table.system.attack_form(table.context, {f"band.{thrower.mark}": "long"})
    assert isinstance(form.command, do.Blast)
    assert form.command.targets == (do.Caught(target=thrower.mark, metres=6),)
    assert [each.by_plan for each in form.fields if each.key == f"band.{thrower.mark}"] == [
        "overruled"
    ]
    assert table.play(form.command, *MISS)["dn"] == 20


@pytest.mark.rule("D6P-40")
def test_without_a_known_point_how_far_is_asked(thrower: Yard) -> None:
    """A throw that names no point is as ever; a blast of it then needs metres, or a point."""
    table = thrower.table
    table.play(do.Throw(who=thrower.who, metres=15), *HIT)
    assert landing_of(table.context.state, thrower.who) is None
    caught = do.Caught(target=thrower.mark)
    blast = do.Blast(who=thrower.who, targets=(caught,))
    assert table.refused(blast) == "d6pool.how_far"
    assert table.play(replace(blast, at=(25, 23)), *MISS)["dn"] == 15


@pytest.mark.rule("D6P-39")
def test_a_thrower_who_stands_nowhere_scatters_nowhere_on_the_plan(thrower: Yard) -> None:
    """Which way is forward nobody knows; on the point it is known."""
    table = thrower.table
    thrower.put(thrower.who, 0, 0, off=True)
    table.play(do.Throw(who=thrower.who, at=(25, 20), band="short"), *MISS, 3, 2)
    assert landing_of(table.context.state, thrower.who) is None


@pytest.mark.rule("D6P-41")
def test_a_charge_goes_off_at_a_point(thrower: Yard) -> None:
    """What nobody has thrown has its centre where the command says, on a floor."""
    table = thrower.table
    blast = do.Blast(weapon="grenade", at=(25, 20), targets=(do.Caught(target=thrower.mark),))
    assert table.play(blast, *MISS)["dn"] == 10
    assert table.play(replace(blast, floor=2), *MISS)["dn"] == 20
    assert table.refused(replace(blast, at=(99, 0))) == "rules.field.off_plan"


@pytest.mark.rule("D6P-40")
@pytest.mark.rule("D6P-28")
def test_cover_between_blast_and_victim_is_the_game_masters(thrower: Yard) -> None:
    """Four dice, whatever stands between; his dice count."""
    table = thrower.table
    thrower.area("cover", (26, 15), (1, 10), step="cover_75", amount=-1)
    thrower.put(thrower.mark, 29, 20)
    table.play(do.Throw(who=thrower.who, at=(25, 20)), *HIT)
    caught = do.Caught(target=thrower.mark, gm=-2)
    assert table.play(do.Blast(who=thrower.who, targets=(caught,)), 1, 1)["dice"] == 2


@pytest.mark.rule("D6P-38")
def test_a_point_is_in_the_dark_and_behind_no_cover(thrower: Yard) -> None:
    """The thrower's own darkness takes dice off the throw, cover of whoever stands there does not."""
    table = thrower.table
    thrower.area("cover", (20, 15), (1, 10), step="cover_75")
    thrower.area("dark", (24, 15), (10, 10), step="dark_total")
    assert table.play(do.Throw(who=thrower.who, at=(25, 20)), 6, 6, 1, 1)["dice"] == 2


@pytest.mark.rule("D6P-38")
def test_the_form_of_a_throw_aims_and_shows_its_range(thrower: Yard) -> None:
    """At the mark, by the plan; a point that is chosen goes before it; a range by hand overrules."""
    table = thrower.table
    form = table.system.attack_form(table.context, {})
    assert isinstance(form.command, do.Throw)
    assert (form.command.target, form.command.metres, form.command.band) == (thrower.mark, None, "")
    fields = {each.key: each for each in form.fields}
    assert (fields["band"].chosen, fields["band"].by_plan) == ("long", "plan")
    assert fields["target"].chosen == thrower.mark
    form = table.system.attack_form(
        table.context, {"target": aim_key((12.5, 20)), "band": "medium"}
    )
    assert isinstance(form.command, do.Throw)
    assert (form.command.at, form.command.target, form.command.band) == ((12.5, 20), None, "medium")
    form = table.system.attack_form(table.context, {"target": aim_key((60, 20))})
    assert "30 m" in form.why_not


@pytest.mark.rule("D6P-40")
def test_a_blast_strikes_nobody_twice_by_the_other_path(thrower: Yard) -> None:
    """Who was struck is not proposed again; nobody else ends it, and the point is forgotten."""
    table = thrower.table
    table.play(do.Throw(who=thrower.who, target=thrower.mark), *HIT)
    table.play(
        do.Blast(who=thrower.who, targets=(do.Caught(target=thrower.mark),), more=True), *MISS
    )
    again = do.Blast(who=thrower.who, targets=(do.Caught(target=thrower.mark, metres=9),))
    assert table.refused(again) == "d6pool.caught_twice"
    table.play(Settle())
    assert landing_of(table.context.state, thrower.who) is None


@pytest.mark.rule("D6P-15")
@pytest.mark.rule("D6P-40")
def test_a_grenade_in_a_tie_finds_everybody_where_they_stood(table: Table) -> None:
    """Third has run off in the same tie: to the thrower it is still there; the thrower's own way counts."""
    yard = Yard(table, held="grenade", far=30)
    third = table.join("Third", strength=4, dexterity=4, dodge=4)
    yard.put(third, 20, 20)
    table.begin(1, 1, 1)
    table.play(do.Move(who=third, gait="run", to=(20, 30)))
    table.play(do.Move(who=yard.who, gait="walk", to=(15, 20)))
    assert table.play(do.Throw(who=yard.who, target=third), *HIT)["dn"] == 10
    form = table.system.attack_form(table.context, {"who": yard.who})
    assert isinstance(form.command, do.Blast)
    assert [each.target for each in form.command.targets] == [third, yard.who]
    table.play(form.command, *MISS, *MISS)
    assert table.last is not None
    strikes = [each.values for each in table.last.events if isinstance(each, ev.Resolved)]
    assert [each["dn"] for each in strikes] == [10, 20]
    table.play(Settle())
    table.play(do.Wait(who=third))
    table.play(do.Apply())
    assert yard.point(third) == (20, 30)
    assert not any(isinstance(each, ev.ResultHeld) for each in table.context.state.held)


@pytest.mark.rule("D6P-39")
def test_a_grenade_may_come_down_beside_the_plan(thrower: Yard) -> None:
    """Thrown at its edge and off by 6 m outwards: distances are measured to where it is."""
    table = thrower.table
    thrower.put(thrower.who, 10, 20)
    thrower.put(thrower.mark, 1, 20)
    table.play(do.Throw(who=thrower.who, target=thrower.mark), *MISS, 6, 1)
    landed = landing_of(table.context.state, thrower.who)
    assert landed is not None
    assert (landed.x, landed.y) == (-5, 20)
    blast = do.Blast(who=thrower.who, targets=(do.Caught(target=thrower.mark),))
    assert table.play(blast, *MISS)["dn"] == 20


@pytest.mark.rule("D6P-40")
def test_without_the_plan_the_blast_asks_again(thrower: Yard) -> None:
    """The plan goes between throw and blast: the form proposes as ever, and metres are asked for."""
    table = thrower.table
    table.play(do.Throw(who=thrower.who, target=thrower.mark), *HIT)
    table.play(SetPlan(remove=True))
    form = table.system.attack_form(table.context, {})
    assert isinstance(form.command, do.Blast)
    assert form.command.targets == (do.Caught(target=thrower.mark, metres=2),)
    blast = do.Blast(who=thrower.who, targets=(do.Caught(target=thrower.mark),))
    assert table.refused(blast) == "d6pool.how_far"


@pytest.mark.rule("D6P-40")
def test_who_is_gone_or_moves_after_the_throw(thrower: Yard) -> None:
    """The grenade lies where it lies: its thrower walks off, the mark is removed and proposed no more."""
    table = thrower.table
    other = table.join("Other", strength=4)
    thrower.put(other, 26, 20)
    table.play(do.Throw(who=thrower.who, target=thrower.mark), *HIT)
    table.play(do.Move(who=thrower.who, gait="walk", to=(5, 20)))
    landed = landing_of(table.context.state, thrower.who)
    assert landed is not None
    assert (landed.x, landed.y) == (25, 20)
    table.play(Remove(who=(thrower.mark,)))
    command = table.system.attack_form(table.context, {}).command
    assert isinstance(command, do.Blast)
    assert [each.target for each in command.targets] == [other]


@pytest.mark.rule("D6P-40")
def test_of_a_group_only_those_in_the_blast_are_proposed(table: Table) -> None:
    """Where the plan says who is near, it is not asked how many of the group."""
    yard = Yard(table, held="grenade", far=15)
    first, near, far = (table.join(f"Guard {each}", strength=4) for each in (1, 2, 3))
    for who in (first, near, far):
        table.happen(ev.MemoSet(who=who, key=GROUP, value="Guards"))
    yard.put(yard.mark, 70, 20)
    yard.put(first, 25, 20)
    yard.put(near, 26, 20)
    yard.put(far, 50, 20)
    table.begin(3, 3, 1, 1, 1)
    table.play(do.Throw(who=yard.who, target=first), *HIT)
    form = table.system.attack_form(table.context, {})
    assert isinstance(form.command, do.Blast)
    assert [each.target for each in form.command.targets] == [first, near]
    assert not any(each.key == "crowd" for each in form.fields)


@pytest.mark.rule("D6P-28")
def test_a_thrown_knife_meets_cover_as_a_shot_does(table: Table) -> None:
    """It is thrown at somebody, not at a point."""
    yard = Yard(table, items=["throwing_knife"], held="throwing_knife", far=9)
    table.begin(3, 3)
    yard.area("cover", (14, 15), (1, 10), step="cover_75")
    form = table.system.attack_form(table.context, {})
    assert {each.key: each.by_plan for each in form.toggles if each.by_plan} == {"cover_75": "plan"}
    assert isinstance(form.command, do.Attack)
    assert table.play(form.command, 1, 1)["dice"] == 2


@pytest.mark.rule("D6P-40")
def test_rim_of_the_blast(thrower: Yard) -> None:
    """F5: a large body is as far as its nearest edge; the proposal says so, and one click leaves it out."""
    table = thrower.table
    big, out = (table.join(name, strength=4) for name in ("Big", "Out"))
    thrower.put(big, 25, 31.5, radius=1.5)
    thrower.put(out, 25, 30.1)
    table.play(do.Throw(who=thrower.who, target=thrower.mark), *HIT)
    toggles = {each.text: each for each in table.system.attack_form(table.context, {}).toggles}
    assert toggles["also Big, 10 m"].is_on
    assert not toggles["also Out, 10.1 m"].is_on
    command = table.system.attack_form(table.context, {f"in.{big}": "off"}).command
    assert isinstance(command, do.Blast)
    assert [each.target for each in command.targets] == [thrower.mark]


@pytest.mark.rule("D6P-40")
def test_ground_zero(thrower: Yard) -> None:
    """F6: at 0 m the blast is Short with its full damage; thrown at one's own feet it is as well."""
    table = thrower.table
    table.play(do.Throw(who=thrower.who, target=thrower.who), *MISS, 1, 1)
    landed = landing_of(table.context.state, thrower.who)
    assert landed is not None
    assert (landed.x, landed.y) == (11, 20)
    blast = do.Blast(who=thrower.who, at=(10, 20), targets=(do.Caught(target=thrower.who),))
    result = table.play(blast, *HIT, *[6] * 10, 1, 1, 1)
    assert (result["dn"], result["level"]) == (10, 10)


@pytest.mark.rule("D6P-40")
def test_once_or_for_each(thrower: Yard) -> None:
    """F7: each in the blast has rolls of its own, in the order in which they are proposed."""
    table = thrower.table
    other = table.join("Other", strength=4)
    thrower.put(other, 26, 20)
    table.play(do.Throw(who=thrower.who, target=thrower.mark), *HIT)
    command = table.system.attack_form(table.context, {}).command
    assert command is not None
    table.play(command, *MISS, *MISS)
    asked = [each.request.target for each in table.rolls if each.request.key == "attack"]
    assert asked == [thrower.mark, other]
