"""What a blow does on a miss, and at least on a hit. Source: CWN-25 steps 6 and 7, CWN-39, CWN-68."""

from dataclasses import dataclass

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.modifiers import Part, total
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.combat import to_hit
from encounter_gui.rules.systems.cwn.sheet import character, gear
from encounter_gui.rules.systems.cwn.sheet.action_budget import FIRST_SHOCK
from encounter_gui.rules.systems.cwn.sheet.gear import Weapon

SHOCKING_ASSAULT = 2
"""What the second rank of Shocking Assault adds. Source: CWN-45i."""

_PUNCH_AC = 15
"""AC up to which trained fists do Shock. Source: CWN-45j."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shock:
    """What Shock does to a target; 0 where it does not reach. ``is_ignored``: it is stopped as the first of a round."""

    amount: int
    parts: tuple[Part, ...] = ()
    is_ignored: bool = False


NONE = Shock(amount=0)


def shock_at(scene: Scene, one: Combatant, target: Combatant, aim: to_hit.Aim) -> Shock:
    """Returns what a miss in melee does. Source: CWN-25 step 7, CWN-36g, CWN-39.

    Nothing stops the Shock of a swarm but Total Defense.
    """
    if aim.mode != "melee" or is_guarded(scene, target):
        return NONE
    amount, reach = rating(scene, one, aim.weapon)
    if not reach:
        return NONE
    parts = shock_parts(scene, one, aim.weapon, amount)
    shock = Shock(amount=int(mechanics.at_least(total(parts), 0)), parts=parts)
    if aim.how == "swarm" and aim.others:
        return shock
    seen = mechanics.UNARMORED_AC if sees_unarmored(one, aim.weapon) else _melee_ac(scene, target)
    if not mechanics.shock_reaches(reach, seen) or gear.rank(target, "close_combatant"):
        return NONE
    if stops_first(target):
        return Shock(amount=0, parts=parts, is_ignored=shock.amount > 0)
    return shock


def rating(scene: Scene, one: Combatant, weapon: Weapon) -> tuple[int, int]:
    """Returns the Shock amount and AC of a weapon; AC 0: it does none. Source: CWN-12, CWN-45j."""
    if weapon.is_unarmed and gear.rank(one, "unarmed_combatant"):
        punch = character.skill(scene, one, "punch")
        return (punch, _PUNCH_AC) if punch >= 1 else (0, 0)
    return weapon.shock, weapon.shock_ac


def shock_parts(scene: Scene, one: Combatant, weapon: Weapon, amount: int) -> tuple[Part, ...]:
    """Returns what Shock damage is made of, the weapon's first. Source: CWN-25 step 7, CWN-45b, CWN-45f, CWN-45i."""
    parts = [Part(name=weapon.name, amount=amount, rule="CWN-12")]
    if character.is_pc(one):
        parts += to_hit.attribute_part(scene, one, weapon, "melee")
        if gear.rank(one, "armsmaster") and "stab" in weapon.skills:
            parts += to_hit.trained_part(scene, one, "stab", "CWN-45f")
        if gear.rank(one, "shocking_assault") >= 2:
            name = to_hit.trait_name(one, "shocking_assault")
            parts.append(Part(name=name, amount=SHOCKING_ASSAULT, rule="CWN-45i"))
        parts += to_hit.killing_part(scene, one)
        parts += to_hit.gear_parts(one, "shock_bonus")
    return (*parts, *character.effects(scene, one, "shock"))


def sees_unarmored(one: Combatant, weapon: Weapon) -> bool:
    """Returns whether Shock treats every target as AC 10. Source: CWN-45f, CWN-45g, CWN-45i."""
    if gear.rank(one, "shocking_assault") or gear.rank(one, "close_combatant") >= 2:
        return True
    return gear.rank(one, "armsmaster") >= 2 and "stab" in weapon.skills


def is_guarded(scene: Scene, target: Combatant) -> bool:
    """Returns whether Total Defense stops every Shock. Source: CWN-36g."""
    defense = target.condition("total_defense")
    if defense is None:
        return False
    return defense.count is None or scene.state.round <= defense.count


def stops_first(target: Combatant) -> bool:
    """Returns whether something stops the first Shock of a round, and has not yet. Source: CWN-45q."""
    if target.gauges.get(FIRST_SHOCK):
        return False
    return any(
        item.values.get("ignores_shock") for item in target.items if item.kind in ("armor", "gear")
    )


def _melee_ac(scene: Scene, target: Combatant) -> int:
    return character.armor_class(scene, target, melee=True)
