"""Combatants with equal initiative act at once. Source: PHA-19."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.phases.sheet.character import takes_part


def is_tied(context: RulesContext) -> bool:
    """Returns whether two or more act at once now, or did and their results are still held. Source: PHA-19."""
    state = context.state
    if state.held:
        return True
    able = [slot for slot in state.slots if slot.group == state.group and takes_part(context, slot)]
    return len(able) > 1


def holds(context: RulesContext, actor: CombatantId) -> bool:
    """Returns whether the effects of an actor's actions are held until all of the tie have rolled. Source: PHA-19."""
    return actor in context.state.acting and is_tied(context)
