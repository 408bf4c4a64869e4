"""Tests and opposed tests of any kind. Source: PHA-05 to PHA-09, PHA-18, PHA-66."""

from collections.abc import Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import asking
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import ROLLED, RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.commands import Oppose, Task
from encounter_gui.rules.systems.phases.sheet import action_budget, character, test_dice
from encounter_gui.rules.systems.phases.sheet.roll_modifiers import gm_part

Skills = tuple[str, ...]
"""Characteristic, skill and specialty, as many of them as matter."""

_RESULTS = {
    "critical_success": "critical",
    "success": "passed",
    "failure": "failed",
    "critical_failure": "fumbled",
}


def skill_test(
    context: RulesContext, key: str, who: CombatantId, skills: Skills, dn: int, gm: int = 0
) -> test_dice.TestPlan:
    """Returns a test of skills against a DN. Source: PHA-05, PHA-18, PHA-66."""
    return test_dice.plan(
        context, key, who, dn, _parts(context, context.combatant(who), skills, gm)
    )


def _parts(
    context: RulesContext, combatant: Combatant, skills: Skills, gm: int
) -> tuple[Modifier, ...]:
    return (
        *character.skill_parts(context, combatant, *skills[:3]),
        *character.test_parts(context, combatant, skills[0]),
        *gm_part(context, gm),
    )


def roll_skill(
    resolution: Resolution, key: str, who: CombatantId, skills: Skills, dn: int, gm: int = 0
) -> Rolling[test_dice.TestCheck]:
    """Rolls a test of skills, with its arithmetic. Source: PHA-05."""
    plan = skill_test(resolution.view, key, who, skills, dn, gm)
    check = yield from test_dice.roll(resolution, plan)
    test_dice.explain(resolution, check, "phases.why.test")
    return check


def check_fields(context: RulesContext, skills: Skills) -> None:
    """Lets a characteristic, a skill and a specialty pass, each in its place. Source: PHA-05.

    Raises:
        RuleError: there is no characteristic, the ruleset does not know one, or it is something else.
    """
    if not skills[0]:
        raise refuse("phases.no_characteristic", rule="PHA-05")
    for key, group in zip(skills, ROLLED, strict=False):
        if key:
            context.require_fields(key, groups=(group,))


def dn_of(context: RulesContext, command: Task) -> int:
    """Returns the DN of a test: named, or by level of difficulty. Source: PHA-06.

    Raises:
        RuleError: there is no such level.
    """
    if command.dn:
        return command.dn
    table = "dn_skill" if command.skill else "dn_characteristic"
    dn = character.table_number(context, table, command.level)
    if not dn:
        raise refuse("phases.no_such_level", rule="PHA-06", level=command.level)
    return dn


def task(resolution: Resolution, command: Task) -> Rolling[Message]:
    """Makes a test against a DN. Source: PHA-05, PHA-06, PHA-07, PHA-08.

    Raises:
        RuleError: no such characteristic, skill or level; it is down; or it would take an action and has none.
    """
    context = resolution.view
    context.known_combatant(command.who)
    skills = (command.characteristic, command.skill, command.specialty)
    check_fields(context, skills)
    dn = dn_of(context, command)
    combatant = _require_up(context, command.who)
    plan = _task_plan(resolution, command, skills, dn)
    if command.action:
        _, cost = action_budget.pay(context, combatant.id, "task")
        resolution.record(*cost)
    check = yield from test_dice.roll(resolution, plan)
    result = _RESULTS[check.rank]
    values = {"total": check.total, "dn": dn, "dos": check.margin, "passed": check.is_success}
    resolution.fact("task", combatant.id, None, **values, result=result, **plan.part_values)
    test_dice.explain(resolution, check, "phases.why.test")
    return say(
        "phases.log.task",
        who=combatant.name,
        skill=" / ".join(character.field_name(context.ruleset, key) for key in skills if key),
        total=check.total,
        dn=dn,
        result=context.texts.text_of(f"phases.told.{result}"),
    )


def _task_plan(
    resolution: Resolution, command: Task, skills: Skills, dn: int
) -> test_dice.TestPlan:
    """Returns the test of a task; one that takes an action has the penalties of actions. Source: PHA-23."""
    context = resolution.view
    combatant = context.combatant(command.who)
    parts = _parts(context, combatant, skills, command.gm)
    if command.action:
        parts += character.action_penalty(context, combatant)
        parts += character.condition_parts(context, combatant, ("action",))
    return test_dice.plan(context, "task", combatant.id, dn, parts)


def _require_up(context: RulesContext, who: CombatantId) -> Combatant:
    """Returns a combatant that is not down.

    Raises:
        RuleError: it is down, or there is no such combatant.
    """
    combatant = context.known_combatant(who)
    if character.is_down(combatant):
        raise refuse("phases.is_out", rule="PHA-76", who=combatant.name)
    return combatant


def oppose(resolution: Resolution, command: Oppose) -> Rolling[Message]:
    """Makes an opposed test; the passive side wins a tie. Source: PHA-09.

    Raises:
        RuleError: no such characteristic or skill, or the active side is down.
    """
    context = resolution.context
    active, passive = (
        context.known_combatant(command.who),
        context.known_combatant(command.target),
    )
    plans = _opposed_plans(context, command, active, passive)
    if active.id == passive.id:
        raise refuse("phases.not_oneself", who=active.name)
    _require_up(context, active.id)
    total, against = yield from _opposed_totals(resolution, plans)
    wins = bool(mechanics.beats(total, against))
    values = {"total": total, "against": against, "wins": wins, "dos": total - against}
    resolution.fact("opposed", active.id, passive.id, **values, **plans[0].part_values)
    winner = active if wins else passive
    return say(
        "phases.log.opposed",
        who=active.name,
        target=passive.name,
        total=total,
        against=against,
        winner=winner.name,
    )


def _opposed_plans(
    context: RulesContext, command: Oppose, active: Combatant, passive: Combatant
) -> tuple[test_dice.TestPlan, test_dice.TestPlan]:
    mine = (command.characteristic, command.skill)
    theirs = (
        command.target_characteristic or command.characteristic,
        command.target_skill or ("" if command.target_characteristic else command.skill),
    )
    check_fields(context, mine)
    check_fields(context, theirs)
    return (
        test_dice.plan(context, "opposed", active.id, 0, _parts(context, active, mine, command.gm)),
        test_dice.plan(context, "opposed", passive.id, 0, _parts(context, passive, theirs, 0)),
    )


def _opposed_totals(
    resolution: Resolution, plans: Sequence[test_dice.TestPlan]
) -> Rolling[tuple[int, ...]]:
    context = resolution.context
    dice = yield from asking.totals(
        *(test_dice.request(context, plan.key, plan.who) for plan in plans)
    )
    for plan, shown in zip(plans, dice, strict=True):
        resolution.reason(
            "phases.why.opposed",
            "PHA-09",
            who=context.combatant(plan.who).name if plan.who else "",
            dice=shown,
            parts=plan.text,
            total=shown + plan.bonus,
        )
    return tuple(shown + plan.bonus for plan, shown in zip(plans, dice, strict=True))
