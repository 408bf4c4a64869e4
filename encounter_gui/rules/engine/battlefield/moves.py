"""Where people stand in each of many fights: by the table, and on from there who has nobody left in reach."""

from typing import Protocol

import numpy as np

from encounter_gui.rules.engine.battlefield.standing import BEFORE, LATER, SINCE, Standing
from encounter_gui.rules.engine.reading.asks import Array, anywhere, everywhere

_TABLE = -1
"""Somebody stands where the table has it."""


class Fights(Protocol):
    """What of a battlefield is asked here."""

    extra: dict[str, Array]
    is_foe: Array
    size: int

    @property
    def going(self) -> Array:
        """The rows of the fights that are not over."""
        ...

    def round_of(self, at: Array) -> Array:
        """Returns the round of each of these fights."""
        ...


class Moves:
    """The places of one call, in ``Battlefield.extra``.

    ``turned`` (T, n): the how-manieth in its fight it is that has had a turn in the round, 0: it has not. ``gone_to``
    (T, n): beside whom it has gone once the table was at its end; less than 0: it stands where the table has it.
    ``ground`` (T, n): what it has gone towards the next. ``went`` (T, n): the last round in which it did.
    """

    def __init__(self, standing: Standing, field: Fights, fights: int) -> None:
        """Begins with nobody moved."""
        self._standing, self._field = standing, field
        self._last = len(standing.codes) - 1
        shape = fights, field.size
        field.extra |= {
            "turned": np.zeros(shape, np.int64),
            "gone_to": np.full(shape, _TABLE),
            "ground": np.zeros(shape),
            "went": np.zeros(shape, np.int64),
        }
        self._any_gone = False
        last = standing.codes[self._last, LATER]
        enemies = field.is_foe[:, None] != field.is_foe
        self._at_rest = last.reshape(-1, field.size)
        self._reaches_all = ((last >= 0) | ~enemies).all(axis=2).ravel()
        self._is_at_rest = self._rests()

    def _rests(self) -> bool:
        """Returns whether the table has come to its end in all fights that go on."""
        field = self._field
        going = field.round_of(field.going) - self._standing.begins
        return (
            everywhere(going >= self._last)
            and not (
                self._standing.codes[self._last] != self._standing.codes[self._last, LATER]
            ).any()
        )

    def begin_round(self, rows: Array | None = None) -> None:
        """Begins a round in these fights, None: in all: nobody has moved in it."""
        if self._is_at_rest:
            return
        self._is_at_rest = self._rests()
        turned = self._field.extra["turned"]
        if rows is None:
            turned[:] = 0
        else:
            turned[rows] = 0

    def acted(self, at: Array, who: Array) -> None:
        """Notes who has had its turn; those of one fight at once."""
        if self._is_at_rest:
            return
        turned = self._field.extra["turned"]
        place = turned.take(at, axis=0).max(axis=1) + 1
        first = turned[at, who] == 0
        if everywhere(first):
            turned[at, who] = place
        else:
            turned[at[first], who[first]] = place[first]

    def _when(self, mine: Array, others: Array) -> Array:
        """Returns when others move, by what the turns of both are: ``LATER``, ``BEFORE`` or ``SINCE``."""
        since = np.where((mine > 0) & (others >= mine), SINCE, BEFORE)
        return np.asarray(np.where(others > 0, since, LATER))

    def _of_all(self, rows: Array, who: Array) -> Array:
        """Returns when everybody moves, (k, n), as each sees it."""
        turned = self._field.extra["turned"].take(rows, axis=0)
        return self._when(turned[np.arange(rows.size), who][:, None], turned)

    def _of_one(self, rows: Array, who: Array, other: Array) -> Array:
        turned = self._field.extra["turned"]
        return self._when(turned[rows, who], turned[rows, other])

    def _round(self, at: Array) -> Array:
        """Returns the row of the table of each of these fights."""
        gone = self._field.round_of(at) - self._standing.begins
        return np.asarray(np.minimum(gone, self._last))

    def codes(self, rows: Array, who: Array, arm: Array | int) -> Array:
        """Returns in what situation each would attack each with what, (k, n); less than 0: it cannot."""
        if self._is_at_rest and not self._any_gone:
            return np.asarray(self._at_rest.take(arm * self._field.size + who, axis=0))
        arm = np.broadcast_to(arm, who.shape)
        others, turn = np.arange(self._field.size), self._round(rows)
        found: Array = self._standing.codes[
            turn[:, None], self._of_all(rows, who), arm[:, None], who[:, None], others
        ]
        if self._any_gone:
            found = self._gone(found, rows, who, arm)
        return found

    def _gone(self, codes: Array, rows: Array, who: Array, arm: Array) -> Array:
        """Returns the situations with those who have gone on: they are beside whom they have gone to."""
        standing, gone = self._standing, self._field.extra["gone_to"].take(rows, axis=0)
        mine = gone[np.arange(rows.size), who]
        beside = standing.beside[arm, who]
        reached = standing.last[np.maximum(mine, 0)] <= standing.reaches[arm, who][:, None]
        there = np.where(mine[:, None] >= 0, np.where(reached, beside, -1), codes)
        return np.where(gone == who[:, None], beside, there)

    def code(self, rows: Array, who: Array, arm: Array | int, target: Array) -> Array:
        """Returns in what situation each attacks another with what; less than 0: it cannot."""
        if self._any_gone:
            return np.asarray(self.codes(rows, who, arm)[np.arange(rows.size), target])
        if self._is_at_rest:
            flat = (arm * self._field.size + who) * self._field.size + target
            return np.asarray(self._at_rest.take(flat))
        when = self._of_one(rows, who, target)
        return np.asarray(self._standing.codes[self._round(rows), when, arm, who, target])

    def far(self, rows: Array, who: Array) -> Array:
        """Returns how far each is from each, (k, n)."""
        others, when = np.arange(self._field.size), self._of_all(rows, who)
        found: Array = self._standing.far[self._round(rows)[:, None], when, who[:, None], others]
        if self._any_gone:
            gone = self._field.extra["gone_to"].take(rows, axis=0)
            mine = gone[np.arange(rows.size), who]
            found = np.where(mine[:, None] >= 0, self._standing.last[np.maximum(mine, 0)], found)
            found = np.where(gone == who[:, None], 0, found)
        return found

    def pace(self, rows: Array, who: Array) -> Array:
        """Returns what each does with its feet in this round."""
        if self._is_at_rest:
            return np.zeros(who.size, np.int64)
        turn = self._round(rows)
        goal = self._standing.goal[turn, who]
        had_moved = self._of_one(rows, who, goal) == BEFORE
        return np.asarray(self._standing.pace[turn, had_moved.astype(np.int64), who])

    def reached(self, rows: Array, who: Array, arm: Array | int, standing: Array) -> Array:
        """Returns whom of those ``standing`` (k, n) each can attack; who can attack nobody goes on to the nearest."""
        if self._is_at_rest and not self._any_gone:
            reaches = self._reaches_all.take(arm * self._field.size + who)
            if everywhere(reaches):
                return standing
        found = standing & (self.codes(rows, who, arm) >= 0)
        none: Array = np.asarray(~found.any(axis=1))
        if anywhere(none):
            mine = none.nonzero()[0]
            arm = np.broadcast_to(arm, who.shape)
            self._go_on(rows[mine], who[mine], arm[mine], standing[mine])
            codes = self.codes(rows[mine], who[mine], arm[mine])
            found[mine] = standing[mine] & (codes >= 0)
        return np.asarray(found)

    def _go_on(self, rows: Array, who: Array, arm: Array, standing: Array) -> None:
        """Takes those who have nobody in reach on to the nearest who ``standing`` (k, n), once a round.

        Whoever gets there with a walk attacks in the same round; else it goes as far as it can.
        """
        table, extra = self._standing, self._field.extra
        turn = self._field.round_of(rows)
        able = (extra["went"][rows, who] < turn) & standing.any(axis=1)
        # In the round under way the table says what of a move is left.
        able &= turn - table.begins >= np.maximum(table.rests[who], min(self._last, 1))
        able &= table.walk[who] + table.run[who] > 0
        if not everywhere(able):
            rows, who, arm, standing, turn = (
                each[able] for each in (rows, who, arm, standing, turn)
            )
        if not rows.size:
            return
        extra["went"][rows, who] = turn
        far = np.where(standing, self.far(rows, who), np.inf)
        goal = far.argmin(axis=1)
        most = table.reaches[arm, who]
        needed = far[np.arange(rows.size), goal] - most
        ground = extra["ground"][rows, who]
        arrives: Array = (needed > 0) & (ground + table.walk[who] >= needed)
        goes = ground + np.maximum(table.walk, table.run)[who]
        extra["ground"][rows, who] = np.where(arrives, 0, np.minimum(goes, needed))
        if anywhere(arrives):
            extra["gone_to"][rows[arrives], who[arrives]] = goal[arrives]
            self._any_gone = True
