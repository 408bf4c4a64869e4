"""Moving, and what heavy armor does to it. Source: CHR-29e, CHR-29n, CHR-32, CHR-33."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import moving
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model import metres as distance
from encounter_gui.rules.model.metres import Metres
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.checks import checks
from encounter_gui.rules.systems.chrome.field import rules as field
from encounter_gui.rules.systems.chrome.sheet import action_budget, stride
from encounter_gui.rules.systems.chrome.sheet.check_plan import plan_check

_BOTH = 2
"""The Major Actions of a turn, where both are spent on moving. Source: CHR-32."""


def move(resolution: Resolution, command: do.Move) -> Rolling[Message]:
    """Moves a combatant; heavy armor may need a Strength Check for the full distance.

    Source: CHR-29e, CHR-29n, CHR-32, CHR-33.
    """
    context = resolution.context
    option = stride.option_of(context, context.known_combatant(command.who))
    combatant = action_budget.require_action(context, command.who, option)
    actions = _actions(context, combatant, command)
    most = stride.room(context, combatant, actions=actions)
    end = moving.end_of(context, field.RULES, command)
    # The plan says how far it is; a way that is longer is gone to its end, and the log says so.
    metres = min(command.metres, most) if end is not None else command.metres
    if not 0 <= metres <= most:
        raise refuse(
            "chrome.too_far",
            rule="CHR-32",
            who=combatant.name,
            metres=distance.metres_text(command.metres),
            most=most,
        )
    for _ in range(actions):
        action_budget.pay(resolution, combatant.id, option)
    metres = yield from _metres_moved(resolution, combatant, metres, most)
    told = distance.metres_text(metres)
    moving.arrive(resolution, field.RULES, combatant.id, end, moved=metres, most=most)
    resolution.change_gauge(combatant.id, action_budget.MOVES, actions)
    resolution.change_gauge(combatant.id, action_budget.MOVED, distance.metres_count(metres))
    resolution.remove_conditions(combatant.id, "in_cover")
    resolution.fact("move", combatant.id, metres=told, most=most)
    resolution.reason("chrome.why.move", "CHR-32", metres=told, most=most)
    if command.cover:
        resolution.add_condition(combatant.id, Condition(key="in_cover"))
    key = "chrome.log.moves_cover" if command.cover else "chrome.log.moves"
    return say(key, who=combatant.name, metres=told, tail="")


def _actions(context: RulesContext, combatant: Combatant, command: do.Move) -> int:
    """Returns how many move actions are spent.

    Raises:
        RuleError: both Major Actions are to be, and are not there. Source: CHR-28, CHR-32.
    """
    if not command.twice:
        return 1
    if action_budget.is_running(context) and stride.moves_left(context, combatant) < _BOTH:
        raise refuse("chrome.not_twice", rule="CHR-32", who=combatant.name)
    return _BOTH


def _metres_moved(
    resolution: Resolution, combatant: Combatant, metres: Metres, most: int
) -> Rolling[Metres]:
    """Returns the metres moved: heavy armor halves them unless a Strength Check succeeds.

    One check counts for every move of a turn; out of a fight each move has its own. Source: CHR-33.
    """
    half = most // 2
    worn = stride.heavy(combatant)
    if worn is None or metres <= half or combatant.gauges.get(action_budget.HEAVED):
        return metres
    result = yield from checks.roll_check(
        resolution, plan_check(resolution.context, combatant, "strength"), "armor"
    )
    checks.apply_result(resolution, result)
    if action_budget.is_running(resolution.context):
        known = stride.BORNE if result.is_success else stride.SLOWED
        resolution.set_gauge(combatant.id, action_budget.HEAVED, known)
    if result.is_success:
        return metres
    resolution.add_text("chrome.then.slowed", who=combatant.name, item=worn.name)
    return half
