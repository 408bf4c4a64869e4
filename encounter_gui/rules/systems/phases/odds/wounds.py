"""What hits do to a target, one after the other: every state that it may be in, and with what chance.

A state is a whole number: marks of what has happened, and the level of each place. What a wound does is read from the
rules of wounds; states that agree in all that still decides are one. Source: PHA-32, PHA-61 to PHA-66, PHA-74, PHA-78.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from encounter_gui.dice.exact import Probabilities
from encounter_gui.rules.systems.phases.odds.rolls import LEVEL_COUNT, pass_chances
from encounter_gui.rules.systems.phases.rules.anatomy import Anatomy
from encounter_gui.rules.systems.phases.rules.wounding import (
    AT_LEG,
    COOL,
    CRITICAL,
    DESTROYED,
    FAINTS,
    FATAL,
    LEVEL,
    SHOCK,
    WORSE,
    leg_row,
    wounding,
)

Ints = npt.NDArray[np.int64]

TESTED, BY_COOL, BY_WOUND, FALLEN, HIT, CHANGED, SEVERE = (1 << bit for bit in range(7))
"""COOL has been asked; out by failed COOL, or by a wound or Shock; it fell; a hit, a new wound, a new Critical one."""

OUT = BY_COOL | BY_WOUND
_MARKS, _BITS = 7, 3
_ALL_MARKS = (1 << _MARKS) - 1


class Victim(Struct, frozen=True, kw_only=True):
    """A combatant who may be wounded.

    ``levels`` are the wounds by place. ``cool`` and ``stamina`` are what COOL and Shock Tests add apart from wounds.
    ``is_tested``: a COOL test may still be asked. ``drops_in_shock``: Shock puts it out.
    """

    levels: tuple[int, ...]
    body: Anatomy
    cool: int
    stamina: int
    is_tested: bool
    is_in_shock: bool
    drops_in_shock: bool
    is_out: bool


class Strike(NamedTuple):
    """What one hit, or one graze, does: ``shares`` (P,) to strike a place, ``events`` (Y or 1, P, 5) to wound it."""

    shares: Probabilities
    events: Probabilities


class Discharge(NamedTuple):
    """One discharge by each defense roll, which has the chance ``weights`` (Y,).

    ``counts[:, k]`` (Y,): k + 1 hits, one after the other; ``graze`` (Y,): a graze; ``stop`` (Y,): a jam, which ends
    the action. Nothing of these: it misses.
    """

    weights: Probabilities
    hit: Strike
    counts: Probabilities
    grazed: Strike
    graze: Probabilities
    stop: Probabilities


class Kind(NamedTuple):
    """What earlier shots have made of a target: what wounds took off its defense, whether it fell or is out."""

    lost: int
    has_fallen: bool
    is_out: bool


AS_IT_WAS = Kind(0, has_fallen=False, is_out=False)

DischargeAt = Callable[[int, Kind], Discharge]
"""Returns a discharge of an action by its number, at a target of this kind."""


class States(NamedTuple):
    """Where a target may be, (N,), and the chance of each, (N, Y) by defense roll."""

    of: Ints
    mass: Probabilities

    def some(self, which: npt.NDArray[np.bool_]) -> "States":
        """Returns some of the states."""
        return States(self.of[which], self.mass[which])

    @staticmethod
    def together(parts: Sequence["States"]) -> "States":
        """Returns states one after the other."""
        if len(parts) == 1:
            return parts[0]
        return States(
            np.concatenate([each.of for each in parts]),
            np.concatenate([each.mass for each in parts]),
        )

    def chance(self, mark: int) -> float:
        """Returns the chance that a mark is there."""
        # Chances are sums of products: the last digit may be one too many.
        return min(1.0, float(self.mass[(self.of & mark) > 0].sum()))


class Wounded(NamedTuple):
    """What wounds do in states, (N, W), before any test.

    ``after`` is the state and ``found`` what the rule of wounds says; ``goes_on``: the target is in the fight and stays
    so; ``asks``: it has to pass a COOL test.
    """

    after: Ints
    found: Ints
    goes_on: npt.NDArray[np.bool_]
    asks: npt.NDArray[np.bool_]


class Question(Struct, frozen=True, kw_only=True):
    """What decides of a state besides whether it is out.

    ``follows``: what a shot has done changes the next, by what wounds take off the defense (``weakens``), by a fall
    (``falls``). ``counts``: hits and new wounds are counted; ``severe``: new Critical wounds are.
    """

    follows: bool = False
    weakens: bool = False
    falls: bool = False
    counts: bool = False
    severe: bool = False


class Wounds:
    """What becomes of a victim, as far as a question goes."""

    def __init__(self, victim: Victim, question: Question) -> None:
        """Takes who is hit, and what is asked."""
        self.victim, self.question = victim, question
        self._shift = _MARKS + _BITS * np.arange(len(victim.levels))
        self._penalties = np.array(victim.body.penalties)
        self._shocks = victim.drops_in_shock and not victim.is_in_shock

    @cached_property
    def _first_penalty(self) -> int:
        return int(self._penalty(np.array([_state(self.victim)]))[0])

    @cached_property
    def _decides(self) -> Ints:
        """What still decides of a state, by its marks: as long as nothing has changed, all levels do."""
        question, body = self.question, self.victim.body
        every = question.weakens or self._shocks or question.severe
        legs = body.legs if question.falls else ()
        places = range(len(self.victim.levels)) if every else (body.head, body.torso, *legs)
        marks = np.arange(1 << _MARKS)
        is_known = (marks & (SEVERE if self.question.severe else CHANGED)) > 0
        levels = sum(LEVEL << int(self._shift[place]) for place in set(places) - {-1})
        over, on = OUT | HIT | CHANGED | SEVERE, levels | _ALL_MARKS
        tested = np.where((marks & TESTED) > 0, on, -1)
        return np.where(is_known, np.where((marks & OUT) > 0, over, tested), -1)

    def begin(self) -> States:
        """Returns the victim as it is."""
        marks = 0 if self.question.counts else HIT | CHANGED
        return States(np.array([_state(self.victim) | marks]), np.ones((1, 1)))

    def action(self, states: States, discharges: int, at: DischargeAt) -> States:
        """Returns where it may be after all the discharges of an action. Source: PHA-32, PHA-35, PHA-78."""
        weights = at(0, AS_IT_WAS).weights
        ended, going = [], States(states.of, states.mass * weights)
        for number in range(discharges):
            parts: list[States] = []
            for kind, those in self._by_kind(going):
                each = at(number, kind)
                if each.stop.any():
                    ended.append(States(those.of, those.mass * each.stop))
                parts += self._discharged(those, each)
            going = self.merged(*parts)
        if ended:
            going = self.merged(*ended, going)
        return States(going.of, going.mass.sum(axis=1, keepdims=True))

    def _discharged(self, states: States, of: Discharge) -> Iterator[States]:
        missed = 1.0 - of.stop - of.graze - of.counts.sum(axis=1)
        yield States(states.of, states.mass * missed)
        if of.graze.any():
            yield self.struck(States(states.of, states.mass * of.graze), of.grazed.events)
        hit = States(states.of | HIT, states.mass)
        for number in range(of.counts.shape[1]):
            hit = self.merged(self.struck(hit, of.hit.events))
            yield States(hit.of, hit.mass * of.counts[:, number])

    def _by_kind(self, states: States) -> Iterator[tuple[Kind, States]]:
        """Yields the states by what they change for the next discharge."""
        if not self.question.follows:
            yield AS_IT_WAS, states
            return
        is_out = (states.of & OUT) > 0
        lost = self.lost(states.of) * ~is_out if self.question.weakens else 0 * states.of
        has_fallen = ((states.of & FALLEN) > 0) & ~is_out
        code = 4 * lost + 2 * has_fallen + is_out
        for each in np.unique(code).tolist():
            here = code == each
            yield Kind(each >> 2, bool(each & 2), bool(each & 1)), states.some(here)

    def lost(self, of: Ints) -> Ints:
        """Returns what wounds have taken off rolls since the beginning, (N,). Source: PHA-66."""
        lost: Ints = self._first_penalty - self._penalty(of)
        return lost

    def _penalty(self, of: Ints) -> Ints:
        amounts = self._penalties[self.levels(of)]
        adds = self.victim.body.adds_penalties
        return np.asarray(amounts.sum(axis=1) if adds else amounts.min(axis=1))

    def struck(self, states: States, events: Probabilities) -> States:
        """Returns where a hit leads with these chances of place and level, (Y or 1, P, 5); the rest wounds nothing.

        Source: PHA-61 to PHA-64, PHA-74.
        """
        flat = events.reshape(len(events), -1)
        columns = np.flatnonzero(flat.any(axis=0))
        chances = flat[:, columns]
        place, dealt = columns // LEVEL_COUNT, columns % LEVEL_COUNT + 1
        after, found, goes_on, asks = self.wounded(states.of, place, dealt)
        if self.question.falls:
            after |= self._falls(after, found) * FALLEN
        weight = states.mass[:, None, :] * chances.T
        parts = [States(states.of, states.mass * (1.0 - chances.sum(axis=1)))]
        if self._shocks:
            shocked = goes_on & ((found & SHOCK) > 0)
            share = self.shock_fails(found[shocked] & LEVEL)[:, None]
            parts.append(States(after[shocked] | BY_WOUND, weight[shocked] * share))
            weight[shocked] *= 1.0 - share
        if asks.any():
            after |= asks * TESTED
            share = self.cool_fails(after[asks])[:, None]
            parts.append(States(after[asks] | BY_COOL, weight[asks] * share))
            weight[asks] *= 1.0 - share
        parts.append(States(after.ravel(), weight.reshape(after.size, states.mass.shape[1])))
        return States.together(parts)

    def wounded(self, of: Ints, place: Ints, dealt: Ints) -> "Wounded":
        """Returns what each of these wounds does in each state, before any test. Source: PHA-61, PHA-63."""
        of, shift = of[:, None], self._shift[place]
        before = (of >> shift) & LEVEL
        found = np.asarray(wounding(self.victim.body, place, dealt, before))
        level, is_worse = found & LEVEL, (found & WORSE) > 0
        after = (of + ((level - before) << shift)) | is_worse * CHANGED
        if self.question.severe:
            after |= (is_worse & (level >= CRITICAL)) * SEVERE
        is_in = (of & OUT) == 0
        ends = is_in & ((found & (FATAL | FAINTS)) > 0)
        goes_on = is_in & ~ends
        asks = goes_on & ((found & COOL) > 0) & ((of & TESTED) == 0)
        return Wounded(after | ends * BY_WOUND, found, goes_on, asks)

    def _falls(self, after: Ints, found: Ints) -> npt.NDArray[np.bool_]:
        right, left = ((after >> self._shift[leg]) & LEVEL for leg in self.victim.body.legs)
        row = np.asarray(leg_row(right, left))
        return np.asarray(((found & AT_LEG) > 0) & (row >= self.victim.body.leg_falls))

    def cool_fails(self, after: Ints) -> Probabilities:
        """Returns the chance to fail COOL, the new wound counted. Source: PHA-63, PHA-66."""
        bonus = self.victim.cool + self._penalty(after)
        return 1.0 - pass_chances(bonus, self.victim.body.cool_dn)

    def shock_fails(self, level: Ints) -> Probabilities:
        """Returns the chance to fail the Shock Test of a wound that came to a level. Source: PHA-62."""
        dn = np.array(self.victim.body.dns)[level]
        return 1.0 - pass_chances(self.victim.stamina, dn)

    def merged(self, *parts: States) -> States:
        """Returns states together, those that go on alike as one."""
        whole = States.together(parts)
        of = whole.of & self._decides.take(whole.of & _ALL_MARKS)
        if not of.size:
            return whole
        order = of.argsort()
        of = of[order]
        starts = np.append(0, (of[1:] != of[:-1]).nonzero()[0] + 1)
        return States(of[starts], np.add.reduceat(whole.mass[order], starts, axis=0))

    def levels(self, of: Ints) -> Ints:
        """Returns the level of each place, (N, P)."""
        return (of[:, None] >> self._shift) & LEVEL

    def steps_to_keep(self, events: Probabilities) -> Probabilities:
        """Returns what one hit with these chances (P, 5) makes of the levels of places, (P, 7, 7), where it goes on.

        It does not where the wound or Shock puts out; of a question for Critical wounds, where it makes one.
        """
        place, dealt, before = np.indices((*events.shape, DESTROYED + 1))
        found = np.asarray(wounding(self.victim.body, place, dealt + 1, before))
        level = found & LEVEL
        if self.question.severe:
            kept = 1.0 - (((found & WORSE) > 0) & (level >= CRITICAL))
        else:
            kept = 1.0 - ((found & (FATAL | FAINTS)) > 0)
            if self._shocks:
                kept *= 1.0 - ((found & SHOCK) > 0) * self.shock_fails(level)
        steps = np.zeros((len(events), DESTROYED + 1, DESTROYED + 1))
        np.add.at(steps, (place, before, level), events[:, :, None] * kept)
        return steps


def _state(victim: Victim) -> int:
    marks = TESTED * (not victim.is_tested) | BY_WOUND * victim.is_out
    levels = (level << _MARKS + _BITS * place for place, level in enumerate(victim.levels))
    return marks + sum(levels)


class OneHit(Struct, frozen=True, kw_only=True):
    """What a wound does to a victim as it is, (P, 5) by place and level dealt.

    ``level`` of the place after it; ``changes``: it is another one; ``is_severe``: a new Critical wound or worse. The
    chances: ``shock`` to fail a Shock Test, of who lives, ``drops`` to be out by that, ``faints`` to fail a COOL test,
    ``out`` to be out.
    """

    level: Ints
    changes: npt.NDArray[np.bool_]
    is_severe: npt.NDArray[np.bool_]
    shock: Probabilities
    drops: Probabilities
    faints: Probabilities
    out: Probabilities


@lru_cache(64)
def one_hit(victim: Victim) -> OneHit:
    """Returns what each wound does to a victim as it is. Source: PHA-61, PHA-62."""
    course = Wounds(victim, Question())
    place, dealt = np.divmod(np.arange(len(victim.levels) * LEVEL_COUNT), LEVEL_COUNT)
    does = course.wounded(course.begin().of, place, dealt + 1)
    found, goes_on, asks = (each.reshape(-1, LEVEL_COUNT) for each in does[1:])
    level, changes = found & LEVEL, (found & WORSE) > 0
    ends = 1.0 - goes_on
    faints = asks * course.cool_fails(does.after[0]).reshape(level.shape)
    tested = ((found & SHOCK) > 0) & ((found & FATAL) == 0)
    if victim.is_in_shock or victim.is_out:
        tested[:] = False
    shock = tested * course.shock_fails(level)
    drops = shock * (1.0 - ends) * victim.drops_in_shock
    return OneHit(
        level=level,
        changes=changes,
        is_severe=changes & (level >= CRITICAL),
        shock=shock,
        drops=drops,
        faints=faints,
        out=ends + drops + (1.0 - drops) * faints,
    )
