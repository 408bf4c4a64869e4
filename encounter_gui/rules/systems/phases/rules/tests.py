"""Tests of three dice against a DN, and those that wounds demand. Source: PHA-05, PHA-08, PHA-62, PHA-63, PHA-66."""

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import asking
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import (
    Array,
    Dice,
    Outcome,
    Play,
    Rule,
    Truth,
    Whole,
    dice,
    fork,
)
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.rules.fighter import name_of, record
from encounter_gui.rules.systems.phases.sheet import character, test_dice
from encounter_gui.rules.systems.phases.sheet.test_dice import TestPlan

if TYPE_CHECKING:
    from encounter_gui.rules.engine.reading.books import Book, Plans

TEST_DICE = mechanics.TEST_DICE

THREE = ((TEST_DICE, 6),)
"""The dice of every test. Source: PHA-05."""

_LEAST, _MOST = mechanics.NATURAL_FUMBLE + 1, 6 * mechanics.TEST_DICE + 1
"""Fewer than the first is never enough; the second is never reached."""

_NONE = _MOST + 1
"""In place of what the dice must show, where there is no test."""


class Asked(Dice, frozen=True, kw_only=True):
    """Dice that are asked for in words of their own."""

    label: Message | None = None

    @override
    def requests(
        self, context: RulesContext, who: CombatantId | None, against: CombatantId | None
    ) -> tuple[RollRequest, ...]:
        """Returns what is asked for at the table."""
        return tuple(
            asking.request(context, self.key, who, count=count, sides=sides, label=self.label)
            for count, sides in self.kinds
        )


class Tested(Outcome):
    """What a test comes to: whether it is passed; ``minutes`` are those that somebody is out whose COOL fails."""

    passed: Truth
    minutes: Whole = 0


def test(play: Play, plan: TestPlan) -> Rule[Tested]:
    """A test against a DN. Source: PHA-05, PHA-08."""
    if plan.target is None:
        return Tested(passed=True)
    plan = play.check(plan)
    shown = yield from dice(Asked(plan.key, THREE, label=plan.label if play.tells else None))
    total, dn = shown + plan.bonus, plan.target or 0
    passed = passes(shown, plan.bonus, dn)
    play.note(dice=shown, total=total, dn=dn, passed=passed)
    if play.tells:
        _tell(play, plan, int(shown), passed=bool(passed))
    return Tested(passed)


def passes(shown: Whole, bonus: Whole, dn: Whole) -> Truth:
    """Returns whether three dice and a bonus reach a DN; a natural 3 never does. Source: PHA-05, PHA-08."""
    return mechanics.passes(shown, shown + bonus, dn)


def nerve(play: Play, plan: TestPlan) -> Rule[Tested]:
    """A COOL test, and how long somebody is out at least who fails it. Source: PHA-63."""
    tested = yield from test(play, plan)
    if (yield from fork(tested.passed)):
        return tested
    minutes = yield from dice(Dice("minutes", ((plan.out_dice, 6),)))
    play.note(minutes=minutes)
    # Nobody else asks how long: a roll that hangs on less has fewer outcomes.
    return Tested(passed=False, minutes=minutes if play.tells else 1)


def _tell(play: Play, plan: TestPlan, shown: int, *, passed: bool) -> None:
    """Records a test that a wound demands, and adds its arithmetic."""
    total = shown + plan.bonus
    values = {"total": total, "dn": plan.target or 0, "passed": passed}
    record(play, plan.key, plan.who, None, **values, **plan.part_values)
    key = f"phases.why.{plan.key}_{'passed' if passed else 'failed'}"
    name = name_of(play, plan.who)
    play.reason(
        key, plan.rule, dice=shown, parts=plan.text, total=total, dn=plan.target or 0, who=name
    )


def shock_plan(context: RulesContext, combatant: Combatant, level: int) -> TestPlan:
    """Returns the Shock Test of a wound level; wounds do not count against it. Source: PHA-62, PHA-66."""
    parts = (
        *character.level_part(context, combatant, "stamina", "PHA-62"),
        *character.fatigue_parts(context, combatant),
    )
    dn = character.wound_dn(context, level)
    plan = test_dice.plan(context, "shock", combatant.id, dn, parts, "PHA-62")
    name = character.level_name(context, level)
    return replace(plan, label=test_dice.question(plan, level=name))


def cool_plan(context: RulesContext, combatant: Combatant) -> TestPlan:
    """Returns the COOL test, the wound penalty counted against it. Source: PHA-63, PHA-66."""
    parts = (
        *character.skill_parts(context, combatant, "cool", "initiative"),
        *character.wound_parts(context, combatant),
    )
    dn = character.table_number(context, "care", "cool_dn", 16)
    plan = test_dice.plan(context, "cool", combatant.id, dn, parts, "PHA-63")
    count = character.table_number(context, "care", "out_dice", 1)
    return replace(plan, label=test_dice.question(plan), out_dice=count)


def of_columns(
    bonus: Whole, dn: Whole, where: Truth, rule: Callable[..., Rule[Tested]] = test
) -> "Plans":
    """Returns the test of each row with this bonus against this DN; none is rolled elsewhere.

    All that counts is what the dice must show.
    """
    import numpy as np

    from encounter_gui.rules.engine.reading.books import Plans

    need: Array = np.minimum(np.maximum(np.asarray(dn) - bonus, _LEAST), _MOST)
    return Plans(_book(rule), np.where(where, need, _NONE) - _LEAST)


@lru_cache(2)
def _book(rule: Callable[..., Rule[Tested]]) -> "Book":
    from encounter_gui.rules.engine.reading.books import Book

    book: Book = Book(rule)
    for need in range(_LEAST, _NONE + 1):
        target = None if need == _NONE else need
        plan: Any = TestPlan(key="", who=None, target=target, critical=0)
        book.number(plan)
    return book
