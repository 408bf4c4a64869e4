"""How a plan lies on its surface: its scale and its corner. Knows no widgets."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QPointF, QRectF

from encounter_gui.encounter.place import Point
from encounter_gui.rules.engine.field import geometry

CLOSEST, FARTHEST = 60.0, 0.5
"""How many logical pixels a step of the grid has at most and at least."""

ZOOM = 1.25
_USUAL = 13.0
"""Logical pixels of a step where nothing asks for fewer or more."""
_USUAL_ROOM = (730.0, 215.0)
"""How large the surface is then, in logical pixels; on a larger one people are seen larger."""
_BESIDE, _ABOVE = 34.0, 22.0
"""What stays free beside and above everybody, in logical pixels: letters stand there."""
_TOKEN = 14.0
"""What half a token takes with its rim."""
_SAME = ((0, 0),)
_STRAIGHT = ((-1, 0), (1, 0), (0, -1), (0, 1))
_ACROSS = ((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5))
"""Where there may be room for who is dropped, in steps: there, whole ones beside it, then between them."""
_LITTLE_SMALLER = 0.85
"""How much smaller people may be seen for the sake of what else is seen then."""


class ViewPort:
    """Turns points of the plan into those of the surface and back; ``scale`` is logical pixels a unit."""

    def __init__(self) -> None:
        """Shows nothing yet."""
        self.scale = _USUAL
        self.corner = QPointF()
        """Where the plan's upper left corner lies on the surface."""
        self.is_own = False
        """Whether the game master has chosen what is seen."""

    @property
    def key(self) -> tuple[float, float, float]:
        """Returns what tells one view from another."""
        return self.scale, self.corner.x(), self.corner.y()

    def to_surface(self, point: Point) -> QPointF:
        """Returns where a point of the plan is seen."""
        return QPointF(
            self.corner.x() + point[0] * self.scale, self.corner.y() + point[1] * self.scale
        )

    def to_plan(self, at: QPointF) -> Point:
        """Returns the point of the plan that is seen at a place."""
        return (at.x() - self.corner.x()) / self.scale, (at.y() - self.corner.y()) / self.scale

    def box(self, width: float, height: float) -> QRectF:
        """Returns where a plan of this size lies."""
        return QRectF(self.corner.x(), self.corner.y(), width * self.scale, height * self.scale)

    def show_box(
        self, box: QRectF, room: QRectF, step: float, *, beside: float = 0, above: float = 0
    ) -> None:
        """Shows a part of the plan, its middle in the middle; ``step`` is that of the grid."""
        fitting = _fitting(box, room, beside, above)
        self.scale = min(max(fitting, FARTHEST / step), CLOSEST / step)
        centre = box.center() * self.scale
        self.corner = QPointF(room.center().x() - centre.x(), room.center().y() - centre.y())

    def show_people(
        self,
        points: Sequence[Point],
        size: Point,
        room: QRectF,
        step: float,
        besides: Sequence[QRectF] = (),
    ) -> None:
        """Shows everybody as large as they fit, and the surface filled; nobody: the whole plan.

        ``besides`` are parts of the plan that are seen as well where that costs little, such as areas near to people.
        """
        whole = QRectF(0, 0, *size)
        if not points:
            self.show_box(whole, room, step, beside=4, above=4)
            return
        left, top = (min(each[axis] for each in points) for axis in (0, 1))
        right, bottom = (max(each[axis] for each in points) for axis in (0, 1))
        box = QRectF(QPointF(left, top), QPointF(right, bottom))
        least = _LITTLE_SMALLER * min(_fitting(box, room), _usual(room) / step)
        for each in besides:
            wider = box.united(each & whole)
            if _fitting(wider, room) >= least:
                box = wider
        if _fitting(whole, room, 4, 4) >= least:
            self.show_box(whole, room, step, beside=4, above=4)
            return
        # A plan that leaves the surface blank beside it is shown larger, as long as every token is wholly seen.
        filling = max(room.width() / size[0], room.height() / size[1])
        scale = min(
            max(_fitting(box, room), min(filling, _fitting(box, room, _TOKEN, _TOKEN))),
            max(_usual(room) / step, filling),
        )
        self.scale = min(max(scale, FARTHEST / step), CLOSEST / step)
        self.corner = QPointF(
            self._start(box.left(), box.right(), size[0], room.left(), room.right()),
            self._start(box.top(), box.bottom(), size[1], room.top(), room.bottom()),
        )

    def _start(self, low: float, high: float, most: float, first: float, last: float) -> float:
        """Returns where the plan begins along one axis: ``low`` to ``high`` in the middle, little of it blank."""
        scale, middle = self.scale, (first + last) / 2
        if most * scale <= last - first:
            start = middle - most * scale / 2
        else:
            start = min(max(middle - (low + high) / 2 * scale, last - most * scale), first)
        start = min(start, last - _TOKEN - high * scale)  # no token is cut
        return max(start, first + _TOKEN - low * scale)

    def zoom(self, factor: float, about: QPointF, step: float) -> None:
        """Shows more or less; what is seen at a place stays there."""
        point = self.to_plan(about)
        self.scale = min(max(self.scale * factor, FARTHEST / step), CLOSEST / step)
        self.corner = QPointF(about.x() - point[0] * self.scale, about.y() - point[1] * self.scale)
        self.is_own = True

    def move(self, by: QPointF) -> None:
        """Moves what is seen."""
        self.corner += by
        self.is_own = True


def _fitting(box: QRectF, room: QRectF, beside: float = _BESIDE, above: float = _ABOVE) -> float:
    """Returns the scale at which a part of the plan just fits."""
    wide, high = max(room.width() - 2 * beside, 1), max(room.height() - 2 * above, 1)
    return min(wide / max(box.width(), 1e-6), high / max(box.height(), 1e-6))


def _usual(room: QRectF) -> float:
    """Returns how many logical pixels a step has where nothing asks for fewer or more."""
    larger = min(room.width() / _USUAL_ROOM[0], room.height() / _USUAL_ROOM[1])
    if room.height() > 2 * room.width() / 3:
        larger = max(larger, 2)
    return _USUAL * max(larger, 1)


def free_spot(
    point: Point, start: Point, taken: Collection[Point], step: float, size: Point
) -> Point:
    """Returns where somebody is put who is dropped on somebody else: beside them, one step away at most.

    Of the free places around it is the one nearest to ``start``; the point itself where nobody stands on it, or where
    no place around it is free.
    """
    for ways in (_SAME, _STRAIGHT, _ACROSS):
        around = ((point[0] + x * step, point[1] + y * step) for x, y in ways)
        on_plan = (each for each in around if 0 <= each[0] <= size[0] and 0 <= each[1] <= size[1])
        nearest = sorted(on_plan, key=lambda each: geometry.length(each, start))
        free = geometry.first_free(nearest, taken, step / 2 - geometry.HAIR)
        if free is not None:
            return free
    return point


def snapped(point: Point, step: float, size: Point) -> Point:
    """Returns the nearest half of a step, on the plan: a person stands in a field of the grid or on its line."""
    half = step / 2
    x, y = (
        min(max(round(value / half) * half, 0), most)
        for value, most in zip(point, size, strict=True)
    )
    return round(x, 3), round(y, 3)
