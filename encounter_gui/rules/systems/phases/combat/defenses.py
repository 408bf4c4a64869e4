"""How somebody may defend itself against an attack, and with what. Source: PHA-25, PHA-32, PHA-47 to PHA-52."""

from dataclasses import dataclass

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.modifiers import Part
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.combat.attack_plan import AttackPlan
from encounter_gui.rules.systems.phases.sheet import character, gear
from encounter_gui.rules.systems.phases.sheet.character import Bonus
from encounter_gui.rules.systems.phases.sheet.roll_modifiers import technique_parts

STANDARD, ALL_OUT = "standard", "all_out_dodge"
MELEE_ONLY = ("block", "parry")
ESCAPES = ("athletics", "contortionist", "hand_to_hand")


@dataclass(frozen=True, slots=True, kw_only=True)
class Defense:
    """A defense and what is added to its three dice; ``costs_action``: it takes one. Source: PHA-32."""

    kind: str
    bonus: Bonus
    costs_action: bool


def options(scene: Scene, target: Combatant, plan: AttackPlan) -> tuple[str, ...]:
    """Returns the defenses somebody has against an attack, the standard one first; one alone: there is no choice.

    None at all: it does not roll. Source: PHA-25, PHA-32.
    """
    if plan.passive is not None:
        return ()
    if target.has(ALL_OUT) and can_step(target):
        return (ALL_OUT,)
    if not may_act(scene, target):
        return (STANDARD,)
    return (STANDARD, *_specific(scene, target, plan), *_abort_to_all_out(scene, target))


def may_act(scene: Scene, one: Combatant) -> bool:
    """Returns whether somebody has an action left to put into a Specific Defense. Source: PHA-25."""
    is_there = any(slot.who == one.id for slot in scene.state.slots)
    return is_there and not character.is_out(scene, one) and character.actions_left(scene, one) > 0


def is_before(scene: Scene, one: Combatant) -> bool:
    """Returns whether somebody's initiative has not come up in this phase. Source: PHA-25."""
    return any(slot.who == one.id and slot.group > scene.state.group for slot in scene.state.slots)


def can_step(one: Combatant) -> bool:
    """Returns whether somebody can step aside or roll. Source: PHA-48, PHA-53."""
    return not one.has("grabbed") and not character.is_helpless(one)


def _specific(scene: Scene, target: Combatant, plan: AttackPlan) -> tuple[str, ...]:
    found = ["dodge"] if can_step(target) else []
    if plan.is_melee:
        found += MELEE_ONLY
    if plan.technique is not None:
        found.append("escape")
    if plan.is_melee:
        found += [each.key for each in gear.techniques(scene.ruleset) if each.defends]
    return tuple(found)


def _abort_to_all_out(scene: Scene, target: Combatant) -> tuple[str, ...]:
    spent = target.gauges.get(character.USED, 0) + target.gauges.get(character.LOST, 0)
    fresh = is_before(scene, target) and not spent and can_step(target)
    return (ALL_OUT,) if fresh else ()


def defense(scene: Scene, target: Combatant, kind: str, gm: int = 0) -> Defense:
    """Returns a defense as it will be rolled. Source: PHA-32, PHA-47 to PHA-52."""
    if kind == STANDARD:
        parts = character.skilled(scene, target, "reflexes", "evade")
        return _made(scene, target, kind, parts, gm, costs=False)
    own = _own_parts(scene, target, kind)
    spent = () if kind == ALL_OUT else character.action_penalty(scene, target)
    acting = (*spent, *character.effects(scene, target, ("action",)))
    costs = not (kind == ALL_OUT and target.has(ALL_OUT))
    return _made(scene, target, kind, (*own, *acting), gm, costs=costs)


def _made(
    scene: Scene, target: Combatant, kind: str, parts: tuple[Part, ...], gm: int, *, costs: bool
) -> Defense:
    word = scene.words.word("phases.part.gm")
    by_hand = (Part(name=word, amount=gm, rule="PHA-31", key="gm"),) if gm else ()
    state = (*character.hurt(scene, target), *character.physical(scene, target), *by_hand)
    return Defense(kind=kind, bonus=Bonus(parts=(*parts, *state)), costs_action=costs)


def _own_parts(scene: Scene, target: Combatant, kind: str) -> tuple[Part, ...]:
    match kind:
        case "block":
            return _with_weapon(scene, target, "strength")
        case "parry":
            return _with_weapon(scene, target, "reflexes")
        case "escape":
            return escape_parts(scene, target)
        case "dodge" | "all_out_dodge":
            return _dodging(scene, target)
        case _:
            return _by_technique(scene, target, kind)


def _dodging(scene: Scene, target: Combatant) -> tuple[Part, ...]:
    bonus = character.figure(scene, "attack", "dodge", mechanics.DODGE_BONUS)
    name = scene.words.word("phases.defense.dodge")
    parts = character.skilled(scene, target, "reflexes", "evade")
    return (*parts, Part(name=name, amount=bonus, rule="PHA-48", key="dodge"))


def guard(one: Combatant) -> gear.Weapon:
    """Returns what somebody blocks, parries or counters with: a melee weapon in hand, or bare hands. Source: PHA-47.

    In a clinch there is no room for a weapon. Source: PHA-53.
    """
    if not one.has("clinched"):
        for key in (one.memo_text("held"), one.memo_text("off")):
            item = one.item(key) if key else None
            if item is not None and gear.weapon_of(item).is_melee:
                return gear.weapon_of(item)
    return gear.weapon_of(gear.bare_hands(one))


def _with_weapon(scene: Scene, target: Combatant, characteristic: str) -> tuple[Part, ...]:
    weapon = guard(target)
    return character.skilled(scene, target, characteristic, weapon.skill, weapon.specialty)


def escape_parts(scene: Scene, target: Combatant) -> tuple[Part, ...]:
    """Returns the best way out: STR or TECH, and the best of three skills. Source: PHA-50."""

    def best(*keys: str) -> str:
        return max(keys, key=lambda key: character.level(scene, target, key))

    return character.skilled(scene, target, best("strength", "tech"), best(*ESCAPES), "escape")


def _by_technique(scene: Scene, target: Combatant, kind: str) -> tuple[Part, ...]:
    technique = gear.technique(scene.ruleset, kind)
    if technique is None:
        return ()
    return technique_parts(scene, target, technique, guard(target))
