"""Shots, bursts and blows at the table, and how any strike is rolled.

Source: D6P-19, D6P-20, D6P-29 to D6P-36, D6P-52.
"""

from collections.abc import Callable

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Value
from encounter_gui.rules.engine import asking
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import values_of
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.combat import strike_text
from encounter_gui.rules.systems.d6pool.combat.attack_plan import (
    AttackPlan,
    Strike,
    StrikeResult,
    plan_attack,
)
from encounter_gui.rules.systems.d6pool.commands import Attack
from encounter_gui.rules.systems.d6pool.harm.wounds import wound_events
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.sheet.character import Pool
from encounter_gui.rules.systems.d6pool.turns import action_budget


def dice(
    resolution: Resolution,
    key: str,
    who: CombatantId | None,
    count: int,
    *,
    target: CombatantId | None = None,
) -> Rolling[int]:
    """Asks for so many d6 and returns their total; no dice come to 0 and are not asked for. Source: D6P-09."""
    if count <= 0:
        return 0
    wanted = asking.request(resolution.context, key, who, count=count)
    return (yield from asking.total(replace(wanted, target=target)))


def roll_strike(
    resolution: Resolution,
    strike: Strike,
    who: CombatantId | None,
    target: CombatantId,
    *,
    rolled: Callable[[StrikeResult], None] = lambda result: None,
    is_one_of_several: bool = False,
) -> Rolling[StrikeResult]:
    """Rolls one strike in the order of the rules: dodge, attack, damage, resistance. Source: D6P-52.

    ``rolled`` is called once it is known whether it hits, before the damage is rolled. ``is_one_of_several``: the same
    is rolled against others, and each roll says against whom it is.
    """
    against = target if is_one_of_several else None
    strike = _as_given(resolution, strike)
    if strike.is_certain:
        result = StrikeResult(strike=strike, dodge=0, attack=None, is_hit=True)
    else:
        dodge = yield from dice(resolution, "dodge", target, strike.dodge, target=against)
        attack = yield from dice(resolution, "attack", who, strike.pool.dice, target=against)
        is_hit = bool(mechanics.hits(attack, dodge, strike.dn, strike.pool.dice))
        result = StrikeResult(strike=strike, dodge=dodge, attack=attack, is_hit=is_hit)
    rolled(result)
    if not result.does_harm:
        return result
    strike = replace(
        strike,
        damage=resolution.number("damage_dice", strike.damage),
        resistance=Pool(
            modifiers=resolution.parts("resistance", strike.resistance.modifiers),
        ),
    )
    result = replace(result, strike=strike)
    damage = yield from dice(resolution, "damage", who, strike.damage, target=against)
    resisted = yield from dice(
        resolution, "resistance", target, strike.resistance.dice, target=against
    )
    wounds = resolution.number("wounds", int(mechanics.wounds(damage, resisted)))
    return replace(result, damage=damage, resistance=resisted, wounds=wounds)


def _as_given(resolution: Resolution, strike: Strike) -> Strike:
    """Returns a strike with the numbers that the game master has put in the place of its own."""
    if strike.is_certain:
        return strike
    return replace(
        strike,
        pool=Pool(modifiers=resolution.parts("attack", strike.pool.modifiers)),
        dn=resolution.number("target", strike.dn),
    )


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
    _spend(resolution, attacker, plan)
    spend_dodge(resolution, target.id, command.dodge)

    def rolled(result: StrikeResult) -> None:
        strike_text.explain_hit(resolution, result, plan.band)

    result = yield from roll_strike(
        resolution, plan.strike, command.who, command.target, rolled=rolled
    )
    resolution.record(fact_of("attack", command.who, command.target, result))
    effects = harm_events(resolution.view, target, result)
    resolution.apply(*effects)
    waits = resolution.holds and bool(effects)
    strike_text.explain_harm(resolution, result)
    return strike_text.attack_label(resolution, attacker, target, plan.mode, result, waits=waits)


def require_attack(context: RulesContext, combatant: Combatant, plan: AttackPlan) -> None:
    """Checks whether a combatant may make this attack now. Source: D6P-17, D6P-19, D6P-21.

    Raises:
        RuleError: not in hand, another weapon or mode in this action, no attack left, too few rounds.
    """
    weapon = plan.weapon
    names = {"who": combatant.name, "weapon": weapon.name}
    if weapon.key not in (gear.held_key(combatant), gear.UNARMED.key):
        raise refuse("d6pool.not_in_hand", rule="D6P-21", **names)
    using = gear.in_use(combatant)
    if using is not None and using != (weapon.key, plan.mode):
        raise refuse("d6pool.one_weapon", rule="D6P-17", who=combatant.name)
    limit = action_budget.attack_limit(context, combatant, plan.mode)
    if limit == 0:
        raise refuse("d6pool.no_attack_after_draw", rule="D6P-21", **names)
    if action_budget.attacks_made(context, combatant) >= limit:
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
    limit = character.dodge_limit(context, target)
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
    if combatant.gauges.get("hero", 0) < 1:
        raise refuse("d6pool.no_hero_points", rule="D6P-12", who=combatant.name)
    resolution.record(ev.GaugeChanged(who=combatant.id, gauge="hero", by=-1))
    if combatant.id in resolution.context.state.acting:
        resolution.record(ev.MemoSet(who=combatant.id, key="hero", value=skill))


def harm_events(
    context: RulesContext, target: Combatant, result: StrikeResult
) -> tuple[ev.Event, ...]:
    """Returns what a strike does to its target. Source: D6P-35."""
    return wound_events(context, target, result.wounds) if result.does_harm else ()


def _spend(resolution: Resolution, combatant: Combatant, plan: AttackPlan) -> None:
    limit = action_budget.attack_limit(resolution.context, combatant, plan.mode)
    spend_attack(resolution, combatant, plan.weapon.key, plan.mode, limit=limit)
    if plan.rounds:
        gauge = plan.weapon.ammo
        resolution.record(ev.GaugeChanged(who=combatant.id, gauge=gauge, by=-plan.rounds))
    if plan.uses_aim:
        resolution.record(ev.ConditionRemoved(who=combatant.id, key="aimed"))


def spend_attack(
    resolution: Resolution, combatant: Combatant, weapon: str, mode: str, *, limit: int
) -> None:
    """Counts one attack of the action; with the last one the action is spent. Source: D6P-17."""
    who = combatant.id
    resolution.record(
        ev.GaugeChanged(who=who, gauge="attacks", by=1),
        ev.GaugeChanged(who=who, gauge="attacks_turn", by=1),
        ev.GaugeSet(who=who, gauge="acted", to=1),
        ev.MemoSet(who=who, key="using", value={"weapon": weapon, "mode": mode}),
    )
    if action_budget.attacks_made(resolution.context, combatant) + 1 >= limit:
        action_budget.spend_action(resolution, who)


def spend_dodge(resolution: Resolution, target: CombatantId, count: int) -> None:
    """Spends dice on dodging; they are gone whether they helped or not. Source: D6P-31."""
    if count:
        resolution.record(ev.GaugeChanged(who=target, gauge=character.DODGE, by=-count))


def fact_of(
    what: str, who: CombatantId | None, target: CombatantId, result: StrikeResult
) -> ev.Resolved:
    """Returns the fact of a strike, for the log, reports and expectations."""
    strike = result.strike
    values: dict[str, Value] = {
        "dice": strike.pool.dice,
        "dn": strike.dn + result.dodge,
        "dodge": result.dodge,
        "total": result.attack or 0,
        "hit": result.is_hit,
        **values_of(strike.pool.modifiers),
    }
    if result.is_hit:
        values |= {
            "level": strike.damage,
            "damage": result.damage,
            "raw": result.damage,
            "resistance": result.resistance,
            "wounds": result.wounds,
            "stunned": result.does_harm and result.wounds == 0,
        }
    return ev.Resolved(what=what, who=who, target=target, values=values)
