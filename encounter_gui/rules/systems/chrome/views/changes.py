"""What a change by hand would do, without doing it."""

from dataclasses import replace

from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import adjustments
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.systems.chrome.sheet import character
from encounter_gui.rules.systems.chrome.sheet.limits import limits
from encounter_gui.rules.view import ChangePreview


def changes(context: RulesContext, command: ask.Adjust) -> tuple[ChangePreview, ...]:
    """Returns what a change by hand would do to each target; what the dice then say is still open."""
    events = adjustments.adjust_events(context, command, limits)
    after = replace(context, state=fold(context.state, events))
    return tuple(
        _change(context, after, combatant) for combatant in context.combatants(command.who)
    )


def _change(context: RulesContext, after: RulesContext, combatant: Combatant) -> ChangePreview:
    from encounter_gui.rules.systems.chrome.views import table as table_view

    now = after.combatant(combatant.id)
    outcome = next(iter(set(character.derived(now)) - set(character.derived(combatant))), "")
    before, then = table_view.health_cell(context, combatant), table_view.health_cell(after, now)
    return adjustments.change_preview(context, combatant, before, then, outcome)
