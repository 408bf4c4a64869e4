"""The tests of everybody as exact rows, by what changes them. Source: CHR-13 to CHR-20, CHR-24, CHR-41."""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.battle.battle import OutcomeTables
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.battle.roster import (
    BEHAVIOURS,
    FIRST_SAVE,
    Ints,
    Tests,
)
from encounter_gui.rules.systems.chrome.combat.attack_plan import plan_save
from encounter_gui.rules.systems.chrome.harm import panic
from encounter_gui.rules.systems.chrome.odds.attack import Roll, by_rank, face_weights
from encounter_gui.rules.systems.chrome.sheet import character, checks
from encounter_gui.rules.systems.chrome.sheet.check_plan import D100Plan, plan_check
from encounter_gui.rules.systems.chrome.sheet.gear import Weapon

Planned = Callable[[Combatant], D100Plan]

COVER = "in_cover"
"""The condition of who is behind cover. Source: CHR-34."""

_RANKS = range(4)
_FACES = np.arange(100)
_NOW_AND_THEN = ("prone", "exposed")
"""Conditions that come and go in a fight, besides those of the panic table. Source: CHR-35, CHR-40."""


def marks_of(context: RulesContext, members: Sequence[Combatant]) -> dict[str, int]:
    """Returns the bits of the conditions that come or go in a fight, those that change rolls lowest."""
    faces = range(1, mechanics.PANIC_SIDES + 1)
    rows = [str(panic.row_of(context, face).get("condition", "")) for face in faces]
    once = {key for keys in checks.ONCE.values() for key in keys}
    there = {each.key for one in members for each in one.conditions}
    ending = {each.key for one in members for each in one.conditions if each.until is not None}
    keys = dict.fromkeys((*_NOW_AND_THEN, *rows, *sorted(once & there), *sorted(ending)))
    defined = ((key, context.ruleset.condition(key)) for key in keys)
    changing = [key for key, known in defined if known is not None and known.effects]
    bits = {key: 1 << place for place, key in enumerate(changing)}
    return {key: bits.get(key, 0) | BEHAVIOURS.get(key, 0) for key in {**bits, **BEHAVIOURS}}


class TestMaker:
    """Makes the rows of the tests of everybody; each distribution is made once."""

    __test__ = False  # no test of pytest

    def __init__(
        self, context: RulesContext, members: Sequence[Combatant], bits: dict[str, int]
    ) -> None:
        """Takes who rolls, and the bits of what changes rolls."""
        self._context, self._members = context, members
        lowest = min(BEHAVIOURS.values())
        self._bits = {key: bit % lowest for key, bit in bits.items() if bit % lowest}
        self._mask = sum(self._bits.values())
        self._tables = OutcomeTables()
        self._known: dict[tuple[str, Roll], int] = {}
        self._saves: dict[tuple[str, bool, bool, bool], int] = {}
        self._rows: list[Ints] = []
        self._change: list[Ints] = []
        self._is_prime: list[list[bool]] = []
        self._add(lambda one: plan_check(context, one, "combat", kinds=("attack",)))
        self._add(lambda one: plan_check(context, one, "combat", kinds=("attack",)), plus=True)
        death = str(context.switch("chrome.deathSave"))
        self._add(lambda one: plan_check(context, one, death))
        self._add(lambda one: plan_check(context, one, "fear"))

    def save_against(self, attacker: Combatant, weapon: Weapon, *, in_cover: bool = False) -> int:
        """Returns the number of the Save that is made against a weapon, or behind cover. Source: CHR-34, CHR-41."""
        by_operator = character.is_operator(attacker)
        helps = (
            in_cover and weapon.is_ranged and bool(self._context.switch("chrome.coverAdvantage"))
        )
        key = (weapon.save, weapon.is_ranged, by_operator, helps)
        if key not in self._saves:
            self._saves[key] = FIRST_SAVE + len(self._saves)
            self._add(
                lambda one: _save(
                    self._context, with_condition(one, COVER) if helps else one, weapon, attacker
                )
            )
        return self._saves[key]

    def change_of_attack(self, one: Combatant, weapon: Weapon) -> Ints:
        """Returns what the Combat Check of an attack does to Conviction, by rank. Source: CHR-17 to CHR-19."""
        return self._change_of(
            plan_check(self._context, one, "combat", skill=weapon.skill, kinds=("attack",))
        )

    def made(self) -> Tests:
        """Returns the tests of all that was asked for."""
        context = self._context
        costs = context.switch("chrome.initiativeStress")
        speed = [self._speed(one) for one in self._members]
        change = [
            self._change_of(_initiative(context, one), plain=None if costs else 0)
            for one in self._members
        ]
        return Tests(
            tables=self._tables,
            mask=self._mask,
            rows=np.array(self._rows, np.intp).ravel(),
            change=np.array(self._change, np.intp).ravel(),
            is_prime=np.array(self._is_prime, bool).ravel(),
            stat_once=self._once("stat"),
            save_once=self._once("save"),
            speed=np.array([rows for rows, _ in speed], np.intp),
            speed_target=np.array([targets for _, targets in speed], np.intp),
            speed_change=np.array(change, np.int32),
            zero=bool(context.switch("chrome.doubleZeroIsCrit")),
        )

    def _once(self, sort: str) -> int:
        return sum(self._bits.get(key, 0) for key in checks.ONCE[sort])

    def _add(self, planned: Planned, *, plus: bool = False) -> None:
        """Adds a test of everybody; ``plus``: something else speaks for it. Source: CHR-24."""
        rows = np.zeros((len(self._members), self._mask + 1), np.intp)
        change = np.zeros((len(self._members), len(_RANKS)), np.int32)
        is_prime = []
        for place, one in enumerate(self._members):
            bare = _bare(one, self._bits)
            plan = planned(bare) if character.is_operator(one) else None
            is_prime.append(plan is not None and plan.is_prime)
            if plan is not None:
                change[place] = self._change_of(plan)
                rows[place] = [
                    self._row("rank", roll) for roll in self._rolls(planned, bare, plus=plus)
                ]
        self._rows.append(rows)
        self._change.append(change)
        self._is_prime.append(is_prime)

    def _speed(self, one: Combatant) -> tuple[list[int], list[int]]:
        """Returns rows of the faces of a Speed Check, and what they are rolled under, by marks. Source: CHR-25."""
        if not character.is_operator(one):
            return [0] * (self._mask + 1), [0] * (self._mask + 1)
        bare = _bare(one, self._bits)
        rolls = self._rolls(lambda other: _initiative(self._context, other), bare, plus=False)
        return [self._row("face", roll) for roll in rolls], [roll.target for roll in rolls]

    def _rolls(self, planned: Planned, bare: Combatant, *, plus: bool) -> list[Roll]:
        """Returns the test of somebody under each set of marks: what each condition does to it, put together."""
        plan = planned(bare)
        marks = np.arange(self._mask + 1)
        target = np.full(marks.size, plan.target)
        good = np.full(marks.size, plus or _speaks(plan, 1))
        bad = np.full(marks.size, _speaks(plan, -1))
        for key, bit in self._bits.items():
            marked = planned(with_condition(bare, key))
            has = marks & bit > 0
            target += has * (marked.target - plan.target)
            good |= has & _speaks(marked, 1)
            bad |= has & _speaks(marked, -1)
        edge = good.astype(int) - bad.astype(int)
        return [
            Roll(each, sign, plan.by_outcome, plan.zero)
            for each, sign in zip(target.tolist(), edge.tolist(), strict=True)
        ]

    def _row(self, what: str, roll: Roll) -> int:
        key = (what, roll)
        if key not in self._known:
            chances: npt.NDArray[np.float64] = (
                np.array(by_rank(roll)) if what == "rank" else face_weights(roll) / 100
            )
            values = np.array(_RANKS) if what == "rank" else _FACES
            self._known[key] = self._tables.add(chances, values)
        return self._known[key]

    def _change_of(self, plan: D100Plan, plain: int | None = None) -> Ints:
        """Returns what a test does to Conviction, by rank. Source: CHR-17 to CHR-19."""
        context, ranks = self._context, np.array(_RANKS)
        if plan.is_save:
            usual = number(context.switch("chrome.stressOnFailedSave"))
            worst = context.number(mechanics.FUMBLED_SAVE_STRESS)
        else:
            usual = context.number(mechanics.FAILED_CHECK_STRESS)
            worst = context.number(mechanics.FUMBLED_CHECK_STRESS)
        gain = mechanics.conviction_gain(
            ranks,
            is_favoured=plan.is_favoured,
            critical=context.number(mechanics.CRITICAL_GAIN),
            favoured=context.number(mechanics.FAVOURED_GAIN),
        )
        plain = usual if plain is None else plain
        return np.asarray(gain - mechanics.stress(ranks, plain=plain, critical=worst), np.int32)


def with_condition(one: Combatant, key: str) -> Combatant:
    """Returns a combatant with a condition besides its own, once."""
    if one.has(key):
        return one
    return replace(one, conditions=(*one.conditions, Condition(key=key)))


def _save(context: RulesContext, one: Combatant, weapon: Weapon, by: Combatant) -> D100Plan:
    plan = plan_save(context, one, weapon, by=by)
    return plan or plan_check(context, one, weapon.save)


def _initiative(context: RulesContext, one: Combatant) -> D100Plan:
    return plan_check(context, one, "speed", kinds=("initiative",))


def _bare(one: Combatant, bits: dict[str, int]) -> Combatant:
    """Returns somebody awake without what comes and goes."""
    passing = {*bits, *character.COLD, "burning"}
    kept = tuple(each for each in one.conditions if each.key not in passing)
    health = max(character.health_now(one), 1)
    return replace(one, conditions=kept, gauges={**one.gauges, character.HEALTH: health})


def _speaks(plan: D100Plan, sign: int) -> bool:
    return any(part.amount * sign > 0 for part in plan.edges)
