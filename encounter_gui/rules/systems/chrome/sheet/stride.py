"""How far somebody gets with a move action. Source: CHR-31 to CHR-33, CHR-55."""

from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, gear

BORNE, SLOWED = 1, 2
"""What the Strength Check of a turn came to, as ``action_budget.HEAVED`` keeps it. Source: CHR-33."""


def room(context: RulesContext, combatant: Combatant, *, actions: int = 1) -> int:
    """Returns how many metres the next move actions may go; half where armor is known to slow this turn.

    Source: CHR-31 to CHR-33, CHR-55.
    """
    moves = combatant.gauges.get(action_budget.MOVES, 0)
    before, after = (
        character.reach(context, combatant, count) for count in (moves, moves + actions)
    )
    return after // 2 - before // 2 if _is_slowed(combatant) else after - before


def heavy(combatant: Combatant) -> Item | None:
    """Returns what an Operator wears that needs a Strength Check for the full distance. Source: CHR-33."""
    return (
        gear.worn_with_flag(combatant, "strength_to_move")
        if character.is_operator(combatant)
        else None
    )


def moves_left(context: RulesContext, combatant: Combatant) -> int:
    """Returns for how many move actions somebody has something left in this turn, two at most; before a fight one.

    An enemy that goes by its block has those that are on it. Source: CHR-28, CHR-31, CHR-32.
    """
    if not action_budget.is_running(context):
        return 1 if character.can_act(combatant) else 0
    if combatant.id not in context.state.acting or not action_budget.can_act(context, combatant):
        return 0
    option = option_of(context, combatant)
    return min(action_budget.actions_left(context, combatant, option), 1 if option else 2)


def option_of(context: RulesContext, combatant: Combatant) -> str:
    """Returns what moving is on the list of an enemy's block; empty: it takes a Major Action. Source: CHR-31."""
    return action_budget.MOVE if action_budget.goes_by_block(context, combatant) else ""


def _is_slowed(combatant: Combatant) -> bool:
    return combatant.gauges.get(action_budget.HEAVED) == SLOWED and heavy(combatant) is not None
