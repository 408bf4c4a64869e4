"""Tests that are owed as a forecast begins: rolled by the table's own procedures, every way they may fall."""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.exact import pool
from encounter_gui.dice.requests import Choice, Chosen, Faces, Rolled, RollRequest, Total, accept
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.evolve import fold
from encounter_gui.rules.engine.asking import Answer, Ask, Procedure
from encounter_gui.rules.engine.battlefield.battle import Battle, BattleResult, LeftOut
from encounter_gui.rules.engine.battlefield.left_out import merged
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.battlefield.stopping import IsStopped, never, until_stopped
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import due_at, is_settled_with
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.commands import Settle

_MOST_WAYS, _MOST_STATES, _MOST_TESTS = 500, 32, 40
"""Of more ways to fall, states to begin from, or tests in a row, nothing is settled: the forecast says so."""

_PLAIN = ("keep", "save", "no", "standard")
"""What the doctrines decide, where it is offered; else the first option."""

Ways = tuple[tuple[float, RulesContext], ...]
"""States by their chance, which add up to 1."""


class _TooManyError(Exception):
    """There are more ways than are worked out."""


class SettledBattle(Struct, frozen=True, kw_only=True):
    """A fight that begins in one of several states, by their chances; all have the same combatants."""

    battles: tuple[Battle, ...]
    chances: tuple[float, ...]

    @property
    def who(self) -> tuple[CombatantId, ...]:
        """Those who take a side, in the order of joining."""
        return self.battles[0].who

    @property
    def was_out(self) -> tuple[bool, ...]:
        """Who of them is out of the fight as it begins, whatever the tests come to."""
        return tuple(all(each) for each in zip(*(one.was_out for one in self.battles), strict=True))

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """What is not played of any of them."""
        return merged([found for each in self.battles for found in each.left_out])

    @property
    def awaits_tests(self) -> bool:
        """Whether tests are owed still."""
        return any(each.awaits_tests for each in self.battles)

    @property
    def can_strike_first(self) -> bool:
        """As long as the order of each is open."""
        return all(each.can_strike_first for each in self.battles)

    def play(self, fights: int, rng: np.random.Generator, orders: Orders) -> BattleResult:
        """Plays so many fights to their end, as many from each state as chance has it."""
        counts = rng.multinomial(fights, self.chances)
        results = [
            battle.play(int(count), rng, orders)
            for battle, count in zip(self.battles, counts, strict=True)
            if count
        ]
        joined: dict[str, npt.NDArray[np.generic]] = {
            each: np.concatenate([getattr(result, each) for result in results])
            for each in BattleResult.__struct_fields__
        }
        return BattleResult(**joined)  # type: ignore[arg-type]  # each of the type of its parts


def battle_of(system: System, context: RulesContext, is_stopped: IsStopped = never) -> Battle:
    """Returns the fight from this state on, tests that are owed now rolled first.

    Where they cannot be, as the rest of somebody's action or in too many ways, they are left out, which it says.

    Raises:
        RuleError: fights of this system cannot be played out.
        StoppedError: ``is_stopped`` said so.
    """
    battle = system.battle(context, is_stopped)
    if not battle.awaits_tests:
        return battle
    ways = settled(system, context, is_stopped)
    battles = tuple(system.battle(each, is_stopped) for _, each in ways)
    whole = sum(chance for chance, _ in ways)  # 1, but for the last digits
    return SettledBattle(battles=battles, chances=tuple(chance / whole for chance, _ in ways))


def settled(system: System, context: RulesContext, is_stopped: IsStopped = never) -> Ways:
    """Returns the states after all tests that the rules demand now, with their chances; too many: the state as it is.

    The rest of an action, which people play, stays owed.

    Raises:
        StoppedError: ``is_stopped`` said so.
    """
    ways: Ways = ((1.0, context),)
    try:
        for _ in range(_MOST_TESTS):
            if not any(_next(system, each) for _, each in ways):
                return ways
            ways = _merged(
                (chance * share, after)
                for chance, each in until_stopped(ways, is_stopped)
                for share, after in _after_one(system, each)
            )
    except (RuleError, _TooManyError):
        pass
    return ((1.0, context),)


def _merged(ways: Iterator[tuple[float, RulesContext]]) -> Ways:
    """Returns the ways with those taken together that lead to the same state."""
    found: list[tuple[float, RulesContext]] = []
    for chance, context in ways:
        for place, (known, other) in enumerate(found):
            if other.state == context.state:
                found[place] = known + chance, other
                break
        else:
            found.append((chance, context))
        if len(found) > _MOST_STATES:
            raise _TooManyError
    return tuple(found)


def _after_one(system: System, context: RulesContext) -> Iterator[tuple[float, RulesContext]]:
    """Yields the states after the first test that is due: one for each way its dice may fall."""
    test = _next(system, context)
    if test is None:
        yield 1.0, context
        return
    begun: list[tuple[float, tuple[Answer, ...]]] = [(1.0, ())]
    ways = 0
    while begun:
        chance, answers = begun.pop()
        asked = _played(system.procedure(context, test), answers)
        if isinstance(asked, Outcome):
            ways += 1
            yield chance, replace(context, state=fold(context.state, asked.events))
        else:
            begun += [(chance * share, (*answers, answer)) for share, answer in _answers(asked)]
        if ways + len(begun) > _MOST_WAYS:
            raise _TooManyError


def _next(system: System, context: RulesContext) -> Settle | None:
    """Returns the command that settles the test that is due first; None: none is."""
    due = [
        each
        for each in due_at(context.state, "now")
        if (kind := system.obligation_kinds.get(each.kind)) and kind.is_automatic
    ]
    if not due:
        return None
    kind = system.obligation_kinds[due[0].kind]
    return Settle(ids=tuple(each.id for each in due if is_settled_with(kind, due[0], each)))


def _played(procedure: Procedure, answers: Sequence[Answer]) -> Ask | Outcome:
    """Settles with these answers; returns what is asked for next, or what came of it."""
    try:
        asked = next(procedure)
        for answer in answers:
            asked = procedure.send(answer)
    except StopIteration as done:
        outcome: Outcome = done.value
        return outcome
    procedure.close()
    return asked


def _answers(asked: Ask) -> Iterator[tuple[float, Answer]]:
    if isinstance(asked, Choice):
        option = next((each for each in _PLAIN if each in asked.options), asked.options[0])
        yield 1.0, Chosen(option=option)
        return
    for rolled in product(*map(_falls, asked)):
        yield prod(chance for chance, _ in rolled), tuple(each for _, each in rolled)


def _falls(request: RollRequest) -> list[tuple[float, Rolled]]:
    """Returns how dice may fall, with the chance of each: by their sum, where that says all."""
    sides, least = request.sides, request.lowest
    if request.needs_faces and request.count > 1:
        if sides**request.count > _MOST_WAYS:
            raise _TooManyError
        faces = product(range(least, least + sides), repeat=request.count)
        return [(sides**-request.count, accept(request, Faces(values=each))) for each in faces]
    sums, shift = pool(request.count, sides), request.count * (least - 1)
    return [
        (float(chance), accept(request, Total(value=int(value) + shift)))
        for value, chance in zip(sums.x, sums.p, strict=True)
        if chance
    ]
