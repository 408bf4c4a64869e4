"""Who acts when in each of many fights: Speed Checks, and the order they lead to. Source: CHR-25, CHR-26."""

import numpy as np

from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.battle.field import Field, Rows
from encounter_gui.rules.systems.chrome.battle.roster import SLOW, Bools, Ints
from encounter_gui.rules.systems.chrome.turns.order import AFTER, BEFORE

UNPLACED = -1
_LATE = 9


class Sequence:
    """The places of the Operators in each fight, by their Speed Checks.

    ``extra`` (T, n): has an extra Major Action before the first turn of the round. The side that ``Orders`` let strike
    first is before the enemies in the first round, and the other after them, without extra Major Actions.
    """

    def __init__(self, field: Field) -> None:
        """Takes the places that are known; the others are rolled."""
        fights = field.open.size
        roster = field.roster
        self._field = field
        self._members = np.array(sorted(roster.by_speed), np.intp)
        self._block: Ints = np.repeat(roster.block[None], fights, axis=0)
        self._roll: Ints = np.repeat(roster.roll[None], fights, axis=0)
        self._places = self._members[np.argsort(roster.place[self._members], kind="stable")]
        self.extra: Bools = np.repeat(roster.has_extra[None], fights, axis=0)
        self.order: Rows = np.zeros((fights, 0), np.intp)
        self.before: Rows = np.zeros(fights, np.intp)
        self.after: Rows = np.zeros(fights, np.intp)
        self.roll_missing()

    def order_by_rolls(self) -> None:
        """Orders the round by the Speed Checks alone: whom the orders let strike first has done so. Source: CHR-26."""
        self._sort()

    def roll_again(self) -> None:
        """Forgets the places of all who are in. Source: CHR-25."""
        for column in self._members:
            self._block[self._field.is_in[column :: self._field.size], column] = UNPLACED
        self.roll_missing()

    def roll_missing(self) -> None:
        """Makes a Speed Check for every Operator that is in and has no place, and orders all. Source: CHR-25."""
        field = self._field
        for column in self._members:
            is_in = field.is_in[column :: field.size]
            missing = field.open & is_in & (self._block[:, column] == UNPLACED)
            if missing.any():
                self._check(np.flatnonzero(missing), int(column))
        self._sort()

    def _check(self, fights: Rows, column: int) -> None:
        """Source: CHR-16 to CHR-19, CHR-23, CHR-25."""
        field, tests = self._field, self._field.tests
        those = field.those(fights, column)
        marks = field.marks[those.at]
        seen = marks & tests.mask
        face = tests.tables.draw(field.rng, tests.speed[column, seen])
        ranks = np.asarray(
            mechanics.rank(face, tests.speed_target[column, seen], zero=tests.zero), np.intp
        )
        marks = marks & ~tests.stat_once
        fumbled = ranks == mechanics.CRITICAL_FAILURE
        field.marks[those.at] = np.where(fumbled, marks | SLOW, marks)
        field.change_conviction(those, tests.speed_change[column, ranks])
        is_before = (ranks >= mechanics.SUCCESS) | field.roster.acts_first[column]
        self._block[fights, column] = np.where(is_before, BEFORE, AFTER)
        self._roll[fights, column] = face
        stunned = field.setting.surprise_stuns & field.is_surprised(column)
        self.extra[fights, column] = (ranks == mechanics.CRITICAL_SUCCESS) & (not stunned)

    def _sort(self) -> None:
        """Orders the Operators: before the enemies and after them, by Speed, then by the lower roll. Source: CHR-26."""
        places = self._places
        if not places.size:
            return
        blocks = self._block[:, places]
        blocks = np.where(blocks == UNPLACED, _LATE, blocks)
        first = self._field.orders.strikes_first
        if self._field.is_first and first is not None:
            is_first = self._field.roster.is_foe == (first == "foe")
            blocks = np.where(blocks < _LATE, np.where(is_first[places], BEFORE, AFTER), blocks)
            self.extra &= is_first
        slower = self._field.roster.speed.max() - self._field.roster.speed[places]
        key = (blocks * (int(slower.max()) + 1) + slower) * 128 + self._roll[:, places]
        self.order = places[np.argsort(key, axis=1, kind="stable")]
        self.before = (blocks == BEFORE).sum(axis=1)
        self.after = self.before + (blocks == AFTER).sum(axis=1)
