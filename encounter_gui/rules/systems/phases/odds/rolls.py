"""What the odds are made of: margins of an attack over a defense, damage that explodes, and the levels it reaches."""

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from encounter_gui.dice.exact import Dist, Probabilities, pool
from encounter_gui.rules.engine.reading.asks import Whole
from encounter_gui.rules.systems.phases.rules import strike, tests
from encounter_gui.rules.systems.phases.rules.damage_dice import dealt
from encounter_gui.rules.systems.phases.rules.tests import TEST_DICE
from encounter_gui.rules.systems.phases.rules.wounding import CRITICAL
from encounter_gui.rules.systems.phases.sheet.gear import Damage

LEVEL_COUNT = CRITICAL
"""Levels a single wound can have, Flesh to Critical."""

_LEVELS = np.arange(1, LEVEL_COUNT + 1)

_NEVER = 6 * TEST_DICE + 1
"""More than the dice of a test ever show."""

DamageKey = tuple[int | str, int, int, int]
"""Dice, flat number, divisor and least of a damage."""


class Margins(Struct, frozen=True, kw_only=True):
    """An attack roll against a defense, by what the defense dice show.

    ``weights`` (Y,): the chance of each defense roll; one row for a target that rolls nothing. ``dos`` (Y, K + 1): the
    chance to hit by so much. ``graze`` and ``fumble`` (Y,): the chances of these.
    """

    weights: Probabilities
    dos: Probabilities
    graze: Probabilities
    fumble: Probabilities

    @property
    def hit(self) -> Probabilities:
        """The chance to hit, by defense roll; shape (Y,)."""
        total: Probabilities = self.dos.sum(axis=1)
        return total

    @property
    def overall(self) -> "Margins":
        """The same over all defense rolls, as one row."""
        return Margins(
            weights=np.ones(1),
            dos=(self.weights @ self.dos)[None, :],
            graze=(self.weights @ self.graze)[None],
            fumble=(self.weights @ self.fumble)[None],
        )


@lru_cache(1024)
def margins(lead: int, *, is_passive: bool, fumbles_at: int) -> Margins:
    """Returns the margins of an attack whose bonus exceeds that of the defense, or the passive DN, by this.

    ``fumbles_at`` is by how much a miss is a fumble; 0: by no margin. Source: PHA-07, PHA-08, PHA-32, PHA-35.
    """
    dice = pool(TEST_DICE)
    shown = np.zeros(1, np.int64) if is_passive else dice.x
    margin = lead + (dice.x - shown[:, None])
    result = np.asarray(strike.result_of(dice.x, margin, fumbles_at))
    hit = result == strike.HIT
    width = max(int(margin.max()), 0) + 1
    place = np.arange(shown.size)[:, None] * width + margin * hit
    dos: npt.NDArray[Any] = np.bincount(place.ravel(), (hit * dice.p).ravel(), shown.size * width)
    return Margins(
        weights=np.ones(1) if is_passive else dice.p,
        dos=dos.reshape(shown.size, width),
        graze=(result == strike.GRAZE) @ dice.p,
        fumble=(result == strike.FUMBLE) @ dice.p,
    )


def pass_chances(bonus: Whole, dn: Whole) -> Probabilities:
    """Returns the chances of tests with these bonuses against these DNs. Source: PHA-05, PHA-08."""
    need = np.subtract(dn, bonus, dtype=np.int64)
    chances: Probabilities = _pass_chances().take(need, mode="clip")
    return chances


@lru_cache(1)
def _pass_chances() -> Probabilities:
    """Returns the chances to pass a test by what the dice must show, 0 to one more than they ever do."""
    dice = pool(TEST_DICE)
    passed = tests.passes(dice.x, 0, np.arange(_NEVER + 1)[:, None])
    return np.minimum(np.asarray(passed) @ dice.p, 1.0)


def _damage_of(key: DamageKey) -> Damage:
    dice, flat, divisor, minimum = key
    return Damage(dice=dice, flat=flat, divisor=divisor, minimum=minimum)


@lru_cache(512)
def damage(key: DamageKey) -> Dist:
    """Returns the damage of a hit before its Degree of Success. Source: PHA-04, PHA-38."""
    return dealt(_damage_of(key), 1, -1)


@lru_cache(4096)
def sum_of_hits(key: DamageKey, count: int) -> Dist:
    """Returns the damage of so many hits together, before armour. Source: PHA-34."""
    return dealt(_damage_of(key), count, -1)


@lru_cache(4096)
def pellets(key: DamageKey, armor: int, count: int) -> Dist:
    """Returns what so many pellets do together, armour taken from each. Source: PHA-34, PHA-42."""
    return dealt(_damage_of(key), count, armor)


@lru_cache(1024)
def least_damage(
    armor: tuple[int, ...], factor: tuple[int, ...], thresholds: tuple[int, ...]
) -> npt.NDArray[np.int64]:
    """Returns the least damage before armour that reaches each level at each place; (P, 5). Source: PHA-42, PHA-60."""
    amounts = np.arange(max(armor) + max(thresholds) + 2)
    past = strike.past_armor(amounts, np.array(armor)[:, None], np.array(factor)[:, None])
    level = np.asarray(strike.level_of(past, thresholds))
    least: npt.NDArray[np.int64] = (level[:, None] < _LEVELS[:, None]).sum(axis=2)
    return least


def tail(dist: Dist) -> Probabilities:
    """Returns the chances of 0, 1, 2 … or more of a distribution from 0 on; the last is 0."""
    return np.append(dist.p[::-1].cumsum()[::-1], 0.0)


def level_chances(sums: Probabilities, least: npt.NDArray[np.int64]) -> Probabilities:
    """Returns the chances of each level alone, the last axis Flesh to Critical, from what is at least needed."""
    upper = sums[np.minimum(np.maximum(least, 0), sums.size - 1)]
    exact = upper.copy()
    exact[..., :-1] -= upper[..., 1:]
    return exact
