"""What a change by hand would do, without doing it."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import adjustments
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.view import ChangePreview, GaugeCell

_USUAL = 10
"""Levels of Fatigue a gauge has room for, if nobody has more."""


def changes(
    resolution: Resolution, command: ask.Adjust, limits: adjustments.LimitsOf
) -> tuple[ChangePreview, ...]:
    """Returns what a change by hand would do to each target. Source: PHA-18.

    Raises:
        RuleError: the change cannot be read, or there is no such gauge.
    """
    before = resolution.context
    resolution.record(*adjustments.adjust_events(before, command, limits))
    main = before.ruleset.main_gauge
    gauge = command.gauge or (main.key if main else "")
    return tuple(
        _change(before, resolution.context, combatant.id, gauge)
        for combatant in before.combatants(command.who)
    )


def _change(
    before: RulesContext, after: RulesContext, who: CombatantId, gauge: str
) -> ChangePreview:
    old, new = before.combatant(who), after.combatant(who)
    return adjustments.change_preview(
        before, old, _cell(before, old, gauge), _cell(after, new, gauge)
    )


def _cell(context: RulesContext, combatant: Combatant, gauge: str) -> GaugeCell:
    known = next((each for each in context.ruleset.gauges if each.key == gauge), None)
    left = combatant.gauges.get(gauge, 0)
    return GaugeCell(
        name=known.name if known else gauge, current=left, low=0, high=max(left, _USUAL)
    )
