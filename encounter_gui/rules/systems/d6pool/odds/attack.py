"""Exact odds of an attack: the strike the table would roll, and what it does, over every weighted roll.

Source: D6P-29, D6P-33 to D6P-35, D6P-43, D6P-44.
"""

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.rules.engine.reading.asks import QUIET, undivided
from encounter_gui.rules.engine.reading.fields import ValueStore
from encounter_gui.rules.engine.reading.spread import Spread, known_spread
from encounter_gui.rules.systems.d6pool.rules import harm
from encounter_gui.rules.systems.d6pool.rules.fighter import Fighter, is_dead, is_down
from encounter_gui.rules.systems.d6pool.rules.strike import Blow, Strike, strike


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


def spread_of(plan: Strike) -> Spread:
    """Returns what a strike comes to, worked out once for all that are rolled alike."""
    return known_spread(strike, plan.bare)


def hit_chance(plan: Strike) -> float:
    """Returns the chance that a strike hits. Source: D6P-29."""
    exact = spread_of(plan)
    return exact.chance(exact.of["is_hit"])


def strike_odds(plan: Strike, *, left: int, health: int) -> StrikeOdds:
    """Returns the exact odds of a strike on somebody with so much Temporary Health left of so much Health.

    Source: D6P-29, D6P-33 to D6P-35, D6P-43, D6P-44.
    """
    exact = spread_of(plan)
    blow = Blow(**exact.of)
    target = Fighter(
        ValueStore(health=left, full_health=health, stunned=False, stunned_again=0, is_in=True)
    )
    undivided(harm.suffer(QUIET, target, blow.wounds, blow.stuns))
    return StrikeOdds(
        hit=exact.chance(exact.of["is_hit"]),
        wounds=_wounds(plan, exact),
        stun=exact.chance(exact.of["stuns"]),
        down=exact.chance(is_down(target)),
        dead=exact.chance(is_dead(target)),
    )


def _wounds(plan: Strike, exact: Spread) -> npt.NDArray[np.float64]:
    """Returns the chances of 0, 1, 2 … wounds of a hit, even of one that cannot be."""
    is_hit = exact.of["is_hit"]
    if not is_hit.any():
        return _wounds(plan, spread_of(replace(plan, is_certain=True)))
    least, weights = exact.weights("wounds", is_hit)
    wounds = np.concatenate((np.zeros(least), weights))
    return np.asarray(wounds / wounds.sum())
