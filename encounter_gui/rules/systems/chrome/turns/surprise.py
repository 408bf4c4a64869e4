"""Surprise, both ways. Source: CHR-23, CHR-24."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.checks import checks
from encounter_gui.rules.systems.chrome.combat.attack_plan import is_stunned
from encounter_gui.rules.systems.chrome.sheet import action_budget, character
from encounter_gui.rules.systems.chrome.sheet.check_plan import plan_check
from encounter_gui.rules.systems.chrome.turns import rounds


def surprise(resolution: Resolution, command: do.Surprise) -> Rolling[Message]:
    """Rolls the Saves against surprise together; who fails loses a round. Source: CHR-23.

    The dead and the unconscious are left out, unless nobody else is named.
    """
    combatants = _able(resolution.context, command)
    save = str(resolution.context.switch("chrome.surpriseSave"))
    plans = [plan_check(resolution.context, other, save) for other in combatants]
    results = yield from checks.roll_checks(resolution, plans, "surprise")
    caught: list[str] = []
    for result in results:
        checks.apply_result(resolution, result)
        who = result.plan.who
        resolution.fact("surprise", who, surprised=not result.is_success)
        if not result.is_success:
            resolution.add_condition(
                who, Condition(key="surprised", until=_until(resolution.context))
            )
            _lose_rest_of_turn(resolution, who)
            caught.append(resolution.combatant(who).name)
    if not caught:
        return say("chrome.log.nobody_surprised", tail="")
    return say("chrome.log.surprised", who=", ".join(caught), tail="")


def _able(context: RulesContext, command: do.Surprise) -> tuple[Combatant, ...]:
    """Returns who makes the Save.

    Raises:
        RuleError: an enemy is named, or nobody who is awake.
    """
    named = context.combatants(command.who)
    asleep = [
        each
        for each in named
        if character.is_operator(each)
        and not character.is_awake(each)
        and not character.is_presence(each)
    ]
    able = tuple(each for each in named if each not in asleep) or named
    return tuple(checks.require_roller(context, each.id) for each in able)


def _lose_rest_of_turn(resolution: Resolution, who: CombatantId) -> None:
    """Ends the turn of who is surprised in it; the next is lost as well. Source: CHR-23."""
    context = resolution.context
    own = [each for each in context.state.slots if each.who == who]
    now = next((each for each in own if each.group == context.state.group), None)
    is_lost = now is not None and (not now.lane or is_stunned(context, context.combatant(who)))
    if is_lost:
        action_budget.end_turn(resolution, who)
        resolution.record(ev.SlotDone(who=who, group=context.state.group))


def _until(context: RulesContext) -> Expiry | None:
    """Returns the end of surprise: round 1 before the order is known, else None (the next slot). Source: CHR-23."""
    is_start = not context.state.slots
    if is_start and context.switch("chrome.surpriseSpan") == "round":
        return Expiry(round=max(context.state.round, rounds.LAST_ROUND_OF_SURPRISE))
    return None


def mark_unnoticed(resolution: Resolution, command: do.Unnoticed) -> Message:
    """Records which enemies have not noticed which Operators, or have by now. Source: CHR-24."""
    context = resolution.context
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
        _set(resolution, combatant.id, [each.id for each in foes], on=command.on)
    key = "chrome.log.unnoticed" if command.on else "chrome.log.noticed"
    return say(key, who=names_of(mine))


def _set(resolution: Resolution, who: CombatantId, foes: list[CombatantId], *, on: bool) -> None:
    rest = [each for each in character.unnoticed_by(resolution.combatant(who)) if each not in foes]
    unnoticed_by = (*rest, *foes) if on else tuple(rest)
    resolution.set_record(who, character.UNNOTICED, unnoticed_by)
