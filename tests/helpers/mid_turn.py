"""The forecast against the table from random states in mid-turn, with the same dice, step by step.

A fight is brought to a random place in a random round by the table. Then whoever's turn it is acts as the doctrine
says, twice: by the program's own procedures, and in the columns with the faces that fell at the table. Every field that
the columns follow must be the same afterwards, of everybody; and again when the round is over. Nothing is left to
chance, so one wrong field in one state fails it and says which.

A game says how a random fight goes at its table, and how it is done again on the battlefield (``Side``).
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Faces, Rolled, RollRequest, accept
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.battlefield.field import Battlefield, Game
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import (
    QUIET,
    Array,
    Dice,
    Difference,
    Fork,
    Moment,
    Outcome,
    Roll,
)
from encounter_gui.rules.engine.reading.books import Plans
from encounter_gui.rules.engine.reading.fields import Field, PlanField
from encounter_gui.rules.engine.reading.spread import spread
from encounter_gui.rules.engine.reading.table import NO_ANSWERS, Answers, TablePlay, rolled_at_table
from encounter_gui.rules.engine.resolution import Resolution

_Table = TypeVar("_Table")

ROWS = np.arange(2)
"""The same fight twice: a plain ``if`` on a column is refused only where there is more than one row."""


class Known:
    """Dice that have fallen already, in the order of the table; all rows are the same fight."""

    def __init__(self, context: RulesContext, faces: Iterable[int]) -> None:
        """Takes the state that requests are made in, and the faces."""
        self._context = context
        self.faces = list(faces)

    def dice(self, wanted: Dice | Difference, rows: Array) -> tuple[None, None, Any]:
        """Returns what dice came to."""
        if isinstance(wanted, Difference):
            return (
                None,
                None,
                np.full(rows.size, self._total(wanted.first) - self._total(wanted.second)),
            )
        return None, None, np.full(rows.size, self._total(wanted))

    def roll(self, plans: Plans, rows: Array) -> tuple[None, None, Outcome]:
        """Returns what a roll rule came to: it is played with the faces, once for all rows."""
        assert len(set(plans.index.tolist())) == 1, "rows that differ"
        found = self._played(plans.book.rule, plans.book.plan(int(plans.index[0])))
        values = {
            each: np.full(rows.size, getattr(found, each)) for each in found.__struct_fields__
        }
        return None, None, type(found)(**values)

    def _played(self, rule: Callable[..., Any], plan: Any) -> Any:
        run = rule(QUIET, plan)
        answer: Any = None
        while True:
            try:
                wanted = run.send(answer)
            except StopIteration as done:
                return done.value
            match wanted:
                case Fork():
                    answer = bool(wanted.truth)
                case Moment():
                    answer = wanted.lying
                case Roll():
                    answer = self._played(wanted.rule, wanted.plan)
                case Difference():
                    answer = self._total(wanted.first), self._total(wanted.second)
                case tuple():
                    answer = [self._total(each) for each in wanted]
                case _:
                    answer = self._total(wanted)

    def _total(self, wanted: Dice) -> int:
        part: Rolling[int] = wanted.asked(self._context, None, None)
        try:
            asked = next(part)
            while True:
                assert isinstance(asked, tuple)
                asked = part.send(tuple(map(self._rolled, asked)))
        except StopIteration as done:
            return int(done.value)

    def _rolled(self, request: RollRequest) -> Rolled:
        mine, self.faces = self.faces[: request.count], self.faces[request.count :]
        assert len(mine) == request.count, f"no dice left for {request.key}"
        return accept(request, Faces(values=tuple(mine)))


class OpenTie:
    """A tie under way on a battlefield, played one after the other as the table plays it."""

    def __init__(self, field: Battlefield) -> None:
        """Takes the battlefield, and what has been done in the tie before it began."""
        self._field = field
        everybody = np.repeat(np.arange(field.size), ROWS.size)
        self._tied, self._fights = field._tied(np.tile(ROWS, field.size), everybody)

    def act(self, place: int) -> None:
        """Lets somebody act, who sees what it has done in the tie itself."""
        at, who = place * ROWS.size + ROWS, np.full(ROWS.size, place)
        self._field.columns = self._tied
        self._field.game.begin_place(self._field, at, who)
        self._field.game.act(self._field, at, who, np.zeros_like(who))
        self._field.columns = self._fights

    def release(self) -> None:
        """Makes true what has been done."""
        self._field._release(self._tied)
        self._field.game.end_place(self._field)


class Side(Protocol[_Table]):
    """What a game says about its tables and its battlefield."""

    orders: Orders

    def scene(self, rng: random.Random) -> _Table:
        """Returns a table with a fight brought to a random place in a round by commands."""
        ...

    def context(self, table: _Table) -> RulesContext:
        """Returns the state of the table."""
        ...

    def is_over(self, table: _Table) -> bool:
        """Returns whether nobody has anything to do any more."""
        ...

    def game(self, context: RulesContext) -> Game:
        """Returns the forecast's fight from a state on."""
        ...

    def step(self, table: _Table, rng: random.Random) -> "Step | None":
        """Does the next thing at the table: an action as the doctrine says, or moving on.

        None: it was something that no doctrine does, and the forecast begins anew.
        """
        ...

    def counts(
        self, field: Field[Any], context: RulesContext, members: Sequence[Combatant]
    ) -> Array:
        """Returns whose value of a field counts in this state, (n,), or towards whom, (n, n)."""
        ...


class Step:
    """Something done at the table, with the faces that fell; ``again`` does the same on the battlefield."""

    def __init__(
        self, faces: Iterable[int], again: Callable[[Battlefield], None], *, is_action: bool
    ) -> None:
        """Takes the faces, what to do, and whether it was an action and no end of a turn or round."""
        self.faces, self.again, self.is_action = tuple(faces), again, is_action


class MidTurn(Generic[_Table]):
    """One run of the test; ``steps`` counts actions and ends of turns, ``fields`` how often each field has changed."""

    def __init__(self, side: Side[_Table], seed: int) -> None:
        """Takes the game's side of it."""
        self._side, self._rng = side, random.Random(seed)
        self.actions = self.others = 0
        self.changed: Counter[str] = Counter()
        self._state: EncounterState | None = None
        self._values: dict[str, Array] = {}

    def play(self, actions: int) -> None:
        """Plays so many actions, from one random fight after the other.

        Raises:
            AssertionError: a field of somebody differs; it says which, whose, and both values.
        """
        while self.actions < actions:
            table = self._side.scene(self._rng)
            field = self._begun(table)
            for _ in range(self._rng.randint(4, 20)):
                if self._side.is_over(table):
                    break
                if self._rng.random() < 0.2:  # the forecast begins anew, in the middle of this turn
                    field = self._begun(table)
                field = self._step(table, field)

    def _begun(self, table: _Table) -> Battlefield:
        context = self._side.context(table)
        game = self._side.game(context)
        field = Battlefield(
            game, ROWS.size, np.random.default_rng(1), self._side.orders, rolls=Known(context, ())
        )
        self._compare(field, context, "as it begins")
        game.begin(field)
        return field

    def _step(self, table: _Table, field: Battlefield) -> Battlefield:
        before = {name: each.copy() for name, each in field.columns.items()}
        step = self._side.step(table, self._rng)
        if step is None:
            return self._begun(table)
        context = self._side.context(table)
        dice = Known(context, step.faces)
        field.reading = replace(field.reading, rolls=dice)
        step.again(field)
        assert not dice.faces, f"dice that only the table rolled: {dice.faces}"
        self.actions += step.is_action
        self.others += not step.is_action
        for name, each in before.items():
            self.changed[name] += int((each != field.columns[name]).any())
        self._compare(field, context, "after an action" if step.is_action else "as it goes on")
        return field

    def _compare(self, field: Battlefield, context: RulesContext, when: str) -> None:
        members = [context.combatant(who) for who in field.game.start.who]
        if self._state is not context.state:  # a state is read once
            self._state, self._values = context.state, {}
        found = []
        for name, each in field.fields.items():
            if not each.followed or isinstance(each, PlanField) or name not in field.columns:
                continue
            column, values = field.columns[name], self._values.get(name)
            if values is None:
                values = self._values[name] = each.column(context, members)
            if not (column != values).any():
                continue  # whose value counts is asked only where one differs
            counts = self._side.counts(each, context, members)
            wrong = (column != values) & (counts if counts.ndim == values.ndim else counts[:, None])
            found += [
                (member.name, name, values[place].tolist(), column[:, place].tolist())
                for place, member in enumerate(members)
                if wrong[:, place].any()
            ]
        assert not found, f"{when}, table and forecast: {found}"


def reads(
    side: Any,
    plan_of: Callable[[RulesContext, CombatantId, CombatantId], Any],
    *,
    people: tuple[str, ...] = ("who", "target"),
    times: int,
    seed: int = 6,
) -> set[tuple[str, str]]:
    """Returns which fields a plan depends on: (whose, field), each given another value by its own events.

    ``plan_of(context, who, target)`` is the plan without what stands in fields of its own; None: there is none.
    """
    rng, found = random.Random(seed), set[tuple[str, str]]()
    fields: Mapping[str, Any] = {}
    for _ in range(times):
        context = side.context(side.scene(rng))
        # To begin a forecast takes as long as all the rest: it has the same fields in every state.
        fields = fields or side.game(context).reading().body.fields()
        combatants = list(context.state.combatants.values())
        pair = rng.sample(combatants, 2)
        if pair[0].side == pair[1].side:
            continue
        known = plan_of(context, pair[0].id, pair[1].id)
        if known is None:
            continue
        for whose, one in zip(people, pair, strict=True):
            for name, after in _changed(fields, context, one):
                now = plan_of(after, pair[0].id, pair[1].id)
                if now is not None and now != known:
                    found.add((whose, name))
    return found


def _changed(
    fields: Mapping[str, Any], context: RulesContext, one: Combatant
) -> Iterable[tuple[str, RulesContext]]:
    for name, field in fields.items():
        if type(field) is not Field:
            continue
        now = field.read(context, one)
        events = field.events(context, one, not now if field.dtype is bool else now + 1)
        if events:
            yield name, replace(context, state=fold(context.state, events))


def counted_through(
    context: RulesContext,
    rule: Callable[..., Any],
    plan: Any,
    people: dict[str, CombatantId],
    *,
    answers: Answers = NO_ANSWERS,
) -> dict[tuple[Any, ...], float]:
    """Returns the chance of each outcome of a roll rule, all faces counted through at the table."""
    found: dict[tuple[Any, ...], float] = {}
    waiting: list[tuple[list[int], float]] = [([], 1.0)]
    while waiting:
        faces, chance = waiting.pop()
        more = _one_roll(context, rule, plan, people, answers, list(faces))
        if isinstance(more, int):
            waiting += [([*faces, face], chance / more) for face in range(1, more + 1)]
            continue
        key = tuple(_plain(getattr(more, name)) for name in more.__struct_fields__)
        found[key] = found.get(key, 0.0) + chance
    return found


def _one_roll(
    context: RulesContext,
    rule: Callable[..., Any],
    plan: Any,
    people: dict[str, CombatantId],
    answers: Answers,
    faces: list[int],
) -> Any:
    """Returns the outcome with these faces, or the sides of the next die where they do not suffice."""
    part = rolled_at_table(TablePlay(Resolution(context)), rule, plan, people, answers=answers)
    answer: Any = None
    while True:
        try:
            asked = part.send(answer)
        except StopIteration as done:
            return done.value
        assert isinstance(asked, tuple)
        rolled = []
        for request in asked:
            if len(faces) < request.count:
                return request.sides
            mine, faces = faces[: request.count], faces[request.count :]
            rolled.append(accept(request, Faces(values=tuple(mine))))
        answer = tuple(rolled)


def _plain(value: Any) -> Any:
    return value if isinstance(value, str) else int(value)


def assert_spread_is_counted(
    context: RulesContext,
    rule: Callable[..., Any],
    plan: Any,
    people: dict[str, CombatantId],
    *,
    answers: Answers = NO_ANSWERS,
    at_table: Any = None,
) -> None:
    """Asserts that the exact reading of a roll rule is what the table comes to, all faces counted through.

    ``at_table`` is the plan that the table rolls, where it differs in words.
    """
    exact = spread(rule, plan)
    names = exact.kind.__struct_fields__
    mine: dict[tuple[Any, ...], float] = {}
    for place, chance in enumerate(exact.p.tolist()):
        key = tuple(_plain(exact.of[name][place]) for name in names)
        mine[key] = mine.get(key, 0.0) + chance
    theirs = counted_through(
        context, rule, plan if at_table is None else at_table, people, answers=answers
    )
    wrong = {
        key: (mine.get(key, 0.0), theirs.get(key, 0.0))
        for key in mine.keys() | theirs.keys()
        if abs(mine.get(key, 0.0) - theirs.get(key, 0.0)) > 1e-12
    }
    assert not wrong, wrong
