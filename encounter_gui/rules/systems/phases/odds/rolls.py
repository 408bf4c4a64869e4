"""What the odds are made of: margins of an attack over a defense, damage that explodes, and the levels it reaches.

Dice explode without end; here a die stops after 16 further ones (6e-14), and what is less likely than 1e-15 in a sum
is put to the value before it.
"""

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from encounter_gui.dice.distribution import distribution
from encounter_gui.dice.exact import Dist, Probabilities, convolve, pool, push
from encounter_gui.dice.notation import parse
from encounter_gui.rules.model import dice_sum
from encounter_gui.rules.systems.phases import mechanics

FURTHER_DICE = 16
"""Further dice of an exploding one that are looked at."""

LEVEL_COUNT = mechanics.CRITICAL
"""Levels a single wound can have, Flesh to Critical."""

_LEAST_MASS = 1e-15
_LEVELS = np.arange(1, LEVEL_COUNT + 1)

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

    def row(self, number: int) -> "Margins":
        """Returns one row by itself, as certain."""
        rows = slice(number, number + 1)
        return Margins(
            weights=np.ones(1),
            dos=self.dos[rows],
            graze=self.graze[rows],
            fumble=self.fumble[rows],
        )

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
def margins(leads: tuple[int, ...], *, is_passive: bool, fumbles_at: int) -> tuple[Margins, ...]:
    """Returns the margins of attacks whose bonuses exceed that of the defense, or the passive DN, by these leads.

    ``fumbles_at`` is by how much a miss is a fumble; 0: by no margin. Source: PHA-07, PHA-08, PHA-32, PHA-35.
    """
    chances = np.ones(1) if is_passive else pool(mechanics.TEST_DICE).p
    dos, graze, fumble = _rolled(leads, is_passive=is_passive, fumbles_at=fumbles_at)
    return tuple(
        Margins(weights=chances, dos=dos[each], graze=graze[each], fumble=fumble[each])
        for each in range(len(leads))
    )


@lru_cache(1024)
def overall_margins(leads: tuple[int, ...], *, is_passive: bool, fumbles_at: int) -> Margins:
    """Returns the same over all defense rolls, one row for each lead; see ``margins``."""
    dos, graze, fumble = _rolled(leads, is_passive=is_passive, fumbles_at=fumbles_at)
    if is_passive:
        dos, graze, fumble = dos[:, 0], graze[:, 0], fumble[:, 0]
    else:
        chances = pool(mechanics.TEST_DICE).p
        dos, graze, fumble = chances @ dos, graze @ chances, fumble @ chances
    return Margins(weights=np.ones(len(leads)), dos=dos, graze=graze, fumble=fumble)


def _rolled(
    leads: tuple[int, ...], *, is_passive: bool, fumbles_at: int
) -> tuple[Probabilities, Probabilities, Probabilities]:
    """Returns the chances to hit by 0, 1 … (L, Y, K + 1), to graze and to fumble (L, Y), by lead and defense roll."""
    dice = pool(mechanics.TEST_DICE)
    shown = np.zeros(1, np.int64) if is_passive else dice.x
    margin = np.array(leads)[:, None, None] + (dice.x - shown[:, None])
    hit = np.asarray(mechanics.hits(dice.x, margin))
    width = max(int(margin.max()), 0) + 1
    rows = len(leads) * shown.size
    place = np.arange(rows).reshape(-1, shown.size, 1) * width + margin * hit
    counted: npt.NDArray[Any] = np.bincount(place.ravel(), (hit * dice.p).ravel(), rows * width)
    dos = counted.reshape(len(leads), shown.size, width)
    graze = np.asarray(mechanics.grazes(dice.x, margin)) @ dice.p
    fumble = (
        np.asarray(mechanics.attack_fumbles(dice.x, margin, fumbles_at > 0, fumbles_at)) @ dice.p
    )
    return dos, graze, np.broadcast_to(fumble, graze.shape)


@lru_cache(4096)
def pass_chances(bonuses: tuple[int, ...], dns: tuple[int, ...]) -> Probabilities:
    """Returns the chances of tests with these bonuses against these DNs, one each. Source: PHA-05, PHA-08."""
    dice = pool(mechanics.TEST_DICE)
    total = dice.x + np.array(bonuses)[:, None]
    chances = np.asarray(mechanics.passes(dice.x, total, np.array(dns)[:, None])) @ dice.p
    return np.minimum(chances, 1.0)


@lru_cache(1)
def exploding_die() -> Dist:
    """Returns a damage die that explodes. Source: PHA-39."""
    chances = np.zeros(mechanics.die_value(6 * FURTHER_DICE + 6, FURTHER_DICE) + 1)
    for further in range(FURTHER_DICE + 1):
        faces = range(1, 7 if further == FURTHER_DICE else 6)
        for face in faces:
            value = mechanics.die_value(6 * further + face, further)
            chances[value] += 6.0 ** -(further + 1)
    return Dist(0, chances)


@lru_cache(512)
def exploding(dice: int | str) -> Dist:
    """Returns so many damage dice together, or those of the notation; none show 0. Source: PHA-39."""
    if isinstance(dice, str):
        return trim_tail(distribution(dice_sum.exploding(parse(dice))))
    if not dice:
        return Dist(0, np.ones(1))
    return trim_tail(convolve(exploding(dice - 1), exploding_die()))


@lru_cache(512)
def damage(key: DamageKey) -> Dist:
    """Returns the damage of a hit before its Degree of Success. Source: PHA-04, PHA-38."""
    dice, flat, divisor, minimum = key
    return push(
        lambda rolled: np.asarray(mechanics.damage(rolled, flat, divisor, minimum, 0)),
        exploding(dice),
        lo=0,
    )


@lru_cache(512)
def pellet(key: DamageKey, armor: int) -> Dist:
    """Returns what one pellet does past the armour. Source: PHA-34, PHA-42."""
    return push(lambda one: np.asarray(mechanics.past_armor(one, armor, 1)), damage(key), lo=0)


@lru_cache(4096)
def sum_of_hits(key: DamageKey, count: int) -> Dist:
    """Returns the damage of so many hits together, before armour. Source: PHA-34."""
    return (
        damage(key) if count <= 1 else trim_tail(convolve(sum_of_hits(key, count - 1), damage(key)))
    )


@lru_cache(4096)
def pellets(key: DamageKey, armor: int, count: int) -> Dist:
    """Returns what so many pellets do together, armour taken from each. Source: PHA-34, PHA-42."""
    if count <= 1:
        return pellet(key, armor)
    return trim_tail(convolve(pellets(key, armor, count - 1), pellet(key, armor)))


def trim_tail(dist: Dist) -> Dist:
    """Returns a distribution without the part of its tail that is less likely than 1e-15, put to what stays last."""
    beyond = dist.p[::-1].cumsum()
    cut = int(np.searchsorted(beyond, _LEAST_MASS))
    if not cut:
        return dist
    kept = dist.p[:-cut].copy()
    kept[-1] += beyond[cut - 1]
    return Dist(dist.lo, kept)


@lru_cache(1024)
def least_damage(
    armor: tuple[int, ...], factor: tuple[int, ...], thresholds: tuple[int, ...]
) -> npt.NDArray[np.int64]:
    """Returns the least damage before armour that reaches each level at each place; (P, 5). Source: PHA-42, PHA-60."""
    amounts = np.arange(max(armor) + max(thresholds) + 2)
    past = mechanics.past_armor(amounts, np.array(armor)[:, None], np.array(factor)[:, None])
    level = np.asarray(mechanics.wound_level(past, thresholds))
    least: npt.NDArray[np.int64] = (level[:, :, None] < _LEVELS).sum(axis=1)
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
