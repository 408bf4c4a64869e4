"""What a CHROME fight is played out from: everybody's numbers as arrays, with a place for each who takes a side."""

from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.battle.battle import OutcomeTables

Ints = npt.NDArray[np.int_] | npt.NDArray[Any]
Bools = npt.NDArray[np.bool_]

ABLAZE, HELD_BACK, GUTLESS, ON_THE_EDGE, DOUBTS, FRENZY, SLOW = (1 << bit for bit in range(16, 23))
"""Conditions that are no matter of a roll, as bits of the marks of a combatant; the lower bits are those that change
rolls. ``HELD_BACK``: the next turn is lost. ``GUTLESS``: a Fear Save before the next attack."""

BEHAVIOURS = {
    "ablaze": ABLAZE,
    "gutless": GUTLESS,
    "on_the_edge": ON_THE_EDGE,
    "crushing_doubt": DOUBTS,
    "frenzy": FRENZY,
    "slow_start": SLOW,
}
"""The conditions by key that have a bit of their own whatever they do to rolls."""

COMBAT, UNNOTICED, DEATH, COURAGE, FIRST_SAVE = range(5)
"""Tests, by which rows are found: an attack, the same from an unnoticed attacker, the Saves at 0 Health and of who is
gutless; from the last one on, the Saves against attacks."""

KNOCKDOWN, SEVER, BURNS, SHOCKS = 1, 2, 4, 8
"""Critical effects of a weapon, as bits. Source: CHR-38."""

EFFECTS = {"knockdown": KNOCKDOWN, "sever": SEVER, "ablaze": BURNS, "shock": SHOCKS}

NOTHING, JAM, EMPTY, DROP, EXPOSED = range(5)
"""What goes wrong with a fumbled attack; nobody stands in the line. Source: CHR-40."""

COMPLICATIONS = {"jam": JAM, "empty": EMPTY, "drop": DROP, "exposed": EXPOSED, "ally": EXPOSED}

RANKS = 4
"""How a test may go, and the ways to be hit by an attack; see ``mechanics`` and ``odds.attack.Strike``."""

NO_LIMB, THE_HEAD = -1, 4
"""What a Sever takes besides a limb, which has its number in ``character.LIMBS``. Source: CHR-54."""


class Weapons(Struct, frozen=True, kw_only=True):
    """What everybody attacks with; flat arrays of (n, W), W weapons at most.

    ``is_there``: there is such a weapon, and it can be used at the band it is used at. ``magazine`` 0: it needs no
    shots. ``save``, flat of (2, n, W), is the test its target makes, as it is and in cover; ``change``, flat of
    (n, W, 4), what its attack does to Conviction by rank. ``applied`` and ``frightens``, flat of (2, n, W, n, 4), are
    those of ``odds.attack.Strike`` against each target, as it is and in cover; ``danger``, (n, n) by who
    is hit and who shoots, the most that a shot does out of cover.
    """

    is_there: Bools
    magazine: Ints
    ammo: Ints
    is_jammed: Bools
    is_dropped: Bools
    is_melee: Bools
    is_two_handed: Bools
    effects: Ints
    save: Ints
    change: Ints
    applied: Ints
    frightens: Bools
    danger: Ints


class Turns(Struct, frozen=True, kw_only=True):
    """How much somebody does in a turn, (n,), and in what is left of the turn under way.

    ``majors`` of an Operator; an enemy makes ``counts`` (n, W) attacks, and ``whole`` actions of its list at most.
    ``is_over``: it has no turn left in the first round played; ``is_under_way``: it is its turn now.
    """

    majors: Ints
    counts: Ints
    whole: Ints
    first_majors: Ints
    first_counts: Ints
    first_whole: Ints
    is_over: Bools
    is_under_way: Bools
    made: Ints


class Tests(Struct, frozen=True, kw_only=True):
    """The rolls of everybody, as rows of ``OutcomeTables``.

    ``rows``, flat of (tests, n, marks), by what ``COMBAT`` and the others count and by the marks that change rolls; an
    outcome is a rank of ``mechanics``. ``change``, flat of (tests, n, 4), is what a Save does to Conviction by rank;
    ``is_prime``, flat of (tests, n). ``stat_once`` and ``save_once`` are the marks that help or hinder one roll only.
    ``speed``, (n, marks): rows of the faces of a Speed Check, ``speed_target`` what they are rolled under;
    ``speed_change`` (n, 4).
    """

    tables: OutcomeTables
    mask: int
    rows: Ints
    change: Ints
    is_prime: Bools
    stat_once: int
    save_once: int
    speed: Ints
    speed_target: Ints
    speed_change: Ints
    zero: bool


class Panic(Struct, frozen=True, kw_only=True):
    """The panic table, by the face of the d20. Source: CHR-63.

    ``damage``, (n, 21), is what a row does to somebody; ``faint``, (21, 3), rounds as dice, sides and flat.
    """

    crash: Bools
    stress: Ints
    near_stress: Ints
    marks: Ints
    max_loss: Ints
    damage: Ints
    faint: Ints
    several: int


class Roster(Struct, frozen=True, kw_only=True):
    """Everybody as the fight begins; arrays of shape (n,) unless said otherwise.

    ``marks`` are conditions as bits. ``held`` is the weapon in hand by its number among all weapons, -1: none. ``cold``
    and ``faint`` are the last rounds of an unconsciousness and of a faint, 0: none; ``wakes_scared``: a Panic Check is
    due after the faint. ``held_back`` is the last round in which all turns are lost. ``severed`` are limbs as bits,
    ``bleeding`` how many bleed. ``burn`` and ``bleed`` are the damage of a fire and of one wound. ``owes_save``,
    ``owes_panic``: what is due now. ``unnoticed``, (n, n): by whom. ``by_speed``: the Operators, fastest first.
    ``ends`` are conditions that end with a round: that round, whose condition, and its marks.
    ``block``: where somebody acts, -1: not known; ``roll`` the Speed roll, ``place`` where it stands among equals.
    """

    who: tuple[CombatantId, ...]
    is_foe: Bools
    is_operator: Bools
    health: Ints
    conviction: Ints
    most_conviction: Ints
    marks: Ints
    has_left: Bools
    held: Ints
    cold: Ints
    faint: Ints
    wakes_scared: Bools
    held_back: Ints
    severed: Ints
    bleeding: Ints
    burn: Ints
    bleed: Ints
    is_large: Bools
    is_synthetic: Bools
    may_lose_head: Bools
    is_surprised: Bools
    owes_save: Bools
    owes_panic: Bools
    unnoticed: Bools
    in_cover: Bools
    can_move: Bools
    by_speed: tuple[int, ...]
    speed: Ints
    acts_first: Bools
    block: Ints
    roll: Ints
    place: Ints
    has_extra: Bools
    ends: tuple[tuple[int, int, int], ...]


class Setting(Struct, frozen=True, kw_only=True):
    """What of the state and the house rules a fight is played out by.

    ``has_order``: the order of turns is known. ``prone`` and ``exposed`` are the marks of the conditions of that name.
    ``complications``, (2, 6), by whether it is a melee weapon and by the face of the d6. ``limbs``, (10,), what a Sever
    takes by the face of the d10. ``costs``: whether picking up, reloading and clearing a jam take a Major Action.
    ``most_attacks`` None: no limit.
    """

    first_round: int
    has_order: bool
    prone: int
    exposed: int
    complications: Ints
    limbs: Ints
    costs: tuple[bool, bool, bool]
    critical_save: bool
    severs_always: bool
    most_attacks: int | None
    extra_majors: int
    slow_majors: int
    unconscious_sides: int
    surviving_health: int
    fumbled_save_stress: int
    rolls_again: bool
    surprise_stuns: bool
    panic: Panic


class Numbers(Struct, frozen=True, kw_only=True):
    """All that a fight is played out from."""

    roster: Roster
    weapons: Weapons
    turns: Turns
    tests: Tests
    setting: Setting
