"""What an attack will be rolled with. The table rolls a plan, the odds weigh it.

Source: D6P-19 to D6P-30.
"""

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import amounts
from encounter_gui.rules.engine.field.sight import distance as apart
from encounter_gui.rules.engine.modifiers import Modifier, chosen, game_master, modifier_of
from encounter_gui.rules.model import items
from encounter_gui.rules.model import metres as distance
from encounter_gui.rules.model.metres import Metres
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.commands import Attack, Caught, Throw
from encounter_gui.rules.systems.d6pool.rules.strike import Strike, ThrowPlan
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.sheet.character import Pool
from encounter_gui.rules.systems.d6pool.sheet.gear import Explosive, RangeBand, Weapon


class AttackPlan(Struct, frozen=True, kw_only=True):
    """An attack with a weapon: the strike, and what it uses up."""

    weapon: Weapon
    mode: str
    band: RangeBand | None
    strike: Strike
    rounds: int
    uses_aim: bool


def mode_of(weapon: Weapon, wanted: str) -> str:
    """Returns the fire mode: the wanted one, or the weapon's own.

    Raises:
        RuleError: the weapon does not have it.
    """
    if not wanted:
        return weapon.mode
    if wanted not in weapon.modes:
        raise refuse("d6pool.no_such_mode", rule="D6P-19", weapon=weapon.name, mode=wanted)
    return wanted


def weapon_in(combatant: Combatant, key: str) -> Weapon:
    """Returns a combatant's weapon.

    Raises:
        RuleError: it has no such weapon, or it is an explosive, which is thrown at a point.
    """
    item = gear.find(combatant, key)
    if item is None:
        raise no_weapon(combatant, key)
    if item.kind == "explosive":
        raise refuse("d6pool.throw_it", rule="D6P-38", weapon=item.name)
    return gear.weapon_of(item)


def explosive_in(combatant: Combatant, key: str) -> Explosive:
    """Returns a combatant's explosive.

    Raises:
        RuleError: it has no such explosive, or what it names is none.
    """
    item = gear.find(combatant, key)
    if item is None:
        raise no_weapon(combatant, key)
    if item.kind != "explosive":
        raise refuse("d6pool.no_explosive", rule="D6P-38", weapon=item.name)
    return gear.explosive_of(item)


def no_weapon(combatant: Combatant, key: str) -> RuleError:
    """Returns the refusal of a weapon that is not there, or not named."""
    if not key:
        return refuse("d6pool.choose_weapon", who=combatant.name)
    return refuse("d6pool.no_such_weapon", who=combatant.name, weapon=key)


def ladder(context: RulesContext, band: RangeBand) -> int:
    """Returns the difficulty number of a range band. Source: D6P-26, D6P-40."""
    chosen = context.switch("d6pool.rangeLadder")
    return items.number(context.ruleset.tables[f"ladder_{chosen}"].get(band))


def band_of(metres: Metres | None, band: str, limits: tuple[int, ...], *, weapon: str) -> RangeBand:
    """Returns the band of an attack, from its distance or as named; Short where neither is given. Source: D6P-26.

    Raises:
        RuleError: the target is beyond the last band.
    """
    if metres is None:
        return gear.BANDS[gear.BANDS.index(band)] if band else "short"
    found = gear.band_at(metres, limits)
    if found is None:
        most = limits[-1] if limits else 0
        raise refuse(
            "d6pool.out_of_range",
            rule="D6P-26",
            weapon=weapon,
            metres=distance.metres_text(metres),
            most=most,
        )
    return found


def plan_attack(context: RulesContext, command: Attack) -> AttackPlan:
    """Returns what an attack will be rolled with, whether or not it may be made now.

    Source: D6P-19, D6P-26 to D6P-31, D6P-36.

    Raises:
        RuleError: the weapon cannot make this attack at all.
    """
    combatant, target = context.combatant(command.who), context.combatant(command.target)
    weapon = weapon_in(combatant, command.weapon)
    mode = mode_of(weapon, command.mode)
    aims = combatant.has("aimed") and mode != "melee"
    band = None
    if mode == "melee":
        _require_reach(context, command, weapon)
    else:
        band = band_of(command.metres, command.band, weapon.ranges, weapon=weapon.name)
        band = gear.nearer_band(band, weapon.scope) if aims else band
    strike = Strike(
        pool=attack_pool(context, command, weapon, mode),
        dn=context.number(mechanics.MELEE_DN) if band is None else ladder(context, band),
        dodge=command.dodge,
        damage=damage_level(context, combatant, weapon, mode),
        resistance=character.resistance(context, target),
        band=band,
    )
    rounds = context.number(mechanics.BURST_ROUNDS) if mode == "FA" else 1
    used = rounds if weapon.magazine else 0
    return AttackPlan(
        weapon=weapon, mode=mode, band=band, strike=strike, rounds=used, uses_aim=aims
    )


def _require_reach(context: RulesContext, command: Attack, weapon: Weapon) -> None:
    """Lets a blow be struck only at who is in reach, where both stand on the plan. Source: D6P-30.

    Raises:
        RuleError: the target is farther.
    """
    metres = command.metres
    if metres is None or metres <= mechanics.NEAR:
        return
    if apart(context.state, command.who, command.target) is not None:
        raise refuse(
            "d6pool.out_of_reach",
            rule="D6P-30",
            who=context.combatant(command.target).name,
            metres=distance.metres_text(metres),
            weapon=weapon.name,
            reach=mechanics.NEAR,
        )


@lru_cache(4)
def known_plan(context: RulesContext, command: Attack) -> AttackPlan:
    """Returns what an attack will be rolled with, worked out once for the form and the odds.

    Raises:
        RuleError: as ``plan_attack``.
    """
    return plan_attack(context, command)


def damage_level(context: RulesContext, combatant: Combatant, weapon: Weapon, mode: str) -> int:
    """Returns the damage dice of a weapon in this mode, never below 0. Source: D6P-05, D6P-33, D6P-36."""
    level = weapon.damage
    if weapon.adds_strength:
        level += character.level(context, combatant, "strength")
    burst = context.number(mechanics.BURST_DAMAGE) if mode == "FA" else 0
    return max(level + burst, 0)


def attack_pool(context: RulesContext, command: Attack, weapon: Weapon, mode: str) -> Pool:
    """Returns the dice of an attack and what they are made of. Source: D6P-28, D6P-29, D6P-30."""
    combatant = context.combatant(command.who)
    modifiers = list(_skill_parts(context, command, weapon.skill))
    if mode != "melee":
        modifiers += _of_weapon(context, combatant, weapon, mode)
        modifiers += situation(context, command.modifiers, context.combatant(command.target))
    modifiers += amounts.parts(context, command.area, "D6P-28")
    return Pool(modifiers=(*modifiers, *game_master(context, command.gm, "D6P-28")))


def throw_pool(context: RulesContext, command: Throw, explosive: Explosive) -> Pool:
    """Returns the dice of a throw at a point; the thrower's modifiers apply. Source: D6P-38, D6P-28, D6P-23."""
    modifiers = (
        *_skill_parts(context, command, explosive.skill),
        *_aim(context, context.combatant(command.who)),
        *situation(context, command.modifiers, None),
        *amounts.parts(context, command.area, "D6P-28"),
        *game_master(context, command.gm, "D6P-28"),
    )
    return Pool(modifiers=modifiers)


def throw_plan(
    context: RulesContext, command: Throw, explosive: Explosive, band: RangeBand
) -> ThrowPlan:
    """Returns what a throw at a point is rolled with. Source: D6P-23, D6P-26, D6P-28, D6P-38, D6P-39."""
    return ThrowPlan(
        pool=throw_pool(context, command, explosive),
        dn=ladder(context, band),
        band=band,
        is_forward=bool(context.switch("d6pool.scatter5Forward")),
    )


def _skill_parts(
    context: RulesContext, command: Attack | Throw, skill: str
) -> tuple[Modifier, ...]:
    """Returns the level an attack starts from, and what hinders the attacker."""
    combatant = context.combatant(command.who)
    hero = has_hero(combatant, skill, wanted=command.hero)
    level = character.skill_part(context, combatant, skill, hero=hero)
    return (level, *character.effects(context, combatant, "action", "attack"))


def blast_strike(context: RulesContext, explosive: Explosive, caught: Caught) -> Strike | None:
    """Returns the strike of an explosion on somebody in it; None beyond its last band. Source: D6P-40, D6P-41.

    Raises:
        RuleError: neither the command nor the plan says how far away it is.
    """
    if caught.metres is None:
        name = context.known_combatant(caught.target).name
        raise refuse("d6pool.how_far", rule="D6P-40", who=name)
    band = gear.band_at(caught.metres, explosive.blast)
    if band is None:
        return None
    blast = blast_in(context, explosive, band)
    gm = game_master(context, caught.gm, "D6P-28")
    return replace(
        blast,
        pool=Pool(modifiers=(*blast.pool.modifiers, *gm)),
        dodge=0 if blast.is_certain else caught.dodge,
        resistance=character.resistance(context, context.combatant(caught.target)),
    )


def blast_in(context: RulesContext, explosive: Explosive, band: RangeBand) -> Strike:
    """Returns the strike of an explosion on anybody in a range of its blast who neither dodges nor resists.

    Source: D6P-40, D6P-41.
    """
    name = context.texts.text_of("d6pool.explosion")
    first = Modifier(name=name, amount=context.number(mechanics.BLAST_DICE), rule="D6P-40")
    return Strike(
        pool=Pool(modifiers=(first,)),
        dn=ladder(context, band),
        dodge=0,
        damage=explosive.damage[gear.BANDS.index(band)],
        resistance=Pool(modifiers=()),
        is_certain=bool(context.switch("d6pool.grenadeAlwaysHits")),
    )


def has_hero(combatant: Combatant, skill: str, *, wanted: bool) -> bool:
    """Returns whether a Hero Point doubles this skill in this action, spent now or earlier in it. Source: D6P-12."""
    return wanted or combatant.memo.get("hero") == skill


def situation(
    context: RulesContext, keys: tuple[str, ...], target: Combatant | None
) -> tuple[Modifier, ...]:
    """Returns the situational modifiers: those chosen and the target's cover, of each kind only the worst.

    Source: D6P-28.

    Raises:
        RuleError: a modifier the ruleset does not know.
    """
    kinds: dict[str, list[Modifier]] = {}
    for known in chosen(context, keys, "D6P-28"):
        kinds.setdefault(known.group or known.key, []).append(modifier_of(known))
    if target:
        kinds.setdefault("cover", []).extend(character.effects(context, target, "target"))
    groups = (modifiers for modifiers in kinds.values() if modifiers)
    return tuple(min(modifiers, key=lambda each: each.amount) for modifiers in groups)


def _of_weapon(
    context: RulesContext, combatant: Combatant, weapon: Weapon, mode: str
) -> tuple[Modifier, ...]:
    modifiers = list(_aim(context, combatant))
    if mode == "FA":
        modifiers.append(_known_modifier(context, "burst"))
    elif weapon.has_laser:
        modifiers.append(_known_modifier(context, "laser"))
    if weapon.is_smart and combatant.sheet.get("smart_link"):
        bonus = items.number(context.switch("d6pool.smartBonus"))
        modifiers.append(
            Modifier(name=_known_modifier(context, "smart").name, amount=bonus, rule="D6P-28")
        )
    return tuple(modifiers)


def _aim(context: RulesContext, combatant: Combatant) -> tuple[Modifier, ...]:
    return (_known_modifier(context, "aimed"),) if combatant.has("aimed") else ()


def _known_modifier(context: RulesContext, key: str) -> Modifier:
    known = context.ruleset.modifier(key)
    return modifier_of(known) if known else Modifier(name=key, amount=0)
