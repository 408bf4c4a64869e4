"""Range bands by distance, and the game master's own modifiers of areas. Source: PHA-31."""

import pytest
from msgspec.structs import replace

from encounter_gui.rules.model.commands import Put
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.field.rules import RULES
from encounter_gui.rules.view.field import SightLine
from tests.rules.systems.phases.field.scene import (
    RANGES,
    apart,
    attack,
    crates,
    lay_out,
    put,
    reading_of,
)
from tests.rules.systems.phases.playing import duel

MISS = (3, 3, 3, 1, 1, 2)
"""Defense 9 and attack 4: no hit, no fumble."""


@pytest.mark.rule("PHA-31")
@pytest.mark.parametrize(
    ("feet", "band", "amount"),
    [
        (0, "point_blank", 0),
        (5, "point_blank", 0),
        (6, "short", 0),
        (30, "short", 0),
        (31, "medium", -2),
        (75, "medium", -2),
        (76, "long", -4),
        (150, "long", -4),
        (151, "extreme", -6),
        (300, "extreme", -6),
    ],
)
def test_f1_edge_of_the_band(feet: int, band: str, amount: int) -> None:
    """The last foot of a band belongs to it, by the plan as typed."""
    made = apart(feet, ranges=True)
    whole = RULES.completed(made.table.context, attack(made))
    assert isinstance(whole, do.Attack)
    assert whole.band == band
    figures = made.attack(*MISS)
    assert figures.get("modifiers.range", 0) == amount
    typed = duel()
    typed.table.switch(RANGES, to=True)
    assert typed.attack(*MISS, band=band) == figures


@pytest.mark.rule("PHA-31")
def test_f2_one_measure_on_the_diagonal() -> None:
    """The list, the line, the form and the band name the same number, a foot more or less changes the band."""
    made = apart(30, ranges=True)
    put(made.table, **{made.mark: (121.0, 121.0)})  # 29.7 feet are 30
    system, context = made.table.system, made.table.context
    view = system.field(context, made.who, made.mark)
    assert view.line is not None
    assert view.line.distance == 30
    assert view.line.head.startswith("30 ft")
    assert "range short" in view.line.text
    assert [each.distance for each in view.rows] == [30]
    form = system.attack_form(context, {"target": made.mark})
    assert next(each.chosen for each in form.fields if each.key == "band") == "short"


@pytest.mark.rule("PHA-31")
def test_a_band_that_is_said_stays_said() -> None:
    """The plan changes nothing that is said; beyond the last band it is how a shot is let pass."""
    made = apart(400, ranges=True)
    assert made.refused(defense="standard") == "phases.out_of_range"
    assert made.attack(*MISS, band="extreme")["modifiers.range"] == -6


@pytest.mark.rule("PHA-31")
def test_without_the_house_rule_distance_means_nothing() -> None:
    """Rules as written: no band, no modifier, no refusal, however far."""
    made = apart(300)
    assert "modifiers.range" not in made.attack(*MISS)
    reading = reading_of(made.table.context, made.who, made.mark)
    assert (reading.band, reading.amount, reading.why_not) == ("", 0, "")


@pytest.mark.rule("PHA-31")
def test_f8_stale_distance() -> None:
    """Whoever is moved between two looks is measured anew, as nothing of the plan is kept in the form."""
    made = apart(30, ranges=True)
    system = made.table.system
    before = system.attack_form(made.table.context, {"target": made.mark})
    assert isinstance(before.command, do.Attack)
    assert before.command.band == ""
    put(made.table, **{made.mark: (180.0, 100.0)})
    after = system.attack_form(made.table.context, {"target": made.mark})
    assert after.command == before.command
    assert after.sum != before.sum
    made.table.play(before.command, *MISS)
    assert made.table.result("attack")["modifiers.range"] == -4
    by_hand = system.attack_form(made.table.context, {"target": made.mark, "band": "short"})
    field = next(each for each in by_hand.fields if each.key == "band")
    assert (field.chosen, field.by_plan) == ("short", "overruled")


@pytest.mark.rule("PHA-31")
def test_the_greatest_area_alone_counts() -> None:
    """Two on the line never add up; one turned off lets the other count; both off: none does."""
    made = apart(60)
    weak = crates(made.table, -1, 130, "Fence")
    strong = crates(made.table, -3, 120)
    assert made.attack(*MISS)["modifiers.area"] == -3
    reasons = [reason.text for reason in made.table.last.reasons]  # type: ignore[union-attr]
    assert any("Crates" in made.table.context.texts.text(each) for each in reasons)
    for overruled, expected in (((strong,), -1), ((strong, weak), None)):
        again = apart(60)
        crates(again.table, -1, 130, "Fence")
        crates(again.table, -3, 120)
        assert again.attack(*MISS, overruled=overruled).get("modifiers.area") == expected


@pytest.mark.rule("PHA-31")
@pytest.mark.parametrize("x", [60, 170, 101, 93])
def test_f11_the_wall_behind(x: int) -> None:
    """Cover behind the shooter, behind the mark, or which the shooter leans out past does not count."""
    made = apart(60)
    crates(made.table, -4, x)
    assert "modifiers.area" not in made.attack(*MISS)


@pytest.mark.rule("PHA-31")
def test_smoke_and_dark_that_the_mark_stands_in() -> None:
    """Dark counts for whom it hides; that before it does not."""
    made = apart(60)
    crates(made.table, -4, 130, "Shadow", is_="dark")
    assert "modifiers.area" not in made.attack(*MISS)
    again = apart(60)
    crates(again.table, -4, 158, "Shadow", is_="dark")
    assert again.attack(*MISS)["modifiers.area"] == -4


@pytest.mark.rule("PHA-31")
def test_odds_and_compare_read_the_same_area() -> None:
    """The table, the odds and the form come to the same bonus, with the area on and off."""
    made = apart(60)
    key = crates(made.table, -3, 130)
    system, context = made.table.system, made.table.context
    for choices, overruled in (({}, ()), ({f"area:{key}": "off"}, (key,))):
        form = system.attack_form(context, {"target": made.mark, **choices})
        assert isinstance(form.command, do.Attack)
        assert form.command.overruled == overruled
        typed = attack(made, overruled=overruled, gm=0)
        assert system.odds(context, form.command) == system.odds(context, typed)
        assert ("3d6 + 10" in form.sum) == bool(overruled)
        toggle = next(each for each in form.toggles if each.key == f"area:{key}")
        assert toggle.text == "Crates"
        assert toggle.is_on is not bool(overruled)
        assert toggle.by_plan == ("overruled" if overruled else "plan")
    free = duel()
    with_gm = attack(free, gm=-3)
    placed = system.odds(context, attack(made))
    assert placed == free.table.system.odds(free.table.context, with_gm)


@pytest.mark.rule("PHA-31")
def test_a_gone_area_counts_no_more() -> None:
    """Whoever is placed out of it, or the plan put away: nothing is left of it."""
    made = apart(60)
    crates(made.table, -3, 130)
    made.table.play(Put(who=(made.mark,), off=True))
    assert "modifiers.area" not in made.attack(*MISS)


@pytest.mark.rule("PHA-34")
def test_who_else_stands_on_the_line_of_a_burst() -> None:
    """Named, nearest first, with a weapon that fires bursts; not with a pistol, and not whoever stands behind."""
    made = apart(60, held="smg")
    table = made.table
    by = table.join("Bystander", side="neutral")
    behind = table.join("Behind", side="neutral")
    put(table, **{by: (130.0, 101.0), behind: (180.0, 100.0)})
    rules = reading_of(table.context, made.who, made.mark)
    assert rules.reasons == ("in line: Bystander",)
    pistol = apart(60)
    put(pistol.table, **{pistol.table.join("Bystander"): (130.0, 101.0)})
    context = pistol.table.context
    reading = reading_of(context, pistol.who, pistol.mark)
    assert reading.reasons == ()


@pytest.mark.rule("PHA-31")
def test_f12_another_floor() -> None:
    """The height of a floor counts in the range."""
    made = apart(28, ranges=True)
    made.table.play(Put(who=(made.mark,), floor=2))  # 28 along and 20 up: 34 feet
    assert made.attack(*MISS)["modifiers.range"] == -2


@pytest.mark.rule("PHA-31")
def test_f12_nobody_is_placed() -> None:
    """A plan with nobody on it: nothing is asked, refused or changed."""
    made = duel()
    made.table.switch(RANGES, to=True)
    lay_out(made.table)
    crates(made.table, -5, 100)
    command = attack(made)
    assert RULES.completed(made.table.context, command) is command
    assert made.attack(*MISS) == duel().attack(*MISS)
    assert made.attack  # the knife reaches, too
    knife = duel(held="knife")
    lay_out(knife.table)
    assert knife.attack(*MISS) == duel(held="knife").attack(*MISS)


@pytest.mark.rule("PHA-34")
def test_a_burst_sweeps_a_strip_and_a_single_shot_none() -> None:
    """What is on the bench says it: the line has its width and names who else stands in it, once."""
    made = apart(60, held="smg")
    table = made.table
    by = table.join("Bystander", side="neutral")
    aside = table.join("Aside", side="neutral")
    put(table, **{by: (130.0, 101.0), aside: (130.0, 106.0)})

    def line(aimed: do.Attack | None) -> SightLine:
        found = table.system.field(table.context, made.who, made.mark, aimed).line
        assert found is not None
        return found

    burst = line(attack(made, mode="burst"))
    assert (burst.width, burst.degrees, burst.in_it) == (5, 0, (by,))
    assert burst.swept == "1 more in it: Bystander"
    assert "Bystander" not in burst.text
    single = line(attack(made, mode="semi"))
    assert (single.width, single.in_it, single.swept) == (0, (), "")
    assert "Bystander" not in single.text
    meant_by_nobody = line(None)
    assert (meant_by_nobody.width, meant_by_nobody.swept) == (0, "")
    assert "in line: Bystander" in meant_by_nobody.text
    at_another = line(replace(attack(made, mode="burst"), target=by))
    assert at_another == meant_by_nobody
    put(table, **{by: (130.0, 110.0)})
    alone = line(attack(made, mode="burst"))
    assert (alone.width, alone.in_it, alone.swept) == (5, (), "")


@pytest.mark.rule("PHA-34")
def test_a_crowd_in_a_strip_is_counted() -> None:
    """Those who are alike are named by their count: the plate stays on the plan."""
    made = apart(60, held="smg")
    crowd = {
        made.table.join(f"Bystander {n}", side="neutral"): (110.0 + 5 * n, 100.0) for n in range(7)
    }
    put(made.table, **crowd)
    aimed = attack(made, mode="burst")
    line = made.table.system.field(made.table.context, made.who, made.mark, aimed).line
    assert line is not None
    assert line.in_it == tuple(crowd)
    assert line.swept == "7 more in it: Bystander ×7"


@pytest.mark.rule("PHA-31")
def test_cover_without_a_number_is_named(  # the plate said “line free” across crates
) -> None:
    """It changes no roll, and whoever decides what it is worth sees that it is there."""
    made = apart(60)
    crates(made.table, 0, 130)
    view = made.table.system.field(made.table.context, made.who, made.mark)
    assert view.line is not None
    assert view.line.text == "Crates"
    assert view.rows[0].reason == "crates"
    assert view.rows[0].amount == ""
