"""Bursts of one action with a defense roll for each: what one does to the target weighs on the next defense.

Worked out backward from the last burst, over all levels that the places of the target may come to. All rounds that hit
do the same whatever the defense was, so that what happened before decides only how many hit.

Source: PHA-32, PHA-34, PHA-61 to PHA-66, PHA-78.
"""

from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from encounter_gui.dice.exact import Probabilities
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.odds.defense_per_shot import (
    After,
    Shot,
    ShotAt,
    has_fallen,
    penalty,
)
from encounter_gui.rules.systems.phases.odds.rolls import LEVEL_COUNT
from encounter_gui.rules.systems.phases.odds.wound_chain import (
    Victim,
    chance_to_hold,
    fatal,
    fatal_levels,
    shock_fails,
    stacking,
)

Ints = npt.NDArray[np.int64]
_Kind = tuple[int, bool]


class _Goal(Struct, frozen=True, kw_only=True):
    """What is counted after all bursts: ``end`` for who is still in the fight, ``wound`` for who is out by a wound.

    ``cool`` counts who is out by a failed COOL test, ``cool_same`` where the wound that asked for it changed nothing.
    ``after_hit`` and ``after_graze`` are what is left of these for each hit and graze at somebody out. ``hits``: hits
    do not end what is counted. ``moves``: nor does a wound that changes something.
    """

    end: float = 0.0
    wound: float = 0.0
    cool: float = 0.0
    cool_same: float = 0.0
    after_hit: float = 1.0
    after_graze: float = 1.0
    hits: bool = True
    moves: bool = True


class _Rates(Struct, frozen=True, kw_only=True):
    """The chances of a burst, by kind of state: a jam ends the action, a miss, a graze, and 1, 2 … hits (K, most)."""

    stop: Probabilities
    miss: Probabilities
    graze: Probabilities
    counts: Probabilities

    @classmethod
    def of(cls, bursts: list[Shot], *, jams: bool) -> "_Rates":
        """Returns the chances of these bursts, one for each kind."""
        stop = np.array([float(each.margins.fumble[0]) * jams for each in bursts])
        graze = np.array([float(each.margins.graze[0]) for each in bursts])
        # Nobody may be left before the first COOL test: then there is no kind, and no chance of anything.
        counts = np.array([each.counts for each in bursts]) if bursts else np.zeros((0, 0))
        return cls(
            stop=stop, miss=1.0 - stop - graze - counts.sum(axis=1), graze=graze, counts=counts
        )


def play_bursts(bursts: int, burst_at: ShotAt, victim: Victim, *, jams: bool) -> After:
    """Returns what comes of all the bursts at a target that is in the fight. Source: PHA-78."""
    first = burst_at(0, 0, False, False)  # noqa: FBT003 - as it is called
    levels = np.array(victim.levels)
    is_same = stacking(destroys=victim.destroys)[levels, 1:] == levels[:, None]
    same = [1.0 - float((events * ~is_same).sum()) for events in (first.hit, first.graze)]
    goals = (
        _Goal(end=1.0, wound=1.0, cool=1.0, cool_same=1.0, after_hit=0.0, hits=False),
        _Goal(end=1.0, cool_same=1.0, after_hit=same[0], after_graze=same[1], moves=False),
        _Goal(cool=1.0, cool_same=1.0),
        _Goal(wound=1.0, cool=1.0, cool_same=1.0),
    )
    missed, unhurt, by_cool, out = (
        _Course(victim, goal, first).value(bursts, burst_at, jams=jams) for goal in goals
    )
    return After(missed=missed, unhurt=unhurt, by_cool=by_cool, out=out)


class _Course:
    """What is counted of a victim in each state that it may be in, before one burst after the other."""

    def __init__(self, victim: Victim, goal: _Goal, burst: Shot) -> None:
        """Takes any of the bursts: what a hit and a graze do is the same in all of them."""
        self.victim, self.goal = victim, goal
        self.events = (burst.hit * goal.hits, burst.graze)
        self.axes = tuple(self._reachable(place) for place in range(len(victim.levels)))
        self.tested = np.array(list(product(*self.axes)))
        self.untested = np.array(self._untested(), np.int64).reshape(-1, len(self.axes))
        self.operators = tuple(tuple(self._operators(events)) for events in self.events)
        self.first_wounds = _FirstWounds(self) if len(self.untested) else None

    def _reachable(self, place: int) -> list[int]:
        """Returns the levels a place may come to without the end; the first is that before."""
        victim, start = self.victim, self.victim.levels[place]
        can_move = self.goal.moves and (self.goal.end or self.goal.wound)
        after = stacking(destroys=victim.destroys)
        least = _least(victim)[place]
        chances = self.events[0][place] + self.events[1][place]
        dealt = [1 + each for each in np.flatnonzero(chances) if can_move]
        found = [start]
        for level in found:
            new = (int(after[level, each]) for each in dealt)
            found += dict.fromkeys(each for each in new if each < least and each not in found)
        return found

    def _untested(self) -> list[tuple[int, ...]]:
        """Returns the wounds that may come before the first COOL test."""
        victim = self.victim
        if not victim.is_tested:
            return []
        flesh = not victim.flesh_tested and self.goal.moves
        ways = (
            (level, mechanics.FLESH) if flesh and not level else (level,) for level in victim.levels
        )
        return list(product(*ways))

    def _operators(self, events: Probabilities) -> "list[tuple[int, Probabilities, Probabilities]]":
        """Returns by place how levels change at a hit or graze, and the chance that it is the end there."""
        victim = self.victim
        after, shocks = stacking(destroys=victim.destroys), _shocks(victim)
        found = []
        for place in np.flatnonzero(events.sum(axis=1) > 0):
            levels = self.axes[place]
            moves, ends = np.zeros((len(levels), len(levels))), np.zeros(len(levels))
            for row, level in enumerate(levels):
                for dealt, chance in enumerate(events[place].tolist(), start=1):
                    new = int(after[level, dealt])
                    is_end = new != level and new >= _least(victim)[place]
                    lost = 1.0 if is_end else shocks[new] * (new != level)
                    ends[row] += chance * lost
                    if new in levels:
                        moves[row, levels.index(new)] += chance * (1.0 - lost)
            found.append((int(place), moves, ends))
        return found

    def value(self, bursts: int, burst_at: ShotAt, *, jams: bool) -> float:
        """Returns what is counted of the victim as it is, before the first burst."""
        goal = self.goal
        shape = tuple(len(each) for each in self.axes)
        tested = np.full(shape, goal.end)
        untested = np.full(len(self.untested), goal.end)
        ended = np.array((goal.wound, goal.cool, goal.cool_same))
        known, kind = _kinds(self.victim, self.tested)
        known_first, kind_first = _kinds(self.victim, self.untested)
        for number in reversed(range(bursts)):
            rates = _Rates.of([burst_at(number, *each, False) for each in known], jams=jams)  # noqa: FBT003 - as called
            firsts = _Rates.of([burst_at(number, *each, False) for each in known_first], jams=jams)  # noqa: FBT003 - as called
            grazed = self._struck(1, tested, ended), self._struck_first(1, tested, untested, ended)
            hits, later = [(tested, untested)], ended
            for _ in range(rates.counts.shape[1]):
                whole, fresh = hits[-1]
                hits.append(
                    (self._struck(0, whole, later), self._struck_first(0, whole, fresh, later))
                )
                later = later * goal.after_hit
            tested = _mixed(
                rates, kind.reshape(shape), goal.end, (tested, grazed[0], *[a for a, _ in hits[1:]])
            )
            if len(untested):
                untested = _mixed(
                    firsts, kind_first, goal.end, (untested, grazed[1], *[b for _, b in hits[1:]])
                )
            down = burst_at(number, 0, False, True)  # noqa: FBT003 - as called
            ended = self._ended(ended, _Rates.of([down], jams=jams))
        return float(untested[0] if len(untested) else tested.ravel()[0])

    def _struck(self, what: int, tested: Probabilities, ended: Probabilities) -> Probabilities:
        """Returns what is counted before a hit (0) or a graze (1), from what is after it. Source: PHA-61, PHA-64."""
        if not what and not self.goal.hits:
            return np.zeros_like(tested)
        found: Probabilities = tested * (1.0 - float(self.events[what].sum()))
        for place, moves, ends in self.operators[what]:
            found += np.moveaxis(np.tensordot(moves, tested, (1, place)), 0, place)
            found += ended[0] * ends.reshape(
                [-1 if axis == place else 1 for axis in range(tested.ndim)]
            )
        return found

    def _struck_first(
        self, what: int, tested: Probabilities, untested: Probabilities, ended: Probabilities
    ) -> Probabilities:
        """Returns the same of who has made no COOL test yet. Source: PHA-63."""
        if self.first_wounds is None or (not what and not self.goal.hits):
            return np.zeros_like(untested)
        return self.first_wounds.before(self.events[what], tested, untested, ended)

    def _ended(self, ended: Probabilities, rates: _Rates) -> Probabilities:
        """Returns what is counted of who is out, before a burst at it."""
        goal = self.goal
        kept = goal.after_hit ** np.arange(1, rates.counts.shape[1] + 1)
        going = rates.miss + rates.graze * goal.after_graze + rates.counts @ kept
        last = np.array((goal.wound, goal.cool, goal.cool_same))
        before: Probabilities = rates.stop * last + going * ended
        return before


class _FirstWounds:
    """What the first wounds of a victim do, each of which asks for COOL or is spared that. Source: PHA-63."""

    def __init__(self, course: _Course) -> None:
        """Takes the course that it is a part of."""
        victim, levels = course.victim, course.untested
        after = stacking(destroys=victim.destroys)[levels][..., 1:]
        self.changes = after != levels[..., None]
        self.ends = fatal(victim, levels, after)
        shocks = _shocks(victim)[after] * self.changes
        self.lost = np.where(self.ends, 1.0, shocks)
        self.holds = chance_to_hold(victim, levels, after)
        is_scratch = (np.arange(LEVEL_COUNT) == 0) & (levels != mechanics.FLESH)[..., None]
        self.spared = is_scratch & (not victim.flesh_tested)
        self.tested = _places(course.tested, levels, after)
        self.untested = _places(levels, levels, after)

    def before(
        self,
        events: Probabilities,
        tested: Probabilities,
        untested: Probabilities,
        ended: Probabilities,
    ) -> Probabilities:
        """Returns what is counted before a hit or graze of these events, from what is after it."""
        wound, cool, cool_same = ended
        held = np.append(tested, 0.0)[self.tested]
        spared = np.append(untested, 0.0)[self.untested]
        failed = np.where(self.changes, cool, cool_same)
        asked = self.holds * held + (1.0 - self.holds) * failed
        worth = self.lost * wound + (1.0 - self.lost) * np.where(self.spared, spared, asked)
        found: Probabilities = (events * worth).sum(axis=(1, 2))
        return found + (1.0 - float(events.sum())) * untested


def _mixed(
    rates: _Rates, kind: Ints, end: float, after: tuple[Probabilities, ...]
) -> Probabilities:
    """Returns what is counted before a burst, from what is ``after`` a miss, a graze, and 1, 2 … hits."""
    missed, grazed, *hits = after
    found: Probabilities = rates.stop[kind] * end + rates.miss[kind] * missed
    found += rates.graze[kind] * grazed
    for number, each in enumerate(hits):
        found += rates.counts[:, number][kind] * each
    return found


def _kinds(victim: Victim, levels: Ints) -> tuple[list[_Kind], Ints]:
    """Returns what wounds change for the next burst (loss of defense, a fall), and which of these each state has."""
    lost = penalty(victim, np.array([victim.levels]))[0] - penalty(victim, levels)
    kinds = 2 * lost + has_fallen(victim, levels)
    known, kind = np.unique(kinds, return_inverse=True)
    return [(int(each) // 2, bool(each % 2)) for each in known], kind.ravel()


def _places(states: Ints, levels: Ints, after: Ints) -> Ints:
    """Returns the number of the state that each wound leads to, (N, P, 5); beyond the last: to none of them."""
    radix = (mechanics.DESTROYED + 1) ** np.arange(levels.shape[1])
    numbers = states @ radix
    order = np.argsort(numbers)
    wanted = (levels @ radix)[:, None, None] + (after - levels[..., None]) * radix[:, None]
    place = np.minimum(np.searchsorted(numbers[order], wanted), len(numbers) - 1)
    found: Ints = order[place]
    return np.where(numbers[found] == wanted, found, len(numbers))


def _least(victim: Victim) -> list[int]:
    """Returns the level from which a wound ends it, by place."""
    least: npt.NDArray[Any] = fatal_levels(
        len(victim.levels), victim.head, victim.torso, victim.head_out
    )
    return [int(each) for each in least.ravel()]


def _shocks(victim: Victim) -> Probabilities:
    """Returns the chance that a wound that came to each level puts it out by Shock, 0 to 6. Source: PHA-74."""
    if victim.drops_in_shock and not victim.is_in_shock:
        return shock_fails(victim)
    return np.zeros(mechanics.DESTROYED + 1)
