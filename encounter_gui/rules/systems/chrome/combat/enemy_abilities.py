"""Special abilities of enemies: a Save for everybody they reach. Source: CHR-11, CHR-31, CHR-71."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.combat import attacks
from encounter_gui.rules.systems.chrome.course import Course
from encounter_gui.rules.systems.chrome.rolling import Rolling
from encounter_gui.rules.systems.chrome.sheet import (
    action_budget,
    character,
    checks,
    conviction,
    gear,
)
from encounter_gui.rules.systems.chrome.sheet.check_plan import plan_test


def special(course: Course, command: do.Special) -> Rolling[Message]:
    """An enemy uses a special ability on everybody it reaches: one Save each, all together. Source: CHR-11, CHR-31."""
    scene = course.scene
    one = scene.present(command.who)
    ability = next((each for each in gear.abilities(one) if each.key == command.ability), None)
    if ability is None:
        raise refuse("chrome.no_such_ability", rule="CHR-11", who=one.name, ability=command.ability)
    action_budget.allow(scene, one.id, ability.key)
    those = dict.fromkeys(command.targets)
    if not those:
        raise refuse("rules.nobody_named")
    for who in those:
        if not character.is_operator(attacks.victim(scene, one.id, who)):
            raise refuse("chrome.no_stats", rule="CHR-11", who=scene.one(who).name)
    action_budget.pay(course, one.id, ability.key)
    yield from _dreaded(course, one, ability, tuple(those))
    names = ", ".join(scene.one(who).name for who in those)
    return say("chrome.log.special", who=one.name, ability=ability.name, targets=names, tail="")


def _dreaded(
    course: Course, one: Combatant, ability: gear.Ability, those: tuple[CombatantId, ...]
) -> Rolling[None]:
    awake = [who for who in those if character.is_awake(course.one(who))]
    plans = [plan_test(course.scene, course.one(who), ability.save) for who in awake]
    results = yield from checks.roll_tests(course, plans, "save")
    for result in results:
        checks.settle(course, result)
        who = result.plan.who
        course.fact("special", one.id, who, ability=ability.key, failed=not result.is_success)
        if result.is_success:
            continue
        conviction.stress(course, who, ability.stress)
        if ability.panics:
            course.frighten(who)
