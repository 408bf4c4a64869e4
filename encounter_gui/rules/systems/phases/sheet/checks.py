"""Tests and opposed tests of any kind. Source: PHA-05 to PHA-09, PHA-18, PHA-66."""

from collections.abc import Generator

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.values import Combatant, Value
from encounter_gui.rules.engine.asking import Answer, Ask, Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.commands import Oppose, Task
from encounter_gui.rules.systems.phases.sheet import action_budget, character
from encounter_gui.rules.systems.phases.sheet.character import Bonus, bonus
from encounter_gui.rules.systems.phases.sheet.course import Course
from encounter_gui.rules.systems.phases.sheet.roll_modifiers import gm_part
from encounter_gui.rules.systems.phases.sheet.test_dice import ask, request, three

Skills = tuple[str, ...]
"""Characteristic, skill and specialty, as many of them as matter."""


def test_bonus(context: RulesContext, combatant: Combatant, skills: Skills, gm: int) -> Bonus:
    """Returns what is added to a test. Source: PHA-05, PHA-18, PHA-66."""
    return bonus(
        character.skilled(context, combatant, *skills[:3]),
        character.test_parts(context, combatant, skills[0]),
        gm_part(context, gm),
    )


def rolled(
    course: Course, key: str, who: CombatantId, skills: Skills, dn: int, gm: int
) -> Generator[Ask, Answer, tuple[int, int]]:
    """Rolls a test and returns dice and total. Source: PHA-05."""
    added = test_bonus(course.view, course.view.combatant(who), skills, gm)
    dice = yield from three(key, who)
    total = dice + added.amount
    course.why("phases.why.test", rule="PHA-05", dice=dice, parts=added.text, total=total, dn=dn)
    return dice, total


def check_fields(context: RulesContext, *keys: str) -> None:
    """Lets characteristics and skills pass that the ruleset knows.

    Raises:
        RuleError: it does not.
    """
    known = {each.key for each in context.ruleset.fields}
    for key in keys:
        if key and key not in known:
            raise refuse("rules.no_such_field", field=key)


def dn_of(context: RulesContext, command: Task) -> int:
    """Returns the DN of a test: named, or by level of difficulty. Source: PHA-06.

    Raises:
        RuleError: there is no such level.
    """
    if command.dn:
        return command.dn
    table = "dn_skill" if command.skill else "dn_characteristic"
    dn = character.figure(context, table, command.level)
    if not dn:
        raise refuse("phases.no_such_level", rule="PHA-06", level=command.level)
    return dn


def task(context: RulesContext, command: Task) -> Procedure:
    """A test against a DN. Source: PHA-05, PHA-06, PHA-07, PHA-08.

    Raises:
        RuleError: no such characteristic, skill or level; it is down; or it would take an action and has none.
    """
    combatant = context.known_combatant(command.who)
    check_fields(context, command.characteristic, command.skill, command.specialty)
    dn = dn_of(context, command)
    if character.is_down(combatant):
        raise refuse("phases.is_out", rule="PHA-76", who=combatant.name)
    cost = (
        action_budget.spent(action_budget.require_action(context, combatant.id))
        if command.action
        else ()
    )
    course = Course(context, combatant.id)
    skills = (command.characteristic, command.skill, command.specialty)
    added = test_bonus(course.view, course.view.combatant(combatant.id), skills, command.gm)
    spent = _of_action(course.view, combatant) if command.action else Bonus(parts=())
    dice = yield from three("task", combatant.id)
    total = dice + added.amount + spent.amount
    passed = bool(mechanics.passes(dice, total, dn))
    margin = total - dn
    critical = passed and margin >= mechanics.CRITICAL_MARGIN
    fumbled = not passed and bool(mechanics.fumbles(dice, total, dn))
    result = "critical" if critical else "passed" if passed else "fumbled" if fumbled else "failed"
    values: dict[str, Value] = {
        "total": total,
        "dn": dn,
        "dos": margin,
        "passed": passed,
        "result": result,
    }
    course.now(*cost, ev.Resolved(what="task", who=combatant.id, values=values))
    parts = bonus(added.parts, spent.parts).text
    course.why("phases.why.test", rule="PHA-05", dice=dice, parts=parts, total=total, dn=dn)
    return Outcome(
        label=say(
            "phases.log.task",
            who=combatant.name,
            skill=" / ".join(character.field_name(context.ruleset, key) for key in skills if key),
            total=total,
            dn=dn,
            result=context.texts.text_of(f"phases.told.{result}"),
        ),
        events=course.events,
        reasons=tuple(course.reasons),
    )


def _of_action(context: RulesContext, combatant: Combatant) -> Bonus:
    return bonus(
        character.action_penalty(context, combatant),
        character.effects(context, combatant, ("action",)),
    )


def oppose(context: RulesContext, command: Oppose) -> Procedure:
    """Two roll against each other; the passive side wins a tie. Source: PHA-09.

    Raises:
        RuleError: no such characteristic or skill, or it is down.
    """
    combatant, target = (
        context.known_combatant(command.who),
        context.known_combatant(command.target),
    )
    mine = (command.characteristic, command.skill)
    theirs = (
        command.target_characteristic or command.characteristic,
        command.target_skill or ("" if command.target_characteristic else command.skill),
    )
    check_fields(context, *mine, *theirs)
    if combatant.id == target.id:
        raise refuse("phases.not_oneself", who=combatant.name)
    if character.is_down(combatant):
        raise refuse("phases.is_out", rule="PHA-76", who=combatant.name)
    first = test_bonus(context, combatant, mine, command.gm)
    second = test_bonus(context, target, theirs, 0)
    dice = yield from ask(request("opposed", combatant.id), request("opposed", target.id))
    total, against = dice[0].total + first.amount, dice[1].total + second.amount
    wins = bool(mechanics.beats(total, against))
    course = Course(context, None)
    values = {"total": total, "against": against, "wins": wins, "dos": total - against}
    course.now(ev.Resolved(what="opposed", who=combatant.id, target=target.id, values=values))
    for who, added, sum_ in ((combatant, first, total), (target, second, against)):
        course.why(
            "phases.why.opposed",
            rule="PHA-09",
            who=who.name,
            dice=sum_ - added.amount,
            parts=added.text,
            total=sum_,
        )
    winner = combatant if wins else target
    return Outcome(
        label=say(
            "phases.log.opposed",
            who=combatant.name,
            target=target.name,
            total=total,
            against=against,
            winner=winner.name,
        ),
        events=course.events,
        reasons=tuple(course.reasons),
    )
