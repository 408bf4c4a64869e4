"""Three attacks in a row, exactly: each wound weakens the next defense and COOL, and nobody goes on at somebody out.

For attacks that strike at most once. Each does one thing: it wounds one place to one level, or nothing. Two attacks are
a table of pairs of these, and what the third does is a sum over places. Source: PHA-61 to PHA-66, PHA-74.
"""

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct

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

_LEVELS = mechanics.DESTROYED + 1
"""Levels a place may have, 0 for none."""


class ThreeAttacks(Struct, frozen=True, kw_only=True):
    """Chances within 1, 2 and 3 attacks of a new Critical wound or worse, and to be out."""

    criticals: tuple[float, ...]
    out: tuple[float, ...]


class _Events(Struct, frozen=True, kw_only=True):
    """What one attack may do: first nothing, then each level at each place; E of them.

    ``is_same`` (E, E): both are at one place.
    """

    place: Ints
    dealt: Ints
    is_same: npt.NDArray[np.bool_]


class _Effects(Struct, frozen=True, kw_only=True):
    """What a wound does, by level before and dealt in one row of 42: ``critical``, ``spared`` a COOL test.

    ``penalty`` is the wound penalty it leaves by itself, or with ``adds_penalties`` what it adds to the penalty.
    ``lives`` (P, 42): the chance to stay in the fight, COOL aside.
    """

    critical: Probabilities
    spared: npt.NDArray[np.bool_]
    penalty: Ints
    lives: Probabilities


class Course(Struct, frozen=True, kw_only=True):
    """All that two attacks may do to a victim, whatever their chances; E events an attack.

    There are ``kinds`` wound penalties, counted from the least, ``now`` is the one before. ``kind`` (E,): the penalty
    after the first attack. ``critical`` (E,) and ``stays`` (E,): it gives a Critical wound, the chance to stay in the
    fight. The same of both attacks, (E, E): ``worse`` (the second gives the first Critical wound), ``sound`` (neither
    does) and ``stays_on``. ``cells``: where in tables by place, penalty and level (P, K, 7) the wounds of both attacks
    are; the first counts as none where both are at one place. ``untested`` (N,): the pairs after which no COOL test
    has been asked, with their penalty ``untested_kind`` (N,) and the chance ``faints`` (N, E) that a third attack asks
    for one that fails. ``start`` (P,) are the levels before.
    """

    kinds: int
    now: int
    kind: Ints
    critical: Probabilities
    stays: Probabilities
    worse: Probabilities
    sound: Probabilities
    stays_on: Probabilities
    cells: tuple[Ints, Ints]
    untested: Ints
    untested_kind: Ints
    faints: Probabilities
    start: Ints
    effects: _Effects

    def mean(self, weights: Probabilities, table: Probabilities) -> float:
        """Returns the sum of a table (P, K, 7) over all places as pairs with these weights (E, E) leave them."""
        before = table[np.arange(len(self.start)), :, self.start]
        first = table - before[:, :, None]
        second = first + before.sum(axis=0)[:, None]
        found = first.ravel().take(self.cells[0]) + second.ravel().take(self.cells[1])
        return float(np.vdot(weights, found))


@lru_cache(64)
def course(victim: Victim) -> Course:
    """Returns all that two attacks may do to a victim. Source: PHA-61 to PHA-66."""
    count, effects = len(victim.levels), _effects(victim)
    events = _events(count)
    levels = np.array(victim.levels)
    start = levels[events.place]
    after = stacking(destroys=victim.destroys).ravel()
    first = start * _DEALT + events.dealt
    one = after[first]
    second = np.where(events.is_same, one[:, None], start) * _DEALT + events.dealt
    two = after.take(second)

    kind, pair_kind, known = _kinds(victim, effects.penalty, first, second)
    now = int(kind[0])
    fails = _fails(victim, effects, known)
    lives = effects.lives.ravel()
    row = events.place * effects.lives.shape[1]
    untested = np.flatnonzero(effects.spared[first] & victim.is_tested)
    stays_on = lives.take(second + row)
    stays_on[untested] *= 1.0 - fails[kind[untested, None], second[untested]]
    pairs = untested[:, None] * len(first) + np.arange(len(first))
    pairs = pairs[effects.spared[second[untested]]]
    third = _levels(levels, events, (one, two.ravel()), pairs)[:, events.place] * _DEALT
    third += events.dealt
    critical = effects.critical[first]
    sound, worse = 1.0 - critical[:, None], effects.critical.take(second)
    cell = (events.place * len(known) + pair_kind) * _LEVELS
    place = (events.place[:, None] * len(known) + pair_kind) * _LEVELS
    return Course(
        kinds=len(known),
        now=now,
        kind=kind,
        critical=critical,
        stays=lives[first + row] * (1.0 - fails[now, first]),
        worse=sound * worse,
        sound=sound * (1.0 - worse),
        stays_on=stays_on,
        cells=(place + np.where(events.is_same, start[:, None], one[:, None]), cell + two),
        untested=pairs,
        untested_kind=pair_kind.ravel()[pairs],
        faints=lives.take(third + row) * fails[pair_kind.ravel()[pairs, None], third],
        start=levels,
        effects=effects,
    )


def weakenings(victim: Victim) -> tuple[int, ...]:
    """Returns by how much up to two wounds may weaken the next defense of a victim, from the least. Source: PHA-66."""
    ways = course(victim)
    return tuple(range(-ways.now, ways.kinds - ways.now))


def three_attacks(victim: Victim, dealt: Probabilities) -> ThreeAttacks:
    """Returns the chances of up to three attacks in a row; on somebody out already they go on.

    ``dealt`` (K, P, 5): the chances of place and level of an attack, by each of the ``weakenings`` of the defense.
    Source: PHA-61 to PHA-66, PHA-74.
    """
    ways = course(victim)
    chances = np.empty((len(dealt), 1 + dealt[0].size))
    chances[:, 1:] = dealt.reshape(len(dealt), -1)
    chances[:, 0] = 1.0 - chances[:, 1:].sum(axis=1)

    first = chances[ways.now]
    up = first * ways.stays
    criticals, out = [float(first @ ways.critical)], [1.0 - float(up.sum())]

    both = up[:, None] * chances[ways.kind]
    criticals.append(criticals[0] + float(np.vdot(both, ways.worse)))
    both *= ways.stays_on
    out.append(1.0 - float(both.sum()))

    by_place = dealt.transpose(1, 0, 2)
    critical = ways.effects.critical.reshape(_LEVELS, _DEALT)[:, 1:].T
    ends = 1.0 - ways.effects.lives.reshape(-1, _LEVELS, _DEALT)[:, :, 1:].transpose(0, 2, 1)
    criticals.append(criticals[1] + ways.mean(both * ways.sound, by_place @ critical))
    faints = (chances[ways.untested_kind] * ways.faints).sum(axis=1)
    falls = float(both.ravel()[ways.untested] @ faints)
    out.append(out[1] + ways.mean(both, by_place @ ends) + falls)
    return ThreeAttacks(
        criticals=_clip(criticals), out=(1.0,) * len(out) if victim.is_out else _clip(out)
    )


@lru_cache(16)
def _events(places: int) -> _Events:
    place, dealt = np.divmod(np.arange(places * LEVEL_COUNT), LEVEL_COUNT)
    place, dealt = np.append(0, place), np.append(0, dealt + 1)
    return _Events(place=place, dealt=dealt, is_same=place[:, None] == place)


def _levels(start: Ints, events: _Events, after: tuple[Ints, Ints], pairs: Ints) -> Ints:
    """Returns the level of each place after some pairs of events, (N, P)."""
    found = np.tile(start, (len(pairs), 1))
    first, second = np.divmod(pairs, len(events.place))
    found[np.arange(len(pairs)), events.place[first]] = after[0][first]
    found[np.arange(len(pairs)), events.place[second]] = after[1][pairs]
    return found


def _kinds(victim: Victim, penalty: Ints, first: Ints, second: Ints) -> tuple[Ints, Ints, Ints]:
    """Returns the wound penalties after one attack (E,) and two (E, E), counted from the least, and all of them (K,).

    Source: PHA-66.
    """
    amounts = [victim.penalties[level] for level in victim.levels]
    if victim.adds_penalties:
        one = sum(amounts) + penalty[first]
        two = one[:, None] + penalty.take(second)
    else:
        one = np.minimum(min(amounts), penalty[first])
        two = np.minimum(one[:, None], penalty.take(second))
    most = int(two.max())
    return most - one, most - two, np.arange(most, int(two.min()) - 1, -1)


def _effects(victim: Victim) -> _Effects:
    after = stacking(destroys=victim.destroys)
    fixed = _fixed(
        len(victim.levels), victim.head, victim.torso, victim.head_out, destroys=victim.destroys
    )
    critical, changes, ends = fixed
    lives = 1.0 - ends * (not victim.is_out)
    if victim.drops_in_shock and not victim.is_out:
        lives = lives * np.where(changes, 1.0 - shock_fails(victim)[after.ravel()], 1.0)
    amounts = np.array(victim.penalties)
    penalty = amounts[after] - amounts[:, None] * victim.adds_penalties
    return _Effects(
        critical=critical,
        spared=_spared(flesh_tested=victim.flesh_tested),
        penalty=penalty.ravel(),
        lives=lives,
    )


@lru_cache(16)
def _fixed(
    places: int, head: int, torso: int, head_out: int, *, destroys: bool
) -> tuple[Probabilities, npt.NDArray[np.bool_], npt.NDArray[Any]]:
    """Returns what makes a Critical wound, what changes a place, (42,), and what ends it at which place, (P, 42)."""
    after = stacking(destroys=destroys)
    changes = (after != np.arange(_LEVELS)[:, None]).ravel()
    ends = changes & (after.ravel() >= fatal_levels(places, head, torso, head_out))
    return 1.0 * (changes & (after.ravel() >= mechanics.CRITICAL)), changes, 1.0 * ends


@lru_cache(2)
def _spared(*, flesh_tested: bool) -> npt.NDArray[np.bool_]:
    """Returns which wounds ask for no COOL test, (42,). Source: PHA-63."""
    spared = np.zeros((_LEVELS, _DEALT), np.bool_)
    spared[:, 0] = True
    if not flesh_tested:
        spared[:, 1] = np.arange(_LEVELS) != mechanics.FLESH
    return spared.ravel()


def _fails(victim: Victim, effects: _Effects, known: Ints) -> Probabilities:
    """Returns the chance that COOL fails, the new wound counted, (K, 42); 0 where none is tested.

    Source: PHA-63, PHA-66.
    """
    if not victim.is_tested or victim.is_out:
        return np.zeros((len(known), len(effects.spared)))
    before = known[:, None]
    new = before + effects.penalty
    if not victim.adds_penalties:
        new = np.minimum(before, effects.penalty)
    least = int(new.min())
    bonuses = tuple(range(victim.cool + least, victim.cool + int(new.max()) + 1))
    rates = 1.0 - pass_chances(bonuses, (victim.cool_dn,))
    return np.where(effects.spared, 0.0, rates.take(new - least))


def _clip(chances: list[float]) -> tuple[float, ...]:
    return tuple(min(max(each, 0.0), 1.0) for each in chances)
