"""With what everybody attacks, and what speaks for and against it: numbers that the table's functions make.

A number is made when it is first met. What is looked up are totals of parts that depend on one combatant alone: of its
attack, of what others have against it, of its defense. Source: PHA-30 to PHA-35, PHA-48, PHA-51.
"""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from msgspec.structs import replace

from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.battlefield.battle import is_foe
from encounter_gui.rules.engine.battlefield.plans import Numbers
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import total
from encounter_gui.rules.engine.reading.asks import Array
from encounter_gui.rules.systems.phases.combat import defenses
from encounter_gui.rules.systems.phases.combat.attack_plan import (
    AttackPlan,
    passive_dn,
    places_of,
    plan_attack,
)
from encounter_gui.rules.systems.phases.commands import Attack
from encounter_gui.rules.systems.phases.rules.fighter import BARE, weapon_at
from encounter_gui.rules.systems.phases.sheet import character, gear
from encounter_gui.rules.systems.phases.sheet.gear import Weapon
from encounter_gui.rules.systems.phases.sheet.roll_modifiers import target_parts

HANDS = 3
"""Right, left, bare."""

FOLLOWED = ("prone", "off_balance", "in_shock", "jammed", "stunned", "cool_held")
"""Conditions that are followed in each fight."""

Hands = tuple[Weapon, Weapon, Weapon]
"""What somebody attacks with; bare hands for what is not there."""


def held_keys(combatant: Combatant) -> tuple[str, str]:
    """Returns the keys of the weapons in hand, right and left; empty: none, or what is no weapon. Source: PHA-03."""
    keys = [combatant.memo_text("held"), combatant.memo_text("off")]
    known = {each.key for each in gear.weapons(combatant)}
    if keys[0] and keys[0] not in known:
        return "", ""  # what is no weapon cannot be attacked with: bare hands
    return keys[0], keys[1] if keys[1] in known else ""


def hands_of(combatant: Combatant) -> Hands:
    """Returns what somebody attacks with."""
    bare = gear.weapon_of(gear.bare_hands(combatant))
    right, left = (weapon_at(combatant, hand) or bare for hand in range(BARE))
    return right, left, bare


def rounds_of(weapon: Weapon) -> int:
    """Returns the rounds of one discharge in the mode a weapon has by itself. Source: PHA-34, PHA-77."""
    rapid = {"burst": weapon.burst, "full": weapon.rof, "laser": weapon.rof}
    return max(rapid.get(weapon.modes[0], 1), 1)


class Epoch:
    """What attacks are rolled with from a phase on, until a condition ends.

    Of everybody, by kind: those who are alike are one kind. ``can_act`` (n,): it may do anything at all; ``can_step``
    (n,): it can step aside.
    """

    def __init__(
        self, context: RulesContext, members: Sequence[Combatant], kinds: Sequence[Combatant]
    ) -> None:
        """Takes the state, whose followed conditions are taken off before anything is looked up in it."""
        there = {who: _unhurt(each) for who, each in context.state.combatants.items()}
        self.context = replace(context, state=replace(context.state, combatants=there))
        self.kinds = [there[each.id] for each in kinds]
        self.others = [
            self._foe_of(each, [there[one.id] for one in members]) for each in self.kinds
        ]
        self.hands = [hands_of(each) for each in self.kinds]
        now = [context.combatant(each.id) for each in members]
        self.can_act = np.array(
            [not each.has("ambushed") and not each.has("aiding") for each in now], bool
        )
        self.can_step = np.array([defenses.can_step(there[each.id]) for each in members], bool)

    def _foe_of(self, one: Combatant, members: Sequence[Combatant]) -> Combatant | None:
        found = next((each for each in members if is_foe(each) != is_foe(one)), None)
        return None if found is None else _still(replace(found, conditions=()))

    def plan(self, kind: int, hand: int, rounds: int, *conditions: str) -> AttackPlan:
        """Returns the attack with so many rounds loaded on somebody about whom nothing is special.

        Raises:
            ValueError: there is nobody to attack.
        """
        other = self.others[kind]
        if other is None:
            raise ValueError("there is nobody to attack")
        weapon = self.hands[kind][hand]
        one = _with(self.kinds[kind], *conditions)
        one = replace(one, gauges={**one.gauges, weapon.ammo: max(rounds, 1)})
        there = {**self.context.state.combatants, one.id: one, other.id: other}
        view = replace(self.context, state=replace(self.context.state, combatants=there))
        command = Attack(who=one.id, target=other.id, weapon=weapon.key, shots=1)
        return plan_attack(view, command)

    def attack(self, key: tuple[int, ...]) -> int:
        """Returns the bonus of an attack, by kind, hand, rounds loaded, lying, off balance."""
        kind, hand, rounds, lies, is_unsteady = key
        has = ("prone",) * lies + ("off_balance",) * is_unsteady
        return self.plan(kind, hand, rounds, *has).discharges[0].bonus.amount

    def given(self, key: tuple[int, ...]) -> int:
        """Returns what others have for attacks on somebody, by kind, lying, moving."""
        kind, lies, moves = key
        target = _with(self.kinds[kind], *("prone",) * lies)
        target = target if moves else _still(target)
        return total(target_parts(self.context, target, straight=False))

    def passive(self, key: tuple[int, ...]) -> int:
        """Returns the DN of who rolls no defense, -1: it does."""
        dn = passive_dn(self.context, self.kinds[key[0]], is_melee=bool(key[1]))
        return -1 if dn is None else dn

    def defense(self, key: tuple[int, ...]) -> int:
        """Returns the bonus of a defense, by kind, dodging, lying, off balance."""
        kind, dodges, lies, is_unsteady = key
        has = ("prone",) * lies + ("off_balance",) * is_unsteady
        target = _with(self.kinds[kind], *has)
        is_out_of_it = self.kinds[kind].has(defenses.ALL_OUT) and defenses.can_step(target)
        how = defenses.ALL_OUT if dodges or is_out_of_it else defenses.STANDARD
        return defenses.defense(self.context, target, how).bonus.amount

    def body(self, kind: int) -> tuple[object, ...]:
        """Returns what of a target decides where hits land and what wounds they deal."""
        one = self.kinds[kind]
        return places_of(self.context, one), character.thresholds(self.context, one)


class Epochs:
    """The same from the first phase on: each number by its epoch, too.

    ``can_act`` and ``can_step`` (E, n): who may do anything, or step aside.
    """

    def __init__(self, epochs: Sequence[tuple[int, Epoch]]) -> None:
        """Takes the first phase of each."""
        self.all = tuple(each for _, each in epochs)
        self._starts = np.array([starts for starts, _ in epochs])
        first = self.all[0]
        kinds = len(first.kinds)
        most = max(rounds_of(each) for own in first.hands for each in own)
        shape = len(self.all), kinds
        self.can_act = np.array([each.can_act for each in self.all])
        self.can_step = np.array([each.can_step for each in self.all])
        self.own = self._numbers((*shape, HANDS, most + 1, 2, 2), Epoch.attack)
        self.given = self._numbers((*shape, 2, 2), Epoch.given)
        self.passive = self._numbers((*shape, 2), Epoch.passive)
        self.defense = self._numbers((*shape, 2, 2, 2), Epoch.defense)

    def _numbers(
        self, shape: tuple[int, ...], make: Callable[[Epoch, tuple[int, ...]], int]
    ) -> Numbers:
        return Numbers(shape, partial(self._number, make))

    def _number(self, make: Callable[[Epoch, tuple[int, ...]], int], key: tuple[int, ...]) -> int:
        return make(self.all[key[0]], key[1:])

    def at(self, phase: Array) -> Array:
        """Returns the number of the epoch that each of these phases is in."""
        if self._starts.size == 1:
            return np.zeros_like(phase)
        return np.maximum(self._starts.searchsorted(phase, "right") - 1, 0)


def _unhurt(combatant: Combatant) -> Combatant:
    """Returns a combatant without what is followed in each fight: wounds, recoil, some conditions."""
    kept = tuple(each for each in combatant.conditions if each.key not in FOLLOWED)
    gauges = {key: value for key, value in combatant.gauges.items() if key != character.RECOIL}
    return replace(combatant, conditions=kept, gauges=gauges, locations={})


def _with(combatant: Combatant, *keys: str) -> Combatant:
    more = tuple(Condition(key=key) for key in keys)
    return replace(combatant, conditions=(*combatant.conditions, *more))


def _still(combatant: Combatant) -> Combatant:
    """Returns a combatant without a gait: who falls has none. Source: PHA-31."""
    memo = {key: value for key, value in combatant.memo.items() if key != "gait"}
    return replace(combatant, memo=memo)
