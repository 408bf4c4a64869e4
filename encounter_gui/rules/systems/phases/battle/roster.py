"""What a fight in phases is played out from: everybody's numbers as arrays, n combatants that take a side.

With what somebody attacks is one of three: the right hand, the left one, bare hands.
"""

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.battle.battle import OutcomeTables
from encounter_gui.rules.systems.phases import mechanics

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Chances = npt.NDArray[np.float64]

RIGHT, LEFT, BARE = 0, 1, 2
"""With what somebody attacks. Source: PHA-03."""

HANDS = 3

NOTHING, FUMBLE, WOUND = 0, 1, 2
"""Outcomes of an attack. From ``WOUND`` on they are wounds: the place times the number of levels, and the level less 1.

Below 0 they are so many rounds that hit, each of which is drawn by itself. Source: PHA-34, PHA-35.
"""


LEVEL = 7
"""The bits of what a wound does that hold the level of the place after it."""

DEATH, FAINT, STUN, DROP_RIGHT, DROP_LEFT, LEG, ARM, SHOCK, COOL = (8 << bit for bit in range(9))
"""What a wound may do, as bits: to the whole body, to a hand, to legs and arms, and the tests it demands.

Source: PHA-61 to PHA-64.
"""

LEVELS = mechanics.DESTROYED + 1
"""Levels that a place may have, 0 to Destroyed."""


class Arms(Struct, frozen=True, kw_only=True):
    """What everybody attacks with; arrays (n, 3), by right hand, left hand, bare hands.

    ``is_allowed``: it can be used as things are. ``rounds``: what one discharge uses if there are as many. ``magazine``
    0: it cannot be reloaded. ``ammo`` now; -1: it needs none. ``needs`` and ``drops``, (n, 3, 2): the right and left
    arm that it cannot be used without, and whose wounds make it fall. ``is_single``: one attack a phase. ``variant``,
    (n, 3, most rounds + 1): which of the plans of an attack is the one with so many rounds left.
    """

    is_allowed: Bools
    is_melee: Bools
    can_jam: Bools
    is_single: Bools
    recoil: Ints
    rounds: Ints
    magazine: Ints
    ammo: Ints
    needs: Bools
    drops: Bools
    variant: Ints


class Start(Struct, frozen=True, kw_only=True):
    """Everybody as a fight begins; arrays (n,) unless said otherwise.

    ``level`` (n, P) are the wounds. ``shock_due`` and ``death_due`` are the phases in which a Shock Test is due, and
    the clinically dead die; 0: none. ``lost``: actions of this phase that are lost; ``stunned``: those of the next.
    ``is_jammed`` and ``is_gone`` (n, 3): what each hand attacks with.
    """

    level: Ints
    is_out: Bools
    is_down: Bools
    is_dead: Bools
    shock_due: Ints
    death_due: Ints
    has_held: Bools
    is_prone: Bools
    is_off_balance: Bools
    is_jammed: Bools
    is_gone: Bools
    stunned: Ints
    used: Ints
    lost: Ints
    recoil: Ints
    has_fired: Bools


class Body(Struct, frozen=True, kw_only=True):
    """What wounds do to everybody, as the functions of the table say it for each level.

    ``effects`` (P · 5, 7) is what a wound does, by its number among the outcomes and the level of the place before it:
    the ``LEVEL`` after it, and ``DEATH`` to ``COOL``. ``falls`` (7, 7): whether it falls, by right and left leg, whose
    places are ``legs``; -1: there are none. ``arms`` likewise, ``is_useless`` (7,) by level. ``penalty`` (7,) by level.
    ``interval`` (7,): the phases between Shock Tests, ``shock_passes`` (n, 7) the chance to pass one, by the worst
    wound. ``cool_passes``
    (n, penalties) by what the wounds take. ``tests_cool``: it ever makes a COOL test; ``drops_in_shock``: Shock puts
    it out. ``toughness``: the damage that makes a Critical wound. ``reanimates`` 0: who fails a Shock Test later on is
    dead at once. Source: PHA-60 to PHA-66, PHA-70, PHA-72.
    """

    effects: Ints
    arms: tuple[int, int]
    legs: tuple[int, int]
    falls: Bools
    is_useless: Bools
    penalty: Ints
    adds_penalties: bool
    interval: Ints
    reanimates: int
    shock_passes: Chances
    cool_passes: Chances
    tests_cool: Bools
    drops_in_shock: Bools
    toughness: Ints


class Epoch(Struct, frozen=True, kw_only=True):
    """What attacks are rolled with from a phase on; arrays by combatant, (n,), unless said otherwise.

    ``attack`` (n, 3, V) is what is added to the dice by hand and variant; ``defense`` (2, n), for ranged attacks and
    blows, what is added to those against it, less what its state gives the attacker. ``is_passive`` (2, n): it rolls
    none. ``prone`` is what lying takes from own attacks, ``aimed_prone`` what it adds to attacks on it, ``unsteady``
    what being off balance takes. ``can_step``: it may abort to All-Out Dodge; ``dodge`` is what that adds to its
    defense, ``dodge_prone`` and ``dodge_unsteady`` what lying and being off balance change about it. ``row``,
    ``least`` and ``most`` (n, 3, V, n) say in which row of the outcomes an attack with such a lead is found,
    ``hit_row`` where each of its rounds is.
    """

    first_phase: int
    can_act: Bools
    attack: Ints
    defense: Ints
    is_passive: Bools
    prone: Ints
    aimed_prone: Ints
    unsteady: Ints
    can_step: Bools
    dodge: Ints
    dodge_prone: Ints
    dodge_unsteady: Ints
    row: Ints
    least: Ints
    most: Ints
    hit_row: Ints


class Setting(Struct, frozen=True, kw_only=True):
    """A fight from a state on.

    ``limit`` and ``tasks`` (n,): the actions of the first phase, and how many of them are attacks; later ``later`` and
    one. ``initiative`` (n,): as far as it is known; ``is_rolled``: it is still to be rolled, and the dice are added.
    ``snap``: what a Snap Shot adds in the first phase. ``group`` (n,): the place in a phase that has begun, -1: none
    any more; None: it has not begun. ``released``: everybody once the results of a tie are true that still wait; None:
    none do. ``hits``, (rows, P · 5): what one hit of an attack does, by the row of its outcomes, place and level.
    """

    who: tuple[CombatantId, ...]
    is_foe: Bools
    arms: Arms
    start: Start
    released: Start | None
    body: Body
    first_phase: int
    limit: Ints
    tasks: Ints
    later: int
    initiative: Ints
    is_rolled: Bools
    snap: Ints
    tie_break: Ints
    group: Ints | None
    reload_is_free: bool
    clear_is_free: bool
    keeps_recoil: bool
    tables: OutcomeTables
    hits: Chances
    epochs: tuple[Epoch, ...]
