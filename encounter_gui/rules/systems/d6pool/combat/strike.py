"""Shots, bursts and blows at the table, and how any strike is rolled.

Source: D6P-19, D6P-20, D6P-29 to D6P-36, D6P-52.
"""

from collections.abc import Generator
from dataclasses import dataclass, replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.dice.requests import Rolled, RollRequest
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant, Value
from encounter_gui.rules.engine.asking import Answer, Ask, Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.combat.attack_plan import AttackPlan, Strike, plan_attack
from encounter_gui.rules.systems.d6pool.commands import Attack
from encounter_gui.rules.systems.d6pool.harm.wounds import consequences, wound_events
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.turns import action_budget

Rolling = Generator[Ask, Answer, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeResult:
    """How one strike went. ``attack`` and ``damage`` are None where they were not rolled."""

    strike: Strike
    dodge: int
    attack: int | None
    is_hit: bool
    damage: int = 0
    resistance: int = 0
    wounds: int = 0


def roll(key: str, who: CombatantId | None, dice: int) -> Rolling:
    """Asks for so many d6 and returns their total; no dice come to 0 unasked. Source: D6P-09."""
    if dice <= 0:
        return 0
    request = RollRequest(key=key, label=say(f"d6pool.roll.{key}"), who=who, count=dice)
    answer = yield (request,)
    (rolled,) = answer if isinstance(answer, tuple) else ()
    return rolled.total if isinstance(rolled, Rolled) else 0


def strike_at(
    strike: Strike, who: CombatantId | None, target: CombatantId
) -> Generator[Ask, Answer, StrikeResult]:
    """Rolls one strike in the order of the rules: dodge, attack, damage, resistance. Source: D6P-52."""
    if strike.is_certain:
        return (
            yield from _harm(
                strike, who, target, StrikeResult(strike=strike, dodge=0, attack=None, is_hit=True)
            )
        )
    dodge = yield from roll("dodge", target, strike.dodge)
    attack = yield from roll("attack", who, strike.pool.dice)
    is_hit = bool(mechanics.hits(attack, dodge, strike.dn, strike.pool.dice))
    result = StrikeResult(strike=strike, dodge=dodge, attack=attack, is_hit=is_hit)
    return (yield from _harm(strike, who, target, result)) if is_hit else result


def _harm(
    strike: Strike, who: CombatantId | None, target: CombatantId, result: StrikeResult
) -> Generator[Ask, Answer, StrikeResult]:
    """Damage against resistance; a damage level of 0 does nothing at all. Source: D6P-33, D6P-34, D6P-35."""
    if not mechanics.harms(strike.damage):
        return result
    damage = yield from roll("damage", who, strike.damage)
    resisted = yield from roll("resistance", target, strike.resistance.dice)
    wounds = int(mechanics.wounds(damage, resisted))
    return replace(result, damage=damage, resistance=resisted, wounds=wounds)


def attack(context: RulesContext, command: Attack) -> Procedure:
    """Plays one shot, burst or blow. Source: D6P-19, D6P-20, D6P-29, D6P-30, D6P-31, D6P-52."""
    combatant = action_budget.actor(context, command.who)
    target = context.known_combatant(command.target)
    view = action_budget.seen(context, command.who)
    plan = plan_attack(view, command)
    allow_attack(view, combatant, plan)
    allow_dodge(view.combatant(command.target), command.dodge)
    hero = spend_hero(combatant, plan.weapon.skill, wanted=command.hero)
    result = yield from strike_at(plan.strike, command.who, command.target)
    mine = (*hero, *_spent(context, combatant, plan), *dodged(target, command.dodge))
    fact = fact_of("attack", command.who, command.target, result)
    raw = effects_of(view, command.target, result)
    events = (*mine, fact, *took_effect(context, command.who, raw))
    return Outcome(
        label=_label(
            context,
            combatant,
            target,
            plan.mode,
            result,
            waits=bool(raw) and action_budget.is_tied(context.state),
        ),
        events=events,
        reasons=why(context, result, plan.band),
    )


def allow_attack(context: RulesContext, combatant: Combatant, plan: AttackPlan) -> None:
    """Lets an attack pass, or says why not. Source: D6P-17, D6P-19, D6P-21.

    Raises:
        RuleError: not in hand, another weapon or mode in this action, no attack left, too few rounds.
    """
    weapon = plan.weapon
    if weapon.key not in (combatant.memo_text("held"), gear.UNARMED.key):
        raise refuse("d6pool.not_in_hand", rule="D6P-21", who=combatant.name, weapon=weapon.name)
    using = combatant.memo_text("using")
    if using and using != f"{weapon.key} {plan.mode}":
        raise refuse("d6pool.one_weapon", rule="D6P-17", who=combatant.name)
    limit = action_budget.attack_limit(context, combatant, plan.mode)
    if limit == 0:
        raise refuse(
            "d6pool.no_attack_after_draw", rule="D6P-21", who=combatant.name, weapon=weapon.name
        )
    if action_budget.attacks_made(context, combatant) >= limit:
        raise refuse("d6pool.no_attack_left", rule="D6P-17", who=combatant.name, limit=limit)
    left = combatant.gauges.get(weapon.ammo, 0)
    if plan.rounds > left:
        key = "d6pool.too_few_rounds" if left else "d6pool.empty"
        raise refuse(key, rule="D6P-19", weapon=weapon.name, left=left, needed=plan.rounds)


def allow_dodge(target: Combatant, dice: int) -> None:
    """Lets a defender spend so many dice, or says why not. Source: D6P-31.

    Raises:
        RuleError: more than two on one attack, more than are left, or it cannot defend itself.
    """
    limit = character.dodge_limit(target)
    if dice < 0 or dice > mechanics.DODGE_MOST:
        raise refuse("d6pool.dodge_too_many", rule="D6P-31", who=target.name, dice=dice)
    if dice > limit:
        raise refuse("d6pool.dodge_not_left", rule="D6P-31", who=target.name, dice=dice, left=limit)


def spend_hero(combatant: Combatant, skill: str, *, wanted: bool) -> tuple[ev.Event, ...]:
    """Returns the events of a Hero Point for this action; one doubles this skill throughout it. Source: D6P-12.

    Raises:
        RuleError: none is left, or one doubles everything this turn already.
    """
    if not wanted or combatant.memo.get("hero") == skill:
        return ()
    if combatant.has("heroic"):
        raise refuse("d6pool.is_heroic", rule="D6P-12", who=combatant.name)
    if combatant.gauges.get("hero", 0) < 1:
        raise refuse("d6pool.no_hero_points", rule="D6P-12", who=combatant.name)
    return (
        ev.GaugeChanged(who=combatant.id, gauge="hero", by=-1),
        ev.MemoSet(who=combatant.id, key="hero", value=skill),
    )


def took_effect(
    context: RulesContext, who: CombatantId | None, raw: tuple[ev.Event, ...]
) -> tuple[ev.Event, ...]:
    """Returns the effects of an action, or in a tie the event that holds them back. Source: D6P-15."""
    if not raw:
        return ()
    if who is not None and action_budget.is_tied(context.state):
        return (ev.ResultHeld(by=who, events=raw),)
    return (*raw, *consequences(context, raw))


def _spent(context: RulesContext, combatant: Combatant, plan: AttackPlan) -> tuple[ev.Event, ...]:
    limit = action_budget.attack_limit(context, combatant, plan.mode)
    events = list(attack_spent(context, combatant, f"{plan.weapon.key} {plan.mode}", limit=limit))
    if plan.rounds:
        events.append(ev.GaugeChanged(who=combatant.id, gauge=plan.weapon.ammo, by=-plan.rounds))
    if plan.uses_aim:
        events.append(ev.ConditionRemoved(who=combatant.id, key="aimed"))
    return tuple(events)


def attack_spent(
    context: RulesContext, combatant: Combatant, using: str, *, limit: int
) -> tuple[ev.Event, ...]:
    """One attack of the action is made; with the last one the action is spent. Source: D6P-17."""
    events: list[ev.Event] = [
        ev.GaugeChanged(who=combatant.id, gauge="attacks", by=1),
        ev.GaugeChanged(who=combatant.id, gauge="attacks_turn", by=1),
        ev.GaugeSet(who=combatant.id, gauge="acted", to=1),
        ev.MemoSet(who=combatant.id, key="using", value=using),
    ]
    if action_budget.attacks_made(context, combatant) + 1 >= limit:
        events += action_budget.used(context, combatant)
    return tuple(events)


def dodged(target: Combatant, dice: int) -> tuple[ev.Event, ...]:
    """Dice spent on dodging are gone whether they helped or not. Source: D6P-31."""
    if not dice:
        return ()
    return (ev.GaugeChanged(who=target.id, gauge=character.DODGE, by=-dice),)


def effects_of(
    context: RulesContext, target: CombatantId, result: StrikeResult
) -> tuple[ev.Event, ...]:
    """Returns what a strike does to its target. Source: D6P-35."""
    if not result.is_hit or not mechanics.harms(result.strike.damage):
        return ()
    return wound_events(context, context.combatant(target), result.wounds)


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
    }
    if result.is_hit:
        values |= {
            "level": strike.damage,
            "damage": result.damage,
            "resistance": result.resistance,
            "wounds": result.wounds,
            "stunned": bool(mechanics.harms(strike.damage)) and result.wounds == 0,
        }
    return ev.Resolved(what=what, who=who, target=target, values=values)


def _label(
    context: RulesContext,
    combatant: Combatant,
    target: Combatant,
    mode: str,
    struck: StrikeResult,
    *,
    waits: bool,
) -> Message:
    verb = context.texts.text_of(f"d6pool.verb.{mode}")
    result = result_of("d6pool.log.attack", target, struck)
    params = {**result.params, "who": combatant.name, "verb": verb}
    waiting = context.texts.text_of("d6pool.log.waits") if waits else ""
    return Message(key=result.key, params={**params, "waits": waiting})


def result_of(prefix: str, target: Combatant, result: StrikeResult) -> Message:
    """Returns how a strike went in words."""
    strike = result.strike
    kind = "missed" if not result.is_hit else "wounds" if result.wounds else "stunned"
    if result.is_hit and not mechanics.harms(strike.damage):
        kind = "harmless"
    return say(
        f"{prefix}_{kind}",
        target=target.name,
        total=result.attack or 0,
        dn=strike.dn + result.dodge,
        damage=result.damage,
        resistance=result.resistance,
        wounds=result.wounds,
        left=character.health_now(target) - result.wounds,
        waits="",
    )


def why(context: RulesContext, result: StrikeResult, band: str | None) -> tuple[Reason, ...]:
    """Returns the arithmetic of a strike, line by line. Source: D6P-28 to D6P-35."""
    strike = result.strike
    lines = [
        Reason(
            text=say("d6pool.why.pool", parts=strike.pool.text, dice=strike.pool.dice),
            rule="D6P-28",
        )
    ]
    if band:
        word = context.texts.text_of(f"d6pool.band.{band}")
        lines.append(Reason(text=say("d6pool.why.band", band=word, dn=strike.dn), rule="D6P-26"))
    if strike.is_certain:
        lines = [Reason(text=say("d6pool.why.certain"), rule="D6P-41")]
    else:
        dn = strike.dn + result.dodge
        key = "d6pool.why.hit" if result.is_hit else "d6pool.why.miss"
        lines.append(
            Reason(
                text=say(key, total=result.attack or 0, base=strike.dn, dodge=result.dodge, dn=dn),
                rule="D6P-29",
            )
        )
    if result.is_hit and mechanics.harms(strike.damage):
        lines += _harm_reasons(result)
    return tuple(lines)


def _harm_reasons(result: StrikeResult) -> tuple[Reason, ...]:
    strike = result.strike
    key = "d6pool.why.wounds" if result.wounds else "d6pool.why.stunned"
    return (
        Reason(
            text=say(
                "d6pool.why.resistance", parts=strike.resistance.text, dice=strike.resistance.dice
            ),
            rule="D6P-34",
        ),
        Reason(
            text=say(
                key,
                level=strike.damage,
                damage=result.damage,
                resistance=result.resistance,
                wounds=result.wounds,
            ),
            rule="D6P-35",
        ),
    )
