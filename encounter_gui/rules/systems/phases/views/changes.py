"""What a change by hand would do, without doing it. Source: PHA-18."""

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters.changes import ChangeRules
from encounter_gui.rules.view import GaugeCell

_USUAL = 10
"""Levels of Fatigue a gauge has room for, if nobody has more."""


def _cell(context: RulesContext, combatant: Combatant, gauge: str) -> GaugeCell:
    known, left = context.ruleset.gauge(gauge), combatant.gauges.get(gauge, 0)
    name = known.name if known else gauge
    return GaugeCell(name=name, current=left, low=0, high=max(left, _USUAL))


RULES = ChangeRules(gauge=_cell)
