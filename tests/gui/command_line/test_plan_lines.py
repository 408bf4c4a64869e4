"""What is said of the plan: places, areas, who goes where, who is in a blast; in every game, in its own unit."""

import pytest

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.command_line.grammar.completion import ghost
from encounter_gui.gui.command_line.terms.asked import Blast, Measured, Walk
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.commands import Add, Put, PutArea, RemoveArea, SetPlan
from encounter_gui.rules.systems import SYSTEMS, system_for
from tests.helpers.lines import asked, line_at
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table


@pytest.fixture(params=SYSTEMS)
def table(request: pytest.FixtureRequest) -> Table:
    """Cutter (1) at 18, 11, Vee (2) at 30, 11, Rook (3) at 33, 11; Ash (4) stands nowhere. Crates, smoke, an office."""
    return placed(str(request.param))


def placed(game: str) -> Table:
    table = Table(system_for(game), shipped(game), message_catalog())
    creature = next(each for each in table.context.ruleset.creatures if each.side == "pc")
    for name, side in (("Cutter", "foe"), ("Vee", "pc"), ("Rook", "pc"), ("Ash", "pc")):
        table.play(Add(creature=creature.key, name=name, side=side))  # type: ignore[arg-type]
    for number, at in ((1, (18, 11)), (2, (30, 11)), (3, (33, 11))):
        table.play(Put(who=(who(table, number),), at=at))
    table.play(PutArea(at=(20, 8), size=(2, 6), name="Crates", is_="cover"))
    table.play(PutArea(at=(46, 7), radius=5, is_="smoke"))
    table.play(PutArea(at=(4, 4), size=(4, 4), name="Back office", floor=1))
    return table


def who(table: Table, number: int) -> CombatantId:
    found = table.context.state.combatants.values()
    return next(each.id for each in found if each.number == number)


def refused(table: Table, line: str) -> str:
    with pytest.raises(RuleError) as caught:
        asked(table, line)
    return caught.value.message.key


# ---- placing


def test_people_are_placed_at_a_point_beside_somebody_or_off(table: Table) -> None:
    """A point in three ways of writing it; a distance in a unit is in the plan's own afterwards."""
    ash = (who(table, 4),)
    for line in ("place 4 at 26 8", "put ash at 26,8", "place ash at 26, 8"):
        assert asked(table, line) == Put(who=ash, at=(26, 8))
    away = 39 if table.system.field_rules.unit == "ft" else 12
    assert asked(table, "place ash 12 m from vee") == Put(who=ash, near=who(table, 2), away=away)
    assert asked(table, "place ash by vee") == Put(who=ash, near=who(table, 2))
    assert asked(table, "place 4 off") == Put(who=ash, off=True)
    assert asked(table, "place 4 at 26 8 floor 2") == Put(who=ash, at=(26, 8), floor=2)


def test_an_area_is_a_place(table: Table) -> None:
    """In it is its middle, on its floor; near it is a step outside."""
    inside = asked(table, "place ash in back office")
    assert inside == Put(who=(who(table, 4),), at=(6, 6), floor=1)
    near = asked(table, "place ash near crates")
    assert isinstance(near, Put)
    assert near.at is not None
    x, y = near.at
    assert not (20 <= x <= 22 and 8 <= y <= 14)
    assert refused(table, "place ash at the moon") == "gui.command.no_place"


def test_a_floor_is_said_as_such_or_from_where_one_stands(table: Table) -> None:
    """Up from the ground is the first floor."""
    cutter = (who(table, 1),)
    assert asked(table, "floor cutter up") == Put(who=cutter, floor=1)
    assert asked(table, "floor 1 down 2") == Put(who=cutter, floor=-2)
    assert asked(table, "floor cutter 3") == Put(who=cutter, floor=3)
    assert refused(table, "floor ash up") == "rules.field.stands_nowhere"
    assert refused(table, "floor cutter 999") == "rules.field.no_floor"


# ---- going


def test_a_move_leads_where_it_is_said(table: Table) -> None:
    """To a point, into reach of somebody, to the nearest point of an area; each is as the system offers it."""
    cutter = who(table, 1)
    for line, to, point in (
        ("move cutter 1 to 26 8", "26, 8", (26.0, 8.0)),
        ("move cutter to crates", "Crates", (20.0, 11.0)),
        ("cutter moves towards vee", "Vee", None),
    ):
        walk = asked(table, line)
        assert isinstance(walk, Walk), line
        assert (walk.who, walk.to) == ((cutter,), to)
        found = point or table.system.place_beside(table.context, cutter, who(table, 2)).point
        floor = None if to == "26, 8" else 0
        offer, command = table.system.move_offer(table.context, cutter, found, floor)
        assert walk.commands == (command,)
        assert walk.offers == (offer,)


def test_several_go_together(table: Table) -> None:
    """Each by their own move, beside each other."""
    walk = asked(table, "move 1 2 to 40 20")
    assert isinstance(walk, Walk)
    for command in walk.commands:
        table.play(command)
    places = [table.context.combatant(each).place for each in walk.who]
    assert len({each.point for each in places if each is not None}) == 2


def test_who_stands_nowhere_goes_nowhere(table: Table) -> None:
    """Place them first; and what is no place is named with those there are."""
    assert refused(table, "move ash to 26 8") == "rules.field.stands_nowhere"
    assert refused(table, "move cutter to ash") == "rules.field.stands_nowhere"
    assert refused(table, "move cutter to the moon") == "gui.command.no_place"
    assert refused(table, "move cutter to 999 8") == "rules.field.off_plan"


def test_without_a_plan_there_is_no_way() -> None:
    """It says how to make one."""
    table = Table(system_for("cwn"), shipped("cwn"), message_catalog())
    for name in ("Cutter", "Vee"):
        table.play(Add(creature="halloran", name=name))
    for line in ("move 1 to 26 8", "measure 1 2", "blast 5 at 3 3", "place 1 by 2"):
        assert refused(table, line) == "rules.field.no_plan", line


@pytest.mark.parametrize(
    ("game", "gait"), [("phases", "jog"), ("phases", "sprint"), ("d6pool", "run")]
)
def test_a_gait_is_the_games_own(game: str, gait: str) -> None:
    """Said as such, or as the word for moving."""
    table = placed(game)
    kind = line_at(table).command("move")
    assert kind is not None
    for line in (f"move cutter {gait} to 26 8", f"cutter {gait}s to 26 8"):
        walk = asked(table, line)
        assert isinstance(walk, Walk)
        (command,) = walk.commands
        assert isinstance(command, kind)
        assert (getattr(command, "gait", ""), getattr(command, "to", None)) == (gait, (26, 8))


def test_a_gait_of_another_game_is_refused() -> None:
    """With those the game has."""
    assert refused(placed("cwn"), "move cutter jog to 26 8") == "gui.command.no_gait"
    assert refused(placed("d6pool"), "move cutter sprint to 26 8") == "gui.command.no_gait"


# ---- measuring and blasts


def test_measuring_names_two(table: Table) -> None:
    """It asks for nothing that changes the fight."""
    wanted = Measured(who=who(table, 1), target=who(table, 2))
    for line in ("measure 1 2", "measure cutter to vee", "how far cutter from vee"):
        assert asked(table, line) == wanted
    assert refused(table, "measure 1 4") == "rules.field.stands_nowhere"
    assert refused(table, "measure 1 1") == "gui.command.measure_two"


def test_a_blast_names_who_is_in_it(table: Table) -> None:
    """The nearest first, each with their distance; only on its own floor."""
    two = (who(table, 3), who(table, 2))
    assert asked(table, "blast 5 at 33 11") == Blast(at="33, 11", radius=5, who=two, apart=(0, 3))
    on_vee = asked(table, "blast 4 on vee")
    assert isinstance(on_vee, Blast)
    assert on_vee.who == (two[1], two[0])
    table.play(Put(who=(two[1],), floor=1))
    assert asked(table, "blast 5 at 33 11") == Blast(at="33, 11", radius=5, who=two[:1], apart=(0,))
    assert refused(table, "blast 5 at 33 11 floor 3") == "gui.command.blast_nobody"
    assert refused(table, "blast 0 at 33 11") == "rules.field.no_size"


# ---- the plan and its areas


def test_areas_are_round_or_have_corners(table: Table) -> None:
    """A radius and a centre, two corners in any order, or a size; with a floor and an end."""
    until = "area smoke 5 at 46 7 until next turn"
    assert asked(table, until) == PutArea(
        shape="circle", at=(46, 7), radius=5, name="Smoke", is_="smoke", step="", amount=0,
        until="next turn",
    )  # fmt: skip
    boxes = PutArea(
        shape="rectangle", at=(20, 8), size=(2, 6), name="Boxes", is_="cover", step="", amount=0
    )
    for line in (
        "area boxes: cover 20 8 to 22 14",
        "area boxes cover from 22 14 to 20 8",
        "area boxes cover 2 x 6 at 20 8",
    ):
        assert asked(table, line) == boxes, line
    upstairs = asked(table, "area mist -2 5 at 9 9 floor 1 for 2 rounds")
    assert upstairs == PutArea(
        shape="circle", at=(9, 9), radius=5, name="Mist", is_="", step="", amount=-2, floor=1,
        until="2 rounds",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("game", "words", "kind", "step", "name"),
    [
        ("cwn", "wall near total cover", "cover", "cover_near_total", "Wall"),
        ("cwn", "wall: cover 50 %", "cover", "", "Wall: cover 50 %"),
        ("d6pool", "wall cover_75", "cover", "cover_75", "Wall"),
        ("phases", "mud: very difficult ground", "difficult", "very", "Mud"),
        ("chrome", "poor corner", "", "", "Poor corner"),
        ("chrome", "cellar: dark", "dark", "", "Cellar"),
    ],
)
def test_an_area_is_what_the_game_knows(
    game: str, words: str, kind: str, step: str, name: str
) -> None:
    """The game's own words are looked up; other words of the game master are only shown."""
    found = asked(placed(game), f"area {words} 5 at 9 9")
    assert isinstance(found, PutArea)
    assert (found.is_, found.step, found.name) == (kind, step, name)


def test_an_area_that_is_there_changes(table: Table) -> None:
    """Where it is not said where it lies."""
    plan = table.context.state.plan
    assert plan is not None
    key = next(each.key for each in plan.areas if each.name == "Crates")
    assert asked(table, "area crates until 2 rounds") == PutArea(area=key, until="2 rounds")
    assert asked(table, "area crates at 30 8") == PutArea(area=key, at=(30, 8))
    assert asked(table, "area crates: -2") == PutArea(area=key, amount=-2)
    assert asked(table, "remove area crates") == RemoveArea(area=key)
    assert refused(table, "area crates") == "gui.command.area_where"
    assert refused(table, "remove area walls") == "rules.field.no_area"


def test_the_plan_has_a_size(table: Table) -> None:
    """In the game's own unit, or in another that is said."""
    assert asked(table, "plan 80 x 40") == SetPlan(size=(80, 40))
    assert asked(table, "plan 80x40 called Old depot") == SetPlan(size=(80, 40), name="Old depot")
    in_feet = asked(table, "plan 100 x 50 ft")
    is_feet = table.system.field_rules.unit == "ft"
    assert in_feet == SetPlan(size=(100, 50) if is_feet else (30.48, 15.24))
    assert asked(table, "remove plan") == SetPlan(remove=True)


def test_tab_completes_areas_and_what_there_is(table: Table) -> None:
    """Names of areas behind ``to``, kinds behind ``area``."""
    line = line_at(table)
    assert ghost("move cutter to cra", line) == "tes"
    assert ghost("remove area back", line) == " office"
    assert ghost("area diff", line) == "icult"
