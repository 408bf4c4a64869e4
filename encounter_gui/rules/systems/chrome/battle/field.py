"""The fights of one call as arrays, and what the rules do to one combatant in each of them."""

from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from encounter_gui.rules.engine.battle.battle import DRAW, decided, distances
from encounter_gui.rules.engine.battle.orders import Orders
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.battle.roster import (
    ABLAZE,
    DOUBTS,
    FRENZY,
    ON_THE_EDGE,
    Bools,
    Ints,
    Numbers,
)

_Scalar = TypeVar("_Scalar", bound=np.generic)

Rows = npt.NDArray[np.intp]
"""Numbers of fights, or of combatants in as many fights."""


class Field:
    """Arrays of shape (T, n), or (T, n, W) for weapons, changed as the fights are played.

    ``is_in``: alive, awake and there. ``number`` is the round. ``owes_*`` is what has to be rolled before anybody acts,
    ``owing`` the fights in which anything is. ``checked`` and ``panicked`` count for one gesture; ``aimed`` (T,) is the
    target of its attack, -1: none. ``effects`` are critical effects that wait for a Save at 0 Health. ``ticks``: there
    is a fire or a wound anywhere. ``any_owing``, ``any_frenzy`` and ``has_fallen`` say that it is worth looking.
    """

    def __init__(
        self,
        numbers: Numbers,
        fights: int,
        rng: np.random.Generator,
        orders: Orders,
    ) -> None:
        """Takes how all of the fights begin."""
        self.roster, self.weapons, self.turns = numbers.roster, numbers.weapons, numbers.turns
        self.tests, self.setting = numbers.tests, numbers.setting
        self.rng, self.orders = rng, orders
        self.number, self.is_first = self.setting.first_round, True
        roster, weapons = self.roster, self.weapons
        size = len(roster.who)
        self.distances = distances(roster.is_foe)

        def each(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
            return np.repeat(values[None], fights, axis=0)

        def none(kind: type[Any] = bool) -> npt.NDArray[Any]:
            return np.zeros((fights, size), kind)

        self.health: Ints = each(roster.health.astype(np.int32))
        self.conviction: Ints = each(roster.conviction.astype(np.int32))
        self.most_conviction: Ints = each(roster.most_conviction.astype(np.int32))
        self.marks: Ints = each(roster.marks.astype(np.int32))
        self.left_in: Ints = each(np.where(roster.has_left, -1, 0))
        self.cold: Ints = each(roster.cold)
        self.faint: Ints = each(roster.faint)
        self.wakes_scared: Bools = each(roster.wakes_scared)
        self.severed: Ints = each(roster.severed)
        self.bleeding: Ints = each(roster.bleeding)
        self.held: Ints = each(roster.held)
        self.ammo: Ints = each(weapons.ammo)
        self.is_jammed: Bools = each(weapons.is_jammed)
        self.is_dropped: Bools = each(weapons.is_dropped)
        self.unnoticed: Bools = each(roster.unnoticed)
        self.any_unnoticed = bool(roster.unnoticed.any())
        self.is_in: Bools = self.is_awake_all() & (self.left_in == 0)
        self.out_round: Ints = np.where(self.is_in, 0, self.number)
        self.winner = np.full(fights, DRAW, np.int8)
        self.rounds = np.full(fights, orders.most_rounds, np.int16)
        self.open = np.ones(fights, bool)
        self.owes_save: Bools = each(roster.owes_save)
        self.owes_panic: Bools = each(roster.owes_panic)
        self.effects: Ints = none(np.int8)
        self.checked: Bools = none()
        self.panicked: Bools = none()
        self.aimed = np.full(fights, -1, np.intp)
        self.is_owing = np.zeros(fights, bool)
        self.any_owing = False
        self.ticks = bool(roster.bleeding.any() or (roster.marks & ABLAZE).any())
        self.any_frenzy = bool((roster.marks & FRENZY).any())
        self.has_fallen = False
        self.ready: Bools = none()
        for column in range(size):
            everywhere = np.arange(fights)
            self.refresh(everywhere, np.full(fights, column))
        if roster.owes_save.any() or roster.owes_panic.any():
            self.owe(np.arange(fights))

    def is_awake_all(self) -> Bools:
        """Returns who is alive and conscious. Source: CHR-57, CHR-73."""
        return np.asarray((self.health > 0) & (self.cold == 0) & (self.faint == 0))

    def is_awake(self, fights: Rows, who: Rows) -> Bools:
        """Returns which of these are alive and conscious. Source: CHR-57, CHR-73."""
        return np.asarray(
            (self.health[fights, who] > 0)
            & (self.cold[fights, who] == 0)
            & (self.faint[fights, who] == 0)
        )

    def owe(self, fights: Rows) -> None:
        """Notes that something is owed in these fights."""
        if fights.size:
            self.is_owing[fights] = True
            self.any_owing = True

    # ---- rolls

    def roll(self, test: int | Ints, fights: Rows, who: Rows, once: int) -> npt.NDArray[np.int32]:
        """Rolls a test each and returns the ranks; what helps ``once`` is used up. Source: CHR-13 to CHR-16."""
        tests = self.tests
        marks = self.marks[fights, who]
        ranks = tests.tables.draw(self.rng, tests.rows[test, who, marks & tests.mask])
        used = marks & once
        if used.any():
            self.marks[fights, who] = marks ^ used
        return ranks

    def save(self, test: int | Ints, fights: Rows, who: Rows) -> npt.NDArray[np.int32]:
        """Rolls a Save each with all that it brings; returns the ranks. Source: CHR-14, CHR-17 to CHR-19, CHR-63."""
        ranks = self.roll(test, fights, who, self.tests.save_once)
        self.change_conviction(fights, who, self.tests.change[test, who, ranks])
        is_prime = self.tests.is_prime[test, who]
        if is_prime.any():
            failed = is_prime & (ranks <= mechanics.FAILURE)
            if failed.any():
                self._fail_prime(fights[failed], who[failed], ranks[failed])
        fumbled = ranks == mechanics.CRITICAL_FAILURE
        if fumbled.any():
            self.frighten(fights[fumbled], who[fumbled])
        return ranks

    def _fail_prime(self, fights: Rows, who: Rows, ranks: Ints) -> None:
        """Frightens who is on the edge, and the whole squad by a Critical Failure. Source: CHR-17, CHR-63."""
        for column in self.roster.by_speed:
            others = np.full(fights.size, column)
            mates = self.are_mates(fights, who, others)
            is_edgy = mates & ((self.marks[fights, column] & ON_THE_EDGE) > 0)
            self.frighten(fights[is_edgy], others[is_edgy])
            hit = mates & (ranks == mechanics.CRITICAL_FAILURE) & (others != who)
            if hit.any():
                stress = np.full(int(hit.sum()), -self.setting.fumbled_save_stress)
                self.change_conviction(fights[hit], others[hit], stress)
                self.frighten(fights[hit], others[hit])

    def are_mates(self, fights: Rows, who: Rows, others: Rows) -> Bools:
        """Returns whether each other is an Operator of the same squad, awake and there. Source: CHR-17, CHR-59."""
        roster = self.roster
        return np.asarray(
            self.is_in[fights, others]
            & roster.is_operator[others]
            & (roster.is_foe[others] == roster.is_foe[who])
        )

    def change_conviction(self, fights: Rows, who: Rows, change: Ints) -> None:
        """Gives Conviction, or takes it off as Stress, within its limits. Source: CHR-05, CHR-17 to CHR-19, CHR-63."""
        marks = self.marks[fights, who]
        if (marks & DOUBTS).any():
            change = np.where((marks & DOUBTS) > 0, np.minimum(change, 0), change)
        now = self.conviction[fights, who] + change
        self.conviction[fights, who] = np.clip(now, 0, self.most_conviction[fights, who])

    def frighten(self, fights: Rows, who: Rows) -> None:
        """Makes Operators owe a Panic Check, once in a gesture. Source: CHR-62, CHR-73."""
        if fights.size:
            new = ~self.checked[fights, who]
            self.owes_panic[fights[new], who[new]] = True
            self.owe(fights[new])

    # ---- harm

    def hurt(self, fights: Rows, who: Rows, damage: Ints) -> None:
        """Takes damage, after Soak, off Health: enemies fall, Operators owe a Save. Source: CHR-04, CHR-57, CHR-58."""
        before = self.health[fights, who]
        left = np.maximum(before - damage, 0)
        self.health[fights, who] = left
        fell = (left <= 0) & (before > 0)
        if fell.any():
            fights, who = fights[fell], who[fell]
            self.fall(fights, who)
            saves = self.roster.is_operator[who]
            self.owes_save[fights[saves], who[saves]] = True
            self.owe(fights[saves])

    def fall(self, fights: Rows, who: Rows) -> None:
        """Puts combatants out of the fight."""
        self.has_fallen = True
        were_in = self.is_in[fights, who]
        self.is_in[fights, who] = False
        self.out_round[fights[were_in], who[were_in]] = self.number

    def die(self, fights: Rows, who: Rows) -> None:
        """Lets combatants die; the squad of an Operator sees it. Source: CHR-58, CHR-59."""
        if not fights.size:
            return
        self.health[fights, who] = 0
        self.fall(fights, who)
        dead = self.roster.is_operator[who]
        fights, who = fights[dead], who[dead]
        for column in self.roster.by_speed if fights.size else ():
            others = np.full(fights.size, column)
            sees = self.are_mates(fights, who, others)
            self.frighten(fights[sees], others[sees])

    def lie_down(self, fights: Rows, who: Rows) -> None:
        """Lets combatants lie unconscious: a frenzy ends with it. Source: CHR-57, CHR-63."""
        self.marks[fights, who] &= ~FRENZY
        self.fall(fights, who)

    def is_surprised(self, column: int) -> bool:
        """Returns whether somebody is surprised as the fight begins. Source: CHR-23."""
        return self.is_first and bool(self.roster.is_surprised[column])

    def refresh(self, fights: Rows, who: Rows) -> None:
        """Notes whether the weapon in hand can be used as it is. Source: CHR-36, CHR-40, CHR-55."""
        self.ready[fights, who] = self.can_use(fights, who, self.held[fights, who])

    def can_use(self, fights: Rows, who: Rows, weapon: Rows) -> Bools:
        """Returns whether each can use a weapon, -1: none, now. Source: CHR-36, CHR-40, CHR-55."""
        weapons = self.weapons
        arms = (self.severed[fights, who] & 1) + ((self.severed[fights, who] >> 1) & 1)
        has_hands = arms <= np.where(weapons.is_two_handed[who, weapon], 0, 1)
        return np.asarray(
            (weapon >= 0)
            & weapons.is_there[who, weapon]
            & ~self.is_dropped[fights, who, weapon]
            & ~self.is_jammed[fights, who, weapon]
            & ((weapons.magazine[who, weapon] == 0) | (self.ammo[fights, who, weapon] > 0))
            & (has_hands | ~self.roster.is_operator[who])
        )

    # ---- the end

    def end(self, fights: Rows) -> None:
        """Ends the fights in which a side has nobody left, or flees."""
        over, winner = decided(self.orders, self.roster.is_foe, self.is_in[fights])
        if over.any():
            ended = fights[over]
            self.winner[ended] = winner[over]
            self.rounds[ended] = self.number
            self.open[ended] = False
