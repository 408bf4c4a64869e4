"""Where people get to: places named in commands, the ground on the way, and who stands where from now on."""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Protocol

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.place import Place, Point
from encounter_gui.encounter.plan import Plan
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import geometry
from encounter_gui.rules.engine.field.rules import FieldRules
from encounter_gui.rules.engine.field.sight import apart, measured
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.metres import Metres, metres_text

_TURNS = (0, 0.5, -0.5, 1, -1, 1.5, -1.5, 2, -2, 2.5, -2.5, 3)
"""How far round somebody a place is looked for, the nearest first, in sixths of a circle."""
_ROUNDING = 0.01

MOST_FLOORS = 100
"""Floors above or below the ground: more is a slip of the finger."""


def require_plan(context: RulesContext) -> Plan:
    """Returns the plan of the fight.

    Raises:
        RuleError: it has none.
    """
    if context.state.plan is None:
        raise refuse("rules.field.no_plan")
    return context.state.plan


def require_place(context: RulesContext, combatant: Combatant) -> Place:
    """Returns where somebody stands.

    Raises:
        RuleError: nowhere.
    """
    if combatant.place is None:
        raise refuse("rules.field.stands_nowhere", who=combatant.name)
    return combatant.place


def require_on_plan(plan: Plan, point: Sequence[float]) -> Point:
    """Returns a point that lies on the plan; less than a hair beside it is on its border: that comes of the arithmetic.

    Raises:
        RuleError: it is no point, or lies beside the plan.
    """
    if len(point) != len(("x", "y")) or not all(isfinite(each) for each in point):
        raise refuse("rules.field.no_point")
    x, y = float(point[0]), float(point[1])
    hair = geometry.HAIR
    if not (-hair <= x <= plan.width + hair and -hair <= y <= plan.height + hair):
        raise refuse(
            "rules.field.off_plan",
            x=_text(x),
            y=_text(y),
            width=_text(plan.width),
            height=_text(plan.height),
            unit=plan.unit,
        )
    return min(max(x, 0), plan.width), min(max(y, 0), plan.height)


def onto(plan: Plan, point: Point) -> Point:
    """Returns the point of the plan nearest to a point that was worked out, to a thousandth of the plan's unit."""
    x, y = point
    return _rounded(min(max(x, 0), plan.width)), _rounded(min(max(y, 0), plan.height))


def require_point(
    context: RulesContext, who: CombatantId | None, at: Sequence[float], floor: int | None
) -> Place:
    """Returns a point of the plan that is aimed at: on a floor, else on that of who aims, else on the ground.

    Raises:
        RuleError: there is no plan, or no such point on it.
    """
    x, y = require_on_plan(require_plan(context), at)
    aiming = context.state.combatants.get(who) if who is not None else None
    here = aiming.place if aiming is not None else None
    own = here.floor if here is not None else 0
    return Place(x=x, y=y, floor=own if floor is None else require_floor(floor))


def point_text(context: RulesContext, point: Point) -> str:
    """Returns a point of the plan in words."""
    x, y = (metres_text(round(each, 2)) for each in point)
    return context.texts.text_of("rules.field.point", x=x, y=y)


def require_floor(floor: int) -> int:
    """Returns a floor that a house can have.

    Raises:
        RuleError: it can have none such.
    """
    if not -MOST_FLOORS <= floor <= MOST_FLOORS:
        raise refuse("rules.field.no_floor", floor=floor, most=MOST_FLOORS)
    return floor


def goal(
    context: RulesContext,
    rules: FieldRules,
    who: CombatantId,
    *,
    to: Sequence[float] | None,
    towards: CombatantId | None,
    floor: int | None = None,
) -> Place | None:
    """Returns where a move leads that says a point or somebody to go to; None: it says neither.

    Whoever goes towards somebody stops where both are within reach of each other, and beside whoever stands there.

    Raises:
        RuleError: there is no such place, or one of them stands nowhere.
    """
    if to is None and towards is None:
        return None
    plan, combatant = require_plan(context), context.known_combatant(who)
    here = require_place(context, combatant)
    if to is not None:
        x, y = require_on_plan(plan, to)
        there = here.floor if floor is None else require_floor(floor)
        return replace(here, x=x, y=y, floor=there)
    if towards == who:
        raise refuse("rules.field.towards_self", who=combatant.name)
    other = require_place(context, context.known_combatant(CombatantId(towards or "")))
    return beside(rules, plan, here, other, others(context, here, other))


class PlannedMove(Protocol):
    """A move that may say a point of the plan, or somebody beside whom it ends, as the games have one."""

    @property
    def who(self) -> CombatantId:
        """Who moves."""
        ...

    @property
    def to(self) -> Point | None:
        """The point it leads to."""
        ...

    @property
    def towards(self) -> CombatantId | None:
        """Whom it leads to."""
        ...

    @property
    def floor(self) -> int | None:
        """The floor of the point; None: the one they are on."""
        ...


def end_of(context: RulesContext, rules: FieldRules, command: PlannedMove) -> Place | None:
    """Returns where a move leads on the plan; None: it names no place.

    Raises:
        RuleError: there is no such place, or one of them stands nowhere.
    """
    return goal(
        context, rules, command.who, to=command.to, towards=command.towards, floor=command.floor
    )


def ground_of(context: RulesContext, rules: FieldRules, command: PlannedMove) -> Metres | None:
    """Returns how much ground a move takes on the plan, in its unit; None: it names no place there.

    Raises:
        RuleError: there is no such place, or one of them stands nowhere.
    """
    end, here = end_of(context, rules, command), context.known_combatant(command.who).place
    return None if end is None or here is None else ground(context, rules, here, end)


def others(context: RulesContext, *but: Place) -> tuple[Place, ...]:
    """Returns where everybody stands but those who stand at these places."""
    places = (each.place for each in context.state.combatants.values())
    return tuple(each for each in places if each is not None and each not in but)


def beside(
    rules: FieldRules, plan: Plan, here: Place, other: Place, taken: Sequence[Place] = ()
) -> Place:
    """Returns the nearest place beside somebody, on their floor; where one stands, if that is one.

    Nobody is put onto others, whose places are ``taken``, as long as there is room around whom they go to.
    """
    if here.floor == other.floor and apart(plan, here, other) <= rules.reach:
        return here
    stop = rules.reach / 2 + here.radius + other.radius
    around = [
        onto(plan, geometry.from_angle(other.point, here.point, turn, stop)) for turn in _TURNS
    ]
    near = [each.point for each in taken if each.floor == other.floor]
    free = geometry.first_free(around, near, rules.reach / 2 - _ROUNDING)
    x, y = free or around[0]
    return replace(here, x=x, y=y, floor=other.floor)


def ground(context: RulesContext, rules: FieldRules, start: Place, end: Place) -> Metres:
    """Returns how much ground a straight way takes, in the plan's unit: difficult ground counts several times.

    Where areas of it overlap, the worst alone counts.
    """
    plan = require_plan(context)
    height = abs(end.floor - start.floor) * plan.storey
    difficult = [
        (area, rules.ground.get(area.step, rules.ground.get("", 1)))
        for area in plan.areas
        if area.kind == "difficult" and area.floor in (start.floor, end.floor)
    ]
    return measured(plan.unit, geometry.weighted_length(difficult, start.point, end.point) + height)


def along_way(
    context: RulesContext, rules: FieldRules, start: Place, end: Place, most: Metres
) -> Place:
    """Returns how far somebody gets on a straight way with so much ground; the end, if that is enough."""
    whole = ground(context, rules, start, end)
    if whole <= most:
        return end
    x, y = geometry.towards(
        start.point, end.point, geometry.length(start.point, end.point) * most / whole
    )
    return replace(start, x=_rounded(x), y=_rounded(y))


def stand(resolution: Resolution, who: CombatantId, place: Place | None) -> None:
    """Has somebody stand elsewhere; what only holds side by side may end, as the follow-ups of the game say."""
    if resolution.combatant(who).place != place:
        resolution.record(ev.PlaceSet(who=who, to=place))


def stand_all(resolution: Resolution, places: Mapping[CombatantId, Place | None]) -> None:
    """Has several stand elsewhere at once, so that what holds between them goes along with them.

    Whose own way waits in a tie does not go it afterwards: where it is put now it stands when the tie is over, too.
    """
    state = resolution.context.state
    moved = {who: to for who, to in places.items() if state.combatants[who].place != to}
    if moved:
        resolution.record(*(ev.PlaceSet(who=who, to=place) for who, place in moved.items()))
    waiting = waiting_ways(state)
    for who, to in places.items():
        if who in waiting:
            again = ev.PlaceSet(who=who, to=to)
            resolution.record(ev.ResultHeld(by=who, events=(again,), own=1))


def waiting_ways(state: EncounterState) -> Mapping[CombatantId, Place | None]:
    """Returns where those will stand when a tie is over whose ways wait in it."""
    return {
        each.who: each.to
        for held in state.held
        for each in held.events[: held.own]
        if isinstance(each, ev.PlaceSet)
    }


def arrive(
    resolution: Resolution,
    rules: FieldRules,
    who: CombatantId,
    end: Place | None,
    *,
    moved: Metres,
    most: Metres,
) -> None:
    """Has somebody who has gone so far stand where that brings them; where the move led to no place the log says so.

    ``moved`` is the ground gone, ``most`` what the move allows: a way that is longer is gone to its end, as the game
    master has drawn it, and the log says by how much.
    """
    before = resolution.combatant(who).place
    if before is None:
        return
    if end is None:
        tell_unmoved(resolution, who)
        return
    context = resolution.context
    whole = ground(context, rules, before, end)
    if whole > most and moved >= most:
        over = measured(require_plan(context).unit, whole - most)
        resolution.add_text("rules.field.beyond", over=metres_text(over), unit=rules.unit)
    stand(resolution, who, stop_of(context, rules, before, end, moved=moved, most=most))


def tell_unmoved(resolution: Resolution, who: CombatantId) -> None:
    """Says in the log that a move without a place has moved nobody on the plan, where who moves stands on it."""
    if resolution.combatant(who).place is not None:
        resolution.add_text("rules.field.unmoved")


def stop_of(
    context: RulesContext,
    rules: FieldRules,
    before: Place,
    end: Place,
    *,
    moved: Metres,
    most: Metres,
) -> Place:
    """Returns where a move stops that goes so far on its way: at its end, where that lies beyond what it allows."""
    if moved >= most:
        return end
    return along_way(context, rules, before, end, moved)


def _rounded(value: float) -> float:
    return round(value, 3)


def _text(value: float) -> str:
    return str(metres_text(value)) if isfinite(value) and abs(value) < 1e9 else f"{value:g}"
