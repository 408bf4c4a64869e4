"""Tests and opposed tests: what they are rolled with, how they are asked for, what they came to, their exact chance.

How good a roll is, is a function of the system (``Rank``), made of its ``mechanics``, so that table and odds agree.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Generic, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.dice.requests import RollRequest
from encounter_gui.rules.engine import asking
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier, sum_text, total, values_of
from encounter_gui.rules.engine.resolution import Resolution

RankName = Literal["critical_failure", "failure", "success", "critical_success"]
"""How a test went, worst first. Games without criticals know the two in the middle."""

Dice = Literal["sum", "faces", "each"]
"""How dice are asked for: by their sum, by their faces, or each die by itself (so that it can be typed)."""


class CheckPlan(Struct, frozen=True, kw_only=True):
    """A test before it is rolled: who rolls which dice against what, and why.

    ``parts`` are the reasons: as ``parts_make`` says, they add up to the number of dice, to what is added to them, or
    to the target. ``target`` is None in an opposed test. A test of no dice is not asked for: it shows none. A system
    that needs more to rank a roll has a subclass.
    """

    key: str
    who: CombatantId | None
    parts: tuple[Modifier, ...] = ()
    target: int | None = None
    dice: int = 1
    sides: int = 6
    lowest: int = 1
    by: Dice = "sum"
    rule: str = ""
    label: Message | None = None
    parts_make: Literal["bonus", "dice", "target"] = "bonus"

    @property
    def bonus(self) -> int:
        """What the parts add up to."""
        return total(self.parts)

    @property
    def part_values(self) -> dict[str, int]:
        """The parts as values of a result: the first is its ``base``, the others are its ``modifiers``."""
        return values_of(self.parts)

    @property
    def text(self) -> str:
        """The parts as arithmetic, e.g. ``Firearms 4 + Laser sight 1``."""
        return sum_text(self.parts)


P = TypeVar("P", bound=CheckPlan)


class Check(Struct, Generic[P], frozen=True, kw_only=True):
    """A test that was rolled: what the dice showed (their sum, or their faces), the total that counts, the rank."""

    plan: P
    shown: tuple[int, ...]
    total: int
    rank: RankName

    @property
    def is_success(self) -> bool:
        """Whether it succeeded at all."""
        return self.rank in ("success", "critical_success")

    @property
    def is_critical(self) -> bool:
        """Whether it was a Critical Success."""
        return self.rank == "critical_success"

    @property
    def is_fumble(self) -> bool:
        """Whether it was a Critical Failure."""
        return self.rank == "critical_failure"

    @property
    def rolled(self) -> int:
        """The sum of what the dice showed."""
        return sum(self.shown)

    @property
    def margin(self) -> int:
        """By how much the total is above the target; below 0: under it. An opposed test has none."""
        return self.total - (self.plan.target or 0)


Rank = Callable[[P, tuple[int, ...]], tuple[int, RankName]]
"""The total that counts and the rank, from the plan and what the dice showed (``by``: one sum, or faces)."""


def roll(resolution: Resolution, plan: P, rank: Rank[P]) -> Rolling[Check[P]]:
    """Asks for the dice of a test and ranks it."""
    (check,) = yield from roll_together(resolution, (plan,), rank)
    return check


def roll_together(
    resolution: Resolution, plans: Sequence[P], rank: Rank[P]
) -> Rolling[tuple[Check[P], ...]]:
    """Asks for the dice of several tests at once and ranks each."""
    context = resolution.context
    is_alone = len(plans) == 1
    plans = [as_given(resolution, plan, is_alone=is_alone) for plan in plans]
    requests = [_requests(context, plan) for plan in plans]
    shown = yield from _shown_dice(tuple(plans), requests)
    return tuple(checked(plan, each, rank) for plan, each in zip(plans, shown, strict=True))


def as_given(resolution: Resolution, plan: P, *, is_alone: bool) -> P:
    """Returns a test with the numbers that the game master has put in the place of its own."""
    whose = "" if is_alone else name_of(resolution.context, plan)
    parts = resolution.parts(f"{plan.key}.{plan.who or ''}", plan.parts, whose, of=plan.who)
    more = total(parts) - plan.bonus
    target, dice = plan.target, plan.dice
    if plan.parts_make == "dice":
        dice += more
    if target is not None:
        target += more if plan.parts_make == "target" else 0
        words = resolution.context.texts.text_of("rules.number.target")
        name = f"{whose}: {words}" if whose else words
        key = f"{plan.key}.{plan.who or ''}.target"
        target = resolution.number(key, target, name, of=plan.who)
    if (parts, target, dice) == (plan.parts, plan.target, plan.dice):
        return plan
    return replace(plan, parts=parts, target=target, dice=dice)


def name_of(context: RulesContext, plan: CheckPlan) -> str:
    """Returns the name of whoever rolls; "": nobody's."""
    known = context.state.combatants.get(plan.who) if plan.who else None
    return "" if known is None else known.name


def roll_opposed(
    resolution: Resolution,
    mine: P,
    theirs: P,
    rank: Rank[P],
    *,
    again: Callable[[Check[P], Check[P]], bool],
) -> Rolling[tuple[Check[P], Check[P]]]:
    """Asks for both sides of an opposed test together, again while it is undecided; returns the last rolls."""
    while True:
        first, second = yield from roll_together(resolution, (mine, theirs), rank)
        if not again(first, second):
            return first, second


def checked(plan: P, shown: tuple[int, ...], rank: Rank[P]) -> Check[P]:
    """Returns a test from what its dice showed."""
    counts, name = rank(plan, shown)
    return Check(plan=plan, shown=shown, total=counts, rank=name)


def by_target(plan: CheckPlan, counts: int) -> tuple[int, RankName]:
    """Returns a total with its rank where it is enough to reach the target."""
    return counts, "success" if counts >= (plan.target or 0) else "failure"


def _requests(context: RulesContext, plan: CheckPlan) -> tuple[RollRequest, ...]:
    if plan.dice <= 0:
        return ()
    each = plan.by == "each"
    label = plan.label or say(f"{context.ruleset.system}.roll.{plan.key}")
    request = asking.request(
        context,
        plan.key,
        plan.who,
        count=1 if each else plan.dice,
        sides=plan.sides,
        lowest=plan.lowest,
        label=label,
    )
    return (request,) * (plan.dice if each else 1)


def _shown_dice(
    plans: Sequence[CheckPlan], requests: Sequence[tuple[RollRequest, ...]]
) -> Rolling[tuple[tuple[int, ...], ...]]:
    """Asks for everything at once; where only a sum was typed and faces are needed, again for those."""
    wanted = [request for each in requests for request in each]
    if any(plan.by == "faces" for plan in plans):
        left = list((yield from asking.faces(*wanted)))
    else:
        left = [(value,) for value in (yield from asking.totals(*wanted))]
    shown: list[tuple[int, ...]] = []
    for each in requests:
        mine, left = left[: len(each)], left[len(each) :]
        shown.append(tuple(face for faces in mine for face in faces))
    return tuple(shown)


# ---- exact chances


def chance(plan: P, rank: Rank[P], *, least: RankName = "success") -> float:
    """Returns the exact chance of at least this rank, for labels and previews."""
    wanted = _RANKS[_RANKS.index(least) :]
    return sum(weight for shown, weight in _outcomes(plan) if rank(plan, shown)[1] in wanted)


_RANKS: tuple[RankName, ...] = ("critical_failure", "failure", "success", "critical_success")


def _outcomes(plan: CheckPlan) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yields what the dice can show, with its probability."""
    if plan.by == "sum" or plan.dice <= 0:
        for value, weight in sums(max(plan.dice, 0), plan.sides, plan.lowest).items():
            yield ((value,) if plan.dice > 0 else ()), weight
        return
    faces = range(plan.lowest, plan.lowest + plan.sides)
    for shown in product(faces, repeat=plan.dice):
        yield shown, plan.sides**-plan.dice


@lru_cache(maxsize=256)
def sums(dice: int, sides: int, lowest: int = 1) -> Mapping[int, float]:
    """Returns the probability of each sum of so many dice; of none: 0 for certain."""
    chances = {0: 1.0}
    for _ in range(dice):
        more: dict[int, float] = {}
        for value, weight in chances.items():
            for face in range(lowest, lowest + sides):
                more[value + face] = more.get(value + face, 0.0) + weight / sides
        chances = more
    return chances
