"""Who acts when in each of many fights: Speed Checks, and the order they lead to. Source: CHR-25, CHR-26."""

import numpy as np
from msgspec import Struct

from encounter_gui.rules.engine.battlefield.field import Battlefield
from encounter_gui.rules.engine.reading.asks import Array
from encounter_gui.rules.systems.chrome.battle.plans import PlanColumns
from encounter_gui.rules.systems.chrome.rules import nerve
from encounter_gui.rules.systems.chrome.rules.rolls import CRITICAL_SUCCESS, SUCCESS
from encounter_gui.rules.systems.chrome.turns.order import AFTER, BEFORE

UNPLACED = -1
EXTRA, TURN = range(2)
"""The actions of somebody in a round: an extra Major Action, and the turn."""

_LATE, _ROLLS = 9, 128


class Speeds(Struct, frozen=True, kw_only=True):
    """How a round is ordered, (n,) each.

    ``block``: where an Operator acts, -1: not known; ``roll`` the Speed roll, ``place`` where it stands among equals.
    ``has_extra``: an extra Major Action is still to come. ``is_over``: the turn of the first round played has passed,
    ``is_under_way``: it has begun.
    ``stuns`` Surprise takes the extra Major Action; ``rolls_again`` each round is rolled for. Source: CHR-23, CHR-25.
    """

    is_operator: Array
    speed: Array
    acts_first: Array
    block: Array
    roll: Array
    place: Array
    has_extra: Array
    is_over: Array
    is_under_way: Array
    is_surprised: Array
    stuns: bool
    rolls_again: bool


class Sequence:
    """The order of rounds, in the fights of one call."""

    def __init__(self, speeds: Speeds, plans: PlanColumns) -> None:
        """Takes what is known."""
        self._speeds, self._plans = speeds, plans
        self._operators = speeds.is_operator.nonzero()[0]

    def begin(self, field: Battlefield) -> None:
        """Keeps what is known of each fight."""
        fights = field.open.size
        speeds = self._speeds
        field.extra |= {
            "block": np.repeat(speeds.block[None], fights, axis=0),
            "roll": np.repeat(speeds.roll[None], fights, axis=0),
            "extra": np.repeat(speeds.has_extra[None], fights, axis=0),
        }

    def places(self, field: Battlefield) -> Array:
        """Returns the places of this round, after the Speed Checks that are missing. Source: CHR-25, CHR-26."""
        rolled = self.roll_missing(field)
        had_extra = field.extra["extra"].any()
        is_new = rolled or had_extra or field.is_first or field.extra.get("changes") is not None
        if is_new or "places" not in field.extra:
            field.extra.pop("changes", None)
            field.extra["places"] = self._placed(field)
            if had_extra or field.is_first:
                field.extra["changes"] = np.zeros(field.open.size, bool)
            field.extra["extra"][:] = False
        return field.extra["places"]

    def forget(self, field: Battlefield) -> None:
        """Forgets the places of all who are in, by house rule. Source: CHR-25."""
        if self._speeds.rolls_again:
            again = field.columns["is_in"] & self._speeds.is_operator
            field.extra["block"][again] = UNPLACED

    def roll_missing(self, field: Battlefield) -> bool:
        """Makes a Speed Check for each Operator that is in and has no place; returns whether any was made."""
        block, columns, found = field.extra["block"], field.columns, False
        for column in self._operators:
            missing = field.open & columns["is_in"][:, column] & (block[:, column] == UNPLACED)
            at = missing.nonzero()[0]
            if at.size:
                found = True
                self._check(field, at, np.full(at.size, column))
        return found

    def _check(self, field: Battlefield, at: Array, who: Array) -> None:
        """Source: CHR-16 to CHR-19, CHR-23, CHR-25."""
        speeds, extra = self._speeds, field.extra
        plan = self._plans.speed(who, field.columns["marks"][at, who])
        for end in field.run(nerve.speed_check, at, (who,), plan):
            found, here, one = end.value, at[end.of], who[end.of]
            is_before = (found.rank >= SUCCESS) | speeds.acts_first[one]
            extra["block"][here, one] = np.where(is_before, BEFORE, AFTER)
            extra["roll"][here, one] = found.roll
            stunned = speeds.stuns & field.is_first & speeds.is_surprised[one]
            extra["extra"][here, one] = (found.rank == CRITICAL_SUCCESS) & ~stunned

    def _placed(self, field: Battlefield) -> Array:
        """Orders: extra Major Actions, Operators before the enemies, those, and the others. Source: CHR-25, CHR-26."""
        speeds, extra, size = self._speeds, field.extra, field.size
        block, has_extra = extra["block"], extra["extra"]
        first = field.orders.strikes_first
        if field.is_first and first is not None:
            is_first = field.is_foe == (first == "foe")
            block = np.where(block == UNPLACED, block, np.where(is_first, BEFORE, AFTER))
            has_extra = has_extra & is_first
        slower = int(speeds.speed.max()) - speeds.speed
        block = np.where(block == UNPLACED, _LATE, block)
        key = (block * (int(slower.max()) + 1) + slower) * _ROLLS + extra["roll"]
        key = key * size + np.argsort(np.argsort(speeds.place, kind="stable"))
        rank = np.argsort(np.argsort(key, axis=1, kind="stable"), axis=1)
        places = np.full((*block.shape, 2), -1)
        by_speed = np.argsort(np.argsort(slower, kind="stable"))
        places[:, :, EXTRA] = np.where(has_extra, by_speed, -1)
        start = np.where(block == BEFORE, size, 4 * size)
        turn = np.where(block == _LATE, -1, start + rank)
        begun = speeds.is_under_way & field.is_first
        enemies = 2 * size + np.argsort(np.argsort(~begun, kind="stable"), kind="stable")
        turn = np.where(speeds.is_operator, turn, enemies)
        over = speeds.is_over & field.is_first
        places[:, :, TURN] = np.where(over, -1, turn)
        return places
