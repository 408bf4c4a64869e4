"""Many fights played out at once: what can be played, and what came of it.

Arrays have a row for each fight and a column for each combatant that takes a side, in the order of joining.
"""

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.battlefield.orders import Orders

Whole = npt.NDArray[np.integer[Any]]


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


class LeftOut(Struct, frozen=True):
    """Something of a fight that is not played as the rules have it.

    ``key`` is that of its sentence, after ``forecast.left_out.``; ``who`` are those whom it is about.
    """

    key: str
    who: tuple[CombatantId, ...]


class Battle(Protocol):
    """A fight from the present state on, ready to be played out many times."""

    @property
    def who(self) -> tuple[CombatantId, ...]:
        """Those who take a side, in the order of joining: the columns of the arrays."""
        ...

    @property
    def was_out(self) -> tuple[bool, ...]:
        """Who of them is out of the fight as it begins."""
        ...

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """What of this fight is not played, each key once; none: all of it is."""
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
