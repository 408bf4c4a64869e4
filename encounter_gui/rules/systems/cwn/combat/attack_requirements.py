"""What an attack needs and what it costs. Source: CWN-17, CWN-25 step 1, CWN-27, CWN-31, CWN-36c, CWN-36e, CWN-38."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.table import TablePlay, at_table, without_dice
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.combat import to_hit
from encounter_gui.rules.systems.cwn.combat.attack_plan import AttackPlan
from encounter_gui.rules.systems.cwn.commands import Attack
from encounter_gui.rules.systems.cwn.rules.costs import pay
from encounter_gui.rules.systems.cwn.rules.fighter import armed
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear, scene_uses

BOOSTER = "reaction_booster"


def require_attack(context: RulesContext, command: Attack) -> Combatant:
    """Returns the attacker, if something lets it attack now. Source: CWN-17, CWN-36c, CWN-36e, CWN-38, CWN-39.

    Raises:
        RuleError: nothing does.
    """
    match command.how:
        case "snap":
            attacker = action_budget.require_instant(context, command.who)
            if command.boost:
                _require_booster(attacker)
            return attacker
        case "charge":
            action_budget.require_action(context, command.who, "move")
        case "swarm":
            return _require_member(context, command)
        case "extra":
            attacker = action_budget.require_able(context, command.who)
            if not attacker.gauges.get("extra"):
                raise refuse("cwn.no_extra_attack", rule="CWN-45k", who=attacker.name)
            return attacker
    return action_budget.require_action(context, command.who, "main")


def _require_booster(attacker: Combatant) -> None:
    if not gear.rank(attacker, BOOSTER):
        raise refuse("cwn.no_booster", rule="CWN-45n", who=attacker.name)
    if scene_uses.uses(attacker, BOOSTER):
        raise refuse("cwn.booster_used", rule="CWN-45n", who=attacker.name)


def _require_member(context: RulesContext, command: Attack) -> Combatant:
    """Returns who strikes for a swarm: a participant that is still up. Source: CWN-39."""
    member = action_budget.require_able(context, command.who)
    swarming = member.condition("swarming")
    if swarming is None or swarming.about != command.target:
        target = context.known_combatant(command.target)
        raise refuse("cwn.not_swarming", rule="CWN-39", who=member.name, target=target.name)
    return member


def require_possible(
    context: RulesContext, attacker: Combatant, plan: AttackPlan, command: Attack
) -> None:
    """Lets an attack pass, or says why not. Source: CWN-25 step 1, CWN-27, CWN-31, CWN-36e, CWN-58, CWN-64.

    Raises:
        RuleError: target, hand, reach, ammunition or charge do not allow it.
    """
    weapon = plan.weapon
    for who in plan.targets:
        _require_target(attacker, context.known_combatant(who))
    near = to_hit.target_in_reach(context.known_combatant(command.target), command.metres)
    require_ready(context, attacker, weapon, plan.mode, near)
    spares = weapon.is_nonlethal or (weapon.can_spare and plan.mode == "melee")
    if command.nonlethal and not spares:
        raise refuse("cwn.cannot_spare", rule="CWN-58", weapon=weapon.name)
    _require_rounds(attacker, plan)
    if command.how == "charge":
        _require_charge(context, attacker, plan, command)
    elif command.to is not None:
        raise refuse("cwn.goes_only_in_a_charge", rule="CWN-36e", who=attacker.name)


def _require_target(attacker: Combatant, target: Combatant) -> None:
    if target.id == attacker.id:
        raise refuse("cwn.at_oneself", rule="CWN-25", who=attacker.name)
    if character.is_dead(target):
        raise refuse("cwn.target_dead", rule="CWN-57", target=target.name)


def require_ready(
    context: RulesContext,
    attacker: Combatant,
    weapon: gear.Weapon,
    mode: str,
    near: Combatant | None = None,
) -> None:
    """Lets a weapon pass that is in hand, and that wounds and enemies near by let be used. Source: CWN-25, CWN-27.

    Raises:
        RuleError: it is not in hand, or takes two hands where there are not two.
    """
    names = {"who": attacker.name, "weapon": weapon.name}
    if not gear.is_readied(attacker, weapon):
        raise refuse("cwn.not_readied", rule="CWN-25", **names)
    require_hands(context, attacker, weapon, mode, near)


def require_hands(
    context: RulesContext,
    attacker: Combatant,
    weapon: gear.Weapon,
    mode: str,
    near: Combatant | None = None,
) -> None:
    """Lets a weapon pass for which there are hands enough. Source: CWN-27, CWN-64.

    Raises:
        RuleError: it takes more than can be used, or two, and an armed enemy is in melee.
    """
    names = {"who": attacker.name, "weapon": weapon.name}
    usable = gear.usable_hands(attacker)
    if not usable and not (weapon.is_unarmed or weapon.is_integral):
        raise refuse("cwn.no_usable_hand", rule="CWN-64", **names)
    if weapon.hands > max(usable, 1):
        raise refuse("cwn.needs_two_hands", rule="CWN-64", **names)
    if to_hit.crowding(context, attacker, weapon, mode, near) is None:
        raise refuse("cwn.two_hands_in_melee", rule="CWN-27", **names)


def _require_rounds(attacker: Combatant, plan: AttackPlan) -> None:
    weapon, needed = plan.weapon, plan.rounds
    left = attacker.gauges.get(weapon.ammo, 0)
    is_thrown = plan.mode == "thrown" and weapon.ammo in attacker.gauges
    if (weapon.uses or is_thrown) and left < 1:
        raise refuse("cwn.none_left", rule="CWN-25", who=attacker.name, weapon=weapon.name)
    if needed > left:
        key = "cwn.too_few_rounds" if left else "cwn.empty"
        raise refuse(key, rule="CWN-31", weapon=weapon.name, left=left, needed=needed)


def _require_charge(
    context: RulesContext, attacker: Combatant, plan: AttackPlan, command: Attack
) -> None:
    if plan.mode not in ("melee", "thrown"):
        raise refuse("cwn.charge_with", rule="CWN-36e", weapon=plan.weapon.name)
    if attacker.has("crawling"):
        raise refuse("cwn.can_only_crawl", rule="CWN-64", who=attacker.name)
    if command.moved is None:
        return
    least, most = context.number(mechanics.CHARGE_LEAST), 2 * character.move_rate(context, attacker)
    if not least <= command.moved <= most:
        raise refuse("cwn.charge_metres", rule="CWN-36e", who=attacker.name, least=least, most=most)


def pay_attack(
    resolution: Resolution, attacker: Combatant, command: Attack, plan: AttackPlan
) -> None:
    """Uses up what an attack takes: actions, rounds, the weapon that is thrown. Source: CWN-25 step 1."""
    who, mains, moves = attacker.id, 1, 0
    match command.how:
        case "snap" if command.boost:
            resolution.record(scene_uses.use_event(attacker, BOOSTER))
        case "charge":
            until = Expiry(round=resolution.context.state.round)
            resolution.add_condition(who, Condition(key="charging", until=until))
            moves = 1
        case "extra":
            resolution.set_gauge(who, "extra", 0)
            mains = 0
        case "swarm":  # the Mains are spent already
            mains = 0
        case _:
            pass
    rounds = plan.rounds or int(plan.mode == "thrown")
    use_up(resolution, who, plan.weapon, plan.mode, rounds, mains, moves)


def use_up(
    resolution: Resolution,
    who: CombatantId,
    weapon: gear.Weapon,
    mode: str,
    rounds: int,
    mains: int,
    moves: int = 0,
) -> None:
    """Takes Mains and Moves, and rounds, uses or throws from a weapon. Source: CWN-17, CWN-25 step 1, CWN-31."""
    body, play = armed(weapon, mode), TablePlay(resolution)
    without_dice(at_table(play, body, pay, {"who": who}, rounds, mains, moves))


def nameless_reason(resolution: Resolution, command: Attack) -> None:
    """Adds that only combatants with a name snap by the rules; the game master may let others. Source: CWN-36c."""
    attacker = resolution.combatant(command.who)
    if command.how == "snap" and not character.is_somebody(attacker):
        resolution.reason("cwn.why.snap_nameless", "CWN-36c", who=attacker.name)
