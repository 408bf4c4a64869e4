"""What a combatant amounts to under the CWN rules: attributes, armour, saves, and whether it can still act.

Who fights whom hand to hand is a fact of each pair and needs no map: the memo ``melee`` of both lists the other's id.
A blow, a charge and the command ``engage`` put it there; moving away and ``disengage`` take it off. Of those listed
only enemies who are still up count, so nobody has to tidy up after a fall.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Side, Value
from encounter_gui.rules.engine.modifiers import Part, total
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.items import number
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.sheet import gear

HP, SOAK, STRAIN = "hp", "soak", "strain"
MELEE = "melee"
DOWN = ("dead", "mortally_wounded", "stable", "unconscious")
"""Conditions of who lies there, the worst first."""

COMBAT_SKILLS = ("punch", "shoot", "stab")
Kind = Literal["pc", "npc", "drone"]
_AUGMENTS = {"strength": "muscle_fiber", "dexterity": "coordination"}


def kind(one: Combatant) -> Kind:
    """Returns what somebody is; where the sheet is silent, the players' side has player characters. Source: CWN-01."""
    said = one.sheet.get("kind")
    if said == "drone":
        return "drone"
    if said in ("pc", "npc"):
        return "pc" if said == "pc" else "npc"
    return "pc" if one.side == "pc" else "npc"


def is_pc(one: Combatant) -> bool:
    """Returns whether somebody is a player character. Source: CWN-01."""
    return kind(one) == "pc"


def is_somebody(one: Combatant) -> bool:
    """Returns whether somebody is a player character or a named NPC, who does not simply die at 0 HP.

    Source: CWN-01, CWN-57.
    """
    return is_pc(one) or ("named" in one.flags and kind(one) == "npc")


def team(one: Combatant) -> Side:
    """Returns the side with which somebody acts: allies act with the players' people. Source: CWN-15, CWN-16."""
    return "pc" if one.side == "ally" else one.side


def score(scene: Scene, one: Combatant, attribute: str) -> int:
    """Returns an attribute score, cyberware counted. Source: CWN-02, CWN-45o."""
    own = field(scene, one, attribute) or 10
    augment = gear.rank(one, _AUGMENTS.get(attribute, ""))
    if augment >= 2:
        return 18
    if augment == 1:
        return own + 2 if own >= 14 else 14
    return own


def modifier(scene: Scene, one: Combatant, attribute: str) -> int:
    """Returns the modifier of an attribute; those without attributes have none. Source: CWN-02."""
    if not is_pc(one):
        return 0
    return mechanics.attribute_modifier(score(scene, one, attribute))


def best_modifier(scene: Scene, one: Combatant, attributes: Iterable[str]) -> tuple[str, int]:
    """Returns the better of several attributes, and its modifier. Source: CWN-09, CWN-34."""
    found = [(each, modifier(scene, one, each)) for each in attributes]
    return max(found, key=lambda pair: pair[1])


def field(scene: Scene, one: Combatant, key: str) -> int:
    """Returns a number of the sheet; one that is not there is what the ruleset says."""
    return number(one.sheet.get(key, scene.ruleset.field_default(key)))


def field_name(scene: Scene, key: str) -> str:
    """Returns what a field of the sheet is called."""
    return next((each.name for each in scene.ruleset.fields if each.key == key), key)


def level(scene: Scene, one: Combatant) -> int:
    """Returns the level of a player character, the hit dice of anybody else. Source: CWN-02, CWN-05."""
    return field(scene, one, "level" if is_pc(one) else "hd")


def skill(scene: Scene, one: Combatant, key: str) -> int:
    """Returns a skill: of NPCs the printed bonus, of others the level, −1 untrained. Source: CWN-03, CWN-10."""
    if not is_pc(one):
        return number(one.sheet.get(key, field(scene, one, "skill")))
    value = one.sheet.get(key)
    return value if isinstance(value, int) else mechanics.UNTRAINED


def combat_skill(scene: Scene, one: Combatant) -> int:
    """Returns the best combat skill; of NPCs the skill bonus. Source: CWN-03, CWN-40."""
    return max(skill(scene, one, each) for each in COMBAT_SKILLS)


def base_hit(scene: Scene, one: Combatant) -> int:
    """Returns the base hit bonus of a player character. Source: CWN-04, CWN-45c."""
    own = field(scene, one, "level")
    return own if gear.rank(one, "on_target") else own // 2


def most_hp(scene: Scene, one: Combatant) -> int:
    """Returns full hit points. Source: CWN-05."""
    return field(scene, one, "hp")


def most_soak(scene: Scene, one: Combatant) -> int:  # noqa: ARG001 - asked for like all the rest
    """Returns a full soak pool: as printed, else the sum of all that is worn. Source: CWN-07."""
    printed = number(one.sheet.get("soak"))
    if printed:
        return printed
    worn = sum(number(item.values.get("soak")) for item in gear.worn(one))
    return worn + sum(amount for _, amount in gear.from_gear(one, "soak"))


def most_strain(scene: Scene, one: Combatant) -> int:
    """Returns how much System Strain somebody can bear. Source: CWN-62."""
    return score(scene, one, "constitution")


def move_rate(scene: Scene, one: Combatant) -> int:
    """Returns how far a Move takes somebody; half when prone or crawling. Source: CWN-22, CWN-35, CWN-45o, CWN-64."""
    rate = field(scene, one, "move") or 10
    if is_pc(one):
        rate += sum(amount for _, amount in gear.from_gear(one, "move"))
    return rate // 2 if one.has("prone") or one.has("crawling") else rate


def armor_parts(scene: Scene, one: Combatant, *, melee: bool) -> tuple[Part, ...]:
    """Returns what a combatant's AC is made of, the base first. Source: CWN-06, CWN-36e, CWN-36g, CWN-45q."""
    key = "ac_melee" if melee else "ac"
    printed = number(one.sheet.get(key))
    first = printed or _worn_base(one, key)
    parts = [Part(name=scene.words.word(f"cwn.base_{key}"), amount=first, rule="CWN-06")]
    if not printed:
        parts += [
            Part(name=item.name, amount=number(item.values.get(key)), rule="CWN-06")
            for item in gear.worn(one)
            if _adds(item.values) and item.values.get(key)
        ]
        parts += [
            Part(name=name, amount=amount, rule="CWN-06")
            for name, amount in gear.from_gear(one, key)
        ]
        dexterity = modifier(scene, one, "dexterity")
        if dexterity:
            parts.append(Part(name=field_name(scene, "dexterity"), amount=dexterity, rule="CWN-06"))
    return (*parts, *effects(scene, one, "ac"), *effects(scene, one, key if melee else "ac_ranged"))


def armor_class(scene: Scene, one: Combatant, *, melee: bool) -> int:
    """Returns the AC against melee or against shots and throws. Source: CWN-06."""
    return total(armor_parts(scene, one, melee=melee))


def _worn_base(one: Combatant, key: str) -> int:
    bases = [number(item.values.get(key)) for item in gear.worn(one) if not _adds(item.values)]
    natural = [amount for _, amount in gear.from_gear(one, "base_ac")]
    return max(*bases, *natural, mechanics.UNARMORED_AC, mechanics.UNARMORED_AC)


def _adds(values: Mapping[str, Value]) -> bool:
    return bool(values.get("shield") or values.get("accessory"))


def trauma_target(scene: Scene, one: Combatant) -> int:  # noqa: ARG001 - asked for like all the rest
    """Returns what a Trauma Die must reach: as printed, else 6 and what is worn or built in. Source: CWN-08."""
    printed = number(one.sheet.get("trauma_target"))
    if printed:
        return printed
    if kind(one) == "drone":
        return mechanics.HUMAN_TRAUMA_TARGET
    worn = sum(number(item.values.get("trauma_target")) for item in gear.worn(one))
    return (
        mechanics.HUMAN_TRAUMA_TARGET
        + worn
        + sum(amount for _, amount in gear.from_gear(one, "trauma_target"))
    )


def save_target(scene: Scene, one: Combatant, save: str) -> int:
    """Returns what a d20 must reach to save. Source: CWN-09."""
    if not is_pc(one):
        printed = number(one.sheet.get("save"))
        return printed or mechanics.npc_save_target(field(scene, one, "hd"))
    pairs = {
        "physical": ("strength", "constitution"),
        "evasion": ("dexterity", "intelligence"),
        "mental": ("wisdom", "charisma"),
    }
    best = best_modifier(scene, one, pairs[save])[1] if save in pairs else 0
    return mechanics.save_target(field(scene, one, "level"), best)


def morale(scene: Scene, one: Combatant) -> int:
    """Returns the Morale score. Source: CWN-66, CWN-45t, CWN-45u."""
    return field(scene, one, "morale") + total(effects(scene, one, "morale"))


def conditions(scene: Scene, one: Combatant) -> tuple[ConditionDef, ...]:
    """Returns the definitions of the conditions somebody has."""
    found = (scene.ruleset.condition(each.key) for each in one.conditions)
    return tuple(each for each in found if each is not None)


def effects(scene: Scene, one: Combatant, on: str) -> tuple[Part, ...]:
    """Returns what somebody's conditions do to rolls and numbers: ``hit``, ``ac``, ``save``, say."""
    if not one.conditions:
        return ()
    return tuple(
        Part(name=each.name, amount=effect.amount, rule=each.rule, key=each.key)
        for each in conditions(scene, one)
        for effect in each.effects
        if effect.on == on and effect.amount
    )


def hp_now(one: Combatant) -> int:
    """Returns current hit points. Source: CWN-05."""
    return one.gauges.get(HP, 0)


def soak_now(one: Combatant) -> int:
    """Returns what is left of the soak pool. Source: CWN-07."""
    return max(one.gauges.get(SOAK, 0), 0)


def is_dead(one: Combatant) -> bool:
    """Returns whether somebody is dead, or a machine destroyed. Source: CWN-57, CWN-65."""
    return one.has("dead")


def is_down(one: Combatant) -> bool:
    """Returns whether somebody lies there, dead or alive. Source: CWN-57, CWN-58, CWN-59."""
    return bool(mechanics.is_down(hp_now(one))) or any(one.has(key) for key in DOWN)


def is_out(one: Combatant) -> bool:
    """Returns whether somebody takes no part any more: down, fled or surrendered. Source: CWN-57, CWN-66."""
    return is_down(one) or "left" in one.flags


def is_helpless(one: Combatant) -> bool:
    """Returns whether somebody cannot defend itself at all. Source: CWN-43, CWN-44, CWN-58, CWN-59."""
    return one.has("helpless") or (is_down(one) and not is_dead(one))


def can_act(one: Combatant) -> bool:
    """Returns whether somebody could do anything in this round. Source: CWN-14, CWN-57, CWN-59."""
    return not (is_out(one) or one.has("helpless") or one.has("surprised"))


def in_melee(state: EncounterState, one: Combatant) -> tuple[CombatantId, ...]:
    """Returns the enemies who are up and in melee with somebody. Source: CWN-18, CWN-27."""
    if is_out(one):
        return ()
    listed = (state.combatants.get(CombatantId(who)) for who in one.memo_text(MELEE).split())
    return tuple(
        other.id
        for other in listed
        if other is not None and team(other) != team(one) and not is_out(other)
    )


def hampers(other: Combatant) -> bool:
    """Returns whether somebody in melee hampers shooting: an armed one. Source: CWN-27, CWN-45j."""
    if not can_act(other):
        return False
    if gear.rank(other, "unarmed_combatant"):
        return True
    armed = (gear.weapon_of(item) for item in gear.weapons(other) if item.kind == "weapon")
    return any(
        weapon.reach == "melee" and not weapon.is_unarmed and gear.is_readied(other, weapon)
        for weapon in armed
    )


def derived(scene: Scene, one: Combatant) -> tuple[str, ...]:
    """Returns the keys of the conditions that follow from other facts. Source: CWN-47."""
    return ("engaged",) if in_melee(scene.state, one) else ()
