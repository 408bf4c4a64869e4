"""Combatants as they may be later in a fight: what the plans of later attacks are made from."""

from bisect import bisect_right
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.systems.d6pool.combat.attack_plan import (
    AttackPlan,
    plan_attack,
    situation,
)
from encounter_gui.rules.systems.d6pool.commands import Attack
from encounter_gui.rules.systems.d6pool.rules.strike import Strike
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.systems.d6pool.sheet.character import Pool


class Variant(Struct, frozen=True, kw_only=True):
    """What of a combatant changes in a fight and decides about dice.

    ``round`` is the turn it is in: conditions that end with an earlier one are over. ``hero`` is the skill that a Hero
    Point doubles in this action; empty: none.
    """

    round: int
    is_stunned: bool = False
    is_wounded: bool = False
    is_aimed: bool = False
    hero: str = ""


def variant(combatant: Combatant, then: Variant) -> Combatant:
    """Returns a combatant as it may be. Source: D6P-12, D6P-18, D6P-23, D6P-35, D6P-42."""
    changing = {"stunned": then.is_stunned, "aimed": then.is_aimed}
    conditions = [
        each
        for each in combatant.conditions
        if each.key not in changing and (each.until is None or each.until.round >= then.round)
    ]
    conditions += [Condition(key=key) for key, is_on in changing.items() if is_on]
    health = character.health(combatant) - then.is_wounded
    return replace(
        combatant,
        conditions=tuple(conditions),
        gauges={**combatant.gauges, character.HEALTH: health},
        memo={**combatant.memo, "hero": then.hero},
    )


def with_variants(context: RulesContext, combatants: Iterable[Combatant]) -> RulesContext:
    """Returns the state with these in the place of those with the same ids."""
    state = context.state
    changed = {**state.combatants, **{each.id: each for each in combatants}}
    return replace(context, state=replace(state, combatants=changed))


class Protection(Struct, frozen=True):
    """What somebody is protected by: what makes it harder to hit with shots, and what resists damage."""

    cover: tuple[Modifier, ...]
    resistance: Pool


def attack_in(context: RulesContext, command: Attack, then: Variant) -> AttackPlan:
    """Returns an attack as its attacker may be, on somebody without cover. Source: D6P-28."""
    attacker = context.combatant(command.who)
    other = replace(attacker, id=CombatantId(f"{attacker.id}*"), conditions=())
    view = with_variants(context, (variant(attacker, then), other))
    return plan_attack(view, replace(command, target=other.id, modifiers=()))


def protection_in(
    context: RulesContext, target: Combatant, then: Variant, modifiers: tuple[str, ...] = ()
) -> Protection:
    """Returns the protection of a target as it may be, with situational modifiers. Source: D6P-28, D6P-34."""
    target = variant(target, then)
    return Protection(situation(context, modifiers, target), character.resistance(context, target))


def strike_on(attack: AttackPlan, protection: Protection) -> Strike:
    """Returns the strike of an attack on somebody with this protection."""
    made = attack.strike
    if attack.mode != "melee":
        pool = Pool(modifiers=(*made.pool.modifiers, *protection.cover))
        made = replace(made, pool=pool)
    return replace(made, resistance=protection.resistance)


class Spans:
    """The turns from now on, parted where conditions end by themselves."""

    def __init__(self, state: EncounterState) -> None:
        """Takes the state, in which conditions say with which turn they end."""
        now = max(state.round, 1)
        last = {
            each.until.round
            for combatant in state.combatants.values()
            for each in combatant.conditions
            if each.until is not None and each.until.round >= now
        }
        self.begins = (now, *sorted(each + 1 for each in last))

    def number(self, turn: int) -> int:
        """Returns in which of the spans a turn is, from 0."""
        return max(bisect_right(self.begins, turn) - 1, 0)

    def first(self, turn: int) -> int:
        """Returns the first turn from which on the same conditions hold."""
        return self.begins[self.number(turn)]
