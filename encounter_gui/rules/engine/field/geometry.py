"""Plane geometry for the plan: lengths, points in shapes, lines through shapes. Knows no rules and no state.

Everything is in the plan's unit. A border belongs to its shape; a line that only touches a shape does not cross it.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin, sqrt

from encounter_gui.encounter.place import Point
from encounter_gui.encounter.plan import Area

HAIR = 1e-6
"""Less than this is no length: it comes of the arithmetic."""

_SIXTH = pi / 3


def length(one: Point, other: Point) -> float:
    """Returns how far two points are apart, in a straight line."""
    return hypot(other[0] - one[0], other[1] - one[1])


def towards(start: Point, end: Point, distance: float) -> Point:
    """Returns the point so far from the start on the straight way to the end; the end, where it is nearer."""
    whole = length(start, end)
    if whole <= distance or whole < HAIR:
        return end
    part = max(distance, 0) / whole
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def away(start: Point, end: Point, distance: float) -> Point:
    """Returns the point so far from the end, on the straight line from it to the start and beyond it.

    Where both are one point, it lies to the right of it.
    """
    whole = length(start, end)
    if whole < HAIR:
        return end[0] + distance, end[1]
    part = distance / whole
    return end[0] + (start[0] - end[0]) * part, end[1] + (start[1] - end[1]) * part


def from_angle(start: Point, facing: Point, sixths: float, distance: float) -> Point:
    """Returns the point so far from the start, in the direction of ``facing`` turned clockwise by sixths of a circle.

    The plan's second number grows downwards, so that clockwise is what it looks like. Without a direction (both are one
    point) it is taken to be to the right.
    """
    angle = atan2(facing[1] - start[1], facing[0] - start[0]) + sixths * _SIXTH
    return start[0] + cos(angle) * distance, start[1] + sin(angle) * distance


def first_free(points: Iterable[Point], taken: Collection[Point], room: float) -> Point | None:
    """Returns the first point that is no nearer than ``room`` to any that is taken; None: all are nearer."""
    free = (each for each in points if all(length(each, other) >= room for other in taken))
    return next(free, None)


def contains(area: Area, point: Point) -> bool:
    """Returns whether a point lies in an area or on its border."""
    match area.shape:
        case "circle":
            return length(area.points[0], point) <= area.radius + HAIR
        case "rectangle":
            (left, right), (top, bottom) = _sides(area.points)
            x, y = point
            return left - HAIR <= x <= right + HAIR and top - HAIR <= y <= bottom + HAIR
        case "polygon":
            return _on_border(area.points, point) or _in_polygon(area.points, point)


def is_inside(area: Area, point: Point) -> bool:
    """Returns whether a point lies in an area and not on its border: a line along a border does not go through it."""
    match area.shape:
        case "circle":
            return length(area.points[0], point) < area.radius - HAIR
        case "rectangle":
            (left, right), (top, bottom) = _sides(area.points)
            return left + HAIR < point[0] < right - HAIR and top + HAIR < point[1] < bottom - HAIR
        case "polygon":
            return not _on_border(area.points, point) and _in_polygon(area.points, point)


def gap(area: Area, point: Point) -> float:
    """Returns how far a point is from an area; 0 in it."""
    if contains(area, point):
        return 0
    if area.shape == "circle":
        return length(area.points[0], point) - area.radius
    return min(_gap_to_segment(point, *edge) for edge in _edges(corners(area)))


def nearest(area: Area, point: Point) -> Point:
    """Returns the point of an area that is nearest to another; that one itself, where it lies in the area."""
    if contains(area, point):
        return point
    if area.shape == "circle":
        return towards(area.points[0], point, area.radius)
    candidates = (nearest_on(point, *edge) for edge in _edges(corners(area)))
    return min(candidates, key=lambda each: length(each, point))


def middle(area: Area) -> Point:
    """Returns the middle of an area: of a circle its centre, else the mean of its corners."""
    points = corners(area)
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def length_within(area: Area, start: Point, end: Point) -> float:
    """Returns how much of a straight line lies in an area."""
    whole = length(start, end)
    if whole < HAIR:
        return 0
    cuts = sorted({0.0, 1.0, *(each for each in _cuts(area, start, end) if 0 < each < 1)})
    inside = 0.0
    for one, other in pairwise(cuts):
        middle = (one + other) / 2
        at = start[0] + (end[0] - start[0]) * middle, start[1] + (end[1] - start[1]) * middle
        if is_inside(area, at):
            inside += other - one
    return inside * whole


def crosses(area: Area, start: Point, end: Point) -> bool:
    """Returns whether a straight line goes through an area, and does not only touch it."""
    return length_within(area, start, end) > HAIR


def may_meet(area: Area, start: Point, end: Point) -> bool:
    """Returns whether a straight line may touch an area; False: it certainly does not. A quick look before others."""
    if area.shape == "circle":
        (x, y), r = area.points[0], area.radius
        left, right, top, bottom = x - r, x + r, y - r, y + r
    elif len(area.points) == len(("one corner", "the other")):
        (left, right), (top, bottom) = _sides(area.points)
    else:
        xs, ys = [x for x, _ in area.points], [y for _, y in area.points]
        left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    (x1, y1), (x2, y2) = start, end
    left, right, top, bottom = left - HAIR, right + HAIR, top - HAIR, bottom + HAIR
    beside = (x1 < left and x2 < left) or (x1 > right and x2 > right)
    return not (beside or (y1 < top and y2 < top) or (y1 > bottom and y2 > bottom))


def weighted_length(ways: Sequence[tuple[Area, float]], start: Point, end: Point) -> float:
    """Returns the length of a straight line, each part of it times the greatest factor of the areas it lies in.

    Outside of all of them it counts once.
    """
    whole = length(start, end)
    if whole < HAIR:
        return 0
    cuts = {0.0, 1.0}
    for area, _ in ways:
        cuts |= {each for each in _cuts(area, start, end) if 0 < each < 1}
    found = 0.0
    for one, other in pairwise(sorted(cuts)):
        middle = (one + other) / 2
        at = start[0] + (end[0] - start[0]) * middle, start[1] + (end[1] - start[1]) * middle
        factors = (factor for area, factor in ways if is_inside(area, at))
        found += (other - one) * max(factors, default=1)
    return found * whole


def beside_line(start: Point, end: Point, point: Point) -> float:
    """Returns how far a point is from the straight line between two others."""
    return _gap_to_segment(point, start, end)


def corners(area: Area) -> tuple[Point, ...]:
    """Returns the corners of a rectangle or polygon, in order; of a circle those of the square around it."""
    if area.shape == "polygon":
        return area.points
    if area.shape == "circle":
        (x, y), r = area.points[0], area.radius
        return (x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)
    (left, right), (top, bottom) = _sides(area.points)
    return (left, top), (right, top), (right, bottom), (left, bottom)


def around(centre: Point, count: int, step: float) -> tuple[Point, ...]:
    """Returns points for so many people beside each other, the first at the centre, then ring by ring.

    A ring has six more than the one within it, so that nobody stands nearer than a step to another.
    """
    points = [centre]
    ring = 1
    while len(points) < count:
        number = min(6 * ring, count - len(points))
        points += (
            (
                centre[0] + cos(2 * pi * each / number) * step * ring,
                centre[1] + sin(2 * pi * each / number) * step * ring,
            )
            for each in range(number)
        )
        ring += 1
    return tuple(points[:count])


def _sides(points: Sequence[Point]) -> tuple[tuple[float, float], tuple[float, float]]:
    (x1, y1), (x2, y2) = points[0], points[1]
    return (min(x1, x2), max(x1, x2)), (min(y1, y2), max(y1, y2))


def _edges(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return pairwise((*points, points[0]))


def _in_polygon(points: Sequence[Point], point: Point) -> bool:
    x, y = point
    is_in = False
    for (x1, y1), (x2, y2) in _edges(points):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            is_in = not is_in
    return is_in


def _on_border(points: Sequence[Point], point: Point) -> bool:
    return any(_gap_to_segment(point, *edge) <= HAIR for edge in _edges(points))


def _gap_to_segment(point: Point, start: Point, end: Point) -> float:
    return length(point, nearest_on(point, start, end))


def nearest_on(point: Point, start: Point, end: Point) -> Point:
    """Returns the point of a straight line between two others that is nearest to a point."""
    (px, py), (sx, sy), (ex, ey) = point, start, end
    dx, dy = ex - sx, ey - sy
    squared = dx * dx + dy * dy
    if squared < HAIR * HAIR:
        return start
    part = max(0.0, min(1.0, ((px - sx) * dx + (py - sy) * dy) / squared))
    return sx + part * dx, sy + part * dy


def _cuts(area: Area, start: Point, end: Point) -> Iterator[float]:
    """Yields where a line meets the border of an area, as parts of its length."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    if area.shape == "circle":
        (cx, cy), r = area.points[0], area.radius
        fx, fy = start[0] - cx, start[1] - cy
        a, b, c = dx * dx + dy * dy, 2 * (fx * dx + fy * dy), fx * fx + fy * fy - r * r
        root = b * b - 4 * a * c
        if root > 0:
            yield (-b - sqrt(root)) / (2 * a)
            yield (-b + sqrt(root)) / (2 * a)
        return
    for (x1, y1), (x2, y2) in _edges(corners(area)):
        ex, ey = x2 - x1, y2 - y1
        across = dx * ey - dy * ex
        if abs(across) < HAIR * HAIR:
            continue
        part = ((x1 - start[0]) * ey - (y1 - start[1]) * ex) / across
        along = ((x1 - start[0]) * dy - (y1 - start[1]) * dx) / across
        if -HAIR <= along <= 1 + HAIR:
            yield part
