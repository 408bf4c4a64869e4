"""Moving, and what heavy armor does to it. Source: CHR-29e, CHR-29n, CHR-32, CHR-33."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Combatant, Condition, Item
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model import metres as distance
from encounter_gui.rules.model.metres import Metres
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.checks import checks
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, gear
from encounter_gui.rules.systems.chrome.sheet.check_plan import plan_check

_BORNE, _SLOWED = 1, 2
"""What the Strength Check of a turn came to, as ``action_budget.HEAVED`` keeps it. Source: CHR-33."""


def move(resolution: Resolution, command: do.Move) -> Rolling[Message]:
    """Moves a combatant; heavy armor may need a Strength Check for the full distance.

    Source: CHR-29e, CHR-29n, CHR-32, CHR-33.
    """
    combatant = action_budget.require_action(
        resolution.context, command.who, _option(resolution, command)
    )
    most = room(resolution.context, combatant)
    if not 0 <= command.metres <= most:
        raise refuse(
            "chrome.too_far",
            rule="CHR-32",
            who=combatant.name,
            metres=distance.metres_text(command.metres),
            most=most,
        )
    action_budget.pay(resolution, combatant.id, _option(resolution, command))
    metres = yield from _metres_moved(resolution, combatant, command.metres, most)
    told = distance.metres_text(metres)
    resolution.change_gauge(combatant.id, action_budget.MOVES, 1)
    resolution.change_gauge(combatant.id, action_budget.MOVED, distance.metres_count(metres))
    resolution.remove_conditions(combatant.id, "in_cover")
    resolution.fact("move", combatant.id, metres=told, most=most)
    resolution.reason("chrome.why.move", "CHR-32", metres=told, most=most)
    if command.cover:
        resolution.add_condition(combatant.id, Condition(key="in_cover"))
    key = "chrome.log.moves_cover" if command.cover else "chrome.log.moves"
    return say(key, who=combatant.name, metres=told, tail="")


def _option(resolution: Resolution, command: do.Move) -> str:
    combatant = resolution.context.known_combatant(command.who)
    return action_budget.MOVE if action_budget.goes_by_block(resolution.context, combatant) else ""


def room(context: RulesContext, combatant: Combatant) -> int:
    """Returns how many metres the next move action may go; half where armor is known to slow this turn.

    Source: CHR-31 to CHR-33, CHR-55.
    """
    moves = combatant.gauges.get(action_budget.MOVES, 0)
    before, after = (character.reach(context, combatant, count) for count in (moves, moves + 1))
    return after // 2 - before // 2 if _is_slowed(combatant) else after - before


def _is_slowed(combatant: Combatant) -> bool:
    return combatant.gauges.get(action_budget.HEAVED) == _SLOWED and _heavy(combatant) is not None


def _heavy(combatant: Combatant) -> Item | None:
    """Returns what an Operator wears that needs a Strength Check for the full distance. Source: CHR-33."""
    return (
        gear.worn_with_flag(combatant, "strength_to_move")
        if character.is_operator(combatant)
        else None
    )


def _metres_moved(
    resolution: Resolution, combatant: Combatant, metres: Metres, most: int
) -> Rolling[Metres]:
    """Returns the metres moved: heavy armor halves them unless a Strength Check succeeds.

    One check counts for every move of a turn; out of a fight each move has its own. Source: CHR-33.
    """
    half = most // 2
    worn = _heavy(combatant)
    if worn is None or metres <= half or combatant.gauges.get(action_budget.HEAVED):
        return metres
    result = yield from checks.roll_check(
        resolution, plan_check(resolution.context, combatant, "strength"), "armor"
    )
    checks.apply_result(resolution, result)
    if action_budget.is_running(resolution.context):
        known = _BORNE if result.is_success else _SLOWED
        resolution.set_gauge(combatant.id, action_budget.HEAVED, known)
    if result.is_success:
        return metres
    resolution.add_text("chrome.then.slowed", who=combatant.name, item=worn.name)
    return half
