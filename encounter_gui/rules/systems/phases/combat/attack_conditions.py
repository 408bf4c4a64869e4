"""Whether an attack may be made, and defended as it says. Source: PHA-25, PHA-27, PHA-30, PHA-35, PHA-53, PHA-64."""

from encounter_gui.core.errors import refuse
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.phases.combat import defenses, techniques
from encounter_gui.rules.systems.phases.combat.attack_plan import AttackPlan, is_single
from encounter_gui.rules.systems.phases.commands import Attack
from encounter_gui.rules.systems.phases.field.ranges import require_range
from encounter_gui.rules.systems.phases.field.ways import Way, way_in
from encounter_gui.rules.systems.phases.rules.marks import is_jammed
from encounter_gui.rules.systems.phases.sheet import character, gear


def defense_name(context: RulesContext, kind: str) -> str:
    """Returns what a defense is called."""
    technique = gear.technique(context.ruleset, kind)
    return technique.name if technique else context.texts.text_of(f"phases.option.{kind}")


def allow_attack(context: RulesContext, command: Attack, plan: AttackPlan) -> Way | None:
    """Lets an attack pass, or says why not. Source: PHA-27, PHA-30, PHA-35, PHA-53, PHA-64.

    Returns:
        the way by which the attacker comes into melee range first; None: it goes none.

    Raises:
        RuleError: oneself or a corpse, nothing in hand, a useless arm, a jam, no room for the weapon, out of reach.
    """
    combatant, target = context.combatant(command.who), context.combatant(command.target)
    weapon = plan.weapon
    if combatant.id == target.id:
        raise refuse("phases.not_oneself", who=combatant.name)
    if character.is_dead(target):
        raise refuse("phases.target_dead", target=target.name)
    if weapon.kind != "unarmed" and not character.hand_of(combatant, weapon.key):
        raise refuse("phases.not_in_hand", rule="PHA-26", who=combatant.name, weapon=weapon.name)
    for arm in character.arms_of(combatant, weapon):
        if character.is_useless(context, combatant, arm):
            name = character.place_name(context, arm)
            raise refuse("phases.arm_useless", rule="PHA-64", who=combatant.name, arm=name)
    if is_jammed(combatant, weapon.key):
        raise refuse("phases.is_jammed", rule="PHA-35", weapon=weapon.name)
    if is_single(weapon, plan.mode) and weapon.key in character.keys_in(combatant, "singles"):
        raise refuse("phases.one_shot_a_phase", rule="PHA-27", weapon=weapon.name)
    if combatant.has("clinched") and weapon.skill != "hand_to_hand":
        raise refuse("phases.is_clinched", rule="PHA-53", who=combatant.name)
    way = within_reach(context, command, plan)
    if plan.technique is not None:
        _allow_technique(combatant, target, plan.technique, has_way=way is not None)
    return way


def within_reach(context: RulesContext, command: Attack, plan: AttackPlan) -> Way | None:
    """Returns the way by which an attacker comes into melee range; None: it goes none. Source: PHA-30, PHA-31.

    Raises:
        RuleError: a blow does not get there in this phase, or a shot or throw not at all.
    """
    attacker, target = context.combatant(command.who), context.combatant(command.target)
    if plan.is_melee:
        return way_in(context, attacker, target)
    require_range(context, attacker, target, plan.weapon, command)
    return None


def _allow_technique(
    combatant: Combatant, target: Combatant, technique: gear.Technique, *, has_way: bool
) -> None:
    has_moved = has_way or combatant.gauges.get(character.MOVED)
    if technique.needs_move and not has_moved:
        raise refuse(
            "phases.needs_move", rule="PHA-53", technique=technique.name, who=combatant.name
        )
    if technique.effect in defenses.HOLDS and (combatant.has("grabbing") or target.has("grabbed")):
        raise refuse("phases.holds_already", rule="PHA-53", who=combatant.name, target=target.name)
    if technique.effect == "clinch" and (combatant.has("clinched") or target.has("clinched")):
        raise refuse("phases.holds_already", rule="PHA-53", who=combatant.name, target=target.name)
    if technique.effect == "drop" and not techniques.in_hand(target):
        raise refuse("phases.nothing_to_drop", rule="PHA-53", target=target.name)


def allow_defense(context: RulesContext, target: Combatant, plan: AttackPlan, kind: str) -> None:
    """Lets a defense that was named beforehand pass, or says why not. Source: PHA-25, PHA-32, PHA-47 to PHA-52.

    Raises:
        RuleError: the target does not have it now.
    """
    if kind in ("", defenses.STANDARD):
        return
    if kind not in defenses.options(context, target, plan):
        raise refuse(
            "phases.no_such_defense",
            rule="PHA-25",
            who=target.name,
            defense=defense_name(context, kind),
        )
