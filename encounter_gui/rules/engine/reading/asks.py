"""What a rule may ask for while it is read, and what it may say.

A rule is a generator. There are two kinds of it:

- A **roll rule** takes ``(play, plan)``, asks for dice and returns an ``Outcome``. It sees no combatant: everything it
  needs is in the plan.
- An **effect rule** takes ``(play, who, …)``, reads and writes combatants by their fields (``fields.Body``), and gets
  its dice by ``roll``.

What a rule must not do is branch on a value that may be a column without ``fork``: numpy refuses the truth of a column
of two rows and more. It is run several times by some readings, so it keeps no state but fields and what it returns.
"""

from collections.abc import Callable, Generator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Param
from encounter_gui.dice.requests import Rolled, RollRequest
from encounter_gui.encounter.values import Value
from encounter_gui.rules.engine import asking
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.checks import CheckPlan
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.model.dice_sum import DiceSum
from encounter_gui.rules.model.ruleset import Number

if TYPE_CHECKING:
    import numpy.typing as npt

    from encounter_gui.dice.exact import Dist

    Array = npt.NDArray[Any]
    Whole = int | npt.NDArray[Any]
    Truth = bool | npt.NDArray[Any]
else:  # the table plays without numpy
    Array = Whole = Truth = Any

_T = TypeVar("_T")
_P = TypeVar("_P")
_C = TypeVar("_C", bound=CheckPlan)


class Dice(Struct, frozen=True):
    """Dice that are rolled together and added up, under a key, by the one whose they are.

    ``kinds`` are (count, sides); none: nothing is rolled. ``flat`` is added. ``whose`` is a name that the people of the
    rule have where it is read at the table. ``against`` names the one whom the request is about, where it must say so.
    A game whose dice are more than a sum (the better of two, say) has a subclass of its own. ``branches``: they have so
    few outcomes that each is read as a way of its own, with plain numbers, where a rule is read exactly.
    """

    branches: ClassVar[bool] = False

    key: str
    kinds: tuple[tuple[int, int], ...] = ()
    flat: int = 0
    whose: str = "who"
    against: str = ""

    def requests(
        self, context: RulesContext, who: CombatantId | None, against: CombatantId | None
    ) -> tuple[RollRequest, ...]:
        """Returns what is asked for at the table."""
        return tuple(
            _against(asking.request(context, self.key, who, count=count, sides=sides), against)
            for count, sides in self.kinds
            if count > 0
        )

    def worth(self, rolled: tuple[Rolled, ...]) -> Rolling[int]:
        """Returns what the answers come to; it may ask for further dice."""
        yield from ()
        return sum(each.total for each in rolled) + self.flat

    def asked(
        self, context: RulesContext, who: CombatantId | None, against: CombatantId | None
    ) -> Rolling[int]:
        """Asks for these dice alone at the table, and returns what they come to."""
        rolled = yield from asking.ask(*self.requests(context, who, against))
        return (yield from self.worth(rolled))

    @property
    def dist(self) -> "Dist":
        """The exact distribution of what they come to."""
        from encounter_gui.dice.exact import constant, convolve, pool

        total = constant(self.flat)
        for count, sides in self.kinds:
            if count > 0:
                total = convolve(total, pool(count, sides))
        return total


class SumDice(Dice, frozen=True, kw_only=True):
    """Dice as a sheet or a ruleset writes them, also in the full notation; ``flat`` is added to their own number."""

    of: DiceSum

    @override
    def requests(
        self, context: RulesContext, who: CombatantId | None, against: CombatantId | None
    ) -> tuple[RollRequest, ...]:
        """Returns what is asked for at the table."""
        wanted = asking.requests_of(context, self.key, who, self.of)
        return tuple(_against(each, against) for each in wanted)

    @override
    def worth(self, rolled: tuple[Rolled, ...]) -> Rolling[int]:
        """Returns what the answers come to; exploding dice ask for more."""
        return (yield from asking.worth(self.of, rolled)) + self.flat

    @property
    @override
    def dist(self) -> "Dist":
        """The exact distribution of what they come to."""
        from encounter_gui.dice.exact import constant, convolve, pool, shift

        if self.of.notation:
            from encounter_gui.dice.distribution import distribution

            return shift(distribution(self.of.expression), self.of.flat + self.flat)
        total = constant(self.of.flat + self.flat)
        for count, sides in self.of.kinds:
            total = convolve(total, pool(count, sides))
        return total


class Difference(Struct, frozen=True):
    """Dice against dice, of which a rule uses nothing but the difference: in a comparison, or in a subtraction.

    At the table they are asked for one after the other, and both totals are the answer. Elsewhere it is the difference
    and 0: exactly, that is one axis, however many dice there are.
    """

    first: Dice
    second: Dice

    @property
    def dist(self) -> "Dist":
        """The exact distribution of the first less the second."""
        from encounter_gui.dice.exact import Dist, convolve

        other = self.second.dist
        return convolve(self.first.dist, Dist(-other.hi, other.p[::-1]))


def _against(wanted: RollRequest, against: CombatantId | None) -> RollRequest:
    if against is None:
        return wanted
    return replace(wanted, target=against)


class Fork(Struct, frozen=True):
    """What follows depends on a truth, or on a column of them: the rule goes both ways, each with its rows."""

    truth: Truth


class Somewhere(Struct, frozen=True):
    """Whether a truth holds in any row: what is asked for under it does nothing where it does not hold.

    Cheaper than a fork, which has the rule run again. A rule must not find it out by itself and ask for less: it may be
    run again with some of the rows.
    """

    truth: Truth


class Roll(Struct, Generic[_T], frozen=True):
    """What a roll rule comes to under a plan: the table plays it, the others take it from its exact distribution."""

    rule: Callable[..., "Rule[_T]"]
    plan: Any


class Moment(Struct, frozen=True):
    """Others may answer what lies on the table; sent back is what they have made of it. Without others: unchanged."""

    name: str
    lying: Any


class Owe(Struct, frozen=True):
    """Somebody owes a test. The table adds it to what is owed; the others play its rule when the present one is over.

    Of several the one with the least ``priority`` comes first, then the one that was owed first.
    """

    name: str
    rule: Callable[..., "Rule[Any]"]
    who: Any
    more: tuple[Any, ...] = ()
    priority: int = 0


class Then(Struct, frozen=True):
    """What follows where a truth holds, as the last thing that a rule does.

    Over many rows it is played by itself for those rows, when all that was written before is in the columns: nothing of
    it is done twice. The others answer False, and the rule goes on as at a fork.
    """

    truth: Truth
    rule: Callable[..., "Rule[Any]"]
    who: tuple[Any, ...]
    more: tuple[Any, ...]


class Outcome(Struct):
    """What a roll rule comes to: the base of a game's outcomes. Its fields are numbers, or columns of them."""


Asked = Dice | tuple[Dice, ...] | Difference | Fork | Somewhere | Roll[Any] | Moment | Owe | Then
Rule = Generator[Asked, Any, _T]
"""A rule, or a part of one, that comes to a value."""


def dice(wanted: Dice) -> Rule[Whole]:
    """Asks for dice; returns their total."""
    found: Whole = yield wanted
    return found


def together(*wanted: Dice) -> Rule[tuple[Whole, ...]]:
    """Asks for dice that are rolled at once; returns the total of each."""
    found = yield wanted
    return tuple(found)


def difference(first: Dice, second: Dice) -> Rule[tuple[Whole, Whole]]:
    """Asks for dice against dice; returns two numbers whose difference is that of the totals, at the table these."""
    found: tuple[Whole, Whole] = yield Difference(first, second)
    return found


def fork(truth: Truth) -> Rule[bool]:
    """Goes both ways where a truth divides; returns on which of them the rule is now."""
    if isinstance(truth, bool):
        return truth
    answer: bool = yield Fork(truth)
    return answer


def somewhere(truth: Truth) -> Rule[bool]:
    """Returns whether a truth holds in any row; see ``Somewhere``."""
    if isinstance(truth, bool):
        return truth
    answer: bool = yield Somewhere(truth)
    return answer


def roll(rule: Callable[[Any, _P], Rule[_T]], plan: Any) -> Rule[_T]:
    """Returns what a roll rule comes to under a plan (or a column of plans)."""
    found: _T = yield Roll(rule, plan)
    return found


def then(
    play: "Play", rule: Callable[..., Rule[_T]], truth: Truth, who: tuple[Any, ...], *more: Any
) -> Rule[_T | None]:
    """Lets a rule of ``(play, *who, *more)`` follow where a truth holds, as the last that is done.

    Returns what that comes to; None elsewhere, and where it is played later.
    """
    if isinstance(truth, bool):
        follows = truth
    else:
        follows = not (yield Then(truth, rule, who, more)) and (yield from fork(truth))
    return (yield from rule(play, *who, *more)) if follows else None


def moment(name: str, lying: _T) -> Rule[_T]:
    """Lets others answer what lies on the table; returns what they have made of it."""
    found: _T = yield Moment(name, lying)
    return found


def owe(
    name: str, rule: Callable[..., Rule[Any]], who: Any, *more: Any, priority: int = 0
) -> Rule[None]:
    """Says that somebody owes a test, which is settled by a rule of ``(play, who, *more)``."""
    yield Owe(name, rule, who, more, priority)


def undivided(part: Rule[_T]) -> _T:
    """Returns what a rule comes to that rolls nothing, and goes one way.

    Raises:
        TypeError: it asks for something else than where a truth, the same in all rows, lets it go.
    """
    answer: bool | None = None
    while True:
        try:
            wanted = part.send(answer)
        except StopIteration as done:
            found: _T = done.value
            return found
        if not isinstance(wanted, (Fork, Somewhere)):
            raise TypeError(f"{wanted} is asked for")
        answer = bool(wanted.truth)


def no(truth: Truth) -> Truth:
    """Returns the opposite of a truth or of a column of them (``~True`` is -2, which is true)."""
    return truth ^ True


def anywhere(truth: Truth) -> bool:
    """Returns whether a truth holds in any row; what it would change needs not be looked at where it does not.

    Counting takes a third of the time of ``any`` for the few hundred rows that a step of a fight has.
    """
    if isinstance(truth, int):
        return bool(truth)
    import numpy as np

    return int(np.count_nonzero(truth)) > 0


def everywhere(truth: Truth) -> bool:
    """Returns whether a truth holds in all rows."""
    if isinstance(truth, bool):
        return truth
    import numpy as np

    return int(np.count_nonzero(truth)) == truth.size


def either(truth: Truth, one: Whole, other: Whole) -> Whole:
    """Returns one number where a truth holds, and the other elsewhere, without a fork."""
    if isinstance(truth, bool):
        return one if truth else other
    import numpy as np

    return np.where(truth, one, other)


def at_most(value: Whole, most: Whole) -> Whole:
    """Returns a number, or what it may be at most."""
    if isinstance(value, int) and isinstance(most, int):
        return min(value, most)
    import numpy as np

    found: Whole = np.minimum(value, most)
    return found


def at_least(value: Whole, least: Whole) -> Whole:
    """Returns a number, or what it must be at least."""
    if isinstance(value, int) and isinstance(least, int):
        return max(value, least)
    import numpy as np

    found: Whole = np.maximum(value, least)
    return found


class Play:
    """What a rule says, and asks of the rules: nobody listens here, and numbers stay as they are.

    The table overrides what it listens to. ``if play.tells:`` guards words that cost something to make. ``noted`` is
    what the next fact is to say.
    """

    tells: ClassVar[bool] = False
    noted: Mapping[str, Value] = {}

    def __init__(self, context: RulesContext | None = None) -> None:
        """Takes what the numbers and switches of the rules are read from; roll rules have theirs in the plan."""
        self._context = context
        self._round = 0 if context is None else context.state.round
        self._ruled: dict[str, int] = {}
        self._switches: dict[str, Value] = {}

    @property
    def round(self) -> int:
        """The round that is played, counted as the encounter counts; 0: none."""
        return self._round

    def begin_round(self, number: int) -> None:
        """Says which round is played now."""
        self._round = number

    def ruled(self, number: Number) -> int:
        """Returns a number of the rules, as the ruleset of this encounter has it."""
        found = self._ruled.get(number.key)
        if found is None:
            found = self._ruled[number.key] = self._known.number(number)
        return found

    def switch(self, key: str) -> Value:
        """Returns how a house-rule switch stands."""
        found = self._switches.get(key)
        if found is None:
            found = self._switches[key] = self._known.switch(key)
        return found

    @property
    def _known(self) -> RulesContext:
        if self._context is None:
            raise TypeError("a roll rule has its numbers in the plan")
        return self._context

    def plan(self, plan: _P, *, numbers: tuple[str, ...] = (), **parts: str) -> _P:
        """Returns a plan with what the game master has put in place of its numbers and parts.

        Args:
            plan: a struct.
            numbers: fields that are numbers, under their own names.
            parts: fields that are tuples of modifiers, by the key of their ``ChainNumber``.
        """
        return plan

    def check(self, plan: _C) -> _C:
        """Returns a test with what the game master has put in place of its parts and its target."""
        return plan

    def flush(self) -> None:
        """Hands over what is written so far, as one change: what follows from it comes before the rest."""

    def number(self, key: str, value: Whole) -> Whole:
        """Returns a number as the rules or the game master have it."""
        return value

    def number_of(
        self,
        who: Any,
        key: str,
        value: Whole,
        *,
        least: int | None = None,
        most: "Whole | None" = None,
    ) -> Whole:
        """Returns a number of one of several whom a command reaches, as ``number`` does.

        Raises:
            RuleError: the game master's is below ``least`` or above ``most`` (None: any).
        """
        return value

    def text(self, key: str, **params: Param) -> str:
        """Returns a text of the game by its key; empty where nobody listens."""
        return ""

    def name(self, who: Any) -> str:
        """Returns the name of a combatant; empty where nobody listens."""
        return ""

    def reason(self, key: str, rule: str, **params: "Param | Whole | tuple[Modifier, ...]") -> None:
        """Adds a line of the arithmetic."""

    def note(self, **values: "Value | Whole | tuple[Modifier, ...]") -> None:
        """Keeps what the fact of this roll is to say."""

    def fact(self, what: str, who: Any, target: Any = None, **values: "Value | Whole") -> None:
        """Records what has been noted, and these values, as the fact of a roll: true at once, in a tie as well."""

    def clause(self, key: str, **params: "Param | Whole") -> None:
        """Adds a clause to the line in the log."""

    def told(self, what: str, who: Any, **values: "Value | Whole") -> None:
        """Adds a fact about somebody that is an effect itself: held in a tie."""


QUIET = Play()
"""Nobody listens, and the plan has all the numbers."""
