"""The first reading: at the table. It asks through ``engine.asking`` and returns events through the ``Resolution``.

What rules write is collected and handed over together, as one change: what follows from it (``follow_ups``) is looked
at once, and in a tie it is held. A rule that reads sees what it has written.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace
from typing_extensions import override

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Value
from encounter_gui.rules.engine import asking, checks
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import sum_text, values_of
from encounter_gui.rules.engine.reading.asks import (
    Dice,
    Difference,
    Fork,
    Moment,
    Owe,
    Play,
    Roll,
    Rule,
    Somewhere,
    Then,
    undivided,
)
from encounter_gui.rules.engine.reading.fields import Body, Field, no_events
from encounter_gui.rules.engine.resolution import Resolution, with_events

_T = TypeVar("_T")
_P = TypeVar("_P")
_C = TypeVar("_C", bound=checks.CheckPlan)

People = Mapping[str, CombatantId | None]
"""Whose dice a rule's dice are, by the names that the rule calls them by."""


class Answers(Struct, frozen=True):
    """What a game does at the table about moments and about tests that are owed, each by its name.

    ``moments`` are parts of a procedure, called with the resolution and what lies on the table; ``tests`` are called
    with the resolution and who owes one, and the values of ``Owe.more``; they add the obligation.
    """

    moments: Mapping[str, Callable[[Resolution, Any], Rolling[Any]]] = {}
    tests: Mapping[str, Callable[..., None]] = {}


NO_ANSWERS = Answers()


class TablePlay(Play):
    """What a rule says at the table: reasons, numbers of the game master, facts; and what it has written so far.

    ``noted`` are the values of the fact of the roll. ``pending`` are the events that are not handed over yet.
    """

    tells = True

    def __init__(
        self,
        resolution: Resolution,
        *,
        is_cost: bool = False,
        reads_first: bool = False,
    ) -> None:
        """Takes the resolution.

        ``is_cost``: all they write is what somebody does, not what it does to others. ``reads_first``: they read
        nothing that depends on what they have written and not handed over.
        """
        super().__init__(resolution.context)
        self.resolution = resolution
        self.noted: dict[str, Value] = {}
        self.pending: list[ev.Event] = []
        self._is_cost, self._reads_first = is_cost, reads_first
        self._now, self._seen = resolution.context, 0

    @property
    def context(self) -> RulesContext:
        """What rules read: the state with what is pending."""
        if self._reads_first or not self.pending:
            return self.resolution.context
        if self._seen < len(self.pending):
            self._now = with_events(self._now, self.pending[self._seen :])
            self._seen = len(self.pending)
        return self._now

    @property
    @override
    def round(self) -> int:
        """The round that is played."""
        return self.resolution.context.state.round

    @override
    def text(self, key: str, **params: Any) -> str:
        """Returns a text of the game."""
        return self.context.texts.text_of(key, **params)

    @override
    def name(self, who: Any) -> str:
        """Returns the name of a combatant."""
        return self.context.combatant(_id_of(who)).name

    @override
    def plan(self, plan: _P, *, numbers: tuple[str, ...] = (), **parts: str) -> _P:
        """Returns a plan with what the game master has put in place of its numbers and parts."""
        new: dict[str, Any] = {
            name: self.resolution.parts(key, getattr(plan, name)) for name, key in parts.items()
        }
        new |= {each: self.resolution.number(each, getattr(plan, each)) for each in numbers}
        return cast("_P", replace(cast("Struct", plan), **new)) if new else plan

    @override
    def check(self, plan: _C) -> _C:
        """Returns a test with the numbers that the game master has put in the place of its own."""
        return checks.as_given(self.resolution, plan, is_alone=True)

    @override
    def number(self, key: str, value: Any) -> Any:
        """Returns a number as the rules have it, or as the game master does."""
        return self.resolution.number(key, int(value))

    @override
    def number_of(
        self,
        who: Any,
        key: str,
        value: Any,
        *,
        least: int | None = None,
        most: Any = None,
    ) -> Any:
        """Returns a number of one of several whom a command reaches, as the rules or the game master have it.

        Raises:
            RuleError: the game master's is below ``least`` or above ``most`` (None: any).
        """
        given = self.resolution.number_of(_id_of(who), key, int(value))
        if (least is not None and given < least) or (most is not None and given > most):
            raise refuse(
                "rules.number_out_of_range",
                number=self.text(f"rules.number.{key}"),
                who=self.name(who),
                least=least if least is not None else "",
                most=int(most) if most is not None else "",
            )
        return given

    @override
    def reason(self, key: str, rule: str, **params: Any) -> None:
        """Adds a line of the arithmetic; modifiers are written as a sum."""
        text = {
            name: sum_text(each) if isinstance(each, tuple) else each
            for name, each in params.items()
        }
        self.resolution.reason(key, rule, **text)

    @override
    def note(self, **values: Any) -> None:
        """Keeps what the fact of this roll is to say; of modifiers each by its own name."""
        for key, value in values.items():
            self.noted |= values_of(value) if isinstance(value, tuple) else {key: value}

    @override
    def fact(self, what: str, who: Any, target: Any = None, **values: Any) -> None:
        """Records what has been noted, and these values, as the fact of a roll; who is meant may be said by an id."""
        self.flush()
        self.resolution.fact(what, _named(who), _named(target), **{**self.noted, **values})

    @override
    def clause(self, key: str, **params: Any) -> None:
        """Adds a clause to the line in the log."""
        self.resolution.add_text(key, **params)

    @override
    def told(self, what: str, who: Any, **values: Any) -> None:
        """Adds a fact that is an effect itself: held in a tie."""
        self.effect(ev.Resolved(what=what, who=_id_of(who), values=values))

    def effect(self, *events: ev.Event) -> None:
        """Adds to what is pending."""
        if not self.pending:
            self._now, self._seen = self.context, 0
        self.pending += events

    def cost(self, *events: ev.Event) -> None:
        """Records what is spent: gone at once, in a tie as well."""
        if self._is_cost:
            self.effect(*events)
        else:
            self.flush()
            self.resolution.record(*events)

    @override
    def flush(self) -> None:
        """Hands over what is pending, as one change."""
        if self.pending:
            events, self.pending = tuple(self.pending), []
            give = self.resolution.record if self._is_cost else self.resolution.apply
            give(*events)


class EventStore:
    """A combatant whose fields are read from the state, and written as events."""

    def __init__(self, play: TablePlay, who: CombatantId) -> None:
        """Takes what is said and pending, and who it is."""
        self.play, self.who = play, who
        self._last: tuple[Field[Any] | None, RulesContext | None, Any] = None, None, None

    def _combatant(self) -> tuple[RulesContext, Combatant]:
        context = self.play.context
        return context, context.state.combatants[self.who]

    def get(self, field: Field[Any]) -> Any:
        """Returns a field as the rules have left it by now."""
        context = self.play.context
        value = field.read(context, context.state.combatants[self.who])
        self._last = field, context, value
        return value

    def put(self, field: Field[Any], value: Any) -> None:
        """Makes the events that give a field another value; none where it has it."""
        if field.events is no_events:
            return
        context = self.play.context
        one = context.state.combatants[self.who]
        last, when, now = self._last
        if last is not field or when is not context:
            now = field.read(context, one)
        if now != value:
            write = self.play.cost if field.at_once else self.play.effect
            write(*field.events(context, one, value))

    def get_at(self, field: Field[Any], place: Any) -> Any:
        """Returns a field at a place, or whether it holds towards another."""
        context, one = self._combatant()
        if isinstance(place, Body):
            return _id_of(place) in field.read(context, one)
        return field.read(context, one)[place]

    def put_at(self, field: Field[Any], place: Any, value: Any) -> None:
        """Makes the events that change a field at a place, or towards another."""
        if self.get_at(field, place) != value:
            context, one = self._combatant()
            where = _id_of(place) if isinstance(place, Body) else place
            write = self.play.cost if field.at_once else self.play.effect
            write(*field.events(context, one, (where, value)))

    def begin_at(self, field: Field[Any], other: Body, truth: Any) -> None:
        """Makes the events that let a fact of two hold."""
        if truth:
            self.put_at(field, other, truth)


def _named(who: Body | CombatantId | None) -> CombatantId | None:
    return _id_of(who) if isinstance(who, Body) else who


def _id_of(body: Body) -> CombatantId:
    store = body.store
    if not isinstance(store, EventStore):
        raise TypeError("a combatant of another reading")
    return store.who


def rolled_at_table(
    play: TablePlay,
    rule: Callable[..., Rule[_T]],
    plan: Any,
    people: People,
    *more: Any,
    answers: Answers = NO_ANSWERS,
) -> Rolling[_T]:
    """Plays a roll rule, or a part of one that takes ``more``, in a procedure; ``people`` say whose the dice are."""
    return (yield from _run(play, rule(play, plan, *more), people, answers))


def at_table(
    play: TablePlay,
    body: type[Body],
    rule: Callable[..., Rule[_T]],
    people: Mapping[str, CombatantId],
    *more: Any,
    others: People = MappingProxyType({}),
    answers: Answers = NO_ANSWERS,
) -> Rolling[_T]:
    """Plays an effect rule as a part of a procedure.

    Args:
        play: what it says.
        body: the combatants of this game.
        rule: called with ``play``, the combatants and ``more``.
        people: its combatants in order, by the names it calls them in its dice.
        more: what else it takes.
        others: whose dice it asks for as well, without changing them.
        answers: what the game does about moments and owed tests.
    """
    bodies = [body(EventStore(play, who)) for who in people.values()]
    done = yield from _run(play, rule(play, *bodies, *more), {**people, **others}, answers)
    play.flush()
    return done


def without_dice(part: Rolling[_T]) -> _T:
    """Returns what a part of a procedure comes to that asks for nothing."""
    try:
        next(part)
    except StopIteration as done:
        found: _T = done.value
        return found
    raise TypeError("it asks for dice or decisions")


def events_of(
    context: RulesContext,
    body: type[Body],
    rule: Callable[..., Rule[Any]],
    who: CombatantId | Mapping[str, CombatantId],
    *more: Any,
) -> tuple[ev.Event, ...]:
    """Returns the events of an effect rule that asks for nothing: for what follows from others' events.

    ``who`` is its combatant, or its combatants in order, by the names it calls them.
    """
    people = {"who": who} if isinstance(who, str) else who
    play = TablePlay(Resolution(context), is_cost=True)
    bodies = [body(EventStore(play, each)) for each in people.values()]
    undivided(rule(play, *bodies, *more))
    return tuple(play.pending)


def _run(play: TablePlay, run: Rule[_T], people: People, answers: Answers) -> Rolling[_T]:
    answer: Any = None
    while True:
        try:
            wanted = run.send(answer)
        except StopIteration as done:
            value: _T = done.value
            return value
        if isinstance(wanted, (Fork, Somewhere)):
            answer = bool(wanted.truth)
        elif isinstance(wanted, Then):
            answer = False
        elif isinstance(wanted, Roll):
            answer = yield from _run(play, wanted.rule(play, wanted.plan), people, answers)
        elif isinstance(wanted, Moment):
            part = answers.moments.get(wanted.name)
            answer = wanted.lying
            if part is not None:
                answer = yield from part(play.resolution, wanted.lying)
        elif isinstance(wanted, Owe):
            play.flush()
            answer = answers.tests[wanted.name](play.resolution, _id_of(wanted.who), *wanted.more)
        else:
            answer = yield from _rolled(play.resolution.context, people, wanted)


def _rolled(
    context: RulesContext, people: People, wanted: Dice | tuple[Dice, ...] | Difference
) -> Rolling[Any]:
    if isinstance(wanted, Difference):
        first = yield from _one_asked(context, people, wanted.first)
        second = yield from _one_asked(context, people, wanted.second)
        return first, second
    if isinstance(wanted, Dice):
        return (yield from _one_asked(context, people, wanted))
    return (yield from _asked(context, people, *wanted))


def _one_asked(context: RulesContext, people: People, wanted: Dice) -> Rolling[int]:
    against = people.get(wanted.against) if wanted.against else None
    return wanted.asked(context, people.get(wanted.whose), against)


def _asked(context: RulesContext, people: People, *wanted: Dice) -> Rolling[list[int]]:
    """Asks for dice together, and returns what each comes to."""
    requests = [
        each.requests(
            context, people.get(each.whose), people.get(each.against) if each.against else None
        )
        for each in wanted
    ]
    rolled = yield from asking.ask(*(one for each in requests for one in each))
    found, start = [], 0
    for each, mine in zip(wanted, requests, strict=True):
        found.append((yield from each.worth(rolled[start : start + len(mine)])))
        start += len(mine)
    return found
