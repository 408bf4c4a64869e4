"""Separate shots of one action: a target that falls or goes down is another one for the next of them.

Source: PHA-28, PHA-31, PHA-64, PHA-78.
"""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from msgspec import Struct

from encounter_gui.dice.exact import Probabilities
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.odds.rolls import LEVEL_COUNT, Margins
from encounter_gui.rules.systems.phases.odds.wound_chain import Chain, Victim, stacking

UP, FALLEN, DOWN = 0, 1, 2
"""How a target is for the next shot: as it was, prone, or out."""

Legs = tuple[int, int]
"""The levels of both legs, as long as they carry."""


class Shot(Struct, frozen=True, kw_only=True):
    """One shot at a target that is up, fallen or down: its margins, and the chances of place and level (Y, P · 5)."""

    rolls: tuple[Margins, Margins, Margins]
    events: tuple[Probabilities, Probabilities, Probabilities]


class Course(Struct, frozen=True, kw_only=True):
    """Where everybody is after some shots: by legs and fallen (Y, S), and the chance that a jam has ended it (Y, S)."""

    standing: dict[Legs | None, Probabilities]
    ended: Probabilities


def play_shots(
    shots: tuple[Shot, ...],
    *,
    links: Chain,
    victim: Victim,
    jams: bool,
    lost: tuple[Probabilities, ...] | None = None,
) -> Probabilities:
    """Returns where a target is after all the shots, (S,), whatever of it is not lost on the way.

    ``lost``: for each shot and class, (3, Y), the chance that it ends what is looked for: a hit, or a new wound.
    """
    weights = shots[0].rolls[UP].weights
    start = np.zeros((len(weights), links.size))
    start[:, links.start] = 1.0
    course = Course(standing={_legs(victim): start}, ended=np.zeros_like(start))
    for number, shot in enumerate(shots):
        gone = lost[number] if lost is not None else np.zeros((3, len(weights)))
        course = _after(course, shot, links, victim, jams=jams, lost=gone)
    whole: Probabilities = weights @ (course.ended + sum(course.standing.values()))
    return whole


def _legs(victim: Victim) -> Legs:
    right, left = (victim.levels[leg] if leg >= 0 else 0 for leg in victim.legs)
    return right, left


def _after(
    course: Course,
    shot: Shot,
    links: Chain,
    victim: Victim,
    *,
    jams: bool,
    lost: Probabilities,
) -> Course:
    """Returns where everybody is after one more shot."""
    standing: dict[Legs | None, Probabilities] = {}
    ended = course.ended
    for legs, mass in course.standing.items():
        kind = UP if legs is not None else FALLEN
        for after, part in _move_mass(mass, legs, shot, links, victim, kind, lost):
            standing[after] = standing[after] + part if after in standing else part
        if jams:
            stopped = _fumble_mass(mass, shot, kind)
            standing[legs] = standing[legs] - stopped
            ended = ended + stopped
    return Course(standing=standing, ended=ended)


def _fumble_mass(mass: Probabilities, shot: Shot, kind: int) -> Probabilities:
    """Returns what a jam stops where it is, (Y, S)."""
    stopped = mass * shot.rolls[kind].fumble[:, None]
    stopped[:, -2:] = mass[:, -2:] * shot.rolls[DOWN].fumble[:, None]
    return stopped


def _move_mass(
    mass: Probabilities,
    legs: Legs | None,
    shot: Shot,
    links: Chain,
    victim: Victim,
    kind: int,
    lost: Probabilities,
) -> Iterator[tuple[Legs | None, Probabilities]]:
    """Yields where a combatant with these legs comes to by a shot, as (legs, mass); None: fallen."""
    up = mass.copy()
    up[:, -2:] = 0.0
    events = shot.events[kind]
    kinds = events @ links.kinds
    steps = (up @ links.onward).reshape(len(up), -1, links.size)
    here = up * (1.0 - lost[kind])[:, None] + (kinds[:, None, :] @ steps)[:, 0]
    here[:, -2:] += mass[:, -2:] * (1.0 - lost[DOWN])[:, None]
    if legs is None or not victim.falls_at:
        yield legs, here
        return
    falls = _falls(legs, victim.legs, victim.falls_at, destroys=victim.destroys)
    for after, which in falls:
        chance = events[:, which]
        part = up * chance.sum(axis=1)[:, None]
        part += ((chance @ links.kinds[which])[:, None, :] @ steps)[:, 0]
        here -= part
        yield after, part
    yield legs, here


@lru_cache(256)
def _falls(
    legs: Legs, places: tuple[int, int], falls_at: int, *, destroys: bool
) -> tuple[tuple[Legs | None, list[int]], ...]:
    """Returns the wounds that change legs, by what comes of these (None: fallen). Source: PHA-61, PHA-64."""
    table = stacking(destroys=destroys)
    found: dict[Legs | None, list[int]] = {}
    for side, place in enumerate(places):
        for level in range(1, LEVEL_COUNT + 1) if place >= 0 else ():
            new = int(table[legs[side], level])
            if new != legs[side]:
                after: Legs = (new, legs[1]) if side == 0 else (legs[0], new)
                falls = int(mechanics.leg_level(*after)) >= falls_at
                index = place * LEVEL_COUNT + level - 1
                found.setdefault(None if falls else after, []).append(index)
    return tuple(found.items())
