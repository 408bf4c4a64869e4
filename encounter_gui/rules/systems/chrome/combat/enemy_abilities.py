"""Special abilities of enemies: a Save for everybody they reach. Source: CHR-11, CHR-31, CHR-71."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.checks import checks
from encounter_gui.rules.systems.chrome.combat import attacks
from encounter_gui.rules.systems.chrome.rules import nerve
from encounter_gui.rules.systems.chrome.rules.at_table import at
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, gear
from encounter_gui.rules.systems.chrome.sheet.check_plan import plan_check


def special(resolution: Resolution, command: do.Special) -> Rolling[Message]:
    """Uses a special ability of an enemy: a Save for each target, rolled together. Source: CHR-11, CHR-31."""
    context = resolution.context
    combatant = context.active_combatant(command.who)
    ability = next(
        (each for each in gear.abilities(combatant) if each.key == command.ability), None
    )
    if ability is None:
        raise refuse(
            "chrome.no_such_ability", rule="CHR-11", who=combatant.name, ability=command.ability
        )
    action_budget.require_action(context, combatant.id, ability.key)
    those = dict.fromkeys(command.targets)
    if not those:
        raise refuse("rules.nobody_named")
    for who in those:
        if not character.is_operator(attacks.require_target(context, combatant.id, who)):
            raise refuse("chrome.no_stats", rule="CHR-11", who=context.combatant(who).name)
    action_budget.pay(resolution, combatant.id, ability.key)
    yield from _spread_dread(resolution, combatant, ability, tuple(those))
    names = names_of(context.combatant(who) for who in those)
    return say(
        "chrome.log.special", who=combatant.name, ability=ability.name, targets=names, tail=""
    )


def _spread_dread(
    resolution: Resolution,
    combatant: Combatant,
    ability: gear.Ability,
    ids: tuple[CombatantId, ...],
) -> Rolling[None]:
    awake = [who for who in ids if character.is_awake(resolution.combatant(who))]
    plans = [
        plan_check(resolution.context, resolution.combatant(who), ability.save) for who in awake
    ]
    results = yield from checks.roll_checks(resolution, plans, "save")
    for result in results:
        checks.apply_result(resolution, result)
        who = result.plan.who
        resolution.fact(
            "special", combatant.id, who, ability=ability.key, failed=not result.is_success
        )
        nerve.suffer_dread(
            *at(resolution, who),
            ability.stress,
            ability.panics,
            not result.is_success,
            ability.name,
        )
