"""The game master's commands about the plan: its size, its areas, its picture, and who stands where."""

import re
from collections.abc import Sequence
from math import isfinite

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.core.picture_files import MOST_SIDE
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.place import Place, Point
from encounter_gui.encounter.plan import Area, Backdrop, Plan, Shape, Unit
from encounter_gui.encounter.values import Combatant, Duration, DurationKind, Expiry
from encounter_gui.rules.engine import durations
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import geometry
from encounter_gui.rules.engine.field.amounts import area_name
from encounter_gui.rules.engine.field.moving import (
    beside,
    onto,
    others,
    require_floor,
    require_on_plan,
    require_plan,
    stand_all,
    waiting_ways,
)
from encounter_gui.rules.engine.field.rules import FieldRules
from encounter_gui.rules.engine.field.sight import measured
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.metres import Metres, metres_text
from encounter_gui.rules.model.text_format import names_of

FEET_A_METRE = 1 / 0.3048

USUAL_SIZE: dict[Unit, tuple[float, float]] = {"m": (80, 40), "ft": (260, 130)}
"""How large a plan is that nobody has said a size for."""

_STOREY: dict[Unit, float] = {"m": 3, "ft": 10}

STEP: dict[Unit, float] = {"m": 1, "ft": 5}
"""A step of the grid; people who are put somewhere together stand so far from each other."""

LARGEST, SMALLEST = 10_000, 1
MOST_AREAS = 200
MOST_CORNERS = 64
LONGEST_NAME = 80
MOST_AMOUNT = 100

PlanCommand = do.SetPlan | do.Put | do.PutArea | do.RemoveArea | do.SetBackdrop

_UNTIL = re.compile(r"(?:(\d{1,3}) )?([a-z]+?)s?")
_PICTURE = re.compile(r"[0-9a-f]{64}")


def carry_out(
    resolution: Resolution,
    rules: FieldRules,
    command: PlanCommand,
    is_turn: durations.IsTurn,
) -> Message:
    """Carries a command about the plan out.

    Raises:
        RuleError: a place or an area cannot be so, or what it names is not there.
    """
    match command:
        case do.SetPlan():
            return _set_plan(resolution, rules, command)
        case do.Put():
            return _put(resolution, rules, command)
        case do.PutArea():
            return _put_area(resolution, rules, command, is_turn)
        case do.RemoveArea():
            return _remove_area(resolution, command)
        case do.SetBackdrop():
            return _set_backdrop(resolution, command)


def usual_plan(unit: Unit) -> ev.PlanSet:
    """Returns the plan a fight gets when somebody is put somewhere and it has none."""
    width, height = USUAL_SIZE[unit]
    return ev.PlanSet(width=width, height=height, unit=unit, storey=_STOREY[unit])


def converted(value: float, of: Unit, to: Unit) -> float:
    """Returns a length in one unit as what it is in another."""
    if of == to:
        return value
    factor = FEET_A_METRE if to == "ft" else 1 / FEET_A_METRE
    return round(value * factor, 3)


# ---- the plan


def _set_plan(resolution: Resolution, rules: FieldRules, command: do.SetPlan) -> Message:
    plan = resolution.context.state.plan
    if command.remove:
        require_plan(resolution.context)
        # Whose way waits in a tie stands nowhere either when it is over.
        state = resolution.context.state
        stand_all(resolution, {who: None for who in waiting_ways(state) if who in state.combatants})
        resolution.record(ev.PlanRemoved())
        return say("rules.log.plan_removed")
    unit = rules.unit
    given = command.unit or unit
    usual = usual_plan(unit)
    width, height = (plan.width, plan.height) if plan else (usual.width, usual.height)
    if command.size is not None:
        width, height = (converted(each, given, unit) for each in _size(command.size, "plan"))
    storey = plan.storey if plan else usual.storey
    if command.storey is not None:
        storey = converted(command.storey, given, unit)
    name = command.name if command.name is not None else (plan.name if plan else "")
    after = ev.PlanSet(
        width=width, height=height, unit=unit, name=_name(name), storey=_positive(storey)
    )
    outside = _outside(resolution.context, width, height)
    if outside:
        raise refuse(
            "rules.field.outside_then",
            who=names_of(outside),
            width=metres_text(width),
            height=metres_text(height),
            unit=unit,
        )
    beside = _areas_outside(resolution.context, width, height)
    if beside:
        raise refuse(
            "rules.field.areas_outside_then",
            areas=", ".join(beside),
            width=metres_text(width),
            height=metres_text(height),
            unit=unit,
        )
    resolution.record(after)
    return say(
        "rules.log.plan",
        name=after.name or resolution.context.texts.text_of("rules.field.plan"),
        width=metres_text(width),
        height=metres_text(height),
        unit=unit,
    )


def _outside(context: RulesContext, width: float, height: float) -> list[Combatant]:
    """Returns who stands beside a plan of that size, or will do so once a tie is over."""
    later = waiting_ways(context.state)
    return [
        each
        for each in context.state.combatants.values()
        if any(
            place is not None and not (place.x <= width and place.y <= height)
            for place in (each.place, later.get(each.id))
        )
    ]


def _areas_outside(context: RulesContext, width: float, height: float) -> list[str]:
    """Returns what the areas are called that would lie beside a plan of that size: it could not be copied then."""
    areas = context.state.plan.areas if context.state.plan is not None else ()
    return [
        area_name(context, each)
        for each in areas
        if not all(
            x <= width + geometry.HAIR and y <= height + geometry.HAIR for x, y in each.points
        )
    ]


def _size(size: Sequence[float], what: str) -> Point:
    if len(size) != len(("width", "height")) or not all(isfinite(each) for each in size):
        raise refuse("rules.field.no_size")
    if not all(SMALLEST <= each <= LARGEST for each in size):
        raise refuse(f"rules.field.{what}_size", least=SMALLEST, most=LARGEST)
    return float(size[0]), float(size[1])


def _positive(value: float) -> float:
    if not isfinite(value) or not SMALLEST <= value <= LARGEST:
        raise refuse("rules.field.no_storey", least=SMALLEST, most=LARGEST)
    return value


def _name(name: str) -> str:
    text = " ".join(name.split())
    if len(text) > LONGEST_NAME:
        raise refuse("rules.long_name", most=LONGEST_NAME)
    return text


# ---- who stands where


def _put(resolution: Resolution, rules: FieldRules, command: do.Put) -> Message:
    combatants = resolution.context.combatants(command.who)
    who = names_of(combatants)
    if command.off:
        stand_all(resolution, {each.id: None for each in combatants})
        return resolution.with_clauses(say("rules.log.put_off", who=who))
    if resolution.context.state.plan is None:
        resolution.record(usual_plan(rules.unit))
    plan = require_plan(resolution.context)
    if command.at is None and command.near is None:
        return _resized(resolution, command, combatants)
    centre = _centre(resolution.context, rules, command, combatants[0])
    step = 0 if command.together else _spread(command.spread) or STEP[plan.unit]
    points = geometry.around(centre.point, len(combatants), step)
    moved: list[Metres] = []
    places: dict[CombatantId, Place | None] = {}
    for combatant, point in zip(combatants, points, strict=True):
        before = combatant.place
        floor = before.floor if before is not None and command.near is None else centre.floor
        x, y = onto(plan, point)
        place = replace(
            before or Place(x=0, y=0),
            x=x,
            y=y,
            floor=floor if command.floor is None else require_floor(command.floor),
            radius=_radius(command.radius, before),
        )
        if before is not None:
            moved.append(measured(plan.unit, geometry.length(before.point, place.point)))
        places[combatant.id] = place
    stand_all(resolution, places)
    names: dict[str, str | int] = {
        "who": who,
        "x": metres_text(centre.x),
        "y": metres_text(centre.y),
        "unit": plan.unit,
    }
    if command.near is not None:
        near = resolution.context.known_combatant(command.near).name
        label = say("rules.log.put_near", near=near, away=metres_text(command.away), **names)
        if not command.away:
            label = say("rules.log.put_beside", near=near, **names)
    elif len(moved) == 1 == len(combatants):
        label = say("rules.log.put_from", far=metres_text(moved[0]), **names)
    else:
        label = say("rules.log.put", **names)
    return resolution.with_clauses(label)


def _resized(resolution: Resolution, command: do.Put, combatants: Sequence[Combatant]) -> Message:
    """Changes how large people are or on which floor they stand, where nothing is said of a point."""
    if command.radius is None and command.floor is None:
        raise refuse("rules.field.where")
    places: dict[CombatantId, Place | None] = {}
    for each in combatants:
        if each.place is None:
            raise refuse("rules.field.stands_nowhere", who=each.name)
        floor = each.place.floor if command.floor is None else require_floor(command.floor)
        radius = _radius(command.radius, each.place)
        places[each.id] = replace(each.place, radius=radius, floor=floor)
    stand_all(resolution, places)
    who = names_of(combatants)
    if command.floor is not None and command.radius is None:
        label = say("rules.log.put_floor", who=who, floor=command.floor)
        return resolution.with_clauses(label)
    return resolution.with_clauses(say("rules.log.put_as", who=who))


def _spread(spread: Metres) -> float:
    if not 0 <= spread <= LARGEST:
        raise refuse("rules.field.no_size")
    return float(spread)


def _radius(said: Metres | None, before: Place | None) -> float:
    if said is None:
        return before.radius if before else 0
    if not 0 <= said <= LARGEST:
        raise refuse("rules.field.no_size")
    return float(said)


def _centre(context: RulesContext, rules: FieldRules, command: do.Put, first: Combatant) -> Place:
    """Returns the point at which somebody is put, as a place."""
    plan = require_plan(context)
    if command.at is not None:
        x, y = require_on_plan(plan, command.at)
        return Place(x=x, y=y)
    near = context.known_combatant(command.near or CombatantId(""))
    if near.place is None:
        raise refuse("rules.field.stands_nowhere", who=near.name)
    here = first.place or Place(x=plan.width / 2, y=plan.height / 2)
    if not command.away:
        here = replace(here, floor=near.place.floor)
        taken = others(context, near.place, *([first.place] if first.place is not None else ()))
        return beside(rules, plan, here, near.place, taken)
    stop = float(command.away) + near.place.radius + here.radius
    x, y = geometry.away(here.point, near.place.point, stop)
    if not (0 <= x <= plan.width and 0 <= y <= plan.height):
        x, y = geometry.away(  # on the other side there may be room
            (plan.width / 2, plan.height / 2), near.place.point, stop
        )
    x, y = require_on_plan(plan, (x, y))
    return Place(x=x, y=y, floor=near.place.floor)


# ---- areas


def _put_area(
    resolution: Resolution, rules: FieldRules, command: do.PutArea, is_turn: durations.IsTurn
) -> Message:
    context = resolution.context
    if context.state.plan is None:
        resolution.record(usual_plan(rules.unit))
    plan = require_plan(resolution.context)
    before = plan.area(command.area) if command.area else None
    if command.area and before is None:
        raise refuse("rules.field.no_area", area=command.area)
    if before is None and len(plan.areas) >= MOST_AREAS:
        raise refuse("rules.field.too_many_areas", most=MOST_AREAS)
    area = _shaped(plan, command, before or Area(key=free_key(plan), shape="rectangle", points=()))
    area = replace(
        area,
        name=area.name if command.name is None else _name(command.name),
        kind=area.kind if command.is_ is None else command.is_,
        step=area.step if command.step is None else command.step,
        amount=area.amount if command.amount is None else _amount(rules, command.amount),
        floor=area.floor if command.floor is None else require_floor(command.floor),
        until=_until(context, command.until, is_turn) if command.until else area.until,
    )
    known = (*rules.steps.get(area.kind, ()), *(rules.ground if area.kind == "difficult" else ()))
    if area.step and area.step not in known:
        listed = ", ".join(known) or "–"
        raise refuse("rules.field.no_step", step=area.step, known=listed)
    resolution.record(ev.AreaSet(area=area))
    key = "rules.log.area" if before is None else "rules.log.area_changed"
    return say(key, name=area_name(context, area))


def _amount(rules: FieldRules, amount: int) -> int:
    if not -MOST_AMOUNT <= amount <= MOST_AMOUNT:
        raise refuse("rules.field.no_amount", most=MOST_AMOUNT)
    if amount and not rules.has_amounts:
        raise refuse("rules.field.no_amounts")
    return amount


def free_key(plan: Plan) -> str:
    """Returns a key that no area of a plan has yet."""
    taken = {area.key for area in plan.areas}
    number = len(taken) + 1
    while f"area_{number}" in taken:
        number += 1
    return f"area_{number}"


def _shaped(plan: Plan, command: do.PutArea, area: Area) -> Area:
    """Returns an area with the shape that a command says; without one it keeps its own, moved or resized."""
    shape: Shape = command.shape or _meant(command) or area.shape
    if command.shape is None and not _meant(command) and area.points:
        return _moved(plan, command, area)
    at = require_on_plan(plan, command.at) if command.at is not None else None
    match shape:
        case "circle":
            if at is None or command.radius is None or not 0 < command.radius <= LARGEST:
                raise refuse("rules.field.circle_needs")
            return replace(area, shape=shape, points=(at,), radius=float(command.radius))
        case "rectangle":
            if at is None or command.size is None:
                raise refuse("rules.field.rectangle_needs")
            size = command.size
            if len(size) != len(at) or not all(isfinite(each) and each > 0 for each in size):
                raise refuse("rules.field.rectangle_needs")
            other = require_on_plan(plan, (at[0] + size[0], at[1] + size[1]))
            return replace(area, shape=shape, points=(at, other), radius=0)
        case "polygon":
            if not len("abc") <= len(command.points) <= MOST_CORNERS:
                raise refuse("rules.field.polygon_needs", most=MOST_CORNERS)
            points = tuple(require_on_plan(plan, each) for each in command.points)
            return replace(area, shape=shape, points=points, radius=0)


def _meant(command: do.PutArea) -> Shape | None:
    """Returns the shape that is meant where only its measures are said."""
    if command.points:
        return "polygon"
    if command.size is not None:
        return "rectangle"
    return "circle" if command.radius is not None and command.at is not None else None


def _moved(plan: Plan, command: do.PutArea, area: Area) -> Area:
    radius = area.radius
    if command.radius is not None and area.shape == "circle":
        if not 0 < command.radius <= LARGEST:
            raise refuse("rules.field.circle_needs")
        radius = float(command.radius)
    points = area.points
    if command.at is not None:
        x, y = require_on_plan(plan, command.at)
        left, top = points[0]
        points = tuple(require_on_plan(plan, (px + x - left, py + y - top)) for px, py in points)
    return replace(area, points=points, radius=radius)


def _until(context: RulesContext, said: str, is_turn: durations.IsTurn) -> Expiry | None:
    """Returns when an area ends: ``next turn`` of whoever acts, ``2 rounds``, in the units of the game.

    Raises:
        RuleError: it cannot be understood, or the game does not count so.
    """
    text, acting = " ".join(said.lower().split()), context.state.acting
    if text == "next turn":
        if not acting:
            return durations.expiry(
                context,
                Duration(kind=durations.usual_unit(context.ruleset.time)),
                CombatantId(""),
                is_turn,
            )
        return durations.expiry(context, Duration(kind="turn_start"), acting[0], is_turn)
    found = _UNTIL.fullmatch(text)
    units: dict[str, DurationKind] = {each: each for each in durations.units(context.ruleset.time)}
    kind = units.get(found[2]) if found else None
    if found is None or kind is None:
        raise refuse("rules.field.until", until=said, units=", ".join(units))
    duration = Duration(kind=kind, count=int(found[1] or 1))
    return durations.expiry(context, duration, CombatantId(""), is_turn)


def _remove_area(resolution: Resolution, command: do.RemoveArea) -> Message:
    plan = require_plan(resolution.context)
    wanted = command.area.strip()
    named = [each for each in plan.areas if each.name.casefold() == wanted.casefold()]
    area = plan.area(wanted) or (named[0] if len(named) == 1 else None)
    if area is None:
        raise refuse("rules.field.no_area", area=command.area)
    resolution.record(ev.AreaRemoved(key=area.key))
    return say("rules.log.area_removed", name=area_name(resolution.context, area))


def are_pixels(pixels: Sequence[int]) -> bool:
    """Returns whether a picture that is kept can have so many pixels in width and height."""
    return all(1 <= each <= MOST_SIDE for each in pixels)


def _set_backdrop(resolution: Resolution, command: do.SetBackdrop) -> Message:
    plan = require_plan(resolution.context)
    if not command.picture:
        resolution.record(ev.BackdropSet(backdrop=None))
        return say("rules.log.backdrop_removed")
    if not _PICTURE.fullmatch(command.picture):
        raise refuse("rules.field.no_picture")
    wide, high = command.pixels
    if not (0 < command.width <= LARGEST and are_pixels(command.pixels)):
        raise refuse("rules.field.no_size")
    if len(command.at) != len(("x", "y")) or not all(
        isfinite(each) and abs(each) <= LARGEST for each in command.at
    ):
        raise refuse("rules.field.no_point")
    backdrop = Backdrop(
        picture=command.picture,
        at=(float(command.at[0]), float(command.at[1])),
        width=float(command.width),
        pixels=(wide, high),
    )
    if backdrop != plan.backdrop:
        resolution.record(ev.BackdropSet(backdrop=backdrop))
    return say("rules.log.backdrop", width=metres_text(command.width), unit=plan.unit)
