"""Places of the plan as they are said in a line: a point, somebody, or an area by its name."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place, Point
from encounter_gui.encounter.plan import Area, Plan, Unit
from encounter_gui.gui.command_line.terms.line_context import LineContext
from encounter_gui.gui.command_line.terms.read import Read
from encounter_gui.gui.command_line.terms.targets import readings
from encounter_gui.gui.command_line.terms.words import said
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import geometry
from encounter_gui.rules.engine.field.plan_commands import STEP, converted
from encounter_gui.rules.model.metres import metres_text

_COORDINATE = re.compile(r"-?\d{1,6}(?:\.\d{1,3})?")
_BOTH = re.compile(rf"({_COORDINATE.pattern})[,;]({_COORDINATE.pattern})")
_LONGEST_NAME = 6
"""The longest name of an area that is looked for, in words."""

_UNKNOWN = 1
"""What it costs to take words for a place that is none: what is plainly said otherwise is meant before."""

_FEET = frozenset({"ft", "feet", "foot", "'"})
_DECIMALS = 3


class Goal(Struct, frozen=True, kw_only=True):
    """A place of the plan: a point, somebody, or an area; ``name`` says it in words."""

    name: str
    point: Point | None = None
    who: CombatantId | None = None
    area: Area | None = None


def goals(words: Sequence[str], at: int, line: LineContext) -> Iterator[Read]:
    """Yields what the words at a place may stand for; what is no place is refused with what the plan has."""
    found = [*points(words, at), *_people(words, at, line), *_areas(words, at, line)]
    yield from found
    if not found:
        error = refuse("gui.command.no_place", name=" ".join(words[at:]), known=_known(line))
        if line.context.state.plan is None:
            error = refuse("rules.field.no_plan")
        yield Read(count=len(words) - at, value=Goal(name=""), error=error, cost=_UNKNOWN)


def points(words: Sequence[str], at: int) -> Iterator[Read]:
    """Yields a point of the plan as a goal: ``26 8``, ``26, 8``, ``26,8``."""
    both = _BOTH.fullmatch(words[at])
    if both is not None:
        yield Read(count=1, value=_at(both[1], both[2]))
    pair = [said(each) for each in words[at : at + 2]]
    if len(pair) == len(("x", "y")) and all(map(_COORDINATE.fullmatch, pair)):
        yield Read(count=2, value=_at(*pair))


def _at(x: str, y: str) -> Goal:
    point = float(x), float(y)
    return Goal(name=f"{metres_text(point[0])}, {metres_text(point[1])}", point=point)


def _people(words: Sequence[str], at: int, line: LineContext) -> Iterator[Read]:
    for each in readings(words, at, line):
        who: tuple[CombatantId, ...] = each.value
        if each.error is not None:
            yield Read(count=each.count, value=Goal(name=""), error=each.error)
        elif len(who) == 1:
            goal = Goal(name=line.context.combatant(who[0]).name, who=who[0])
            yield Read(count=each.count, value=goal)


def _areas(words: Sequence[str], at: int, line: LineContext) -> Iterator[Read]:
    for each in areas(words, at, line):
        area: Area | None = each.value
        name = name_of(area, line.context) if area is not None else ""
        yield Read(
            count=each.count, value=Goal(name=name, area=area), error=each.error, cost=each.cost
        )


def areas(words: Sequence[str], at: int, line: LineContext) -> Iterator[Read]:
    """Yields the area that the words at a place name, by its whole name or the beginning of one of its words."""
    plan = line.context.state.plan
    known = (
        {each.key: name_of(each, line.context).casefold() for each in plan.areas} if plan else {}
    )
    for count in range(min(_LONGEST_NAME, len(words) - at), 0, -1):
        wanted = " ".join(said(each) for each in words[at : at + count])
        whole = [key for key, name in known.items() if name == wanted]
        begun = [key for key, name in known.items() if _is_begun(name, wanted)]
        keys = whole or begun
        if plan is None or not keys:
            continue
        error = None
        if len(keys) > 1:
            names = ", ".join(_where(plan, key, line.context) for key in keys)
            error = refuse("gui.command.which_of", name=wanted, names=names)
        yield Read(count=count, value=plan.area(keys[0]), error=error, cost=int(not whole))
        return


def areas_or_none(words: Sequence[str], at: int, line: LineContext) -> Iterator[Read]:
    """Yields the area that the words at a place name; words that name none are refused."""
    found = list(areas(words, at, line))
    yield from found
    if not found:
        error = refuse("rules.field.no_area", area=" ".join(words[at:]))
        yield Read(count=len(words) - at, value=None, error=error, cost=_UNKNOWN)


def _is_begun(name: str, wanted: str) -> bool:
    return len(wanted) > 2 and (name.startswith(wanted) or f" {wanted}" in f" {name}")


def name_of(area: Area, context: RulesContext) -> str:
    """Returns what an area is called: its name, else the word for what it is."""
    return area.name or context.texts.text_of(f"rules.field.kind.{area.kind or 'area'}")


def _where(plan: Plan, key: str, context: RulesContext) -> str:
    area = plan.area(key)
    if area is None:
        return key
    x, y = (metres_text(round(each, 1)) for each in geometry.middle(area))
    return f"{name_of(area, context)} ({key}, {x}, {y})"


def area_names(line: LineContext) -> Iterator[str]:
    """Yields the names of the areas of the plan, in small letters."""
    plan = line.context.state.plan
    for each in plan.areas if plan is not None else ():
        yield name_of(each, line.context).casefold()


def _known(line: LineContext) -> str:
    names = dict.fromkeys(area_names(line))
    return ", ".join(names) or "–"


def distance_in(amount: float, unit: str, to: Unit) -> float:
    """Returns a distance in the unit of the plan; without a unit it is said in that."""
    said_in: Unit = "ft" if unit in _FEET else "m" if unit else to
    return converted(amount, said_in, to)


def point_of(goal: Goal, line: LineContext, start: Place | None, *, is_inside: bool) -> Point:
    """Returns the point that is meant by a goal, for somebody who comes from a place.

    Of an area it is the nearest point, or with ``is_inside`` its middle.

    Raises:
        RuleError: it is somebody who stands nowhere.
    """
    if goal.point is not None:
        return goal.point
    if goal.area is not None:
        if is_inside or start is None:
            return _rounded(geometry.middle(goal.area))
        return _inside(goal.area, geometry.nearest(goal.area, start.point))
    combatant = line.context.known_combatant(goal.who or CombatantId(""))
    if combatant.place is None:
        raise refuse("rules.field.stands_nowhere", who=combatant.name)
    return combatant.place.point


def beside_area(area: Area, plan: Plan, start: Point) -> Point:
    """Returns a point a step outside an area, on the side of a start; where that lies beside the plan, its border."""
    inner, border = geometry.middle(area), geometry.nearest(area, start)
    if geometry.contains(area, start):
        return _rounded(start)
    x, y = geometry.away(border, inner, geometry.length(border, inner) + STEP[plan.unit])
    return _rounded((min(max(x, 0), plan.width), min(max(y, 0), plan.height)))


def _inside(area: Area, point: Point) -> Point:
    """Returns a point of a border as it is kept, a hair further in where rounding has put it out."""
    rounded = _rounded(point)
    if geometry.contains(area, rounded):
        return rounded
    return _rounded(geometry.towards(rounded, geometry.middle(area), 0.002))


def _rounded(point: Point) -> Point:
    return round(point[0], _DECIMALS), round(point[1], _DECIMALS)
