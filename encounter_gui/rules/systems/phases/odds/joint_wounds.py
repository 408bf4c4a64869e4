"""What depends on all places at once: a Critical wound anywhere, and by house rule the first failed Shock Test.

Hits that are alike fall on places independently, so the chance that k of them leave everything as it should be is
k! times the k-th coefficient of a product of one polynomial a place. Source: PHA-61, PHA-62, PHA-74.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import factorial

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from encounter_gui.dice.exact import Probabilities
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.odds.wound_chain import (
    Victim,
    chance_to_hold,
    fatal,
    moves,
    shock_fails,
    stacking,
)

ACTIONS = 10
"""How many actions in a row are looked at to be out."""


class Alike(Struct, frozen=True, kw_only=True):
    """An action as a number of hits that are alike.

    ``events`` (P, 5): the chances of place and level of one of them. ``counts[k]``: the chance of k of them; None: one
    an action, misses among the rest of its chances. ``graze`` and ``graze_events``: the action is a graze instead.
    """

    events: Probabilities
    counts: Probabilities | None
    graze: float
    graze_events: Probabilities


class Joint(Struct, frozen=True, kw_only=True):
    """Chances of a new Critical wound by rapid fire, and to be out within 1, 2 … actions; empty: not known exactly."""

    criticals: tuple[float, ...] = ()
    out: tuple[float, ...] = ()


def joint_odds(alike: Alike | None, victim: Victim) -> Joint:
    """Returns the chances of what depends on all places; nothing for actions whose hits differ."""
    if alike is None:
        return Joint()
    criticals: tuple[float, ...] = ()
    if alike.counts is not None:  # single hits: see three_attacks
        criticals = _within(alike, _Keeping(victim, _keeps_sound(destroys=victim.destroys)), 1)
    if not victim.drops_in_shock:
        return Joint(criticals=criticals)
    if victim.is_out:
        return Joint(criticals=criticals, out=(1.0,) * (ACTIONS if alike.counts is None else 1))
    if not victim.is_tested:
        return Joint(
            criticals=criticals, out=_within(alike, _Keeping(victim, _keeps_up(victim)), ACTIONS)
        )
    if not victim.flesh_tested:
        return Joint(criticals=criticals)
    return Joint(criticals=criticals, out=_within(alike, _Standing(victim), ACTIONS))


class _Keeping:
    """That every single wound leaves things as they should be, by what it does to its place."""

    def __init__(self, victim: Victim, keeps: Probabilities) -> None:
        """Takes the chance that a wound is harmless, by place (or not), level before and level dealt."""
        self.victim = victim
        self.keeps = keeps

    def after(self, events: Probabilities, most: int) -> Probabilities:
        """Returns the chances that 0 … ``most`` hits with these chances are harmless."""
        rows = np.zeros((len(self.victim.levels), mechanics.DESTROYED + 1))
        rows[np.arange(len(rows)), list(self.victim.levels)] = 1.0
        steps = _steps(self.victim, events[:, None, :] * self.keeps)
        series = _series(rows, steps, most)
        return _product(series, 1.0 - float(events.sum()), most) * _factorials(most)


class _Standing:
    """That a combatant who was never tested stands: the first wound asks for COOL, each for a Shock Test."""

    def __init__(self, victim: Victim) -> None:
        """Takes who it is."""
        self.victim = victim

    def after(self, events: Probabilities, most: int) -> Probabilities:
        """Returns the chances to stand after 0 … ``most`` hits with these chances. Source: PHA-63, PHA-74."""
        victim, keeps = self.victim, _keeps_up(self.victim)
        levels = np.array([victim.levels])
        new = stacking(destroys=victim.destroys)[levels[0], 1:]
        place = np.arange(len(new))[:, None] + 0 * new
        first = np.zeros((len(new), mechanics.DESTROYED + 1))
        weights = (
            events
            * keeps[np.arange(len(new)), levels[0]]
            * chance_to_hold(victim, levels, new[None])[0]
        )
        np.add.at(first, (place, new), weights)
        rows = np.zeros_like(first)
        rows[np.arange(len(rows)), levels[0]] = 1.0
        steps = _steps(victim, events[:, None, :] * keeps)
        others, ours = _series(rows, steps, most), _series(first, steps, most)
        unhurt = 1.0 - float(events.sum())
        rest = sum(
            _product((*others[:place], ours[place], *others[place + 1 :]), unhurt, most)
            for place in range(len(rows))
        ) * _factorials(most)
        waiting: Probabilities = unhurt ** np.arange(most + 1.0)
        waiting[1:] += np.convolve(waiting, rest)[:most]
        return waiting


def _within(alike: Alike, fate: "_Keeping | _Standing", most: int) -> tuple[float, ...]:
    """Returns the chances that it has come otherwise within 1, 2 … actions; of rapid fire, within one."""
    if alike.counts is None:
        return tuple(np.clip(1.0 - fate.after(alike.events, most)[1:], 0.0, 1.0).tolist())
    kept = fate.after(alike.events, alike.counts.size - 1)
    grazed = fate.after(alike.graze_events, 1)[1]
    return (float(np.clip(1.0 - alike.counts @ kept - alike.graze * grazed, 0, 1)),)


@lru_cache(2)
def _keeps_sound(*, destroys: bool) -> Probabilities:
    """Returns 1 where a wound makes no place Critical or worse, by level before and level dealt."""
    after = stacking(destroys=destroys)[:, 1:]
    worse = (after != np.arange(len(after))[:, None]) & (after >= mechanics.CRITICAL)
    sound: Probabilities = 1.0 - worse
    return sound


def _keeps_up(victim: Victim) -> Probabilities:
    """Returns the chance that a wound leaves a combatant up, COOL aside, by place, level before and level dealt."""
    after = stacking(destroys=victim.destroys)[:, 1:]
    before = np.arange(len(after))
    kept = np.where(after != before[:, None], 1.0 - shock_fails(victim)[after], 1.0)
    levels = np.broadcast_to(before[:, None], (len(before), len(victim.levels)))
    ends = fatal(
        victim, levels, np.broadcast_to(after[:, None, :], (*levels.shape, after.shape[1]))
    )
    return kept[None] * ~ends.transpose(1, 0, 2)


def _steps(victim: Victim, weights: Probabilities) -> Probabilities:
    """Returns what one hit makes of each level, (P, 7, 7), from its chances by level before and level dealt."""
    steps: Probabilities = (weights[..., None] * moves(destroys=victim.destroys)).sum(axis=2)
    return steps


def _series(rows: Probabilities, steps: Probabilities, most: int) -> tuple[Probabilities, ...]:
    """Returns the polynomial of each place: what is left of it after k of its hits, over k!."""
    powers, square = rows[:, None, :], steps
    while True:
        powers = np.concatenate((powers, powers @ square), axis=1)
        if powers.shape[1] > most:
            break
        square = square @ square
    return tuple(powers[:, : most + 1].sum(axis=2) / _factorials(most))


def _product(series: Iterable[Probabilities], nothing: float, most: int) -> Probabilities:
    """Returns the product of the polynomials and of e to the power of ``nothing``, up to degree ``most``."""
    total: Probabilities = nothing ** np.arange(most + 1) / _factorials(most)
    for each in series:
        total = np.convolve(total, each)[: most + 1]
    return total


@lru_cache(64)
def _factorials(most: int) -> npt.NDArray[np.float64]:
    return np.array([float(factorial(k)) for k in range(most + 1)])
