"""Attacks at the table, by Operators and enemies, with counter-attacks and complications.

Source: CHR-29a, CHR-29b, CHR-36 to CHR-45.
"""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.checks import checks
from encounter_gui.rules.systems.chrome.combat import strike
from encounter_gui.rules.systems.chrome.combat.attack_plan import (
    AttackPlan,
    counter_weapons,
    defences,
    plan_attack,
    why_unusable,
)
from encounter_gui.rules.systems.chrome.combat.complications import mishap_of
from encounter_gui.rules.systems.chrome.combat.frenzy import end_frenzy, is_frenzied
from encounter_gui.rules.systems.chrome.combat.strike import COUNTER, StrikeResult
from encounter_gui.rules.systems.chrome.rules import deaths
from encounter_gui.rules.systems.chrome.rules import strike as rules
from encounter_gui.rules.systems.chrome.rules.at_table import at
from encounter_gui.rules.systems.chrome.rules.fighter import arm_of
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, owed
from encounter_gui.rules.systems.chrome.sheet.gear import RangeBand, Weapon


def attack(resolution: Resolution, command: do.Attack) -> Rolling[Message]:
    """Plays one attack; a counter-attack and what the damage leads to are owed. Source: CHR-36 to CHR-45, CHR-73."""
    context = resolution.context
    combatant = require_attacker(context, command.who)
    target = require_target(context, combatant.id, command.target)
    plan = plan_attack(context, command)
    require_attack(context, combatant, plan.weapon, plan.band)
    checks.require_burn(context, combatant, command.burn)
    require_defence(context, target, plan.band, command)
    owed.begin_gesture(resolution, target.id)
    _spend(resolution, combatant, target, plan)
    result = yield from strike.strike(
        resolution,
        combatant.id,
        target.id,
        plan,
        defence=command.defence,
        mishap=mishap_of(combatant.id, plan, command.ally, target.id),
    )
    if result.defence == COUNTER:
        weapon = command.counter_weapon
        owed.owe(resolution, owed.COUNTER, target.id, attacker=combatant.id, weapon=weapon)
    return _label(resolution, combatant, target, result)


def require_attacker(context: RulesContext, who: CombatantId) -> Combatant:
    """Returns a combatant that may attack now: in its turn, or at once in a frenzy.

    Source: CHR-28, CHR-30, CHR-60, CHR-63.

    Raises:
        RuleError: it may not act, is a Presence, has not found the courage, or has attacked often enough.
    """
    combatant = context.active_combatant(who)
    if is_frenzied(combatant):
        return combatant
    action_budget.require_actor(context, who)
    action_budget.require_embodied(combatant)
    require_courage(combatant)
    action_budget.require_action(context, who)
    most = context.switch("chrome.maxAttacksPerTurn")
    made = combatant.gauges.get(action_budget.ATTACKS, 0)
    if isinstance(most, int) and character.is_operator(combatant) and made >= most:
        raise refuse("chrome.no_attack_left", rule="CHR-30", who=combatant.name, most=most)
    return combatant


def require_courage(combatant: Combatant) -> None:
    """Requires that a combatant is not gutless, or has found its courage. Source: CHR-63.

    Raises:
        RuleError: it is gutless, and has not made its Fear Save.
    """
    if character.lacks_courage(combatant):
        raise refuse("chrome.gutless", rule="CHR-63", who=combatant.name)


def require_target(context: RulesContext, who: CombatantId, target: CombatantId) -> Combatant:
    """Returns a combatant that can be attacked.

    Raises:
        RuleError: it is the attacker, dead, about to make its Save at 0 Health, or gone.
    """
    combatant = context.known_combatant(target)
    if who == target:
        raise refuse("chrome.against_oneself", rule="CHR-36", who=combatant.name)
    deaths.require_alive(combatant)
    if "left" in combatant.flags:
        raise refuse("chrome.has_left", who=combatant.name)
    return combatant


def require_attack(
    context: RulesContext, combatant: Combatant, weapon: Weapon, band: RangeBand
) -> None:
    """Requires that a weapon may be used for an attack now. Source: CHR-31, CHR-36, CHR-40, CHR-55.

    Raises:
        RuleError: the weapon cannot be used at this range, or now; an enemy has made all of these its block lists.
    """
    why = why_unusable(combatant, weapon, band)
    if why:
        where = context.texts.text_of(f"chrome.band.{band}")
        raise refuse(why, rule="CHR-36", who=combatant.name, weapon=weapon.name, band=where)
    if not is_frenzied(combatant) and action_budget.goes_by_block(context, combatant):
        action_budget.require_action(context, combatant.id, weapon.key)


def require_defence(
    context: RulesContext, target: Combatant, band: RangeBand, command: do.Attack
) -> None:
    """Requires that a target may defend itself as the command says. Source: CHR-39, CHR-41, CHR-42.

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
        checks.require_burn(context, target, command.save_burn)


def _spend(
    resolution: Resolution, combatant: Combatant, target: Combatant, plan: AttackPlan
) -> None:
    """Spends what an attack uses up, whatever the dice say. Source: CHR-24, CHR-28, CHR-29b, CHR-31, CHR-40, CHR-63."""
    if is_frenzied(combatant):
        end_frenzy(resolution, combatant.id)
    else:
        made = ev.GaugeChanged(who=combatant.id, gauge=action_budget.ATTACKS, by=1)
        paid = action_budget.costs(resolution.context, combatant.id, plan.weapon.key)
        resolution.apply(*paid, made)
    play, attacker = at(resolution, combatant.id)
    arm = arm_of(combatant, plan.weapon.key)
    shots = 1 if plan.weapon.magazine else 0
    other, by_enemy = play.fighter(target.id), not character.is_operator(combatant)
    rules.spend(play, attacker, other, arm, shots, by_enemy=by_enemy)


def fire(resolution: Resolution, combatant: Combatant, weapon: Weapon) -> None:
    """Takes a shot off a firearm, hit or miss, of which nothing else is said. Source: CHR-29b, CHR-36, CHR-42."""
    if weapon.magazine:
        at(resolution, combatant.id)[1].shoot(arm_of(combatant, weapon.key), 1)


def end_unnoticed(resolution: Resolution, combatant: Combatant, target: CombatantId) -> None:
    """Records that the target of an attack has noticed the attacker. Source: CHR-24."""
    play, attacker = at(resolution, combatant.id)
    attacker.unnoticed[play.fighter(target)] = False


def _label(
    resolution: Resolution, combatant: Combatant, target: Combatant, result: StrikeResult
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
        **_numbers(result, resolution.combatant(target.id)),
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
    test, save = result.test, result.save
    return {
        "roll": test.total if test else 0,
        "aim": test.plan.target if test else 0,
        "save": save.total if save else 0,
        "save_target": save.plan.target if save else 0,
        "raw": result.raw,
        "soak": result.soaked,
        "damage": result.applied,
        "left": character.health_now(target),
    }
