"""Grenades: one blast, a Save for every Operator in it, Soak for each. Source: CHR-29c, CHR-46, CHR-47."""

from dataclasses import dataclass

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.combat import attacks, critical_effects, strike
from encounter_gui.rules.systems.chrome.combat.attack_plan import (
    band_of,
    grenade_in,
    plan_blast,
    plan_blast_save,
    plan_throw,
    tier_named,
)
from encounter_gui.rules.systems.chrome.course import Course
from encounter_gui.rules.systems.chrome.harm import dying
from encounter_gui.rules.systems.chrome.rolling import Rolling
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, checks
from encounter_gui.rules.systems.chrome.sheet.check_plan import CheckPlan, situation
from encounter_gui.rules.systems.chrome.sheet.checks import CheckResult
from encounter_gui.rules.systems.chrome.sheet.gear import Grenade


@dataclass(frozen=True, slots=True, kw_only=True)
class Victim:
    """Somebody in a blast: the damage before Soak, whether cover lies between, and whether no Save is made."""

    who: CombatantId
    tier: int
    cover: bool
    waive: bool


def throw(course: Course, command: do.Throw) -> Rolling[Message]:
    """Plays one grenade: the throw, and everybody in the blast. Source: CHR-46."""
    context = course.scene
    combatant = attacks.attacker(context, command.who)
    grenade = _allowed(context, combatant, command)
    checks.allow_burn(context, combatant, command.burn)
    plan = plan_throw(context, command)
    course.target = command.target
    _spend(course, combatant, grenade)
    result = None
    if plan is not None:
        result = yield from _thrown(course, combatant, plan, command)
        if not result.is_success and not result.is_fumble:
            return _label(course, combatant, command, grenade, "missed", result)
    is_critical = result is not None and result.is_critical
    is_fumble = result is not None and result.is_fumble
    victims = (
        _near(context, combatant, grenade, command) if is_fumble else _around(grenade, command)
    )
    yield from blast(course, combatant.id, grenade, victims, is_critical=is_critical)
    how = "fumble" if is_fumble else "critical" if is_critical else "hit"
    return _label(course, combatant, command, grenade, how, result)


def _allowed(context: RulesContext, combatant: Combatant, command: do.Throw) -> Grenade:
    """Returns the grenade, if it may be thrown so. Source: CHR-46.

    Raises:
        RuleError: there is none left, it is too far, or somebody is named who cannot be in the blast.
    """
    grenade = grenade_in(combatant, command.weapon)
    if band_of(context, command, None) == "long":
        raise refuse("chrome.throw_too_far", rule="CHR-46", weapon=grenade.name)
    lost = sum(key in character.ARMS for key in character.marks(combatant, character.SEVERED))
    if lost == len(character.ARMS) and character.is_operator(combatant):
        raise refuse("chrome.too_few_hands", rule="CHR-55", who=combatant.name, weapon=grenade.name)
    if combatant.gauges.get(grenade.ammo, 0) < 1:
        raise refuse("chrome.none_left", rule="CHR-46", who=combatant.name, item=grenade.name)
    if not attacks.is_frenzied(combatant) and action_budget.goes_by_block(context, combatant):
        action_budget.allow(context, combatant.id, grenade.key)
    attacks.victim(context, combatant.id, command.target)
    situation(context, command.modifiers)
    for caught in (*command.caught, *(command.near or ())):
        context.known_combatant(caught.target)
    return grenade


def _spend(course: Course, combatant: Combatant, grenade: Grenade) -> None:
    """The grenade is gone in every case. Source: CHR-46."""
    if attacks.is_frenzied(combatant):
        course.relieve(combatant.id, "frenzy")
    else:
        action_budget.pay(course, combatant.id, grenade.key)
        course.gauge(combatant.id, action_budget.ATTACKS, 1)
    course.gauge(combatant.id, grenade.ammo, -1)


def _thrown(
    course: Course, combatant: Combatant, plan: CheckPlan, command: do.Throw
) -> Rolling[CheckResult]:
    attacks.noticed(course, combatant, command.target)
    result = yield from checks.roll_test(course, plan, "throw")
    checks.settle(course, result)
    return result


def _around(grenade: Grenade, command: do.Throw) -> tuple[Victim, ...]:
    """The target, and everybody within 20 m of it. Source: CHR-46."""
    first = Victim(
        who=command.target, tier=grenade.centre, cover=command.cover, waive=command.waive
    )
    rest = {
        each.target: _caught(each, grenade)
        for each in command.caught
        if each.target != command.target
    }
    return (first, *rest.values())


def _near(
    context: RulesContext, combatant: Combatant, grenade: Grenade, command: do.Throw
) -> tuple[Victim, ...]:
    """It goes off near the squad: the thrower, and everybody within 20 m of it. Source: CHR-46."""
    if command.near is None:
        named = {
            other.id: do.Caught(target=other.id)
            for other in context.state.combatants.values()
            if character.team(other) == character.team(combatant)
            and not character.is_dead(other)
            and "left" not in other.flags
        }
    else:
        named = {each.target: each for each in command.near}
    named.setdefault(combatant.id, do.Caught(target=combatant.id))
    return tuple(_caught(each, grenade) for each in named.values())


def _caught(each: do.Caught, grenade: Grenade) -> Victim:
    return Victim(who=each.target, tier=grenade.near, cover=each.cover, waive=each.waive)


def blast(
    course: Course,
    who: CombatantId,
    grenade: Grenade,
    victims: tuple[Victim, ...],
    *,
    is_critical: bool,
) -> Rolling[None]:
    """Settles a blast on everybody in it, their Saves rolled together. Source: CHR-46, CHR-47."""
    alive = [each for each in victims if not character.is_dead(course.one(each.who))]
    plans = {
        each.who: plan for each in alive if not each.waive and (plan := _save(course, who, each))
    }
    results = yield from checks.roll_tests(course, tuple(plans.values()), "save")
    if not character.is_operator(course.one(who)):
        for each in alive:
            course.relieve(each.who, "exposed")
    saves = {result.plan.who: result for result in results}
    for result in results:
        checks.settle(course, result)
    for each in alive:
        yield from _hit(course, who, grenade, each, saves.get(each.who), is_critical=is_critical)


def _save(course: Course, who: CombatantId, each: Victim) -> CheckPlan | None:
    combatant, thrower = course.one(each.who), course.one(who)
    return plan_blast_save(course.scene, combatant, in_cover=each.cover, by=thrower)


def _hit(
    course: Course,
    who: CombatantId,
    grenade: Grenade,
    each: Victim,
    save: CheckResult | None,
    *,
    is_critical: bool,
) -> Rolling[None]:
    combatant = course.one(each.who)
    if save is not None and save.is_success:
        course.fact("blast", who, each.who, tier=each.tier, damage=0, save=save.outcome)
        course.then(say("chrome.then.blast_saved", who=combatant.name))
        return
    fumbled = save is not None and save.is_fumble
    plan = plan_blast(course.scene, combatant, each.tier, grenade.effects, has_cover=each.cover)
    critical = plan.is_critical(is_doubled=is_critical, save_fumbled=fumbled)
    raw = plan.damage(is_doubled=is_critical, save_fumbled=fumbled)
    through = plan.applied(is_doubled=is_critical, save_fumbled=fumbled)
    soak = plan.soak
    outcome = save.outcome if save else ""
    course.fact("blast", who, each.who, tier=each.tier, soak=soak, damage=through, save=outcome)
    course.why(
        say("chrome.why.blast", who=combatant.name, raw=raw, soak=soak, applied=through), "CHR-46"
    )
    course.then(say("chrome.then.blast_hit", who=combatant.name, damage=through))
    _frighten(course, each, through, is_critical=critical)
    yield from dying.hurt(course, each.who, through)
    effects = strike.effects_of(course, grenade.effects, is_critical=critical)
    yield from critical_effects.critical_effects(course, each.who, effects)


def _frighten(course: Course, each: Victim, through: int, *, is_critical: bool) -> None:
    """Operators hurt by a Deadly or critical blast make a Panic Check. Source: CHR-44, CHR-46."""
    if not character.is_operator(course.one(each.who)):
        return
    deadly = tier_named(course.scene, "deadly")
    after = bool(course.scene.switch("chrome.deadlyPanicAfterSoak"))
    if mechanics.is_frightening(
        each.tier, through, deadly, is_critical=is_critical, after_soak=after
    ):
        course.frighten(each.who)


def _label(
    course: Course,
    combatant: Combatant,
    command: do.Throw,
    grenade: Grenade,
    how: str,
    result: CheckResult | None,
) -> Message:
    if result is not None:
        course.fact("throw", combatant.id, command.target, outcome=result.outcome)
    return say(
        f"chrome.log.throw_{how}",
        who=combatant.name,
        target=course.one(command.target).name,
        weapon=grenade.name,
        tail="",
    )
