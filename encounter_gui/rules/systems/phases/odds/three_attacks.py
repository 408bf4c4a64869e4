"""Three attacks in a row, exactly: each wound weakens the next defense and COOL, and nobody goes on at somebody out.

For attacks that strike at most once. Each does one thing: it wounds one place to one level, or nothing. Two attacks are
a table of pairs of these, and what the third does is a sum over places. Source: PHA-61 to PHA-66, PHA-74.
"""

from dataclasses import dataclass
from functools import lru_cache

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """All that two attacks may do to a victim, whatever their chances; E of these an attack, one of them nothing.

    ``known`` (C,): the wound penalties that come up. ``kind`` (E, E): which of them there is after two attacks, and in
    the first column after one. ``stays`` and ``critical`` are the chances after the first (E,) and the second (E, E).
    ``untested`` (E, E): no COOL test has been asked yet. ``whole`` counts the levels of the victim as it is; ``gone``
    and ``come`` (E · E,) are places in a table (C, P, 7) that a first attack and then a second changes.
    """

    effects: _Effects
    known: Ints
    kind: Ints
    stays: tuple[Probabilities, Probabilities]
    critical: tuple[Probabilities, Probabilities]
    untested: npt.NDArray[np.bool_]
    whole: Probabilities
    gone: tuple[Ints, Ints]
    come: tuple[Ints, Ints]

    def levels(self, weights: Probabilities) -> Probabilities:
        """Returns how much of these weights (E, E) has each level at each place, by penalty; (C, P, 7)."""
        flat, size = weights.ravel(), len(self.known) * self.whole.size
        found = np.bincount(self.kind.ravel(), flat, len(self.known))[:, None, None] * self.whole
        of: Probabilities = found.ravel()
        for less, more in zip(self.gone, self.come, strict=True):
            of += np.bincount(more, flat, size) - np.bincount(less, flat, size)
        return of.reshape(found.shape)


@lru_cache(64)
def course(victim: Victim) -> Course:
    """Returns all that two attacks may do to a victim. Source: PHA-61 to PHA-66."""
    count = len(victim.levels)
    place, dealt = np.divmod(np.arange(count * _DEALT), _DEALT)
    start = np.array(victim.levels)[place]
    after = stacking(destroys=victim.destroys)
    one = after[start, dealt]
    before = np.where(place[:, None] == place, one[:, None], start)
    two = after[before, dealt]
    penalties = _penalties(victim, after, start, one, before, dealt)
    known, kind = np.unique(-penalties, return_inverse=True)
    kind = kind.reshape(penalties.shape)
    effects = _effects(victim, -known)
    untested = effects.spared[start, dealt] & victim.is_tested
    holds = np.where(untested[:, None], effects.holds[kind[:, :1], before, dealt], 1.0)
    whole = np.zeros((count, mechanics.DESTROYED + 1))
    whole[np.arange(count), list(victim.levels)] = 1.0

    def cell(level: Ints, at: Ints) -> Ints:
        return np.asarray((kind * count + at) * whole.shape[1] + level).ravel()

    return Course(
        effects=effects,
        known=known,
        kind=kind,
        stays=(
            effects.lives[place, start, dealt] * effects.holds[kind[0, 0], start, dealt],
            effects.lives[place, before, dealt] * holds,
        ),
        critical=(effects.critical[start, dealt], effects.critical[before, dealt]),
        untested=untested[:, None] & effects.spared[before, dealt],
        whole=whole,
        gone=(cell(start[:, None], place[:, None]), cell(before, place)),
        come=(cell(one[:, None], place[:, None]), cell(two, place)),
    )


def weakenings(victim: Victim) -> tuple[int, ...]:
    """Returns by how much one or two wounds may weaken the next defense of a victim, 0 first. Source: PHA-66."""
    known = course(victim).known
    return tuple((known - known[0]).tolist())


def three_attacks(victim: Victim, dealt: Probabilities) -> ThreeAttacks:
    """Returns the chances of up to three attacks in a row; on somebody out already they go on.

    ``dealt`` (C, P, 5): the chances of place and level of an attack, by each of the ``weakenings`` of the defense.
    Source: PHA-61 to PHA-66, PHA-74.
    """
    ways = course(victim)
    effects, known, now = ways.effects, ways.known, ways.kind[0, 0]
    events = np.zeros((len(known), len(victim.levels), _DEALT))
    events[:, :, 1:] = dealt
    events[:, 0, 0] = 1.0 - events.sum(axis=(1, 2))
    chances = events.reshape(len(known), -1)

    first, second = chances[now], chances[ways.kind[:, 0]]
    up = first * ways.stays[0]
    sound = up * (1.0 - ways.critical[0])
    criticals, out = [float(first @ ways.critical[0])], [1.0 - float(up.sum())]

    up, sound = up[:, None] * second, sound[:, None] * second
    worse = sound * ways.critical[1]
    criticals.append(criticals[0] + float(worse.sum()))
    up, sound = up * ways.stays[1], (sound - worse) * ways.stays[1]
    out.append(1.0 - float(up.sum()))

    again = events @ effects.critical.T
    criticals.append(criticals[1] + float((ways.levels(sound) * again).sum()))
    tested = np.where(ways.untested, 0.0, up)
    keeps = (events[:, :, None, :] @ effects.lives.transpose(0, 2, 1))[:, :, 0]
    standing = float((ways.levels(tested) * keeps).sum())
    if ways.untested.any():
        by_cool = events[:, :, None, :] * effects.holds[:, None] * effects.lives
        standing += float((ways.levels(up - tested) * by_cool.sum(axis=3)).sum())
    out.append(1.0 - standing)
    return ThreeAttacks(
        criticals=_clip(criticals), out=(1.0,) * len(out) if victim.is_out else _clip(out)
    )


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


def _clip(chances: list[float]) -> tuple[float, ...]:
    return tuple(min(max(each, 0.0), 1.0) for each in chances)
