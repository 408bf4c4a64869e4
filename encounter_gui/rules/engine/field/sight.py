"""What the plan says of two people: how far they are apart, and what lies between them.

There is one measure: what is shown, what a rule compares with a range, and what the log says are the same number.
"""

from collections.abc import Iterable, Iterator
from math import cos, hypot, radians

from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place, Point
from encounter_gui.encounter.plan import Area, AreaKind, Plan, Unit
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.field import geometry
from encounter_gui.rules.model.metres import Metres

_LEAN: dict[Unit, float] = {"m": 1, "ft": 3}
"""Whoever is no farther than this from cover leans out past it when attacking: it is the attacker's own."""

_DECIMALS: dict[Unit, int] = {"m": 1, "ft": 0}
"""Distances are measured to a tenth of a metre, or to a foot."""


class Sight(Struct, frozen=True, kw_only=True):
    """What somebody has before them who attacks somebody else.

    ``distance`` is the plan's measure between their bodies. ``areas`` are those that count for the line between them:
    cover and smoke it goes through or in which the target stands, dark in which the target stands.
    """

    distance: Metres
    areas: tuple[Area, ...] = ()

    def of_kind(self, *kinds: AreaKind) -> tuple[Area, ...]:
        """Returns those of the areas that are of one of these kinds."""
        return tuple(each for each in self.areas if each.kind in kinds)


def measured(unit: Unit, length: float) -> Metres:
    """Returns a length as the plan measures it: to a tenth of a metre or to a foot, never below 0."""
    exact = round(max(length, 0), _DECIMALS[unit])
    return int(exact) if exact == int(exact) else exact


def apart(plan: Plan, one: Place, other: Place) -> Metres:
    """Returns how far two bodies are apart, in the plan's unit: 0 where they touch; the height of floors counts.

    A large body is as wide as it is on its own floor: it does not reach through the ceiling.
    """
    height = (other.floor - one.floor) * plan.storey
    gap = max(geometry.length(one.point, other.point) - one.radius - other.radius, 0)
    return measured(plan.unit, hypot(gap, height))


def distance(state: EncounterState, one: CombatantId, other: CombatantId) -> Metres | None:
    """Returns how far two combatants are apart, in the plan's unit; None: one of them stands nowhere."""
    places = _places(state, one, other)
    return None if state.plan is None or places is None else apart(state.plan, *places)


def sight(state: EncounterState, attacker: CombatantId, target: CombatantId) -> Sight | None:
    """Returns what an attacker has before them; None: there is no plan, or one of them stands nowhere."""
    places = _places(state, attacker, target)
    return None if places is None else between(state, *places)


def between(state: EncounterState, start: Place, end: Place) -> Sight | None:
    """Returns what lies between two places, such as a thrower's and its point; None: there is no plan."""
    plan = state.plan
    if plan is None:
        return None
    areas = tuple(_between(plan, start, end, lean=_LEAN[plan.unit]))
    return Sight(distance=apart(plan, start, end), areas=areas)


def from_point(state: EncounterState, point: Place, target: CombatantId) -> Sight | None:
    """Returns what lies between a point, such as that of a blast, and somebody; None: they stand nowhere."""
    plan, there = state.plan, _place_of(state, target)
    if plan is None or there is None:
        return None
    # Nobody leans out there: only cover in which the point itself lies does not stand between.
    areas = tuple(_between(plan, point, there, lean=geometry.HAIR))
    return Sight(distance=apart(plan, point, there), areas=areas)


def near(
    state: EncounterState, point: Place, radius: float, *, but: Iterable[CombatantId] = ()
) -> tuple[tuple[Combatant, Metres], ...]:
    """Returns who is touched by a circle on the floor of its centre, the nearest first, with how far from it.

    Somebody is touched where the plan's measure to their body is no more than the radius.
    """
    plan, left_out = state.plan, set(but)
    if plan is None:
        return ()
    found = [
        (each, apart(plan, point, each.place))
        for each in state.combatants.values()
        if each.place is not None and each.place.floor == point.floor and each.id not in left_out
    ]
    caught = [pair for pair in found if pair[1] <= radius]
    return tuple(sorted(caught, key=lambda pair: pair[1]))


def along(
    state: EncounterState, start: Place, end: Point, width: float
) -> tuple[tuple[Combatant, Metres], ...]:
    """Returns who stands in a strip of so much width along a line, the nearest to its start first."""
    plan, half = state.plan, width / 2 + geometry.HAIR
    if plan is None:
        return ()
    left, right = min(start.x, end[0]) - half, max(start.x, end[0]) + half
    top, bottom = min(start.y, end[1]) - half, max(start.y, end[1]) + half
    found = [
        (each, apart(plan, start, each.place))
        for each in state.combatants.values()
        if each.place is not None
        and left <= each.place.x + each.place.radius
        and each.place.x - each.place.radius <= right
        and top <= each.place.y + each.place.radius
        and each.place.y - each.place.radius <= bottom
        and each.place.floor == start.floor
        and geometry.beside_line(start.point, end, each.place.point) - each.place.radius <= half
    ]
    return tuple(sorted(found, key=lambda pair: pair[1]))


def in_cone(
    state: EncounterState, start: Place, towards: Point, length: float, degrees: float
) -> tuple[tuple[Combatant, Metres], ...]:
    """Returns who stands in a cone of so many degrees, the nearest to its tip first; nobody without a direction.

    It opens from its tip towards a point, to both sides alike, on the floor of its tip, and is so long as the plan
    measures it. Whose middle lies on its side is in it; who stands on its tip is not.
    """
    plan, whole = state.plan, geometry.length(start.point, towards)
    if plan is None or whole < geometry.HAIR:
        return ()
    ahead = (towards[0] - start.x) / whole, (towards[1] - start.y) / whole
    least = cos(radians(degrees / 2)) - geometry.HAIR
    found: list[tuple[Combatant, Metres]] = []
    for each in state.combatants.values():
        if each.place is None or each.place.floor != start.floor:
            continue
        far, gap = apart(plan, start, each.place), geometry.length(start.point, each.place.point)
        if gap < geometry.HAIR or far > length:
            continue
        along = ((each.place.x - start.x) * ahead[0] + (each.place.y - start.y) * ahead[1]) / gap
        if along >= least:
            found.append((each, far))
    return tuple(sorted(found, key=lambda pair: pair[1]))


def nearest_first(state: EncounterState, who: CombatantId) -> tuple[tuple[Combatant, Metres], ...]:
    """Returns everybody else who stands somewhere, the nearest to a combatant first, with how far they are."""
    plan, here = state.plan, _place_of(state, who)
    if plan is None or here is None:
        return ()
    found = [
        (each, apart(plan, here, each.place))
        for each in state.combatants.values()
        if each.place is not None and each.id != who
    ]
    return tuple(sorted(found, key=lambda pair: (pair[1], pair[0].number)))


def closest_first(
    state: EncounterState, who: CombatantId, others: Iterable[CombatantId]
) -> tuple[CombatantId, ...]:
    """Returns others with the nearest to somebody first; who stands nowhere comes last, in the order given."""
    order = {each.id: at for at, (each, _) in enumerate(nearest_first(state, who))}
    return tuple(sorted(others, key=lambda each: order.get(each, len(order))))


def standing_in(state: EncounterState, who: CombatantId) -> tuple[Area, ...]:
    """Returns the areas somebody stands in."""
    here = _place_of(state, who)
    if state.plan is None or here is None:
        return ()
    return tuple(
        each
        for each in state.plan.areas
        if each.floor == here.floor and geometry.contains(each, here.point)
    )


def _between(plan: Plan, start: Place, end: Place, *, lean: float) -> Iterator[Area]:
    """Yields the areas that count for an attack along a line.

    Cover behind the target or behind the attacker is not crossed; what the attacker stands in, or is no farther from
    than ``lean``, is the attacker's own, and does not count. People are no cover, standing or fallen.
    """
    for area in plan.areas:
        if not geometry.may_meet(area, start.point, end.point):  # most areas lie elsewhere
            continue
        # Who stands against the rim of cover has it behind it, unless the line goes through it.
        is_in = geometry.is_inside if area.kind == "cover" else geometry.contains
        counts = area.floor == end.floor and is_in(area, end.point)
        if not counts and area.kind != "dark" and area.floor in (start.floor, end.floor):
            counts = geometry.crosses(area, start.point, end.point)
        if counts and area.kind not in ("dark", "smoke") and area.floor == start.floor:
            counts = geometry.gap(area, start.point) > lean
        if counts:
            yield area


def _places(
    state: EncounterState, one: CombatantId, other: CombatantId
) -> tuple[Place, Place] | None:
    here, there = _place_of(state, one), _place_of(state, other)
    return None if here is None or there is None else (here, there)


def _place_of(state: EncounterState, who: CombatantId) -> Place | None:
    combatant = state.combatants.get(who)
    return combatant.place if combatant else None
