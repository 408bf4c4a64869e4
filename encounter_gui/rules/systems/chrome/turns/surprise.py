"""Surprise, both ways. Source: CHR-23, CHR-24."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Expiry
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.course import Course
from encounter_gui.rules.systems.chrome.rolling import Rolling
from encounter_gui.rules.systems.chrome.sheet import character, checks
from encounter_gui.rules.systems.chrome.sheet.check_plan import plan_test
from encounter_gui.rules.systems.chrome.turns import rounds


def surprise(course: Course, command: do.Surprise) -> Rolling[Message]:
    """Enemies attack unnoticed: who fails the Save loses a round, all Saves rolled together. Source: CHR-23."""
    combatants = course.scene.combatants(command.who)
    for combatant in combatants:
        checks.roller(course.scene, combatant.id)
    save = str(course.scene.switch("chrome.surpriseSave"))
    plans = [plan_test(course.scene, other, save) for other in combatants]
    results = yield from checks.roll_tests(course, plans, "surprise")
    caught: list[str] = []
    for result in results:
        checks.settle(course, result)
        who = result.plan.who
        course.fact("surprise", who, surprised=not result.is_success)
        if not result.is_success:
            course.afflict(who, "surprised", until=_until(course.scene))
            caught.append(course.one(who).name)
    if not caught:
        return say("chrome.log.nobody_surprised", tail="")
    return say("chrome.log.surprised", who=", ".join(caught), tail="")


def _until(context: RulesContext) -> Expiry | None:
    """Before the order is known, the whole of round 1; later, until the slot has been passed over. Source: CHR-23."""
    is_start = not context.state.slots
    if is_start and context.switch("chrome.surpriseSpan") == "round":
        return Expiry(round=max(context.state.round, rounds.LAST_ROUND_OF_SURPRISE))
    return None


def unnoticed(course: Course, command: do.Unnoticed) -> Rolling[Message]:
    """Enemies have not noticed Operators, or have by now. Source: CHR-24."""
    yield from ()
    context = course.scene
    everybody = context.state.combatants.values()
    operators = command.who or tuple(
        other.id for other in everybody if character.is_operator(other)
    )
    mine = context.combatants(operators)
    for combatant in mine:
        if not character.is_operator(combatant):
            raise refuse("chrome.no_stats", rule="CHR-11", who=combatant.name)
    enemies = context.combatants(command.by) if command.by else ()
    for combatant in mine:
        foes = enemies or [
            each for each in everybody if character.team(each) != character.team(combatant)
        ]
        _set(course, combatant.id, [each.id for each in foes], on=command.on)
    key = "chrome.log.unnoticed" if command.on else "chrome.log.noticed"
    return say(key, who=", ".join(other.name for other in mine))


def _set(course: Course, who: CombatantId, foes: list[CombatantId], *, on: bool) -> None:
    rest = [each for each in character.unnoticed_by(course.one(who)) if each not in foes]
    course.remember(who, "unnoticed", " ".join((*rest, *foes) if on else rest))
