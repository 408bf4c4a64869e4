"""What the plan says is shown: the form, the line to a target, the list, bonds. Source: CWN-25, CWN-27 to CWN-29."""

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.presenters.field.plan import initials
from encounter_gui.rules.systems.cwn import commands as do
from tests.rules.systems.cwn.field.ground import Ground


@pytest.fixture
def ground() -> Ground:
    """A plan with nobody on it."""
    return Ground()


@pytest.mark.rule("CWN-28")
def test_f1_edge_of_the_band(ground: Ground) -> None:
    """At exactly the last metre of a range it is that range: on the form, on the line, and in the roll."""
    one = ground.at(ground.pc("Op", items=["heavy_pistol"]), 10, 10)
    foe = ground.at(ground.npc("Foe"), 20, 10)
    ground.start()
    for x, band, bonus in ((20, "normal", 0), (20.1, "long", -2)):
        ground.at(foe, x, 10)
        made = ground.system.attack_form(ground.context, {"target": foe})
        reach = next(each for each in made.fields if each.key == "reach")
        assert (reach.chosen, reach.by_plan) == (band, "plan")
        assert made.command == do.Attack(who=one, target=foe, weapon="heavy_pistol", mode="single")
        line = ground.system.field(ground.context, one, foe).line
        assert line is not None
        assert f"range {band}" in line.text
        before = ground.context
        assert ground.strike(one, foe, 2)["bonus"] == bonus
        ground.context = before


@pytest.mark.rule("CWN-28")
def test_f2_one_measure(ground: Ground) -> None:
    """Line, list, form, odds and roll know the same distance, also on the diagonal."""
    one = ground.at(ground.pc("Op", items=["heavy_pistol"]), 10, 10)
    foe = ground.at(ground.npc("Foe"), 17, 17.2)  # 10.04 m: measured as 10
    ground.start()
    view = ground.system.field(ground.context, one, foe)
    assert view.line is not None
    assert view.line.distance == view.rows[0].distance == 10
    assert view.line.head.startswith("10 m")
    assert view.rows[0].amount == ""
    made = ground.system.attack_form(ground.context, {"target": foe})
    assert made.command is not None
    odds = ground.system.odds(ground.context, made.command)
    said = ground.system.odds(
        ground.context, do.Attack(who=one, target=foe, weapon="heavy_pistol", metres=10)
    )
    assert odds is not None
    assert said is not None
    assert odds.headline_numbers[0] == said.headline_numbers[0]
    assert ground.strike(one, foe, 2)["bonus"] == 0


@pytest.mark.rule("CWN-28")
def test_f8_stale_distance(ground: Ground) -> None:
    """The form follows whoever moves; what the game master has chosen in its place says so."""
    one = ground.at(ground.pc("Op", items=["heavy_pistol"]), 10, 10)
    foe, other = ground.at(ground.npc("Foe"), 15, 10), ground.at(ground.npc("Other"), 60, 10)
    ground.start()

    def reach(**choices: str) -> tuple[str, str]:
        made = ground.system.attack_form(ground.context, choices)
        field = next(each for each in made.fields if each.key == "reach")
        return field.chosen, field.by_plan

    assert reach(target=foe) == ("normal", "plan")
    assert reach(target=other) == ("long", "plan")
    ground.at(foe, 40, 10)
    assert reach(target=foe) == ("long", "plan")
    assert reach(target=foe, reach="normal") == ("normal", "overruled")
    made = ground.system.attack_form(ground.context, {"target": foe, "reach": "normal"})
    assert made.command is not None
    ground.play(made.command, 2)
    assert ground.fact("attack")["bonus"] == 0
    assert ground.where(one) == (10, 10)


@pytest.mark.rule("CWN-25")
def test_too_far_is_said_and_may_be_overruled(ground: Ground) -> None:
    """In words on the form, with the range to choose in its place; no command until then."""
    one = ground.at(ground.pc("Op"), 10, 10)
    foe = ground.at(ground.npc("Foe"), 14, 10)
    ground.start()
    made = ground.system.attack_form(ground.context, {"target": foe, "weapon": "sword"})
    assert made.command is None
    assert "does not reach 4 m" in made.why_not
    field = next(each for each in made.fields if each.key == "reach")
    assert [each.key for each in field.options] == ["near"]
    choices = {"target": foe, "weapon": "sword", "reach": "near"}
    made = ground.system.attack_form(ground.context, choices)
    assert made.command is not None
    assert [each.chosen for each in made.fields if each.key == "reach"] == ["near"]
    ground.play(made.command, 2)
    assert ground.fact("attack")["at"] == foe
    assert ground.where(one) == (10, 10)


@pytest.mark.rule("CWN-29")
def test_cover_is_a_chip_of_the_plan(ground: Ground) -> None:
    """Already set, by the plan; a click turns it off, and the command says so."""
    ground.at(ground.pc("Op", items=["heavy_pistol"]), 10, 10)
    foe = ground.at(ground.npc("Foe"), 20, 10)
    ground.area("cover", (15, 5), (1, 10), name="Crates")
    ground.start()
    made = ground.system.attack_form(ground.context, {"target": foe})
    chip = next(each for each in made.toggles if each.key == "cover_partial")
    assert (chip.is_on, chip.by_plan) == (True, "plan")
    assert made.command is not None
    made = ground.system.attack_form(ground.context, {"target": foe, "cover_partial": ""})
    chip = next(each for each in made.toggles if each.key == "cover_partial")
    assert (chip.is_on, chip.by_plan) == (False, "overruled")
    assert isinstance(made.command, do.Attack)
    assert made.command.overruled == ("cover_partial",)
    line = ground.system.field(ground.context, CombatantId("op_1"), foe).line
    assert line is not None
    assert line.text == "range normal · crates −2"


@pytest.mark.rule("CWN-27")
@pytest.mark.rule("CWN-40")
def test_the_list_says_why(ground: Ground) -> None:
    """Engaged, screened, prone, far, smoke: short words, and what they add up to."""
    one = ground.at(ground.pc("Op", items=["heavy_pistol"]), 10, 10)
    foe = ground.at(ground.npc("Foe"), 11, 10)
    low = ground.at(ground.npc("Low"), 40, 10)
    kept = ground.at(ground.npc("Kept"), 10, 16)
    keeper = ground.at(
        ground.npc("Keeper", items=["knife", "dermal_armor_1"], held="knife"), 10, 17
    )
    beyond = ground.at(ground.npc("Beyond"), 10, 99.9)
    ground.start()
    ground.happen(ev.ConditionAdded(who=low, condition=Condition(key="prone")))
    screening = Condition(key="screening", about=kept)
    ground.happen(ev.ConditionAdded(who=keeper, condition=screening))
    rows = {
        each.who: (each.amount, each.reason)
        for each in ground.system.field(ground.context, one, None).rows
    }
    assert rows[foe] == ("−4", "engaged")
    assert rows[low] == ("−8", "engaged, long, prone")
    assert rows[kept][0] == "−4"
    assert rows[beyond] == ("−6", "engaged, long")


@pytest.mark.rule("CWN-28")
def test_what_cannot_reach_is_said_on_the_line(ground: Ground) -> None:
    """Beyond the farthest range, out of reach of a blade, two hands beside an armed enemy."""
    one = ground.at(ground.pc("Op", items=["heavy_pistol"]), 10, 10)
    foe = ground.at(ground.npc("Foe"), 10, 60)
    ground.happen(ev.PlanSet(width=200, height=200))
    ground.start()
    far = ground.at(ground.npc("Far"), 10, 150)
    line = ground.system.field(ground.context, one, far).line
    assert line is not None
    assert line.why_not == "Heavy pistol reaches 100 m, not 140 m."
    line = ground.system.field(ground.context, foe, one).line
    assert line is not None
    assert line.text.startswith("in melee reach no")
    assert line.why_not


@pytest.mark.rule("CWN-27")
@pytest.mark.rule("CWN-40")
def test_bonds(ground: Ground) -> None:
    """Those in melee with one another are one group; a screen joins two."""
    one, two = ground.at(ground.pc("One", stab=1), 10, 10), ground.at(ground.pc("Two"), 12, 10)
    foe = ground.at(ground.npc("Foe"), 11, 10)
    ground.at(ground.npc("Far"), 40, 10)
    ground.start()
    ground.play(do.Screen(who=one, ally=two))
    found = [(each.kind, each.who) for each in ground.system.field(ground.context, one, None).bonds]
    assert found == [("engaged", (one, two, foe)), ("screen", (one, two))]


@pytest.mark.rule("CWN-27")
def test_the_row_of_who_is_left_standing_changes(ground: Ground) -> None:
    """Rows are kept while nothing changes: that somebody else walks up is a change for whoever stands there."""
    one = ground.at(ground.pc("Op", items=["heavy_pistol"]), 10, 10)
    foe = ground.at(ground.npc("Foe"), 30, 10)
    ground.start()

    def cells(who: CombatantId) -> str:
        row = next(each for each in ground.system.rows(ground.context) if each.who == who)
        return str(dict(row.cells))

    apart = cells(one)
    ground.at(foe, 11, 10)
    assert cells(one) != apart
    ground.at(foe, 30, 10)
    assert cells(one) == apart


@pytest.mark.rule("CWN-28")
def test_the_plate_says_the_range_once(ground: Ground) -> None:
    """Long range is the range and the reason at once: it stands there one time, with its number."""
    one = ground.at(ground.pc("One", items=["heavy_pistol"]), 10, 10)
    foe = ground.at(ground.npc("Foe"), 10, 40)
    ground.start()
    line = ground.system.field(ground.context, one, foe).line
    assert line is not None
    assert line.text == "range long · −2"
    ground.at(ground.npc("Near"), 11, 10)
    line = ground.system.field(ground.context, one, foe).line
    assert line is not None
    assert line.text == "range long · engaged · −6"  # not all of it is because of the melee


@pytest.mark.rule("CWN-22")
def test_a_way_that_costs_the_main_says_so(ground: Ground) -> None:
    """Dragged a metre too far it gives up the Main: that is said before it is done."""
    one = ground.at(ground.pc("Op", items=["heavy_pistol"]), 10, 10)
    ground.at(ground.npc("Foe"), 60, 10)
    ground.start()
    near, _ = ground.system.move_offer(ground.context, one, (20, 10))
    far, _ = ground.system.move_offer(ground.context, one, (21, 10))
    assert (near.text, far.text) == ("10 of 10 m", "Move and Main 11 of 20 m")


@pytest.mark.rule("CWN-27")
def test_shooting_out_of_a_melee_says_why_it_is_hard(ground: Ground) -> None:
    """Also at somebody far off: the −4 has its reason beside it."""
    one = ground.at(ground.pc("Op", items=["heavy_pistol"]), 10, 10)
    ground.at(ground.npc("Near"), 11, 10)
    far = ground.at(ground.npc("Far"), 15, 10)
    ground.start()
    row = next(each for each in ground.system.field(ground.context, one).rows if each.who == far)
    assert (row.amount, row.reason) == ("−4", "engaged")


def test_of_many_of_one_kind_the_letters_tell_which() -> None:
    """Nine of eighteen were called G1 on the plan."""
    names = ("Gang B 1", "Gang B 13", "Gang B 130", "Corp guard 2", "Sister Ash", "Vee")
    assert [initials(each) for each in names] == ["G1", "G13", "G1", "C2", "SA", "Ve"]
