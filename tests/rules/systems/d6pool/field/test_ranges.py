"""Attacks by the plan: range, reach, cover, dark, and the game master's own modifiers of areas."""

import pytest
from msgspec.structs import replace

from encounter_gui.rules.model.commands import Afflict, SetPlan
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.field.rules import RULES
from tests.helpers.table import Table
from tests.rules.systems.d6pool.field.yard import Yard

MISS = (1, 1, 1, 1)


def shot(yard: Yard, **more: object) -> dict[str, object]:
    """Plays a shot that misses, and returns what it came to."""
    more = {"gm": 0, **more}
    count = len(MISS) + int(str(more.pop("dice", 0)))
    command = do.Attack(who=yard.who, target=yard.mark, **more)  # type: ignore[arg-type]  # fields of the command
    return yard.table.play(command, *[1] * count)


@pytest.mark.rule("D6P-26")
@pytest.mark.parametrize(
    ("far", "dn"), [(0, 10), (10, 10), (10.1, 15), (25, 15), (25.1, 20), (50, 20), (60, 30)]
)
def test_edge_of_the_band(table: Table, far: float, dn: int) -> None:
    """F1: the last metre of a band is still that band, on the plan and typed alike."""
    yard = Yard(table, far=far)
    table.begin(3, 3)
    assert shot(yard)["dn"] == dn
    assert shot(yard, metres=far)["dn"] == dn


@pytest.mark.rule("D6P-26")
def test_beyond_extreme_is_refused_as_typed(table: Table) -> None:
    """A pistol reaches 75 m; beyond it there is no attack, unless the game master says another range."""
    yard = Yard(table, far=20)
    table.begin(3, 3)
    yard.put(yard.who, 0, 0)
    yard.put(yard.mark, 76, 0)
    attack = do.Attack(who=yard.who, target=yard.mark)
    assert table.refused(attack) == "d6pool.out_of_range"
    assert table.refused(replace(attack, metres=76)) == "d6pool.out_of_range"
    assert shot(yard, band="extreme")["dn"] == 30


@pytest.mark.rule("D6P-26")
def test_the_height_of_floors_counts(yard: Yard) -> None:
    """F12: 10 m away and a floor of 3 m up is more than 10 m: Medium."""
    yard.put(yard.mark, 20, 20)
    assert shot(yard)["dn"] == 10
    yard.put(yard.mark, 20, 20, floor=1)
    assert shot(yard)["dn"] == 15


@pytest.mark.rule("D6P-26")
def test_stale_distance(yard: Yard) -> None:
    """F8: the distance is that of the moment of the shot; what the game master says stays."""
    assert shot(yard)["dn"] == 15
    yard.put(yard.mark, 15, 20)
    assert shot(yard)["dn"] == 10


@pytest.mark.rule("D6P-30")
def test_touching_is_not_two_metres_apart(table: Table) -> None:
    """F4: a blow reaches 2 m; bodies that touch are 0 m apart; size alone gives no longer reach."""
    yard = Yard(table, held="knife", far=3)
    table.begin(3, 3)
    blow = do.Attack(who=yard.who, target=yard.mark)
    assert table.refused(blow) == "d6pool.out_of_reach"
    yard.put(yard.mark, 13, 20, radius=1)
    assert shot(yard)["dn"] == 10
    yard.put(yard.mark, 14, 20, radius=1)
    assert RULES.is_beside(table.context.state, yard.who, yard.mark) is False


@pytest.mark.rule("D6P-30")
def test_typed_metres_matter_to_a_blow_only_on_a_plan(table: Table) -> None:
    """Without places nobody asks how far a blow reaches, whatever is typed."""
    yard = Yard(table, held="knife")
    table.begin(3, 3)
    assert table.refused(do.Attack(who=yard.who, target=yard.mark)) == "d6pool.out_of_reach"
    assert shot(yard, metres=1)["dn"] == 10
    yard.put(yard.mark, 0, 0, off=True)
    table.next_turn(3, 3)
    assert shot(yard, metres=30)["dn"] == 10


@pytest.mark.rule("D6P-28")
@pytest.mark.parametrize(
    ("kind", "step", "lost"),
    [
        ("cover", "", 1), ("cover", "cover_75", 2), ("dark", "", 1), ("dark", "dark_total", 2),
        ("smoke", "", 0),
    ],
)  # fmt: skip
def test_areas_take_dice(yard: Yard, kind: str, step: str, lost: int) -> None:
    """Cover 50 % or 75 %, half dark or dark; of smoke the rules say nothing."""
    yard.area(kind, (25, 15), (10, 10), step=step)
    assert shot(yard, dice=-lost)["dice"] == 4 - lost


@pytest.mark.rule("D6P-28")
def test_of_two_covers_the_greater_alone_counts(yard: Yard) -> None:
    """F11: they never add up, nor does lying add to cover; another kind does."""
    yard.area("cover", (20, 15), (1, 10))
    yard.area("cover", (22, 15), (1, 10), step="cover_75")
    assert shot(yard, dice=-2)["dice"] == 2
    yard.table.play(Afflict(who=(yard.mark,), condition="prone"))
    yard.area("dark", (28, 15), (10, 10))
    assert shot(yard, dice=-3)["dice"] == 1


@pytest.mark.rule("D6P-28")
def test_the_wall_behind_me(yard: Yard) -> None:
    """F11: cover behind the target, behind the shooter, or that the shooter leans out of, does not count."""
    yard.area("cover", (32, 15), (2, 10), step="cover_75")
    yard.area("cover", (8, 15), (1, 10), step="cover_75")
    yard.area("cover", (10.5, 15), (1, 10), step="cover_75")
    assert shot(yard)["dice"] == 4


@pytest.mark.rule("D6P-28")
def test_what_is_said_goes_before_the_plan(yard: Yard) -> None:
    """A cover that is named goes before the plan's, and one that is overruled does not count."""
    yard.area("cover", (20, 15), (1, 10), step="cover_75")
    assert shot(yard, modifiers=("cover_50",), dice=-1)["dice"] == 3
    assert shot(yard, overruled=("cover_75",))["dice"] == 4


@pytest.mark.rule("D6P-30")
def test_hand_to_hand_cover_and_dark_are_the_game_masters(table: Table) -> None:
    """They take no dice off a blow; an area's own modifier does."""
    yard = Yard(table, held="knife", far=2)
    table.begin(3, 3)
    yard.area("dark", (10, 10), (10, 20), step="dark_total")
    assert shot(yard)["dice"] == 4
    table.next_turn(3, 3)
    yard.area("dark", (11, 10), (10, 20), name="Mud", amount=-1)
    assert shot(yard, dice=-1)["dice"] == 3


@pytest.mark.rule("D6P-28")
def test_an_areas_own_modifier_counts_by_its_name(yard: Yard) -> None:
    """The greatest alone, in dice, beside the game master's own; overruled it does not count."""
    yard.area("", (20, 15), (1, 10), name="Steam", amount=-1)
    yard.area("", (22, 15), (1, 10), name="Neon glare", amount=-2)
    result = shot(yard, gm=1, dice=-1)
    assert (result["dice"], result["modifiers.neon_glare"], result["modifiers.gm"]) == (3, -2, 1)
    assert yard.table.last is not None
    said = [yard.table.context.texts.text(each.text) for each in yard.table.last.reasons]
    assert any("Neon glare" in each for each in said)
    result = shot(yard, overruled=("area_2",), dice=-1)
    assert result["modifiers.steam"] == -1


@pytest.mark.rule("D6P-28")
def test_an_area_that_is_not_there_is_refused(yard: Yard) -> None:
    """One that is named must be on the plan."""
    attack = do.Attack(who=yard.who, target=yard.mark, area="area_9")
    assert yard.table.refused(attack) == "rules.field.no_area"


@pytest.mark.rule("D6P-23")
@pytest.mark.rule("D6P-27")
def test_a_scope_brings_the_placed_range_nearer(table: Table) -> None:
    """300 m are Long for a sniper rifle; aimed with a scope of 2 the shot is Short, and so it is in the odds."""
    yard = Yard(table, items=["sniper_rifle"], held="sniper_rifle")
    table.play(SetPlan(size=(400, 40)))
    yard.put(yard.mark, 310, 20)
    table.begin(3, 3)
    table.play(do.Aim(who=yard.who))
    table.next_turn(3, 3)
    attack = do.Attack(who=yard.who, target=yard.mark)
    odds = table.system.odds(table.context, attack)
    typed = table.system.odds(table.context, replace(attack, metres=300))
    assert odds is not None
    assert typed is not None
    assert odds.headline_numbers == typed.headline_numbers
    assert shot(yard, dice=2)["dn"] == 10


@pytest.mark.rule("D6P-26")
def test_one_measure(yard: Yard) -> None:
    """F2: line, list, offer and command name one distance, on the diagonal too."""
    yard.put(yard.mark, 20, 33)
    table = yard.table
    view = table.system.field(table.context, yard.who, yard.mark)
    whole = RULES.completed(table.context, do.Attack(who=yard.who, target=yard.mark))
    offer, _ = table.system.move_offer(table.context, yard.who, (20, 33))
    assert isinstance(whole, do.Attack)
    assert view.line is not None
    distances = {view.line.distance, view.rows[0].distance, whole.metres, offer.distance}
    assert distances == {16.4}


@pytest.mark.rule("D6P-26")
def test_feet_are_not_metres(yard: Yard) -> None:
    """F3: a plan said in feet is one of metres to this game: 20 m stay 20 m."""
    yard.table.play(SetPlan(size=(300, 150), unit="ft"))
    plan = yard.table.context.state.plan
    assert plan is not None
    assert (plan.unit, round(plan.width, 1)) == ("m", 91.4)
    assert shot(yard)["dn"] == 15
