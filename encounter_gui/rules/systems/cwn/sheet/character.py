"""What a combatant amounts to under the CWN rules: attributes, armour, saves, and whether it can still act.

Who fights whom hand to hand is a fact of each pair and needs no map: the record ``melee`` of both lists the other's id.
A blow, a charge and the command ``engage`` put it there; moving away and ``disengage`` take it off. Of those listed
only enemies who are still up count, so nobody has to tidy up after a fall. Those who stand on a plan are in melee also
with every enemy within reach, where one of the two is armed for it: that follows from where they stand while a fight
runs, and is noted nowhere.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.read_once import read_once
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Side, Value
from encounter_gui.rules.engine import gauges
from encounter_gui.rules.engine.adjustments import Limits, LimitsOf
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.sight import apart
from encounter_gui.rules.engine.modifiers import Modifier, of_conditions, total
from encounter_gui.rules.model.items import number
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.sheet import gear
from encounter_gui.rules.systems.cwn.sheet.records import melee_of

HP, SOAK, STRAIN = "hp", "soak", "strain"
DOWN = ("dead", "mortally_wounded", "stable", "unconscious")
"""Conditions of who lies there, the worst first."""

COMBAT_SKILLS = ("punch", "shoot", "stab")
Kind = Literal["pc", "npc", "drone"]
_AUGMENTS = {"strength": "muscle_fiber", "dexterity": "coordination"}


def kind(combatant: Combatant) -> Kind:
    """Returns what a combatant is; if the sheet is silent, the players' side has player characters. Source: CWN-01."""
    said = combatant.sheet.get("kind")
    if said == "drone":
        return "drone"
    if said in ("pc", "npc"):
        return "pc" if said == "pc" else "npc"
    return "pc" if combatant.side == "pc" else "npc"


@read_once
def is_pc(combatant: Combatant) -> bool:
    """Returns whether a combatant is a player character. Source: CWN-01."""
    return kind(combatant) == "pc"


def is_somebody(combatant: Combatant) -> bool:
    """Returns whether a combatant is a player character or a named NPC, who does not simply die at 0 HP.

    Source: CWN-01, CWN-57.
    """
    return is_pc(combatant) or ("named" in combatant.flags and kind(combatant) == "npc")


def team(combatant: Combatant) -> Side:
    """Returns the side with which a combatant acts: allies act with the players' people. Source: CWN-15, CWN-16."""
    return "pc" if combatant.side == "ally" else combatant.side


def score(context: RulesContext, combatant: Combatant, attribute: str) -> int:
    """Returns an attribute score, cyberware counted. Source: CWN-02, CWN-45o."""
    own = field(context, combatant, attribute) or 10
    augment = gear.rank(combatant, _AUGMENTS.get(attribute, ""))
    if augment >= 2:
        return 18
    if augment == 1:
        return own + 2 if own >= 14 else 14
    return own


def modifier(context: RulesContext, combatant: Combatant, attribute: str) -> int:
    """Returns the modifier of an attribute; those without attributes have none. Source: CWN-02."""
    if not is_pc(combatant):
        return 0
    return mechanics.attribute_modifier(score(context, combatant, attribute))


def best_modifier(
    context: RulesContext, combatant: Combatant, attributes: Iterable[str]
) -> tuple[str, int]:
    """Returns the better of several attributes, and its modifier. Source: CWN-09, CWN-34."""
    found = [(each, modifier(context, combatant, each)) for each in attributes]
    return max(found, key=lambda pair: pair[1])


def field(context: RulesContext, combatant: Combatant, key: str) -> int:
    """Returns a number of the sheet; one that is not there is what the ruleset says."""
    return number(combatant.sheet.get(key, context.ruleset.field_default(key)))


def field_name(context: RulesContext, key: str) -> str:
    """Returns what a field of the sheet is called."""
    return next((each.name for each in context.ruleset.fields if each.key == key), key)


def level(context: RulesContext, combatant: Combatant) -> int:
    """Returns the level of a player character, the hit dice of others. Source: CWN-02, CWN-05."""
    return field(context, combatant, "level" if is_pc(combatant) else "hd")


def skill(context: RulesContext, combatant: Combatant, key: str) -> int:
    """Returns a skill: of NPCs the printed bonus, of others the level, −1 untrained. Source: CWN-03, CWN-10."""
    if not is_pc(combatant):
        return number(combatant.sheet.get(key, field(context, combatant, "skill")))
    value = combatant.sheet.get(key)
    return value if isinstance(value, int) else mechanics.UNTRAINED


def combat_skill(context: RulesContext, combatant: Combatant) -> int:
    """Returns the best combat skill; of NPCs the skill bonus. Source: CWN-03, CWN-40."""
    return max(skill(context, combatant, each) for each in COMBAT_SKILLS)


def base_hit(context: RulesContext, combatant: Combatant) -> int:
    """Returns the base hit bonus of a player character. Source: CWN-04, CWN-45c."""
    own = field(context, combatant, "level")
    return own if gear.rank(combatant, "on_target") else own // 2


def most_hp(context: RulesContext, combatant: Combatant) -> int:
    """Returns full hit points. Source: CWN-05."""
    return field(context, combatant, "hp")


def most_soak(context: RulesContext, combatant: Combatant) -> int:
    """Returns a full soak pool: as printed, else the sum of all that is worn. Source: CWN-07."""
    printed = number(combatant.sheet.get("soak"))
    if printed:
        return printed
    worn = sum(number(item.values.get("soak")) for item in gear.worn_items(combatant))
    return worn + sum(amount for _, amount in gear.from_gear(combatant, "soak"))


def limits(context: RulesContext) -> LimitsOf:
    """Returns how far gauges may be changed by hand; soak is filled to what is worn.

    Source: CWN-05, CWN-07, CWN-45s, CWN-62.
    """
    usual, more = gauges.limits(context, {SOAK: most_soak}), context.number(mechanics.AVALANCHE_HP)

    def limits_of(combatant: Combatant, gauge: str) -> Limits:
        found = usual(combatant, gauge)
        if gauge != HP or found.most is None or not combatant.has("avalanche"):
            return found
        return Limits(least=found.least, most=found.most + more)

    return limits_of


def most_strain(context: RulesContext, combatant: Combatant) -> int:
    """Returns how much System Strain a combatant can bear. Source: CWN-62."""
    return score(context, combatant, "constitution")


def move_rate(context: RulesContext, combatant: Combatant) -> int:
    """Returns how far a Move goes; half when prone or crawling. Source: CWN-22, CWN-35, CWN-45o, CWN-64."""
    rate = field(context, combatant, "move") or 10
    if is_pc(combatant):
        rate += sum(amount for _, amount in gear.from_gear(combatant, "move"))
    return rate // 2 if combatant.has("prone") or combatant.has("crawling") else rate


def armor_parts(
    context: RulesContext, combatant: Combatant, *, melee: bool
) -> tuple[Modifier, ...]:
    """Returns what a combatant's AC is made of, the base first. Source: CWN-06, CWN-36e, CWN-36g, CWN-45q."""
    return (
        *own_armor_parts(context, combatant, melee=melee),
        *effects(context, combatant, "ac"),
        *effects(context, combatant, "ac_melee" if melee else "ac_ranged"),
    )


def own_armor_parts(
    context: RulesContext, combatant: Combatant, *, melee: bool
) -> tuple[Modifier, ...]:
    """Returns what an AC is made of without conditions, the base first. Source: CWN-06, CWN-45q."""
    key = "ac_melee" if melee else "ac"
    printed = number(combatant.sheet.get(key))
    first = printed or _worn_base(context, combatant, key)
    modifiers = [
        Modifier(name=context.texts.text_of(f"cwn.base_{key}"), amount=first, rule="CWN-06")
    ]
    if not printed:
        modifiers += [
            Modifier(name=item.name, amount=number(item.values.get(key)), rule="CWN-06")
            for item in gear.worn_items(combatant)
            if _adds(item.values) and item.values.get(key)
        ]
        modifiers += [
            Modifier(name=name, amount=amount, rule="CWN-06")
            for name, amount in gear.from_gear(combatant, key)
        ]
        dexterity = modifier(context, combatant, "dexterity")
        if dexterity:
            modifiers.append(
                Modifier(name=field_name(context, "dexterity"), amount=dexterity, rule="CWN-06")
            )
    return tuple(modifiers)


def armor_class(context: RulesContext, combatant: Combatant, *, melee: bool) -> int:
    """Returns the AC against melee or against shots and throws. Source: CWN-06."""
    return total(armor_parts(context, combatant, melee=melee))


def _worn_base(context: RulesContext, combatant: Combatant, key: str) -> int:
    bases = [
        number(item.values.get(key))
        for item in gear.worn_items(combatant)
        if not _adds(item.values)
    ]
    natural = [amount for _, amount in gear.from_gear(combatant, "base_ac")]
    return max((*bases, *natural, context.number(mechanics.UNARMORED_AC)))


def _adds(values: Mapping[str, Value]) -> bool:
    return bool(values.get("shield") or values.get("accessory"))


def trauma_target(context: RulesContext, combatant: Combatant) -> int:
    """Returns what a Trauma Die must reach: as printed, else 6 and what is worn or built in. Source: CWN-08."""
    printed = number(combatant.sheet.get("trauma_target"))
    if printed:
        return printed
    base = context.number(mechanics.HUMAN_TRAUMA_TARGET)
    if kind(combatant) == "drone":
        return base
    worn = sum(number(item.values.get("trauma_target")) for item in gear.worn_items(combatant))
    return base + worn + sum(amount for _, amount in gear.from_gear(combatant, "trauma_target"))


def save_target(context: RulesContext, combatant: Combatant, save: str) -> int:
    """Returns what a d20 must reach to save. Source: CWN-09."""
    if not is_pc(combatant):
        printed = number(combatant.sheet.get("save"))
        return printed or _npc_save(context, combatant)
    pairs = {
        "physical": ("strength", "constitution"),
        "evasion": ("dexterity", "intelligence"),
        "mental": ("wisdom", "charisma"),
    }
    best = best_modifier(context, combatant, pairs[save])[1] if save in pairs else 0
    base = context.number(mechanics.SAVE_BASE)
    return mechanics.save_target(base, field(context, combatant, "level"), best)


def _npc_save(context: RulesContext, combatant: Combatant) -> int:
    base, least = (
        context.number(each) for each in (mechanics.NPC_SAVE_BASE, mechanics.NPC_SAVE_LEAST)
    )
    return mechanics.npc_save_target(base, least, field(context, combatant, "hd"))


def morale(context: RulesContext, combatant: Combatant) -> int:
    """Returns the Morale score. Source: CWN-66, CWN-45t, CWN-45u."""
    return field(context, combatant, "morale") + total(effects(context, combatant, "morale"))


def conditions(context: RulesContext, combatant: Combatant) -> tuple[ConditionDef, ...]:
    """Returns the definitions of the conditions a combatant has."""
    found = (context.ruleset.condition(each.key) for each in combatant.conditions)
    return tuple(each for each in found if each is not None)


def effects(context: RulesContext, combatant: Combatant, on: str) -> tuple[Modifier, ...]:
    """Returns what a combatant's conditions do to rolls and numbers: ``hit``, ``ac``, ``save``, say."""
    return of_conditions(context, (each.key for each in combatant.conditions), (on,))


def hp_now(combatant: Combatant) -> int:
    """Returns current hit points. Source: CWN-05."""
    return combatant.gauges.get(HP, 0)


def soak_now(combatant: Combatant) -> int:
    """Returns what is left of the soak pool. Source: CWN-07."""
    return max(combatant.gauges.get(SOAK, 0), 0)


def is_dead(combatant: Combatant) -> bool:
    """Returns whether a combatant is dead, or a machine destroyed. Source: CWN-57, CWN-65."""
    return combatant.has("dead")


@read_once
def is_down(combatant: Combatant) -> bool:
    """Returns whether a combatant lies there, dead or alive. Source: CWN-57, CWN-58, CWN-59."""
    is_marked = any(each.key in DOWN for each in combatant.conditions)
    return is_marked or bool(mechanics.is_down(hp_now(combatant)))


@read_once
def is_out(combatant: Combatant) -> bool:
    """Returns whether a combatant takes no part any more: down, fled or surrendered. Source: CWN-57, CWN-66."""
    return is_down(combatant) or "left" in combatant.flags


def is_helpless(combatant: Combatant) -> bool:
    """Returns whether a combatant cannot defend itself at all. Source: CWN-43, CWN-44, CWN-58, CWN-59."""
    return combatant.has("helpless") or (is_down(combatant) and not is_dead(combatant))


@read_once
def can_act(combatant: Combatant) -> bool:
    """Returns whether a combatant could do anything in this round. Source: CWN-14, CWN-57, CWN-59."""
    return not (is_out(combatant) or combatant.has("helpless") or combatant.has("surprised"))


def in_melee(state: EncounterState, combatant: Combatant) -> tuple[CombatantId, ...]:
    """Returns the enemies who are up and in melee with a combatant, noted or by the plan. Source: CWN-18, CWN-27."""
    if is_out(combatant):
        return ()
    listed = (state.combatants.get(who) for who in melee_of(combatant))
    noted = tuple(
        other.id
        for other in listed
        if other is not None and team(other) != team(combatant) and not is_out(other)
    )
    if state.plan is None or combatant.place is None or state.stage != "running":
        return noted
    beside = _beside(state).get(combatant.id, ())
    return (*noted, *(each for each in beside if each not in noted))


@read_once
def _beside(state: EncounterState) -> Mapping[CombatantId, tuple[CombatantId, ...]]:
    """Returns who stands within reach of an enemy, one of the two armed for melee. Source: CWN-27."""
    plan, found = state.plan, dict[CombatantId, list[CombatantId]]()
    if plan is None:
        return {}
    reach = mechanics.NEAR
    people = [
        (each.place.x - each.place.radius, each.place, each)
        for each in state.combatants.values()
        if each.place is not None and not is_out(each)
    ]
    people.sort(key=lambda one: one[0])
    for at, (_, place, one) in enumerate(people):
        far = place.radius + reach + 1  # farther than this no body can be in reach
        for left, there, other in people[at + 1 :]:
            if left > place.x + far:
                break
            if abs(there.y - place.y) > far + there.radius or team(one) == team(other):
                continue
            if apart(plan, place, there) <= reach and (hampers(one) or hampers(other)):
                found.setdefault(one.id, []).append(other.id)
                found.setdefault(other.id, []).append(one.id)
    order = {who: at for at, who in enumerate(state.combatants)}
    return {who: tuple(sorted(beside, key=order.__getitem__)) for who, beside in found.items()}


def hampers(other: Combatant) -> bool:
    """Returns whether a combatant in melee hampers shooting: an armed one. Source: CWN-27, CWN-45j."""
    if not can_act(other):
        return False
    if gear.rank(other, "unarmed_combatant"):
        return True
    armed = (gear.weapon_of(item) for item in gear.weapons(other) if item.kind == "weapon")
    return any(
        weapon.reach == "melee" and not weapon.is_unarmed and gear.is_readied(other, weapon)
        for weapon in armed
    )


def derived_keys(context: RulesContext, combatant: Combatant) -> tuple[str, ...]:
    """Returns the keys of the conditions that follow from other facts. Source: CWN-47."""
    return ("engaged",) if in_melee(context.state, combatant) else ()
