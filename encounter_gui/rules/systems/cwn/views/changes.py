"""What a change by hand would do, without doing it; a major injury is still open. Source: CWN-57."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters.changes import ChangeRules, added
from encounter_gui.rules.systems.cwn.sheet import character
from encounter_gui.rules.systems.cwn.views import table


def _outcome(before: RulesContext, after: RulesContext, who: CombatantId) -> str:
    old, new = (list(filter(each.combatant(who).has, character.DOWN)) for each in (before, after))
    return added(old, new)


RULES = ChangeRules(
    gauge=lambda context, combatant, gauge: table.hp_cell(context, combatant),
    outcome=_outcome,
)
