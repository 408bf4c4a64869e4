"""Exact odds of an attack: the strike the table would roll, over every weighted roll.

Source: CWN-25, CWN-31, CWN-39, CWN-40, CWN-69.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from encounter_gui.dice.absorbing import used_up_within
from encounter_gui.dice.distribution import distribution
from encounter_gui.dice.exact import Dist, constant, convolve, pool, push, shift
from encounter_gui.rules.model.dice_sum import DiceSum
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.combat.attack_plan import Strike

CHAIN = 10
"""How many such attacks in a row the chance to be down is given for."""

D20 = pool(1, 20)

DamageSpread = npt.NDArray[np.float64]
How = Literal["shock", "saved", "hit", "traumatic"]


class Way(Struct, frozen=True, kw_only=True):
    """One of the ways in which harm comes: ``damage[i]`` is the chance that it comes so and is ``i``, before soak."""

    how: How
    damage: DamageSpread

    @property
    def chance(self) -> float:
        """The chance that it comes so."""
        return float(self.damage.sum())

    def at_least(self, points: int) -> float:
        """Returns the chance that it comes so and does so much or more."""
        return float(self.damage[max(points, 0) :].sum())


class HarmOdds(Struct, frozen=True, kw_only=True):
    """The exact odds of one harm to one target.

    ``ways`` exclude each other and have damage of one length; what they do not sum to is the chance of nothing at all,
    ``missed``. ``damage[i]`` is the chance of ``i`` damage in all, misses counted. ``trauma`` is the chance of a
    Traumatic Hit. ``points`` is what may be lost before the target is down: soak and hit points. ``within[i]``: down
    within ``i + 1`` such attacks.
    """

    ways: tuple[Way, ...]
    missed: float
    damage: DamageSpread
    trauma: float
    points: int
    within: tuple[float, ...]

    @property
    def hit(self) -> float:
        """The chance of a hit, or of a save that failed."""
        return sum(way.chance for way in self.ways if way.how in ("hit", "traumatic"))

    @property
    def down(self) -> float:
        """The chance to be down after it."""
        return self.within[0]

    @property
    def mean(self) -> float:
        """The mean damage before the soak pool, misses counted."""
        return float(self.damage @ np.arange(self.damage.size))


@lru_cache(4096)
def hit_chance(bonus: int, armor_class: int) -> float:
    """Returns the chance that a d20 hits. Source: CWN-25."""
    return push(lambda die: np.asarray(mechanics.hits(die, bonus, armor_class)), D20, lo=0).prob(1)


@lru_cache(4096)
def save_chance(target: int, modifier: int) -> float:
    """Returns the chance that a d20 saves. Source: CWN-09."""
    return push(lambda die: np.asarray(mechanics.saves(die, target, modifier)), D20, lo=0).prob(1)


@lru_cache(4096)
def past_chance(bonus: int, *screeners: int) -> float:
    """Returns the chance to get past everybody who screens a target, each with this bonus. Source: CWN-40."""
    mine, others = shift(pool(2), bonus), [shift(pool(2), each) for each in screeners]
    past = mine.p
    for other in others:
        past = past * (mechanics.gets_past(mine.x[:, None], other.x[None, :]) @ other.p)
    return float(past.sum())


@lru_cache(4096)
def trauma_chance(trauma: DiceSum | None, plus: int, target: int) -> float:
    """Returns the chance that a hit is traumatic; without a Trauma Die it never is. Source: CWN-25 step 4, CWN-26."""
    if trauma is None:
        return 0.0
    rolled = shift(pool(trauma.count, trauma.sides), trauma.flat)
    return push(
        lambda total: np.asarray(mechanics.is_traumatic(total, plus, target)), rolled, lo=0
    ).prob(1)


@lru_cache(4096)
def hit_damage(
    dice: DiceSum, plus: int, swarm: int, *, traumatic: bool, rating: int, shock: int, least: int
) -> Dist:
    """Returns the distribution of the damage of a hit. Source: CWN-25 steps 5, 6 and 8, CWN-39."""
    most = dice.most + plus

    def rule(damage: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        together = mechanics.swarm_damage(damage, swarm, most)
        return np.asarray(mechanics.hit_damage(together, traumatic, rating, shock, least))

    return push(rule, rolled(dice, plus))


def rolled(dice: DiceSum, plus: int = 0) -> Dist:
    """Returns the distribution of dice, their flat number, and what is added."""
    if dice.notation:
        return shift(distribution(dice.expression), dice.flat + plus)
    together = constant(dice.flat + plus)
    for count, sides in dice.kinds:
        together = convolve(together, pool(count, sides))
    return together


def strike_odds(strike: Strike) -> HarmOdds:
    """Returns the exact odds of a strike on a combatant as it is now. Source: CWN-25, CWN-31, CWN-39."""
    parts = strike_parts(strike)
    return harm_odds(points_of(strike.soak, strike.hp), parts[-1][1], *parts)


def strike_parts(strike: Strike) -> tuple[tuple[How, float, Dist], ...]:
    """Returns the ways in which a strike does harm, each with its chance and the damage then. Source: CWN-25.

    They are a miss, a hit and a Traumatic Hit, in this order; what their chances do not sum to is a harmless miss.
    """
    hit = hit_chance(strike.bonus, strike.armor_class)
    trauma = trauma_chance(strike.trauma, strike.trauma_plus, strike.trauma_target)
    plus = strike.damage_flat - strike.damage.flat
    plain, traumatic = (
        hit_damage(
            strike.damage,
            plus,
            strike.swarm,
            traumatic=is_traumatic,
            rating=strike.rating,
            shock=strike.shock,
            least=strike.least,
        )
        for is_traumatic in (False, True)
    )
    graze = miss_damage(strike.shock, strike.graze)
    return (
        ("shock", (1.0 - hit) if graze is not None else 0.0, graze or constant(0)),
        ("hit", hit * (1.0 - trauma), plain),
        ("traumatic", hit * trauma, traumatic),
    )


def points_of(soak: int, hit_points: int) -> int:
    """Returns the damage that puts a combatant down; who lies there dies of any. Source: CWN-07, CWN-57, CWN-59."""
    return soak + max(hit_points, 1)


@lru_cache(4096)
def miss_damage(shock: int, graze: DiceSum | None) -> Dist | None:
    """Returns what a miss does; None: nothing. Source: CWN-25 step 7, CWN-45j."""
    if graze is None:
        return constant(shock) if shock else None
    return push(lambda total: np.asarray(mechanics.at_least(total, shock)), rolled(graze))


def harmless(points: int) -> HarmOdds:
    """Returns the odds of what does nothing to a combatant."""
    return harm_odds(points, 0.0, ("hit", 0.0, constant(0)))


def harm_odds(points: int, trauma: float, *parts: tuple[How, float, Dist]) -> HarmOdds:
    """Returns the odds of harm that comes in these ways, each with its chance and the damage then, from 0 up."""
    size = max(dist.hi for _, _, dist in parts) + 1
    ways = tuple(
        Way(how=how, damage=_with_size(chance, dist, size)) for how, chance, dist in parts if chance
    )
    missed = max(0.0, 1.0 - sum(chance for _, chance, _ in parts))
    damage = np.zeros(size)
    damage[0] = missed
    for way in ways:
        damage += way.damage
    return HarmOdds(
        ways=ways,
        missed=missed,
        damage=damage,
        trauma=trauma,
        points=points,
        within=used_up_within(points, CHAIN, damage, damage),
    )


def action_loss(odds: HarmOdds, times: int, later: HarmOdds | None = None) -> DamageSpread:
    """Returns the chances of 0, 1 … damage by one action of so many attacks. Source: CWN-69, CWN-45q.

    ``later`` are the odds of those attacks that follow a miss, where the first Shock of a round is stopped; None: they
    are all alike.
    """
    then = odds if later is None else later
    size = max(odds.damage.size, then.damage.size)
    hits = _widen(sum_of(odds.ways, "hit", "traumatic"), size)
    misses = _widen(odds.damage, size) - hits
    follow = _widen(then.damage, size)
    fresh, after = np.ones(1), np.zeros(1)
    for _ in range(times):
        after = np.convolve(after, follow) + np.convolve(fresh, misses)
        fresh = np.convolve(fresh, hits)
    return fresh + after


def sum_of(ways: Sequence[Way], *kinds: How) -> DamageSpread:
    """Returns the chances of damage that comes in one of these ways."""
    those = [way.damage for way in ways if way.how in kinds]
    return np.asarray(np.sum(those, axis=0)) if those else np.zeros(1)


def _widen(spread: DamageSpread, size: int) -> DamageSpread:
    return np.concatenate((spread, np.zeros(size - spread.size)))


def _with_size(chance: float, dist: Dist, size: int) -> DamageSpread:
    """Returns a distribution from 0 up to a size, weighted."""
    found = np.zeros(size)
    found[dist.lo : dist.hi + 1] = chance * dist.p
    return found
