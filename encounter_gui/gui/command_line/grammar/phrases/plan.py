"""Phrases of the plan: who goes where, who stands where, how far it is, areas, and who is in a blast."""

from collections.abc import Sequence

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place, Point
from encounter_gui.encounter.plan import Area
from encounter_gui.gui.command_line.grammar.phrase import Phrase, Values
from encounter_gui.gui.command_line.grammar.phrases.about import about
from encounter_gui.gui.command_line.grammar.plan_arguments import Level, gaits
from encounter_gui.gui.command_line.terms.asked import Asked, Blast, Measured, Walk, each_of
from encounter_gui.gui.command_line.terms.line_context import LineContext
from encounter_gui.gui.command_line.terms.on_plan import Goal, beside_area, distance_in, point_of
from encounter_gui.rules.engine.field import geometry
from encounter_gui.rules.engine.field.moving import require_floor, require_on_plan
from encounter_gui.rules.engine.field.plan_commands import LARGEST, STEP
from encounter_gui.rules.engine.field.sight import distance, measured, near
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.metres import metres_text
from encounter_gui.rules.view import MoveOffer

# ---- who goes where


def _walk(line: LineContext, values: Values) -> Asked:
    """Returns going somewhere by the game's own move, where one is left; of several each by their own.

    Raises:
        RuleError: there is no plan or no such place, or one of them stands nowhere.
    """
    who, goal = about(line, values), values["goal"]
    if line.context.state.plan is None:
        raise refuse("rules.field.no_plan")
    floor = _floor_of(values, line, who[0])
    gait = _gait(line, values)
    points = _points(line, who, goal)
    found = [
        _walk_of(line, each, (point, floor, goal), gait)
        for each, point in zip(who, points, strict=True)
    ]
    return Walk(
        who=who,
        commands=tuple(command for _, command in found),
        offers=tuple(offer for offer, _ in found),
        to=goal.name,
        at=points[0],
    )


def _walk_of(
    line: LineContext, who: CombatantId, to: tuple[Point, int | None, Goal], gait: str
) -> tuple[MoveOffer, Command]:
    point, floor, goal = to
    combatant = line.context.combatant(who)
    if combatant.place is None:
        raise refuse("rules.field.stands_nowhere", who=combatant.name)
    if floor is None and goal.who is not None:
        other = line.context.combatant(goal.who).place
        floor = other.floor if other is not None else None
    elif floor is None and goal.area is not None:
        floor = goal.area.floor
    offer, command = line.plan_moves.move_offer(line.context, who, point, floor)
    kind = line.command("move") if gait else None
    if kind is None or "to" not in kind.__struct_fields__:
        return offer, command
    there = {"floor": floor} if "floor" in kind.__struct_fields__ else {}
    if (
        offer.is_by_hand
    ):  # it is the game's own move all the same, whose turn it is or not is the game's to say
        plan = line.context.state.plan
        far = line.context.texts.text_of(
            "rules.field.apart",
            distance=metres_text(offer.distance),
            unit=plan.unit if plan is not None else "",
        )
        offer = replace(offer, text=far, is_by_hand=False)
    return offer, kind(who=who, gait=gait, to=point, **there)


def _gait(line: LineContext, values: Values) -> str:
    """Returns the game's own way to move that is said, alone or as the word for moving; empty: none is."""
    spoken = values.get("move", "").removesuffix("s")
    return str(values.get("gait", spoken if spoken in gaits(line) else ""))


def _points(line: LineContext, who: Sequence[CombatantId], goal: Goal) -> tuple[Point, ...]:
    """Returns where each of several gets to: beside each other at a point, each on their own way else."""
    if goal.who is not None:
        return tuple(_beside(line, each, goal.who).point for each in who)
    starts = [line.context.combatant(each).place for each in who]
    if goal.area is not None:
        return tuple(point_of(goal, line, start, is_inside=False) for start in starts)
    centre = point_of(goal, line, starts[0], is_inside=False)
    plan = line.context.state.plan
    return geometry.around(centre, len(who), STEP[plan.unit] if plan is not None else 1)


def _beside(line: LineContext, who: CombatantId, other: CombatantId) -> Place:
    return line.plan_moves.place_beside(line.context, who, other)


def _floor_of(values: Values, line: LineContext, who: CombatantId) -> int | None:
    level: Level | None = values.get("level")
    if level is None:
        return None
    place = line.context.combatant(who).place
    before = place.floor if place is not None and level.is_relative else 0
    return require_floor(before + level.floor)


# ---- who stands where


def _place_at(line: LineContext, values: Values) -> Asked:
    who, goal = about(line, values), values["goal"]
    floor = _floor_of(values, line, who[0])
    if goal.who is not None:
        return do.Put(who=who, near=goal.who, floor=floor)
    if floor is None and goal.area is not None:
        floor = goal.area.floor
    return do.Put(who=who, at=point_of(goal, line, None, is_inside=True), floor=floor)


def _place_near(line: LineContext, values: Values) -> Asked:
    """Returns putting people beside somebody or an area, or so far from them."""
    who, goal = about(line, values), values["goal"]
    plan = line.context.state.plan
    if plan is None:
        raise refuse("rules.field.no_plan")
    amount, unit = values.get("distance", (0.0, ""))
    away = measured(plan.unit, distance_in(amount, unit, plan.unit))
    if goal.who is not None:
        return do.Put(who=who, near=goal.who, away=away)
    start = line.context.combatant(who[0]).place
    here = start.point if start is not None else (plan.width / 2, plan.height / 2)
    if goal.area is not None:
        point = beside_area(goal.area, plan, here)
        border = geometry.nearest(goal.area, point)
        point = geometry.away(point, border, away) if away else point
        return do.Put(who=who, at=_on(plan.width, plan.height, point), floor=goal.area.floor)
    centre = point_of(goal, line, start, is_inside=True)
    return do.Put(who=who, at=require_on_plan(plan, geometry.away(here, centre, away)))


def _on(width: float, height: float, point: Point) -> Point:
    return round(min(max(point[0], 0), width), 3), round(min(max(point[1], 0), height), 3)


def _place_off(line: LineContext, values: Values) -> Asked:
    return do.Put(who=about(line, values), off=True)


def _floor(line: LineContext, values: Values) -> Asked:
    who = about(line, values)
    for each in line.context.combatants(who):
        if each.place is None:
            raise refuse("rules.field.stands_nowhere", who=each.name)
    floors: dict[int | None, list[CombatantId]] = {}
    for one in who:
        floors.setdefault(_floor_of(values, line, one), []).append(one)
    return each_of(tuple(do.Put(who=tuple(some), floor=floor) for floor, some in floors.items()))


# ---- how far it is, and who is in it


def _measure(line: LineContext, values: Values) -> Asked:
    one, other = values["one"], values["other"]
    if line.context.state.plan is None:
        raise refuse("rules.field.no_plan")
    for each in (one, other):
        combatant = line.context.combatant(each)
        if combatant.place is None:
            raise refuse("rules.field.stands_nowhere", who=combatant.name)
    if one == other or distance(line.context.state, one, other) is None:
        raise refuse("gui.command.measure_two", who=line.context.combatant(one).name)
    return Measured(who=one, target=other)


def _blast(line: LineContext, values: Values) -> Asked:
    """Returns who is within a circle.

    Raises:
        RuleError: there is no plan or no such point, the radius is none, or nobody is within it.
    """
    goal, plan = values["goal"], line.context.state.plan
    if plan is None:
        raise refuse("rules.field.no_plan")
    amount, unit = values["radius"]
    radius = measured(plan.unit, distance_in(amount, unit, plan.unit))
    if not 0 < radius <= LARGEST:
        raise refuse("rules.field.no_size")
    point = require_on_plan(plan, point_of(goal, line, None, is_inside=True))
    there = line.context.combatant(goal.who).place if goal.who is not None else None
    usual = there.floor if there is not None else goal.area.floor if goal.area is not None else 0
    level: Level | None = values.get("level")
    floor = usual if level is None else require_floor(level.floor + usual * level.is_relative)
    caught = near(line.context.state, Place(x=point[0], y=point[1], floor=floor), radius)
    if not caught:
        raise refuse("gui.command.blast_nobody", radius=f"{radius:g}", unit=plan.unit, at=goal.name)
    return Blast(
        at=goal.name,
        radius=radius,
        who=tuple(each.id for each, _ in caught),
        apart=tuple(apart for _, apart in caught),
    )


# ---- the plan and its areas


def _area(_line: LineContext, values: Values) -> Asked:
    command: do.PutArea = values["area_line"]
    return command


def _remove_area(_line: LineContext, values: Values) -> Asked:
    area: Area = values["area"]
    return do.RemoveArea(area=area.key)


def _plan(line: LineContext, values: Values) -> Asked:
    width, height, unit = values["size"]
    given = line.plan_moves.field_rules.unit
    size = distance_in(width, unit, given), distance_in(height, unit, given)
    return do.SetPlan(size=size, name=values.get("name"))


def _remove_plan(_line: LineContext, _values: Values) -> Asked:
    return do.SetPlan(remove=True)


_MOVES = "move|moves|walk|walks|run|runs|jog|jogs|sprint|sprints|crawl|crawls"

PLAN = (
    Phrase(
        key="walk_to",
        form=f"<who>? {_MOVES} <gait>? (!to|towards|toward|into|behind)<goal> (!floor)<level>?",
        asks=_walk,
        examples=("move cutter 4 to vee", "move 4 to 26 8", "move rook jog to crates"),
    ),
    Phrase(
        key="place_at",
        form="!place|put <who> (!at|in|on|inside)<goal> (!floor)<level>?",
        asks=_place_at,
        examples=("place 4 at 26 8", "place foes in office"),
    ),
    Phrase(
        key="place_near",
        form="!place|put <who> <distance>? (!from|near|by|beside|behind)<goal>",
        asks=_place_near,
        examples=("place foes 12 m from vee", "place foes near office"),
    ),
    Phrase(
        key="place_off",
        form="!place|take|put <who> off|off_the_plan|off_the_field|nowhere",
        asks=_place_off,
        examples=("place 4 off",),
    ),
    Phrase(
        key="floor",
        form="!floor <who> (to)<level>",
        asks=_floor,
        examples=("floor 4 up", "floor ash 2"),
    ),
    Phrase(
        key="measure",
        form="!measure|distance|how_far (from|between|is)<one> (to|and|from)<other:one>",
        asks=_measure,
        examples=("measure 4 1", "how far 4 from vee"),
    ),
    Phrase(
        key="remove_area",
        form="!remove|delete|end|lift area|the_area <area>",
        asks=_remove_area,
        examples=("remove area smoke",),
    ),
    Phrase(
        key="area",
        form="!area|zone <area_line>",
        asks=_area,
        examples=(
            "area smoke 5 at 46 7 until next turn",
            "area crates: cover 20 8 to 22 14",
            "area mist -2 10 x 6 at 30 4",
        ),
    ),
    Phrase(
        key="blast",
        form="!blast|explosion <radius:distance> (!at|on|around)<goal> (!floor)<level>?",
        asks=_blast,
        examples=("blast 5 at 30 11",),
    ),
    Phrase(
        key="plan",
        form="!plan|field <size> (called|named)<name:text>?",
        asks=_plan,
        examples=("plan 80 x 40",),
    ),
    Phrase(
        key="remove_plan",
        form="!remove_plan|remove_the_plan|plan_off",
        asks=_remove_plan,
        examples=("remove plan",),
    ),
)
