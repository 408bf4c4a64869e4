"""What an attack will be rolled with. The table rolls a plan, the odds weigh it.

Source: D6P-19 to D6P-30.
"""

from dataclasses import dataclass

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.modifiers import Part
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model import items
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.commands import Attack, Caught, Throw
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.sheet.character import Pool
from encounter_gui.rules.systems.d6pool.sheet.gear import Explosive, RangeBand, Weapon


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """Everything one attack on one target is rolled with. Source: D6P-52.

    ``pool`` attacks against ``dn`` plus ``dodge`` dice of the target; a hit rolls ``damage`` dice against
    ``resistance``. ``is_certain``: it hits without a roll and without dodging.
    """

    pool: Pool
    dn: int
    dodge: int
    damage: int
    resistance: Pool
    is_certain: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackPlan:
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


def weapon_in(one: Combatant, key: str) -> Weapon:
    """Returns a combatant's weapon.

    Raises:
        RuleError: it has no such weapon, or it is an explosive, which is thrown at a point.
    """
    item = gear.find(one, key)
    if item is None:
        raise no_weapon(one, key)
    if item.kind == "explosive":
        raise refuse("d6pool.throw_it", rule="D6P-38", weapon=item.name)
    return gear.weapon_of(item)


def explosive_in(one: Combatant, key: str) -> Explosive:
    """Returns a combatant's explosive.

    Raises:
        RuleError: it has no such explosive, or what it names is none.
    """
    item = gear.find(one, key)
    if item is None:
        raise no_weapon(one, key)
    if item.kind != "explosive":
        raise refuse("d6pool.no_explosive", rule="D6P-38", weapon=item.name)
    return gear.explosive_of(item)


def no_weapon(one: Combatant, key: str) -> RuleError:
    """Returns the refusal of a weapon that is not there, or not named."""
    if not key:
        return refuse("d6pool.choose_weapon", who=one.name)
    return refuse("d6pool.no_such_weapon", who=one.name, weapon=key)


def ladder(scene: Scene, band: RangeBand) -> int:
    """Returns the difficulty number of a range band. Source: D6P-26, D6P-40."""
    chosen = scene.switch("d6pool.rangeLadder")
    return items.number(scene.ruleset.tables[f"ladder_{chosen}"].get(band))


def band_of(metres: int | None, band: str, limits: tuple[int, ...], *, weapon: str) -> RangeBand:
    """Returns the band of an attack, from its distance or as named; Short where neither is given. Source: D6P-26.

    Raises:
        RuleError: the target is beyond the last band.
    """
    if metres is None:
        return gear.BANDS[gear.BANDS.index(band)] if band else "short"  # type: ignore[return-value]
    found = gear.band_at(metres, limits)
    if found is None:
        most = limits[-1] if limits else 0
        raise refuse("d6pool.out_of_range", rule="D6P-26", weapon=weapon, metres=metres, most=most)
    return found


def plan_attack(scene: Scene, command: Attack) -> AttackPlan:
    """Returns what an attack will be rolled with, whether or not it may be made now.

    Source: D6P-19, D6P-26 to D6P-31, D6P-36.

    Raises:
        RuleError: the weapon cannot make this attack at all.
    """
    one, target = scene.one(command.who), scene.one(command.target)
    weapon = weapon_in(one, command.weapon)
    mode = mode_of(weapon, command.mode)
    aims = one.has("aimed") and mode != "melee"
    band = None
    if mode != "melee":
        band = band_of(command.metres, command.band, weapon.ranges, weapon=weapon.name)
        band = gear.scoped(band, weapon.scope) if aims else band
    strike = Strike(
        pool=attack_pool(scene, command, weapon, mode),
        dn=mechanics.MELEE_DN if band is None else ladder(scene, band),
        dodge=command.dodge,
        damage=damage_level(scene, one, weapon, mode),
        resistance=character.resistance(scene, target),
    )
    rounds = mechanics.BURST_ROUNDS if mode == "FA" else 1
    used = rounds if weapon.magazine else 0
    return AttackPlan(
        weapon=weapon, mode=mode, band=band, strike=strike, rounds=used, uses_aim=aims
    )


def damage_level(scene: Scene, one: Combatant, weapon: Weapon, mode: str) -> int:
    """Returns the damage dice of a weapon in this mode, never below 0. Source: D6P-05, D6P-33, D6P-36."""
    level = weapon.damage
    if weapon.adds_strength:
        level += character.level(scene, one, "strength")
    return max(level + (mechanics.BURST_DAMAGE if mode == "FA" else 0), 0)


def attack_pool(scene: Scene, command: Attack, weapon: Weapon, mode: str) -> Pool:
    """Returns the dice of an attack and what they are made of. Source: D6P-28, D6P-29, D6P-30."""
    one = scene.one(command.who)
    parts = [
        character.skill_part(
            scene, one, weapon.skill, hero=has_hero(one, weapon.skill, wanted=command.hero)
        )
    ]
    parts += character.effects(scene, one, ("action", "attack"))
    if mode != "melee":
        parts += _of_weapon(scene, one, weapon, mode)
        parts += situation(scene, command.modifiers, scene.one(command.target))
    return Pool(parts=(*parts, *gm_part(scene, command.gm)))


def throw_pool(scene: Scene, command: Throw, explosive: Explosive) -> Pool:
    """Returns the dice of a throw at a point; the thrower's modifiers apply. Source: D6P-38, D6P-28, D6P-23."""
    one = scene.one(command.who)
    parts = [
        character.skill_part(
            scene, one, explosive.skill, hero=has_hero(one, explosive.skill, wanted=command.hero)
        )
    ]
    parts += character.effects(scene, one, ("action", "attack"))
    parts += _aim(scene, one)
    parts += situation(scene, command.modifiers, None)
    return Pool(parts=(*parts, *gm_part(scene, command.gm)))


def blast_strike(scene: Scene, explosive: Explosive, caught: Caught) -> Strike | None:
    """Returns the strike of an explosion on somebody in it; None beyond its last band. Source: D6P-40, D6P-41."""
    band = gear.band_at(caught.metres, explosive.blast)
    if band is None:
        return None
    certain = bool(scene.switch("d6pool.grenadeAlwaysHits"))
    name = scene.words.word("d6pool.explosion")
    first = Part(name=name, amount=mechanics.BLAST_DICE, rule="D6P-40")
    return Strike(
        pool=Pool(parts=(first, *gm_part(scene, caught.gm))),
        dn=ladder(scene, band),
        dodge=0 if certain else caught.dodge,
        damage=explosive.damage[gear.BANDS.index(band)],
        resistance=character.resistance(scene, scene.one(caught.target)),
        is_certain=certain,
    )


def has_hero(one: Combatant, skill: str, *, wanted: bool) -> bool:
    """Returns whether a Hero Point doubles this skill in this action, spent now or earlier in it. Source: D6P-12."""
    return wanted or one.memo.get("hero") == skill


def gm_part(scene: Scene, dice: int) -> tuple[Part, ...]:
    """Returns the game master's own dice, if any. Source: D6P-28."""
    return (Part(name=scene.words.word("d6pool.gm"), amount=dice, rule="D6P-28"),) if dice else ()


def situation(scene: Scene, chosen: tuple[str, ...], target: Combatant | None) -> tuple[Part, ...]:
    """Returns the situational modifiers: those chosen and the target's cover, of each kind only the worst.

    Source: D6P-28.

    Raises:
        RuleError: a modifier the ruleset does not know.
    """
    kinds: dict[str, list[Part]] = {}
    for key in dict.fromkeys(chosen):
        known = scene.ruleset.modifier(key)
        if known is None:
            raise refuse("d6pool.no_such_modifier", rule="D6P-28", modifier=key)
        part = Part(name=known.name, amount=known.amount, rule=known.rule, key=key)
        kinds.setdefault(known.group or key, []).append(part)
    if target:
        kinds.setdefault("cover", []).extend(character.effects(scene, target, ("target",)))
    return tuple(min(parts, key=lambda part: part.amount) for parts in kinds.values() if parts)


def _of_weapon(scene: Scene, one: Combatant, weapon: Weapon, mode: str) -> tuple[Part, ...]:
    parts = list(_aim(scene, one))
    if mode == "FA":
        parts.append(_known(scene, "burst"))
    elif weapon.has_laser:
        parts.append(_known(scene, "laser"))
    if weapon.is_smart and one.sheet.get("smart_link"):
        bonus = items.number(scene.switch("d6pool.smartBonus"))
        parts.append(Part(name=_known(scene, "smart").name, amount=bonus, rule="D6P-28"))
    return tuple(parts)


def _aim(scene: Scene, one: Combatant) -> tuple[Part, ...]:
    return (_known(scene, "aimed"),) if one.has("aimed") else ()


def _known(scene: Scene, key: str) -> Part:
    known = scene.ruleset.modifier(key)
    if known is None:
        return Part(name=key, amount=0)
    return Part(name=known.name, amount=known.amount, rule=known.rule, key=key)
