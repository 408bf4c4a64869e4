"""The third reading: an effect rule over many rows at once. A row is a fight, or a state that has a chance.

Columns hold the fields of everybody, (rows, combatants), or (rows, combatants, places). Where a fork divides the rows,
the run goes on for most of them, and the rule is run again for the rest, with what was answered so far. What a run
writes goes into the columns at its end, for the rows it was for; runs have no row in common, so their order is no
matter. Tests that are owed are played in the same run when the rule is over, by priority.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec
import numpy as np
from msgspec import Struct

from encounter_gui.rules.engine.reading.asks import (
    QUIET,
    Array,
    Asked,
    Dice,
    Difference,
    Fork,
    Moment,
    Outcome,
    Owe,
    Play,
    Roll,
    Rule,
    Somewhere,
    Then,
    anywhere,
    everywhere,
)
from encounter_gui.rules.engine.reading.books import Book, Plans
from encounter_gui.rules.engine.reading.fields import Body, Field, PairField
from encounter_gui.rules.engine.reading.tied import TiedColumns

Columns = dict[str, Array]
"""The fields of everybody by name: (rows, combatants), of places (rows, combatants, places), of pairs (rows, n, n)."""


class ColumnStore:
    """The fields of one combatant in each of these rows; what is written waits until ``commit``."""

    def __init__(self, columns: Columns, rows: Array, who: Array, size: int) -> None:
        """Takes the columns, the rows, who it is in each of them, and how many combatants there are."""
        self.columns, self.rows, self.who = columns, rows, who
        self._tied = columns if isinstance(columns, TiedColumns) else None
        self.at = (rows if self._tied is None else self._tied.rows[rows]) * size + who
        self.written: dict[str, Any] = {}
        self._pairs: dict[tuple[str, int], tuple[Field[Any], ColumnStore, Any]] = {}

    def get(self, field: Field[Any]) -> Array:
        """Returns a field of each row: a copy, since ``who.hp -= 1`` changes an array in place."""
        if field.name in self.written:
            return np.array(self.written[field.name])
        return self._seen(field, self.columns[field.name].take(self.at))

    def _seen(self, field: Field[Any], value: Array) -> Array:
        """Returns what the column says as those see it who act at once."""
        if self._tied is not None and self._tied.is_held(field.name):
            return self._tied.seen(field.name, self.rows, self.at, value)
        return value

    def put(self, field: Field[Any], value: Any) -> None:
        """Keeps a value until the run is over."""
        if field.followed:
            self.written[field.name] = np.array(value)

    def get_at(self, field: Field[Any], place: Any) -> Array:
        """Returns a field at a place (a number, or one for each row), or towards another combatant."""
        if isinstance(place, Body):
            other = _store_of(place)
            known = self._pairs.get((field.name, id(other)))
            if known is not None:
                return np.array(np.broadcast_to(known[2], self.rows.shape))
            place = other.who
        if field.name in self.written or self._tied is not None:
            every = np.arange(self.rows.size)
            return np.asarray(self._places(field)[every, place])
        column = self.columns[field.name]
        return np.asarray(column.take(self.at * column.shape[-1] + place))

    def put_at(self, field: Field[Any], place: Any, value: Any) -> None:
        """Keeps a value at a place, or towards another combatant, until the run is over."""
        if not field.followed:
            return
        if isinstance(place, Body):
            other = _store_of(place)
            self._pairs[field.name, id(other)] = (field, other, np.array(value))
            return
        slab = np.array(self._places(field))
        slab[np.arange(self.rows.size), place] = value
        self.written[field.name] = slab

    def begin_at(self, field: Field[Any], other: Body, truth: Any) -> None:
        """Lets a fact of two hold from the end of the run on, where a truth does."""
        truth = np.asarray(truth)
        if anywhere(truth):
            self.put_at(
                field, other, truth if everywhere(truth) else self.get_at(field, other) | truth
            )

    def _places(self, field: Field[Any]) -> Array:
        if field.name in self.written:
            return np.asarray(self.written[field.name])
        column = self.columns[field.name]
        return self._seen(field, column.reshape(-1, column.shape[-1]).take(self.at, axis=0))

    def writes(self, kept: Array | None) -> dict[str, Array]:
        """Returns what waits, in those of the rows that are kept (None: all); of pairs all that holds for the one."""
        size = self.rows.size
        found = {
            name: value if value.ndim else np.full(size, value)
            for name, value in self.written.items()
        }
        for field, other, value in self._pairs.values():
            if field.name not in self.columns:  # a chain that has no use for it
                continue
            slab = found.get(field.name)
            if slab is None:
                slab = np.array(self._places(field))
            slab[np.arange(size), other.who] = value
            found[field.name] = slab
        return found if kept is None else {name: each[kept] for name, each in found.items()}

    def commit(self, kept: Array | None) -> None:
        """Writes what waits into the columns, in those of the rows that are kept (None: all)."""
        at = self.at if kept is None else self.at[kept]
        for name, value in self.written.items():
            part = value if kept is None else _part(value, kept)
            column = self.columns[name]
            if self._tied is not None and self._tied.is_held(name):
                self._tied.keep(name, self.rows if kept is None else self.rows[kept], at, part)
            elif column.ndim == 2:
                column.put(at, part)
            else:
                column.reshape(-1, column.shape[-1])[at] = part
        for field, other, value in self._pairs.values():
            mine = slice(None) if kept is None else kept
            rows, one, two = self.rows[mine], self.who[mine], other.who[mine]
            part = value[mine] if value.ndim else value
            self.columns[field.name][rows, one, two] = part
            if isinstance(field, PairField) and field.both:
                self.columns[field.name][rows, two, one] = part


def _store_of(body: Body) -> ColumnStore:
    store = body.store
    if not isinstance(store, ColumnStore):
        raise TypeError("a combatant of another reading")
    return store


class Rolls(Protocol):
    """Where dice come from. Each method returns of which rows the answers are, their chances, and the answers.

    None, None: one for each row.
    """

    def roll(self, plans: Plans, rows: Array) -> tuple[Array | None, Array | None, Any]:
        """Returns what a roll rule comes to under each of these plans."""
        ...

    def dice(
        self, wanted: Dice | Difference, rows: Array
    ) -> tuple[Array | None, Array | None, Any]:
        """Returns what dice come to in each row."""
        ...


class Drawn:
    """Dice are drawn: a forecast."""

    def __init__(self, rng: np.random.Generator) -> None:
        """Takes what chance comes from; only ``random`` is used of it."""
        self._rng = rng

    def roll(self, plans: Plans, rows: Array) -> tuple[None, None, Outcome]:
        """Returns a random outcome of each plan."""
        return None, None, plans.book.drawn(self._rng, plans.index)

    def dice(self, wanted: Dice | Difference, rows: Array) -> tuple[None, None, Array]:
        """Returns a random total for each row."""
        dist = wanted.dist
        place = dist.p.cumsum().searchsorted(self._rng.random(rows.size), "right")
        return None, None, dist.x[np.minimum(place, dist.x.size - 1)]


class Weighed:
    """Every outcome of a roll is a row of its own with its chance: exact odds of several actions in a row."""

    def roll(self, plans: Plans, rows: Array) -> tuple[Array, Array, Outcome]:
        """Returns all outcomes of each plan."""
        return plans.book.every(plans.index)

    def dice(self, wanted: Dice | Difference, rows: Array) -> tuple[Array, Array, Array]:
        """Returns all totals for each row."""
        dist = wanted.dist
        of = np.repeat(np.arange(rows.size), dist.x.size)
        return of, np.tile(dist.p, rows.size), np.tile(dist.x, rows.size)


class _NoDice:
    """Whoever reads rules says later where the dice come from."""

    def roll(self, plans: Plans, rows: Array) -> tuple[None, None, Outcome]:
        raise TypeError("no dice")

    def dice(self, wanted: Dice | Difference, rows: Array) -> tuple[None, None, Array]:
        raise TypeError("no dice")


NO_DICE = _NoDice()


class Reading(Struct, frozen=True, kw_only=True):
    """What rules are read with over rows.

    ``moments`` say by name what others make of what lies on the table: called with the rows, the combatants in each of
    them, and it. ``settles`` False: tests that are owed are left out, where what they decide is no matter. ``books``
    are those of roll rules whose plan is the same in all rows.
    """

    body: type[Body]
    rolls: Rolls = msgspec.field(default_factory=lambda: NO_DICE)
    said: Play = QUIET
    moments: Mapping[str, Callable[[Array, tuple[Array, ...], Any], Any]] = {}
    settles: bool = True
    books: dict[Callable[..., Any], Book] = {}

    def plans(self, rule: Callable[..., Rule[Any]], plan: Any, rows: Array) -> Plans:
        """Returns plans as a column: numbers are those of a book; one that is the same everywhere is put in one."""
        if isinstance(plan, Plans):
            return plan
        if isinstance(plan, np.ndarray):
            return Plans(self.books[rule], plan)
        book = self.books.get(rule)
        if book is None:
            book = self.books[rule] = Book(rule)
        return Plans(book, np.full(rows.size, book.number(plan)))


class End(Struct, frozen=True, eq=False):
    """How a rule ended in some of the rows.

    ``of`` are their places among the rows it was called with; ``weight`` their chances, None where dice were drawn;
    ``written`` what each of its combatants has got.
    """

    of: Array
    weight: Array | None
    written: list[dict[str, Array]]
    of_run: Any
    kept: Array | None

    @property
    def value(self) -> Any:
        """What the rule has returned in these rows."""
        return self.of_run if self.kept is None else _part(self.of_run, self.kept)


class _Way:
    """Rows that a run begins with, and what they have been answered so far."""

    __slots__ = ("answers", "more", "of", "people", "rows", "rule", "weight")

    def __init__(
        self,
        rows: Array,
        people: tuple[Array, ...],
        more: tuple[Any, ...],
        weight: Array | None,
        of: Array,
        answers: list[Any],
    ) -> None:
        self.rows, self.people, self.more = rows, people, more
        self.weight, self.of, self.answers = weight, of, answers
        self.rule: Callable[..., Rule[Any]] | None = None

    def part(self, which: Array, answers: list[Any]) -> "_Way":
        """Returns some of the rows, with more answers."""
        part = _Way(
            self.rows[which],
            tuple(who[which] for who in self.people),
            tuple(_part(each, which) for each in self.more),
            None if self.weight is None else self.weight[which],
            self.of[which],
            answers,
        )
        part.rule = self.rule
        return part


def play(
    reading: Reading,
    rule: Callable[..., Rule[Any]],
    columns: Columns,
    rows: Array,
    people: tuple[Array, ...],
    *more: Any,
    weight: Array | None = None,
) -> list[End]:
    """Plays a rule in these rows.

    Args:
        reading: what it is read with.
        rule: an effect rule, called with ``reading.said``, its combatants and ``more``.
        columns: the fields of everybody.
        rows: (k,) the rows it is played in, each once.
        people: the number of each of its combatants in each of these rows, each (k,).
        more: what else the rule takes: numbers, ``Plans``, or arrays with a value for each row.
        weight: (k,) chances. With them nothing is written: see ``End``. None: what it writes goes into the columns.
    """
    ends: list[End] = []
    ways = [_Way(rows, people, more, weight, np.arange(rows.size), [])]
    while ways:
        way = ways.pop()
        if way.rows.size:
            ways += _Run(reading, way.rule or rule, columns, way).go(ends)
    return ends


class _Run:
    """One run of a rule through some of the rows."""

    def __init__(
        self, reading: Reading, rule: Callable[..., Rule[Any]], columns: Columns, way: _Way
    ) -> None:
        size = next(iter(columns.values())).shape[1]
        self.reading, self.way = reading, way
        self.stores = [ColumnStore(columns, way.rows, who, size) for who in way.people]
        self.part = rule(reading.said, *map(reading.body, self.stores), *way.more)
        self.live: Array | None = None  # the rows this run is for; None: all of them
        self._owed: list[Owe] = []
        self._others: list[_Way] = []
        self._after: list[Then] = []
        self._value: Any = None
        self._is_main = True

    def go(self, ends: list[End]) -> list[_Way]:
        """Runs to the end, or until each row becomes several; returns the rows that begin anew."""
        answers, place, answer = self.way.answers, 0, None
        known = len(answers)
        while True:
            try:
                wanted: Asked = self.part.send(answer)
            except StopIteration as done:
                answer = None
                if self._next(done.value):
                    continue
                ended = self._ended()
                if self.way.rule is None:  # what follows is no end of its own
                    ends.append(ended)
                return self._others
            if isinstance(wanted, (Owe, Then)):
                answer = self._later(wanted)
            elif place < known:
                answer = answers[place]
                place += 1
            else:
                is_open, answer = self._answer(wanted)
                if not is_open:
                    return self._others
                answers.append(answer)
                place = known = known + 1

    def _later(self, wanted: Owe | Then) -> bool | None:
        """Keeps what comes when the rule is over; returns whether what follows does."""
        if isinstance(wanted, Owe):
            if self.reading.settles:
                self._owed.append(wanted)
            return None
        if self.way.weight is not None or self._owed:
            return False  # what is owed by now comes after it: it is played where it stands
        self._after.append(wanted)
        return True

    def _next(self, value: Any) -> bool:
        """Goes on with the test that is owed next; returns whether there is one."""
        if self._is_main:
            self._value, self._is_main = value, False
        if not self._owed:
            return False
        test = min(self._owed, key=_priority)
        self._owed.remove(test)
        self.part = test.rule(self.reading.said, test.who, *test.more)
        return True

    def _answer(self, wanted: Asked) -> tuple[bool, Any]:
        """Returns whether this run goes on, and the answer."""
        if isinstance(wanted, Fork):
            return True, self._fork(np.asarray(wanted.truth, np.bool_))
        if isinstance(wanted, Somewhere):
            return True, self._somewhere(np.asarray(wanted.truth, np.bool_))
        if isinstance(wanted, Moment):
            part = self.reading.moments.get(wanted.name)
            way = self.way
            return True, wanted.lying if part is None else part(way.rows, way.people, wanted.lying)
        of, chances, answer = _rolled(self.reading, wanted, self.way.rows)
        if of is None or chances is None:
            return True, answer
        # Each row has become several: begin again, with what was answered so far for each of them.
        if self.live is not None:
            mine = self.live[of].nonzero()[0]
            of, chances, answer = of[mine], chances[mine], _part(answer, mine)
        known = [_part(each, of) for each in self.way.answers]
        further = self.way.part(of, [*known, answer])
        further.weight = chances if further.weight is None else further.weight * chances
        self._others.append(further)
        return False, None

    def _fork(self, truth: Array) -> bool:
        """Returns which way this run goes on; the other rows begin anew."""
        if not truth.ndim:
            return bool(truth)
        live, way = self.live, self.way
        here = truth if live is None else truth[live]
        count = int(np.count_nonzero(here))
        answer = 2 * count >= here.size
        if count not in {0, here.size}:
            other = truth ^ answer if live is None else (truth ^ answer) & live
            each = other.nonzero()[0]
            known = [_part(one, each) for one in way.answers]
            self._others.append(way.part(each, [*known, not answer]))
            self.live = ~other if live is None else live & ~other
        return answer

    def _somewhere(self, truth: Array) -> bool:
        """Returns whether a truth holds in any row that this run is for."""
        here = truth if self.live is None or not truth.ndim else truth[self.live]
        return anywhere(here)

    def _ended(self) -> End:
        way = self.way
        kept = None if self.live is None else self.live.nonzero()[0]
        of = way.of if kept is None else way.of[kept]
        if way.weight is None:
            for store in self.stores:
                store.commit(kept)
            for each in self._after:
                self._follow(each)
            return End(of, None, [], self._value, kept)
        weight = way.weight if kept is None else way.weight[kept]
        return End(of, weight, [store.writes(kept) for store in self.stores], self._value, kept)

    def _follow(self, wanted: Then) -> None:
        """Lets a rule follow in those of the rows where its truth holds."""
        way = self.way
        truth = np.broadcast_to(np.asarray(wanted.truth, np.bool_), way.rows.shape)
        which = (truth if self.live is None else truth & self.live).nonzero()[0]
        if which.size:
            people = tuple(_store_of(each).who[which] for each in wanted.who)
            more = tuple(_part(each, which) for each in wanted.more)
            following = _Way(way.rows[which], people, more, None, way.of[which], [])
            following.rule = wanted.rule
            self._others.append(following)


def _priority(test: Owe) -> int:
    return test.priority


def _rolled(reading: Reading, wanted: Asked, rows: Array) -> tuple[Array | None, Array | None, Any]:
    if isinstance(wanted, Roll):
        return reading.rolls.roll(reading.plans(wanted.rule, wanted.plan, rows), rows)
    if isinstance(wanted, Dice):
        return reading.rolls.dice(wanted, rows)
    if isinstance(wanted, Difference):
        of, chances, value = reading.rolls.dice(wanted, rows)
        return of, chances, (value, 0)
    if isinstance(wanted, tuple):
        return _several(reading, wanted, rows)
    raise TypeError(f"{wanted} is not to be asked for")


def _several(
    reading: Reading, wanted: tuple[Dice, ...], rows: Array
) -> tuple[Array | None, Array | None, Any]:
    """Returns dice that are rolled together: with chances, each way in which all of them can fall."""
    found: list[Any] = []
    every: Array | None = None
    chances: Array | None = None
    for each in wanted:
        here = rows if every is None else rows[every]
        of, p, value = reading.rolls.dice(each, here)
        if of is None or p is None:
            found.append(value)
            continue
        found = [_part(one, of) for one in found]
        every = of if every is None else every[of]
        chances = p if chances is None else chances[of] * p
        found.append(value)
    return every, chances, tuple(found)


def _part(value: Any, which: Array) -> Any:
    """Returns those rows of an answer."""
    if isinstance(value, np.ndarray):
        return value[which] if value.ndim else value
    if isinstance(value, Plans):
        return value[which]
    if isinstance(value, tuple):
        return tuple(_part(each, which) for each in value)
    if isinstance(value, Outcome):
        return type(value)(
            *(_part(getattr(value, name), which) for name in value.__struct_fields__)
        )
    return value
