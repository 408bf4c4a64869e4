"""Many fights in lockstep: what is the same in every game.

It owns the columns, rounds and places in them, ties, sides, targets by doctrine, the ends of fields, who is out since
when, when a fight is over. Fights that are over leave the columns once they are a third of them.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

import numpy as np
from msgspec.structs import replace

from encounter_gui.rules.engine.battlefield.aims import decided, distances, targets
from encounter_gui.rules.engine.battlefield.battle import DRAW, BattleResult
from encounter_gui.rules.engine.battlefield.moves import Moves
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.battlefield.start import Start
from encounter_gui.rules.engine.reading.asks import Array, Play, Rule, anywhere, everywhere
from encounter_gui.rules.engine.reading.fields import End as Ending
from encounter_gui.rules.engine.reading.rows import Columns, Drawn, End, Reading, Rolls, play
from encounter_gui.rules.engine.reading.tied import TiedColumns

_Place = tuple[Array, Array, Array]
"""Those who come next in their fights: the rows, who it is in each, and which of its actions."""

_LAST, _LAST_SMALL = 2**40, 2**15 - 1
"""After every place, where they are large numbers and where they are small ones."""


_MANY_FIGHTS = 500
"""From so many on it costs more to rank the places of each fight than it saves."""


class Battlefield:
    """The fights of one call.

    ``columns`` have a row for each fight that goes on, (T, n), of places (T, n, P), of pairs (T, n, n); ``is_in`` among
    them is who has neither fallen nor left. ``extra`` holds what a game remembers of each fight, (T, …). ``open`` (T,)
    says which fights are not over; ``round`` is counted as the encounter counts.
    """

    def __init__(
        self,
        game: "Game",
        fights: int,
        rng: np.random.Generator,
        orders: Orders,
        *,
        rolls: Rolls | None = None,
    ) -> None:
        """Begins so many fights; ``rolls`` None: dice are drawn."""
        start = game.start
        self.game, self.rng, self.orders, self.is_foe = game, rng, orders, start.is_foe
        self.size = start.is_foe.size
        self.columns: Columns = {
            name: np.repeat(np.asarray(each)[None], fights, axis=0)
            for name, each in start.columns.items()
        }
        self.extra: dict[str, Array] = {}
        self.reading: Reading = replace(game.reading(), rolls=rolls or Drawn(rng))
        self.fields = self.reading.body.fields()
        self.defends: Array = np.where(self.is_foe, orders.foe_defends, orders.pc_defends)
        self.open = np.ones(fights, bool)
        self.round, self.is_first = start.round, True
        self.now = start.round, 0
        self._number = np.arange(fights)
        self._distances = distances(start.is_foe)
        self.moves = None if start.standing is None else Moves(start.standing, self, fights)
        self._begun = None if start.begun is None else start.begun.copy()
        self._ends: dict[str, list[str]] = {}
        for name, each in self.fields.items():
            if each.ends and name in self.columns:
                self._ends.setdefault(each.ends, []).append(name)
        self._enemies = self.is_foe[:, None] != self.is_foe
        self._held = {
            name: each
            for name, each in self.fields.items()
            if name in self.columns and not each.at_once
        }
        self._was_in = self.columns["is_in"].copy()
        self._out = np.where(self._was_in, 0, start.round)
        self._placed: tuple[Array | None, list[_Place]] = (None, [])
        shape = (fights, self.size)
        self._result = BattleResult(
            winner=np.full(fights, DRAW, np.int8),
            rounds=np.full(fights, orders.most_rounds, np.int16),
            alive=np.zeros(shape, bool),
            out_round=np.zeros(shape, np.int16),
            ammo=np.zeros(shape, np.int16),
        )
        self._in_tie = dict(start.held)
        self._begun_left = game.left(self, np.zeros(1, np.int64))[0]

    # ---- a whole fight

    def play(self) -> BattleResult:
        """Plays until every fight is over, or open after the last round."""
        if self.round <= self.orders.most_rounds:
            self._end(self.going)
            self._release_held()
            self.game.begin(self)
            self.decide()
            while anywhere(self.open):
                self.play_round()
                if self.round >= self.orders.most_rounds:
                    break
                self.round += 1
                self._leave()
        self._note(np.arange(self.open.size))
        return self._result

    def play_round(self) -> None:
        """Plays what is left of this round, and its end."""
        if self.moves is not None:
            self.moves.begin_round()
        for place, (at, who, action) in enumerate(self._places(self.game.order(self))):
            self.now = self.round, place
            self.play_place(at, who, action)
        self.end_round()

    def play_place(self, at: Array, who: Array, action: Array) -> None:
        """Lets those act who have a place; several in one fight, which ascend, act at once."""
        goes_on = self.open[at]
        if not everywhere(goes_on):
            at, who, action = at[goes_on], who[goes_on], action[goes_on]
        if not at.size:
            return
        self._act_at(at, who, action)
        self.game.end_place(self)
        self.decide()

    def _act_at(self, at: Array, who: Array, action: Array) -> None:
        """Lets those act who come next; several in one fight, which ascend, act at once."""
        rank = _ranks(at) if self.game.acts_tied else None
        if rank is None or not (anywhere(rank) or self._in_tie):
            self._act(at, who, action)
        else:
            self._act_in_tie(at, who, action, rank)
        if self.moves is not None:
            self.moves.acted(at, who)

    def _act_in_tie(self, at: Array, who: Array, action: Array, rank: Array) -> None:
        """Lets all act on the fight as it was; then all of it is true at once.

        Where somebody defends itself they act one after the other, since what a defense uses up is gone at once.
        """
        tied, waiting = self._tied(at, who)
        self.columns = tied
        if self.orders.any_defends:
            for each in range(int(rank.max(initial=-1)) + 1):
                mine = (rank == each).nonzero()[0]
                self._act(mine, who[mine], action[mine])
        else:
            self._act(np.arange(at.size), who, action)
        self.columns = waiting
        self._release(tied)

    def _tied(self, at: Array, who: Array) -> tuple[TiedColumns, Columns]:
        """Returns the columns of those who act at once, and those of the fights.

        Who has acted in a tie that is under way as the forecast begins sees what it has done; it has a row of its own
        where it does not act again.
        """
        columns, held, self._in_tie = self.columns, self._in_tie, {}
        goes_on = {number: (who == number).nonzero()[0] for number in held}
        absent = {number: self.going for number, rows in goes_on.items() if not rows.size}
        tied = TiedColumns(columns, np.concatenate([at, *absent.values()]), self._held)
        first = at.size
        for number, seen in held.items():
            own = goes_on[number]
            if number in absent:
                own = np.arange(first, first + absent[number].size)
                first += own.size
            for name in seen.keys() & self._held.keys():
                for one, value in enumerate(seen[name]):
                    cells = tied.rows[own] * self.size + one
                    tied.keep(name, own, cells, value)
        tied.take_up()
        return tied, columns

    def _release(self, tied: TiedColumns) -> None:
        """Makes true what those of a tie have done."""
        tied.release()
        self.game.end_tie(self, tied)

    def _release_held(self) -> None:
        """Makes what is held of a tie true in which nobody is left to act."""
        if self._in_tie and not self.game.start.is_tied:
            nobody = np.zeros(0, np.int64)
            self._release(self._tied(nobody, nobody)[0])
            self.game.end_place(self)

    def fights(self, at: Array) -> Array:
        """Returns the rows of the fights of those who act: of several at once, of each its own; see ``TiedColumns``."""
        columns = self.columns
        return columns.rows[at] if isinstance(columns, TiedColumns) else at

    def cells(self, at: Array, who: Array) -> Array:
        """Returns the places of these combatants in a column taken as one row."""
        return np.asarray(self.fights(at) * self.size + who)

    def value(self, name: str, at: Array, cells: Array) -> Array:
        """Returns a field of the combatants in these ``cells``, as those see it who act."""
        columns = self.columns
        column = columns[name]
        if column.ndim > 2:
            column = column.reshape(-1, column.shape[-1])
        found = column.take(cells, axis=None if column is columns[name] else 0)
        if isinstance(columns, TiedColumns) and columns.is_held(name):
            return columns.seen(name, at, cells, found)
        return found

    def everybody(self, name: str, at: Array) -> Array:
        """Returns a field of everybody, (k, n), as those see it who act."""
        columns = self.columns
        if isinstance(columns, TiedColumns):
            if columns.is_held(name):
                return columns.everybody(name, at)
            at = columns.rows[at]
        return columns[name].take(at, axis=0)

    def _act(self, at: Array, who: Array, action: Array) -> None:
        self.game.begin_place(self, at, who)
        able = self.open[self.fights(at)] & self.value("is_in", at, self.cells(at, who))
        if not everywhere(able):
            at, who, action = at[able], who[able], action[able]
        if not at.size:
            return
        self._begin_turns(at, who)
        self.game.act(self, at, who, action)
        self.expire("action", at, who)

    def _begin_turns(self, at: Array, who: Array) -> None:
        begun = self._begun if self.is_first else None
        if begun is None:
            self.expire("turn", at, who)
        else:
            anew = ~begun[who]
            self.expire("turn", at[anew], who[anew])
            begun[who] = False

    def end_round(self) -> None:
        """Plays the end of the round, and ends what lasts for it."""
        self.game.end_round(self)
        self.decide()
        self.expire("round")
        self.is_first = False

    def _places(self, places: Array) -> list["_Place"]:
        """Returns the places of a round in order; those that a game keeps from round to round are ranked once."""
        if self._placed[0] is not places:
            self._placed = places, _ranked(places, acts_tied=self.game.acts_tied)
        return self._placed[1]

    # ---- what a game does with it

    @property
    def going(self) -> Array:
        """The rows of the fights that are not over."""
        return self.open.nonzero()[0]

    def run(
        self, rule: Callable[..., Rule[Any]], at: Array, people: tuple[Array, ...], *more: Any
    ) -> list[End]:
        """Plays an effect rule in these fights, each once; what it writes is true at once."""
        if not at.size:
            return []
        return play(self.reading, rule, self.columns, at, people, *more)

    def returned(self, ends: list[End], size: int, dtype: type[int] = int) -> Array:
        """Returns what a rule that returns a number has returned in each of ``size`` fights that it was played in."""
        found = np.zeros(size, dtype)
        for each in ends:
            found[each.of] = each.value
        return found

    def aimed(self, at: Array, who: Array, arm: Array | int = 0) -> tuple[Array, Array]:
        """Returns whom each aims at, by the doctrine of its side, and whether there is anybody.

        ``arm`` is what each attacks with, by the numbers of ``Standing``: nobody is aimed at whom it does not reach.
        """
        foes = self.is_foe[who]
        standing = self.everybody("is_in", at) & self._enemies[who]
        if self.moves is not None:
            standing = self.moves.reached(self.fights(at), who, arm, standing)
        if self.orders.all_simple:
            found = standing.argmax(axis=1)
            return found, standing[np.arange(at.size), found]
        left = self.game.left(self, at)
        far = self._distances[who]
        if self.moves is not None:
            far = self.moves.far(self.fights(at), who)
        near = self.game.near(self, at, who)
        if near is not None:
            far = np.where(near, -1, far)
        found = targets(self.orders, foes, standing, left, self._begun_left - left, far)
        return found, standing[np.arange(at.size), found]

    def expire(self, ending: Ending, at: Array | None = None, who: Array | None = None) -> None:
        """Takes back what lasts until this: of everybody, or of ``who`` in the fights ``at``."""
        for name in self._ends.get(ending, ()):
            column, rests = self.columns[name], self.fields[name].rests
            columns = self.columns
            tied = columns if isinstance(columns, TiedColumns) and columns.is_held(name) else None
            if tied is None and column.dtype == bool and not rests and not anywhere(column):
                continue  # nobody has it
            if at is None or who is None:
                column[:] = rests
                continue
            cells = self.cells(at, who)
            if tied is not None:
                tied.keep(name, at, cells, np.array(rests, column.dtype))
            elif column.ndim == 2:
                column.put(cells, rests)
            else:  # of places or of pairs
                column.reshape(-1, column.shape[-1])[cells] = rests

    def decide(self) -> None:
        """Notes who has gone or come back, and ends the fights in which a side has nobody left, or flees."""
        is_in = self.columns["is_in"]
        cells = (is_in != self._was_in).ravel().nonzero()[0]
        if not cells.size:
            return
        now = is_in.ravel()[cells]
        self._was_in.put(cells, now)
        out, rows = self._out.ravel()[cells], cells // self.size
        self._out.put(cells, np.where(now, 0, np.where(out > 0, out, self.round_of(rows))))
        self._end(rows[np.append(True, rows[1:] != rows[:-1])])

    def situation(self, at: Array, who: Array, arm: Array | int, target: Array) -> Array | int:
        """Returns the number of the situation in which each attacks; 0 where the plan says nothing of it."""
        moves = self.moves
        return 0 if moves is None else moves.code(self.fights(at), who, arm, target)

    def round_of(self, at: Array) -> Array:
        """Returns the round of each of these fights."""
        return np.full(at.size, self.round)

    def _end(self, at: Array) -> None:
        over, winner = decided(self.orders, self.is_foe, self._was_in[at])
        over &= self.open[at]
        if anywhere(over):
            ended = at[over]
            number = self._number[ended]
            self._result.winner[number] = winner[over]
            self._result.rounds[number] = self.round_of(ended)
            self.open[ended] = False

    # ---- fights that are over

    def _note(self, rows: Array) -> None:
        number, result = self._number[rows], self._result
        result.alive[number] = ~self.game.is_dead(self)[rows]
        result.out_round[number] = self._out[rows]
        result.ammo[number] = self.game.rounds_left(self)[rows]

    def _leave(self) -> None:
        """Goes on with the fights that are not over, once enough are to be worth the copying."""
        over = ~self.open
        if 3 * int(np.count_nonzero(over)) < over.size:
            return
        self._note(over.nonzero()[0])
        kept = self.going
        self.columns = {name: each[kept] for name, each in self.columns.items()}
        self.extra = {name: each[kept] for name, each in self.extra.items()}
        self._number, self._out = self._number[kept], self._out[kept]
        self._was_in, self._placed = self._was_in[kept], (None, [])
        self.open = np.ones(kept.size, bool)


def _ranked(places: Array, *, acts_tied: bool) -> list[_Place]:
    """Returns place after place: the fights, ascending, who has it, and which of its actions it is.

    Places are numbered in each fight by themselves, so that as many fights as can be are at one at once. One that
    several have stays one where they act at once; otherwise they come one after the other.
    """
    if places.ndim == 2:
        places = places[:, :, None]
    count, width = places.shape[2], places.shape[1] * places.shape[2]
    flat = places.reshape(-1, width)
    if acts_tied and len(flat) >= _MANY_FIGHTS:
        counts = np.bincount(flat.ravel() + 1)
        if counts.size < _LAST_SMALL and np.count_nonzero(counts[1:]) <= width:
            # So few places that as many fights are at one at once as if each fight had its own.
            cells = np.argsort(flat.ravel().astype(np.int16), kind="stable")
            found = _split(cells, counts, width, np.arange(flat.size))
            return [(at, column // count, column % count) for at, column in found]
    if not acts_tied:
        flat = np.where(flat < 0, -1, flat.astype(np.int64) * width + np.arange(width))
    key = np.where(flat < 0, _LAST, flat)
    order = np.argsort(key, axis=1, kind="stable")
    key = np.take_along_axis(key, order, axis=1)
    new = np.zeros(key.shape, np.int16)
    new[:, 1:] = key[:, 1:] != key[:, :-1]
    rank = np.where(key == _LAST, -1, new.cumsum(axis=1, dtype=np.int16)).ravel()
    found = _split(np.argsort(rank, kind="stable"), np.bincount(rank + 1), width, order.ravel())
    return [(at, column // count, column % count) for at, column in found]


def _split(
    cells: Array, counts: Array, width: int, columns: Array
) -> Iterable[tuple[Array, Array]]:
    """Yields the fights and the columns of place after place; the first ``counts`` have none."""
    ends = counts.cumsum()
    for place in counts[1:].nonzero()[0] + 1:
        part = cells[ends[place - 1] : ends[place]]
        yield part // width, columns[part] % width


def _ranks(at: Array) -> Array:
    """Returns the how-manieth of its fight each is, from 0; ``at`` ascend."""
    first = np.ones(at.size, bool)
    first[1:] = at[1:] != at[:-1]
    places = np.arange(at.size)
    return places - np.maximum.accumulate(np.where(first, places, 0))


def apart(keys: Array) -> Iterator[Array]:
    """Yields the places of keys in such parts that in none of them a key occurs twice, each key in its order."""
    left = np.arange(keys.size)
    while left.size > 1:
        order = keys[left].argsort(kind="stable")
        ordered = keys[left[order]]
        is_first = np.ones(left.size, bool)
        is_first[order[1:]] = ordered[1:] != ordered[:-1]
        yield left[is_first]
        left = left[~is_first]
    if left.size:
        yield left


class Game(Protocol):
    """A game's part of a forecast, prepared for one state; it keeps nothing of the fights that are played.

    Arrays ``at`` are rows of the columns: fights that go on. What a game has to remember of each fight besides the
    columns of combatants stands in ``Battlefield.extra``.
    """

    start: Start
    acts_tied: bool
    """Whether those who have one place in a round act at once. Otherwise they act one after the other, as they come."""

    own_pace: bool
    """Whether no fight waits for the others before its next round begins: see ``pace``."""

    def begin_call(self, orders: Orders) -> None:
        """Takes the orders of a call of the battle; the game is a copy of its own, others may be playing, too."""
        ...

    def reading(self, play: Play | None = None) -> Reading:
        """Returns what rules are read with but the dice, which the battlefield replaces."""
        ...

    def begin(self, field: Battlefield) -> None:
        """Plays what comes before the first round: tests that are owed, a swarm's blow."""
        ...

    def order(self, field: Battlefield) -> Array:
        """Returns the places of a round, (T, n) or (T, n, actions), the least first; less than 0: none."""
        ...

    def begin_place(self, field: Battlefield, at: Array, who: Array) -> None:
        """Plays what comes before somebody acts at its place: the Morale of its side, what its turn ends."""
        ...

    def act(self, field: Battlefield, at: Array, who: Array, action: Array) -> None:
        """Lets these act, one in each of these fights: what its side wants, by rules.

        ``action`` is which of its actions it is, from 0.
        """
        ...

    def end_place(self, field: Battlefield) -> None:
        """Plays what follows once all who have a place have acted: after a tie, from what all of it have done."""
        ...

    def end_tie(self, field: Battlefield, tied: TiedColumns) -> None:
        """Plays what a tie comes to besides what each has done: what follows from it where several have met."""
        ...

    def end_round(self, field: Battlefield) -> None:
        """Plays what comes at the end of a round, before what lasts for the round ends."""
        ...

    def left(self, field: Battlefield, at: Array) -> Array:
        """Returns what each has left before it goes down, (k, n)."""
        ...

    def near(self, field: Battlefield, at: Array, who: Array) -> Array | None:
        """Returns who is in melee with each of these, (k, n); None: nobody ever is."""
        ...

    def is_dead(self, field: Battlefield) -> Array:
        """Returns who is dead, (T, n)."""
        ...

    def rounds_left(self, field: Battlefield) -> Array:
        """Returns the rounds left of the weapon in hand, (T, n); -1: it needs none."""
        ...
