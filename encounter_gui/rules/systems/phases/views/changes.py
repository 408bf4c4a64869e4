"""What a change by hand would do, without doing it."""

from dataclasses import replace

from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import adjustments
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.systems.phases.sheet.limits import limits
from encounter_gui.rules.view import ChangePreview, GaugeCell

_USUAL = 10
"""Levels of Fatigue a gauge has room for, if nobody has more."""


def changes(context: RulesContext, command: ask.Adjust) -> tuple[ChangePreview, ...]:
    """Returns what a change by hand would do to each target. Source: PHA-18.

    Raises:
        RuleError: the change cannot be read, or there is no such gauge.
    """
    events = adjustments.adjust_events(context, command, limits)
    after = replace(context, state=fold(context.state, events))
    main = context.ruleset.main_gauge
    gauge = command.gauge or (main.key if main else "")
    return tuple(
        adjustments.change_preview(
            context,
            combatant,
            _cell(context, combatant, gauge),
            _cell(context, after.combatant(combatant.id), gauge),
        )
        for combatant in context.combatants(command.who)
    )


def _cell(context: RulesContext, combatant: Combatant, gauge: str) -> GaugeCell:
    known = next((each for each in context.ruleset.gauges if each.key == gauge), None)
    left = combatant.gauges.get(gauge, 0)
    return GaugeCell(
        name=known.name if known else gauge, current=left, low=0, high=max(left, _USUAL)
    )
