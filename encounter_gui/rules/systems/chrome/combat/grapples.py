"""Grapples. Source: CHR-29f, CHR-48."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.combat import attacks, critical_effects
from encounter_gui.rules.systems.chrome.harm import dying
from encounter_gui.rules.systems.chrome.sheet import action_budget, checks


def grapple(resolution: Resolution, command: do.Grapple) -> Rolling[Message]:
    """Rolls Strength to grapple; whom that works on, and what it hinders, the game master decides. Source: CHR-48."""
    context = resolution.context
    combatant = checks.require_roller(context, command.who, command.burn)
    action_budget.require_body(context, combatant.id, "grapple")
    attacks.require_courage(combatant)
    target = attacks.require_target(context, combatant.id, command.target)
    result = yield from checks.roll_paid_check(
        resolution, command, "strength", "grapple", command.skill
    )
    if result.is_success:
        critical_effects.grab(resolution, combatant.id, target.id, command.hindrance)
    resolution.fact("grapple", combatant.id, target.id, holds=result.is_success)
    key = "chrome.log.grapples" if result.is_success else "chrome.log.grapple_fails"
    names = {"who": combatant.name, "target": target.name}
    return say(key, **names, roll=result.total, aim=result.plan.target, tail="")


def break_free(resolution: Resolution, command: do.BreakFree) -> Rolling[Message]:
    """Rolls Strength to break free. Source: CHR-48."""
    context = resolution.context
    combatant = checks.require_roller(context, command.who, command.burn)
    action_budget.require_action(context, combatant.id, action="grapple")
    if not combatant.has("grappled"):
        raise refuse("chrome.not_grappled", rule="CHR-48", who=combatant.name)
    result = yield from checks.roll_paid_check(
        resolution, command, "strength", "break_free", command.skill
    )
    if result.is_success:
        resolution.apply(*dying.release_grapples(resolution.context, combatant.id))
    resolution.fact("break_free", combatant.id, free=result.is_success)
    key = "chrome.log.breaks_free" if result.is_success else "chrome.log.stays_grappled"
    return say(key, who=combatant.name, roll=result.total, aim=result.plan.target, tail="")
