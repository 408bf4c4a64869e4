"""Rest, downtime, and Conviction given to others. Source: CHR-67, CHR-69."""

from collections.abc import Callable, Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.actions import turn_actions
from encounter_gui.rules.systems.chrome.checks import checks, conviction
from encounter_gui.rules.systems.chrome.harm import dying, renewal
from encounter_gui.rules.systems.chrome.rules import deaths
from encounter_gui.rules.systems.chrome.rules.at_table import D100Check
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, owed
from encounter_gui.rules.systems.chrome.sheet.check_plan import plan_check


def rest(resolution: Resolution, command: do.Rest) -> Rolling[Message]:
    """Rests, once a day: a Save for Health, one for Conviction, or both. Source: CHR-69, CHR-17."""
    context = resolution.context
    combatant = require_rest(context, command.who, command.aim)
    aims = renewal.aims_of(command.aim)
    renewal.note_rest(resolution, combatant, aims)
    for aim in aims:
        now = resolution.combatant(combatant.id)
        if character.is_awake(now):
            plan = plan_check(resolution.context, now, renewal.AIMS[aim])
            result = yield from checks.roll_check(resolution, plan, owed.REST_OF[aim])
            _bring(resolution, result, aim)
    now = resolution.combatant(combatant.id)
    return say(
        "chrome.log.rests",
        who=combatant.name,
        health=character.health_now(now),
        conviction=character.conviction_now(now),
        tail="",
    )


# ---- once a day


def require_rest(context: RulesContext, who: CombatantId, aim: str) -> Combatant:
    """Returns an Operator that may rest for its aims now.

    Raises:
        RuleError: a fight runs, it has nothing to roll, is dead or unconscious, or has rested today. Source: CHR-69.
    """
    if action_budget.is_running(context):
        raise refuse("chrome.no_rest_now", rule="CHR-69")
    combatant = checks.require_roller(context, who)
    deaths.require_alive(combatant)
    if renewal.aims_left(context, combatant, aim) != renewal.aims_of(aim):
        raise refuse("chrome.rested_today", rule="CHR-69", who=combatant.name)
    return combatant


def new_day(resolution: Resolution, command: do.NewDay) -> Message:
    """Lets everybody rest again, whatever the clock says. Source: CHR-69."""
    for combatant in resolution.context.state.combatants.values():
        resolution.set_record(combatant.id, renewal.RESTED, ())
    return say("chrome.log.new_day")


# ---- the Saves of a rest


def rest_saves(
    aim: str,
) -> Callable[[Resolution, Sequence[Obligation]], Rolling[Message]]:
    """Returns what rolls the Saves that are owed at the end of a rest, those of the party together. Source: CHR-69."""

    def settle(resolution: Resolution, obligations: Sequence[Obligation]) -> Rolling[Message]:
        context = resolution.context
        there = [context.combatant(owed.who_of(each)) for each in obligations]
        plans = [plan_check(context, each, renewal.AIMS[aim]) for each in there]
        results = yield from checks.roll_checks(resolution, plans, owed.REST_OF[aim])
        for result in results:
            _bring(resolution, result, aim)
        left = character.health_now if aim == "health" else character.conviction_now
        texts = (
            context.texts.text_of(
                f"chrome.clock.rested_{aim}",
                who=each.name,
                left=left(resolution.combatant(each.id)),
            )
            for each in there
        )
        return say("chrome.log.rest_saves", who=", ".join(texts), tail="")

    return settle


def _bring(resolution: Resolution, result: D100Check, aim: str) -> None:
    """Gives what one Save of a rest brings; its own rows replace the general ones of a Critical Failure.

    Source: CHR-17, CHR-69.
    """
    context = resolution.context
    plain = context.number(mechanics.BAD_REST_STRESS) if aim == "conviction" else None
    checks.apply_result(resolution, result, plain=plain, has_row=False)
    step = context.number(mechanics.REST_STEP)
    gain = (
        int(mechanics.rest_gain(result.plan.target, result.total, step=step))
        if result.is_success
        else 0
    )
    if aim == "health":
        _heal(resolution, result, gain)
    else:
        _calm(resolution, result, gain)


def _heal(resolution: Resolution, result: D100Check, gain: int) -> None:
    who = result.plan.who
    if result.is_fumble:
        dying.harm(resolution, who, resolution.context.number(mechanics.BAD_REST_DAMAGE))
        return
    amount = character.health(resolution.combatant(who)) if result.is_critical else gain
    healed = turn_actions.heal(resolution, who, amount)
    resolution.fact("rest", who, aim="health", healed=healed)
    _explain_gain(resolution, result, gain)


def _calm(resolution: Resolution, result: D100Check, gain: int) -> None:
    who = result.plan.who
    if result.is_fumble:
        stress = resolution.context.number(mechanics.BAD_REST_STRESS)
        conviction.stress(resolution, who, stress)
        owed.frighten(resolution, who, "rest")
        return
    if result.is_critical and resolution.context.switch("chrome.restCrit") == "max":
        gain = character.conviction(resolution.combatant(who))
    elif result.is_critical:
        gain *= 2
    calmed = conviction.regain(resolution, who, gain)
    resolution.fact("rest", who, aim="conviction", calmed=calmed)
    _explain_gain(resolution, result, gain)


def _explain_gain(resolution: Resolution, result: D100Check, gain: int) -> None:
    params = {"target": result.plan.target, "roll": result.total, "gain": gain}
    resolution.reason("chrome.why.rest", "CHR-69", **params)


# ---- downtime


def require_downtime(context: RulesContext, who: Sequence[CombatantId]) -> tuple[Combatant, ...]:
    """Returns who takes downtime.

    Raises:
        RuleError: a fight runs, or one of them is dead or owes the Save that decides it. Source: CHR-69.
    """
    if action_budget.is_running(context):
        raise refuse("chrome.no_rest_now", rule="CHR-69")
    combatants = context.combatants(who)
    for combatant in combatants:
        deaths.require_alive(combatant)
    return combatants


# ---- Conviction given to others


def lend(resolution: Resolution, command: do.Lend) -> Rolling[Message]:
    """Gives Conviction to an ally: for sure out of a fight, by its Prime Save in one. Source: CHR-29l, CHR-67."""
    context = resolution.context
    combatant, target = _giver(resolution, command), checks.require_roller(context, command.target)
    is_ally = character.team(target) == character.team(combatant)
    if target.id == combatant.id or not is_ally or character.is_dead(target):
        raise refuse("chrome.no_lending", rule="CHR-67", target=target.name)
    if not action_budget.is_running(context):
        resolution.change_gauge(combatant.id, character.CONVICTION, -command.amount)
        gained = conviction.regain(resolution, target.id, command.amount)
        return _lent(resolution, combatant, target, gained)
    save = character.prime(target)
    if save not in character.SAVES:
        raise refuse("chrome.no_prime", rule="CHR-67", who=target.name)
    action_budget.pay(resolution, combatant.id, action="lend")
    resolution.change_gauge(combatant.id, character.CONVICTION, -command.amount)
    result = yield from checks.roll_check(resolution, plan_check(context, target, save), "lend")
    checks.apply_result(resolution, result)
    if result.is_fumble:
        for each in (combatant, target):
            owed.frighten(resolution, each.id, "lent_in_vain")
    times = 2 if result.is_critical else 1 if result.is_success else 0
    gained = conviction.regain(resolution, target.id, times * command.amount) if times else 0
    return _lent(resolution, combatant, target, gained)


def _giver(resolution: Resolution, command: do.Lend) -> Combatant:
    combatant = checks.require_roller(resolution.context, command.who)
    action_budget.require_action(resolution.context, combatant.id, action="lend")
    if character.is_dead(combatant):
        raise refuse("chrome.dead_conviction", rule="CHR-60", who=combatant.name)
    left = character.conviction_now(combatant)
    if not 1 <= command.amount <= left:
        raise refuse(
            "chrome.burn_too_much",
            rule="CHR-67",
            who=combatant.name,
            amount=command.amount,
            left=left,
        )
    return combatant


def _lent(resolution: Resolution, combatant: Combatant, target: Combatant, gained: int) -> Message:
    resolution.fact("lend", combatant.id, target.id, gained=gained)
    key = "chrome.log.lends" if gained else "chrome.log.lends_nothing"
    return say(key, who=combatant.name, target=target.name, amount=gained, tail="")
