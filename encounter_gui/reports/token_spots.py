"""Where the tokens, areas and lines of a drawn plan stand, whatever it is drawn with."""

from collections.abc import Iterator

from encounter_gui.encounter.place import Point
from encounter_gui.encounter.plan import Area
from encounter_gui.reports.document import PlanDrawing
from encounter_gui.rules.engine.field import geometry
from encounter_gui.rules.view.field import Token

TOKEN = 22.0
"""How wide a token is drawn."""

LEAST_STEP = 8.0
"""Lines of the grid stand no closer than this."""

_NEAR = TOKEN - 4
_MOST_SHIFTS = 40


def every_step(drawing: PlanDrawing, scale: float, least: float) -> int:
    """Returns of how many lines of the grid one is drawn, where ``scale`` is the length of a unit."""
    return next(
        (count for count in (1, 5, 10, 50, 100) if drawing.step * count * scale >= least), 500
    )


def spots(drawing: PlanDrawing, scale: float) -> Iterator[tuple[Token, Point]]:
    """Yields each token with where it is drawn; those that would cover each other stand side by side."""
    taken: list[Point] = []
    width, height = drawing.width * scale, drawing.height * scale
    for token in drawing.tokens:
        wanted = (token.x * scale, token.y * scale)
        steps = max(int(width // TOKEN), 1)
        found = wanted
        for number in range(_MOST_SHIFTS + 1):
            down, right = divmod(number, min(steps, 6))
            found = (
                min(wanted[0] + right * TOKEN, width - TOKEN / 2),
                min(wanted[1] + down * TOKEN, height),
            )
            if all(max(abs(found[0] - x), abs(found[1] - y)) >= _NEAR for x, y in taken):
                break
        taken.append(found)
        yield token, found


def middle(area: Area) -> Point:
    """Returns where the name of an area is written."""
    corners = geometry.corners(area)
    return (
        sum(x for x, _ in corners) / len(corners),
        sum(y for _, y in corners) / len(corners),
    )


def corners_of(area: Area) -> tuple[Point, ...]:
    """Returns the corners of an area."""
    return geometry.corners(area)
