"""Exact odds of an attack: the strike the table would roll, over every weighted roll.

Source: D6P-29, D6P-33 to D6P-35.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from encounter_gui.dice.exact import Dist, convolve, pool, push
from encounter_gui.rules.systems.d6pool import mechanics


class StrikeOdds(Struct, frozen=True, kw_only=True):
    """The exact odds of one strike.

    ``hit``: it hits. ``wounds``: distribution of wounds given a hit, from 0. ``stun``: it hits and only stuns.
    ``down`` and ``dead``: the target is at 0 or below, or dead, after it.
    """

    hit: float
    wounds: npt.NDArray[np.float64]
    stun: float
    down: float
    dead: float

    @property
    def wound(self) -> float:
        """The chance to wound at all."""
        return float(self.hit * self.wounds[1:].sum())

    @property
    def mean(self) -> float:
        """The mean number of wounds of a hit."""
        return float(self.wounds @ np.arange(self.wounds.size))


@lru_cache(4096)
def hit_chance(attack: int, dodge: int, difficulty: int) -> float:
    """Returns the chance that so many dice hit against a difficulty number and dodge dice. Source: D6P-29."""
    margin = _difference(pool(attack), pool(dodge))
    hit = push(lambda over: np.asarray(mechanics.hits(over, 0, difficulty, attack)), margin, lo=0)
    return hit.prob(1)


@lru_cache(4096)
def wound_spread(damage: int, resistance: int) -> npt.NDArray[np.float64]:
    """Returns the chances of 0, 1, 2 … wounds of a hit; shape (most wounds + 1,). Source: D6P-33, D6P-34, D6P-35."""
    if not mechanics.harms(damage):
        return np.ones(1)
    over = _difference(pool(damage), pool(resistance))
    return push(lambda gap: np.asarray(mechanics.wounds(gap, 0)), over, lo=0).p


def _difference(first: Dist, second: Dist) -> Dist:
    """Both rules compare two sums, so a sum of differences says it all, in time that grows with their width alone."""
    return convolve(first, Dist(-second.hi, second.p[::-1]))


def strike_odds(  # noqa: PLR0913 - the numbers of a strike and its target, by name
    *,
    attack: int,
    dodge: int,
    difficulty: int,
    damage: int,
    resistance: int,
    left: int,
    health: int,
    is_certain: bool = False,
) -> StrikeOdds:
    """Returns the exact odds of a strike on somebody with so much Temporary Health left.

    ``attack``, ``dodge``, ``damage`` and ``resistance`` are numbers of dice, from 0. Source: D6P-29, D6P-33 to
    D6P-35, D6P-43, D6P-44.
    """
    hit = 1.0 if is_certain else hit_chance(attack, dodge, difficulty)
    wounds = wound_spread(damage, resistance)
    loss = wounds * hit
    loss[0] += 1.0 - hit
    after = left - np.arange(loss.size)
    return StrikeOdds(
        hit=hit,
        wounds=wounds,
        stun=float(hit * wounds[0]) if mechanics.harms(damage) else 0.0,
        down=float(loss @ mechanics.is_down(after)),
        dead=float(loss @ mechanics.is_dead(after, health)),
    )
