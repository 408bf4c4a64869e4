"""What a CWN fight is played out from: everybody's numbers as arrays, with a place for each who takes a side."""

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Side
from encounter_gui.rules.systems.cwn.battle.outcomes import Outcomes

Ints = npt.NDArray[np.int32]
Bools = npt.NDArray[np.bool_]

Moment = tuple[int, int]
"""A round, and a place in its order: what ends then does not count from there on."""

HAND, CROWDED, BARE = 0, 1, 2
"""With what somebody attacks: the weapon in hand, the same with an armed enemy in melee, bare hands. Source: CWN-27."""

CHECKING: tuple[Side, ...] = ("ally", "foe")
"""The sides that check Morale. Source: CWN-19."""


class Roster(Struct, frozen=True, kw_only=True):
    """Everybody as the fight begins; arrays of shape (n,) unless said otherwise.

    ``pool`` is soak and hit points together. ``has_main``: may still attack in the first round, ``has_own_main``: with
    the Main that Total Defense takes. ``dazzled`` is the last round that begins without a Main, 0: none.
    ``may_defend``: is asked about Total Defense at the table. ``dies``: dead at 0 hit points at once, ``dies_anyway``
    by harm too that spares life. ``injury`` is the chance to die of a Major Injury. ``fell`` is the round somebody was
    mortally wounded in, -1: not. ``ammo`` counts shots, throws or uses, -1: not counted; ``magazine`` 0: it cannot be
    reloaded; ``spares`` -1: not counted. ``crowd`` is with what somebody attacks who holds its weapon in a melee.
    ``side`` is the place in ``CHECKING``, -1: never checks. ``is_melee`` and ``is_lethal``, (n, 3), by what is attacked
    with. ``melee``, (n, n): who is in melee with whom.
    """

    who: tuple[CombatantId, ...]
    is_foe: Bools
    pool: Ints
    is_in: Bools
    is_dead: Bools
    has_left: Bools
    can_act: Bools
    has_main: Bools
    may_defend: Bools
    has_own_main: Bools
    dazzled: Ints
    dies: Bools
    dies_anyway: Bools
    traumatized: Bools
    injury: npt.NDArray[np.float64]
    fell: Ints
    has_hand: Bools
    attacks: Ints
    ammo: Ints
    magazine: Ints
    spares: Ints
    crowd: Ints
    is_melee: Bools
    is_lethal: Bools
    hampers: Bools
    stops_shock: Bools
    shocked: Bools
    side: Ints
    morale: Ints
    is_broken: Bools
    is_leader: Bools
    melee: Bools


class Epoch(Struct, frozen=True, kw_only=True):
    """The rows of ``Outcomes`` from a round and a place in its order on.

    (n, n, 3, 2): attacker, target, with what, first Shock stopped.
    """

    begins: Moment
    rows: npt.NDArray[np.int64]


class Setting(Struct, frozen=True, kw_only=True):
    """What of the state and the house rules a fight is played out by.

    ``owed``, (2,): a check that is due now, by ``CHECKING``; ``seen``, (2, 4): what has been checked for already.
    ``is_begun``: the group that acts has begun its turn, in the first round played. ``free_acts``, (n,): the first
    round is the free one of a surprise, and those act in it; None: it is not. Source: CWN-14.
    """

    first_round: int
    death_rounds: int
    fearless: int
    is_below: bool
    owed: Bools
    seen: Bools
    is_begun: Bools
    outcomes: Outcomes
    epochs: tuple[Epoch, ...]
    free_acts: Bools | None = None
