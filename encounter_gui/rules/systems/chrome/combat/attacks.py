"""Attacks at the table, by Operators and enemies, with counter-attacks and complications.

Source: CHR-29a, CHR-29b, CHR-36 to CHR-45.
"""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.combat import strike
from encounter_gui.rules.systems.chrome.combat.attack_plan import (
    AttackPlan,
    counter_weapons,
    defences,
    plan_attack,
    plan_counter,
    plan_friend,
    why_unusable,
)
from encounter_gui.rules.systems.chrome.combat.strike import COUNTER, StrikeResult
from encounter_gui.rules.systems.chrome.course import Course
from encounter_gui.rules.systems.chrome.harm import wounds
from encounter_gui.rules.systems.chrome.rolling import NO, Rolling, choose, one_die
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, checks, gear
from encounter_gui.rules.systems.chrome.sheet.gear import RangeBand, Weapon

_COMPLICATIONS = 6


def attack(course: Course, command: do.Attack) -> Rolling[Message]:
    """Plays one attack with everything that follows from it. Source: CHR-36 to CHR-45, CHR-73."""
    context = course.scene
    combatant, target = attacker(context, command.who), victim(context, command.who, command.target)
    plan = plan_attack(context, command)
    allow_attack(context, combatant, plan.weapon, plan.band)
    checks.allow_burn(context, combatant, command.burn)
    allow_defence(context, target, plan.band, command)
    course.target = target.id
    _spend(course, combatant, target, plan)
    result = yield from strike.strike(
        course, combatant.id, target.id, plan, defence=command.defence
    )
    strike.note(course, "attack", combatant.id, target.id, result)
    if result.is_fumble:
        yield from complication(course, combatant.id, plan, command.ally, target.id)
    if result.defence == COUNTER:
        yield from _countered(course, combatant.id, target.id, command.counter_weapon)
    return _label(course, combatant, target, result)


def attacker(context: RulesContext, who: CombatantId) -> Combatant:
    """Returns somebody who may attack now: in its turn, or at once in a frenzy. Source: CHR-28, CHR-30, CHR-60, CHR-63.

    Raises:
        RuleError: it may not act, is a Presence, has not found the courage, or has attacked often enough.
    """
    combatant = context.active_combatant(who)
    if is_frenzied(combatant):
        return combatant
    action_budget.actor(context, who)
    action_budget.embodied(combatant)
    dare(combatant)
    action_budget.allow(context, who)
    most = context.switch("chrome.maxAttacksPerTurn")
    made = combatant.gauges.get(action_budget.ATTACKS, 0)
    if isinstance(most, int) and character.is_operator(combatant) and made >= most:
        raise refuse("chrome.no_attack_left", rule="CHR-30", who=combatant.name, most=most)
    return combatant


def dare(combatant: Combatant) -> None:
    """Lets anybody fight who has the courage. Source: CHR-63.

    Raises:
        RuleError: it is gutless, and has not made its Fear Save.
    """
    gutless = combatant.condition("gutless")
    if gutless is not None and not gutless.count:
        raise refuse("chrome.gutless", rule="CHR-63", who=combatant.name)


def can_rage(context: RulesContext, combatant: Combatant) -> bool:
    """Returns whether somebody in a frenzy has anything to attack with, and anybody to attack. Source: CHR-63."""
    arms = [gear.weapon_of(item) for item in combatant.items if item.kind == "weapon"]
    is_armed = any(not why_unusable(combatant, each, band) for each in arms for band in each.bands)
    return is_armed and any(
        other.id != combatant.id and not character.is_dead(other) and "left" not in other.flags
        for other in context.state.combatants.values()
    )


def is_frenzied(combatant: Combatant) -> bool:
    """Returns whether somebody attacks at once, whoever's turn it is. Source: CHR-63."""
    return combatant.has("frenzy") and not character.is_out(combatant)


def victim(context: RulesContext, who: CombatantId, target: CombatantId) -> Combatant:
    """Returns somebody who can be attacked.

    Raises:
        RuleError: it is the attacker, dead, or gone.
    """
    combatant = context.known_combatant(target)
    if who == target:
        raise refuse("chrome.against_oneself", rule="CHR-36", who=combatant.name)
    if character.is_dead(combatant):
        raise refuse("chrome.dead_already", rule="CHR-57", who=combatant.name)
    if "left" in combatant.flags:
        raise refuse("chrome.has_left", who=combatant.name)
    return combatant


def allow_attack(
    context: RulesContext, combatant: Combatant, weapon: Weapon, band: RangeBand
) -> None:
    """Lets an attack pass, or says why not. Source: CHR-31, CHR-36, CHR-40, CHR-55.

    Raises:
        RuleError: the weapon cannot be used at this range, or now; an enemy has made all of these its block lists.
    """
    why = why_unusable(combatant, weapon, band)
    if why:
        where = context.texts.text_of(f"chrome.band.{band}")
        raise refuse(why, rule="CHR-36", who=combatant.name, weapon=weapon.name, band=where)
    if not is_frenzied(combatant) and action_budget.goes_by_block(context, combatant):
        action_budget.allow(context, combatant.id, weapon.key)


def allow_defence(
    context: RulesContext, target: Combatant, band: RangeBand, command: do.Attack
) -> None:
    """Lets a target defend itself so, or says why not. Source: CHR-39, CHR-41, CHR-42.

    Raises:
        RuleError: it cannot do that, or has not so much Conviction.
    """
    options = defences(context, target, band)
    if command.defence and options and command.defence not in options:
        raise refuse("chrome.no_counter", rule="CHR-42", who=target.name)
    if command.defence == COUNTER and command.counter_weapon:
        arms = [each.key for each in counter_weapons(target)]
        if options and command.counter_weapon not in arms:
            raise refuse("chrome.no_counter", rule="CHR-42", who=target.name)
    if command.save_burn:
        checks.allow_burn(context, target, command.save_burn)


def _spend(course: Course, combatant: Combatant, target: Combatant, plan: AttackPlan) -> None:
    """What an attack uses up, whatever the dice say. Source: CHR-24, CHR-28, CHR-29b, CHR-31, CHR-40, CHR-63."""
    if is_frenzied(combatant):
        course.relieve(combatant.id, "frenzy")
    else:
        action_budget.pay(course, combatant.id, plan.weapon.key)
        course.gauge(combatant.id, action_budget.ATTACKS, 1)
    fire(course, combatant, plan.weapon)
    course.remember(combatant.id, "held", plan.weapon.key)
    noticed(course, combatant, target.id)
    if not character.is_operator(combatant):
        course.relieve(target.id, "exposed")


def fire(course: Course, combatant: Combatant, weapon: Weapon) -> None:
    """A firearm loses a shot, hit or miss. Source: CHR-29b, CHR-36."""
    if weapon.magazine:
        course.gauge(combatant.id, weapon.ammo, -1)


def noticed(course: Course, combatant: Combatant, target: CombatantId) -> None:
    """Whoever is attacked has noticed the attacker. Source: CHR-24."""
    rest = [each for each in character.unnoticed_by(combatant) if each != target]
    course.remember(combatant.id, "unnoticed", " ".join(rest))


def _countered(course: Course, who: CombatantId, target: CombatantId, wanted: str) -> Rolling[None]:
    """The target strikes back, unless the damage it accepted dropped it. Source: CHR-42, CHR-73."""
    combatant, attacker_now = course.one(target), course.one(who)
    may = character.is_awake(combatant) or bool(course.scene.switch("chrome.counterWhenDropped"))
    arms = {each.key: each for each in counter_weapons(combatant)}
    weapon = arms.get(wanted) or next(iter(arms.values()), None)
    if not may or weapon is None or character.is_dead(attacker_now):
        course.then(say("chrome.then.no_counter", who=combatant.name))
        return
    plan, told = plan_counter(course.scene, combatant, attacker_now, weapon), course.told
    fire(course, combatant, weapon)
    result = yield from strike.strike(
        course, target, who, plan, key="counter", defence="save", may_counter=False
    )
    strike.note(course, "counter", target, who, result)
    course.then(_counter_text(combatant, attacker_now, result), at=told)
    if result.is_fumble:
        yield from complication(course, target, plan, None, who)


def complication(
    course: Course,
    who: CombatantId,
    plan: AttackPlan,
    ally: CombatantId | None,
    target: CombatantId,
) -> Rolling[None]:
    """A fumbled attack goes wrong in some way. Source: CHR-40."""
    face = yield from one_die("complication", who, _COMPLICATIONS)
    row = course.scene.ruleset.tables[f"complication_{face}"]
    effect = str(row.get("melee" if plan.weapon.kind == "melee" else "effect", ""))
    if effect == "empty" and not plan.weapon.magazine:
        effect = "exposed"
    if effect == "ally":
        hit = yield from _friend(course, who, ally, target)
        if hit is None:
            effect = "exposed"
        else:
            yield from _friendly(course, who, hit, plan)
    course.fact("complication", who, roll=face, effect=effect)
    name = course.one(who).name
    match effect:
        case "jam":
            course.set_gauge(who, f"{gear.JAM}.{plan.weapon.key}", 1)
        case "empty":
            course.set_gauge(who, plan.weapon.ammo, 0)
        case "drop":
            wounds.drop(course, who, plan.weapon.key)
        case "exposed":
            course.afflict(who, "exposed")
    if effect and effect != "ally":
        course.then(say(f"chrome.then.complication_{effect}", who=name, weapon=plan.weapon.name))


def _friend(
    course: Course, who: CombatantId, ally: CombatantId | None, target: CombatantId
) -> Rolling[CombatantId | None]:
    """Who of the attacker's own side stands in the line; None: nobody. Source: CHR-40."""
    combatant = course.one(who)
    near = [
        other.id
        for other in course.scene.state.combatants.values()
        if character.team(other) == character.team(combatant)
        and other.id not in (who, target)
        and not character.is_dead(other)
        and "left" not in other.flags
    ]
    if ally in near or not near:
        return ally if ally in near else None
    chosen = yield from choose("ally", who, (*near, NO), who=combatant.name)
    return None if chosen == NO else CombatantId(chosen)


def _friendly(
    course: Course, who: CombatantId, ally: CombatantId, plan: AttackPlan
) -> Rolling[None]:
    """The attack hits an ally: undoubled damage, Soak, and a Reflex Save. Source: CHR-40."""
    stray = plan_friend(course.scene, course.one(ally), plan)
    result = yield from strike.strike(course, who, ally, stray, defence="save", may_counter=False)
    strike.note(course, "stray", who, ally, result)
    word = "hit" if result.is_hit else "missed"
    course.then(
        say(f"chrome.then.stray_{word}", target=course.one(ally).name, damage=result.applied)
    )


def _label(
    course: Course, combatant: Combatant, target: Combatant, result: StrikeResult
) -> Message:
    plan = result.plan
    kind = "enemy" if plan.test is None else "operator"
    how = _how(result)
    return say(
        f"chrome.log.{kind}_{how}",
        who=combatant.name,
        target=target.name,
        weapon=plan.weapon.name,
        tail="",
        **_numbers(result, course.one(target.id)),
    )


def _how(result: StrikeResult) -> str:
    if result.is_hit and result.plan.test is None and result.save is not None:
        return "fumbled" if result.save_fumbled else "failed"
    if result.is_hit:
        return "critical" if result.is_doubled else "hit"
    if result.test is not None and not result.test.is_success:
        return "fumble" if result.is_fumble else "missed"
    return "saved"


def _numbers(result: StrikeResult, target: Combatant) -> dict[str, int | str]:
    plan, test, save = result.plan, result.test, result.save
    return {
        "roll": test.roll if test else 0,
        "aim": test.target if test else 0,
        "save": save.roll if save else 0,
        "save_target": save.target if save else 0,
        "raw": result.raw,
        "soak": plan.soaked,
        "damage": result.applied,
        "left": character.health_now(target),
    }


def _counter_text(combatant: Combatant, target: Combatant, result: StrikeResult) -> Message:
    return say(
        "chrome.then.counter_hit" if result.is_hit else "chrome.then.counter_missed",
        who=combatant.name,
        target=target.name,
        damage=result.applied,
    )
