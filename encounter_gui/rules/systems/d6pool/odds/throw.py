"""Exact odds of a throw: where it lands, and whom its blast reaches, over every roll of the table.

Source: D6P-38 to D6P-41.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from msgspec import Struct

from encounter_gui.rules.engine.reading.spread import Spread, known_spread
from encounter_gui.rules.model.metres import Metres, exactly
from encounter_gui.rules.systems.d6pool.rules.strike import ThrowPlan, throw
from encounter_gui.rules.systems.d6pool.sheet import gear

_TWICE_COSINES = {1: 2, 2: 1, 3: -1, 4: -2, 5: -1, 6: 1}
"""Twice the cosine of the angle between direction 1 and each of the six, clockwise."""


class ThrowOdds(Struct, frozen=True, kw_only=True):
    """The exact odds of one throw: ``exact`` are the places where it may come down."""

    exact: Spread

    @property
    def lands(self) -> float:
        """The chance that it comes down at its point."""
        return self.off[0]

    @property
    def off(self) -> tuple[float, ...]:
        """The chances that it comes down 0, 1, 2 … 6 metres from its point."""
        return tuple(np.bincount(self.exact.of["metres"], self.exact.p, 7).tolist())

    def bands(self, standing: Metres, limits: Sequence[int]) -> dict[str, float]:
        """Returns the chances of the blast ranges for somebody who stands so many metres from the point.

        ``limits`` are the last metres of each blast range; the key ``""`` is for beyond the last. It stands in one of
        the six directions; which of them makes no difference. Source: D6P-39, D6P-40.
        """
        chances: dict[str, float] = dict.fromkeys((*gear.BANDS[: len(limits)], ""), 0.0)
        away = Fraction(exactly(standing))
        columns = (self.exact.of["metres"], self.exact.of["direction"], self.exact.p)
        for metres, direction, chance in zip(*(each.tolist() for each in columns), strict=True):
            cosine = _TWICE_COSINES.get(direction, 0)
            square = away * away + metres * metres - away * metres * cosine
            chances[_band(square, limits)] += chance
        return chances


def throw_odds(plan: ThrowPlan) -> ThrowOdds:
    """Returns the exact odds of a throw. Source: D6P-38, D6P-39."""
    return ThrowOdds(exact=known_spread(throw, plan.bare))


def _band(square: Fraction, limits: Sequence[int]) -> str:
    """Returns the blast range at a distance given by its square, which has no error of rounding; empty: beyond."""
    return gear.band_at(square, tuple(limit * limit for limit in limits)) or ""
