"""What a Presence does with its one Major Action. Source: CHR-60."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.checks import bolstering, checks
from encounter_gui.rules.systems.chrome.field.beside import require_beside
from encounter_gui.rules.systems.chrome.rules import deaths
from encounter_gui.rules.systems.chrome.sheet import action_budget, character
from encounter_gui.rules.systems.chrome.sheet.check_plan import gm_edge, plan_check

REACTIONS = (bolstering.SOOTHE, bolstering.BOLSTER)


def haunt(resolution: Resolution, command: do.Haunt) -> Rolling[Message]:
    """Distracts a combatant, or uses an ability whose effect the game master decides. Source: CHR-60."""
    combatant = _presence(resolution, command)
    if command.ability == bolstering.DISTRACT:
        return (yield from _distract(resolution, combatant, command))
    if command.target is not None:
        target = resolution.context.known_combatant(command.target)
        require_beside(resolution.context, combatant, target, "CHR-60")
    action_budget.pay(resolution, combatant.id)
    bolstering.use(resolution, combatant.id, command.ability)
    return say("chrome.log.haunts", who=combatant.name, what=command.text or command.ability)


def _presence(resolution: Resolution, command: do.Haunt) -> Combatant:
    """Returns a Presence that may use this ability now.

    Raises:
        RuleError: it is none, does not have it, has used it this round, or uses it only to answer others' rolls.
    """
    context = resolution.context
    combatant = context.known_combatant(command.who)
    if not character.is_presence(combatant):
        raise refuse("chrome.no_presence", rule="CHR-60", who=combatant.name)
    action_budget.require_action(context, combatant.id)
    known = bolstering.abilities(context, combatant)
    if command.ability in REACTIONS:
        raise refuse("chrome.answers_only", rule="CHR-60", ability=command.ability)
    if command.ability == bolstering.DISTRACT and command.ability not in known:
        raise refuse("chrome.not_its_ability", rule="CHR-60", who=combatant.name)
    if not bolstering.is_unused(combatant, command.ability):
        raise refuse("chrome.used_this_round", rule="CHR-60", who=combatant.name)
    return combatant


def _distract(resolution: Resolution, combatant: Combatant, command: do.Haunt) -> Rolling[Message]:
    """Rolls Intellect: the target loses a Major Action of its next turn, or gains one. Source: CHR-60."""
    if command.target is None:
        raise refuse("rules.nobody_named")
    target = resolution.context.known_combatant(command.target)
    deaths.require_alive(target)
    action_budget.pay(resolution, combatant.id)
    bolstering.use(resolution, combatant.id, bolstering.DISTRACT)
    plan = plan_check(
        resolution.context, combatant, "intellect", edges=gm_edge(resolution.context, command.edge)
    )
    result = yield from checks.roll_check(resolution, plan, "distract")
    checks.apply_result(resolution, result)
    key = "distracted" if result.is_success else "goaded"
    known = resolution.combatant(target.id).condition(key)
    count = (known.count or 1) + 1 if known is not None else 1
    resolution.add_condition(target.id, Condition(key=key, count=count, by=combatant.id))
    resolution.fact("distract", combatant.id, target.id, works=result.is_success)
    names = {"who": combatant.name, "target": target.name}
    return say(f"chrome.log.{key}", **names, roll=result.total, aim=result.plan.target, tail="")
