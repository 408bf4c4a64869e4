"""Shots or bursts of one action with a defense roll for each: what one does to the target weighs on the next defense.

Source: PHA-32, PHA-61 to PHA-66, PHA-78.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from encounter_gui.dice.exact import Probabilities
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.odds.rolls import LEVEL_COUNT, Margins
from encounter_gui.rules.systems.phases.odds.wound_chain import (
    Victim,
    chance_to_hold,
    fatal,
    shock_fails,
    stacking,
)

IN, BY_COOL, BY_WOUND = 0, 1, 2
"""Whether somebody is in the fight, or out of it by a failed COOL test, or by a wound or Shock."""

_TESTED, _FATE, _FALLEN, _HIT, _CHANGED = range(5)


class Shot(Struct, frozen=True, kw_only=True):
    """One shot or burst at a target: its margins over all defense rolls, and what its hits do.

    ``counts[n]``: the chance of n + 1 hits, each by itself; ``hit`` and ``graze``: the chances of place and level of
    one hit, and of one graze, (P, 5); the rest wounds nothing.
    """

    margins: Margins
    counts: tuple[float, ...]
    hit: Probabilities
    graze: Probabilities


ShotAt = Callable[[int, int, bool, bool], Shot]
"""Returns a shot by its number, what the target's wounds have taken off its defense, whether it has fallen, is out."""


class After(Struct, frozen=True, kw_only=True):
    """The chances after all shots: no hit, no new wound, out by COOL, out at all."""

    missed: float
    unhurt: float
    by_cool: float
    out: float


class _States(Struct, frozen=True, kw_only=True):
    """Where a target may be: levels (N, P), marks (N, 5) in the order of the constants, and the chance of each (N,)."""

    levels: npt.NDArray[np.int64]
    marks: npt.NDArray[np.int64]
    mass: Probabilities

    @property
    def merged(self) -> "_States":
        """The same with states that are alike taken together; the wounds of who is out and wounded matter no more."""
        rows = np.hstack((self.levels, self.marks))
        places = self.levels.shape[1]
        is_over = (self.marks[:, _FATE] != IN) & (self.marks[:, _CHANGED] == 1)
        rows[is_over, :places] = 0
        rows[is_over, places + _FALLEN] = 0
        _, first, which = np.unique(
            rows @ _radix(rows.shape[1]), return_index=True, return_inverse=True
        )
        mass: npt.NDArray[Any] = np.bincount(which.ravel(), self.mass, len(first))
        unique = rows[first]
        return _States(levels=unique[:, :places], marks=unique[:, places:], mass=mass)


@lru_cache(16)
def _radix(columns: int) -> npt.NDArray[np.int64]:
    """Returns what each column of a state counts in its number; no column is above Destroyed."""
    return (mechanics.DESTROYED + 1) ** np.arange(columns)


def play_shots(shots: int, shot_at: ShotAt, victim: Victim, *, jams: bool) -> After:
    """Returns what comes of all the shots at a target that is in the fight. Source: PHA-78."""
    states = _States(
        levels=np.array([victim.levels]),
        marks=np.array([[int(not victim.is_tested), IN, 0, 0, 0]]),
        mass=np.ones(1, np.float64),
    )
    ended: list[_States] = []
    for number in range(shots):
        parts: list[_States] = []
        for those, shot in _apart(states, number, shot_at, victim):
            if jams:
                stopped = those.mass * float(shot.margins.fumble[0])
                ended.append(_States(levels=those.levels, marks=those.marks, mass=stopped))
            parts += _after(those, shot, victim, jams=jams)
        states = _together(parts).merged
    last = _together([*ended, states])
    fate, mass = last.marks[:, _FATE], last.mass
    return After(
        missed=float(mass[last.marks[:, _HIT] == 0].sum()),
        unhurt=float(mass[last.marks[:, _CHANGED] == 0].sum()),
        by_cool=float(mass[fate == BY_COOL].sum()),
        out=float(mass[fate != IN].sum()),
    )


def _together(parts: list[_States]) -> _States:
    return _States(
        levels=np.concatenate([each.levels for each in parts]),
        marks=np.concatenate([each.marks for each in parts]),
        mass=np.concatenate([each.mass for each in parts]),
    )


def penalty(victim: Victim, levels: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Returns what wounds take off rolls, 0 or less. Source: PHA-66."""
    amounts = np.array(victim.penalties)[levels]
    found: npt.NDArray[np.int64] = (
        amounts.sum(axis=1) if victim.adds_penalties else amounts.min(axis=1)
    )
    return found


def has_fallen(victim: Victim, levels: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Returns whether wounds of the legs since the first shot have made it fall. Source: PHA-64."""
    legs = [leg for leg in victim.legs if leg >= 0]
    if not victim.falls_at or not legs:
        return np.zeros(len(levels), np.bool_)
    right, left = (
        levels[:, leg] if leg >= 0 else np.zeros(len(levels), np.int64) for leg in victim.legs
    )
    is_new = (levels[:, legs] != np.array(victim.levels)[legs]).any(axis=1)
    falls = np.asarray(mechanics.leg_level(right, left)) >= victim.falls_at
    return np.asarray(falls & is_new, np.bool_)


def _apart(
    states: _States, number: int, shot_at: ShotAt, victim: Victim
) -> Iterator[tuple[_States, Shot]]:
    """Yields the states by what they change for the next shot, each with that shot."""
    start = penalty(victim, np.array([victim.levels]))[0]
    lost = start - penalty(victim, states.levels)
    is_out = states.marks[:, _FATE] != IN
    kinds = np.stack((lost * ~is_out, states.marks[:, _FALLEN] * ~is_out, is_out), axis=1)
    for kind in np.unique(kinds, axis=0):
        those = (kinds == kind).all(axis=1)
        shot = shot_at(number, int(kind[0]), bool(kind[1]), bool(kind[2]))
        yield (
            _States(
                levels=states.levels[those], marks=states.marks[those], mass=states.mass[those]
            ),
            shot,
        )


def _after(states: _States, shot: Shot, victim: Victim, *, jams: bool) -> Iterator[_States]:
    """Yields where these states come to by one shot that no jam stops."""
    hit, graze = float(shot.margins.hit[0]), float(shot.margins.graze[0])
    stopped = float(shot.margins.fumble[0]) if jams else 0.0
    yield _mark(states, 1.0 - hit - graze - stopped)
    yield from _wound(_mark(states, graze), 1.0, shot.graze, victim)
    struck = _mark(states, 1.0, _HIT)
    for number, chance in enumerate(shot.counts):
        struck = _together(list(_wound(struck, 1.0, shot.hit, victim)))
        if number + 1 < len(shot.counts):
            struck = struck.merged
        yield _mark(struck, chance)


def _mark(states: _States, chance: float, *marks: int) -> _States:
    changed = states.marks.copy()
    changed[:, list(marks)] = 1
    return _States(levels=states.levels, marks=changed, mass=states.mass * chance)


def _wound(
    states: _States, chance: float, events: Probabilities, victim: Victim
) -> Iterator[_States]:
    """Yields where states come to by a hit or graze of this chance, with these chances of place and level as a part.

    Source: PHA-61 to PHA-64.
    """
    yield _mark(states, chance - float(events.sum()))
    levels = states.levels
    after = stacking(destroys=victim.destroys)[levels][..., 1:]
    changes = after != levels[..., None]
    is_in = (states.marks[:, _FATE] == IN)[:, None, None]
    mass = states.mass[:, None, None] * events
    by_wound = fatal(victim, levels, after) & is_in
    shocked = np.zeros(after.shape)
    if victim.drops_in_shock and not victim.is_in_shock:
        shocked = shock_fails(victim)[after] * changes * is_in * ~by_wound
    is_scratch = (np.arange(LEVEL_COUNT) == 0) & (levels != mechanics.FLESH)[..., None]
    asks = is_in & ~by_wound & (states.marks[:, _TESTED] == 0)[:, None, None]
    if not victim.flesh_tested:
        asks = asks & ~is_scratch
    fails = asks * (1.0 - shocked)
    if asks.any():
        fails = fails * (1.0 - chance_to_hold(victim, levels, after))
    out = by_wound + shocked
    fates = ((BY_WOUND, out), (BY_COOL, fails), (IN, 1.0 - out - fails))
    for fate, share in fates:
        yield from _level_chances(states, mass * share, (after, changes, asks), victim, fate)


def _level_chances(
    states: _States,
    mass: Probabilities,
    wounds: tuple[npt.NDArray[Any], ...],
    victim: Victim,
    fate: int,
) -> Iterator[_States]:
    """Yields the states that wounds lead to with these chances, (N, P, 5), where there is one."""
    after, changes, asks = wounds
    who, place, dealt = np.nonzero(mass > 0.0)
    if not len(who):
        return
    levels, found = states.levels[who], states.marks[who]
    levels[np.arange(len(who)), place] = after[who, place, dealt]
    found[:, _FATE] = np.maximum(found[:, _FATE], fate)
    found[:, _TESTED] |= asks[who, place, dealt]
    found[:, _CHANGED] |= changes[who, place, dealt]
    found[:, _FALLEN] = has_fallen(victim, levels)
    yield _States(levels=levels, marks=found, mass=mass[who, place, dealt])
