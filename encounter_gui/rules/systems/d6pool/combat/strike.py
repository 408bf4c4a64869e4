"""Shots, bursts and blows at the table. Source: D6P-17, D6P-19 to D6P-21, D6P-29 to D6P-36, D6P-52."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import asking
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Play
from encounter_gui.rules.engine.reading.fields import StateStore
from encounter_gui.rules.engine.reading.table import TablePlay, at_table
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.combat import strike_text
from encounter_gui.rules.systems.d6pool.combat.attack_plan import AttackPlan, plan_attack
from encounter_gui.rules.systems.d6pool.commands import Attack
from encounter_gui.rules.systems.d6pool.rules import costs, harm
from encounter_gui.rules.systems.d6pool.rules.fighter import Fighter, with_weapon
from encounter_gui.rules.systems.d6pool.rules.playing import record
from encounter_gui.rules.systems.d6pool.sheet import gear
from encounter_gui.rules.systems.d6pool.turns import action_budget


def dice(resolution: Resolution, key: str, who: CombatantId | None, count: int) -> Rolling[int]:
    """Asks for so many d6 and returns their total; no dice come to 0 and are not asked for. Source: D6P-09."""
    if count <= 0:
        return 0
    return (yield from asking.total(asking.request(resolution.context, key, who, count=count)))


def attack(resolution: Resolution, command: Attack) -> Rolling[Message]:
    """Plays one shot, burst or blow. Source: D6P-19, D6P-20, D6P-29, D6P-30, D6P-31, D6P-52."""
    view = resolution.view
    attacker = action_budget.require_action(view, command.who)
    target = view.known_combatant(command.target)
    if target.id == attacker.id:
        raise refuse("d6pool.at_oneself", rule="D6P-19", who=attacker.name)
    plan = plan_attack(view, command)
    require_attack(view, attacker, plan)
    require_dodge(view, target, command.dodge)
    spend_hero(resolution, attacker, plan.weapon.skill, wanted=command.hero)
    using = plan.weapon.key, plan.mode
    spend_attack(resolution, attacker, using, rounds=plan.rounds, uses_aim=plan.uses_aim)
    spend_dodge(resolution, target.id, command.dodge)

    play = TablePlay(resolution, reads_first=True)
    people = {"who": attacker.id, "target": target.id}
    blow = yield from at_table(play, Fighter, harm.attack, people, plan.strike)
    return strike_text.attack_label(play, attacker, target, plan.mode, blow)


def require_attack(context: RulesContext, combatant: Combatant, plan: AttackPlan) -> None:
    """Checks whether a combatant may make this attack now. Source: D6P-17, D6P-19, D6P-21.

    Raises:
        RuleError: not in hand, another weapon or mode in this action, no attack left, too few rounds.
    """
    weapon = plan.weapon
    names = {"who": combatant.name, "weapon": weapon.name}
    if weapon.key not in (*gear.in_hands(combatant), gear.UNARMED.key):
        raise refuse("d6pool.not_in_hand", rule="D6P-21", **names)
    using = gear.in_use(combatant)
    if using is not None and using != (weapon.key, plan.mode):
        raise refuse("d6pool.one_weapon", rule="D6P-17", who=combatant.name)
    play, fighter = Play(context), Fighter(StateStore(context, combatant))
    limit = int(costs.attack_limit(play, fighter, costs.base_of(plan.mode)))
    if limit == 0:
        raise refuse("d6pool.no_attack_after_draw", rule="D6P-21", **names)
    if costs.attacks_made(play, fighter) >= limit:
        raise refuse("d6pool.no_attack_left", rule="D6P-17", who=combatant.name, limit=limit)
    left = combatant.gauges.get(weapon.ammo, 0)
    if plan.rounds > left:
        key = "d6pool.too_few_rounds" if left else "d6pool.empty"
        raise refuse(key, rule="D6P-19", weapon=weapon.name, left=left, needed=plan.rounds)


def require_dodge(context: RulesContext, target: Combatant, count: int) -> None:
    """Checks whether a defender may spend so many dice. Source: D6P-31.

    Raises:
        RuleError: more than allowed on one attack, more than are left, or it cannot defend itself.
    """
    limit = action_budget.dodge_limit(context, target)
    name = target.name
    if count < 0 or count > context.number(mechanics.DODGE_MOST):
        raise refuse("d6pool.dodge_too_many", rule="D6P-31", who=name, dice=count)
    if count > limit:
        raise refuse("d6pool.dodge_not_left", rule="D6P-31", who=name, dice=count, left=limit)


def spend_hero(resolution: Resolution, combatant: Combatant, skill: str, *, wanted: bool) -> None:
    """Spends a Hero Point on this action; one doubles this skill throughout it. Source: D6P-12.

    Raises:
        RuleError: none is left, or one doubles everything this turn already.
    """
    if not wanted or combatant.memo.get("hero") == skill:
        return
    if combatant.has("heroic"):
        raise refuse("d6pool.is_heroic", rule="D6P-12", who=combatant.name)
    if Fighter(StateStore(resolution.context, combatant)).hero_points < 1:
        raise refuse("d6pool.no_hero_points", rule="D6P-12", who=combatant.name)
    if combatant.id in resolution.context.state.acting:
        record(resolution, costs.hero, combatant.id, skill)
    else:
        resolution.record(ev.GaugeChanged(who=combatant.id, gauge="hero", by=-1))


def spend_attack(
    resolution: Resolution,
    combatant: Combatant,
    using: tuple[str, str],
    *,
    rounds: int,
    uses_aim: bool,
) -> None:
    """Counts one attack of the action with a weapon in a mode, and takes what it uses up.

    Source: D6P-17, D6P-19, D6P-23.
    """
    base, key = costs.base_of(using[1]), using[0]
    is_other = rounds > 0 and key != gear.held_key(combatant)
    body = with_weapon(key) if is_other else Fighter  # the rounds are those of this weapon
    record(resolution, costs.attack, combatant.id, base, rounds, uses_aim, using, body=body)


def spend_dodge(resolution: Resolution, target: CombatantId, count: int) -> None:
    """Spends dice on dodging; they are gone whether they helped or not. Source: D6P-31."""
    if count:
        record(resolution, costs.dodge, target, count)
