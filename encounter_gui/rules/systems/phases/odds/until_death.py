"""Places hit and wounded in an action that may kill: the dead are hit no more, so places do not stand for themselves.

Followed are the levels of head and torso while both hold, once for each place and question (is it struck, is its level
changed), until that happens. Source: PHA-34, PHA-61, PHA-78.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from encounter_gui.dice.exact import Probabilities
from encounter_gui.rules.systems.phases.odds.wounds import Discharge, Strike, Victim, one_hit
from encounter_gui.rules.systems.phases.rules.wounding import CRITICAL, DESTROYED, stacked


def may_kill(victim: Victim, events: Probabilities, hits: int) -> bool:
    """Returns whether some of so many hits may find a dead target; ``events`` (P, 5) what they may deal at all."""
    after = _stacking(destroys=victim.body.destroys)
    for place in _vital(victim):
        levels = {victim.levels[place]} if place >= 0 else set[int]()
        dealt = np.flatnonzero(events[place]) + 1
        for _ in range(hits - 1):
            levels |= {int(after[level, each]) for level in levels for each in dealt}
            if DESTROYED in levels:
                return True
    return False


def place_chances(
    weights: Probabilities, discharges: Sequence[Discharge], victim: Victim
) -> tuple[Probabilities, Probabilities]:
    """Returns the chances that each place is struck, and that its level changes; each (P,)."""
    count = len(victim.levels)
    mass = np.zeros((len(weights), 2 * count, DESTROYED, DESTROYED))
    head, torso = (victim.levels[each] if each >= 0 else 0 for each in _vital(victim))
    mass[:, :, head, torso] = 1.0
    found = np.zeros(mass.shape[:2])
    for each in discharges:
        hit, grazed = _Step.of(each.hit, victim), _Step.of(each.grazed, victim)
        missed = 1.0 - each.graze - each.counts.sum(axis=1) - each.stop
        found += each.graze[:, None] * grazed.gains * mass.sum(axis=(2, 3))
        after = _times(missed, mass) + _times(each.graze, grazed.moved(mass))
        most = int(np.flatnonzero(each.counts.any(axis=0)).max(initial=-1)) + 1
        at_least = each.counts[:, ::-1].cumsum(axis=1)[:, ::-1]
        for number in range(most):
            found += at_least[:, number, None] * hit.gains * mass.sum(axis=(2, 3))
            mass = hit.moved(mass)
            after += _times(each.counts[:, number], mass)
        mass = after
    whole: Probabilities = weights @ found
    return whole[:count], whole[count:]


def _times(chance: Probabilities, mass: Probabilities) -> Probabilities:
    return chance[:, None, None, None] * mass


class _Step(NamedTuple):
    """What a strike does to head and torso (levels H, T), for 2 · P questions: is a place struck, is it changed.

    ``gains`` (Y, 2 · P): the chance that it is what a question waits for. Where it is not: ``still`` (Y, 2 · P) leaves
    both as they are, ``head`` (Y, 2 · P, H, H) and ``torso`` (Y, 2 · P, T, T) wound one of them.
    """

    gains: Probabilities
    still: Probabilities
    head: Probabilities
    torso: Probabilities

    @classmethod
    def of(cls, strike: Strike, victim: Victim) -> "_Step":
        """Returns it for a victim that lives; who dies by it is in nothing of it."""
        count = len(victim.levels)
        changed = (strike.events * one_hit(victim).changes).sum(axis=2)
        gains = np.concatenate((np.broadcast_to(strike.shares, changed.shape), changed), axis=1)
        still = 1.0 - gains
        alive = DESTROYED
        after = _stacking(destroys=victim.body.destroys)[:alive, 1:, None]
        changes = 1.0 * (after == np.arange(alive))
        moved = []
        for place in _vital(victim):
            is_other = (np.arange(2 * count) % count != place) & (place >= 0)
            dealt = strike.events[:, place]
            still -= is_other * dealt.sum(axis=1)[:, None]
            step = np.tensordot(dealt, changes, (1, 1))
            moved.append(step[:, None] * is_other[:, None, None])
        head, torso = moved
        return cls(gains, still, head.swapaxes(2, 3).copy(), torso)

    def moved(self, mass: Probabilities) -> Probabilities:
        """Returns where head and torso are after it, of those whose question still waits, (Y, 2 · P, H, T)."""
        after: Probabilities = self.still[:, :, None, None] * mass
        after += self.head @ mass
        after += mass @ self.torso
        return after


def _vital(victim: Victim) -> tuple[int, int]:
    """Returns the places whose destruction is death; -1: there is none."""
    return victim.body.head, victim.body.torso


@lru_cache(2)
def _stacking(*, destroys: bool) -> npt.NDArray[np.int64]:
    """Returns the level after a wound, by level before (0 to 6) and level dealt (0 to 5). Source: PHA-61."""
    before, dealt = np.arange(DESTROYED + 1)[:, None], np.arange(CRITICAL + 1)
    return np.asarray(stacked(before, dealt, destroys=destroys)) + 0 * dealt
