"""Rest, downtime, and Conviction given to others. Source: CHR-67, CHR-69."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, LocationState
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.actions import turn_actions
from encounter_gui.rules.systems.chrome.checks import checks, conviction
from encounter_gui.rules.systems.chrome.harm import dying
from encounter_gui.rules.systems.chrome.rules import deaths
from encounter_gui.rules.systems.chrome.rules.at_table import D100Check
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, gear, owed
from encounter_gui.rules.systems.chrome.sheet.check_plan import plan_check

RESTED = "rested"
"""The record of what a combatant has rested for since the last new day."""

AIMS = {"health": "body", "conviction": "fear"}
_LASTING_ON = ("presence", "distortion_due")
"""The conditions that downtime does not end."""


def rest(resolution: Resolution, command: do.Rest) -> Rolling[Message]:
    """Rests six hours, once a day: a Save for Health, one for Conviction, or both. Source: CHR-69, CHR-17."""
    context = resolution.context
    if action_budget.is_running(context):
        raise refuse("chrome.no_rest_now", rule="CHR-69")
    combatant = checks.require_roller(context, command.who)
    deaths.require_alive(combatant)
    done = character.keys_in(combatant, RESTED)
    aims = ("health", "conviction") if command.aim == "both" else (command.aim,)
    if any(aim in done for aim in aims):
        raise refuse("chrome.rested_today", rule="CHR-69", who=combatant.name)
    resolution.set_record(combatant.id, RESTED, (*done, *aims))
    for aim in aims:
        if character.is_awake(resolution.combatant(combatant.id)):
            yield from _restful(resolution, resolution.combatant(combatant.id), aim)
    now = resolution.combatant(combatant.id)
    return say(
        "chrome.log.rests",
        who=combatant.name,
        health=character.health_now(now),
        conviction=character.conviction_now(now),
        tail="",
    )


def _restful(resolution: Resolution, combatant: Combatant, aim: str) -> Rolling[None]:
    """Rolls one Save of a rest; its own rows replace the general ones of a Critical Failure.

    Source: CHR-17, CHR-69.
    """
    plan = plan_check(resolution.context, combatant, AIMS[aim])
    result = yield from checks.roll_check(resolution, plan, f"rest_{aim}")
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


def new_day(resolution: Resolution, command: do.NewDay) -> Message:
    """Lets everybody rest again. Source: CHR-69."""
    for combatant in resolution.context.state.combatants.values():
        resolution.set_record(combatant.id, RESTED, ())
    return say("chrome.log.new_day")


def downtime(resolution: Resolution, command: do.Downtime) -> Message:
    """Brings everything to its most, puts limbs back, ends what the mission left. Source: CHR-54, CHR-63, CHR-69."""
    if action_budget.is_running(resolution.context):
        raise refuse("chrome.no_rest_now", rule="CHR-69")
    combatants = resolution.context.combatants(command.who)
    for combatant in combatants:
        deaths.require_alive(combatant)
    for combatant in combatants:
        _renew(resolution, combatant)
    return say("chrome.log.downtime", who=", ".join(other.name for other in combatants))


def _renew(resolution: Resolution, combatant: Combatant) -> None:
    resolution.remove_conditions(
        combatant.id, *(each.key for each in combatant.conditions if each.key not in _LASTING_ON)
    )
    resolution.set_gauge(combatant.id, character.HEALTH, character.health(combatant))
    if character.is_operator(combatant):
        resolution.set_gauge(combatant.id, character.CONVICTION, character.conviction(combatant))
    resolution.set_record(combatant.id, RESTED, ())
    for place, known in combatant.locations.items():
        kept = tuple(mark for mark in known.marks if mark == character.RUINED)
        if kept != known.marks:
            fresh = LocationState(level=known.level, marks=kept)
            resolution.record(
                ev.LocationSet(
                    who=combatant.id, location=place, level=fresh.level, marks=fresh.marks
                )
            )
    resolution.record(*owed.ends_of(resolution.context, combatant.id, owed.PANIC, how="void"))
    for trouble in (gear.JAM, gear.DROPPED):
        for key in gear.troubled_keys(combatant, trouble):
            resolution.set_gauge(combatant.id, f"{trouble}.{key}", 0)


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
