"""Rest, downtime, and Conviction given to others. Source: CHR-67, CHR-69."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, LocationState
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.actions import turn_actions
from encounter_gui.rules.systems.chrome.course import Course
from encounter_gui.rules.systems.chrome.harm import dying
from encounter_gui.rules.systems.chrome.rolling import Rolling
from encounter_gui.rules.systems.chrome.sheet import (
    action_budget,
    character,
    checks,
    conviction,
    gear,
)
from encounter_gui.rules.systems.chrome.sheet.check_plan import plan_test
from encounter_gui.rules.systems.chrome.sheet.checks import CheckResult

RESTED = "rested"
"""The memo that says what somebody has rested for since the last new day."""

AIMS = {"health": "body", "conviction": "fear"}
BAD_REST_DAMAGE, BAD_REST_STRESS = 2, 2
"""What a rest that goes wrong costs. Source: CHR-17, CHR-69."""

_LASTING_ON = ("presence", "distortion_due")


def rest(course: Course, command: do.Rest) -> Rolling[Message]:
    """Six hours of rest, once a day: a Save for Health, one for Conviction, or both. Source: CHR-69, CHR-17."""
    context = course.scene
    if action_budget.is_running(context):
        raise refuse("chrome.no_rest_now", rule="CHR-69")
    combatant = checks.roller(context, command.who)
    if character.is_dead(combatant):
        raise refuse("chrome.dead_already", rule="CHR-57", who=combatant.name)
    done = combatant.memo_text(RESTED).split()
    aims = ("health", "conviction") if command.aim == "both" else (command.aim,)
    if any(aim in done for aim in aims):
        raise refuse("chrome.rested_today", rule="CHR-69", who=combatant.name)
    course.remember(combatant.id, RESTED, " ".join((*done, *aims)))
    for aim in aims:
        if character.is_awake(course.one(combatant.id)):
            yield from _restful(course, course.one(combatant.id), aim)
    now = course.one(combatant.id)
    return say(
        "chrome.log.rests",
        who=combatant.name,
        health=character.health_now(now),
        conviction=character.conviction_now(now),
        tail="",
    )


def _restful(course: Course, combatant: Combatant, aim: str) -> Rolling[None]:
    """One Save of a rest; its own rows stand in place of the general ones of a Critical Failure.

    Source: CHR-17, CHR-69.
    """
    plan = plan_test(course.scene, combatant, AIMS[aim])
    result = yield from checks.roll_test(course, plan, f"rest_{aim}")
    plain = BAD_REST_STRESS if aim == "conviction" else None
    checks.settle(course, result, plain=plain, has_row=False)
    gain = int(mechanics.rest_gain(result.target, result.roll)) if result.is_success else 0
    if aim == "health":
        yield from _healing(course, result, gain)
    else:
        _calming(course, result, gain)


def _healing(course: Course, result: CheckResult, gain: int) -> Rolling[None]:
    who = result.plan.who
    if result.is_fumble:
        yield from dying.harm(course, who, BAD_REST_DAMAGE)
        return
    amount = character.health(course.one(who)) if result.is_critical else gain
    healed = turn_actions.heal(course, who, amount)
    course.fact("rest", who, aim="health", healed=healed)
    course.why(_gain_text(result, gain), "CHR-69")


def _calming(course: Course, result: CheckResult, gain: int) -> None:
    who = result.plan.who
    if result.is_fumble:
        conviction.stress(course, who, BAD_REST_STRESS)
        course.frighten(who)
        return
    if result.is_critical and course.scene.switch("chrome.restCrit") == "max":
        gain = character.conviction(course.one(who))
    elif result.is_critical:
        gain *= 2
    calmed = conviction.regain(course, who, gain)
    course.fact("rest", who, aim="conviction", calmed=calmed)
    course.why(_gain_text(result, gain), "CHR-69")


def _gain_text(result: CheckResult, gain: int) -> Message:
    return say("chrome.why.rest", target=result.target, roll=result.roll, gain=gain)


def new_day(course: Course) -> Rolling[Message]:
    """Everybody may rest again. Source: CHR-69."""
    yield from ()
    for combatant in course.scene.state.combatants.values():
        course.remember(combatant.id, RESTED, "")
    return say("chrome.log.new_day")


def downtime(course: Course, command: do.Downtime) -> Rolling[Message]:
    """Everything to its most, limbs back, nothing of the mission left. Source: CHR-54, CHR-63, CHR-69."""
    yield from ()
    if action_budget.is_running(course.scene):
        raise refuse("chrome.no_rest_now", rule="CHR-69")
    combatants = course.scene.combatants(command.who)
    for combatant in combatants:
        if character.is_dead(combatant):
            raise refuse("chrome.dead_already", rule="CHR-57", who=combatant.name)
    for combatant in combatants:
        _renewed(course, combatant)
    return say("chrome.log.downtime", who=", ".join(other.name for other in combatants))


def _renewed(course: Course, combatant: Combatant) -> None:
    course.relieve(
        combatant.id, *(each.key for each in combatant.conditions if each.key not in _LASTING_ON)
    )
    course.set_gauge(combatant.id, character.HEALTH, character.health(combatant))
    if character.is_operator(combatant):
        course.set_gauge(combatant.id, character.CONVICTION, character.conviction(combatant))
    course.remember(combatant.id, RESTED, "")
    for place, known in combatant.locations.items():
        kept = tuple(mark for mark in known.marks if mark == character.RUINED)
        if kept != known.marks:
            fresh = LocationState(level=known.level, marks=kept)
            course.happen(
                ev.LocationSet(
                    who=combatant.id, location=place, level=fresh.level, marks=fresh.marks
                )
            )
    for trouble in (gear.JAM, gear.DROPPED):
        for key in gear.troubled(combatant, trouble):
            course.set_gauge(combatant.id, f"{trouble}.{key}", 0)


def lend(course: Course, command: do.Lend) -> Rolling[Message]:
    """Conviction for an ally: for sure out of a fight, by a Prime Save in it. Source: CHR-29l, CHR-67."""
    context = course.scene
    combatant, target = _giver(course, command), checks.roller(context, command.target)
    is_ally = character.team(target) == character.team(combatant)
    if target.id == combatant.id or not is_ally or character.is_dead(target):
        raise refuse("chrome.no_lending", rule="CHR-67", target=target.name)
    if not action_budget.is_running(context):
        course.gauge(combatant.id, character.CONVICTION, -command.amount)
        gained = conviction.regain(course, target.id, command.amount)
        return _lent(course, combatant, target, gained)
    save = character.prime(target)
    if save not in character.SAVES:
        raise refuse("chrome.no_prime", rule="CHR-67", who=target.name)
    action_budget.pay(course, combatant.id)
    course.gauge(combatant.id, character.CONVICTION, -command.amount)
    result = yield from checks.roll_test(course, plan_test(context, target, save), "lend")
    checks.settle(course, result)
    if result.is_fumble:
        course.frighten(combatant.id)
        course.frighten(target.id)
    times = 2 if result.is_critical else 1 if result.is_success else 0
    gained = conviction.regain(course, target.id, times * command.amount) if times else 0
    return _lent(course, combatant, target, gained)


def _giver(course: Course, command: do.Lend) -> Combatant:
    combatant = checks.roller(course.scene, command.who)
    action_budget.allow(course.scene, combatant.id)
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


def _lent(course: Course, combatant: Combatant, target: Combatant, gained: int) -> Message:
    course.fact("lend", combatant.id, target.id, gained=gained)
    key = "chrome.log.lends" if gained else "chrome.log.lends_nothing"
    return say(key, who=combatant.name, target=target.name, amount=gained, tail="")
