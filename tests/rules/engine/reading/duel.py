"""An invented game for the readings of a rule: blows, a shield that stops one, an owed test, a wound at a place.

``ways`` is an interpreter of its own: one combatant at a time, dictionaries, every die by recursion.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec import Struct

from encounter_gui.rules.engine.reading.asks import (
    QUIET,
    Dice,
    Fork,
    Moment,
    Outcome,
    Owe,
    Play,
    Roll,
    Rule,
    Somewhere,
    Then,
    Truth,
    Whole,
    dice,
    fork,
    no,
    owe,
    roll,
    somewhere,
    then,
    together,
)
from encounter_gui.rules.engine.reading.fields import Body, Field, PairField, PlaceField


def field(**options: Any) -> Field[Any]:
    return Field(lambda context, one: 0, lambda context, one, value: (), **options)


class Duelist(Body):
    hp = field()
    ammo = field(at_once=True)
    shield = field(dtype=bool, ends="round")
    is_in = field(dtype=bool)
    dazed = field(dtype=bool)
    wound = PlaceField(
        lambda context, one: (), lambda context, one, value: (), count=3, merges="most"
    )
    melee = PairField(lambda context, one: (), lambda context, one, value: (), both=True)


class Swing(Struct, frozen=True):
    target: int
    sides: int = 4


class Blow(Outcome):
    harm: Whole
    is_grave: Truth = False


def swing(play: Play, plan: Swing) -> Rule[Blow]:
    """A d6 against a number; a hit does a die of harm and is grave where a further one shows more than the harm."""
    face = yield from dice(Dice("swing", ((1, 6),)))
    if not (yield from fork(face >= plan.target)):
        return Blow(0)
    harm, other = yield from together(
        Dice("harm", ((1, plan.sides),)), Dice("other", ((1, 3),), flat=1)
    )
    return Blow(harm, other > harm)


def place(play: Play, plan: None) -> Rule[Blow]:
    return Blow((yield from dice(Dice("place", ((1, 3),), flat=-1))))


def attack(play: Play, who: Duelist, target: Duelist, plan: Any) -> Rule[Whole]:
    who.ammo -= 1
    who.melee.begin(target, who.ammo > 0)
    blow = yield from roll(swing, plan)
    if (yield from fork(target.shield & (blow.harm > 0))):
        target.shield = False
        return 0
    target.hp -= blow.harm
    if (yield from fork(blow.harm > 0)):
        where = yield from roll(place, None)
        target.wound[where.harm] = blow.harm
        if (yield from fork(blow.is_grave)):
            yield from owe("last", steady, target, 4, priority=2)
            yield from owe("first", flinch, target, priority=1)
    target.is_in = target.is_in & (target.hp > 0)
    if (yield from somewhere(target.hp < 0)):
        who.ammo += 2 * (target.hp < 0)
    yield from then(play, collapse, no(target.is_in), (target, who), blow.harm)
    return blow.harm


def collapse(play: Play, target: Duelist, who: Duelist, harm: Whole) -> Rule[None]:
    """Comes last: it reads what was written before it, of both, and rolls itself."""
    face = yield from dice(Dice("collapse", ((1, 3),)))
    if (yield from fork(face + harm > 3)):
        target.dazed = True
        who.shield = who.ammo > 1
    else:
        who.hp += face


def flinch(play: Play, who: Duelist) -> Rule[None]:
    who.hp -= 1
    yield from ()


def steady(play: Play, who: Duelist, number: int) -> Rule[None]:
    """Looks at hit points that the flinch before it has taken already."""
    face = yield from dice(Dice("steady", ((1, 6),)))
    who.dazed = no(face + who.hp >= number)
    who.is_in = who.is_in & (who.hp > 0)


# ---- an interpreter of its own


class PlainStore:
    """A combatant as a dictionary."""

    def __init__(self, number: int, values: dict[str, Any], pairs: set[tuple[int, int]]) -> None:
        self.number, self.values, self.pairs = number, values, pairs

    def get(self, wanted: Field[Any]) -> Any:
        return self.values[wanted.name]

    def put(self, wanted: Field[Any], value: Any) -> None:
        self.values[wanted.name] = value

    def get_at(self, wanted: Field[Any], where: Any) -> Any:
        return self.values[wanted.name][where]

    def put_at(self, wanted: Field[Any], where: Any, value: Any) -> None:
        self.values[wanted.name] = (
            *self.values[wanted.name][:where],
            value,
            *self.values[wanted.name][where + 1 :],
        )

    def begin_at(self, wanted: Field[Any], other: Body, truth: Any) -> None:
        if truth:
            self.pairs |= {(self.number, other.store.number), (other.store.number, self.number)}


Plain = tuple[dict[str, Any], ...]


def ways(
    rule: Any, state: Plain, more: tuple[Any, ...]
) -> Iterator[tuple[Fraction, Plain, Any, dict[str, int]]]:
    """Yields every way a rule may go: chance, the combatants after it, what it returned, what dice came to by key."""
    waiting: list[tuple[Fraction, tuple[int, ...]]] = [(Fraction(1), ())]
    while waiting:
        chance, faces = waiting.pop()
        one = _OneWay(faces)
        try:
            yield chance, *one.gone(rule, state, more), one.totals
        except _MissingError as missing:
            sides = missing.sides
            waiting += [(chance / sides, (*faces, face)) for face in range(1, sides + 1)]


class _MissingError(Exception):
    """A die is asked for that has not fallen."""

    def __init__(self, sides: int) -> None:
        self.sides = sides


class _OneWay:
    """A rule with these faces."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.left = list(faces)
        self.owed: list[Owe] = []
        self.totals: dict[str, int] = {}

    def gone(self, rule: Any, state: Plain, more: tuple[Any, ...]) -> tuple[Plain, Any]:
        people, pairs = [dict(each) for each in state], set()
        bodies = [Duelist(PlainStore(number, each, pairs)) for number, each in enumerate(people)]
        value = self.read(rule(QUIET, *bodies, *more))
        while self.owed:
            test = min(self.owed, key=lambda each: each.priority)
            self.owed.remove(test)
            self.read(test.rule(QUIET, test.who, *test.more))
        return tuple({**each, "melee": bool(pairs)} for each in people), value

    def read(self, run: Any) -> Any:
        answer: Any = None
        while True:
            try:
                answer = self.answer(run.send(answer))
            except StopIteration as done:
                return done.value

    def answer(self, wanted: Any) -> Any:
        match wanted:
            case Fork() | Somewhere():
                return bool(wanted.truth)
            case Then():
                return False
            case Moment():
                return wanted.lying
            case Roll():
                return self.read(wanted.rule(QUIET, wanted.plan))
            case Owe():
                self.owed.append(wanted)
                return None
            case Dice():
                return self.thrown(wanted)
        return [self.thrown(each) for each in wanted]

    def thrown(self, wanted: Dice) -> int:
        total = wanted.flat
        for sides in (sides for count, sides in wanted.kinds for _ in range(count)):
            if not self.left:
                raise _MissingError(sides)
            total += self.left.pop(0)
        assert wanted.key not in self.totals, "each die is asked for once"
        self.totals[wanted.key] = total
        return total
