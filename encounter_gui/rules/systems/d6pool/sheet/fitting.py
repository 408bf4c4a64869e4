"""Whom a condition fits that is put on by hand. Source: D6P-35, D6P-44."""

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.systems.d6pool.sheet import character


def unfit(context: RulesContext, combatant: Combatant, known: ConditionDef) -> RuleError | None:
    """Returns why a condition cannot be put on a combatant; None: it can. Source: D6P-35, D6P-44."""
    if character.is_dead(combatant):
        return refuse("rules.unfit_dead", rule="D6P-44", who=combatant.name, condition=known.name)
    return None
