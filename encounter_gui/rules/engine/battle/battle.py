"""Many fights played out at once: under which doctrines, and what came of them.

A system's ``battle`` module makes a ``Battle`` of a state. Arrays have a row for each fight and a column for each
combatant that takes a side, in the order of joining.
"""

from typing import Any, Protocol, assert_never

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.exact import Dist
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.battle.orders import Doctrine, Orders

Whole = npt.NDArray[np.integer[Any]]

_ROUNDING = 1e-9
"""What is left over less than this is an error of rounding."""

_PARTS = 256
"""A power of 2, so that a number's part of a row is exact."""

_MANY = 1_000
"""For fewer numbers it is no gain to know their parts."""

PC_WINS, FOE_WINS, DRAW = 0, 1, 2
"""How a fight ends, as ``BattleResult.winner`` holds it."""


class BattleResult(Struct, frozen=True, kw_only=True):
    """What came of T fights of n combatants.

    ``winner`` (T,): 0 the player characters' side, 1 the foes, 2 a draw. ``rounds`` (T,): the round it ended in; the
    most there may be for one that is still open. ``alive`` (T, n): not dead at the end. ``out_round`` (T, n): the round
    in which somebody went out for good, 0: in at the end. ``ammo`` (T, n): rounds left of the weapon in hand; -1 where
    it needs none.
    """

    winner: npt.NDArray[np.int8]
    rounds: npt.NDArray[np.int16]
    alive: npt.NDArray[np.bool_]
    out_round: npt.NDArray[np.int16]
    ammo: npt.NDArray[np.int16]


class Battle(Protocol):
    """A fight from the present state on, ready to be played out many times."""

    @property
    def who(self) -> tuple[CombatantId, ...]:
        """Those who take a side, in the order of joining: the columns of the arrays."""
        ...

    @property
    def left_out(self) -> tuple[str, ...]:
        """The keys, after ``forecast.left_out.``, of texts that say what of this fight is not played; none: nothing."""
        ...

    @property
    def awaits_tests(self) -> bool:
        """Whether tests are owed now that it does not play: they are to be settled before."""
        ...

    @property
    def can_strike_first(self) -> bool:
        """Whether ``Orders.strikes_first`` is followed: the order of the first round is still open."""
        ...

    def play(self, fights: int, rng: np.random.Generator, orders: Orders) -> BattleResult:
        """Plays so many fights to their end, with draws from this generator alone."""
        ...


def takers(state: EncounterState) -> tuple[Combatant, ...]:
    """Returns those who take a side, in the order of joining: everybody but the neutral."""
    return tuple(each for each in state.combatants.values() if each.side != "neutral")


def is_foe(combatant: Combatant) -> bool:
    """Returns whether a combatant stands against the player characters and their allies."""
    return combatant.side == "foe"


def likeness(combatant: Combatant) -> str:
    """Returns what those share who differ in nothing but their names: what is worked out for one holds for all.

    It does not say who is named by the conditions and records of others.
    """
    return repr(replace(combatant, id=CombatantId(""), name="", number=0))


class OutcomeTables:
    """Exact distributions, from which many outcomes of different attacks are drawn at once.

    Each distribution is a row; an outcome costs one uniform number. Rows are made once and never change.
    """

    def __init__(self) -> None:
        """Begins without a row."""
        self._sums: list[npt.NDArray[np.float64]] = []
        self._values: list[npt.NDArray[np.int32]] = []
        self._all_sums = np.zeros(0)
        self._all_values = np.zeros(0, np.int32)
        self._parts = np.zeros(0, np.int64)

    def add(self, probabilities: npt.NDArray[np.float64], values: npt.NDArray[np.int_]) -> int:
        """Adds a distribution, chances that sum to 1 with the value of each; returns the number of its row."""
        row = len(self._sums)
        sums = probabilities.cumsum()
        sums /= sums[-1]
        sums[-1] = 1.0
        self._sums.append(sums + row)
        self._values.append(values.astype(np.int32))
        self._all_sums, self._parts = np.zeros(0), np.zeros(0, np.int64)
        return row

    def draw(self, rng: np.random.Generator, rows: npt.NDArray[np.int_]) -> npt.NDArray[np.int32]:
        """Returns an outcome for each of these rows, of shape (k,)."""
        if not self._all_sums.size and self._sums:
            self._all_sums = np.concatenate(self._sums)
            # The last value once more: in the last row, a number just below 1 may round up to beyond its end.
            self._all_values = np.concatenate((*self._values, self._values[-1][-1:]))
        chances = rng.random(rows.size)
        if rows.size < _MANY:
            return self._all_values.take(self._all_sums.searchsorted(chances + rows, "right"))
        return self._all_values.take(self._found(rows, chances))

    def _found(self, rows: npt.NDArray[np.int_], chances: npt.NDArray[np.float64]) -> Whole:
        """Returns where these are among the sums: most are in a part of 1 / ``_PARTS`` that holds no other sum."""
        if not self._parts.size:
            bounds = np.arange(len(self._sums) * _PARTS + 1) / _PARTS
            places = self._all_sums.searchsorted(bounds, "right")
            self._parts = np.where(places[1:] == places[:-1], places[1:], -1)
        found = self._parts.take(rows * _PARTS + (chances * _PARTS).astype(np.int64))
        open_ones = (found < 0).nonzero()[0]
        sums = chances[open_ones] + rows[open_ones]
        found[open_ones] = self._all_sums.searchsorted(sums, "right")
        return found


def likely_loss(*ways: tuple[float, Dist]) -> int:
    """Returns the most that harm more likely than not takes off, whatever the chance that it comes at all.

    Whoever defends itself, and has no more than that left, gives up an attack of its own for a defense. Each way has
    its chance and the harm then.
    """
    least = min(dist.lo for _, dist in ways)
    chances = np.zeros(max(dist.hi for _, dist in ways) + 1 - least)
    for chance, dist in ways:
        chances[dist.lo - least : dist.hi + 1 - least] += chance * dist.p
    at_least = chances[::-1].cumsum()[::-1]
    return least + int((at_least > at_least[0] / 2 + _ROUNDING).sum()) - 1


def distances(sides: npt.NDArray[np.bool_]) -> Whole:
    """Returns how far each is from each, (n, n), by their places among their own sides; ``sides`` says who is a foe.

    Nobody has a place on a map: the first of one side faces the first of the other.
    """
    place = np.where(sides, sides.cumsum(), (~sides).cumsum())
    return np.asarray(np.abs(place[:, None] - place))


def targets(
    orders: Orders,
    foes: npt.NDArray[np.bool_],
    standing: npt.NDArray[np.bool_],
    left: Whole,
    taken: Whole,
    far: Whole,
) -> npt.NDArray[np.intp]:
    """Returns the column of whom each of k attackers aims at, by the doctrine of its side.

    Args:
        orders: what the sides do.
        foes: (k,) which attackers are foes.
        standing: (k, n) who can be aimed at; where nobody can, the answer means nothing.
        left: (k, n) what each has left before it goes down.
        taken: (k, n) what each has lost since the forecast began.
        far: (k, n) how far each is away: the attackers' rows of ``distances``; who is in melee with it, less than 0.
    """
    if orders.pc == orders.foe or not foes.any():
        return _targets(orders.pc, standing, left, taken, far)
    found = np.zeros(foes.size, np.intp)
    for those, doctrine in ((foes, orders.foe), (~foes, orders.pc)):
        if those.any():
            found[those] = _targets(
                doctrine, standing[those], left[those], taken[those], far[those]
            )
    return found


def _targets(
    doctrine: Doctrine,
    standing: npt.NDArray[np.bool_],
    left: Whole,
    taken: Whole,
    far: Whole,
) -> npt.NDArray[np.intp]:
    most = np.iinfo(np.int32).max
    match doctrine:
        case "simple":
            found = standing.argmax(axis=1)
        case "nearest":
            found = np.where(standing, far, most).argmin(axis=1)
        case "weakest":
            found = np.where(standing, left, most).argmin(axis=1)
        case "strongest":
            found = np.where(standing, left, -most).argmax(axis=1)
        case "focus":
            lost = np.where(standing, taken, -1)
            is_hurt_most = standing & (lost == lost.max(axis=1, keepdims=True))
            found = np.where(is_hurt_most, left, most).argmin(axis=1)
        case "spread":
            found = np.where(standing, taken, most).argmin(axis=1)
        case _ as never:
            assert_never(never)
    return np.asarray(found, np.intp)


def decided(
    orders: Orders, sides: npt.NDArray[np.bool_], is_in: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int8]]:
    """Returns which fights are over, (T,), and who has won those, (T,).

    A side is beaten when nobody of it is in, or when it flees by its share of losses: those who flee are not counted
    as out, and nobody follows them.

    Args:
        orders: what the sides do.
        sides: (n,) who is a foe.
        is_in: (T, n) who has neither fallen nor left.
    """
    squad, foes = (
        _holds(orders.flees(is_foe=is_foe), is_in[:, sides == is_foe]) for is_foe in (False, True)
    )
    winner = np.where(squad, PC_WINS, np.where(foes, FOE_WINS, DRAW)).astype(np.int8)
    return ~(squad & foes), winner


def _holds(flees: int | None, is_in: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Returns in which fights a side is still there; ``is_in`` (T, m) are its members."""
    stands = is_in.any(axis=1)
    if flees is None or flees >= 100:
        return np.asarray(stands)
    gone = is_in.shape[1] - is_in.sum(axis=1)
    return np.asarray(stands & ((gone == 0) | (100 * gone < flees * is_in.shape[1])))
