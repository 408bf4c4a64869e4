"""From the range of another game to that of ours: a line through stated points, or steps.

``"attack 0:25 3:40 6:55 10:70"`` is read as: an attack of 0 is 25 here, of 3 it is 40; between the points lie straight
lines, outside them the value stays that of the nearest. Where the right sides are no numbers the value is that of the
highest point reached: ``"damage 1:1d4 4:1d6 7:1d8"``. Anything else is a formula of the dice language without dice.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise

from encounter_gui.encounter.values import Value
from encounter_gui.rules.model.formula import evaluate

_SCALE = re.compile(r"\s*(?P<measure>[a-z_]+)(?P<points>(?:\s+-?\d+:[^\s:]+)+)\s*")
_POINT = re.compile(r"(?P<there>-?\d+):(?P<here>\S+)")
_WHOLE = re.compile(r"-?\d+")


def converted(said: str, measures: Mapping[str, int]) -> Value:
    """Returns what a scale or formula of a ruleset makes of a creature's measures.

    Raises:
        AppError: it cannot be read, or names a measure that is not known.
    """
    return _converted(said, tuple(each for each in measures.items() if each[0] in said))


@lru_cache(maxsize=4096)
def _converted(said: str, named: tuple[tuple[str, int], ...]) -> Value:
    """Most creatures of a file are alike in most measures, and a formula takes its time."""
    measures = dict(named)
    scale = _SCALE.fullmatch(said)
    if scale is None or scale["measure"] not in measures:
        return evaluate(said, measures)
    points = sorted((int(each["there"]), each["here"]) for each in _POINT.finditer(scale["points"]))
    at = measures[scale["measure"]]
    if all(_WHOLE.fullmatch(here) for _, here in points):
        return _on_line([(there, int(here)) for there, here in points], at)
    reached = [here for there, here in points if there <= at]
    return reached[-1] if reached else points[0][1]


def _on_line(points: list[tuple[int, int]], at: int) -> int:
    """Returns the value at a place of a line through points; halves are rounded up."""
    if at <= points[0][0]:
        return points[0][1]
    for (left, low), (right, high) in pairwise(points):
        if at <= right:
            share = (at - left) * (high - low) * 2 + (right - left)
            return low + share // (2 * (right - left))
    return points[-1][1]
