"""What a change by hand would do, without doing it."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine import adjustments
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.commands import Adjust
from encounter_gui.rules.systems.cwn.harm import by_hand
from encounter_gui.rules.systems.cwn.sheet import character
from encounter_gui.rules.systems.cwn.views import table
from encounter_gui.rules.view import ChangePreview


def changes(
    resolution: Resolution,
    command: Adjust,
    limits: adjustments.LimitsOf,  # noqa: ARG001 - those of the handler
) -> tuple[ChangePreview, ...]:
    """Returns what a change by hand would do to each target; a major injury is still open."""
    before = resolution.context
    by_hand.adjust(resolution, command)
    targets = before.combatants(command.who)
    return tuple(_change(before, resolution.context, each.id) for each in targets)


def _change(before: RulesContext, after: RulesContext, who: CombatantId) -> ChangePreview:
    old, new = before.combatant(who), after.combatant(who)
    added = (key for key in character.DOWN if new.has(key) and not old.has(key))
    cells = table.hp_cell(before, old), table.hp_cell(after, new)
    return adjustments.change_preview(before, old, *cells, next(added, ""))
