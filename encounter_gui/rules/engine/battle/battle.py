"""Many fights played out at once: under which doctrines, and what came of them.

A system's ``battle`` module makes a ``Battle`` of a state. Arrays have a row for each fight and a column for each
combatant that takes a side, in the order of joining.
"""

from dataclasses import dataclass
from typing import Literal, Protocol, assert_never, get_args

import numpy as np
import numpy.typing as npt

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant

Doctrine = Literal["simple", "weakest", "strongest", "spread"]
"""Whom a side aims at: the first in the order of joining, the one with least left, with most left, the least hurt."""

DOCTRINES: tuple[Doctrine, ...] = get_args(Doctrine)

MOST_ROUNDS = 100
"""After so many rounds a fight that is still open is a draw."""

PC_WINS, FOE_WINS, DRAW = 0, 1, 2
"""How a fight ends, as ``BattleResult.winner`` holds it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """What both sides do, and for how many rounds at most, counted as the encounter counts them."""

    pc: Doctrine = "simple"
    foe: Doctrine = "simple"
    most_rounds: int = MOST_ROUNDS


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleResult:
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

    def play(self, fights: int, rng: np.random.Generator, orders: Orders) -> BattleResult:
        """Plays so many fights to their end, with draws from this generator alone."""
        ...


def takers(state: EncounterState) -> tuple[Combatant, ...]:
    """Returns those who take a side, in the order of joining: everybody but the neutral."""
    return tuple(each for each in state.combatants.values() if each.side != "neutral")


def is_foe(combatant: Combatant) -> bool:
    """Returns whether a combatant stands against the player characters and their allies."""
    return combatant.side == "foe"


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

    def add(self, probabilities: npt.NDArray[np.float64], values: npt.NDArray[np.int_]) -> int:
        """Adds a distribution, chances that sum to 1 with the value of each; returns the number of its row."""
        row = len(self._sums)
        sums = probabilities.cumsum()
        sums /= sums[-1]
        sums[-1] = 1.0
        self._sums.append(sums + row)
        self._values.append(values.astype(np.int32))
        self._all_sums = np.zeros(0)
        return row

    def draw(self, rng: np.random.Generator, rows: npt.NDArray[np.int_]) -> npt.NDArray[np.int32]:
        """Returns an outcome for each of these rows, of shape (k,)."""
        if not self._all_sums.size and self._sums:
            self._all_sums = np.concatenate(self._sums)
            self._all_values = np.concatenate(self._values)
        drawn = self._all_sums.searchsorted(rng.random(rows.size) + rows, "right")
        return self._all_values[np.minimum(drawn, self._all_values.size - 1)]


def targets(
    doctrine: Doctrine,
    standing: npt.NDArray[np.bool_],
    left: npt.NDArray[np.int_],
    taken: npt.NDArray[np.int_],
) -> npt.NDArray[np.intp]:
    """Returns the column of whom each attacker aims at; the first in the order of joining where several are as good.

    Args:
        doctrine: by what the target is looked for.
        standing: (k, m) who can be aimed at; where nobody can, the answer means nothing.
        left: (k, m) what each has left before it goes down.
        taken: (k, m) what each has lost since the forecast began.
    """
    limits = np.iinfo(np.int32)
    match doctrine:
        case "simple":
            found = standing.argmax(axis=1)
        case "weakest":
            found = np.where(standing, left, limits.max).argmin(axis=1)
        case "strongest":
            found = np.where(standing, left, limits.min).argmax(axis=1)
        case "spread":
            found = np.where(standing, taken, limits.max).argmin(axis=1)
        case _ as never:
            assert_never(never)
    return np.asarray(found, np.intp)
