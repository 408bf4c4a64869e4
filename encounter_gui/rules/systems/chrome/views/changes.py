"""What a change or damage by hand would do, without doing it; what the dice then say is still open. Source: CHR-57."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters.changes import ChangeRules, first_added
from encounter_gui.rules.presenters.gauge_cells import gauge_cell
from encounter_gui.rules.systems.chrome.sheet import character
from encounter_gui.rules.systems.chrome.views import table
from encounter_gui.rules.view import GaugeCell


def _cell(context: RulesContext, combatant: Combatant, gauge: str) -> GaugeCell:
    if gauge == character.HEALTH:
        return table.health_cell(context, combatant)
    if gauge == character.CONVICTION:
        return table.conviction_gauge(context, combatant)
    known = context.ruleset.gauge(gauge)
    return gauge_cell(context, combatant, gauge, known.name if known else gauge)


def _outcome(before: RulesContext, after: RulesContext, who: CombatantId) -> str:
    old, new = (character.derived_keys(each.combatant(who)) for each in (before, after))
    return first_added(old, new)


RULES = ChangeRules(gauge=_cell, outcome=_outcome, harmed=character.HEALTH)
