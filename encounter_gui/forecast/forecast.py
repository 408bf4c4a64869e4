"""A fight played out many times in chunks, and what the chunks add up to.

A chunk's numbers come from its seed and its own number alone, so the same seed gives the same forecast whoever plays
the chunks and in whatever order they are added.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct, field
from typing_extensions import override

from encounter_gui.rules.engine.battlefield.battle import (
    DRAW,
    FOE_WINS,
    PC_WINS,
    Battle,
    BattleResult,
)
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.battlefield.stopping import IsStopped, StoppedError, never

FIRST_CHUNK = 1_000
"""Fights of the first chunk, so that the first figures come soon."""

CHUNK = 9_000
"""Fights of each further chunk: the more, the less each step costs a fight; of twice as many a step takes so long that
a forecast could no longer be stopped within 50 ms."""

_USUAL = 10
"""Chunks of fights with more combatants have fewer fights, so that none takes much longer."""

CONFIDENCE_Z = 1.959963984540054
"""An interval holds the true chance in 95 of 100 forecasts."""

Counts = npt.NDArray[np.int64]


class Share(Struct, frozen=True, kw_only=True):
    """A share of the fights, with the interval (Wilson, 95 %) in which the true chance lies."""

    share: float
    low: float
    high: float


class Tally(Struct, frozen=True, kw_only=True):
    """What some fights of n combatants came to, as counts that can be added.

    ``won`` (3,): by the player characters' side, by the foes, by nobody. ``rounds``: fights that ended in each round,
    from 0. ``alive`` (n,): fights that each survived. ``out`` (n, rounds + 1): fights in which each went out in a
    round; column 0: in at the end. ``first_out`` (n,): fights in which each was out first, shared where several went in
    one round. ``lost`` (n + 1,): fights in which so many of the player characters' side were out. ``lost_foes``:
    likewise foes. ``ammo`` (n,): rounds left, summed up; -1 for a weapon that needs none.
    """

    fights: int
    won: Counts
    rounds: Counts
    alive: Counts
    out: Counts
    first_out: npt.NDArray[np.float64]
    lost: Counts
    lost_foes: Counts
    ammo: Counts


class Plan(Struct, frozen=True, kw_only=True):
    """What is forecast: the fight, the doctrines, the seed.

    ``was_out``: who is out before the first round that is played, and is not the first to fall; empty: nobody.
    ``stream`` tells forecasts of one seed apart that must not share their dice, such as the fights of a sweep.
    """

    battle: Battle
    is_foe: tuple[bool, ...]
    was_out: tuple[bool, ...] = ()
    orders: Orders = field(default_factory=Orders)
    seed: int = 0
    stream: tuple[int, ...] = ()


def chunks(fights: int, size: int) -> Iterator[int]:
    """Yields the numbers of fights of the chunks that make up so many, in order; ``size`` combatants take part."""
    left = fights
    while left > 0:
        chunk = FIRST_CHUNK if left == fights else CHUNK
        played = min(left, chunk * _USUAL // max(size, _USUAL))
        yield played
        left -= played


class StoppableDice(np.random.Generator):
    """Dice that fall as those of a ``Generator``, and raise ``StoppedError`` at the next roll once told to stop."""

    def __init__(self, bits: np.random.BitGenerator, is_stopped: IsStopped) -> None:
        """Takes where the dice come from, and what is asked before each roll."""
        super().__init__(bits)
        self._is_stopped = is_stopped

    @override
    def random(self, *args: Any, **named: Any) -> Any:
        """Rolls as ``Generator.random``."""
        if self._is_stopped():
            raise StoppedError
        return super().random(*args, **named)

    @override
    def integers(self, *args: Any, **named: Any) -> Any:
        """Rolls as ``Generator.integers``."""
        if self._is_stopped():
            raise StoppedError
        return super().integers(*args, **named)


def play_chunk(plan: Plan, number: int, fights: int, is_stopped: IsStopped = never) -> Tally:
    """Plays one chunk, the ``number``-th from 0, and counts what came of it.

    Raises:
        StoppedError: ``is_stopped`` said so; it is asked before every roll.
    """
    sequence = np.random.SeedSequence(plan.seed, spawn_key=(*plan.stream, number))
    rng = StoppableDice(np.random.PCG64(sequence), is_stopped)
    result = plan.battle.play(fights, rng, plan.orders)
    return counted(result, plan.is_foe, plan.orders.most_rounds, plan.was_out)


def tallies(plan: Plan, fights: int, is_stopped: IsStopped = never) -> Iterator[Tally]:
    """Yields the sum so far after each chunk, until so many fights are played.

    Raises:
        StoppedError: ``is_stopped`` said so.
    """
    total: Tally | None = None
    for number, size in enumerate(chunks(fights, len(plan.is_foe))):
        chunk = play_chunk(plan, number, size, is_stopped)
        total = chunk if total is None else added(total, chunk)
        yield total


def counted(
    result: BattleResult,
    is_foe: tuple[bool, ...],
    most_rounds: int,
    was_out: tuple[bool, ...] = (),
) -> Tally:
    """Counts what came of some fights; ``was_out`` is who was out before them, empty: nobody."""
    fights, size = result.alive.shape
    foes = np.array(is_foe, bool)
    is_out = result.out_round > 0
    width = most_rounds + 1
    out = np.stack(
        [np.bincount(result.out_round[:, one], minlength=width)[:width] for one in range(size)]
    )
    return Tally(
        fights=fights,
        won=np.bincount(result.winner, minlength=3),
        rounds=np.bincount(result.rounds, minlength=width),
        alive=result.alive.sum(axis=0, dtype=np.int64),
        out=out,
        first_out=_first_out(result.out_round, was_out),
        lost=np.bincount(is_out[:, ~foes].sum(axis=1), minlength=size + 1),
        lost_foes=np.bincount(is_out[:, foes].sum(axis=1), minlength=size + 1),
        ammo=_ammo(result.ammo),
    )


def _first_out(
    out_round: npt.NDArray[np.int16], was_out: tuple[bool, ...]
) -> npt.NDArray[np.float64]:
    not_at_all = np.iinfo(np.int16).max
    falls = (out_round > 0) & ~np.array(was_out or False, bool)
    when = np.where(falls, out_round, not_at_all)
    first = when.min(axis=1, keepdims=True)
    is_first = (when == first) & (first < not_at_all)
    return np.asarray((is_first / np.maximum(is_first.sum(axis=1, keepdims=True), 1)).sum(axis=0))


def _ammo(left: npt.NDArray[np.int16]) -> Counts:
    return np.where((left < 0).any(axis=0), -1, left.sum(axis=0, dtype=np.int64))


def added(first: Tally, second: Tally) -> Tally:
    """Returns two tallies of the same fight as one."""
    return Tally(
        fights=first.fights + second.fights,
        won=first.won + second.won,
        rounds=first.rounds + second.rounds,
        alive=first.alive + second.alive,
        out=first.out + second.out,
        first_out=first.first_out + second.first_out,
        lost=first.lost + second.lost,
        lost_foes=first.lost_foes + second.lost_foes,
        ammo=np.where(first.ammo < 0, -1, first.ammo + second.ammo),
    )


def share_of(count: int, fights: int) -> Share:
    """Returns a share with its Wilson interval; of no fights, nothing is known."""
    if not fights:
        return Share(share=0.0, low=0.0, high=1.0)
    p, z2 = count / fights, CONFIDENCE_Z**2
    middle = (p + z2 / (2 * fights)) / (1 + z2 / fights)
    half = CONFIDENCE_Z * ((p * (1 - p) + z2 / (4 * fights)) / fights) ** 0.5 / (1 + z2 / fights)
    low = 0.0 if count == 0 else max(middle - half, 0.0)
    return Share(share=p, low=low, high=1.0 if count == fights else min(middle + half, 1.0))


def won(tally: Tally) -> tuple[Share, Share, Share]:
    """Returns the shares won by the player characters' side, by the foes, and by nobody."""
    pc, foe, draw = (
        share_of(int(tally.won[how]), tally.fights) for how in (PC_WINS, FOE_WINS, DRAW)
    )
    return pc, foe, draw


def still_in(tally: Tally, one: int, last_round: int) -> tuple[float, ...]:
    """Returns the share of the fights in which somebody is in after each round from 1 to ``last_round``."""
    gone = tally.out[one, 1 : last_round + 1].cumsum()
    return tuple(float(each) for each in 1.0 - gone / tally.fights)
