"""Exact odds of a throw: where it lands, and whom its blast reaches, over every roll of the table.

Source: D6P-38 to D6P-41.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from encounter_gui.rules.model.metres import Metres, exactly
from encounter_gui.rules.systems.d6pool.odds.attack import hit_chance
from encounter_gui.rules.systems.d6pool.sheet import gear

FACES = range(1, 7)
"""The metres a missed throw deviates by, and the directions it deviates to, each as likely. Source: D6P-38, D6P-39."""

_TWICE_COSINES = {1: 2, 2: 1, 3: -1, 4: -2, 5: -1, 6: 1}
"""Twice the cosine of the angle between direction 1 and each of the six, clockwise."""


class ThrowOdds(Struct, frozen=True, kw_only=True):
    """The exact odds of one throw. ``lands``: it comes down at its point; otherwise it deviates by 1d6 metres."""

    lands: float

    @property
    def off(self) -> tuple[float, ...]:
        """The chances that it comes down 0, 1, 2 … 6 metres from its point."""
        return (self.lands, *((1.0 - self.lands) / len(FACES) for _ in FACES))

    def bands(self, standing: Metres, limits: Sequence[int]) -> dict[str, float]:
        """Returns the chances of the blast ranges for somebody who stands so many metres from the point.

        ``limits`` are the last metres of each blast range; the key ``""`` is for beyond the last. It stands in one of
        the six directions; which of them makes no difference. Source: D6P-39, D6P-40.
        """
        chances: dict[str, float] = dict.fromkeys((*gear.BANDS[: len(limits)], ""), 0.0)
        away = Fraction(exactly(standing))
        chances[_band(away * away, limits)] += self.lands
        squares = list(_squares(away))
        for square in squares:
            chances[_band(square, limits)] += (1.0 - self.lands) / len(squares)
        return chances


def throw_odds(dice: int, difficulty: int) -> ThrowOdds:
    """Returns the exact odds of a throw of so many dice against a difficulty number. Source: D6P-38."""
    return ThrowOdds(lands=hit_chance(dice, 0, difficulty))


def _squares(standing: Fraction) -> Iterator[Fraction]:
    """Yields the square of how far somebody is from where a missed throw comes down, by metres and direction."""
    for metres in FACES:
        for cosine in _TWICE_COSINES.values():
            yield standing * standing + metres * metres - standing * metres * cosine


def _band(square: Fraction, limits: Sequence[int]) -> str:
    """Returns the blast range at a distance given by its square, which has no error of rounding; empty: beyond."""
    return gear.band_at(square, tuple(limit * limit for limit in limits)) or ""
