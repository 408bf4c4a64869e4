"""Fights that go on each at its own pace: none waits for the others before its next round begins.

For games in which only few have a place in a round that is long over elsewhere: it takes as many steps as the longest
fight has places, where rounds in lockstep take as many as the longest of each round.
"""

from typing import Protocol

import numpy as np
from typing_extensions import override

from encounter_gui.rules.engine.battlefield.battle import BattleResult
from encounter_gui.rules.engine.battlefield.field import Battlefield
from encounter_gui.rules.engine.reading.asks import Array, anywhere

_DONE = 2**40
"""After every place."""


class PacedGame(Protocol):
    """What a game supplies besides ``Game``."""

    def begin_rounds(self, field: Battlefield, rows: Array) -> Array:
        """Begins a round in these fights; returns its places as ``Game.order`` does, (k, n) or (k, n, actions)."""
        ...

    def end_rounds(self, field: Battlefield, rows: Array) -> None:
        """Plays what comes at the end of a round of these fights."""
        ...


class OwnPace(Battlefield):
    """The fights of one call; ``extra["round"]`` (T,) is the round of each."""

    @override
    def play(self) -> BattleResult:
        if self.round <= self.orders.most_rounds:
            self._end(self.going)
            self._release_held()
            self.game.begin(self)
            self.decide()
            self.extra["round"] = np.full(self.open.size, self.round)
            places = self._paced.begin_rounds(self, np.arange(self.open.size))
            self._actions = places.shape[2] if places.ndim == 3 else 1
            self.extra["pending"] = _pending(places)
            while anywhere(self.open):
                self._step()
                self._leave()
        self._note(np.arange(self.open.size))
        return self._result

    @property
    def _paced(self) -> PacedGame:
        return self.game  # type: ignore[return-value]  # only such games are played like this

    def _step(self) -> None:
        """Lets those act who come next in each fight, in its next round where nobody does."""
        pending = self.extra["pending"]
        place = pending.min(axis=1)
        over = ((place == _DONE) & self.open).nonzero()[0]
        if over.size:
            self._next_round(over)
            pending = self.extra["pending"]
            place[over] = pending[over].min(axis=1)
        here = pending == np.where(self.open & (place != _DONE), place, -1)[:, None]
        at, column = here.nonzero()
        if at.size:
            pending[at, column] = _DONE
            self._act_at(at, column // self._actions, column % self._actions)
            self.game.end_place(self)
            self.decide()

    def _next_round(self, rows: Array) -> None:
        self._paced.end_rounds(self, rows)
        self.decide()
        for name in self._ends.get("round", ()):
            self.columns[name][rows] = self.fields[name].rests
        self.is_first = False
        number = self.extra["round"][rows] + 1
        late = number > self.orders.most_rounds
        self.open[rows[late]] = False
        rows = rows[self.open[rows]]
        if not rows.size:
            return
        self.extra["round"][rows] += 1
        if self.moves is not None:
            self.moves.begin_round(rows)
        places = _pending(self._paced.begin_rounds(self, rows))
        pending = self.extra["pending"]
        pending[rows] = _DONE
        pending[rows[:, None], np.arange(self.size) * self._actions] = places
        self.decide()

    @override
    def round_of(self, at: Array) -> Array:
        rounds = self.extra.get("round")
        return np.full(at.size, self.round) if rounds is None else rounds[at]


def _pending(places: Array) -> Array:
    flat = places.reshape(places.shape[0], -1)
    return np.where(flat < 0, _DONE, flat)
