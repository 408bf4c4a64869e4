"""What the bench and the odds need to know of an attack besides its plan. Source: CHR-31, CHR-46."""

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.chrome.sheet import action_budget
from encounter_gui.rules.systems.chrome.sheet.gear import Weapon


def attacks_left(context: RulesContext, combatant: Combatant, weapon: Weapon) -> int:
    """Returns how many attacks with a weapon an enemy makes in a turn, or still may; an Operator's is one.

    Source: CHR-31.
    """
    if not action_budget.goes_by_block(context, combatant):
        return 1
    if combatant.id not in context.state.acting:
        return weapon.attacks
    return max(action_budget.actions_left(context, combatant, weapon.key), 1)
