"""What a change by hand would do, without doing it."""

from dataclasses import replace

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import adjustments
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.harm import falling
from encounter_gui.rules.systems.cwn.sheet import character
from encounter_gui.rules.systems.cwn.sheet.limits import limits
from encounter_gui.rules.systems.cwn.views import table as table_view
from encounter_gui.rules.view import ChangePreview


def changes(context: RulesContext, command: ask.Adjust) -> tuple[ChangePreview, ...]:
    """Returns what a change by hand would do to each target; a major injury is not foretold."""
    events = adjustments.adjust_events(context, command, limits(context))
    after = replace(context, state=fold(context.state, events))
    return tuple(
        _change(context, after, combatant, events) for combatant in context.combatants(command.who)
    )


def _change(
    context: RulesContext, after: RulesContext, combatant: Combatant, events: tuple[ev.Event, ...]
) -> ChangePreview:
    now = after.combatant(combatant.id)
    lost = sum(
        -event.by
        for event in events
        if isinstance(event, ev.GaugeChanged)
        and event.who == combatant.id
        and event.gauge == character.HP
    )
    is_down = bool(mechanics.is_down(character.hp_now(now)))
    fate = falling.fate_of(after, combatant, lost, is_lethal=True) if is_down else ""
    before, then = table_view.hp_cell(context, combatant), table_view.hp_cell(after, now)
    return adjustments.change_preview(context, combatant, before, then, fate)
