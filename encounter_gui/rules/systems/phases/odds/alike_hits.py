"""Many hits that are alike, of which none may put a target out by Shock, or none make a Critical wound.

Where each wound is harmless or not whatever the other places have, k hits leave all as it should be with k! times the
k-th coefficient of a product of one polynomial a place. State by state the same takes a thousand times as long, as
every place may come to every level. Source: PHA-61, PHA-62, PHA-74.
"""

from functools import lru_cache
from math import factorial

import numpy as np

from encounter_gui.dice.exact import Probabilities
from encounter_gui.rules.systems.phases.odds.wounds import (
    OUT,
    SEVERE,
    TESTED,
    Ints,
    States,
    Wounds,
)


def chances_to_keep(course: Wounds, events: Probabilities, most: int) -> Probabilities | None:
    """Returns the chances that 0 to ``most`` hits with these chances (P, 5) leave a target in the fight, or sound.

    None: not known so, as some wounds ask for no COOL test and count when another does.
    """
    nothing = 1.0 - float(events.sum())
    start, steps = course.begin(), course.steps_to_keep(events)
    if course.question.severe or start.of[0] & TESTED:
        return _kept(course.levels(start.of), np.ones(1), steps, nothing, most)
    wounded = course.struck(States(start.of, np.ones((1, 1))), events[None])
    # A hit that does nothing, or a wound that changes nothing and asks for no test, leaves all as it is.
    same = float(wounded.mass[wounded.of == start.of[0]].sum())
    waiting: Probabilities = same ** np.arange(most + 1.0)
    kept = wounded.some((wounded.of & (OUT | SEVERE) == 0) & (wounded.of != start.of[0]))
    if not (kept.of & TESTED).all():
        return None
    rest = _kept(course.levels(kept.of), kept.mass[:, 0], steps, nothing, most)
    waiting[1:] += np.convolve(waiting, rest)[:most]
    return waiting


def _kept(
    levels: Ints, mass: Probabilities, steps: Probabilities, nothing: float, most: int
) -> Probabilities:
    """Returns the same of targets that need no test, from their levels (N, P) and chances (N,), all together."""
    places = np.arange(levels.shape[1])
    rows = np.zeros((*levels.shape, steps.shape[1]))
    rows[np.arange(len(levels))[:, None], places, levels] = 1.0
    series = np.empty((len(levels), levels.shape[1], most + 1))
    for number in range(most + 1):
        series[:, :, number] = rows.sum(axis=2) / factorial(number)
        rows = np.einsum("npl,plm->npm", rows, steps)
    total = np.zeros(most + 1)
    for chance, each in zip(mass.tolist(), series, strict=True):
        product: Probabilities = nothing ** np.arange(most + 1.0) / _factorials(most)
        for place in each:
            product = np.convolve(product, place)[: most + 1]
        total += chance * product
    return total * _factorials(most)


@lru_cache(64)
def _factorials(most: int) -> Probabilities:
    return np.array([float(factorial(number)) for number in range(most + 1)])
