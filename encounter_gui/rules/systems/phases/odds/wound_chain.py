"""What a row of wounds does to a combatant, as a Markov chain over what decides whether it is out of the fight.

States: nobody tested yet (the wounds are those it came with), then the levels of head and torso once its COOL has held,
then out by a failed COOL test, out by the wound itself. Limbs decide nothing here, so they have no states.
Source: PHA-61, PHA-63, PHA-64, PHA-66.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from encounter_gui.dice.exact import Probabilities
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.odds.rolls import LEVEL_COUNT, pass_chances

_TORSO_LEVELS = mechanics.DESTROYED
"""Levels a torso can have without death."""


class Victim(Struct, frozen=True, kw_only=True):
    """A combatant who may be wounded, in plain numbers.

    ``levels`` are the wounds by place; ``head`` and ``torso`` say which places those are (-1: none). A changed head is
    out from level ``head_out``. ``penalties`` and ``shock_dns`` by level, 0 to Destroyed. ``cool`` is what the COOL
    test adds apart from wounds. ``is_tested``: a COOL test is still asked; ``flesh_tested``: for Flesh wounds too.
    ``drops_in_shock``: Shock puts it out. ``legs`` are the places of both legs, ``falls_at`` the level of the
    two together from which it falls; 0: falling changes nothing.
    """

    levels: tuple[int, ...]
    head: int
    torso: int
    head_out: int
    destroys: bool
    penalties: tuple[int, ...]
    adds_penalties: bool
    cool: int
    cool_dn: int
    is_tested: bool
    flesh_tested: bool
    shock: int
    shock_dns: tuple[int, ...]
    is_in_shock: bool
    drops_in_shock: bool
    is_out: bool
    legs: tuple[int, int] = (-1, -1)
    falls_at: int = 0


class Chain(Struct, frozen=True, kw_only=True):
    """The chain of a victim.

    ``steps`` (B, S, S): what kinds of wound do, less standing still; ``kinds`` (P · 5, B) which kinds a wound of each
    level at each place is made of; ``onward`` (S, B · S) the steps of all kinds side by side. ``start`` is the first
    state. The last two are out, by COOL and by wounds.
    """

    start: int
    steps: Probabilities
    kinds: Probabilities
    onward: Probabilities

    @property
    def size(self) -> int:
        """How many states there are."""
        return int(self.steps.shape[1])

    @property
    def faints(self) -> Probabilities:
        """The chance that COOL fails at once at a first wound, by place and level; (P · 5,)."""
        rates: Probabilities = self.kinds @ self.steps[:, self.start, -2]
        return rates

    def step(self, events: Probabilities) -> Probabilities:
        """Returns the transition of events with these chances, (…, P · 5); the rest of the mass stays where it is."""
        steps = (events @ self.kinds) @ self.steps.reshape(len(self.steps), -1)
        steps[..., :: self.size + 1] += 1.0
        made: Probabilities = steps.reshape(*events.shape[:-1], self.size, self.size)
        return made


def shock_fails(victim: Victim) -> Probabilities:
    """Returns the chance to fail the Shock Test of a wound that came to each level, 0 to 6. Source: PHA-62."""
    fails = 1.0 - pass_chances((victim.shock,), victim.shock_dns)
    fails[: mechanics.SLIGHT] = 0.0
    return fails


@lru_cache(2)
def stacking(*, destroys: bool) -> npt.NDArray[np.int64]:
    """Returns the level after a wound, by level before (0 to 6) and level dealt (0 to 5). Source: PHA-61."""
    before = np.arange(mechanics.DESTROYED + 1)[:, None]
    dealt = np.arange(LEVEL_COUNT + 1)[None, :]
    return np.asarray(mechanics.stacked_level(before, dealt, destroys)) + 0 * dealt


@lru_cache(2)
def moves(*, destroys: bool) -> Probabilities:
    """Returns 1 where a level and a level dealt come to a level, (7, 5, 7). Source: PHA-61."""
    after = stacking(destroys=destroys)[:, 1:]
    reached: Probabilities = (after[:, :, None] == np.arange(len(after))) * 1.0
    return reached


@lru_cache(256)
def chain(victim: Victim) -> Chain:
    """Returns the chain of a victim. Source: PHA-61, PHA-63, PHA-64."""
    heads, places = head_levels(victim), len(victim.levels)
    untested = tuple(_levels_without_test(victim))
    first = len(untested)
    size = first + heads * _TORSO_LEVELS + 2
    kinds, count = _kinds(places, victim.head, victim.torso, apart=not victim.flesh_tested)
    steps = np.zeros((count, size, size))
    if victim.head >= 0:
        steps[:LEVEL_COUNT, first:, first:] = _head_steps(
            heads, victim.head_out, destroys=victim.destroys
        )
    if victim.torso >= 0:
        torso = steps[LEVEL_COUNT : 2 * LEVEL_COUNT]
        torso[:, first:, first:] = _torso_steps(heads, destroys=victim.destroys)
    if victim.is_tested:
        kinds = _first_wounds(steps, kinds, victim, untested)
    start = 0 if victim.is_tested else _state(victim, victim.levels)
    return Chain(
        start=size - 1 if victim.is_out else start,
        steps=steps,
        kinds=kinds,
        onward=steps.transpose(1, 0, 2).reshape(size, -1),
    )


@lru_cache(16)
def _kinds(places: int, head: int, torso: int, *, apart: bool) -> tuple[Probabilities, int]:
    """Returns which kinds wounds are, (P · 5, B), and how many: each level of head and torso, then what limbs lead to.

    A limb only matters by whether COOL holds: two kinds do, unless its wounds have to be kept ``apart``.
    """
    limbs = [place for place in range(places) if place not in (head, torso)]
    count = 2 * LEVEL_COUNT + (LEVEL_COUNT * len(limbs) if apart else 2)
    kinds = np.zeros((places, LEVEL_COUNT, count))
    levels = np.arange(LEVEL_COUNT)
    kinds[head, levels, levels] = head >= 0
    kinds[torso, levels, levels + LEVEL_COUNT] = torso >= 0
    for number, place in enumerate(limbs):
        kinds[place] = 0.0
        if apart:
            kinds[place, levels, levels + (number + 2) * LEVEL_COUNT] = 1.0
    return kinds.reshape(-1, count), count


def _levels_without_test(victim: Victim) -> Iterator[tuple[int, ...]]:
    """Yields the wounds that may come before the first COOL test: several only where Flesh asks for none."""
    if not victim.is_tested:
        return
    open_places = [] if victim.flesh_tested else [i for i, at in enumerate(victim.levels) if not at]
    for number in range(1 << len(open_places)):
        levels = list(victim.levels)
        for bit, place in enumerate(open_places):
            levels[place] += number >> bit & 1
        yield tuple(levels)


def _state(victim: Victim, levels: tuple[int, ...]) -> int:
    """Returns the number of the state with these wounds, counted from the first after COOL has held."""
    head = levels[victim.head] if victim.head >= 0 else 0
    torso = levels[victim.torso] if victim.torso >= 0 else 0
    return head * _TORSO_LEVELS + min(torso, _TORSO_LEVELS - 1)


@lru_cache(16)
def _head_steps(heads: int, head_out: int, *, destroys: bool) -> Probabilities:
    """Returns what wounds to the head do, (5, S, S). Source: PHA-61, PHA-64."""
    after = stacking(destroys=destroys)
    states = heads * _TORSO_LEVELS
    steps = np.zeros((LEVEL_COUNT, states + 2, states + 2))
    torso = np.arange(_TORSO_LEVELS)
    for before in range(heads):
        for dealt in range(1, LEVEL_COUNT + 1):
            new = int(after[before, dealt])
            if new != before:
                rows = before * _TORSO_LEVELS + torso
                to = states + 1 if new >= head_out else new * _TORSO_LEVELS + torso
                steps[dealt - 1, rows, to] += 1
                steps[dealt - 1, rows, rows] -= 1
    return steps


@lru_cache(16)
def _torso_steps(heads: int, *, destroys: bool) -> Probabilities:
    """Returns what wounds to the torso do, (5, S, S). Source: PHA-61."""
    after = stacking(destroys=destroys)
    states = heads * _TORSO_LEVELS
    steps = np.zeros((LEVEL_COUNT, states + 2, states + 2))
    head = np.arange(heads) * _TORSO_LEVELS
    for before in range(_TORSO_LEVELS):
        for dealt in range(1, LEVEL_COUNT + 1):
            new = int(after[before, dealt])
            if new != before:
                rows = head + before
                to = states + 1 if new >= mechanics.DESTROYED else head + new
                steps[dealt - 1, rows, to] += 1
                steps[dealt - 1, rows, rows] -= 1
    return steps


def _first_wounds(
    steps: Probabilities,
    kinds: Probabilities,
    victim: Victim,
    untested: tuple[tuple[int, ...], ...],
) -> Probabilities:
    """Fills in what the first wounds do, and returns the kinds: the first COOL test holds, or is the end.

    Source: PHA-63.
    """
    levels = np.array(untested)  # (R, P): the wounds before, by state and place
    after = stacking(destroys=victim.destroys)[levels][..., 1:]  # (R, P, 5)
    by_wound = fatal(victim, levels, after)
    rate = chance_to_hold(victim, levels, after)
    first, out = len(untested), steps.shape[-1] - 1
    to = first + _states(victim, levels, after)
    if not victim.flesh_tested:
        _apart(steps, kinds, (levels, by_wound, rate, to))
        return kinds
    (by_wound,), (rate,), (to,) = by_wound, rate, to
    holds = ~by_wound * rate
    fails = ~by_wound - holds
    dealt = np.arange(LEVEL_COUNT)
    for place, offset in ((victim.head, 0), (victim.torso, LEVEL_COUNT)):
        if place < 0:
            continue
        row = steps[offset : offset + LEVEL_COUNT, 0]
        row[:, 0] = -1.0
        row[:, out] = by_wound[place]
        row[:, out - 1] = fails[place]
        row[dealt, to[place]] = holds[place]
    steps[-2:, 0, 0] = -1.0
    steps[-2, 0, first + _state(victim, untested[0])] = 1.0
    steps[-1, 0, out - 1] = 1.0
    is_limb = _limbs(len(rate), victim.head, victim.torso)
    mixed = kinds.reshape(*rate.shape, -1).copy()
    mixed[:, :, -2] = is_limb * rate
    mixed[:, :, -1] = is_limb - mixed[:, :, -2]
    return mixed.reshape(kinds.shape)


@lru_cache(16)
def _limbs(places: int, head: int, torso: int) -> Probabilities:
    """Returns 1 for places that are neither head nor torso, else 0; (P, 1)."""
    return np.array([[float(place not in (head, torso))] for place in range(places)])


def _apart(
    steps: Probabilities,
    kinds: Probabilities,
    wounds: tuple[npt.NDArray[Any], ...],
) -> None:
    """Fills in first wounds by place and level, where Flesh asks for no test but counts later. Source: PHA-63."""
    levels, by_wound, rate, to = wounds
    kind = kinds.argmax(axis=1).reshape(rate.shape[1:])
    row, place, dealt = np.indices(rate.shape)
    spared = (dealt == 0) & (levels != mechanics.FLESH)[..., None]
    tested, out = ~by_wound & ~spared, steps.shape[-1] - 1
    at = (kind[place, dealt], row)
    np.add.at(steps, (*at, row), -1.0)
    np.add.at(steps, (*at, out), 1.0 * by_wound)
    np.add.at(steps, (*at, out - 1), tested * (1.0 - rate))
    np.add.at(steps, (*at, to), tested * rate)
    np.add.at(steps, (*at, _rows(levels)[..., None] + 0 * row), 1.0 * spared)


def fatal(
    victim: Victim, levels: npt.NDArray[np.int64], after: npt.NDArray[np.int64]
) -> npt.NDArray[np.bool_]:
    """Returns whether a wound puts a combatant out by itself, without a COOL test. Source: PHA-61, PHA-64."""
    least = fatal_levels(levels.shape[1], victim.head, victim.torso, victim.head_out)
    ends = (after != levels[..., None]) & (after >= least)
    return np.asarray(ends, dtype=np.bool_)


@lru_cache(16)
def fatal_levels(places: int, head: int, torso: int, head_out: int) -> npt.NDArray[np.int64]:
    """Returns the level from which a wound ends it, (P, 1); of a limb, one that is never reached."""
    least = np.full((places, 1), mechanics.DESTROYED + 1)
    for place, level in ((torso, mechanics.DESTROYED), (head, head_out)):
        if place >= 0:
            least[place] = level
    return least


def chance_to_hold(
    victim: Victim, levels: npt.NDArray[np.int64], after: npt.NDArray[np.int64]
) -> Probabilities:
    """Returns the chance that COOL holds at a wound, the new one counted. Source: PHA-63, PHA-66."""
    amounts = np.array(victim.penalties)
    before = amounts[levels]
    if victim.adds_penalties:
        penalty = (before.sum(axis=1)[:, None] - before)[..., None] + amounts[after]
    else:
        penalty = np.minimum(before.min(axis=1)[:, None, None], amounts[after])
    least = int(penalty.min())
    bonuses = tuple(victim.cool + each for each in range(least, 1))
    rates: Probabilities = pass_chances(bonuses, (victim.cool_dn,))[penalty - least]
    return rates


def _states(
    victim: Victim, levels: npt.NDArray[np.int64], after: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """Returns the state after a wound at which COOL has held, counted from the first of these."""
    shape = after.shape
    head = np.zeros(shape, np.int64)
    torso = np.zeros(shape, np.int64)
    if victim.head >= 0:
        head += levels[:, victim.head, None, None]
        head[:, victim.head] = after[:, victim.head]
    if victim.torso >= 0:
        torso += levels[:, victim.torso, None, None]
        torso[:, victim.torso] = after[:, victim.torso]
    head = np.minimum(head, head_levels(victim) - 1)
    return head * _TORSO_LEVELS + np.minimum(torso, _TORSO_LEVELS - 1)


def _rows(levels: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Returns the state in which a place without a wound has Flesh, by state and place; itself where it has one."""
    row = np.arange(levels.shape[0])[:, None]
    is_open = levels[0] == 0
    bit = np.where(is_open, 1 << (is_open.cumsum() - 1), 0)
    rows: npt.NDArray[np.int64] = row + bit * (levels == 0)
    return rows


def head_levels(victim: Victim) -> int:
    """Returns how many levels a head can have of a combatant still in the fight: a worse one may have been woken."""
    return max(victim.head_out, victim.levels[victim.head] + 1) if victim.head >= 0 else 1
