"""Blasts, clouds, cones, cover and executions by the plan. Source: CWN-29, CWN-32, CWN-41 to CWN-43, CWN-45p."""

from typing import Any

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.model.commands import PutArea
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.areas import landing
from encounter_gui.rules.systems.cwn.sheet import gear
from encounter_gui.rules.view import aim_key
from tests.rules.systems.cwn.field.ground import Ground


@pytest.fixture
def ground() -> Ground:
    """A plan with nobody on it."""
    return Ground()


def thrower(ground: Ground, grenade: str = "frag_grenade") -> CombatantId:
    """Somebody at 10, 10 with three grenades of a kind; the turn is still to begin."""
    three = CarriedDef(item=grenade, values={"count": 3})
    return ground.at(ground.pc("Op", items=[three], hp=60), 10, 10)


def named(ground: Ground, *faces: int, **more: Any) -> list[str]:
    """Throws at the place of a foe, and returns whom the plan then names, in its order."""
    who = CombatantId("op_1")
    ground.play(do.Throw(who=who, **more), *faces)
    whole = ground.system.rules().field.completed(ground.context, do.Blast(who=who))
    assert isinstance(whole, do.Blast)
    return [each.target for each in whole.targets or ()]


@pytest.mark.rule("CWN-41")
def test_f5_the_rim_of_the_blast(ground: Ground) -> None:
    """At 5 m is in it, at 5.1 m is not; the form shows both with their distances, and a click changes either."""
    one = thrower(ground)
    foe, rim = ground.at(ground.npc("Foe"), 30, 10), ground.at(ground.npc("Rim"), 30, 15)
    out = ground.at(ground.npc("Out"), 30, 15.1)
    ground.start()
    assert named(ground, 14, towards=foe) == [foe, rim]
    made = ground.system.attack_form(ground.context, {"who": one})
    shown = [(each.key, each.amount, each.is_on, each.by_plan) for each in made.toggles]
    assert shown == [
        (f"caught:{foe}", "0 m", True, "plan"),
        (f"caught:{rim}", "5 m", True, "plan"),
        (f"caught:{out}", "5.1 m", False, ""),
    ]
    choices = {"who": one, f"caught:{rim}": "", f"caught:{out}": "on"}
    made = ground.system.attack_form(ground.context, choices)
    assert [each.by_plan for each in made.toggles] == ["plan", "overruled", "overruled"]
    assert isinstance(made.command, do.Blast)
    assert [each.target for each in made.command.targets or ()] == [foe, out]
    ground.play(made.command, 6, 5, 3, 2, 3, 2)
    assert not ground.has(one, "in_air")


@pytest.mark.rule("CWN-41")
def test_f6_ground_zero(ground: Ground) -> None:
    """Who stands where it goes off has the same as the others: nothing is divided by a distance."""
    thrower(ground)
    foe = ground.at(ground.npc("Foe", hp=30, save=15), 30, 10)
    ground.start()
    assert named(ground, 14, towards=foe) == [foe]
    ground.play(do.Blast(who=CombatantId("op_1")), 6, 5, 3, 2)
    assert ground.hp(foe) == 19


@pytest.mark.rule("CWN-41")
def test_f7_one_roll_for_all(ground: Ground) -> None:
    """Three are hurt by one damage roll, and by one command."""
    thrower(ground)
    three = [ground.at(ground.npc(f"Foe{at}", hp=30, save=15), 30, 10 + at) for at in range(3)]
    ground.start()
    named(ground, 14, towards=three[1])
    ground.play(do.Blast(who=CombatantId("op_1")), 6, 5, *(3, 2) * 3)
    assert [ground.hp(each) for each in three] == [19, 19, 19]


@pytest.mark.rule("CWN-41")
def test_f12_another_floor(ground: Ground) -> None:
    """It reaches nobody above, and the height counts in how far it is thrown."""
    thrower(ground)
    foe = ground.at(ground.npc("Foe"), 30, 10)
    above = ground.at(ground.npc("Above"), 30, 10, floor=1)
    ground.start()
    before = ground.context
    assert named(ground, 14, towards=foe) == [foe]
    ground.context = before
    assert named(ground, 14, at=(30.0, 10.0), floor=1) == [above]
    ground.context = before
    assert named(ground, 14, at=(30.0, 10.0)) == [foe]
    ground.context = before
    deep = do.Throw(who=CombatantId("op_1"), at=(39.9, 10.0), floor=3)
    assert ground.refused(deep) == "cwn.out_of_range"


@pytest.mark.rule("CWN-41")
@pytest.mark.parametrize(
    ("direction", "x", "y"),
    [(1, 34, 10), (2, 32.828, 12.828), (3, 30, 14), (5, 26, 10), (7, 30, 6), (8, 32.828, 7.172)],
)
def test_a_bounce_goes_on_from_the_thrower_and_clockwise(
    ground: Ground, direction: int, x: float, y: float
) -> None:
    """1 is onward on the line from who throws; each further one an eighth of a circle clockwise."""
    one = thrower(ground)
    foe = ground.at(ground.npc("Foe"), 30, 10)
    ground.start()
    ground.play(do.Throw(who=one, towards=foe), 2, 4, direction)
    centre = landing.centre_of(ground.context, do.Blast(who=one))
    assert centre is not None
    assert (centre.x, centre.y) == (x, y)


@pytest.mark.rule("CWN-41")
def test_a_bounce_stays_on_the_plan(ground: Ground) -> None:
    """And whoever stands nowhere throws to the right."""
    one = thrower(ground)
    foe = ground.at(ground.npc("Foe"), 98, 10)
    ground.start()
    ground.at(one, 80, 10)
    ground.play(do.Throw(who=one, towards=foe), 2, 9, 1)
    centre = landing.centre_of(ground.context, do.Blast(who=one))
    assert centre is not None
    assert (centre.x, centre.y) == (100, 10)
    point = centre
    nowhere = ground.npc("Nowhere")
    away = landing.bounced(ground.context, nowhere, point, 5, 5)
    assert (away.x, away.y) == (95, 10)


@pytest.mark.rule("CWN-41")
def test_where_it_lands_is_kept_though_the_thrower_moves(ground: Ground) -> None:
    """People may move while it lies there: whom it reaches is judged when it goes off (F8)."""
    one = thrower(ground)
    foe, other = ground.at(ground.npc("Foe"), 30, 10), ground.at(ground.npc("Other"), 50, 10)
    ground.start()
    assert named(ground, 14, towards=foe) == [foe]
    ground.at(one, 10, 30)
    ground.at(foe, 60, 10)
    ground.at(other, 31, 10)
    ground.play(do.Blast(who=one), 6, 5, 3, 2)
    assert [each["at"] for each in ground.facts("blast")] == [other]


@pytest.mark.rule("CWN-29")
@pytest.mark.rule("CWN-41")
def test_cover_before_the_point_counts_for_the_throw(ground: Ground) -> None:
    """The chip that the form shows is what is rolled; a click turns it off for both."""
    one = thrower(ground)
    foe = ground.at(ground.npc("Foe"), 20, 10)
    ground.area("cover", (14, 5), (1, 10), amount=-1, name="Fence")
    ground.start()
    before = ground.context
    for choices, bonus in (({}, -3), ({"cover_partial": ""}, -1)):
        ground.context = before
        made = ground.system.attack_form(before, {"who": one, "target": foe, **choices})
        chip = next(each for each in made.toggles if each.key == "cover_partial")
        assert chip.is_on == (bonus == -3)
        assert made.command is not None
        ground.play(made.command, 14)
        assert ground.fact("throw")["total"] == 14 + bonus


@pytest.mark.rule("CWN-41")
def test_nobody_in_it_may_be_said(ground: Ground) -> None:
    """An empty list is nobody, whoever stands there; so does the strip."""
    one = thrower(ground)
    foe = ground.at(ground.npc("Foe"), 30, 10)
    ground.start()
    ground.play(do.Throw(who=one, towards=foe), 14)
    (notice,) = ground.system.notices(ground.context)
    assert isinstance(notice.command, do.Blast)
    ground.play(notice.command)
    assert ground.facts("blast") == []
    assert not ground.has(one, "in_air")


@pytest.mark.rule("CWN-41")
def test_points_that_are_none_are_refused(ground: Ground) -> None:
    """Beside the plan, without a plan, no number."""
    one = thrower(ground)
    ground.npc("Foe")
    ground.start()
    assert ground.refused(do.Throw(who=one, at=(120, 10))) == "rules.field.off_plan"
    assert ground.refused(do.Throw(who=one, at=(float("nan"), 10))) == "rules.field.no_point"
    assert ground.refused(do.Throw(who=one, at=(10, 10), floor=900)) == "rules.field.no_floor"
    assert ground.left(one) == (1, 1)
    bare = Ground(has_plan=False)
    two = thrower(bare)
    bare.npc("Foe")
    bare.start()
    assert bare.refused(do.Throw(who=two, at=(10, 10))) == "rules.field.no_plan"


@pytest.mark.rule("CWN-42")
def test_smoke_lies_on_the_plan(ground: Ground) -> None:
    """10 m across where it landed, for a round; who is in it or behind it is concealed, who has left it is not."""
    one = thrower(ground, "smoke_grenade")
    two = ground.at(ground.pc("Two", items=["heavy_pistol"]), 10, 12)
    foe, behind = ground.at(ground.npc("Foe"), 30, 10), ground.at(ground.npc("Behind"), 37, 10)
    ground.start()
    ground.play(do.Throw(who=one, towards=foe), 14)
    ground.play(do.Blast(who=one))
    plan = ground.context.state.plan
    assert plan is not None
    (cloud,) = plan.areas
    assert (cloud.kind, cloud.shape, cloud.points, cloud.radius) == (
        "smoke",
        "circle",
        ((30, 10),),
        5,
    )
    assert not ground.has(foe, "concealed")
    start = ground.context
    assert ground.strike(two, foe, 2)["modifiers.cover_near_total"] == -4
    ground.context = start
    assert ground.strike(two, behind, 2)["modifiers.cover_near_total"] == -4
    ground.context = start
    ground.at(foe, 22, 10)
    assert "modifiers.cover_near_total" not in ground.strike(two, foe, 2)
    for left in (1, 0):
        ground.next()
        plan = ground.context.state.plan
        assert plan is not None
        assert len(plan.areas) == left


@pytest.mark.rule("CWN-42")
def test_who_stands_nowhere_is_hidden_by_itself(ground: Ground) -> None:
    """As without a plan; and a flash leaves no cloud."""
    one, foe = thrower(ground, "smoke_grenade"), ground.at(ground.npc("Foe"), 30, 10)
    lost = ground.npc("Lost")
    ground.start()
    ground.play(do.Throw(who=one, towards=foe), 14)
    ground.play(do.Blast(who=one, targets=(do.Caught(target=foe), do.Caught(target=lost))))
    assert ground.has(lost, "concealed")
    assert not ground.has(foe, "concealed")
    flash = Ground()
    two, target = thrower(flash, "flash_grenade"), flash.at(flash.npc("Foe", save=15), 30, 10)
    flash.start()
    flash.play(do.Throw(who=two, towards=target), 14)
    flash.play(do.Blast(who=two), 2, 3)
    assert flash.has(target, "flashed")
    assert flash.context.state.plan is not None
    assert flash.context.state.plan.areas == ()


@pytest.mark.rule("CWN-42")
def test_what_is_nobodys_goes_off_at_a_point(ground: Ground) -> None:
    """A mine of 2 m: by the point alone; without it nobody is named."""
    near, far = ground.at(ground.pc("Near", hp=60), 10, 10), ground.at(ground.pc("Far"), 12.1, 10)
    ground.npc("Foe")
    ground.start()
    ground.play(do.Blast(weapon="mine_antipersonnel", at=(10, 10)), 3, 20, 1)
    assert [each["at"] for each in ground.facts("blast")] == [near]
    ground.play(do.Blast(weapon="mine_antipersonnel"))
    assert ground.facts("blast") == []
    assert ground.hp(far) == 12


@pytest.mark.rule("CWN-32")
def test_a_cone_of_90_degrees(ground: Ground) -> None:
    """In normal range, 45° to each side; friends too, and who is behind hard cover has nothing to fear."""
    one = ground.at(ground.pc("Op", items=["automatic_rifle"]), 10, 50)
    ahead, edge = ground.at(ground.npc("Ahead"), 50, 50), ground.at(ground.npc("Edge"), 30, 70)
    ground.at(ground.npc("Aside"), 30, 71)
    ground.at(ground.npc("Behind me"), 5, 50)
    friend = ground.at(ground.pc("Friend"), 40, 52)
    covered = ground.at(ground.npc("Covered"), 60, 40)
    ground.area("cover", (50, 40), (2, 6))
    ground.start()
    whole = ground.system.rules().field.completed(
        ground.context, do.Suppress(who=one, towards=ahead)
    )
    assert isinstance(whole, do.Suppress)
    assert [(each.target, each.hard_cover) for each in whole.targets or ()] == [
        (edge, False),
        (friend, False),
        (ahead, False),
        (covered, True),
    ]
    choices = {"who": one, "target": ahead, "how": "suppress", f"caught:{friend}": ""}
    made = ground.system.attack_form(ground.context, choices)
    assert [(each.is_on, each.by_plan) for each in made.toggles] == [
        (True, "plan"),
        (False, "overruled"),
        (True, "plan"),
        (False, ""),
    ]
    assert isinstance(made.command, do.Suppress)
    assert [each.target for each in made.command.targets or ()] == [edge, ahead]
    assert ground.refused(do.Suppress(who=one, towards=one)) == "rules.field.towards_self"


@pytest.mark.rule("CWN-32")
def test_the_line_of_suppressive_fire_is_a_cone(ground: Ground) -> None:
    """As wide and long as the rules have it, with whom the form lists; an ordinary shot has no width."""
    one = ground.at(ground.pc("Op", items=["automatic_rifle"]), 10, 50)
    ahead, edge = ground.at(ground.npc("Ahead"), 50, 50), ground.at(ground.npc("Edge"), 30, 70)
    ground.at(ground.npc("Aside"), 30, 71)
    friend = ground.at(ground.pc("Friend"), 40, 52)
    ground.start()
    choices = {"who": one, "target": ahead}
    made = ground.system.attack_form(ground.context, choices | {"how": "suppress"})
    line = ground.system.field(ground.context, one, ahead, made.command).line
    assert line is not None
    item = gear.find(ground.combatant(one), "automatic_rifle")
    assert item is not None
    assert (line.degrees, line.length, line.width) == (90, gear.weapon_of(item).ranges[0], 0)
    assert line.in_it == (edge, friend)
    assert line.swept == "2 more in it: Edge, Friend"
    shot = ground.system.attack_form(ground.context, choices)
    line = ground.system.field(ground.context, one, ahead, shot.command).line
    assert line is not None
    assert (line.degrees, line.width, line.in_it, line.swept) == (0, 0, (), "")
    far = ground.at(ground.npc("Elsewhere"), 5, 5)
    other = ground.system.field(ground.context, one, far, made.command).line
    assert other is not None
    assert other.degrees == 0


@pytest.mark.rule("CWN-29")
def test_f11_covers_never_add_up(ground: Ground) -> None:
    """Of cover and smoke the greatest alone counts; behind the target nothing does; dark is only shown."""
    one = ground.at(ground.pc("Op", items=["heavy_pistol"]), 10, 10)
    foe = ground.at(ground.npc("Foe"), 20, 10)
    ground.area("cover", (13, 5), (1, 10))
    ground.area("cover", (15, 5), (1, 10))
    ground.area("cover", (22, 5), (1, 10), step="cover_near_total")
    ground.area("dark", (17, 5), (6, 10))
    ground.start()
    before = ground.context
    assert ground.strike(one, foe, 2)["bonus"] == -2
    ground.context = before
    ground.area("smoke", (17, 5), (1, 10))
    assert ground.strike(one, foe, 2)["bonus"] == -4
    ground.context = before
    assert ground.strike(one, foe, 2, overruled=("cover_partial",))["bonus"] == 0
    ground.context = before
    assert ground.strike(one, foe, 2, modifiers=("cover_near_total",))["bonus"] == -4


@pytest.mark.rule("CWN-45p")
def test_a_gunlink_offsets_cover_of_the_plan(ground: Ground) -> None:
    """As it does cover that is said, and range."""
    one = ground.at(ground.pc("Op", items=["heavy_pistol", "gunlink"], held="heavy_pistol"), 10, 10)
    foe = ground.at(ground.npc("Foe"), 40, 10)
    ground.area("cover", (15, 5), (1, 10), step="cover_near_total")
    ground.start()
    assert ground.strike(one, foe, 2)["bonus"] == -2


@pytest.mark.rule("CWN-29")
def test_the_cover_house_rule_holds_on_the_plan(ground: Ground) -> None:
    """What cover costs is a switch."""
    one = ground.at(ground.pc("Op", items=["heavy_pistol"]), 10, 10)
    foe = ground.at(ground.npc("Foe"), 20, 10)
    ground.area("cover", (15, 5), (1, 10))
    ground.switch("cwn.coverPenalty", "1/3")
    ground.start()
    assert ground.strike(one, foe, 2)["bonus"] == -1


@pytest.mark.rule("CWN-25")
def test_the_game_masters_own_modifier_of_an_area(ground: Ground) -> None:
    """It counts by the name of the area, for blows as well; overruled it does not."""
    one = ground.at(ground.pc("Op", items=["heavy_pistol"]), 10, 10)
    foe = ground.at(ground.npc("Foe"), 20, 10)
    ground.play(PutArea(at=(15, 5), size=(1, 10), name="Steam", amount=-3))
    ground.play(PutArea(at=(17, 5), size=(1, 10), name="Sun", amount=1))
    ground.start()
    before = ground.context
    assert ground.strike(one, foe, 2)["bonus"] == -3
    assert ground.last is not None
    assert "Steam" in str(ground.last.reasons)
    ground.context = before
    assert ground.strike(one, foe, 2, overruled=("area_1",))["bonus"] == 1
    ground.context = before
    assert ground.refused(do.Attack(who=one, target=foe, area="none")) == "rules.field.no_area"


@pytest.mark.rule("CWN-43")
@pytest.mark.parametrize(
    ("x", "difficulty"), [(12, 6), (12.1, 8), (20, 8), (20.1, 10), (110, 10), (110.1, None)]
)
def test_an_execution_by_distance(ground: Ground, x: float, difficulty: int | None) -> None:
    """Point blank within 2 m, normal and extreme as the weapon has it; beyond that it is refused."""
    one = ground.at(ground.pc("Op", items=["heavy_pistol"]), 10, 10)
    foe = ground.npc("Foe", items=["heavy_pistol"])
    ground.happen(ev.PlanSet(width=200, height=100))
    ground.at(foe, x, 10)
    ground.start()
    command = do.Execute(who=one, target=foe)
    if difficulty is None:
        assert ground.refused(command) == "cwn.out_of_range"
        return
    ground.play(command, 1, 1)
    assert ground.fact("check")["difficulty"] == difficulty


@pytest.mark.rule("CWN-43")
def test_an_execution_by_hand_needs_reach(ground: Ground) -> None:
    """A blade reaches 2 m; what is said of the distance wins over the plan."""
    one, foe = ground.at(ground.pc("Op"), 10, 10), ground.at(ground.npc("Foe"), 20, 10)
    ground.start()
    assert ground.refused(do.Execute(who=one, target=foe)) == "cwn.out_of_reach"
    ground.happen(ev.ConditionAdded(who=foe, condition=Condition(key="helpless")))
    ground.play(do.Execute(who=one, target=foe, distance="melee"))
    assert ground.has(foe, "dead")


@pytest.mark.rule("CWN-41")
def test_a_throw_at_a_bare_point(ground: Ground) -> None:
    """Form and plate name the same metres and victims; it goes off there, and the odds are of that throw."""
    one = thrower(ground)
    foe, far = (
        ground.at(ground.npc("Foe", hp=30, save=15), 30, 12),
        ground.at(ground.npc("F"), 60, 10),
    )
    ground.area("smoke", (20, 5), (2, 10))
    ground.start()
    choices = {"who": one, "target": aim_key((30, 10))}
    made = ground.system.attack_form(ground.context, choices)
    assert made.takes_point
    assert made.command == do.Throw(who=one, weapon="frag_grenade", at=(30, 10))
    target = next(each for each in made.fields if each.key == "target")
    assert (target.chosen, target.options[-1].text) == ("@30 10", "the point 30, 10")
    shown = ground.system.field(ground.context, one, None, made.command).blast
    assert shown is not None
    assert shown.who == (foe,)
    assert shown.head == "20 m · Op to the point 30, 10"
    assert shown.text == "range long · −6 · within 5 m: 1 · Foe 2 m"
    at_bare = ground.system.odds(ground.context, made.command)
    typed = do.Throw(who=one, weapon="frag_grenade", metres=20, modifiers=("cover_near_total",))
    assert at_bare == ground.system.odds(ground.context, typed)
    ground.play(made.command, 20)
    assert landing.centre_of(ground.context, do.Blast(who=one)) == Place(x=30, y=10)
    blast = ground.system.attack_form(ground.context, {"who": one}).command
    assert isinstance(blast, do.Blast)
    assert [each.target for each in blast.targets or ()] == [foe]
    assert far not in shown.who


@pytest.mark.rule("CWN-41")
def test_only_what_is_thrown_can_be_aimed_at_a_point(ground: Ground) -> None:
    """A pistol keeps its target; a point beside the plan is none; beyond its range the form and the plate say why."""
    shooter = ground.at(ground.pc("Shooter", items=["heavy_pistol"]), 10, 10)
    foe = ground.at(ground.npc("Foe"), 30, 12)
    one = thrower(ground)
    ground.start()
    made = ground.system.attack_form(ground.context, {"who": shooter, "target": "@30 10"})
    assert not made.takes_point
    assert isinstance(made.command, do.Attack)
    assert made.command.target == foe
    made = ground.system.attack_form(ground.context, {"who": one, "target": "@300 10"})
    assert isinstance(made.command, do.Throw)
    assert (made.command.at, made.command.towards) == (None, foe)
    made = ground.system.attack_form(ground.context, {"who": one, "target": "@90 90"})
    assert made.command is None
    assert made.takes_point
    throw = do.Throw(who=one, weapon="frag_grenade", at=(90, 90))
    shown = ground.system.field(ground.context, one, None, throw).blast
    assert shown is not None
    assert shown.why_not == made.why_not


@pytest.mark.rule("CWN-41")
def test_comparing_a_throw_at_a_point_leaves_out_what_cannot_be_aimed_there(ground: Ground) -> None:
    """A fist strikes no point: its odds are of somebody else, and are not told beside those of the throw."""
    one = thrower(ground)
    ground.at(ground.npc("Foe"), 11, 10)
    ground.start()
    choices = {"who": one, "target": aim_key((30, 10))}
    ways = ground.system.comparison(ground.context, choices).ways
    assert {each.choices["weapon"] for each in ways} == {"frag_grenade"}
    ways = ground.system.comparison(ground.context, {"who": one}).ways
    assert "unarmed" in {each.choices["weapon"] for each in ways}
