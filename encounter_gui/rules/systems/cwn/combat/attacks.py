"""Attacks at the table: who may make one, what it costs, how it goes. Source: CWN-25, CWN-36a to CWN-36e, CWN-69."""

from collections.abc import Generator
from dataclasses import replace

from msgspec import structs

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.asking import Answer, Ask, Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.combat import focus_actions, melee, movement, swarms, to_hit
from encounter_gui.rules.systems.cwn.combat.attack_plan import AttackPlan, plan_attack
from encounter_gui.rules.systems.cwn.combat.strike import (
    StrikeResult,
    result_of,
    struck_at,
    took_effect,
    why,
)
from encounter_gui.rules.systems.cwn.commands import Attack
from encounter_gui.rules.systems.cwn.harm import falling
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear, scene_uses

BOOSTER = "reaction_booster"


def attack(context: RulesContext, command: Attack) -> Procedure:
    """Plays everything one Main (or what stands for it) gives. Source: CWN-25, CWN-69."""
    combatant = entitled(context, command)
    plan = plan_attack(context, command)
    allow(context, combatant, plan, command)
    command = structs.replace(command, weapon=plan.weapon.key)  # thrown, it leaves the hand
    mine = cost(context, combatant, command, plan)
    now = _after(context, mine)
    away = yield from _charged_past(now, command)
    now = _after(now, away.events)
    events, reasons = [*mine, *away.events], [*words_on(context, command), *away.reasons]
    if away.is_stopped:
        return Outcome(
            label=say("cwn.log.run_stopped", who=combatant.name, struck=away.struck),
            events=tuple(events),
            reasons=tuple(reasons),
        )
    struck: list[StrikeResult] = []
    facts: list[ev.Resolved] = []
    for target, _ in plan.strikes:
        if struck and _fell_meanwhile(context, now, target):
            continue
        blow = yield from struck_at(now, command, target, command.how)
        after = _after(now, blow.events)
        fact, *rest = yield from took_effect(after, blow)
        done = (*blow.events, fact, *rest)
        done = (*done, *focus_actions.first_kill(after.combatant(combatant.id), fact))
        now, events = _after(now, done), [*events, *done]
        struck.append(blow)
        reasons += why(context, blow)
        if isinstance(fact, ev.Resolved):
            facts.append(fact)
    if command.how == "swarm":
        events += swarms.over(context, command.target)
    return Outcome(
        label=_label(context, command, plan, struck, facts),
        events=tuple(events),
        reasons=tuple(reasons),
    )


def _fell_meanwhile(before: RulesContext, after: RulesContext, target: CombatantId) -> bool:
    """Whether an earlier attack of the same Main has put somebody down: the rest spares it. Source: CWN-69."""
    return character.is_down(after.combatant(target)) and not character.is_down(
        before.combatant(target)
    )


def entitled(context: RulesContext, command: Attack) -> Combatant:
    """Returns the attacker, if something lets it attack now. Source: CWN-17, CWN-36c, CWN-36e, CWN-38, CWN-39.

    Raises:
        RuleError: nothing does.
    """
    match command.how:
        case "snap":
            combatant = action_budget.instant(context, command.who)
            if command.boost:
                _allow_boost(combatant)
            return combatant
        case "charge":
            action_budget.actor(context, command.who, "move")
            return action_budget.actor(context, command.who, "main")
        case "swarm":
            return swarms.striker(context, command)
        case "extra":
            combatant = action_budget.conscious(context, command.who)
            if not combatant.gauges.get("extra"):
                raise refuse("cwn.no_extra_attack", rule="CWN-45k", who=combatant.name)
            return combatant
        case _:
            return action_budget.actor(context, command.who, "main")


def _allow_boost(combatant: Combatant) -> None:
    if not gear.rank(combatant, BOOSTER):
        raise refuse("cwn.no_booster", rule="CWN-45n", who=combatant.name)
    if scene_uses.uses(combatant, BOOSTER):
        raise refuse("cwn.booster_used", rule="CWN-45n", who=combatant.name)


def allow(context: RulesContext, combatant: Combatant, plan: AttackPlan, command: Attack) -> None:
    """Lets an attack pass, or says why not. Source: CWN-25 step 1, CWN-27, CWN-31, CWN-36e, CWN-58, CWN-64.

    Raises:
        RuleError: target, hand, reach, ammunition or charge do not allow it.
    """
    weapon = plan.weapon
    for who, _ in plan.strikes:
        _allow_target(combatant, context.known_combatant(who))
    if not gear.is_readied(combatant, weapon):
        raise refuse("cwn.not_readied", rule="CWN-25", who=combatant.name, weapon=weapon.name)
    if weapon.hands > 1 and combatant.has("one_hand"):
        raise refuse("cwn.needs_two_hands", rule="CWN-64", who=combatant.name, weapon=weapon.name)
    if to_hit.crowding(context, combatant, weapon, plan.mode) is None:
        raise refuse(
            "cwn.two_hands_in_melee", rule="CWN-27", who=combatant.name, weapon=weapon.name
        )
    spares = weapon.is_nonlethal or (weapon.can_spare and plan.mode == "melee")
    if command.nonlethal and not spares:
        raise refuse("cwn.cannot_spare", rule="CWN-58", weapon=weapon.name)
    _allow_rounds(combatant, plan)
    if command.how == "charge":
        _allow_charge(context, combatant, plan, command)


def _allow_target(combatant: Combatant, target: Combatant) -> None:
    if target.id == combatant.id:
        raise refuse("cwn.at_oneself", rule="CWN-25", who=combatant.name)
    if character.is_dead(target):
        raise refuse("cwn.target_dead", rule="CWN-57", target=target.name)


def _allow_rounds(combatant: Combatant, plan: AttackPlan) -> None:
    weapon, needed = plan.weapon, plan.rounds
    left = combatant.gauges.get(weapon.ammo, 0)
    is_counted = bool(weapon.uses) or (plan.mode == "thrown" and weapon.ammo in combatant.gauges)
    if is_counted and left < 1:
        raise refuse("cwn.none_left", rule="CWN-25", who=combatant.name, weapon=weapon.name)
    if needed > left:
        key = "cwn.too_few_rounds" if left else "cwn.empty"
        raise refuse(key, rule="CWN-31", weapon=weapon.name, left=left, needed=needed)


def _allow_charge(
    context: RulesContext, combatant: Combatant, plan: AttackPlan, command: Attack
) -> None:
    if plan.mode not in ("melee", "thrown"):
        raise refuse("cwn.charge_with", rule="CWN-36e", weapon=plan.weapon.name)
    if combatant.has("crawling"):
        raise refuse("cwn.can_only_crawl", rule="CWN-64", who=combatant.name)
    if command.moved is None:
        return
    most = 2 * character.move_rate(context, combatant)
    if not mechanics.CHARGE_LEAST <= command.moved <= most:
        raise refuse(
            "cwn.charge_metres",
            rule="CWN-36e",
            who=combatant.name,
            least=mechanics.CHARGE_LEAST,
            most=most,
        )


def cost(
    context: RulesContext, combatant: Combatant, command: Attack, plan: AttackPlan
) -> tuple[ev.Event, ...]:
    """Returns what an attack uses up: actions, rounds, the weapon that is thrown. Source: CWN-25 step 1."""
    events: list[ev.Event] = []
    match command.how:
        case "snap":
            events += action_budget.paid(context, combatant, "main")
            if command.boost:
                events.append(scene_uses.used(combatant, BOOSTER))
        case "charge":
            until = Expiry(round=context.state.round)
            events.append(
                ev.ConditionAdded(
                    who=combatant.id, condition=Condition(key="charging", until=until)
                )
            )
            events += action_budget.paid(context, combatant, "move", "main")
        case "swarm":  # the Mains are spent already
            pass
        case "extra":
            events.append(ev.GaugeSet(who=combatant.id, gauge="extra", to=0))
        case _:
            events += action_budget.paid(context, combatant, "main")
    if plan.rounds:
        events.append(ev.GaugeChanged(who=combatant.id, gauge=plan.weapon.ammo, by=-plan.rounds))
    elif plan.mode == "thrown":
        events += _thrown(combatant, plan)
    return tuple(events)


def _thrown(combatant: Combatant, plan: AttackPlan) -> tuple[ev.Event, ...]:
    """What is thrown is gone from the hand; of several there is the next. Source: CWN-36n."""
    if plan.weapon.ammo in combatant.gauges:
        thrown = ev.GaugeChanged(who=combatant.id, gauge=plan.weapon.ammo, by=-1)
        is_last = combatant.gauges[plan.weapon.ammo] == 1
        return (thrown, *(falling.let_go(combatant, plan.weapon.key) if is_last else ()))
    return falling.dropped_one(combatant, plan.weapon.key)


def _charged_past(context: RulesContext, command: Attack) -> Generator[Ask, Answer, movement.Away]:
    """Whoever charges out of melee draws free attacks like any other. Source: CWN-18, CWN-36e."""
    if command.how != "charge":
        return movement.Away()
    combatant = context.combatant(command.who)
    others = tuple(foe for foe in melee.listed(combatant) if foe != command.target)
    leaving = movement.left_melee(context, combatant, leaves=bool(others), free=others)
    return (yield from leaving)


def words_on(context: RulesContext, command: Attack) -> tuple[Reason, ...]:
    """By the rules only somebody with a name snaps; the game master may, and the log says so. Source: CWN-36c."""
    combatant = context.combatant(command.who)
    if command.how != "snap" or character.is_somebody(combatant):
        return ()
    return (Reason(text=say("cwn.why.snap_nameless", who=combatant.name), rule="CWN-36c"),)


def _label(
    context: RulesContext,
    command: Attack,
    plan: AttackPlan,
    struck: list[StrikeResult],
    facts: list[ev.Resolved],
) -> Message:
    how = command.how or plan.mode
    verb = context.texts.text_of(f"cwn.verb.{how}")
    if len(struck) == 1:
        found = result_of(context, "cwn.log.attack", struck[0], facts[0])
        return Message(key=found.key, params={**found.params, "verb": verb})
    results = (
        context.texts.sentence(result_of(context, "cwn.result", blow, fact))
        for blow, fact in zip(struck, facts, strict=True)
    )
    return say(
        "cwn.log.attacks", who=context.combatant(command.who).name, results="; ".join(results)
    )


def _after(context: RulesContext, events: tuple[ev.Event, ...]) -> RulesContext:
    return replace(context, state=fold(context.state, events))
