"""The game master's commands about the plan, in every game: places, areas, sizes, and what is refused."""

import pytest
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.plan import Plan
from encounter_gui.encounter.values import Combatant
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.field.laying import laying, require_sound
from encounter_gui.rules.engine.field.plan_commands import MOST_AREAS, MOST_CORNERS
from encounter_gui.rules.model.commands import (
    Add,
    Command,
    Finish,
    Join,
    Next,
    Put,
    PutArea,
    RemoveArea,
    SetBackdrop,
    SetPlan,
)
from encounter_gui.rules.systems import SYSTEMS, system_for
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table

NAN, INF = float("nan"), float("inf")


@pytest.fixture(params=SYSTEMS)
def table(request: pytest.FixtureRequest) -> Table:
    """Three of the first creature of a game, nobody placed."""
    game = str(request.param)
    table = Table(system_for(game), shipped(game), message_catalog())
    table.play(Add(creature=table.context.ruleset.creatures[0].key, count=3))
    return table


def everybody(table: Table) -> tuple[CombatantId, ...]:
    return tuple(table.context.state.combatants)


def plan(table: Table) -> Plan:
    found = table.context.state.plan
    assert found is not None
    return found


def places(table: Table) -> list[tuple[float, float] | None]:
    found = [table.context.combatant(each).place for each in everybody(table)]
    return [each.point if each else None for each in found]


def test_somebody_placed_makes_a_plan(table: Table) -> None:
    """In the game's own unit; taken off it stands nowhere, and the plan stays."""
    one, *_ = everybody(table)
    table.play(Put(who=(one,), at=(10, 10)))
    assert plan(table).unit == ("ft" if table.system.id == "phases" else "m")
    assert places(table) == [(10, 10), None, None]
    table.play(Put(who=(one,), off=True))
    assert places(table) == [None, None, None]
    assert table.context.state.plan is not None
    table.play(SetPlan(remove=True))
    assert table.context.state.plan is None


def test_several_stand_beside_each_other_or_as_one(table: Table) -> None:
    table.play(Put(who=everybody(table), at=(10, 10)))
    assert len(set(places(table))) == 3
    table.play(Put(who=everybody(table), at=(20, 10), together=True))
    assert set(places(table)) == {(20, 10)}


def test_so_far_from_somebody(table: Table) -> None:
    """On the side they come from; beside them without a number, within the game's reach."""
    one, other, third = everybody(table)
    table.play(Put(who=(one,), at=(20, 10)))
    table.play(Put(who=(other,), at=(40, 10)))
    table.play(Put(who=(other,), near=one, away=12))
    assert places(table)[1] == (32, 10)
    table.play(Put(who=(third,), near=one))
    rules = table.system.rules().field
    assert rules.is_beside(table.context.state, one, third)
    assert rules.is_beside(table.context.state, one, other) is False


def test_who_is_put_beside_somebody_stands_on_nobody(table: Table) -> None:
    """Both are beside the first one then, and not on the same spot."""
    one, other, third = everybody(table)
    table.play(Put(who=(one,), at=(20, 10)))
    table.play(Put(who=(other,), near=one))
    table.play(Put(who=(third,), near=one))
    rules = table.system.rules().field
    assert rules.is_beside(table.context.state, one, other)
    assert rules.is_beside(table.context.state, one, third)
    assert places(table)[1] != places(table)[2]


def test_f3_feet_are_not_metres(table: Table) -> None:
    """A plan in another unit is converted; it is never read as if its numbers were the game's."""
    is_feet = table.system.id == "phases"
    table.play(SetPlan(size=(100, 50), unit="m" if is_feet else "ft", storey=10))
    found = plan(table)
    assert found.unit == ("ft" if is_feet else "m")
    factor = 1 / 0.3048 if is_feet else 0.3048
    assert (found.width, found.height) == pytest.approx((100 * factor, 50 * factor), abs=0.01)
    assert found.storey == pytest.approx(10 * factor, abs=0.01)


def test_an_area_ends_with_its_round(table: Table) -> None:
    """Said as a number of the game's own time; another stays, until it is removed by its name."""
    unit = table.context.ruleset.time.round
    table.play(PutArea(at=(10, 10), radius=5, name="Smoke", is_="smoke", until=f"1 {unit}"))
    table.play(PutArea(at=(20, 10), size=(2, 4), name="Crates", is_="cover"))
    assert [each.name for each in plan(table).areas] == ["Smoke", "Crates"]
    _step(table)
    for _ in range(60):
        if not table.context.state.combatants or table.context.state.round > 1:
            break
        _step(table)
    assert [each.name for each in plan(table).areas] == ["Crates"]
    table.play(RemoveArea(area="crates"))
    assert plan(table).areas == ()


def _step(table: Table) -> None:
    """Moves on by one, whatever dice that takes."""
    procedure = table.system.procedure(table.context, Next())
    answer = None
    while True:
        try:
            asked = procedure.send(answer)
        except StopIteration as done:
            table.happen(*done.value.events)
            return
        answer = table.answered(asked, [each.sides for each in asked for _ in range(each.count)])


def test_an_area_is_changed_by_its_key(table: Table) -> None:
    table.play(PutArea(at=(20, 10), size=(2, 4), name="Crates", is_="cover"))
    key = plan(table).areas[0].key
    table.play(PutArea(area=key, at=(30, 12), name="Boxes"))
    (area,) = plan(table).areas
    assert area.points == ((30, 12), (32, 16))
    assert (area.name, area.kind) == ("Boxes", "cover")


def test_a_number_that_would_do_nothing_is_refused(table: Table) -> None:
    """Checks of CHROME know Advantage and Disadvantage alone; every other game adds the number. Source: CHR-16."""
    table.play(PutArea(at=(20, 10), size=(2, 4), is_="cover"))
    key = plan(table).areas[0].key
    if table.system.id == "chrome":
        assert table.refused(PutArea(area=key, amount=-2)) == "rules.field.no_amounts"
        table.play(PutArea(area=key, amount=0))
    else:
        table.play(PutArea(area=key, amount=-2))
        assert plan(table).areas[0].amount == -2
    left = replace(plan(table), areas=(replace(plan(table).areas[0], amount=-2),))
    rules, time = table.system.rules().field, table.context.ruleset.time
    laid = [each for each in laying(left, rules, time) if isinstance(each, PutArea)]
    assert [each.amount for each in laid] == [0 if table.system.id == "chrome" else -2]


def test_new_arrivals_stand_in_their_entry(table: Table) -> None:
    """In that of their wave, else in one without a name; while nobody is placed, nowhere."""
    key = table.context.ruleset.creatures[0].key
    table.play(PutArea(at=(70, 30), size=(4, 4), name="Gate", is_="entry"))
    table.play(PutArea(at=(2, 2), size=(4, 4), is_="entry"))
    table.play(Add(creature=key))
    assert places(table)[-1] is None
    table.play(Put(who=(everybody(table)[0],), at=(40, 20)))
    table.play(Add(creature=key))
    assert places(table)[-1] == (4, 4)
    template = table.context.combatant(everybody(table)[-1])
    table.play(Join(combatants=(structs_without_place(template),), wave="gate"))
    assert places(table)[-1] == (72, 32)


def structs_without_place(combatant: Combatant) -> Combatant:

    return replace(combatant, id=CombatantId("late"), name="Late", place=None)


@pytest.mark.parametrize(
    ("command", "key"),
    [
        (Put(who=(), at=(1, 1)), "rules.nobody_named"),
        (Put(who=(CombatantId("a"),), at=(-1, 0)), "rules.field.off_plan"),
        (Put(who=(CombatantId("a"),), at=(1e9, 0)), "rules.field.off_plan"),
        (Put(who=(CombatantId("a"),), at=(NAN, 0)), "rules.field.no_point"),
        (Put(who=(CombatantId("a"),), at=(0, INF)), "rules.field.no_point"),
        (Put(who=(CombatantId("a"),), at=(0, 0), floor=1000), "rules.field.no_floor"),
        (Put(who=(CombatantId("a"),)), "rules.field.where"),
        (SetPlan(size=(0, 10)), "rules.field.plan_size"),
        (SetPlan(size=(NAN, 10)), "rules.field.no_size"),
        (SetPlan(size=(1e9, 10)), "rules.field.plan_size"),
        (SetPlan(name="x" * 81), "rules.long_name"),
        (PutArea(at=(1, 1)), "rules.field.rectangle_needs"),
        (PutArea(at=(1, 1), radius=0), "rules.field.circle_needs"),
        (PutArea(at=(1, 1), size=(-1, 2)), "rules.field.rectangle_needs"),
        (PutArea(at=(1, 1), size=(INF, 2)), "rules.field.rectangle_needs"),
        (PutArea(points=((0, 0), (1, 1))), "rules.field.polygon_needs"),
        (PutArea(points=((0, 0),) * (MOST_CORNERS + 1)), "rules.field.polygon_needs"),
        (PutArea(at=(1, 1), radius=2, until="soon"), "rules.field.until"),
        (PutArea(at=(1, 1), radius=2, amount=1000), "rules.field.no_amount"),
        (PutArea(at=(1, 1), radius=2, is_="cover", step="glass"), "rules.field.no_step"),
        (PutArea(area="nothing", at=(1, 1)), "rules.field.no_area"),
        (RemoveArea(area="nothing"), "rules.field.no_area"),
        (SetBackdrop(picture="../etc", width=3, pixels=(1, 1)), "rules.field.no_picture"),
        (SetBackdrop(picture="0" * 64, width=0, pixels=(1, 1)), "rules.field.no_size"),
        (SetBackdrop(picture="0" * 64, width=3, pixels=(1, 10_001)), "rules.field.no_size"),
        (SetBackdrop(picture="0" * 64, width=3, pixels=(2**53, 1)), "rules.field.no_size"),
    ],
)
def test_what_cannot_be_is_refused_in_words(table: Table, command: Command, key: str) -> None:
    """And nothing changes."""
    one, *_ = everybody(table)
    table.play(Put(who=(one,), at=(5, 5)))
    if isinstance(command, Put) and command.who:
        command = replace(command, who=(one,))
    before = table.context.state
    assert table.refused(command) == key
    assert table.context.state is before


def test_a_plan_does_not_leave_people_beside_it(table: Table) -> None:
    one, *_ = everybody(table)
    table.play(Put(who=(one,), at=(35, 25)))
    assert table.refused(SetPlan(size=(30, 30))) == "rules.field.outside_then"


def test_a_plan_does_not_leave_areas_beside_it(table: Table) -> None:
    """A plan with one beside it could neither be copied nor taken in again."""
    table.play(PutArea(at=(60, 10), size=(10, 10), name="Crates"))
    assert table.refused(SetPlan(size=(69, 40))) == "rules.field.areas_outside_then"
    table.play(SetPlan(size=(70, 40)))
    assert require_sound(plan(table)) == plan(table)


@pytest.mark.parametrize(
    ("size", "at"),
    [((26.7, 94.8), (23.2, 2.9)), ((60.1, 60.1), (0.3, 0.3)), ((7.7, 9.1), (0.7, 1.4))],
)
def test_an_area_reaches_the_edge_of_the_plan_whatever_its_decimals(
    table: Table, size: tuple[float, float], at: tuple[float, float]
) -> None:
    """23.2 and 3.5 are more than 26.7 to a computer."""
    table.play(SetPlan(size=size))
    rest = (round(size[0] - at[0], 1), round(size[1] - at[1], 1))
    table.play(PutArea(at=at, size=rest))
    left, right = plan(table).areas[0].points
    assert left == at
    assert right == pytest.approx(size)
    assert right[0] <= size[0]
    assert right[1] <= size[1]


def test_there_is_an_end_to_areas(table: Table) -> None:
    for _ in range(MOST_AREAS):
        table.play(PutArea(at=(1, 1), radius=1))
    assert table.refused(PutArea(at=(1, 1), radius=1)) == "rules.field.too_many_areas"


def test_f10_pushed_is_not_walked(table: Table) -> None:
    """Whoever is put somewhere has spent nothing: but for the place nobody is another."""

    one, *_ = everybody(table)
    table.play(Put(who=(one,), at=(5, 5)))
    before = table.context.combatant(one)
    table.play(Put(who=(one,), at=(30, 5)))
    assert table.context.combatant(one) == replace(before, place=Place(x=30, y=5))


def test_a_plan_outlives_the_fight(table: Table) -> None:
    one, *_ = everybody(table)
    table.play(Put(who=(one,), at=(5, 5)))
    _step(table)
    _step(table)
    table.play(Finish())
    assert places(table)[0] == (5, 5)
