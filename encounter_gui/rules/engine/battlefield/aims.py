"""Whom a side aims at by its doctrine, when it defends itself, and when a fight is decided."""

from typing import Any, assert_never

import numpy as np
import numpy.typing as npt

from encounter_gui.dice.exact import Dist
from encounter_gui.rules.engine.battlefield.battle import DRAW, FOE_WINS, PC_WINS
from encounter_gui.rules.engine.battlefield.orders import Doctrine, Orders
from encounter_gui.rules.engine.reading.asks import anywhere

Whole = npt.NDArray[np.integer[Any]]


_ROUNDING = 1e-9
"""What is left over less than this is an error of rounding."""


def likely_loss(*ways: tuple[float, Dist]) -> int:
    """Returns the most that harm more likely than not takes off, whatever the chance that it comes at all.

    Whoever defends itself, and has no more than that left, gives up an attack of its own for a defense. Each way has
    its chance and the harm then.
    """
    least = min(dist.lo for _, dist in ways)
    chances = np.zeros(max(dist.hi for _, dist in ways) + 1 - least)
    for chance, dist in ways:
        chances[dist.lo - least : dist.hi + 1 - least] += chance * dist.p
    at_least = chances[::-1].cumsum()[::-1]
    return least + int((at_least > at_least[0] / 2 + _ROUNDING).sum()) - 1


def distances(sides: npt.NDArray[np.bool_]) -> Whole:
    """Returns how far each is from each, (n, n), by their places among their own sides; ``sides`` says who is a foe.

    So it is where nobody stands on a plan: the first of one side faces the first of the other.
    """
    place = np.where(sides, sides.cumsum(), (~sides).cumsum())
    return np.asarray(np.abs(place[:, None] - place))


def targets(
    orders: Orders,
    foes: npt.NDArray[np.bool_],
    standing: npt.NDArray[np.bool_],
    left: Whole,
    taken: Whole,
    far: Whole,
) -> npt.NDArray[np.intp]:
    """Returns the column of whom each of k attackers aims at, by the doctrine of its side.

    Args:
        orders: what the sides do.
        foes: (k,) which attackers are foes.
        standing: (k, n) who can be aimed at; where nobody can, the answer means nothing.
        left: (k, n) what each has left before it goes down.
        taken: (k, n) what each has lost since the forecast began.
        far: (k, n) how far each is away: the attackers' rows of ``distances``; who is in melee with it, less than 0.
    """
    if orders.pc == orders.foe or not anywhere(foes):
        return _targets(orders.pc, standing, left, taken, far)
    found = np.zeros(foes.size, np.intp)
    for those, doctrine in ((foes, orders.foe), (~foes, orders.pc)):
        if anywhere(those):
            found[those] = _targets(
                doctrine, standing[those], left[those], taken[those], far[those]
            )
    return found


def _targets(
    doctrine: Doctrine,
    standing: npt.NDArray[np.bool_],
    left: Whole,
    taken: Whole,
    far: Whole,
) -> npt.NDArray[np.intp]:
    most = np.iinfo(np.int32).max
    match doctrine:
        case "simple":
            found = standing.argmax(axis=1)
        case "nearest":
            found = np.where(standing, far, most).argmin(axis=1)
        case "weakest":
            found = np.where(standing, left, most).argmin(axis=1)
        case "strongest":
            found = np.where(standing, left, -most).argmax(axis=1)
        case "focus":
            lost = np.where(standing, taken, -1)
            is_hurt_most = standing & (lost == lost.max(axis=1, keepdims=True))
            found = np.where(is_hurt_most, left, most).argmin(axis=1)
        case "spread":
            found = np.where(standing, taken, most).argmin(axis=1)
        case _ as never:
            assert_never(never)
    return np.asarray(found, np.intp)


def decided(
    orders: Orders, sides: npt.NDArray[np.bool_], is_in: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int8]]:
    """Returns which fights are over, (T,), and who has won those, (T,).

    A side is beaten when nobody of it is in, or when it flees by its share of losses: those who flee are not counted
    as out, and nobody follows them.

    Args:
        orders: what the sides do.
        sides: (n,) who is a foe.
        is_in: (T, n) who has neither fallen nor left.
    """
    squad, foes = (
        _holds(orders.flees(is_foe=is_foe), is_in[:, sides == is_foe]) for is_foe in (False, True)
    )
    winner = np.where(squad, PC_WINS, np.where(foes, FOE_WINS, DRAW)).astype(np.int8)
    return ~(squad & foes), winner


def _holds(flees: int | None, is_in: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Returns in which fights a side is still there; ``is_in`` (T, m) are its members."""
    stands = is_in.any(axis=1)
    if flees is None or flees >= 100:
        return np.asarray(stands)
    gone = is_in.shape[1] - is_in.sum(axis=1)
    return np.asarray(stands & ((gone == 0) | (100 * gone < flees * is_in.shape[1])))
