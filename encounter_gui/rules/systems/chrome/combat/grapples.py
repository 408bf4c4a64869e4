"""Grapples. Source: CHR-29f, CHR-48."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.checks import checks
from encounter_gui.rules.systems.chrome.combat import attacks, critical_effects
from encounter_gui.rules.systems.chrome.field.beside import require_beside
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, grapple_marks
from encounter_gui.rules.systems.chrome.sheet.grapple_marks import GRAPPLED


def grapple(resolution: Resolution, command: do.Grapple) -> Rolling[Message]:
    """Rolls Strength to grapple; whom that works on, and what it hinders, the game master decides. Source: CHR-48."""
    context = resolution.context
    combatant = checks.require_roller(context, command.who, command.burn)
    action_budget.require_body(context, combatant.id, "grapple")
    attacks.require_courage(combatant)
    target = attacks.require_target(context, combatant.id, command.target)
    require_beside(context, combatant, target, "CHR-48")
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
    """Tries to break free of one grapple; others last. Source: CHR-48.

    An Operator rolls Strength. An enemy has none and never rolls: who holds it does, and keeps it by a success.
    """
    context = resolution.context
    combatant = action_budget.require_action(context, command.who, action="grapple")
    rolls = character.is_operator(combatant)
    if rolls:
        checks.require_roller(context, command.who, command.burn)
    if not combatant.has("grappled"):
        raise refuse("chrome.not_grappled", rule="CHR-48", who=combatant.name)
    holder = _holder(context, combatant, command.by)
    roller = combatant.id if rolls else holder
    result = None
    if roller is None or not character.is_operator(context.combatant(roller)):
        action_budget.pay(resolution, combatant.id, action="grapple")
    else:
        checks.require_roller(context, roller, command.burn)
        result = yield from checks.roll_paid_check(
            resolution, command, "strength", "break_free", command.skill, roller=roller
        )
    is_free = result is None or result.is_success == rolls
    if is_free:
        _part(resolution, combatant.id, holder)
    resolution.fact("break_free", combatant.id, holder, free=is_free)
    if result is None:
        return say("chrome.log.breaks_free_unrolled", who=combatant.name, tail="")
    key = "chrome.log.breaks_free" if is_free else "chrome.log.stays_grappled"
    names = {"who": combatant.name, "holder": context.combatant(result.plan.who).name}
    of = "" if rolls else "_of"
    return say(f"{key}{of}", **names, roll=result.total, aim=result.plan.target, tail="")


def _holder(
    context: RulesContext, combatant: Combatant, wanted: CombatantId | None
) -> CombatantId | None:
    """Returns whose grapple is to be broken; None: the mark was put on by hand and names nobody. Source: CHR-48.

    Raises:
        RuleError: several hold the combatant and none is named, or the one named does not.
    """
    holders = grapple_marks.others(combatant, GRAPPLED)
    if wanted is not None and wanted not in holders:
        other = context.known_combatant(wanted)
        raise refuse("chrome.not_grappled_by", rule="CHR-48", who=combatant.name, other=other.name)
    if wanted is None and len(holders) > 1:
        names = names_of(context.combatants(holders))
        raise refuse("chrome.grappled_by_several", rule="CHR-48", who=combatant.name, others=names)
    return wanted or next(iter(holders), None)


def _part(resolution: Resolution, who: CombatantId, holder: CombatantId | None) -> None:
    """Ends one grapple, and says who still holds on. Source: CHR-48."""
    if holder is None:
        resolution.remove_conditions(who, GRAPPLED)
        return
    resolution.apply(*grapple_marks.part_events(resolution.context, holder, who))
    combatant = resolution.combatant(who)
    still = [resolution.combatant(each) for each in grapple_marks.others(combatant, GRAPPLED)]
    if still:
        resolution.add_text(
            "chrome.then.still_grappled", who=combatant.name, others=names_of(still)
        )
