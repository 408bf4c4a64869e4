"""Exact odds of an attack: what the table would roll, over every weighted roll.

Source: CHR-13 to CHR-17, CHR-36 to CHR-46, CHR-54, CHR-57, CHR-61.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from encounter_gui.dice.exact import Dist, Probabilities, push
from encounter_gui.rules.systems.chrome import mechanics

CHAIN = 10
"""How many such attacks in a row the chance to be out is given for."""

PLACES = 10
"""Faces of the die that says what a Sever takes. Source: CHR-49."""

_FACES = np.arange(100, dtype=np.int16)
"""Of a d100. Small numbers: a grid of them is worked out faster."""
_D20 = Dist(1, np.full(mechanics.PANIC_SIDES, 1 / mechanics.PANIC_SIDES))
_RANKS = 4

Ranks = tuple[float, ...]
"""The chances of Critical Failure, failure, success and Critical Success."""


class Roll(NamedTuple):
    """A Stat Check or a Save as numbers: what to roll under, Advantage (1) or Disadvantage (−1), two house rules."""

    target: int
    edge: int = 0
    by_outcome: bool = True
    zero: bool = True


class Target(Struct, frozen=True, kw_only=True):
    """Who is attacked, as numbers.

    ``death`` is the Save at 0 Health; None: who has no Health left is gone. ``panics``: it is there to make Panic
    Checks. ``plain_stress`` and ``fumble_stress`` are what a failure of its Save costs. ``is_edgy``: so does a failed
    Save of this kind
    frighten it. ``head``: how many faces of a d10 take its head off.
    """

    health: int
    death: Roll | None = None
    panics: bool = False
    conviction: int = 0
    plain_stress: int = 1
    fumble_stress: int = 3
    is_edgy: bool = False
    head: int = 1


class Strike(Struct, frozen=True, kw_only=True):
    """An attack on a combatant, as numbers.

    ``test`` None: it needs none to hit. ``save`` None: none is made. ``applied`` is the damage after Soak of a plain
    hit, of one with a Critical Failure of the Save, of a Critical Success, and of both. ``counts``: that Critical
    Failure makes the hit critical. ``severs``: a critical hit does; ``always_severs``: any. ``frightens`` are the hits
    that frighten by their damage or being critical, in the order of ``applied``. ``stress`` and ``dreads`` befall
    who fails the Save besides: so much Stress, and a Panic Check.
    """

    target: Target
    test: Roll | None = None
    save: Roll | None = None
    applied: tuple[int, int, int, int] = (0, 0, 0, 0)
    counts: bool = True
    severs: bool = False
    always_severs: bool = False
    frightens: tuple[bool, bool, bool, bool] = (False, False, False, False)
    stress: int = 0
    dreads: bool = False


class Blow(Struct, frozen=True, kw_only=True):
    """One way to be hit: its chance, the damage after Soak, and what it does besides.

    ``out`` is the chance that such a blow puts the target out of the fight, ``dead`` that it kills, ``sever`` that
    there is a die for a limb; ``panic`` that the target panics.
    """

    chance: float
    damage: int
    is_doubled: bool
    is_critical: bool
    out: float
    dead: float
    sever: float
    panic: float


class StrikeOdds(Struct, frozen=True, kw_only=True):
    """The exact odds of one attack.

    ``test`` and ``save`` are the chances by rank; None where it is not rolled. ``saved``: the Save keeps all of it off.
    ``hit`` is everything that gets through to the target, ``blows`` its ways. ``critical``: a critical hit. ``out``:
    the target is at 0 Health or without a head; ``dead`` for good. ``panic``: it panics of this attack. ``loss[i]`` is
    the chance to lose ``i`` Health, the last element all that is left.
    """

    test: Ranks | None
    save: Ranks | None
    hit: float
    saved: float
    critical: float
    out: float
    dead: float
    sever: float
    panic: float
    blows: tuple[Blow, ...]
    loss: Probabilities

    @property
    def missed(self) -> float:
        """The chance of a plain failure of the attacker's check."""
        return self.test[mechanics.FAILURE] if self.test else 0.0

    @property
    def fumbled(self) -> float:
        """The chance of a Critical Failure of the attacker's check."""
        return self.test[mechanics.CRITICAL_FAILURE] if self.test else 0.0


@lru_cache(4096)
def by_rank(roll: Roll) -> Ranks:
    """Returns the chances of each outcome of a test, worst first. Source: CHR-13 to CHR-16."""
    ranks = np.asarray(mechanics.rank(_FACES, roll.target, zero=roll.zero))
    counts = np.bincount(ranks, weights=face_weights(roll), minlength=_RANKS)
    return tuple((counts / counts.sum()).tolist())


def face_weights(roll: Roll) -> npt.NDArray[np.float64]:
    """Returns how often each face of the d100 counts, of all rolls or pairs of rolls, all equally likely.

    Of each pair Disadvantage keeps the face that Advantage does not, so one grid serves both. Source: CHR-16.
    """
    if not roll.edge:
        return np.ones(_FACES.size)
    better = kept_faces(roll.target, roll.by_outcome, roll.zero)
    return better if roll.edge > 0 else 2.0 * _FACES.size - better


@lru_cache(512)
def kept_faces(target: int, by_outcome: bool, zero: bool) -> npt.NDArray[np.float64]:  # noqa: FBT001 - keys of the cache
    """Returns how many of the 10,000 pairs of faces keep each face with Advantage. Source: CHR-16."""
    kept = mechanics.counting_roll(
        _FACES[:, None], _FACES[None, :], target, edge=1, by_outcome=by_outcome, zero=zero
    )
    return np.bincount(np.asarray(kept).ravel(), minlength=_FACES.size).astype(np.float64)


@lru_cache(512)
def faces(target: int, zero: bool) -> tuple[int, ...]:  # noqa: FBT001 - a key of the cache
    """Returns what each face of a d100, 00 to 99, comes to against a target. Source: CHR-13 to CHR-15."""
    return tuple(np.asarray(mechanics.rank(_FACES, target, zero=zero)).tolist())


@lru_cache(512)
def panic_chance(conviction: int) -> float:
    """Returns the chance that a Panic Check fails. Source: CHR-61."""
    return push(lambda die: np.asarray(mechanics.panics(die, conviction)), _D20, lo=0).prob(1)


def success(ranks: Ranks) -> float:
    """Returns the chance of a success, critical ones included."""
    return ranks[mechanics.SUCCESS] + ranks[mechanics.CRITICAL_SUCCESS]


def strike_odds(strike: Strike) -> StrikeOdds:
    """Returns the exact odds of one attack.

    Source: CHR-36 to CHR-45, CHR-54, CHR-57, CHR-58, CHR-61, CHR-73.
    """
    test = by_rank(strike.test) if strike.test else None
    save = by_rank(strike.save) if strike.save else None
    blows = tuple(_blows(strike, test, save))
    reached = success(test) if test else 1.0
    return StrikeOdds(
        test=test,
        save=save,
        hit=sum(blow.chance for blow in blows),
        saved=reached * success(save) if save else 0.0,
        critical=sum(blow.chance for blow in blows if blow.is_critical),
        out=sum(blow.chance * blow.out for blow in blows),
        dead=sum(blow.chance * blow.dead for blow in blows),
        sever=sum(blow.chance * blow.sever for blow in blows),
        panic=sum(blow.chance * blow.panic for blow in blows),
        blows=blows,
        loss=_loss(strike.target.health, blows),
    )


def _blows(strike: Strike, test: Ranks | None, save: Ranks | None) -> Iterator[Blow]:
    """Yields the ways to be hit: with and without a critical check, with and without a fumbled Save."""
    hits = (test[mechanics.SUCCESS], test[mechanics.CRITICAL_SUCCESS]) if test else (1.0, 0.0)
    fails = (save[mechanics.FAILURE], save[mechanics.CRITICAL_FAILURE]) if save else (1.0, 0.0)
    for is_doubled, is_fumbled in product((False, True), (False, True)):
        chance = hits[is_doubled] * fails[is_fumbled]
        is_possible = (not is_doubled or test) and (not is_fumbled or save)
        if is_possible:
            yield _blow(strike, chance, is_doubled=is_doubled, is_fumbled=is_fumbled)


def _blow(strike: Strike, chance: float, *, is_doubled: bool, is_fumbled: bool) -> Blow:
    target, way = strike.target, 2 * is_doubled + is_fumbled
    damage = strike.applied[way]
    is_critical = bool(
        mechanics.is_critical_hit(
            is_doubled=is_doubled, save_fumbled=is_fumbled, counts=strike.counts
        )
    )
    falls = damage > 0 and bool(mechanics.is_down(target.health - damage))
    dies = _death(target) if falls else 0.0
    severs = strike.always_severs or (strike.severs and is_critical)
    sever = 1.0 - dies if severs else 0.0
    beheaded = sever * target.head / PLACES
    stays = 0.0 if falls else 1.0 - beheaded
    return Blow(
        chance=chance,
        damage=damage,
        is_doubled=is_doubled,
        is_critical=is_critical,
        out=1.0 - stays,
        dead=dies + beheaded,
        sever=sever,
        panic=stays * _panic(strike, is_frightened=strike.frightens[way], is_fumbled=is_fumbled),
    )


def _death(target: Target) -> float:
    """The chance to die of having no Health left. Source: CHR-57, CHR-58."""
    if target.death is None:
        return 1.0
    ranks = by_rank(target.death)
    return ranks[mechanics.FAILURE] + ranks[mechanics.CRITICAL_FAILURE]


def _panic(strike: Strike, *, is_frightened: bool, is_fumbled: bool) -> float:
    """The chance to panic of a blow one is awake after; Stress comes first. Source: CHR-17, CHR-18, CHR-44, CHR-61."""
    target = strike.target
    has_failed = strike.save is not None
    calls = is_frightened or is_fumbled or (has_failed and (target.is_edgy or strike.dreads))
    if not calls or not target.panics:
        return 0.0
    taken = strike.stress if has_failed else 0
    if has_failed:
        rank = mechanics.CRITICAL_FAILURE if is_fumbled else mechanics.FAILURE
        taken += int(
            mechanics.stress(rank, plain=target.plain_stress, critical=target.fumble_stress)
        )
    return panic_chance(max(target.conviction - taken, 0))


def _loss(health: int, blows: tuple[Blow, ...]) -> Probabilities:
    """The Health one attack costs; who is out has lost all of it."""
    loss = np.zeros(max(health, 0) + 1)
    for blow in blows:
        loss[min(blow.damage, loss.size - 1)] += blow.chance * (1.0 - blow.out)
        loss[-1] += blow.chance * blow.out
    loss[0] += max(0.0, 1.0 - sum(blow.chance for blow in blows))
    return loss


def health_after(loss: Probabilities, attacks: int) -> npt.NDArray[np.float64]:
    """Returns the chances to have lost 0, 1, 2 … Health after so many attacks; the last element: all of it."""
    most = loss.size - 1
    if not most:
        return np.ones(1)
    standing, gone = np.ones(1), 0.0
    for _ in range(attacks):
        spread = np.convolve(standing, loss)
        gone += float(spread[most:].sum())
        standing = spread[:most]
    result = np.zeros(most + 1)
    result[: standing.size] = standing
    result[most] = gone
    return result
