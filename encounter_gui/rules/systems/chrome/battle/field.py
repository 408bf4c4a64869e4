"""The fights of one call as arrays, and what the rules do to one combatant in each of them."""

from typing import Any, NamedTuple

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
    RANKS,
    Bools,
    Ints,
    Numbers,
)

Rows = npt.NDArray[np.intp]
"""Numbers of fights, of combatants, of weapons, or what is known of as many of them."""


class Those(NamedTuple):
    """A combatant in each of some fights: numbers of the fights, of the combatants, and their places in the arrays."""

    fights: Rows
    who: Rows
    at: Rows

    def where(self, which: Bools) -> "Those":
        """Returns those of which this is true."""
        return self.take(which.nonzero()[0])

    def take(self, rows: Rows) -> "Those":
        """Returns those in these rows."""
        return Those(self.fights.take(rows), self.who.take(rows), self.at.take(rows))


class Field:
    """The fights as flat arrays: a place for each combatant of each fight, and for each of their weapons.

    ``is_in``: alive, awake and there. ``number`` is the round. ``owes_*`` is what has to be rolled before anybody acts,
    ``is_owing`` (T,) the fights in which anything is. ``checked`` and ``panicked`` count for one gesture; ``aimed``
    (T,) is the target of its attack, -1: none. ``effects`` are critical effects that wait for a Save at 0 Health.
    ``fallen`` are the fights in which somebody went out since the last look. What begins with ``any`` says that it is
    worth looking. ``may_flee`` (n,): the rules say who flees, as the orders say nothing. ``held`` is a weapon by its
    number among all of ``Weapons``; -1: none.
    """

    def __init__(
        self, numbers: Numbers, fights: int, rng: np.random.Generator, orders: Orders
    ) -> None:
        """Takes how all of the fights begin."""
        self.roster, self.weapons, self.turns = numbers.roster, numbers.weapons, numbers.turns
        self.tests, self.setting = numbers.tests, numbers.setting
        self.rng, self.orders = rng, orders
        self.number, self.is_first = self.setting.first_round, True
        roster, weapons = self.roster, self.weapons
        self.size, self.arms = len(roster.who), weapons.magazine.size
        self.is_enemy: Bools = roster.is_foe[:, None] != roster.is_foe
        self.may_flee: Bools = np.array(
            [orders.flees(is_foe=bool(each)) is None for each in roster.is_foe]
        )
        self.distances = distances(roster.is_foe)
        everywhere = fights * self.size

        def each(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
            return np.tile(values.ravel(), fights)

        self.health: Ints = each(roster.health)
        self.conviction: Ints = each(roster.conviction)
        self.most_conviction: Ints = each(roster.most_conviction)
        self.marks: Ints = each(roster.marks)
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
        self.is_in: Bools = self.is_awake(slice(None)) & (self.left_in == 0)
        self.out_round: Ints = np.where(self.is_in, 0, self.number)
        self.winner = np.full(fights, DRAW, np.int8)
        self.rounds = np.full(fights, orders.most_rounds, np.int16)
        self.open = np.ones(fights, bool)
        self.owes_save: Bools = each(roster.owes_save)
        self.owes_panic: Bools = each(roster.owes_panic)
        self.effects: Ints = np.zeros(everywhere, np.intp)
        self.checked: Bools = np.zeros(everywhere, bool)
        self.panicked: Bools = np.zeros(everywhere, bool)
        self.aimed: Ints = np.full(fights, -1, np.intp)
        self.is_owing: Bools = np.full(fights, bool((roster.owes_save | roster.owes_panic).any()))
        self.fallen: list[Rows] = [np.arange(fights)]
        self.any_owing = bool(self.is_owing.any())
        self.any_effect = self.any_panic = False
        self.any_frenzy, self.any_doubt = (
            bool((roster.marks & each).any()) for each in (FRENZY, DOUBTS)
        )
        self.defends: Bools = np.where(roster.is_foe, orders.foe_defends, orders.pc_defends)
        self.in_cover: Bools = each(roster.in_cover)
        self.any_tick = bool(roster.bleeding.any() or (roster.marks & ABLAZE).any())
        self.any_unnoticed = bool(roster.unnoticed.any())
        self.ready: Bools = np.zeros(everywhere, bool)
        columns = np.tile(np.arange(self.size), fights)
        self.refresh(self.those(np.repeat(np.arange(fights), self.size), columns))

    # ---- places

    def end_conditions(self) -> None:
        """Ends the conditions that last to the end of this round. Source: CHR-22."""
        marks = self.marks.reshape(-1, self.size)
        for last, who, bits in self.roster.ends:
            if last == self.number:
                marks[:, who] &= ~bits

    def those(self, fights: Rows, who: Rows | int) -> Those:
        """Returns a combatant in each of these fights."""
        if isinstance(who, int):
            who = np.full(fights.size, who)
        return Those(fights, who, fights * self.size + who)

    def rows(self, values: npt.NDArray[Any], fights: Rows) -> npt.NDArray[Any]:
        """Returns what is known of everybody in these fights, of shape (k, n)."""
        return values.reshape(-1, self.size).take(fights, axis=0)

    def arm_at(self, those: Those, arm: Rows) -> Rows:
        """Returns the places of weapons in the arrays of weapons."""
        return np.asarray(those.fights * self.arms + arm, np.intp)

    def is_awake(self, at: Rows | slice) -> Bools:
        """Returns who is alive and conscious. Source: CHR-57, CHR-73."""
        return np.asarray((self.health[at] > 0) & (self.cold[at] == 0) & (self.faint[at] == 0))

    # ---- rolls

    def roll(self, test: int | Ints, those: Those, once: int) -> Rows:
        """Rolls a test each and returns the ranks; what helps ``once`` is used up. Source: CHR-13 to CHR-16."""
        tests = self.tests
        marks = self.marks[those.at]
        place = (test * self.size + those.who) * (tests.mask + 1) + (marks & tests.mask)
        ranks = tests.tables.draw(self.rng, tests.rows[place])
        used = marks & once
        if used.any():
            self.marks[those.at] = marks ^ used
        return np.asarray(ranks, np.intp)

    def save(self, test: int | Ints, those: Those) -> Rows:
        """Rolls a Save each with all that it brings; returns the ranks. Source: CHR-14, CHR-17 to CHR-19, CHR-63."""
        ranks = self.roll(test, those, self.tests.save_once)
        place = test * self.size + those.who
        self.change_conviction(those, self.tests.change[place * RANKS + ranks])
        failed = self.tests.is_prime[place] & (ranks <= mechanics.FAILURE)
        if failed.any():
            self._fail_prime(those.where(failed), ranks[failed])
        fumbled = ranks == mechanics.CRITICAL_FAILURE
        if fumbled.any():
            self.frighten(those.where(fumbled))
        return ranks

    def _fail_prime(self, those: Those, ranks: Rows) -> None:
        """Frightens who is on the edge, and the whole squad by a Critical Failure. Source: CHR-17, CHR-63."""
        mates = self.squad(those)
        edgy = self.rows(self.marks, those.fights) & ON_THE_EDGE > 0
        self.frighten(self.in_rows(those.fights, mates & edgy))
        mates &= (ranks == mechanics.CRITICAL_FAILURE)[:, None]
        mates[np.arange(those.at.size), those.who] = False
        hit = self.in_rows(those.fights, mates)
        self.change_conviction(hit, np.full(hit.at.size, -self.setting.fumbled_save_stress))
        self.frighten(hit)

    def squad(self, those: Those) -> Bools:
        """Returns who of everybody is an Operator of the same squad, awake and there. Source: CHR-17, CHR-59."""
        standing = self.rows(self.is_in, those.fights) & self.roster.is_operator
        return np.asarray(standing & ~self.is_enemy.take(those.who, axis=0))

    def in_rows(self, fights: Rows, which: Bools) -> Those:
        """Returns those of whom this, of shape (k, n), is true."""
        row, who = which.nonzero()
        return self.those(fights.take(row), who)

    def change_conviction(self, those: Those, change: Ints) -> None:
        """Gives Conviction, or takes it off as Stress, within its limits. Source: CHR-05, CHR-17 to CHR-19, CHR-63."""
        at = those.at
        if self.any_doubt:
            change = np.where(self.marks[at] & DOUBTS, np.minimum(change, 0), change)
        most = np.minimum(self.conviction[at] + change, self.most_conviction[at])
        self.conviction[at] = np.maximum(most, 0)

    def frighten(self, those: Those) -> None:
        """Makes Operators owe a Panic Check, once in a gesture. Source: CHR-62, CHR-73."""
        if those.at.size:
            new = ~self.checked[those.at]
            self.owes_panic[those.at[new]] = True
            self.owe(those.fights[new])

    def owe(self, fights: Rows) -> None:
        """Notes that something is owed in these fights."""
        if fights.size:
            self.is_owing[fights] = True
            self.any_owing = True

    # ---- harm

    def hurt(self, those: Those, damage: Ints) -> None:
        """Takes damage, after Soak, off Health: enemies fall, Operators owe a Save. Source: CHR-04, CHR-57, CHR-58."""
        before = self.health[those.at]
        left = np.maximum(before - damage, 0)
        self.health[those.at] = left
        fell = np.asarray(mechanics.is_down(left)) & ~np.asarray(mechanics.is_down(before))
        if fell.any():
            those = those.where(fell)
            self.fall(those)
            saves = self.roster.is_operator[those.who]
            self.owes_save[those.at[saves]] = True
            self.owe(those.fights[saves])

    def fall(self, those: Those) -> None:
        """Puts combatants out of the fight."""
        were_in = those.at[self.is_in[those.at]]
        self.is_in[those.at] = False
        self.out_round[were_in] = self.number
        self.fallen.append(those.fights)

    def die(self, those: Those) -> None:
        """Lets combatants die; the squad of an Operator sees it. Source: CHR-58, CHR-59."""
        if not those.at.size:
            return
        self.health[those.at] = 0
        self.fall(those)
        those = those.where(self.roster.is_operator[those.who])
        if those.at.size:
            self.frighten(self.in_rows(those.fights, self.squad(those)))

    def lie_down(self, those: Those) -> None:
        """Lets combatants lie unconscious: a frenzy ends with it. Source: CHR-57, CHR-63."""
        self.marks[those.at] &= ~FRENZY
        self.fall(those)

    def is_surprised(self, column: int) -> bool:
        """Returns whether somebody is surprised as the fight begins. Source: CHR-23."""
        return self.is_first and bool(self.roster.is_surprised[column])

    # ---- cover

    def find_cover(self, those: Those) -> Bools:
        """Returns which of these would give an attack up for cover, who are there then: a shot that hits kills them.

        Source: CHR-29n, CHR-34.
        """
        shooters = self.rows(self.is_in, those.fights) & self.is_enemy.take(those.who, axis=0)
        worst = (shooters * self.weapons.danger.take(those.who, axis=0)).max(axis=1)
        hides = (
            self.defends[those.who] & ~self.in_cover[those.at] & (worst >= self.health[those.at])
        )
        self.in_cover[those.at[hides]] = True
        return np.asarray(hides)

    # ---- weapons

    def refresh(self, those: Those) -> None:
        """Notes whether the weapon in hand can be used as it is. Source: CHR-36, CHR-40, CHR-55."""
        self.ready[those.at] = self.can_use(those, self.held[those.at])

    def can_use(self, those: Those, arm: Rows) -> Bools:
        """Returns whether each can use a weapon, -1: none, now. Source: CHR-36, CHR-40, CHR-55."""
        weapons, place = self.weapons, self.arm_at(those, arm)
        lacks_arms = mechanics.lacks_arms(self.lost_arms(those), weapons.is_two_handed[arm])
        return np.asarray(
            (arm >= 0)
            & weapons.is_there[arm]
            & ~self.is_dropped[place]
            & ~self.is_jammed[place]
            & ((weapons.magazine[arm] == 0) | (self.ammo[place] > 0))
            & ~(lacks_arms & self.roster.is_operator[those.who])
        )

    def lost_arms(self, those: Those) -> Rows:
        """Returns how many arms each has lost. Source: CHR-55."""
        severed = self.severed[those.at]
        return np.asarray((severed & 1) + ((severed >> 1) & 1))

    # ---- the end

    def end(self) -> None:
        """Ends the fights in which a side has nobody left, or flees."""
        fights = np.concatenate(self.fallen)
        self.fallen = []
        fights = fights[self.open[fights]]
        over, winner = decided(self.orders, self.roster.is_foe, self.rows(self.is_in, fights))
        if over.any():
            ended = fights[over]
            self.winner[ended] = winner[over]
            self.rounds[ended] = self.number
            self.open[ended] = False
