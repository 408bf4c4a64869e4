"""Grenades: one blast, a Save for every Operator in it, Soak for each. Source: CHR-29c, CHR-46, CHR-47."""

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.moving import point_text
from encounter_gui.rules.engine.reading.table import at_table, without_dice
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.checks import checks
from encounter_gui.rules.systems.chrome.combat import attacks, frenzy
from encounter_gui.rules.systems.chrome.combat.attack_plan import (
    band_of,
    grenade_in,
    plan_blast,
    plan_blast_save,
    plan_throw,
)
from encounter_gui.rules.systems.chrome.field.rules import landing_of
from encounter_gui.rules.systems.chrome.rules import strike as rules
from encounter_gui.rules.systems.chrome.rules.at_table import D100Check, at
from encounter_gui.rules.systems.chrome.rules.fighter import Fighter
from encounter_gui.rules.systems.chrome.rules.harm import strike_effects, take
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, owed
from encounter_gui.rules.systems.chrome.sheet.check_plan import D100Plan, situation
from encounter_gui.rules.systems.chrome.sheet.gear import Grenade


class Victim(Struct, frozen=True, kw_only=True):
    """A combatant in a blast: the damage before Soak, whether cover lies between, and whether it makes no Save."""

    who: CombatantId
    tier: int
    cover: bool
    waive: bool


def throw(resolution: Resolution, command: do.Throw) -> Rolling[Message]:
    """Plays one grenade: the throw, and everybody in the blast. Source: CHR-46."""
    context = resolution.context
    combatant = attacks.require_attacker(context, command.who)
    grenade = _require_throw(context, combatant, command)
    checks.require_burn(context, combatant, command.burn)
    plan = plan_throw(context, command)
    owed.begin_gesture(resolution, command.target)
    _spend(resolution, combatant, grenade)
    result = None
    if plan is not None:
        result = yield from _roll_throw(resolution, combatant, plan, command)
        if not result.is_success and not result.is_fumble:
            return _label(resolution, combatant, command, grenade, "missed", result)
    is_critical = result is not None and result.is_critical
    is_fumble = result is not None and result.is_fumble
    victims = (
        _near(context, combatant, grenade, command) if is_fumble else _around(grenade, command)
    )
    yield from blast(resolution, combatant.id, grenade, victims, is_critical=is_critical)
    how = "fumble" if is_fumble else "critical" if is_critical else "hit"
    return _label(resolution, combatant, command, grenade, how, result)


def _require_throw(context: RulesContext, combatant: Combatant, command: do.Throw) -> Grenade:
    """Returns the grenade, if it may be thrown so. Source: CHR-46.

    Raises:
        RuleError: there is none left, it is too far, or a combatant is named who cannot be in the blast.
    """
    grenade = grenade_in(combatant, command.weapon)
    if band_of(context, command, None) == "long":
        raise refuse("chrome.throw_too_far", rule="CHR-46", weapon=grenade.name)
    lost = sum(key in character.ARMS for key in character.marks(combatant, character.SEVERED))
    if lost == len(character.ARMS) and character.is_operator(combatant):
        raise refuse("chrome.too_few_hands", rule="CHR-55", who=combatant.name, weapon=grenade.name)
    if combatant.gauges.get(grenade.ammo, 0) < 1:
        raise refuse("chrome.none_left", rule="CHR-46", who=combatant.name, item=grenade.name)
    if not frenzy.is_frenzied(combatant) and action_budget.goes_by_block(context, combatant):
        action_budget.require_action(context, combatant.id, grenade.key)
    if command.target is not None and command.at is None:
        attacks.require_target(context, combatant.id, command.target)
    elif command.target is not None or landing_of(context, command) is None:
        raise refuse("chrome.throw_where", rule="CHR-46", weapon=grenade.name)
    situation(context, command.modifiers)
    for caught in (*(command.caught or ()), *(command.near or ())):
        context.known_combatant(caught.target)
    return grenade


def _spend(resolution: Resolution, combatant: Combatant, grenade: Grenade) -> None:
    """Spends the grenade, whatever the dice say. Source: CHR-46."""
    if frenzy.is_frenzied(combatant):
        frenzy.end_frenzy(resolution, combatant.id)
    else:
        action_budget.pay(resolution, combatant.id, grenade.key)
        resolution.change_gauge(combatant.id, action_budget.ATTACKS, 1)
    resolution.change_gauge(combatant.id, grenade.ammo, -1)


def _roll_throw(
    resolution: Resolution, combatant: Combatant, plan: D100Plan, command: do.Throw
) -> Rolling[D100Check]:
    if command.target is not None:
        attacks.end_unnoticed(resolution, combatant, command.target)
    result = yield from checks.roll_check(resolution, plan, "throw")
    checks.apply_result(resolution, result)
    return result


def _around(grenade: Grenade, command: do.Throw) -> tuple[Victim, ...]:
    """Returns who is hit by a blast: the target, and everybody within 20 m of it, or of the point. Source: CHR-46."""
    first: tuple[Victim, ...] = ()
    if command.target is not None:
        aimed = Victim(
            who=command.target,
            tier=grenade.centre,
            cover=bool(command.cover),
            waive=command.waive,
        )
        first = (aimed,)
    rest = {
        each.target: _caught(each, grenade)
        for each in command.caught or ()
        if each.target != command.target
    }
    return (*first, *rest.values())


def _near(
    context: RulesContext, combatant: Combatant, grenade: Grenade, command: do.Throw
) -> tuple[Victim, ...]:
    """Returns who is hit by a blast near the squad: the thrower, and everybody within 20 m. Source: CHR-46."""
    if command.near is None:
        named = {
            other.id: do.Caught(target=other.id)
            for other in context.state.combatants.values()
            if character.team(other) == character.team(combatant) and _is_there(other)
        }
    else:
        named = {each.target: each for each in command.near}
    named.setdefault(combatant.id, do.Caught(target=combatant.id))
    return tuple(_caught(each, grenade) for each in named.values())


def _caught(each: do.Caught, grenade: Grenade) -> Victim:
    return Victim(who=each.target, tier=grenade.near, cover=bool(each.cover), waive=each.waive)


def blast(
    resolution: Resolution,
    who: CombatantId,
    grenade: Grenade,
    victims: tuple[Victim, ...],
    *,
    is_critical: bool,
) -> Rolling[None]:
    """Applies a blast to everybody in it who is there, their Saves rolled together. Source: CHR-46, CHR-47."""
    alive = [each for each in victims if _is_there(resolution.combatant(each.who))]
    plans = {
        each.who: plan
        for each in alive
        if not each.waive and (plan := _save(resolution, who, each))
    }
    results = yield from checks.roll_checks(resolution, tuple(plans.values()), "save")
    thrower = resolution.combatant(who)
    for each in alive:
        play, attacker = at(resolution, who)
        by_enemy = not character.is_operator(thrower)
        rules.approach(play, attacker, play.fighter(each.who), by_enemy=by_enemy)
    saves = {result.plan.who: result for result in results}
    for result in results:
        checks.apply_result(resolution, result)
    for each in alive:
        _hit(resolution, who, grenade, each, saves.get(each.who), is_critical=is_critical)


def _is_there(combatant: Combatant) -> bool:
    return not character.is_dead(combatant) and "left" not in combatant.flags


def _save(resolution: Resolution, who: CombatantId, each: Victim) -> D100Plan | None:
    combatant, thrower = resolution.combatant(each.who), resolution.combatant(who)
    return plan_blast_save(resolution.context, combatant, in_cover=each.cover, by=thrower)


def _hit(
    resolution: Resolution,
    who: CombatantId,
    grenade: Grenade,
    victim: Victim,
    save: D100Check | None,
    *,
    is_critical: bool,
) -> None:
    """Applies a blast to one of those in it. Source: CHR-43, CHR-44, CHR-46, CHR-47."""
    name = resolution.combatant(victim.who).name
    if save is not None and save.is_success:
        resolution.fact("blast", who, victim.who, tier=victim.tier, damage=0, raw=0, save=save.rank)
        resolution.add_text("chrome.then.blast_saved", who=name)
        return
    fumbled = save is not None and save.is_fumble
    target = resolution.combatant(victim.who)
    tier = resolution.number_of(victim.who, "tier", victim.tier)
    plan = plan_blast(
        resolution.context,
        target,
        tier,
        grenade.effects,
        has_cover=victim.cover,
        is_by_enemy=not character.is_operator(resolution.combatant(who)),
    )
    plan = replace(plan, soak=resolution.number_of(victim.who, "soak", plan.soaked))
    hit = plan.variant(is_critical, fumbled)
    raw = int(hit.raw)
    through = resolution.number_of(victim.who, "past_soak", int(hit.past_soak(raw)))
    values = {"tier": tier, "soak": hit.soaked, "damage": through, "raw": raw}
    resolution.fact("blast", who, victim.who, **values, save=save.rank if save else "")
    soak = hit.soaked
    resolution.reason("chrome.why.blast", "CHR-46", who=name, raw=raw, soak=soak, applied=through)
    resolution.add_text("chrome.then.blast_hit", who=name, damage=through)
    play, body = at(resolution, victim.who)
    take(play, body, hit.frightens(through), through)
    without_dice(
        at_table(
            play,
            Fighter,
            strike_effects,
            {"who": victim.who, "by": who},
            hit.all_effects,
            grenade.effects,
        )
    )


def _aimed_at(resolution: Resolution, command: do.Throw) -> str:
    """Returns at whom a grenade is thrown, or at which point of the plan, in words."""
    if command.target is not None:
        return resolution.combatant(command.target).name
    return point_text(resolution.context, command.at or (0, 0))


def _label(
    resolution: Resolution,
    combatant: Combatant,
    command: do.Throw,
    grenade: Grenade,
    how: str,
    result: D100Check | None,
) -> Message:
    if result is not None:
        resolution.fact("throw", combatant.id, command.target, outcome=result.rank)
    return say(
        f"chrome.log.throw_{how}",
        who=combatant.name,
        target=_aimed_at(resolution, command),
        weapon=grenade.name,
        tail="",
    )
