"""Exact odds of an attack and of what strikes an area: the rolls of the table, over every outcome.

Source: CWN-09, CWN-25, CWN-31, CWN-32, CWN-39, CWN-40, CWN-41, CWN-69.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from encounter_gui.rules.engine.reading.spread import Spread, known_spread
from encounter_gui.rules.systems.cwn.rules import areas, saves, screens
from encounter_gui.rules.systems.cwn.rules.strike import (
    HIT,
    SHOCK,
    TRAUMATIC,
    Strike,
    bare,
    strike,
)

DamageSpread = npt.NDArray[np.float64]
How = Literal["shock", "saved", "hit", "traumatic"]


class Way(Struct, frozen=True, kw_only=True):
    """One of the ways in which harm comes: ``damage[i]`` is the chance that it comes so and is ``i``, before soak."""

    how: How
    damage: DamageSpread

    @property
    def chance(self) -> float:
        """The chance that it comes so."""
        return min(1.0, float(self.damage.sum()))

    def at_least(self, points: int) -> float:
        """Returns the chance that it comes so and does so much or more."""
        return min(1.0, float(self.damage[max(points, 0) :].sum()))


class HarmOdds(Struct, frozen=True, kw_only=True):
    """The exact odds of one harm to one target.

    ``ways`` exclude each other and have damage of one length; what they do not sum to is the chance of nothing at all,
    ``missed``. ``damage[i]`` is the chance of ``i`` damage in all, misses counted. ``trauma`` is the chance of a
    Traumatic Hit. ``points`` is what may be lost before the target is down: soak and hit points.
    """

    ways: tuple[Way, ...]
    missed: float
    damage: DamageSpread
    trauma: float
    points: int

    @property
    def hit(self) -> float:
        """The chance of a hit, or of a save that failed."""
        return sum(way.chance for way in self.ways if way.how in ("hit", "traumatic"))

    @property
    def down(self) -> float:
        """The chance to be down after it."""
        return min(1.0, float(self.damage[self.points :].sum()))

    @property
    def mean(self) -> float:
        """The mean damage before the soak pool, misses counted."""
        return float(self.damage @ np.arange(self.damage.size))


def strike_odds(plan: Strike) -> HarmOdds:
    """Returns the exact odds of a strike on a combatant as it is now. Source: CWN-25, CWN-31, CWN-39."""
    found = known_spread(strike, bare(plan))
    kind = found.of["kind"]
    ways: tuple[tuple[How, npt.NDArray[np.bool_]], ...] = (
        ("shock", kind == SHOCK),
        ("hit", kind == HIT),
        ("traumatic", kind == TRAUMATIC),
    )
    return _harm(found, points_of(plan.soak, plan.hp), ways)


def suppressed_odds(plan: areas.AreaPlan, points: int) -> HarmOdds:
    """Returns the exact odds of suppressive fire on a combatant. Source: CWN-32."""
    found = known_spread(areas.suppressive, plan)
    kind = found.of["kind"]
    return _harm(found, points, (("hit", kind == HIT), ("traumatic", kind == TRAUMATIC)))


def blast_odds(plan: areas.AreaPlan, points: int) -> HarmOdds:
    """Returns the exact odds of a blast on one victim. Source: CWN-41."""
    found = known_spread(areas.blast, plan)
    kind, saved = found.of["kind"], found.of["is_saved"].astype(bool)
    return _harm(
        found,
        points,
        (
            ("saved", saved),
            ("hit", ~saved & (kind == HIT)),
            ("traumatic", ~saved & (kind == TRAUMATIC)),
        ),
    )


def harmless(points: int) -> HarmOdds:
    """Returns the odds of what does nothing to a combatant."""
    return HarmOdds(ways=(), missed=1.0, damage=np.ones(1), trauma=0.0, points=points)


def _harm(
    found: Spread, points: int, ways: Sequence[tuple[How, npt.NDArray[np.bool_]]]
) -> HarmOdds:
    amount = found.of["amount"].astype(np.int64)
    size = int(amount.max()) + 1
    parts = tuple(
        Way(how=how, damage=_summed(amount[which], found.p[which], size))
        for how, which in ways
        if which.any()
    )
    damage = _summed(amount, found.p, size)
    told = sum(way.chance for way in parts)
    return HarmOdds(
        ways=parts,
        missed=max(0.0, 1.0 - told),
        damage=damage,
        trauma=found.chance(found.of["kind"] == TRAUMATIC),
        points=points,
    )


def _summed(amount: npt.NDArray[np.int64], chances: DamageSpread, size: int) -> DamageSpread:
    return np.bincount(amount, chances, size).astype(np.float64, copy=False)


def points_of(soak: int, hit_points: int) -> int:
    """Returns the damage that puts a combatant down; who lies there dies of any. Source: CWN-07, CWN-57, CWN-59."""
    return soak + max(hit_points, 1)


def save_chance(target: int, modifier: int) -> float:
    """Returns the chance that a d20 saves. Source: CWN-09."""
    found = known_spread(saves.save, saves.SavePlan(target, modifier))
    return found.chance(found.of["is_saved"].astype(bool))


def landing_chance(bonus: int, armor_class: int) -> float:
    """Returns the chance that a throw lands where it was meant to. Source: CWN-41."""
    found = known_spread(areas.lands, areas.ThrowPlan(bonus, armor_class))
    return found.chance(found.of["is_good"].astype(bool))


def past_chance(bonus: int, *screeners: int) -> float:
    """Returns the chance to get past everybody who screens a target, each with this bonus. Source: CWN-40."""
    found = known_spread(screens.past, screens.PastPlan(bonus, screeners))
    return found.chance(found.of["stopped_by"] < 0)
