"""A whole plan laid in an encounter, as where one is copied or comes out of a file: checked, and said in commands."""

from collections.abc import Iterator
from math import isfinite

from msgspec.structs import replace

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.encounter.place import Place, Point
from encounter_gui.encounter.plan import Area, Plan, Unit
from encounter_gui.encounter.values import EncounterStatus
from encounter_gui.rules.engine import durations
from encounter_gui.rules.engine.field.moving import require_floor, require_on_plan
from encounter_gui.rules.engine.field.plan_commands import (
    LARGEST,
    LONGEST_NAME,
    MOST_AMOUNT,
    MOST_AREAS,
    MOST_CORNERS,
    SMALLEST,
    are_pixels,
    converted,
)
from encounter_gui.rules.engine.field.rules import FieldRules
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.ruleset import TimeUnits

_CORNERS = {"rectangle": (2, 2), "circle": (1, 1), "polygon": (3, MOST_CORNERS)}


def require_sound(plan: Plan) -> Plan:
    """Returns a plan that is as one laid by commands could be, whoever wrote it.

    Raises:
        RuleError: a number or a name is out of its range, there are too many areas, or one lies beside the plan.
    """
    if not all(is_length(each) for each in (plan.width, plan.height)):
        raise refuse("rules.field.plan_size", least=SMALLEST, most=LARGEST)
    if not is_length(plan.storey):
        raise refuse("rules.field.no_storey", least=SMALLEST, most=LARGEST)
    if len(plan.areas) > MOST_AREAS:
        raise refuse("rules.field.too_many_areas", most=MOST_AREAS)
    _require_short(plan.name)
    for area in plan.areas:
        _require_sound_area(plan, area)
    backdrop = plan.backdrop
    if backdrop is not None:
        is_there = len(backdrop.at) == len(("x", "y")) and all(map(_is_near, backdrop.at))
        if not (is_there and _is_within(backdrop.width, 0) and are_pixels(backdrop.pixels)):
            raise refuse("rules.field.no_size")
    return plan


def _require_sound_area(plan: Plan, area: Area) -> None:
    for name in (area.key, area.name, area.step):
        _require_short(name)
    least, most = _CORNERS[area.shape]
    if not least <= len(area.points) <= most:
        raise refuse("rules.field.polygon_needs", most=MOST_CORNERS)
    for point in area.points:
        require_on_plan(plan, point)
    if area.shape == "circle" and not _is_within(area.radius, 0):
        raise refuse("rules.field.circle_needs")
    if area.shape == "rectangle" and not all(_extent(area)):
        raise refuse("rules.field.rectangle_needs")
    if abs(area.amount) > MOST_AMOUNT:
        raise refuse("rules.field.no_amount", most=MOST_AMOUNT)
    require_floor(area.floor)


def _require_short(name: str) -> None:
    if len(name) > LONGEST_NAME:
        raise refuse("rules.long_name", most=LONGEST_NAME)


def is_length(value: float) -> bool:
    """Returns whether a plan can be so long or wide, and its floors so high, in its own unit."""
    return _is_within(value, SMALLEST)


def _is_within(value: float, least: float) -> bool:
    return isfinite(value) and value > 0 and least <= value <= LARGEST


def _is_near(value: float) -> bool:
    return isfinite(value) and abs(value) <= LARGEST


def is_sound_place(place: Place) -> bool:
    """Returns whether a place is one that somebody can have on some plan."""
    numbers = (place.x, place.y, place.radius)
    if not all(isfinite(each) and 0 <= each <= LARGEST for each in numbers):
        return False
    try:
        require_floor(place.floor)
    except RuleError:
        return False
    return True


# ---- in another unit


def plan_in(plan: Plan, unit: Unit) -> Plan:
    """Returns a plan with every length in another unit; as it is where that is its own.

    Source: acceptance case F3, feet are not metres.
    """
    if plan.unit == unit:
        return plan

    def there(value: float) -> float:
        return converted(value, plan.unit, unit)

    def moved(point: Point) -> Point:
        return there(point[0]), there(point[1])

    areas = tuple(
        replace(each, points=tuple(map(moved, each.points)), radius=there(each.radius))
        for each in plan.areas
    )
    backdrop = plan.backdrop
    if backdrop is not None:
        backdrop = replace(backdrop, at=moved(backdrop.at), width=there(backdrop.width))
    return replace(
        plan,
        width=there(plan.width),
        height=there(plan.height),
        storey=there(plan.storey),
        unit=unit,
        areas=areas,
        backdrop=backdrop,
    )


def place_in(place: Place, of: Unit, unit: Unit) -> Place:
    """Returns a place with its lengths in another unit."""
    if of == unit:
        return place
    x, y, radius = (converted(each, of, unit) for each in (place.x, place.y, place.radius))
    return replace(place, x=x, y=y, radius=radius)


# ---- laid


def kept_plan(plan: Plan | None, stage: EncounterStatus, time: TimeUnits) -> Plan | None:
    """Returns what of an encounter's plan another encounter can have.

    What ends by itself goes along only where it can be said anew: in rounds, of an encounter that has not begun.
    """
    if plan is None:
        return None
    areas = tuple(
        each
        for each in plan.areas
        if each.until is None or (stage == "ready" and _until_words(each, time))
    )
    return replace(plan, areas=areas)


def laying(plan: Plan, rules: FieldRules, time: TimeUnits) -> Iterator[do.Command]:
    """Yields the commands that lay a plan in an encounter that has none and has not begun.

    A step of an area that this game does not know is the least of its kind, and a modifier of the game master's own is
    left out where it has none. The plan is ``require_sound``.
    """
    plan = plan_in(plan, rules.unit)
    yield do.SetPlan(size=(plan.width, plan.height), name=plan.name, storey=plan.storey)
    for area in plan.areas:
        yield _put(area, rules, time)
    backdrop = plan.backdrop
    if backdrop is not None:
        yield do.SetBackdrop(
            picture=backdrop.picture, at=backdrop.at, width=backdrop.width, pixels=backdrop.pixels
        )


def _put(area: Area, rules: FieldRules, time: TimeUnits) -> do.PutArea:
    known = (*rules.steps.get(area.kind, ()), *(rules.ground if area.kind == "difficult" else ()))
    command = do.PutArea(
        shape=area.shape,
        name=area.name,
        is_=area.kind,
        step=area.step if area.step in known else "",
        amount=area.amount if rules.has_amounts else 0,
        floor=area.floor,
        until=_until_words(area, time),
    )
    match area.shape:
        case "rectangle":
            at = min(x for x, _ in area.points), min(y for _, y in area.points)
            return replace(command, at=at, size=_extent(area))
        case "circle":
            return replace(command, at=area.points[0], radius=area.radius)
        case "polygon":
            return replace(command, points=area.points)


def _extent(area: Area) -> Point:
    """Returns the width and height of a rectangle."""
    (left, top), (right, bottom) = area.points
    return abs(right - left), abs(bottom - top)


def _until_words(area: Area, time: TimeUnits) -> str:
    """Returns when an area ends as it is said in a command; empty: never, or not to be said so."""
    until = area.until
    if until is None or until.whose is not None or until.at is not None or until.round < 1:
        return ""
    unit = next(iter(durations.units(time)))
    return f"{until.round} {unit}" if until.round <= durations.LONGEST else ""
