"""What an attack will be rolled with. The table rolls a plan, the odds weigh it. Source: CWN-25 to CWN-35, CWN-39."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import amounts
from encounter_gui.rules.engine.modifiers import Modifier, chosen, total
from encounter_gui.rules.model.dice_sum import DiceSum
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.combat import shock as shocks
from encounter_gui.rules.systems.cwn.combat import to_hit
from encounter_gui.rules.systems.cwn.commands import Attack
from encounter_gui.rules.systems.cwn.rules import defense
from encounter_gui.rules.systems.cwn.rules.strike import Strike
from encounter_gui.rules.systems.cwn.sheet import character, gear
from encounter_gui.rules.systems.cwn.sheet.action_budget import FIRST_SHOCK
from encounter_gui.rules.systems.cwn.sheet.gear import AttackMode, Weapon

AttackOccasion = Literal["", "snap", "charge", "swarm", "extra", "free"]
"""What allows an attack: the Main (or one held), a Snap Attack, a charge, a swarm, a first kill, a free attack."""

UNARMED_DICE = (
    DiceSum(count=1, sides=6),
    DiceSum(count=1, sides=8),
    DiceSum(count=1, sides=10),
    DiceSum(count=1, sides=12),
    DiceSum(count=1, sides=12, flat=1),
)
"""Damage of an Unarmed Combatant by Punch skill. Source: CWN-45j."""


class AttackPlan(Struct, frozen=True, kw_only=True):
    """An attack with a weapon: who is struck at, and what it uses up.

    ``targets`` has one for each attack of the Main, in order. ``rounds`` leave the magazine.
    """

    weapon: Weapon
    mode: AttackMode
    targets: tuple[CombatantId, ...]
    rounds: int


def plan_attack(context: RulesContext, command: Attack) -> AttackPlan:
    """Returns whom an attack is aimed at and what it takes, whether or not it may be made now. Source: CWN-25, CWN-69.

    Raises:
        RuleError: there is no such weapon, mode, modifier or area, or a target is out of its range.
    """
    combatant = context.known_combatant(command.who)
    weapon = weapon_in(combatant, command.weapon)
    mode = mode_of(weapon, command.mode)
    targets = _targets(command, weapon)
    for each in targets:
        context.known_combatant(each)
        aimed = aimed_at(command, each)
        to_hit.allow_range(weapon, mode, aimed.metres)
        chosen(context, aimed.modifiers, "CWN-29")
        amounts.parts(context, aimed.area, "CWN-25")
    rounds = rounds_of(context, weapon, mode)
    return AttackPlan(weapon=weapon, mode=mode, targets=targets, rounds=rounds)


def aimed_at(command: Attack, target: CombatantId) -> Attack:
    """Returns an attack as it is aimed at one of its targets, from where that stands. Source: CWN-69."""
    own = next((each for each in command.aims if each.target == target), None)
    if own is None:
        return command
    return replace(command, metres=own.metres, modifiers=own.modifiers, area=own.area)


def first_strike(context: RulesContext, command: Attack) -> Strike:
    """Returns what the first attack of a command is rolled with. Source: CWN-25."""
    return strike_at(context, command, context.known_combatant(command.target))


def strike_at(
    context: RulesContext, command: Attack, target: Combatant, *, how: AttackOccasion | None = None
) -> Strike:
    """Returns what one attack on one target is rolled with. Source: CWN-25.

    ``how`` overrides the command's: ``free`` for the attack on who runs from melee.
    """
    combatant = context.known_combatant(command.who)
    weapon = weapon_in(combatant, command.weapon)
    mode = mode_of(weapon, command.mode)
    occasion = command.how if how is None else how
    aim = to_hit.Aim(
        weapon=weapon,
        mode=mode,
        how=occasion,
        metres=command.metres,
        modifiers=command.modifiers,
        gm=command.gm,
        others=_others(context, command) if occasion == "swarm" else 0,
        boost=command.boost,
        area=command.area,
    )
    is_lethal = not (weapon.is_nonlethal or command.nonlethal)
    trauma = trauma_of(combatant, weapon, target, suited=command.suited) if is_lethal else None
    shock = shocks.shock_at(context, combatant, target, aim)
    return Strike(
        hit=to_hit.hit_parts(context, combatant, target, aim),
        armor=character.armor_parts(context, target, melee=mode == "melee"),
        damage=damage_dice(context, combatant, weapon),
        damage_plus=damage_parts(context, combatant, weapon, mode),
        swarm=aim.others,
        trauma=trauma,
        trauma_plus=trauma_bonus(context, combatant, target),
        trauma_target=character.trauma_target(context, target),
        rating=2 if _is_martial(combatant, weapon) else weapon.rating,
        shock=shock.amount,
        shock_parts=shock.parts,
        is_shock_ignored=shock.is_ignored,
        graze=_graze(context, combatant, weapon),
        least=int(bool(context.switch("cwn.minDamageOne"))),
        is_lethal=is_lethal,
        is_melee=mode == "melee",
        soak=character.soak_now(target),
        hp=character.hp_now(target),
        is_among_friends=character.team(combatant) == character.team(target),
    )


def with_total_defense(context: RulesContext, strike: Strike) -> Strike:
    """Returns a strike against a combatant that goes over to Total Defense: +2 AC and no Shock. Source: CWN-36g."""
    return defense.with_total_defense(strike, context.number(mechanics.DEFENSE_AC))


def as_target(target: Combatant, *, stopped: bool, defends: bool | None = None) -> Combatant:
    """Returns a target whose first Shock of the round has been stopped, or not, in Total Defense, or not.

    ``defends`` None: as it is.
    """
    gauges = {**target.gauges, FIRST_SHOCK: int(stopped)}
    conditions = target.conditions
    if defends is not None:
        rest = (each for each in conditions if each.key != "total_defense")
        conditions = (*rest, *((Condition(key="total_defense"),) if defends else ()))
    return replace(target, gauges=gauges, conditions=conditions)


def weapon_in(combatant: Combatant, key: str) -> Weapon:
    """Returns a combatant's weapon; ``key`` empty: what it attacks with by itself.

    Raises:
        RuleError: it has no such weapon, or it is an explosive, which is thrown at a point.
    """
    item = (None if key else gear.ready_weapon(combatant)) or gear.find(combatant, key)
    if item is None:
        raise no_weapon(combatant, key)
    if item.kind == "explosive":
        raise refuse("cwn.throw_it", rule="CWN-41", weapon=item.name)
    if item.values.get("class") == "launcher":
        raise refuse("cwn.load_it", rule="CWN-41", weapon=item.name)
    return gear.weapon_of(item)


def no_weapon(combatant: Combatant, key: str) -> RuleError:
    """Returns the refusal of a weapon that is not there."""
    wanted = key or gear.held_key(combatant)
    if not wanted:
        return refuse("cwn.choose_weapon", rule="CWN-25", who=combatant.name)
    return refuse("cwn.no_such_weapon", rule="CWN-25", who=combatant.name, weapon=wanted)


def mode_of(weapon: Weapon, wanted: str) -> AttackMode:
    """Returns what a weapon is used for: as wanted, or what it does by itself.

    Raises:
        RuleError: it cannot do that.
    """
    found = next((mode for mode in weapon.modes if mode == wanted or not wanted), None)
    if found is None:
        raise refuse(f"cwn.no_mode_{wanted}", rule="CWN-12", weapon=weapon.name)
    return found


def rounds_of(context: RulesContext, weapon: Weapon, mode: str) -> int:
    """Returns how many rounds an attack uses up. Source: CWN-31, CWN-36b."""
    if not weapon.magazine:
        return 1 if weapon.uses else 0
    return context.number(mechanics.BURST_ROUNDS) if mode == "burst" else 1


def _others(context: RulesContext, command: Attack) -> int:
    """How many others still up have joined the swarm, whether or not it meets its target. Source: CWN-39, CWN-40."""
    members = swarm_on(context, command.target)
    return sum(each.id != command.who and not character.is_out(each) for each in members)


def swarm_on(context: RulesContext, target: CombatantId) -> tuple[Combatant, ...]:
    """Returns who has joined a swarm on a target. Source: CWN-39."""
    return tuple(
        combatant
        for combatant in context.state.combatants.values()
        if (swarming := combatant.condition("swarming")) and swarming.about == target
    )


def damage_dice(context: RulesContext, combatant: Combatant, weapon: Weapon) -> DiceSum:
    """Returns the dice of a weapon; trained fists are better ones. Source: CWN-12, CWN-45j."""
    if not _is_martial(combatant, weapon):
        return weapon.damage
    punch = max(character.skill(context, combatant, "punch"), 0)
    return UNARMED_DICE[min(punch, len(UNARMED_DICE) - 1)]


def damage_parts(
    context: RulesContext, attacker: Combatant, weapon: Weapon, mode: str
) -> tuple[Modifier, ...]:
    """Returns what is added to the damage dice. Source: CWN-25 step 5, CWN-31, CWN-33, CWN-45b, CWN-45f, CWN-45h."""
    modifiers: list[Modifier] = []
    if character.is_pc(attacker):
        modifiers += to_hit.attribute_part(context, attacker, weapon, mode)
        for skill, rule in _trained_in(attacker, weapon, mode):
            modifiers += to_hit.trained_part(context, attacker, skill, rule)
        modifiers += to_hit.killing_part(context, attacker)
        modifiers += to_hit.gear_parts(attacker, "damage_bonus")
    if mode == "burst":
        modifiers.append(
            to_hit.named_modifier(context, "cwn.mode.burst", mechanics.BURST_DAMAGE, "CWN-31")
        )
    if weapon.is_crude and mode == "melee":
        modifiers.append(to_hit.named_modifier(context, "cwn.crude", mechanics.CRUDE, "CWN-33"))
    return (*modifiers, *character.effects(context, attacker, "damage"))


def _trained_in(attacker: Combatant, weapon: Weapon, mode: str) -> Iterator[tuple[str, str]]:
    """Yields the skills that are added to damage, each with its rule."""
    if weapon.is_unarmed:
        yield "punch", "CWN-36a"
    is_blade = mode in ("melee", "thrown") and "stab" in weapon.skills
    if is_blade and gear.rank(attacker, "armsmaster"):
        yield "stab", "CWN-45f"
    if mode in to_hit.SHOTS and gear.rank(attacker, "deadeye"):
        yield "shoot", "CWN-45h"


def trauma_of(
    combatant: Combatant, weapon: Weapon, target: Combatant, *, suited: bool | None
) -> DiceSum | None:
    """Returns the Trauma Die of a weapon against a target; None: none is rolled. Source: CWN-26, CWN-45j, CWN-65."""
    can_harm = weapon.harms_machines or weapon.is_heavy if suited is None else suited
    if character.kind(target) == "drone" and not can_harm:
        return None
    return DiceSum(count=1, sides=6) if _is_martial(combatant, weapon) else weapon.trauma


def trauma_bonus(context: RulesContext, combatant: Combatant, target: Combatant) -> int:
    """Returns what is added to a Trauma Die. Source: CWN-25 step 4, CWN-45b, CWN-45t."""
    return trauma_against(context, target) + trauma_by(combatant)


def trauma_against(context: RulesContext, target: Combatant) -> int:
    """Returns what is added to every Trauma Die against a combatant. Source: CWN-45t."""
    return total(character.effects(context, target, "trauma"))


def _targets(command: Attack, weapon: Weapon) -> tuple[CombatantId, ...]:
    """Several attacks only with one's own Main. Source: CWN-69.

    Raises:
        RuleError: more targets are named than there are attacks.
    """
    count = weapon.attacks if not command.how else 1
    if len(command.also) >= count:
        raise refuse("cwn.too_many_targets", rule="CWN-69", weapon=weapon.name, count=count)
    named = (command.target, *command.also)[:count]
    return (*named, *((command.target,) * (count - len(named))))


def _is_martial(combatant: Combatant, weapon: Weapon) -> bool:
    return weapon.is_unarmed and bool(gear.rank(combatant, "unarmed_combatant"))


def _graze(context: RulesContext, combatant: Combatant, weapon: Weapon) -> DiceSum | None:
    """A master of unarmed combat hurts even on a miss, and a Killing Blow more. Source: CWN-45b, CWN-45j."""
    if weapon.is_unarmed and gear.rank(combatant, "unarmed_combatant") >= 2:
        return DiceSum(count=1, sides=6, flat=total(killing_parts(context, combatant)))
    return None


def killing_parts(context: RulesContext, combatant: Combatant) -> tuple[Modifier, ...]:
    """Returns what Killing Blow adds to all damage a combatant does; NPCs have it in their numbers. Source: CWN-45b."""
    return to_hit.killing_part(context, combatant) if character.is_pc(combatant) else ()


def trauma_by(combatant: Combatant) -> int:
    """Returns what a combatant adds to every Trauma Die; NPCs have it in their numbers. Source: CWN-45b."""
    if not character.is_pc(combatant):
        return 0
    own = sum(amount for _, amount in gear.from_gear(combatant, "trauma_die"))
    return own + (1 if gear.rank(combatant, "killing_blow") else 0)
