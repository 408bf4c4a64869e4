"""The plan in words, and the attack form that reads it."""

import pytest

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.view import AttackForm
from tests.helpers.table import Table
from tests.rules.systems.d6pool.field.yard import Yard


def form(yard: Yard, **choices: str) -> AttackForm:
    """Returns the form for these choices."""
    return yard.table.system.attack_form(yard.table.context, choices)


def attack(made: AttackForm) -> do.Attack:
    """Returns the attack of a form."""
    assert isinstance(made.command, do.Attack)
    return made.command


def chips(made: AttackForm) -> dict[str, tuple[bool, str]]:
    """Returns which chips are on, and who decides."""
    return {each.key: (each.is_on, each.by_plan) for each in made.toggles if each.by_plan}


@pytest.mark.rule("D6P-26")
def test_the_form_takes_the_range_from_the_plan_and_leaves_it_unsaid(yard: Yard) -> None:
    """So a later move changes it; a click goes before the plan and stays."""
    made = form(yard)
    assert (attack(made).metres, attack(made).band) == (None, "")
    ranges = next(each for each in made.fields if each.key == "band")
    assert (ranges.chosen, ranges.by_plan) == ("medium", "plan")
    assert "against 15" in made.sum
    yard.put(yard.mark, 20, 20)
    assert "against 10" in form(yard).sum
    made = form(yard, band="long")
    assert attack(made).band == "long"
    assert next(each for each in made.fields if each.key == "band").by_plan == "overruled"
    assert "against 20" in made.sum


@pytest.mark.rule("D6P-26")
def test_out_of_range_the_form_says_why_and_a_click_overrules(yard: Yard) -> None:
    """No range is chosen then; 75 m are the most."""
    yard.put(yard.who, 0, 0)
    yard.put(yard.mark, 79, 0)
    made = form(yard)
    assert "75 m" in made.why_not
    assert next(each for each in made.fields if each.key == "band").chosen == ""
    assert attack(form(yard, band="extreme")).band == "extreme"


@pytest.mark.rule("D6P-30")
def test_out_of_reach_the_form_says_why(table: Table) -> None:
    """A knife reaches 2 m."""
    yard = Yard(table, held="knife", far=5)
    table.begin(3, 3)
    assert "reaches 2 m" in form(yard).why_not
    yard.put(yard.mark, 12, 20)
    assert not form(yard).why_not


@pytest.mark.rule("D6P-28")
def test_chips_of_the_plan_are_on_and_a_click_turns_them_off(yard: Yard) -> None:
    """Cover, dark, and an area's own modifier; what is turned off is named in the command."""
    yard.area("cover", (20, 15), (1, 10), step="cover_75")
    yard.area("dark", (28, 15), (10, 10))
    yard.area("", (22, 15), (1, 10), name="Steam", amount=-1)
    made = form(yard)
    assert chips(made) == {
        "cover_75": (True, "plan"), "dark_partial": (True, "plan"), "area": (True, "plan")
    }  # fmt: skip
    assert made.sum.startswith("0d6")
    assert (attack(made).modifiers, attack(made).overruled) == ((), ())
    made = form(yard, cover_75="", area="")
    assert chips(made) == {
        "cover_75": (False, "overruled"),
        "dark_partial": (True, "plan"),
        "area": (False, "overruled"),
    }
    assert set(attack(made).overruled) == {"cover_75", "area_3"}
    assert made.sum.startswith("3d6")
    result = yard.table.play(attack(made), 1, 1, 1)
    assert result["dice"] == 3
    made = form(yard, cover_50="on")
    assert attack(made).modifiers == ("cover_50",)
    assert made.sum.startswith("1d6")


@pytest.mark.rule("D6P-28")
def test_another_target_has_other_chips(yard: Yard) -> None:
    """F8: they follow the target that is chosen."""
    yard.area("cover", (20, 15), (1, 10))
    other = yard.table.join("Other", strength=4)
    yard.put(other, 10, 40)
    assert chips(form(yard)) == {"cover_50": (True, "plan")}
    assert chips(form(yard, target=other)) == {}


def test_with_nobody_placed_the_form_is_as_without_a_plan(table: Table) -> None:
    """F12: nothing is asked, refused or decided."""
    yard = Yard(table)
    table.begin(3, 3)
    for each in (yard.who, yard.mark):
        yard.put(each, 0, 0, off=True)
    made = form(yard)
    assert attack(made).band == "short"
    assert not any(each.by_plan for each in made.fields)
    assert not chips(made)
    yard.area("dark", (0, 0), (80, 40))
    assert form(yard) == made


@pytest.mark.rule("D6P-26")
@pytest.mark.rule("D6P-28")
def test_the_line_to_a_target_in_words(yard: Yard) -> None:
    """Range with its difficulty, what is on the line, and dice; out of range it says so."""
    table = yard.table
    yard.area("cover", (20, 15), (1, 10), step="cover_75")
    line = table.system.field(table.context, yard.who, yard.mark).line
    assert line is not None
    assert line.head == "20 m · Shooter to Mark"
    assert line.text == "range Medium 15 · Cover 75 % −2"
    yard.put(yard.who, 0, 0)
    yard.put(yard.mark, 79, 0)
    line = table.system.field(table.context, yard.who, yard.mark).line
    assert line is not None
    assert "75 m" in line.why_not


@pytest.mark.rule("D6P-30")
def test_the_line_of_a_knife_says_whether_it_reaches(table: Table) -> None:
    """2 m, and in the dark a blow loses no dice."""
    yard = Yard(table, held="knife", far=2)
    yard.area("dark", (0, 0), (80, 40))
    for x, words in ((12, "in melee reach yes"), (13, "in melee reach no")):
        yard.put(yard.mark, x, 20)
        line = table.system.field(table.context, yard.who, yard.mark).line
        assert line is not None
        assert line.text == words


@pytest.mark.rule("D6P-46")
def test_first_aid_is_a_bond_while_its_turn_lasts(yard: Yard) -> None:
    """It stands between helper and patient until the turn is over."""
    table = yard.table
    table.happen(
        ev.GaugeSet(who=yard.mark, gauge="th", to=-1),
        ev.ConditionAdded(who=yard.mark, condition=Condition(key="bleeding")),
    )
    yard.put(yard.who, 29, 20)
    assert not table.system.field(table.context).bonds
    table.play(do.FirstAid(who=yard.who, patient=yard.mark), 1, 1, 1)
    assert [each.who for each in table.system.field(table.context).bonds] == [(yard.who, yard.mark)]
    table.next_turn(3)
    assert not table.system.field(table.context).bonds
