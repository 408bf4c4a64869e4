"""How a combatant may defend itself against an attack, and with what. Source: PHA-25, PHA-32, PHA-47 to PHA-52."""

from msgspec import Struct

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.combat.attack_plan import AttackPlan
from encounter_gui.rules.systems.phases.sheet import character, gear
from encounter_gui.rules.systems.phases.sheet.character import Bonus
from encounter_gui.rules.systems.phases.sheet.roll_modifiers import technique_parts

STANDARD, ALL_OUT = "standard", "all_out_dodge"
MELEE_ONLY = ("block", "parry")
HOLDS = ("grab", "tackle")
"""Effects of techniques after which the winner holds the loser. Source: PHA-53."""
ESCAPES = ("athletics", "contortionist", "hand_to_hand")


class Defense(Struct, frozen=True, kw_only=True):
    """A defense and what is added to its three dice; ``costs_action``: it takes one. Source: PHA-32."""

    kind: str
    bonus: Bonus
    costs_action: bool


def options(context: RulesContext, target: Combatant, plan: AttackPlan) -> tuple[str, ...]:
    """Returns the defenses a combatant has against an attack, the standard one first; one alone: there is no choice.

    None at all: it does not roll. Source: PHA-25, PHA-32.
    """
    if plan.passive is not None:
        return ()
    if target.has(ALL_OUT) and can_step(target):
        return (ALL_OUT,)
    if not may_act(context, target):
        return (STANDARD,)
    return (STANDARD, *_specific(context, target, plan), *_abort_to_all_out(context, target))


def may_act(context: RulesContext, combatant: Combatant) -> bool:
    """Returns whether a combatant has an action left to put into a Specific Defense. Source: PHA-21, PHA-25."""
    is_there = any(slot.who == combatant.id for slot in context.state.slots)
    return (
        is_there
        and not character.is_out(context, combatant)
        and not combatant.has("ambushed")
        and character.actions_left(context, combatant) > 0
    )


def is_before(context: RulesContext, combatant: Combatant) -> bool:
    """Returns whether a combatant's initiative has not come up in this phase. Source: PHA-25."""
    return any(
        slot.who == combatant.id and slot.group > context.state.group
        for slot in context.state.slots
    )


def can_step(combatant: Combatant) -> bool:
    """Returns whether a combatant can step aside or roll. Source: PHA-48, PHA-53."""
    return not combatant.has("grabbed") and not character.is_helpless(combatant)


def _specific(context: RulesContext, target: Combatant, plan: AttackPlan) -> tuple[str, ...]:
    found = ["dodge"] if can_step(target) else []
    if plan.is_melee:
        found += MELEE_ONLY
    if plan.technique is not None:
        found.append("escape")
    if plan.is_melee:
        found += [
            each.key
            for each in gear.techniques(context.ruleset)
            if each.defends and not (each.effect in HOLDS and target.has("grabbing"))
        ]
    return tuple(found)


def _abort_to_all_out(context: RulesContext, target: Combatant) -> tuple[str, ...]:
    spent = target.gauges.get(character.USED, 0) + target.gauges.get(character.LOST, 0)
    fresh = is_before(context, target) and not spent and can_step(target)
    return (ALL_OUT,) if fresh else ()


def defense(context: RulesContext, target: Combatant, kind: str, gm: int = 0) -> Defense:
    """Returns a defense as it will be rolled. Source: PHA-32, PHA-47 to PHA-52."""
    if kind == STANDARD:
        modifiers = character.skill_parts(context, target, "reflexes", "evade")
        return _defense(context, target, kind, modifiers, gm, costs=False)
    own = _own_parts(context, target, kind)
    spent = () if kind == ALL_OUT else character.action_penalty(context, target)
    acting = (*spent, *character.condition_parts(context, target, ("action",)))
    costs = not (kind == ALL_OUT and target.has(ALL_OUT))
    return _defense(context, target, kind, (*own, *acting), gm, costs=costs)


def _defense(
    context: RulesContext,
    target: Combatant,
    kind: str,
    modifiers: tuple[Modifier, ...],
    gm: int,
    *,
    costs: bool,
) -> Defense:
    word = context.texts.text_of("phases.part.gm")
    by_hand = (Modifier(name=word, amount=gm, rule="PHA-31", key="gm"),) if gm else ()
    state = (
        *character.wound_parts(context, target),
        *character.fatigue_parts(context, target),
        *by_hand,
    )
    return Defense(kind=kind, bonus=Bonus(parts=(*modifiers, *state)), costs_action=costs)


def _own_parts(context: RulesContext, target: Combatant, kind: str) -> tuple[Modifier, ...]:
    match kind:
        case "block":
            return _with_weapon(context, target, "strength")
        case "parry":
            return _with_weapon(context, target, "reflexes")
        case "escape":
            return escape_parts(context, target)
        case "dodge" | "all_out_dodge":
            return _dodging(context, target)
        case _:
            return _by_technique(context, target, kind)


def _dodging(context: RulesContext, target: Combatant) -> tuple[Modifier, ...]:
    bonus = character.table_number(context, "attack", "dodge", mechanics.DODGE_BONUS)
    name = context.texts.text_of("phases.defense.dodge")
    modifiers = character.skill_parts(context, target, "reflexes", "evade")
    return (*modifiers, Modifier(name=name, amount=bonus, rule="PHA-48", key="dodge"))


def guard(combatant: Combatant) -> gear.Weapon:
    """Returns what a combatant blocks, parries or counters with: a melee weapon in hand, or bare hands. Source: PHA-47.

    In a clinch there is no room for a weapon. Source: PHA-53.
    """
    if not combatant.has("clinched"):
        for key in (combatant.memo_text("held"), combatant.memo_text("off")):
            item = combatant.item(key) if key else None
            if item is not None and gear.weapon_of(item).is_melee:
                return gear.weapon_of(item)
    return gear.weapon_of(gear.bare_hands(combatant))


def _with_weapon(
    context: RulesContext, target: Combatant, characteristic: str
) -> tuple[Modifier, ...]:
    weapon = guard(target)
    return character.skill_parts(context, target, characteristic, weapon.skill, weapon.specialty)


def escape_parts(context: RulesContext, target: Combatant) -> tuple[Modifier, ...]:
    """Returns the best way out: STR or TECH, and the best of three skills. Source: PHA-50."""

    def best(*keys: str) -> str:
        return max(keys, key=lambda key: character.level(context, target, key))

    return character.skill_parts(
        context, target, best("strength", "tech"), best(*ESCAPES), "escape"
    )


def _by_technique(context: RulesContext, target: Combatant, kind: str) -> tuple[Modifier, ...]:
    technique = gear.technique(context.ruleset, kind)
    if technique is None:
        return ()
    return technique_parts(context, target, technique, guard(target))
