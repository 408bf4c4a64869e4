"""Three attacks in a row, exactly: each wound weakens the next defense and COOL, and nobody goes on at somebody out.

For attacks that strike at most once. Each does one thing: it wounds one place to one level, or nothing. Two attacks are
a table of pairs of these, and what the third does is a sum over places. Source: PHA-61 to PHA-66, PHA-74.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from encounter_gui.dice.exact import Probabilities
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.odds.rolls import LEVEL_COUNT, pass_chances
from encounter_gui.rules.systems.phases.odds.wound_chain import (
    Victim,
    fatal_levels,
    shock_fails,
    stacking,
)

Ints = npt.NDArray[np.int64]
Weakened = Callable[[tuple[int, ...]], Probabilities]
"""Returns the chances of place and level, (C, P, 5), of an attack on a defense that is less by each of these."""

_DEALT = LEVEL_COUNT + 1
"""Levels an attack may deal at a place, 0 for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreeAttacks:
    """Chances within 1, 2 and 3 attacks of a new Critical wound or worse, and to be out."""

    criticals: tuple[float, ...]
    out: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Effects:
    """What a wound does, by level before (7) and dealt (6): ``after`` it, ``critical``, ``spared`` a COOL test.

    ``lives`` (P, 7, 6): the chance to stay in the fight, COOL aside. ``holds`` (C, 7, 6): the chance that COOL holds,
    by the wound penalty before.
    """

    after: Ints
    critical: Probabilities
    spared: npt.NDArray[np.bool_]
    lives: Probabilities
    holds: Probabilities


def three_attacks(victim: Victim, weakened: Weakened) -> ThreeAttacks:
    """Returns the chances of up to three attacks in a row; on somebody out already they go on.

    Source: PHA-61 to PHA-66, PHA-74.
    """
    place, dealt = np.divmod(np.arange(len(victim.levels) * _DEALT), _DEALT)
    start = np.array(victim.levels)[place]
    after = stacking(destroys=victim.destroys)
    one = after[start, dealt]
    before = np.where(place[:, None] == place, one[:, None], start)
    penalties = _penalties(victim, after, start, one, before, dealt)
    known, kind = np.unique(-penalties, return_inverse=True)
    kind = kind.reshape(penalties.shape)
    now = int(penalties[0, 0])
    effects = _effects(victim, -known)
    events = np.zeros((len(known), len(victim.levels), _DEALT))
    events[:, :, 1:] = weakened(tuple((now + known).tolist()))
    events[:, 0, 0] = 1.0 - events.sum(axis=(1, 2))

    chances = events.reshape(len(known), -1)
    untested = effects.spared[start, dealt] & victim.is_tested
    first = chances[kind[0, 0]]
    critical = effects.critical[start, dealt]
    stays = effects.lives[place, start, dealt] * effects.holds[kind[0, 0], start, dealt]
    up = first * stays
    sound = up * (1.0 - critical)
    criticals, out = [float(first @ critical)], [1.0 - float(up.sum())]

    second = chances[kind[:, 0]]
    critical = effects.critical[before, dealt]
    stays = effects.lives[place, before, dealt] * np.where(
        untested[:, None], effects.holds[kind[:, :1], before, dealt], 1.0
    )
    up, sound = up[:, None] * second, sound[:, None] * second
    criticals.append(criticals[0] + float((sound * critical).sum()))
    up, sound = up * stays, sound * stays * (1.0 - critical)
    out.append(1.0 - float(up.sum()))

    untested = untested[:, None] & effects.spared[before, dealt]
    moved = _Moved(
        victim=victim,
        kind=kind,
        place=place,
        start=start,
        one=one,
        before=before,
        two=after[before, dealt],
    )
    worse = np.einsum("cpd,ld->cpl", events, effects.critical)
    keeps = np.einsum("cpd,pld->cpl", events, effects.lives)
    held = np.einsum("cpd,pld,cld->cpl", events, effects.lives, effects.holds)
    rest = np.where(untested, moved.total(held), moved.total(keeps))
    criticals.append(criticals[1] + float((sound * moved.total(worse)).sum()))
    out.append(1.0 - float((up * rest).sum()))
    return ThreeAttacks(
        criticals=_clipped(criticals), out=(1.0,) * len(out) if victim.is_out else _clipped(out)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Moved:
    """The levels after two attacks: those of ``victim``, but for the place of the first and of the second."""

    victim: Victim
    kind: Ints
    place: Ints
    start: Ints
    one: Ints
    before: Ints
    two: Ints

    def total(self, chances: Probabilities) -> Probabilities:
        """Returns the sum over places of chances by penalty, place and level, for every pair of attacks."""
        places = np.arange(len(self.victim.levels))
        whole = chances[:, places, list(self.victim.levels)].sum(axis=1)
        by_first = whole[:, None] + chances[:, self.place, self.one]
        by_first -= chances[:, self.place, self.start]
        row = np.arange(len(self.place))[:, None]
        of_second: Probabilities = by_first[self.kind, row]
        of_second += chances[self.kind, self.place, self.two]
        of_second -= chances[self.kind, self.place, self.before]
        return of_second


def _penalties(
    victim: Victim, after: Ints, start: Ints, one: Ints, before: Ints, dealt: Ints
) -> Ints:
    """Returns the wound penalty after two attacks, each pair of them; the first of all does nothing. Source: PHA-66."""
    amounts = np.array(victim.penalties)
    present, two = amounts[list(victim.levels)], after[before, dealt]
    if victim.adds_penalties:
        first = present.sum() + amounts[one] - amounts[start]
        return np.asarray(first[:, None] + amounts[two] - amounts[before])
    first = np.minimum(present.min(), amounts[one])
    return np.asarray(np.minimum(first[:, None], amounts[two]))


def _effects(victim: Victim, penalties: Ints) -> _Effects:
    before = np.arange(mechanics.DESTROYED + 1)[:, None]
    after = stacking(destroys=victim.destroys)
    changes = after != before
    least = fatal_levels(len(victim.levels), victim.head, victim.torso, victim.head_out)
    ends = changes & (after >= least[:, :, None]) & (not victim.is_out)
    lives = 1.0 - ends
    if victim.drops_in_shock and not victim.is_out:
        lives = lives * np.where(changes, 1.0 - shock_fails(victim)[after], 1.0)
    spared = np.zeros(after.shape, np.bool_)
    spared[:, 0] = True
    if not victim.flesh_tested:
        spared[:, 1] = before[:, 0] != mechanics.FLESH
    return _Effects(
        after=after,
        critical=1.0 * (changes & (after >= mechanics.CRITICAL)),
        spared=spared,
        lives=lives,
        holds=np.where(spared, 1.0, _holds(victim, penalties, after, before)),
    )


def _holds(victim: Victim, penalties: Ints, after: Ints, before: Ints) -> Probabilities:
    """Returns the chance that COOL holds, the new wound counted; 1 where none is tested. Source: PHA-63, PHA-66."""
    if not victim.is_tested or victim.is_out:
        return np.ones((len(penalties), *after.shape))
    amounts = np.array(victim.penalties)
    now = penalties[:, None, None]
    new = now + amounts[after] - amounts[before]
    if not victim.adds_penalties:
        new = np.minimum(now, amounts[after])
    least = int(new.min())
    bonuses = tuple(victim.cool + each for each in range(least, int(new.max()) + 1))
    rates: Probabilities = pass_chances(bonuses, (victim.cool_dn,))[new - least]
    return rates


def _clipped(chances: list[float]) -> tuple[float, ...]:
    return tuple(min(max(each, 0.0), 1.0) for each in chances)
