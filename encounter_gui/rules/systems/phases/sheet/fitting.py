"""Whom a condition fits that is put on by hand. Source: PHA-61, PHA-64."""

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.systems.phases.sheet import character

_OF_THE_AWAKE = frozenset(("stunned", "off_balance", "ducking", "hunkering"))
"""What costs an action, or needs somebody who acts."""


def unfit(context: RulesContext, combatant: Combatant, known: ConditionDef) -> RuleError | None:
    """Returns why a condition cannot be put on a combatant; None: it can. Source: PHA-61, PHA-64."""
    if character.is_dead(combatant):
        return refuse("rules.unfit_dead", rule="PHA-61", who=combatant.name, condition=known.name)
    if known.key in _OF_THE_AWAKE and character.is_down(combatant):
        return refuse("phases.unfit_down", rule="PHA-64", who=combatant.name, condition=known.name)
    return None
