"""What everybody's attacks come to, from now on and later: leads over the defenses, and exact outcomes for each.

Source: PHA-30 to PHA-35, PHA-38 to PHA-42.
"""

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from encounter_gui.dice.exact import Probabilities
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.battle.battle import OutcomeTables, is_foe
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import total
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.attack_form.selection import Strike, strike_at
from encounter_gui.rules.systems.phases.battle.roster import (
    FUMBLE,
    HANDS,
    NOTHING,
    WOUND,
    Bools,
    Epoch,
    Ints,
)
from encounter_gui.rules.systems.phases.combat import defenses
from encounter_gui.rules.systems.phases.combat.attack_plan import (
    AttackPlan,
    Place,
    passive_dn,
    places_of,
    plan_attack,
)
from encounter_gui.rules.systems.phases.commands import Attack
from encounter_gui.rules.systems.phases.odds.attack import Case, discharge_odds
from encounter_gui.rules.systems.phases.odds.panel import case_of
from encounter_gui.rules.systems.phases.sheet import character, gear
from encounter_gui.rules.systems.phases.sheet.gear import Weapon
from encounter_gui.rules.systems.phases.sheet.roll_modifiers import target_parts

Hands = tuple[Weapon, Weapon, Weapon]
"""What somebody attacks with: in the right hand, in the left one, bare hands; bare hands for what is not there."""

_FOLLOWED = ("prone", "off_balance", "in_shock", "jammed", "stunned", "cool_held")
"""Conditions that are followed in each fight."""

_OWN_KINDS = ("attack", "action")


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
    items = {each.key: each for each in gear.weapons(combatant)}
    right, left = (gear.weapon_of(items[key]) if key else bare for key in held_keys(combatant))
    return right, left, bare


def rounds_of(weapon: Weapon) -> int:
    """Returns the rounds of one discharge in the mode a weapon has by itself. Source: PHA-34, PHA-77."""
    rapid = {"burst": weapon.burst, "full": weapon.rof, "laser": weapon.rof}
    return max(rapid.get(weapon.modes[0], 1), 1)


def loads_of(combatant: Combatant, weapon: Weapon) -> tuple[int, ...]:
    """Returns with how many rounds somebody may have to fire, all of a discharge first. Source: PHA-77."""
    most = rounds_of(weapon)
    if most == 1 or not weapon.uses_ammo:
        return (most,)
    rests = {combatant.gauges.get(weapon.ammo, 0) % most, weapon.magazine % most} - {0}
    return (most, *sorted(rests))


def epochs_of(
    contexts: tuple[RulesContext, RulesContext],
    members: Sequence[Combatant],
    hands: Sequence[Hands],
    outcomes: "Outcomes",
) -> tuple[Epoch, ...]:
    """Returns the attacks in the first phase, in the next, and from each on before which a condition ends."""
    first, later = contexts
    begins = max(first.state.round, 1)
    ends = {
        condition.until.round + 1
        for each in later.state.combatants.values()
        for condition in each.conditions
        if condition.until is not None
    } | {
        helping.count
        for each in later.state.combatants.values()
        if (helping := each.condition("aiding")) is not None and helping.count is not None
    }
    starts = sorted({begins + 1, *(each for each in ends if each > begins)})
    views = [(begins, first), *((start, _as_of(later, start)) for start in starts)]
    return tuple(_Attacks(view, members, hands).epoch(start, outcomes) for start, view in views)


def _as_of(context: RulesContext, start: int) -> RulesContext:
    """Returns the state without the conditions that have ended before a phase, nor first aid that is done by then."""
    there = {
        who: replace(
            each,
            conditions=tuple(
                condition
                for condition in each.conditions
                if (condition.until is None or condition.until.round >= start)
                and not (condition.key == "aiding" and (condition.count or 0) <= start)
            ),
        )
        for who, each in context.state.combatants.items()
    }
    return replace(context, state=replace(context.state, combatants=there))


class _Attacks:
    """The attacks of everybody on everybody in a state; what is followed in each fight is taken off before."""

    def __init__(
        self, context: RulesContext, members: Sequence[Combatant], hands: Sequence[Hands]
    ) -> None:
        clean = {who: _unhurt(each) for who, each in context.state.combatants.items()}
        self._context = replace(context, state=replace(context.state, combatants=clean))
        self._actual = context
        self._members = [clean[each.id] for each in members]
        self._hands = hands

    def epoch(self, start: int, outcomes: "Outcomes") -> Epoch:
        """Returns them as numbers from a phase on."""
        context, members = self._context, self._members
        plans = [[list(self._plans(one, weapon)) for weapon in own] for one, own in self._both()]
        width = max(len(each) for own in plans for each in own)
        attack = np.zeros((len(members), HANDS, width), np.int64)
        for row, own in enumerate(plans):
            for hand, loads in enumerate(own):
                for number, plan in enumerate(loads):
                    attack[row, hand, number] = plan.discharges[0].bonus.amount
        defense, is_passive = self._defenses()
        own_parts = [self._own(each) for each in members]
        prone = [self._own(_with(each, "prone")) for each in members]
        unsteady = [self._own(_with(each, "off_balance")) for each in members]
        dodge = self._all_out()
        standard = self._defense_bonus(members, defenses.STANDARD)
        aimed = [total(target_parts(context, each, straight=False)) for each in members]
        lying = [
            total(target_parts(context, _with(_still(each), "prone"), straight=False))
            for each in members
        ]
        found = Epoch(
            first_phase=start,
            can_act=np.array(
                [not each.has("ambushed") and not each.has("aiding") for each in members], bool
            ),
            attack=attack,
            defense=defense - np.array(aimed),
            is_passive=is_passive,
            prone=np.array(prone) - np.array(own_parts),
            aimed_prone=np.array(lying) - np.array(aimed),
            unsteady=np.array(unsteady) - np.array(own_parts),
            can_step=np.array([defenses.can_step(each) for each in members], bool),
            dodge=dodge - standard,
            dodge_prone=self._all_out("prone") - dodge,
            dodge_unsteady=self._all_out("off_balance") - dodge,
            row=np.zeros((*attack.shape, len(members)), np.int64),
            least=np.zeros((*attack.shape, len(members)), np.int64),
            most=np.zeros((*attack.shape, len(members)), np.int64),
            hit_row=np.zeros((*attack.shape, len(members)), np.int64),
        )
        self._fill(found, plans, outcomes)
        return found

    def _both(self) -> Iterator[tuple[Combatant, Hands]]:
        return zip(self._members, self._hands, strict=True)

    def _plans(self, one: Combatant, weapon: Weapon) -> Iterator[AttackPlan]:
        """Yields the attack on somebody about whom nothing is special, by the rounds it is fired with."""
        others = (each for each in self._members if is_foe(each) != is_foe(one))
        other = next(others, None)
        if other is None:
            return
        for load in loads_of(one, weapon):
            loaded = replace(one, gauges={**one.gauges, weapon.ammo: load})
            target = _still(replace(other, conditions=()))
            view = self._with(loaded, target)
            command = Attack(who=one.id, target=other.id, weapon=weapon.key, shots=1)
            yield plan_attack(view, command)

    def _with(self, *changed: Combatant) -> RulesContext:
        there = {**self._context.state.combatants, **{each.id: each for each in changed}}
        return replace(self._context, state=replace(self._context.state, combatants=there))

    def _own(self, one: Combatant) -> int:
        return total(character.condition_parts(self._context, one, _OWN_KINDS))

    def _all_out(self, *conditions: str) -> Ints:
        """Returns what is rolled by who aborts to All-Out Dodge, with a condition besides its own. Source: PHA-51."""
        members = self._members
        for key in conditions:
            members = [_with(each, key) for each in members]
        return self._defense_bonus(members, defenses.ALL_OUT)

    def _defense_bonus(self, members: Sequence[Combatant], kind: str) -> Ints:
        found = (defenses.defense(self._context, each, kind).bonus.amount for each in members)
        return np.array(list(found), np.int64)

    def _defenses(self) -> tuple[Ints, Bools]:
        """Returns what is rolled against ranged attacks and blows, or the DN; (2, n) each. Source: PHA-32, PHA-51."""
        context, size = self._context, len(self._members)
        bonus, is_passive = np.zeros((2, size), np.int64), np.zeros((2, size), bool)
        for column, each in enumerate(self._members):
            dodges = each.has(defenses.ALL_OUT) and defenses.can_step(each)
            kind = defenses.ALL_OUT if dodges else defenses.STANDARD
            rolled = defenses.defense(context, each, kind).bonus.amount
            for row, is_melee in enumerate((False, True)):
                dn = passive_dn(context, each, is_melee=is_melee)
                is_passive[row, column] = dn is not None
                bonus[row, column] = rolled if dn is None else dn
        return bonus, is_passive

    def _fill(
        self, epoch: Epoch, plans: Sequence[Sequence[Sequence[AttackPlan]]], outcomes: "Outcomes"
    ) -> None:
        """Finds the rows of outcomes for each attacker, hand, number of rounds and target."""
        context, found = self._context, dict[_Key, _Cells]()
        bodies = [
            (places_of(context, each), character.thresholds(context, each))
            for each in self._members
        ]
        for mine, theirs in product(range(len(self._members)), repeat=2):
            if is_foe(self._members[mine]) == is_foe(self._members[theirs]):
                continue
            for hand, loads in enumerate(plans[mine]):
                for number, plan in enumerate(loads):
                    is_passive = bool(epoch.is_passive[int(plan.is_melee), theirs])
                    lead = epoch.attack[mine, hand, number]
                    lead -= epoch.defense[int(plan.is_melee), theirs]
                    cells = found.setdefault(_key(plan, bodies[theirs], is_passive), _Cells())
                    cells.where.append((mine, hand, number, theirs))
                    cells.lead = max(cells.lead, int(lead))
        gain = self._most_gained(epoch)
        for key, cells in found.items():
            mine, hand, number, theirs = cells.where[0]
            block = outcomes.block(
                key,
                case_of(self._strike(mine, plans[mine][hand][number], theirs)),
                cells.lead + gain,
            )
            where = tuple(np.array(cells.where).T)
            epoch.row[where], epoch.hit_row[where] = block.row, block.hit_row
            epoch.least[where], epoch.most[where] = block.least, block.most

    def _most_gained(self, epoch: Epoch) -> int:
        """Returns by how much a lead may rise above what it is when nobody is hurt. Source: PHA-28, PHA-66."""
        context = self._context
        amounts = [
            character.level_penalty(context, level) for level in range(mechanics.DESTROYED + 1)
        ]
        places = len(context.ruleset.locations) if _adds(context) else 1
        changes = (epoch.prone, epoch.aimed_prone, epoch.unsteady)
        return -min(amounts) * places + sum(max(int(each.max()), 0) for each in changes)

    def _strike(self, mine: int, plan: AttackPlan, theirs: int) -> Strike:
        one, other = self._members[mine], self._members[theirs]
        loaded = replace(one, gauges={**one.gauges, plan.weapon.ammo: plan.rounds or 1})
        command = Attack(who=one.id, target=other.id, weapon=plan.weapon.key, shots=1)
        return strike_at(self._with(loaded), command)


def _adds(context: RulesContext) -> bool:
    return context.switch("phases.woundPenalty") == "sum"


def _unhurt(combatant: Combatant) -> Combatant:
    """Returns a combatant without what is followed in each fight: wounds, recoil, some conditions."""
    kept = tuple(each for each in combatant.conditions if each.key not in _FOLLOWED)
    gauges = {key: value for key, value in combatant.gauges.items() if key != character.RECOIL}
    return replace(combatant, conditions=kept, gauges=gauges, locations={})


def _with(combatant: Combatant, key: str) -> Combatant:
    return replace(combatant, conditions=(*combatant.conditions, Condition(key=key)))


def _still(combatant: Combatant) -> Combatant:
    """Returns a combatant without a gait: who falls has none. Source: PHA-31."""
    memo = {key: value for key, value in combatant.memo.items() if key != "gait"}
    return replace(combatant, memo=memo)


# ---- exact outcomes

_Body = tuple[tuple[Place, ...], tuple[int, ...]]
_Key = tuple[object, ...]


def _key(plan: AttackPlan, body: _Body, is_passive: bool) -> _Key:  # noqa: FBT001 - as it is kept
    """Returns what decides what an attack does, apart from its lead."""
    most = plan.discharges[0].most
    does = (plan.hits, plan.is_summed, plan.damage, plan.adds_dos, plan.graze, plan.graze_armor)
    return (*does, most, is_passive, *body)


class _Cells(Struct):
    """The attacks that have their outcomes in one block, and the highest lead among them."""

    where: list[tuple[int, int, int, int]] = field(default_factory=list)
    lead: int = -100


class _Block(Struct, frozen=True, kw_only=True):
    """The rows of one kind of attack: a lead is in row ``row`` plus lead, from ``least`` to ``most``."""

    row: int
    least: int
    most: int
    hit_row: int


class Outcomes:
    """The exact outcomes of every kind of attack, a row for each lead. Source: PHA-34, PHA-35, PHA-38 to PHA-42."""

    def __init__(self) -> None:
        """Begins without a row."""
        self.tables = OutcomeTables()
        self._hits: list[Probabilities] = []
        self._known: dict[tuple[_Key, int], _Block] = {}

    @property
    def hits(self) -> Probabilities:
        """What one hit does, by row, place and level less 1: (rows, P · 5); 0 in rows that are no attack's."""
        return np.concatenate(self._hits) if self._hits else np.zeros((0, 0))

    def block(self, key: _Key, case: Case, most: int) -> _Block:
        """Returns the block of a kind of attack with leads up to the highest."""
        if (key, most) not in self._known:
            self._known[key, most] = self._made(case, most)
        return self._known[key, most]

    def _made(self, case: Case, most: int) -> _Block:
        dice = mechanics.TEST_DICE * (6 if case.is_passive else 5)
        least = -dice - 1 - case.critical * case.by_margin
        most = max(most, least)
        found = discharge_odds(case, range(least, most + 1))
        width = found.counts.shape[1]
        values = np.concatenate(
            ([NOTHING, FUMBLE], WOUND + np.arange(found.hit.size), -1 - np.arange(width))
        ).astype(np.int64)
        rows = np.concatenate((found.fumble[:, None], found.wounds, found.counts), axis=1)
        rest = np.maximum(1.0 - rows.sum(axis=1), 0.0)
        first = [
            self._add(np.append(none, row), values) for none, row in zip(rest, rows, strict=True)
        ]
        self._hits.append(found.first)
        hit_row = 0
        if width:
            self._hits.append(np.zeros((1, found.hit.size)))
            none = max(1.0 - float(found.hit.sum()), 0.0)
            wounds = WOUND + np.arange(found.hit.size)
            hit_row = self._add(np.append(none, found.hit), np.append(NOTHING, wounds))
        return _Block(row=first[0] - least, least=least, most=most, hit_row=hit_row)

    def _add(self, chances: Probabilities, values: Ints) -> int:
        is_there = chances > 0.0
        return self.tables.add(chances[is_there], values[is_there])
