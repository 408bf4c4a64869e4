"""The one way in which rules see a combatant: fields, declared once, over a store that each reading has its own of."""

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from typing import Any, Generic, Literal, Protocol, TypeVar, overload

from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Array, Truth, Whole

End = Literal["", "round", "turn", "action"]
"""When a field goes back to rest by itself: never; at the end of the round; as the next turn of its owner begins; when
its owner has acted."""

Merging = Literal["sum", "soonest", "stacks"]
"""How what several have done to a number in a tie becomes one: differences add up; of clocks the soonest counts, less
than 0 before all; the highest counts, and a game is told where several have come to it."""

_T = TypeVar("_T", bound=Any)

Read = Callable[[RulesContext, Combatant], Any]
Events = Callable[[RulesContext, Combatant, Any], tuple[ev.Event, ...]]


def no_events(context: RulesContext, one: Combatant, value: Any) -> tuple[ev.Event, ...]:
    """Returns nothing: what is recorded for other fields says it."""
    return ()


class Store(Protocol):
    """Where the fields of one combatant live: events at the table, columns elsewhere."""

    def get(self, field: "Field[Any]") -> Any:
        """Returns a field."""
        ...

    def put(self, field: "Field[Any]", value: Any) -> None:
        """Gives a field another value."""
        ...

    def get_at(self, field: "Field[Any]", place: Any) -> Any:
        """Returns a field at a place of the body, or towards another combatant."""
        ...

    def put_at(self, field: "Field[Any]", place: Any, value: Any) -> None:
        """Gives a field another value at a place, or towards another combatant."""
        ...

    def begin_at(self, field: "Field[Any]", other: "Body", truth: Any) -> None:
        """Lets a fact of two hold where a truth does."""
        ...


class Field(Generic[_T]):
    """A number or truth of a combatant that changes while a fight goes on; it is read and assigned as an attribute.

    ``read(context, combatant)`` is its value at the table; ``events(context, combatant, value)`` are the events that
    give it another. ``ends`` says when it goes back to ``rests`` by itself. ``followed`` False: columns do not have it;
    writing it there does nothing, reading it there is an error: nothing in a forecast may depend on it. ``at_once``:
    what it loses is spent, gone at once in a tie; all else is held until all have acted, and then becomes one as
    ``merges`` says. ``left_out``: a forecast does not play what it stands for, and
    says so by this key where somebody has another value than ``rests``.
    """

    def __init__(  # noqa: PLR0913 - what can be said of a field, by name
        self,
        read: Read,
        events: Events,
        *,
        ends: End = "",
        rests: int = 0,
        followed: bool = True,
        at_once: bool = False,
        merges: Merging = "sum",
        left_out: str = "",
        dtype: type[int] = int,
    ) -> None:
        """Takes how the table reads it, and what writes it."""
        self.read, self.events = read, events
        self.ends, self.rests, self.followed, self.dtype = ends, rests, followed, dtype
        self.at_once, self.merges, self.left_out = at_once, merges, left_out
        self.name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        """Takes the name it is declared by."""
        self.name = name

    @overload
    def __get__(self, body: None, owner: type) -> "Field[_T]": ...

    @overload
    def __get__(self, body: "Body", owner: type) -> _T: ...

    def __get__(self, body: "Body | None", owner: type) -> "Field[_T] | _T":
        """Returns the value, or of the class the field itself."""
        return self if body is None else body.store.get(self)

    def __set__(self, body: "Body", value: _T) -> None:
        """Gives it another value."""
        body.store.put(self, value)

    def column(self, context: RulesContext, combatants: Iterable[Combatant]) -> Array:
        """Returns the value of each of these combatants, as the table reads it."""
        import numpy as np

        return np.array([self.read(context, each) for each in combatants], self.dtype)


class Places:
    """A field of a combatant that has a value for each place, or towards each other combatant."""

    def __init__(self, store: Store, field: Field[Any]) -> None:
        """Takes whose it is, and which."""
        self._store, self._field = store, field

    def __getitem__(self, place: Any) -> Any:
        """Returns the value at a place (a number, or a column of them), or towards a ``Body``."""
        return self._store.get_at(self._field, place)

    def __setitem__(self, place: Any, value: Any) -> None:
        """Gives it another value there."""
        self._store.put_at(self._field, place, value)

    def begin(self, other: "Body", truth: Truth) -> None:
        """Says that it holds towards another where a truth does; elsewhere it stays as it is."""
        self._store.begin_at(self._field, other, truth)


class PlaceField(Field[Any]):
    """A field with a value for each of ``count`` places: ``who.wound[place]``.

    ``read(context, combatant)`` returns all of them in order; ``events(context, combatant, (place, value))`` change
    one.
    """

    def __init__(self, read: Read, events: Events, *, count: int, **options: Any) -> None:
        """Takes the number of places besides what every field has."""
        super().__init__(read, events, **options)
        self.count = count

    @override
    def __get__(self, body: "Body | None", owner: type) -> Any:
        """Returns the places of a combatant."""
        return self if body is None else Places(body.store, self)

    @override
    def __set__(self, body: "Body", value: Any) -> None:
        """Refuses: a place is written by its number."""
        raise TypeError(f"{self.name} has places: write one of them")


class PlanField(Field[Any]):
    """What a roll of a combatant is made with: a plan at the table, in columns its number in the book of ``rule``.

    No rule writes it. Whoever makes the columns puts the plans in the book.
    """

    def __init__(self, read: Read, rule: Callable[..., Any]) -> None:
        """Takes how the table makes the plan, and the roll rule it is for."""
        super().__init__(read, no_events)
        self.rule = rule


class PairField(Field[Any]):
    """A fact of two combatants: ``who.melee[other]``, begun by ``who.melee.begin(other, truth)``.

    ``read(context, combatant)`` returns the ids of the others it holds for; ``events(context, combatant, (id, value))``
    change one. ``both`` True: it always holds both ways.
    """

    def __init__(self, read: Read, events: Events, *, both: bool = False, **options: Any) -> None:
        """Takes whether it always holds both ways, besides what every field has."""
        super().__init__(read, events, dtype=bool, **options)
        self.both = both

    @override
    def __get__(self, body: "Body | None", owner: type) -> Any:
        """Returns the facts of a combatant."""
        return self if body is None else Places(body.store, self)

    @override
    def __set__(self, body: "Body", value: Any) -> None:
        """Refuses: a fact is written towards somebody."""
        raise TypeError(f"{self.name} is a fact of two: write it towards one")

    @override
    def column(self, context: RulesContext, combatants: Iterable[Combatant]) -> Array:
        """Returns for each of these whether it holds towards each of them, (n, n)."""
        import numpy as np

        combatants = tuple(combatants)
        held = [frozenset(self.read(context, each)) for each in combatants]
        return np.array(
            [[other.id in mine for other in combatants] for mine in held], bool
        ).reshape(len(combatants), len(combatants))


class Body:
    """A combatant as rules see it; a game's subclass declares the fields."""

    def __init__(self, store: Store) -> None:
        """Takes where its fields live."""
        self.store = store

    @classmethod
    def fields(cls) -> dict[str, Field[Any]]:
        """Returns the fields by name, in the order of their declaration, those of its bases first."""
        return {
            name: each
            for owner in reversed(cls.__mro__)
            for name, each in vars(owner).items()
            if isinstance(each, Field)
        }


class StateStore:
    """A combatant of a state whose fields are only read: for what a rule works out, where nothing is played."""

    def __init__(self, context: RulesContext, combatant: Combatant) -> None:
        """Takes the state, and the combatant, who need not be one of it."""
        self._context, self._combatant = context, combatant

    def get(self, field: Field[Any]) -> Any:
        """Returns a field."""
        return field.read(self._context, self._combatant)

    def put(self, field: Field[Any], value: Any) -> None:
        """Refuses: nothing is written here."""
        raise TypeError(f"{field.name} is only read here")

    def get_at(self, field: Field[Any], place: Any) -> Any:
        """Returns a field at a place of the body."""
        return field.read(self._context, self._combatant)[place]

    def put_at(self, field: Field[Any], place: Any, value: Any) -> None:
        """Refuses: nothing is written here."""
        raise TypeError(f"{field.name} is only read here")

    def begin_at(self, field: Field[Any], other: Body, truth: Any) -> None:
        """Refuses: nothing is written here."""
        raise TypeError(f"{field.name} is only read here")


class ValueStore:
    """A combatant by some of its fields, each a number, a truth, or an array of them.

    For what a rule makes of all of them at once where it rolls nothing and goes one way (``asks.undivided``), or as a
    part of a roll rule (``alone.played``). ``values`` are the fields by name, as it left them; one without a value may
    be written, not read. Of places and of pairs one value is known, for all of them.
    """

    def __init__(self, **values: Any) -> None:
        """Takes the fields that the rule reads."""
        self.values = values

    def get(self, field: Field[Any]) -> Any:
        """Returns a field: a copy of an array, since ``who.hp -= 1`` changes it in place."""
        value = self.values[field.name]
        return value if isinstance(value, int) else copy(value)

    def put(self, field: Field[Any], value: Any) -> None:
        """Gives a field another value."""
        self.values[field.name] = value

    def expire(self, fields: Mapping[str, Field[Any]], *endings: End) -> None:
        """Takes back what lasts until then."""
        for name, each in fields.items():
            if each.ends in endings and name in self.values:
                self.values[name] = each.rests

    def get_at(self, field: Field[Any], place: Any) -> Any:
        """Returns a field of places or of pairs."""
        return self.get(field)

    def put_at(self, field: Field[Any], place: Any, value: Any) -> None:
        """Gives it another value."""
        self.put(field, value)

    def begin_at(self, field: Field[Any], other: Body, truth: Any) -> None:
        """Lets a fact of two hold where a truth does."""
        self.put(field, self.get(field) | truth)


# ---- the kinds of fields that most games have


def gauge(key: str, *, ends: End = "", is_set: bool = False, followed: bool = True) -> Field[Whole]:
    """A running number. ``is_set``: the events say what it is; otherwise by how much it changes."""

    def events(context: RulesContext, one: Combatant, value: Any) -> tuple[ev.Event, ...]:
        if is_set:
            return (ev.GaugeSet(who=one.id, gauge=key, to=int(value)),)
        by = int(value) - one.gauges.get(key, 0)
        return (ev.GaugeChanged(who=one.id, gauge=key, by=by),)

    return Field(lambda context, one: one.gauges.get(key, 0), events, ends=ends, followed=followed)


def condition(
    key: str,
    *,
    ends: End = "",
    followed: bool = True,
    at_once: bool = False,
    left_out: str = "",
) -> Field[Truth]:
    """A condition that is there or not; ``left_out``: a forecast does not play it, see ``Field``."""

    def events(context: RulesContext, one: Combatant, value: Any) -> tuple[ev.Event, ...]:
        if value:
            return (ev.ConditionAdded(who=one.id, condition=Condition(key=key)),)
        return (ev.ConditionRemoved(who=one.id, key=key),)

    return Field(
        lambda context, one: one.has(key),
        events,
        ends=ends,
        followed=followed and not left_out,
        at_once=at_once,
        left_out=left_out,
        dtype=bool,
    )


def counted(key: str, *, followed: bool = True) -> Field[Whole]:
    """A condition with a count, at least 1; -1: it is not there."""

    def read(context: RulesContext, one: Combatant) -> int:
        found = one.condition(key)
        return -1 if found is None else found.count or 0

    def events(context: RulesContext, one: Combatant, value: Any) -> tuple[ev.Event, ...]:
        if value < 0:
            return (ev.ConditionRemoved(who=one.id, key=key),)
        count = max(int(value), 1)
        return (ev.ConditionAdded(who=one.id, condition=Condition(key=key, count=count)),)

    return Field(read, events, rests=-1, followed=followed)


def derived(
    read: Read, *, dtype: type[int] = bool, ends: End = "", left_out: str = ""
) -> Field[Any]:
    """What follows at the table from the sheet or from other fields: nothing is recorded for it.

    Columns have it as a field of its own, which the rules write. ``left_out``: they do not, and a forecast says so of
    whom it holds for.
    """
    return Field(
        read,
        no_events,
        ends=ends,
        followed=not left_out,
        left_out=left_out,
        dtype=dtype,
    )


def who_of(body: Body) -> CombatantId:
    """Returns the id of a combatant at the table."""
    found: CombatantId = body.store.who  # type: ignore[attr-defined]  # the table's store has it
    return found
