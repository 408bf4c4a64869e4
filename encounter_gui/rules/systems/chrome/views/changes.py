"""What a change by hand would do, without doing it; what the dice then say is still open. Source: CHR-57."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters.changes import ChangeRules, added
from encounter_gui.rules.systems.chrome.sheet import character
from encounter_gui.rules.systems.chrome.views import table


def _outcome(before: RulesContext, after: RulesContext, who: CombatantId) -> str:
    old, new = (character.derived(each.combatant(who)) for each in (before, after))
    return added(old, new)


RULES = ChangeRules(
    gauge=lambda context, combatant, gauge: table.health_cell(context, combatant),
    outcome=_outcome,
)
