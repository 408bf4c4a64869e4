"""What a change or damage by hand would do, without doing it. Source: D6P-35, D6P-43."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters.changes import ChangeRules, first_added
from encounter_gui.rules.presenters.gauge_cells import gauge_cell
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.systems.d6pool.views import table
from encounter_gui.rules.view import GaugeCell


def _cell(context: RulesContext, combatant: Combatant, gauge: str) -> GaugeCell:
    if gauge == character.HEALTH:
        return table.health_cell(context, combatant)
    known = context.ruleset.gauge(gauge)
    return gauge_cell(context, combatant, gauge, known.name if known else gauge)


def _outcome(before: RulesContext, after: RulesContext, who: CombatantId) -> str:
    old, new = (_outcome_keys(each.combatant(who)) for each in (before, after))
    return first_added(old, new)


def _outcome_keys(combatant: Combatant) -> tuple[str, ...]:
    """Returns what follows from Temporary Health, or a stun, by key."""
    return (*character.derived_keys(combatant), *(["stunned"] if combatant.has("stunned") else []))


RULES = ChangeRules(gauge=_cell, outcome=_outcome, harmed=character.HEALTH)
