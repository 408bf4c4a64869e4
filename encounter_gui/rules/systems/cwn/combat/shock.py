"""What a blow does on a miss, and at least on a hit. Source: CWN-25 steps 6 and 7, CWN-39, CWN-68."""

from msgspec import Struct

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier, total
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.combat import to_hit
from encounter_gui.rules.systems.cwn.sheet import character, gear
from encounter_gui.rules.systems.cwn.sheet.action_budget import FIRST_SHOCK
from encounter_gui.rules.systems.cwn.sheet.gear import Weapon


class Shock(Struct, frozen=True, kw_only=True):
    """What Shock does to a target; 0 where it does not reach. ``is_ignored``: it is stopped as the first of a round."""

    amount: int
    parts: tuple[Modifier, ...] = ()
    is_ignored: bool = False


NONE = Shock(amount=0)


def shock_at(
    context: RulesContext, combatant: Combatant, target: Combatant, aim: to_hit.Aim
) -> Shock:
    """Returns what a miss in melee does. Source: CWN-25 step 7, CWN-36g, CWN-39.

    Nothing stops the Shock of a swarm but Total Defense.
    """
    if aim.mode != "melee" or is_guarded(context, target):
        return NONE
    amount, reach = rating(context, combatant, aim.weapon)
    if not reach:
        return NONE
    modifiers = shock_parts(context, combatant, aim.weapon, amount)
    shock = Shock(amount=int(mechanics.at_least(total(modifiers), 0)), parts=modifiers)
    if aim.how == "swarm" and aim.others:
        return shock
    seen = (
        context.number(mechanics.UNARMORED_AC)
        if sees_unarmored(combatant, aim.weapon)
        else _melee_ac(context, target)
    )
    if not mechanics.shock_reaches(reach, seen) or gear.rank(target, "close_combatant"):
        return NONE
    if stops_first(target):
        return Shock(amount=0, parts=modifiers, is_ignored=shock.amount > 0)
    return shock


def rating(context: RulesContext, combatant: Combatant, weapon: Weapon) -> tuple[int, int]:
    """Returns the Shock amount and AC of a weapon; AC 0: it does none. Source: CWN-12, CWN-45j."""
    if weapon.is_unarmed and gear.rank(combatant, "unarmed_combatant"):
        punch = character.skill(context, combatant, "punch")
        return (punch, context.number(mechanics.PUNCH_SHOCK_AC)) if punch >= 1 else (0, 0)
    return weapon.shock, weapon.shock_ac


def shock_parts(
    context: RulesContext, combatant: Combatant, weapon: Weapon, amount: int
) -> tuple[Modifier, ...]:
    """Returns what Shock damage is made of, the weapon's first. Source: CWN-25 step 7, CWN-45b, CWN-45f, CWN-45i."""
    modifiers = [Modifier(name=weapon.name, amount=amount, rule="CWN-12")]
    if character.is_pc(combatant):
        modifiers += to_hit.attribute_part(context, combatant, weapon, "melee")
        if gear.rank(combatant, "armsmaster") and "stab" in weapon.skills:
            modifiers += to_hit.trained_part(context, combatant, "stab", "CWN-45f")
        if gear.rank(combatant, "shocking_assault") >= 2:
            name = to_hit.trait_name(combatant, "shocking_assault")
            modifiers.append(
                Modifier(
                    name=name, amount=context.number(mechanics.SHOCKING_ASSAULT), rule="CWN-45i"
                )
            )
        modifiers += to_hit.killing_part(context, combatant)
        modifiers += to_hit.gear_parts(combatant, "shock_bonus")
    return (*modifiers, *character.effects(context, combatant, "shock"))


def sees_unarmored(combatant: Combatant, weapon: Weapon) -> bool:
    """Returns whether Shock treats every target as AC 10. Source: CWN-45f, CWN-45g, CWN-45i."""
    if gear.rank(combatant, "shocking_assault") or gear.rank(combatant, "close_combatant") >= 2:
        return True
    return gear.rank(combatant, "armsmaster") >= 2 and "stab" in weapon.skills


def is_guarded(context: RulesContext, target: Combatant) -> bool:
    """Returns whether Total Defense stops every Shock. Source: CWN-36g."""
    defense = target.condition("total_defense")
    if defense is None:
        return False
    return defense.count is None or context.state.round <= defense.count


def stops_first(target: Combatant) -> bool:
    """Returns whether something stops the first Shock of a round, and has not yet. Source: CWN-45q."""
    if target.gauges.get(FIRST_SHOCK):
        return False
    return any(
        item.values.get("ignores_shock") for item in target.items if item.kind in ("armor", "gear")
    )


def _melee_ac(context: RulesContext, target: Combatant) -> int:
    return character.armor_class(context, target, melee=True)
