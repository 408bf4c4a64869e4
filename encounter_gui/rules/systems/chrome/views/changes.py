"""What a change by hand would do, without doing it."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine import adjustments
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.systems.chrome.sheet import character
from encounter_gui.rules.systems.chrome.views import table as table_view
from encounter_gui.rules.view import ChangePreview


def changes(
    resolution: Resolution, command: ask.Adjust, limits: adjustments.LimitsOf
) -> tuple[ChangePreview, ...]:
    """Returns what a change by hand would do to each target; what the dice then say is still open."""
    before = resolution.context
    resolution.record(*adjustments.adjust_events(before, command, limits))
    after = resolution.context
    return tuple(
        _change(before, after, combatant.id) for combatant in before.combatants(command.who)
    )


def _change(before: RulesContext, after: RulesContext, who: CombatantId) -> ChangePreview:
    old, new = before.combatant(who), after.combatant(who)
    outcome = next(iter(set(character.derived(new)) - set(character.derived(old))), "")
    cells = table_view.health_cell(before, old), table_view.health_cell(after, new)
    return adjustments.change_preview(before, old, *cells, outcome)
